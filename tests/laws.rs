//! What every reachable position of every game obeys.

use crate::support::data::check_all;
use crate::support::games;
use crate::support::lockstep::Pair;
use crate::support::oracle::Oracle;

/// A game of the repository, played by engine and oracle.
fn pair(path: &std::path::Path) -> Result<Pair, String> {
    let rules = games::read(path, &[])?;
    Ok(Pair { game: games::compiled(&rules)?, oracle: Oracle::new(&rules) })
}

/// How many plies of a random game, and how often to look: the oracle is slow, and slower on large boards.
fn patience(pair: &Pair) -> (u32, u32) {
    match pair.game.cells().len() {
        0..=64 => (80, 4),
        65..=100 => (60, 10),
        101..=144 => (40, 20),
        _ => (16, 15),
    }
}

/// The engine's moves are the oracle's moves, and lead to the same positions and ends.
#[test]
fn engine_moves_are_oracle_moves() {
    let wrong = check_all(&games::shipped(), |path| {
        let check = || -> Result<(), String> {
            let pair = pair(path)?;
            let (plies, every) = patience(&pair);
            for seed in 0..2 {
                pair.random_game(seed, plies, |ply| ply % every == 0)?;
            }
            Ok(())
        };
        check().err().map(|error| format!("{}: {error}", games::name(path))).into_iter().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
