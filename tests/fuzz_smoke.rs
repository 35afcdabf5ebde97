//! A short run of the mutation fuzzer, the same every time; `docs/fuzzing.md` says how to make a long one.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::strangers::{Corpus, Rng};
use crate::support::trial;

/// The budget of each run; where the machine is slow, fewer cases are tried.
const BUDGET: Duration = Duration::from_secs(6);

/// Tests run without optimisation: what takes a second at most where it is optimised is given so much.
const PATIENCE: Duration = Duration::from_secs(20);

fn corpus() -> Corpus {
    Corpus::read(Path::new(env!("CARGO_MANIFEST_DIR")), &[])
}

fn run(cases: u64, mut case: impl FnMut(u64) -> trial::Cost) {
    let begin = Instant::now();
    for seed in 0..cases {
        if begin.elapsed() > BUDGET {
            break;
        }
        let (part, time) = case(seed).slowest();
        assert!(time < PATIENCE, "case {seed}: {part} took {time:?}");
    }
}

#[test]
fn game_files_of_strangers() {
    let corpus = corpus();
    run(300, |seed| {
        let mut rng = Rng::new(1_000_000 + seed);
        let text = corpus.game(&mut rng);
        let settings = corpus.settings(&text, &mut rng);
        trial::file(&corpus, &text, &settings, &mut rng)
    });
}

#[test]
fn positions_and_moves_of_strangers() {
    let corpus = corpus();
    let games = trial::games(&corpus);
    assert!(!games.is_empty());
    run(300, |seed| {
        let mut rng = Rng::new(2_000_000 + seed);
        {
            let game = &games[rng.below(games.len())];
            trial::positions(&corpus, game, &mut rng)
        }
    });
}
