use super::*;

#[test]
fn embedded_forms_are_sound() {
    for (name, text) in EMBEDDED {
        let form = parse(text, name).unwrap_or_else(|p| panic!("{p}"));
        assert_eq!(form.id, name);
        assert!(form.hash.starts_with(&format!("{name}@")) && form.hash.len() == name.len() + 13);
    }
}

/// Ranges as MM-IssueLoc, figure 9, prints them.
#[test]
fn the_seven_questions_have_their_own_ranges() {
    use crate::domain::form::{Answer, plain};
    let form = parse(EMBEDDED[1].1, "harmful").unwrap();
    let got: Vec<(Answer, Vec<String>)> = (1..=7)
        .map(|n| form.question(&format!("q{n}")).unwrap())
        .map(|q| (q.answer, q.domain().iter().map(plain).collect()))
        .collect();
    let want = [
        (Answer::YesNo, "no yes"),
        (Answer::Scale, "1 2 3 4 5"),
        (Answer::Text, ""),
        (Answer::Scale, "1 2 3 4 5"),
        (Answer::Scale, "0 1 2 3 4 5"),
        (Answer::Ordinal, "LOW MEDIUM HIGH"),
        (Answer::Ordinal, "-1 0 1 2"),
    ];
    for (n, ((answer, domain), (kind, words))) in got.iter().zip(want).enumerate() {
        assert_eq!((answer, domain.join(" ").as_str()), (&kind, words), "Q{}", n + 1);
    }
    assert!((1..=7).all(|n| form.question(&format!("q{n}")).unwrap().reason));
}

fn one(rest: &str) -> String {
    format!("id = 'x'\ntitle = 't'\n[[question]]\nid = 'q'\nlabel = 'l'\n{rest}")
}

#[test]
fn every_mistake_has_line_and_caret() {
    let scale = "answer = 'scale'\non = ['case']\nmin = 1\nmax = 5\n";
    for (text, line, under, word) in [
        (one("answr = 'text'\non = ['case']\n"), 6, "answr", "answr"),
        (one("answer = 'skale'\non = ['case']\n"), 6, "'skale'", "skale"),
        (one("answer = 'text'\non = []\n"), 7, "[]", "about nothing"),
        (one("answer = 'text'\non = ['cases']\n"), 7, "'cases'", "cases"),
        (one("answer = 'choice'\non = ['case']\n"), 6, "'choice'", "two options"),
        (
            one("answer = 'scale'\non = ['case']\nmin = 1\n"),
            6,
            "'scale'",
            "min and max",
        ),
        (
            one("answer = 'scale'\non = ['case']\nmin = 5\nmax = 1\n"),
            9,
            "1",
            "greater than",
        ),
        (
            format!("{}[[check]]\nwhen = 'q > 7 or q > 3'\nsays = 's'\n", one(scale)),
            11,
            "q > 7",
            "from 1 to 5",
        ),
        (
            format!("{}[[check]]\nwhen = 'q > 4 or q = 5'\nsays = 's'\n", one(scale)),
            11,
            "=",
            "expected ==",
        ),
        (
            format!("{}[[check]]\nwhen = 'p > 4'\nsays = 's'\n", one(scale)),
            11,
            "p > 4",
            "no question 'p'",
        ),
        (
            format!(
                "{}[[retention]]\nname = 'n'\nreviewers = 2\npass = 'q > 3'\ncombine = 'at least 3'\n",
                one(scale)
            ),
            14,
            "'at least 3'",
            "number of reviewers",
        ),
    ] {
        let err = parse(&text, "f.toml").unwrap_err();
        let said = err.to_string();
        assert!(said.starts_with(&format!("f.toml:{line}: ")), "{said}");
        assert!(said.contains(word), "{said}");
        let rows: Vec<&str> = said.lines().collect();
        let mark = rows.last().unwrap();
        let at = mark.find('^').unwrap();
        let got: String = rows[rows.len() - 2]
            .chars()
            .skip(at)
            .take(mark.matches('^').count())
            .collect();
        assert_eq!(got, under, "{said}");
    }
}

#[test]
fn a_question_cannot_depend_on_a_later_one() {
    let text = "id='x'\ntitle='t'\n[[question]]\nid='a'\nlabel='l'\nanswer='text'\non=['case']\nwhen='answered(b)'\n[[question]]\nid='b'\nlabel='l'\nanswer='text'\non=['case']\n";
    let err = parse(text, "f").unwrap_err();
    assert!(err.what.contains("not asked before"), "{err}");
    let twice = "id='x'\ntitle='t'\n[[question]]\nid='q'\nlabel='l'\nanswer='text'\non=['case']\n[[question]]\nid='q'\nlabel='l'\nanswer='text'\non=['case']\n";
    let err = parse(twice, "f").unwrap_err();
    assert!(err.what.contains("asked twice") && err.line == Some(9), "{err}");
}
