//! Charts as SVG: bars with intervals, lines over K, heat tables. No script, no font, no network.

use super::block::{Bar, HeatRow, Series};
use super::html::escape;

/// Colours that stay apart for most kinds of colour blindness (Okabe and Ito 2008).
const COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555",
];

/// Dashes, so that lines differ without colour.
const DASHES: [&str; 4] = ["", "6 3", "2 3", "8 3 2 3"];

fn of<'a>(all: &[&'a str], n: usize) -> &'a str {
    all.get(n % all.len().max(1)).copied().unwrap_or("")
}

fn open(w: f64, h: f64, title: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" role=\"img\" aria-label=\"{}\" \
         font-family=\"sans-serif\" font-size=\"12\"><title>{}</title>\n",
        escape(title),
        escape(title)
    )
}

/// Bars from 0 to 100 % with whiskers.
pub(super) fn bars(title: &str, all: &[Bar]) -> String {
    let (left, width, step) = (220.0, 420.0, 24.0);
    #[expect(clippy::cast_precision_loss, reason = "a handful of bars")]
    let height = all.len() as f64 * step + 40.0;
    let x = |v: f64| left + v.clamp(0.0, 1.0) * width;
    let mut out = open(left + width + 80.0, height, title);
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        out.push_str(&format!(
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"10\" y2=\"{1:.1}\" stroke=\"#ddd\"/><text x=\"{0:.1}\" y=\"{2:.1}\" \
             text-anchor=\"middle\" fill=\"#666\">{3:.0} %</text>\n",
            x(tick),
            height - 24.0,
            height - 8.0,
            tick * 100.0
        ));
    }
    for (n, bar) in all.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "a handful of bars")]
        let y = 14.0 + n as f64 * step;
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
            left - 8.0,
            y + 11.0,
            escape(&bar.label)
        ));
        let Some(value) = bar.value else { continue };
        let shade = if bar.few { "0.45" } else { "0.85" };
        out.push_str(&format!(
            "<rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" fill=\"{}\" fill-opacity=\"{shade}\"/>\n",
            y,
            x(value) - left,
            of(&COLORS, 0)
        ));
        let mut end = x(value);
        if let Some((lo, hi)) = bar.interval {
            end = x(hi);
            out.push_str(&format!(
                "<path d=\"M{0:.1} {2:.1}H{1:.1}M{0:.1} {3:.1}V{4:.1}M{1:.1} {3:.1}V{4:.1}\" stroke=\"#222\" fill=\"none\"/>\n",
                x(lo),
                x(hi),
                y + 7.0,
                y + 3.0,
                y + 11.0
            ));
        }
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\">{:.2}</text>\n",
            end + 6.0,
            y + 11.0,
            value * 100.0
        ));
    }
    out + "</svg>\n"
}

/// Lines from K = 1 on.
pub(super) fn curve(title: &str, all: &[Series]) -> String {
    let (left, top, width, height) = (44.0, 12.0, 460.0, 260.0);
    let most = all
        .iter()
        .flat_map(|s| s.points.iter())
        .map(|(k, _)| *k)
        .max()
        .unwrap_or(1)
        .max(2);
    let x = |k: u32| left + f64::from(k - 1) / f64::from(most - 1) * width;
    let y = |v: f64| top + (1.0 - v.clamp(0.0, 1.0)) * height;
    #[expect(clippy::cast_precision_loss, reason = "a handful of lines")]
    let legend = all.len() as f64 * 18.0 + 20.0;
    let mut out = open(left + width + 260.0, (top + height + 30.0).max(legend), title);
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        out.push_str(&format!(
            "<line x1=\"{left:.1}\" x2=\"{:.1}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/><text x=\"{2:.1}\" y=\"{3:.1}\" \
             text-anchor=\"end\" fill=\"#666\">{4:.0}</text>\n",
            left + width,
            y(tick),
            left - 6.0,
            y(tick) + 4.0,
            tick * 100.0
        ));
    }
    for k in (1..=most).filter(|k| *k == 1 || k % 5 == 0) {
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666\">{k}</text>\n",
            x(k),
            top + height + 18.0
        ));
    }
    for (n, series) in all.iter().enumerate() {
        let path: Vec<String> = series
            .points
            .iter()
            .map(|(k, v)| format!("{:.1},{:.1}", x(*k), y(*v)))
            .collect();
        let (color, dash) = (of(&COLORS, n), of(&DASHES, n / COLORS.len() + n % 2));
        out.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"/>\n",
            path.join(" ")
        ));
        #[expect(clippy::cast_precision_loss, reason = "a handful of lines")]
        let at = 18.0 + n as f64 * 18.0;
        out.push_str(&format!(
            "<line x1=\"{0:.1}\" x2=\"{1:.1}\" y1=\"{2:.1}\" y2=\"{2:.1}\" stroke=\"{color}\" stroke-width=\"2\" \
             stroke-dasharray=\"{dash}\"/><text x=\"{3:.1}\" y=\"{4:.1}\">{5}</text>\n",
            left + width + 14.0,
            left + width + 40.0,
            at,
            left + width + 46.0,
            at + 4.0,
            escape(&series.name)
        ));
    }
    out + "</svg>\n"
}

/// A table of shades.
pub(super) fn heat(title: &str, columns: &[String], rows: &[HeatRow]) -> String {
    let (left, top, w, h) = (220.0, 76.0, 74.0, 24.0);
    #[expect(clippy::cast_precision_loss, reason = "a handful of cells")]
    let at = |n: usize| n as f64;
    let mut out = open(
        left + at(columns.len()) * w + 60.0,
        top + at(rows.len()) * h + 10.0,
        title,
    );
    for (c, name) in columns.iter().enumerate() {
        let x = left + at(c) * w + w / 2.0;
        out.push_str(&format!(
            "<text transform=\"translate({x:.1} {:.1}) rotate(-35)\">{}</text>\n",
            top - 8.0,
            escape(name)
        ));
    }
    for (r, (label, values)) in rows.iter().enumerate() {
        let y = top + at(r) * h;
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
            left - 8.0,
            y + 16.0,
            escape(label)
        ));
        for (c, (value, few)) in values.iter().enumerate() {
            let x = left + at(c) * w;
            let shade = value.unwrap_or(0.0);
            let ink = if shade > 0.55 { "#fff" } else { "#222" };
            let text = value.map_or_else(
                || "–".to_owned(),
                |v| format!("{:.1}{}", v * 100.0, if *few { " *" } else { "" }),
            );
            out.push_str(&format!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" fill-opacity=\"{:.2}\" stroke=\"#eee\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{text}</text>\n",
                w - 2.0,
                h - 2.0,
                of(&COLORS, 0),
                0.05 + shade * 0.9,
                x + w / 2.0 - 1.0,
                y + 15.0
            ));
        }
    }
    out + "</svg>\n"
}
