//! Paths: the routes of a piece, leg by leg (language reference, "Movement").

use std::sync::Arc;

use boardwright::rules::board::Compass;
use boardwright::rules::model::{
    Items, Leg, Mode, Motion, MoveWhat, Movement, Noun, Onto, Over, Path, Set, Vector, Verb,
};
use boardwright::types::{Cell, Kind, Mark, Player};

use super::Oracle;
use super::geometry::Ray;
use super::position::{MarkLeft, Piece, Position, Taken};
use super::scene::{Element, Lies, Scene};
use super::turn::{Action, World};

/// A piece on its way.
#[derive(Clone)]
struct Walk {
    /// The board as it is now, without the piece itself.
    board: Position,
    at: Cell,
    taken: Vec<Taken>,
    placed: Vec<(Cell, Kind)>,
    crossed: Vec<Cell>,
    /// The vector of the leg before.
    vector: Option<(i32, i32)>,
    /// A leg was `stay`.
    stayed: bool,
    /// The path has ended early.
    stopped: bool,
    leaving: Option<Mark>,
}

/// Whose path is followed, and how.
#[derive(Clone, Copy)]
struct How<'a> {
    before: &'a Position,
    start: Cell,
    piece: Piece,
    owner: Player,
    /// Most pieces taken in all.
    limit: Option<usize>,
    stopping_on: Option<&'a Items>,
    may_stop: bool,
    /// The moves are lent: lent moves are not lent on.
    lent: bool,
    /// Copies within copies.
    depth: u32,
    /// Terrain is asked.
    terrain: bool,
}

impl Oracle {
    /// Every deed that the piece on a cell can do by a path: step 2, paths, and step 3. The piece's owner is taken to be
    /// the player to move. Only the deeds that take what is wanted.
    pub fn path_deeds(
        &self,
        before: &Arc<Position>,
        cell: Cell,
        terrain: bool,
        wanted: &dyn Fn(&[Taken]) -> bool,
    ) -> Vec<World> {
        let Some(piece) = before.at(cell) else { return Vec::new() };
        let Some(owner) = piece.owner else { return Vec::new() };
        if self.frozen(before, cell) {
            return Vec::new();
        }
        let how = How {
            before,
            start: cell,
            piece,
            owner,
            limit: None,
            stopping_on: None,
            may_stop: false,
            lent: false,
            depth: 0,
            terrain,
        };
        let mut board = (**before).clone();
        board.continuing = None;
        board.set(cell, None);
        let walk = Walk {
            board,
            at: cell,
            taken: Vec::new(),
            placed: Vec::new(),
            crossed: Vec::new(),
            vector: None,
            stayed: false,
            stopped: false,
            leaving: None,
        };
        let ends = self.walks_of(&how, &walk);
        ends.into_iter()
            .filter(|end| wanted(&end.taken) && self.may_end(&how, end))
            .map(|end| self.deed_of(before, &how, end))
            .collect()
    }

    /// All statements of the piece's kind; `instead like` makes its own moves rest.
    fn walks_of(&self, how: &How<'_>, walk: &Walk) -> Vec<Walk> {
        let it = Element { cell: how.start, piece: Some(how.piece), lies: Lies::Board };
        let scene = Scene::new(self, how.before, how.owner).with_it(it);
        let movements = &self.rules.kinds[how.piece.kind].movements;
        let mut ends = Vec::new();
        let mut resting = false;
        for movement in movements {
            if let MoveWhat::InsteadLike(set) = &movement.what
                && scene.holds(&movement.when)
            {
                let lenders: Vec<Kind> = scene
                    .elements(set)
                    .iter()
                    .filter(|e| e.cell != how.start)
                    .filter_map(|e| Some(e.piece?.kind))
                    .collect();
                resting |= !lenders.is_empty();
                let lent = lenders.iter().flat_map(|&kind| self.lent_by(how, kind, walk));
                ends.extend(lent.filter(|end| verb_fits(movement.verb, end.taken.len())));
            }
        }
        if !resting {
            for movement in movements {
                ends.extend(self.statement(how, movement, how.piece.kind, walk));
            }
        }
        ends
    }

    /// The moves that a kind declares, for another piece that stands where the walk is.
    fn lent_by(&self, how: &How<'_>, kind: Kind, walk: &Walk) -> Vec<Walk> {
        let how = How { lent: true, depth: how.depth + 1, ..*how };
        if how.depth > 4 {
            return Vec::new();
        }
        self.rules.kinds[kind].movements.iter().flat_map(|m| self.statement(&how, m, kind, walk)).collect()
    }

    /// The routes of one statement of a kind from where the walk is.
    fn statement(&self, how: &How<'_>, movement: &Movement, kind: Kind, walk: &Walk) -> Vec<Walk> {
        let MoveWhat::Path(path) = &movement.what else { return Vec::new() };
        // Asked before the move, with `it` on its start.
        let it = Element { cell: how.start, piece: Some(how.piece), lies: Lies::Board };
        let scene = Scene::new(self, how.before, how.owner).with_it(it);
        if !scene.holds(&movement.when) {
            return Vec::new();
        }
        let own_limit = movement.taking_at_most.map(|n| walk.taken.len() + n as usize);
        let how = How {
            limit: how.limit.into_iter().chain(own_limit).min(),
            stopping_on: movement.stopping_on.as_ref(),
            may_stop: scene.holds(&self.rules.kinds[kind].may_stop),
            ..*how
        };
        let mut ends = self.follow(&how, path, walk);
        ends.retain(|end| verb_fits(movement.verb, end.taken.len() - walk.taken.len()));
        for end in &mut ends {
            end.stopped = false;
            end.leaving = end.leaving.or(movement.leaving_mark);
        }
        ends
    }

    /// All ways to follow a path.
    fn follow(&self, how: &How<'_>, path: &Path, walk: &Walk) -> Vec<Walk> {
        match path {
            Path::Leg(leg) => self.leg(how, leg, walk),
            Path::Or(paths) => paths.iter().flat_map(|path| self.follow(how, path, walk)).collect(),
            Path::Then(paths) => {
                let (mut going, mut done) = (vec![walk.clone()], Vec::new());
                for (i, path) in paths.iter().enumerate() {
                    let ends: Vec<Walk> = going.iter().flat_map(|walk| self.follow(how, path, walk)).collect();
                    going = Vec::new();
                    for end in ends {
                        if end.stopped {
                            done.push(end);
                            continue;
                        }
                        if how.may_stop && i + 1 < paths.len() {
                            done.push(Walk { stopped: true, ..end.clone() });
                        }
                        going.push(end);
                    }
                }
                done.extend(going);
                done
            }
            Path::Times { path, min, max } => self.times(how, path, *min, *max, walk),
            Path::AsLongAsItCan(path) => self.as_long_as_it_can(how, path, walk),
        }
    }

    /// One round; without a limit of rounds each must take something.
    fn round(&self, how: &How<'_>, path: &Path, walk: &Walk, must_take: bool) -> Vec<Walk> {
        let mut ends = self.follow(how, path, walk);
        ends.retain(|end| !must_take || end.taken.len() > walk.taken.len());
        ends
    }

    /// A round that ends in the `stopping on` region is the last.
    fn is_last_round(&self, how: &How<'_>, walk: &Walk) -> bool {
        let it = Element::off(walk.at, how.piece);
        let scene = Scene::new(self, &walk.board, how.owner).with_it(it);
        walk.stopped || how.stopping_on.is_some_and(|items| scene.is_of(items, &scene.element(walk.at)))
    }

    fn times(&self, how: &How<'_>, path: &Path, min: u32, max: Option<u32>, walk: &Walk) -> Vec<Walk> {
        let (mut going, mut done) = (vec![walk.clone()], Vec::new());
        if min == 0 {
            done.push(walk.clone());
        }
        let mut rounds = 0;
        while !going.is_empty() && max.is_none_or(|max| rounds < max) {
            rounds += 1;
            let ends = going.iter().flat_map(|walk| self.round(how, path, walk, max.is_none())).collect();
            going = Vec::new();
            for end in without_twins(ends) {
                if self.is_last_round(how, &end) {
                    done.push(end);
                } else {
                    if rounds >= min {
                        done.push(end.clone());
                    }
                    going.push(end);
                }
            }
        }
        done
    }

    fn as_long_as_it_can(&self, how: &How<'_>, path: &Path, walk: &Walk) -> Vec<Walk> {
        let (mut going, mut done) = (self.round(how, path, walk, true), Vec::new());
        while !going.is_empty() {
            let mut further = Vec::new();
            for end in without_twins(going) {
                let next = if self.is_last_round(how, &end) { Vec::new() } else { self.round(how, path, &end, true) };
                if next.is_empty() {
                    done.push(end);
                } else {
                    further.extend(next);
                }
            }
            going = further;
        }
        done
    }

    /// All ways to do one leg.
    fn leg(&self, how: &How<'_>, leg: &Leg, walk: &Walk) -> Vec<Walk> {
        let facing = self.facing(Some(how.owner));
        let rays = |directions: &[boardwright::rules::model::Direction]| -> Vec<Ray> {
            directions.iter().flat_map(|&d| self.rays(walk.at, d, facing, walk.vector)).collect()
        };
        let vectors = |vectors: &[Vector]| -> Vec<Ray> {
            vectors.iter().map(|v| self.ray(walk.at, turned(*v, facing))).collect()
        };
        let up_to = |rays: Vec<Ray>, min: u32, max: Option<u32>| -> Vec<Walk> {
            let mut ends = Vec::new();
            for ray in rays {
                let longest = max.map_or(ray.len(), |max| ray.len().min(max as usize));
                for length in (min.max(1) as usize)..=longest {
                    ends.extend(self.travel(how, leg, leg.over.as_ref(), walk, &ray[..length]));
                }
            }
            ends
        };
        match &leg.motion {
            Motion::Step(directions) => up_to(rays(directions), 1, Some(1)),
            Motion::Slide(directions, min, max) => up_to(rays(directions), *min, *max),
            Motion::Leap(list) => up_to(vectors(list), 1, Some(1)),
            Motion::Ride(list, min, max) => up_to(vectors(list), *min, *max),
            Motion::Hop(directions) => {
                let any_one = Over { min: 1, max: Some(1), set: None, taking: (0, Some(0)) };
                let over = leg.over.as_ref().unwrap_or(&any_one);
                let hop = |ray: &Ray| {
                    let hurdle = ray.iter().position(|&cell| walk.board.at(cell).is_some());
                    let length = hurdle.map(|i| i + 2).filter(|&length| length <= ray.len());
                    length.map_or(Vec::new(), |length| self.travel(how, leg, Some(over), walk, &ray[..length]))
                };
                rays(directions).iter().flat_map(hop).collect()
            }
            Motion::Like(set) => self.like(how, leg.mode, set, walk),
            Motion::Stay => vec![Walk { stayed: true, ..walk.clone() }],
        }
    }

    /// `like S`: with a place, the kinds of the pieces that are there now (never lent on); without, a copy of the kinds.
    fn like(&self, how: &How<'_>, mode: Mode, set: &Set, walk: &Walk) -> Vec<Walk> {
        let mut kinds: Vec<Kind> = Vec::new();
        if set.places.is_empty() {
            for term in &set.items.terms {
                if let Noun::Pieces(named) = &term.noun {
                    kinds.extend(named.iter());
                }
            }
        } else if !how.lent {
            let scene = Scene::new(self, &walk.board, how.owner).with_it(Element::off(walk.at, how.piece));
            kinds.extend(scene.elements(set).iter().filter_map(|e| Some(e.piece?.kind)));
        }
        kinds.sort_unstable();
        kinds.dedup();
        let mut ends: Vec<Walk> = kinds.into_iter().flat_map(|kind| self.lent_by(how, kind, walk)).collect();
        ends.retain(|end| match mode {
            Mode::Walking => end.taken.len() == walk.taken.len(),
            Mode::Taking => end.taken.len() > walk.taken.len(),
            _ => true,
        });
        ends
    }

    /// May a path of the piece take this one, standing on the board of the walk?
    fn takeable(&self, how: &How<'_>, walk: &Walk, piece: Piece) -> bool {
        let team = |player: Player| self.rules.players[player].team;
        piece.owner.is_none_or(|owner| team(owner) != team(how.owner))
            && !walk.taken.iter().any(|t| t.piece.id == piece.id)
    }

    /// Takes the piece on a cell, if the limit allows it.
    fn take(&self, how: &How<'_>, mut walk: Walk, cell: Cell) -> Option<Walk> {
        let piece = walk.board.at(cell).filter(|&piece| self.takeable(how, &walk, piece))?;
        walk.taken.push(Taken { cell, piece });
        if !self.rules.taken_leave_at_end {
            walk.board.set(cell, None);
        }
        how.limit.is_none_or(|limit| walk.taken.len() <= limit).then_some(walk)
    }

    /// Goes over some cells to the last of them, and does there what the leg says.
    fn travel(&self, how: &How<'_>, leg: &Leg, over: Option<&Over>, walk: &Walk, cells: &[Cell]) -> Vec<Walk> {
        let Some((&end, between)) = cells.split_last() else { return Vec::new() };
        let goes = !matches!(leg.mode, Mode::Shooting | Mode::Placing(_));
        if goes && how.terrain {
            let scene = Scene::new(self, how.before, how.owner);
            let piece = Element::off(walk.at, how.piece);
            let mut from = walk.at;
            for &to in cells {
                if !scene.may_enter(&piece, from, to) {
                    return Vec::new();
                }
                from = to;
            }
        }
        let mut walks = self.pass_over(how, over, walk, between);
        let last = between.last().copied().unwrap_or(walk.at);
        for passed in &mut walks {
            passed.vector = Some(self.vector(last, end));
            if goes {
                if walk.at != how.start {
                    passed.crossed.push(walk.at);
                }
                passed.crossed.extend(between);
            }
        }
        walks.into_iter().filter_map(|passed| self.arrive(how, leg, passed, end)).collect()
    }

    /// What stands between: without `over` nothing; with it so many pieces, each in its set, some of them taken. One walk
    /// for each choice of pieces to take.
    fn pass_over(&self, how: &How<'_>, over: Option<&Over>, walk: &Walk, between: &[Cell]) -> Vec<Walk> {
        let hurdles: Vec<Cell> = between.iter().copied().filter(|&cell| walk.board.at(cell).is_some()).collect();
        let Some(over) = over else {
            return if hurdles.is_empty() { vec![walk.clone()] } else { Vec::new() };
        };
        let count = hurdles.len() as u32;
        if count < over.min || over.max.is_some_and(|max| count > max) {
            return Vec::new();
        }
        let scene = Scene::new(self, &walk.board, how.owner).with_it(Element::off(walk.at, how.piece));
        if let Some(set) = &over.set
            && !hurdles.iter().all(|&cell| scene.is_in(set, &scene.element(cell)))
        {
            return Vec::new();
        }
        let mut choices = vec![walk.clone()];
        for &cell in &hurdles {
            let taking: Vec<Walk> = choices.iter().filter_map(|choice| self.take(how, choice.clone(), cell)).collect();
            choices.extend(taking);
        }
        choices.retain(|choice| {
            let taken = (choice.taken.len() - walk.taken.len()) as u32;
            taken >= over.taking.0 && over.taking.1.is_none_or(|max| taken <= max)
        });
        choices
    }

    /// The end of a leg.
    fn arrive(&self, how: &How<'_>, leg: &Leg, mut walk: Walk, end: Cell) -> Option<Walk> {
        let empty = walk.board.at(end).is_none();
        match &leg.onto {
            Some(Onto::Mark(mark)) => {
                let left = walk.board.marks.iter().find(|m| m.mark == *mark && m.cell == end).copied()?;
                if !empty {
                    return None;
                }
                if leg.mode != Mode::Walking {
                    let (cell, _) = walk.board.find(left.piece)?;
                    walk = self.take(how, walk, cell)?;
                }
                walk.at = end;
                return Some(walk);
            }
            Some(Onto::Set(set)) => {
                let scene = Scene::new(self, &walk.board, how.owner).with_it(Element::off(walk.at, how.piece));
                if !scene.is_in(set, &scene.element(end)) {
                    return None;
                }
            }
            None => {}
        }
        match (leg.mode, empty) {
            (Mode::Plain | Mode::Walking, true) => walk.at = end,
            (Mode::Plain | Mode::Taking, false) => {
                walk = self.take(how, walk, end)?;
                walk.at = end;
            }
            (Mode::Shooting, false) => walk = self.take(how, walk, end)?,
            (Mode::Placing(kind), true) => {
                let owner = if self.rules.kinds[kind].neutral { None } else { Some(how.owner) };
                walk.board.put_new(end, kind, owner, false);
                walk.placed.push((end, kind));
            }
            _ => return None,
        }
        Some(walk)
    }

    /// A path that ends where it began and did nothing is no move; the end must be one where the piece may stop.
    fn may_end(&self, how: &How<'_>, walk: &Walk) -> bool {
        if walk.at == how.start && walk.taken.is_empty() && walk.placed.is_empty() && !walk.stayed {
            return false;
        }
        let it = Element { cell: how.start, piece: Some(how.piece), lies: Lies::Board };
        let scene = Scene::new(self, how.before, how.owner).with_it(it);
        let stops = walk.at == how.start || !how.terrain || scene.may_stop_on(&it, walk.at);
        let only = self.rules.kinds[how.piece.kind].only_in.iter();
        stops
            && only.filter(|only| scene.holds(&only.when)).all(|only| scene.is_of(&only.cells, &scene.element(walk.at)))
    }

    /// Step 3 for a path: taken pieces go, the piece stands on its end, marks are left.
    fn deed_of(&self, before: &Arc<Position>, how: &How<'_>, walk: Walk) -> World {
        let mut now = walk.board;
        for taken in &walk.taken {
            if now.at(taken.cell).is_some_and(|piece| piece.id == taken.piece.id) {
                now.set(taken.cell, None);
            }
        }
        now.set(walk.at, Some(Piece { unmoved: false, ..how.piece }));
        if let Some(mark) = walk.leaving {
            for &cell in &walk.crossed {
                let plies = match self.rules.marks[mark].lasts {
                    boardwright::rules::model::Lasts::Plies(plies) => Some(plies + 1),
                    _ => None,
                };
                now.marks.push(MarkLeft { mark, cell, piece: how.piece.id, owner: how.piece.owner, plies });
            }
        }
        World {
            piece: Some(how.piece),
            start: Some(how.start),
            end: Some(walk.at),
            ways: vec![(how.piece.id, walk.crossed)],
            taken: walk.taken,
            placed: walk.placed,
            now,
            ..World::new(before.clone(), how.owner, Action::Move)
        }
    }
}

fn verb_fits(verb: Verb, taken: usize) -> bool {
    match verb {
        Verb::Moves => true,
        Verb::Walks => taken == 0,
        Verb::Takes => taken > 0,
    }
}

/// A vector said as rightward and forward, for a piece that looks somewhere.
fn turned(vector: Vector, facing: Compass) -> (i32, i32) {
    let quarters = if vector.relative { facing.0 / 2 } else { 0 };
    (0..quarters).fold((vector.x, vector.y), |(x, y), _| (y, -x))
}

/// Walks that can go on alike and did the same are one.
fn without_twins(walks: Vec<Walk>) -> Vec<Walk> {
    let mut seen = std::collections::BTreeSet::new();
    let key = |walk: &Walk| {
        (
            walk.at,
            walk.vector,
            walk.taken.iter().map(|t| t.piece.id).collect::<Vec<_>>(),
            walk.placed.clone(),
            walk.crossed.clone(),
            (walk.stayed, walk.stopped),
        )
    };
    walks.into_iter().filter(|walk| seen.insert(key(walk))).collect()
}
