//! Who attacks what, and who is frozen.

use crate::compile::tables::{DeedTable, EMPTY, FamilyTable, NOBODY, Tables};
use crate::types::{Cell, CellSet};

use super::captures;
use super::eval::{Context, Facts, Piece};
use super::legality;
use super::movegen::gather::{Ends, Field, gather};
use super::movegen::{each_path_end, sets};
use super::position::{Position, Question};

/// The cells of all frozen pieces.
pub(super) fn frozen<const W: usize>(t: &Tables<W>, position: &Position<W>) -> CellSet<W> {
    position.ask(Question::Frozen, CellSet::EMPTY, || frozen_now(t, position))
}

fn frozen_now<const W: usize>(t: &Tables<W>, position: &Position<W>) -> CellSet<W> {
    let mut cells = CellSet::EMPTY;
    for &content in &t.gathering().freezers {
        for cell in position.pieces[content as usize] {
            let it = Piece { cell: cell.0, content, on_board: true };
            let context = Context { it: Some(it), ..Context::default() };
            for table in &t.freezes[content as usize] {
                if position.holds(t, &table.when, &context) {
                    cells |= position.set_cells(t, &table.set, &context);
                }
            }
        }
    }
    cells
}

/// Is the piece on a cell attacked by a living enemy of its owner?
pub(super) fn attacked<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16) -> bool {
    let content = position.cells[cell as usize];
    let owner = t.contents[content as usize].owner;
    if content == EMPTY {
        return false;
    }
    position.ask(Question::Attacked, false, || {
        (0..t.players as u8).any(|player| {
            (owner == NOBODY || t.teams[player as usize] != t.teams[owner as usize])
                && attacked_by(t, position, cell, player)
        })
    })
}

/// Could a player take the piece on a cell, were it that player's turn?
pub(super) fn attacked_by<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16, player: u8) -> bool {
    if position.is_out(player) {
        return false;
    }
    if !position.slow && t.gathering().plain_attacks {
        return plainly_attacked_by(t, position, cell, player);
    }
    let barred = t.turn[player as usize].bars.iter().any(|rule| {
        !rule.reflexive
            && rule.leaving.is_none()
            && matches!(rule.deed, DeedTable::Act | DeedTable::Move(..) | DeedTable::Take(..))
    });
    let frozen = frozen(t, position);
    let (first, last) = t.owned[player as usize];
    for content in first..last {
        for from in position.pieces[content as usize] - frozen {
            if piece_attacks(t, position, Piece { cell: from.0, content, on_board: true }, cell, barred) {
                return true;
            }
        }
    }
    captures::could_take(t, position, cell, player)
}

/// The same where nothing but paths and freezing decides.
fn plainly_attacked_by<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16, player: u8) -> bool {
    let g = t.gathering();
    let mut frozen = None;
    let (first, last) = t.owned[player as usize];
    (first..last).any(|content| {
        position.pieces[content as usize].into_iter().any(|from| {
            g.could_take(t, content, from.0, cell)
                && piece_attacks(t, position, Piece { cell: from.0, content, on_board: true }, cell, false)
                && !frozen.get_or_insert_with(|| self::frozen(t, position)).has(from)
        })
    })
}

/// Has a piece a path that takes the piece on the target?
pub(super) fn piece_attacks<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    piece: Piece,
    target: u16,
    barred: bool,
) -> bool {
    let mover = &t.movers[piece.content as usize];
    if mover.sets {
        let hit = mover.parts.iter().any(|part| {
            part.takes
                && part.starts.has(Cell(piece.cell))
                && match &part.family {
                    FamilyTable::Leaper(targets) => targets[piece.cell as usize].has(Cell(target)),
                    FamilyTable::Slider { axes, rays } => (0..axes.len()).any(|place| {
                        let ray = &rays[place * t.size + piece.cell as usize];
                        let slot = t.slots[target as usize * t.axes + axes[place] as usize];
                        slot.line == ray.line && {
                            let (_, hits) = sets::slide(ray, position.line(ray.line));
                            hits & ray.stop & (1 << slot.bit) != 0
                        }
                    }),
                    FamilyTable::Rider(table) => {
                        let mut hit = false;
                        sets::ride(table, piece.cell, &position.cells, |to, empty| hit |= !empty && to == target);
                        hit
                    }
                    FamilyTable::General(_) => false,
                }
                && position.holds(t, &part.when, &Context { it: Some(piece), ..Context::default() })
        });
        return hit && !(barred && take_barred(t, position, piece, target, CellSet::of(Cell(target))));
    }
    if !position.slow && t.gathering().movers[piece.content as usize].is_some() {
        let field = Field::of(t, position, t.contents[piece.content as usize].owner);
        let mut ends = Ends::NONE;
        gather(t, position, &field, piece, &mut ends);
        let taking = |to: u16, taken: CellSet<W>| {
            taken.has(Cell(target)) && !(barred && take_barred(t, position, piece, to, taken))
        };
        return (ends.takes.has(Cell(target)) && taking(target, CellSet::of(Cell(target))))
            || ends.more.iter().any(|&(to, taken)| taking(to, taken));
    }
    let mut hit = false;
    each_path_end(t, position, piece, &mut { u32::MAX }, &mut |walk, _, walker| {
        hit |= !hit
            && walk.taken.has(Cell(target))
            && walker.may_end(walk.at)
            && !(barred && take_barred(t, position, piece, walk.at, walk.taken));
    });
    hit
}

/// Does a `may not` rule that asks nothing of attacks bar the move?
pub(super) fn take_barred<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    piece: Piece,
    to: u16,
    taken: CellSet<W>,
) -> bool {
    let owner = t.contents[piece.content as usize].owner;
    let facts = Facts { from: piece.cell, to, content: piece.content, taken, done: false, flipped: 0 };
    t.turn[owner as usize].bars.iter().any(|rule| {
        !rule.reflexive
            && rule.leaving.is_none()
            && legality::bars(t, position, rule, super::moves::MOVE, &facts, u8::MAX)
    })
}
