//! Rules (may, must, may not), counts, and ends.

use crate::diag::{Diagnostic, Span, code};
use crate::syntax::ast::{
    AddendFor as WrittenFor, Declaration, Deed as WrittenDeed, End as WrittenEnd, EndVerb as WrittenVerb, EndWho,
    Facing, Modal as WrittenModal, Name, Rule as WrittenRule,
};

use super::conditions::never;
use super::model::{
    Addend, AddendFor, Condition, CountDef, Deed, End, EndVerb, EndWhat, Modal, Noun, Place, Rule, Set,
};
use super::resolve::Resolver;
use super::scope::{It, NoWhose, Scope};

impl Resolver<'_> {
    /// Named counts.
    pub fn counts(&mut self) {
        for entry in self.entries() {
            let Declaration::Count { name, addends } = &entry.declaration else { continue };
            let scope = Scope { hand: true, ..Scope::new(self.everybody(), "a count") };
            let mut built = Vec::new();
            for addend in addends {
                let halves = self.limited(addend.halves, 20_000, addend.span, "a number of half points");
                let what = match &addend.what {
                    WrittenFor::Each(set) => Some(AddendFor::Each(self.set(set, scope))),
                    WrittenFor::Player(name) => self.player_named(name).map(AddendFor::Player),
                };
                if let Some(what) = what {
                    built.push(Addend { halves, what });
                }
            }
            self.counts.push(CountDef { name: name.text.clone(), addends: built, span: name.span });
        }
    }

    // ---- rules ------------------------------------------------------------------------------------------------------------

    /// May, must, may not, in file order.
    pub fn rules(&mut self) -> Vec<Rule> {
        let mut all = Vec::new();
        for entry in self.entries() {
            let Declaration::Rule(rule) = &entry.declaration else { continue };
            if let Some(rule) = self.rule(rule, entry.called(), entry.keyword) {
                all.push(rule);
            }
        }
        all
    }

    fn rule(&mut self, rule: &WrittenRule, label: String, keyword: Span) -> Option<Rule> {
        let (player, view) = self.for_player(rule.player.as_ref());
        let scope = Scope::new(view, "this rule");
        let modal = match rule.modal {
            WrittenModal::May => Modal::May,
            WrittenModal::Must => Modal::Must,
            WrittenModal::MayNot => Modal::MayNot,
        };
        let deed = self.deed(&rule.deed, modal, scope, (keyword, rule.leaving.is_some()));
        // The piece of the deed is known in `may not`, where each deed is looked at.
        let acts = matches!(rule.deed, WrittenDeed::Drop { .. } | WrittenDeed::Move { .. } | WrittenDeed::Take { .. });
        let it = match modal {
            Modal::MayNot if acts => It::Known,
            Modal::MayNot => It::Nothing,
            _ => It::OnlyInMayNot,
        };
        let scope = Scope { it, ..scope };
        let when = self.when(rule.when.as_ref(), scope);
        let leaving = rule.leaving.as_ref().map(|leaving| {
            if modal != Modal::MayNot {
                self.report(
                    Diagnostic::new(code::FACT_OF_THE_DEED, leaving.span, "`leaving` belongs to `may not`")
                        .label("what is after the turn")
                        .help("turn the rule round: `may not … leaving …` forbids what leaves the board so"),
                );
            }
            self.condition(leaving, Scope { it: if it == It::OnlyInMayNot { It::Known } else { it }, ..scope })
        });
        if never(&when) || leaving.as_ref().is_some_and(never) {
            return None;
        }
        Some(Rule { label, modal, deed, player, when, leaving, span: keyword })
    }

    fn deed(&mut self, deed: &WrittenDeed, modal: Modal, scope: Scope, (keyword, leaving): (Span, bool)) -> Deed {
        let own = scope.meaning(NoWhose::Own);
        let any = scope.meaning(NoWhose::Any);
        let needless = |what: &str, help: &str| {
            Some(Diagnostic::new(code::CANNOT_BE_ASKED, keyword, what.to_owned()).help(help.to_owned()))
        };
        let fault = match (modal, deed) {
            (Modal::Must, WrittenDeed::Pass) => needless(
                "nobody can be made to pass",
                "a player who has no move and may pass, passes: `may pass when no legal move`",
            ),
            // With `leaving` a `not` was lost, and that is said once.
            (Modal::May, WrittenDeed::Act | WrittenDeed::Move { .. } | WrittenDeed::Take { .. }) if !leaving => {
                needless(
                    "a move needs no permission",
                    "only drops and passes are allowed by `may`; what is forbidden is said with `may not`",
                )
            }
            (Modal::May | Modal::MayNot, WrittenDeed::TakeTheMost) => {
                needless("`take the most pieces` belongs to `must`", "write `must take the most pieces`")
            }
            (Modal::Must, WrittenDeed::Act) => needless(
                "a player must act anyway, unless a rule allows to pass",
                "take the rule away, or limit the passing: `may pass when no legal move`",
            ),
            _ => None,
        };
        if let Some(fault) = fault {
            self.report(fault);
        }
        match deed {
            WrittenDeed::Act => Deed::Act,
            WrittenDeed::Pass => Deed::Pass,
            WrittenDeed::TakeTheMost => Deed::TakeTheMost,
            WrittenDeed::Drop { set, facing } => {
                let set = self.set(set, own);
                self.only_kinds(&set, "drops");
                Deed::Drop { set, either_side_up: *facing == Some(Facing::EitherSideUp) }
            }
            WrittenDeed::Move { set, taking } => {
                let built = self.set(set, own);
                self.only_kinds(&built, "moves");
                self.no_hand_in_moves(&built, set.span);
                let taking = taking.as_ref().map(|set| self.set(set, any));
                Deed::Move { set: built, taking }
            }
            WrittenDeed::Take { set, with } => {
                let set = set.as_ref().map(|set| self.set(set, any));
                let with = with.as_ref().map(|set| self.set(set, own));
                Deed::Take { set, with }
            }
        }
    }

    /// What is moved or dropped is a piece.
    pub fn only_kinds(&mut self, set: &Set, verb: &str) {
        if let Some(term) = set.items.terms.iter().find(|t| !matches!(t.noun, Noun::Pieces(_) | Noun::It)) {
            let span = term.span;
            let what = self.sources.slice(span).to_owned();
            self.report(
                Diagnostic::new(code::WRONG_SORT, span, format!("`{what}` is no piece that {verb}"))
                    .help("name the piece first, then the place: `may drop Guard on empty cells`"),
            );
        }
    }

    // ---- ends -------------------------------------------------------------------------------------------------------------

    /// Ends, in file order.
    pub fn ends(&mut self) -> Vec<End> {
        let mut all = Vec::new();
        for entry in self.entries() {
            let Declaration::End(end) = &entry.declaration else { continue };
            if let Some((what, when)) = self.end(end, entry.keyword)
                && !never(&when)
            {
                all.push(End { label: entry.called(), what, when, span: entry.keyword });
            }
        }
        all
    }

    fn end(&mut self, end: &WrittenEnd, keyword: Span) -> Option<(EndWhat, Condition)> {
        match end {
            WrittenEnd::LastTeamWins => Some((EndWhat::LastTeamWins, Condition::Const(true))),
            WrittenEnd::Draw { when } => {
                let when = self.condition(when, Scope::new(0, "`draw when`"));
                Some((EndWhat::Draw, when))
            }
            WrittenEnd::Highest { count, when } => {
                self.count_named(count);
                let when = self.condition(when, Scope::new(0, "`highest … wins`"));
                if !never(&when) {
                    self.version_two(keyword, "highest … wins");
                }
                None
            }
            WrittenEnd::Player { who, verb, when } => {
                let verb = end_verb(*verb);
                let (what, view) = match who {
                    EndWho::PlayerToMove => (EndWhat::PlayerToMove(verb), self.everybody()),
                    EndWho::PlayerWhoMoved => (EndWhat::PlayerWhoMoved(verb), self.everybody()),
                    EndWho::APlayer => (EndWhat::EachPlayer(verb), self.everybody()),
                    EndWho::ATeam => (EndWhat::EachTeam(verb), self.everybody()),
                    EndWho::Name(name) => match self.player_named(name) {
                        Some(player) => (EndWhat::Named(player, verb), 1 << player.0),
                        None => (EndWhat::LastTeamWins, self.everybody()),
                    },
                };
                let when = self.condition(when, Scope::new(view, "an end"));
                Some((what, when))
            }
        }
    }

    fn count_named(&mut self, name: &Name) {
        self.find(name, "a count", |sort| matches!(sort, super::names::Sort::Count(_)));
    }
}

/// What becomes of a player.
pub(super) fn end_verb(verb: WrittenVerb) -> EndVerb {
    match verb {
        WrittenVerb::Wins => EndVerb::Wins,
        WrittenVerb::Loses => EndVerb::Loses,
        WrittenVerb::IsOut => EndVerb::IsOut,
    }
}

/// The cells that the places of a set name, when the first of them is a plain `on`.
pub(super) fn split_place(mut places: Vec<Place>) -> (Option<super::model::Items>, Vec<Place>) {
    let at = places.iter().position(|place| matches!(place, Place::On { not: false, .. }));
    match at.map(|at| places.remove(at)) {
        Some(Place::On { items, .. }) => (Some(items), places),
        _ => (None, places),
    }
}
