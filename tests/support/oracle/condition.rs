//! Conditions and claims.

use std::collections::BTreeSet;

use boardwright::diag::Span;
use boardwright::rules::board::Compass;
use boardwright::rules::model::{AddendFor, Claim, Condition, CountDef, Items, Noun, Place, Quantity, Set, Who};
use boardwright::types::{Cell, Player};

use super::geometry::or_default;
use super::scene::{Element, Lies, NoMove, Scene, enough};
use super::turn::Scope;

impl Scene<'_> {
    /// Does the condition hold?
    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Const(value) => *value,
            Condition::And(parts) => parts.iter().all(|part| self.holds(part)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part)),
            Condition::Not(part) => !self.holds(part),
            Condition::HeldFor(counter, plies) | Condition::Quiet(counter, plies) => {
                self.board.counters[counter.index()] >= *plies
            }
            Condition::NoLegalMove => match self.no_move {
                NoMove::Known(none) => none,
                NoMove::Ask { inside } => {
                    let to_move = self.oracle.mover(self.whole);
                    !self.oracle.has_move(self.whole, to_move, Scope::all(inside))
                }
            },
            Condition::NoPlayerCanMove => {
                let inside = !matches!(self.no_move, NoMove::Ask { inside: false });
                let mut living = self.oracle.rules.players.ids().filter(|p| !self.whole.out.contains(p));
                !living.any(|p| self.oracle.has_move(&self.oracle.as_turn_of(self.whole, p), p, Scope::all(inside)))
            }
            Condition::Occurred(times) => {
                let key = self.whole.identity(self.oracle);
                self.whole.history.iter().filter(|past| past.key == key).count() >= *times as usize
            }
            Condition::Passes(number) => self.board.passes >= *number,
            Condition::NothingTaken => self.deed.is_none_or(|deed| deed.taken.is_empty()),
            Condition::NothingFlipped => self.deed.is_none_or(|deed| deed.flipped.is_empty()),
            Condition::Row { length, items, along } => self.row(*length as usize, items, along),
            Condition::IsOut(who) => self.who(*who).is_some_and(|player| self.board.out.contains(&player)),
            Condition::IsPlayer(who, player) => self.who(*who) == Some(*player),
            Condition::GaveCheck(who) => self.who(*who).is_some_and(|player| self.gave_check_since(player)),
            Condition::Exists(set) => self.exists(set),
            Condition::Claim { subject, not, claim } => self.claim(subject, *not, claim),
            Condition::Count(count, quantity) => {
                let halves = self.count(&self.oracle.rules.counts[*count]);
                match *quantity {
                    Quantity::Some => halves > 0,
                    Quantity::No => halves == 0,
                    Quantity::Every => true,
                    Quantity::Range(min, max) => halves >= 2 * min && max.is_none_or(|max| halves <= 2 * max),
                }
            }
        }
    }

    /// The player that a word names.
    pub fn who(&self, who: Who) -> Option<Player> {
        match who {
            Who::Player => self.view,
            Who::Mover => Some(self.mover),
            Who::Owner => self.it.and_then(|it| it.piece).and_then(|piece| piece.owner),
            Who::Named(player) => Some(player),
        }
    }

    /// A sum of addends, in halves.
    fn count(&self, count: &CountDef) -> u32 {
        let addend = |what: &AddendFor| match what {
            AddendFor::Player(player) => u32::from(self.view == Some(*player)),
            AddendFor::Each(set) => {
                let hand: u32 = self.in_hand(set).iter().filter_map(|(_, number)| *number).sum();
                self.elements(set).len() as u32 + hand
            }
        };
        count.addends.iter().map(|a| a.halves * addend(&a.what)).sum()
    }

    /// A straight run of at least so many of the items.
    fn row(&self, length: usize, items: &Items, along: &[boardwright::rules::model::Direction]) -> bool {
        let cells: BTreeSet<Cell> = self.elements_of(items).iter().map(|e| e.cell).collect();
        let facing = self.oracle.facing(self.view);
        cells.iter().any(|&cell| {
            or_default(along, &Compass::ALL)
                .iter()
                .flat_map(|&d| self.oracle.rays(cell, d, facing, None))
                .any(|ray| 1 + ray.iter().take_while(|cell| cells.contains(cell)).count() >= length)
        })
    }

    /// The player gave check at the end of every own turn since the first of the counted occurrences.
    fn gave_check_since(&self, player: Player) -> bool {
        let key = self.whole.identity(self.oracle);
        let Some(first) = self.whole.history.iter().position(|past| past.key == key) else { return false };
        let mut own = self.whole.history[first + 1..].iter().filter(|past| past.mover == Some(player)).peekable();
        own.peek().is_some() && own.all(|past| past.gave_check)
    }

    /// Is the claim true of as many elements of the subject as its number word says?
    fn claim(&self, subject: &Set, not: bool, claim: &Claim) -> bool {
        match claim {
            // The spread starts from all cells of the subject together.
            Claim::CanReach { to, through, taking } if matches!(subject.quantity, Quantity::Some | Quantity::No) => {
                let cells: Vec<Cell> = self.elements(subject).iter().map(|e| e.cell).collect();
                let reaches = !cells.is_empty() && self.reaches(&cells, to, through, taking.as_ref());
                (reaches != not) == matches!(subject.quantity, Quantity::Some)
            }
            // A group is enclosed as a whole.
            Claim::EnclosedBy(items) if matches!(subject.items.terms[..], [ref t] if matches!(t.noun, Noun::ItsGroup)) =>
            {
                let cells: Vec<Cell> = self.elements(subject).iter().map(|e| e.cell).collect();
                let enclosed = !cells.is_empty() && self.enclosed(&cells, items);
                (enclosed != not) == !matches!(subject.quantity, Quantity::No)
            }
            _ => {
                let mut elements = self.elements(subject);
                if let (Claim::Taken, Some(deed)) = (claim, self.deed) {
                    let taken = deed.taken.iter().map(|t| Element::off(t.cell, t.piece));
                    elements.extend(taken.filter(|e| self.is_in(subject, e)));
                }
                let found = elements.iter().filter(|e| self.is_true(claim, e) != not).count();
                enough(subject.quantity, found, elements.len())
            }
        }
    }

    /// Is the claim true of the element?
    fn is_true(&self, claim: &Claim, e: &Element) -> bool {
        let kind = e.piece.map(|p| &self.oracle.rules.kinds[p.kind]);
        let acted = self.deed.filter(|deed| deed.piece.is_some() && deed.piece.map(|p| p.id) == e.piece.map(|p| p.id));
        let on_board = self.standing(e);
        match claim {
            Claim::Attacked { on_its_way: false } => {
                on_board.is_some_and(|cell| self.oracle.attacked(self.whole, cell))
            }
            Claim::Attacked { on_its_way: true } => self.attacked_on_its_way(e),
            Claim::Mated => on_board.is_some_and(|cell| self.oracle.mated(self.whole, cell)),
            Claim::NewlyMated => on_board.is_some_and(|cell| self.oracle.mated(self.whole, cell)) && !self.was_mated(e),
            Claim::Taken => e.lies == Lies::Off && e.piece.is_some() && self.deed.is_some_and(|deed| deed.took(e)),
            Claim::Promoted => kind.is_some_and(|k| k.plain_side.is_some()),
            Claim::Plain => kind.is_some_and(|k| k.plain_side.is_none()),
            Claim::Frozen => on_board.is_some_and(|cell| self.oracle.frozen(self.whole, cell)),
            Claim::Unmoved => e.piece.is_some_and(|p| p.unmoved),
            Claim::Royal => kind.is_some_and(|k| k.royal),
            Claim::Is(items) => self.is_of(items, e),
            Claim::At(place) => self.is_at(place, e),
            Claim::EnclosedBy(items) => self.enclosed(&[e.cell], items),
            Claim::Faces { items, along } => self.faces(e, items, along),
            Claim::Entered(items) => {
                acted.is_some_and(|deed| deed.end.is_some_and(|end| self.entered(items, deed.start, end)))
            }
            Claim::Started(place) => acted.is_some_and(|deed| self.cell_at(place, deed.start)),
            Claim::Ended(place) => acted.is_some_and(|deed| self.cell_at(place, deed.end)),
            Claim::StartedOrEnded(place) => {
                acted.is_some_and(|deed| self.cell_at(place, deed.start) || self.cell_at(place, deed.end))
            }
            Claim::Took { set, last_turn: true } => {
                let taken = if self.board.last.end == Some(e.cell) { &self.board.last.taken[..] } else { &[] };
                self.took(set, taken)
            }
            Claim::Took { set, last_turn: false } => self.took(set, acted.map_or(&[], |deed| &deed.taken[..])),
            Claim::CouldNeverMove => e.piece.is_some_and(|piece| self.oracle.could_never_move(piece, e.cell)),
            Claim::CanMove => on_board.is_some_and(|cell| self.can_move(cell)),
            Claim::CanReach { to, through, taking } => self.reaches(&[e.cell], to, through, taking.as_ref()),
        }
    }

    /// The cell on the whole board where the element's piece stands.
    fn standing(&self, e: &Element) -> Option<Cell> {
        let piece = e.piece?;
        match e.lies {
            Lies::Board => Some(e.cell),
            Lies::Off => self.whole.find(piece.id).map(|(cell, _)| cell),
            Lies::Hand(_) => None,
        }
    }

    fn was_mated(&self, e: &Element) -> bool {
        let before = self.deed.map(|deed| &*deed.before);
        let stood = before.zip(e.piece).and_then(|(before, piece)| Some((before, before.find(piece.id)?.0)));
        stood.is_some_and(|(before, cell)| self.oracle.mated(before, cell))
    }

    /// Attacked on its start or on a cell that it crosses: the piece is put there on the board before.
    fn attacked_on_its_way(&self, e: &Element) -> bool {
        let (Some(deed), Some(piece)) = (self.deed, e.piece) else { return false };
        let Some((start, _)) = deed.before.find(piece.id) else { return false };
        let crossed = deed.ways.iter().filter(|(id, _)| *id == piece.id).flat_map(|(_, way)| way);
        std::iter::once(&start).chain(crossed).any(|&cell| {
            let mut board = (*deed.before).clone();
            board.set(start, None);
            board.set(cell, Some(piece));
            self.oracle.attacked(&board, cell)
        })
    }

    /// It has a legal move, if it were its owner's turn.
    fn can_move(&self, cell: Cell) -> bool {
        let Some(owner) = self.whole.at(cell).and_then(|p| p.owner) else { return false };
        let inside = !matches!(self.no_move, NoMove::Ask { inside: false });
        let board = self.oracle.as_turn_of(self.whole, owner);
        self.oracle.has_move(&board, owner, Scope { from: Some(cell), ..Scope::all(inside) })
    }

    /// A number of taken pieces, read where they stood, that fits the set.
    fn took(&self, set: &Set, taken: &[super::position::Taken]) -> bool {
        let found = taken.iter().filter(|t| self.is_in(set, &Element::off(t.cell, t.piece))).count();
        enough(set.quantity, found, taken.len())
    }

    /// A cell as a place.
    fn cell_at(&self, place: &Place, cell: Option<Cell>) -> bool {
        cell.is_some_and(|cell| self.is_at(place, &Element { cell, piece: None, lies: Lies::Board }))
    }

    /// It ended in a term (a member of a family by itself) in which it did not begin.
    fn entered(&self, items: &Items, start: Option<Cell>, end: Cell) -> bool {
        let inside = |cell: Cell| Element { cell, piece: self.board.at(cell), lies: Lies::Board };
        let kept_out = |cell: Cell| items.except.iter().any(|term| self.is_term(term, &inside(cell)));
        items.terms.iter().any(|term| match &term.noun {
            Noun::Family(family) => self.oracle.rules.families[*family].members.iter().any(|m| {
                self.member_fits(m.owner, term.whose)
                    && m.cells.has(end)
                    && !kept_out(end)
                    && !start.is_some_and(|start| m.cells.has(start))
            }),
            _ => {
                self.is_term(term, &inside(end))
                    && !kept_out(end)
                    && !start.is_some_and(|start| self.is_term(term, &inside(start)))
            }
        })
    }

    /// On one line with one of the items, nothing between.
    fn faces(&self, e: &Element, items: &Items, along: &[boardwright::rules::model::Direction]) -> bool {
        let facing = self.oracle.facing(e.piece.and_then(|p| p.owner).or(self.view));
        or_default(along, &Compass::ALL).iter().flat_map(|&d| self.oracle.rays(e.cell, d, facing, None)).any(|ray| {
            let first = ray.into_iter().find(|&cell| self.board.at(cell).is_some());
            first.is_some_and(|cell| self.is_of(items, &self.element(cell)))
        })
    }

    /// Every cell that borders the set of cells is closed by the items.
    fn enclosed(&self, cells: &[Cell], items: &Items) -> bool {
        let set = Set { quantity: Quantity::Some, items: items.clone(), places: Vec::new(), span: Span::default() };
        cells.iter().all(|&cell| {
            let borders = Compass::STRAIGHT.into_iter().map(|d| self.oracle.rules.board.neighbour(cell, d));
            borders
                .filter(|border| border.is_none_or(|b| !cells.contains(&b)))
                .all(|border| self.closed_by(border, &set, &self.element(cell)))
        })
    }

    /// The spread from some cells, through others, touches the target.
    fn reaches(&self, from: &[Cell], to: &Items, through: &Items, taking: Option<&Items>) -> bool {
        let spread = self.spread(from, through, taking);
        let cell_words = |noun: &Noun| {
            matches!(
                noun,
                Noun::Cells(_)
                    | Noun::Family(_)
                    | Noun::ItsFile
                    | Noun::ItsRank
                    | Noun::ItsCell
                    | Noun::ItsStart
                    | Noun::ItsEnd
                    | Noun::ItsFamily(_)
                    | Noun::LastEnd
                    | Noun::Beside(_)
                    | Noun::Marked(_)
            )
        };
        to.terms.iter().any(|term| {
            let one = Items { terms: vec![term.clone()], except: to.except.clone() };
            self.elements_of(&one).iter().any(|target| {
                if cell_words(&term.noun) {
                    spread.contains(&target.cell)
                } else {
                    self.oracle.beside(target.cell).iter().any(|cell| spread.contains(cell))
                }
            })
        })
    }

    /// The cells that a spread covers, its start included.
    fn spread(&self, from: &[Cell], through: &Items, taking: Option<&Items>) -> BTreeSet<Cell> {
        let mut spread: BTreeSet<Cell> = from.iter().copied().collect();
        loop {
            let joins = |cell: &Cell| {
                let e = self.element(*cell);
                let open = self.oracle.beside(*cell).iter().any(|c| spread.contains(c)) && self.is_of(through, &e);
                open || taking.is_some_and(|items| self.is_of(items, &e) && self.falls(&e, &spread))
            };
            let board = self.oracle.rules.board.cells;
            let joining: Vec<Cell> = board.into_iter().filter(|c| !spread.contains(c)).filter(joins).collect();
            if joining.is_empty() {
                return spread;
            }
            spread.extend(joining);
        }
    }

    /// Two opposite neighbours of the piece are in the spread or hostile to it.
    fn falls(&self, e: &Element, spread: &BTreeSet<Cell>) -> bool {
        let closes = |d: Compass| {
            let cell = self.oracle.rules.board.neighbour(e.cell, d);
            cell.is_some_and(|cell| spread.contains(&cell)) || self.hostile(cell, e)
        };
        [Compass::NORTH, Compass::EAST].into_iter().any(|d| closes(d) && closes(d.opposite()))
    }
}
