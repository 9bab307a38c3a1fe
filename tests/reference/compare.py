"""Precision and recall of our outline against a reference: `compare.py LANGUAGE OURS THEIRS DIFFERENCES`.

A function matches when file, name, first and last line are the same. Files that the reference cannot read are left out
on both sides, and counted. Rows marked `apart` by an extractor are deliberate differences: left out, and counted.
"""

import json
import sys
from collections import Counter


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


language, ours, theirs, differences = sys.argv[1:5]
key = lambda row: (row["file"], row["first"], row["last"], row["name"])
theirs = rows(theirs)
unread = {row["file"] for row in theirs if "error" in row}
theirs = [row for row in theirs if row["file"] not in unread]
apart = Counter(key(row) for row in theirs if "apart" in row)
want = Counter(key(row) for row in theirs if "apart" not in row)
have = Counter(key(row) for row in rows(ours) if row["file"] not in unread)
apart &= have
have -= apart
both = (want & have).total()
only = [("ours", *k) for k in (have - want).elements()] + [("theirs", *k) for k in (want - have).elements()]
with open(differences, "w", encoding="utf-8") as file:
    for side, path, first, last, name in sorted(only, key=lambda d: d[1:]):
        print(f"{side:6} {path}:{first}-{last} {name}", file=file)
files = len({row["file"] for row in theirs})
precision = both / max(have.total(), 1)
recall = both / max(want.total(), 1)
print(f"{language:11} {files:6} files {want.total():7} functions  P {precision:.5f}  R {recall:.5f}"
      f"  {len(only)} differences, {apart.total()} apart, {len(unread)} files unread")
if min(precision, recall) < 0.999:
    sys.exit(f"{language}: below 0.999; see {differences}")
