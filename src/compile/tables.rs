//! The tables that the engine runs: the contract between compiler and engine.
//!
//! Names are resolved, options folded, relative words turned for each player in view; nothing in the loops reads a rule.
//! Cells are indices into the bounding grid (`rank * files + file`), stored as `u16`; [`NONE`] means "no cell" (beyond the
//! board or in a hole). What stands on a cell is its *content*: 0 for empty, otherwise the index of an (owner, kind) pair
//! in [`Tables::contents`]; the contents of one player are contiguous, nobody's come last.

use std::sync::OnceLock;

use super::gathering::Gathering;
use crate::types::{BoardSet, Cell, CellSet};

/// No cell, no content, no player.
pub const NONE: u16 = u16::MAX;

/// The content of an empty cell.
pub const EMPTY: u16 = 0;

/// Cells of one line have bits 1, 2, … in a `u64`; bit 0 is never a cell, so that a scan downward always stops there.
pub const FIRST_BIT: u8 = 1;

/// Stride of [`Tables::line_cells`]: a power of two above the longest line (36 cells and the unused bit 0).
pub const LINE_STRIDE: usize = 64;

/// A compiled game at one of the three board widths.
#[derive(Debug, Clone)]
pub enum Compiled {
    /// Boards up to 128 cells.
    Narrow(Box<Tables<2>>),
    /// Boards up to 256 cells.
    Middle(Box<Tables<4>>),
    /// All other boards (up to 36 x 36).
    Wide(Box<Tables<21>>),
}

/// Everything the engine needs to play one game under fixed options.
#[derive(Debug, Clone)]
pub struct Tables<const W: usize> {
    /// Words for people; no loop reads them.
    pub names: Names,
    /// Number of files of the bounding grid.
    pub files: u16,
    /// Number of ranks of the bounding grid.
    pub ranks: u16,
    /// Cells of the grid, holes included: `files * ranks`.
    pub size: usize,
    /// The cells that exist.
    pub board: CellSet<W>,
    /// Number of players (1 to 8).
    pub players: usize,
    /// The team of each player.
    pub teams: Vec<u8>,
    /// Whose turn it is at each place of the cycle of turns.
    pub turns: Vec<u8>,
    /// For each content (row 0 is the empty cell): owner, kind and what follows from them.
    pub contents: Vec<Content>,
    /// `content_of[player * kinds + kind]`; row `players` holds nobody's pieces. [`NONE`] where a player cannot own a kind.
    pub content_of: Vec<u16>,
    /// Number of kinds.
    pub kinds: usize,
    /// First and one past the last content of each player; the last entry is nobody's.
    pub owned: Vec<(u16, u16)>,
    /// Neighbours of each cell, by compass direction (0 north, clockwise); [`NONE`] off the board.
    pub neighbours: Vec<[u16; 8]>,
    /// Each cell as a set of one.
    pub single: Vec<CellSet<W>>,
    /// The four straight neighbours of each cell as a set.
    pub beside: Vec<CellSet<W>>,
    /// How many axes have occupancy lines (0 to 4): only those that a slider of this game uses.
    pub axes: usize,
    /// `slots[cell * axes + axis]`: which line, which bit.
    pub slots: Vec<Slot>,
    /// Number of lines over all axes.
    pub lines: usize,
    /// `line_cells[line * LINE_STRIDE + bit]`: the cell of a bit; [`NONE`] where there is none.
    pub line_cells: Vec<u16>,
    /// Named lines of the board: chains of cells.
    pub chains: Vec<Vec<Vec<u16>>>,
    /// How each content moves (row 0 unused).
    pub movers: Vec<Mover<W>>,
    /// Terrain that bars a content, for the general walker.
    pub barriers: Vec<Vec<Barrier<W>>>,
    /// Terrain that is hostile to somebody, by player to move.
    pub hostile: Vec<Vec<HostileTable<W>>>,
    /// Captures by position, by player to move.
    pub captures: Vec<Vec<CaptureTable<W>>>,
    /// Everything that some capture of a player could take, when that depends on cell and content alone and all captures go
    /// along straight lines: nothing is captured where none of it stands beside the moved piece.
    pub capture_victims: Vec<Option<LocalSet<W>>>,
    /// Captures of the player ask nothing but what stands where.
    pub capture_plain: Vec<bool>,
    /// What happens on a turn, by player to move.
    pub turn: Vec<TurnTable<W>>,
    /// Ends in groups A, B, C, D (A: board and taken pieces; B: no legal move; C: repetition; D: plies).
    pub ends: [Vec<EndTable<W>>; 4],
    /// All that ends of group A read (`EndTable::reads` united).
    pub board_end_reads: u64,
    /// Freezing, by content: the sets that a piece freezes.
    pub freezes: Vec<Vec<FreezeTable<W>>>,
    /// Counters of plies.
    pub counters: Vec<CounterTable<W>>,
    /// Named counts, by count, then by player in view.
    pub counts: Vec<Vec<CountTable<W>>>,
    /// Start position: content of each cell.
    pub setup: Vec<u16>,
    /// Start hands: `hands[player * kinds + kind]`; [`ANY_NUMBER`] = never used up.
    pub hands: Vec<u16>,
    /// What this game needs to keep in a position.
    pub needs: Needs,
    /// By content: does a rule ask whether the last turn took it?
    pub last_taken: Vec<bool>,
    /// Random keys; see `zobrist`.
    pub keys: Keys,
    /// Rank and file sets, for `its file` and `its rank`: by file, by rank.
    pub file_sets: Vec<CellSet<W>>,
    /// Sets of the ranks.
    pub rank_sets: Vec<CellSet<W>>,
    /// Members of the families of regions, for `its FAMILY` and `entered`.
    pub families: Vec<Vec<(Option<u8>, CellSet<W>)>>,
    /// Where marks stay how long: per mark, plies (`u32::MAX` = for ever, 0 = until its player's next turn).
    pub marks: Vec<u32>,
    /// Pieces taken by a path block until the move ends.
    pub taken_leave_at_end: bool,
    /// A cell set as wide as any board, for the outside world.
    pub board_wide: BoardSet,
    /// The same rules once more for the loops that find legal moves as sets; `None` where these do not apply.
    pub setwise: Option<Box<Setwise<W>>>,
    /// The same rules once more for gathering; made when somebody plays ([`Tables::gathering`]).
    pub gathering: OnceLock<Box<Gathering<W>>>,
}

impl<const W: usize> Tables<W> {
    /// The cell so many files to the right and ranks up of another; [`NONE`] off the board.
    pub fn offset(&self, cell: u16, (x, y): (i32, i32)) -> u16 {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        let (file, rank) = (i32::from(cell) % files + x, i32::from(cell) / files + y);
        if file < 0 || rank < 0 || file >= files || rank >= ranks {
            return NONE;
        }
        let to = (rank * files + file) as u16;
        if self.board.has(Cell(to)) { to } else { NONE }
    }
}

/// A hand that is never used up.
pub const ANY_NUMBER: u16 = u16::MAX;

/// Words for people.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Title of the game.
    pub title: String,
    /// Players: name and label.
    pub players: Vec<(String, Option<String>)>,
    /// Kinds: name, code, labels.
    pub kinds: Vec<(String, String, Vec<String>)>,
    /// Cells of the grid (empty text for holes).
    pub cells: Vec<String>,
    /// Labels of the files, left to right.
    pub files: Vec<String>,
    /// Labels of the ranks, bottom to top.
    pub ranks: Vec<String>,
    /// Signs of the contents in position text (row 0 empty).
    pub signs: Vec<String>,
    /// Names of the actions.
    pub actions: Vec<String>,
    /// Names of the marks.
    pub marks: Vec<String>,
    /// Which notation moves and positions are written in.
    pub notation: Notation,
    /// Moves have names for people, too.
    pub kif: bool,
    /// Cells with terrain, for drawing.
    pub terrain: BoardSet,
}

/// Notations of moves and positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notation {
    /// The general one.
    #[default]
    Plain,
    /// SFEN and USI.
    Usi,
    /// FEN and UCI.
    Uci,
}

/// What stands on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Content {
    /// The owner; [`NOBODY`] for nobody.
    pub owner: u8,
    /// The row of the owner in tables by player: nobody's is the last.
    pub row: u8,
    /// The kind.
    pub kind: u16,
    /// The content after turning over, [`NONE`] if it has no other side.
    pub other_side: u16,
    /// The content of its plain side (itself when plain).
    pub plain: u16,
    /// It is a promoted side.
    pub promoted: bool,
    /// Its kind is royal.
    pub royal: bool,
}

/// The owner of nobody's pieces.
pub const NOBODY: u8 = u8::MAX;

/// A place on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slot {
    /// The bit of the cell, as a mask.
    pub mask: u64,
    /// Which line.
    pub line: u16,
    /// Which bit of it.
    pub bit: u8,
}

/// What a position of this game must keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needs {
    /// Earlier positions are counted.
    pub history: bool,
    /// Who gave check is asked.
    pub checks: bool,
    /// `unmoved` is asked.
    pub unmoved: bool,
    /// Hands can hold something.
    pub hands: bool,
    /// Somebody can go out.
    pub out: bool,
    /// Marks are left.
    pub marks: bool,
    /// Consecutive passes are asked.
    pub passes: bool,
    /// Ends of the groups after A can put players out, so that they are asked after every ply.
    pub eager_ends: bool,
    /// What is taken never comes back: positions before a capture cannot occur again.
    pub captures_last: bool,
    /// `last end` is asked.
    pub last_end: bool,
    /// `took … last turn` is asked.
    pub last_taken: bool,
    /// Turns are plain, destinations come as sets, and counters are quiet ones: the tight loops apply.
    pub tight: bool,
    /// Every candidate of every player is legal and has one result: no rules, events, drops, actions or continuations.
    pub plain_turns: bool,
}

/// Random keys of the hash.
#[derive(Debug, Clone, Default)]
pub struct Keys {
    /// `cells[content * size + cell]`.
    pub cells: Vec<u64>,
    /// By place in the cycle of turns.
    pub turns: Vec<u64>,
    /// Seeds for hands, players out, marks, unmoved pieces and the continuing cell; mixed with their values.
    pub hands: u64,
    /// Players out.
    pub out: u64,
    /// Marks.
    pub marks: u64,
    /// Unmoved pieces.
    pub unmoved: u64,
    /// The continuing cell.
    pub again: u64,
}

// ---- legal moves as sets --------------------------------------------------------------------------------------

/// A game of two whose pieces capture by displacement alone, whose moves lead to two results at most, and in which no move
/// may leave a royal attacked: its legal moves come as sets, from checkers, pins and evasions.
#[derive(Debug, Clone)]
pub struct Setwise<const W: usize> {
    /// How each content moves (row 0 unused).
    pub movers: Vec<SetMover<W>>,
    /// `rays[direction * size + cell]`: all cells in a compass direction, up to the edge or a hole.
    pub rays: Vec<CellSet<W>>,
    /// All eight rays of each cell.
    pub stars: Vec<CellSet<W>>,
    /// `direction[from * size + to]`: the compass direction of the ray from one cell through the other; [`NO_DIRECTION`].
    pub direction: Vec<u8>,
    /// `near[player][cell]`: from where leaps of the player's pieces could reach the cell.
    pub near: Vec<Vec<CellSet<W>>>,
    /// Contents of each player that slide.
    pub sliders: Vec<Vec<u16>>,
    /// Contents of each player that must not be left attacked; none: nothing is said of attacks.
    pub royals: Vec<Vec<u16>>,
    /// `gains[mover * contents + victim]`: the hand slot that a taken piece goes to, [`NONE`] for none.
    pub gains: Vec<u16>,
    /// What each player may drop.
    pub drops: Vec<Vec<SetDrop<W>>>,
    /// What a content may become at the end of its move, beside staying what it is (itself when nothing).
    pub turned: Vec<u16>,
    /// `rows[content * size + from]`: which entry of `results` says how moves from there end.
    pub rows: Vec<u16>,
    /// End cells on which a piece can stay as it is, and on which it can be turned; entry 0: everywhere, nowhere.
    pub results: Vec<(CellSet<W>, CellSet<W>)>,
}

/// No line leads from one cell to the other.
pub const NO_DIRECTION: u8 = u8::MAX;

/// How a content moves, as sets.
#[derive(Debug, Clone, Default)]
pub struct SetMover<const W: usize> {
    /// End cells of its leaps by start cell; empty when it never leaps.
    pub leaps: Vec<CellSet<W>>,
    /// Its slides: compass direction, and by start cell how far it comes on an empty board.
    pub slides: Vec<(u8, Vec<CellSet<W>>)>,
    /// By compass direction: place in `slides` plus 1; 0 when it does not slide there.
    pub slide_of: [u8; 8],
    /// Where its slides may end, by start cell; empty when everywhere.
    pub slide_ends: Vec<CellSet<W>>,
}

/// A piece that may be dropped.
#[derive(Debug, Clone)]
pub struct SetDrop<const W: usize> {
    /// Whose hand.
    pub hand: u8,
    /// The place in the hands.
    pub slot: u16,
    /// What comes to stand on the board.
    pub content: u16,
    /// Where it may be dropped when the cell is empty.
    pub cells: CellSet<W>,
    /// Files or ranks on which it may not be dropped when they hold too many pieces of some contents.
    pub bars: Vec<StripBar<W>>,
    /// Where the drop must not mate.
    pub no_mate: CellSet<W>,
}

/// A drop is barred on cells of a strip (file or rank) that already holds so many of some contents.
#[derive(Debug, Clone)]
pub struct StripBar<const W: usize> {
    /// The bar speaks of these end cells.
    pub cells: CellSet<W>,
    /// What is counted.
    pub contents: Vec<u16>,
    /// From how many on.
    pub least: u32,
    /// Ranks are meant, not files.
    pub ranks: bool,
}

// ---- movement ------------------------------------------------------------------------------------------------

/// How a content moves.
#[derive(Debug, Clone, Default)]
pub struct Mover<const W: usize> {
    /// Its parts; their moves add up.
    pub parts: Vec<Part<W>>,
    /// No two parts can reach the same cell, so counts add up without merging.
    pub disjoint: bool,
    /// All parts are sliders and leapers without conditions of the moment: destinations come as sets.
    pub sets: bool,
    /// `Some(part)` when the only part is a walking slider: the tightest loop.
    pub walking_slider: bool,
    /// Where it may end (`only in` that never changes); the whole board when nothing is said.
    pub only_in: CellSet<W>,
    /// Where it may end when something holds.
    pub only_in_when: Vec<(ItemsTable<W>, ConditionTable<W>)>,
}

/// A part of a mover.
#[derive(Debug, Clone)]
pub struct Part<const W: usize> {
    /// The family.
    pub family: FamilyTable<W>,
    /// Ends on empty cells.
    pub walks: bool,
    /// Takes enemies on its end cell.
    pub takes: bool,
    /// Start cells from which it applies (conditions about the start that never change are folded in).
    pub starts: CellSet<W>,
    /// Asked before the move.
    pub when: ConditionTable<W>,
    /// Which statement of its kind it comes from.
    pub statement: u16,
}

/// The movement families.
#[derive(Debug, Clone)]
pub enum FamilyTable<const W: usize> {
    /// One leg, fixed offsets: destinations by start cell (terrain folded in).
    Leaper(Vec<CellSet<W>>),
    /// One leg along straight lines: for each of `axes`, `rays[i * size + cell]`.
    Slider {
        /// Which axes.
        axes: Vec<u8>,
        /// Rays.
        rays: Vec<Ray>,
    },
    /// One leg by equal leaps, or over pieces: `spans[cell]..spans[cell + 1]` are its rays in `rays`.
    Rider(Box<RiderTable>),
    /// Everything else: the path is walked.
    General(Box<PathTable<W>>),
}

/// The two rays of a start cell along a line, terrain folded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ray {
    /// Bits above the start that can be reached when nothing stands there.
    pub above: u64,
    /// Bits below the start likewise.
    pub below: u64,
    /// Bits where the move may end.
    pub stop: u64,
    /// Which line.
    pub line: u16,
}

/// Rays as lists of cells, terrain folded in.
#[derive(Debug, Clone, Default)]
pub struct RiderTable {
    /// `spans[cell]..spans[cell + 1]`: the rays of a start cell; one entry more than there are cells.
    pub spans: Vec<u32>,
    /// Each ray: first and one past the last entry of `cells`.
    pub rays: Vec<(u32, u32)>,
    /// Cells from the start outward, and whether the move may end there.
    pub cells: Vec<(u16, bool)>,
    /// How many pieces must stand between: least and most (0, 0: none).
    pub over: (u32, u32),
}

impl RiderTable {
    /// Its size in bytes, roughly.
    pub fn bytes(&self) -> usize {
        4 * self.cells.len() + 8 * self.rays.len() + 4 * self.spans.len()
    }
}

/// A path for the general walker.
#[derive(Debug, Clone)]
pub struct PathTable<const W: usize> {
    /// Its root.
    pub root: Node<W>,
    /// moves, walks, takes: routes that take nothing count, routes that take something count.
    pub quiet: bool,
    /// Routes that take something count.
    pub capturing: bool,
    /// Most pieces taken.
    pub most: u32,
    /// A round that ends here is the last.
    pub stopping_on: Option<ItemsTable<W>>,
    /// A mark left on the cells crossed.
    pub mark: Option<u8>,
    /// `may stop after any leg` holds.
    pub may_stop: ConditionTable<W>,
    /// `instead like`: what it applies to.
    pub instead: Option<SetTable<W>>,
}

/// A node of a path.
#[derive(Debug, Clone)]
pub enum Node<const W: usize> {
    /// One of them.
    Or(Vec<Node<W>>),
    /// One after the other.
    Then(Vec<Node<W>>),
    /// Repeated `min` to `max` times.
    Times(Box<Node<W>>, u32, u32),
    /// As long as it can.
    AsLong(Box<Node<W>>),
    /// One leg.
    Leg(Box<LegTable<W>>),
}

/// One leg.
#[derive(Debug, Clone)]
pub struct LegTable<const W: usize> {
    /// How it ends.
    pub mode: Mode,
    /// How it goes.
    pub motion: MotionTable<W>,
    /// Pieces between: least, most, which, least and most taken.
    pub over: Option<OverTable<W>>,
    /// What the end cell must hold.
    pub onto: Option<OntoTable<W>>,
}

/// How a leg ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Empty, or taking.
    Plain,
    /// Empty.
    Walking,
    /// Taking.
    Taking,
    /// Taking there, staying here.
    Shooting,
    /// Placing this content there, staying here.
    Placing(u16),
}

/// A motion: where a leg goes.
#[derive(Debug, Clone)]
pub enum MotionTable<const W: usize> {
    /// Equal steps by one of the directions, between least and most of them.
    Slide(Vec<Heading>, u32, u32),
    /// Equal leaps.
    Ride(Vec<(i32, i32)>, u32, u32),
    /// Over the first piece, right behind it.
    Hop(Vec<Heading>),
    /// Every move of the kinds in the set, turned as the mover faces.
    Like(SetTable<W>),
    /// None.
    Stay,
}

/// A direction of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heading {
    /// A compass direction.
    Compass(u8),
    /// The direction of the leg before, turned by eighths.
    Onward(i8),
    /// Not turning back.
    Ahead,
    /// Along a named line (`chains`), both ways or forward only.
    Chain(u16, bool),
}

/// Pieces between.
#[derive(Debug, Clone)]
pub struct OverTable<const W: usize> {
    /// Least.
    pub min: u32,
    /// Most.
    pub max: u32,
    /// Which; any piece when `None`.
    pub set: Option<SetTable<W>>,
    /// Least taken.
    pub take_min: u32,
    /// Most taken.
    pub take_max: u32,
}

/// What the end cell must hold.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // tables are built once and never moved
pub enum OntoTable<const W: usize> {
    /// A mark.
    Mark(u8),
    /// An element of the set.
    Set(SetTable<W>),
}

/// Terrain that bars a content.
#[derive(Debug, Clone)]
pub struct Barrier<const W: usize> {
    /// Its cells.
    pub cells: CellSet<W>,
    /// It may not end there; else it may not enter from a cell outside.
    pub stops: bool,
    /// When.
    pub when: ConditionTable<W>,
}

/// Terrain that is hostile.
#[derive(Debug, Clone)]
pub struct HostileTable<const W: usize> {
    /// Its cells.
    pub cells: CellSet<W>,
    /// What lies beyond the board.
    pub outside: bool,
    /// To which contents.
    pub to: Vec<bool>,
    /// Also while a piece stands there.
    pub occupied: bool,
    /// When.
    pub when: ConditionTable<W>,
}

// ---- sets and conditions -------------------------------------------------------------------------------------

/// A set whose membership depends only on the cell and on what stands there.
#[derive(Debug, Clone, Default)]
pub struct LocalSet<const W: usize> {
    /// For each content in it: on which cells. Content 0 = empty cells.
    pub entries: Vec<(u16, CellSet<W>)>,
    /// `slot[content]`: its place in `entries` plus 1, or 0.
    pub slot: Vec<u16>,
    /// What is beyond the board is in it.
    pub outside: bool,
}

impl<const W: usize> LocalSet<W> {
    /// All cells in the set as the board stands: `pieces[content]` are the cells of each content (row 0 the empty ones).
    #[inline]
    pub fn cells(&self, pieces: &[CellSet<W>]) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for (content, mask) in &self.entries {
            cells |= pieces[*content as usize] & *mask;
        }
        cells
    }

    /// Is a content in the set on any cell?
    pub fn names(&self, content: u16) -> bool {
        self.slot.get(usize::from(content)).is_some_and(|&slot| slot != 0)
    }

    /// Is a cell with this content in the set?
    #[inline]
    pub fn has(&self, content: u16, cell: u16) -> bool {
        match self.slot[content as usize] {
            0 => false,
            slot => self.entries[slot as usize - 1].1.has(Cell(cell)),
        }
    }
}

/// A compiled set.
#[derive(Debug, Clone)]
pub struct SetTable<const W: usize> {
    /// How many are asked for: least, most.
    pub least: u32,
    /// Most.
    pub most: u32,
    /// `every`: as many as the items and places name.
    pub every: bool,
    /// The elements.
    pub items: ItemsTable<W>,
    /// Places that the compiler could not fold in.
    pub places: Vec<PlaceTable<W>>,
}

impl<const W: usize> SetTable<W> {
    /// Kinds that are named, not pieces that stand somewhere.
    pub fn names_kinds(&self) -> bool {
        self.places.is_empty() && self.items.dynamic.is_empty()
    }
}

/// A compiled list.
#[derive(Debug, Clone, Default)]
pub struct ItemsTable<const W: usize> {
    /// What is local, exceptions and places taken away.
    pub local: LocalSet<W>,
    /// Elements that depend on more.
    pub dynamic: Vec<TermTable<W>>,
    /// Exceptions from everything, that depend on more.
    pub except: Vec<TermTable<W>>,
    /// Local exceptions, for the dynamic elements.
    pub except_local: LocalSet<W>,
    /// Members of families named in it (cells), for `entered`; also the local cells.
    pub members: Vec<CellSet<W>>,
}

impl<const W: usize> ItemsTable<W> {
    /// Does the list depend on cells and what stands there alone?
    pub fn is_local(&self) -> bool {
        self.dynamic.is_empty() && self.except.is_empty()
    }
}

/// An element that depends on more than cell and content.
#[derive(Debug, Clone)]
pub struct TermTable<const W: usize> {
    /// What.
    pub noun: NounTable<W>,
    /// Unmoved only.
    pub unmoved: bool,
    /// Frozen only.
    pub frozen: bool,
    /// Of a player who is out only.
    pub out: bool,
    /// Empty only.
    pub empty: bool,
    /// Hostile to the piece in question.
    pub hostile: bool,
    /// Contents allowed; all when empty.
    pub contents: Vec<bool>,
}

/// Nouns that depend on more.
#[derive(Debug, Clone)]
pub enum NounTable<const W: usize> {
    /// A local set with dynamic states.
    Local(LocalSet<W>),
    /// `it`
    It,
    /// `moved piece`
    Moved,
    /// `captor`
    Captor,
    /// `chosen`
    Chosen,
    /// `its file`
    ItsFile,
    /// `its rank`
    ItsRank,
    /// `its cell`, `its end`
    ItsCell,
    /// `its start`
    ItsStart,
    /// `its FAMILY`
    ItsFamily(u16),
    /// `its group`
    ItsGroup,
    /// `last end`
    LastEnd,
    /// `beside X`
    Beside(Box<ItemsTable<W>>),
    /// Cells with a mark.
    Marked(u8),
    /// Pieces in these hands (counted only): players, contents of kinds.
    Hand(Vec<u8>),
}

/// A place that limits a set.
#[derive(Debug, Clone)]
pub enum PlaceTable<const W: usize> {
    /// On (or not on) the items.
    On(bool, ItemsTable<W>),
    /// Beside.
    Beside(bool, ItemsTable<W>),
    /// Next to, with directions by the owner of the item (index `players` = nobody).
    NextTo(ItemsTable<W>, Vec<Vec<u8>>),
    /// Behind, by owner.
    Behind(ItemsTable<W>, Vec<u8>),
    /// From the hands of these players.
    FromHand(Vec<u8>),
}

/// A compiled condition.
#[derive(Debug, Clone)]
pub enum ConditionTable<const W: usize> {
    /// Always or never.
    Const(bool),
    /// All.
    And(Vec<ConditionTable<W>>),
    /// One.
    Or(Vec<ConditionTable<W>>),
    /// Not.
    Not(Box<ConditionTable<W>>),
    /// A counter has reached a number.
    Counter(u16, u32),
    /// The player to move can do nothing.
    NoLegalMove,
    /// Nobody could do anything.
    NoPlayerCanMove,
    /// The position has occurred so often.
    Occurred(u32),
    /// So many passes in a row.
    Passes(u32),
    /// This turn took nothing.
    NothingTaken,
    /// This turn flipped nothing.
    NothingFlipped,
    /// A row.
    Row(u32, ItemsTable<W>, Vec<u8>),
    /// A player is out.
    IsOut(WhoTable),
    /// A player is this one.
    IsPlayer(WhoTable, u8),
    /// A player gave check since.
    GaveCheck(WhoTable),
    /// How many elements there are.
    Exists(SetTable<W>),
    /// Of how many elements something is true.
    Claim(Box<SetTable<W>>, bool, ClaimTable<W>),
    /// A count (in halves) fits: count, player in view, least, most (in halves).
    Count(u16, u8, u32, u32),
}

/// Players in conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhoTable {
    /// This one.
    Player(u8),
    /// Whose turn it is.
    Mover,
    /// The owner of `it`.
    Owner,
}

/// What is said of an element.
#[derive(Debug, Clone)]
pub enum ClaimTable<const W: usize> {
    /// Attacked (also on its way).
    Attacked(bool),
    /// Mated.
    Mated,
    /// Newly mated.
    NewlyMated,
    /// Taken by this turn.
    Taken,
    /// Frozen.
    Frozen,
    /// Unmoved.
    Unmoved,
    /// One of the items.
    Is(ItemsTable<W>),
    /// At the place.
    At(PlaceTable<W>),
    /// Enclosed by.
    EnclosedBy(ItemsTable<W>),
    /// Faces, along compass directions by owner.
    Faces(ItemsTable<W>, Vec<Vec<u8>>),
    /// Entered one of the members.
    Entered(Vec<CellSet<W>>),
    /// Started at.
    Started(PlaceTable<W>),
    /// Ended at.
    Ended(PlaceTable<W>),
    /// Either.
    StartedOrEnded(PlaceTable<W>),
    /// Took: in this turn, or in the last one.
    Took(Box<SetTable<W>>, bool),
    /// Could never move: by content.
    CouldNeverMove(Vec<CellSet<W>>),
    /// Has a legal move.
    CanMove,
    /// Reaches: target, through, taking, hostile tables.
    CanReach(Box<ReachTable<W>>),
}

/// The flood of `can reach`.
#[derive(Debug, Clone)]
pub struct ReachTable<const W: usize> {
    /// The target.
    pub to: ItemsTable<W>,
    /// The target is an area (cells), not pieces.
    pub area: bool,
    /// Through what.
    pub through: ItemsTable<W>,
    /// What joins when closed in.
    pub taking: Option<ItemsTable<W>>,
}

// ---- captures by position ------------------------------------------------------------------------------------

/// A capture, for one player to move.
#[derive(Debug, Clone)]
pub struct CaptureTable<const W: usize> {
    /// What the moved piece must be in, each; sets that its content alone decides are in `by_content`.
    pub by: Vec<SetTable<W>>,
    /// `by` by content alone: contents that can never do it are out.
    pub by_content: Vec<bool>,
    /// What it takes.
    pub takes: Vec<TakesTable<W>>,
}

/// A statement of a capture.
#[derive(Debug, Clone)]
pub struct TakesTable<const W: usize> {
    /// Changes the owner.
    pub flips: bool,
    /// What is taken together.
    pub shape: Shape,
    /// Who is taken.
    pub victims: SetTable<W>,
    /// `victims` is local: the quick test applies.
    pub local: bool,
    /// How it closes.
    pub closure: ClosureTable<W>,
    /// Compass directions.
    pub along: Vec<u8>,
    /// All of them are straight.
    pub straight: bool,
    /// Who is left standing.
    pub sparing: Option<ItemsTable<W>>,
    /// When.
    pub when: ConditionTable<W>,
}

/// What is taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One piece.
    One,
    /// A row of this many.
    Line(u32, u32),
    /// All connected.
    Group,
    /// Both neighbours.
    Pair,
}

/// How a capture closes.
#[derive(Debug, Clone)]
pub enum ClosureTable<const W: usize> {
    /// Behind the victim, seen from the moved piece.
    Between(ClosersTable<W>),
    /// All round.
    EnclosedBy(ClosersTable<W>),
    /// Nothing more is asked.
    Around,
}

/// Who closes, by the content of the victim (hostility is folded in).
#[derive(Debug, Clone)]
pub struct ClosersTable<const W: usize> {
    /// `by_victim[content]`.
    pub by_victim: Vec<LocalSet<W>>,
    /// Elements that depend on more (asked when the local ones do not close).
    pub dynamic: Option<SetTable<W>>,
}

// ---- turns ---------------------------------------------------------------------------------------------------

/// What happens on the turn of one player.
#[derive(Debug, Clone, Default)]
pub struct TurnTable<const W: usize> {
    /// Start events.
    pub start: Vec<EventTable<W>>,
    /// End events.
    pub end: Vec<EventTable<W>>,
    /// After … moves.
    pub moves: Vec<EventTable<W>>,
    /// After … is dropped.
    pub dropped: Vec<EventTable<W>>,
    /// After … takes.
    pub takes: Vec<EventTable<W>>,
    /// All three of `moves`, `dropped` and `takes` in file order: (which list, index).
    pub after: Vec<(u8, u16)>,
    /// After … is taken.
    pub taken: Vec<EventTable<W>>,
    /// After player is out; by the player who went out.
    pub out: Vec<Vec<EventTable<W>>>,
    /// May not … when: struck out before the deed.
    pub bars: Vec<RuleTable<W>>,
    /// Must, in file order.
    pub musts: Vec<RuleTable<W>>,
    /// May drop.
    pub drops: Vec<RuleTable<W>>,
    /// May pass.
    pub passes: Vec<RuleTable<W>>,
    /// Hands that drops come from.
    pub hands: Vec<u8>,
    /// Actions.
    pub actions: Vec<ActionTable<W>>,
}

/// A rule.
#[derive(Debug, Clone)]
pub struct RuleTable<const W: usize> {
    /// What it is about.
    pub deed: DeedTable<W>,
    /// Before the deed.
    pub when: ConditionTable<W>,
    /// After the turn.
    pub leaving: Option<ConditionTable<W>>,
    /// It speaks of attack, mate, repetition or legal moves, so that `attacked` does not ask it.
    pub reflexive: bool,
    /// Which rule of the ruleset.
    pub index: u16,
}

impl<const W: usize> RuleTable<W> {
    /// Does it hold only while the player has no legal move?
    pub fn waits(&self) -> bool {
        matches!(self.when, ConditionTable::NoLegalMove)
    }
}

/// What a rule is about.
#[derive(Debug, Clone)]
pub enum DeedTable<const W: usize> {
    /// Anything but a claim.
    Act,
    /// Passing.
    Pass,
    /// Dropping: pieces (by content), end cells, hands, either side up.
    Drop(SetTable<W>, Vec<bool>, bool),
    /// Moving, taking.
    Move(SetTable<W>, Option<SetTable<W>>),
    /// Taking, with.
    Take(Option<SetTable<W>>, Option<SetTable<W>>),
    /// Taking the most.
    TakeTheMost,
}

/// An event.
#[derive(Debug, Clone)]
pub struct EventTable<const W: usize> {
    /// Which piece it waits for.
    pub piece: Option<SetTable<W>>,
    /// What that piece took.
    pub takes: Option<ItemsTable<W>>,
    /// When.
    pub when: ConditionTable<W>,
    /// What happens.
    pub steps: Vec<StepTable<W>>,
}

/// A step.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // tables are built once and never moved
pub enum StepTable<const W: usize> {
    /// For each player in seat order: without, when, steps.
    EachPlayer(Vec<(Option<ItemsTable<W>>, ConditionTable<W>, Vec<StepTable<W>>)>),
    /// An effect: optional, what, when.
    Effect(bool, EffectTable<W>, ConditionTable<W>),
}

/// What happens.
#[derive(Debug, Clone)]
pub enum EffectTable<const W: usize> {
    /// To the other side.
    TurnOver(SetTable<W>),
    /// To the promoted side.
    Promote(SetTable<W>),
    /// To one of the kinds.
    PromoteTo(SetTable<W>, Vec<u16>),
    /// To the plain side.
    TurnBack(SetTable<W>),
    /// Off the board.
    Remove(SetTable<W>),
    /// A new piece of this content.
    Place(u16, SetTable<W>),
    /// A new owner.
    Give(SetTable<W>, ReceiverTable),
    /// Whole hands to a new owner: players' hands.
    GiveHand(Vec<u8>, ReceiverTable),
    /// Into the hand of; plain side up.
    Put(SetTable<W>, ReceiverTable, bool),
    /// To another cell.
    MoveTo(SetTable<W>, ItemsTable<W>),
    /// To the cell crossed.
    MoveToCrossed(SetTable<W>),
    /// Toward.
    MoveToward(SetTable<W>, u32, ItemsTable<W>),
    /// A player is out, wins, loses.
    Player(WhoTable, EndVerb),
    /// Draw.
    Draw,
    /// Again: must, take.
    Again(bool, bool),
}

/// Who receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiverTable {
    /// This player.
    Player(u8),
    /// Whose turn it is.
    Mover,
    /// The owner of `it`.
    Owner,
    /// Nobody.
    Nobody,
}

/// An action.
#[derive(Debug, Clone)]
pub struct ActionTable<const W: usize> {
    /// Which action (index into `names.actions`).
    pub action: u16,
    /// What must hold.
    pub needs: Vec<ConditionTable<W>>,
    /// What is chosen.
    pub choose: Option<SetTable<W>>,
    /// Aligned with what, along which compass directions, nothing between.
    pub aligned: Option<(ItemsTable<W>, Vec<u8>, bool)>,
    /// What happens.
    pub effects: Vec<(EffectTable<W>, ConditionTable<W>)>,
    /// It can end the game.
    pub claim: bool,
    /// A player who is out can do it.
    pub when_out: bool,
}

/// An end.
#[derive(Debug, Clone)]
pub struct EndTable<const W: usize> {
    /// Which end of the ruleset (file order).
    pub index: u16,
    /// Its label.
    pub label: String,
    /// Who, what.
    pub what: EndWhat,
    /// The condition by player in view (one entry when nobody or one player is in view).
    pub when: Vec<ConditionTable<W>>,
    /// Contents whose coming, going or standing elsewhere can make it true; bit `min(content, 63)`.
    pub reads: u64,
}

/// Who an end is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndWhat {
    /// Draw.
    Draw,
    /// Last team wins.
    LastTeamWins,
    /// Player to move.
    PlayerToMove(EndVerb),
    /// Player who moved.
    PlayerWhoMoved(EndVerb),
    /// Each player.
    EachPlayer(EndVerb),
    /// Each team.
    EachTeam(EndVerb),
    /// This player.
    Named(u8, EndVerb),
}

/// What becomes of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndVerb {
    /// Wins.
    Wins,
    /// Loses.
    Loses,
    /// Goes out.
    IsOut,
}

/// Freezing.
#[derive(Debug, Clone)]
pub struct FreezeTable<const W: usize> {
    /// Whom.
    pub set: SetTable<W>,
    /// When.
    pub when: ConditionTable<W>,
}

/// A counter.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // tables are built once and never moved
pub enum CounterTable<const W: usize> {
    /// Plies since a capture, a drop, or a move of one of the contents (by player to move).
    Quiet {
        /// A capture resets it.
        capture: bool,
        /// A drop resets it.
        drop: bool,
        /// A move of these contents resets it.
        moves: Vec<bool>,
    },
    /// Plies for which a condition has held.
    Held(ConditionTable<W>),
}

/// A count for one player in view.
#[derive(Debug, Clone)]
pub struct CountTable<const W: usize> {
    /// Addends: halves, and for each element of which set (`None`: once).
    pub addends: Vec<(u32, Option<SetTable<W>>)>,
}
