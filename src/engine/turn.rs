//! One turn, step by step: the deed, captures by position, events, end events (language reference, "One turn, in order").

use crate::compile::tables::{
    ANY_NUMBER, ConditionTable, EMPTY, EffectTable, EndVerb, EventTable, NOBODY, NONE, NounTable, SetTable, StepTable,
    Tables,
};
use crate::types::Cell;

use super::captures;
use super::deeds::{changes, pieces_of, receiver, set_of};
use super::eval::{Context, Facts, Piece};
use super::legality;
use super::moves::{ACTION, DROP, MOVE, Move, PASS};
use super::outcome::{self, Ended, Reason};
use super::position::{Again, Marked, Position};

/// Most ways in which the choices of one turn are combined; of what comes after that the first is taken.
const MOST_WAYS: u32 = 1024;

/// The mover's choices while a turn is made: those given, then the first of each.
#[derive(Debug, Clone, Default)]
pub(super) struct Choices {
    digits: Vec<(u32, u32)>,
    at: usize,
    /// No further choice is offered in this run.
    full: bool,
}

impl Choices {
    /// The choices that a code says, least significant digit first. Bases are learnt as the turn goes on.
    pub fn coded(code: u32) -> CodedChoices {
        CodedChoices { code }
    }

    /// Starts the turn again.
    pub fn rewind(&mut self) {
        self.at = 0;
        self.full = false;
    }

    /// Goes on to the next combination; false when all were tried.
    pub fn advance(&mut self) -> bool {
        while let Some((digit, base)) = self.digits.pop() {
            if digit + 1 < base {
                self.digits.push((digit + 1, base));
                return true;
            }
        }
        false
    }

    /// The code of the combination.
    pub fn code(&self) -> u32 {
        self.digits.iter().rev().fold(0u32, |code, (digit, base)| code * *base + *digit)
    }
}

/// Choices read from a code.
#[derive(Debug, Clone, Copy)]
pub(super) struct CodedChoices {
    code: u32,
}

/// Where the choices of a turn come from.
pub(super) trait Choose {
    /// The choice among `base` possibilities.
    fn choose(&mut self, base: u32) -> u32;
}

impl Choose for Choices {
    fn choose(&mut self, base: u32) -> u32 {
        if self.at == self.digits.len() {
            let ways = self.digits.iter().fold(base, |ways, (_, base)| ways.saturating_mul(*base));
            // A code read back ends in zeros, too: once nothing is offered, nothing is until the run is over.
            self.full |= ways > MOST_WAYS;
            if self.full {
                return 0;
            }
            self.digits.push((0, base));
        }
        self.at += 1;
        self.digits[self.at - 1].0
    }
}

impl Choose for CodedChoices {
    fn choose(&mut self, base: u32) -> u32 {
        let digit = self.code % base;
        self.code /= base;
        digit
    }
}

/// The facts of a move as far as they are known before it is made (`done`: it is on the board already).
pub(super) fn facts_of<const W: usize>(mv: &Move<W>, done: bool) -> Facts<W> {
    Facts { from: mv.from, to: mv.to, content: mv.content, taken: mv.taken, done, flipped: 0 }
}

/// Steps 3: the piece leaves its start, takes, and stands on its end.
pub(super) fn displace<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mv: &Move<W>) {
    for cell in mv.taken {
        let content = position.cells[cell.index()];
        position.taken.push((cell.0, content));
        position.touch(cell.0);
        position.put(t, cell.0, EMPTY);
    }
    if mv.from != NONE {
        position.touch(mv.from);
        position.put(t, mv.from, EMPTY);
    }
    if mv.to != NONE {
        position.put(t, mv.to, mv.content);
    }
    if mv.placed != NONE {
        position.put(t, mv.placed, mv.placed_content);
    }
}

/// Opens a ply that is tried and runs its start events, unless it is known that they have nothing to do; whether that is
/// known now.
pub(super) fn begin<const W: usize>(t: &Tables<W>, position: &mut Position<W>) -> bool {
    let quiet = position.quiet_start;
    position.open(t);
    position.trying += 1;
    if quiet {
        return true;
    }
    start_events(t, position, &mut Choices::coded(0));
    position.untouched() && !position.slow
}

/// Steps 1: the start events of the player to move.
pub(super) fn start_events<const W: usize>(t: &Tables<W>, position: &mut Position<W>, choices: &mut impl Choose) {
    let mover = position.mover(t);
    if position.again.is_some() || position.is_out(mover) {
        return;
    }
    for event in &t.turn[mover as usize].start {
        run_event(t, position, event, &Context::default(), choices);
    }
}

/// Steps 3 to 7 for a move; the turn is then complete but for passing on.
pub(super) fn execute<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    mv: &Move<W>,
    choices: &mut impl Choose,
) -> Facts<W> {
    let mover = position.mover(t);
    let turn = &t.turn[mover as usize];
    let mut facts = facts_of(mv, true);
    position.again = None;
    match mv.action {
        MOVE => {
            displace(t, position, mv);
            if mv.mark != u8::MAX {
                let plies = t.marks[mv.mark as usize];
                for cell in mv.crossed {
                    let marked = Marked { mark: mv.mark, cell: cell.0, piece: mv.to, player: mover, plies };
                    position.marks.push(marked);
                }
            }
        }
        DROP => {
            let kind = usize::from(t.contents[t.contents[mv.content as usize].plain as usize].kind);
            let slot = usize::from(mv.hand) * t.kinds + kind;
            let number = position.hands[slot];
            if number != ANY_NUMBER {
                position.set_hand(t, slot, number.saturating_sub(1));
            }
            position.put(t, mv.to, mv.content);
        }
        PASS => {}
        _ => run_action(t, position, mv, choices),
    }
    if matches!(mv.action, MOVE | DROP) && mv.to != NONE {
        by_position(t, position, mv, &mut facts);
    }
    taken_events(t, position, mv, &facts, choices);
    let mut again = after_events(t, position, mv, &facts, choices);
    if let Some(wanted) = again {
        position.again = Some(wanted);
        if !legality::goes_on(t, position) {
            (position.again, again) = (None, None);
        }
    }
    if again.is_none() {
        for event in &turn.end {
            let context = Context { facts: Some(&facts), ..Context::default() };
            run_event(t, position, event, &context, choices);
        }
    }
    facts
}

/// Step 4: captures by position.
fn by_position<const W: usize>(t: &Tables<W>, position: &mut Position<W>, mv: &Move<W>, facts: &mut Facts<W>) {
    let mover = position.mover(t);
    if t.captures[mover as usize].is_empty() {
        return;
    }
    let captured = captures::find(t, position, position.piece(mv.to), facts);
    for cell in captured.taken {
        let content = position.cells[cell.index()];
        if content != EMPTY {
            position.taken.push((cell.0, content));
            position.touch(cell.0);
            position.put(t, cell.0, EMPTY);
        }
    }
    for cell in captured.flipped {
        let kind = usize::from(t.contents[position.cells[cell.index()] as usize].kind);
        let content = t.content_of[usize::from(mover) * t.kinds + kind];
        if content != NONE {
            position.put(t, cell.0, content);
            facts.flipped += 1;
        }
    }
}

/// Step 5: after … is taken, in the order of taking.
fn taken_events<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    mv: &Move<W>,
    facts: &Facts<W>,
    choices: &mut impl Choose,
) {
    let mover = position.mover(t);
    let events = &t.turn[mover as usize].taken;
    if events.is_empty() {
        return;
    }
    if position.taken_now().is_empty() {
        return;
    }
    for (cell, content) in position.taken_now().to_vec() {
        let it = Piece { cell, content, on_board: false };
        let captor = (mv.to != NONE && position.cells[mv.to as usize] != EMPTY).then(|| position.piece(mv.to));
        let context = Context { it: Some(it), captor, facts: Some(facts), ..Context::default() };
        for event in events {
            if event.piece.as_ref().is_none_or(|set| position.set_has(t, set, it, &context)) {
                run_event(t, position, event, &context, choices);
            }
        }
    }
}

/// Step 6: after … moves, is dropped, takes, in file order. Returns with which piece the turn goes on.
fn after_events<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    mv: &Move<W>,
    facts: &Facts<W>,
    choices: &mut impl Choose,
) -> Option<Again> {
    let turn = &t.turn[position.mover(t) as usize];
    let mut again = None;
    if mv.to == NONE || mv.action >= ACTION || mv.action == PASS {
        return None;
    }
    for &(list, index) in &turn.after {
        let index = usize::from(index);
        let (event, fires) = match list {
            0 => (&turn.moves[index], mv.action == MOVE),
            1 => (&turn.dropped[index], mv.action == DROP),
            _ => (&turn.takes[index], !position.taken_now().is_empty()),
        };
        if !fires {
            continue;
        }
        let before = Piece { cell: mv.to, content: mv.content, on_board: true };
        let context = Context { it: Some(before), facts: Some(facts), ..Context::default() };
        if event.piece.as_ref().is_some_and(|set| !position.set_has(t, set, before, &context)) {
            continue;
        }
        if let Some(takes) = &event.takes {
            let fits = position.taken_now().iter().any(|&(cell, content)| {
                position.items_have(t, takes, Piece { cell, content, on_board: false }, &context)
            });
            if !fits {
                continue;
            }
        }
        if let Some((must, take)) = run_event(t, position, event, &context, choices) {
            again = Some(Again { cell: mv.to, must, take });
        }
    }
    // The piece may have been removed by an event of its own.
    again.filter(|again| position.of_player(t, usize::from(position.mover(t))).has(Cell(again.cell)))
}

pub(super) fn run_action<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    mv: &Move<W>,
    choices: &mut impl Choose,
) {
    let mover = position.mover(t);
    let Some(action) = t.turn[mover as usize].actions.iter().find(|action| action.action == mv.action - ACTION) else {
        return;
    };
    let mut state = Running { again: None, crossed: NONE, reason: Reason::Action(action.action) };
    for (effect, when) in &action.effects {
        let context = Context { chosen: mv.from, ..Context::default() };
        if position.holds(t, when, &context) {
            apply(t, position, effect, None, &context, choices, &mut state);
        }
    }
}

/// Would the end events do nothing now? `sure`: effects of which it is known that they would not after the deed in view
/// either, if they would not now.
pub(super) fn end_rests<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    sure: &impl Fn(&EffectTable<W>) -> bool,
) -> bool {
    let context = Context::default();
    t.turn[position.mover(t) as usize]
        .end
        .iter()
        .all(|event| !position.holds(t, &event.when, &context) || steps_rest(t, position, &event.steps, sure))
}

fn steps_rest<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    steps: &[StepTable<W>],
    sure: &impl Fn(&EffectTable<W>) -> bool,
) -> bool {
    let context = Context::default();
    steps.iter().all(|step| match step {
        StepTable::EachPlayer(players) => players.iter().all(|(without, when, steps)| {
            without.as_ref().is_some_and(|items| position.has_any(t, items, &context))
                || !position.holds(t, when, &context)
                || steps_rest(t, position, steps, sure)
        }),
        StepTable::Effect(_, effect, when) => match set_of(effect) {
            Some(set) => sure(effect) && !changes(t, position, effect, &pieces_of(t, position, set, &context)),
            None => !position.holds(t, when, &context),
        },
    })
}

/// What is remembered while effects run.
struct Running {
    again: Option<(bool, bool)>,
    crossed: u16,
    reason: Reason,
}

/// Runs an event whose piece already fits. Returns what `again` says.
pub(super) fn run_event<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    event: &EventTable<W>,
    context: &Context<'_, W>,
    choices: &mut impl Choose,
) -> Option<(bool, bool)> {
    let context = refreshed(position, context);
    if !position.holds(t, &event.when, &context) {
        return None;
    }
    let mut state = Running { again: None, crossed: NONE, reason: Reason::Event };
    run_steps(t, position, &event.steps, &context, choices, &mut state);
    state.again
}

/// The same context, `it` as it stands now.
fn refreshed<'a, const W: usize>(position: &Position<W>, context: &Context<'a, W>) -> Context<'a, W> {
    let it = context.it.map(|it| {
        let here = position.cells.get(it.cell as usize).copied().unwrap_or(EMPTY);
        if it.on_board && here != EMPTY { Piece { content: here, ..it } } else { it }
    });
    Context { it, ..*context }
}

fn run_steps<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    steps: &[StepTable<W>],
    context: &Context<'_, W>,
    choices: &mut impl Choose,
    state: &mut Running,
) {
    for step in steps {
        match step {
            StepTable::EachPlayer(players) => {
                for (without, when, steps) in players {
                    if without.as_ref().is_some_and(|items| position.has_any(t, items, context)) {
                        continue;
                    }
                    if position.holds(t, when, context) {
                        run_steps(t, position, steps, context, choices, state);
                    }
                }
            }
            StepTable::Effect(optional, effect, when) => {
                let context = refreshed(position, context);
                let set = set_of(effect);
                // With an effect on a set `when` is asked of each of its pieces; all guards are read, then all change.
                let pieces = match set {
                    Some(set) => {
                        let pieces = guarded(t, position, set, when, &context);
                        if pieces.is_empty() {
                            continue;
                        }
                        Some(pieces)
                    }
                    None => None,
                };
                let happens = match &pieces {
                    Some(pieces) => changes(t, position, effect, pieces),
                    None => position.holds(t, when, &context),
                };
                if happens && (!optional || choices.choose(2) == 0) {
                    apply(t, position, effect, pieces, &context, choices, state);
                }
            }
        }
    }
}

/// The pieces of an effect's set of which its condition holds.
fn guarded<const W: usize>(
    t: &Tables<W>,
    position: &Position<W>,
    set: &SetTable<W>,
    when: &ConditionTable<W>,
    context: &Context<'_, W>,
) -> Vec<Piece> {
    let fits = |piece: Piece| {
        let about = if only_it(set) { *context } else { Context { it: Some(piece), ..*context } };
        position.holds(t, when, &about)
    };
    if let Some(it) = off_board(set, context) {
        return if fits(it) { vec![it] } else { Vec::new() };
    }
    let cells = position.set_cells(t, set, context).into_iter();
    cells.map(|cell| position.piece(cell.0)).filter(|&piece| fits(piece)).collect()
}

/// A piece that was taken counts as `it`.
pub(super) fn off_board<const W: usize>(set: &SetTable<W>, context: &Context<'_, W>) -> Option<Piece> {
    let it = context.it.filter(|it| !it.on_board)?;
    set.items.dynamic.iter().any(|term| matches!(term.noun, NounTable::It)).then_some(it)
}

fn only_it<const W: usize>(set: &SetTable<W>) -> bool {
    set.items.local.entries.is_empty()
        && set
            .items
            .dynamic
            .iter()
            .all(|term| matches!(term.noun, NounTable::It | NounTable::Captor | NounTable::Chosen))
}

fn apply<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    effect: &EffectTable<W>,
    pieces: Option<Vec<Piece>>,
    context: &Context<'_, W>,
    choices: &mut impl Choose,
    state: &mut Running,
) {
    let pieces =
        pieces.unwrap_or_else(|| set_of(effect).map_or(Vec::new(), |set| pieces_of(t, position, set, context)));
    let turn_to = |position: &mut Position<W>, piece: &Piece, content: u16| {
        if content != NONE && piece.on_board && position.cells[piece.cell as usize] == piece.content {
            position.put(t, piece.cell, content);
        }
    };
    match effect {
        EffectTable::Promote(_) => {
            for piece in &pieces {
                let info = &t.contents[piece.content as usize];
                if !info.promoted {
                    turn_to(position, piece, info.other_side);
                }
            }
        }
        EffectTable::TurnOver(_) => {
            for piece in &pieces {
                turn_to(position, piece, t.contents[piece.content as usize].other_side);
            }
        }
        EffectTable::TurnBack(_) => {
            for piece in &pieces {
                turn_to(position, piece, t.contents[piece.content as usize].plain);
            }
        }
        EffectTable::PromoteTo(_, kinds) => {
            for piece in &pieces {
                let row = super::position::owner_row(t, piece.content) * t.kinds;
                let able: Vec<u16> =
                    kinds.iter().map(|&kind| t.content_of[row + usize::from(kind)]).filter(|&c| c != NONE).collect();
                if able.is_empty() {
                    continue;
                }
                let choice = if able.len() > 1 { choices.choose(able.len() as u32) as usize } else { 0 };
                turn_to(position, piece, able[choice]);
            }
        }
        EffectTable::Remove(_) => {
            for piece in pieces.iter().filter(|piece| piece.on_board && piece.content != EMPTY) {
                position.touch(piece.cell);
                position.put(t, piece.cell, EMPTY);
            }
        }
        EffectTable::Place(content, _) => {
            for piece in &pieces {
                if position.cells[piece.cell as usize] == EMPTY {
                    position.put(t, piece.cell, *content);
                }
            }
        }
        EffectTable::Give(_, to) => {
            let row = receiver(t, position, *to, context) * t.kinds;
            for piece in &pieces {
                let kind = usize::from(t.contents[piece.content as usize].kind);
                if piece.content != EMPTY {
                    turn_to(position, piece, t.content_of[row + kind]);
                }
            }
        }
        EffectTable::GiveHand(players, to) => {
            let to = receiver(t, position, *to, context);
            if to == t.players {
                return;
            }
            for &player in players.iter().filter(|&&player| usize::from(player) != to) {
                for kind in 0..t.kinds {
                    let (from, into) = (usize::from(player) * t.kinds + kind, to * t.kinds + kind);
                    let number = position.hands[from];
                    if number != 0 {
                        let sum = position.hands[into].saturating_add(number);
                        position.set_hand(t, into, sum);
                        position.set_hand(t, from, 0);
                    }
                }
            }
        }
        EffectTable::Put(_, to, turned_back) => {
            let to = receiver(t, position, *to, context);
            for piece in pieces.iter().filter(|piece| piece.content != EMPTY) {
                if piece.on_board {
                    position.touch(piece.cell);
                    position.put(t, piece.cell, EMPTY);
                }
                let info = &t.contents[piece.content as usize];
                let kind =
                    if *turned_back && info.plain != NONE { t.contents[info.plain as usize].kind } else { info.kind };
                if to < t.players {
                    let slot = to * t.kinds + usize::from(kind);
                    let number = position.hands[slot];
                    if number < ANY_NUMBER - 1 {
                        position.set_hand(t, slot, number + 1);
                    }
                }
            }
        }
        EffectTable::MoveTo(_, items) => {
            let target = position.items_cells(t, items, context).first();
            if let (Some(piece), Some(target)) = (pieces.first(), target)
                && relocate(t, position, *piece, target.0)
            {
                state.crossed = NONE;
            }
        }
        EffectTable::MoveToCrossed(_) => {
            if let Some(piece) = pieces.first()
                && state.crossed != NONE
                && relocate(t, position, *piece, state.crossed)
            {
                state.crossed = NONE;
            }
        }
        EffectTable::MoveToward(_, cells, items) => {
            let target = position.items_cells(t, items, context).first();
            if let (Some(piece), Some(target)) = (pieces.first(), target) {
                let route = toward(t, piece.cell, target.0, *cells);
                if let Some((&end, crossed)) = route.split_last()
                    && relocate(t, position, *piece, end)
                {
                    state.crossed = crossed.last().copied().unwrap_or(NONE);
                }
            }
        }
        EffectTable::Player(who, verb) => {
            if let Some(player) = position.who_is(t, *who, context) {
                match verb {
                    EndVerb::IsOut => outcome::put_out(t, position, player),
                    EndVerb::Wins => outcome::team_wins(t, position, player, state.reason),
                    EndVerb::Loses => outcome::loses(t, position, 1 << player, state.reason),
                }
            }
        }
        EffectTable::Draw => position.ended = Some(Ended { winners: 0, reason: state.reason }),
        EffectTable::Again(must, take) => state.again = Some((*must, *take)),
    }
}

/// Moves a piece to an empty cell; elsewhere it stays. Has it moved?
fn relocate<const W: usize>(t: &Tables<W>, position: &mut Position<W>, piece: Piece, to: u16) -> bool {
    let moves = piece.on_board && piece.content != EMPTY && position.cells[to as usize] == EMPTY;
    if moves {
        position.touch(piece.cell);
        position.put(t, piece.cell, EMPTY);
        position.put(t, to, piece.content);
    }
    moves
}

/// So many cells from one cell straight toward another; empty when they are on no common line.
pub(super) fn toward<const W: usize>(t: &Tables<W>, from: u16, to: u16, cells: u32) -> Vec<u16> {
    for direction in 0..8 {
        let mut here = from;
        let mut route = Vec::new();
        loop {
            here = t.neighbours[here as usize][direction];
            if here == NONE {
                break;
            }
            route.push(here);
            if here == to {
                // The way goes on past the target when it is nearer than the number of cells.
                while (route.len() as u32) < cells {
                    here = t.neighbours[here as usize][direction];
                    if here == NONE {
                        break;
                    }
                    route.push(here);
                }
                route.truncate(cells as usize);
                return if route.len() as u32 == cells { route } else { Vec::new() };
            }
        }
    }
    Vec::new()
}

/// Runs the `after player is out` events for a player.
pub(super) fn out_events<const W: usize>(t: &Tables<W>, position: &mut Position<W>, player: u8) {
    let mover = position.mover(t);
    for event in &t.turn[mover as usize].out[usize::from(player)] {
        let context: Context<'_, W> = Context::default();
        if position.holds(t, &event.when, &context) {
            let mut state = Running { again: None, crossed: NONE, reason: Reason::Event };
            run_steps(t, position, &event.steps, &context, &mut Choices::coded(0), &mut state);
        }
    }
    debug_assert!(player != NOBODY);
}

/// The cells that a mark's path crossed lose it when its time is over; called when a ply is done.
pub(super) fn age_marks<const W: usize>(position: &mut Position<W>, next: u8) {
    position.marks.retain_mut(|marked| match marked.plies {
        u32::MAX => true,
        0 => marked.player != next,
        plies => {
            marked.plies = plies - 1;
            marked.plies > 0
        }
    });
}
