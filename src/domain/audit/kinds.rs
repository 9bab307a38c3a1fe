//! Kinds of findings, by name.

use serde::Serialize;

macro_rules! kinds {
    ($($name:ident $word:literal $about:literal)*) => {
        /// What kind of thing a finding is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Kind {
            $(#[doc = $about] $name,)*
        }

        impl Kind {
            /// All kinds; those of tables first, then those of workspaces.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name on the command line and in JSON.
            pub fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// What it says, in a few words.
            pub fn about(self) -> &'static str {
                match self { $(Self::$name => $about,)* }
            }
        }
    };
}

kinds! {
    Unreachable "unreachable" "no count of n rounds to this percentage"
    RowN "row_n" "the cells of a row fit another n, or none in common"
    SliceN "slice_n" "the cells of a slice fit another n than its count"
    Order "order" "metrics of one row in an order that cannot be, or rows whose order turns when failed ones count as misses"
    PartitionSum "partition_sum" "the parts do not add up to the whole"
    SliceSum "slice_sum" "the hits of all slices do not add up to the whole's"
    Mixture "mixture" "the whole does not lie between its parts"
    Residual "residual" "what is left for the slices that are not shown"
    Monotone "monotone" "fewer hits at a larger K"
    Identity "identity" "one quantity with two values"
    SameValue "same_value" "an impossible value that is right elsewhere, for something else"
    Delta "delta" "a difference that is not the difference, or no multiple of one row"
    Mean "mean" "a mean that is not the mean"
    Ceiling "ceiling" "more hits than the gold allows"
    Declared "declared" "one fact said with two numbers"
    Bins "bins" "a legend that leaves values out or counts them twice"
    Claim "claim" "a sentence that the numbers contradict or cannot carry"
    Line "line" "a line that cannot be read"
    Id "id" "an id that is empty, there twice, or differs from another by case alone"
    DuplicateCase "duplicate_case" "two cases of the same issue"
    BaseCommit "base_commit" "no base commit, or one that the repository lacks"
    Unlinked "unlinked" "no repository to check against"
    GoldPath "gold_path" "a gold path that the base does not have, or that no repository can have"
    GoldNew "gold_new" "a gold path that the fix adds: nobody can find it at the base"
    GoldGrammar "gold_grammar" "a gold function that is no path:Class.method"
    GoldNotFunction "gold_not_function" "a gold item that is no function of the base"
    GoldNotInPatch "gold_not_in_patch" "a gold path that the patch does not touch"
    GoldFile "gold_file" "a gold function whose file is not gold"
    GoldTwice "gold_twice" "a gold item that is there twice"
    GoldNone "gold_none" "no gold: the case leaves every denominator"
    GoldSize "gold_size" "more gold than K: a ceiling for Acc@K"
    GoldKind "gold_kind" "gold that is no source: tests, documents, settings"
    Label "label" "a label that the benchmark does not know, or that contradicts the gold"
    Marginal "marginal" "how often each label occurs, and is missing"
    Image "image" "an image that is missing, unreadable or of odd size"
    SameImage "same_image" "one image in several cases"
    Unreferenced "unreferenced" "an image that the text does not show"
    Evidence "evidence" "evidence about nothing that is there, or with a value out of range"
    RunCase "run_case" "a row of a run about a case that is not there, or about one case twice"
    RunMissing "run_missing" "cases without a row in a run"
    RunStatus "run_status" "rows of a run without a usable answer"
    RunTwice "run_twice" "a ranking that names one thing twice"
    RunPath "run_path" "predicted paths that the base does not have"
    OwnFix "own_fix" "an agent looked up the fix itself"
    Leak "leak" "one issue, base or image on two sides of a split"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_command_line_name_a_kind_alike() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
        }
    }
}
