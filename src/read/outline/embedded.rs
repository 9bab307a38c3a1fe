//! Script blocks of markup (HTML, Vue, Svelte) as a source of their own, on the lines of the file.

use tree_sitter::Node;

use crate::read::lang::{Lang, parse};

/// The scripts in `text`, which is markup of `lang`, and their language; everything else becomes empty lines,
/// so line numbers stay those of the file. TypeScript when one of the blocks is.
pub(super) fn scripts(lang: Lang, text: &str, stop: &dyn Fn() -> bool) -> (Lang, String) {
    let mut script = Lang::JavaScript;
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    if let Some(tree) = parse(lang, text, stop) {
        let mut cursor = tree.walk();
        // The tag before the open node, if it starts a script.
        let mut tag = None;
        'walk: loop {
            let node = cursor.node();
            match node.kind() {
                "start_tag" => tag = Some(node),
                "raw_text" => {
                    if let Some(own) = tag.and_then(|t| language(t, text))
                        && let (Some(before), Some(body)) =
                            (text.get(at..node.start_byte()), text.get(node.byte_range()))
                    {
                        blank(before, &mut out);
                        out.push_str(body);
                        at = node.end_byte();
                        if own != Lang::JavaScript && script != Lang::Tsx {
                            script = own;
                        }
                    }
                }
                _ => {}
            }
            if node.kind() != "start_tag" && cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'walk;
                }
            }
        }
    }
    blank(text.get(at..).unwrap_or_default(), &mut out);
    (script, out)
}

/// The language of the script that `tag` starts; `None` when it starts something else, or data.
fn language(tag: Node<'_>, text: &str) -> Option<Lang> {
    let of = |node: Node<'_>| text.get(node.byte_range()).unwrap_or_default();
    let mut cursor = tag.walk();
    let mut lang = Lang::JavaScript;
    for child in tag.named_children(&mut cursor) {
        match child.kind() {
            "tag_name" if of(child).eq_ignore_ascii_case("script") => {}
            "tag_name" => return None,
            "attribute" => {
                let Some((name, value)) = of(child).split_once('=') else {
                    continue;
                };
                let value = value.trim().trim_matches(['"', '\'']).to_lowercase();
                match name.trim().to_lowercase().as_str() {
                    "lang" | "type" if value.ends_with("tsx") => lang = Lang::Tsx,
                    "lang" | "type" if value == "ts" || value.ends_with("typescript") => lang = Lang::TypeScript,
                    "type" if !script_type(&value) => return None,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    Some(lang)
}

/// Templates, import maps and JSON are no scripts.
fn script_type(value: &str) -> bool {
    const KNOWN: [&str; 6] = ["javascript", "ecmascript", "module", "babel", "jsx", ""];
    let last = value.rsplit('/').next().unwrap_or(value);
    let last = last.split(';').next().unwrap_or(last).trim_start_matches("x-").trim();
    KNOWN.contains(&last)
}

fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().filter(|b| *b == b'\n').map(char::from));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lang: Lang, text: &str) -> (Lang, String) {
        scripts(lang, text, &|| false)
    }

    #[test]
    fn scripts_stay_on_their_lines() {
        let text = "<template>\n  <p/>\n</template>\n<Script setup\n lang=\"ts\">\nlet a\n</script>\n<style>\np {}\n</style>\n<script>let b</script>\n";
        let want = (Lang::TypeScript, "\n\n\n\n\nlet a\n\n\n\n\nlet b\n".to_owned());
        assert_eq!(of(Lang::Vue, text), want);
        assert_eq!(of(Lang::Vue, "<script"), (Lang::JavaScript, String::new()));
        assert_eq!(of(Lang::Vue, "é<script>é"), (Lang::JavaScript, "é".to_owned()));
    }

    #[test]
    fn only_scripts_count() {
        let text = "<!-- <script>let a</script> -->\n<script type=\"text/template\"><p></p></script>\n<script type=application/json>{}</script>\n<p title=\"<script>\">\n<script generic=\"T extends A<B>\">let b</script>\n<SCRIPT TYPE=\"text/javascript\">let c</SCRIPT>\n";
        assert_eq!(
            of(Lang::Html, text),
            (Lang::JavaScript, "\n\n\n\nlet b\nlet c\n".to_owned())
        );
    }

    #[test]
    fn blocks_of_svelte_are_no_tags() {
        let text = "<script context=\"module\" lang=\"ts\">let a</script>\n{#if a < b}<p on:click={() => a < b}/>{/if}\n<script>let c</script>\n";
        assert_eq!(
            of(Lang::Svelte, text),
            (Lang::TypeScript, "let a\n\nlet c\n".to_owned())
        );
    }
}
