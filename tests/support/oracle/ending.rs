//! After a turn: counters, continuation, ends (steps 10 to 12).

use std::collections::BTreeSet;
use std::sync::Arc;

use boardwright::rules::model::{CounterDef, End, EndVerb, EndWhat, Quiet};
use boardwright::types::{Player, Team};

use super::Oracle;
use super::position::{Continuing, LastPly, Outcome, Past, Position};
use super::scene::{Element, Lies, Scene};
use super::speaks::Group;
use super::turn::{Action, Scope, Turn, World};

/// What an end says.
pub enum Verdict {
    Nothing,
    Decided(Outcome),
    Out(Vec<Player>),
}

impl Oracle {
    /// Steps 10 to 12.
    pub fn play(&self, _position: &Position, turn: &Turn) -> Position {
        let world = &turn.world;
        let now = self.counted(world);
        if world.continues {
            return self.settle(now, world.mover, Some(world), true);
        }
        self.settle(now, world.mover, Some(world), false)
    }

    /// How the game ends by this turn, if it does.
    pub fn outcome_after(&self, position: &Position, turn: &Turn) -> Option<Outcome> {
        self.play(position, turn).outcome
    }

    /// A position that is loaded is asked the same ends, with nothing taken; the player who moved is the one before.
    pub fn settle_loaded(&self, position: Position) -> Position {
        let turns = &self.rules.turns;
        let who_moved = turns[(position.turn + turns.len() - 1) % turns.len()];
        self.settle(position, who_moved, None, false)
    }

    /// Step 10: a capture or a named move sets its counter to 0, else + 1. Also what the ply did, for those who ask later.
    pub fn counted(&self, world: &World) -> Position {
        let mut now = world.now.clone();
        let earlier = world.before.continuing.clone();
        let mut reset: BTreeSet<usize> = earlier.as_ref().map(|c| c.reset.clone()).unwrap_or_default();
        for (counter, def) in self.rules.counters.iter() {
            let CounterDef::Quiet(list) = def else { continue };
            let start = world.start.zip(world.piece).map(|(cell, piece)| Element {
                cell,
                piece: Some(piece),
                lies: Lies::Board,
            });
            let scene = Scene::new(self, &world.before, world.mover).seen_by(None);
            let happened = list.iter().any(|quiet| match quiet {
                Quiet::Capture => !world.taken.is_empty(),
                Quiet::Drop => world.action == Action::Drop,
                Quiet::MoveOf(set) => world.action == Action::Move && start.is_some_and(|e| scene.is_in(set, &e)),
            });
            if happened {
                reset.insert(counter.index());
                now.counters[counter.index()] = 0;
            } else if !world.continues && !reset.contains(&counter.index()) {
                now.counters[counter.index()] += 1;
            }
        }
        if !world.continues {
            self.count_held(&mut now);
            now.passes = if world.action == Action::Pass && !world.rest { now.passes + 1 } else { 0 };
        }
        let mut last = if earlier.is_some() { now.last.clone() } else { LastPly::default() };
        last.taken.extend(world.taken.iter().copied());
        if world.action != Action::Pass {
            last.end = world.end;
        } else if !world.rest {
            last.end = None;
        }
        now.last = last;
        now.continuing = world.again.filter(|_| world.continues).and_then(|(must, take)| {
            let e = world.acting().filter(|e| e.lies == Lies::Board)?;
            Some(Continuing { cell: e.cell, must, take, reset })
        });
        now
    }

    /// Counters of plies for which a condition has held.
    pub fn count_held(&self, position: &mut Position) {
        for (counter, def) in self.rules.counters.iter() {
            if let CounterDef::Held(condition) = def {
                let mover = self.mover(position);
                let holds = Scene::new(self, position, mover).seen_by(None).holds(condition);
                let held = &mut position.counters[counter.index()];
                *held = if holds { *held + 1 } else { 0 };
            }
        }
    }

    /// The turn passes to the next player in seat order who is not skipped; the position is counted.
    pub fn pass_turn(&self, base: &Position, who_moved: Player) -> Position {
        let mut position = base.clone();
        for mark in &mut position.marks {
            mark.plies = mark.plies.map(|plies| plies - 1);
        }
        position.marks.retain(|mark| mark.plies != Some(0));
        let gave_check = self.speaks.of_gave_check && self.gives_check(base, who_moved);
        self.next_seat(&mut position);
        self.skip_those_out(&mut position);
        let past = Past { key: position.identity(self), mover: Some(who_moved), gave_check };
        Arc::make_mut(&mut position.history).push(past);
        position
    }

    fn next_seat(&self, position: &mut Position) {
        position.turn = (position.turn + 1) % self.rules.turns.len();
        position.end_marks_of(self.mover(position), &self.rules);
    }

    /// A player who is out is skipped when nothing is left and no `may pass` allows it.
    fn skip_those_out(&self, position: &mut Position) {
        for _ in 0..self.rules.turns.len() {
            let skipped = position.out.contains(&self.mover(position))
                && self.turns(position, Scope { first: true, ..Scope::all(true) }).is_empty();
            if !skipped {
                return;
            }
            self.next_seat(position);
        }
    }

    /// An enemy royal is attacked at the end of the player's turn.
    fn gives_check(&self, position: &Position, player: Player) -> bool {
        let team = |player: Player| self.rules.players[player].team;
        let royals = position.pieces().filter(|(_, piece)| {
            self.rules.kinds[piece.kind].royal && piece.owner.is_some_and(|owner| team(owner) != team(player))
        });
        royals.into_iter().any(|(cell, _)| self.attacked(position, cell))
    }

    /// Step 12. `base` is the board after the turn, the turn not yet passed on; a loaded position is already at its turn.
    fn settle(&self, mut base: Position, who_moved: Player, world: Option<&World>, goes_on: bool) -> Position {
        let pass = |base: &Position| {
            let mut next = if world.is_some() && !goes_on { self.pass_turn(base, who_moved) } else { base.clone() };
            if world.is_none() {
                self.skip_those_out(&mut next);
            }
            next
        };
        if let Some(outcome) = world.and_then(|world| world.decided.clone()) {
            let mut next = pass(&base);
            next.outcome = Some(outcome);
            return next;
        }
        'again: loop {
            let next = pass(&base);
            for group in [Group::A, Group::B, Group::C, Group::D] {
                if goes_on && group != Group::A {
                    break;
                }
                let board = if group == Group::A { &base } else { &next };
                for (index, end) in self.rules.ends.iter().enumerate() {
                    if self.speaks.groups[index] != group {
                        continue;
                    }
                    match self.ask(end, board, &next, who_moved, world) {
                        Verdict::Nothing => {}
                        Verdict::Decided(outcome) => return Position { outcome: Some(outcome), ..next },
                        Verdict::Out(players) => {
                            let holder = World::new(Arc::new(base.clone()), who_moved, Action::Pass);
                            base =
                                Position { continuing: base.continuing.clone(), ..self.put_out(holder, &players).now };
                            continue 'again;
                        }
                    }
                }
            }
            return next;
        }
    }

    /// Asks one end.
    fn ask(&self, end: &End, board: &Position, next: &Position, who_moved: Player, world: Option<&World>) -> Verdict {
        let mover = self.mover(board);
        let scene = Scene { deed: world, ..Scene::new(self, board, mover) };
        let holds = |player: Option<Player>| scene.seen_by(player).holds(&end.when);
        let one = |player: Player, verb: EndVerb| {
            if holds(Some(player)) { self.verdict(board, &[player], verb, &end.label) } else { Verdict::Nothing }
        };
        match end.what {
            EndWhat::Draw if holds(None) => {
                Verdict::Decided(Outcome { winners: Vec::new(), reason: end.label.clone() })
            }
            EndWhat::Draw => Verdict::Nothing,
            EndWhat::LastTeamWins => match self.living_teams(board, &[])[..] {
                [] => Verdict::Decided(Outcome { winners: Vec::new(), reason: end.label.clone() }),
                [team] if !board.out.is_empty() => {
                    Verdict::Decided(Outcome { winners: self.players_of(team), reason: end.label.clone() })
                }
                _ => Verdict::Nothing,
            },
            EndWhat::PlayerToMove(verb) => one(self.mover(next), verb),
            EndWhat::PlayerWhoMoved(verb) => one(who_moved, verb),
            EndWhat::Named(player, verb) => one(player, verb),
            EndWhat::EachPlayer(verb) => {
                let living = self.rules.players.ids().filter(|player| !board.out.contains(player));
                let players: Vec<Player> = living.filter(|&player| holds(Some(player))).collect();
                self.verdict(board, &players, verb, &end.label)
            }
            EndWhat::EachTeam(verb) => {
                let hit: BTreeSet<Team> = self
                    .rules
                    .players
                    .iter()
                    .filter(|(player, _)| holds(Some(*player)))
                    .map(|(_, def)| def.team)
                    .collect();
                let players: Vec<Player> = hit.into_iter().flat_map(|team| self.players_of(team)).collect();
                self.verdict(board, &players, verb, &end.label)
            }
        }
    }

    /// What becomes of players: who wins, wins with the whole team; who loses, lose together, and the last team wins;
    /// where more are left, or for `is out`, they go out.
    pub fn verdict(&self, position: &Position, players: &[Player], verb: EndVerb, reason: &str) -> Verdict {
        let Some(&first) = players.first() else { return Verdict::Nothing };
        let outcome = |winners| Verdict::Decided(Outcome { winners, reason: reason.to_string() });
        if verb == EndVerb::Wins {
            return outcome(self.players_of(self.rules.players[first].team));
        }
        if verb == EndVerb::Loses {
            match self.living_teams(position, players)[..] {
                [] => return outcome(Vec::new()),
                [team] => return outcome(self.players_of(team)),
                _ => {}
            }
        }
        let new: Vec<Player> = players.iter().copied().filter(|player| !position.out.contains(player)).collect();
        if new.is_empty() { Verdict::Nothing } else { Verdict::Out(new) }
    }

    fn players_of(&self, team: Team) -> Vec<Player> {
        self.rules.players.iter().filter(|(_, def)| def.team == team).map(|(player, _)| player).collect()
    }

    /// The teams with a player who is neither out nor among these.
    fn living_teams(&self, position: &Position, but: &[Player]) -> Vec<Team> {
        let living = self.rules.players.iter().filter(|(p, _)| !position.out.contains(p) && !but.contains(p));
        living.map(|(_, def)| def.team).collect::<BTreeSet<Team>>().into_iter().collect()
    }
}
