//! Games that go the general way, boardwright alone: box shogi from the start (perft with the last ply counted, listed and
//! played) and in random games, then the same for other games of their kind.
//!
//! `cargo bench --bench box_shogi`. The median of three rounds is shown; times are processor time of one thread. For
//! comparison: four-player shogi (Yonin shogi) in Ludii makes about 0.16 random games a second on such a machine.

mod common;

use std::time::Instant;

use boardwright::engine::Game;
use boardwright::tools::perft::{Mode, perft};
use boardwright::tools::playout::playout;

use common::{load, median, seconds};

const ROUNDS: usize = 3;
const LUDII_YONIN: f64 = 0.16;

fn speed(game: &Game, depth: u32, mode: Mode) -> (u64, f64) {
    let mut nodes = 0;
    let rounds = (0..ROUNDS).map(|_| {
        let zero = Instant::now();
        let mut state = game.start();
        let start = seconds(zero);
        nodes = perft(&mut state, depth, mode);
        nodes as f64 / (seconds(zero) - start)
    });
    let speed = median(rounds.collect());
    (nodes, speed)
}

/// Random games a second, and moves a second.
fn games(game: &Game, number: u64) -> (f64, f64) {
    let rounds: Vec<(f64, f64)> = (0..ROUNDS as u64)
        .map(|round| {
            let zero = Instant::now();
            let mut state = game.start();
            let start = seconds(zero);
            let mut plies = 0;
            for seed in 0..number {
                state.clone_from(&game.start());
                plies += u64::from(playout(&mut state, 1 + round * number + seed, 2000).plies);
            }
            let time = seconds(zero) - start;
            (number as f64 / time, plies as f64 / time)
        })
        .collect();
    (median(rounds.iter().map(|round| round.0).collect()), median(rounds.iter().map(|round| round.1).collect()))
}

fn main() {
    let game = load("box-shogi/box-shogi");
    for (name, mode) in [("counted", Mode::Count), ("listed", Mode::List), ("played", Mode::Leaf)] {
        let depth = if mode == Mode::Leaf { 3 } else { 4 };
        let (nodes, speed) = speed(&game, depth, mode);
        println!("box shogi    perft {depth} {name:8} {nodes:>11} nodes  {:>7.2} M nodes/s", speed / 1e6);
    }
    let (playouts, plies) = games(&game, 100);
    println!(
        "box shogi    random games {playouts:>7.1} games/s  {:>7.1} k moves/s  {:.0} times Ludii's four-player shogi",
        plies / 1e3,
        playouts / LUDII_YONIN
    );
    for (name, depth) in [
        ("box-shogi/box-shogi-duel", 3),
        ("shogi/chushogi", 3),
        ("shogi/annan", 3),
        ("small/atomic", 3),
        ("small/ultima", 3),
        ("small/chaturaji", 3),
    ] {
        let game = load(name);
        let (nodes, counted) = speed(&game, depth, Mode::Count);
        let (_, listed) = speed(&game, depth, Mode::List);
        println!(
            "{name:24} perft {depth} {nodes:>11} nodes  {:>7.2} M counted  {:>7.2} M listed",
            counted / 1e6,
            listed / 1e6
        );
    }
}
