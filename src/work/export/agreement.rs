//! How far people agree, one row a question and kind of subject.

use serde_json::{Value, json};

use super::{Out, Sheet, Task, damaged};
use crate::base::error::Result;
use crate::domain::agree::Undefined;
use crate::domain::exchange::{Column, Kind, Row};
use crate::work::agree::{self, agree};

/// The columns, in their order. A coefficient that is undefined is absent, and `undefined` says why.
const COLUMNS: [(&str, Kind); 17] = [
    ("form", Kind::Text),
    ("question", Kind::Text),
    ("on", Kind::Text),
    ("units", Kind::Int),
    ("pairable", Kind::Int),
    ("raters", Kind::Int),
    ("percent", Kind::Float),
    ("unanimity", Kind::Float),
    ("within_one", Kind::Float),
    ("cohen", Kind::Float),
    ("cohen_linear", Kind::Float),
    ("cohen_quadratic", Kind::Float),
    ("fleiss", Kind::Float),
    ("alpha", Kind::Float),
    ("ac1", Kind::Float),
    ("prevalence", Kind::Any),
    ("undefined", Kind::Any),
];

/// Writes the table.
pub(super) fn write(
    Task {
        ws,
        plan,
        meter,
        report,
        ..
    }: Task<'_>,
    out: Out<'_>,
) -> Result<usize> {
    let found = agree(ws, &agree::Plan::default(), meter)?;
    damaged(plan, found.problems, report)?;
    let columns = COLUMNS.iter().map(|(n, k)| Column::new(*n, *k)).collect();
    let mut sheet = Sheet::new(plan.form, out, columns)?;
    for row in &found.rows {
        let Some(a) = &row.agreement else { continue };
        let mut undefined = serde_json::Map::new();
        let mut of = |name: &str, value: std::result::Result<f64, Undefined>| match value {
            Ok(x) => json!(x),
            Err(why) => {
                undefined.insert(name.to_owned(), why.words().into());
                Value::Null
            }
        };
        let [plain, linear, quadratic] = &a.cohen;
        let light = |l: &std::result::Result<crate::domain::agree::Light, Undefined>| {
            l.as_ref().map(|l| l.value).map_err(|e| *e)
        };
        let cells = [
            of("percent", a.percent),
            of("unanimity", a.unanimity),
            of("within_one", a.within_one),
            of("cohen", light(plain)),
            of("cohen_linear", light(linear)),
            of("cohen_quadratic", light(quadratic)),
            of("fleiss", a.fleiss),
            of("alpha", a.own_alpha()),
            of("ac1", a.ac1),
        ];
        let prevalence: Vec<Value> = a
            .prevalence
            .iter()
            .map(|p| json!({"label": p.label, "count": p.count}))
            .collect();
        let head: [Value; 6] = [
            row.panel.form.as_str().into(),
            row.panel.question.id.as_str().into(),
            json!(row.panel.on),
            a.units.into(),
            a.pairable.into(),
            a.raters.into(),
        ];
        let tail = [prevalence.into(), undefined.into()];
        let names = COLUMNS.iter().map(|(n, _)| (*n).to_owned());
        sheet.row(names.zip(head.into_iter().chain(cells).chain(tail)).collect::<Row>())?;
    }
    sheet.end()
}
