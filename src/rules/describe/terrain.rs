//! Terrain and captures by position.

use super::set::Phrase;
use super::words::{or, sentence};
use super::{Speaker, View};
use crate::rules::board::Compass;
use crate::rules::model::{
    Capture, Closure, Condition, Deed, Modal, Noun, Place, Quantity, Shape, Takes, Terrain, TerrainKind,
    TerrainStatement,
};
use crate::types::BoardSet;

impl Speaker<'_> {
    pub(super) fn terrain(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut hostile = false;
        for terrain in &self.rules.terrain {
            let said: Vec<String> = terrain
                .statements
                .iter()
                .filter(|s| !matches!(s.when, Condition::Const(false)))
                .map(|statement| self.statement(statement, terrain.outside))
                .collect();
            hostile |= terrain.statements.iter().any(|s| matches!(s.kind, TerrainKind::Hostile { .. }));
            if !said.is_empty() {
                lines.push(sentence(&format!("{}: {}", self.terrain_name(terrain), said.join("; "))));
            }
        }
        if hostile {
            lines.push("Where a capture says so, a hostile cell counts like a piece that helps to capture.".to_owned());
        }
        lines
    }

    fn terrain_name(&self, terrain: &Terrain) -> String {
        let cells = terrain.cells.by_view.iter().any(|set| !set.is_empty());
        match (terrain.outside, cells) {
            (true, false) => "the edge of the board".to_owned(),
            (true, true) => format!("{} and the edge of the board", self.cells(&terrain.cells, View::You)),
            _ => self.cells(&terrain.cells, View::You),
        }
    }

    fn statement(&self, statement: &TerrainStatement, outside: bool) -> String {
        let text = match &statement.kind {
            TerrainKind::Access { only, who, stops } => {
                let (who, may) = if *only {
                    (format!("only {}", self.items(who, View::You)), "may")
                } else {
                    let bare = self.counted(who, Quantity::No, View::You);
                    (bare, "may")
                };
                match (stops, only) {
                    (true, true) => format!("{who} {may} end a move there (others may pass over)"),
                    (true, false) => format!("{who} {may} end a move there, only pass over"),
                    (false, true) => format!("{who} {may} enter"),
                    (false, false) => {
                        format!("{who} {may} enter (one that stands there may move inside and leave)")
                    }
                }
            }
            TerrainKind::Hostile { to, even_when_occupied } => {
                let mut whom = self.items_plural(to, View::You);
                if whom == "pieces" {
                    whom.insert_str(0, "all ");
                }
                let empty = if *even_when_occupied {
                    ", also while a piece stands there"
                } else if outside {
                    ""
                } else {
                    " while empty"
                };
                format!("hostile to {whom}{empty}")
            }
        };
        format!("{text}{}", self.when(&statement.when, View::You))
    }

    pub(super) fn captures(&self) -> Vec<String> {
        self.rules.captures.iter().flat_map(|capture| self.capture(capture)).collect()
    }

    pub(super) fn capture(&self, capture: &Capture) -> Vec<String> {
        let takes = capture.takes.iter().filter(|takes| !matches!(takes.when, Condition::Const(false)));
        takes.map(|takes| sentence(&format!("{} ({})", self.takes(capture, takes), capture.name))).collect()
    }

    fn takes(&self, capture: &Capture, takes: &Takes) -> String {
        let by: Vec<String> = capture.by.iter().map(|set| self.set(set, View::Mover)).collect();
        let arrived = if self.drops() { "that moved or was dropped" } else { "that moved" };
        let by = match by.as_slice() {
            [] => format!("the piece {arrived}"),
            list => format!("{} {arrived}", super::words::and(list)),
        };
        let verb = if takes.flips { "wins over to its side" } else { "takes" };
        let places = self.places(&takes.set.places, View::Mover);
        let one = self.items(&takes.set.items, View::Mover) + &places;
        let many = match takes.set.items.terms.as_slice() {
            [..] if takes.set.items.except.is_empty() => {
                let list: Vec<String> = takes
                    .set
                    .items
                    .terms
                    .iter()
                    .flat_map(|term| self.term(term, View::Mover))
                    .map(|phrase: Phrase| phrase.plural())
                    .collect();
                or(&list) + &places
            }
            _ => self.items_plural(&takes.set.items, View::Mover) + &places,
        };
        let along =
            if self.straight(&takes.along) { String::new() } else { format!(" ({})", self.directions(&takes.along)) };
        let what = match takes.shape {
            Shape::One => one,
            Shape::Line(1, None) => format!("every unbroken row of {many}"),
            Shape::Line(min, max) => format!("a whole row of {} {many}", super::words::range(min, max)),
            Shape::Group => format!("a whole connected group of {many}"),
            Shape::Pair => format!("both of two {many}"),
        };
        let closed = match &takes.closure {
            Closure::Between(set) => {
                format!(
                    " between it and {}{}",
                    self.items(&set.items, View::Mover),
                    self.places(&set.places, View::Mover)
                )
            }
            Closure::EnclosedBy(set) => {
                let closers = self.items_as_closers(&set.items, View::Mover) + &self.places(&set.places, View::Mover);
                let it = match takes.shape {
                    Shape::One => "it is",
                    Shape::Group => "they are",
                    Shape::Line(..) | Shape::Pair => "each of them is",
                };
                let edge = if self.edge_closes(takes, set.items.terms.iter().any(|t| matches!(t.noun, Noun::Outside))) {
                    ""
                } else {
                    "; this cannot be at the edge of the board"
                };
                format!(" when {it} closed in on every side by {closers}, the piece that moved among them{edge}")
            }
            Closure::Around => " on opposite sides of it".to_owned(),
        };
        let sparing = takes.sparing.as_ref().map_or(String::new(), |items| {
            format!("; {} in the row stays where it is", self.items(items, View::Mover))
        });
        let when = match &takes.when {
            Condition::Const(true) => String::new(),
            when => format!(", if {}", self.condition(when, View::Mover)),
        };
        format!("{by} {verb} {what}{closed}{along}{when}{sparing}")
    }

    /// Can pieces come from a hand?
    fn drops(&self) -> bool {
        self.rules.rules.iter().any(|rule| rule.modal == Modal::May && matches!(rule.deed, Deed::Drop { .. }))
    }

    /// Can the border of the board close a side of what is taken here, or does what is taken never stand there?
    fn edge_closes(&self, takes: &Takes, named: bool) -> bool {
        let board = &self.rules.board;
        let edge: BoardSet = board
            .cells
            .into_iter()
            .filter(|cell| Compass::STRAIGHT.iter().any(|d| board.neighbour(*cell, *d).is_none()))
            .collect();
        let elsewhere = takes.set.places.iter().any(|place| match place {
            Place::On { not: false, items } => items.terms.iter().all(|term| match &term.noun {
                Noun::Cells(cells) => cells.by_view.iter().all(|set| set.is_disjoint(&edge)),
                _ => false,
            }),
            _ => false,
        });
        named
            || elsewhere
            || self.rules.terrain.iter().any(|terrain| {
                terrain.outside
                    && terrain.statements.iter().any(
                        |s| matches!(&s.kind, TerrainKind::Hostile { to, .. } if share_a_kind(to, &takes.set.items)),
                    )
            })
    }

    fn straight(&self, along: &[crate::rules::model::Direction]) -> bool {
        along.is_empty() || self.directions(along) == "orthogonally"
    }

    /// The named counts.
    pub(super) fn counts(&self) -> Vec<String> {
        use crate::rules::model::AddendFor;
        self.rules
            .counts
            .values()
            .iter()
            .map(|count| {
                let parts: Vec<String> = count
                    .addends
                    .iter()
                    .map(|addend| {
                        let n = super::words::halves(addend.halves);
                        match &addend.what {
                            AddendFor::Each(set) => format!("{n} for each {}", self.set_bare(set, View::They)),
                            AddendFor::Player(player) => format!("{n} for {}", self.rules.players[*player].name),
                        }
                    })
                    .collect();
                sentence(&format!("the count “{}” of a player: {}", count.name, parts.join(", plus ")))
            })
            .collect()
    }
}

fn share_a_kind(a: &crate::rules::model::Items, b: &crate::rules::model::Items) -> bool {
    a.terms.iter().any(|x| {
        b.terms.iter().any(|y| match (&x.noun, &y.noun) {
            (Noun::Pieces(x), Noun::Pieces(y)) => x.iter().any(|kind| y.has(kind)),
            _ => false,
        })
    })
}
