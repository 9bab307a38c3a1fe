//! From text to a condition, by descent: `or` over `and` over `not` over comparisons.

use std::ops::Range;

use serde_json::Value;

use super::{Cmp, Cond, Mention};

type Fault = (Range<usize>, String);

/// Most `not` and parentheses inside each other.
const DEEPEST: usize = 32;

pub(super) fn parse(text: &str) -> Result<(Cond, Vec<Mention>), Fault> {
    let mut p = Parser {
        text,
        at: 0,
        depth: 0,
        mentions: Vec::new(),
    };
    let cond = p.any()?;
    let (span, word) = p.peek();
    if word.is_empty() {
        Ok((cond, p.mentions))
    } else {
        Err((span, format!("expected 'and', 'or' or the end, not '{word}'")))
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    mentions: Vec<Mention>,
}

impl<'a> Parser<'a> {
    /// The next token, without taking it; empty at the end.
    fn peek(&self) -> (Range<usize>, &'a str) {
        let rest = self.text.get(self.at..).unwrap_or("");
        let start = self.at + rest.len() - rest.trim_start().len();
        let rest = self.text.get(start..).unwrap_or("");
        let len = match rest.chars().next() {
            None => 0,
            Some('"') => rest.get(1..).and_then(|r| r.find('"')).map_or(rest.len(), |n| n + 2),
            Some('(' | ')' | '[' | ']' | ',') => 1,
            Some('=' | '!' | '<' | '>') => rest.find(|c| !"=!<>".contains(c)).unwrap_or(rest.len()),
            Some(_) => rest
                .find(|c: char| c.is_whitespace() || "()[],=!<>\"".contains(c))
                .unwrap_or(rest.len()),
        };
        (start..start + len, rest.get(..len).unwrap_or(""))
    }

    fn next(&mut self) -> (Range<usize>, &'a str) {
        let token = self.peek();
        self.at = token.0.end;
        token
    }

    fn take(&mut self, word: &str) -> bool {
        let is = self.peek().1 == word;
        if is {
            self.next();
        }
        is
    }

    fn expect(&mut self, word: &str) -> Result<Range<usize>, Fault> {
        let (span, got) = self.next();
        if got == word {
            Ok(span)
        } else {
            Err((span, format!("expected '{word}'")))
        }
    }

    fn any(&mut self) -> Result<Cond, Fault> {
        let mut parts = vec![self.all()?];
        while self.take("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Cond::Any(parts)
        })
    }

    fn all(&mut self) -> Result<Cond, Fault> {
        let mut parts = vec![self.one()?];
        while self.take("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 {
            parts.remove(0)
        } else {
            Cond::All(parts)
        })
    }

    fn one(&mut self) -> Result<Cond, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((
                self.peek().0,
                format!("more than {DEEPEST} levels of not and parentheses"),
            ));
        }
        let out = self.inner();
        self.depth -= 1;
        out
    }

    fn inner(&mut self) -> Result<Cond, Fault> {
        if self.take("not") {
            return Ok(Cond::Not(Box::new(self.one()?)));
        }
        if self.take("(") {
            let out = self.any()?;
            self.expect(")")?;
            return Ok(out);
        }
        let (span, word) = self.next();
        if word == "answered" || word == "names_gold" {
            self.expect("(")?;
            let (span, question) = self.question()?;
            self.expect(")")?;
            self.mentions.push((question.clone(), Vec::new(), span));
            return Ok(if word == "answered" {
                Cond::Answered(question)
            } else {
                Cond::NamesGold(question)
            });
        }
        let question = named(&span, word)?;
        self.comparison(&span, question)
    }

    fn question(&mut self) -> Result<(Range<usize>, String), Fault> {
        let (span, word) = self.next();
        let question = named(&span, word)?;
        Ok((span, question))
    }

    fn comparison(&mut self, question_at: &Range<usize>, question: String) -> Result<Cond, Fault> {
        let (span, op) = self.next();
        let cmp = match op {
            "==" => Cmp::Is,
            "!=" => Cmp::Not,
            "<" => Cmp::Less,
            "<=" => Cmp::Most,
            ">" => Cmp::More,
            ">=" => Cmp::Least,
            "in" => {
                self.expect("[")
                    .map_err(|(s, _)| (s, "expected '[' and a list of values".to_owned()))?;
                let mut values = vec![self.value()?];
                while self.take(",") {
                    values.push(self.value()?);
                }
                let end = self.expect("]")?.end;
                self.mentions
                    .push((question.clone(), values.clone(), question_at.start..end));
                return Ok(Cond::In(question, values));
            }
            _ => return Err((span, "expected ==, !=, <, <=, >, >= or in".to_owned())),
        };
        let value = self.value()?;
        self.mentions
            .push((question.clone(), vec![value.clone()], question_at.start..self.at));
        Ok(Cond::Is(question, cmp, value))
    }

    fn value(&mut self) -> Result<Value, Fault> {
        let (span, word) = self.next();
        if let Some(inner) = word.strip_prefix('"') {
            return match inner.strip_suffix('"') {
                Some(text) => Ok(Value::String(text.to_owned())),
                None => Err((span, "a quote is not closed".to_owned())),
            };
        }
        match word {
            "yes" | "true" => return Ok(Value::Bool(true)),
            "no" | "false" => return Ok(Value::Bool(false)),
            _ => {}
        }
        if let Ok(n) = word.parse::<i64>() {
            return Ok(n.into());
        }
        let plain = word.chars().next().is_some_and(|c| c.is_alphanumeric() || c == '_');
        if plain && !matches!(word, "and" | "or" | "not" | "in") {
            return Ok(Value::String(word.to_owned()));
        }
        Err((
            span,
            "expected a value: a word, a number, yes, no, or text in quotes".to_owned(),
        ))
    }
}

fn named(span: &Range<usize>, word: &str) -> Result<String, Fault> {
    let plain = word.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if plain && !matches!(word, "and" | "or" | "not" | "in") {
        Ok(word.to_owned())
    } else {
        Err((span.clone(), "expected the id of a question".to_owned()))
    }
}
