//! Turns in words, for messages of tests.

use std::fmt::Write;

use boardwright::types::Cell;

use super::Oracle;
use super::position::Position;
use super::turn::{Action, Turn};

impl Oracle {
    /// A turn as people write it: `e5-e9x(d9,f9)`, `P*5e`, `+`, `return:c3`, `pass`.
    pub fn show(&self, turn: &Turn) -> String {
        let name = |cell: Cell| self.rules.board.name(cell);
        let code = |kind| self.rules.kinds[kind].code.clone();
        let list = |cells: &[Cell]| cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(",");
        let mut text = match turn.action {
            Action::Pass => "pass".to_string(),
            Action::Named(index) => self.rules.actions[index].name.clone(),
            Action::Drop => turn.kind.map(code).unwrap_or_default() + "*",
            Action::Move => turn.from.map(name).unwrap_or_default() + "-",
        };
        if let Some(cell) = turn.chosen {
            let _ = write!(text, ":{}", name(cell));
        }
        text.extend(turn.to.map(name));
        if !turn.captures.is_empty() {
            let _ = write!(text, "x({})", list(&turn.captures));
        }
        if !turn.flips.is_empty() {
            let _ = write!(text, "~({})", list(&turn.flips));
        }
        for (cell, kind) in &turn.placed {
            let _ = write!(text, "@{}{}", code(*kind), name(*cell));
        }
        if let Some(kind) = turn.becomes {
            let _ = write!(text, "={}", code(kind));
        }
        if turn.hand.is_some_and(|hand| hand != turn.player) {
            let _ = write!(text, "<{}", turn.hand.map(|p| self.rules.players[p].name.clone()).unwrap_or_default());
        }
        if turn.continues {
            text.push_str("...");
        }
        text
    }

    /// A position as a picture, top row first.
    pub fn picture(&self, position: &Position) -> String {
        let board = &self.rules.board;
        let sign = |file: i32, rank: i32| match board.cell(file, rank) {
            None => " ".to_string(),
            Some(cell) => position.at(cell).map_or(".".to_string(), |piece| {
                let kind = &self.rules.kinds[piece.kind];
                let own = piece.owner.and_then(|owner| kind.signs[owner.index()].clone());
                own.unwrap_or_else(|| kind.code.clone())
            }),
        };
        let row = |rank| (0..i32::from(board.files)).map(|file| sign(file, rank)).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = (0..i32::from(board.ranks)).rev().map(row).collect();
        let mut text = rows.join("\n");
        let _ = write!(text, "\n{} to move", self.rules.players[self.mover(position)].name);
        for ((player, kind), number) in position.hands.iter() {
            let (player, kind) = (&self.rules.players[*player].name, &self.rules.kinds[*kind].code);
            let _ = write!(text, ", {player} holds {} {kind}", number.map_or("any".to_string(), |n| n.to_string()));
        }
        text
    }
}
