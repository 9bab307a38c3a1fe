//! A report as one HTML file: styles and charts inside, nothing fetched.

use crate::text::clean;

use super::block::{Block, Section};
use super::svg;

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:1080px;margin:2em auto;padding:0 1em;color:#222;background:#fff}\
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2.2em;border-bottom:1px solid #ddd}\
table{border-collapse:collapse;margin:.8em 0;font-variant-numeric:tabular-nums}\
th,td{padding:.2em .7em;border-bottom:1px solid #eee;text-align:right;white-space:nowrap}\
th.l,td.l{text-align:left}th{border-bottom:2px solid #bbb}\
code{background:#f4f4f4;padding:.15em .4em;border-radius:3px;font-size:.9em}\
p.note{color:#555;max-width:70em}figure{margin:1em 0;overflow-x:auto}figcaption{color:#555;margin-bottom:.3em}\
div.t{overflow-x:auto}";

/// Text as HTML text: cleaned, then escaped.
pub(super) fn escape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for c in clean::line(raw).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// The whole file.
pub(super) fn render(title: &str, sections: &[Section]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{0}</title>\n<style>{STYLE}</style>\n<h1>{0}</h1>\n",
        escape(title)
    );
    for s in sections {
        out.push_str(&format!(
            "<h2>{}</h2>\n<p><code>{}</code></p>\n",
            escape(&s.title),
            escape(&s.command)
        ));
        for block in &s.blocks {
            out.push_str(&one(block));
        }
    }
    out + "</html>\n"
}

fn one(block: &Block) -> String {
    let figure =
        |title: &str, svg: String| format!("<figure><figcaption>{}</figcaption>\n{svg}</figure>\n", escape(title));
    match block {
        Block::Note(text) => format!("<p class=\"note\">{}</p>\n", escape(text)),
        Block::Bars(title, bars) => figure(title, svg::bars(title, bars)),
        Block::Curve(title, lines) => figure(title, svg::curve(title, lines)),
        Block::Heat(title, columns, rows) => figure(title, svg::heat(title, columns, rows)),
        Block::Table(head, rows, left) => {
            let cell = |tag: &str, n: usize, text: &str| {
                let class = if n < *left { " class=\"l\"" } else { "" };
                format!("<{tag}{class}>{}</{tag}>", escape(text))
            };
            let line = |tag: &str, row: &[String]| {
                let cells: String = row.iter().enumerate().map(|(n, text)| cell(tag, n, text)).collect();
                format!("<tr>{cells}</tr>\n")
            };
            let head = if head.iter().all(String::is_empty) {
                String::new()
            } else {
                line("th", head)
            };
            let body: String = rows.iter().map(|r| line("td", r)).collect();
            format!("<div class=\"t\"><table>\n{head}{body}</table></div>\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_from_files_cannot_become_markup() {
        assert_eq!(escape("<script>\u{1b}[2J\"&"), "&lt;script&gt;␛[2J&quot;&amp;");
    }
}
