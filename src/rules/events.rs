//! Events, their steps and effects, and actions.

use crate::diag::{Diagnostic, Span, code};
use crate::syntax::ast::{
    ActionStatement, Condition as Written, Declaration, Effect as WrittenEffect, Facing, MoveTarget as WrittenTarget,
    Name, Receiver as WrittenReceiver, Set as WrittenSet, Step as WrittenStep, Trigger as WrittenTrigger,
};
use crate::types::Kind;

use super::conditions::never;
use super::deeds::{end_verb, split_place};
use super::limits;
use super::model::{
    Action, Choose, Condition, Effect, EndVerb, Event, Items, MoveTarget, Noun, Quantity, Receiver, Set, States, Step,
    Term, Trigger, Whose,
};
use super::resolve::Resolver;
use super::scope::{NoWhose, Scope};

impl Resolver<'_> {
    /// Events, in file order.
    pub fn events(&mut self) -> Vec<Event> {
        let mut all = Vec::new();
        for entry in self.entries() {
            let Declaration::Event { trigger, when, steps } = &entry.declaration else { continue };
            if steps.is_empty() {
                self.blank.push(entry.keyword);
            }
            let scope = Scope { hand: true, ..Scope::new(self.everybody(), "this event") };
            let (trigger, scope) = self.trigger(trigger, scope);
            let when = self.when(when.as_ref(), scope);
            let steps = self.steps(steps, scope);
            if never(&when) || steps.is_empty() {
                continue;
            }
            all.push(Event { label: entry.called(), trigger, when, steps, span: entry.keyword });
        }
        all
    }

    fn trigger(&mut self, trigger: &WrittenTrigger, scope: Scope) -> (Trigger, Scope) {
        let head = Scope { hand: false, ..scope };
        let (own, any) = (head.meaning(NoWhose::Own), head.meaning(NoWhose::Any));
        match trigger {
            WrittenTrigger::TurnStart => (Trigger::TurnStart, scope),
            WrittenTrigger::TurnEnd => (Trigger::TurnEnd, scope),
            WrittenTrigger::PlayerOut => (Trigger::PlayerOut, scope),
            WrittenTrigger::Moves(set) => {
                let set = self.set(set, own);
                self.only_kinds(&set, "moves");
                (Trigger::Moves(set), scope.with_it())
            }
            WrittenTrigger::Dropped(set) => {
                let set = self.set(set, own);
                self.only_kinds(&set, "is dropped");
                (Trigger::Dropped(set), scope.with_it())
            }
            WrittenTrigger::Taken(set) => {
                let set = self.set(set, any);
                self.only_kinds(&set, "is taken");
                (Trigger::Taken(set), Scope { captor: true, ..scope.with_it() })
            }
            WrittenTrigger::Takes(set, items) => {
                let set = self.set(set, own);
                self.only_kinds(&set, "takes");
                let items = self.items(items, any);
                (Trigger::Takes(set, items), scope.with_it())
            }
        }
    }

    fn steps(&mut self, steps: &[WrittenStep], scope: Scope) -> Vec<Step> {
        let mut all = Vec::new();
        for step in steps {
            match step {
                WrittenStep::ForEachPlayer { without, when, steps, span } => {
                    if !self.room(*span) {
                        break;
                    }
                    let scope = Scope { view: self.everybody(), ..scope };
                    let without = without.as_ref().map(|items| self.items(items, scope.meaning(NoWhose::Own)));
                    let when = self.when(when.as_ref(), scope);
                    self.depth += 1;
                    let steps = self.steps(steps, scope);
                    self.depth -= 1;
                    if !never(&when) && !steps.is_empty() {
                        all.push(Step::ForEachPlayer { without, when, steps });
                    }
                }
                WrittenStep::Effect { optional, effect, when, span } => {
                    if let Some((effect, when)) = self.effect_when(effect, when.as_ref(), *span, scope) {
                        all.push(Step::Effect { optional: *optional, effect, when });
                    }
                }
                WrittenStep::Choose { set, span } => {
                    self.set(set, scope);
                    self.version_two(*span, "choose");
                }
                WrittenStep::Unreadable(_) => {}
            }
        }
        all
    }

    /// An effect with its condition; none when it never happens.
    fn effect_when(
        &mut self,
        effect: &WrittenEffect,
        when: Option<&Written>,
        span: Span,
        scope: Scope,
    ) -> Option<(Effect, Condition)> {
        // In the condition `it` is each piece of the effect's set.
        let guard = if set_of_effect(effect).is_some() { scope.with_it() } else { scope };
        let built = self.effect(effect, span, scope.meaning(NoWhose::Compulsory));
        let when = self.when(when, guard);
        built.filter(|_| !never(&when)).map(|effect| (effect, when))
    }

    fn effect(&mut self, effect: &WrittenEffect, span: Span, scope: Scope) -> Option<Effect> {
        Some(match effect {
            WrittenEffect::Promote { set, to } => {
                let built = self.set(set, scope);
                let mut kinds: Vec<Kind> = Vec::new();
                for name in to {
                    for kind in self.kinds_named(name) {
                        if !kinds.contains(&kind) {
                            kinds.push(kind);
                        }
                    }
                }
                if to.is_empty() {
                    self.can_turn(&built, set);
                } else if kinds.is_empty() {
                    return None;
                }
                Effect::Promote { set: built, to: kinds }
            }
            WrittenEffect::TurnBack(set) => Effect::TurnBack(self.set(set, scope)),
            WrittenEffect::TurnOver(set) => {
                let built = self.set(set, scope);
                self.can_turn(&built, set);
                Effect::TurnOver(built)
            }
            WrittenEffect::Remove(set) => Effect::Remove(self.set(set, scope)),
            WrittenEffect::Place(set) => return self.place_effect(set, scope),
            WrittenEffect::Give { set, to } => {
                let set = self.set(set, scope);
                let to = match to {
                    WrittenReceiver::Ally => Receiver::Ally,
                    WrittenReceiver::Mover => Receiver::Mover,
                    WrittenReceiver::Owner => {
                        self.about_it(span, scope, Noun::It)?;
                        Receiver::Owner
                    }
                    WrittenReceiver::Player => Receiver::Player,
                    WrittenReceiver::Nobody => Receiver::Nobody,
                    WrittenReceiver::Name(name) => Receiver::Named(self.player_named(name)?),
                };
                Effect::Give { set, to }
            }
            WrittenEffect::Put { set, whose, facing } => {
                let set = self.set(set, scope);
                let whose = self.whose(whose, span, scope)?;
                Effect::Put { set, whose, turned_back: *facing == Some(Facing::TurnedBack) }
            }
            WrittenEffect::Move { set, target } => {
                let set = self.set(set, scope);
                let target = match target {
                    WrittenTarget::CellCrossed => MoveTarget::CellCrossed,
                    WrittenTarget::To(items) => MoveTarget::To(self.items(items, scope)),
                    WrittenTarget::Toward(number, items) => {
                        let cells = self.limited(number.value, limits::LONGEST_REACH, number.span, "a number of cells");
                        MoveTarget::Toward(cells, self.items(items, scope))
                    }
                };
                Effect::Move { set, target }
            }
            WrittenEffect::Player { who, verb } => {
                Effect::Player { who: self.who(who, span, scope)?, verb: end_verb(*verb) }
            }
            WrittenEffect::Draw => Effect::Draw,
            WrittenEffect::Again { must, take } => Effect::Again { must: *must, take: *take },
        })
    }

    /// A promotion without a target needs a piece that has another side.
    fn can_turn(&mut self, built: &Set, written: &WrittenSet) {
        let mut named = built.items.terms.iter().filter_map(|t| match &t.noun {
            Noun::Pieces(kinds) => Some(*kinds),
            _ => None,
        });
        let all_named = built.items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_)));
        let turns = |kind: Kind| self.kinds[kind].promotes_to.is_some() || self.kinds[kind].plain_side.is_some();
        if all_named && !built.items.terms.is_empty() && !named.any(|kinds| kinds.iter().any(turns)) {
            let what = self.sources.slice(written.items.span).to_owned();
            self.report(
                Diagnostic::new(code::DOES_NOT_TURN, written.span, format!("`{what}` has no other side"))
                    .help("write `promotes to` in the piece, or `promote … to Guard` here"),
            );
        }
    }

    /// `place K on C`: the set holds both.
    fn place_effect(&mut self, set: &WrittenSet, scope: Scope) -> Option<Effect> {
        let built = self.set(set, scope.meaning(NoWhose::Own));
        let kind = match built.items.terms.as_slice() {
            [Term { noun: Noun::Pieces(kinds), .. }] => {
                let mut kinds = kinds.iter();
                kinds.next().filter(|_| kinds.next().is_none())
            }
            _ => None,
        };
        let Some(kind) = kind else {
            if !built.items.terms.is_empty() {
                self.report(
                    Diagnostic::new(code::WRONG_SORT, set.items.span, "one kind of piece is placed")
                        .help("write `place Guard on its start`"),
                );
            }
            return None;
        };
        let whose = if self.kinds[kind].neutral { Whose::Neutral } else { built.items.terms[0].whose };
        let (on, places) = split_place(built.places);
        let items = match on {
            Some(items) => items,
            None if places.is_empty() => {
                self.report(
                    Diagnostic::new(code::WRONG_SORT, set.span, "placed where?")
                        .help("write `place Guard on its start`"),
                );
                return None;
            }
            None => {
                let board = self.same_for_all(self.board.cells);
                let term =
                    Term { noun: Noun::Cells(board), whose: Whose::Any, states: States::default(), span: set.span };
                Items { terms: vec![term], except: Vec::new() }
            }
        };
        let set = Set { quantity: Quantity::Some, items, places, span: set.span };
        Some(Effect::Place { kind, whose, set })
    }

    // ---- actions ----------------------------------------------------------------------------------------------------------

    /// Actions, in file order.
    pub fn actions(&mut self) -> Vec<Action> {
        let mut all = Vec::new();
        for entry in self.entries() {
            let Declaration::Action { name, player, statements } = &entry.declaration else { continue };
            if let Some(action) = self.action(name, player.as_ref(), statements, entry.keyword) {
                all.push(action);
            }
        }
        all
    }

    fn action(
        &mut self,
        name: &Name,
        player: Option<&Name>,
        statements: &[ActionStatement],
        keyword: Span,
    ) -> Option<Action> {
        let (player, view) = self.for_player(player);
        let chosen =
            statements.iter().any(|s| matches!(s, ActionStatement::Choose { .. } | ActionStatement::Unreadable(_)));
        let scope = Scope { hand: true, chosen, ..Scope::new(view, "an action") };
        let mut action = Action {
            name: name.text.clone(),
            player,
            choose: None,
            needs: Vec::new(),
            effects: Vec::new(),
            claim: false,
            span: keyword,
        };
        let mut first: Option<Span> = None;
        let mut possible = true;
        let mut said = false;
        for statement in statements {
            match statement {
                ActionStatement::Choose { set, aligned, span } => {
                    let inner = Scope { chosen: false, hand: false, ..scope };
                    let set = self.set(set, inner);
                    let aligned = aligned.as_ref().map(|a| {
                        (self.items(&a.with, inner), self.directions(&a.along, inner, false), a.nothing_between)
                    });
                    if let Some(first) = first {
                        if !self.ruled_out {
                            self.report(
                                Diagnostic::new(
                                    code::VERSION_TWO,
                                    *span,
                                    "two choices in one action come with version 2",
                                )
                                .also(first, "the first choice")
                                .help("choose one thing, and let the rest follow from it"),
                            );
                        }
                        continue;
                    }
                    first = Some(*span);
                    action.choose = Some(Choose { set, aligned });
                }
                ActionStatement::Needs(condition) => {
                    let needs = self.condition(condition, scope);
                    possible &= !never(&needs);
                    if !matches!(needs, Condition::Const(true)) {
                        action.needs.push(needs);
                    }
                }
                ActionStatement::Effect { effect, when, span } => {
                    said = true;
                    if let Some((effect, when)) = self.effect_when(effect, when.as_ref(), *span, scope) {
                        action.claim |= matches!(
                            effect,
                            Effect::Draw | Effect::Player { verb: EndVerb::Wins | EndVerb::Loses, .. }
                        );
                        action.effects.push((effect, when));
                    }
                }
                ActionStatement::Unreadable(_) => said = true,
            }
        }
        if !said {
            self.report(
                Diagnostic::new(code::CANNOT_BE_ASKED, name.span, format!("the action `{}` does nothing", name.text))
                    .help("say what happens: `put chosen into ally hand`, `player wins when …`"),
            );
        }
        (possible && !action.effects.is_empty()).then_some(action)
    }
}

fn set_of_effect(effect: &WrittenEffect) -> Option<&WrittenSet> {
    match effect {
        WrittenEffect::Promote { set, .. }
        | WrittenEffect::TurnBack(set)
        | WrittenEffect::TurnOver(set)
        | WrittenEffect::Remove(set)
        | WrittenEffect::Place(set)
        | WrittenEffect::Give { set, .. }
        | WrittenEffect::Put { set, .. }
        | WrittenEffect::Move { set, .. } => Some(set),
        WrittenEffect::Player { .. } | WrittenEffect::Draw | WrittenEffect::Again { .. } => None,
    }
}
