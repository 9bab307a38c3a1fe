//! The codes of the taxonomy with their words, in order of precedence: one table.

use std::fmt;

/// Why a run missed gold, or that it did not: exactly one for a case, a level and a K. The order is that of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// All gold is within K.
    Ok,
    /// There is no gold at this level; the case leaves the denominator.
    NaNoGold,
    /// More gold than K.
    ImpossibleK,
    /// No missed item can be named: absent at the base, or its id breaks the grammar of answers.
    GoldUnreachable,
    /// The run has no row for the case.
    NotRun,
    /// The run ended without an answer.
    NoSubmission,
    /// There is an answer that no parser takes.
    Unparseable,
    /// The answer names nothing at this level.
    EmptyLevel,
    /// All missed items are within K but for the spelling of paths.
    PathFormat,
    /// As before, and for the spelling of a name.
    NameFormat,
    /// As before, and for the qualifier of a name.
    Qualifier,
    /// Without doubles all gold would be within K; the scorer keeps them.
    Duplicates,
    /// Without tests, docs and invented paths all gold would be within K.
    NoiseAhead,
    /// All gold is listed, some of it beyond K.
    BeyondK,
    /// Every missed item that can be named is no source.
    NonsourceGold,
    /// Some gold within K, a source item missing.
    Partial,
    /// The file of a missed function is within K.
    RightFile,
    /// No path within K exists.
    AllInvented,
    /// A suspect has the name of a gold file, in another folder.
    SameName,
    /// A suspect is the counterpart of a gold file: same stem, other ending.
    Counterpart,
    /// A suspect lies in the folder of a gold file.
    SameDir,
    /// A suspect lies in the same part of the tree.
    SameSubtree,
    /// Everything else.
    Elsewhere,
}

/// What kinds of repair codes belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// No miss.
    Hit,
    /// The data asks for what cannot be given.
    Dataset,
    /// There is nothing to score.
    Submission,
    /// Right but for the spelling.
    Format,
    /// Right but for the rank.
    Ranking,
    /// Part of the gold.
    Partial,
    /// Close to the gold.
    Near,
    /// Nothing that exists.
    Invented,
    /// Far from the gold.
    Elsewhere,
}

impl Group {
    /// A few words for a heading.
    pub fn words(self) -> &'static str {
        match self {
            Self::Hit => "no miss",
            Self::Dataset => "the dataset",
            Self::Submission => "the submission",
            Self::Format => "the spelling",
            Self::Ranking => "the ranking",
            Self::Partial => "part of the gold",
            Self::Near => "near the gold",
            Self::Invented => "invented",
            Self::Elsewhere => "elsewhere",
        }
    }
}

/// One row of the table: code, sentence, repair, group.
type Row = (&'static str, &'static str, &'static str, Group);

impl Code {
    /// Every code in order of precedence.
    pub const ALL: [Self; 23] = [
        Self::Ok,
        Self::NaNoGold,
        Self::ImpossibleK,
        Self::GoldUnreachable,
        Self::NotRun,
        Self::NoSubmission,
        Self::Unparseable,
        Self::EmptyLevel,
        Self::PathFormat,
        Self::NameFormat,
        Self::Qualifier,
        Self::Duplicates,
        Self::NoiseAhead,
        Self::BeyondK,
        Self::NonsourceGold,
        Self::Partial,
        Self::RightFile,
        Self::AllInvented,
        Self::SameName,
        Self::Counterpart,
        Self::SameDir,
        Self::SameSubtree,
        Self::Elsewhere,
    ];

    #[rustfmt::skip]
    fn row(self) -> Row {
        match self {
            Self::Ok => ("OK", "all gold is within K", "none", Group::Hit),
            Self::NaNoGold => ("NA_NO_GOLD", "there is no gold at this level", "none", Group::Hit),
            Self::ImpossibleK => ("D_IMPOSSIBLE_K", "there is more gold than K", "none: a larger K", Group::Dataset),
            Self::GoldUnreachable => ("D_GOLD_UNREACHABLE", "the missed gold cannot be named at the base commit", "none: the dataset", Group::Dataset),
            Self::NotRun => ("S_NOT_RUN", "the run has no row for the case", "run it", Group::Submission),
            Self::NoSubmission => ("S_NO_SUBMISSION", "the run ended without an answer", "the harness", Group::Submission),
            Self::Unparseable => ("S_UNPARSEABLE", "the answer could not be parsed", "parser or prompt", Group::Submission),
            Self::EmptyLevel => ("S_EMPTY_LEVEL", "the answer names nothing at this level", "the prompt", Group::Submission),
            Self::PathFormat => ("F_PATH_FORMAT", "gold is there, its path spelt otherwise", "normalise paths", Group::Format),
            Self::NameFormat => ("F_NAME_FORMAT", "gold is there, its name spelt otherwise", "normalise names", Group::Format),
            Self::Qualifier => ("F_QUALIFIER", "gold is there, its name qualified otherwise", "forgive qualifiers when scoring", Group::Format),
            Self::Duplicates => ("R_DUPLICATES", "doubles push gold beyond K", "remove doubles", Group::Ranking),
            Self::NoiseAhead => ("R_NOISE_AHEAD", "tests, docs or invented paths push gold beyond K", "filter", Group::Ranking),
            Self::BeyondK => ("R_BEYOND_K", "all gold is listed, not all within K", "rerank", Group::Ranking),
            Self::NonsourceGold => ("P_NONSOURCE_GOLD", "only tests, docs, settings or assets of the gold are missing", "the rule of what is gold", Group::Partial),
            Self::Partial => ("P_PARTIAL", "part of the gold is within K", "search for several places", Group::Partial),
            Self::RightFile => ("N_RIGHT_FILE", "the file is right, the function is not", "the step from file to function", Group::Near),
            Self::AllInvented => ("H_ALL_INVENTED", "no path within K exists in the repository", "grounding", Group::Invented),
            Self::SameName => ("L_SAME_NAME", "a file of the same name in another folder", "tell namesakes apart", Group::Near),
            Self::Counterpart => ("L_COUNTERPART", "the counterpart of a gold file: style, header, test", "look at counterparts", Group::Near),
            Self::SameDir => ("L_SAME_DIR", "another file in the folder of gold", "look around in the folder", Group::Near),
            Self::SameSubtree => ("L_SAME_SUBTREE", "another folder of the same part of the tree", "search", Group::Near),
            Self::Elsewhere => ("L_ELSEWHERE", "another part of the tree", "search", Group::Elsewhere),
        }
    }

    /// The code as tables and records have it: `D_IMPOSSIBLE_K`.
    pub fn code(self) -> &'static str {
        self.row().0
    }

    /// A plain sentence for people, without a full stop.
    pub fn words(self) -> &'static str {
        self.row().1
    }

    /// The repair it stands for.
    pub fn repair(self) -> &'static str {
        self.row().2
    }

    /// What it has to do with.
    pub fn group(self) -> Group {
        self.row().3
    }

    /// Whether gold was missed.
    pub fn is_miss(self) -> bool {
        self.group() != Group::Hit
    }

    /// Reads a code; small letters and codes without their first letter (`beyond_k`) are taken too.
    pub fn parse(text: &str) -> Result<Self, String> {
        let want = text.trim().to_uppercase().replace('-', "_");
        let short = |c: &Self| c.code().split_once('_').map_or("", |(_, rest)| rest);
        let found = Self::ALL.into_iter().find(|c| c.code() == want);
        let found = found.or_else(|| Self::ALL.into_iter().find(|c| !want.is_empty() && short(c) == want));
        found.ok_or_else(|| format!("'{text}' is no code: {}", Self::ALL.map(Self::code).join(", ")))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.code())
    }
}

/// How two items lie to each other; closer ones come first. As detail of a code: how the missed item lies to a found
/// one ([`Code::Partial`]), or what was found in its file ([`Code::RightFile`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Detail {
    /// Another member of the same class.
    SameClass,
    /// One lies inside the other.
    EnclosingOrNested,
    /// Another function of the file.
    OtherFunction,
    /// The file alone was named.
    FileListOnly,
    /// Same file.
    SameFile,
    /// Same file name, other folder.
    SameName,
    /// Same stem without endings and affixes.
    Counterpart,
    /// Same folder.
    SameDir,
    /// At least half of the folders in common.
    SameSubtree,
    /// Everything else.
    Elsewhere,
}

impl Detail {
    /// The word in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SameClass => "SAME_CLASS",
            Self::EnclosingOrNested => "ENCLOSING_OR_NESTED",
            Self::OtherFunction => "OTHER_FUNCTION",
            Self::FileListOnly => "FILE_LIST_ONLY",
            Self::SameFile => "SAME_FILE",
            Self::SameName => "L_SAME_NAME",
            Self::Counterpart => "L_COUNTERPART",
            Self::SameDir => "L_SAME_DIR",
            Self::SameSubtree => "L_SAME_SUBTREE",
            Self::Elsewhere => "L_ELSEWHERE",
        }
    }

    /// The word for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::SameClass => "in the same class",
            Self::EnclosingOrNested => "one inside the other",
            Self::OtherFunction => "another function of the file",
            Self::FileListOnly => "only the file is named",
            Self::SameFile => "in the same file",
            Self::SameName => "same name, another folder",
            Self::Counterpart => "its counterpart",
            Self::SameDir => "in the same folder",
            Self::SameSubtree => "in the same part of the tree",
            Self::Elsewhere => "elsewhere",
        }
    }

    /// The code of a miss whose nearest wrong suspect lies like this.
    pub fn code(self) -> Code {
        match self {
            Self::SameName => Code::SameName,
            Self::Counterpart => Code::Counterpart,
            Self::SameDir => Code::SameDir,
            Self::SameSubtree => Code::SameSubtree,
            Self::Elsewhere => Code::Elsewhere,
            _ => Code::RightFile,
        }
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_come_back_and_stand_in_order() {
        assert!(Code::ALL.is_sorted());
        for code in Code::ALL {
            assert_eq!(Code::parse(code.code()), Ok(code));
            assert!(!code.words().is_empty() && !code.repair().is_empty() && !code.group().words().is_empty());
        }
        assert_eq!(Code::parse("beyond-k"), Ok(Code::BeyondK));
        assert_eq!(Code::parse("l_same_dir"), Ok(Code::SameDir));
        assert!(Code::parse("").is_err() && Code::parse("X").is_err());
        let hits: Vec<_> = Code::ALL.into_iter().filter(|c| !c.is_miss()).collect();
        assert_eq!(hits, [Code::Ok, Code::NaNoGold]);
    }
}
