//! Texts made shorter, always to a piece that stands in them.

/// The first `most` words of a text, blanks around it aside. Between them it stays as it was.
pub fn words(text: &str, most: usize) -> &str {
    let text = text.trim();
    let (mut seen, mut inside, mut end) = (0_usize, false, 0_usize);
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            inside = false;
            continue;
        }
        if !inside {
            inside = true;
            seen += 1;
            if seen > most {
                break;
            }
        }
        end = at + c.len_utf8();
    }
    text.get(..end).unwrap_or(text)
}

/// The first `most` characters of a text, and how many more there are.
pub fn chars(text: &str, most: usize) -> (&str, usize) {
    match text.char_indices().nth(most) {
        Some((at, _)) => {
            let (head, tail) = text.split_at_checked(at).unwrap_or((text, ""));
            (head, tail.chars().count())
        }
        None => (text, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_characters_are_counted() {
        assert_eq!(words("  a  b\nc d ", 3), "a  b\nc");
        assert_eq!(words("a b", 2), "a b");
        assert_eq!(words("ä ö", 1), "ä");
        assert_eq!((words("", 3), words("a", 0)), ("", ""));
        assert_eq!(chars("äöü", 2), ("äö", 1));
        assert_eq!(chars("äöü", 3), ("äöü", 0));
    }

    proptest::proptest! {
        #[test]
        fn what_is_left_stands_in_the_text(text in "(\\PC|[ \n\t]){0,40}", most in 0_usize..9) {
            let cut = words(&text, most);
            proptest::prop_assert!(text.contains(cut) && cut.split_whitespace().count() <= most);
            let (head, left) = chars(&text, most);
            proptest::prop_assert!(text.starts_with(head));
            proptest::prop_assert_eq!(head.chars().count() + left, text.chars().count());
        }
    }
}
