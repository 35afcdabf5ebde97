//! How a game ends: ends in four groups, players who go out, teams that are left.

use crate::compile::tables::{CounterTable, EndTable, EndVerb, EndWhat, Tables};

use super::attacks;
use super::eval::{Context, Facts};
use super::legality;
use super::moves::{DROP, MOVE, Move, PASS};
use super::position::Position;
use super::turn;

/// The game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ended {
    /// Bit set of the winners; 0 = draw.
    pub winners: u8,
    /// Why.
    pub reason: Reason,
}

/// What ended the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// An end: group and index.
    End(u8, u16),
    /// An action.
    Action(u16),
    /// An event.
    Event,
}

/// Step 10 to 12: counters, continuation, ends of the board, passing the turn on.
pub(super) fn finish<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mv: &Move<W>, facts: &Facts<W>) {
    let mover = position.mover(t);
    let took = !position.taken_now().is_empty();
    if let Some(frame) = position.frames.last_mut() {
        frame.end = if matches!(mv.action, MOVE | DROP) { mv.to } else { crate::compile::tables::NONE };
    }
    position.passes = if mv.action == PASS { position.passes.saturating_add(1) } else { 0 };
    for (index, counter) in t.counters.iter().enumerate() {
        let reset = match counter {
            CounterTable::Quiet { capture, drop, moves } => {
                (*capture && took) || (*drop && mv.action == DROP) || (mv.action == MOVE && moves[mv.content as usize])
            }
            CounterTable::Held(condition) => {
                !position.holds(t, condition, &Context { facts: Some(facts), ..Context::default() })
            }
        };
        position.counters[index] = if reset { 0 } else { position.counters[index].saturating_add(1) };
    }
    let to_move = if position.again.is_some() { position.turn } else { legality::next_turn(t, position) };
    if position.ended.is_none() {
        let touched = u64::MAX;
        board_ends(t, position, mover, t.turns[to_move as usize], touched, Some(facts));
    }
    pass_on(t, position, mover, mv, took);
    if t.needs.eager_ends && position.ended.is_none() {
        late_ends(t, position, mover);
    }
}

/// The turn passes to the next player, and the position is counted.
pub(super) fn pass_on<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mover: u8, mv: &Move<W>, took: bool) {
    let check = t.needs.checks && gives_check(t, position, mover);
    if position.again.is_none() {
        let next = legality::next_turn(t, position);
        position.set_turn(t, next);
        if t.needs.marks {
            turn::age_marks(position, t.turns[next as usize]);
        }
        if t.needs.history {
            let lasting = t.needs.captures_last && (took || mv.action == DROP);
            position.count(t, lasting, (mover, Some(check)));
        }
    }
}

/// Is an enemy royal attacked?
fn gives_check<const W: usize>(t: &Tables<W>, position: &Position<W>, mover: u8) -> bool {
    (1..t.contents.len()).any(|content| {
        let info = &t.contents[content];
        info.royal
            && usize::from(info.owner) < t.players
            && t.teams[info.owner as usize] != t.teams[mover as usize]
            && position.pieces[content].into_iter().any(|cell| attacks::attacked_by(t, position, cell.0, mover))
    })
}

/// Ends of group A. `touched`: which contents came, went or moved (bit `min(content, 63)`); others cannot have changed.
pub(super) fn board_ends<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    moved: u8,
    to_move: u8,
    touched: u64,
    facts: Option<&Facts<W>>,
) {
    for end in &t.ends[0] {
        if end.reads & touched == 0 {
            continue;
        }
        let context = Context { facts, ..Context::default() };
        if decide(t, position, end, 0, moved, to_move, &context) {
            return;
        }
    }
}

/// Groups B, C and D for games in which these put players out: tried again from A until nothing changes.
fn late_ends<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moved: u8) {
    for _ in 0..=t.players {
        let out = position.out;
        for (group, ends) in t.ends.iter().enumerate() {
            for end in ends {
                let to_move = position.mover(t);
                if decide(t, position, end, group, moved, to_move, &Context::default()) {
                    if position.ended.is_some() {
                        return;
                    }
                    break;
                }
            }
            if position.out != out {
                break;
            }
        }
        if position.out == out {
            return;
        }
        if position.is_out(position.mover(t)) {
            let next = legality::next_turn(t, position);
            position.set_turn(t, next);
        }
        if t.needs.history
            && let Some(last) = position.history.len().checked_sub(1)
        {
            position.history[last] = position.key(t);
        }
    }
}

/// The end that holds now in a position where nothing has been taken: all groups, nothing changed.
pub(super) fn of_position<const W: usize>(t: &Tables<W>, position: &Position<W>) -> Option<Ended> {
    if position.ended.is_some() {
        return position.ended;
    }
    let moved = who_moved(t, position);
    let mut scratch: Option<Position<W>> = None;
    for (group, ends) in t.ends.iter().enumerate().skip(1) {
        for end in ends {
            let scratch = scratch.get_or_insert_with(|| position.clone());
            let to_move = position.mover(t);
            if decide(t, scratch, end, group, moved, to_move, &Context::default()) && scratch.ended.is_some() {
                return scratch.ended;
            }
        }
    }
    None
}

/// The player before the player to move in seat order.
pub(super) fn who_moved<const W: usize>(t: &Tables<W>, position: &Position<W>) -> u8 {
    let count = t.turns.len();
    t.turns[(position.turn as usize + count - 1) % count]
}

/// Asks one end; true when it held and changed something (an outcome, or a player out).
fn decide<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    end: &EndTable<W>,
    group: usize,
    moved: u8,
    to_move: u8,
    context: &Context<'_, W>,
) -> bool {
    let reason = Reason::End(group as u8, end.index);
    let holds = |position: &Position<W>, view: usize| {
        end.when.get(view).or(end.when.first()).is_some_and(|condition| position.holds(t, condition, context))
    };
    match end.what {
        EndWhat::Draw => {
            if holds(position, 0) {
                position.ended = Some(Ended { winners: 0, reason });
                return true;
            }
            false
        }
        EndWhat::LastTeamWins => {
            let left = teams_left(t, position);
            if left.len() <= 1 {
                let winners = left.first().map_or(0, |&team| members(t, team));
                position.ended = Some(Ended { winners, reason });
                return true;
            }
            false
        }
        EndWhat::PlayerToMove(verb) => {
            holds(position, usize::from(to_move)) && befall(t, position, 1 << to_move, verb, reason)
        }
        EndWhat::PlayerWhoMoved(verb) => {
            holds(position, usize::from(moved)) && befall(t, position, 1 << moved, verb, reason)
        }
        EndWhat::Named(player, verb) => holds(position, 0) && befall(t, position, 1 << player, verb, reason),
        EndWhat::EachPlayer(verb) => {
            let hit = (0..t.players as u8)
                .filter(|&player| !position.is_out(player) && holds(position, usize::from(player)))
                .fold(0, |bits, player| bits | 1 << player);
            hit != 0 && befall(t, position, hit, verb, reason)
        }
        EndWhat::EachTeam(verb) => {
            let hit = (0..t.players as u8)
                .filter(|&player| holds(position, usize::from(player)))
                .fold(0, |bits, player| bits | members(t, t.teams[usize::from(player)]));
            hit != 0 && befall(t, position, hit, verb, reason)
        }
    }
}

fn befall<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    players: u8,
    verb: EndVerb,
    reason: Reason,
) -> bool {
    match verb {
        EndVerb::Wins => {
            let winners = (0..t.players as u8)
                .filter(|player| players >> player & 1 != 0)
                .fold(0, |bits, player| bits | members(t, t.teams[usize::from(player)]));
            position.ended = Some(Ended { winners, reason });
            true
        }
        EndVerb::Loses => {
            let before = (position.out, position.ended);
            loses(t, position, players, reason);
            (position.out, position.ended) != before
        }
        EndVerb::IsOut => {
            let before = position.out;
            for player in 0..t.players as u8 {
                if players >> player & 1 != 0 {
                    put_out(t, position, player);
                }
            }
            position.out != before
        }
    }
}

/// The players of a team.
fn members<const W: usize>(t: &Tables<W>, team: u8) -> u8 {
    (0..t.players).filter(|&player| t.teams[player] == team).fold(0, |bits, player| bits | 1 << player)
}

/// Teams with a player who is not out.
fn teams_left<const W: usize>(t: &Tables<W>, position: &Position<W>) -> Vec<u8> {
    let mut teams: Vec<u8> = (0..t.players as u8)
        .filter(|&player| !position.is_out(player))
        .map(|player| t.teams[usize::from(player)])
        .collect();
    teams.sort_unstable();
    teams.dedup();
    teams
}

/// A player wins, with the whole team.
pub(super) fn team_wins<const W: usize>(t: &Tables<W>, position: &mut Position<W>, player: u8, reason: Reason) {
    position.ended = Some(Ended { winners: members(t, t.teams[usize::from(player)]), reason });
}

/// Players lose: where only one team is left it wins, where more are left they go out; nobody left is a draw.
pub(super) fn loses<const W: usize>(t: &Tables<W>, position: &mut Position<W>, players: u8, reason: Reason) {
    let left: Vec<u8> = {
        let mut teams: Vec<u8> = (0..t.players as u8)
            .filter(|player| !position.is_out(*player) && players >> player & 1 == 0)
            .map(|player| t.teams[usize::from(player)])
            .collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    };
    match left.as_slice() {
        [] => position.ended = Some(Ended { winners: 0, reason }),
        [team] => position.ended = Some(Ended { winners: members(t, *team), reason }),
        _ => {
            for player in 0..t.players as u8 {
                if players >> player & 1 != 0 {
                    put_out(t, position, player);
                }
            }
        }
    }
}

/// A player goes out, once; then the events that wait for it.
pub(super) fn put_out<const W: usize>(t: &Tables<W>, position: &mut Position<W>, player: u8) {
    if !position.is_out(player) {
        position.out |= 1 << player;
        turn::out_events(t, position, player);
    }
}
