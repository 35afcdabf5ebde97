//! Conditions as clauses: "the piece stands on the edge", "there is no legal move".

use super::set::{Phrase, quantity_words};
use super::words::{number, or, ordinal};
use super::{Speaker, View};
use crate::diag::counted;
use crate::rules::model::{Claim, Condition, CounterDef, Noun, Place, Quantity, Quiet, Set, Who};
use std::fmt::Write as _;

/// A subject and whether its verb is plural.
struct Subject {
    text: String,
    many: bool,
}

impl Subject {
    /// Picks the verb: `stands` or `stand`.
    fn verb(&self, one: &'static str, many: &'static str) -> &'static str {
        if self.many { many } else { one }
    }

    fn is(&self, not: bool) -> &'static str {
        match (self.many, not) {
            (false, false) => "is",
            (false, true) => "is not",
            (true, false) => "are",
            (true, true) => "are not",
        }
    }
}

impl Speaker<'_> {
    /// ` if …`, or nothing for what always holds.
    pub(super) fn when(&self, condition: &Condition, view: View) -> String {
        match condition {
            Condition::Const(true) => String::new(),
            Condition::Const(false) => " (never, as the options are set)".to_owned(),
            other => format!(" if {}", self.condition(other, view)),
        }
    }

    /// The condition as a clause.
    pub(super) fn condition(&self, condition: &Condition, view: View) -> String {
        self.clause(condition, false, view)
    }

    fn clause(&self, condition: &Condition, not: bool, view: View) -> String {
        match condition {
            Condition::Const(value) => if *value == not { "it is never so" } else { "it is always so" }.to_owned(),
            Condition::And(list) => self.several(list, not, if not { "or" } else { "and" }, view),
            Condition::Or(list) => self.several(list, not, if not { "and" } else { "or" }, view),
            Condition::Not(inner) => self.clause(inner, !not, view),
            Condition::HeldFor(counter, plies) => {
                let what = match self.rules.counters.get(*counter) {
                    Some(CounterDef::Held(inner)) => self.clause(inner, false, view),
                    _ => String::new(),
                };
                let not = if not { "it has not been so that " } else { "" };
                format!("{not}for {} in a row {what}", counted(*plies as usize, "move"))
            }
            Condition::NoLegalMove => match (view, not) {
                (View::You, false) => "you have no legal move".to_owned(),
                (View::You, true) => "you have a legal move".to_owned(),
                (_, false) => "there is no legal move".to_owned(),
                (_, true) => "there is a legal move".to_owned(),
            },
            Condition::NoPlayerCanMove => {
                if not { "some player can still move" } else { "no player can move any more" }.to_owned()
            }
            Condition::Occurred(n) => {
                let n = ordinal(*n);
                if not {
                    format!("the position does not stand for the {n} time")
                } else {
                    format!("the same position stands for the {n} time")
                }
            }
            Condition::Quiet(counter, plies) => {
                let what = match self.rules.counters.get(*counter) {
                    Some(CounterDef::Quiet(list)) => self.quiet(list, view),
                    _ => String::new(),
                };
                let whose = match self.rules.players.len() {
                    1 => "",
                    2 => " (of either side)",
                    _ => " (of all players together)",
                };
                let have = if *plies == 1 { "has" } else { "have" };
                let not = if not { " not" } else { "" };
                format!("{}{whose} {have}{not} passed {what}", counted(*plies as usize, "move"))
            }
            Condition::Passes(1) => if not { "nobody has just passed" } else { "somebody has just passed" }.to_owned(),
            Condition::Passes(n) => {
                let n = number(*n);
                if not {
                    format!("there were fewer than {n} passes in a row")
                } else {
                    format!("there were {n} passes in a row")
                }
            }
            Condition::NothingTaken => if not { "something was taken" } else { "nothing was taken" }.to_owned(),
            Condition::NothingFlipped => {
                if not { "something changed sides" } else { "nothing changed sides" }.to_owned()
            }
            Condition::Row { length, items, along } => {
                let along = if along.is_empty() { String::new() } else { format!(" ({})", self.directions(along)) };
                let what = self.counted(items, Quantity::Range(*length, Some(*length)), view);
                let what = what.trim_start_matches("exactly ");
                format!("there is {}row of {what}{along}", if not { "no " } else { "a " })
            }
            Condition::IsOut(who) => {
                let (who, are) = self.who(*who, view);
                format!("{who} {are}{} out", if not { " not" } else { "" })
            }
            Condition::IsPlayer(who, player) => {
                let (who, are) = self.who(*who, view);
                format!("{who} {are}{} {}", if not { " not" } else { "" }, self.rules.players[*player].name)
            }
            Condition::GaveCheck(who) => {
                let (who, are) = self.who(*who, view);
                let have = match (are, not) {
                    ("are", false) => "have",
                    ("are", true) => "have not",
                    (_, true) => "has not",
                    (_, false) => "has",
                };
                format!("{who} {have} given check with every move since the first of them")
            }
            Condition::Exists(set) => self.exists(set, not, view),
            Condition::Claim { subject, not: inverted, claim } => self.claim(subject, *inverted, claim, not, view),
            Condition::Count(count, quantity) => {
                let name = self.rules.counts.get(*count).map_or("", |count| count.name.as_str());
                let how = match quantity {
                    Quantity::Some => "at least one".to_owned(),
                    Quantity::No => "no".to_owned(),
                    Quantity::Every => "all".to_owned(),
                    Quantity::Range(min, max) => quantity_words(*min, *max),
                };
                let whose = match view {
                    View::Nobody => "the",
                    other => &self.possessive(crate::rules::model::Whose::Own, other),
                };
                format!("{whose} count of {name} {} {how}", if not { "is not" } else { "is" })
            }
        }
    }

    /// Conditions that are joined; groups in a group are set off by commas and repeat their joining word.
    fn several(&self, list: &[Condition], not: bool, word: &str, view: View) -> String {
        let parts: Vec<String> = list
            .iter()
            .map(|c| {
                let text = self.clause(c, not, view);
                if matches!(c, Condition::And(_) | Condition::Or(_)) {
                    format!("(either {text})").replacen(
                        "either ",
                        if matches!(c, Condition::Or(_)) == not { "" } else { "either " },
                        1,
                    )
                } else {
                    text
                }
            })
            .collect();
        parts.join(&format!(" {word} "))
    }

    fn quiet(&self, list: &[Quiet], view: View) -> String {
        let parts: Vec<String> = list
            .iter()
            .map(|quiet| match quiet {
                Quiet::Capture => "a capture".to_owned(),
                Quiet::Drop => "a drop".to_owned(),
                Quiet::MoveOf(set) => format!("a move of {}", self.set(set, view)),
            })
            .collect();
        format!("without {}", or(&parts))
    }

    /// Players in clauses, with their form of "to be".
    pub(super) fn who(&self, who: Who, view: View) -> (String, &'static str) {
        match (who, view) {
            (Who::Player, View::You) => ("you".to_owned(), "are"),
            (Who::Player, View::Named(player)) | (Who::Named(player), _) => {
                (self.rules.players[player].name.clone(), "is")
            }
            (Who::Player, View::Mover) => ("the mover".to_owned(), "is"),
            (Who::Player, View::They | View::Nobody) => ("that player".to_owned(), "is"),
            (Who::Mover, View::You) => ("the player to move".to_owned(), "is"),
            (Who::Mover, _) => ("the player whose turn it is".to_owned(), "is"),
            (Who::Owner, _) | (Who::Player, View::Piece) => ("its owner".to_owned(), "is"),
        }
    }

    fn subject(&self, set: &Set, view: View) -> Subject {
        let many = matches!(set.quantity, Quantity::Range(min, max) if min > 1 || max.is_some_and(|max| max > 1));
        Subject { text: self.set(set, view), many }
    }

    /// `there is a piece on the edge`, `the piece stands on the edge`
    fn exists(&self, set: &Set, not: bool, view: View) -> String {
        let (quantity, not) = match (set.quantity, not) {
            (Quantity::Some | Quantity::Range(1, None), true) => (Quantity::No, false),
            (Quantity::No, true) => (Quantity::Some, false),
            (Quantity::Range(0, Some(max)), true) => (Quantity::Range(max + 1, None), false),
            (Quantity::Range(min, None), true) if min > 0 => (Quantity::Range(0, Some(min - 1)), false),
            other => other,
        };
        let mut asked = set.clone();
        asked.quantity = quantity;
        let cells =
            set.items.terms.iter().all(|t| {
                !matches!(t.noun, Noun::Pieces(_) | Noun::It | Noun::MovedPiece | Noun::Captor | Noun::Chosen)
            });
        match set.places.split_last() {
            Some((last, before)) if !cells => {
                asked.places = before.to_vec();
                let subject = self.subject(&asked, view);
                let stands =
                    if not { subject.verb("does not stand", "do not stand") } else { subject.verb("stands", "stand") };
                match last {
                    Place::On { not: off, items } if *off => {
                        format!(
                            "{} {} {}",
                            subject.text,
                            subject.verb("does not stand", "do not stand"),
                            self.on(items, view)
                        )
                    }
                    place => {
                        let place = self.place(place, view);
                        if place == "on the board" {
                            self.there(&asked, not, view)
                        } else {
                            format!("{} {stands} {place}", subject.text)
                        }
                    }
                }
            }
            _ => self.there(&asked, not, view),
        }
    }

    fn there(&self, set: &Set, not: bool, view: View) -> String {
        let pronoun =
            set.items.terms.iter().all(|t| matches!(t.noun, Noun::It | Noun::MovedPiece | Noun::Captor | Noun::Chosen));
        let subject = self.subject(set, view);
        if pronoun
            || subject.text.starts_with("the ")
            || subject.text.starts_with("your ")
            || subject.text.starts_with("their ")
        {
            return format!("{} {} on the board", subject.text, subject.is(not));
        }
        let pieces = set.items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_)));
        let board = if pieces && set.places.is_empty() { " on the board" } else { "" };
        format!("there {} {}{board}", subject.is(not), subject.text)
    }

    fn claim(&self, set: &Set, inverted: bool, claim: &Claim, outer: bool, view: View) -> String {
        // A negated claim of one thing is the negation of the claim.
        let single = set.quantity == Quantity::Some
            && set
                .items
                .terms
                .iter()
                .all(|t| matches!(t.noun, Noun::It | Noun::MovedPiece | Noun::Captor | Noun::Chosen));
        let mut set = set.clone();
        let mut not = inverted;
        let mut outer = outer;
        if outer && single {
            not = !not;
            outer = false;
        } else if outer {
            match set.quantity {
                Quantity::Some => {
                    set.quantity = Quantity::No;
                    outer = false;
                }
                Quantity::No => {
                    set.quantity = Quantity::Some;
                    outer = false;
                }
                _ => {}
            }
        }
        let subject = self.subject(&set, view);
        let text = self.predicate(&subject, not, claim, view);
        if outer { format!("it is not so that {text}") } else { text }
    }

    fn predicate(&self, subject: &Subject, not: bool, claim: &Claim, view: View) -> String {
        let who = &subject.text;
        let is = subject.is(not);
        let has = match (subject.many, not) {
            (false, false) => "has",
            (false, true) => "has not",
            (true, false) => "have",
            (true, true) => "have not",
        };
        let did = if not { "did not" } else { "" };
        let act = |past: &'static str, plain: &'static str| {
            if did.is_empty() { past.to_owned() } else { format!("{did} {plain}") }
        };
        match claim {
            Claim::Attacked { on_its_way: false } => format!("{who} {is} attacked"),
            Claim::Attacked { on_its_way: true } => format!("{who} {is} attacked where it stands or on its way"),
            Claim::Mated => format!("{who} {is} mated (attacked, and nothing its owner could do would help)"),
            Claim::NewlyMated => {
                format!(
                    "{who} {is} mated by this (attacked, and nothing its owner could do would help, and it was not so before)"
                )
            }
            Claim::Taken => format!("{who} {is} taken"),
            Claim::Promoted => format!("{who} {is} promoted"),
            Claim::Plain => format!("{who} {is} unpromoted"),
            Claim::Frozen => format!("{who} {is} frozen"),
            Claim::Unmoved => {
                if not {
                    format!("{who} {} moved since the beginning", subject.verb("has", "have"))
                } else {
                    format!("{who} {} not moved since the beginning", subject.verb("has", "have"))
                }
            }
            Claim::Royal => format!("{who} {is} royal"),
            Claim::Is(items) => {
                let kinds = items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_)));
                if kinds {
                    format!("{who} {is} {}", self.items(items, view))
                } else {
                    format!("{who} {is} {}", self.on(items, view))
                }
            }
            Claim::At(place) => self.at(subject, not, place, view),
            Claim::EnclosedBy(items) => {
                format!("{who} {is} shut in on every side by {}", self.items_as_closers(items, view))
            }
            Claim::Faces { items, along } => {
                let along = self.along(along);
                let verb =
                    if not { subject.verb("does not face", "do not face") } else { subject.verb("faces", "face") };
                format!("{who} {verb} {} on an open line{along}", self.items(items, view))
            }
            Claim::Entered(items) => {
                let ended = act("ended", "end");
                format!("{who} {ended} its move {} where it did not begin it", self.on(items, view))
            }
            Claim::Started(place) => format!("{who} {} its move {}", act("began", "begin"), self.place(place, view)),
            Claim::Ended(place) => format!("{who} {} its move {}", act("ended", "end"), self.place(place, view)),
            Claim::StartedOrEnded(place) => {
                format!("{who} {} its move {}", act("began or ended", "begin or end"), self.place(place, view))
            }
            Claim::Took { set, last_turn } => {
                let last = if *last_turn { " in the turn before" } else { "" };
                let verb = if set.quantity == Quantity::No { "took".to_owned() } else { act("took", "take") };
                format!("{who} {verb} {}{last}", self.set(set, view))
            }
            Claim::CouldNeverMove => {
                if not {
                    format!("{who} could still move from there on an empty board")
                } else {
                    format!("{who} could never move again from there, not even on an empty board")
                }
            }
            Claim::CanMove => format!(
                "{who} {} a legal move",
                if not { format!("{has} no").replace(" not no", " no") } else { has.to_owned() }
            ),
            Claim::CanReach { to, through, taking } => {
                let can = if not { "cannot" } else { "can" };
                let taking = taking.as_ref().map_or(String::new(), |items| {
                    format!(
                        ", where {} caught between two such cells may be gone through as well",
                        self.items(items, view)
                    )
                });
                format!(
                    "{who} {can} find a way to {} through {}{taking}",
                    self.items(to, view),
                    self.items_plural(through, view)
                )
            }
        }
    }

    fn at(&self, subject: &Subject, not: bool, place: &Place, view: View) -> String {
        let (place, not) = match place {
            Place::On { not: off, items } => (self.on(items, view), not != *off),
            Place::Beside { not: off, items } => {
                (self.place(&Place::Beside { not: false, items: items.clone() }, view), not != *off)
            }
            other => (self.place(other, view), not),
        };
        let stands = if not { subject.verb("does not stand", "do not stand") } else { subject.verb("stands", "stand") };
        format!("{} {stands} {place}", subject.text)
    }

    /// What closes a side, in the plural: `enemy pieces or hostile cells`.
    pub(super) fn items_as_closers(&self, items: &crate::rules::model::Items, view: View) -> String {
        let list: Vec<String> =
            items.terms.iter().flat_map(|term| self.term(term, view)).map(|phrase: Phrase| phrase.plural()).collect();
        let mut text = or(&list);
        if !items.except.is_empty() {
            let except: Vec<String> =
                items.except.iter().flat_map(|t| self.term(t, view)).map(|p| p.plural()).collect();
            let _ = write!(text, " other than {}", or(&except));
        }
        text
    }
}
