//! Any bytes as a position, as position data and as a move of some shipped game.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use boardwright::engine::Game;
use boardwright_fuzz::strangers::{Corpus, Rng};
use boardwright_fuzz::{games, trial};

static GAMES: LazyLock<Vec<Game>> =
    LazyLock::new(|| games(&Corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &[])));

libfuzzer_sys::fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let game = &GAMES[usize::from(which) % GAMES.len()];
    trial::texts(game, text, &mut Rng::new(text.len() as u64));
});
