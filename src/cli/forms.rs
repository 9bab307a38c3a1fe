//! `casefile forms`.

use std::path::Path;

use serde_json::json;

use crate::base::error::{Problem, Result};
use crate::domain::form::{Answer, Combine, Form, Question, keys, plain};
use crate::store::forms;
use crate::store::workspace::Workspace;
use crate::text::clean;
use crate::work::forms::in_use;

use super::args::Forms;
use super::session::{keymap, keys_clash};

/// Lists the forms of a workspace, or checks and shows one.
///
/// # Errors
/// A form that is not there or has a mistake, with file, line and caret.
pub fn run(args: &Forms) -> Result<u8> {
    let ws = match &args.workspace {
        Some(dir) => Some(Workspace::open(dir)?),
        None => None,
    };
    let root = ws.as_ref().map_or_else(|| Path::new("."), |w| w.root.as_path());
    if let Some(name) = &args.form {
        let path = Path::new(name);
        let toml = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
        let form = if toml || name.contains('/') {
            forms::file(path)?
        } else {
            forms::load(root, name)?
        };
        keys_clash(&form, &keymap(None)?).map_err(|p| if toml { p.in_file(path) } else { p })?;
        if args.toml {
            return super::print(&clean::text(&forms::source(root, name)?)).map(|()| 0);
        }
        super::print(&if args.json {
            super::safe_json(&format!("{:#}\n", as_json(&form)))
        } else {
            shown(&form)
        })?;
        return Ok(0);
    }
    let used: Vec<String> = match &ws {
        Some(ws) => in_use(ws)?.iter().map(|f| f.id.clone()).collect(),
        None => Vec::new(),
    };
    let mut all = Vec::new();
    for name in forms::names(root) {
        let form = forms::load(root, &name)?;
        if form.id != name {
            return Err(
                Problem::input(format!("the form in '{name}.toml' calls itself '{}'", form.id))
                    .in_file(root.join("forms").join(format!("{name}.toml")))
                    .at_field("id")
                    .mend("give file and form the same name"),
            );
        }
        all.push(form);
    }
    if args.json {
        let list: Vec<_> = all
            .iter()
            .map(|f| json!({"id": f.id, "title": f.title, "version": f.hash, "in_use": used.contains(&f.id)}))
            .collect();
        super::print(&super::safe_json(&format!("{:#}\n", json!(list))))?;
        return Ok(0);
    }
    let mut out = String::new();
    for f in &all {
        let mark = if used.contains(&f.id) { "in use" } else { "" };
        out.push_str(&format!(
            "{:<16} {:>2} questions  {:<8} {}\n",
            clean::line(&f.id),
            f.questions.len(),
            mark,
            clean::line(&f.title)
        ));
    }
    super::print(&out)?;
    Ok(0)
}

fn kind(q: &Question) -> String {
    match q.answer {
        Answer::Choice => "choice".to_owned(),
        Answer::Ordinal => "ordinal".to_owned(),
        Answer::Scale => format!("scale {} to {}", q.range.0, q.range.1),
        Answer::YesNo => "yes or no".to_owned(),
        Answer::Text => "text".to_owned(),
    }
}

/// A form in words, as an annotator will meet it.
fn shown(form: &Form) -> String {
    let mut out = format!("{}  ({})\n", clean::line(&form.title), form.hash);
    for line in clean::text(form.guide.trim()).lines() {
        out.push_str(&format!("  {line}\n"));
    }
    for q in &form.questions {
        let on: Vec<String> = q.on.iter().map(|o| format!("{o:?}").to_lowercase()).collect();
        let mut marks = vec![kind(q), format!("about {}", on.join(", "))];
        for (yes, word) in [
            (q.required, "required"),
            (q.reason, "with a sentence of reasoning"),
            (q.when.is_some(), "asked only where it applies"),
        ] {
            if yes {
                marks.push(word.to_owned());
            }
        }
        out.push_str(&format!("\n{}  {}\n", clean::line(&q.id), clean::line(&q.label)));
        out.push_str(&format!("  {}\n", marks.join(" · ")));
        if !q.help.is_empty() {
            out.push_str(&format!("  {}\n", clean::line(&q.help)));
        }
        let all: Vec<String> = keys::keys(q)
            .iter()
            .map(|(k, v)| format!("{k} {}", clean::line(&plain(v))))
            .collect();
        if !all.is_empty() {
            out.push_str(&format!("  {}\n", all.join("   ")));
        }
    }
    for c in &form.checks {
        let lead = if c.block { "blocks" } else { "warns" };
        out.push_str(&format!("\n{lead}: {}", clean::line(&c.says)));
    }
    if !form.checks.is_empty() {
        out.push('\n');
    }
    for r in &form.retention {
        let how = match r.combine {
            Combine::All => "all accept".to_owned(),
            Combine::Majority => "more than half accept".to_owned(),
            Combine::Of(k) => format!("at least {k} accept"),
        };
        let veto = if r.veto.is_some() { ", no veto" } else { "" };
        let audit = if r.audit.is_some() { ", then an audit" } else { "" };
        out.push_str(&format!(
            "\nretained ({}): {} reviewers, {how}{veto}{audit}",
            clean::line(&r.name),
            r.reviewers
        ));
    }
    if !form.retention.is_empty() {
        out.push('\n');
    }
    out
}

fn as_json(form: &Form) -> serde_json::Value {
    let questions: Vec<_> = form
        .questions
        .iter()
        .map(|q| {
            json!({
                "id": q.id, "label": q.label, "answer": q.answer, "on": q.on, "required": q.required,
                "reason": q.reason, "answers": q.domain(), "former": q.former,
            })
        })
        .collect();
    json!({"id": form.id, "title": form.title, "version": form.hash, "blind": form.blind, "questions": questions})
}
