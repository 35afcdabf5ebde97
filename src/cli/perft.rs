//! `perft`: counts the lines of play of a given length.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::engine::State;
use crate::tools::perft::{self, Mode};

use super::common::{ThreadsArgument, UnusedSeed};
use super::load::{GameArguments, load};
use super::positions::{PositionsArguments, for_each_position, in_words};
use super::terminal::{Answer, Terminal, tell, thousands};
use super::wire::RefusalJson;

/// Counts the lines of play of a given length
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  boardwright perft my-game.game 3\n  boardwright perft my-game.game 4 --divide --threads 2\n\n\
    A finished game has no moves, and claims are not counted. Time goes to standard error."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// How many plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,

    /// Counts for each first move, too
    #[arg(long)]
    divide: bool,

    /// Plays the last ply of every line instead of counting the moves before it: slower, the same numbers
    #[arg(long)]
    no_bulk: bool,

    #[command(flatten)]
    positions: PositionsArguments,

    /// One JSON object a position
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    threads: ThreadsArgument,

    #[command(flatten)]
    _seed: UnusedSeed,
}

/// What `perft --json` says of a position.
#[derive(Serialize)]
struct PerftJson {
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<DivideJson>>,
}

/// The count of a first move.
#[derive(Serialize)]
struct DivideJson {
    r#move: String,
    count: u64,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    arguments.positions.beside(&arguments.game)?;
    let game = load(terminal, &arguments.game)?.game;
    let mode = if arguments.no_bulk { Mode::Leaf } else { Mode::Count };
    let threads = arguments.threads.threads.map_or(1, usize::from);
    let mut status = 0;
    let mut nodes = 0u64;
    let mut time = Duration::ZERO;
    for_each_position(terminal, &game, &arguments.positions, |terminal, number, position| {
        let mut state = match position {
            Ok(state) => state,
            Err(refusal) => {
                status = 1;
                if arguments.json {
                    return terminal.json(&RefusalJson { error: &refusal });
                }
                terminal.flush()?;
                let words = in_words(&refusal);
                terminal.error(&number.map_or_else(|| words.clone(), |n| format!("position {n}: {words}")));
                return Ok(());
            }
        };
        let start = Instant::now();
        let (count, divided) = count(&mut state, arguments.depth, mode, threads, arguments.divide);
        time += start.elapsed();
        nodes += count;
        if arguments.json {
            let divide = arguments
                .divide
                .then(|| divided.into_iter().map(|(text, count)| DivideJson { r#move: text, count }).collect());
            return terminal.json(&PerftJson { depth: arguments.depth, nodes: count, divide });
        }
        for (text, count) in divided {
            terminal.line(&format!("{text}: {count}"))?;
        }
        terminal.line(&format!("Nodes searched: {count}"))
    })?;
    terminal.flush()?;
    if time.is_zero() {
        return Ok(status); // nothing was counted
    }
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 };
    tell(&format!("{seconds:.3} s, {} nodes/s", thousands(speed as u64)));
    Ok(status)
}

/// The count, and the counts of the first moves if they are wanted or if threads share them.
fn count(state: &mut State, depth: u32, mode: Mode, threads: usize, divide: bool) -> (u64, Vec<(String, u64)>) {
    if depth == 0 {
        return (1, Vec::new());
    }
    let divided = match (threads, divide) {
        (0 | 1, false) => return (perft::perft(state, depth, mode), Vec::new()),
        (0 | 1, true) => perft::divide(state, depth, mode),
        _ => shared(state, depth, mode, threads),
    };
    let count = divided.iter().map(|(_, count)| count).sum();
    (count, if divide { divided } else { Vec::new() })
}

/// The counts of the first moves, in their order, shared among threads.
fn shared(state: &mut State, depth: u32, mode: Mode, threads: usize) -> Vec<(String, u64)> {
    let moves: Vec<_> = state.moves_without_outcomes().into_iter().filter(|m| !m.claim).collect();
    let next = AtomicUsize::new(0);
    let work = |mut state: State| {
        let mut done: Vec<(usize, u64)> = Vec::new();
        while let Some((at, info)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, moves.get(at)?)))
        {
            state.play(info.index);
            done.push((at, perft::perft(&mut state, depth - 1, mode)));
            state.undo();
        }
        done
    };
    let mut counts = vec![0; moves.len()];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(moves.len()))
            .map(|_| {
                let state = state.clone();
                let work = &work;
                scope.spawn(move || work(state))
            })
            .collect();
        for worker in workers {
            match worker.join() {
                Ok(done) => done.into_iter().for_each(|(at, count)| counts[at] = count),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    moves.into_iter().map(|m| m.text).zip(counts).collect()
}
