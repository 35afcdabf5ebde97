//! Pieces, their traits, and paths.

use super::super::ast::{
    Declaration, Direction, DirectionKind, Leg, LegBody, Mode, Motion, MoveWhat, Moves, Name, Onto, Over, Path, Piece,
    Range, Seat, Times, Trait, Vector, Verb,
};
use super::{Builder, Kids, Node, Slot, inner, value_of};
use boardwright_grammar::Rule;

impl Builder<'_> {
    pub(super) fn piece(&mut self, node: Node<'_>) -> Option<Piece> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_piece);
        let name = self.take_name(&mut kids)?;
        let code = kids.take(Rule::code).map(|n| self.sign(&n));
        let mut piece = Piece {
            name,
            code,
            labels: Vec::new(),
            seats: Vec::new(),
            royal: false,
            neutral: false,
            promotes_to: None,
            traits: Vec::new(),
        };
        while let Some(node) = kids.next() {
            match node.as_rule() {
                Rule::string => piece.labels.push(self.string(&node)),
                Rule::seat => {
                    let mut kids = Kids::of(node);
                    let player = self.take_name(&mut kids)?;
                    piece.seats.push(Seat { player, symbol: kids.take(Rule::symbol).map(|n| self.sign(&n)) });
                }
                Rule::kw_royal_piece => piece.royal = true,
                Rule::kw_neutral_piece => piece.neutral = true,
                Rule::name => piece.promotes_to = Some(self.name(&node)),
                Rule::traits => piece.traits = self.traits(node),
                _ => {}
            }
        }
        Some(piece)
    }

    /// A code or symbol: as written, with an ASCII `+`.
    fn sign(&self, node: &Node<'_>) -> Name {
        let mut name = self.name(node);
        name.text = name.text.replace('＋', "+");
        name
    }

    pub(super) fn every(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_every_item);
        let set = self.set(kids.take(Rule::set)?)?;
        let traits = self.traits(kids.take(Rule::traits)?);
        Some(Declaration::Every { set, traits })
    }

    fn traits(&mut self, node: Node<'_>) -> Vec<Trait> {
        inner(node)
            .map(|node| {
                let span = self.span(&node);
                if node.as_rule() == Rule::bad_statement {
                    return Trait::Unreadable(self.bad(Slot::Trait, &node));
                }
                self.one_trait(node).unwrap_or(Trait::Unreadable(span))
            })
            .collect()
    }

    fn one_trait(&mut self, node: Node<'_>) -> Option<Trait> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        if rule == Rule::movement {
            return self.movement(kids, span).map(Trait::Moves);
        }
        kids.next(); // the keyword
        Some(match rule {
            Rule::only_in => {
                Trait::OnlyIn { items: self.items(kids.take(Rule::items)?)?, when: self.take_when(&mut kids)?, span }
            }
            Rule::freezes => {
                Trait::Freezes { set: self.set(kids.take(Rule::set)?)?, when: self.take_when(&mut kids)?, span }
            }
            _ => Trait::MayStop { when: self.take_when(&mut kids)?, span },
        })
    }

    fn movement(&mut self, mut kids: Kids<'_>, span: crate::diag::Span) -> Option<Moves> {
        let verb = match kids.next()?.as_rule() {
            Rule::kw_walks => Verb::Walks,
            Rule::kw_takes => Verb::Takes,
            _ => Verb::Moves,
        };
        let what = kids.next()?;
        let what = match what.as_rule() {
            Rule::path => MoveWhat::Path(self.path(what)?),
            Rule::betza => MoveWhat::Betza(self.string(&inner(what).find(|n| n.as_rule() == Rule::string)?)),
            _ => MoveWhat::InsteadLike(self.set(inner(what).find(|n| n.as_rule() == Rule::set)?)?),
        };
        let mut moves =
            Moves { verb, what, taking_at_most: None, stopping_on: None, leaving_mark: None, when: None, span };
        while let Some(node) = kids.next() {
            let rule = node.as_rule();
            if rule == Rule::when {
                moves.when = Some(self.when(node)?);
                continue;
            }
            let mut kids = Kids::of(node);
            kids.next(); // the keyword
            match rule {
                Rule::taking_at_most => moves.taking_at_most = self.take_number(&mut kids),
                Rule::stopping_on => moves.stopping_on = Some(self.items(kids.take(Rule::items)?)?),
                _ => moves.leaving_mark = self.take_name(&mut kids),
            }
        }
        Some(moves)
    }

    fn path(&mut self, node: Node<'_>) -> Option<Path> {
        let span = self.span(&node);
        let mut alternatives = Vec::new();
        for route in inner(node).filter(|n| n.as_rule() == Rule::route) {
            let mut legs = Vec::new();
            for leg in inner(route).filter(|n| n.as_rule() == Rule::leg) {
                legs.push(self.leg(leg)?);
            }
            alternatives.push(legs);
        }
        Some(Path { alternatives, span })
    }

    fn leg(&mut self, node: Node<'_>) -> Option<Leg> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let mode = match kids.take(Rule::mode) {
            Some(node) => Some(self.mode(node)?),
            None => None,
        };
        let body = kids.next()?;
        let body = if body.as_rule() == Rule::path {
            LegBody::Path(self.path(body)?)
        } else {
            LegBody::Motion(self.motion(body)?)
        };
        let mut leg = Leg { mode, body, over: None, onto: None, times: None, span };
        while let Some(node) = kids.next() {
            let span = self.span(&node);
            let rule = node.as_rule();
            let mut kids = Kids::of(node);
            match rule {
                Rule::over => {
                    kids.skip(Rule::kw_over);
                    let count = self.range(kids.take(Rule::range)?)?;
                    let set = match kids.take(Rule::set) {
                        Some(node) => Some(self.set(node)?),
                        None => None,
                    };
                    let taking =
                        if kids.skip(Rule::kw_taking_of) { Some(self.range(kids.take(Rule::range)?)?) } else { None };
                    leg.over = Some(Over { count, set, taking, span });
                }
                Rule::onto => {
                    leg.onto = Some(if kids.skip(Rule::kw_onto_mark) {
                        Onto::Mark(self.take_name(&mut kids)?)
                    } else {
                        kids.skip(Rule::kw_onto);
                        Onto::Set(self.set(kids.take(Rule::set)?)?)
                    });
                }
                _ => {
                    leg.times = Some(match kids.take(Rule::range) {
                        Some(node) => Times::Range(self.range(node)?),
                        None => Times::AsLongAsItCan,
                    });
                }
            }
        }
        Some(leg)
    }

    fn mode(&self, node: Node<'_>) -> Option<Mode> {
        let mut kids = Kids::of(node);
        Some(match kids.next()?.as_rule() {
            Rule::kw_walking => Mode::Walking,
            Rule::kw_shooting => Mode::Shooting,
            Rule::kw_placing => Mode::Placing(self.take_name(&mut kids)?),
            _ => Mode::Taking,
        })
    }

    fn motion(&mut self, node: Node<'_>) -> Option<Motion> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        kids.next(); // the keyword
        Some(match rule {
            Rule::step => Motion::Step(self.take_directions(&mut kids)?),
            Rule::slide => Motion::Slide(self.take_directions(&mut kids)?, self.reach(&mut kids)?),
            Rule::leap => Motion::Leap(self.vectors(&mut kids)?),
            Rule::ride => Motion::Ride(self.vectors(&mut kids)?, self.reach(&mut kids)?),
            Rule::jump => Motion::Jump(self.take_directions(&mut kids)?),
            Rule::hop => Motion::Hop(self.take_directions(&mut kids)?),
            Rule::like => Motion::Like(self.set(kids.take(Rule::set)?)?),
            _ => Motion::Stay,
        })
    }

    /// `exactly 2`, `1..3`. The outer `None` means that something was not as the grammar promises.
    #[allow(clippy::option_option)]
    fn reach(&self, kids: &mut Kids<'_>) -> Option<Option<Range>> {
        let Some(node) = kids.take(Rule::reach) else { return Some(None) };
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_exactly);
        self.range_of(&mut kids, span).map(Some)
    }

    fn vectors(&self, kids: &mut Kids<'_>) -> Option<Vec<Vector>> {
        let mut vectors = Vec::new();
        while let Some(Rule::turned_vector | Rule::symmetric_vector) = kids.peek() {
            let node = kids.next()?;
            let span = self.span(&node);
            let symmetric = node.as_rule() == Rule::symmetric_vector;
            let mut parts = inner(node).map(|n| signed(n.as_str()));
            vectors.push(Vector { symmetric, x: parts.next()?, y: parts.next()?, span });
        }
        Some(vectors)
    }

    /// Directions with commas between.
    pub(super) fn take_directions(&self, kids: &mut Kids<'_>) -> Option<Vec<Direction>> {
        inner(kids.take(Rule::directions)?).map(|n| self.direction(n)).collect()
    }

    /// `along D`, if it is there. The outer `None` means that something was not as the grammar promises.
    #[allow(clippy::option_option)]
    pub(super) fn take_along(&self, kids: &mut Kids<'_>) -> Option<Option<Vec<Direction>>> {
        let Some(node) = kids.take(Rule::along) else { return Some(None) };
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_along);
        self.take_directions(&mut kids).map(Some)
    }

    pub(super) fn direction(&self, node: Node<'_>) -> Option<Direction> {
        let span = self.span(&node);
        let word = inner(node).next()?;
        let kind = match word.as_rule() {
            Rule::kw_forward => DirectionKind::Forward,
            Rule::kw_backward => DirectionKind::Backward,
            Rule::kw_left => DirectionKind::Left,
            Rule::kw_right => DirectionKind::Right,
            Rule::kw_forward_left => DirectionKind::ForwardLeft,
            Rule::kw_forward_right => DirectionKind::ForwardRight,
            Rule::kw_backward_left => DirectionKind::BackwardLeft,
            Rule::kw_backward_right => DirectionKind::BackwardRight,
            Rule::kw_orthogonal => DirectionKind::Orthogonal,
            Rule::kw_diagonal => DirectionKind::Diagonal,
            Rule::kw_any_direction => DirectionKind::Any,
            Rule::kw_sideways => DirectionKind::Sideways,
            Rule::kw_vertical => DirectionKind::Vertical,
            Rule::kw_north => DirectionKind::North,
            Rule::kw_south => DirectionKind::South,
            Rule::kw_east => DirectionKind::East,
            Rule::kw_west => DirectionKind::West,
            Rule::kw_onward => DirectionKind::Onward,
            Rule::kw_onward_left => DirectionKind::OnwardLeft,
            Rule::kw_onward_right => DirectionKind::OnwardRight,
            Rule::kw_ahead => DirectionKind::Ahead,
            _ => {
                let mut kids = Kids::of(word);
                kids.skip(Rule::kw_line_direction);
                let name: Name = self.take_name(&mut kids)?;
                DirectionKind::Line { name, forward: kids.skip(Rule::kw_forward) }
            }
        };
        Some(Direction { kind, span })
    }
}

/// A signed number; too large ones are clamped.
fn signed(written: &str) -> i32 {
    let negative = written.starts_with(['-', '−', '－']);
    let digits = written.trim_start_matches(|c: char| !c.is_ascii_digit());
    let value = i32::try_from(value_of(digits)).unwrap_or(i32::MAX);
    if negative { -value } else { value }
}
