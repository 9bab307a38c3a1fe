//! A report as Markdown: charts become bars of blocks.

use crate::domain::show;
use crate::text::clean;

use super::block::{Block, Section};

/// Cells of a full bar.
const CELLS: f64 = 25.0;

fn escape(raw: &str) -> String {
    clean::line(raw).replace('|', "\\|").replace('<', "&lt;")
}

/// The whole file.
pub(super) fn render(title: &str, sections: &[Section]) -> String {
    let mut out = format!("# {}\n", escape(title));
    for s in sections {
        out.push_str(&format!(
            "\n## {}\n\n```sh\n{}\n```\n",
            escape(&s.title),
            clean::line(&s.command)
        ));
        for block in &s.blocks {
            out.push('\n');
            out.push_str(&one(block));
        }
    }
    out
}

fn table(head: &[String], rows: &[Vec<String>], left: usize) -> String {
    let line = |row: &[String]| {
        format!(
            "| {} |\n",
            row.iter().map(|c| escape(c)).collect::<Vec<_>>().join(" | ")
        )
    };
    let rule: Vec<String> = (0..head.len())
        .map(|n| if n < left { "---" } else { "---:" }.to_owned())
        .collect();
    let body: String = rows.iter().map(|r| line(r)).collect();
    format!("{}{}{body}", line(head), line(&rule))
}

fn bar(value: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of the cells"
    )]
    let cells = (value.clamp(0.0, 1.0) * CELLS).round() as usize;
    "█".repeat(cells)
}

fn one(block: &Block) -> String {
    match block {
        Block::Note(text) => format!("{}\n", escape(text)),
        Block::Table(head, rows, left) => table(head, rows, *left),
        Block::Bars(title, bars) => {
            let rows: Vec<Vec<String>> = bars
                .iter()
                .map(|b| {
                    let interval = b.interval.map_or_else(String::new, |(lo, hi)| {
                        format!("{} to {}", show::percent(Some(lo)), show::percent(Some(hi)))
                    });
                    vec![
                        b.label.clone(),
                        b.value.map(bar).unwrap_or_default(),
                        show::percent(b.value),
                        interval,
                    ]
                })
                .collect();
            let head = ["", title, "%", "95 % interval"].map(str::to_owned);
            table(&head, &rows, 2)
        }
        Block::Curve(title, lines) => {
            let ks: Vec<u32> = lines
                .first()
                .map(|l| l.points.iter().map(|(k, _)| *k).collect())
                .unwrap_or_default();
            let head: Vec<String> = std::iter::once(title.clone())
                .chain(ks.iter().map(ToString::to_string))
                .collect();
            let rows: Vec<Vec<String>> = lines
                .iter()
                .map(|l| {
                    let values = l.points.iter().map(|(_, v)| format!("{:.1}", v * 100.0));
                    std::iter::once(l.name.clone()).chain(values).collect()
                })
                .collect();
            table(&head, &rows, 1)
        }
        Block::Heat(title, columns, rows) => {
            let head: Vec<String> = std::iter::once(title.clone()).chain(columns.iter().cloned()).collect();
            let rows: Vec<Vec<String>> = rows
                .iter()
                .map(|(label, values)| {
                    let cells = values
                        .iter()
                        .map(|(v, few)| format!("{}{}", show::percent(*v), if *few { " *" } else { "" }));
                    std::iter::once(label.clone()).chain(cells).collect()
                })
                .collect();
            table(&head, &rows, 1)
        }
    }
}
