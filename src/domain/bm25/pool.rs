//! Which files of a commit are ranked, as far as their paths tell.

/// Largest file that is ranked, in bytes.
pub const LARGEST: u64 = 1 << 20;

/// Longest line of a file that is ranked, in bytes; longer ones are generated or minified.
pub const LONGEST_LINE: usize = 16 << 10;

/// Folders that hold tests and what tests need.
const DIRS: [&str; 16] = [
    "test",
    "tests",
    "__tests__",
    "__test__",
    "spec",
    "specs",
    "testing",
    "testdata",
    "test-data",
    "fixtures",
    "__fixtures__",
    "__mocks__",
    "__snapshots__",
    "e2e",
    "cypress",
    "androidtest",
];

/// Words that name a test when they are the first or last part of a file's name.
const ENDS: [&str; 6] = ["test", "tests", "spec", "specs", "e2e", "stories"];

/// Whether a file is a test by its path: a folder of tests, `x.test.ts`, `x_test.go`, `test_x.py`, `XTest.java`.
pub fn is_test(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or("");
    let named = |dir: &str| {
        let dir = dir.to_ascii_lowercase();
        let last = dir.rsplit(['-', '_', '.']).next();
        DIRS.contains(&dir.as_str()) || last == Some("tests")
    };
    if parts.any(named) {
        return true;
    }
    let lower = name.to_ascii_lowercase();
    let stem = lower.split_once('.').map_or(lower.as_str(), |(stem, _)| stem);
    let mut middle = lower.split('.').skip(1).collect::<Vec<_>>();
    middle.pop();
    let sign = |c| matches!(c, '_' | '-');
    let last = stem.rsplit(sign).next().unwrap_or("");
    let alone = !stem.contains(sign);
    // `test_x.py`, `x_test.go`, `x-spec.js`; a file that is just called `test.js` too.
    let by_stem = stem.starts_with("test_")
        || stem.starts_with("test-")
        || (ENDS.contains(&last) && (!alone || last != "stories"));
    // `LegendTest.java`, `LegendTests.cs`, `ITLegend` is not told.
    let camel = ["Test", "Tests", "Spec", "IT"].iter().any(|end| {
        let head = name.split('.').next().and_then(|n| n.strip_suffix(end));
        head.is_some_and(|h| {
            h.chars()
                .next_back()
                .is_some_and(|c| c.is_lowercase() || c.is_ascii_digit())
        })
    });
    middle.iter().any(|m| ENDS.contains(m)) || by_stem || camel || stem == "conftest"
}

/// Whether a file is minified by its name.
pub fn is_minified(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.contains(".min.") || name.contains("-min.")
}

/// Whether a file's text is generated: a line that nobody would write.
pub fn is_generated(text: &str) -> bool {
    text.len() > LONGEST_LINE && text.lines().any(|l| l.len() > LONGEST_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_by_their_paths() {
        for path in [
            "test/unit/x.js",
            "packages/a/__tests__/b.js",
            "src/x.test.ts",
            "src/x.spec.tsx",
            "src/Button.stories.js",
            "pkg/x_test.go",
            "tests.py",
            "a/test_x.py",
            "a/b/LegendTest.java",
            "Legend.Tests/X.cs",
            "a/conftest.py",
            "spec/x.rb",
            "x-spec.js",
            "app/src/androidTest/X.kt",
        ] {
            assert!(is_test(path), "{path}");
        }
        for path in [
            "src/latest.js",
            "src/contest/x.js",
            "src/inspector.ts",
            "lib/testament.py",
            "src/Attest.java",
            "src/AUDIT.cs",
            "src/rules/no-test-import.js",
            "stories.js",
            "src/attestations.go",
        ] {
            assert!(!is_test(path), "{path}");
        }
        assert!(is_minified("dist/a.min.js") && !is_minified("src/admin.js"));
        assert!(is_generated(&"x".repeat(LONGEST_LINE + 1)) && !is_generated(&"x\n".repeat(LONGEST_LINE)));
    }
}
