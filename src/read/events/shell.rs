//! What a shell command looks at, searches and changes, told from its text alone. The same text always gives
//! the same answer; commands it does not know are [`Kind::Run`].
//!
//! A view with a `query` saw only the lines that match it (`grep PATTERN one-file`, `git diff one-file`).

mod lex;
mod other;
pub(in crate::read::events) mod python;
mod seek;
mod show;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wide_tests;
mod words;

use std::collections::HashMap;
use std::ops::Range;

use crate::domain::trajectory::Kind;

use self::lex::{Link, Simple, Word};
use self::words::{LONG, flags};
use super::place::join;

pub use self::other::patched;
pub(in crate::read::events) use self::words::like_file;

/// Shells within shells that are followed.
const DEPTH: u8 = 4;
/// Most deeds that are told of one script.
const MOST: usize = 500;
/// In front of a word that only the running shell knows (`$x`, `$(…)`).
const UNKNOWN: char = '\0';

/// One thing a command does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deed {
    /// What it does.
    pub kind: Kind,
    /// File or folder, joined with the working directory.
    pub path: Option<String>,
    /// Lines, first and last, from 1.
    pub range: Option<(u32, u32)>,
    /// What is searched for; an address.
    pub query: Option<String>,
    /// Where it is searched.
    pub scope: Option<String>,
    /// The path as written.
    pub word: String,
    /// It happens only when the one before worked.
    pub chained: bool,
    /// Number of the simple command it belongs to, from 1.
    pub command: u32,
}

/// What a script does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Script {
    /// In order.
    pub deeds: Vec<Deed>,
    /// Working directory after it.
    pub cwd: String,
}

/// Reads `script`, which begins in the folder `cwd`.
pub fn read(script: &str, cwd: &str) -> Script {
    let mut shell = Shell::new(cwd);
    shell.script(script);
    shell.done(!script.trim().is_empty())
}

/// Reads a command given as its words: `["bash", "-lc", "…"]`.
pub fn read_words(words: &[&str], cwd: &str) -> Script {
    let mut shell = Shell::new(cwd);
    let words = words.iter().map(|w| Word {
        text: (*w).to_owned(),
        fixed: true,
    });
    let command = Simple {
        words: words.collect(),
        ..Simple::default()
    };
    shell.simple(&command, 0..0);
    shell.done(true)
}

/// The words of one command, without quotes; for commands that no shell runs.
pub fn words(line: &str) -> Vec<String> {
    let first = lex::split(line).into_iter().next().unwrap_or_default();
    first.words.into_iter().map(|w| w.text).collect()
}

struct Shell {
    cwd: String,
    vars: HashMap<String, Vec<String>>,
    deeds: Vec<Deed>,
    depth: u8,
    command: u32,
    chained: bool,
}

/// A simple command that is being read.
struct Call<'a> {
    /// Its words after the verb.
    args: &'a [String],
    /// Deeds of what is piped into it; empty when nothing is.
    flow: Range<usize>,
    /// Something is piped into it.
    piped: bool,
    /// Its files come from a pipe (`xargs`, `find -exec`).
    fed: bool,
    here: Option<&'a str>,
}

impl Shell {
    fn new(cwd: &str) -> Self {
        Self {
            cwd: cwd.to_owned(),
            vars: HashMap::new(),
            deeds: Vec::new(),
            depth: 0,
            command: 0,
            chained: false,
        }
    }

    fn done(mut self, run: bool) -> Script {
        if self.deeds.is_empty() && run {
            self.deeds.push(Deed {
                command: 1,
                ..Deed::default()
            });
        }
        for deed in &mut self.deeds {
            // Up to the end of the file, which nobody knows here.
            deed.range = deed.range.filter(|(_, last)| *last != u32::MAX);
        }
        Script {
            deeds: self.deeds,
            cwd: self.cwd,
        }
    }

    fn script(&mut self, script: &str) {
        self.depth += 1;
        let mut flow = 0..0;
        for simple in lex::split(script) {
            let piped = simple.link == Link::Pipe;
            let before = if piped { flow.clone() } else { 0..0 };
            let from = self.deeds.len();
            self.simple(&simple, before);
            if !piped || self.deeds.len() > from {
                flow = from..self.deeds.len();
            }
        }
        self.depth -= 1;
    }

    fn simple(&mut self, simple: &Simple, flow: Range<usize>) {
        self.command += 1;
        self.chained = simple.link == Link::And;
        let from = self.deeds.len();
        let mut words: Vec<String> = Vec::new();
        for word in &simple.words {
            self.expand(word, &mut words);
        }
        let mut files: Vec<String> = Vec::new();
        for word in &simple.from {
            self.expand(word, &mut files);
        }
        let piped = simple.link == Link::Pipe;
        let call = Call {
            args: &words,
            flow,
            piped,
            fed: false,
            here: simple.here.as_deref(),
        };
        self.prefixed(call);
        if self.deeds.len() == from {
            for file in files.iter().filter(|_| simple.into.is_empty()) {
                if words
                    .first()
                    .is_some_and(|w| matches!(w.as_str(), "cat" | "sed" | "head" | "tail"))
                {
                    self.add(Kind::View, Some(file));
                }
            }
        }
        if !simple.into.is_empty() {
            // It went into a file: nobody saw it.
            let mut n = 0;
            self.deeds.retain(|d| {
                n += 1;
                n <= from || !matches!(d.kind, Kind::View | Kind::Search | Kind::List)
            });
        }
        let mut targets: Vec<String> = Vec::new();
        for word in &simple.into {
            self.expand(word, &mut targets);
        }
        for target in targets.iter().filter(|t| !t.starts_with("/dev/")) {
            self.add(Kind::Edit, Some(target));
        }
    }

    /// Goes over words that stand in front of the command itself.
    fn prefixed(&mut self, mut call: Call<'_>) {
        while let Some((first, rest)) = call.args.split_first() {
            match first.as_str() {
                "do" | "then" | "else" | "if" | "elif" | "while" | "until" | "!" | "{" | "sudo" | "command"
                | "exec" | "builtin" | "nohup" | "time" | "nice" | "stdbuf" | "env" => {
                    call.args = rest;
                    while let Some((flag, rest)) = call.args.split_first().filter(|(f, _)| f.starts_with('-')) {
                        let _: &String = flag;
                        call.args = rest;
                    }
                }
                "timeout" => {
                    let skip = rest
                        .iter()
                        .position(|w| !w.starts_with('-'))
                        .map_or(rest.len(), |n| n + 1);
                    call.args = rest.get(skip..).unwrap_or_default();
                }
                "for" => {
                    if let [name, word, values @ ..] = rest
                        && word == "in"
                        && values.len() <= 32
                        && values.iter().all(|v| v.len() < LONG)
                    {
                        self.vars.insert(name.clone(), values.to_vec());
                    }
                    return;
                }
                "export" | "declare" | "local" | "readonly" => call.args = rest,
                assignment if self.assigned(assignment) => call.args = rest,
                verb => {
                    let verb = verb.rsplit('/').next().unwrap_or(verb).to_owned();
                    call.args = rest;
                    return self.verb(&verb, call);
                }
            }
        }
    }

    fn verb(&mut self, verb: &str, call: Call<'_>) {
        match verb {
            "cd" | "pushd" => self.cd(call.args),
            "echo" | "printf" | "true" | "false" | ":" | "pwd" | "set" | "unset" | "sleep" | "[" | "[[" | "test"
            | "read" | "exit" | "return" | "source" | "." | "which" | "type" | "alias" | "ulimit" | "date" | "done"
            | "fi" | "esac" | "}" | "popd" | "break" | "continue" | "clear" | "shift" | "wait" | "trap" => {}
            "cat" | "nl" | "bat" | "batcat" | "less" | "more" | "tac" | "strings" | "xxd" | "od" | "hexdump" => {
                self.cat(&call);
            }
            "head" => self.head(&call),
            "tail" => self.tail(&call),
            "sed" | "gsed" => self.sed(&call),
            "awk" | "gawk" | "mawk" => self.awk(&call),
            "jq" | "yq" => self.filter(&call),
            "wc" | "md5sum" | "sha1sum" | "sha256sum" if call.piped => self.counted(call.flow),
            "sort" | "uniq" | "cut" | "tr" | "column" | "fold" | "fmt" | "rev" | "expand" if call.piped => {}
            "grep" | "egrep" | "fgrep" | "zgrep" | "rg" | "ag" | "ack" => self.grep(verb, &call),
            "find" => self.find(&call),
            "fd" | "fdfind" => self.fd(&call),
            "ls" | "dir" | "tree" | "exa" | "eza" | "stat" | "file" => self.list(verb, &call),
            "git" => self.git(&call),
            "curl" | "wget" | "http" | "lynx" | "w3m" | "gh" | "hub" => self.web(verb, &call),
            "tee" => self.tee(&call),
            "apply_patch" | "applypatch" | "patch" => self.patch(&call),
            "perl" => self.perl(&call),
            "str_replace_editor" => self.editor(&call),
            "bash" | "sh" | "zsh" | "dash" | "ksh" => self.sub_shell(&call),
            "eval" if self.depth < DEPTH => self.script(&call.args.join(" ")),
            "xargs" => self.xargs(call),
            v if v.starts_with("python") || v == "pypy" || v == "ipython" => self.python(&call),
            _ => self.add(Kind::Run, None),
        }
    }

    fn cd(&mut self, args: &[String]) {
        let to = args.iter().find(|a| !a.starts_with('-'));
        if let Some(to) = to.filter(|t| !t.starts_with(UNKNOWN)) {
            self.cwd = join(&self.cwd, to);
        }
    }

    fn sub_shell(&mut self, call: &Call<'_>) {
        let flag = call.args.iter().position(|a| a.starts_with('-') && a.ends_with('c'));
        let script = flag
            .and_then(|n| call.args.get(n + 1))
            .map(String::as_str)
            .or(call.here);
        match script.filter(|_| self.depth < DEPTH) {
            Some(script) => {
                let command = self.command;
                self.script(script.trim_start_matches(UNKNOWN));
                self.command = self.command.max(command);
            }
            None => self.add(Kind::Run, None),
        }
    }

    fn xargs(&mut self, call: Call<'_>) {
        let mut rest = call.args;
        while let Some((flag, tail)) = rest.split_first().filter(|(f, _)| f.starts_with('-')) {
            let valued = matches!(flag.as_str(), "-n" | "-P" | "-I" | "-d" | "-L" | "-s" | "-a" | "-E");
            rest = tail.get(usize::from(valued)..).unwrap_or_default();
        }
        let Some((verb, args)) = rest.split_first() else { return };
        let args: Vec<String> = args.iter().filter(|a| *a != "{}").cloned().collect();
        let inner = Call {
            args: &args,
            fed: true,
            ..call
        };
        // Which files a pipe brings is not known.
        if matches!(verb.as_str(), "grep" | "egrep" | "rg" | "bash" | "sh") {
            self.verb(verb, inner);
        }
    }

    /// Adds a deed about the file or folder `word`.
    fn add(&mut self, kind: Kind, word: Option<&str>) {
        if self.deeds.len() >= MOST {
            return;
        }
        let known = word.filter(|w| !w.starts_with(UNKNOWN) && !w.is_empty() && *w != "-");
        let joined = known.map(|w| join(&self.cwd, w));
        let pattern = known.is_some_and(|w| w.contains(['*', '?']) || (w.contains('{') && w.contains(',')));
        let (path, scope) = if pattern { (None, joined) } else { (joined, None) };
        if word.is_some() && known.is_none() && kind == Kind::View {
            return;
        }
        self.deeds.push(Deed {
            kind,
            path,
            scope,
            word: known.unwrap_or("").to_owned(),
            chained: self.chained,
            command: self.command,
            ..Deed::default()
        });
    }

    fn last(&mut self) -> Option<&mut Deed> {
        self.deeds.last_mut()
    }
}
