//! Cuts a shell script into its simple commands: words without their quotes, where output goes, here-documents.
//! One pass, no recursion; what is not closed ends with the script.

/// Most commands that are read of one script.
const MOST: usize = 2_000;

/// What stands in front of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Link {
    /// Nothing, `;`, `&` or a line end.
    #[default]
    Then,
    /// `&&`: it runs when the one before worked.
    And,
    /// `||`: it runs when the one before failed.
    Or,
    /// `|`: it reads what the one before prints.
    Pipe,
}

/// A word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Word {
    /// Its text without quotes.
    pub(super) text: String,
    /// A `$` in it is a plain character.
    pub(super) fixed: bool,
}

/// A command with its words and redirections.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Simple {
    pub(super) link: Link,
    pub(super) words: Vec<Word>,
    /// Files that its standard output goes to.
    pub(super) into: Vec<Word>,
    /// Files that it reads by `<`.
    pub(super) from: Vec<Word>,
    /// Text of its here-document.
    pub(super) here: Option<String>,
}

/// What the next word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Plain,
    Into,
    From,
    Skip,
    Mark,
    Text,
}

struct Lex<'a> {
    rest: &'a str,
    out: Vec<Simple>,
    now: Simple,
    word: Option<Word>,
    role: Role,
    /// Round brackets that are part of the word.
    brackets: usize,
    /// Marks of here-documents that begin on the next line, and the command each belongs to.
    waiting: Vec<(String, usize)>,
}

/// The commands of `script` in order.
pub(super) fn split(script: &str) -> Vec<Simple> {
    let mut lex = Lex {
        rest: script,
        out: Vec::new(),
        now: Simple::default(),
        word: None,
        role: Role::Plain,
        brackets: 0,
        waiting: Vec::new(),
    };
    while lex.out.len() < MOST && lex.step() {}
    lex.end(Link::Then);
    lex.out
}

impl<'a> Lex<'a> {
    fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next();
        self.rest = chars.as_str();
        c
    }

    fn eat(&mut self, what: &str) -> bool {
        match self.rest.strip_prefix(what) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &mut Word {
        self.word.get_or_insert_default()
    }

    fn push(&mut self, c: char) {
        self.word().text.push(c);
    }

    fn end_word(&mut self) {
        self.brackets = 0;
        let Some(word) = self.word.take() else { return };
        match std::mem::replace(&mut self.role, Role::Plain) {
            Role::Plain => self.now.words.push(word),
            Role::Into => self.now.into.push(word),
            Role::From => self.now.from.push(word),
            Role::Skip => {}
            Role::Mark => self.waiting.push((word.text, self.out.len())),
            Role::Text => self.now.here = Some(word.text),
        }
    }

    fn end(&mut self, link: Link) {
        self.end_word();
        self.role = Role::Plain;
        let next = Simple {
            link,
            ..Simple::default()
        };
        let done = std::mem::replace(&mut self.now, next);
        let waits = self.waiting.iter().any(|(_, n)| *n == self.out.len());
        if !done.words.is_empty() || !done.into.is_empty() || !done.from.is_empty() || waits {
            self.out.push(done);
        } else if link == Link::Then {
            self.now.link = Link::Then;
        }
    }

    /// Takes one thing; false at the end.
    fn step(&mut self) -> bool {
        let Some(c) = self.bump() else { return false };
        match c {
            '\\' => match self.bump() {
                None | Some('\n') => {}
                Some('\r') => {
                    self.eat("\n");
                }
                Some(x) => {
                    self.push(x);
                    self.word().fixed |= x == '$';
                }
            },
            '\'' => self.single(),
            '"' => self.double(),
            '$' if self.eat("'") => self.ansi(),
            '$' if self.rest.starts_with('(') => self.nested("$"),
            '`' => self.backtick(),
            ' ' | '\t' | '\r' => self.end_word(),
            '\n' => {
                self.end(Link::Then);
                self.here();
            }
            '#' if self.word.is_none() => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = self.rest.get(end..).unwrap_or("");
            }
            ';' => self.end(Link::Then),
            '&' if self.eat("&") => self.end(Link::And),
            '&' if self.eat(">>") || self.eat(">") => self.redirect(Role::Into),
            '&' => self.end(Link::Then),
            '|' if self.eat("|") => self.end(Link::Or),
            '|' => {
                self.eat("&");
                self.end(Link::Pipe);
            }
            '>' => self.output(),
            '<' => self.input(),
            '(' if self.word.is_none() && self.now.words.is_empty() && self.role == Role::Plain => {}
            '(' => {
                self.push('(');
                self.brackets += 1;
            }
            ')' if self.brackets > 0 => {
                self.push(')');
                self.brackets -= 1;
            }
            ')' => self.end(Link::Then),
            _ => self.push(c),
        }
        true
    }

    fn redirect(&mut self, role: Role) {
        self.end_word();
        self.role = role;
    }

    /// The number of a stream in front of `<` or `>`, which is no word.
    fn stream(&mut self) -> Option<String> {
        let digits = |w: &Word| !w.text.is_empty() && w.text.bytes().all(|b| b.is_ascii_digit());
        self.word.take_if(|w| digits(w)).map(|w| w.text)
    }

    fn output(&mut self) {
        let stream = self.stream();
        if self.eat("(") {
            self.rest_of_nested(">(");
        } else if self.eat("&") {
            self.redirect(Role::Skip);
        } else {
            let _: bool = self.eat(">") || self.eat("|");
            let main = stream.is_none_or(|n| n == "1");
            self.redirect(if main { Role::Into } else { Role::Skip });
        }
    }

    fn input(&mut self) {
        drop(self.stream());
        if self.eat("(") {
            self.rest_of_nested("<(");
        } else if self.eat("<<") {
            self.redirect(Role::Text);
        } else if self.eat("<") {
            self.eat("-");
            self.redirect(Role::Mark);
        } else if self.eat("&") {
            self.redirect(Role::Skip);
        } else {
            self.redirect(Role::From);
        }
    }

    fn single(&mut self) {
        let (inside, rest) = self.rest.split_once('\'').unwrap_or((self.rest, ""));
        let word = self.word();
        word.text.push_str(inside);
        word.fixed = true;
        self.rest = rest;
    }

    fn ansi(&mut self) {
        self.word().fixed = true;
        while let Some(c) = self.bump() {
            match c {
                '\'' => return,
                '\\' => match self.bump() {
                    Some('n') => self.push('\n'),
                    Some('t') => self.push('\t'),
                    Some(x) => self.push(x),
                    None => return,
                },
                _ => self.push(c),
            }
        }
    }

    fn double(&mut self) {
        self.word();
        while let Some(c) = self.bump() {
            match c {
                '"' => return,
                '\\' => match self.bump() {
                    Some('\n') | None => {}
                    Some(x @ ('"' | '\\' | '`')) => self.push(x),
                    Some('$') => {
                        self.push('$');
                        self.word().fixed = true;
                    }
                    Some(x) => {
                        self.push('\\');
                        self.push(x);
                    }
                },
                '$' if self.rest.starts_with('(') => self.nested("$"),
                _ => self.push(c),
            }
        }
    }

    fn backtick(&mut self) {
        let (inside, rest) = self.rest.split_once('`').unwrap_or((self.rest, ""));
        let word = self.word();
        word.text.push_str("$(");
        word.text.push_str(inside);
        word.text.push(')');
        self.rest = rest;
    }

    fn nested(&mut self, lead: &str) {
        self.eat("(");
        self.rest_of_nested(&format!("{lead}("));
    }

    /// Takes `…)` as it is: what another command prints cannot be known.
    fn rest_of_nested(&mut self, lead: &str) {
        self.word().text.push_str(lead);
        let mut depth = 1usize;
        let mut quote: Option<char> = None;
        while let Some(c) = self.bump() {
            self.push(c);
            match (quote, c) {
                (Some(q), _) if q == c => quote = None,
                (Some(_), _) => {}
                (None, '\'' | '"') => quote = Some(c),
                (None, '(') => depth += 1,
                (None, ')') => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes the here-documents that begin here.
    fn here(&mut self) {
        for (mark, at) in std::mem::take(&mut self.waiting) {
            let mut body = String::new();
            while !self.rest.is_empty() {
                let (line, rest): (&'a str, &'a str) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
                self.rest = rest;
                if line.trim_end_matches('\r').trim_start_matches('\t') == mark {
                    break;
                }
                body.push_str(line);
                body.push('\n');
            }
            if let Some(command) = self.out.get_mut(at) {
                command.here = Some(body);
            }
        }
    }
}
