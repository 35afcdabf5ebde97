//! Terrain: who enters, who stops, to whom it is hostile; and what closes a cell.

use boardwright::rules::model::{Noun, Set, TerrainKind};
use boardwright::types::Cell;

use super::scene::{Element, Scene};

impl Scene<'_> {
    /// May the piece go from a cell of its path to the next one? It *enters* where the cell before was not in the region.
    pub fn may_enter(&self, piece: &Element, from: Cell, to: Cell) -> bool {
        self.access(piece, false, |cells| cells(to) && !cells(from))
    }

    /// May the move of the piece end on the cell?
    pub fn may_stop_on(&self, piece: &Element, end: Cell) -> bool {
        self.access(piece, true, |cells| cells(end))
    }

    fn access(&self, piece: &Element, asked: bool, touches: impl Fn(&dyn Fn(Cell) -> bool) -> bool) -> bool {
        self.oracle.rules.terrain.iter().all(|terrain| {
            !touches(&|cell| terrain.cells.seen_by(self.mover).has(cell))
                || terrain.statements.iter().all(|statement| match &statement.kind {
                    TerrainKind::Access { only, who, stops } if *stops == asked && self.holds(&statement.when) => {
                        self.is_of(who, piece) == *only
                    }
                    _ => true,
                })
        })
    }

    /// Is a cell (`None`: what lies beyond the board) hostile to a piece? Only while it is empty, unless its terrain
    /// says otherwise.
    pub fn hostile(&self, cell: Option<Cell>, victim: &Element) -> bool {
        self.oracle.rules.terrain.iter().any(|terrain| {
            let here = match cell {
                Some(cell) => terrain.cells.seen_by(self.mover).has(cell),
                None => terrain.outside,
            };
            let empty = cell.is_none_or(|cell| self.board.at(cell).is_none());
            here && terrain.statements.iter().any(|statement| match &statement.kind {
                TerrainKind::Hostile { to, even_when_occupied } => {
                    (empty || *even_when_occupied) && self.holds(&statement.when) && self.is_of(to, victim)
                }
                TerrainKind::Access { .. } => false,
            })
        })
    }

    /// Is a bordering cell (`None`: what lies beyond the board) closed by the set, against a piece? Beyond the edge only
    /// `outside` closes, or `hostile cell` where `terrain outside` is hostile.
    pub fn closed_by(&self, border: Option<Cell>, set: &Set, victim: &Element) -> bool {
        let scene = self.against(*victim);
        match border {
            Some(cell) => scene.is_in(set, &scene.element(cell)),
            None => set.items.terms.iter().any(|term| match term.noun {
                Noun::Outside => true,
                Noun::Cells(_) => term.states.hostile && scene.hostile(None, victim),
                _ => false,
            }),
        }
    }
}
