//! Sets of pieces and cells: whose-words, states, nouns, places, directions.

use crate::diag::{Diagnostic, Span, code};
use crate::syntax::ast::{
    Direction as WrittenDirection, DirectionKind, Items as WrittenItems, Name, Noun as WrittenNoun,
    Place as WrittenPlace, PlaceKind, Quantity as WrittenQuantity, Set as WrittenSet, State, Term as WrittenTerm,
    Whose as WrittenWhose,
};
use crate::types::{BoardSet, Family, Kind, Player};

use super::board::Compass;
use super::limits;
use super::model::{Cells, Direction, Items, KindSet, Noun, Place, Quantity, Set, States, Term, Whose};
use super::names::{Names, Sort};
use super::resolve::Resolver;
use super::scope::{It, NoWhose, Scope};

impl Resolver<'_> {
    /// A set with its quantity and places.
    pub fn set(&mut self, set: &WrittenSet, scope: Scope) -> Set {
        let quantity = self.quantity(set.quantity, set.span);
        let items = self.items(&set.items, scope);
        // What a place is measured by has the whose-word that it says itself.
        let inner = if scope.whose == NoWhose::Own { scope.meaning(NoWhose::Compulsory) } else { scope };
        let places = set.places.iter().filter_map(|place| self.place(place, inner)).collect();
        Set { quantity, items, places, span: set.span }
    }

    fn quantity(&mut self, quantity: Option<WrittenQuantity>, span: Span) -> Quantity {
        let mut number = |n: u32| self.limited(n, limits::MOST_PIECES, span, "a number of pieces");
        match quantity {
            None | Some(WrittenQuantity::Some) => Quantity::Some,
            Some(WrittenQuantity::No) => Quantity::No,
            Some(WrittenQuantity::Every) => Quantity::Every,
            Some(WrittenQuantity::AtLeast(n)) => Quantity::Range(number(n), None),
            Some(WrittenQuantity::AtMost(n)) => Quantity::Range(0, Some(number(n))),
            Some(WrittenQuantity::Exactly(n)) => {
                let n = number(n);
                Quantity::Range(n, Some(n))
            }
            Some(WrittenQuantity::Between(least, most)) => {
                let (least, most) = (number(least), number(most));
                if least > most {
                    self.report(
                        Diagnostic::new(code::EMPTY_SET, span, format!("no number is from {least} to {most}"))
                            .help(format!("write `{most}..{least}`")),
                    );
                }
                Quantity::Range(least, Some(most))
            }
        }
    }

    /// A list with exceptions.
    pub fn items(&mut self, items: &WrittenItems, scope: Scope) -> Items {
        let mut before = None;
        let terms = items.terms.iter().filter_map(|term| self.term(term, scope, &mut before)).collect();
        // What is taken away needs no whose-word: the list before it has said whose.
        let scope = scope.meaning(NoWhose::Any);
        let mut before = None;
        let except = items.except.iter().filter_map(|term| self.term(term, scope, &mut before)).collect();
        Items { terms, except }
    }

    /// One element; `before` is the whose-word of the kind before it in the list. None when its guard does not hold, or
    /// when it was reported.
    pub fn term(&mut self, term: &WrittenTerm, scope: Scope, before: &mut Option<Whose>) -> Option<Term> {
        if !self.room(term.span) {
            return None;
        }
        self.depth += 1;
        let holds = self.option_guard(term.guard.as_ref());
        let built = self.bare_term(term, scope, before);
        self.depth -= 1;
        built.filter(|_| holds)
    }

    fn bare_term(&mut self, term: &WrittenTerm, scope: Scope, before: &mut Option<Whose>) -> Option<Term> {
        if let Some((WrittenWhose::Player(name), _)) = &term.whose
            && self.names.get(&name.text).is_none()
            && Names::is_speech(&name.text)
        {
            self.player_named(name);
            return None;
        }
        let states = self.states(term);
        let cells = |cells: BoardSet, this: &Self| Some(Noun::Cells(this.same_for_all(cells)));
        let noun = match &term.noun {
            None => {
                let of_cells = states.empty || states.hostile;
                if of_cells { cells(self.board.cells, self)?.into() } else { Some(Noun::Pieces(self.all_kinds())) }
            }
            Some(noun) => self.noun(noun, term, scope),
        };
        let noun = noun?;
        self.states_fit(term, &noun, states);
        self.side_fits(term, &noun, states);
        let whose = self.whose_of(term, &noun, scope, before)?;
        if let (Noun::Pieces(kinds), true) = (&noun, term.whose.is_some() || scope.whose == NoWhose::Own) {
            let kinds = *kinds;
            self.can_be(term, kinds, whose, scope);
        }
        Some(Term { noun, whose, states, span: term.span })
    }

    // ---- states ---------------------------------------------------------------------------------------------------------

    fn states(&mut self, term: &WrittenTerm) -> States {
        let mut states = States::default();
        for (state, span) in &term.states {
            let place = match state {
                State::Plain => &mut states.plain,
                State::Promoted => &mut states.promoted,
                State::Unmoved => &mut states.unmoved,
                State::Frozen => &mut states.frozen,
                State::Empty => &mut states.empty,
                State::Hostile => &mut states.hostile,
                State::Out => &mut states.out,
            };
            if std::mem::replace(place, true) {
                self.report(
                    Diagnostic::new(code::EMPTY_SET, *span, "the same word twice")
                        .help("once is enough: take one away"),
                );
            }
        }
        if states.plain && states.promoted {
            self.report(
                Diagnostic::new(code::EMPTY_SET, term.span, "no piece is both plain and promoted")
                    .help("take one of the two words away; without them both are meant"),
            );
        }
        states
    }

    /// States of pieces belong to pieces, states of cells to cells.
    fn states_fit(&mut self, term: &WrittenTerm, noun: &Noun, states: States) {
        let span = term.states.first().map_or(term.span, |(_, span)| *span);
        let of_pieces = states.plain || states.promoted || states.unmoved || states.frozen || states.out;
        let of_cells = states.empty || states.hostile;
        let fault = match noun {
            Noun::Pieces(_) if of_cells => {
                Diagnostic::new(code::CANNOT_BE_ASKED, span, "this is said of cells, not of pieces")
                    .help("`empty` and `hostile` belong to cells: `empty cells`, `hostile cell`, `empty corners`")
            }
            Noun::Cells(_) | Noun::Family(_) | Noun::Marked(_) if of_pieces && term.noun.is_some() => {
                Diagnostic::new(code::CANNOT_BE_ASKED, span, "this is said of pieces, not of cells")
                    .help("name the pieces first, then the place: `own promoted piece on a1..c3`")
            }
            Noun::Outside | Noun::Hand if of_pieces && matches!(noun, Noun::Outside) || of_cells => {
                Diagnostic::new(code::CANNOT_BE_ASKED, span, "this cannot be said here")
                    .help("what lies beyond the board, and a hand, are neither empty nor hostile")
            }
            _ => return,
        };
        self.report(fault);
    }

    /// `promoted Pawn`: a kind is one side of a piece, so the other side is another kind.
    fn side_fits(&mut self, term: &WrittenTerm, noun: &Noun, states: States) {
        let (Some(WrittenNoun::Name(name)), Noun::Pieces(kinds)) = (&term.noun, noun) else { return };
        let mut list = kinds.iter();
        let (Some(kind), None) = (list.next(), list.next()) else { return };
        if !matches!(self.names.get(&name.text), Some(Sort::Kind(_))) || states.plain == states.promoted {
            return;
        }
        let Some(def) = self.kinds.get(kind) else { return };
        if states.promoted == def.plain_side.is_some() {
            return;
        }
        let word = if states.promoted { "promoted" } else { "plain" };
        let title = format!("`{word} {}` can never be", name.text);
        let whose = term.whose.as_ref().map_or(String::new(), |(_, span)| self.sources.slice(*span).to_owned() + " ");
        let other = if states.promoted { def.promotes_to } else { def.plain_side };
        let other = other.and_then(|other| self.kinds.get(other)).map(|other| other.name.clone());
        let (label, help) = match other {
            Some(other) if states.promoted => (
                format!("`{}` is the plain side; promoted it is `{other}`", name.text),
                format!("write `{whose}{other}`, or `{whose}{}` for the plain side", name.text),
            ),
            Some(other) => (
                format!("`{}` is the promoted side of `{other}`", name.text),
                format!("write `{whose}{other}`, or `{whose}{}` for the promoted side", name.text),
            ),
            None => (
                format!("nothing promotes to `{}`", name.text),
                "leave the word away, or say in a declaration what promotes: `piece Man … promotes to …`".to_owned(),
            ),
        };
        self.report(Diagnostic::new(code::EMPTY_SET, term.span, title).label(label).help(help));
    }

    // ---- whose ----------------------------------------------------------------------------------------------------------

    /// A whose-word by itself.
    pub fn whose(&mut self, whose: &WrittenWhose, span: Span, scope: Scope) -> Option<Whose> {
        let whose = match whose {
            WrittenWhose::Own => Whose::Own,
            WrittenWhose::Ally => Whose::Ally,
            WrittenWhose::Enemy => Whose::Enemy,
            WrittenWhose::Team => Whose::Team,
            WrittenWhose::Other => Whose::Other,
            WrittenWhose::Any => Whose::Any,
            WrittenWhose::Neutral => Whose::Neutral,
            WrittenWhose::Player(name) => Whose::Player(self.player_named(name)?),
        };
        let relative = matches!(whose, Whose::Own | Whose::Ally | Whose::Enemy | Whose::Team | Whose::Other);
        if relative && scope.view == 0 && !self.players.is_empty() {
            self.nobody_in_view(span, scope);
            return None;
        }
        Some(whose)
    }

    /// What the whose-word of a term is, said or not.
    fn whose_of(&mut self, term: &WrittenTerm, noun: &Noun, scope: Scope, before: &mut Option<Whose>) -> Option<Whose> {
        let said = match &term.whose {
            Some((whose, span)) => Some((self.whose(whose, *span, scope)?, *span)),
            None => None,
        };
        match noun {
            Noun::Pieces(kinds) => {
                let whose = match (said, *before) {
                    // In a deed `any` says only that the kind does not matter.
                    (Some((Whose::Any, _)), _) if scope.whose == NoWhose::Own => Whose::Own,
                    (Some((whose, _)), _) | (None, Some(whose)) => whose,
                    (None, None) => match scope.whose {
                        NoWhose::Own => Whose::Own,
                        NoWhose::Any => Whose::Any,
                        NoWhose::Compulsory => {
                            if self.only_one_owns(*kinds) {
                                return Some(Whose::Any);
                            }
                            self.whose_missing(term);
                            return None;
                        }
                    },
                };
                *before = Some(whose);
                Some(whose)
            }
            Noun::Family(family) => {
                if let Some((whose, span)) = said
                    && !matches!(whose, Whose::Any | Whose::Neutral)
                    && self.nobody_owns_a_member(*family, whose)
                {
                    let what = self.sources.slice(term.span).to_owned();
                    self.report(
                        Diagnostic::new(code::EMPTY_SET, span, format!("`{what}`: no member has such an owner")).help(
                            "a member belongs to the player whose name it has: `regions camp { White = a1..h2 }`",
                        ),
                    );
                }
                Some(said.map_or(Whose::Any, |(whose, _)| whose))
            }
            Noun::Hand => {
                if said.is_none() {
                    self.report(
                        Diagnostic::new(code::WHOSE_MISSING, term.span, "whose hand?")
                            .help("write `own hand`, `ally hand`, or a player's name"),
                    );
                }
                said.map(|(whose, _)| whose)
            }
            _ => {
                if let Some((whose, span)) = said
                    && whose != Whose::Any
                {
                    let what = self.sources.slice(term.span).to_owned();
                    self.report(
                        Diagnostic::new(code::CANNOT_BE_ASKED, span, format!("`{what}`: cells belong to nobody")).help(
                            "take the whose-word away; of regions with owners make a family, \
                                 `regions camp { White = a1..h2; Black = a7..h8 }`",
                        ),
                    );
                }
                Some(Whose::Any)
            }
        }
    }

    fn whose_missing(&mut self, term: &WrittenTerm) {
        let what = self.sources.slice(term.span).to_owned();
        self.report(
            Diagnostic::new(code::WHOSE_MISSING, term.span, format!("whose `{what}`?"))
                .label("a condition says whose")
                .help(format!("write `own {what}`, `enemy {what}`, `any {what}`, or a player's name in front")),
        );
    }

    /// Can only one player (or nobody) own each of these kinds?
    fn only_one_owns(&self, kinds: KindSet) -> bool {
        if kinds.is_empty() {
            return true;
        }
        let mut masks = kinds.iter().filter_map(|kind| self.owners.get(kind.index()).copied());
        let all = masks.by_ref().fold(0_u8, |all, mask| all | mask);
        let neutral = kinds.iter().any(|kind| self.kinds.get(kind).is_some_and(|k| k.neutral));
        (all.is_power_of_two() && !neutral) || all == 0
    }

    /// Can a piece of these kinds ever be owned as the whose-word says?
    fn can_be(&mut self, term: &WrittenTerm, kinds: KindSet, whose: Whose, scope: Scope) {
        let owners = kinds.iter().fold(0_u8, |all, kind| all | self.owners.get(kind.index()).copied().unwrap_or(0));
        if kinds.is_empty() || owners == 0 || matches!(whose, Whose::Any | Whose::Neutral) {
            return;
        }
        let players: Vec<Player> = self.players.ids().collect();
        let possible = |owners: u8| match whose {
            Whose::Player(player) => owners >> player.0 & 1 != 0,
            _ => players.iter().filter(|view| scope.view >> view.0 & 1 != 0).any(|&view| {
                players.iter().any(|&owner| owners >> owner.0 & 1 != 0 && self.relation(view, owner, whose))
            }),
        };
        // Without partners in the game nothing is an ally's; that is no fault of the kind.
        if possible(owners) || !possible(self.everybody()) {
            return;
        }
        let (who, viewers) = (self.player_names(owners), self.player_names(scope.view));
        let what = self.sources.slice(term.span).to_owned();
        let by = match whose {
            Whose::Player(_) => String::new(),
            _ => format!(" by {viewers}"),
        };
        self.report(
            Diagnostic::new(code::EMPTY_SET, term.span, format!("`{what}`{by} can never be"))
                .label(format!("it belongs to {who}"))
                .help("take the whose-word away, or name another piece"),
        );
    }

    // ---- nouns ----------------------------------------------------------------------------------------------------------

    /// Every kind.
    pub fn all_kinds(&self) -> KindSet {
        self.kinds.ids().collect()
    }

    fn noun(&mut self, noun: &WrittenNoun, term: &WrittenTerm, scope: Scope) -> Option<Noun> {
        let span = term.span;
        let fixed = match noun {
            WrittenNoun::Piece => return Some(Noun::Pieces(self.all_kinds())),
            WrittenNoun::Royal => {
                return Some(Noun::Pieces(self.kinds.iter().filter(|(_, k)| k.royal).map(|(id, _)| id).collect()));
            }
            WrittenNoun::Hand => {
                if !scope.hand {
                    self.report(
                        Diagnostic::new(code::CANNOT_BE_ASKED, span, "a hand cannot be named here")
                            .help("hands are asked in a `count` and named in `give … hand to` and `put … into … hand`"),
                    );
                    return None;
                }
                return Some(Noun::Hand);
            }
            WrittenNoun::It => return self.about_it(span, scope, Noun::It),
            WrittenNoun::ItsFile => return self.about_it(span, scope, Noun::ItsFile),
            WrittenNoun::ItsRank => return self.about_it(span, scope, Noun::ItsRank),
            WrittenNoun::ItsCell => return self.about_it(span, scope, Noun::ItsCell),
            WrittenNoun::ItsStart => return self.about_it(span, scope, Noun::ItsStart),
            WrittenNoun::ItsEnd => return self.about_it(span, scope, Noun::ItsEnd),
            WrittenNoun::ItsGroup => return self.about_it(span, scope, Noun::ItsGroup),
            WrittenNoun::Its(name) => {
                let sort = self.find(name, "a family of regions", |sort| matches!(sort, Sort::Family(_)));
                let Some(Sort::Family(family)) = sort else { return None };
                self.family(family, name.span);
                return self.about_it(span, scope, Noun::ItsFamily(family));
            }
            WrittenNoun::MovedPiece => {
                let help = "`moved piece` stands in a `capture`; after a move say `it`";
                return self.pronoun(scope.moved, span, "moved piece", help).then_some(Noun::MovedPiece);
            }
            WrittenNoun::Captor => {
                let help = "`captor` stands in `after … is taken { … }`: it is the piece that took `it`";
                return self.pronoun(scope.captor, span, "captor", help).then_some(Noun::Captor);
            }
            WrittenNoun::Chosen => {
                let help = "`chosen` stands in an `action` that says `choose …`";
                return self.pronoun(scope.chosen, span, "chosen", help).then_some(Noun::Chosen);
            }
            WrittenNoun::LastEnd => return Some(Noun::LastEnd),
            WrittenNoun::Outside => return Some(Noun::Outside),
            WrittenNoun::Beside(inner) => return self.noun_beside(inner, scope),
            WrittenNoun::CrossingOf(_) => {
                self.version_two(span, "crossing of");
                return None;
            }
            WrittenNoun::Origin => {
                self.version_two(span, "origin");
                return None;
            }
            WrittenNoun::Name(name) => return self.noun_named(name, scope),
            WrittenNoun::StartOf(inner) => return self.start_cells(inner, scope).map(Noun::Cells),
            WrittenNoun::NearRanks(n) => return self.near(span, scope, *n, true).map(Noun::Cells),
            WrittenNoun::FarRanks(n) => return self.near(span, scope, *n, false).map(Noun::Cells),
            WrittenNoun::NearHalf => {
                return self.counted(span, scope, 0, |rank, depth| rank <= depth / 2).map(Noun::Cells);
            }
            WrittenNoun::FarHalf => {
                return self.counted(span, scope, 0, |rank, depth| rank > depth - depth / 2).map(Noun::Cells);
            }
            WrittenNoun::Rank(number) => {
                if number.value == 0 {
                    self.ranks_begin_at_one(number.span);
                    return None;
                }
                let wanted = number.value;
                return self.counted(span, scope, wanted, |rank, _| rank == wanted).map(Noun::Cells);
            }
            WrittenNoun::CellRange(first, last) => self.rectangle(first, last)?,
            WrittenNoun::OneCell(name) => BoardSet::of(self.cell_named(name)?),
            WrittenNoun::File(name) => self.file_named(name)?,
            WrittenNoun::Cell | WrittenNoun::Board => self.board.cells,
            WrittenNoun::Edge => self.edge(),
            WrittenNoun::Corners => self.corners(),
            WrittenNoun::Centre => self.centre(),
        };
        Some(Noun::Cells(self.same_for_all(fixed)))
    }

    fn near(&mut self, span: Span, scope: Scope, ranks: u32, near: bool) -> Option<Cells> {
        if ranks == 0 {
            self.ranks_begin_at_one(span);
            return None;
        }
        self.counted(
            span,
            scope,
            ranks,
            |rank, depth| if near { rank <= ranks } else { rank.saturating_add(ranks) > depth },
        )
    }

    fn ranks_begin_at_one(&mut self, span: Span) {
        self.report(
            Diagnostic::new(code::CELL_OUTSIDE, span, "ranks are counted from 1").help("`rank 1` is the nearest one"),
        );
    }

    fn noun_beside(&mut self, inner: &WrittenTerm, scope: Scope) -> Option<Noun> {
        let mut before = None;
        let term = self.term(inner, scope, &mut before)?;
        let fixed = match &term.noun {
            Noun::Cells(cells) if term.states == States::default() => Some(cells.clone()),
            Noun::Family(family) => Some(self.family_cells(*family, term.whose)),
            _ => None,
        };
        Some(match fixed {
            Some(cells) => Noun::Cells(Cells { by_view: cells.by_view.iter().map(|set| self.beside(set)).collect() }),
            None => Noun::Beside(Box::new(term)),
        })
    }

    fn noun_named(&mut self, name: &Name, scope: Scope) -> Option<Noun> {
        let place =
            |sort| matches!(sort, Sort::Kind(_) | Sort::Kinds(_) | Sort::Region(_) | Sort::Family(_) | Sort::Mark(_));
        match self.find(name, "a piece or a place", place)? {
            Sort::Kind(kind) => Some(Noun::Pieces([kind].into_iter().collect())),
            Sort::Kinds(at) => {
                let kinds: Vec<Kind> = self.kinds_of_set(at, name.span);
                Some(Noun::Pieces(kinds.into_iter().collect()))
            }
            Sort::Region(at) => {
                let cells = self.region(at, name.span)?;
                let relative = cells.by_view.windows(2).any(|pair| pair[0] != pair[1]);
                if relative && scope.view == 0 {
                    self.nobody_in_view(name.span, scope);
                    return None;
                }
                Some(Noun::Cells(cells))
            }
            Sort::Family(family) => self.family(family, name.span).then_some(Noun::Family(Family(family.0))),
            Sort::Mark(mark) => Some(Noun::Marked(mark)),
            _ => None,
        }
    }

    // ---- pronouns -------------------------------------------------------------------------------------------------------

    /// A word about `it`, where `it` stands for something.
    pub fn about_it(&mut self, span: Span, scope: Scope, noun: Noun) -> Option<Noun> {
        match scope.it {
            It::Known => return Some(noun),
            It::OnlyInMayNot => {
                let what = self.sources.slice(span).to_owned();
                self.report(
                    Diagnostic::new(
                        code::FACT_OF_THE_DEED,
                        span,
                        format!("`{what}` is a fact of the deed, and belongs to `may not`"),
                    )
                    .label("before a `may` or `must` no deed is chosen yet")
                    .help("say what is forbidden: `may not … when …`"),
                );
            }
            It::Nothing => {
                let what = self.sources.slice(span).to_owned();
                self.report(
                    Diagnostic::new(code::PRONOUN, span, format!("`{what}` stands for nothing in {}", scope.sentence))
                        .help(
                            "`it` is the piece that moves, in `piece`, `after …`, `may not move`, `may not drop`; \
                         elsewhere name the piece: `own Guard`",
                        ),
                );
            }
        }
        None
    }

    fn pronoun(&mut self, known: bool, span: Span, word: &str, help: &str) -> bool {
        if !known {
            self.report(
                Diagnostic::new(code::PRONOUN, span, format!("`{word}` stands for nothing here")).help(help.to_owned()),
            );
        }
        known
    }

    // ---- places ---------------------------------------------------------------------------------------------------------

    /// A place that limits a set.
    pub fn place(&mut self, place: &WrittenPlace, scope: Scope) -> Option<Place> {
        Some(match &place.kind {
            PlaceKind::On { not, items } => Place::On { not: *not, items: self.items(items, scope) },
            PlaceKind::Beside { not, items } => Place::Beside { not: *not, items: self.items(items, scope) },
            PlaceKind::NextTo { items, along } => {
                let items = self.items(items, scope);
                let along = match along {
                    Some(along) => self.directions(along, scope, false),
                    None => all_directions(),
                };
                Place::NextTo { items, along }
            }
            PlaceKind::Behind(items) => {
                let items = self.items(items, scope);
                self.front_behind(&items, place.span, scope);
                Place::Behind(items)
            }
            PlaceKind::FromHand(whose) => Place::FromHand(self.whose(whose, place.span, scope)?),
            PlaceKind::CanReach { .. } => {
                self.version_two(place.span, "that … can reach through …");
                return None;
            }
        })
    }

    /// `behind` is read from the owner of the item, who must face somewhere.
    fn front_behind(&mut self, items: &Items, span: Span, scope: Scope) {
        let about_it = items.terms.iter().all(|term| matches!(term.noun, Noun::It));
        let view = if about_it { scope.view } else { self.everybody() };
        if view != 0 {
            self.front_in_view(span, Scope { view, ..scope });
        }
    }

    // ---- directions -----------------------------------------------------------------------------------------------------

    /// Direction words written out; `in_path` says that the leg before may be spoken of.
    pub fn directions(&mut self, words: &[WrittenDirection], scope: Scope, in_path: bool) -> Vec<Direction> {
        let mut all: Vec<Direction> = Vec::new();
        for word in words {
            for direction in self.direction(word, scope, in_path) {
                if !all.contains(&direction) {
                    all.push(direction);
                }
            }
        }
        all
    }

    fn direction(&mut self, word: &WrittenDirection, scope: Scope, in_path: bool) -> Vec<Direction> {
        let relative = |eighths: &[u8]| eighths.iter().map(|&e| Direction::Relative(Compass(e))).collect::<Vec<_>>();
        let absolute = |all: &[Compass]| all.iter().map(|&c| Direction::Absolute(c)).collect::<Vec<_>>();
        let built = match &word.kind {
            DirectionKind::Forward => relative(&[0]),
            DirectionKind::ForwardRight => relative(&[1]),
            DirectionKind::Right => relative(&[2]),
            DirectionKind::BackwardRight => relative(&[3]),
            DirectionKind::Backward => relative(&[4]),
            DirectionKind::BackwardLeft => relative(&[5]),
            DirectionKind::Left => relative(&[6]),
            DirectionKind::ForwardLeft => relative(&[7]),
            DirectionKind::Sideways => relative(&[2, 6]),
            DirectionKind::Vertical => relative(&[0, 4]),
            DirectionKind::Orthogonal => absolute(&Compass::STRAIGHT),
            DirectionKind::Diagonal => absolute(&Compass::DIAGONAL),
            DirectionKind::Any => absolute(&Compass::ALL),
            DirectionKind::North => absolute(&[Compass::NORTH]),
            DirectionKind::East => absolute(&[Compass::EAST]),
            DirectionKind::South => absolute(&[Compass::SOUTH]),
            DirectionKind::West => absolute(&[Compass::WEST]),
            DirectionKind::Onward => vec![Direction::Onward(0)],
            DirectionKind::OnwardLeft => vec![Direction::Onward(-1)],
            DirectionKind::OnwardRight => vec![Direction::Onward(1)],
            DirectionKind::Ahead => vec![Direction::Ahead],
            DirectionKind::Line { name, forward } => return self.line_direction(name, *forward, scope),
        };
        match built.first() {
            Some(Direction::Relative(_)) if !self.front_in_view(word.span, scope) => Vec::new(),
            Some(Direction::Onward(_) | Direction::Ahead) if !in_path => {
                let what = self.sources.slice(word.span).to_owned();
                self.report(
                    Diagnostic::new(
                        code::BAD_PATH,
                        word.span,
                        format!("`{what}` goes on from a leg of a path, and here is none"),
                    )
                    .help("say the direction itself: `forward`, `orthogonal`, `any`"),
                );
                Vec::new()
            }
            _ => built,
        }
    }

    fn line_direction(&mut self, name: &Name, forward: bool, scope: Scope) -> Vec<Direction> {
        let Some(&(line, _)) = self.line_names.get(&name.text) else {
            let near = crate::diag::nearest(&name.text, self.line_names.keys().map(String::as_str));
            let help = near.map_or_else(
                || format!("declare it: `line {} = a1 b2 c3`", name.text),
                |near| format!("did you mean `{near}`?"),
            );
            self.report(
                Diagnostic::new(code::UNKNOWN_NAME, name.span, format!("there is no line `{}`", name.text)).help(help),
            );
            return Vec::new();
        };
        if forward && !self.front_in_view(name.span, scope) {
            return Vec::new();
        }
        vec![Direction::Line { line, forward }]
    }
}

/// All eight.
pub(super) fn all_directions() -> Vec<Direction> {
    Compass::ALL.into_iter().map(Direction::Absolute).collect()
}

/// The four straight ones.
pub(super) fn straight_directions() -> Vec<Direction> {
    Compass::STRAIGHT.into_iter().map(Direction::Absolute).collect()
}
