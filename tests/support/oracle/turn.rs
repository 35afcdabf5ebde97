//! One turn, step by step (language reference, "One turn, in order").

use std::collections::BTreeMap;
use std::sync::Arc;

use boardwright::rules::model::{Condition, Deed, Modal, Rule, Set, Who};
use boardwright::types::{Cell, Kind, Player};

use super::Oracle;
use super::position::{Outcome, Piece, Position, Taken};
use super::scene::{Chosen, Element, Lies, NoMove, Scene};
use super::speaks::some;

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    Move,
    Drop,
    Pass,
    /// The action of the rules with this index.
    Named(usize),
}

/// A turn under way: the board as it stands, and the facts of the deed.
#[derive(Debug, Clone)]
pub struct World {
    pub now: Position,
    /// After the start events, before the deed.
    pub before: Arc<Position>,
    pub mover: Player,
    pub action: Action,
    /// The piece that acts, as it was before.
    pub piece: Option<Piece>,
    pub start: Option<Cell>,
    pub end: Option<Cell>,
    /// The cells that pieces crossed.
    pub ways: Vec<(u32, Vec<Cell>)>,
    /// In the order of taking.
    pub taken: Vec<Taken>,
    pub flipped: Vec<Cell>,
    pub placed: Vec<(Cell, Kind)>,
    /// Whose hand a drop comes from.
    pub hand: Option<Player>,
    pub chosen: Option<Chosen>,
    /// An `again` effect: must it, must it take.
    pub again: Option<(bool, bool)>,
    /// The turn goes on.
    pub continues: bool,
    /// The player passes the rest of a turn that goes on.
    pub rest: bool,
    /// An effect has ended the game.
    pub decided: Option<Outcome>,
}

impl World {
    /// Nothing done yet.
    pub fn new(before: Arc<Position>, mover: Player, action: Action) -> Self {
        let mut now = (*before).clone();
        now.continuing = None;
        Self {
            now,
            before,
            mover,
            action,
            piece: None,
            start: None,
            end: None,
            ways: Vec::new(),
            taken: Vec::new(),
            flipped: Vec::new(),
            placed: Vec::new(),
            hand: None,
            chosen: None,
            again: None,
            continues: false,
            rest: false,
            decided: None,
        }
    }

    /// Was the element's piece taken by this turn?
    pub fn took(&self, e: &Element) -> bool {
        self.taken.iter().any(|taken| Some(taken.piece.id) == e.piece.map(|p| p.id))
    }

    /// The piece that acts, as it is now; where it was last seen, if it has left the board.
    pub fn acting(&self) -> Option<Element> {
        let piece = self.piece?;
        Some(match self.now.find(piece.id) {
            Some((cell, piece)) => Element { cell, piece: Some(piece), lies: Lies::Board },
            None => Element::off(self.end.or(self.start)?, piece),
        })
    }
}

/// A legal turn.
#[derive(Debug, Clone)]
pub struct Turn {
    pub player: Player,
    pub action: Action,
    /// The piece that moves or is dropped, as it was before.
    pub kind: Option<Kind>,
    pub from: Option<Cell>,
    pub to: Option<Cell>,
    /// Cells of all pieces taken, sorted.
    pub captures: Vec<Cell>,
    /// Cells of all pieces flipped, sorted.
    pub flips: Vec<Cell>,
    /// Pieces placed, sorted by cell.
    pub placed: Vec<(Cell, Kind)>,
    /// The kind of the piece after the turn, where it is another one.
    pub becomes: Option<Kind>,
    pub hand: Option<Player>,
    /// What an action chose.
    pub chosen: Option<Cell>,
    /// The same player goes on.
    pub continues: bool,
    pub(super) world: World,
}

impl Turn {
    fn of(world: World) -> Self {
        let sorted = |mut cells: Vec<Cell>| {
            cells.sort_unstable();
            cells
        };
        let kind = world.piece.map(|piece| piece.kind);
        let after = world.piece.and_then(|piece| world.now.find(piece.id)).map(|(_, piece)| piece.kind);
        let mut placed = world.placed.clone();
        placed.sort_unstable();
        Self {
            player: world.mover,
            action: world.action,
            kind,
            from: world.start,
            to: world.end,
            captures: sorted(world.taken.iter().map(|t| t.cell).collect()),
            flips: sorted(world.flipped.clone()),
            placed,
            becomes: after.filter(|_| after != kind),
            hand: world.hand,
            chosen: world.chosen.map(|chosen| chosen.cell),
            continues: world.continues,
            world,
        }
    }

    /// What makes two turns the same move.
    pub fn key(&self) -> impl Ord + Clone + std::fmt::Debug + use<> {
        (
            (self.action, self.kind, self.from, self.to, self.hand, self.chosen),
            (self.captures.clone(), self.flips.clone(), self.placed.clone(), self.becomes),
        )
    }
}

/// Which turns are wanted, and which rules are asked for them.
#[derive(Debug, Clone, Copy)]
pub struct Scope {
    /// Found out on behalf of a rule: rules that speak of moves rest.
    pub inside: bool,
    /// Only the moves of the piece on this cell.
    pub from: Option<Cell>,
    /// Actions, too.
    pub actions: bool,
    /// One is enough.
    pub first: bool,
}

impl Scope {
    pub fn all(inside: bool) -> Self {
        Self { inside, from: None, actions: true, first: false }
    }
}

/// Where deeds come from.
#[derive(Debug, Clone, Copy)]
pub enum Source {
    /// A piece on the board.
    Cell(Cell),
    /// A kind in a hand.
    Hand(Player, Kind),
    /// An action.
    Action(usize),
}

impl Oracle {
    /// Whose turn it is.
    pub fn mover(&self, position: &Position) -> Player {
        self.rules.turns[position.turn]
    }

    /// Every legal turn; claims are listed apart.
    pub fn legal(&self, position: &Position) -> Vec<Turn> {
        self.turns(position, Scope::all(false)).into_iter().map(Turn::of).collect()
    }

    /// Every claim that can be made now.
    pub fn claims(&self, position: &Position) -> Vec<Turn> {
        if position.outcome.is_some() || position.continuing.is_some() {
            return Vec::new();
        }
        let before = Arc::new(self.start_events(position));
        let scope = Scope::all(false);
        let claims = (0..self.rules.actions.len()).filter(|&index| self.rules.actions[index].claim);
        let deeds = claims.flat_map(|index| self.action_deeds(&before, index));
        let ends = deeds.flat_map(|deed| self.complete(deed, scope, &|_| false)).collect();
        merged(ends).into_iter().map(Turn::of).collect()
    }

    /// Has the player whose turn it is a move, drop or action within the scope? A pass and a claim do not count.
    pub fn has_move(&self, position: &Position, player: Player, scope: Scope) -> bool {
        debug_assert_eq!(self.mover(position), player);
        !self.acts(&self.at_deeds(position), Scope { first: true, ..scope }).is_empty()
    }

    /// Step 1. In a continuation there is none.
    fn at_deeds(&self, position: &Position) -> Arc<Position> {
        Arc::new(if position.continuing.is_some() { position.clone() } else { self.start_events(position) })
    }

    /// Steps 1 to 9.
    pub fn turns(&self, position: &Position, scope: Scope) -> Vec<World> {
        if position.outcome.is_some() {
            return Vec::new();
        }
        let before = self.at_deeds(position);
        let mut list = self.acts(&before, scope);
        let mut passes = self.passes(&before, list.is_empty(), scope);
        self.apply_musts(&before, &mut list, &mut passes);
        list.extend(passes);
        list
    }

    /// Steps 2 to 8 for everything but passing.
    fn acts(&self, before: &Arc<Position>, scope: Scope) -> Vec<World> {
        let asked = |rule: usize| !(scope.inside && self.speaks.of_moves[rule]);
        let mut list = Vec::new();
        for source in self.sources(before, scope) {
            for deed in self.deeds(before, source, scope) {
                list.extend(self.complete(deed, scope, &asked));
                if scope.first && !list.is_empty() {
                    return list;
                }
            }
        }
        merged(list)
    }

    /// Step 2: what the player to move could act with.
    pub fn sources(&self, before: &Position, scope: Scope) -> Vec<Source> {
        let mover = self.mover(before);
        if let Some(continuing) = &before.continuing {
            return vec![Source::Cell(continuing.cell)];
        }
        let mut sources = Vec::new();
        if !before.out.contains(&mover) {
            let own = before.pieces().filter(|(_, piece)| piece.owner == Some(mover)).map(|(cell, _)| cell);
            sources.extend(own.filter(|&cell| scope.from.is_none_or(|from| from == cell)).map(Source::Cell));
            if scope.from.is_none() {
                let scene = Scene::new(self, before, mover);
                let may_take =
                    |owner: Player| self.rules.drop_hands.iter().any(|&whose| scene.fits(Some(owner), whose));
                let hands = before.hands.keys().filter(|(owner, _)| may_take(*owner));
                sources.extend(hands.map(|&(owner, kind)| Source::Hand(owner, kind)));
            }
        }
        if scope.actions && scope.from.is_none() {
            let actions = self.rules.actions.iter().enumerate().filter(|(_, action)| !action.claim);
            sources.extend(actions.map(|(index, _)| Source::Action(index)));
        }
        sources
    }

    /// Steps 2 to 4: the deeds of a source that no `may not … when` strikes out, with their captures by position.
    pub fn deeds(&self, before: &Arc<Position>, source: Source, scope: Scope) -> Vec<World> {
        let asked = |rule: usize| !(scope.inside && self.speaks.of_moves[rule]);
        let deeds = match source {
            Source::Cell(cell) => self.path_deeds(before, cell, true, &|_| true),
            Source::Hand(owner, kind) => self.drop_deeds(before, owner, kind),
            Source::Action(index) => self.action_deeds(before, index),
        };
        let mut deeds: Vec<World> = deeds.into_iter().map(|deed| self.captures_by_position(deed)).collect();
        if before.continuing.as_ref().is_some_and(|continuing| continuing.take) {
            deeds.retain(|deed| !deed.taken.is_empty());
        }
        deeds.retain(|deed| !self.struck_out_before(deed, &asked));
        deeds
    }

    /// Drops that a `may drop` allows. The piece lies plain side up, or either side up where the rule says so.
    fn drop_deeds(&self, before: &Arc<Position>, hand: Player, held: Kind) -> Vec<World> {
        let mover = self.mover(before);
        let plain = self.rules.kinds[held].plain_side.unwrap_or(held);
        let mut deeds = Vec::new();
        for (kind, turned) in
            std::iter::once((plain, false)).chain(self.rules.kinds[plain].promotes_to.map(|other| (other, true)))
        {
            if self.rules.kinds[kind].signs[mover.index()].is_none() && !self.rules.kinds[kind].neutral {
                continue;
            }
            for cell in self.rules.board.cells {
                if before.at(cell).is_some() {
                    continue;
                }
                let mut deed = World::new(before.clone(), mover, Action::Drop);
                deed.now.take_from_hand(hand, held);
                let owner = if self.rules.kinds[kind].neutral { None } else { Some(mover) };
                deed.piece = Some(deed.now.put_new(cell, kind, owner, false));
                deed.end = Some(cell);
                deed.hand = Some(hand);
                let allowed = self.rules.rules.iter().any(|rule| {
                    let side = matches!(rule.deed, Deed::Drop { either_side_up, .. } if either_side_up || !turned);
                    rule.modal == Modal::May && side && self.speaks_to(rule, &deed)
                });
                if allowed {
                    deeds.push(deed);
                }
            }
        }
        deeds
    }

    /// An action, once for each thing that it can choose. An action that can do nothing is not listed.
    fn action_deeds(&self, before: &Arc<Position>, index: usize) -> Vec<World> {
        let mover = self.mover(before);
        let action = &self.rules.actions[index];
        let out = before.out.contains(&mover);
        if action.player.is_some_and(|player| player != mover) || (out && !action.needs.iter().any(needs_out)) {
            return Vec::new();
        }
        let scene = Scene::new(self, before, mover);
        let mut choices: Vec<Option<Chosen>> = vec![None];
        if let Some(choose) = &action.choose {
            choices.clear();
            for e in scene.elements(&choose.set) {
                let aligned = choose.aligned.as_ref().is_none_or(|(items, along, clear)| {
                    let facing = self.facing(e.piece.and_then(|p| p.owner).or(Some(mover)));
                    let rays = along.iter().flat_map(|&d| self.rays(e.cell, d, facing, None));
                    rays.into_iter().any(|ray| {
                        let end = if *clear { ray.iter().position(|&c| before.at(c).is_some()) } else { None };
                        let seen = if *clear { end.map_or(&[][..], |i| &ray[i..=i]) } else { &ray[..] };
                        seen.iter().any(|&cell| scene.is_of(items, &scene.element(cell)))
                    })
                });
                if aligned {
                    choices.push(Some(Chosen { cell: e.cell, piece: e.piece.map(|p| p.id) }));
                }
            }
        }
        let mut deeds = Vec::new();
        for chosen in choices {
            let mut deed = World::new(before.clone(), mover, Action::Named(index));
            deed.chosen = chosen;
            let before_deed = deed.clone();
            deed = self.action_effects(deed, action);
            let scene = Scene { chosen, ..Scene::new(self, before, mover).with_deed(&deed) };
            let does_nothing = deed.now.looks_like(&before_deed.now) && deed.decided.is_none();
            if !does_nothing && action.needs.iter().all(|need| scene.holds(need)) {
                deeds.push(deed);
            }
        }
        deeds
    }

    /// Does the rule's deed fit this one, and does its `when` hold? The board is the one before the deed; the piece that
    /// acts counts as standing on its end, and the sets count the others only.
    pub fn speaks_to(&self, rule: &Rule, deed: &World) -> bool {
        if rule.player.is_some_and(|player| player != deed.mover) {
            return false;
        }
        let whole = Scene::new(self, &deed.before, deed.mover).with_deed(deed);
        let mut lifted = (*deed.before).clone();
        if let Some(start) = deed.start {
            lifted.set(start, None);
        }
        let it = deed.piece.zip(deed.end).map(|(piece, end)| Element::off(end, piece));
        let scene = Scene { board: &lifted, it, ..whole };
        let taken = |set: &Set| deed.taken.iter().any(|t| whole.is_in(set, &Element::off(t.cell, t.piece)));
        let acting = |set: &Set, cell: Option<Cell>| {
            let e = cell.zip(deed.piece).map(|(cell, piece)| Element::off(cell, piece));
            e.is_some_and(|e| whole.is_in(set, &e))
        };
        match &rule.deed {
            Deed::Act | Deed::TakeTheMost => scene.holds(&rule.when),
            Deed::Pass => deed.action == Action::Pass && scene.holds(&rule.when),
            Deed::Drop { set, .. } => deed.action == Action::Drop && acting(set, deed.end) && scene.holds(&rule.when),
            Deed::Move { set, taking } => {
                deed.action == Action::Move
                    && acting(set, deed.start)
                    && taking.as_ref().is_none_or(taken)
                    && scene.holds(&rule.when)
            }
            Deed::Take { set, with } => {
                with.as_ref().is_none_or(|set| acting(set, deed.start.or(deed.end)))
                    && deed.taken.iter().any(|t| {
                        let e = Element::off(t.cell, t.piece);
                        set.as_ref().is_none_or(|set| whole.is_in(set, &e)) && scene.with_it(e).holds(&rule.when)
                    })
            }
        }
    }

    /// Does a `may not … when` strike the deed out?
    pub fn struck_out_before(&self, deed: &World, asked: &dyn Fn(usize) -> bool) -> bool {
        if matches!(deed.action, Action::Named(index) if self.rules.actions[index].claim) {
            return false;
        }
        self.rules.rules.iter().enumerate().any(|(index, rule)| {
            rule.modal == Modal::MayNot && rule.leaving.is_none() && asked(index) && self.speaks_to(rule, deed)
        })
    }

    /// Is there a `may not … leaving` among the rules asked?
    pub fn some_leaving_rule(&self, asked: &dyn Fn(usize) -> bool) -> bool {
        self.rules.rules.iter().enumerate().any(|(index, rule)| rule.leaving.is_some() && asked(index))
    }

    /// Steps 5 to 8, in all ways that the choices of the events allow.
    pub fn complete(&self, deed: World, scope: Scope, asked: &dyn Fn(usize) -> bool) -> Vec<World> {
        let mut worlds = self.after_taken(deed);
        worlds = worlds.into_iter().flat_map(|world| self.after_deed(world)).collect();
        let mut ends = Vec::new();
        for mut world in worlds {
            world.continues = self.goes_on(&world, scope);
            if world.continues {
                ends.push(world);
                continue;
            }
            for world in self.end_events(world) {
                if !self.struck_out_after(&world, asked) {
                    ends.push(world);
                }
            }
        }
        ends
    }

    /// An `again` effect fired and the piece has such a move.
    fn goes_on(&self, world: &World, scope: Scope) -> bool {
        let Some((must, take)) = world.again else { return false };
        let Some(e) = world.acting().filter(|e| e.lies == Lies::Board) else { return false };
        if scope.inside {
            // Only whether there is any move is asked; that of a further part does not matter.
            return true;
        }
        let mut position = world.now.clone();
        position.continuing =
            Some(super::position::Continuing { cell: e.cell, must, take, reset: std::collections::BTreeSet::new() });
        self.has_move(&position, world.mover, Scope::all(true))
    }

    /// Step 8: does a `may not … leaving` strike the turn out?
    fn struck_out_after(&self, world: &World, asked: &dyn Fn(usize) -> bool) -> bool {
        if matches!(world.action, Action::Named(index) if self.rules.actions[index].claim) {
            return false;
        }
        let mut passed = None;
        self.rules.rules.iter().enumerate().any(|(index, rule)| {
            let Some(leaving) = rule.leaving.as_ref().filter(|_| rule.modal == Modal::MayNot && asked(index)) else {
                return false;
            };
            if !self.speaks_to(rule, world) {
                return false;
            }
            // Repetition and the moves of the next player are read from the position that the turn leads to.
            let looks_on = some(leaving, &|c| {
                matches!(c, Condition::Occurred(_) | Condition::NoLegalMove | Condition::GaveCheck(_))
            });
            if looks_on && passed.is_none() {
                passed = Some(self.pass_turn(&self.counted(world), world.mover));
            }
            let whole = passed.as_ref().filter(|_| looks_on).unwrap_or(&world.now);
            let scene = Scene {
                whole,
                it: world.acting(),
                no_move: NoMove::Ask { inside: true },
                ..Scene::new(self, &world.now, world.mover).with_deed(world)
            };
            scene.holds(leaving)
        })
    }

    /// Step 9: each `must` leaves what fulfils it, if anything does; in file order.
    fn apply_musts(&self, before: &Arc<Position>, list: &mut Vec<World>, passes: &mut Vec<World>) {
        let mover = self.mover(before);
        for rule in self.rules.rules.iter().filter(|rule| rule.modal == Modal::Must) {
            let scene = Scene::new(self, before, mover);
            if rule.player.is_some_and(|player| player != mover) || !scene.holds(&rule.when) {
                continue;
            }
            let most = list.iter().map(|world| world.taken.len()).max().unwrap_or(0);
            let fulfils = |world: &World| match rule.deed {
                Deed::TakeTheMost => world.taken.len() == most,
                _ => self.speaks_to(rule, world),
            };
            if list.iter().any(fulfils) {
                list.retain(fulfils);
                if !matches!(rule.deed, Deed::TakeTheMost) || most > 0 {
                    passes.retain(fulfils);
                }
            }
        }
    }

    /// Passing: by a `may pass`, asked when the list is known; or the rest of a turn that may go on.
    fn passes(&self, before: &Arc<Position>, nothing_else: bool, scope: Scope) -> Vec<World> {
        if scope.from.is_some() {
            return Vec::new();
        }
        let mover = self.mover(before);
        let asked = |rule: usize| !(scope.inside && self.speaks.of_moves[rule]);
        let mut deed = World::new(before.clone(), mover, Action::Pass);
        if let Some(continuing) = &before.continuing {
            if continuing.must && !nothing_else {
                return Vec::new();
            }
            deed.rest = true;
        } else {
            let scene =
                Scene { no_move: NoMove::Known(nothing_else), ..Scene::new(self, before, mover).with_deed(&deed) };
            let allowed = self.rules.rules.iter().any(|rule| {
                let fits = rule.player.is_none_or(|player| player == mover);
                rule.modal == Modal::May && matches!(rule.deed, Deed::Pass) && fits && scene.holds(&rule.when)
            });
            if !allowed {
                return Vec::new();
            }
        }
        if self.struck_out_before(&deed, &asked) {
            return Vec::new();
        }
        let mut ends = self.end_events(deed);
        ends.retain(|world| !self.struck_out_after(world, &asked));
        merged(ends)
    }
}

/// Equal results are one move, whatever the route.
fn merged(worlds: Vec<World>) -> Vec<World> {
    let mut found: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    let mut list: Vec<World> = Vec::new();
    for world in worlds {
        let turn = Turn::of(world);
        let alike = found.entry(turn.key()).or_default();
        let twin = alike.iter().any(|&i| {
            list[i].now.looks_like(&turn.world.now)
                && list[i].continues == turn.continues
                && list[i].decided == turn.world.decided
        });
        if !twin {
            alike.push(list.len());
            list.push(turn.world);
        }
    }
    list
}

/// The condition says that the player is out.
fn needs_out(condition: &Condition) -> bool {
    match condition {
        Condition::And(parts) => parts.iter().any(needs_out),
        Condition::IsOut(Who::Player | Who::Mover) => true,
        _ => false,
    }
}
