//! Which candidates are legal: `may not`, `must`, passing; and what the conditions ask of moves (mated, can move).

use crate::compile::tables::{
    ActionTable, ClaimTable, ConditionTable, DeedTable, EMPTY, EffectTable, NONE, RuleTable, Tables,
};
use crate::types::{Cell, CellSet};

use super::attacks;
use super::eval::{Context, Facts, Piece};
use super::gathered;
use super::movegen;
use super::moves::{DROP, MOVE, Move, PASS};
use super::position::{Position, Question};
use super::turn::{self, Choices};

/// All legal moves of the player to move, in the order of generation; claims are not among them.
pub(super) fn legal_moves<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moves: &mut Vec<Move<W>>) {
    moves.clear();
    if t.needs.plain_turns {
        movegen::candidates(t, position, moves);
        return;
    }
    with_start_events(t, position, |position| {
        if !gathered::untried(t, position, moves) {
            let mut candidates = Vec::new();
            movegen::candidates(t, position, &mut candidates);
            tried(t, position, &candidates, moves);
        }
        musts(t, position, moves);
        passes(t, position, moves);
    });
}

/// Runs `f` on the position after the start events, then takes them back.
pub(super) fn with_start_events<const W: usize, R>(
    t: &Tables<W>,
    position: &mut Position<W>,
    f: impl FnOnce(&mut Position<W>) -> R,
) -> R {
    let quiet = turn::begin(t, position);
    let result = f(position);
    position.trying -= 1;
    position.undo(t);
    position.quiet_start = quiet;
    result
}

/// Adds the legal results of the candidates, each tried out.
pub(super) fn tried<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    candidates: &[Move<W>],
    moves: &mut Vec<Move<W>>,
) {
    let mut before = None;
    for candidate in candidates {
        results(t, position, candidate, &mut before, &mut |mv, _| {
            moves.push(mv);
            true
        });
    }
}

/// Each legal result of a candidate: all choices, equal results merged. `found` says whether to go on. `mated_before`: what
/// is mated before the deed, once somebody has asked.
pub(super) fn results<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    candidate: &Move<W>,
    mated_before: &mut Option<CellSet<W>>,
    found: &mut impl FnMut(Move<W>, &mut Position<W>) -> bool,
) {
    let mover = position.mover(t);
    let bars = &t.turn[mover as usize].bars;
    let facts = turn::facts_of(candidate, false);
    if bars
        .iter()
        .any(|rule| rule.leaving.is_none() && self::bars(t, position, rule, candidate.action, &facts, candidate.hand))
    {
        return;
    }
    // `leaving` rules whose deed and `when` fit, both asked before the deed.
    let leaving: Vec<&RuleTable<W>> = bars
        .iter()
        .filter(|rule| {
            rule.leaving.is_some() && self::bars(t, position, rule, candidate.action, &facts, candidate.hand)
        })
        .collect();
    let before = if leaving.is_empty() {
        CellSet::EMPTY
    } else {
        *mated_before.get_or_insert_with(|| self::mated_before(t, position))
    };
    let mut choices = Choices::default();
    let mut seen: Vec<u64> = Vec::new();
    loop {
        choices.rewind();
        position.open(t);
        position.trying += 1;
        let facts = turn::execute(t, position, candidate, &mut choices);
        let it = (facts.to != NONE && position.cells[facts.to as usize] != EMPTY).then(|| position.piece(facts.to));
        let context = Context { it, facts: Some(&facts), mated_before: Some(&before), ..Context::default() };
        let struck = leaving
            .iter()
            .any(|rule| rule.leaving.as_ref().is_some_and(|condition| position.holds(t, condition, &context)));
        let key = position.key(t);
        let go_on = if struck || seen.contains(&key) {
            true
        } else {
            seen.push(key);
            found(Move { choices: choices.code(), ..*candidate }, position)
        };
        position.trying -= 1;
        position.undo(t);
        if !go_on || !choices.advance() {
            return;
        }
    }
}

/// Does a `may not` rule speak of this deed, its `when` included?
pub(super) fn bars<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    rule: &RuleTable<W>,
    action: u16,
    facts: &Facts<W>,
    hand: u8,
) -> bool {
    let end = Piece { cell: facts.to, content: facts.content, on_board: action == MOVE };
    let it = (facts.to != NONE).then_some(end);
    let context = Context { it, facts: Some(facts), exclude: facts.from, ..Context::default() };
    let start = Piece { cell: facts.from, content: facts.content, on_board: true };
    let plain = Context { facts: Some(facts), ..Context::default() };
    let taken_fits = |set: &crate::compile::tables::SetTable<W>| {
        facts.taken.into_iter().any(|cell| position.set_has(t, set, position.piece(cell.0), &plain))
    };
    let fits = match &rule.deed {
        DeedTable::Act => true,
        DeedTable::Pass => action == PASS,
        DeedTable::Drop(set, hands, _) => {
            action == DROP
                && hands.get(usize::from(hand)).is_none_or(|named| *named)
                && position.set_has(t, set, end, &context)
        }
        DeedTable::Move(set, taking) => {
            action == MOVE && position.set_has(t, set, start, &plain) && taking.as_ref().is_none_or(taken_fits)
        }
        DeedTable::Take(set, with) => {
            let with_fits = with
                .as_ref()
                .is_none_or(|with| position.set_has(t, with, if action == MOVE { start } else { end }, &plain));
            // `it` in `may not take S when …` is each piece of S.
            return with_fits
                && facts.taken.into_iter().any(|cell| {
                    let piece = position.piece(cell.0);
                    set.as_ref().is_none_or(|set| position.set_has(t, set, piece, &plain))
                        && position.holds(t, &rule.when, &Context { it: Some(piece), ..plain })
                });
        }
        DeedTable::TakeTheMost => false,
    };
    fits && position.holds(t, &rule.when, &context)
}

/// Step 9: each `must` in file order; void when nothing fulfils it.
fn musts<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moves: &mut Vec<Move<W>>) {
    let mover = position.mover(t);
    for rule in &t.turn[mover as usize].musts {
        if !position.holds(t, &rule.when, &Context::default()) {
            continue;
        }
        if let DeedTable::TakeTheMost = rule.deed {
            let counts: Vec<usize> = moves.iter().map(|mv| taken_by(t, position, mv)).collect();
            let most = counts.iter().copied().max().unwrap_or(0);
            if most > 0 {
                let mut counts = counts.into_iter();
                moves.retain(|_| counts.next() == Some(most));
            }
            continue;
        }
        let fits: Vec<bool> = moves
            .iter()
            .map(|mv| {
                let mut facts = turn::facts_of(mv, false);
                if matches!(rule.deed, DeedTable::Take(..) | DeedTable::Move(..)) {
                    facts.taken = taken_cells(t, position, mv);
                }
                let unconditional = RuleTable { when: ConditionTable::Const(true), ..rule.clone() };
                bars(t, position, &unconditional, mv.action, &facts, mv.hand)
            })
            .collect();
        if fits.contains(&true) {
            let mut fits = fits.into_iter();
            moves.retain(|_| fits.next() == Some(true));
        }
    }
}

/// The cells of all that a move takes, by path and by position.
fn taken_cells<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mv: &Move<W>) -> CellSet<W> {
    if t.captures.iter().all(Vec::is_empty) {
        return mv.taken;
    }
    position.open(t);
    position.trying += 1;
    turn::execute(t, position, mv, &mut Choices::coded(mv.choices));
    let cells = position.taken_now().iter().map(|&(cell, _)| Cell(cell)).collect();
    position.trying -= 1;
    position.undo(t);
    cells
}

fn taken_by<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mv: &Move<W>) -> usize {
    taken_cells(t, position, mv).len()
}

/// Passing: asked when the filtered list is known.
fn passes<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moves: &mut Vec<Move<W>>) {
    let pass = Move::new(PASS, EMPTY, NONE, NONE);
    if let Some(again) = position.again {
        if !again.must {
            moves.push(pass);
        }
        return;
    }
    let mover = position.mover(t);
    let rules = &t.turn[mover as usize].passes;
    position.no_legal_move = Some(moves.is_empty());
    let allowed = rules.iter().any(|rule| position.holds(t, &rule.when, &Context::default()));
    position.no_legal_move = None;
    if allowed && gathered::passes_freely(t, position) {
        moves.push(pass);
    } else if allowed {
        let mut before = None;
        results(t, position, &pass, &mut before, &mut |mv, _| {
            moves.push(mv);
            true
        });
    }
}

/// The claims that the player to move can make.
pub(super) fn claims<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moves: &mut Vec<Move<W>>) {
    if t.turn[position.mover(t) as usize].actions.iter().all(|action| !action.claim) || position.again.is_some() {
        return;
    }
    with_start_events(t, position, |position| {
        let mut list = Vec::new();
        movegen::actions(t, position, true, &mut list);
        for mv in list {
            position.open(t);
            position.trying += 1;
            turn::execute(t, position, &mv, &mut Choices::coded(0));
            let ends = position.ended.is_some();
            position.trying -= 1;
            position.undo(t);
            if ends {
                moves.push(mv);
            }
        }
    });
}

/// Has the player to move a legal move, drop or action (passing and claims do not count)?
pub(super) fn can_do_something<const W: usize>(t: &Tables<W>, position: &Position<W>) -> bool {
    let mut scratch = position.clone();
    with_start_events(t, &mut scratch, |position| first_legal(t, position, None))
}

/// Is there a legal candidate (of one piece, if one is named)?
fn first_legal<const W: usize>(t: &Tables<W>, position: &mut Position<W>, piece: Option<u16>) -> bool {
    let mut candidates = Vec::new();
    match piece {
        Some(cell) => movegen::piece_moves(t, position, cell, &mut candidates),
        None => movegen::candidates(t, position, &mut candidates),
    }
    if t.needs.plain_turns {
        return !candidates.is_empty();
    }
    let mut before = None;
    candidates.iter().any(|candidate| {
        let mut legal = false;
        results(t, position, candidate, &mut before, &mut |_, _| {
            legal = true;
            false
        });
        legal
    })
}

/// Would no living player have a move, drop or action, were it that player's turn?
pub(super) fn nobody_can_move<const W: usize>(t: &Tables<W>, position: &Position<W>) -> bool {
    position.ask(Question::NoPlayerCanMove, false, || {
        (0..t.players as u8).filter(|&player| !position.is_out(player)).all(|player| {
            let mut scratch = position.clone();
            match t.turns.iter().position(|&mover| mover == player) {
                Some(turn) => {
                    scratch.set_turn(t, turn as u16);
                    scratch.again = None;
                    !can_do_something(t, &scratch)
                }
                None => true,
            }
        })
    })
}

/// Has the piece on a cell a legal move, were it its owner's turn?
pub(super) fn piece_can_move<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16) -> bool {
    position.ask(Question::CanMove, false, || can_move_now(t, position, cell))
}

fn can_move_now<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16) -> bool {
    let owner = t.contents[position.cells[cell as usize] as usize].owner;
    let Some(turn) = t.turns.iter().position(|&mover| mover == owner) else { return false };
    if position.is_out(owner) || attacks::frozen(t, position).has(Cell(cell)) {
        return false;
    }
    let mut scratch = position.clone();
    scratch.set_turn(t, turn as u16);
    scratch.again = None;
    with_start_events(t, &mut scratch, |position| first_legal(t, position, Some(cell)))
}

/// Can the turn go on with the piece that `again` names?
pub(super) fn goes_on<const W: usize>(t: &Tables<W>, position: &mut Position<W>) -> bool {
    let mut candidates = Vec::new();
    movegen::candidates(t, position, &mut candidates);
    candidates.iter().any(|candidate| {
        let mut scratch = position.clone();
        let mut legal = false;
        // One part is looked at, not what may follow it.
        let facts = turn::facts_of(candidate, false);
        let takes = !position.again.is_some_and(|again| again.take) || !candidate.taken.is_empty();
        let mover = position.mover(t);
        let barred = t.turn[mover as usize]
            .bars
            .iter()
            .any(|rule| rule.leaving.is_none() && bars(t, position, rule, candidate.action, &facts, candidate.hand));
        if takes && !barred {
            let leaving: Vec<_> = t.turn[mover as usize].bars.iter().filter(|rule| rule.leaving.is_some()).collect();
            if leaving.is_empty() {
                legal = true;
            } else {
                scratch.open(t);
                scratch.trying += 1;
                turn::displace(t, &mut scratch, candidate);
                let done = Facts { done: true, ..facts };
                let context = Context {
                    it: (done.to != NONE).then(|| scratch.piece(done.to)),
                    facts: Some(&done),
                    ..Context::default()
                };
                legal = !leaving.iter().any(|rule| {
                    bars(t, position, rule, candidate.action, &facts, candidate.hand)
                        && rule.leaving.as_ref().is_some_and(|condition| scratch.holds(t, condition, &context))
                });
            }
        }
        legal
    })
}

/// Is the piece on a cell mated: attacked, and still attacked after everything that its owner could do?
pub(super) fn mated<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16) -> bool {
    position.ask(Question::Mated, false, || mated_now(t, position, cell))
}

fn mated_now<const W: usize>(t: &Tables<W>, position: &Position<W>, cell: u16) -> bool {
    attacks::attacked(t, position, cell) && no_way_out(t, &mut position.clone(), cell)
}

/// Is the piece, which is attacked, mated? The position is as before afterwards.
pub(super) fn mated_here<const W: usize>(t: &Tables<W>, position: &mut Position<W>, cell: u16) -> bool {
    if !attacks::attacked(t, position, cell) {
        return false;
    }
    position.open(t);
    position.trying += 1;
    let mated = no_way_out(t, position, cell);
    position.trying -= 1;
    position.undo(t);
    mated
}

/// Would a piece that is attacked still be attacked after everything that its owner could do? Whose turn it is changes.
fn no_way_out<const W: usize>(t: &Tables<W>, position: &mut Position<W>, cell: u16) -> bool {
    let owner = t.contents[position.cells[cell as usize] as usize].owner;
    let Some(turn) = t.turns.iter().position(|&mover| mover == owner) else { return true };
    if position.is_out(owner) {
        return true;
    }
    position.set_turn(t, turn as u16);
    position.again = None;
    let mut replies = Vec::new();
    // Its own moves help most often.
    if !attacks::frozen(t, position).has(Cell(cell)) {
        movegen::piece_moves(t, position, cell, &mut replies);
        if replies.iter().any(|reply| saves(t, position, reply, cell)) {
            return false;
        }
    }
    replies.clear();
    if let Some(hold) = gathered::Hold::on(t, position, cell) {
        hold.loosening(position, cell, &mut replies);
    } else {
        movegen::candidates(t, position, &mut replies);
        replies.retain(|reply| reply.action == DROP || (reply.action == MOVE && reply.from != cell));
        // Captures help most often.
        replies.sort_by_key(|reply| reply.taken.is_empty());
    }
    !replies.iter().any(|reply| saves(t, position, reply, cell))
}

/// Is the piece on a cell safe after a reply of its owner, by some choice in it?
fn saves<const W: usize>(t: &Tables<W>, position: &mut Position<W>, reply: &Move<W>, cell: u16) -> bool {
    let owner = position.mover(t);
    let facts = turn::facts_of(reply, false);
    let rules = &t.turn[owner as usize].bars;
    if rules.iter().any(|rule| rule.leaving.is_none() && bars(t, position, rule, reply.action, &facts, reply.hand)) {
        return false;
    }
    let mut choices = Choices::default();
    loop {
        choices.rewind();
        position.open(t);
        position.trying += 1;
        turn::execute(t, position, reply, &mut choices);
        let at = if reply.action == MOVE && reply.from == cell { reply.to } else { cell };
        let safe = at == NONE || position.cells[at as usize] == EMPTY || !attacks::attacked(t, position, at);
        position.trying -= 1;
        position.undo(t);
        if safe {
            return true;
        }
        if !choices.advance() {
            return false;
        }
    }
}

/// The pieces that are mated before the deed, where some rule asks for newly mated ones.
fn mated_before<const W: usize>(t: &Tables<W>, position: &Position<W>) -> CellSet<W> {
    let mut cells = CellSet::EMPTY;
    let mover = position.mover(t);
    for rule in &t.turn[mover as usize].bars {
        if let Some(leaving) = &rule.leaving {
            newly_mated_subjects(leaving, &mut |set| {
                for cell in position.set_cells(t, set, &Context::default()) {
                    if mated(t, position, cell.0) {
                        cells.insert(cell);
                    }
                }
            });
        }
    }
    cells
}

fn newly_mated_subjects<const W: usize>(
    condition: &ConditionTable<W>,
    found: &mut impl FnMut(&crate::compile::tables::SetTable<W>),
) {
    match condition {
        ConditionTable::And(list) | ConditionTable::Or(list) => {
            for inner in list {
                newly_mated_subjects(inner, found);
            }
        }
        ConditionTable::Not(inner) => newly_mated_subjects(inner, found),
        ConditionTable::Claim(set, _, ClaimTable::NewlyMated) => found(set),
        _ => {}
    }
}

/// The way of the piece that an action moves: the piece's cell, its start and the cells crossed.
pub(super) fn way<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    action: &ActionTable<W>,
    chosen: u16,
) -> Option<(u16, CellSet<W>)> {
    let context = Context { chosen, ..Context::default() };
    action.effects.iter().find_map(|(effect, _)| {
        let EffectTable::MoveToward(set, cells, items) = effect else { return None };
        let piece = position.set_cells(t, set, &context).first()?;
        let target = position.items_cells(t, items, &context).first()?;
        let mut route = turn::toward(t, piece.0, target.0, *cells);
        route.pop();
        let mut way: CellSet<W> = route.into_iter().map(Cell).collect();
        way.insert(piece);
        Some((piece.0, way))
    })
}

/// Is a piece attacked on its start or on a cell that it crosses?
pub(super) fn attacked_on_its_way<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    piece: Piece,
    context: &Context<'_, W>,
) -> bool {
    let Some(&(cell, way)) = context.way else { return attacks::attacked(t, position, piece.cell) };
    if cell != piece.cell {
        return attacks::attacked(t, position, piece.cell);
    }
    way.into_iter().any(|stop| {
        if stop.0 != cell && position.cells[stop.index()] != EMPTY {
            return false;
        }
        let mut scratch = position.clone();
        scratch.open(t);
        scratch.put(t, cell, EMPTY);
        scratch.put(t, stop.0, piece.content);
        attacks::attacked(t, &scratch, stop.0)
    })
}

/// The place in the cycle of turns that comes next: players who are out and have nothing left are skipped.
pub(super) fn next_turn<const W: usize>(t: &Tables<W>, position: &mut Position<W>) -> u16 {
    let count = t.turns.len() as u16;
    let following = (position.turn + 1) % count;
    if position.out == 0 {
        return following;
    }
    let mut turn = following;
    for _ in 0..count {
        let player = t.turns[turn as usize];
        if !position.is_out(player) || has_something_left(t, position, turn) {
            return turn;
        }
        turn = (turn + 1) % count;
    }
    following
}

/// Has a player who is out an action or a pass left?
fn has_something_left<const W: usize>(t: &Tables<W>, position: &mut Position<W>, turn: u16) -> bool {
    let table = &t.turn[t.turns[turn as usize] as usize];
    if table.passes.is_empty() && !table.actions.iter().any(|action| action.when_out) {
        return false;
    }
    // What is tried and taken back forgets that the game has ended.
    let here = (position.turn, position.again.take(), position.ended, position.quiet_start);
    position.quiet_start = false;
    position.set_turn(t, turn);
    let mut moves = Vec::new();
    legal_moves(t, position, &mut moves);
    position.set_turn(t, here.0);
    (position.again, position.ended, position.quiet_start) = (here.1, here.2, here.3);
    !moves.is_empty()
}
