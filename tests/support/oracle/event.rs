//! Events and effects (steps 1, 5, 6 and 7 of a turn), and the effects of actions.

use boardwright::rules::model::{
    Action as ActionDef, Condition, Effect, EndVerb, Event, MoveTarget, Receiver, Set, Step, Trigger, Whose,
};
use boardwright::types::{Cell, Kind, Player};

use super::Oracle;
use super::geometry::straight;
use super::position::{Outcome, Piece, Position, Taken};
use super::scene::{Chosen, Element, Lies, Scene};
use super::turn::{Action, World};

/// What the words of an event stand for.
#[derive(Clone, Copy)]
struct Bind<'a> {
    view: Player,
    it: Option<Element>,
    captor: Option<u32>,
    chosen: Option<Chosen>,
    /// The reason that an end by this event gives.
    label: &'a str,
}

impl Oracle {
    /// Step 1: the start events of the player to move; none for a player who is out.
    pub fn start_events(&self, position: &Position) -> Position {
        let mover = self.mover(position);
        if position.out.contains(&mover) {
            return position.clone();
        }
        let world = World::new(std::sync::Arc::new(position.clone()), mover, Action::Pass);
        let events = self.rules.events.iter().filter(|event| matches!(event.trigger, Trigger::TurnStart));
        let ends = self.each_event(vec![world], events, None);
        ends.into_iter().next().map_or_else(|| position.clone(), |world| world.now)
    }

    /// Step 7: the end events.
    pub fn end_events(&self, world: World) -> Vec<World> {
        let events = self.rules.events.iter().filter(|event| matches!(event.trigger, Trigger::TurnEnd));
        self.each_event(vec![world], events, None)
    }

    fn each_event<'a>(
        &self,
        mut worlds: Vec<World>,
        events: impl Iterator<Item = &'a Event>,
        it: Option<Element>,
    ) -> Vec<World> {
        for event in events {
            worlds = worlds.into_iter().flat_map(|world| self.fire(world, event, it, None)).collect();
        }
        worlds
    }

    fn fire(&self, world: World, event: &Event, it: Option<Element>, captor: Option<u32>) -> Vec<World> {
        let bind = Bind { view: world.mover, it, captor, chosen: None, label: &event.label };
        if self.scene_of(&world, &bind).holds(&event.when) {
            self.steps(world, &event.steps, &bind)
        } else {
            vec![world]
        }
    }

    /// Step 5: `after … is taken`, in the order of taking; `it` lies off the board already.
    pub fn after_taken(&self, deed: World) -> Vec<World> {
        let taken = deed.taken.clone();
        let captor = deed.piece.map(|piece| piece.id);
        let mut worlds = vec![deed];
        for Taken { cell, piece } in taken {
            let it = Element::off(cell, piece);
            for event in &self.rules.events {
                let Trigger::Taken(set) = &event.trigger else { continue };
                worlds = worlds
                    .into_iter()
                    .flat_map(|world| {
                        let bind = Bind { view: world.mover, it: Some(it), captor, chosen: None, label: &event.label };
                        let concerned = self.scene_of(&world, &bind).is_in(set, &it);
                        if concerned { self.fire(world, event, Some(it), captor) } else { vec![world] }
                    })
                    .collect();
            }
        }
        worlds
    }

    /// Step 6: `after … is dropped | moves | takes`, in file order.
    pub fn after_deed(&self, deed: World) -> Vec<World> {
        let mut worlds = vec![deed];
        for event in &self.rules.events {
            worlds = worlds
                .into_iter()
                .flat_map(|world| {
                    let Some(it) = world.acting() else { return vec![world] };
                    let scene = Scene::new(self, &world.now, world.mover).with_deed(&world).with_it(it);
                    let concerned = match &event.trigger {
                        Trigger::Moves(set) => world.action == Action::Move && scene.is_in(set, &it),
                        Trigger::Dropped(set) => world.action == Action::Drop && scene.is_in(set, &it),
                        Trigger::Takes(set, items) => {
                            let before = Scene { board: &world.before, ..scene };
                            scene.is_in(set, &it)
                                && world.taken.iter().any(|t| before.is_of(items, &Element::off(t.cell, t.piece)))
                        }
                        _ => false,
                    };
                    if concerned { self.fire(world, event, Some(it), None) } else { vec![world] }
                })
                .collect();
        }
        worlds
    }

    /// The effects of an action, in order, each with its own `when`.
    pub fn action_effects(&self, deed: World, action: &ActionDef) -> World {
        let bind = Bind { view: deed.mover, it: None, captor: None, chosen: deed.chosen, label: &action.name };
        let mut world = deed;
        for (effect, when) in &action.effects {
            let before = world.clone();
            world = self.effect(world, effect, when, &bind).into_iter().next().unwrap_or(before);
        }
        world
    }

    /// The scene in which a sentence of an event is read now.
    fn scene_of<'a>(&'a self, world: &'a World, bind: &Bind<'_>) -> Scene<'a> {
        let now = |it: Element| match it.piece.and_then(|piece| world.now.find(piece.id)) {
            Some((cell, piece)) => Element { cell, piece: Some(piece), lies: Lies::Board },
            None => Element { lies: Lies::Off, ..it },
        };
        Scene {
            it: bind.it.map(now),
            captor: bind.captor,
            chosen: bind.chosen,
            ..Scene::new(self, &world.now, world.mover).with_deed(world).seen_by(Some(bind.view))
        }
    }

    fn steps(&self, world: World, steps: &[Step], bind: &Bind<'_>) -> Vec<World> {
        let mut worlds = vec![world];
        for step in steps {
            worlds = worlds.into_iter().flat_map(|world| self.step(world, step, bind)).collect();
        }
        worlds
    }

    fn step(&self, world: World, step: &Step, bind: &Bind<'_>) -> Vec<World> {
        match step {
            Step::ForEachPlayer { without, when, steps } => {
                let mut worlds = vec![world];
                for player in self.rules.players.ids() {
                    let bind = Bind { view: player, ..*bind };
                    worlds = worlds
                        .into_iter()
                        .flat_map(|world| {
                            let scene = self.scene_of(&world, &bind);
                            let lacks = without.as_ref().is_none_or(|items| {
                                !scene
                                    .elements_of(items)
                                    .iter()
                                    .any(|e| e.piece.is_some_and(|p| p.owner == Some(player)))
                            });
                            if lacks && scene.holds(when) { self.steps(world, steps, &bind) } else { vec![world] }
                        })
                        .collect();
                }
                worlds
            }
            Step::Effect { optional, effect, when } => {
                let without = world.clone();
                let mut ends = self.effect(world, effect, when, bind);
                if ends.is_empty() || *optional {
                    ends.insert(0, without);
                }
                ends
            }
        }
    }

    /// What an effect makes of the world, once for each choice; nothing, if it can do nothing. All guards are read before
    /// anything changes.
    fn effect(&self, mut world: World, effect: &Effect, when: &Condition, bind: &Bind<'_>) -> Vec<World> {
        match effect {
            Effect::Promote { set, to } if to.is_empty() => {
                self.turn_sides(world, set, when, bind, |kind| self.rules.kinds[kind].promotes_to)
            }
            Effect::Promote { set, to } => {
                to.iter().flat_map(|&to| self.turn_sides(world.clone(), set, when, bind, |_| Some(to))).collect()
            }
            Effect::TurnBack(set) => self.turn_sides(world, set, when, bind, |kind| self.rules.kinds[kind].plain_side),
            Effect::TurnOver(set) => self.turn_sides(world, set, when, bind, |kind| {
                let kind = &self.rules.kinds[kind];
                kind.promotes_to.or(kind.plain_side)
            }),
            Effect::Remove(set) => {
                let targets = self.standing_targets(&world, set, when, bind);
                for &(cell, _) in &targets {
                    world.now.set(cell, None);
                }
                if targets.is_empty() { Vec::new() } else { vec![world] }
            }
            Effect::Place { kind, whose, set } => self.place(world, *kind, *whose, set, when, bind),
            Effect::Give { set, to } => self.give(world, set, *to, when, bind),
            Effect::Put { set, whose, turned_back } => self.put(world, set, *whose, *turned_back, when, bind),
            Effect::Move { set, target } => self.move_pieces(world, set, target, when, bind),
            Effect::Player { who, verb } => {
                let scene = self.scene_of(&world, bind);
                let player = if scene.holds(when) { scene.who(*who) } else { None };
                let Some(player) = player else { return Vec::new() };
                match self.verdict(&world.now, &[player], *verb, bind.label) {
                    super::ending::Verdict::Nothing => Vec::new(),
                    super::ending::Verdict::Decided(outcome) => {
                        if *verb == EndVerb::Loses {
                            world.now.out.insert(player);
                        }
                        world.decided = world.decided.or(Some(outcome));
                        vec![world]
                    }
                    super::ending::Verdict::Out(players) => vec![self.put_out(world, &players)],
                }
            }
            Effect::Draw => {
                if !self.scene_of(&world, bind).holds(when) {
                    return Vec::new();
                }
                world.decided = world.decided.or(Some(Outcome { winners: Vec::new(), reason: bind.label.to_string() }));
                vec![world]
            }
            Effect::Again { must, take } => {
                if !self.scene_of(&world, bind).holds(when) {
                    return Vec::new();
                }
                world.again = Some((*must, *take));
                vec![world]
            }
        }
    }

    /// Puts players out, in seat order, and fires `after player is out` for each.
    pub fn put_out(&self, mut world: World, players: &[Player]) -> World {
        let new: Vec<Player> = players.iter().copied().filter(|player| !world.now.out.contains(player)).collect();
        world.now.out.extend(new.iter().copied());
        for player in new {
            for event in self.rules.events.iter().filter(|event| matches!(event.trigger, Trigger::PlayerOut)) {
                let bind = Bind { view: player, it: None, captor: None, chosen: None, label: &event.label };
                if self.scene_of(&world, &bind).holds(&event.when) {
                    let ends = self.steps(world.clone(), &event.steps, &bind);
                    world = ends.into_iter().next().unwrap_or(world);
                }
            }
        }
        world
    }

    /// The elements of an effect's set for which the guard holds, each being `it` for it.
    fn targets(&self, world: &World, set: &Set, when: &Condition, bind: &Bind<'_>) -> Vec<Element> {
        let scene = self.scene_of(world, bind);
        let about_it = |e: &Element| bind.it.is_some_and(|it| it.piece.map(|p| p.id) == e.piece.map(|p| p.id));
        let guarded = |e: &Element| if e.piece.is_some() && !about_it(e) { scene.with_it(*e) } else { scene };
        scene.elements(set).into_iter().filter(|e| guarded(e).holds(when)).collect()
    }

    /// Those of them that stand on the board.
    fn standing_targets(&self, world: &World, set: &Set, when: &Condition, bind: &Bind<'_>) -> Vec<(Cell, Piece)> {
        let targets = self.targets(world, set, when, bind);
        targets.into_iter().filter(|e| e.lies == Lies::Board).filter_map(|e| Some((e.cell, e.piece?))).collect()
    }

    fn turn_sides(
        &self,
        mut world: World,
        set: &Set,
        when: &Condition,
        bind: &Bind<'_>,
        to: impl Fn(Kind) -> Option<Kind>,
    ) -> Vec<World> {
        let mut changed = false;
        for (cell, piece) in self.standing_targets(&world, set, when, bind) {
            if let Some(kind) = to(piece.kind) {
                world.now.set(cell, Some(Piece { kind, ..piece }));
                changed = true;
            }
        }
        if changed { vec![world] } else { Vec::new() }
    }

    /// A new piece on each cell of the set that is empty.
    fn place(
        &self,
        mut world: World,
        kind: Kind,
        whose: Whose,
        set: &Set,
        when: &Condition,
        bind: &Bind<'_>,
    ) -> Vec<World> {
        let owner = if self.rules.kinds[kind].neutral { None } else { self.player_of(&world, whose, bind) };
        let mut changed = false;
        for e in self.targets(&world, set, when, bind) {
            if world.now.at(e.cell).is_none() {
                world.now.put_new(e.cell, kind, owner, false);
                world.placed.push((e.cell, kind));
                changed = true;
            }
        }
        if changed { vec![world] } else { Vec::new() }
    }

    /// The player of a whose-word: for `ally` the first one in seat order.
    fn player_of(&self, world: &World, whose: Whose, bind: &Bind<'_>) -> Option<Player> {
        let scene = self.scene_of(world, bind);
        match whose {
            Whose::Own | Whose::Any | Whose::Team => Some(bind.view),
            Whose::Player(player) => Some(player),
            Whose::Neutral => None,
            _ => self.rules.players.ids().find(|&player| scene.fits(Some(player), whose)),
        }
    }

    /// Pieces on the board change their owner; a hand goes over as a whole.
    fn give(&self, mut world: World, set: &Set, to: Receiver, when: &Condition, bind: &Bind<'_>) -> Vec<World> {
        let receiver = match to {
            Receiver::Nobody => None,
            Receiver::Player => Some(bind.view),
            Receiver::Mover => Some(world.mover),
            Receiver::Named(player) => Some(player),
            Receiver::Owner => bind.it.and_then(|it| it.piece).and_then(|piece| piece.owner),
            Receiver::Ally => self.player_of(&world, Whose::Ally, bind),
        };
        if receiver.is_none() && to != Receiver::Nobody {
            return Vec::new();
        }
        let targets = self.standing_targets(&world, set, when, bind);
        let hand = self.hand_targets(&world, set, when, bind);
        if targets.is_empty() && hand.is_empty() {
            return Vec::new();
        }
        for (cell, piece) in targets {
            world.now.set(cell, Some(Piece { owner: receiver, ..piece }));
        }
        for (player, kind, number) in hand {
            world.now.clear_hand(player, kind);
            if let Some(receiver) = receiver {
                world.now.add_to_hand(receiver, kind, number);
            }
        }
        vec![world]
    }

    fn hand_targets(
        &self,
        world: &World,
        set: &Set,
        when: &Condition,
        bind: &Bind<'_>,
    ) -> Vec<(Player, Kind, Option<u32>)> {
        let scene = self.scene_of(world, bind);
        if !scene.holds(when) {
            return Vec::new();
        }
        let held = scene.in_hand(set).into_iter();
        held.filter_map(|(e, number)| match (e.lies, e.piece) {
            (Lies::Hand(player), Some(piece)) => Some((player, piece.kind, number)),
            _ => None,
        })
        .collect()
    }

    /// Pieces on the board, or a piece that was taken, go into a hand.
    fn put(
        &self,
        mut world: World,
        set: &Set,
        whose: Whose,
        turned_back: bool,
        when: &Condition,
        bind: &Bind<'_>,
    ) -> Vec<World> {
        let Some(receiver) = self.player_of(&world, whose, bind) else { return Vec::new() };
        let targets = self.targets(&world, set, when, bind);
        let mut changed = false;
        for e in targets {
            let Some(piece) = e.piece else { continue };
            if e.lies == Lies::Board {
                world.now.set(e.cell, None);
            }
            let plain = self.rules.kinds[piece.kind].plain_side.filter(|_| turned_back);
            world.now.add_to_hand(receiver, plain.unwrap_or(piece.kind), Some(1));
            changed = true;
        }
        if changed { vec![world] } else { Vec::new() }
    }

    /// Pieces go to empty cells.
    fn move_pieces(
        &self,
        mut world: World,
        set: &Set,
        target: &MoveTarget,
        when: &Condition,
        bind: &Bind<'_>,
    ) -> Vec<World> {
        let mut changed = false;
        for (from, piece) in self.standing_targets(&world, set, when, bind) {
            let scene = self.scene_of(&world, bind);
            let first = |items| scene.elements_of(items).first().map(|e| e.cell);
            let way: Vec<Cell> = match target {
                MoveTarget::CellCrossed => {
                    world.ways.last().and_then(|(_, way)| way.last()).copied().into_iter().collect()
                }
                MoveTarget::To(items) => first(items).into_iter().collect(),
                MoveTarget::Toward(number, items) => {
                    let goal = first(items).filter(|&goal| goal != from);
                    let way = goal.and_then(|goal| straight(self.vector(from, goal)));
                    let ray = way.map_or(Vec::new(), |d| self.ray(from, d.delta()));
                    let enough = ray.len() >= *number as usize;
                    ray.into_iter().take(if enough { *number as usize } else { 0 }).collect()
                }
            };
            let Some((&end, crossed)) = way.split_last() else { continue };
            if world.now.at(end).is_some() {
                continue;
            }
            let crossed = crossed.to_vec();
            world.now.set(from, None);
            world.now.set(end, Some(Piece { unmoved: false, ..piece }));
            world.ways.push((piece.id, crossed));
            changed = true;
        }
        if changed { vec![world] } else { Vec::new() }
    }
}
