//! Words that tell nothing: of English, of code, and of the forms that issues are written in.

/// English function words.
const ENGLISH: &[&str] = &[
    "about", "above", "after", "again", "all", "also", "am", "an", "and", "any", "are", "aren", "as", "at", "be",
    "because", "been", "before", "being", "below", "between", "both", "but", "by", "can", "cannot", "could", "couldn",
    "did", "didn", "do", "does", "doesn", "doing", "don", "down", "during", "each", "else", "even", "few", "for",
    "from", "further", "get", "gets", "getting", "got", "had", "hadn", "has", "hasn", "have", "haven", "having", "he",
    "her", "here", "hers", "him", "his", "how", "however", "if", "in", "instead", "into", "is", "isn", "it", "its",
    "just", "like", "ll", "make", "makes", "may", "me", "might", "more", "most", "much", "must", "my", "need", "no",
    "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or", "other", "our", "ours", "out", "over", "own",
    "re", "same", "see", "seems", "she", "should", "shouldn", "so", "some", "still", "such", "than", "that", "the",
    "their", "theirs", "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under",
    "until", "up", "us", "use", "used", "using", "ve", "very", "want", "was", "wasn", "way", "we", "were", "weren",
    "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with", "without", "won", "would",
    "wouldn", "you", "your", "yours",
];

/// Keywords and names that stand in nearly every file of some language.
const CODE: &[&str] = &[
    "abstract",
    "async",
    "await",
    "bool",
    "boolean",
    "break",
    "case",
    "catch",
    "char",
    "const",
    "continue",
    "def",
    "default",
    "double",
    "elif",
    "end",
    "enum",
    "except",
    "export",
    "exports",
    "extends",
    "extern",
    "false",
    "final",
    "finally",
    "float",
    "func",
    "function",
    "goto",
    "implements",
    "import",
    "include",
    "int",
    "interface",
    "lambda",
    "let",
    "long",
    "module",
    "mut",
    "namespace",
    "new",
    "nil",
    "none",
    "null",
    "override",
    "package",
    "pass",
    "private",
    "protected",
    "pub",
    "public",
    "raise",
    "require",
    "return",
    "self",
    "short",
    "signed",
    "static",
    "struct",
    "super",
    "switch",
    "throw",
    "throws",
    "true",
    "try",
    "typeof",
    "undefined",
    "unsigned",
    "using",
    "var",
    "void",
    "volatile",
    "yield",
];

/// Words of issue forms and of talk about issues.
const ISSUE: &[&str] = &[
    "actual",
    "behavior",
    "behaviour",
    "browser",
    "bug",
    "bugs",
    "codepen",
    "codesandbox",
    "current",
    "describe",
    "description",
    "environment",
    "example",
    "expect",
    "expected",
    "fiddle",
    "fix",
    "github",
    "happen",
    "happening",
    "happens",
    "hello",
    "hi",
    "issue",
    "issues",
    "jsfiddle",
    "please",
    "possible",
    "problem",
    "repro",
    "reproduce",
    "reproducible",
    "reproduction",
    "screenshot",
    "screenshots",
    "solution",
    "steps",
    "thanks",
    "version",
    "work",
    "working",
    "works",
    "wrong",
];

/// Lucene's English stop words.
const LUCENE: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of",
    "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
];

/// Whether a term in lower case is left out of code and issues.
pub(super) fn code(term: &str) -> bool {
    [ENGLISH, CODE, ISSUE]
        .iter()
        .any(|list| list.binary_search(&term).is_ok())
}

/// Whether Lucene's English analyser leaves it out.
pub(super) fn lucene(term: &str) -> bool {
    LUCENE.binary_search(&term).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_say_nothing_twice() {
        for list in [ENGLISH, CODE, ISSUE, LUCENE] {
            assert!(
                list.is_sorted_by(|a, b| a < b),
                "{:?}",
                list.windows(2).find(|w| w[0] >= w[1])
            );
        }
        assert_eq!(LUCENE.len(), 33);
        assert!(code("function") && code("steps") && code("the") && !code("legend"));
    }
}
