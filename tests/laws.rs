//! What every reachable position of every game obeys.

use boardwright::compile::compile;
use boardwright::engine::Game;
use boardwright::rules::Ruleset;

use crate::support::by_hand::{Folk, Tafl, tafl};
use crate::support::lockstep::Pair;
use crate::support::oracle::Oracle;

fn pair(rules: &Ruleset) -> Pair {
    let game = Game::new(compile(rules).unwrap_or_else(|refusals| panic!("{refusals:?}")));
    Pair { oracle: Oracle::new(rules), game }
}

/// The engine's moves are the oracle's moves, and lead to the same positions and ends.
#[test]
fn engine_moves_are_oracle_moves() {
    let folk = Folk { throne_hostile: true, no_return: true, armed: true, white_first: true };
    for (game, folk) in [
        (Tafl::Corner, Folk::default()),
        (Tafl::Edge, Folk::default()),
        (Tafl::Fetlar, Folk::default()),
        (Tafl::Corner, folk),
        (Tafl::Edge, folk),
    ] {
        let pair = pair(&tafl(game, folk));
        for seed in 0..2 {
            if let Err(error) = pair.random_game(seed, 60, |ply| ply % 12 == 0) {
                panic!("{game:?} {folk:?}: {error}");
            }
        }
    }
}
