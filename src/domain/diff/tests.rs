use super::*;

fn paths(diff: &str) -> Vec<(Option<String>, Option<String>, Change)> {
    read(diff)
        .into_iter()
        .map(|f| (f.old.map(|p| p.to_string()), f.new.map(|p| p.to_string()), f.change))
        .collect()
}

#[expect(clippy::unnecessary_wraps, reason = "reads like the value it stands for")]
fn some(s: &str) -> Option<String> {
    Some(s.to_owned())
}

#[test]
fn removed_line_that_looks_like_a_header() {
    let diff = "diff --git a/q.lua b/q.lua\n--- a/q.lua\n+++ b/q.lua\n@@ -1,3 +1,3 @@\n a\n--- old comment\n+++ new comment\n b\n";
    let files = read(diff);
    assert_eq!(files.len(), 1);
    assert_eq!(
        files[0].hunks[0].lines[1],
        HunkLine {
            side: Side::Removed,
            text: "-- old comment".into()
        }
    );
    assert_eq!(files[0].hunks[0].lines.len(), 4);
    assert!(!files[0].mended());
}

#[test]
fn rename_new_deleted_mode_binary_and_quoted_names() {
    let diff = concat!(
        "diff --git a/old name.ts b/new name.ts\nsimilarity index 90%\nrename from old name.ts\nrename to new name.ts\n",
        "diff --git a/n b/n\nnew file mode 100644\nindex 000..111\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n",
        "diff --git a/d b/d\ndeleted file mode 100644\n--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        "diff --git a/m b/m\nold mode 100644\nnew mode 100755\n",
        "diff --git a/i.png b/i.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ\n\n",
        "diff --git \"a/docs/\\346\\226\\207.md\" \"b/docs/\\346\\226\\207.md\"\n--- \"a/docs/\\346\\226\\207.md\"\n+++ \"b/docs/\\346\\226\\207.md\"\n@@ -1 +1 @@\n-a\n+b\n",
        "diff --git a/e b/e\nnew file mode 100644\nindex 000..e69\n",
    );
    assert_eq!(
        paths(diff),
        [
            (some("old name.ts"), some("new name.ts"), Change::Renamed),
            (None, some("n"), Change::New),
            (some("d"), None, Change::Deleted),
            (some("m"), some("m"), Change::Mode),
            (some("i.png"), some("i.png"), Change::Binary),
            (some("docs/文.md"), some("docs/文.md"), Change::Modified),
            (None, some("e"), Change::New),
        ]
    );
}

#[test]
fn model_made_diffs_are_mended() {
    let diff = "\n```diff\n--- a/src/x.py\n+++ b/src/x.py\n@@ -5,2 +5,9 @@ def f():\n a\n-b\n+c\n--- a/y.py\n+++ b/y.py\n@@ -1 +1 @@\n-q\n+r\n```\n";
    let files = read(diff);
    assert_eq!(paths(diff).len(), 2);
    assert!(files.iter().all(FileDiff::mended));
    assert_eq!(files[1].path().map(RepoPath::as_str), Some("y.py"));
}

#[test]
fn counts_that_are_too_small_lose_nothing() {
    let diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n+c\n d\ndiff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-1\n+2\n";
    let files = read(diff);
    assert_eq!(files[0].hunks[0].lines.len(), 4);
    assert!(files[0].mended() && !files[1].mended());
}

#[test]
fn crlf_headers_and_content() {
    let diff =
        "diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n\\ No newline at end of file\r\n";
    let files = read(diff);
    assert_eq!(files[0].path().map(RepoPath::as_str), Some("x"));
    assert_eq!(files[0].hunks[0].lines[0].text, "a\r");
}

#[test]
fn marks_of_the_old_side() {
    // Old file: 1 a, 2 b, 3 c, 4 d, 5 e. The fix puts x after 1, replaces 3 by y, removes 5.
    let diff = "--- a/f\n+++ b/f\n@@ -1,5 +1,5 @@\n a\n+x\n b\n-c\n+y\n d\n-e\n";
    assert_eq!(
        read(diff)[0].old_marks(),
        [(1, OldMark::AddedAfter), (3, OldMark::Changed), (5, OldMark::Removed)]
    );
    // `-0,0`: everything is new; `-7,0` means after line 7.
    assert_eq!(
        read("--- a/f\n+++ b/f\n@@ -7,0 +8,2 @@\n+x\n+y\n")[0].old_marks(),
        [(7, OldMark::AddedAfter)]
    );
}

#[test]
fn garbage_yields_nothing() {
    for junk in [
        "",
        "no diff here",
        "@@ -1 +1 @@\n-a\n+b",
        "diff --git \n",
        "--- a\n",
        "\\ No newline",
    ] {
        assert!(read(junk).is_empty(), "{junk}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_without_panic(text in "[-+@ abdifgt/\\n\\\\\"0-9,]{0,200}") {
        for file in read(&text) {
            let marks = file.old_marks();
            proptest::prop_assert!(marks.iter().all(|(n, _)| *n < u32::MAX));
        }
    }
}
