//! Conditions.

use super::super::ast::{Claim, Condition, ConditionKind, IsWhat, PlayerClaim, Quality, Quiet, Set, Who};
use super::{Builder, Kids, Node, inner};
use boardwright_grammar::Rule;

impl Builder<'_> {
    /// `when C`
    pub(super) fn when(&mut self, node: Node<'_>) -> Option<Condition> {
        self.condition(inner(node).find(|n| n.as_rule() == Rule::condition)?)
    }

    /// `when C`, if it is there. The outer `None` means that something was not as the grammar promises.
    #[allow(clippy::option_option)]
    pub(super) fn take_when(&mut self, kids: &mut Kids<'_>) -> Option<Option<Condition>> {
        match kids.take(Rule::when) {
            Some(node) => Some(Some(self.when(node)?)),
            None => Some(None),
        }
    }

    /// `(when C)`, if it is there. The outer `None` means that something was not as the grammar promises.
    #[allow(clippy::option_option)]
    pub(super) fn take_guard(&mut self, kids: &mut Kids<'_>) -> Option<Option<Condition>> {
        match kids.take(Rule::guard) {
            Some(node) => Some(Some(self.when(inner(node).next()?)?)),
            None => Some(None),
        }
    }

    pub(super) fn condition(&mut self, node: Node<'_>) -> Option<Condition> {
        let span = self.span(&node);
        let mut parts = Vec::new();
        let mut either = false;
        for node in inner(node) {
            match node.as_rule() {
                Rule::negation => parts.push(self.negation(node)?),
                Rule::kw_or => either = true,
                _ => {}
            }
        }
        if parts.len() == 1 {
            return parts.pop();
        }
        let kind = if either { ConditionKind::Or(parts) } else { ConditionKind::And(parts) };
        Some(Condition { kind, span })
    }

    fn negation(&mut self, node: Node<'_>) -> Option<Condition> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let mut not = false;
        while kids.skip(Rule::kw_not) {
            not = !not; // two of them say nothing, and a million must not become a deep tree
        }
        let node = kids.next()?;
        let inner_span = self.span(&node);
        let mut condition = if node.as_rule() == Rule::condition {
            self.condition(node)?
        } else {
            Condition { kind: self.atom(node)?, span: inner_span }
        };
        if let Some(node) = kids.take(Rule::for_plies) {
            let number = inner(node).find(|n| n.as_rule() == Rule::number)?;
            let plies = self.number(&number);
            condition = Condition {
                span: condition.span.to(plies.span),
                kind: ConditionKind::ForPlies(Box::new(condition), plies),
            };
        }
        Some(if not { Condition { kind: ConditionKind::Not(Box::new(condition)), span } } else { condition })
    }

    fn atom(&mut self, node: Node<'_>) -> Option<ConditionKind> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        Some(match rule {
            Rule::kw_no_legal_move => ConditionKind::NoLegalMove,
            Rule::kw_no_player_can_move => ConditionKind::NoPlayerCanMove,
            Rule::kw_nothing_taken => ConditionKind::NothingTaken,
            Rule::kw_nothing_flipped => ConditionKind::NothingFlipped,
            Rule::occurred => {
                kids.next();
                ConditionKind::Occurred(self.take_number(&mut kids)?)
            }
            Rule::quiet_plies => {
                let plies = self.take_number(&mut kids)?;
                kids.skip(Rule::kw_plies_without);
                let mut without = Vec::new();
                while let Some(node) = kids.take(Rule::quiet) {
                    let mut kids = Kids::of(node);
                    without.push(match kids.next()?.as_rule() {
                        Rule::kw_capture_quiet => Quiet::Capture,
                        Rule::kw_drop_quiet => Quiet::Drop,
                        _ => Quiet::MoveOf(self.set(kids.take(Rule::set)?)?),
                    });
                }
                ConditionKind::QuietPlies { plies, without }
            }
            Rule::passes => ConditionKind::Passes(self.take_number(&mut kids)?),
            Rule::row_of => {
                kids.skip(Rule::kw_row_of);
                let length = self.take_number(&mut kids)?;
                let items = self.items(kids.take(Rule::items)?)?;
                ConditionKind::Row { length, items, along: self.take_along(&mut kids)? }
            }
            Rule::player_claim => self.player_claim(kids)?,
            _ => {
                let subject = self.set(kids.take(Rule::set)?)?;
                match kids.next() {
                    Some(node) => ConditionKind::Claim { subject, claim: self.claim(node)? },
                    None => ConditionKind::Set(subject),
                }
            }
        })
    }

    fn player_claim(&mut self, mut kids: Kids<'_>) -> Option<ConditionKind> {
        let subject = kids.next()?;
        let subject_span = self.span(&subject);
        let who = self.who(subject)?;
        let word = kids.next()?;
        let claim = match word.as_rule() {
            Rule::kw_is_out => PlayerClaim::Out { not: false },
            Rule::kw_is_not_out => PlayerClaim::Out { not: true },
            Rule::kw_gave_check => {
                kids.skip(Rule::kw_every_turn_since);
                PlayerClaim::GaveCheck
            }
            Rule::kw_chased => PlayerClaim::Chased(self.items(kids.take(Rule::items)?)?),
            rule => {
                let name = self.take_name(&mut kids)?;
                let span = subject_span.to(name.span);
                let kind = ConditionKind::Player { who, claim: PlayerClaim::Is(name) };
                return Some(if rule == Rule::kw_is_not {
                    ConditionKind::Not(Box::new(Condition { kind, span }))
                } else {
                    kind
                });
            }
        };
        Some(ConditionKind::Player { who, claim })
    }

    /// `player`, `mover`, `owner` or a name.
    pub(super) fn who(&self, node: Node<'_>) -> Option<Who> {
        if node.as_rule() == Rule::name {
            return Some(Who::Name(self.name(&node)));
        }
        Some(match inner(node).next()?.as_rule() {
            Rule::kw_player_pronoun => Who::Player,
            Rule::kw_mover => Who::Mover,
            _ => Who::Owner,
        })
    }

    fn claim(&mut self, node: Node<'_>) -> Option<Claim> {
        let rule = node.as_rule();
        if rule == Rule::quality {
            let what = IsWhat::Quality { quality: quality(node)?, on_its_way: false };
            return Some(Claim::Is { not: false, what });
        }
        let mut kids = Kids::of(node);
        let word = kids.next().map(|n| n.as_rule()); // the keyword
        Some(match rule {
            Rule::is_claim => Claim::Is { not: word == Some(Rule::kw_is_not), what: self.is_what(kids.next()?)? },
            Rule::enclosed_by => Claim::EnclosedBy(self.items(kids.take(Rule::items)?)?),
            Rule::faces => {
                let items = self.items(kids.take(Rule::items)?)?;
                Claim::Faces { items, along: self.take_along(&mut kids)? }
            }
            Rule::entered => Claim::Entered(self.items(kids.take(Rule::items)?)?),
            Rule::started => Claim::Started(self.place(kids.take(Rule::place)?)?),
            Rule::ended => Claim::Ended(self.place(kids.take(Rule::place)?)?),
            Rule::started_or_ended => Claim::StartedOrEnded(self.place(kids.take(Rule::place)?)?),
            Rule::took => {
                let set: Set = self.set(kids.take(Rule::set)?)?;
                Claim::Took { set, last_turn: kids.skip(Rule::kw_last_turn) }
            }
            Rule::kw_could_never_move => Claim::CouldNeverMove,
            Rule::kw_can_move => Claim::CanMove { not: false },
            Rule::kw_cannot_move => Claim::CanMove { not: true },
            Rule::can_reach => {
                let to = self.items(kids.take(Rule::items)?)?;
                kids.skip(Rule::kw_through);
                let through = self.items(kids.take(Rule::items)?)?;
                let taking =
                    if kids.skip(Rule::kw_taking_reach) { Some(self.items(kids.take(Rule::items)?)?) } else { None };
                Claim::CanReach { to, through, taking }
            }
            Rule::connects => {
                let items = self.items(kids.take(Rule::items)?)?;
                kids.skip(Rule::kw_with);
                Claim::Connects(items, self.items(kids.take(Rule::items)?)?)
            }
            _ => return None,
        })
    }

    fn is_what(&mut self, node: Node<'_>) -> Option<IsWhat> {
        Some(match node.as_rule() {
            Rule::quality_claim => {
                let mut kids = Kids::of(node);
                let quality = quality(kids.take(Rule::quality)?)?;
                IsWhat::Quality { quality, on_its_way: kids.skip(Rule::kw_on_its_way) }
            }
            Rule::enclosed_by => IsWhat::EnclosedBy(self.items(inner(node).find(|n| n.as_rule() == Rule::items)?)?),
            Rule::place => IsWhat::Place(self.place(node)?),
            Rule::items => IsWhat::Items(self.items(node)?),
            _ => IsWhat::Items(self.word_as_items(&node)),
        })
    }
}

/// A quality.
fn quality(node: Node<'_>) -> Option<Quality> {
    Some(match inner(node).next()?.as_rule() {
        Rule::kw_newly_mated => Quality::NewlyMated,
        Rule::kw_mated => Quality::Mated,
        Rule::kw_attacked => Quality::Attacked,
        Rule::kw_taken => Quality::Taken,
        Rule::kw_promoted => Quality::Promoted,
        Rule::kw_plain => Quality::Plain,
        Rule::kw_frozen => Quality::Frozen,
        Rule::kw_unmoved => Quality::Unmoved,
        _ => Quality::Royal,
    })
}
