//! A scene: what a sentence looks at (the board, the player in view, the pronouns), and what its sets hold.

use boardwright::rules::board::Compass;
use boardwright::rules::model::{Items, Noun, Place, Quantity, Set, States, Term, Whose};
use boardwright::types::{Cell, Player};

use super::Oracle;
use super::geometry::or_default;
use super::position::{Piece, Position};
use super::turn::World;

/// Where an element lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lies {
    /// On its cell.
    Board,
    /// Off the board, or not yet there; its cell is the one it is spoken of with.
    Off,
    /// In a player's hand.
    Hand(Player),
}

/// An element of a set: a cell with what stands on it, or a piece that lies elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Element {
    pub cell: Cell,
    pub piece: Option<Piece>,
    pub lies: Lies,
}

impl Element {
    /// A piece that is spoken of as if it were on the cell.
    pub fn off(cell: Cell, piece: Piece) -> Self {
        Self { cell, piece: Some(piece), lies: Lies::Off }
    }

    fn is(&self, id: Option<u32>) -> bool {
        id.is_some() && self.piece.map(|p| p.id) == id
    }
}

/// What an action chose: a cell, and the piece that stood there.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    pub cell: Cell,
    pub piece: Option<u32>,
}

/// What `no legal move` means.
#[derive(Debug, Clone, Copy)]
pub enum NoMove {
    /// It is known.
    Known(bool),
    /// It must be found out; `inside`: while moves are being found out already, so that rules which speak of moves rest.
    Ask { inside: bool },
}

/// What a sentence looks at.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub oracle: &'a Oracle,
    /// The board on which sets are read.
    pub board: &'a Position,
    /// The whole board, where the one above lacks the piece that acts.
    pub whole: &'a Position,
    /// The player in view; nobody in `draw when`.
    pub view: Option<Player>,
    /// Whose turn it is.
    pub mover: Player,
    pub it: Option<Element>,
    pub captor: Option<u32>,
    pub chosen: Option<Chosen>,
    /// The turn whose facts may be asked.
    pub deed: Option<&'a World>,
    /// The piece against which a cell is `hostile`.
    pub victim: Option<Element>,
    pub no_move: NoMove,
}

impl<'a> Scene<'a> {
    /// A board in the view of a player whose turn it is.
    pub fn new(oracle: &'a Oracle, board: &'a Position, mover: Player) -> Self {
        Self {
            oracle,
            board,
            whole: board,
            view: Some(mover),
            mover,
            it: None,
            captor: None,
            chosen: None,
            deed: None,
            victim: None,
            no_move: NoMove::Ask { inside: false },
        }
    }

    pub fn seen_by(self, view: Option<Player>) -> Self {
        Self { view, ..self }
    }

    pub fn with_it(self, it: Element) -> Self {
        Self { it: Some(it), ..self }
    }

    pub fn with_deed(self, deed: &'a World) -> Self {
        Self { deed: Some(deed), ..self }
    }

    pub fn against(self, victim: Element) -> Self {
        Self { victim: Some(victim), ..self }
    }

    /// The cell and what stands on it.
    pub fn element(&self, cell: Cell) -> Element {
        Element { cell, piece: self.board.at(cell), lies: Lies::Board }
    }

    fn every_element(&self) -> impl Iterator<Item = Element> + '_ {
        self.oracle.rules.board.cells.into_iter().map(|cell| self.element(cell))
    }

    /// Does an owner fit a whose-word?
    pub fn fits(&self, owner: Option<Player>, whose: Whose) -> bool {
        let team = |player: Player| self.oracle.rules.players[player].team;
        let same_team = || owner.zip(self.view).map(|(a, b)| team(a) == team(b));
        match whose {
            Whose::Any => true,
            Whose::Neutral => owner.is_none(),
            Whose::Player(player) => owner == Some(player),
            Whose::Own => owner.is_some() && owner == self.view,
            Whose::Other => owner.is_none() || owner != self.view,
            Whose::Team => same_team() == Some(true),
            Whose::Ally => same_team() == Some(true) && owner != self.view,
            Whose::Enemy => same_team() == Some(false),
        }
    }

    /// Is the element this term?
    pub fn is_term(&self, term: &Term, e: &Element) -> bool {
        self.is_noun(term, e) && self.is_whose(term, e) && self.has_states(term.states, e)
    }

    fn is_whose(&self, term: &Term, e: &Element) -> bool {
        match term.noun {
            // Here the whose-word picks members and hands.
            Noun::Family(_) | Noun::Hand => true,
            _ if term.whose == Whose::Any => true,
            _ => e.piece.is_some_and(|piece| self.fits(piece.owner, term.whose)),
        }
    }

    fn is_noun(&self, term: &Term, e: &Element) -> bool {
        let board = &self.oracle.rules.board;
        let place = |cell: Cell| board.coordinates(cell);
        match &term.noun {
            Noun::Pieces(kinds) => e.piece.is_some_and(|piece| kinds.has(piece.kind)),
            Noun::Hand => matches!(e.lies, Lies::Hand(player) if self.fits(Some(player), term.whose)),
            _ if matches!(e.lies, Lies::Hand(_)) => false,
            Noun::Cells(cells) => cells.seen_by(self.view.unwrap_or(Player(0))).has(e.cell),
            Noun::Family(family) => self.oracle.rules.families[*family]
                .members
                .iter()
                .any(|m| self.member_fits(m.owner, term.whose) && m.cells.has(e.cell)),
            Noun::Outside => false,
            Noun::It => self.it.is_some_and(|it| same(&it, e)),
            Noun::MovedPiece => e.is(self.deed.and_then(|deed| deed.piece.map(|p| p.id))),
            Noun::Captor => e.is(self.captor),
            Noun::Chosen => self.chosen.is_some_and(|chosen| match chosen.piece {
                Some(id) => e.is(Some(id)),
                None => e.lies == Lies::Board && e.cell == chosen.cell,
            }),
            Noun::ItsFile => self.it.is_some_and(|it| place(it.cell).0 == place(e.cell).0),
            Noun::ItsRank => self.it.is_some_and(|it| place(it.cell).1 == place(e.cell).1),
            Noun::ItsCell => self.it.is_some_and(|it| it.cell == e.cell),
            Noun::ItsStart => self.its_start() == Some(e.cell),
            Noun::ItsEnd => self.its_end() == Some(e.cell),
            Noun::ItsFamily(family) => self.it.is_some_and(|it| {
                let members = &self.oracle.rules.families[*family].members;
                members.iter().any(|m| m.cells.has(it.cell) && m.cells.has(e.cell))
            }),
            Noun::ItsGroup => self.it.is_some_and(|it| self.group_of(&it).contains(&e.cell)),
            Noun::LastEnd => self.board.last.end == Some(e.cell),
            Noun::Beside(inner) => Compass::STRAIGHT.into_iter().any(|d| match board.neighbour(e.cell, d) {
                Some(cell) => self.is_term(inner, &self.element(cell)),
                None => matches!(inner.noun, Noun::Outside),
            }),
            Noun::Marked(mark) => self.board.marks.iter().any(|m| m.mark == *mark && m.cell == e.cell),
        }
    }

    /// A member without an owner is only meant by `any`.
    pub fn member_fits(&self, owner: Option<Player>, whose: Whose) -> bool {
        match owner {
            Some(_) => self.fits(owner, whose),
            None => whose == Whose::Any,
        }
    }

    fn has_states(&self, states: States, e: &Element) -> bool {
        let piece = |claim: &dyn Fn(Piece) -> bool| e.piece.is_some_and(claim);
        let kinds = &self.oracle.rules.kinds;
        (!states.plain || piece(&|p| kinds[p.kind].plain_side.is_none()))
            && (!states.promoted || piece(&|p| kinds[p.kind].plain_side.is_some()))
            && (!states.unmoved || piece(&|p| p.unmoved))
            && (!states.frozen || (e.lies == Lies::Board && self.oracle.frozen(self.board, e.cell)))
            && (!states.empty || (e.lies == Lies::Board && e.piece.is_none()))
            && (!states.hostile || self.victim.or(self.it).is_some_and(|x| self.hostile(Some(e.cell), &x)))
            && (!states.out || piece(&|p| p.owner.is_some_and(|o| self.board.out.contains(&o))))
    }

    /// In some term and in no exception.
    pub fn is_of(&self, items: &Items, e: &Element) -> bool {
        items.terms.iter().any(|term| self.is_term(term, e)) && !items.except.iter().any(|term| self.is_term(term, e))
    }

    /// Of the items, and at all the places.
    pub fn is_in(&self, set: &Set, e: &Element) -> bool {
        self.is_of(&set.items, e) && set.places.iter().all(|place| self.is_at(place, e))
    }

    /// Is the element at the place?
    pub fn is_at(&self, place: &Place, e: &Element) -> bool {
        let board = &self.oracle.rules.board;
        match place {
            Place::On { not, items } => {
                let here = match e.lies {
                    Lies::Hand(_) => self.is_of(items, e),
                    _ => self.is_of(items, &self.element(e.cell)),
                };
                here != *not
            }
            _ if matches!(e.lies, Lies::Hand(_)) => false,
            Place::Beside { not, items } => {
                let beside = self.oracle.beside(e.cell).into_iter().any(|cell| self.holds_item(items, cell));
                beside != *not
            }
            Place::NextTo { items, along } => {
                let along = or_default(along, &Compass::ALL);
                self.elements_of(items).iter().any(|x| {
                    let facing = self.facing(x);
                    let rays = along.iter().flat_map(|&d| self.oracle.rays(x.cell, d, facing, None));
                    rays.into_iter().any(|ray| ray.first() == Some(&e.cell))
                })
            }
            Place::Behind(items) => self
                .elements_of(items)
                .iter()
                .any(|x| board.neighbour(x.cell, self.facing(x).opposite()) == Some(e.cell)),
            Place::FromHand(whose) => self.deed.and_then(|d| d.hand).is_some_and(|h| self.fits(Some(h), *whose)),
        }
    }

    /// Where the owner of an element looks; the player in view, where there is none.
    fn facing(&self, e: &Element) -> Compass {
        self.oracle.facing(e.piece.and_then(|p| p.owner).or(self.view))
    }

    /// Is one of the items on the cell, `it` included if it is spoken of there?
    fn holds_item(&self, items: &Items, cell: Cell) -> bool {
        self.elements_of(items).iter().any(|e| e.cell == cell)
    }

    /// The elements of items: cells of the board, and the pieces off it that are named by a pronoun.
    pub fn elements_of(&self, items: &Items) -> Vec<Element> {
        let mut elements: Vec<Element> = self.every_element().filter(|e| self.is_of(items, e)).collect();
        if let Some(it) = self.it.filter(|it| it.lies == Lies::Off) {
            let named = |terms: &[Term]| terms.iter().any(|t| matches!(t.noun, Noun::It) && self.is_term(t, &it));
            if named(&items.terms) && !items.except.iter().any(|term| self.is_term(term, &it)) {
                elements.push(it);
            }
        }
        elements
    }

    /// The elements of a set.
    pub fn elements(&self, set: &Set) -> Vec<Element> {
        let mut elements = self.elements_of(&set.items);
        elements.retain(|e| set.places.iter().all(|place| self.is_at(place, e)));
        elements
    }

    /// The pieces in hands that a set names, with how many of each; `None` = any number.
    pub fn in_hand(&self, set: &Set) -> Vec<(Element, Option<u32>)> {
        let names_hand = |items: &Items| items.terms.iter().any(|term| matches!(term.noun, Noun::Hand));
        let said = names_hand(&set.items)
            || set.places.iter().any(|p| matches!(p, Place::On { not: false, items } if names_hand(items)));
        if !said {
            return Vec::new();
        }
        let all = self.board.hands.iter().map(|(&(player, kind), &number)| {
            let piece = Piece { kind, owner: Some(player), unmoved: false, id: u32::MAX };
            (Element { cell: Cell(0), piece: Some(piece), lies: Lies::Hand(player) }, number)
        });
        all.filter(|(e, _)| self.is_in(set, e)).collect()
    }

    /// Is a set (asked as a sentence) true?
    pub fn exists(&self, set: &Set) -> bool {
        if matches!(set.quantity, Quantity::Every) {
            // All that the items name are at the places.
            return self.elements_of(&set.items).iter().all(|e| set.places.iter().all(|place| self.is_at(place, e)));
        }
        let found = self.elements(set).len();
        enough(set.quantity, found, found)
    }

    /// The cell where `it` began.
    pub fn its_start(&self) -> Option<Cell> {
        let (deed, it) = (self.deed?, self.it?);
        if it.is(deed.piece.map(|p| p.id)) { deed.start } else { None }
    }

    /// The cell where `it` ended.
    pub fn its_end(&self) -> Option<Cell> {
        let (deed, it) = (self.deed?, self.it?);
        if it.is(deed.piece.map(|p| p.id)) { deed.end } else { None }
    }

    /// The cells of all pieces of the owner of `it` that are connected with it along straight lines, its own included.
    pub fn group_of(&self, it: &Element) -> Vec<Cell> {
        let owner = it.piece.and_then(|p| p.owner);
        let mut group = vec![it.cell];
        let mut next = 0;
        while next < group.len() {
            for cell in self.oracle.beside(group[next]) {
                if !group.contains(&cell) && self.board.at(cell).is_some_and(|p| p.owner == owner) {
                    group.push(cell);
                }
            }
            next += 1;
        }
        group
    }
}

/// The same piece, or the same empty cell.
fn same(a: &Element, b: &Element) -> bool {
    match a.piece {
        Some(piece) => b.is(Some(piece.id)),
        None => b.piece.is_none() && a.cell == b.cell,
    }
}

/// Do `found` of `all` fit the number word?
pub fn enough(quantity: Quantity, found: usize, all: usize) -> bool {
    match quantity {
        Quantity::Some => found > 0,
        Quantity::No => found == 0,
        Quantity::Every => found == all,
        Quantity::Range(min, max) => found >= min as usize && max.is_none_or(|max| found <= max as usize),
    }
}
