//! Sets of pieces and cells.

use super::super::ast::{Items, Name, Noun, Place, PlaceKind, Quantity, Set, State, Term, Whose};
use super::{Builder, Kids, Node, inner};
use crate::diag::Span;
use boardwright_grammar::Rule;

impl Builder<'_> {
    pub(super) fn set(&mut self, node: Node<'_>) -> Option<Set> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let quantity = match kids.take(Rule::quantity) {
            Some(node) => Some(self.quantity(node)?),
            None => None,
        };
        let items = self.items(kids.take(Rule::items)?)?;
        let mut places = Vec::new();
        while let Some(place) = kids.take(Rule::place) {
            places.push(self.place(place)?);
        }
        Some(Set { quantity, items, places, span })
    }

    fn quantity(&self, node: Node<'_>) -> Option<Quantity> {
        let mut kids = Kids::of(node);
        let word = kids.next()?;
        let number = self.take_number(&mut kids).map(|n| n.value);
        Some(match word.as_rule() {
            Rule::kw_no => Quantity::No,
            Rule::kw_every => Quantity::Every,
            Rule::kw_some => Quantity::Some,
            Rule::kw_at_least => Quantity::AtLeast(number?),
            Rule::kw_at_most => Quantity::AtMost(number?),
            Rule::kw_exactly => Quantity::Exactly(number?),
            _ => {
                kids.skip(Rule::dots);
                Quantity::Between(self.number(&word).value, self.take_number(&mut kids)?.value)
            }
        })
    }

    pub(super) fn items(&mut self, node: Node<'_>) -> Option<Items> {
        let span = self.span(&node);
        let (mut terms, mut except) = (Vec::new(), Vec::new());
        let mut after_except = false;
        for node in inner(node) {
            match node.as_rule() {
                Rule::kw_except => after_except = true,
                Rule::term if after_except => except.push(self.term(node)?),
                Rule::term => terms.push(self.term(node)?),
                _ => {}
            }
        }
        Some(Items { terms, except, span })
    }

    /// A term, or the inner one of `beside …`.
    fn term(&mut self, node: Node<'_>) -> Option<Term> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let whose = match kids.take(Rule::whose) {
            Some(node) => Some(self.whose(node)?),
            None => None,
        };
        let mut states = Vec::new();
        while let Some(node) = kids.take(Rule::state) {
            let span = self.span(&node);
            let state = match inner(node).next()?.as_rule() {
                Rule::kw_plain => State::Plain,
                Rule::kw_promoted => State::Promoted,
                Rule::kw_unmoved => State::Unmoved,
                Rule::kw_frozen => State::Frozen,
                Rule::kw_empty => State::Empty,
                Rule::kw_hostile => State::Hostile,
                _ => State::Out,
            };
            states.push((state, span));
        }
        let noun = match kids.peek() {
            None | Some(Rule::guard) => None,
            Some(_) => Some(self.noun(kids.next()?)?),
        };
        Some(Term { whose, states, noun, guard: self.take_guard(&mut kids)?, span })
    }

    pub(super) fn whose(&self, node: Node<'_>) -> Option<(Whose, Span)> {
        let span = self.span(&node);
        let word = inner(node).next()?;
        let whose = match word.as_rule() {
            Rule::kw_own => Whose::Own,
            Rule::kw_ally => Whose::Ally,
            Rule::kw_enemy => Whose::Enemy,
            Rule::kw_team => Whose::Team,
            Rule::kw_other => Whose::Other,
            Rule::kw_any => Whose::Any,
            Rule::kw_neutral => Whose::Neutral,
            _ => Whose::Player(self.name(&word)),
        };
        Some((whose, span))
    }

    fn noun(&mut self, node: Node<'_>) -> Option<Noun> {
        let rule = node.as_rule();
        let written = node.clone();
        let mut kids = Kids::of(node);
        Some(match rule {
            Rule::kw_moved_piece => Noun::MovedPiece,
            Rule::kw_piece_noun | Rule::kw_pieces => Noun::Piece,
            Rule::kw_royal_noun => Noun::Royal,
            Rule::kw_cell | Rule::kw_cells => Noun::Cell,
            Rule::kw_hand_noun => Noun::Hand,
            Rule::kw_its_group => Noun::ItsGroup,
            Rule::kw_it => Noun::It,
            Rule::kw_captor => Noun::Captor,
            Rule::kw_chosen => Noun::Chosen,
            Rule::kw_edge => Noun::Edge,
            Rule::kw_corners => Noun::Corners,
            Rule::kw_centre => Noun::Centre,
            Rule::kw_outside => Noun::Outside,
            Rule::kw_board_noun => Noun::Board,
            Rule::kw_last_end => Noun::LastEnd,
            Rule::kw_origin => Noun::Origin,
            Rule::its => self.its(&mut kids)?,
            Rule::cell_range => {
                let first = self.take_cell(&mut kids)?;
                kids.skip(Rule::dots);
                Noun::CellRange(first, self.take_cell(&mut kids)?)
            }
            Rule::one_cell => Noun::OneCell(self.take_cell(&mut kids)?),
            Rule::near | Rule::far => {
                kids.next();
                match (self.take_number(&mut kids), kids.peek(), rule) {
                    (Some(number), _, Rule::near) => Noun::NearRanks(number.value),
                    (Some(number), _, _) => Noun::FarRanks(number.value),
                    (None, Some(Rule::kw_half), Rule::near) => Noun::NearHalf,
                    (None, Some(Rule::kw_half), _) => Noun::FarHalf,
                    (None, _, Rule::near) => Noun::NearRanks(1),
                    (None, _, _) => Noun::FarRanks(1),
                }
            }
            Rule::rank_noun => {
                kids.skip(Rule::kw_rank);
                Noun::Rank(self.take_number(&mut kids)?)
            }
            Rule::file_noun => {
                kids.skip(Rule::kw_file);
                Noun::File(self.name(&kids.take(Rule::any_word)?))
            }
            Rule::start_of | Rule::crossing_of | Rule::beside_noun => {
                kids.next();
                let inner = Box::new(self.term(kids.take(Rule::inner_term)?)?);
                match rule {
                    Rule::start_of => Noun::StartOf(inner),
                    Rule::crossing_of => Noun::CrossingOf(inner),
                    _ => Noun::Beside(inner),
                }
            }
            Rule::named => Noun::Name(self.take_name(&mut kids)?),
            // A value of an option that is no name: a number, or a word of the language.
            Rule::value_word => Noun::Name(self.name(&written)),
            _ => return None,
        })
    }

    fn its(&self, kids: &mut Kids<'_>) -> Option<Noun> {
        kids.skip(Rule::kw_its);
        let word = kids.next()?;
        Some(match word.as_rule() {
            Rule::kw_file => Noun::ItsFile,
            Rule::kw_rank => Noun::ItsRank,
            Rule::kw_cell => Noun::ItsCell,
            Rule::kw_start => Noun::ItsStart,
            Rule::kw_end => Noun::ItsEnd,
            _ => Noun::Its(self.name(&word)),
        })
    }

    fn take_cell(&self, kids: &mut Kids<'_>) -> Option<Name> {
        kids.take(Rule::cell).map(|n| self.name(&n))
    }

    pub(super) fn place(&mut self, node: Node<'_>) -> Option<Place> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let word = kids.next()?.as_rule();
        let kind = match word {
            Rule::kw_from => {
                let whose = self.whose(kids.take(Rule::whose)?)?.0;
                PlaceKind::FromHand(whose)
            }
            Rule::kw_that => {
                let quantity = self.quantity(kids.take(Rule::quantity)?)?;
                let items = self.items(kids.take(Rule::items)?)?;
                kids.skip(Rule::kw_can_reach_through);
                PlaceKind::CanReach { quantity, items, through: self.items(kids.take(Rule::items)?)? }
            }
            _ => {
                let items = self.items(kids.take(Rule::items)?)?;
                match word {
                    Rule::kw_not_on | Rule::kw_not_in => PlaceKind::On { not: true, items },
                    Rule::kw_on | Rule::kw_in => PlaceKind::On { not: false, items },
                    Rule::kw_not_beside => PlaceKind::Beside { not: true, items },
                    Rule::kw_beside => PlaceKind::Beside { not: false, items },
                    Rule::kw_next_to => PlaceKind::NextTo { items, along: self.take_along(&mut kids)? },
                    _ => PlaceKind::Behind(items),
                }
            }
        };
        Some(Place { kind, span })
    }

    /// A word as a list of one name: the value of an option.
    pub(super) fn word_as_items(&self, node: &Node<'_>) -> Items {
        let span = self.span(node);
        let term = Term { whose: None, states: Vec::new(), noun: Some(Noun::Name(self.name(node))), guard: None, span };
        Items { terms: vec![term], except: Vec::new(), span }
    }
}
