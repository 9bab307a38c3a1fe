//! The action table: what a key can mean. Names, help lines, contexts and arguments stand here and nowhere else;
//! keymaps, the help popup, `casefile keys` and the README's table all come from it.

use std::fmt;

use crate::base::near;

/// Where keys are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Every screen.
    Global,
    /// The list of cases.
    List,
    /// The desk.
    Desk,
    /// The source view.
    Source,
    /// An exhibit over the full screen.
    Zoom,
    /// Runs and their scores.
    Runs,
    /// Two runs compared.
    Compare,
    /// Misses of a run.
    Misses,
    /// Why gold stands where it stands.
    Terms,
    /// The steps of a run.
    Steps,
    /// The questions of a form about one subject.
    Sheet,
    /// Harmful-image candidates.
    Candidates,
    /// How far people agree.
    Agree,
    /// What the AI gate made of the images.
    Gate,
    /// Evidence of two producers side by side.
    Evidence,
}

impl Context {
    /// All contexts in the order of help.
    pub const ALL: [Self; 15] = [
        Self::Global,
        Self::List,
        Self::Desk,
        Self::Source,
        Self::Zoom,
        Self::Runs,
        Self::Compare,
        Self::Misses,
        Self::Terms,
        Self::Steps,
        Self::Sheet,
        Self::Candidates,
        Self::Agree,
        Self::Gate,
        Self::Evidence,
    ];

    /// Name of its table in a keymap.
    pub fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::List => "list",
            Self::Desk => "desk",
            Self::Source => "source",
            Self::Zoom => "zoom",
            Self::Runs => "runs",
            Self::Compare => "compare",
            Self::Misses => "misses",
            Self::Terms => "terms",
            Self::Steps => "steps",
            Self::Sheet => "sheet",
            Self::Candidates => "candidates",
            Self::Agree => "agree",
            Self::Gate => "gate",
            Self::Evidence => "evidence",
        }
    }
}

macro_rules! actions {
    ($($variant:ident, $name:literal, [$($context:ident),*], $doc:literal;)*) => {
        /// What a key means.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum Action {
            $(#[doc = $doc] $variant,)*
            /// Answers a question about the current target.
            Answer {
                /// Question of the form.
                question: String,
                /// Allowed answer.
                value: String,
            },
            /// Answers a question about the case, whatever the target.
            AnswerCase {
                /// Question of the form.
                question: String,
                /// Allowed answer.
                value: String,
            },
            /// Takes the answer to a question about the target away.
            Clear {
                /// Question of the form.
                question: String,
            },
        }

        /// All actions with a fixed meaning.
        pub const TABLE: &[Spec] = &[
            $(Spec { name: $name, doc: $doc, contexts: &[$(Context::$context),*], plain: Some(Action::$variant) },)*
            Spec { name: "answer", doc: "answer QUESTION VALUE about the target (exhibit or case)", contexts: &[Context::Desk, Context::Zoom], plain: None },
            Spec { name: "answer-case", doc: "answer QUESTION VALUE about the case", contexts: &[Context::Desk, Context::Zoom], plain: None },
            Spec { name: "clear", doc: "take the answer to QUESTION away", contexts: &[Context::Desk, Context::Zoom], plain: None },
        ];
    };
}

/// One line of the table.
#[derive(Debug)]
pub struct Spec {
    /// Name in keymaps.
    pub name: &'static str,
    /// What it does, one line.
    pub doc: &'static str,
    /// Where it works; `Global` means everywhere.
    pub contexts: &'static [Context],
    /// The action; `None` when it takes words.
    pub plain: Option<Action>,
}

actions! {
    Help, "help", [Global], "show the keys of this screen";
    Faults, "faults", [Global], "what went wrong in this session, in full";
    Quit, "quit", [Global], "leave; waits until every answer is saved";
    Suspend, "suspend", [Global], "put casefile to sleep (fg wakes it)";
    Back, "back", [Global], "close what is open, or go back one screen";
    JumpBack, "jump back", [Global], "go back to where I was";
    JumpForward, "jump forward", [Global], "go forward again";
    Reload, "reload", [Global], "read the workspace again";
    Redraw, "redraw", [Global], "draw the whole screen again";
    Undo, "undo", [Global], "take my last answer back, also one of an earlier session";
    Redo, "redo", [Global], "bring the undone answer back";
    Down, "down", [Global], "down one line";
    Up, "up", [Global], "up one line";
    Left, "left", [Global], "left";
    Right, "right", [Global], "right";
    PageDown, "page down", [Global], "down one page";
    PageUp, "page up", [Global], "up one page";
    First, "first", [Global], "to the start";
    Last, "last", [Global], "to the end";
    Open, "open", [Global], "open what the cursor is on";
    NextPane, "next pane", [Desk, Source, Runs, Compare, Misses, Terms, Steps, Sheet, Agree, Gate, Evidence], "to the next pane or tab";
    PrevPane, "previous pane", [Desk, Source, Runs, Compare, Misses, Terms, Steps, Sheet, Agree, Gate, Evidence], "to the previous pane or tab";
    NextCase, "next case", [Desk, Zoom, Evidence], "to the next case of the list";
    PrevCase, "previous case", [Desk, Zoom, Evidence], "to the previous case of the list";
    NextUndecided, "next undecided", [List, Desk, Zoom, Sheet, Candidates], "to the next case or candidate that is not decided";
    NextExhibit, "next exhibit", [Desk, Zoom, Sheet, Evidence], "to the next exhibit";
    PrevExhibit, "previous exhibit", [Desk, Zoom, Sheet, Evidence], "to the previous exhibit";
    NextProducer, "next producer", [Desk, Evidence], "evidence of the next producer";
    Zoom, "zoom", [Desk, Sheet, Gate, Evidence], "show the exhibit over the full screen";
    Play, "play", [Desk, Zoom], "play or pause an animation";
    Target, "target", [Desk, Zoom], "answers go to the exhibit or to the case";
    Flag, "flag", [Desk, Zoom, List, Sheet], "flag the case, or take the flag away";
    Skip, "skip", [Desk, List, Sheet], "set the case aside for good, or take it back";
    Defer, "defer", [Desk, List, Sheet], "put the case behind the others, or take it back";
    Note, "note", [Desk, Zoom, Sheet], "write a note about the target; on the sheet, the reasoning";
    NoteEditor, "note in editor", [Desk, Zoom], "write the note in $EDITOR";
    Reveal, "reveal", [Desk, Source, Sheet], "uncover gold and suspects of a blind round; it is recorded";
    NextRun, "next run", [List, Desk, Source, Runs, Compare, Misses, Steps], "suspects of the next run";
    PrevRun, "previous run", [List, Desk, Source, Runs, Compare, Misses, Steps], "suspects of the previous run";
    PickRun, "pick run", [List, Desk, Source, Runs, Compare, Misses, Steps], "choose a run from a menu";
    KMore, "k more", [Desk, Runs, Compare, Misses], "move the K line down: 1, 3, 5, 10";
    KLess, "k less", [Desk, Runs, Compare, Misses], "move the K line up";
    Level, "level", [Desk, Runs, Compare, Misses], "suspects as files or as functions";
    OpenGold, "open gold", [Desk, Source, Sheet], "source at a gold file or function";
    OpenSuspect, "open suspect", [Desk, Source], "source at a suspect of the run";
    OpenHint, "open hint", [Desk], "source at a file or function that the evidence names";
    OpenPath, "open path", [Desk, Source], "source at a path I type";
    Filter, "filter", [List], "narrow the list: lang:ts rel:-1 unjudged words …";
    ClearFilter, "clear filter", [List], "show all cases again";
    SortNext, "sort", [List], "sort by the next column";
    SortPrev, "sort back", [List], "sort by the previous column";
    SortTurn, "sort turn", [List], "turn the order around";
    Search, "search", [Source, Desk, Steps], "search in the text";
    SearchNext, "search next", [Source, Desk, Steps], "next hit";
    SearchPrev, "search previous", [Source, Desk, Steps], "previous hit";
    GoToLine, "go to line", [Source], "go to a line by number";
    NextHunk, "next hunk", [Source], "to the next place the fix changes";
    PrevHunk, "previous hunk", [Source], "to the previous place the fix changes";
    Outline, "outline", [Source], "functions of the file, to jump to one";
    Diff, "diff", [Source, Desk, Sheet], "the fix as a diff, or the file again";
    Blame, "blame", [Source], "who last changed this line, and why";
    Explain, "explain", [Desk], "which words put gold where a BM25 ranker has it: a proxy";
    ToggleTerm, "toggle term", [Terms], "switch the term under the cursor off or on";
    EvidenceMore, "evidence more", [Terms], "what the images say weighs more";
    EvidenceLess, "evidence less", [Terms], "what the images say weighs less";
    Steps, "steps", [Desk], "what the run did, step by step";
    NextGold, "next gold", [Steps], "to the next step that touches gold";
    PrevGold, "previous gold", [Steps], "to the previous step that touches gold";
    ZoomIn, "zoom in", [Zoom], "larger";
    ZoomOut, "zoom out", [Zoom], "smaller";
    ZoomFit, "zoom fit", [Zoom], "as large as fits";
    Scores, "scores", [Global], "the runs with their scores, by slices, modes and K";
    Compare, "compare", [Global], "two runs case by case: who gained, who lost";
    Misses, "misses", [Global], "why the run missed: classes, then cases";
    SliceBy, "slice by", [Runs, Compare, Misses], "choose the field of the slices";
    PickRival, "pick rival", [Runs, Compare], "choose run A";
    SwapRuns, "swap runs", [Compare], "A becomes B, B becomes A";
    NextFlip, "next flips", [Compare], "list other cases: A hit, B hit, both missed, all";
    Sheet, "sheet", [Desk, Gate], "all questions of the form about the target, with guideline and reasoning";
    Guide, "guide", [Sheet], "the guideline with its examples, or the issue again";
    ClearAnswer, "clear answer", [Sheet], "take the answer to this question away";
    NextForm, "next form", [Sheet], "the next form in use that asks about this";
    NextItem, "next item", [Sheet], "to the next case or candidate";
    PrevItem, "previous item", [Sheet], "to the previous case or candidate";
    Candidates, "candidates", [Global], "harmful-image candidates, to review";
    Agreement, "agreement", [Global], "how far people agree; settle where they differ";
    Settle, "settle", [Agree], "settle the difference under the cursor; so do the digits, -, y and n of the sheet";
    NextShow, "next show", [Agree], "list open differences, all, or settled ones";
    WithDataset, "with dataset", [Agree], "human against the dataset's labels, or people alone again";
    Gate, "gate", [Global], "what the AI gate made of the images, stage by stage";
    StageA, "stage a", [Gate], "to stage A: relevance";
    StageB, "stage b", [Gate], "to stage B: category";
    StageC, "stage c", [Gate], "to stage C: does the fix address it";
    StageD, "stage d", [Gate], "to stage D: a second model";
    StagePass, "stage pass", [Gate], "I let the stage pass, or take that back";
    StageFail, "stage fail", [Gate], "I let the stage fail, or take that back";
    StageSay, "stage say", [Gate], "give the stage my relevance or category";
    NextState, "next state", [Gate], "list other images: accepted, failed at a stage, open, judged by people …";
    GateFilter, "gate filter", [Gate], "narrow the list: state:failed stage:D conf:.60-.65 cat:log words …";
    LimitMore, "limit more", [Gate], "B must be surer by .05: what if, no file changes";
    LimitLess, "limit less", [Gate], "B may be less sure by .05: what if, no file changes";
    Evidence, "evidence", [Desk, Zoom], "evidence of two producers side by side; accept, correct, reject";
    Accept, "accept", [Evidence], "the part is as the image has it; again takes that back";
    Reject, "reject", [Evidence], "the part is not so; again takes that back";
    Correct, "correct", [Evidence], "write what stands in the image in the place of the part";
    CorrectEditor, "correct in editor", [Evidence], "write it in $EDITOR, one entry a line";
    AcceptAll, "accept all", [Evidence], "accept all parts of the record that I did not judge yet";
    WriteEvidence, "write evidence", [Evidence], "write the part in a record of my own";
    AsModel, "as the model", [Evidence], "the +VCE text of the case as a model gets it, or the table again";
    Tag, "tag", [Misses], "give the miss a class of my own, beside the one found";
    ZoomFull, "zoom full", [Zoom], "one image pixel per screen pixel";
}

impl Action {
    /// Reads the right side of a binding: a name of the table, then words where it takes some.
    ///
    /// # Errors
    /// A sentence that says what was expected, with the nearest name for a typo.
    pub fn parse(raw: &str) -> Result<Self, String> {
        let raw = raw.trim();
        if let Some(spec) = TABLE.iter().find(|s| s.name == raw)
            && let Some(action) = &spec.plain
        {
            return Ok(action.clone());
        }
        let words: Vec<&str> = raw.split_whitespace().collect();
        match words.as_slice() {
            ["answer", question, value] => Ok(Self::Answer {
                question: (*question).to_owned(),
                value: (*value).to_owned(),
            }),
            ["answer-case", question, value] => Ok(Self::AnswerCase {
                question: (*question).to_owned(),
                value: (*value).to_owned(),
            }),
            ["clear", question] => Ok(Self::Clear {
                question: (*question).to_owned(),
            }),
            ["answer" | "answer-case", ..] => Err(format!(
                "'{raw}': expected a question and a value, as in: answer relevance 2"
            )),
            ["clear", ..] => Err(format!("'{raw}': expected a question, as in: clear relevance")),
            _ => {
                let near = near::nearest(TABLE.iter().map(|s| s.name), raw);
                Err(format!(
                    "no action '{raw}'; did you mean '{}'? `casefile keys` lists all",
                    near.unwrap_or("help")
                ))
            }
        }
    }

    /// Its line of the table.
    pub fn spec(&self) -> Option<&'static Spec> {
        let name = match self {
            Self::Answer { .. } => "answer",
            Self::AnswerCase { .. } => "answer-case",
            Self::Clear { .. } => "clear",
            plain => return TABLE.iter().find(|s| s.plain.as_ref() == Some(plain)),
        };
        TABLE.iter().find(|s| s.name == name)
    }

    /// Whether it does something in `context`.
    pub fn works_in(&self, context: Context) -> bool {
        self.spec().is_some_and(|s| {
            s.contexts.contains(&context) || s.contexts.contains(&Context::Global) || context == Context::Global
        })
    }

    /// What it does, one line for help.
    pub fn doc(&self) -> String {
        match self {
            Self::Answer { question, value } => format!("{question} = {value}"),
            Self::AnswerCase { question, value } => format!("{question} = {value}, for the case"),
            Self::Clear { question } => format!("take the answer to {question} away"),
            plain => plain.spec().map_or_else(String::new, |s| s.doc.to_owned()),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer { question, value } => write!(out, "answer {question} {value}"),
            Self::AnswerCase { question, value } => write!(out, "answer-case {question} {value}"),
            Self::Clear { question } => write!(out, "clear {question}"),
            plain => out.write_str(plain.spec().map_or("", |s| s.name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_parse_what_they_print() {
        for (n, spec) in TABLE.iter().enumerate() {
            assert!(TABLE.iter().skip(n + 1).all(|s| s.name != spec.name), "{}", spec.name);
            if let Some(action) = &spec.plain {
                assert_eq!(Action::parse(spec.name).as_ref(), Ok(action));
                assert_eq!(action.to_string(), spec.name);
            }
        }
        let a = Action::parse("answer relevance -1").unwrap();
        assert_eq!(a.to_string(), "answer relevance -1");
    }

    #[test]
    fn typos_get_the_nearest_name() {
        assert!(Action::parse("nxt case").unwrap_err().contains("'next case'"));
        assert!(
            Action::parse("answer relevance")
                .unwrap_err()
                .contains("a question and a value")
        );
    }
}
