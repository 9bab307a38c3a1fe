//! Cases as rows for systems outside, in each of the four input modes. Rows hold nothing of the answer: no gold, no fix,
//! no labels.

use serde_json::{Value, json};

use super::block::{self, Limits};
use super::prompt::fill;
use crate::domain::case::{Case, Exhibit};
use crate::domain::evidence::Evidence;
use crate::domain::modes::MODES;

mod images;
mod layout;
#[cfg(test)]
mod tests;

/// What a system is given of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The text, images removed.
    Text,
    /// Text and images.
    Image,
    /// The text, and in the place of the images what was read out of them.
    Vce,
    /// Text, evidence and images.
    Both,
}

impl Mode {
    /// All in the order of [`MODES`].
    pub const ALL: [Self; 4] = [Self::Text, Self::Image, Self::Vce, Self::Both];

    /// The word by which runs are told apart: one of [`MODES`].
    pub fn word(self) -> &'static str {
        let [text, image, vce, both] = MODES;
        match self {
            Self::Text => text,
            Self::Image => image,
            Self::Vce => vce,
            Self::Both => both,
        }
    }

    /// The word for the name of a file, from which the import knows the mode as well.
    pub fn slug(self) -> &'static str {
        match self {
            Self::Text => "text-only",
            Self::Image => "with-image",
            Self::Vce => "vce",
            Self::Both => "vce-image",
        }
    }

    /// The mode that the name of a file tells, with what stands before it: `mysystem-vce-image` is `mysystem` and
    /// [`Self::Both`]. `None` for another name.
    pub fn of_name(name: &str) -> Option<(&str, Self)> {
        // The longest first: another one may be its end.
        let all = [Self::Both, Self::Image, Self::Text, Self::Vce];
        all.into_iter().find_map(|mode| {
            let stem = name.strip_suffix(mode.slug())?;
            let cut = stem.strip_suffix(['-', '_', '.']);
            cut.or_else(|| stem.is_empty().then_some("")).map(|stem| (stem, mode))
        })
    }

    /// Whether the images go along.
    pub fn pixels(self) -> bool {
        matches!(self, Self::Image | Self::Both)
    }

    /// Whether the evidence goes along.
    pub fn evidence(self) -> bool {
        matches!(self, Self::Vce | Self::Both)
    }
}

/// The row of a case in a mode. Of several records about one exhibit the first counts.
///
/// `instance_id` and `mode` are for the answer to carry back, by which its run is named. `problem_statement` is title and
/// text as the system should read them, `prompt` the same as a question that is ready to be asked. `images` lists what
/// goes along, `{exhibit, source, path}` with the path under the workspace; `missing` what should and cannot. `producers`
/// says who read the evidence, `unseen` which exhibits have none.
pub fn row(case: &Case, evidence: &[&Evidence], mode: Mode, limits: Limits) -> Value {
    let body = images::marked(&case.body, &case.exhibits, mode != Mode::Text);
    let used: Vec<&Evidence> = case
        .exhibits
        .iter()
        .filter_map(|x| evidence.iter().find(|e| e.exhibit == x.id).copied())
        .filter(|e| mode.evidence() && !block::lines(e, limits).is_empty())
        .collect();
    let block = block::block(case, &used, limits);
    // Blanks before the first line may make it code.
    let body = body.trim_end();
    let body = match body.find(|c: char| !c.is_whitespace()) {
        Some(first) => body
            .get(..first)
            .and_then(|b| b.rfind('\n'))
            .map_or(body, |at| body.get(at + 1..).unwrap_or(body)),
        None => "",
    };
    let issue = match (body, block.as_str()) {
        (body, "") => body.to_owned(),
        ("", block) => block.to_owned(),
        (body, block) => format!("{body}\n\n{block}"),
    };
    let mut producers: Vec<&str> = used.iter().map(|e| e.producer.as_str()).collect();
    producers.sort_unstable();
    producers.dedup();
    let (there, missing): (Vec<&Exhibit>, Vec<&Exhibit>) = case
        .exhibits
        .iter()
        .filter(|_| mode.pixels())
        .partition(|x| x.image.is_some());
    let unseen = case
        .exhibits
        .iter()
        .filter(|x| mode.evidence() && !used.iter().any(|e| e.exhibit == x.id));
    json!({
        "instance_id": case.id,
        "mode": mode.word(),
        "repo": case.repo,
        "base_commit": case.base_commit,
        "language": case.language,
        "title": case.title,
        "problem_statement": format!("{}\n\n{issue}", case.title.trim()).trim_end(),
        "prompt": prompt(case, &issue, &there),
        "images": there.iter().map(|x| json!({
            "exhibit": x.id,
            "source": x.source,
            "path": x.image.as_ref().map(crate::domain::case::StoredImage::file),
        })).collect::<Vec<_>>(),
        "missing": missing.iter().map(|x| x.source.as_str()).collect::<Vec<_>>(),
        "producers": producers,
        "unseen": unseen.map(|x| x.id.as_str()).collect::<Vec<_>>(),
    })
}

/// The question about a case whose text is `issue` and to which the pictures of `attached` go along. They are told by the
/// numbers that they have in the text, where their marks may stand in any order and others may be missing.
fn prompt(case: &Case, issue: &str, attached: &[&Exhibit]) -> String {
    let template = include_str!("../../../assets/prompts/locate.txt").trim_end();
    let or = |text: &str, other: &str| {
        if text.is_empty() {
            other.to_owned()
        } else {
            text.to_owned()
        }
    };
    let all = case.exhibits.iter().enumerate();
    let numbers = all.filter(|(_, x)| attached.iter().any(|a| a.id == x.id));
    let numbers: Vec<String> = numbers.map(|(n, _)| format!("[Image {}]", n + 1)).collect();
    let list = numbers.join(", ");
    let images = match numbers.len() {
        0 => String::new(),
        1 => format!("One image of the issue is attached: {list}.\n"),
        n => format!("{n} images of the issue are attached, numbered as in its text, in this order: {list}.\n"),
    };
    fill(
        template,
        &[
            ("repo", &or(&case.repo, "at hand")),
            ("language", &or(&case.language, "language not known")),
            ("commit", &or(&case.base_commit, "not known")),
            ("images", &images),
            ("title", case.title.trim()),
            ("issue", issue),
        ],
    )
}
