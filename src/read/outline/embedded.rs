//! Script blocks of component files (Vue, Svelte) as a source of their own, on the lines of the file.

use crate::read::lang::Lang;

/// The scripts of the component file at `path` and their language; everything else of `text` becomes empty
/// lines, so line numbers stay those of the file. `None` for other files.
pub(super) fn scripts(path: &str, text: &str) -> Option<(Lang, String)> {
    let (_, ext) = path.rsplit_once('.')?;
    if !matches!(ext, "vue" | "svelte") {
        return None;
    }
    let mut lang = Lang::JavaScript;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // What is left of the text starts outside of every script.
    while let Some((before, tail)) = split_at(rest, "<script") {
        blank(before, &mut out);
        let Some((tag, body)) = tail.split_once('>') else {
            rest = tail;
            continue;
        };
        blank(tag, &mut out);
        if ["\"ts\"", "'ts'", "\"typescript\"", "'typescript'"]
            .iter()
            .any(|l| tag.contains(l))
        {
            lang = Lang::TypeScript;
        } else if tag.contains("\"tsx\"") || tag.contains("'tsx'") {
            lang = Lang::Tsx;
        }
        let (script, after) = split_at(body, "</script").unwrap_or((body, ""));
        out.push_str(script);
        rest = after;
    }
    blank(rest, &mut out);
    Some((lang, out))
}

/// What stands before `tag` and after it; its case does not count.
fn split_at<'a>(text: &'a str, tag: &str) -> Option<(&'a str, &'a str)> {
    let found = memchr::memchr_iter(b'<', text.as_bytes()).find(|&at| {
        text.as_bytes()
            .get(at..at + tag.len())
            .is_some_and(|bytes| bytes.eq_ignore_ascii_case(tag.as_bytes()))
    })?;
    Some((text.get(..found)?, text.get(found + tag.len()..)?))
}

fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().filter(|b| *b == b'\n').map(char::from));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_stay_on_their_lines() {
        let text = "<template>\n  <p/>\n</template>\n<Script setup\n lang=\"ts\">\nlet a\n</script>\n<style>\np {}\n</style>\n<script>let b</script>\n";
        assert_eq!(
            scripts("x/A.vue", text),
            Some((Lang::TypeScript, "\n\n\n\n\nlet a\n\n\n\n\nlet b\n".to_owned()))
        );
        assert_eq!(scripts("a.html", text), None);
        assert_eq!(scripts("a.vue", "<script"), Some((Lang::JavaScript, String::new())));
        assert_eq!(scripts("a.vue", "é<script>é"), Some((Lang::JavaScript, "é".to_owned())));
    }
}
