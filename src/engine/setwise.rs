//! Legal moves as sets: checkers, pins and evasions, for games that `compile::setwise` has found to be plain enough.
//!
//! Whatever is done here the general way (`legality`, `turn`, `outcome`) does, too, step by step; tests compare the two.

use crate::compile::tables::{ANY_NUMBER, EMPTY, NO_DIRECTION, NONE, SetDrop, SetMover, Setwise, Tables};
use crate::types::{Cell, CellSet};

use super::eval::Facts;
use super::moves::{DROP, MOVE, Move};
use super::outcome;
use super::position::Position;
use super::tight;

/// A move of such a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetMove {
    /// Start cell; [`NONE`] for a drop.
    pub from: u16,
    /// End cell; what stands there is taken.
    pub to: u16,
    /// The piece as it stands at the end.
    pub result: u16,
    /// The piece that moves; for a drop: the hand slot that it comes from.
    pub piece: u16,
}

/// Does the fast way apply to a position? Every player has one royal at most, none in a hand, and the player who has just
/// moved has not left it attacked.
pub(super) fn applies<const W: usize>(t: &Tables<W>, position: &Position<W>) -> bool {
    let Some(s) = t.setwise.as_deref() else { return false };
    if s.royals.iter().all(Vec::is_empty) {
        return true;
    }
    let in_hand = |content: u16| {
        let kind = usize::from(t.contents[content as usize].kind);
        (0..t.players).any(|player| position.hands[player * t.kinds + kind] != 0)
    };
    let few = (0..2).all(|player| {
        let royals = &s.royals[player];
        royals.iter().map(|&content| position.pieces[content as usize].len()).sum::<usize>() <= 1
            && !royals.iter().any(|&content| in_hand(content))
    });
    few && !in_check(t, s, position, 1 - position.mover(t))
}

/// The pieces of a player that slide.
#[inline]
fn sliders<const W: usize>(s: &Setwise<W>, position: &Position<W>, player: u8) -> CellSet<W> {
    s.sliders[player as usize].iter().fold(CellSet::EMPTY, |all, &content| all | position.pieces[content as usize])
}

/// The cell of a player's royal.
#[inline]
fn royal_cell<const W: usize>(s: &Setwise<W>, position: &Position<W>, player: u8) -> Option<Cell> {
    s.royals[player as usize].iter().find_map(|&content| position.pieces[content as usize].first())
}

/// Does the piece on a cell slide (on an empty board) to another? Then the cells between.
#[inline]
fn slide_between<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &Position<W>,
    from: Cell,
    to: Cell,
) -> Option<CellSet<W>> {
    let direction = s.direction[from.index() * t.size + to.index()];
    let mover = &s.movers[position.cells[from.index()] as usize];
    if direction == NO_DIRECTION {
        return None;
    }
    let place = mover.slide_of[direction as usize & 7];
    let (_, reach) = mover.slides.get(usize::from(place).wrapping_sub(1))?;
    let there = reach[from.index()].has(to) && (mover.slide_ends.is_empty() || mover.slide_ends[from.index()].has(to));
    there.then(|| {
        s.rays[direction as usize * t.size + from.index()] & s.rays[(direction as usize ^ 4) * t.size + to.index()]
    })
}

/// Does a leap of one of these pieces reach the cell?
#[inline]
fn leapt<const W: usize>(s: &Setwise<W>, position: &Position<W>, mut from: CellSet<W>, to: Cell) -> CellSet<W> {
    for cell in from {
        let leaps = &s.movers[position.cells[cell.index()] as usize].leaps;
        if leaps.is_empty() || !leaps[cell.index()].has(to) {
            from.remove(cell);
        }
    }
    from
}

/// The pieces of a player, as far as attacks ask.
struct Attackers<const W: usize> {
    player: usize,
    pieces: CellSet<W>,
    sliders: CellSet<W>,
}

impl<const W: usize> Attackers<W> {
    #[inline]
    fn of(t: &Tables<W>, s: &Setwise<W>, position: &Position<W>, player: u8) -> Self {
        let pieces = position.of_player(t, usize::from(player));
        Self { player: usize::from(player), pieces, sliders: sliders(s, position, player) }
    }

    /// Do they attack a cell, given what is occupied?
    #[inline]
    fn attack(&self, t: &Tables<W>, s: &Setwise<W>, position: &Position<W>, cell: Cell, occupied: CellSet<W>) -> bool {
        let near = s.near[self.player][cell.index()] & self.pieces;
        if !near.is_empty() && !leapt(s, position, near, cell).is_empty() {
            return true;
        }
        (self.sliders & s.stars[cell.index()])
            .into_iter()
            .any(|from| slide_between(t, s, position, from, cell).is_some_and(|between| between.is_disjoint(&occupied)))
    }
}

/// Is a player's royal attacked?
pub(super) fn in_check<const W: usize>(t: &Tables<W>, s: &Setwise<W>, position: &Position<W>, player: u8) -> bool {
    royal_cell(s, position, player).is_some_and(|cell| {
        Attackers::of(t, s, position, 1 - player).attack(t, s, position, cell, position.occupied(t))
    })
}

/// What takes the moves as they are found. Each returns whether to go on.
trait Sink<const W: usize> {
    /// Moves of a piece: to `kept` it stays what it is, to `turned` it turns.
    fn moves(&mut self, content: u16, from: Cell, kept: CellSet<W>, turned: CellSet<W>) -> bool;
    /// Drops of a piece.
    fn drops(&mut self, drop: &SetDrop<W>, cells: CellSet<W>) -> bool;
}

struct Count(u64);

impl<const W: usize> Sink<W> for Count {
    #[inline]
    fn moves(&mut self, _: u16, _: Cell, kept: CellSet<W>, turned: CellSet<W>) -> bool {
        self.0 += (kept.len() + turned.len()) as u64;
        true
    }

    #[inline]
    fn drops(&mut self, _: &SetDrop<W>, cells: CellSet<W>) -> bool {
        self.0 += cells.len() as u64;
        true
    }
}

struct List<'a>(&'a mut Vec<SetMove>, &'a [u16]);

impl<const W: usize> Sink<W> for List<'_> {
    #[inline]
    fn moves(&mut self, content: u16, from: Cell, kept: CellSet<W>, turned: CellSet<W>) -> bool {
        let Self(moves, results) = self;
        moves.extend(kept.into_iter().map(|to| SetMove { from: from.0, to: to.0, result: content, piece: content }));
        if !turned.is_empty() {
            let result = results[content as usize];
            moves.extend(turned.into_iter().map(|to| SetMove { from: from.0, to: to.0, result, piece: content }));
        }
        true
    }

    #[inline]
    fn drops(&mut self, drop: &SetDrop<W>, cells: CellSet<W>) -> bool {
        let (result, piece) = (drop.content, drop.slot);
        self.0.extend(cells.into_iter().map(|to| SetMove { from: NONE, to: to.0, result, piece }));
        true
    }
}

/// Stops at the first move.
struct Any(bool);

impl<const W: usize> Sink<W> for Any {
    fn moves(&mut self, _: u16, _: Cell, kept: CellSet<W>, turned: CellSet<W>) -> bool {
        self.0 = !(kept | turned).is_empty();
        !self.0
    }

    fn drops(&mut self, _: &SetDrop<W>, cells: CellSet<W>) -> bool {
        self.0 = !cells.is_empty();
        !self.0
    }
}

/// Where a piece could go if nothing but the pieces in its way mattered.
#[inline]
fn reach<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    mover: &SetMover<W>,
    from: Cell,
    occupied: CellSet<W>,
) -> CellSet<W> {
    let mut cells = CellSet::EMPTY;
    for (direction, reach) in &mover.slides {
        let reach = reach[from.index()];
        let blockers = reach & occupied;
        // Directions 7, 0, 1 and 2 go up in the numbers of the cells.
        let blocker = if (direction + 1) & 7 < 4 { blockers.first() } else { blockers.last() };
        cells |= match blocker {
            Some(blocker) => reach - s.rays[usize::from(*direction) * t.size + blocker.index()],
            None => reach,
        };
    }
    if !mover.slide_ends.is_empty() {
        cells &= mover.slide_ends[from.index()];
    }
    if !mover.leaps.is_empty() {
        cells |= mover.leaps[from.index()];
    }
    cells
}

/// All legal moves of a player. `mating`: drops that must not mate are tested (they are not among the answers to a mate).
#[inline]
fn generate<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &mut Position<W>,
    player: u8,
    mating: bool,
    sink: &mut impl Sink<W>,
) {
    let (first, last) = t.owned[player as usize];
    let own = position.of_player(t, usize::from(player));
    let empty = position.pieces[EMPTY as usize];
    let occupied = t.board - empty;
    let mut targets = t.board - own;
    let mut evasions = empty;
    let mut pinned = CellSet::<W>::EMPTY;
    let mut pins = [(Cell(NONE), CellSet::<W>::EMPTY); 8];
    let mut pin_count = 0;
    let royals = &s.royals[player as usize];
    if let Some(royal) = royal_cell(s, position, player) {
        let enemies = Attackers {
            player: 1 - usize::from(player),
            pieces: occupied - own,
            sliders: sliders(s, position, 1 - player),
        };
        let near = s.near[enemies.player][royal.index()] & enemies.pieces;
        let leaping = if near.is_empty() { near } else { leapt(s, position, near, royal) };
        let mut attackers = leaping.len();
        let mut answers = leaping;
        let mut between_attacker = CellSet::EMPTY;
        for slider in enemies.sliders & s.stars[royal.index()] {
            let Some(between) = slide_between(t, s, position, slider, royal) else { continue };
            let blockers = between & occupied;
            let Some(blocker) = blockers.first() else {
                attackers += 1;
                answers |= between;
                answers.insert(slider);
                between_attacker |= between;
                continue;
            };
            if blockers.len() == 1 && own.has(blocker) && pin_count < pins.len() {
                pinned.insert(blocker);
                let mut line = between;
                line.insert(slider);
                pins[pin_count] = (blocker, line);
                pin_count += 1;
            }
        }
        let content = position.cells[royal.index()];
        let mut goals = reach(t, s, &s.movers[content as usize], royal, occupied) - own;
        if !goals.is_empty() {
            let mut without = occupied;
            without.remove(royal);
            for goal in goals {
                if enemies.attack(t, s, position, goal, without) {
                    goals.remove(goal);
                }
            }
            if !goals.is_empty() && !send(t, s, content, royal, goals, sink) {
                return;
            }
        }
        if attackers > 1 {
            return;
        }
        if attackers == 1 {
            targets &= answers;
            evasions &= between_attacker;
        }
    }
    for content in first..last {
        let pieces = position.pieces[content as usize];
        if pieces.is_empty() || royals.contains(&content) {
            continue;
        }
        let mover = &s.movers[content as usize];
        for from in pieces {
            let mut goals = reach(t, s, mover, from, occupied) & targets;
            if pinned.has(from) {
                let line = pins[..pin_count].iter().filter(|pin| pin.0 == from);
                goals = line.fold(goals, |goals, pin| goals & pin.1);
            }
            if !goals.is_empty() && !send(t, s, content, from, goals, sink) {
                return;
            }
        }
    }
    if evasions.is_empty() {
        return;
    }
    for drop in &s.drops[player as usize] {
        if position.hands[usize::from(drop.slot)] == 0 {
            continue;
        }
        let mut cells = drop.cells & evasions;
        for bar in &drop.bars {
            let strips = if bar.ranks { &t.rank_sets } else { &t.file_sets };
            let counted =
                bar.contents.iter().fold(CellSet::EMPTY, |all, &content| all | position.pieces[content as usize]);
            if bar.least == 1 {
                for cell in counted {
                    let strip = if bar.ranks { cell.0 / t.files } else { cell.0 % t.files };
                    cells -= strips[usize::from(strip)] & bar.cells;
                }
            } else {
                for strip in strips.iter().filter(|strip| (**strip & counted).len() >= bar.least as usize) {
                    cells -= *strip & bar.cells;
                }
            }
        }
        if mating && !cells.is_disjoint(&drop.no_mate) {
            for cell in checking(t, s, position, drop, cells & drop.no_mate, 1 - player) {
                let mut reply = Any(false);
                position.supposing(t, cell.0, drop.content, |position| {
                    generate_replies(t, s, position, 1 - player, &mut reply);
                });
                if !reply.0 {
                    cells.remove(cell);
                }
            }
        }
        if !cells.is_empty() && !sink.drops(drop, cells) {
            return;
        }
    }
}

/// The answers to a check, for the question whether it mates. Not inlined, so that the question costs the usual loop nothing.
#[inline(never)]
fn generate_replies<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &mut Position<W>,
    player: u8,
    any: &mut Any,
) {
    generate(t, s, position, player, false, any);
}

/// On which of the cells would the drop attack the royal of a player?
#[inline]
fn checking<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &Position<W>,
    drop: &SetDrop<W>,
    cells: CellSet<W>,
    player: u8,
) -> CellSet<W> {
    let Some(royal) = royal_cell(s, position, player) else { return CellSet::EMPTY };
    let mover = &s.movers[drop.content as usize];
    let leaping = s.near[1 - player as usize][royal.index()] & cells;
    let mut checking = CellSet::EMPTY;
    if !mover.leaps.is_empty() {
        checking = leaping.into_iter().filter(|cell| mover.leaps[cell.index()].has(royal)).collect();
    }
    if !mover.slides.is_empty() {
        let occupied = position.occupied(t);
        checking |= (cells & s.stars[royal.index()])
            .into_iter()
            .filter(|&cell| reach(t, s, mover, cell, occupied).has(royal))
            .collect();
    }
    checking
}

#[inline]
fn send<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    content: u16,
    from: Cell,
    goals: CellSet<W>,
    sink: &mut impl Sink<W>,
) -> bool {
    match s.rows[content as usize * t.size + from.index()] {
        0 => sink.moves(content, from, goals, CellSet::EMPTY),
        row => {
            let (kept, turned) = s.results[usize::from(row)];
            sink.moves(content, from, goals & kept, goals & turned)
        }
    }
}

/// Number of moves of the player to move.
pub(super) fn count<const W: usize>(t: &Tables<W>, s: &Setwise<W>, position: &mut Position<W>) -> u64 {
    let mut count = Count(0);
    let player = position.mover(t);
    generate(t, s, position, player, true, &mut count);
    count.0
}

/// All moves of the player to move.
pub(super) fn list<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &mut Position<W>,
    moves: &mut Vec<SetMove>,
) {
    moves.clear();
    let player = position.mover(t);
    generate(t, s, position, player, true, &mut List(moves, &s.turned));
}

/// The same as moves of the general way, by start cell, drops last.
pub(super) fn wide_list<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &mut Position<W>,
    moves: &mut Vec<Move<W>>,
) {
    let mut list = Vec::new();
    self::list(t, s, position, &mut list);
    moves.extend(list.iter().map(|mv| {
        if mv.from == NONE {
            let hand = (usize::from(mv.piece) / t.kinds) as u8;
            return Move { hand, ..Move::new(DROP, mv.result, NONE, mv.to) };
        }
        let (kept, turned) = s.results[usize::from(s.rows[mv.piece as usize * t.size + mv.from as usize])];
        let chosen = kept.has(Cell(mv.to)) && turned.has(Cell(mv.to));
        // Of a choice the effect is the first way, doing without it the second.
        let choices = u32::from(chosen && mv.result == mv.piece);
        let mut wide = Move { choices, ..Move::new(MOVE, mv.piece, mv.from, mv.to) };
        if position.cells[mv.to as usize] != EMPTY {
            wide.taken.insert(Cell(mv.to));
        }
        wide
    }));
    moves.sort_unstable_by_key(|mv| (mv.from, mv.to, mv.choices, mv.content, mv.hand));
}

/// The hand that a move changes: its slot, and the number there afterwards. None where hands stay as they are.
#[inline]
fn hand_after<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &Position<W>,
    mv: SetMove,
) -> Option<(usize, u16)> {
    if mv.from == NONE {
        let slot = usize::from(mv.piece);
        let number = position.hands[slot];
        return (number != ANY_NUMBER).then(|| (slot, number.saturating_sub(1)));
    }
    let victim = position.cells[mv.to as usize];
    if victim == EMPTY {
        return None;
    }
    let slot = s.gains[usize::from(position.mover(t)) * t.contents.len() + victim as usize];
    if slot == NONE {
        return None;
    }
    let number = position.hands[usize::from(slot)];
    (number < ANY_NUMBER - 1).then(|| (usize::from(slot), number + 1))
}

/// Plays a move; `undo` takes it back. Ends of the board are asked at once, the others when somebody asks.
#[inline]
pub(super) fn play<const W: usize>(t: &Tables<W>, s: &Setwise<W>, position: &mut Position<W>, mv: SetMove) {
    let mover = position.mover(t);
    look(t, s, position);
    position.open(t);
    let mut touched = 1u64 << mv.result.min(63);
    let drop = mv.from == NONE;
    let victim = position.cells[mv.to as usize];
    let took = victim != EMPTY;
    if let Some((slot, number)) = hand_after(t, s, position, mv) {
        position.set_hand(t, slot, number);
    }
    let content = if drop {
        mv.result
    } else {
        touched |= 1 << mv.piece.min(63);
        position.put(t, mv.from, EMPTY);
        mv.piece
    };
    if took {
        touched |= 1 << victim.min(63);
        position.taken.push((mv.to, victim));
    }
    position.put(t, mv.to, mv.result);
    if let Some(frame) = position.frames.last_mut() {
        frame.end = mv.to;
    }
    position.passes = 0;
    if !t.counters.is_empty() {
        tight::count_plies(t, position, content, took, drop);
    }
    let next = 1 - position.turn;
    if touched & t.board_end_reads != 0 {
        let taken = if took { CellSet::of(Cell(mv.to)) } else { CellSet::EMPTY };
        let facts = Facts { from: mv.from, to: mv.to, content, taken, done: true, flipped: 0 };
        position.with_lines(t, |position| {
            outcome::board_ends(t, position, mover, t.turns[usize::from(next)], touched, Some(&facts));
        });
    }
    position.set_turn(t, next);
    if t.needs.history {
        position.count(t, t.needs.captures_last && (took || drop), (mover, None));
    }
}

/// Plays every move of a list and takes it back; the number of moves. A move that no end of the board reads and no counter
/// counts needs no log for that.
pub(super) fn play_leaves<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &mut Position<W>,
    moves: &[SetMove],
) -> u64 {
    look(t, s, position);
    let next = 1 - position.turn;
    let plain = t.counters.is_empty();
    for &mv in moves {
        let (drop, victim) = (mv.from == NONE, position.cells[mv.to as usize]);
        let piece = if drop { mv.result } else { mv.piece };
        let touched = 1u64 << piece.min(63) | 1 << mv.result.min(63) | u64::from(victim != EMPTY) << victim.min(63);
        if !plain || touched & t.board_end_reads != 0 {
            play(t, s, position, mv);
            position.undo(t);
            continue;
        }
        let hand = hand_after(t, s, position, mv);
        position.make_and_unmake(t, (mv.from, mv.to, mv.result), hand, next);
    }
    moves.len() as u64
}

/// Sees whether the last ply gave check, if nobody has looked yet.
#[inline]
pub(super) fn look<const W: usize>(t: &Tables<W>, s: &Setwise<W>, position: &mut Position<W>) {
    if t.needs.checks && matches!(position.checks.last(), Some((_, None))) {
        let check = in_check(t, s, position, position.mover(t));
        if let Some(last) = position.checks.last_mut() {
            last.1 = Some(check);
        }
    }
}

/// Is the game over for another reason than the board, given that the player to move has (or has not) a move?
pub(super) fn late_end<const W: usize>(
    t: &Tables<W>,
    s: &Setwise<W>,
    position: &mut Position<W>,
    can_move: bool,
) -> Option<outcome::Ended> {
    if tight::no_late_end(t, position, can_move) {
        return None;
    }
    look(t, s, position);
    position.with_lines(t, |position| {
        position.no_legal_move = Some(!can_move);
        let ended = outcome::of_position(t, position);
        position.no_legal_move = None;
        ended
    })
}
