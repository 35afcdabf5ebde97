//! Legal moves without trying them out: where it is known beforehand that a candidate is legal and has one result, it is
//! listed, counted or drawn as it was gathered. Whatever is done here `legality` does, too, move by move; tests compare.

use crate::compile::gathering::{Drops, local_effect, spares_drops};
use crate::compile::tables::{ClaimTable, ConditionTable, EMPTY, RuleTable, Tables};
use crate::types::{Cell, CellSet};

use super::attacks;
use super::eval::Context;
use super::legality::{mated_here, results, tried, with_start_events};
use super::movegen::gather::{self, Ends, Field};
use super::movegen::{self, MOST_MOVES};
use super::moves::Move;
use super::position::Position;
use super::turn::{self, Choices};

/// How often a drop that is refused is drawn again before all are looked at.
const MOST_DRAWS: u32 = 64;

/// The moves are counted at one draw in so many: a prime, so that each player's turn comes.
const DRAWS_A_COUNT: u32 = 17;

/// Is every candidate that is no drop a legal move with one result, and passing for those who can do nothing else?
fn all_stand<const W: usize>(t: &Tables<W>, position: &Position<W>) -> bool {
    let turn = &t.turn[position.mover(t) as usize];
    applies(t, position) && turn.musts.is_empty() && turn.passes.iter().all(RuleTable::waits)
}

/// Is nothing to be chosen in this turn, and no move or action forbidden?
fn applies<const W: usize>(t: &Tables<W>, position: &Position<W>) -> bool {
    let turns = &t.gathering().turns[position.mover(t) as usize];
    !(position.slow || position.again.is_some() || turns.chooses || turns.moves_barred || turns.actions_barred)
}

/// Is a pass legal, with one result, once a rule allows it?
pub(super) fn passes_freely<const W: usize>(t: &Tables<W>, position: &Position<W>) -> bool {
    let turns = &t.gathering().turns[position.mover(t) as usize];
    !(position.slow || turns.chooses || turns.passes_barred)
}

/// Lists the legal moves without trying out those of which it is known beforehand that they are legal; false when nothing
/// is known.
pub(super) fn untried<const W: usize>(t: &Tables<W>, position: &mut Position<W>, moves: &mut Vec<Move<W>>) -> bool {
    if !applies(t, position) {
        return false;
    }
    let mover = position.mover(t);
    let turns = &t.gathering().turns[mover as usize];
    if !position.is_out(mover) {
        movegen::board_moves(t, position, moves);
        if let Some(plan) = &turns.drops {
            let mut found = Vec::new();
            gather::drops(t, position, plan, &mut found);
            let mut tests = None;
            for (index, cells) in found {
                moves.extend(cells.into_iter().filter_map(|cell| allowed(t, position, &mut tests, index, cell)));
            }
        } else {
            let mut candidates = Vec::new();
            movegen::drops(t, position, &mut candidates);
            tried(t, position, &candidates, moves);
        }
    }
    movegen::actions(t, position, false, moves);
    true
}

/// Whether drops are forbidden for what they leave.
pub(super) struct DropTests<const W: usize> {
    /// Rules about mates: the pieces they speak of, with whether each is attacked, and mated once somebody asks.
    mates: Vec<(usize, Vec<Subject>)>,
    /// A drop changes nothing but the cell and the hand, and rules about mates of enemies are all there are.
    plain: bool,
    /// What is mated before the drop, where drops must be tried out.
    before: Option<CellSet<W>>,
}

struct Subject {
    cell: u16,
    attacked: bool,
    mated: Option<bool>,
    /// A piece of the mover's side might attack it once something else is dropped.
    helped: bool,
}

impl<const W: usize> DropTests<W> {
    pub fn new(t: &Tables<W>, position: &Position<W>, plan: &Drops<W>) -> Self {
        let g = t.gathering();
        let mover = position.mover(t);
        let plain =
            plan.uneventful && g.plain_attacks && turn::end_rests(t, position, &|effect| spares_drops(effect, plan));
        let Some(rules) = plan.mates.as_ref().filter(|_| plain) else {
            return Self { mates: Vec::new(), plain: false, before: None };
        };
        let mates = rules.iter().enumerate().map(|(place, (rule, _))| {
            let subjects = match &t.turn[mover as usize].bars[*rule].leaving {
                Some(ConditionTable::Claim(set, ..)) => position.set_cells(t, set, &Context::default()),
                _ => CellSet::EMPTY,
            };
            let subject = |cell: Cell| Subject {
                cell: cell.0,
                attacked: attacks::attacked(t, position, cell.0),
                mated: None,
                helped: (1..t.contents.len() as u16).any(|content| {
                    let owner = t.contents[content as usize].owner;
                    g.helped[content as usize]
                        && usize::from(owner) < t.players
                        && t.teams[owner as usize] == t.teams[mover as usize]
                        && position.pieces[content as usize]
                            .into_iter()
                            .any(|from| g.could_take(t, content, from.0, cell.0))
                }),
            };
            (place, subjects.into_iter().map(subject).collect())
        });
        let mates: Vec<(usize, Vec<Subject>)> = mates.collect();
        let hostile = |subject: &Subject| {
            let owner = t.contents[position.cells[subject.cell as usize] as usize].owner;
            usize::from(owner) < t.players && t.teams[owner as usize] != t.teams[mover as usize]
        };
        let plain = mates.iter().all(|(_, subjects)| subjects.iter().all(hostile));
        Self { mates, plain, before: None }
    }

    /// Is a drop that nothing bars beforehand legal?
    pub fn allow(
        &mut self,
        t: &Tables<W>,
        position: &mut Position<W>,
        plan: &Drops<W>,
        index: usize,
        cell: Cell,
    ) -> bool {
        let drop = &plan.sets[index];
        let mv = gather::drop_move(plan, index, cell);
        let Some(rules) = plan.mates.as_ref().filter(|_| self.plain) else {
            let mut legal = false;
            results(t, position, &mv, &mut self.before, &mut |_, _| {
                legal = true;
                false
            });
            return legal;
        };
        let g = t.gathering();
        for (place, subjects) in &mut self.mates {
            let (rule, cells) = &rules[*place];
            if !cells[index].has(cell) {
                continue;
            }
            let newly = matches!(
                &t.turn[position.mover(t) as usize].bars[*rule].leaving,
                Some(ConditionTable::Claim(_, _, ClaimTable::NewlyMated))
            );
            for subject in subjects {
                if newly && subject.mated == Some(true) {
                    continue;
                }
                let attacked = subject.attacked
                    || ((subject.helped || g.could_take(t, drop.content, cell.0, subject.cell))
                        && position.supposing(t, cell.0, drop.content, |position| {
                            attacks::attacked(t, position, subject.cell)
                        }));
                if !attacked {
                    continue;
                }
                let tried = |position: &mut Position<W>| {
                    position.open(t);
                    position.trying += 1;
                    turn::execute(t, position, &mv, &mut Choices::coded(0));
                    let there = position.cells[subject.cell as usize] != EMPTY;
                    let mated = there && mated_here(t, position, subject.cell);
                    position.trying -= 1;
                    position.undo(t);
                    mated
                };
                if tried(position)
                    && !(newly && *subject.mated.get_or_insert_with(|| mated_here(t, position, subject.cell)))
                {
                    return false;
                }
            }
        }
        true
    }
}

/// All candidates of a position as they were gathered; kept from move to move so that nothing is allocated anew.
#[derive(Debug, Default)]
pub(super) struct Gathered<const W: usize> {
    /// Start cell, content and ends of each piece; the first `used` count.
    pieces: Vec<(u16, u16, Ends<W>)>,
    used: usize,
    drops: Vec<(usize, CellSet<W>)>,
    actions: Vec<Move<W>>,
    /// Places in a draw for the pieces of a content, for one of them, which content, and where they stand.
    shares: Vec<(u32, u32, u16, CellSet<W>)>,
    spare: Ends<W>,
    draws: u32,
    /// The next draw counts the moves.
    pub counted: bool,
}

impl<const W: usize> Gathered<W> {
    /// A new draw: says whether the moves are to be counted.
    pub fn next_draw(&mut self) -> bool {
        self.counted = self.draws.is_multiple_of(DRAWS_A_COUNT);
        self.draws = self.draws.wrapping_add(1);
        self.counted
    }

    fn clear(&mut self) {
        self.used = 0;
        self.drops.clear();
        self.actions.clear();
    }

    /// Gathers the moves of one piece; how many there are.
    fn add(&mut self, t: &Tables<W>, position: &Position<W>, field: &Field<W>, cell: Cell) -> usize {
        if self.pieces.len() == self.used {
            self.pieces.push((0, 0, Ends::NONE));
        }
        let piece = position.piece(cell.0);
        let slot = &mut self.pieces[self.used];
        (slot.0, slot.1) = (cell.0, piece.content);
        gather::gather(t, position, field, piece, &mut slot.2);
        self.used += 1;
        slot.2.len()
    }

    /// Gathers; false when some of it must be walked or tried out.
    fn collect(&mut self, t: &Tables<W>, position: &Position<W>) -> bool {
        let g = t.gathering();
        let mover = position.mover(t);
        self.clear();
        if !position.is_out(mover) {
            let field = Field::of(t, position, mover);
            let (first, last) = t.owned[mover as usize];
            let frozen = attacks::frozen(t, position);
            for content in first..last {
                let cells = position.pieces[content as usize] - frozen;
                if cells.is_empty() {
                    continue;
                }
                if g.movers[content as usize].is_none() {
                    return false;
                }
                for cell in cells {
                    self.add(t, position, &field, cell);
                }
            }
            match &g.turns[mover as usize].drops {
                Some(plan) => gather::drops(t, position, plan, &mut self.drops),
                None => return false,
            }
        }
        movegen::actions(t, position, false, &mut self.actions);
        true
    }

    /// Moves and actions, and drops that may still be refused.
    fn sizes(&self) -> (usize, usize) {
        let moves: usize = self.pieces[..self.used].iter().map(|(_, _, ends)| ends.len()).sum();
        (moves + self.actions.len(), self.drops.iter().map(|(_, cells)| cells.len()).sum())
    }

    /// The candidate at a place below the two sizes: moves, actions, drops; for a drop where it comes from, too.
    fn nth(&self, mut place: usize) -> Result<Move<W>, (usize, Cell)> {
        for (from, content, ends) in &self.pieces[..self.used] {
            let count = ends.len();
            if place < count {
                return Ok(ends.nth(*content, *from, place));
            }
            place -= count;
        }
        if let Some(mv) = self.actions.get(place) {
            return Ok(*mv);
        }
        place -= self.actions.len();
        for (index, cells) in &self.drops {
            let count = cells.len();
            if place < count {
                return Err((*index, cells.into_iter().nth(place).unwrap_or(Cell(0))));
            }
            place -= count;
        }
        Err((0, Cell(0)))
    }
}

/// Draws a legal move, all equally likely, and says among how many candidates (0: they were not counted); `None` when
/// nothing is known beforehand, or no move was found so.
pub(super) fn draw<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    all: &mut Gathered<W>,
    below: &mut impl FnMut(u32) -> u32,
) -> Option<(Move<W>, u32)> {
    if !all_stand(t, position) {
        return None;
    }
    with_start_events(t, position, |position| {
        if !all.counted
            && let Some(mv) = draw_unseen(t, position, all, below)
        {
            return Some((mv, 0));
        }
        if !all.collect(t, position) {
            return None;
        }
        let (moves, drops) = all.sizes();
        let total = moves + drops;
        if total == 0 || total > MOST_MOVES {
            return None;
        }
        let told = if all.counted { total as u32 } else { 0 };
        let mut tests = None;
        for _ in 0..MOST_DRAWS {
            match all.nth(below(total as u32) as usize) {
                Ok(mv) => return Some((mv, told)),
                Err((index, cell)) => {
                    if let Some(mv) = allowed(t, position, &mut tests, index, cell) {
                        return Some((mv, told));
                    }
                }
            }
        }
        None
    })
}

/// A drop as a move, if it leaves nothing that it may not.
fn allowed<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    tests: &mut Option<DropTests<W>>,
    index: usize,
    cell: Cell,
) -> Option<Move<W>> {
    let plan = t.gathering().turns[position.mover(t) as usize].drops.as_ref()?;
    let legal = !plan.leaving
        || tests.get_or_insert_with(|| DropTests::new(t, position, plan)).allow(t, position, plan, index, cell);
    legal.then(|| gather::drop_move(plan, index, cell))
}

/// Draws a legal move without gathering those of all pieces: each piece gets as many places as it could ever have moves,
/// and a place without a move is drawn again. So all moves are equally likely.
fn draw_unseen<const W: usize>(
    t: &Tables<W>,
    position: &mut Position<W>,
    all: &mut Gathered<W>,
    below: &mut impl FnMut(u32) -> u32,
) -> Option<Move<W>> {
    let g = t.gathering();
    let mover = position.mover(t);
    if position.is_out(mover) {
        return None;
    }
    let frozen = attacks::frozen(t, position);
    let field = Field::of(t, position, mover);
    all.clear();
    all.shares.clear();
    let mut total = 0;
    let (first, last) = t.owned[mover as usize];
    for content in first..last {
        let cells = position.pieces[content as usize] - frozen;
        if cells.is_empty() {
            continue;
        }
        if let Some(bound) = g.bounds[content as usize] {
            let share = bound * cells.len() as u32;
            all.shares.push((share, bound, content, cells));
            total += share;
        } else {
            g.movers[content as usize].as_ref()?;
            for cell in cells {
                total += all.add(t, position, &field, cell) as u32;
            }
        }
    }
    let plan = g.turns[mover as usize].drops.as_ref()?;
    gather::drops(t, position, plan, &mut all.drops);
    movegen::actions(t, position, false, &mut all.actions);
    let bounded: u32 = all.shares.iter().map(|share| share.0).sum();
    total += all.actions.len() as u32 + all.drops.iter().map(|(_, cells)| cells.len() as u32).sum::<u32>();
    if total == 0 {
        return None;
    }
    let mut tests = None;
    for _ in 0..MOST_DRAWS {
        let mut place = below(total);
        if place >= bounded {
            match all.nth((place - bounded) as usize) {
                Ok(mv) => return Some(mv),
                Err((index, cell)) => {
                    if let Some(mv) = allowed(t, position, &mut tests, index, cell) {
                        return Some(mv);
                    }
                }
            }
            continue;
        }
        for (share, bound, content, cells) in &all.shares {
            if place >= *share {
                place -= share;
                continue;
            }
            let cell = cells.into_iter().nth((place / bound) as usize)?;
            gather::gather(t, position, &field, position.piece(cell.0), &mut all.spare);
            let at = (place % bound) as usize;
            if at < all.spare.len() {
                return Some(all.spare.nth(*content, cell.0, at));
            }
            break;
        }
    }
    None
}

/// How many legal moves there are; `None` when nothing is known beforehand, or none was found.
pub(super) fn count<const W: usize>(t: &Tables<W>, position: &mut Position<W>, all: &mut Gathered<W>) -> Option<u64> {
    if !all_stand(t, position) {
        return None;
    }
    with_start_events(t, position, |position| {
        if !all.collect(t, position) {
            return None;
        }
        let (moves, drops) = all.sizes();
        if moves + drops > MOST_MOVES {
            return None;
        }
        let plan = t.gathering().turns[position.mover(t) as usize].drops.as_ref()?;
        let mut legal = drops;
        if plan.leaving && drops > 0 {
            let mut tests = DropTests::new(t, position, plan);
            for (index, cells) in &all.drops {
                for cell in *cells {
                    legal -= usize::from(!tests.allow(t, position, plan, *index, cell));
                }
            }
        }
        let total = moves + legal;
        (total > 0).then_some(total as u64)
    })
}

/// What must change for a piece to be safe from an attack: the cells on which the attack depends, and of what else is done
/// what cannot matter.
pub(super) struct Hold<'a, const W: usize> {
    cells: CellSet<W>,
    drops: bool,
    owner: u8,
    t: &'a Tables<W>,
}

impl<'a, const W: usize> Hold<'a, W> {
    /// The attack on a piece that depends on the fewest cells; `None` where every reply must be tried out. It is the turn of
    /// the piece's owner.
    pub fn on(t: &'a Tables<W>, position: &Position<W>, cell: u16) -> Option<Self> {
        let g = t.gathering();
        let owner = position.mover(t);
        let turns = &g.turns[owner as usize];
        let team = |player: u8| usize::from(player) < t.players && t.teams[player as usize] == t.teams[owner as usize];
        if position.slow || !g.plain_attacks || !turns.steady {
            return None;
        }
        if !turn::end_rests(t, position, &|effect| local_effect(effect)) {
            return None;
        }
        let drops = turns
            .drops
            .as_ref()
            .is_some_and(|plan| plan.uneventful && turn::end_rests(t, position, &|effect| spares_drops(effect, plan)));
        let frozen = attacks::frozen(t, position);
        let mut least: Option<CellSet<W>> = None;
        for player in (0..t.players as u8).filter(|&player| !team(player) && !position.is_out(player)) {
            let field = Field::of(t, position, player);
            let (first, last) = t.owned[player as usize];
            for content in first..last {
                for from in position.pieces[content as usize] - frozen {
                    if !g.could_take(t, content, from.0, cell) {
                        continue;
                    }
                    let piece = position.piece(from.0);
                    if let Some(cells) = gather::support(t, position, &field, piece, cell)
                        && least.is_none_or(|least| cells.len() < least.len())
                    {
                        least = Some(cells);
                    }
                }
            }
        }
        least.map(|cells| Self { cells, drops, owner, t })
    }

    fn spare(&self, content: u16) -> bool {
        self.t.gathering().turns[usize::from(self.owner)].harmless[content as usize]
    }

    /// What freezes, or would when it turned over, may freeze an attacker.
    fn freezes(&self, content: u16) -> bool {
        let back = self.t.contents[content as usize].other_side;
        self.t.gathering().freezers.iter().any(|&freezer| freezer == content || freezer == back)
    }

    /// The moves and drops of the owner's other pieces after which the attack may be over.
    pub fn loosening(&self, position: &Position<W>, attacked: u16, replies: &mut Vec<Move<W>>) {
        let t = self.t;
        let field = Field::of(t, position, self.owner);
        let mut ends = Ends::NONE;
        let able = position.of_player(t, usize::from(self.owner)) - attacks::frozen(t, position);
        for from in able {
            let piece = position.piece(from.0);
            if from.0 == attacked {
                continue;
            }
            if t.gathering().movers[piece.content as usize].is_none() {
                movegen::piece_moves(t, position, from.0, replies);
                continue;
            }
            gather::gather(t, position, &field, piece, &mut ends);
            if !self.cells.has(from) && !self.freezes(piece.content) {
                let counts = |cell: Cell| self.cells.has(cell) || !self.spare(position.cells[cell.index()]);
                ends.walks &= self.cells;
                ends.takes = ends.takes.into_iter().filter(|&cell| counts(cell)).collect();
                ends.more.retain(|(to, taken)| self.cells.has(Cell(*to)) || taken.into_iter().any(&counts));
                ends.stays = false;
            }
            ends.list(piece.content, from.0, replies);
        }
        let turns = &t.gathering().turns[usize::from(self.owner)];
        let Some(plan) = &turns.drops else {
            movegen::drops(t, position, replies);
            return;
        };
        let mut found = Vec::new();
        gather::drops(t, position, plan, &mut found);
        for (index, cells) in found {
            let all = !self.drops || self.freezes(plan.sets[index].content);
            let cells = if all { cells } else { cells & self.cells };
            replies.extend(cells.into_iter().map(|cell| gather::drop_move(plan, index, cell)));
        }
    }
}
