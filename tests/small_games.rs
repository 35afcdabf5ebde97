//! The small games against numbers that the world knows.

use boardwright::compile::compile;
use boardwright::diag::Sources;
use boardwright::engine::Game;
use boardwright::rules::check;
use boardwright::tools::perft::{Mode, perft};
use std::path::Path;

fn counts(name: &str, deepest: u32) -> Vec<u64> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/small").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let mut loader = |_: &str, _: &str| Err("has no parent".to_owned());
    let (rules, said) = check(name, &text, &[], &mut loader, &mut Sources::new());
    let game = Game::new(compile(&rules.unwrap_or_else(|| panic!("{said:?}"))).unwrap());
    (1..=deepest).map(|depth| perft(&mut game.start(), depth, Mode::Count)).collect()
}

/// Sequences of moves; after five, six and seven moves some games are over. The number of whole games, 255,168, is the sum
/// of those that end after each number of moves.
#[test]
fn tic_tac_toe() {
    assert_eq!(counts("tic-tac-toe.game", 7), [9, 72, 504, 3_024, 15_120, 54_720, 148_176]);
}

/// The published counts of English draughts.
#[test]
fn draughts() {
    assert_eq!(counts("draughts-8x8.game", 5), [7, 49, 302, 1_469, 7_361]);
}

/// The published counts of Breakthrough.
#[test]
fn breakthrough() {
    assert_eq!(counts("breakthrough.game", 4), [22, 484, 11_132, 256_036]);
}
