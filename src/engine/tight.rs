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
pub(super) fn count<const W: usize>(t: &Tables<W>, position: &Position<W>) -> u32 {
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

#[inline]
fn count_slides<const W: usize>(t: &Tables<W>, position: &Position<W>, table: &Mover<W>, pieces: CellSet<W>) -> u32 {
    let Some(FamilyTable::Slider { axes, rays }) = table.parts.first().map(|part| &part.family) else { return 0 };
    let mut total = 0;
    for place in 0..axes.len() {
        let rays = &rays[place * t.size..(place + 1) * t.size];
        for cell in pieces {
            let ray = &rays[cell.index()];
            let (free, _) = sets::slide(ray, position.lines[usize::from(ray.line)]);
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
pub(super) fn list<const W: usize>(t: &Tables<W>, position: &Position<W>, moves: &mut Vec<TightMove>) {
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
                    let (free, _) = sets::slide(ray, position.lines[usize::from(ray.line)]);
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
    position.put(t, mv.from, EMPTY);
    position.put(t, mv.to, mv.content);
    let facts = Facts {
        from: mv.from,
        to: mv.to,
        content: mv.content,
        taken: if took { CellSet::of(Cell(mv.to)) } else { CellSet::EMPTY },
        done: true,
        flipped: 0,
    };
    if !t.captures[mover as usize].is_empty() {
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
    for (index, counter) in t.counters.iter().enumerate() {
        if let CounterTable::Quiet { capture, moves, .. } = counter {
            let reset = (*capture && took) || moves[mv.content as usize];
            position.counters[index] = if reset { 0 } else { position.counters[index].saturating_add(1) };
        }
    }
    let next = if usize::from(position.turn) + 1 == t.turns.len() { 0 } else { position.turn + 1 };
    outcome::board_ends(t, position, mover, t.turns[usize::from(next)], touched, Some(&facts));
    position.set_turn(t, next);
    if t.needs.history {
        position.count(t, t.needs.captures_last && took, (mover, false));
    }
    debug_assert!(mover != NOBODY && mv.to != NONE);
}

/// Is the game over for another reason than the board, given that the player to move has (or has not) a move?
pub(super) fn late_end<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    can_move: bool,
) -> Option<outcome::Ended> {
    if t.ends[1..].iter().all(Vec::is_empty) {
        return None;
    }
    // Most plies no counter has run out and nothing has recurred: asked without trying an end.
    let quiet = |condition: &ConditionTable<W>| match condition {
        ConditionTable::NoLegalMove => can_move,
        ConditionTable::Counter(counter, plies) => position.counters[usize::from(*counter)] < *plies,
        ConditionTable::Occurred(times) => *times > 1 && position.occurrences().0 < *times,
        _ => false,
    };
    if t.ends[1..].iter().flatten().all(|end| end.when.iter().all(quiet)) {
        return None;
    }
    position.no_legal_move = Some(!can_move);
    let ended = outcome::of_position(t, position);
    position.no_legal_move = None;
    ended
}
