//! The vectors beside the project: what reference packages answer for the same rankings and counts.

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::Value;

    use crate::domain::metric::{Means, Metric, Outcome, Ranked, locagent, percent2, tied_mrr};
    use crate::domain::stats::{self, By};

    fn vectors() -> Option<Value> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/vectors/metric_vectors.json");
        if !path.exists() {
            eprintln!("skipped: no vectors beside the project");
            return None;
        }
        Some(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
    }

    #[track_caller]
    fn close(is: f64, want: &Value, what: &str) {
        let want = want.as_f64().unwrap_or_else(|| panic!("{what}: no number"));
        assert!((is - want).abs() <= 1e-9, "{what}: {is}, not {want}");
    }

    /// A value that is `null` where it is undefined.
    #[track_caller]
    fn close_or_none(is: Option<f64>, want: &Value, what: &str) {
        match is {
            Some(is) => close(is, want, what),
            None => assert!(want.is_null(), "{what}: undefined, not {want}"),
        }
    }

    fn list<'a>(case: &'a Value, key: &str) -> &'a Vec<Value> {
        case[key].as_array().unwrap()
    }

    fn strings(list: &Value) -> Vec<String> {
        let all = list.as_array().unwrap().iter();
        all.map(|s| s.as_str().unwrap().to_owned()).collect()
    }

    fn small(n: &Value) -> u32 {
        u32::try_from(n.as_u64().unwrap()).unwrap()
    }

    fn numbers(list: &Value) -> Vec<f64> {
        list.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect()
    }

    fn ranking(case: &Value) {
        let name = case["name"].as_str().unwrap();
        let (gold, ranking) = (strings(&case["gold"]), strings(&case["ranking"]));
        let expected = &case["expected"];
        let Some(ranked) = Ranked::new(&gold, &ranking) else {
            assert!(
                expected["metrics"].is_null() && case["locagent_no_dedupe"].is_null(),
                "{name}"
            );
            assert_eq!(small(&expected["n_gold"]), 0, "{name}");
            assert_eq!(locagent::values(&gold, &ranking, 5), None, "{name}");
            return;
        };
        assert_eq!(ranked.gold(), small(&expected["n_gold"]), "{name}");
        assert_eq!(ranked.listed, small(&expected["n_unique"]), "{name}");
        let rank = |v: &Value| (!v.is_null()).then(|| small(v));
        assert_eq!(ranked.first_rank(), rank(&expected["first_rank"]), "{name}");
        assert_eq!(ranked.complete_rank(), rank(&expected["complete_rank"]), "{name}");
        let mut distinct = gold.clone();
        distinct.dedup();
        for (item, at) in distinct.iter().zip(&ranked.ranks) {
            assert_eq!(*at, rank(&expected["gold_ranks"][item]), "{name}: {item}");
        }
        let metrics = expected["metrics"].as_object().unwrap();
        assert_eq!(metrics.len(), 5 + 4 * 12, "{name}: all metrics at all K");
        for (metric, want) in metrics {
            let parsed = Metric::parse(metric).unwrap();
            close(ranked.value(parsed), want, &format!("{name}: {metric}"));
        }
        let locagent = case["locagent_no_dedupe"].as_object().unwrap();
        assert_eq!(locagent.len(), 4 * 5, "{name}: five numbers at all K");
        for (metric, want) in locagent {
            let (word, k) = metric.split_once('@').unwrap();
            let values = locagent::values(&gold, &ranking, k.parse().unwrap()).unwrap();
            let is = match word {
                "Acc" => f64::from(u8::from(values.acc)),
                "Recall" => values.recall,
                "P" => values.precision,
                "nDCG" => values.ndcg,
                "AP" => values.ap,
                other => panic!("{other}"),
            };
            close(is, want, &format!("{name}: LocAgent's {metric}"));
        }
    }

    fn tie(case: &Value) {
        let name = case["name"].as_str().unwrap();
        let scored: Vec<(&str, f64)> = list(case, "scored")
            .iter()
            .map(|pair| (pair[0].as_str().unwrap(), pair[1].as_f64().unwrap()))
            .collect();
        let tied = tied_mrr(&strings(&case["gold"]), &scored).unwrap();
        close(tied.stable, &case["MRR_stable"], name);
        close(tied.optimistic, &case["MRR_optimistic"], name);
        close(tied.pessimistic, &case["MRR_pessimistic"], name);
        close(tied.expected, &case["MRR_expected"], name);
    }

    fn aggregate(case: &Value) {
        let percent = |k: u32, n: u32| percent2(k, n).unwrap();
        match case["name"].as_str().unwrap() {
            "two_of_four_missing" => {
                let rows = case["rankings"].as_object().unwrap();
                let outcome =
                    |(id, gold): (&String, &Value)| match (Ranked::new(&strings(gold), &[""; 0]), rows.get(id)) {
                        (None, _) => Outcome::NoGold,
                        (_, None) => Outcome::Missing,
                        (_, Some(row)) => {
                            let ranked = Ranked::new(&strings(gold), &strings(row)).unwrap();
                            Outcome::Value(ranked.value(Metric::Hit(5)))
                        }
                    };
                let means: Means = case["gold"].as_object().unwrap().iter().map(outcome).collect();
                assert_eq!(
                    (means.intended.n, means.submitted.n, means.missing(), means.no_gold),
                    (4, 2, 2, 0)
                );
                close_or_none(means.intended.value(), &case["Hit@5_intention_to_treat"], "all");
                close_or_none(means.submitted.value(), &case["Hit@5_submitted_only"], "submitted");
            }
            "paper_AgentLess_Kimi_denominator" => {
                close(percent(184, 652), &case["per_652"], "of 652");
                close(percent(184, 562), &case["per_562"], "of 562");
            }
            "percent_rounding" => {
                for one in list(case, "cases") {
                    close(percent(small(&one["k"]), small(&one["n"])), &one["pct2"], "percent");
                }
            }
            other => panic!("{other}"),
        }
    }

    fn intervals(case: &Value) {
        let (k, n) = (small(&case["k"]), small(&case["n"]));
        let what = format!("{k} of {n}");
        let pairs = [
            (stats::wilson(k, n), "lo", "hi"),
            (stats::wilson_cc(k, n), "cc_lo", "cc_hi"),
            (stats::clopper_pearson(k, n), "clopper_lo", "clopper_hi"),
            (stats::wald(k, n), "wald_lo", "wald_hi"),
        ];
        for (interval, lo, hi) in pairs {
            let interval = interval.unwrap();
            close(interval.lo, &case[lo], &format!("{what}: {lo}"));
            close(interval.hi, &case[hi], &format!("{what}: {hi}"));
        }
    }

    fn mcnemar(case: &Value) {
        let (b, c) = (small(&case["b"]), small(&case["c"]));
        let (what, test) = (format!("{b} against {c}"), stats::mcnemar(b, c));
        close(test.exact, &case["exact_p"], &what);
        close(test.exact, &case["scipy_binomtest_p"], &what);
        close(test.mid, &case["mid_p"], &what);
        close_or_none(test.chi2, &case["chi2_p"], &what);
        close_or_none(test.chi2_cc, &case["chi2_cc_p"], &what);
        // Beyond the tolerance asked for: these p-values are small, and must be right for their size.
        let want = case["exact_p"].as_f64().unwrap();
        assert!((test.exact / want - 1.0).abs() < 1e-11, "{what}: {}", test.exact);
    }

    fn bootstrap(case: &Value) {
        let (n, b, c) = (small(&case["n"]), small(&case["b"]), small(&case["c"]));
        let (what, boot) = (format!("{b} against {c} of {n}"), stats::bootstrap(n, b, c).unwrap());
        close(boot.delta, &case["delta"], &what);
        close(boot.lo, &case["lo"], &what);
        close(boot.hi, &case["hi"], &what);
        close(boot.p_le_0, &case["p_le_0"], &what);
        close(boot.p_ge_0, &case["p_ge_0"], &what);
        assert_eq!(Some(boot.lo_count), case["pct2.5_count"].as_i64(), "{what}");
        assert_eq!(Some(boot.hi_count), case["pct97.5_count"].as_i64(), "{what}");
        close(stats::mcnemar(b, c).exact, &case["mcnemar_exact_p"], &what);
    }

    fn many(case: &Value) {
        let p = numbers(&case["p"]);
        for (is, want) in stats::holm(&p).iter().zip(list(case, "holm")) {
            close(*is, want, "Holm");
        }
        for (is, want) in stats::benjamini_hochberg(&p).iter().zip(list(case, "bh")) {
            close(*is, want, "Benjamini and Hochberg");
        }
    }

    #[test]
    fn all_106_vectors_hold() {
        let Some(all) = vectors() else { return };
        let mut count = 0;
        let mut each = |part: &Value, name: &str, n: usize, check: fn(&Value)| {
            let cases = list(part, name);
            assert_eq!(cases.len(), n, "{name}");
            cases.iter().for_each(check);
            count += n;
        };
        each(&all, "ranking_cases", 50, ranking);
        each(&all, "tie_cases", 9, tie);
        each(&all, "aggregate_cases", 3, aggregate);
        let stats = &all["stats"];
        each(stats, "wilson", 18, intervals);
        each(stats, "mcnemar", 15, mcnemar);
        each(stats, "exact_paired_bootstrap", 8, bootstrap);
        each(stats, "holm", 3, many);
        // One for each element of a list of cases: an interval of all four kinds is one, a ranking with its 53 metrics
        // and LocAgent's 20 is one.
        assert_eq!(count, 106);

        // The sign flip is an object of its own, beyond the 106.
        let flip = &stats["sign_flip"];
        let test = stats::sign_flip(&numbers(&flip["diffs"])).unwrap();
        assert_eq!(test.by, By::Exact);
        close(test.p, &flip["p_exact"], "sign flip");
    }
}
