//! What pieces do: movement statements and paths, `only in`, `freezes`, `may stop`, and the traits of `every`.

use crate::diag::{Diagnostic, Span, code};
use crate::syntax::ast::{
    Declaration, Leg as WrittenLeg, LegBody, Mode as WrittenMode, Motion as WrittenMotion, MoveWhat as WrittenWhat,
    Moves, Onto as WrittenOnto, Path as WrittenPath, Range, Set as WrittenSet, Times, Trait, Vector as WrittenVector,
    Verb as WrittenVerb,
};
use crate::types::{Kind, Mark};

use super::conditions::{never, or};
use super::model::{
    Condition, Direction, Freezes, Leg, Mode, Motion, MoveWhat, Movement, Noun, OnlyIn, Onto, Over, Path, Place, Set,
    Vector, Verb, Whose,
};
use super::names::Sort;
use super::resolve::Resolver;
use super::scope::{NoWhose, Scope};
use super::{betza, limits};

/// What a bracket hands down to its legs.
#[derive(Clone, Copy)]
struct Handed<'s> {
    mode: Option<(&'s WrittenMode, Span)>,
    onto: Option<&'s WrittenOnto>,
    /// A leg comes before.
    after_a_leg: bool,
}

impl Resolver<'_> {
    /// The traits of all pieces.
    pub fn traits(&mut self) {
        for (at, (_, piece)) in self.piece_items().enumerate() {
            self.traits_of(Kind::from_index(at), &piece.traits);
        }
        for entry in self.entries() {
            let Declaration::Every { set, traits } = &entry.declaration else { continue };
            let kinds = self.kinds_said_by(set);
            if kinds.is_empty() {
                // The words are looked at even if they bind nobody.
                continue;
            }
            for kind in kinds {
                self.traits_of(kind, traits);
            }
        }
    }

    /// The kinds that a set of `every` names; it may ask nothing but the kind.
    fn kinds_said_by(&mut self, set: &WrittenSet) -> Vec<Kind> {
        let scope = Scope::new(self.everybody(), "`every`").meaning(NoWhose::Any);
        let resolved = self.set(set, scope);
        let mut fits = resolved.places.is_empty() && set.quantity.is_none();
        let mut kinds = Vec::new();
        let mut without = Vec::new();
        for (terms, into) in [(&resolved.items.terms, &mut kinds), (&resolved.items.except, &mut without)] {
            for term in terms {
                let states = term.states;
                let only_sides = !(states.unmoved || states.frozen || states.empty || states.hostile || states.out);
                match &term.noun {
                    Noun::Pieces(all) if term.whose == Whose::Any && only_sides => {
                        into.extend(all.iter().filter(|&kind| {
                            let promoted = self.kinds[kind].plain_side.is_some();
                            !(states.plain && promoted || states.promoted && !promoted)
                        }));
                    }
                    _ => fits = false,
                }
            }
        }
        if !fits {
            self.report(Diagnostic::new(code::WRONG_SORT, set.span, "`every` takes kinds of pieces").help(
                "write `every piece { … }`, `every Guard, Scout { … }`; say the rest after `when` in the traits",
            ));
        }
        kinds.retain(|kind| !without.contains(kind));
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    fn traits_of(&mut self, kind: Kind, traits: &[Trait]) {
        let owners = self.owners[kind.index()];
        let view = if owners == 0 { self.everybody() } else { owners };
        let scope = Scope::new(view, "a piece").with_it().meaning(NoWhose::Any);
        for one in traits {
            match one {
                Trait::Moves(moves) => self.moves(kind, moves, scope),
                Trait::OnlyIn { items, when, .. } => {
                    let cells = self.items(items, scope);
                    let when = self.when(when.as_ref(), scope);
                    if !never(&when) {
                        self.kinds[kind].only_in.push(OnlyIn { cells, when });
                    }
                }
                Trait::Freezes { set, when, .. } => {
                    let set = self.set(set, scope);
                    let when = self.when(when.as_ref(), scope);
                    if !never(&when) {
                        self.kinds[kind].freezes.push(Freezes { set, when });
                    }
                }
                Trait::MayStop { when, .. } => {
                    let when = self.when(when.as_ref(), scope);
                    let before = std::mem::replace(&mut self.kinds[kind].may_stop, Condition::Const(false));
                    self.kinds[kind].may_stop = or(vec![before, when]);
                }
                Trait::Unreadable(_) => {}
            }
        }
    }

    fn moves(&mut self, kind: Kind, moves: &Moves, scope: Scope) {
        let what = match &moves.what {
            WrittenWhat::Path(path) => {
                let handed = Handed { mode: None, onto: None, after_a_leg: false };
                let scope = Scope { walks: moves.verb == WrittenVerb::Walks, ..scope };
                self.path(path, handed, scope).map(MoveWhat::Path)
            }
            WrittenWhat::Betza(word) => match betza::read(&word.text) {
                Ok(path) => {
                    let turns = betza::turns_with_its_owner(&path);
                    if turns {
                        self.front_in_view(word.span, scope);
                    }
                    Some(MoveWhat::Path(betza::with_span(path, word.span)))
                }
                Err(fault) => {
                    self.report(
                        Diagnostic::new(
                            code::BAD_BETZA,
                            word.span,
                            format!("the Betza word `{}` cannot be read: {}", word.text, fault.what),
                        )
                        .help(fault.help),
                    );
                    None
                }
            },
            WrittenWhat::InsteadLike(set) => {
                let set = self.lenders(set, scope);
                Some(MoveWhat::InsteadLike(set))
            }
        };
        let taking_at_most =
            moves.taking_at_most.map(|n| self.limited(n.value, 255, n.span, "pieces taken by one move"));
        let stopping_on = moves.stopping_on.as_ref().map(|items| self.items(items, scope));
        let leaving_mark = moves.leaving_mark.as_ref().and_then(|name| self.mark(name));
        let when = self.when(moves.when.as_ref(), scope);
        let Some(what) = what else { return };
        if never(&when) {
            return;
        }
        let verb = match moves.verb {
            WrittenVerb::Moves => Verb::Moves,
            WrittenVerb::Walks => Verb::Walks,
            WrittenVerb::Takes => Verb::Takes,
        };
        self.kinds[kind].movements.push(Movement {
            verb,
            what,
            taking_at_most,
            stopping_on,
            leaving_mark,
            when,
            span: moves.span,
        });
    }

    fn mark(&mut self, name: &crate::syntax::ast::Name) -> Option<Mark> {
        match self.find(name, "a mark", |sort| matches!(sort, Sort::Mark(_))) {
            Some(Sort::Mark(mark)) => Some(mark),
            _ => None,
        }
    }

    /// Who lends moves: pieces.
    fn lenders(&mut self, set: &WrittenSet, scope: Scope) -> Set {
        let resolved = self.set(set, scope);
        if let Some(term) = resolved.items.terms.iter().find(|t| !matches!(t.noun, Noun::Pieces(_))) {
            self.report(
                Diagnostic::new(code::WRONG_SORT, term.span, "only pieces lend moves")
                    .help("write `like Guard`, or `like any piece next to it`"),
            );
        }
        resolved
    }

    // ---- paths ----------------------------------------------------------------------------------------------------------

    fn path(&mut self, path: &WrittenPath, handed: Handed<'_>, scope: Scope) -> Option<Path> {
        if !self.room(path.span) {
            return None;
        }
        self.depth += 1;
        let mut alternatives: Vec<Option<Path>> = Vec::new();
        for sequence in &path.alternatives {
            let mut legs: Vec<Option<Path>> = Vec::new();
            let last = sequence.len().saturating_sub(1);
            for (at, leg) in sequence.iter().enumerate() {
                let handed = Handed {
                    onto: handed.onto.filter(|_| at == last),
                    after_a_leg: handed.after_a_leg || at > 0,
                    ..handed
                };
                legs.push(self.leg(leg, handed, scope));
            }
            alternatives.push(joined(legs, Path::Then));
        }
        self.depth -= 1;
        joined(alternatives, Path::Or)
    }

    fn leg(&mut self, leg: &WrittenLeg, handed: Handed<'_>, scope: Scope) -> Option<Path> {
        if !self.room(leg.span) {
            return None;
        }
        let own = leg.mode.as_ref().map(|mode| (mode, leg.span));
        let mode = match (own, handed.mode) {
            (Some((mode, span)), Some((outer, _))) if mode != outer => {
                self.report(
                    Diagnostic::new(code::BAD_PATH, span, "two different modes for one leg")
                        .help("a mode before a bracket holds for every leg in it; say it once, inside or outside"),
                );
                Some((mode, span))
            }
            (Some(own), _) => Some(own),
            (None, outer) => outer,
        };
        let onto = match (&leg.onto, handed.onto) {
            (Some(_), Some(_)) => {
                self.report(
                    Diagnostic::new(code::BAD_PATH, leg.span, "`onto` twice for one leg")
                        .help("`onto` behind a bracket is said of its last leg; say it once"),
                );
                leg.onto.as_ref()
            }
            (Some(onto), None) => Some(onto),
            (None, outer) => outer,
        };
        if leg.onto.is_none() && handed.onto.is_some() && leg.times.is_some() {
            self.not_yet(leg.span, "`onto` of a bracket whose last leg is repeated", "say `onto` inside the bracket");
        }
        let built = match &leg.body {
            LegBody::Path(path) => {
                if let Some(over) = &leg.over {
                    self.report(
                        Diagnostic::new(code::BAD_PATH, over.span, "`over` belongs to one motion, not to a bracket")
                            .help("write it behind `slide …` or `ride …` inside the bracket"),
                    );
                }
                self.path(path, Handed { mode, onto, after_a_leg: handed.after_a_leg }, scope)
            }
            LegBody::Motion(motion) => self.motion(motion, leg, mode, onto, handed.after_a_leg, scope),
        };
        let built = built?;
        let endless = match leg.times {
            Some(Times::AsLongAsItCan) => true,
            Some(Times::Range(range)) => range.max.is_none(),
            None => false,
        };
        if endless && (scope.walks || !can_take(&built)) {
            self.report(
                Diagnostic::new(code::BAD_PATH, leg.span, "a path that goes on without taking never ends")
                    .label("no round of it takes anything")
                    .help(
                        "without a limit every round must take something: `takes jump diagonal as long as it can`; \
                           else say how often: `1..3 times`",
                    ),
            );
        }
        Some(match leg.times {
            None => built,
            Some(Times::AsLongAsItCan) => Path::AsLongAsItCan(Box::new(built)),
            Some(Times::Range(range)) => {
                let max = range.max.map(|max| self.limited(max, limits::MOST_TIMES, range.span, "the number of times"));
                if max == Some(0) {
                    self.report(
                        Diagnostic::new(code::BAD_PATH, range.span, "a leg that is made no times")
                            .help("write `1..2 times`, or take the leg away"),
                    );
                }
                let min = range.min.min(limits::MOST_TIMES);
                Path::Times { path: Box::new(built), min, max }
            }
        })
    }

    fn motion(
        &mut self,
        motion: &WrittenMotion,
        leg: &WrittenLeg,
        mode: Option<(&WrittenMode, Span)>,
        onto: Option<&WrittenOnto>,
        after_a_leg: bool,
        scope: Scope,
    ) -> Option<Path> {
        let directions = match motion {
            WrittenMotion::Step(d) | WrittenMotion::Slide(d, _) | WrittenMotion::Jump(d) | WrittenMotion::Hop(d) => {
                let all = self.directions(d, scope, true);
                let from_before = all.iter().any(|d| matches!(d, Direction::Onward(_) | Direction::Ahead));
                if from_before && !after_a_leg {
                    let span = d.first().map_or(leg.span, |d| d.span);
                    self.report(
                        Diagnostic::new(code::BAD_PATH, span, "the first leg has no leg before it to go on from")
                            .help("`onward` and `ahead` stand behind `then`: `step orthogonal then step onward`"),
                    );
                }
                all
            }
            _ => Vec::new(),
        };
        let over = leg.over.as_ref().map(|over| {
            let set = over.set.as_ref().map(|set| self.set(set, scope));
            let most = limits::LONGEST_REACH;
            let min = self.limited(over.count.min, most, over.count.span, "pieces to go over");
            let max = over.count.max.map(|max| self.limited(max, most, over.count.span, "pieces to go over"));
            let taking = over.taking.map_or((0, Some(0)), |range| {
                if max.is_some_and(|max| range.min > max) {
                    self.report(
                        Diagnostic::new(code::BAD_PATH, range.span, "more pieces taken than gone over")
                            .help("`over 1 enemy piece taking 1`"),
                    );
                }
                (range.min.min(most), range.max.map(|max| max.min(most)))
            });
            Over { min, max, set, taking }
        });
        if let (Some(written), false) =
            (&leg.over, matches!(motion, WrittenMotion::Slide(..) | WrittenMotion::Ride(..)))
        {
            self.report(Diagnostic::new(code::BAD_PATH, written.span, "`over` belongs to `slide` and `ride`").help(
                match motion {
                    WrittenMotion::Jump(_) | WrittenMotion::Hop(_) => {
                        "a `jump` and a `hop` go over one piece by themselves"
                    }
                    _ => "write `slide forward exactly 2 over 1`; a leap goes over everything",
                },
            ));
        }
        let onto = match onto {
            None => None,
            Some(WrittenOnto::Mark(name)) => Some(Onto::Mark(self.mark(name)?)),
            Some(WrittenOnto::Set(set)) => Some(Onto::Set(self.set(set, scope))),
        };
        let mode_said = mode.map(|(_, span)| span);
        let mode = match mode {
            None => Mode::Plain,
            Some((WrittenMode::Walking, _)) => Mode::Walking,
            Some((WrittenMode::Taking, _)) => Mode::Taking,
            Some((WrittenMode::Shooting, _)) => Mode::Shooting,
            Some((WrittenMode::Placing(name), _)) => Mode::Placing(self.kind_named(name)?),
        };
        let mut built = Leg { mode, motion: Motion::Stay, over, onto, span: leg.span };
        built.motion = match motion {
            WrittenMotion::Step(_) => Motion::Step(directions),
            WrittenMotion::Slide(_, reach) => {
                let (least, most) = self.reach(*reach);
                Motion::Slide(directions, least, most)
            }
            WrittenMotion::Leap(vectors) => Motion::Leap(self.vectors(vectors, scope)),
            WrittenMotion::Ride(vectors, reach) => {
                let vectors = self.vectors(vectors, scope);
                let (least, most) = self.reach(*reach);
                Motion::Ride(vectors, least, most)
            }
            WrittenMotion::Jump(_) => {
                if let (Some(span), false) = (mode_said, mode == Mode::Walking) {
                    self.report(
                        Diagnostic::new(
                            code::BAD_PATH,
                            span,
                            "a `jump` ends on an empty cell and takes what it goes over",
                        )
                        .help("take the mode away: `takes jump diagonal`"),
                    );
                }
                built.mode = Mode::Walking;
                built.over =
                    Some(Over { min: 1, max: Some(1), set: Some(self.enemy_piece(leg.span)), taking: (1, Some(1)) });
                Motion::Slide(directions, 2, Some(2))
            }
            WrittenMotion::Hop(_) => Motion::Hop(directions),
            WrittenMotion::Like(set) => {
                if let Some(span) = mode_said {
                    self.not_yet(span, "a mode before `like`", "say `walks like …` or `takes like …`");
                }
                Motion::Like(self.lenders(set, scope))
            }
            WrittenMotion::Stay => {
                if mode != Mode::Plain {
                    self.report(
                        Diagnostic::new(code::BAD_PATH, leg.span, "`stay` neither takes nor walks")
                            .help("write `moves stay`"),
                    );
                }
                Motion::Stay
            }
        };
        Some(Path::Leg(built))
    }

    fn enemy_piece(&self, span: Span) -> Set {
        let term = super::model::Term {
            noun: Noun::Pieces(self.all_kinds()),
            whose: Whose::Enemy,
            states: super::model::States::default(),
            span,
        };
        Set {
            quantity: super::model::Quantity::Some,
            items: super::model::Items { terms: vec![term], except: Vec::new() },
            places: Vec::<Place>::new(),
            span,
        }
    }

    fn reach(&mut self, reach: Option<Range>) -> (u32, Option<u32>) {
        let Some(range) = reach else { return (1, None) };
        if range.min == 0 || range.max == Some(0) {
            self.report(
                Diagnostic::new(code::BAD_PATH, range.span, "a slide goes one cell at least")
                    .help("write `1..3`, `2..` or `exactly 2`"),
            );
        }
        let most = limits::LONGEST_REACH;
        let least = self.limited(range.min, most, range.span, "a reach");
        (least, range.max.map(|max| self.limited(max, most, range.span, "a reach")))
    }

    fn vectors(&mut self, written: &[WrittenVector], scope: Scope) -> Vec<Vector> {
        let mut all: Vec<Vector> = Vec::new();
        let longest = limits::LONGEST_REACH as i32;
        for vector in written {
            let (x, y) = (vector.x, vector.y);
            if x == 0 && y == 0 {
                self.report(
                    Diagnostic::new(code::BAD_PATH, vector.span, "a leap that goes nowhere")
                        .help("a piece that may stay says `moves stay`"),
                );
                continue;
            }
            if x.unsigned_abs() > limits::LONGEST_REACH || y.unsigned_abs() > limits::LONGEST_REACH {
                self.report(
                    Diagnostic::new(
                        code::TOO_LARGE,
                        vector.span,
                        format!("a leap goes {longest} cells at most in each direction"),
                    )
                    .help("a board has 36 files and ranks at most"),
                );
                continue;
            }
            let more = if vector.symmetric {
                symmetric(x, y)
            } else {
                if !self.front_in_view(vector.span, scope) {
                    continue;
                }
                vec![Vector { x, y, relative: true }]
            };
            for vector in more {
                if !all.contains(&vector) {
                    all.push(vector);
                }
            }
        }
        all
    }
}

/// All leaps that are equal to (x, y) up to turning and mirroring, clockwise from the north. They are the same whoever moves.
pub(super) fn symmetric(x: i32, y: i32) -> Vec<Vector> {
    let (a, b) = (x.abs(), y.abs());
    let mut all: Vec<Vector> = Vec::new();
    for (x, y) in [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)] {
        let vector = Vector { x, y, relative: false };
        if !all.contains(&vector) {
            all.push(vector);
        }
    }
    all
}

/// One path of several; none when one of them could not be built.
fn joined(parts: Vec<Option<Path>>, join: fn(Vec<Path>) -> Path) -> Option<Path> {
    let mut all: Vec<Path> = parts.into_iter().collect::<Option<_>>()?;
    Some(if all.len() == 1 { all.remove(0) } else { join(all) })
}

/// Can some way of the path take something?
fn can_take(path: &Path) -> bool {
    match path {
        Path::Or(paths) | Path::Then(paths) => paths.iter().any(can_take),
        Path::Times { path, .. } | Path::AsLongAsItCan(path) => can_take(path),
        Path::Leg(leg) => {
            matches!(leg.mode, Mode::Taking | Mode::Shooting)
                || (leg.mode == Mode::Plain && !matches!(leg.motion, Motion::Stay))
                || leg.over.as_ref().is_some_and(|over| over.taking.1 != Some(0))
                || leg.onto.is_some()
        }
    }
}
