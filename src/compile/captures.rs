//! Captures by position for each player to move, with hostility folded into who closes.

use super::compiler::Compiler;
use super::sets::Masks;
use super::tables::{
    CaptureTable, ClosersTable, ClosureTable, ConditionTable, HostileTable, ItemsTable, LocalSet, SetTable, Shape,
    TakesTable,
};
use crate::rules::model::{self, Set, Takes};
use crate::types::{CellSet, Player};

impl<const W: usize> Compiler<'_, W> {
    /// Terrain hostile to somebody, as a player to move sees it.
    pub(super) fn hostile_terrain(&mut self, mover: Player) -> Vec<HostileTable<W>> {
        let rules = self.rules;
        let mut tables = Vec::new();
        for terrain in &rules.terrain {
            for statement in &terrain.statements {
                let model::TerrainKind::Hostile { to, even_when_occupied } = &statement.kind else { continue };
                let when = self.condition(&statement.when, Some(mover));
                if matches!(when, ConditionTable::Const(false)) {
                    continue;
                }
                let items = self.items(to, Some(mover));
                if !items.dynamic.is_empty() {
                    self.refuse(statement.span, "terrain hostile to pieces in a state of the moment");
                }
                tables.push(HostileTable {
                    cells: Self::cells_of(&terrain.cells, Some(mover)),
                    outside: terrain.outside,
                    to: (0..self.contents.len()).map(|content| items.local.slot[content] != 0).collect(),
                    occupied: *even_when_occupied,
                    when,
                });
            }
        }
        tables
    }

    pub(super) fn captures(&mut self, mover: Player, hostile: &[HostileTable<W>]) -> Vec<CaptureTable<W>> {
        let rules = self.rules;
        rules
            .captures
            .iter()
            .map(|capture| {
                let by: Vec<_> = capture.by.iter().map(|set| self.set(set, Some(mover))).collect();
                let by_content = (0..self.contents.len())
                    .map(|content| {
                        usize::from(self.contents[content].owner) == mover.index()
                            && by.iter().all(|set| !set.items.dynamic.is_empty() || set.items.local.slot[content] != 0)
                    })
                    .collect();
                let by = by.into_iter().filter(|set| !self.by_content_alone(set)).collect();
                let takes = capture.takes.iter().map(|takes| self.takes(takes, mover, hostile)).collect();
                CaptureTable { by, by_content, takes }
            })
            .collect()
    }

    /// Does a set hold a content everywhere or nowhere?
    fn by_content_alone(&self, set: &SetTable<W>) -> bool {
        set.places.is_empty()
            && set.items.dynamic.is_empty()
            && set.items.except.is_empty()
            && set.items.local.entries.iter().all(|(_, cells)| *cells == self.board)
    }

    /// See [`super::tables::Tables::capture_plain`].
    pub(super) fn capture_plain(captures: &[CaptureTable<W>]) -> bool {
        captures.iter().all(|capture| {
            capture.by.is_empty()
                && capture.takes.iter().all(|takes| {
                    takes.local
                        && takes.sparing.is_none()
                        && matches!(takes.when, ConditionTable::Const(true))
                        && match &takes.closure {
                            ClosureTable::Between(closers) | ClosureTable::EnclosedBy(closers) => {
                                closers.dynamic.is_none()
                            }
                            ClosureTable::Around => true,
                        }
                })
        })
    }

    /// See [`super::tables::Tables::capture_victims`].
    pub(super) fn capture_victims(&self, captures: &[CaptureTable<W>]) -> Option<LocalSet<W>> {
        let mut all = Masks::new(self.contents.len());
        for takes in captures.iter().flat_map(|capture| &capture.takes) {
            if !takes.local || !takes.straight {
                return None;
            }
            for (content, cells) in &takes.victims.items.local.entries {
                all.cells[*content as usize] |= *cells;
            }
        }
        Some(all.finish())
    }

    fn takes(&mut self, takes: &Takes, mover: Player, hostile: &[HostileTable<W>]) -> TakesTable<W> {
        let view = Some(mover);
        let victims = self.set(&takes.set, view);
        let local = victims.places.is_empty() && victims.items.dynamic.is_empty() && victims.items.except.is_empty();
        let closure = match &takes.closure {
            model::Closure::Between(set) => ClosureTable::Between(self.closers(set, mover, hostile)),
            model::Closure::EnclosedBy(set) => ClosureTable::EnclosedBy(self.closers(set, mover, hostile)),
            model::Closure::Around => ClosureTable::Around,
        };
        let along = self.compass_list(&takes.along, mover.index(), &[0, 2, 4, 6]);
        TakesTable {
            straight: along.iter().all(|direction| direction % 2 == 0),
            flips: takes.flips,
            shape: match takes.shape {
                model::Shape::One => Shape::One,
                model::Shape::Line(min, max) => Shape::Line(min, max.unwrap_or(u32::MAX)),
                model::Shape::Group => Shape::Group,
                model::Shape::Pair => Shape::Pair,
            },
            victims,
            local,
            closure,
            along,
            sparing: takes.sparing.as_ref().map(|items| self.items(items, view)),
            when: self.condition(&takes.when, view),
        }
    }

    fn closers(&mut self, set: &Set, mover: Player, hostile: &[HostileTable<W>]) -> ClosersTable<W> {
        let set = self.set(set, Some(mover));
        if !set.places.is_empty() {
            let by_victim = vec![self.empty_local(); self.contents.len()];
            return ClosersTable { by_victim, dynamic: Some(set) };
        }
        let table = set.items.clone();
        let (hostile_terms, others): (Vec<_>, Vec<_>) = table.dynamic.iter().cloned().partition(|term| {
            term.hostile
                && !term.frozen
                && !term.unmoved
                && !term.out
                && matches!(term.noun, super::tables::NounTable::Local(_))
        });
        // A table of each victim: the local cells once more for each of them.
        let each = 2 * self.contents.len() + table.local.entries.len() * (size_of::<CellSet<W>>() + 8);
        if !self.spend_bytes(each * self.contents.len())
            || !self.spend_work(self.bytes_of_masks() * (2 + 2 * hostile_terms.len()) * self.contents.len())
        {
            return ClosersTable { by_victim: Vec::new(), dynamic: None };
        }
        let folds = table.except.is_empty() && hostile.iter().all(|h| matches!(h.when, ConditionTable::Const(true)));
        let by_victim = (0..self.contents.len())
            .map(|victim| {
                let mut masks = Masks::new(self.contents.len());
                for (content, cells) in &table.local.entries {
                    masks.cells[*content as usize] |= *cells;
                }
                masks.outside = table.local.outside;
                if folds && victim != 0 {
                    for term in &hostile_terms {
                        let super::tables::NounTable::Local(within) = &term.noun else { continue };
                        let hostile_here = self.hostile_to(victim, hostile, term.empty);
                        for (content, cells) in &within.entries {
                            masks.cells[*content as usize] |= hostile_here.cells[*content as usize] & *cells;
                        }
                        masks.outside |= hostile_here.outside;
                    }
                }
                masks.finish()
            })
            .collect();
        let dynamic = if folds { others } else { table.dynamic.clone() };
        let dynamic = (!dynamic.is_empty()).then(|| SetTable {
            items: ItemsTable {
                local: self.empty_local(),
                dynamic,
                except: table.except,
                except_local: table.except_local,
                members: Vec::new(),
            },
            ..set
        });
        ClosersTable { by_victim, dynamic }
    }

    /// The cells hostile to a victim by what stands on them.
    fn hostile_to(&self, victim: usize, hostile: &[HostileTable<W>], only_empty: bool) -> Masks<W> {
        let mut masks = Masks::new(self.contents.len());
        for table in hostile.iter().filter(|table| table.to[victim]) {
            masks.outside |= table.outside;
            for (content, mask) in masks.cells.iter_mut().enumerate() {
                if content == 0 || (table.occupied && !only_empty) {
                    *mask |= table.cells;
                }
            }
        }
        debug_assert!(masks.cells.iter().all(|mask| (*mask - self.board) == CellSet::EMPTY));
        masks
    }
}
