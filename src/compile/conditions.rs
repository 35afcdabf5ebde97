//! Conditions for one player in view, and what can be known of them before the game.

use super::compiler::{Compiler, View};
use super::narrow;
use super::tables::{ClaimTable, ConditionTable, EMPTY, ItemsTable, Needs, PlaceTable, ReachTable, SetTable, WhoTable};
use crate::rules::model::{Claim, Condition, Noun, Quantity, Who};
use crate::types::{Cell, Player};

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn conditions(&mut self, list: &[Condition], view: View) -> Vec<ConditionTable<W>> {
        list.iter().map(|condition| self.condition(condition, view)).collect()
    }

    pub(super) fn condition(&mut self, condition: &Condition, view: View) -> ConditionTable<W> {
        if !self.spend_bytes(size_of::<ConditionTable<W>>()) {
            return ConditionTable::Const(false);
        }
        match condition {
            Condition::Const(value) => ConditionTable::Const(*value),
            Condition::And(list) => ConditionTable::And(self.conditions(list, view)),
            Condition::Or(list) => ConditionTable::Or(self.conditions(list, view)),
            Condition::Not(inner) => ConditionTable::Not(Box::new(self.condition(inner, view))),
            Condition::HeldFor(counter, plies) | Condition::Quiet(counter, plies) => {
                ConditionTable::Counter(counter.0, *plies)
            }
            Condition::NoLegalMove => ConditionTable::NoLegalMove,
            Condition::NoPlayerCanMove => ConditionTable::NoPlayerCanMove,
            Condition::Occurred(times) => {
                self.needs.history = true;
                ConditionTable::Occurred(*times)
            }
            Condition::Passes(times) => {
                self.needs.passes = true;
                ConditionTable::Passes(*times)
            }
            Condition::NothingTaken => ConditionTable::NothingTaken,
            Condition::NothingFlipped => ConditionTable::NothingFlipped,
            Condition::Row { length, items, along } => {
                let owner = view.map_or(self.players, Player::index);
                let along = self.compass_list(along, owner, &[0, 1, 2, 7]);
                ConditionTable::Row(*length, self.items(items, view), along)
            }
            Condition::IsOut(who) => ConditionTable::IsOut(Self::who(*who, view)),
            Condition::IsPlayer(who, player) => match Self::who(*who, view) {
                WhoTable::Player(it) => ConditionTable::Const(it == player.0),
                who => ConditionTable::IsPlayer(who, player.0),
            },
            Condition::GaveCheck(who) => {
                (self.needs.checks, self.needs.history) = (true, true);
                ConditionTable::GaveCheck(Self::who(*who, view))
            }
            Condition::Exists(set) => ConditionTable::Exists(self.set(set, view)),
            Condition::Claim { subject, not, claim } => {
                let set = self.set(subject, view);
                let claim = self.claim(claim, view);
                ConditionTable::Claim(Box::new(set), *not, claim)
            }
            Condition::Count(count, quantity) => {
                let (least, most, _) = Self::quantity(match quantity {
                    Quantity::Every => Quantity::Some,
                    other => *other,
                });
                let player = view.unwrap_or(Player(0)).0;
                ConditionTable::Count(count.0, player, least.saturating_mul(2), most.saturating_mul(2))
            }
        }
    }

    pub(super) fn who(who: Who, view: View) -> WhoTable {
        match who {
            Who::Player => view.map_or(WhoTable::Mover, |player| WhoTable::Player(player.0)),
            Who::Mover => WhoTable::Mover,
            Who::Owner => WhoTable::Owner,
            Who::Named(player) => WhoTable::Player(player.0),
        }
    }

    fn claim(&mut self, claim: &Claim, view: View) -> ClaimTable<W> {
        match claim {
            Claim::Attacked { on_its_way } => ClaimTable::Attacked(*on_its_way),
            Claim::Mated => ClaimTable::Mated,
            Claim::NewlyMated => ClaimTable::NewlyMated,
            Claim::Taken => ClaimTable::Taken,
            Claim::Promoted => ClaimTable::Is(self.contents_items(|info| info.promoted)),
            Claim::Plain => ClaimTable::Is(self.contents_items(|info| !info.promoted)),
            Claim::Royal => ClaimTable::Is(self.contents_items(|info| info.royal)),
            Claim::Frozen => ClaimTable::Frozen,
            Claim::Unmoved => {
                self.needs.unmoved = true;
                ClaimTable::Unmoved
            }
            Claim::Is(items) => ClaimTable::Is(self.items(items, view)),
            Claim::At(place) => ClaimTable::At(self.place(place, view)),
            Claim::EnclosedBy(items) => ClaimTable::EnclosedBy(self.items(items, view)),
            Claim::Faces { items, along } => {
                let along = self.directions_by_owner(along);
                ClaimTable::Faces(self.items(items, view), along)
            }
            Claim::Entered(items) => ClaimTable::Entered(self.items(items, view).members),
            Claim::Started(place) => ClaimTable::Started(self.place(place, view)),
            Claim::Ended(place) => ClaimTable::Ended(self.place(place, view)),
            Claim::StartedOrEnded(place) => ClaimTable::StartedOrEnded(self.place(place, view)),
            Claim::Took { set, last_turn } => {
                let set = self.set(set, view);
                if *last_turn {
                    self.needs.last_taken = true;
                    let named = &set.items.local.entries;
                    let all = !set.items.dynamic.is_empty();
                    for (content, asked) in self.last_taken.iter_mut().enumerate() {
                        *asked |= all || named.iter().any(|(entry, _)| usize::from(*entry) == content);
                    }
                }
                ClaimTable::Took(Box::new(set), *last_turn)
            }
            Claim::CouldNeverMove => {
                let stuck = if self.spend_bytes(self.bytes_of_masks()) { self.stuck.clone() } else { Vec::new() };
                ClaimTable::CouldNeverMove(stuck)
            }
            Claim::CanMove => ClaimTable::CanMove,
            Claim::CanReach { to, through, taking } => {
                let area =
                    to.terms.iter().all(|term| matches!(term.noun, Noun::Cells(_) | Noun::Family(_) | Noun::Beside(_)));
                let to = self.items(to, view);
                let through = self.items(through, view);
                let taking = taking.as_ref().map(|items| self.items(items, view));
                ClaimTable::CanReach(Box::new(ReachTable { to, area, through, taking }))
            }
        }
    }

    fn contents_items(&self, fits: impl Fn(&super::tables::Content) -> bool) -> ItemsTable<W> {
        let mut masks = super::sets::Masks::new(self.contents.len());
        for (content, info) in self.contents.iter().enumerate().skip(1) {
            if fits(info) {
                masks.cells[content] = self.board;
            }
        }
        ItemsTable { local: masks.finish(), except_local: self.empty_local(), ..ItemsTable::default() }
    }

    /// What a condition about `it`, standing on a cell, comes to when it depends on nothing else.
    pub(super) fn known_of(&self, condition: &ConditionTable<W>, content: u16, cell: Cell) -> Option<bool> {
        match condition {
            ConditionTable::Const(value) => Some(*value),
            ConditionTable::Not(inner) => self.known_of(inner, content, cell).map(|value| !value),
            ConditionTable::And(list) => {
                let values: Vec<_> = list.iter().map(|inner| self.known_of(inner, content, cell)).collect();
                if values.contains(&Some(false)) {
                    Some(false)
                } else {
                    values.iter().all(Option::is_some).then_some(true)
                }
            }
            ConditionTable::Or(list) => {
                let values: Vec<_> = list.iter().map(|inner| self.known_of(inner, content, cell)).collect();
                if values.contains(&Some(true)) {
                    Some(true)
                } else {
                    values.iter().all(Option::is_some).then_some(false)
                }
            }
            ConditionTable::Claim(subject, not, claim) if Self::is_it(subject) && subject.least == 1 => {
                let value = match claim {
                    ClaimTable::Is(items) => Self::fixed_member(items, content, cell),
                    ClaimTable::At(place) => self.fixed_place(place).map(|cells| cells.has(cell)),
                    ClaimTable::CouldNeverMove(cells) => cells.get(content as usize).map(|cells| cells.has(cell)),
                    _ => None,
                };
                value.map(|value| value != *not)
            }
            _ => None,
        }
    }

    /// Which contents a condition reads: when none of them came, went or moved, its value did not change.
    /// Bit `min(content, 63)`; all bits when it reads more than that.
    pub(super) fn reads(condition: &ConditionTable<W>) -> u64 {
        match condition {
            ConditionTable::Const(_) => 0,
            ConditionTable::And(list) | ConditionTable::Or(list) => {
                list.iter().fold(0, |bits, inner| bits | Self::reads(inner))
            }
            ConditionTable::Not(inner) => Self::reads(inner),
            ConditionTable::Exists(set) => Self::set_reads(set),
            ConditionTable::Claim(set, _, claim) => match claim {
                ClaimTable::Taken => Self::set_reads(set),
                ClaimTable::Is(items) if Self::local_items(items) => Self::set_reads(set),
                ClaimTable::At(PlaceTable::On(_, items) | PlaceTable::Beside(_, items)) if Self::local_items(items) => {
                    Self::set_reads(set) | Self::local_reads(items)
                }
                _ => u64::MAX,
            },
            _ => u64::MAX,
        }
    }

    fn local_items(items: &ItemsTable<W>) -> bool {
        items.dynamic.is_empty() && items.except.is_empty()
    }

    fn local_reads(items: &ItemsTable<W>) -> u64 {
        if !Self::local_items(items) {
            return u64::MAX;
        }
        let first = items.local.entries.first();
        if first.is_some_and(|(content, mask)| {
            *content == EMPTY && items.local.entries.iter().all(|(_, other)| other == mask)
        }) && items.local.entries.len() == items.local.slot.len()
        {
            return 0;
        }
        items
            .local
            .entries
            .iter()
            .fold(0, |bits, (content, _)| bits | if *content == EMPTY { u64::MAX } else { 1 << (*content).min(63) })
    }

    fn set_reads(set: &SetTable<W>) -> u64 {
        set.places.iter().fold(Self::local_reads(&set.items), |bits, place| {
            bits | match place {
                PlaceTable::On(_, items) | PlaceTable::Beside(_, items) => Self::local_reads(items),
                _ => u64::MAX,
            }
        })
    }

    /// Does a condition speak of attack, mate, repetition or legal moves?
    pub(super) fn reflexive(condition: &ConditionTable<W>) -> bool {
        match condition {
            ConditionTable::And(list) | ConditionTable::Or(list) => list.iter().any(Self::reflexive),
            ConditionTable::Not(inner) => Self::reflexive(inner),
            ConditionTable::NoLegalMove
            | ConditionTable::NoPlayerCanMove
            | ConditionTable::Occurred(_)
            | ConditionTable::GaveCheck(_) => true,
            ConditionTable::Claim(_, _, claim) => matches!(
                claim,
                ClaimTable::Attacked(_) | ClaimTable::Mated | ClaimTable::NewlyMated | ClaimTable::CanMove
            ),
            _ => false,
        }
    }

    pub(super) fn cells_of(cells: &crate::rules::model::Cells, view: View) -> crate::types::CellSet<W> {
        narrow(cells.seen_by(view.unwrap_or(Player(0))))
    }

    pub(super) fn plain_needs(needs: &Needs) -> bool {
        !needs.hands && !needs.out && !needs.marks && !needs.passes
    }
}
