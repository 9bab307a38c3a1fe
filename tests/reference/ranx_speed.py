"""Scores of 13 runs over 652 cases: casefile against ranx, on the same made-up workspace. Run by hand.

    pip install ranx==0.3.21
    python tests/reference/ranx_speed.py target/release/casefile

casefile's time is that of the whole process: reading, both levels, every metric, the slices. ranx's is that of
`evaluate` alone, on objects made before, once warmed up: its part is file level, the metrics it has, the same slices.
Values that both have are compared.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ranx import Qrels, Run, evaluate

BINARY = sys.argv[1]
CASES, RUNS, KS = 652, 13, (1, 3, 5, 10)
FIELDS = {
    "language": ["Go", "Java", "Rust", "C++", "Python", "TypeScript", "JavaScript", "Ruby"],
    "category": ["ui_screenshot", "error_message", "code_screenshot", "log_output", "behavior_demo"],
    "annotation_by": ["human", "ai"],
}
METRICS = [f"{m}@{k}" for m in ("hit_rate", "recall", "ndcg", "map") for k in KS] + ["mrr"]
OURS = [f"{m}@{k}" for m in ("hit", "recall", "ndcg", "ap") for k in KS] + ["mrr"]

rng = random.Random(652)
ws = Path(tempfile.mkdtemp()) / "ws"
subprocess.run([BINARY, "init", ws], check=True, capture_output=True)
cases, golds = [], {}
for n in range(CASES):
    gold = [f"src/f{n}_{g}.ts" for g in range(rng.choice([1, 1, 1, 2, 2, 3, 5]))]
    golds[f"c{n}"] = gold
    row = {"v": 1, "id": f"c{n}", "title": "t", "gold": {"files": gold, "functions": None}}
    row["language"] = rng.choice(FIELDS["language"])
    row["labels"] = {f: rng.choice(FIELDS[f]) for f in ("category", "annotation_by")}
    cases.append(row)
(ws / "cases.jsonl").write_text("".join(json.dumps(c) + "\n" for c in cases))
runs = {}
for r in range(RUNS):
    lists = {}
    for n in range(CASES):
        pool = [g for g in golds[f"c{n}"] if rng.random() < 0.6] + [f"x/{i}.ts" for i in range(10)]
        rng.shuffle(pool)
        lists[f"c{n}"] = pool[:10]
    runs[f"run-{r:02}"] = lists
    at = ws / "runs" / f"run-{r:02}"
    at.mkdir(parents=True)
    with open(at / "suspects.jsonl", "w") as out:
        for case, files in lists.items():
            rows = [{"raw": f, "path": f, "rank": i + 1, "score": None, "flags": []} for i, f in enumerate(files)]
            out.write(json.dumps({"v": 1, "case": case, "status": "ok", "files": rows, "functions": []}) + "\n")


def objects(ids):
    qrels = Qrels({c: {g: 1 for g in golds[c]} for c in ids})
    return qrels, [Run({c: {f: 10.0 - i for i, f in enumerate(lists[c])} for c in ids}) for lists in runs.values()]


groups = [[c["id"] for c in cases]]
for field, values in FIELDS.items():
    at = (lambda c: c["language"]) if field == "language" else (lambda c: c["labels"][field])
    groups += [[c["id"] for c in cases if at(c) == v] for v in values]
made = [objects(ids) for ids in groups]
evaluate(made[0][0], made[0][1][0], METRICS)
start = time.perf_counter()
theirs = [[evaluate(qrels, run, METRICS) for run in all_runs] for qrels, all_runs in made]
ranx = time.perf_counter() - start

best = float("inf")
for _ in range(5):
    start = time.perf_counter()
    asked = ["score", "--json", "--by", ",".join(FIELDS), "--metric", ",".join(OURS), "-w", ws]
    out = subprocess.run([BINARY, *asked], check=True, capture_output=True).stdout
    best = min(best, time.perf_counter() - start)
ours = json.loads(out)[0]["runs"]
worst = 0.0
for n, run in enumerate(ours):
    for mine, yours in zip(run["all"]["metrics"].values(), METRICS):
        worst = max(worst, abs(mine["value"] - theirs[0][n][yours]))
print(f"ranx evaluate {ranx:.3f} s, casefile (the whole process, both levels) {best:.3f} s: {ranx / best:.1f}x")
print(f"largest difference {worst:.1e}")
