//! What every screen starts from: workspace, annotator, form, keymap, theme.

use std::path::Path;
use std::sync::Arc;

use crate::app::model::Settings;
use crate::base::error::{Problem, Result};
use crate::domain::form::Form;
use crate::keys::action::Context;
use crate::keys::keymap::{Found, Keymap};
use crate::keys::load as keymaps;
use crate::store::config::{self, User};
use crate::store::workspace::{Workspace, annotator, annotator_given};
use crate::ui::picture::Protocol;
use crate::ui::theme::{self, Theme};
use crate::work::{forms, sample};

use super::args::Shared;
use super::env::Env;

/// A session before it has a terminal.
#[derive(Debug)]
pub struct Session {
    /// The workspace.
    pub ws: Workspace,
    /// Settings of the model.
    pub settings: Settings,
    /// Looks.
    pub theme: Theme,
    /// Protocol asked for.
    pub protocol: Option<Protocol>,
}

/// Prepares a session: `dir`, or the sample.
///
/// # Errors
/// Any file or name on the way that is wrong.
pub fn prepare(dir: Option<&Path>, shared: &Shared, fresh: bool, env: &Env) -> Result<Session> {
    let user = user(env)?;
    let ws = workspace(dir, fresh, env)?;
    let (me, me_from) = who(shared, &user, env, &ws, dir.is_none())?;
    let forms = forms::in_use(&ws)?;
    let keymap = keymap(shared.keymap.as_deref().or(user.keymap.as_deref()))?;
    for form in &forms {
        keys_clash(form, &keymap)?;
    }
    let blind = shared.blind || ws.config.blind;
    let name = match dir {
        None => "sample".to_owned(),
        Some(d) => std::fs::canonicalize(d)
            .ok()
            .and_then(|d| d.file_name().map(|n| n.to_string_lossy().into_owned()))
            .unwrap_or_else(|| d.display().to_string()),
    };
    let protocol = shared.protocol.as_ref().or(user.protocol.as_ref());
    let protocol = protocol
        .map(|p| p.parse().map_err(|e: String| Problem::input(e)))
        .transpose()?;
    Ok(Session {
        settings: Settings {
            root: ws.root.clone(),
            name,
            me,
            me_from,
            blind,
            secret: forms::secret(&ws) || blind,
            round: Arc::new(ws.config.round.clone()),
            stay: user.stay.unwrap_or(false),
            form: forms.first().cloned().unwrap_or_default(),
            forms,
            keymap: Arc::new(keymap),
        },
        theme: theme(shared.theme.as_deref(), &user, env)?,
        protocol,
        ws,
    })
}

/// A key that a form names must not mean something else on the sheet.
///
/// # Errors
/// Names form, question, key and what it does.
pub fn keys_clash(form: &Form, keymap: &Keymap) -> Result<()> {
    for q in &form.questions {
        for o in q.options.iter().filter(|o| !o.key.is_empty()) {
            let Ok(typed) = crate::keys::stroke::sequence(&o.key) else {
                return Err(Problem::input(format!("form '{}': '{}' is no key", form.id, o.key)));
            };
            let taken = match keymap.lookup(Context::Sheet, &typed) {
                Found::Nothing => None,
                Found::Action(action) => Some(action.doc()),
                Found::Pending(_) => Some("the start of a sequence".to_owned()),
            };
            if let Some(doc) = taken {
                return Err(Problem::input(format!(
                    "form '{}': the key '{}' of '{}' has another meaning on the sheet: {doc}",
                    form.id, o.key, q.id
                ))
                .at_field(q.id.clone())
                .mend("choose another key in the form, or unbind it in the [sheet] table of your keymap"));
            }
        }
    }
    Ok(())
}

/// The user's own settings.
///
/// # Errors
/// The file is there but wrong.
pub fn user(env: &Env) -> Result<User> {
    match &env.config {
        Some(path) if path.exists() => config::read_toml(path),
        _ => Ok(User::default()),
    }
}

/// The workspace in `dir`, or the sample.
///
/// # Errors
/// No workspace there; no folder for the sample.
pub fn workspace(dir: Option<&Path>, fresh: bool, env: &Env) -> Result<Workspace> {
    if let Some(dir) = dir {
        if fresh {
            return Err(Problem::input(
                "--fresh starts the sample over; a workspace of your own stays as it is",
            ));
        }
        return Workspace::open(dir);
    }
    let data = env.data.as_ref().ok_or_else(|| {
        Problem::environment("no folder for the sample").mend("set HOME or XDG_DATA_HOME, or name a workspace")
    })?;
    sample::open(&data.join("sample"), fresh)
}

/// The annotator of a command: the name given, else as for the workbench.
///
/// # Errors
/// A name that cannot be one, or none to be found.
pub fn annotator_of(name: Option<&str>, ws: &Workspace, env: &Env) -> Result<String> {
    let shared = Shared {
        name: name.map(str::to_owned),
        ..Shared::default()
    };
    Ok(who(&shared, &user(env)?, env, ws, false)?.0)
}

fn who(shared: &Shared, user: &User, env: &Env, ws: &Workspace, sample: bool) -> Result<(String, &'static str)> {
    if let Some(name) = &shared.name {
        return Ok((annotator_given(name)?, "--as"));
    }
    if let Some(name) = &user.name {
        return Ok((annotator_given(name)?, "config.toml"));
    }
    let git = git2::Repository::discover(&ws.root)
        .and_then(|r| r.config())
        .or_else(|_| git2::Config::open_default())
        .and_then(|mut c| c.snapshot())
        .and_then(|c| c.get_string("user.name"));
    if let Some(name) = git.ok().and_then(|n| annotator(&n).ok()) {
        return Ok((name, "git user.name"));
    }
    if let Some(name) = env.user.as_ref().and_then(|n| annotator(n).ok()) {
        return Ok((name, "$USER"));
    }
    if sample {
        return Ok(("me".to_owned(), "default of the sample"));
    }
    let config = env
        .config
        .as_ref()
        .map_or_else(|| "config.toml".to_owned(), |p| p.display().to_string());
    Err(Problem::input("who are you?").mend(format!("say it with --as NAME, or put  name = \"NAME\"  into {config}")))
}

/// A keymap by name or file.
///
/// # Errors
/// The file cannot be read, or has a mistake.
pub fn keymap(name: Option<&str>) -> Result<Keymap> {
    let name = name.unwrap_or("default");
    if !is_file(name) {
        return keymaps::embedded(name);
    }
    let text = std::fs::read_to_string(name).map_err(|e| Problem::io("read", Path::new(name), &e))?;
    keymaps::parse(&text, name)
}

fn theme(asked: Option<&str>, user: &User, env: &Env) -> Result<Theme> {
    let name = match (asked, env.no_color, user.theme.as_deref()) {
        (Some(name), _, _) => name,
        (None, true, _) => "mono",
        (None, false, Some(name)) => name,
        (None, false, None) => "dark",
    };
    if !is_file(name) {
        return theme::embedded(name);
    }
    let text = std::fs::read_to_string(name).map_err(|e| Problem::io("read", Path::new(name), &e))?;
    theme::parse(&text, name)
}

fn is_file(name: &str) -> bool {
    name.contains('/')
        || Path::new(name)
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("toml"))
}
