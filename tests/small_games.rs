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

/// What events remove besides what is taken.
#[test]
fn atomic_says_what_an_explosion_removes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/small/atomic.game");
    let listed = |position: &str, text: &str| {
        let file = path.to_str().unwrap();
        let (status, out, err) = crate::cli::run(&["moves", file, "--position", position, "--json"], "");
        assert_eq!((status, err.as_str()), (0, ""));
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        let moves = answer["moves"].as_array().unwrap().clone();
        moves.into_iter().find(|mv| mv["text"] == text).unwrap_or_else(|| panic!("no {text} in {out}"))
    };
    // The knights beside d5 go, the pawns stay; the queen that takes stands on no cell of its own.
    let position = "4k3/8/2np4/3n4/2NPB3/8/8/3QK3 White";
    let taking = listed(position, "e4xd5");
    assert_eq!(taking["captures"], serde_json::json!(["d5"]));
    assert_eq!(taking["removed"], serde_json::json!(["c4", "c6"]));
    assert!(listed(position, "e1-e2")["removed"].is_null());
}
