//! Rules, events and actions.

use super::words::{number, one, sentence};
use super::{Speaker, View};
use crate::rules::model::{
    Action, Condition, Deed, Effect, EndVerb, Event, Modal, MoveTarget, Receiver, Rule, Step, Trigger, Who, Whose,
};

/// The label in brackets, unless it is only the head of its sentence.
pub(super) fn label(text: &str) -> String {
    if text.contains(' ') || matches!(text, "draw" | "") { String::new() } else { format!(" ({text})") }
}

fn as_head(steps: &[String]) -> String {
    steps.join("; ")
}

impl Speaker<'_> {
    pub(super) fn turn(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .together()
            .iter()
            .map(|rule| sentence(&format!("{}{}", self.rule(rule), label(&rule.label))))
            .collect();
        let drops = self.rules.rules.iter().any(|r| matches!((&r.deed, r.modal), (Deed::Drop { .. }, Modal::May)));
        if drops && self.rules.drop_hands.iter().any(|whose| *whose != Whose::Own) {
            let hands: Vec<String> = self
                .rules
                .drop_hands
                .iter()
                .map(|whose| format!("{} hand", self.possessive(*whose, View::You)))
                .collect();
            lines.push(sentence(&format!("you drop pieces from {}", super::words::or(&hands))));
        }
        for event in self.rules.events.iter().filter(|event| !matches!(event.when, Condition::Const(false))) {
            lines.extend(self.event(event));
        }
        lines
    }

    /// The rules; permissions to drop that differ in nothing but the kind are one sentence.
    fn together(&self) -> Vec<Rule> {
        let plain = |rule: &Rule| {
            let always = matches!(rule.when, Condition::Const(true)) && rule.leaving.is_none();
            always && rule.modal == Modal::May && label(&rule.label).is_empty()
        };
        let mut rules: Vec<Rule> = Vec::new();
        for rule in self.rules.rules.iter().filter(|rule| !matches!(rule.when, Condition::Const(false))) {
            if let (Some(before), Deed::Drop { set, either_side_up }) = (rules.last_mut(), &rule.deed)
                && plain(before)
                && plain(rule)
                && before.player == rule.player
                && let Deed::Drop { set: all, either_side_up: side } = &mut before.deed
                && side == either_side_up
                && all.items.except.is_empty()
                && set.items.except.is_empty()
                && self.places(&all.places, View::You) == self.places(&set.places, View::You)
            {
                all.items.terms.extend(set.items.terms.iter().cloned());
                continue;
            }
            rules.push(rule.clone());
        }
        rules
    }

    fn rule(&self, rule: &Rule) -> String {
        let who = rule.player.map_or_else(|| "you".to_owned(), |p| self.rules.players[p].name.clone());
        let view = rule.player.map_or(View::You, View::Named);
        let modal = match rule.modal {
            Modal::May => "may",
            Modal::Must => "must",
            Modal::MayNot => "may not",
        };
        let deed = self.deed(&rule.deed, rule.modal, view);
        let when = self.when(&rule.when, view);
        let leaving = rule.leaving.as_ref().map_or(String::new(), |condition| {
            let after = match (&rule.deed, when.is_empty()) {
                (Deed::Act, true) => " after which ",
                (_, true) => " if afterwards ",
                (_, false) => " and afterwards ",
            };
            format!("{after}{}", self.condition(condition, view))
        });
        let possible = if rule.modal == Modal::Must { " if you can" } else { "" };
        format!("{who} {modal} {deed}{possible}{when}{leaving}")
    }

    fn deed(&self, deed: &Deed, modal: Modal, view: View) -> String {
        match deed {
            Deed::Act => "make a move".to_owned(),
            Deed::Pass => "pass".to_owned(),
            Deed::Drop { set, either_side_up } => {
                let side = if *either_side_up { ", with either side up" } else { "" };
                let places = self.places(&set.places, view);
                format!("drop {}{places}{side}", self.any_own(&set.items, view, modal))
            }
            Deed::Move { set, taking } => {
                let taking = taking.as_ref().map_or(String::new(), |set| format!(", taking {}", self.set(set, view)));
                let places = self.places(&set.places, view);
                format!("move {}{places}{taking}", self.any_own(&set.items, view, modal))
            }
            Deed::Take { set, with } => {
                let what = set.as_ref().map_or_else(|| "something".to_owned(), |set| self.set(set, view));
                let what = if modal == Modal::MayNot && set.is_none() { "anything".to_owned() } else { what };
                let with = with.as_ref().map_or(String::new(), |set| format!(" with {}", self.set(set, view)));
                format!("take {what}{with}")
            }
            Deed::TakeTheMost => "take as many pieces as possible".to_owned(),
        }
    }

    /// `a Piece`, `any piece`: in a deed the pieces are the mover's own anyway.
    fn any_own(&self, items: &crate::rules::model::Items, view: View, modal: Modal) -> String {
        let mut items = items.clone();
        for term in items.terms.iter_mut().chain(items.except.iter_mut()) {
            if term.whose == Whose::Own {
                term.whose = Whose::Any;
            }
        }
        let text = self.items(&items, view);
        match text.strip_prefix("a piece") {
            Some(rest) if modal != Modal::Must => format!("any piece{rest}"),
            _ => text,
        }
    }

    fn event(&self, event: &Event) -> Vec<String> {
        let view = View::You;
        let trigger = match &event.trigger {
            Trigger::TurnStart => "at the start of your turn".to_owned(),
            Trigger::TurnEnd => "at the end of your turn".to_owned(),
            Trigger::PlayerOut => "when a player goes out".to_owned(),
            Trigger::Moves(set) => format!("when {} has moved", self.bare_own(set, view)),
            Trigger::Taken(set) => format!("when {} is taken", self.set(set, view)),
            Trigger::Dropped(set) => format!("when {} was dropped", self.bare_own(set, view)),
            Trigger::Takes(set, items) => {
                format!("when {} takes {}", self.set(set, view), self.items(items, view))
            }
        };
        let trigger = if matches!(event.trigger, Trigger::PlayerOut) { (trigger, View::They) } else { (trigger, view) };
        let when = match &event.when {
            Condition::Const(true) => String::new(),
            when => format!(" and {}", self.condition(when, trigger.1)),
        };
        let steps: Vec<String> = event.steps.iter().filter_map(|step| self.step(step, trigger.1)).collect();
        if steps.is_empty() {
            return Vec::new();
        }
        vec![sentence(&format!("{}{when}, {}{}", trigger.0, as_head(&steps), label(&event.label)))]
    }

    fn bare_own(&self, set: &crate::rules::model::Set, view: View) -> String {
        format!("{}{}", self.any_own(&set.items, view, Modal::Must), self.places(&set.places, view))
    }

    fn step(&self, step: &Step, view: View) -> Option<String> {
        match step {
            Step::ForEachPlayer { without, when, steps } => {
                if matches!(when, Condition::Const(false)) {
                    return None;
                }
                let without = without.as_ref().map_or(String::new(), |items| {
                    format!(" without {}", self.any_own(items, View::They, Modal::Must))
                });
                let inner: Vec<String> = steps.iter().filter_map(|step| self.step(step, View::They)).collect();
                let when = self.when(when, View::They);
                (!inner.is_empty()).then(|| format!("for each player{without}{when}: {}", as_head(&inner)))
            }
            Step::Effect { optional, effect, when } => {
                if matches!(when, Condition::Const(false)) {
                    return None;
                }
                let each = !matches!(when, Condition::Const(true));
                let text = if *optional {
                    format!("you may {}", self.effect(effect, view, true, each))
                } else {
                    self.effect(effect, view, false, each)
                };
                Some(format!("{text}{}", self.when(when, view)))
            }
        }
    }

    /// An effect: as a deed (`promote it`) when somebody does it by choice, else as what happens (`it promotes`).
    fn effect(&self, effect: &Effect, view: View, by_choice: bool, each: bool) -> String {
        let set = |set: &crate::rules::model::Set| {
            let one = set.items.terms.iter().all(|t| {
                use crate::rules::model::Noun;
                matches!(t.noun, Noun::It | Noun::Captor | Noun::Chosen | Noun::MovedPiece | Noun::Hand)
            });
            if one || (each && self.set(set, view).starts_with("your ")) {
                (self.set(set, view), true)
            } else if each {
                // The guard speaks of each of them as "it".
                (format!("each {}", self.set_bare(set, view)), true)
            } else {
                (self.set_plural(set, view), false)
            }
        };
        let said = |(what, one): (String, bool), deed: &str, happens: (&str, &str), after: String| {
            if by_choice {
                format!("{deed} {what}{after}")
            } else {
                format!("{what} {}{after}", if one { happens.0 } else { happens.1 })
            }
        };
        match effect {
            Effect::Promote { set: what, to } => {
                let to = if to.is_empty() { String::new() } else { format!(" to {}", self.kind_names(to)) };
                said(set(what), "promote", ("promotes", "promote"), to)
            }
            Effect::TurnBack(what) => said(
                set(what),
                "turn back",
                ("turns back to the plain side", "turn back to their plain sides"),
                String::new(),
            ),
            Effect::TurnOver(what) => said(set(what), "turn over", ("turns over", "turn over"), String::new()),
            Effect::Remove(what) => {
                said(set(what), "remove", ("is removed from the board", "are removed from the board"), String::new())
            }
            Effect::Place { kind, whose, set: what } => {
                let name = one(&self.rules.kinds[*kind].name);
                let whose = match whose {
                    Whose::Neutral => " of nobody".to_owned(),
                    Whose::Own => String::new(),
                    whose => format!(" of {}", self.possessive(*whose, view)),
                };
                let on = self.set(what, view);
                if by_choice {
                    format!("place {name}{whose} on {on}")
                } else {
                    format!("{name}{whose} is placed on {on}")
                }
            }
            Effect::Give { set: what, to } => {
                let whom = match (to, view) {
                    (Receiver::Ally, view) => match view {
                        View::Piece => "an ally".to_owned(),
                        view => format!("{} partner", self.possessive(Whose::Own, view)),
                    },
                    (Receiver::Mover | Receiver::Player, View::You) => "you".to_owned(),
                    (Receiver::Mover, _) => "the player whose turn it is".to_owned(),
                    (Receiver::Owner, _) => "its owner".to_owned(),
                    (Receiver::Player, _) => "that player".to_owned(),
                    (Receiver::Nobody, _) => "nobody".to_owned(),
                    (Receiver::Named(player), _) => self.rules.players[*player].name.clone(),
                };
                said(set(what), "give", ("goes over to", "go over to"), format!(" to {whom}"))
                    .replace(" to to ", " to ")
            }
            Effect::Put { set: what, whose, turned_back } => {
                let turned = if *turned_back { " with the plain side up" } else { "" };
                let into = format!(" into {} hand{turned}", self.possessive(*whose, view));
                said(set(what), "put", ("goes", "go"), into)
            }
            Effect::Move { set: what, target } => {
                let to = match target {
                    MoveTarget::CellCrossed => " to the cell just crossed".to_owned(),
                    MoveTarget::To(items) => format!(" to {}", self.items(items, view)),
                    MoveTarget::Toward(n, items) => {
                        format!(
                            " {} {} toward {}",
                            number(*n),
                            if *n == 1 { "cell" } else { "cells" },
                            self.items(items, view)
                        )
                    }
                };
                said((self.set(what, view), true), "move", ("moves", "move"), to)
            }
            Effect::Player { who, verb } => {
                let (name, are) = self.who(*who, view);
                let you = are == "are";
                let verb = match (verb, you) {
                    (EndVerb::Wins, false) => "wins",
                    (EndVerb::Wins, true) => "win",
                    (EndVerb::Loses, false) => "loses",
                    (EndVerb::Loses, true) => "lose",
                    (EndVerb::IsOut, false) => "goes out",
                    (EndVerb::IsOut, true) => "go out",
                };
                if by_choice && *who == Who::Player {
                    format!("{verb} the game").replace("go out the game", "go out")
                } else {
                    format!("{name} {verb}")
                }
            }
            Effect::Draw => if by_choice { "end the game as a draw" } else { "the game is drawn" }.to_owned(),
            Effect::Again { must, take } => {
                let what = if *take { "take again with the same piece" } else { "move the same piece again" };
                match (by_choice, must) {
                    (true, _) => what.to_owned(),
                    (false, true) => format!("you must {what} if you can"),
                    (false, false) => format!("you may {what}"),
                }
            }
        }
    }

    pub(super) fn actions(&self) -> Vec<String> {
        self.rules.actions.iter().flat_map(|action| self.action(action)).collect()
    }

    fn action(&self, action: &Action) -> Vec<String> {
        let view = action.player.map_or(View::You, View::Named);
        let who = action.player.map_or_else(|| "you".to_owned(), |p| self.rules.players[p].name.clone());
        let instead = if action.claim { "may claim the end of the game" } else { "may do this instead of a move" };
        let needs: Vec<String> = action
            .needs
            .iter()
            .filter(|c| !matches!(c, Condition::Const(true)))
            .map(|c| self.condition(c, view))
            .collect();
        let mut chosen = None;
        if let Some(choose) = &action.choose {
            let aligned = choose.aligned.as_ref().map_or(String::new(), |(items, along, free)| {
                let free = if *free { ", with nothing between" } else { "" };
                format!(" in line with {} ({}){free}", self.items(items, view), self.directions(along))
            });
            let chooses = if who == "you" { "choose" } else { "chooses" };
            chosen = Some(format!("{who} {chooses} {}{aligned}", self.set(&choose.set, view)));
        }
        let needs = if needs.is_empty() { String::new() } else { format!(" if {}", needs.join(" and ")) };
        let mut lines = vec![sentence(&format!("{}: {who} {instead}{needs}:", action.name))];
        lines.extend(chosen.map(|text| format!("  {}", sentence(&text))));
        for (effect, when) in action.effects.iter().filter(|(_, when)| !matches!(when, Condition::Const(false))) {
            let text = format!("{}{}", self.effect(effect, view, false, false), self.when(when, view));
            lines.push(format!("  {}", sentence(&text)));
        }
        lines
    }
}
