//! Frameworks and libraries by the words that name them. Only words that hardly mean anything else: no `express`, `spring`.

/// Words by which each is known, in small letters, the same one a line.
const TABLE: [&[&str]; 52] = [
    &["react native", "react-native"],
    &["reactjs", "react.js", "react-dom", "react devtools"],
    &["vuejs", "vue.js", "vue-router", "vuex", "vuetify"],
    &["angularjs", "angular.js", "@angular"],
    &["svelte", "sveltekit"],
    &["next.js", "nextjs"],
    &["nuxt", "nuxt.js", "nuxtjs"],
    &["ember.js", "emberjs"],
    &["jquery"],
    &["three.js", "threejs"],
    &["d3.js", "d3js"],
    &["chart.js", "chartjs"],
    &["echarts"],
    &["highcharts"],
    &["plotly", "plotly.js"],
    &["leaflet"],
    &["openlayers"],
    &["p5.js", "p5js"],
    &["webpack"],
    &["vite"],
    &["rollup"],
    &["babel"],
    &["eslint"],
    &["storybook"],
    &["tailwind", "tailwindcss"],
    &["bootstrap"],
    &["express.js", "expressjs"],
    &["node.js", "nodejs"],
    &["electron"],
    &["cypress"],
    &["playwright"],
    &["django"],
    &["flask"],
    &["fastapi"],
    &["numpy"],
    &["pandas"],
    &["matplotlib", "pyplot"],
    &["seaborn"],
    &["scikit-learn", "sklearn"],
    &["tensorflow"],
    &["pytorch"],
    &["pytest"],
    &["jupyter"],
    &["streamlit"],
    &["spring boot", "springframework", "org.springframework"],
    &["hibernate"],
    &["gradle"],
    &["ruby on rails", "activerecord", "actionview"],
    &["laravel"],
    &["symfony"],
    &["flutter"],
    &["asp.net", ".net core", "entityframework"],
];

/// Frameworks as the text writes them, in its order; each once.
pub(super) fn all(text: &str) -> Vec<&str> {
    // Small letters of ASCII only: places in both texts stay the same.
    let lower = text.to_ascii_lowercase();
    let mut found: Vec<(usize, &str)> = Vec::new();
    for words in TABLE {
        let first = words.iter().filter_map(|w| whole(&lower, w).map(|at| (at, w.len())));
        // The longest of those at the first place.
        let first = first.min_by_key(|(at, len)| (*at, usize::MAX - len));
        found.extend(first.and_then(|(at, len)| Some((at, text.get(at..at + len)?))));
    }
    found.sort_unstable();
    found.into_iter().map(|(_, word)| word).collect()
}

/// Where `word` stands as a whole word.
fn whole(text: &str, word: &str) -> Option<usize> {
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).unwrap_or_default();
        let after = text.get(at + word.len()..).unwrap_or_default();
        !before.ends_with(letter) && !after.starts_with(letter)
    })
}
