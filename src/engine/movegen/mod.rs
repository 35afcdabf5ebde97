//! Candidates of a turn: paths, drops and actions, before any rule has struck one out.

pub(super) mod gather;
pub(super) mod sets;
pub(super) mod walker;

use std::collections::HashSet;

use crate::compile::tables::{
    ActionTable, ConditionTable, DeedTable, EMPTY, FamilyTable, NONE, Part, Tables, WhoTable,
};
use crate::types::{Cell, CellSet};

use super::attacks;
use super::deeds;
use super::eval::{Context, Piece};
use super::moves::{ACTION, DROP, MOVE, Move};
use super::position::Position;
use walker::Walker;

/// Most candidates of one position; what lies beyond is not looked at.
pub(super) const MOST_MOVES: usize = 1 << 18;

/// Most cells that the paths of all pieces may look at for the candidates of one position; what lies beyond is not
/// looked at.
const MOST_STEPS_OF_ALL: u32 = 1 << 24;

/// So many moves of a piece are compared one by one; where there are more, they are looked up.
const FEW_MOVES: usize = 32;

/// Everything that the player to move could try, duplicates merged.
pub(super) fn candidates<const W: usize>(t: &Tables<W>, position: &Position<W>, moves: &mut Vec<Move<W>>) {
    let mover = position.mover(t);
    if let Some(again) = position.again {
        piece_moves(t, position, again.cell, moves);
        if again.take {
            moves.retain(|mv| !mv.taken.is_empty());
        }
        return;
    }
    if !position.is_out(mover) {
        board_moves(t, position, moves);
        drops(t, position, moves);
    }
    actions(t, position, false, moves);
}

/// All path moves of the player to move.
pub(super) fn board_moves<const W: usize>(t: &Tables<W>, position: &Position<W>, moves: &mut Vec<Move<W>>) {
    let mover = position.mover(t);
    let able = position.of_player(t, usize::from(mover)) - attacks::frozen(t, position);
    let mut steps = MOST_STEPS_OF_ALL;
    let field = gather::Field::of(t, position, mover);
    let mut ends = gather::Ends::NONE;
    for cell in able {
        if moves.len() >= MOST_MOVES {
            return;
        }
        let piece = position.piece(cell.0);
        if !position.slow && t.gathering().movers[piece.content as usize].is_some() {
            gather::gather(t, position, &field, piece, &mut ends);
            ends.list(piece.content, cell.0, moves);
        } else {
            piece_moves_within(t, position, cell.0, moves, &mut steps);
        }
    }
}

/// All path moves of one piece.
pub(super) fn piece_moves<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16, moves: &mut Vec<Move<W>>) {
    let piece = position.piece(cell);
    if !position.slow && piece.content != EMPTY && t.gathering().movers[piece.content as usize].is_some() {
        let field = gather::Field::of(t, position, t.contents[piece.content as usize].owner);
        let mut ends = gather::Ends::NONE;
        gather::gather(t, position, &field, piece, &mut ends);
        ends.list(piece.content, cell, moves);
        return;
    }
    piece_moves_within(t, position, cell, moves, &mut { u32::MAX });
}

/// The same with so many steps at most; those taken are subtracted.
pub(super) fn piece_moves_within<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    cell: u16,
    moves: &mut Vec<Move<W>>,
    steps: &mut u32,
) {
    let content = position.cells[cell as usize];
    let first = moves.len();
    let mover = &t.movers[content as usize];
    if mover.sets {
        let own = t.contents[content as usize].owner;
        let occupied = position.occupied(t);
        let takable = sets::takable(t, position, own);
        let (walks, takes) = sets::destinations(t, position, content, cell, occupied, takable);
        for to in walks {
            moves.push(Move::new(MOVE, content, cell, to.0));
        }
        for to in takes {
            moves.push(Move { taken: CellSet::of(to), ..Move::new(MOVE, content, cell, to.0) });
        }
        return;
    }
    let mut seen: HashSet<Move<W>> = HashSet::new();
    each_path_end(t, position, position.piece(cell), steps, &mut |walk, part, walker| {
        if moves.len() >= MOST_MOVES || !walker.may_end(walk.at) {
            return;
        }
        let still = walk.at == cell && walk.taken.is_empty() && walk.placed == NONE;
        if still && !walk.stayed {
            return;
        }
        let mark = match &part.family {
            FamilyTable::General(path) => path.mark.unwrap_or(u8::MAX),
            _ => u8::MAX,
        };
        let mv = Move {
            taken: walk.taken,
            crossed: if mark == u8::MAX { CellSet::EMPTY } else { walk.crossed },
            placed: walk.placed,
            placed_content: walk.placed_content,
            mark,
            ..Move::new(MOVE, content, cell, walk.at)
        };
        let mine = &moves[first..];
        let new = if mine.len() < FEW_MOVES {
            !mine.contains(&mv)
        } else {
            if seen.is_empty() {
                seen.extend(mine);
            }
            seen.insert(mv)
        };
        if new {
            moves.push(mv);
        }
    });
}

/// Every end of every path of a piece, as its traits stand now. `steps` is how many cells may be looked at; those that
/// were are subtracted.
pub(super) fn each_path_end<'a, const W: usize>(
    t: &'a Tables<W>,
    position: &'a Position<W>,
    piece: Piece,
    steps: &mut u32,
    found: &mut impl FnMut(&walker::Walk<W>, &'a Part<W>, &Walker<'a, W>),
) {
    let context = Context { it: Some(piece), ..Context::default() };
    let parts = &t.movers[piece.content as usize].parts;
    let instead = |part: &Part<W>| match &part.family {
        FamilyTable::General(path) => path.instead.as_ref().map(|set| !position.set_cells(t, set, &context).is_empty()),
        _ => None,
    };
    let rests = parts.iter().any(|part| instead(part) == Some(true));
    let mut walker = Walker::new(t, position, piece, *steps);
    let before = walker.steps_left();
    for part in parts {
        let lends = instead(part);
        if (rests && lends != Some(true)) || lends == Some(false) {
            continue;
        }
        if !part.starts.has(Cell(piece.cell)) || !position.holds(t, &part.when, &context) {
            continue;
        }
        let start = walker.start();
        for walk in walker.ends(part, start) {
            found(&walk, part, &walker);
        }
    }
    *steps -= before - walker.steps_left();
}

/// All drops of the player to move.
pub(super) fn drops<const W: usize>(t: &Tables<W>, position: &Position<W>, moves: &mut Vec<Move<W>>) {
    let mover = position.mover(t);
    let turn = &t.turn[mover as usize];
    if turn.drops.is_empty() {
        return;
    }
    if !position.slow
        && let Some(plan) = &t.gathering().turns[mover as usize].drops
    {
        let mut found = Vec::new();
        gather::drops(t, position, plan, &mut found);
        for (index, cells) in found {
            moves.extend(cells.into_iter().map(|cell| gather::drop_move(plan, index, cell)));
        }
        return;
    }
    let first = moves.len();
    for &hand in &turn.hands {
        for kind in 0..t.kinds {
            if position.hands[usize::from(hand) * t.kinds + kind] == 0 {
                continue;
            }
            let content = t.content_of[usize::from(mover) * t.kinds + kind];
            if content == NONE {
                continue;
            }
            for rule in &turn.drops {
                let DeedTable::Drop(set, hands, either_side_up) = &rule.deed else { continue };
                if !hands[usize::from(hand)] {
                    continue;
                }
                let sides = [Some(content), either_side_up.then(|| t.contents[content as usize].other_side)];
                for side in sides.into_iter().flatten().filter(|&side| side != NONE) {
                    for cell in position.pieces[EMPTY as usize] {
                        let piece = Piece { cell: cell.0, content: side, on_board: false };
                        let context = Context { it: Some(piece), ..Context::default() };
                        let named = Piece { content, ..piece };
                        if position.set_has(t, set, named, &context) && position.holds(t, &rule.when, &context) {
                            let mv = Move { hand, ..Move::new(DROP, side, NONE, cell.0) };
                            if !moves[first..].contains(&mv) {
                                moves.push(mv);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The actions of the player to move; `claims`: those that end the game, else the others.
pub(super) fn actions<const W: usize>(t: &Tables<W>, position: &Position<W>, claims: bool, moves: &mut Vec<Move<W>>) {
    let mover = position.mover(t);
    for action in &t.turn[mover as usize].actions {
        if action.claim != claims || (position.is_out(mover) && !action.when_out) {
            continue;
        }
        // What is asked of players alone is asked once.
        let of_players =
            |need: &&ConditionTable<W>| matches!(need, ConditionTable::IsOut(WhoTable::Player(_) | WhoTable::Mover));
        if !action.needs.iter().filter(of_players).all(|need| position.holds(t, need, &Context::default())) {
            continue;
        }
        let listed = |chosen: u16| {
            needs_hold(t, position, action, chosen) && (claims || deeds::acts(t, position, action, chosen))
        };
        let Some(choose) = &action.choose else {
            if listed(NONE) {
                moves.push(Move::new(ACTION + action.action, EMPTY, NONE, NONE));
            }
            continue;
        };
        let context = Context::default();
        for cell in position.set_cells(t, choose, &context) {
            if aligned(t, position, action, cell.0) && listed(cell.0) {
                let content = position.cells[cell.index()];
                moves.push(Move::new(ACTION + action.action, content, cell.0, NONE));
            }
        }
    }
}

fn needs_hold<const W: usize>(t: &Tables<W>, position: &Position<W>, action: &ActionTable<W>, chosen: u16) -> bool {
    let way = super::legality::way(t, position, action, chosen);
    let context = Context { chosen, way: way.as_ref(), ..Context::default() };
    action.needs.iter().all(|need| position.holds(t, need, &context))
}

/// Is the chosen cell on a line with the piece that the action names, nothing between?
fn aligned<const W: usize>(t: &Tables<W>, position: &Position<W>, action: &ActionTable<W>, chosen: u16) -> bool {
    let Some((with, along, clear)) = &action.aligned else { return true };
    let context = Context { chosen, ..Context::default() };
    along.iter().any(|&direction| {
        let mut here = chosen;
        loop {
            here = t.neighbours[here as usize][direction as usize];
            if here == NONE {
                return false;
            }
            if position.items_have(t, with, position.piece(here), &context) {
                return true;
            }
            if *clear && position.cells[here as usize] != EMPTY {
                return false;
            }
        }
    })
}
