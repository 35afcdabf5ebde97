//! Conditions that can never hold, and why.

use super::facts::Facts;
use super::walk::{Site, kinds_of};
use crate::diag::{Code, Span, code, counted};
use crate::rules::model::{
    AddendFor, Claim, Condition, CounterDef, Items, KindSet, Noun, Place, Quantity, Set, States, Term, Whose,
};
use crate::types::{BoardSet, CountId, Player};

/// Why a condition never holds.
pub(super) struct Never {
    /// The code that fits best.
    pub code: Code,
    /// What it hangs on.
    pub span: Span,
    /// In words; reads well after "it can never come:".
    pub why: String,
    /// What to do about it.
    pub help: String,
}

impl Never {
    fn new(code: Code, span: Span, why: impl Into<String>, help: impl Into<String>) -> Self {
        Self { code, span, why: why.into(), help: help.into() }
    }
}

impl Facts<'_> {
    /// Why the condition never holds, if that is sure. What depends on options (a constant) is left alone.
    pub fn never(&self, condition: &Condition, site: Site) -> Option<Never> {
        match condition {
            Condition::And(list) => {
                if list.iter().any(|c| matches!(c, Condition::Const(_))) {
                    return None;
                }
                list.iter().find_map(|c| self.never(c, site))
            }
            Condition::Or(list) => {
                let all: Option<Vec<Never>> = list.iter().map(|c| self.never(c, site)).collect();
                all.and_then(|reasons| reasons.into_iter().next())
            }
            Condition::HeldFor(counter, _) => match self.rules.counters.get(*counter) {
                Some(CounterDef::Held(inner)) => self.never(inner, site),
                _ => None,
            },
            Condition::Passes(_) if !self.passes => Some(Never::new(
                code::END_NEVER_COMES,
                site.span,
                "nobody may pass",
                "passing is a move only where a rule allows it: `may pass`",
            )),
            Condition::IsOut(_) if !self.out => Some(Never::new(
                code::END_NEVER_COMES,
                site.span,
                "nobody ever goes out",
                "an end or an event puts a player out: `a player is out when …`",
            )),
            Condition::GaveCheck(_) if !self.royal => Some(Never::new(
                code::MATED_WITHOUT_ROYAL,
                site.span,
                "check is an attack on a royal piece, and no piece is `royal`",
                "say `royal` in the declaration of the piece that is checked",
            )),
            Condition::Row { length, items, .. } => self.row_never(*length, items, site),
            Condition::Exists(set) => self.set_never(set, site),
            Condition::Claim { subject, not, claim } => self.set_never(subject, site).or_else(|| {
                let asked = !matches!(subject.quantity, Quantity::No | Quantity::Every | Quantity::Range(0, _));
                (asked && !*not).then(|| self.claim_never(subject, claim, site)).flatten()
            }),
            Condition::Count(count, Quantity::Range(min, _)) => self.count_never(*count, *min, site),
            _ => None,
        }
    }

    fn row_never(&self, length: u32, items: &Items, site: Site) -> Option<Never> {
        let longest = u32::from(self.rules.board.files.max(self.rules.board.ranks));
        let span = items.terms.first().map_or(site.span, |term| term.span);
        if length > longest {
            return Some(Never::new(
                code::COUNT_OUT_OF_REACH,
                span,
                format!("no line of the board has {}", counted(length as usize, "cell")),
                format!("the longest has {longest}"),
            ));
        }
        None
    }

    /// Why the set never has as many elements as it asks for.
    fn set_never(&self, set: &Set, site: Site) -> Option<Never> {
        let least = match set.quantity {
            Quantity::Some => 1,
            Quantity::Range(min, _) if min > 0 => min,
            _ => return None,
        };
        let states =
            |pick: fn(&States) -> bool| !set.items.terms.is_empty() && set.items.terms.iter().all(|t| pick(&t.states));
        if !self.freezes && states(|s| s.frozen) {
            return Some(Never::new(
                code::END_NEVER_COMES,
                set.span,
                "no piece freezes others",
                "a piece freezes others when it says so: `freezes enemy piece next to it`",
            ));
        }
        if !self.out && states(|s| s.out) {
            return Some(Never::new(
                code::END_NEVER_COMES,
                set.span,
                "nobody ever goes out",
                "an end or an event puts a player out: `a player is out when …`",
            ));
        }
        let pieces = set.items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_)));
        if pieces && let Some(never) = self.nowhere(set, site) {
            return Some(never);
        }
        let most = self.most_elements(set, site, true)?;
        if least > most {
            let nowhere = set.places.iter().any(|place| {
                matches!(place, Place::On { not: false, items } if fixed_cells(items).is_some_and(|cells| cells.is_empty()))
            });
            let what = if nowhere {
                "the place has no cells".to_owned()
            } else if pieces {
                match most {
                    0 => format!("{} is never on the board", self.names(&kinds_of(set, site))),
                    1 => "there is never more than one such piece".to_owned(),
                    most => format!("there are never more than {most} such pieces"),
                }
            } else {
                match most {
                    1 => "there is only one such cell".to_owned(),
                    most => format!("there are only {most} such cells"),
                }
            };
            return Some(Never::new(
                code::COUNT_OUT_OF_REACH,
                set.span,
                what,
                "ask for fewer, or look at the setup and the hands",
            ));
        }
        None
    }

    /// The pieces can stand on none of the cells that the set's places name.
    fn nowhere(&self, set: &Set, site: Site) -> Option<Never> {
        let kinds = kinds_of(set, site);
        if kinds.is_empty() || kinds.iter().any(|k| self.rules.kinds.get(k).is_none()) {
            return None;
        }
        for place in &set.places {
            let Place::On { not: false, items } = place else { continue };
            let Some(cells) = fixed_cells(items) else { continue };
            if cells.is_empty() {
                return None;
            }
            let barred = kinds.iter().all(|kind| cells.into_iter().all(|cell| !self.may_stand(kind, cell)));
            if barred {
                let span = items.terms.first().map_or(set.span, |term| term.span);
                return Some(Never::new(
                    code::END_NEVER_COMES,
                    span,
                    format!("{} can never stand there", self.names(&kinds)),
                    "a `terrain` or `only in` keeps it out: let it in there, or ask for other cells",
                ));
            }
        }
        None
    }

    /// The most elements that the set can have; with `on_board`, only what stands on the board counts.
    fn most_elements(&self, set: &Set, site: Site, on_board: bool) -> Option<u32> {
        let mut room = self.rules.board.cells.len() as u32;
        for place in &set.places {
            if let Place::On { not: false, items } = place
                && let Some(cells) = fixed_cells(items)
            {
                room = room.min(cells.len() as u32);
            }
        }
        let pieces = set.items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_)));
        if pieces {
            if set.items.terms.iter().any(|t| matches!(&t.noun, Noun::Pieces(kinds) if kinds.is_empty())) {
                return None;
            }
            let kinds = kinds_of(set, site);
            let owners: Vec<Option<Player>> = set
                .items
                .terms
                .iter()
                .map(|t| match t.whose {
                    Whose::Player(player) => Some(player),
                    _ => None,
                })
                .collect();
            let most = if set.items.terms.iter().all(|t| t.whose == Whose::Own) {
                // Whoever is in view: the player who can have most.
                let each: Option<Vec<u32>> =
                    self.rules.players.ids().map(|p| self.most_pieces(&kinds, Some(p))).collect();
                each.and_then(|list| list.into_iter().max())
            } else {
                match owners.as_slice() {
                    [Some(first), rest @ ..] if rest.iter().all(|o| *o == Some(*first)) => {
                        self.most_pieces(&kinds, Some(*first))
                    }
                    _ => self.most_pieces(&kinds, None),
                }
            };
            return match most {
                Some(most) if on_board => Some(most.min(room)),
                Some(most) => Some(most),
                None if on_board => Some(room),
                None => None,
            };
        }
        let cells = set.items.terms.iter().all(|t| matches!(t.noun, Noun::Cells(_)));
        if cells {
            let mut all = BoardSet::EMPTY;
            for term in &set.items.terms {
                all |= cells_of(term)?;
            }
            return Some((all.len() as u32).min(room));
        }
        None
    }

    fn count_never(&self, count: CountId, least: u32, site: Site) -> Option<Never> {
        let def = self.rules.counts.get(count)?;
        let mut most: u64 = 0;
        for addend in &def.addends {
            let number = match &addend.what {
                AddendFor::Player(_) => 1,
                AddendFor::Each(set) => {
                    let on_board = !set.items.terms.iter().any(|t| matches!(t.noun, Noun::Hand))
                        && !set.places.iter().any(|place| {
                            matches!(place, Place::On { items, .. } if items.terms.iter().any(|t| matches!(t.noun, Noun::Hand)))
                                || matches!(place, Place::FromHand(_))
                        });
                    self.most_elements(set, Site { span: def.span, it: None, chosen: None }, on_board)?
                }
            };
            most += u64::from(addend.halves) * u64::from(number);
        }
        (u64::from(least) * 2 > most).then(|| {
            Never::new(
                code::COUNT_OUT_OF_REACH,
                site.span,
                format!("`{}` never reaches {least}", def.name),
                format!("with all pieces of the game it is at most {}", most / 2),
            )
        })
    }

    fn claim_never(&self, subject: &Set, claim: &Claim, site: Site) -> Option<Never> {
        let pieces = subject.items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_) | Noun::It));
        if !pieces || subject.items.terms.is_empty() {
            return None;
        }
        let kinds = kinds_of(subject, site);
        let untouchable = |kinds: &KindSet| kinds.iter().all(|k| !self.takeable.has(k));
        match claim {
            Claim::Attacked { .. } | Claim::Mated | Claim::NewlyMated if kinds.is_empty() => Some(Never::new(
                code::MATED_WITHOUT_ROYAL,
                subject.span,
                "no piece of this game is `royal`",
                "say `royal` in the declaration of the piece that is meant, or name the piece",
            )),
            Claim::Attacked { .. } | Claim::Mated | Claim::NewlyMated if untouchable(&kinds) => Some(Never::new(
                code::MATED_WITHOUT_ROYAL,
                subject.span,
                format!("nothing can take {}", self.names(&kinds)),
                "a piece is attacked when a path or a `capture` could take it: `takes …` and `moves …` take, `walks …` does not",
            )),
            Claim::Taken if !kinds.is_empty() && untouchable(&kinds) => Some(Never::new(
                code::END_NEVER_COMES,
                subject.span,
                format!("nothing can take {}", self.names(&kinds)),
                "pieces are taken by paths (`takes …`, `moves …`) and by `capture`s: one of them must reach this piece",
            )),
            Claim::Frozen if !self.freezes => Some(Never::new(
                code::END_NEVER_COMES,
                subject.span,
                "no piece freezes others",
                "a piece freezes others when it says so: `freezes enemy piece next to it`",
            )),
            Claim::Royal if !self.royal => Some(Never::new(
                code::END_NEVER_COMES,
                subject.span,
                "no piece of this game is `royal`",
                "say `royal` in the declaration of the piece that is meant",
            )),
            Claim::Is(items) => {
                let named = items.except.is_empty() && items.terms.iter().all(|t| matches!(t.noun, Noun::Pieces(_)));
                let wanted = super::walk::kinds_of_items(items, site);
                let meet = wanted.iter().any(|k| kinds.has(k));
                (named && !kinds.is_empty() && !wanted.is_empty() && !meet).then(|| {
                    Never::new(
                        code::END_NEVER_COMES,
                        subject.span,
                        format!("{} is never {}", self.names(&kinds), self.names(&wanted)),
                        "a kind is one face of a piece: its promoted side is another kind",
                    )
                })
            }
            _ => None,
        }
    }
}

/// The cells that the items name, in any view, if they name nothing but cells.
pub(super) fn fixed_cells(items: &Items) -> Option<BoardSet> {
    if !items.except.is_empty() || items.terms.is_empty() {
        return None;
    }
    let mut all = BoardSet::EMPTY;
    for term in &items.terms {
        if term.states != States::default() {
            return None;
        }
        all |= cells_of(term)?;
    }
    Some(all)
}

fn cells_of(term: &Term) -> Option<BoardSet> {
    match &term.noun {
        Noun::Cells(cells) => Some(cells.by_view.iter().fold(BoardSet::EMPTY, |all, set| all | *set)),
        _ => None,
    }
}
