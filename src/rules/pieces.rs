//! Pieces: kinds, who can own them, codes and signs, sides, named sets of kinds.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Span, code};
use crate::syntax::ast::{Declaration, Name, Piece};
use crate::types::{Kind, Player};

use super::handles::Entry;
use super::model::{Condition, KindDef, KindSet};
use super::names::Sort;
use super::resolve::{Lazy, Resolver};

/// Most kinds of pieces.
pub(super) const MOST_KINDS: usize = KindSet::LIMIT;

/// Longest code or sign, in characters.
const LONGEST_CODE: usize = 32;

impl<'a> Resolver<'a> {
    /// The piece items, in order.
    pub(super) fn piece_items(&self) -> impl Iterator<Item = (&'a Entry, &'a Piece)> + use<'a> {
        self.entries()
            .iter()
            .filter_map(|entry| match &entry.declaration {
                Declaration::Piece(piece) => Some((entry, piece)),
                _ => None,
            })
            .take(MOST_KINDS)
    }

    /// Resolves everything of pieces but what they do.
    pub fn pieces(&mut self) {
        let mut seats: Vec<Vec<(Player, Option<Name>)>> = Vec::new();
        for (_, piece) in self.piece_items() {
            let mut own: Vec<(Player, Option<Name>)> = Vec::new();
            for seat in &piece.seats {
                let Some(player) = self.player_named(&seat.player) else { continue };
                if own.iter().any(|(p, _)| *p == player) {
                    self.report(
                        Diagnostic::new(
                            code::NAME_TWICE,
                            seat.player.span,
                            format!("`{}` is named twice", seat.player.text),
                        )
                        .help("name every player once"),
                    );
                } else {
                    own.push((player, seat.symbol.clone()));
                }
            }
            if piece.neutral && !piece.seats.is_empty() {
                self.report(
                    Diagnostic::new(code::WRONG_SORT, piece.name.span, "a neutral piece belongs to nobody")
                        .label("both `neutral` and `for`")
                        .help("take `neutral` or `for …` away"),
                );
            }
            let mask = if piece.neutral {
                0
            } else if piece.seats.is_empty() {
                self.everybody()
            } else {
                own.iter().fold(0, |mask, (p, _)| mask | 1 << p.0)
            };
            self.owners.push(mask);
            seats.push(own);
            self.kinds.push(KindDef {
                name: piece.name.text.clone(),
                code: String::new(),
                labels: piece.labels.iter().map(|l| l.text.clone()).collect(),
                signs: Vec::new(),
                neutral: piece.neutral,
                royal: piece.royal,
                promotes_to: None,
                plain_side: None,
                movements: Vec::new(),
                only_in: Vec::new(),
                freezes: Vec::new(),
                may_stop: Condition::Const(false),
                span: piece.name.span,
            });
        }
        if self.kinds.is_empty() {
            self.missing("pieces", "declare one: `piece Guard G { moves slide orthogonal }`");
        }
        self.sides();
        self.codes(&seats);
        self.signs(&seats);
        for at in 0..self.kind_sets.len() {
            self.kinds_of_set(at, self.kind_sets[at].name.span);
        }
    }

    /// Plain and promoted sides.
    fn sides(&mut self) {
        for (at, (_, piece)) in self.piece_items().enumerate() {
            let kind = Kind::from_index(at);
            let Some(name) = &piece.promotes_to else { continue };
            let Some(other) = self.kind_named(name) else { continue };
            if other == kind {
                self.report(
                    Diagnostic::new(code::DOES_NOT_TURN, name.span, format!("`{}` promotes to itself", name.text))
                        .help("name another piece; a piece without `promotes to` has one side"),
                );
                continue;
            }
            self.kinds[kind].promotes_to = Some(other);
            match self.kinds[other].plain_side {
                Some(first) => {
                    let (first, place) = (self.kinds[first].name.clone(), self.kinds[first].span);
                    self.report(
                        Diagnostic::new(
                            code::DOES_NOT_TURN,
                            name.span,
                            format!("`{first}` and `{}` both promote to `{}`", piece.name.text, name.text),
                        )
                        .label("turned back, which of them would it be?")
                        .also(place, format!("`{first}` is declared here"))
                        .help(format!(
                            "give each its own promoted side: `piece {}-2 {{ moves like {} }}`",
                            name.text, name.text
                        )),
                    );
                }
                None => self.kinds[other].plain_side = Some(kind),
            }
        }
        for (at, (_, piece)) in self.piece_items().enumerate() {
            let kind = Kind::from_index(at);
            if let (Some(plain), Some(_), Some(name)) =
                (self.kinds[kind].plain_side, self.kinds[kind].promotes_to, &piece.promotes_to)
            {
                let (plain, place) = (self.kinds[plain].name.clone(), self.kinds[plain].span);
                self.report(
                    Diagnostic::new(
                        code::DOES_NOT_TURN,
                        name.span,
                        format!("`{}` is a promoted side itself", piece.name.text),
                    )
                    .label("a piece has two sides")
                    .also(place, format!("`{plain}` promotes to it"))
                    .help("for further promotion write an event: `after KIND moves { promote it to OTHER when … }`"),
                );
            }
            // A promoted side belongs to whoever can own the plain one.
            if piece.seats.is_empty()
                && !piece.neutral
                && let Some(plain) = self.kinds[kind].plain_side
            {
                self.owners[at] = self.owners[plain.index()];
            }
        }
    }

    fn codes(&mut self, seats: &[Vec<(Player, Option<Name>)>]) {
        let mut taken: BTreeMap<String, Span> = BTreeMap::new();
        for (at, (_, piece)) in self.piece_items().enumerate() {
            if let Some(code) = &piece.code {
                self.sign_fits(code);
                if let Some(first) = taken.get(&code.text) {
                    let first = *first;
                    self.symbol_twice(&code.text, code.span, first);
                    self.same_code.push(Kind::from_index(at));
                }
                taken.entry(code.text.clone()).or_insert(code.span);
                self.kinds[Kind::from_index(at)].code.clone_from(&code.text);
            }
        }
        for (at, (_, piece)) in self.piece_items().enumerate() {
            if piece.code.is_some() {
                continue;
            }
            // The letters of `for` when they differ by case only, else the first letter of the name, else the name.
            let letters: Vec<String> =
                seats[at].iter().filter_map(|(_, sign)| sign.as_ref()).map(|s| s.text.to_uppercase()).collect();
            let from_letters = letters.first().filter(|first| letters.iter().all(|l| l == *first)).cloned();
            let initial: String = piece.name.text.chars().take(1).flat_map(char::to_uppercase).collect();
            let code = [from_letters, Some(initial)]
                .into_iter()
                .flatten()
                .find(|code| !taken.contains_key(code) && !code.chars().all(|c| c.is_ascii_digit()))
                .unwrap_or_else(|| piece.name.text.clone());
            taken.insert(code.clone(), piece.name.span);
            self.kinds[Kind::from_index(at)].code = code;
        }
    }

    fn signs(&mut self, seats: &[Vec<(Player, Option<Name>)>]) {
        let players = self.players.len();
        let mut taken: BTreeMap<String, Span> = BTreeMap::new();
        for (at, (_, piece)) in self.piece_items().enumerate() {
            let kind = Kind::from_index(at);
            let code = self.kinds[kind].code.clone();
            let mut signs = Vec::new();
            for player in 0..players {
                if self.owners[at] >> player & 1 == 0 {
                    signs.push(None);
                    continue;
                }
                let id = Player::from_index(player);
                let given = seats[at].iter().find(|(p, _)| *p == id).and_then(|(_, sign)| sign.as_ref());
                let (sign, span) = if let Some(sign) = given {
                    self.sign_fits(sign);
                    (sign.text.clone(), sign.span)
                } else {
                    let (upper, lower) = (code.to_uppercase(), code.to_lowercase());
                    let sign = match (players, player) {
                        (1, _) => code.clone(),
                        (2, 0) if upper != lower => upper,
                        (2, _) if upper != lower => lower,
                        _ => format!("{}:{code}", self.players[id].name),
                    };
                    (sign, piece.code.as_ref().map_or(piece.name.span, |c| c.span))
                };
                if let Some(&first) = taken.get(&sign)
                    && (given.is_some() || !self.same_code.contains(&kind))
                {
                    self.symbol_twice(&sign, span, first);
                }
                taken.insert(sign.clone(), span);
                signs.push(Some(sign));
            }
            if piece.neutral {
                let span = piece.code.as_ref().map_or(piece.name.span, |c| c.span);
                if let Some(&first) = taken.get(&code) {
                    self.symbol_twice(&code, span, first);
                }
                taken.insert(code, span);
            }
            self.kinds[kind].signs = signs;
        }
    }

    fn sign_fits(&mut self, sign: &Name) {
        let text = &sign.text;
        let bad = text.chars().all(|c| c.is_ascii_digit())
            || text.chars().any(|c| c.is_whitespace() || matches!(c, '.' | '/' | ':' | ','))
            || text.chars().count() > LONGEST_CODE;
        if bad {
            self.report(
                Diagnostic::new(code::SETUP_SIGN, sign.span, format!("`{text}` cannot stand for a piece")).help(
                    "a code is a letter or a short word; digits, `.`, `/`, `:` mean something else in a position",
                ),
            );
        }
    }

    fn symbol_twice(&mut self, sign: &str, span: Span, first: Span) {
        self.report(
            Diagnostic::new(code::SYMBOL_TWICE, span, format!("two pieces are written `{sign}`"))
                .label("this one")
                .also(first, "and this one")
                .help("give one of them another code, or letters of its own: `for White w, Black b`"),
        );
    }

    /// Can a player own a kind?
    pub fn can_own(&self, kind: Kind, player: Player) -> bool {
        self.owners.get(kind.index()).is_some_and(|mask| mask >> player.0 & 1 != 0)
    }

    /// A player is given a piece that only others can own.
    pub fn cannot_own(&mut self, kind: Kind, player: Player, span: Span) {
        let who = self.player_names(self.owners[kind.index()]);
        let (name, place) = (self.kinds[kind].name.clone(), self.kinds[kind].span);
        let player = self.players[player].name.clone();
        let belongs = if self.kinds[kind].neutral { "nobody".to_owned() } else { who };
        self.report(
            Diagnostic::new(code::WRONG_SORT, span, format!("`{player}` cannot own a `{name}`"))
                .also(place, format!("it belongs to {belongs}"))
                .help(format!("add `{player}` behind `for`, or choose another piece")),
        );
    }

    // ---- named sets --------------------------------------------------------------------------------------------------

    /// The kinds of a named set, in the order written.
    pub fn kinds_of_set(&mut self, at: usize, span: Span) -> Vec<Kind> {
        let (name, both_sides, elements) =
            (self.kind_sets[at].name, self.kind_sets[at].both_sides, self.kind_sets[at].elements);
        match &self.kind_sets[at].kinds {
            Lazy::Done(kinds) => return kinds.clone(),
            Lazy::Begun => {
                self.ring(&name.text, span);
                return Vec::new();
            }
            Lazy::Waiting => {}
        }
        self.kind_sets[at].kinds = Lazy::Begun;
        self.open.push(name.text.clone());
        let mut kinds: Vec<Kind> = Vec::new();
        let mut known = KindSet::new();
        for element in elements {
            if !self.room(element.name.span) {
                break;
            }
            let mut found = self.kinds_named(&element.name);
            if both_sides {
                let others: Vec<Kind> = found.iter().filter_map(|&k| self.kinds[k].promotes_to).collect();
                found.extend(others);
            }
            if self.option_guard(element.guard.as_ref()) {
                for kind in found {
                    if !known.has(kind) {
                        known.insert(kind);
                        kinds.push(kind);
                    }
                }
            }
        }
        self.open.pop();
        self.kind_sets[at].kinds = Lazy::Done(kinds.clone());
        kinds
    }

    /// The kinds that a name stands for: one, or those of a named set.
    pub fn kinds_named(&mut self, name: &Name) -> Vec<Kind> {
        match self.find(name, "a piece", |sort| matches!(sort, Sort::Kind(_) | Sort::Kinds(_))) {
            Some(Sort::Kind(kind)) => vec![kind],
            Some(Sort::Kinds(at)) => self.kinds_of_set(at, name.span),
            _ => Vec::new(),
        }
    }
}
