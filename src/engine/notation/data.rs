//! Positions as plain data: what the JSON form holds.

use super::super::eval::Context;
use super::super::game::{PositionData, PositionError};
use super::super::position::Position;
use super::super::{attacks, outcome};
use super::{cell_by_name, code_of, kind_by_word, player_by_name, player_names};
use crate::compile::tables::{
    ANY_NUMBER, ClaimTable, ConditionTable, CounterTable, DeedTable, EMPTY, NOBODY, NONE, Tables,
};

/// The name of a counter: `quiet` for the first that a capture resets, then `counter2` and so on.
pub(super) fn counter_name<const W: usize>(t: &Tables<W>, index: usize) -> String {
    let quiet = t.counters.iter().position(|counter| matches!(counter, CounterTable::Quiet { capture: true, .. }));
    if quiet == Some(index) { "quiet".into() } else { format!("counter{}", index + 1) }
}

fn refuse<T>(code: &'static str, message: String) -> Result<T, PositionError> {
    Err(PositionError { code, message })
}

/// The data of a position.
pub(in crate::engine) fn write<const W: usize>(t: &Tables<W>, position: &Position<W>) -> PositionData {
    let name = |player: u8| t.names.players[usize::from(player)].0.clone();
    let board = t
        .board
        .into_iter()
        .filter(|cell| position.cells[cell.index()] != EMPTY)
        .map(|cell| {
            let content = position.cells[cell.index()];
            let owner = t.contents[content as usize].owner;
            (
                t.names.cells[cell.index()].clone(),
                (owner != NOBODY).then(|| name(owner)),
                code_of(t, content).to_string(),
            )
        })
        .collect();
    let mut hands = Vec::new();
    for player in 0..t.players {
        for kind in 0..t.kinds {
            let number = position.hands[player * t.kinds + kind];
            if number != 0 && number != ANY_NUMBER {
                hands.push((name(player as u8), t.names.kinds[kind].1.clone(), u32::from(number)));
            }
        }
    }
    PositionData {
        board,
        to_move: name(position.mover(t)),
        hands,
        out: (0..t.players as u8).filter(|&player| position.is_out(player)).map(name).collect(),
        counters: (0..t.counters.len())
            .filter(|&index| position.counters[index] > 0)
            .map(|index| (counter_name(t, index), position.counters[index]))
            .collect(),
    }
}

/// The position of data, its ends of the board asked.
pub(in crate::engine) fn read<const W: usize>(
    t: &Tables<W>,
    data: &PositionData,
) -> Result<Position<W>, PositionError> {
    let mut position = Position::empty(t);
    for (cell, owner, kind) in &data.board {
        let Some(at) = cell_by_name(t, cell) else {
            return refuse("unknown-cell", format!("`{cell}` is no cell of this board"));
        };
        let Some(kind_index) = kind_by_word(t, kind) else {
            let known: Vec<_> = t.names.kinds.iter().map(|(_, code, _)| format!("`{code}`")).collect();
            return refuse(
                "unknown-piece",
                format!("`{kind}` is no kind of piece; the codes are {}", known.join(", ")),
            );
        };
        let row = match owner {
            None => t.players,
            Some(name) => match player_by_name(t, name) {
                Some(player) => usize::from(player),
                None => {
                    return refuse("unknown-player", format!("`{name}` is no player; there are {}", player_names(t)));
                }
            },
        };
        let content = t.content_of[row * t.kinds + kind_index];
        if content == NONE {
            let whose = owner.as_deref().unwrap_or("nobody");
            return refuse("wrong-owner", format!("{whose} cannot own `{kind}` (on `{cell}`)"));
        }
        if position.cells[at as usize] != EMPTY {
            return refuse("cell-twice", format!("`{cell}` is named twice"));
        }
        position.put(t, at, content);
    }
    let Some(to_move) = player_by_name(t, &data.to_move) else {
        return refuse(
            "unknown-player",
            format!("`{}` is no player to move; there are {}", data.to_move, player_names(t)),
        );
    };
    for (player, kind, number) in &data.hands {
        let Some(owner) = player_by_name(t, player) else {
            return refuse("unknown-player", format!("`{player}` has a hand, but there are only {}", player_names(t)));
        };
        let Some(kind_index) = kind_by_word(t, kind) else {
            return refuse("unknown-piece", format!("`{kind}` in the hand of {player} is no kind of piece"));
        };
        if !t.needs.hands && *number > 0 {
            return refuse("no-hands", "this game has no hands".into());
        }
        let number = u16::try_from(*number).ok().filter(|number| *number != ANY_NUMBER);
        let Some(number) = number else {
            return refuse("too-many", format!("the hand of {player} holds more than {} of `{kind}`", ANY_NUMBER - 1));
        };
        position.hands[usize::from(owner) * t.kinds + kind_index] = number;
    }
    for (slot, &number) in t.hands.iter().enumerate() {
        if number == ANY_NUMBER {
            position.hands[slot] = number;
        }
    }
    for player in &data.out {
        let Some(index) = player_by_name(t, player) else {
            return refuse("unknown-player", format!("`{player}` is out, but there are only {}", player_names(t)));
        };
        position.out |= 1 << index;
    }
    for (name, value) in &data.counters {
        let Some(index) = (0..t.counters.len()).find(|&index| counter_name(t, index) == *name) else {
            // `quiet` is understood by every game, also by those in which nothing reads it.
            if name == "quiet" {
                continue;
            }
            return refuse("unknown-counter", format!("this game has no counter `{name}`"));
        };
        position.counters[index] = *value;
    }
    complete(t, &mut position, to_move)?;
    Ok(position)
}

/// Sets who moves, then what follows: unmoved pieces, history, ends.
pub(super) fn complete<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    to_move: u8,
) -> Result<(), PositionError> {
    let Some(turn) = t.turns.iter().position(|&player| player == to_move) else {
        let name = &t.names.players[usize::from(to_move)].0;
        return refuse("never-moves", format!("`{name}` has no turn in this game"));
    };
    position.set_turn(t, turn as u16);
    if t.needs.unmoved {
        position.unmoved = t
            .board
            .into_iter()
            .filter(|cell| {
                let content = position.cells[cell.index()];
                content != EMPTY && content == t.setup[cell.index()]
            })
            .collect();
    }
    position.settle(t);
    let moved = outcome::who_moved(t, position);
    possible(t, position, moved, to_move)?;
    outcome::board_ends(t, position, moved, to_move, u64::MAX, None);
    Ok(())
}

/// A player who has just moved has left nothing attacked that no move of that player may leave attacked.
fn possible<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    moved: u8,
    to_move: u8,
) -> Result<(), PositionError> {
    if moved == to_move || position.is_out(moved) {
        return Ok(());
    }
    let context = Context::default();
    for rule in &t.turn[usize::from(moved)].bars {
        let (DeedTable::Act, ConditionTable::Const(true)) = (&rule.deed, &rule.when) else { continue };
        let Some(ConditionTable::Claim(set, not, ClaimTable::Attacked(false))) = &rule.leaving else { continue };
        let plain = set.items.dynamic.is_empty() && set.items.except.is_empty() && set.places.is_empty();
        if *not || !plain || !rule.leaving.as_ref().is_some_and(|leaving| position.holds(t, leaving, &context)) {
            continue;
        }
        let attacked: Vec<String> = position
            .set_cells(t, set, &context)
            .into_iter()
            .filter(|cell| attacks::attacked(t, position, cell.0))
            .map(|cell| format!("{} on {}", code_of(t, position.cells[cell.index()]), t.names.cells[cell.index()]))
            .collect();
        let (moved, to_move) = (&t.names.players[usize::from(moved)].0, &t.names.players[usize::from(to_move)].0);
        return refuse(
            "impossible",
            format!(
                "it is the turn of {to_move}, but the {} of {moved} is attacked, and {moved} may make no move that leaves it so; \
                 is it the turn of {moved}?",
                attacked.join(", the ")
            ),
        );
    }
    Ok(())
}
