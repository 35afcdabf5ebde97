//! Sets for one player in view: what depends only on cell and content becomes masks, the rest stays a small program.

use super::compiler::{Compiler, View};
use super::narrow;
use super::tables::{EMPTY, ItemsTable, LocalSet, NONE, NounTable, PlaceTable, SetTable, TermTable};
use crate::rules::model::{Items, Noun, Place, Quantity, Set, States, Term, Whose};
use crate::types::{Cell, CellSet, Player};

/// A local set while it is built: one mask for each content.
#[derive(Debug, Clone)]
pub(super) struct Masks<const W: usize> {
    pub cells: Vec<CellSet<W>>,
    pub outside: bool,
}

impl<const W: usize> Masks<W> {
    pub fn new(contents: usize) -> Self {
        Self { cells: vec![CellSet::EMPTY; contents], outside: false }
    }

    pub fn unite(&mut self, other: &Self) {
        for (mine, theirs) in self.cells.iter_mut().zip(&other.cells) {
            *mine |= *theirs;
        }
        self.outside |= other.outside;
    }

    fn take_away(&mut self, other: &Self) {
        for (mine, theirs) in self.cells.iter_mut().zip(&other.cells) {
            *mine -= *theirs;
        }
        self.outside &= !other.outside;
    }

    fn limit(&mut self, mask: CellSet<W>) {
        for mine in &mut self.cells {
            *mine &= mask;
        }
    }

    pub fn finish(self) -> LocalSet<W> {
        let mut local = LocalSet { entries: Vec::new(), slot: vec![0; self.cells.len()], outside: self.outside };
        for (content, mask) in self.cells.into_iter().enumerate() {
            if !mask.is_empty() {
                local.entries.push((content as u16, mask));
                local.slot[content] = local.entries.len() as u16;
            }
        }
        local
    }
}

impl<const W: usize> Compiler<'_, W> {
    /// Does a whose-word, in a view, mean this owner (`None` = nobody)?
    pub(super) fn whose_fits(&self, whose: Whose, view: View, owner: Option<Player>) -> bool {
        let Some(owner) = owner else { return matches!(whose, Whose::Any | Whose::Other | Whose::Neutral) };
        let team = |player: Player| self.rules.players[player].team;
        match (whose, view) {
            (Whose::Any, _) => true,
            (Whose::Neutral, _) | (_, None) if !matches!(whose, Whose::Player(_)) => false,
            (Whose::Player(player), _) => owner == player,
            (Whose::Own, Some(view)) => owner == view,
            (Whose::Ally, Some(view)) => owner != view && team(owner) == team(view),
            (Whose::Enemy, Some(view)) => team(owner) != team(view),
            (Whose::Team, Some(view)) => team(owner) == team(view),
            (Whose::Other, Some(view)) => owner != view,
            _ => false,
        }
    }

    /// The players that a whose-word means.
    pub(super) fn whose_players(&self, whose: Whose, view: View) -> Vec<u8> {
        self.rules
            .players
            .ids()
            .filter(|&player| self.whose_fits(whose, view, Some(player)))
            .map(|player| player.0)
            .collect()
    }

    pub(super) fn quantity(quantity: Quantity) -> (u32, u32, bool) {
        match quantity {
            Quantity::Some => (1, u32::MAX, false),
            Quantity::No => (0, 0, false),
            Quantity::Every => (0, u32::MAX, true),
            Quantity::Range(least, most) => (least, most.unwrap_or(u32::MAX), false),
        }
    }

    pub(super) fn set(&mut self, set: &Set, view: View) -> SetTable<W> {
        let (least, most, every) = Self::quantity(set.quantity);
        let mut items = self.items(&set.items, view);
        let mut places = Vec::new();
        for place in &set.places {
            let table = self.place(place, view);
            match self.fixed_place(&table) {
                Some(mask) if items.dynamic.is_empty() => items.local = self.limited(&items.local, mask),
                _ => places.push(table),
            }
        }
        SetTable { least, most, every, items, places }
    }

    fn limited(&self, local: &LocalSet<W>, mask: CellSet<W>) -> LocalSet<W> {
        let mut masks = self.masks_of(local);
        masks.limit(mask);
        masks.finish()
    }

    fn masks_of(&self, local: &LocalSet<W>) -> Masks<W> {
        let mut masks = Masks::new(self.contents.len());
        masks.outside = local.outside;
        for (content, mask) in &local.entries {
            masks.cells[*content as usize] = *mask;
        }
        masks
    }

    /// The cells of a list that depend on nothing: pure places.
    pub(super) fn pure_cells(&self, items: &ItemsTable<W>) -> Option<CellSet<W>> {
        if !items.dynamic.is_empty() || !items.except.is_empty() {
            return None;
        }
        let masks = self.masks_of(&items.local).cells;
        let first = masks[EMPTY as usize];
        masks.iter().all(|mask| *mask == first).then_some(first)
    }

    /// The cells at a place, when they depend on nothing.
    pub(super) fn fixed_place(&self, place: &PlaceTable<W>) -> Option<CellSet<W>> {
        match place {
            PlaceTable::On(not, items) => {
                self.pure_cells(items).map(|cells| if *not { self.board - cells } else { cells })
            }
            PlaceTable::Beside(not, items) => self.pure_cells(items).map(|cells| {
                let beside = self.beside_cells(cells);
                if *not { self.board - beside } else { beside }
            }),
            _ => None,
        }
    }

    fn beside_cells(&self, cells: CellSet<W>) -> CellSet<W> {
        cells.into_iter().fold(CellSet::EMPTY, |all, cell| all | self.beside[cell.index()])
    }

    pub(super) fn place(&mut self, place: &Place, view: View) -> PlaceTable<W> {
        match place {
            Place::On { not, items } => PlaceTable::On(*not, self.items(items, view)),
            Place::Beside { not, items } => PlaceTable::Beside(*not, self.items(items, view)),
            Place::NextTo { items, along } => {
                PlaceTable::NextTo(self.items(items, view), self.directions_by_owner(along))
            }
            Place::Behind(items) => {
                let behind = (0..=self.rules.players.len())
                    .map(|owner| self.facing(owner).map_or(u8::MAX, |facing| facing.opposite().0))
                    .collect();
                PlaceTable::Behind(self.items(items, view), behind)
            }
            Place::FromHand(whose) => PlaceTable::FromHand(self.whose_players(*whose, view)),
        }
    }

    pub(super) fn items(&mut self, items: &Items, view: View) -> ItemsTable<W> {
        let mut table = ItemsTable::default();
        if !self.spend_work(self.bytes_of_masks() * (3 + 2 * items.terms.len() + 2 * items.except.len())) {
            (table.local, table.except_local) = (self.empty_local(), self.empty_local());
            return table;
        }
        let mut masks = Masks::new(self.contents.len());
        let mut except = Masks::new(self.contents.len());
        for term in &items.terms {
            match self.term(term, view) {
                Compiled::Local(local) => masks.unite(&local),
                Compiled::Dynamic(term) => table.dynamic.push(*term),
            }
            self.members(term, view, &mut table.members);
        }
        for term in &items.except {
            match self.term(term, view) {
                Compiled::Local(local) => except.unite(&local),
                Compiled::Dynamic(term) => table.except.push(*term),
            }
        }
        masks.take_away(&except);
        table.local = masks.finish();
        table.except_local = except.finish();
        let entries = table.local.entries.len() + table.except_local.entries.len() + table.members.len();
        self.spend_bytes(4 * self.contents.len() + entries * (size_of::<CellSet<W>>() + 8));
        table
    }

    /// The members, each by itself, that `entered` looks at.
    fn members(&self, term: &Term, view: View, members: &mut Vec<CellSet<W>>) {
        match &term.noun {
            Noun::Cells(cells) => members.push(narrow(cells.seen_by(view.unwrap_or(Player(0))))),
            Noun::Family(family) => {
                for member in &self.rules.families[*family].members {
                    if self.whose_fits(term.whose, view, member.owner) {
                        members.push(narrow(&member.cells));
                    }
                }
            }
            _ => {}
        }
    }

    fn everywhere(&self, cells: CellSet<W>, states: States) -> Masks<W> {
        let mut masks = Masks::new(self.contents.len());
        for (content, mask) in masks.cells.iter_mut().enumerate() {
            let info = self.contents[content];
            let fits = (!states.empty || content == 0)
                && (!states.plain || content != 0 && !info.promoted)
                && (!states.promoted || content != 0 && info.promoted);
            if fits {
                *mask = cells;
            }
        }
        masks
    }

    fn term(&mut self, term: &Term, view: View) -> Compiled<W> {
        let states = term.states;
        let moment = states.unmoved || states.frozen || states.out || states.hostile;
        self.needs.unmoved |= states.unmoved;
        let masks = match &term.noun {
            Noun::Pieces(kinds) => {
                let mut masks = Masks::new(self.contents.len());
                for content in 1..self.contents.len() {
                    let info = self.contents[content];
                    let owner = (usize::from(info.owner) < self.players).then_some(Player(info.owner));
                    let fits = kinds.has(crate::types::Kind(info.kind))
                        && self.whose_fits(term.whose, view, owner)
                        && (!states.plain || !info.promoted)
                        && (!states.promoted || info.promoted)
                        && !states.empty;
                    if fits {
                        masks.cells[content] = self.board;
                    }
                }
                Some(masks)
            }
            Noun::Cells(cells) => Some(self.everywhere(narrow(cells.seen_by(view.unwrap_or(Player(0)))), states)),
            Noun::Family(family) => {
                let cells = self.rules.families[*family]
                    .members
                    .iter()
                    .filter(|member| self.whose_fits(term.whose, view, member.owner))
                    .fold(CellSet::EMPTY, |all, member| all | narrow(&member.cells));
                Some(self.everywhere(cells, states))
            }
            Noun::Outside => {
                let mut masks = Masks::new(self.contents.len());
                masks.outside = true;
                Some(masks)
            }
            Noun::Beside(inner) => {
                let items = Items { terms: vec![(**inner).clone()], except: Vec::new() };
                let table = self.items(&items, view);
                match self.pure_cells(&table) {
                    Some(cells) => Some(self.everywhere(self.beside_cells(cells), states)),
                    None => {
                        return self.dynamic(NounTable::Beside(Box::new(table)), term, view);
                    }
                }
            }
            _ => None,
        };
        if let Some(masks) = masks {
            if moment {
                return self.dynamic(NounTable::Local(masks.finish()), term, view);
            }
            return Compiled::Local(masks);
        }
        let noun = match &term.noun {
            Noun::It => NounTable::It,
            Noun::MovedPiece => NounTable::Moved,
            Noun::Captor => NounTable::Captor,
            Noun::Chosen => NounTable::Chosen,
            Noun::ItsFile => NounTable::ItsFile,
            Noun::ItsRank => NounTable::ItsRank,
            Noun::ItsCell | Noun::ItsEnd => NounTable::ItsCell,
            Noun::ItsStart => NounTable::ItsStart,
            Noun::ItsFamily(family) => NounTable::ItsFamily(family.0),
            Noun::ItsGroup => NounTable::ItsGroup,
            Noun::LastEnd => {
                self.needs.last_end = true;
                NounTable::LastEnd
            }
            Noun::Marked(mark) => NounTable::Marked(mark.0),
            Noun::Hand => NounTable::Hand(self.whose_players(term.whose, view)),
            _ => NounTable::Local(LocalSet { slot: vec![0; self.contents.len()], ..LocalSet::default() }),
        };
        self.dynamic(noun, term, view)
    }

    fn dynamic(&mut self, noun: NounTable<W>, term: &Term, view: View) -> Compiled<W> {
        let states = term.states;
        let filters = states.plain || states.promoted || !matches!(term.whose, Whose::Any);
        let piece = !matches!(noun, NounTable::Local(_) | NounTable::Hand(_));
        let contents = if piece && filters {
            (0..self.contents.len())
                .map(|content| {
                    let info = self.contents[content];
                    let owner = (usize::from(info.owner) < self.players).then_some(Player(info.owner));
                    content != 0
                        && self.whose_fits(term.whose, view, owner)
                        && (!states.plain || !info.promoted)
                        && (!states.promoted || info.promoted)
                })
                .collect()
        } else {
            Vec::new()
        };
        Compiled::Dynamic(Box::new(TermTable {
            noun,
            unmoved: states.unmoved,
            frozen: states.frozen,
            out: states.out,
            empty: states.empty,
            hostile: states.hostile,
            contents,
        }))
    }

    /// Compass directions of a list, for each owner (the last row: nobody's pieces and bare cells).
    pub(super) fn directions_by_owner(&self, along: &[crate::rules::model::Direction]) -> Vec<Vec<u8>> {
        (0..=self.rules.players.len()).map(|owner| self.compass_list(along, owner, &[0, 1, 2, 3, 4, 5, 6, 7])).collect()
    }

    /// The set of the cell of `it` alone.
    pub(super) fn is_it(set: &SetTable<W>) -> bool {
        let items = &set.items;
        set.places.is_empty()
            && items.local.entries.is_empty()
            && !items.local.outside
            && items.except.is_empty()
            && items.dynamic.len() == 1
            && matches!(&items.dynamic[0], TermTable { noun: NounTable::It, contents, .. } if contents.is_empty())
    }

    /// Is the cell with the content in the list, when that depends on nothing else?
    pub(super) fn fixed_member(items: &ItemsTable<W>, content: u16, cell: Cell) -> Option<bool> {
        if items.local.has(content, cell.0) {
            return Some(true);
        }
        items.dynamic.is_empty().then_some(false)
    }

    pub(super) fn empty_local(&self) -> LocalSet<W> {
        LocalSet { entries: Vec::new(), slot: vec![0; self.contents.len()], outside: false }
    }

    /// The content of a kind for an owner (`players` = nobody).
    pub(super) fn content(&self, owner: usize, kind: usize) -> u16 {
        self.content_of.get(owner * self.kinds + kind).copied().unwrap_or(NONE)
    }
}

/// A term: local, or not.
enum Compiled<const W: usize> {
    Local(Masks<W>),
    Dynamic(Box<TermTable<W>>),
}
