//! Tafl beside a hand-written engine, in one run: perft with a counted last ply, every leaf played, random playouts.
//!
//! `cargo bench --bench tafl` measures boardwright alone. To compare, name the peer's program:
//! `BOARDWRIGHT_PEER=path/to/taflfast cargo bench --bench tafl`. The peer must understand `perft GAME DEPTH` and
//! `play GAME GAMES` and print `N nodes/cpu-s` and `N half-moves/cpu-s`. Rounds alternate, and the median ratio is shown.

mod common;

use std::process::Command;
use std::time::Instant;

use boardwright::engine::Game;
use boardwright::tools::perft::{Mode, perft};
use boardwright::tools::playout::playout;

use common::{load, median, seconds};

const GAMES: [&str; 3] = ["saami-tablut-corner", "saami-tablut-edge", "fetlar"];
const ROUNDS: usize = 5;
const PLAYOUTS: u64 = 4000;

fn ours(game: &Game) -> [f64; 3] {
    let zero = Instant::now();
    let mut state = game.start();
    let depth = 4;
    let start = seconds(zero);
    let nodes = perft(&mut state, depth, Mode::Count);
    let count = nodes as f64 / (seconds(zero) - start);
    let start = seconds(zero);
    let nodes = perft(&mut state, depth, Mode::Leaf);
    let leaf = nodes as f64 / (seconds(zero) - start);
    let start = seconds(zero);
    let mut plies = 0u64;
    for seed in 0..PLAYOUTS {
        let mut state = game.start();
        plies += u64::from(playout(&mut state, seed, 1000).plies);
    }
    [count, leaf, plies as f64 / (seconds(zero) - start)]
}

fn figure(text: &str, line: &str, unit: &str) -> Option<f64> {
    let mut after = text.lines().skip_while(|l| !l.contains(line));
    let line = after.next()?;
    let before = &line[..line.find(unit)?];
    before.split_whitespace().next_back()?.parse().ok()
}

fn peers(program: &str, game: &str) -> Option<[f64; 3]> {
    let run = |args: &[&str]| {
        let output = Command::new(program).args(args).output().ok()?;
        String::from_utf8(output.stdout).ok()
    };
    let perft = run(&["perft", game, "4"])?;
    let play = run(&["play", game, &PLAYOUTS.to_string()])?;
    let deepest = &perft[perft.find("perft 4")?..];
    Some([
        figure(deepest, "perft 4", " nodes/cpu-s")?,
        figure(deepest, "every leaf", " nodes/cpu-s")?,
        figure(&play, "half-moves", " half-moves/cpu-s")?,
    ])
}

fn main() {
    let peer = std::env::var("BOARDWRIGHT_PEER").ok();
    println!("{:<22} {:<28} {:>12} {:>12} {:>7}", "game", "measure", "boardwright", "peer", "ratio");
    for name in GAMES {
        let game = load(&format!("tafl/{name}"));
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            mine.push(ours(&game));
            if let Some(figures) = peer.as_deref().and_then(|program| peers(program, name)) {
                theirs.push(figures);
            }
        }
        for (index, measure) in
            ["perft 4, count (nodes/s)", "perft 4, leaf (nodes/s)", "playouts (plies/s)"].iter().enumerate()
        {
            let own = median(mine.iter().map(|m| m[index]).collect());
            if theirs.is_empty() {
                println!("{name:<22} {measure:<28} {own:>12.0} {:>12} {:>7}", "-", "-");
                continue;
            }
            let other = median(theirs.iter().map(|m| m[index]).collect());
            let ratio = median(mine.iter().zip(&theirs).map(|(a, b)| a[index] / b[index]).collect());
            println!("{name:<22} {measure:<28} {own:>12.0} {other:>12.0} {ratio:>7.2}");
        }
    }
}
