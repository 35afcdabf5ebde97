//! Perft: the number of move sequences of a length. A game that ends earlier adds nothing; claims are not counted.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::{Play, State, Visitor};

/// How the last ply is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Leaf moves are counted from cell sets where that is possible, none is built.
    Count,
    /// The list of leaf moves is built and its length taken.
    List,
    /// Every leaf move is played.
    Leaf,
}

struct Perft<'a> {
    depth: u32,
    mode: Mode,
    stop: &'a AtomicBool,
}

impl Visitor for Perft<'_> {
    type Output = u64;

    fn visit<P: Play>(self, play: &mut P) -> u64 {
        let mut buffers: Vec<Vec<P::Move>> = (0..self.depth).map(|_| Vec::new()).collect();
        count(play, self.mode, self.stop, &mut buffers)
    }
}

/// One buffer for each ply that is left.
fn count<P: Play>(play: &mut P, mode: Mode, stop: &AtomicBool, buffers: &mut [Vec<P::Move>]) -> u64 {
    let Some((buffer, rest)) = buffers.split_first_mut() else { return 1 };
    if play.board_ended() || (rest.len() > 1 && stop.load(Ordering::Relaxed)) {
        return 0;
    }
    if rest.is_empty() && mode == Mode::Count {
        let moves = play.count();
        return if moves == 0 || play.late_ended(true) { 0 } else { moves };
    }
    play.list(buffer);
    if buffer.is_empty() || play.late_ended(true) {
        return 0;
    }
    if rest.is_empty() && mode == Mode::List {
        return buffer.len() as u64;
    }
    if rest.is_empty() {
        return play.play_leaves(buffer);
    }
    let mut total = 0;
    for &mv in buffer.iter() {
        play.play(mv);
        total += count(play, mode, stop, rest);
        play.undo();
    }
    total
}

/// The number of sequences of `depth` legal moves from here; depth 0 is 1.
pub fn perft(state: &mut State, depth: u32, mode: Mode) -> u64 {
    perft_until(state, depth, mode, &AtomicBool::new(false))
}

/// The same; once `stop` is set it comes back soon, with a number that means nothing.
pub fn perft_until(state: &mut State, depth: u32, mode: Mode, stop: &AtomicBool) -> u64 {
    state.visit(Perft { depth, mode, stop })
}

/// The same for each legal move: its text, and the number of sequences that begin with it. `depth` is at least 1.
pub fn divide(state: &mut State, depth: u32, mode: Mode) -> Vec<(String, u64)> {
    divide_until(state, depth, mode, &AtomicBool::new(false))
}

/// The same; once `stop` is set it comes back soon, with the moves that were counted whole.
pub fn divide_until(state: &mut State, depth: u32, mode: Mode, stop: &AtomicBool) -> Vec<(String, u64)> {
    let moves = state.moves_without_outcomes();
    moves
        .into_iter()
        .filter(|info| !info.claim)
        .map_while(|info| {
            state.play(info.index);
            let nodes = perft_until(state, depth.saturating_sub(1), mode, stop);
            state.undo();
            (!stop.load(Ordering::Relaxed)).then_some((info.text, nodes))
        })
        .collect()
}
