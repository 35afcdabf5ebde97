//! What effects would change, before they do: of a set of pieces, and of an action. An action that changes nothing is not listed.

use crate::compile::tables::{ActionTable, EMPTY, EffectTable, EndVerb, NONE, ReceiverTable, SetTable, Tables};

use super::eval::{Context, Piece};
use super::moves::{ACTION, Move};
use super::position::Position;
use super::turn::{self, Choices};

/// Would the action, with what it chooses, leave another position than this one?
pub(super) fn acts<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    action: &ActionTable<W>,
    chosen: u16,
) -> bool {
    let context = Context { chosen, ..Context::default() };
    // As long as no effect changes anything, the next one meets this very position.
    let first = action
        .effects
        .iter()
        .position(|(effect, when)| position.holds(t, when, &context) && acts_now(t, position, effect, &context));
    // What follows the first change may undo it.
    first.is_some_and(|first| first + 1 == action.effects.len() || tried(t, position, action, chosen))
}

fn acts_now<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    effect: &EffectTable<W>,
    context: &Context<'_, W>,
) -> bool {
    let pieces = || set_of(effect).map_or(Vec::new(), |set| pieces_of(t, position, set, context));
    let is_empty = |cell: u16| position.cells[cell as usize] == EMPTY;
    let becomes = |row: usize, kind: usize, content: u16| {
        let new = t.content_of[row * t.kinds + kind];
        content != EMPTY && new != NONE && new != content
    };
    match effect {
        EffectTable::Promote(_) | EffectTable::TurnOver(_) | EffectTable::TurnBack(_) | EffectTable::Place(..) => {
            changes(t, position, effect, &pieces())
        }
        EffectTable::Remove(_) | EffectTable::Put(..) => pieces().iter().any(|piece| piece.content != EMPTY),
        EffectTable::PromoteTo(_, kinds) => pieces().iter().any(|piece| {
            let row = super::position::owner_row(t, piece.content);
            kinds.iter().any(|&kind| becomes(row, usize::from(kind), piece.content))
        }),
        EffectTable::Give(_, to) => {
            let row = receiver(t, position, *to, context);
            let kind = |content: u16| usize::from(t.contents[content as usize].kind);
            pieces().iter().any(|piece| piece.content != EMPTY && becomes(row, kind(piece.content), piece.content))
        }
        EffectTable::GiveHand(players, to) => {
            let to = receiver(t, position, *to, context);
            let holds = |player: usize| position.hands[player * t.kinds..][..t.kinds].iter().any(|&number| number != 0);
            to < t.players && players.iter().any(|&player| usize::from(player) != to && holds(usize::from(player)))
        }
        EffectTable::MoveTo(_, items) => {
            let target = position.items_cells(t, items, context).first();
            target.is_some_and(|target| is_empty(target.0)) && pieces().first().is_some_and(|p| p.content != EMPTY)
        }
        EffectTable::MoveToward(_, cells, items) => {
            let target = position.items_cells(t, items, context).first();
            let (Some(&piece), Some(target)) = (pieces().first(), target) else { return false };
            let route = turn::toward(t, piece.cell, target.0, *cells);
            piece.content != EMPTY && route.last().is_some_and(|&end| is_empty(end))
        }
        EffectTable::Player(who, verb) => {
            let player = position.who_is(t, *who, context);
            player.is_some_and(|player| !matches!(verb, EndVerb::IsOut) || !position.is_out(player))
        }
        EffectTable::Draw => true,
        // No cell is crossed while nothing has moved, and an action does not go on.
        EffectTable::MoveToCrossed(_) | EffectTable::Again(..) => false,
    }
}

/// The same, all effects carried out one after the other.
fn tried<const W: usize>(t: &Tables<W>, position: &Position<W>, action: &ActionTable<W>, chosen: u16) -> bool {
    let content = position.cells.get(chosen as usize).copied().unwrap_or(EMPTY);
    let mv = Move::new(ACTION + action.action, content, chosen, NONE);
    let mut choices = Choices::default();
    loop {
        choices.rewind();
        let mut after = position.clone();
        after.open(t);
        after.trying += 1;
        turn::run_action(t, &mut after, &mv, &mut choices);
        let differs = (&after.cells, &after.hands, after.out, after.unmoved)
            != (&position.cells, &position.hands, position.out, position.unmoved)
            || after.marks != position.marks
            || after.ended != position.ended;
        if differs {
            return true;
        }
        if !choices.advance() {
            return false;
        }
    }
}

/// The pieces or cells that an effect is about.
pub(super) fn set_of<const W: usize>(effect: &EffectTable<W>) -> Option<&SetTable<W>> {
    match effect {
        EffectTable::TurnOver(set)
        | EffectTable::Promote(set)
        | EffectTable::PromoteTo(set, _)
        | EffectTable::TurnBack(set)
        | EffectTable::Remove(set)
        | EffectTable::Place(_, set)
        | EffectTable::Give(set, _)
        | EffectTable::Put(set, ..)
        | EffectTable::MoveTo(set, _)
        | EffectTable::MoveToCrossed(set)
        | EffectTable::MoveToward(set, ..) => Some(set),
        EffectTable::GiveHand(..) | EffectTable::Player(..) | EffectTable::Draw | EffectTable::Again(..) => None,
    }
}

/// Would an effect change any of the pieces? A choice that changes nothing is no choice.
pub(super) fn changes<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    effect: &EffectTable<W>,
    pieces: &[Piece],
) -> bool {
    pieces.iter().any(|piece| {
        let info = &t.contents[piece.content as usize];
        match effect {
            EffectTable::Promote(_) => !info.promoted && info.other_side != NONE,
            EffectTable::TurnOver(_) => info.other_side != NONE,
            EffectTable::TurnBack(_) => info.plain != piece.content && info.plain != NONE,
            EffectTable::Place(..) => position.cells[piece.cell as usize] == EMPTY,
            _ => true,
        }
    })
}

/// The pieces of an effect's set; a piece that was taken counts as `it`.
pub(super) fn pieces_of<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    set: &SetTable<W>,
    context: &Context<'_, W>,
) -> Vec<Piece> {
    if let Some(it) = super::turn::off_board(set, context) {
        return vec![it];
    }
    position.set_cells(t, set, context).into_iter().map(|cell| position.piece(cell.0)).collect()
}

/// Whose row a receiver is: a player, or one past the players for nobody.
pub(super) fn receiver<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    receiver: ReceiverTable,
    context: &Context<'_, W>,
) -> usize {
    match receiver {
        ReceiverTable::Player(player) => usize::from(player),
        ReceiverTable::Mover => usize::from(position.mover(t)),
        ReceiverTable::Owner => context.it.map_or(t.players, |it| super::position::owner_row(t, it.content)),
        ReceiverTable::Nobody => t.players,
    }
}
