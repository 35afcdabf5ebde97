//! A position, and the one pair of mutators (`put`, `undo`) that keeps every derived fact: sets, lines, hash.

use std::cell::Cell as StdCell;

use crate::compile::tables::{EMPTY, NOBODY, NONE, Tables};
use crate::types::{Cell, CellSet};

use super::outcome::Ended;

/// What a ply did; the last one answers `last end` and `took … last turn`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// Length of the change log before the ply.
    changes: u32,
    /// First entry of this ply in the log of taken pieces.
    pub taken_from: u32,
    /// First entry of this ply in the counter log.
    counters_from: u32,
    /// Hash before the ply.
    hash: u64,
    /// Place in the cycle of turns before the ply.
    pub turn: u16,
    /// Passes in a row before the ply.
    passes: u16,
    /// Plies since something irreversible before the ply.
    reversible: u32,
    /// Piece to go on with before the ply.
    again: Option<Again>,
    /// Where the piece of this ply ended; [`NONE`] after a pass or an action.
    pub end: u16,
    /// Players out before the ply.
    out: u8,
    /// Marks before the ply (count of the mark log).
    marks_from: u32,
    /// The ply counted in the history.
    counted: bool,
    /// `quiet_start` before the ply.
    quiet_start: bool,
}

/// What is known of the ply before the first position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Before {
    /// Where its piece ended.
    pub end: u16,
    /// What it took: cells and contents.
    pub taken: Vec<(u16, u16)>,
}

/// A turn that goes on with one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Again {
    /// Where it stands.
    pub cell: u16,
    /// It must (else may).
    pub must: bool,
    /// Only by taking.
    pub take: bool,
}

/// What can only be answered by looking at moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// Which pieces are frozen?
    Frozen,
    /// Is a piece attacked?
    Attacked,
    /// Is a piece mated?
    Mated,
    /// Can a piece move?
    CanMove,
    /// Has the player to move no legal move?
    NoLegalMove,
    /// Has no player a move?
    NoPlayerCanMove,
}

/// A mark on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Marked {
    /// Which mark.
    pub mark: u8,
    /// Where.
    pub cell: u16,
    /// Where the piece that left it stands.
    pub piece: u16,
    /// Whose piece it was.
    pub player: u8,
    /// Plies it still stays (`u32::MAX`: for ever; 0: until the player's next turn).
    pub plies: u32,
}

/// One reversible change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// The content of a cell was.
    Cell(u16, u16),
    /// A hand held.
    Hand(u32, u16),
    /// A cell was in the unmoved set.
    Unmoved(u16),
    /// A piece went from the first cell to the second, which was empty.
    Shift(u16, u16),
}

/// A position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position<const W: usize> {
    /// Content of each cell of the grid.
    pub(super) cells: Vec<u16>,
    /// Cells of each content; row 0 the empty ones.
    pub(super) pieces: Vec<CellSet<W>>,
    /// Occupied bits of each line, but for the cells of `pending`.
    lines: Vec<u64>,
    /// Cells whose bits in `lines` are still to be turned. A move that is played and taken back before anybody looks
    /// along a line never touches the lines.
    pending: Vec<u16>,
    /// Nobody keeps the lines just now: they are made anew when somebody does again.
    idle_lines: bool,
    /// Hash of cells and turn.
    hash: u64,
    /// Hash of the hands.
    hand_hash: u64,
    /// Place in the cycle of turns.
    pub(super) turn: u16,
    /// `hands[player * kinds + kind]`.
    pub(super) hands: Vec<u16>,
    /// Bit set of players who are out.
    pub(super) out: u8,
    /// Pieces that have neither moved nor been dropped.
    pub(super) unmoved: CellSet<W>,
    /// Values of the counters.
    pub(super) counters: Vec<u32>,
    /// Marks on the board.
    pub(super) marks: Vec<Marked>,
    /// Passes in a row.
    pub(super) passes: u16,
    /// Plies since the last one that cannot be undone by playing on.
    reversible: u32,
    /// The turn goes on with this piece.
    pub(super) again: Option<Again>,
    /// The game is over by an end of the board (or of an effect).
    pub(super) ended: Option<Ended>,
    /// Keys of the positions so far, the present one last; empty when the game does not count them.
    pub(super) history: Vec<u64>,
    /// For each entry of `history`: who made the ply that led to it (255: nobody), and whether it gave check; `None` while
    /// nobody has looked (only the last one).
    pub(super) checks: Vec<(u8, Option<bool>)>,
    /// Frames on top that are tried, not played.
    pub(super) trying: u8,
    /// What `no legal move` is, while it is known.
    pub(super) no_legal_move: Option<bool>,
    /// It is known that the start events of the player to move have nothing to do.
    pub(super) quiet_start: bool,
    /// Every path is walked and every move is tried out: the slow truth that tests compare with.
    pub(super) slow: bool,
    /// The questions that are being asked, one bit each.
    asked: StdCell<u8>,
    changes: Vec<Change>,
    pub(super) frames: Vec<Frame>,
    /// The ply that led to the first position, where its text says it.
    pub(super) before: Option<Box<Before>>,
    pub(super) taken: Vec<(u16, u16)>,
    counter_log: Vec<u32>,
    mark_log: Vec<Vec<Marked>>,
}

impl<const W: usize> Position<W> {
    /// The empty board, first player to move.
    pub fn empty(tables: &Tables<W>) -> Self {
        let mut pieces = vec![CellSet::EMPTY; tables.contents.len()];
        pieces[EMPTY as usize] = tables.board;
        Self {
            cells: vec![EMPTY; tables.size],
            pieces,
            lines: vec![0; tables.lines],
            pending: Vec::new(),
            idle_lines: false,
            hand_hash: 0,
            hash: tables.keys.turns.first().copied().unwrap_or(0),
            turn: 0,
            hands: vec![0; tables.players * tables.kinds],
            out: 0,
            unmoved: CellSet::EMPTY,
            counters: vec![0; tables.counters.len()],
            marks: Vec::new(),
            passes: 0,
            reversible: 0,
            again: None,
            ended: None,
            history: Vec::new(),
            checks: Vec::new(),
            trying: 0,
            no_legal_move: None,
            quiet_start: false,
            slow: false,
            asked: StdCell::new(0),
            changes: Vec::new(),
            frames: Vec::new(),
            before: None,
            taken: Vec::new(),
            counter_log: Vec::new(),
            mark_log: Vec::new(),
        }
    }

    /// The start position, its ends not yet asked.
    pub fn start(tables: &Tables<W>) -> Self {
        let mut position = Self::empty(tables);
        for cell in tables.board {
            let content = tables.setup[cell.index()];
            if content != EMPTY {
                position.put(tables, cell.0, content);
            }
        }
        position.hands.clone_from(&tables.hands);
        position.unmoved = if tables.needs.unmoved { tables.board - position.pieces[0] } else { CellSet::EMPTY };
        position.settle(tables);
        position
    }

    /// Forgets how the position came about: the log is cut, and the history begins here.
    pub(super) fn settle(&mut self, tables: &Tables<W>) {
        self.quiet_start = false;
        self.changes.clear();
        self.frames.clear();
        self.taken.clear();
        self.counter_log.clear();
        self.mark_log.clear();
        self.history.clear();
        self.checks.clear();
        self.reversible = 0;
        self.hand_hash = self.hash_of_hands(tables);
        if tables.needs.history {
            self.history.push(self.key(tables));
            self.checks.push((NOBODY, Some(false)));
        }
    }

    /// Asks a question of moves and attacks. Rules may make it depend on itself (a piece that moves only when it is not
    /// attacked, by others that move only then); within itself its answer is `no`.
    pub(super) fn ask<R>(&self, question: Question, no: R, answer: impl FnOnce() -> R) -> R {
        let (asked, bit) = (self.asked.get(), 1 << question as u8);
        if asked & bit != 0 {
            return no;
        }
        self.asked.set(asked | bit);
        let answer = answer();
        self.asked.set(asked);
        answer
    }

    /// The player to move.
    #[inline]
    pub fn mover(&self, tables: &Tables<W>) -> u8 {
        tables.turns[self.turn as usize]
    }

    /// Is the player out?
    pub fn is_out(&self, player: u8) -> bool {
        self.out >> player & 1 != 0
    }

    /// Cells that hold a piece.
    #[inline]
    pub(super) fn occupied(&self, tables: &Tables<W>) -> CellSet<W> {
        tables.board - self.pieces[EMPTY as usize]
    }

    /// Makes a content stand on a cell, all but the hash; what stood there before.
    #[inline]
    fn place(&mut self, tables: &Tables<W>, cell: u16, new: u16) -> u16 {
        let at = tables.single[cell as usize];
        let old = std::mem::replace(&mut self.cells[cell as usize], new);
        self.pieces[old as usize] ^= at;
        self.pieces[new as usize] ^= at;
        if (old == EMPTY) != (new == EMPTY) {
            self.toggle_lines(tables, cell);
        }
        old
    }

    #[inline]
    fn change(&mut self, tables: &Tables<W>, cell: u16, new: u16) -> u16 {
        let old = self.place(tables, cell, new);
        self.hash ^= tables.keys.cells[old as usize * tables.size + cell as usize]
            ^ tables.keys.cells[new as usize * tables.size + cell as usize];
        old
    }

    #[inline]
    fn toggle_lines(&mut self, tables: &Tables<W>, cell: u16) {
        if self.idle_lines {
            return;
        }
        let first = cell as usize * tables.axes;
        for slot in &tables.slots[first..first + tables.axes] {
            self.lines[slot.line as usize] ^= slot.mask;
        }
    }

    #[inline]
    fn slide(&mut self, tables: &Tables<W>, from: u16, to: u16) -> u16 {
        let content = std::mem::replace(&mut self.cells[from as usize], EMPTY);
        self.cells[to as usize] = content;
        let both = tables.single[from as usize] ^ tables.single[to as usize];
        self.pieces[EMPTY as usize] ^= both;
        self.pieces[content as usize] ^= both;
        if self.idle_lines {
            return content;
        }
        for cell in [to, from] {
            if self.pending.last() == Some(&cell) {
                self.pending.pop();
            } else {
                self.pending.push(cell);
            }
        }
        content
    }

    /// Moves a piece to an empty cell and passes the turn on, calls `there`, and takes both back without a log.
    #[inline]
    pub(super) fn there_and_back(
        &mut self,
        tables: &Tables<W>,
        (from, to): (u16, u16),
        (turn, next): (u16, u16),
        there: impl FnOnce(&mut Self),
    ) {
        let (hash, passes) = (self.hash, self.passes);
        let content = self.slide(tables, from, to);
        let keys = &tables.keys.cells[content as usize * tables.size..][..tables.size];
        self.hash ^= keys[from as usize] ^ keys[to as usize];
        self.set_turn(tables, next);
        self.passes = 0;
        there(self);
        self.slide(tables, to, from);
        (self.hash, self.turn, self.passes) = (hash, turn, passes);
    }

    /// The occupied bits of a line. The lines must be up to date (`update_lines`).
    #[inline]
    pub(super) fn line(&self, line: u16) -> u64 {
        debug_assert!(
            self.pending.is_empty() && !self.idle_lines,
            "somebody looks along lines that are not up to date"
        );
        self.lines[usize::from(line)]
    }

    /// Brings the lines up to date.
    #[inline]
    pub(super) fn update_lines(&mut self, tables: &Tables<W>) {
        while let Some(cell) = self.pending.pop() {
            self.toggle_lines(tables, cell);
        }
    }

    /// The cells of a player's pieces; row `players`: nobody's.
    #[inline]
    pub(super) fn of_player(&self, tables: &Tables<W>, row: usize) -> CellSet<W> {
        let (first, last) = tables.owned[row];
        self.pieces[usize::from(first)..usize::from(last)].iter().fold(CellSet::EMPTY, |all, cells| all | *cells)
    }

    /// Moves the piece on one cell to another, empty one. The lines are not up to date then.
    #[inline]
    pub(super) fn shift(&mut self, tables: &Tables<W>, from: u16, to: u16) {
        let content = self.slide(tables, from, to);
        let keys = &tables.keys.cells[content as usize * tables.size..][..tables.size];
        self.hash ^= keys[from as usize] ^ keys[to as usize];
        self.changes.push(Change::Shift(from, to));
    }

    /// Makes `content` stand on the cell; [`EMPTY`] clears it.
    #[inline]
    pub(super) fn put(&mut self, tables: &Tables<W>, cell: u16, content: u16) {
        let old = self.change(tables, cell, content);
        self.changes.push(Change::Cell(cell, old));
    }

    /// Sets a hand.
    #[inline]
    pub(super) fn set_hand(&mut self, tables: &Tables<W>, slot: usize, number: u16) {
        let old = self.change_hand(tables, slot, number);
        self.changes.push(Change::Hand(slot as u32, old));
    }

    #[inline]
    fn change_hand(&mut self, tables: &Tables<W>, slot: usize, number: u16) -> u16 {
        let old = std::mem::replace(&mut self.hands[slot], number);
        self.hand_hash ^= hand_key(tables, slot, old) ^ hand_key(tables, slot, number);
        old
    }

    fn hash_of_hands(&self, tables: &Tables<W>) -> u64 {
        self.hands.iter().enumerate().fold(0, |hash, (slot, &number)| hash ^ hand_key(tables, slot, number))
    }

    /// Stops keeping the lines, for loops that never look along them; `wake_lines` makes them anew.
    pub(super) fn rest_lines(&mut self) {
        self.pending.clear();
        self.idle_lines = true;
    }

    /// Makes the lines anew and keeps them from now on.
    pub(super) fn wake_lines(&mut self, tables: &Tables<W>) {
        if !self.idle_lines {
            return;
        }
        self.idle_lines = false;
        self.lines.fill(0);
        for cell in self.occupied(tables) {
            self.toggle_lines(tables, cell.0);
        }
    }

    /// Calls `there` with the lines kept, whether or not they rest just now.
    pub(super) fn with_lines<R>(&mut self, tables: &Tables<W>, there: impl FnOnce(&mut Self) -> R) -> R {
        let idle = self.idle_lines;
        self.wake_lines(tables);
        let result = there(self);
        if idle {
            self.rest_lines();
        }
        result
    }

    /// Makes a move whole (cells, hands, hash, turn, history) and takes it back at once, without a log. `from` is [`NONE`] for a
    /// drop; `hand` says which number of a hand changes to what.
    #[inline]
    pub(super) fn make_and_unmake(
        &mut self,
        tables: &Tables<W>,
        (from, to, result): (u16, u16, u16),
        hand: Option<(usize, u16)>,
        next: u16,
    ) {
        let (hash, hand_hash, turn, passes) = (self.hash, self.hand_hash, self.turn, self.passes);
        let moved = if from == NONE { EMPTY } else { self.change(tables, from, EMPTY) };
        let victim = self.change(tables, to, result);
        let held = hand.map(|(slot, number)| (slot, self.change_hand(tables, slot, number)));
        self.set_turn(tables, next);
        self.passes = 0;
        if tables.needs.history {
            self.history.push(self.key(tables));
            self.checks.push((NOBODY, None));
            self.history.pop();
            self.checks.pop();
        }
        if let Some((slot, number)) = held {
            self.hands[slot] = number;
        }
        self.place(tables, to, victim);
        if from != NONE {
            self.place(tables, from, moved);
        }
        (self.hash, self.hand_hash, self.turn, self.passes) = (hash, hand_hash, turn, passes);
    }

    /// Puts a content on a cell, calls `there`, and takes it back without a log; only the board is changed.
    #[inline]
    pub(super) fn supposing<R>(
        &mut self,
        tables: &Tables<W>,
        cell: u16,
        content: u16,
        there: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let old = self.change(tables, cell, content);
        let result = there(self);
        self.change(tables, cell, old);
        result
    }

    /// Takes a piece out of the set of unmoved ones (when this game keeps it).
    pub(super) fn touch(&mut self, cell: u16) {
        if self.unmoved.has(Cell(cell)) {
            self.unmoved.remove(Cell(cell));
            self.changes.push(Change::Unmoved(cell));
        }
    }

    /// Opens a ply: what follows can be undone as one.
    #[inline]
    pub(super) fn open(&mut self, tables: &Tables<W>) {
        self.frames.push(Frame {
            changes: self.changes.len() as u32,
            taken_from: self.taken.len() as u32,
            counters_from: self.counter_log.len() as u32,
            hash: self.hash,
            turn: self.turn,
            passes: self.passes,
            reversible: self.reversible,
            again: self.again,
            end: NONE,
            out: self.out,
            marks_from: self.mark_log.len() as u32,
            counted: false,
            quiet_start: self.quiet_start,
        });
        self.quiet_start = false;
        if !self.counters.is_empty() {
            self.counter_log.extend_from_slice(&self.counters);
        }
        if tables.needs.marks {
            self.mark_log.push(self.marks.clone());
        }
    }

    /// Has nothing been changed on the board, in the hands and among the players since the last ply was opened?
    pub(super) fn untouched(&self) -> bool {
        self.ended.is_none()
            && self.frames.last().is_some_and(|frame| {
                frame.changes as usize == self.changes.len()
                    && frame.taken_from as usize == self.taken.len()
                    && frame.out == self.out
                    && frame.again == self.again
            })
    }

    /// Takes back the last ply; false when there is none.
    #[inline]
    pub fn undo(&mut self, tables: &Tables<W>) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        while self.changes.len() > frame.changes as usize {
            match self.changes.pop() {
                Some(Change::Cell(cell, old)) => {
                    self.change(tables, cell, old);
                }
                Some(Change::Hand(slot, old)) => {
                    self.change_hand(tables, slot as usize, old);
                }
                Some(Change::Unmoved(cell)) => self.unmoved.insert(Cell(cell)),
                Some(Change::Shift(from, to)) => {
                    self.slide(tables, to, from);
                }
                None => break,
            }
        }
        self.hash = frame.hash;
        self.turn = frame.turn;
        self.passes = frame.passes;
        self.reversible = frame.reversible;
        self.again = frame.again;
        self.out = frame.out;
        self.quiet_start = frame.quiet_start;
        self.ended = None;
        self.taken.truncate(frame.taken_from as usize);
        if !self.counters.is_empty() {
            let from = frame.counters_from as usize;
            let count = self.counters.len();
            self.counters.copy_from_slice(&self.counter_log[from..from + count]);
            self.counter_log.truncate(from);
        }
        if tables.needs.marks
            && let Some(marks) = self.mark_log.pop()
        {
            self.marks = marks;
        }
        if frame.counted {
            self.history.pop();
            self.checks.pop();
        }
        true
    }

    /// Passes the turn to a place in the cycle.
    #[inline]
    pub(super) fn set_turn(&mut self, tables: &Tables<W>, turn: u16) {
        self.hash ^= tables.keys.turns[self.turn as usize] ^ tables.keys.turns[turn as usize];
        self.turn = turn;
        self.quiet_start = false;
    }

    /// Counts the position in the history. `lasting`: the ply cannot be undone by playing on (a capture, a drop, …).
    pub(super) fn count(&mut self, tables: &Tables<W>, lasting: bool, check: (u8, Option<bool>)) {
        self.reversible = if lasting { 0 } else { self.reversible + 1 };
        let key = self.key(tables);
        self.history.push(key);
        self.checks.push(check);
        if let Some(frame) = self.frames.last_mut() {
            frame.counted = true;
        }
    }

    /// How often the present position has occurred, and the index in the history of its first occurrence.
    pub(super) fn occurrences(&self) -> (u32, usize) {
        let Some((&key, earlier)) = self.history.split_last() else { return (1, 0) };
        let from = earlier.len().saturating_sub(self.reversible as usize);
        let (mut times, mut first) = (1, earlier.len());
        for (index, _) in earlier.iter().enumerate().skip(from).filter(|&(_, &other)| other == key) {
            times += 1;
            first = first.min(index);
        }
        (times, first)
    }

    /// The identity of the position: cells, owners, sides, hands, turn, players out, unmoved pieces and marks that a rule
    /// can still use, the piece that goes on.
    pub fn key(&self, tables: &Tables<W>) -> u64 {
        let mut key = self.hash;
        if tables.needs.hands {
            key ^= self.hand_hash;
        }
        if self.out != 0 {
            key ^= mix(tables.keys.out, u64::from(self.out));
        }
        if tables.needs.unmoved {
            for word in self.unmoved.0 {
                key = mix(tables.keys.unmoved ^ key, word);
            }
        }
        for marked in &self.marks {
            key ^= mix(
                tables.keys.marks,
                u64::from(marked.mark) << 32 | u64::from(marked.cell) << 16 | u64::from(marked.piece),
            );
        }
        if let Some(again) = self.again {
            let bits = u64::from(again.cell) << 2 | u64::from(again.must) << 1 | u64::from(again.take);
            key ^= mix(tables.keys.again, bits);
        }
        key
    }

    /// Every derived fact, computed anew and held against what is kept; one line for each that differs.
    pub fn validate(&self, tables: &Tables<W>) -> Vec<String> {
        let mut faults = Vec::new();
        let mut fresh = Self::empty(tables);
        for (cell, &content) in self.cells.iter().enumerate() {
            if content as usize >= tables.contents.len() {
                faults.push(format!("cell {cell} holds the unknown content {content}"));
            } else if content != EMPTY {
                if tables.board.has(Cell(cell as u16)) {
                    fresh.change(tables, cell as u16, content);
                } else {
                    faults.push(format!("a piece stands in the hole {cell}"));
                }
            }
        }
        fresh.set_turn(tables, self.turn);
        if fresh.pieces != self.pieces {
            faults.push("the sets of pieces differ from the cells".into());
        }
        let mut settled = self.clone();
        settled.update_lines(tables);
        settled.wake_lines(tables);
        if fresh.lines != settled.lines {
            faults.push("the lines differ from the cells".into());
        }
        if fresh.hash != self.hash {
            faults.push("the hash differs from the cells and the turn".into());
        }
        if self.hand_hash != self.hash_of_hands(tables) {
            faults.push("the hash differs from the hands".into());
        }
        if self.turn as usize >= tables.turns.len() {
            faults.push("the turn is beyond the cycle of turns".into());
        }
        if !self.unmoved.is_disjoint(&self.pieces[0]) {
            faults.push("an empty cell counts as unmoved".into());
        }
        if self.history.last().is_some_and(|&key| key != self.key(tables)) && self.ended.is_none() {
            faults.push("the history does not end with this position".into());
        }
        faults
    }
}

/// The row of `by_player` for the owner of a content.
#[inline]
pub(super) fn owner_row<const W: usize>(tables: &Tables<W>, content: u16) -> usize {
    usize::from(tables.contents[content as usize].row)
}

/// The key of a number of pieces in a hand; none have no key.
#[inline]
fn hand_key<const W: usize>(tables: &Tables<W>, slot: usize, number: u16) -> u64 {
    if number == 0 { 0 } else { mix(tables.keys.hands, (slot as u64) << 16 | u64::from(number)) }
}

/// Mixes a value into a seed (the finish of `SplitMix64`).
fn mix(seed: u64, value: u64) -> u64 {
    let mut z = seed ^ value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
