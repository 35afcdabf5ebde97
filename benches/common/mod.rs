//! What the benchmarks share: games, processor time, medians.
#![allow(missing_docs)]

use std::path::Path;
use std::time::Instant;

use boardwright::engine::Game;

/// Seconds of processor time of this thread, where the system tells; else wall time.
pub fn seconds(start: Instant) -> f64 {
    schedstat("/proc/thread-self/schedstat").unwrap_or_else(|| start.elapsed().as_secs_f64())
}

/// Seconds of processor time that a file of the system tells.
pub fn schedstat(path: impl AsRef<Path>) -> Option<f64> {
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// A game of the repository, by its path in `games/` without the ending.
pub fn load(name: &str) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games").join(format!("{name}.game"));
    let text = std::fs::read_to_string(&path).expect("the game file is in the repository");
    let mut loader = |parent: &str, _: &str| {
        let path = path.with_file_name(parent);
        std::fs::read_to_string(&path).map(|text| (parent.to_string(), text)).map_err(|error| error.to_string())
    };
    let mut sources = boardwright::diag::Sources::new();
    let (rules, _) = boardwright::rules::check(name, &text, &[], &mut loader, &mut sources);
    Game::new(boardwright::compile::compile(&rules.expect("the game has no errors")).expect("the game can run"))
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
