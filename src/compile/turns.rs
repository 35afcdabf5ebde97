//! What may, must and does happen on a turn, for each player to move: rules, events, effects, actions.

use super::compiler::{Compiler, View};
use super::tables::{
    ActionTable, ConditionTable, DeedTable, EffectTable, EventTable, ReceiverTable, RuleTable, StepTable, TurnTable,
    WhoTable,
};
use crate::rules::model::{self, Deed, Effect, Modal, MoveTarget, Noun, Receiver, Set, Step, Trigger, Whose};
use crate::types::Player;

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn turn(&mut self, mover: Player) -> TurnTable<W> {
        let rules = self.rules;
        let view = Some(mover);
        let mut turn = TurnTable { out: vec![Vec::new(); self.players], ..TurnTable::default() };
        for whose in &rules.drop_hands {
            for player in self.whose_players(*whose, view) {
                if !turn.hands.contains(&player) {
                    turn.hands.push(player);
                }
            }
        }
        for (index, rule) in rules.rules.iter().enumerate() {
            if rule.player.is_some_and(|player| player != mover) {
                continue;
            }
            let table = self.rule(rule, index as u16, view);
            if matches!(table.when, ConditionTable::Const(false)) {
                continue;
            }
            match (rule.modal, &rule.deed) {
                (Modal::MayNot, _) => turn.bars.push(table),
                (Modal::Must, _) => turn.musts.push(table),
                (Modal::May, Deed::Pass) => turn.passes.push(table),
                (Modal::May, Deed::Drop { .. }) => {
                    self.needs.hands = true;
                    turn.drops.push(table);
                }
                (Modal::May, _) => {}
            }
        }
        for event in &rules.events {
            if let Trigger::PlayerOut = event.trigger {
                for player in rules.players.ids() {
                    let table = self.event(event, Some(player));
                    turn.out[player.index()].push(table);
                }
                continue;
            }
            let table = self.event(event, view);
            match event.trigger {
                Trigger::TurnStart => turn.start.push(table),
                Trigger::TurnEnd => turn.end.push(table),
                Trigger::Taken(_) => turn.taken.push(table),
                Trigger::Moves(_) => {
                    turn.after.push((0, turn.moves.len() as u16));
                    turn.moves.push(table);
                }
                Trigger::Dropped(_) => {
                    turn.after.push((1, turn.dropped.len() as u16));
                    turn.dropped.push(table);
                }
                Trigger::Takes(..) => {
                    turn.after.push((2, turn.takes.len() as u16));
                    turn.takes.push(table);
                }
                Trigger::PlayerOut => {}
            }
        }
        for (index, action) in rules.actions.iter().enumerate() {
            if action.player.is_some_and(|player| player != mover) {
                continue;
            }
            let needs = self.conditions(&action.needs, view);
            let when_out = needs.iter().any(Self::asks_out);
            let aligned =
                action.choose.as_ref().and_then(|choose| choose.aligned.as_ref()).map(|(with, along, clear)| {
                    let along = self.compass_list(along, mover.index(), &[0, 1, 2, 3, 4, 5, 6, 7]);
                    (self.items(with, view), along, *clear)
                });
            let choose = action.choose.as_ref().map(|choose| self.set(&choose.set, view));
            let effects = action
                .effects
                .iter()
                .map(|(effect, when)| (self.effect(effect, view), self.condition(when, view)))
                .collect();
            turn.actions.push(ActionTable {
                action: index as u16,
                needs,
                choose,
                aligned,
                effects,
                claim: action.claim,
                when_out,
            });
        }
        turn
    }

    /// Does a condition ask that the player is out?
    fn asks_out(condition: &ConditionTable<W>) -> bool {
        match condition {
            ConditionTable::IsOut(WhoTable::Player(_) | WhoTable::Mover) => true,
            ConditionTable::And(list) => list.iter().any(Self::asks_out),
            _ => false,
        }
    }

    fn rule(&mut self, rule: &model::Rule, index: u16, view: View) -> RuleTable<W> {
        let deed = match &rule.deed {
            Deed::Act => DeedTable::Act,
            Deed::Pass => DeedTable::Pass,
            Deed::TakeTheMost => DeedTable::TakeTheMost,
            Deed::Take { set, with } => DeedTable::Take(
                set.as_ref().map(|set| self.set(set, view)),
                with.as_ref().map(|set| self.set(set, view)),
            ),
            Deed::Move { set, taking } => {
                DeedTable::Move(self.set(set, view), taking.as_ref().map(|set| self.set(set, view)))
            }
            Deed::Drop { set, either_side_up } => {
                let (set, hands) = self.drop_set(set, view);
                DeedTable::Drop(set, hands, *either_side_up)
            }
        };
        let when = self.condition(&rule.when, view);
        let leaving = rule.leaving.as_ref().map(|leaving| self.condition(leaving, view));
        let reflexive = Self::reflexive(&when) || leaving.as_ref().is_some_and(Self::reflexive);
        RuleTable { deed, when, leaving, reflexive, index }
    }

    /// The set of a drop: its pieces are those in hand, its places the end cells; and the hands it names.
    fn drop_set(&mut self, set: &Set, view: View) -> (super::tables::SetTable<W>, Vec<bool>) {
        let mut hands = vec![true; self.players];
        for place in &set.places {
            if let model::Place::FromHand(whose) = place {
                let named = self.whose_players(*whose, view);
                for (player, allowed) in hands.iter_mut().enumerate() {
                    *allowed &= named.contains(&(player as u8));
                }
            }
        }
        let mut set = set.clone();
        set.places.retain(|place| !matches!(place, model::Place::FromHand(_)));
        (self.set(&set, view), hands)
    }

    fn event(&mut self, event: &model::Event, view: View) -> EventTable<W> {
        let (piece, takes) = match &event.trigger {
            Trigger::Moves(set) | Trigger::Taken(set) | Trigger::Dropped(set) => (Some(self.set(set, view)), None),
            Trigger::Takes(set, taken) => (Some(self.set(set, view)), Some(self.items(taken, view))),
            _ => (None, None),
        };
        let when = self.condition(&event.when, view);
        EventTable { piece, takes, when, steps: self.steps(&event.steps, view) }
    }

    fn steps(&mut self, steps: &[Step], view: View) -> Vec<StepTable<W>> {
        steps
            .iter()
            .map(|step| match step {
                Step::Effect { optional, effect, when } => {
                    StepTable::Effect(*optional, self.effect(effect, view), self.condition(when, view))
                }
                Step::ForEachPlayer { without, when, steps } => StepTable::EachPlayer(
                    self.rules
                        .players
                        .ids()
                        .map(|player| {
                            let view = Some(player);
                            let without = without.as_ref().map(|items| self.own_items(items, player));
                            (without, self.condition(when, view), self.steps(steps, view))
                        })
                        .collect(),
                ),
            })
            .collect()
    }

    /// `without K`: the player's own pieces of K.
    fn own_items(&mut self, items: &model::Items, player: Player) -> super::tables::ItemsTable<W> {
        let mut items = items.clone();
        for term in items.terms.iter_mut().chain(&mut items.except) {
            if matches!(term.noun, Noun::Pieces(_)) && term.whose == Whose::Any {
                term.whose = Whose::Own;
            }
        }
        self.items(&items, Some(player))
    }

    fn receiver(&self, receiver: Receiver, view: View) -> ReceiverTable {
        match receiver {
            Receiver::Ally => {
                let allies = self.whose_players(Whose::Ally, view);
                allies.first().map_or(ReceiverTable::Nobody, |&ally| ReceiverTable::Player(ally))
            }
            Receiver::Mover => ReceiverTable::Mover,
            Receiver::Owner => ReceiverTable::Owner,
            Receiver::Player => view.map_or(ReceiverTable::Mover, |player| ReceiverTable::Player(player.0)),
            Receiver::Nobody => ReceiverTable::Nobody,
            Receiver::Named(player) => ReceiverTable::Player(player.0),
        }
    }

    fn effect(&mut self, effect: &Effect, view: View) -> EffectTable<W> {
        match effect {
            Effect::Promote { set, to } if to.is_empty() => EffectTable::Promote(self.set(set, view)),
            Effect::Promote { set, to } => {
                EffectTable::PromoteTo(self.set(set, view), to.iter().map(|kind| kind.0).collect())
            }
            Effect::TurnBack(set) => EffectTable::TurnBack(self.set(set, view)),
            Effect::TurnOver(set) => EffectTable::TurnOver(self.set(set, view)),
            Effect::Remove(set) => EffectTable::Remove(self.set(set, view)),
            Effect::Place { kind, whose, set } => {
                let owner =
                    self.whose_players(*whose, view).first().map_or(self.players, |&player| usize::from(player));
                let content = self.content(owner, kind.index());
                if content == super::tables::NONE {
                    self.refuse(set.span, "placing a piece that its player cannot own");
                    return EffectTable::Remove(self.set(set, view));
                }
                EffectTable::Place(content, self.set(set, view))
            }
            Effect::Give { set, to } => {
                let receiver = self.receiver(*to, view);
                match set.items.terms.as_slice() {
                    [term] if matches!(term.noun, Noun::Hand) => {
                        self.needs.hands = true;
                        EffectTable::GiveHand(self.whose_players(term.whose, view), receiver)
                    }
                    _ => EffectTable::Give(self.set(set, view), receiver),
                }
            }
            Effect::Put { set, whose, turned_back } => {
                self.needs.hands = true;
                let receiver = match whose {
                    Whose::Own => view.map_or(ReceiverTable::Mover, |player| ReceiverTable::Player(player.0)),
                    Whose::Player(player) => ReceiverTable::Player(player.0),
                    other => self
                        .whose_players(*other, view)
                        .first()
                        .map_or(ReceiverTable::Nobody, |&player| ReceiverTable::Player(player)),
                };
                EffectTable::Put(self.set(set, view), receiver, *turned_back)
            }
            Effect::Move { set, target } => {
                let set = self.set(set, view);
                match target {
                    MoveTarget::CellCrossed => EffectTable::MoveToCrossed(set),
                    MoveTarget::To(items) => EffectTable::MoveTo(set, self.items(items, view)),
                    MoveTarget::Toward(cells, items) => EffectTable::MoveToward(set, *cells, self.items(items, view)),
                }
            }
            Effect::Player { who, verb } => EffectTable::Player(Self::who(*who, view), self.verb(*verb)),
            Effect::Draw => EffectTable::Draw,
            Effect::Again { must, take } => EffectTable::Again(*must, *take),
        }
    }
}
