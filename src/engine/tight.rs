//! The tight loops: games in which every candidate is legal and destinations come as sets.
//!
//! Whatever is done here the general way (`legality`, `turn`, `outcome`) does, too, step by step; tests compare the two.

use crate::compile::tables::{ConditionTable, CounterTable, EMPTY, FamilyTable, Mover, NOBODY, NONE, Tables};
use crate::types::{Cell, CellSet};

use super::captures;
use super::eval::Facts;
use super::movegen::sets;
use super::outcome;
use super::position::Position;

/// A move of a tight game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TightMove {
    /// The piece.
    pub content: u16,
    /// Start cell.
    pub from: u16,
    /// End cell; what stands there is taken.
    pub to: u16,
}

/// Number of moves of the player to move.
#[inline]
pub(super) fn count<const W: usize>(t: &Tables<W>, position: &mut Position<W>) -> u32 {
    position.update_lines(t);
    let mover = position.mover(t);
    let (first, last) = t.owned[mover as usize];
    let mut total = 0;
    for content in first..last {
        let pieces = position.pieces[content as usize];
        let table = &t.movers[content as usize];
        if table.walking_slider {
            total += count_slides(t, position, table, pieces);
        } else {
            total += count_sets(t, position, content, mover, pieces);
        }
    }
    total
}

/// Slides of a walking slider along its axes; two axes of short lines share one count of bits.
#[inline]
fn count_slides<const W: usize>(t: &Tables<W>, position: &Position<W>, table: &Mover<W>, pieces: CellSet<W>) -> u32 {
    let Some(FamilyTable::Slider { axes, rays }) = table.parts.first().map(|part| &part.family) else { return 0 };
    let mut total = 0;
    if axes.len() == 2 && t.files.max(t.ranks) < 32 {
        let (one, other) = rays.split_at(t.size);
        for cell in pieces {
            let (a, b) = (&one[cell.index()], &other[cell.index()]);
            let (free_a, _) = sets::slide(a, position.line(a.line));
            let (free_b, _) = sets::slide(b, position.line(b.line));
            total += ((free_a & a.stop) | (free_b & b.stop) << 32).count_ones();
        }
        return total;
    }
    for place in 0..axes.len() {
        let rays = &rays[place * t.size..(place + 1) * t.size];
        for cell in pieces {
            let ray = &rays[cell.index()];
            let (free, _) = sets::slide(ray, position.line(ray.line));
            total += (free & ray.stop).count_ones();
        }
    }
    total
}

fn count_sets<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    content: u16,
    mover: u8,
    pieces: CellSet<W>,
) -> u32 {
    let occupied = position.occupied(t);
    let takable = sets::takable(t, position, mover);
    let mut total = 0;
    for cell in pieces {
        let (walks, takes) = sets::destinations(t, position, content, cell.0, occupied, takable);
        total += (walks.len() + takes.len()) as u32;
    }
    total
}

/// All moves of the player to move.
#[inline]
pub(super) fn list<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moves: &mut Vec<TightMove>) {
    position.update_lines(t);
    moves.clear();
    let mover = position.mover(t);
    let (first, last) = t.owned[mover as usize];
    for content in first..last {
        let pieces = position.pieces[content as usize];
        let table = &t.movers[content as usize];
        if table.walking_slider {
            let Some(FamilyTable::Slider { axes, rays }) = table.parts.first().map(|part| &part.family) else {
                continue;
            };
            for place in 0..axes.len() {
                let rays = &rays[place * t.size..(place + 1) * t.size];
                for cell in pieces {
                    let ray = &rays[cell.index()];
                    let (free, _) = sets::slide(ray, position.line(ray.line));
                    sets::each_bit(free & ray.stop, |bit| {
                        let to = sets::line_cell(t, ray.line, bit).0;
                        moves.push(TightMove { content, from: cell.0, to });
                    });
                }
            }
            continue;
        }
        let occupied = position.occupied(t);
        let takable = sets::takable(t, position, mover);
        for cell in pieces {
            let (walks, takes) = sets::destinations(t, position, content, cell.0, occupied, takable);
            for to in walks | takes {
                moves.push(TightMove { content, from: cell.0, to: to.0 });
            }
        }
    }
}

/// The most pieces whose slides are kept while a random one is drawn.
const MOST_DRAWN: usize = 128;

/// Draws one of the moves, all equally likely: `below(n)` gives a number below `n`. Returns the move and how many there
/// were; `None` when this game has other movers than walking sliders along two axes, or no move.
#[inline]
pub(super) fn draw<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    below: &mut impl FnMut(u32) -> u32,
) -> Option<(TightMove, u32)> {
    position.update_lines(t);
    let mover = position.mover(t);
    let (first, last) = t.owned[mover as usize];
    let mut drawn = [(0u16, 0u16, 0u64, 0u64, 0u16, 0u16); MOST_DRAWN];
    let (mut pieces, mut total) = (0, 0);
    for content in first..last {
        let table = &t.movers[content as usize];
        let Some(FamilyTable::Slider { axes, rays }) = table.parts.first().map(|part| &part.family) else {
            return None;
        };
        if !table.walking_slider || axes.len() != 2 {
            return None;
        }
        let (one, other) = rays.split_at(t.size);
        for cell in position.pieces[content as usize] {
            let (a, b) = (&one[cell.index()], &other[cell.index()]);
            let free_a = sets::slide(a, position.line(a.line)).0 & a.stop;
            let free_b = sets::slide(b, position.line(b.line)).0 & b.stop;
            if free_a | free_b != 0 {
                if pieces == MOST_DRAWN {
                    return None;
                }
                drawn[pieces] = (content, cell.0, free_a, free_b, a.line, b.line);
                pieces += 1;
                total += free_a.count_ones() + free_b.count_ones();
            }
        }
    }
    if total == 0 {
        return None;
    }
    let mut index = below(total);
    for &(content, from, free_a, free_b, line_a, line_b) in &drawn[..pieces] {
        for (free, line) in [(free_a, line_a), (free_b, line_b)] {
            let count = free.count_ones();
            if index < count {
                let to = sets::line_cell(t, line, nth_bit(free, index)).0;
                return Some((TightMove { content, from, to }, total));
            }
            index -= count;
        }
    }
    None
}

/// The place of the n-th bit that is set, from 0.
#[inline]
fn nth_bit(mut bits: u64, n: u32) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

/// Plays a move; `undo` takes it back. Ends of the board are asked at once, the others when somebody asks.
#[inline]
pub(super) fn play<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mv: TightMove) {
    let mover = position.mover(t);
    position.open(t);
    let mut touched = 1u64 << mv.content.min(63);
    let victim = position.cells[mv.to as usize];
    let mut took = victim != EMPTY;
    if took {
        position.taken.push((mv.to, victim));
        touched |= 1 << victim.min(63);
    }
    if took {
        position.put(t, mv.from, EMPTY);
        position.put(t, mv.to, mv.content);
    } else {
        position.shift(t, mv.from, mv.to);
    }
    let facts = Facts {
        from: mv.from,
        to: mv.to,
        content: mv.content,
        taken: if took { CellSet::of(Cell(mv.to)) } else { CellSet::EMPTY },
        done: true,
        flipped: 0,
    };
    if captures::may_touch(t, position, mover, mv.to) {
        if !t.capture_plain[mover as usize] {
            position.update_lines(t);
        }
        let captured = captures::find(t, position, position.piece(mv.to), &facts);
        for cell in captured.taken {
            let content = position.cells[cell.index()];
            position.taken.push((cell.0, content));
            touched |= 1 << content.min(63);
            position.put(t, cell.0, EMPTY);
            took = true;
        }
    }
    if let Some(frame) = position.frames.last_mut() {
        frame.end = mv.to;
    }
    position.passes = 0;
    count_plies(t, position, mv.content, took, false);
    let next = if usize::from(position.turn) + 1 == t.turns.len() { 0 } else { position.turn + 1 };
    if touched & t.board_end_reads != 0 {
        position.update_lines(t);
        outcome::board_ends(t, position, mover, t.turns[usize::from(next)], touched, Some(&facts));
    }
    position.set_turn(t, next);
    if t.needs.history {
        position.count(t, t.needs.captures_last && took, (mover, Some(false)));
    }
    debug_assert!(mover != NOBODY && mv.to != NONE);
}

/// Plays every move of a list and takes it back; the number of moves.
///
/// A move that takes nothing, goes where no capture can happen and moves a piece that no end reads changes only what is
/// known beforehand, so it needs no log to be taken back.
pub(super) fn play_leaves<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moves: &[TightMove]) -> u64 {
    let mover = position.mover(t);
    let zone = if t.needs.history { None } else { captures::zone(t, position, mover) };
    let turn = position.turn;
    let next = if usize::from(turn) + 1 == t.turns.len() { 0 } else { turn + 1 };
    let counters = position.counters.clone();
    for &mv in moves {
        let quiet = zone.is_some_and(|zone| !zone.ends.has(Cell(mv.to)) && !zone.starts.has(Cell(mv.from)))
            && position.cells[mv.to as usize] == EMPTY
            && t.board_end_reads >> mv.content.min(63) & 1 == 0;
        if !quiet {
            play(t, position, mv);
            position.undo(t);
            continue;
        }
        position.there_and_back(t, (mv.from, mv.to), (turn, next), |position| {
            if !counters.is_empty() {
                count_plies(t, position, mv.content, false, false);
                position.counters.copy_from_slice(&counters);
            }
        });
    }
    moves.len() as u64
}

/// Counters after a ply.
pub(super) fn count_plies<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    content: u16,
    took: bool,
    dropped: bool,
) {
    for (index, counter) in t.counters.iter().enumerate() {
        if let CounterTable::Quiet { capture, drop, moves } = counter {
            let reset = (*capture && took) || (*drop && dropped) || (!dropped && moves[content as usize]);
            position.counters[index] = if reset { 0 } else { position.counters[index].saturating_add(1) };
        }
    }
}

/// Is the game over for another reason than the board, given that the player to move has (or has not) a move?
pub(super) fn late_end<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    can_move: bool,
) -> Option<outcome::Ended> {
    if no_late_end(t, position, can_move) {
        return None;
    }
    position.update_lines(t);
    position.no_legal_move = Some(!can_move);
    let ended = outcome::of_position(t, position);
    position.no_legal_move = None;
    ended
}

/// Most plies no counter has run out and nothing has recurred: seen without trying an end.
pub(super) fn no_late_end<const W: usize>(t: &Tables<W>, position: &Position<W>, can_move: bool) -> bool {
    t.ends[1..].iter().flatten().all(|end| end.when.iter().all(|condition| surely_not(position, condition, can_move)))
}

fn surely_not<const W: usize>(position: &Position<W>, condition: &ConditionTable<W>, can_move: bool) -> bool {
    match condition {
        ConditionTable::Const(value) => !value,
        ConditionTable::NoLegalMove => can_move,
        ConditionTable::Counter(counter, plies) => position.counters[usize::from(*counter)] < *plies,
        ConditionTable::Occurred(times) => *times > 1 && position.occurrences().0 < *times,
        ConditionTable::And(list) => list.iter().any(|inner| surely_not(position, inner, can_move)),
        ConditionTable::Or(list) => list.iter().all(|inner| surely_not(position, inner, can_move)),
        _ => false,
    }
}
