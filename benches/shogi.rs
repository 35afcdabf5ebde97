//! Shogi beside a hand-written generator (the crate haitaka) and, where it is installed, Fairy-Stockfish, in one run: perft
//! with the last ply counted, listed and played. Then the same for boards of other sizes, boardwright alone.
//!
//! `cargo bench --bench shogi`. Fairy-Stockfish is looked for as `fairy-stockfish` (Debian installs it in `/usr/games`), or
//! name it in `BOARDWRIGHT_FAIRY`. Rounds alternate, and the median ratio is shown; times are processor time.

mod common;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use boardwright::engine::Game;
use boardwright::tools::perft::{Mode, perft};
use boardwright::tools::playout::playout;
use haitaka::Board;

use common::{load, median, schedstat, seconds};

const ROUNDS: usize = 5;
const DEPTH: u32 = 5;
const NODES: u64 = 19_861_490;

fn ours(game: &Game, depth: u32, mode: Mode) -> (u64, f64) {
    let zero = Instant::now();
    let mut state = game.start();
    let start = seconds(zero);
    let nodes = perft(&mut state, depth, mode);
    (nodes, nodes as f64 / (seconds(zero) - start))
}

/// Perft of the peer, one loop for each mode as its own examples write it.
fn theirs(board: &Board, depth: u32, mode: Mode, buffer: &mut Vec<haitaka::Move>) -> u64 {
    if depth == 1 {
        let mut nodes = 0;
        match mode {
            Mode::Count => {
                board.generate_moves(|moves| {
                    nodes += moves.into_iter().len() as u64;
                    false
                });
            }
            Mode::List => {
                buffer.clear();
                board.generate_moves(|moves| {
                    buffer.extend(moves);
                    false
                });
                nodes = black_box(&*buffer).len() as u64;
            }
            Mode::Leaf => {
                board.generate_moves(|moves| {
                    for mv in moves {
                        let mut board = board.clone();
                        board.play_unchecked(mv);
                        black_box(&board);
                        nodes += 1;
                    }
                    false
                });
            }
        }
        return nodes;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut board = board.clone();
            board.play_unchecked(mv);
            nodes += theirs(&board, depth - 1, mode, buffer);
        }
        false
    });
    nodes
}

fn peer(mode: Mode) -> f64 {
    let zero = Instant::now();
    let board = Board::startpos();
    let start = seconds(zero);
    let nodes = theirs(&board, DEPTH, mode, &mut Vec::new());
    assert_eq!(nodes, NODES);
    nodes as f64 / (seconds(zero) - start)
}

/// Processor time of all threads of a process.
fn used(child: &Child) -> Option<f64> {
    let tasks = std::fs::read_dir(format!("/proc/{}/task", child.id())).ok()?;
    tasks.map(|task| schedstat(task.ok()?.path().join("schedstat"))).sum()
}

/// Nodes a second of Fairy-Stockfish's `go perft`.
fn fairy() -> Option<f64> {
    let program = std::env::var("BOARDWRIGHT_FAIRY").ok().or_else(|| {
        let places = ["/usr/games/fairy-stockfish", "/usr/bin/fairy-stockfish"];
        places.into_iter().find(|place| Path::new(place).exists()).map(str::to_owned)
    })?;
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut to = child.stdin.take()?;
    let mut from = BufReader::new(child.stdout.take()?).lines();
    writeln!(to, "uci\nsetoption name UCI_Variant value shogi\nposition startpos\nisready").ok()?;
    from.by_ref().map_while(Result::ok).find(|line| line == "readyok")?;
    let (zero, before) = (Instant::now(), used(&child));
    writeln!(to, "go perft {DEPTH}").ok()?;
    let line = from.by_ref().map_while(Result::ok).find(|line| line.starts_with("Nodes searched"))?;
    let time = used(&child).zip(before).map_or_else(|| zero.elapsed().as_secs_f64(), |(after, before)| after - before);
    let nodes: f64 = line.rsplit(' ').next()?.parse().ok()?;
    assert_eq!(nodes as u64, NODES);
    writeln!(to, "quit").ok()?;
    child.wait().ok()?;
    Some(nodes / time)
}

fn main() {
    let game = load("shogi/shogi");
    println!("{:<34} {:>12} {:>12} {:>7}", "shogi, perft 5 (nodes/s)", "boardwright", "peer", "ratio");
    for (name, mode) in [("count", Mode::Count), ("list", Mode::List), ("leaf", Mode::Leaf)] {
        let (mut mine, mut others, mut fairies) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            let (nodes, speed) = ours(&game, DEPTH, mode);
            assert_eq!(nodes, NODES);
            mine.push(speed);
            others.push(peer(mode));
            if mode == Mode::List && round < 3 {
                fairies.extend(fairy());
            }
        }
        let own = median(mine.clone());
        let ratio = median(mine.iter().zip(&others).map(|(a, b)| a / b).collect());
        println!("{:<34} {own:>12.0} {:>12.0} {ratio:>7.2}", format!("{name}, haitaka"), median(others));
        if !fairies.is_empty() {
            let fairy = median(fairies);
            println!("{:<34} {own:>12.0} {fairy:>12.0} {:>7.2}", format!("{name}, Fairy-Stockfish"), own / fairy);
        }
    }
    for (name, depth, playouts) in [("shogi/minishogi", 5, 200), ("shogi/shogi", 4, 200), ("shogi/chushogi", 3, 10)] {
        let game = load(name);
        let count = median((0..ROUNDS).map(|_| ours(&game, depth, Mode::Count).1).collect());
        let leaf = median((0..ROUNDS).map(|_| ours(&game, depth, Mode::Leaf).1).collect());
        println!("{:<34} {count:>12.0} nodes/s, every leaf played {leaf:>12.0}", format!("{name}, perft {depth}"));
        let zero = Instant::now();
        let start = seconds(zero);
        let plies: u64 = (0..playouts).map(|seed| u64::from(playout(&mut game.start(), seed, 1000).plies)).sum();
        let time = seconds(zero) - start;
        println!(
            "{:<34} {:>12.0} games/s, {:.0} plies/s",
            format!("{name}, playouts"),
            f64::from(playouts as u32) / time,
            plies as f64 / time
        );
    }
}
