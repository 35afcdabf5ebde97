//! The pieces: who has them, how they move, what else they do.

use super::path::{Form, ends_plainly, says_how_it_takes, shoots};
use super::words::{and, number, one, plural, sentence};
use super::{Speaker, View};
use crate::diag::Span;
use crate::rules::model::{Condition, Freezes, KindDef, Mode, Motion, MoveWhat, Movement, OnlyIn, Path, Verb};
use std::fmt::Write as _;

impl Speaker<'_> {
    pub(super) fn pieces(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (_, kind) in self.rules.kinds.iter() {
            lines.push(format!("{}{}:", self.heading(kind), self.sides(kind)));
            let own = kind.movements.iter().filter(|m| !self.shared(m.span)).map(|m| self.movement(m));
            lines.extend(self.sayings(kind, own.collect()).into_iter().map(|text| format!("  {text}")));
        }
        let mut told: Vec<Span> = Vec::new();
        for (_, kind) in self.rules.kinds.iter() {
            for movement in kind.movements.iter().filter(|m| self.shared(m.span)) {
                if !told.contains(&movement.span) {
                    told.push(movement.span);
                    let all =
                        self.rules.kinds.iter().filter(|(_, k)| k.movements.iter().any(|m| m.span == movement.span));
                    let names: Vec<String> = all.map(|(_, k)| k.name.clone()).collect();
                    let whom =
                        if names.len() == self.rules.kinds.len() { "every piece".to_owned() } else { and(&names) };
                    lines.push(sentence(&format!("for {whom}: {}", self.movement(movement))));
                }
            }
        }
        lines.extend(self.hands());
        if self.takes_by_ending() {
            lines.push(
                "A piece takes by ending its move where an enemy piece stands, unless something else is said here."
                    .to_owned(),
            );
        }
        if self.rules.taken_leave_at_end {
            lines.push(
                "Pieces that a move takes stay on the board until it ends: they still block, and none is taken twice."
                    .to_owned(),
            );
        }
        lines
    }

    /// The sentences of a kind, those about its movement first.
    pub(super) fn sayings(&self, kind: &KindDef, movements: Vec<String>) -> Vec<String> {
        let mut said = movements;
        if kind.movements.is_empty() {
            said.push("does not move".to_owned());
        }
        said.extend(kind.only_in.iter().map(|only| self.only_in(only)));
        said.extend(kind.freezes.iter().map(|freezes| self.freezes(freezes)));
        match &kind.may_stop {
            Condition::Const(false) => {}
            Condition::Const(true) => said.push("it may end a move of several legs after any of them".to_owned()),
            when => said.push(format!(
                "it may end a move of several legs after any of them if {}",
                self.condition(when, View::Piece)
            )),
        }
        said.iter().map(|text| sentence(text)).collect()
    }

    /// What is in hand at the start; once for all if all have the same.
    fn hands(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut told = Vec::new();
        for stock in &self.rules.hands {
            let alike = |player| {
                self.rules.hands.iter().any(|s| (s.player, s.kind, s.number) == (player, stock.kind, stock.number))
            };
            let all = self.rules.players.len() > 1 && self.rules.players.ids().all(alike);
            if all && told.contains(&stock.kind) {
                continue;
            }
            told.push(stock.kind);
            let who = if all { "each player" } else { self.rules.players[stock.player].name.as_str() };
            let kind = &self.rules.kinds[stock.kind].name;
            lines.push(sentence(&match stock.number {
                None => format!("{who} has any number of {} in hand", plural(kind)),
                Some(1) => format!("{who} begins with {} in hand", one(kind)),
                Some(n) => format!("{who} begins with {} {} in hand", number(n), plural(kind)),
            }));
        }
        lines
    }

    /// Does some piece take by landing on another?
    fn takes_by_ending(&self) -> bool {
        fn lands(path: &Path) -> bool {
            match path {
                Path::Or(list) | Path::Then(list) => list.iter().any(lands),
                Path::Leg(leg) => matches!(leg.mode, Mode::Plain | Mode::Taking) && !matches!(leg.motion, Motion::Stay),
                Path::Times { path, .. } | Path::AsLongAsItCan(path) => lands(path),
            }
        }
        let movements = self.rules.kinds.iter().flat_map(|(_, kind)| &kind.movements);
        movements.filter(|m| m.verb != Verb::Walks).any(|m| matches!(&m.what, MoveWhat::Path(path) if lands(path)))
    }

    /// Is the statement one of `every`, told once for all?
    fn shared(&self, span: Span) -> bool {
        self.rules.kinds.iter().filter(|(_, kind)| kind.movements.iter().any(|m| m.span == span)).count() > 1
    }

    pub(super) fn heading(&self, kind: &KindDef) -> String {
        let mut name = kind.name.clone();
        for label in &kind.labels {
            name.push(' ');
            name.push_str(label);
        }
        let signs: Vec<(&str, &str)> = self
            .rules
            .players
            .iter()
            .filter_map(|(p, player)| kind.signs.get(p.index())?.as_deref().map(|sign| (player.name.as_str(), sign)))
            .collect();
        let whose = if kind.neutral {
            format!("{}, nobody's", kind.code)
        } else if signs.len() == self.rules.players.len() && signs.len() > 2 {
            kind.code.clone()
        } else {
            let list: Vec<String> = signs.iter().map(|(player, sign)| format!("{sign} for {player}")).collect();
            and(&list)
        };
        let mut more = String::new();
        if kind.royal {
            more.push_str(", royal");
        }
        format!("{name} ({whose}){more}")
    }

    /// What a kind is the other side of.
    fn sides(&self, kind: &KindDef) -> String {
        let mut more = String::new();
        if let Some(side) = kind.promotes_to.and_then(|k| self.rules.kinds.get(k)) {
            let _ = write!(more, "; its other side is {}", one(&side.name));
        }
        if let Some(side) = kind.plain_side.and_then(|k| self.rules.kinds.get(k)) {
            let _ = write!(more, "; the promoted side of {}", one(&side.name));
        }
        more
    }

    /// A movement statement: `slides orthogonally as far as it wants, without taking`.
    pub(super) fn movement(&self, movement: &Movement) -> String {
        let mut text = match &movement.what {
            MoveWhat::InsteadLike(set) => format!(
                "as long as there is {}, it moves like that piece instead of its own way",
                self.set(set, View::Piece)
            ),
            MoveWhat::Path(path) => match movement.verb {
                Verb::Takes if shoots(path) => self.path(path, Form::Does),
                Verb::Takes => format!("takes by {}", self.path(path, Form::Doing)),
                Verb::Moves if says_how_it_takes(path) && ends_plainly(path) => {
                    format!("{}, with or without taking", self.path(path, Form::Does))
                }
                _ if says_how_it_takes(path) => self.path(path, Form::Does),
                Verb::Walks => format!("{}, without taking", self.path(path, Form::Does)),
                Verb::Moves => format!("{}, with or without taking", self.path(path, Form::Does)),
            },
        };
        if let Some(most) = movement.taking_at_most {
            let taking = if text.ends_with("taking") { "" } else { "taking " };
            let _ = write!(text, ", {taking}{}", Self::at_most(most));
        }
        if let Some(items) = &movement.stopping_on {
            let _ = write!(text, "; it stops when it comes to {}", self.items(items, View::Piece));
        }
        if let Some(mark) = movement.leaving_mark {
            let _ = write!(text, "; it leaves the mark “{}” on the cells that it crosses", self.rules.marks[mark].name);
        }
        if !matches!(movement.when, Condition::Const(true)) {
            let _ = write!(text, ", if {}", self.condition(&movement.when, View::Piece));
        }
        text
    }

    fn only_in(&self, only: &OnlyIn) -> String {
        format!("ends its moves only {}{}", self.on(&only.cells, View::Piece), self.when(&only.when, View::Piece))
    }

    fn freezes(&self, freezes: &Freezes) -> String {
        let whom = self.set_plural(&freezes.set, View::Piece);
        format!("freezes {whom}: they neither move nor attack{}", self.when(&freezes.when, View::Piece))
    }
}
