//! `moves`: the legal moves of positions, for people and for programs.

use clap::Args;

use crate::engine::{Game, MoveInfo, State};
use crate::tools::perft::{self, Mode};

use super::common::{UnusedSeed, UnusedThreads};
use super::draw::{move_table, outcome_words, player_words};
use super::load::{GameArguments, Loaded, load};
use super::positions::{PositionsArguments, for_each_position, in_words};
use super::terminal::{Answer, Failure, Terminal, counted, thousands};
use super::wire::{MoveJson, MovesJson, OutcomeJson, RefusalJson};

/// Lists the legal moves of a position, and what each does
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  boardwright moves my-game.game\n  \
    boardwright moves my-game.game --positions positions.txt --json --depth 2\n\n\
    With --json: one object a line, in the order of the positions. A refused position gives\n\
    {\"error\": {\"code\", \"message\"}} on its line, and the status at the end is 1.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    positions: PositionsArguments,

    /// One JSON object a position
    #[arg(long)]
    json: bool,

    /// Counts, too, for depth 1 to N
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    arguments.positions.beside(&arguments.game)?;
    let loaded = load(terminal, &arguments.game)?;
    let game = &loaded.game;
    let mut status = 0;
    for_each_position(terminal, game, &arguments.positions, |terminal, number, position| match position {
        Ok(mut state) if arguments.json => terminal.json(&answer(game, &mut state, arguments.depth)),
        Ok(mut state) => {
            if let Some(number) = number {
                terminal.line(&format!("{}position {number}", if number > 1 { "\n" } else { "" }))?;
            }
            table(terminal, &loaded, &mut state, arguments.depth)
        }
        Err(refusal) => {
            status = 1;
            if arguments.json {
                return terminal.json(&RefusalJson { error: &refusal });
            }
            terminal.flush()?;
            let words = in_words(&refusal);
            terminal.error(&number.map_or_else(|| words.clone(), |n| format!("position {n}: {words}")));
            Ok(())
        }
    })?;
    Ok(status)
}

fn answer(game: &Game, state: &mut State, depth: Option<u32>) -> MovesJson {
    let (claims, moves): (Vec<MoveInfo>, Vec<MoveInfo>) = state.moves().into_iter().partition(|m| m.claim);
    MovesJson {
        to_move: game.player_name(state.to_move()).to_owned(),
        outcome: state.outcome().map(|outcome| OutcomeJson::new(game, &outcome)),
        count: moves.len(),
        moves: moves.iter().chain(&claims).map(|m| MoveJson::new(game, m)).collect(),
        perft: depth.map(|depth| counts(state, depth)),
    }
}

fn counts(state: &mut State, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft::perft(state, depth, Mode::Count)).collect()
}

fn table(terminal: &mut Terminal, loaded: &Loaded, state: &mut State, depth: Option<u32>) -> Result<(), Failure> {
    let game = &loaded.game;
    if let Some(outcome) = state.outcome() {
        return terminal.line(&format!("the game is over: {}", outcome_words(game, &outcome)));
    }
    let moves = state.moves();
    let number = moves.iter().filter(|m| !m.claim).count() as u64;
    terminal.line(&format!("{} to move: {}", player_words(game, state.to_move()), counted(number, "move")))?;
    if !moves.is_empty() {
        terminal.line("")?;
        terminal.write(&move_table(loaded, state, &moves))?;
    }
    if let Some(depth) = depth {
        terminal.line("")?;
        for (depth, count) in (1..).zip(counts(state, depth)) {
            terminal.line(&format!("depth {depth}: {}", thousands(count)))?;
        }
    }
    Ok(())
}
