//! The ruleset as meant: every name an id, every default filled, every option folded away.
//!
//! Relative words (own, enemy, forward, near) stay relative: they are read from the *player in view* when a rule is used
//! (language reference, "Whose view"). Places that do not depend on the position are already sets of cells, one for each
//! player in view ([`Cells`]). The compiler and the slow oracle of the tests both read this and nothing else.

use crate::diag::Span;
use crate::types::{BoardSet, Cell, CountId, Counter, Family, Kind, Mark, Player, Table, Team};

use super::board::{Board, Compass, LineId};

/// A whole game under fixed option values.
#[derive(Debug, Clone)]
pub struct Ruleset {
    /// The title of the game.
    pub title: String,
    /// The board.
    pub board: Board,
    /// The players in order of declaration (= seat order).
    pub players: Table<Player, PlayerDef>,
    /// Order of the turns; a player may stand in it several times. Never empty.
    pub turns: Vec<Player>,
    /// All kinds of pieces (each side of a piece is a kind).
    pub kinds: Table<Kind, KindDef>,
    /// Named regions, to show and to describe.
    pub regions: Vec<Region>,
    /// Families of regions.
    pub families: Table<Family, FamilyDef>,
    /// Marks.
    pub marks: Table<Mark, MarkDef>,
    /// What is in hand at the start.
    pub hands: Vec<Stock>,
    /// The hands that drops come from, relative to the dropper (default: own).
    pub drop_hands: Vec<Whose>,
    /// Pieces taken by a path block until the move ends, and none is taken twice.
    pub taken_leave_at_end: bool,
    /// Named counts.
    pub counts: Table<CountId, CountDef>,
    /// Counters of plies that conditions read.
    pub counters: Table<Counter, CounterDef>,
    /// How positions and moves are written.
    pub notation: Notation,
    /// Moves have names for people, too: `notation …, kif`.
    pub kif: bool,
    /// The pieces of the start position.
    pub setup: Vec<Placed>,
    /// Terrain, in file order.
    pub terrain: Vec<Terrain>,
    /// Captures by position, in file order.
    pub captures: Vec<Capture>,
    /// May, must, may not, in file order.
    pub rules: Vec<Rule>,
    /// Events in file order.
    pub events: Vec<Event>,
    /// Actions in file order.
    pub actions: Vec<Action>,
    /// Ends in file order, parents before children.
    pub ends: Vec<End>,
    /// The options with the values in force.
    pub options: Vec<OptionDef>,
    /// What only the checks of the whole game can judge.
    pub seen: Seen,
}

/// What was seen while the file was resolved, for the checks; nothing here changes the game.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Names of the file itself (not of its parents) that nothing speaks of.
    pub unused: Vec<Unused>,
    /// Subjects without a number word that something is denied of: `own A is not …`.
    pub some_is_not: Vec<Span>,
    /// Blocks of terrain and events in which nothing is written.
    pub blank: Vec<Span>,
    /// Something asks whether a piece `could never move`.
    pub could_never_move: bool,
}

/// A name that nothing speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unused {
    /// The name.
    pub name: String,
    /// What it stands for, in words: `a region`.
    pub what: &'static str,
    /// The declaration.
    pub span: Span,
}

/// A player.
#[derive(Debug, Clone)]
pub struct PlayerDef {
    /// The name.
    pub name: String,
    /// The label to show, if there is one.
    pub label: Option<String>,
    /// Where the player's forward points; `None` = no front.
    pub faces: Option<Compass>,
    /// The team; without `teams` each player is one.
    pub team: Team,
    /// The declaration.
    pub span: Span,
}

/// A kind of piece: one face.
#[derive(Debug, Clone)]
pub struct KindDef {
    /// The name.
    pub name: String,
    /// The code (`S`, `+R`).
    pub code: String,
    /// Labels to show.
    pub labels: Vec<String>,
    /// For each player: the sign of that player's piece in setups and position text, `None` if the player cannot own it.
    /// With more than two players and no signs of its own, the sign is `Player:CODE`.
    pub signs: Vec<Option<String>>,
    /// Nobody's piece; its sign is its code.
    pub neutral: bool,
    /// The word `royal` means it.
    pub royal: bool,
    /// Its other side when it is plain.
    pub promotes_to: Option<Kind>,
    /// Its plain side when it is a promoted side.
    pub plain_side: Option<Kind>,
    /// Movement statements; they add up. Traits of `every` are already here.
    pub movements: Vec<Movement>,
    /// Where it may end (all that hold bind).
    pub only_in: Vec<OnlyIn>,
    /// Whom it freezes.
    pub freezes: Vec<Freezes>,
    /// `may stop after any leg`: the `then` paths may end early when this holds.
    pub may_stop: Condition,
    /// The declaration.
    pub span: Span,
}

/// A named region.
#[derive(Debug, Clone)]
pub struct Region {
    /// The name.
    pub name: String,
    /// Its cells.
    pub cells: Cells,
    /// The declaration.
    pub span: Span,
}

/// A family of regions.
#[derive(Debug, Clone)]
pub struct FamilyDef {
    /// The name.
    pub name: String,
    /// Its members.
    pub members: Vec<Member>,
    /// The declaration.
    pub span: Span,
}

/// A member of a family of regions.
#[derive(Debug, Clone)]
pub struct Member {
    /// The name it has in the file, if it has one.
    pub name: Option<String>,
    /// The player it belongs to, if its name is a player's.
    pub owner: Option<Player>,
    /// Its cells.
    pub cells: BoardSet,
}

/// A mark.
#[derive(Debug, Clone)]
pub struct MarkDef {
    /// The name.
    pub name: String,
    /// How long it stays.
    pub lasts: Lasts,
}

/// How long a mark stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasts {
    /// Until its player's next turn starts.
    UntilNextTurn,
    /// A number of plies.
    Plies(u32),
    /// For ever.
    Ever,
}

/// Pieces in hand at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock {
    /// Whose hand.
    pub player: Player,
    /// Of which kind.
    pub kind: Kind,
    /// How many; `None` = any number, never used up.
    pub number: Option<u32>,
}

/// A named count; a sum.
#[derive(Debug, Clone)]
pub struct CountDef {
    /// The name.
    pub name: String,
    /// What is added.
    pub addends: Vec<Addend>,
    /// The declaration.
    pub span: Span,
}

/// An addend of a count.
#[derive(Debug, Clone)]
pub struct Addend {
    /// The number, in halves.
    pub halves: u32,
    /// For each element of a set, or once for a player in view.
    pub what: AddendFor,
}

/// What an addend is counted for.
#[derive(Debug, Clone)]
pub enum AddendFor {
    /// For each element.
    Each(Set),
    /// Once, when this player is in view.
    Player(Player),
}

/// A counter of plies; the present position counts, the setup is the first.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // there are a few of them in a game
pub enum CounterDef {
    /// Plies since one of these happened (0 after it).
    Quiet(Vec<Quiet>),
    /// Plies for which the condition has held without a break.
    Held(Condition),
}

/// What sets a quiet counter to 0.
#[derive(Debug, Clone)]
pub enum Quiet {
    /// A piece was taken.
    Capture,
    /// A piece was dropped.
    Drop,
    /// A piece of the set moved.
    MoveOf(Set),
}

/// How positions and moves are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// The general one.
    Plain,
    /// SFEN and USI.
    Usi,
    /// FEN and UCI.
    Uci,
}

/// A piece of the setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Where.
    pub cell: Cell,
    /// Whose; `None` = nobody's.
    pub owner: Option<Player>,
    /// Which kind.
    pub kind: Kind,
}

/// An option with the value in force.
#[derive(Debug, Clone)]
pub struct OptionDef {
    /// The name.
    pub name: String,
    /// Its values, in the order of the file (`on`, `off` for a switch).
    pub values: OptionValues,
    /// The value when nothing is said.
    pub default: String,
    /// The value in force.
    pub value: String,
    /// The sentence of help.
    pub help: String,
    /// Something depends on it: a condition that asks it, or items of its own.
    pub read: bool,
    /// The declaration.
    pub span: Span,
}

/// The values that an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionValues {
    /// `on` or `off`.
    Switch,
    /// A whole number in a range.
    Range(u32, u32),
    /// One of several words.
    Words(Vec<String>),
}

impl OptionValues {
    /// Is this one of the values, as a file writes it?
    pub fn admit(&self, value: &str) -> bool {
        match self {
            Self::Switch => matches!(value, "on" | "off"),
            Self::Range(least, most) => {
                value.parse::<u32>().is_ok_and(|v| (*least..=*most).contains(&v) && v.to_string() == value)
            }
            Self::Words(words) => words.iter().any(|word| word == value),
        }
    }
}

// ---- sets ----------------------------------------------------------------------------------------------------

/// Cells that do not depend on the position, for each player in view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    /// One set for each player; all the same when the words were absolute.
    pub by_view: Vec<BoardSet>,
}

impl Cells {
    /// The cells as a player sees them.
    pub fn seen_by(&self, player: Player) -> &BoardSet {
        &self.by_view[player.index()]
    }
}

/// A set of kinds (at most 256).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct KindSet([u64; 4]);

impl KindSet {
    /// Most kinds that a game may have.
    pub const LIMIT: usize = 256;

    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Is the kind in the set?
    pub fn has(&self, kind: Kind) -> bool {
        self.0[kind.index() >> 6] >> (kind.index() & 63) & 1 != 0
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: Kind) {
        self.0[kind.index() >> 6] |= 1 << (kind.index() & 63);
    }

    /// Takes a kind out.
    pub fn remove(&mut self, kind: Kind) {
        self.0[kind.index() >> 6] &= !(1 << (kind.index() & 63));
    }

    /// True when it holds no kind.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The kinds in order.
    pub fn iter(&self) -> impl Iterator<Item = Kind> + '_ {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(Kind::from_index(word << 6 | bit))
            })
        })
    }
}

impl FromIterator<Kind> for KindSet {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        let mut set = Self::new();
        for kind in kinds {
            set.insert(kind);
        }
        set
    }
}

/// A set of pieces and cells: elements are cells of the board (a piece stands for the cell that holds it).
#[derive(Debug, Clone)]
pub struct Set {
    /// How many must there be, where the set is asked.
    pub quantity: Quantity,
    /// What is in it.
    pub items: Items,
    /// Places that limit it; all bind.
    pub places: Vec<Place>,
    /// Where it is written.
    pub span: Span,
}

/// A list with exceptions: in some term and in no exception.
#[derive(Debug, Clone, Default)]
pub struct Items {
    /// The elements.
    pub terms: Vec<Term>,
    /// What is taken away.
    pub except: Vec<Term>,
}

/// A number word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// At least one; what is meant when nothing is said.
    Some,
    /// None.
    No,
    /// All that the items and places name (true of none).
    Every,
    /// A number in a range; `None` = no upper limit.
    Range(u32, Option<u32>),
}

/// One element of a list.
#[derive(Debug, Clone)]
pub struct Term {
    /// What.
    pub noun: Noun,
    /// Whose. For pieces: the owner as seen from the player in view. For cells: `Any` (cells have no owner), except
    /// `Noun::Family` and `Noun::Hand`, where it picks members and hands.
    pub whose: Whose,
    /// States, all bind.
    pub states: States,
    /// Where it is written.
    pub span: Span,
}

/// What an element is.
#[derive(Debug, Clone)]
pub enum Noun {
    /// Pieces of these kinds on the board.
    Pieces(KindSet),
    /// Cells that do not depend on the position (`cell` alone = the whole board).
    Cells(Cells),
    /// The members of a family whose owner fits the whose-word.
    Family(Family),
    /// What is beyond the board or in a hole; matches no cell of the board, only a bordering place off it.
    Outside,
    /// The piece that the sentence is about.
    It,
    /// The piece that just moved or was dropped.
    MovedPiece,
    /// The piece that took `it`.
    Captor,
    /// What an action chose.
    Chosen,
    /// The file of `it`.
    ItsFile,
    /// The rank of `it`.
    ItsRank,
    /// The cell of `it`.
    ItsCell,
    /// The cell where `it` began its move.
    ItsStart,
    /// The cell where `it` ended its move.
    ItsEnd,
    /// The member of a family that holds `it`.
    ItsFamily(Family),
    /// All pieces of the owner of `it` connected with it along straight lines, itself included.
    ItsGroup,
    /// Where the piece of the last ply ended; nothing after a pass or at the start.
    LastEnd,
    /// The cells that share a side with an element of the term.
    Beside(Box<Term>),
    /// The cells that carry a mark.
    Marked(Mark),
    /// The pieces in the hands that the whose-word names; only in counts and effects.
    Hand,
}

/// Whose-words, from the player in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whose {
    /// The player in view.
    Own,
    /// Another player of the same team.
    Ally,
    /// A player of another team.
    Enemy,
    /// A player of the same team, the player in view included.
    Team,
    /// Not the player in view (nobody's pieces included).
    Other,
    /// Anybody or nobody.
    Any,
    /// Nobody.
    Neutral,
    /// This player.
    Player(Player),
}

/// State words; each that is set binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct States {
    /// The piece is no promoted side.
    pub plain: bool,
    /// The piece is a promoted side.
    pub promoted: bool,
    /// The piece has neither moved nor been dropped since the setup.
    pub unmoved: bool,
    /// The piece is frozen.
    pub frozen: bool,
    /// The cell is empty.
    pub empty: bool,
    /// The cell is hostile to the piece in question (terrain).
    pub hostile: bool,
    /// The piece's owner is out.
    pub out: bool,
}

/// A place that limits a set.
#[derive(Debug, Clone)]
pub enum Place {
    /// `on|in`, `not on|in`.
    On {
        /// Negated.
        not: bool,
        /// Where.
        items: Items,
    },
    /// Sharing a side with one of the items, or not.
    Beside {
        /// Negated.
        not: bool,
        /// With what.
        items: Items,
    },
    /// One of the neighbours of one of the items in these directions (read from the owner of the item where there is one).
    NextTo {
        /// Of what.
        items: Items,
        /// Directions from the item; all eight when nothing is said.
        along: Vec<Direction>,
    },
    /// Right behind one of the items, as its owner faces.
    Behind(Items),
    /// From the hand of (drops only).
    FromHand(Whose),
}

// ---- conditions ----------------------------------------------------------------------------------------------

/// A condition. Option conditions are folded into `Const`.
#[derive(Debug, Clone)]
pub enum Condition {
    /// Always or never.
    Const(bool),
    /// All hold.
    And(Vec<Condition>),
    /// One holds.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// The counter (a `CounterDef::Held`) has reached a number of plies.
    HeldFor(Counter, u32),
    /// The player to move has no move, drop or action.
    NoLegalMove,
    /// No living player would have one.
    NoPlayerCanMove,
    /// The position has occurred so often, now included.
    Occurred(u32),
    /// The counter (a `CounterDef::Quiet`) has reached a number of plies.
    Quiet(Counter, u32),
    /// So many passes in a row were made.
    Passes(u32),
    /// This turn took nothing.
    NothingTaken,
    /// This turn flipped nothing.
    NothingFlipped,
    /// A run of at least `length` elements in one of the directions.
    Row {
        /// How long.
        length: u32,
        /// Of what.
        items: Items,
        /// Along which lines.
        along: Vec<Direction>,
    },
    /// A player is out (`not` is written as `Not`).
    IsOut(Who),
    /// A player is this one.
    IsPlayer(Who, Player),
    /// The player gave check at the end of every own turn since the first of the counted occurrences.
    GaveCheck(Who),
    /// The number of elements fits the quantity.
    Exists(Set),
    /// The number of elements of the subject of which the claim is true fits the subject's quantity
    /// (`Every`: true of all of them).
    Claim {
        /// Of what.
        subject: Set,
        /// `is not`, `cannot`: true of an element when the claim is false of it.
        not: bool,
        /// What.
        claim: Claim,
    },
    /// A count, in halves, fits the range (in whole numbers).
    Count(CountId, Quantity),
}

/// Players in conditions and effects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The player in view.
    Player,
    /// Whose turn it is.
    Mover,
    /// The owner of `it`, before the change.
    Owner,
    /// This one.
    Named(Player),
}

/// What is said of an element.
#[derive(Debug, Clone)]
pub enum Claim {
    /// It is attacked (with `on_its_way`: on its start, or on a cell crossed).
    Attacked {
        /// Its way is meant, too.
        on_its_way: bool,
    },
    /// Attacked, and would be after everything its owner could do.
    Mated,
    /// Mated, and not so before the deed.
    NewlyMated,
    /// It was taken by this turn.
    Taken,
    /// It is a promoted side.
    Promoted,
    /// It is no promoted side.
    Plain,
    /// It is frozen.
    Frozen,
    /// It has neither moved nor been dropped.
    Unmoved,
    /// Its kind is royal.
    Royal,
    /// It is one of the items (a kind, a region).
    Is(Items),
    /// It is at the place.
    At(Place),
    /// Every bordering cell is closed by the items.
    EnclosedBy(Items),
    /// On one line with one of the items, nothing between.
    Faces {
        /// With what.
        items: Items,
        /// Along which lines; all eight when nothing is said.
        along: Vec<Direction>,
    },
    /// It ended in a member of the items in which it did not begin (each term, and each member of a family, by itself).
    Entered(Items),
    /// It began at the place.
    Started(Place),
    /// It ended at the place.
    Ended(Place),
    /// One of the two.
    StartedOrEnded(Place),
    /// It took a piece of the set (read off before the act); with `last_turn`: in the ply just played.
    Took {
        /// What.
        set: Set,
        /// In the ply just played.
        last_turn: bool,
    },
    /// It has no move of its own from there on a board that is empty but for it.
    CouldNeverMove,
    /// It has a legal move.
    CanMove,
    /// The spread from the subject touches the target.
    CanReach {
        /// The target.
        to: Items,
        /// Through what.
        through: Items,
        /// Pieces that join the spread when two opposite neighbours are in it or hostile to them.
        taking: Option<Items>,
    },
}

// ---- movement ------------------------------------------------------------------------------------------------

/// A direction, one of the eight or relative to the leg before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// As if the owner faced north; it turns with the owner.
    Relative(Compass),
    /// On the board, whoever moves.
    Absolute(Compass),
    /// As the leg before, turned right by this number of eighths (`onward-left` is -1).
    Onward(i8),
    /// Every direction that does not turn back from the leg before (scalar product at least 0).
    Ahead,
    /// Along a named line of the board, both ways, or only where it goes forward.
    Line {
        /// The line.
        line: LineId,
        /// Only forward.
        forward: bool,
    },
}

/// A leap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vector {
    /// Rightward (east when absolute).
    pub x: i32,
    /// Forward (north when absolute).
    pub y: i32,
    /// Turns with the owner's facing.
    pub relative: bool,
}

/// A movement statement.
#[derive(Debug, Clone)]
pub struct Movement {
    /// Which routes count.
    pub verb: Verb,
    /// How.
    pub what: MoveWhat,
    /// Most pieces taken on the whole path.
    pub taking_at_most: Option<u32>,
    /// A round that ends here is the last one.
    pub stopping_on: Option<Items>,
    /// A mark left on the cells crossed.
    pub leaving_mark: Option<Mark>,
    /// Asked before the move, `it` on its start.
    pub when: Condition,
    /// Where it is written.
    pub span: Span,
}

/// The verbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// All routes.
    Moves,
    /// The routes that take nothing.
    Walks,
    /// The routes that take something.
    Takes,
}

/// How a piece moves.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // there are a few of them in a game
pub enum MoveWhat {
    /// A path.
    Path(Path),
    /// Like the pieces of the set instead of its own way, when the set is not empty.
    InsteadLike(Set),
}

/// A regular language over legs. Modes written before a bracket are pushed down to its legs, `onto` after a bracket to
/// the last legs; `jump` and `betza` are expanded.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant)] // there are a few of them in a game
pub enum Path {
    /// One of them.
    Or(Vec<Path>),
    /// One after the other.
    Then(Vec<Path>),
    /// One leg.
    Leg(Leg),
    /// Again and again.
    Times {
        /// What.
        path: Box<Path>,
        /// At least.
        min: u32,
        /// At most; `None` = no limit (each round must take something).
        max: Option<u32>,
    },
    /// Again, stopping only where no further round is possible (each round must take something).
    AsLongAsItCan(Box<Path>),
}

/// One leg.
#[derive(Debug, Clone)]
pub struct Leg {
    /// How it ends.
    pub mode: Mode,
    /// How it goes.
    pub motion: Motion,
    /// What stands strictly between; `None`: all cells between are empty.
    pub over: Option<Over>,
    /// What the end cell must hold.
    pub onto: Option<Onto>,
    /// Where it is written.
    pub span: Span,
}

/// How a leg ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// On an empty cell, or taking an enemy (or nobody's piece) there.
    Plain,
    /// On an empty cell.
    Walking,
    /// Taking an enemy.
    Taking,
    /// Taking at its end and staying where it was.
    Shooting,
    /// Putting a piece of the kind on an empty cell and staying where it was.
    Placing(Kind),
}

/// The motions.
#[derive(Debug, Clone)]
pub enum Motion {
    /// One cell.
    Step(Vec<Direction>),
    /// Cells in one direction; least and most (`None` = any number).
    Slide(Vec<Direction>, u32, Option<u32>),
    /// A leap.
    Leap(Vec<Vector>),
    /// Equal leaps; least and most.
    Ride(Vec<Vector>, u32, Option<u32>),
    /// Over the first piece met at any distance, ending right behind it.
    Hop(Vec<Direction>),
    /// Every move that the kinds of the set declare.
    Like(Set),
    /// None.
    Stay,
}

/// Pieces between.
#[derive(Debug, Clone)]
pub struct Over {
    /// At least.
    pub min: u32,
    /// At most; `None` = any number.
    pub max: Option<u32>,
    /// Each must be one of these; any piece when `None`.
    pub set: Option<Set>,
    /// How many of them are taken: least and most.
    pub taking: (u32, Option<u32>),
}

/// What the end cell must hold.
#[derive(Debug, Clone)]
pub enum Onto {
    /// The mark; the piece that left it is taken.
    Mark(Mark),
    /// An element of the set.
    Set(Set),
}

/// `only in`.
#[derive(Debug, Clone)]
pub struct OnlyIn {
    /// Where.
    pub cells: Items,
    /// When it binds.
    pub when: Condition,
}

/// `freezes`.
#[derive(Debug, Clone)]
pub struct Freezes {
    /// Whom.
    pub set: Set,
    /// When.
    pub when: Condition,
}

// ---- terrain and captures ------------------------------------------------------------------------------------

/// Terrain.
#[derive(Debug, Clone)]
pub struct Terrain {
    /// Its cells.
    pub cells: Cells,
    /// It is (also) what lies beyond the board: `terrain outside`.
    pub outside: bool,
    /// What holds there.
    pub statements: Vec<TerrainStatement>,
    /// The declaration.
    pub span: Span,
}

/// A statement of terrain.
#[derive(Debug, Clone)]
pub struct TerrainStatement {
    /// What.
    pub kind: TerrainKind,
    /// When; seen by the mover.
    pub when: Condition,
    /// Where it is written.
    pub span: Span,
}

/// What a terrain statement says.
#[derive(Debug, Clone)]
pub enum TerrainKind {
    /// `only F`, `no F`; enters or stops.
    Access {
        /// Bars all others (`only`), or bars these (`no`).
        only: bool,
        /// Who.
        who: Items,
        /// Stops (a move ends there), else enters (from a cell outside this terrain).
        stops: bool,
    },
    /// Hostile to these pieces.
    Hostile {
        /// To whom.
        to: Items,
        /// Also while a piece stands there.
        even_when_occupied: bool,
    },
}

/// A capture by position.
#[derive(Debug, Clone)]
pub struct Capture {
    /// The name.
    pub name: String,
    /// What the piece that moved or was dropped must be in; `None` = any piece. Several must all hold.
    pub by: Vec<Set>,
    /// What it takes.
    pub takes: Vec<Takes>,
    /// The declaration.
    pub span: Span,
}

/// A statement of a capture.
#[derive(Debug, Clone)]
pub struct Takes {
    /// Changes the owner instead of removing.
    pub flips: bool,
    /// What is taken together.
    pub shape: Shape,
    /// Who is taken.
    pub set: Set,
    /// By what closure.
    pub closure: Closure,
    /// Along which directions; straight ones when nothing is said.
    pub along: Vec<Direction>,
    /// Who is left standing in the row.
    pub sparing: Option<Items>,
    /// When; on the board before any capture by position of this move.
    pub when: Condition,
    /// Where it is written.
    pub span: Span,
}

/// What is taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One piece.
    One,
    /// A straight row of so many.
    Line(u32, Option<u32>),
    /// All that are connected.
    Group,
    /// Both neighbours on opposite sides of the moved piece.
    Pair,
}

/// How a capture closes in.
#[derive(Debug, Clone)]
pub enum Closure {
    /// Between the moved piece and one of these. The quantity says nothing; the places limit the items
    /// (`between moved piece and King on throne`).
    Between(Set),
    /// All bordering cells are closed by these, the moved piece on one of them.
    EnclosedBy(Set),
    /// On opposite sides of the moved piece.
    Around,
}

// ---- rules, events, actions, ends ----------------------------------------------------------------------------

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The label, or the head of the sentence.
    pub label: String,
    /// may, must, may not.
    pub modal: Modal,
    /// What it is about.
    pub deed: Deed,
    /// Only for this player.
    pub player: Option<Player>,
    /// Asked before the deed, its facts known.
    pub when: Condition,
    /// Asked after the whole turn; `may not` only.
    pub leaving: Option<Condition>,
    /// The declaration.
    pub span: Span,
}

/// The modals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modal {
    /// `may`
    May,
    /// `must`
    Must,
    /// `may not`
    MayNot,
}

/// What a rule is about.
#[derive(Debug, Clone)]
pub enum Deed {
    /// Anything but a claim.
    Act,
    /// Passing.
    Pass,
    /// Dropping a piece of the set; a place in it is the end cell.
    Drop {
        /// Which pieces, where.
        set: Set,
        /// The piece lies either side up, as its player likes (else its plain side up).
        either_side_up: bool,
    },
    /// Moving a piece of the set (a place in it is the cell before), taking one of the others if that is said.
    Move {
        /// Which pieces.
        set: Set,
        /// Taking what.
        taking: Option<Set>,
    },
    /// Taking a piece of the set with a piece of the other set.
    Take {
        /// What is taken; anything when `None`.
        set: Option<Set>,
        /// With what.
        with: Option<Set>,
    },
    /// Taking as many pieces as can be taken.
    TakeTheMost,
}

/// An event.
#[derive(Debug, Clone)]
pub struct Event {
    /// The label, or the head of the sentence.
    pub label: String,
    /// What it waits for.
    pub trigger: Trigger,
    /// When.
    pub when: Condition,
    /// What happens.
    pub steps: Vec<Step>,
    /// The declaration.
    pub span: Span,
}

/// What an event waits for.
#[derive(Debug, Clone)]
pub enum Trigger {
    /// The start of a turn.
    TurnStart,
    /// The end of a turn.
    TurnEnd,
    /// A player went out.
    PlayerOut,
    /// A piece moved along a path.
    Moves(Set),
    /// A piece was taken.
    Taken(Set),
    /// A piece was dropped.
    Dropped(Set),
    /// A piece of the first set took one of the second.
    Takes(Set, Items),
}

/// A step of an event.
#[derive(Debug, Clone)]
pub enum Step {
    /// For each living and outed player in seat order, who is then in view.
    ForEachPlayer {
        /// Only players without such a piece on the board.
        without: Option<Items>,
        /// Only when.
        when: Condition,
        /// What.
        steps: Vec<Step>,
    },
    /// An effect.
    Effect {
        /// The mover may leave it.
        optional: bool,
        /// What.
        effect: Effect,
        /// When; with an effect on a set, asked for each piece of it as `it`.
        when: Condition,
    },
}

/// What happens.
#[derive(Debug, Clone)]
pub enum Effect {
    /// To the other side, or to one of the kinds (a list is the mover's choice).
    Promote {
        /// What.
        set: Set,
        /// To what; empty = the other side.
        to: Vec<Kind>,
    },
    /// To the plain side.
    TurnBack(Set),
    /// To the other side.
    TurnOver(Set),
    /// Off the board, out of the game.
    Remove(Set),
    /// A new piece of the kind on each cell of the set that is empty; owned as the whose-word says.
    Place {
        /// Which kind.
        kind: Kind,
        /// Whose it becomes.
        whose: Whose,
        /// Where.
        set: Set,
    },
    /// Changes the owner.
    Give {
        /// What (pieces, or a hand).
        set: Set,
        /// To whom.
        to: Receiver,
    },
    /// Into a hand.
    Put {
        /// What.
        set: Set,
        /// Whose hand.
        whose: Whose,
        /// Plain side up.
        turned_back: bool,
    },
    /// To another cell.
    Move {
        /// What.
        set: Set,
        /// Where.
        target: MoveTarget,
    },
    /// A player goes out, wins or loses.
    Player {
        /// Who.
        who: Who,
        /// What becomes of the player.
        verb: EndVerb,
    },
    /// The game is drawn.
    Draw,
    /// The turn goes on with the same piece.
    Again {
        /// Must, else may.
        must: bool,
        /// Only taking.
        take: bool,
    },
}

/// Where an effect moves a piece.
#[derive(Debug, Clone)]
pub enum MoveTarget {
    /// The cell that the piece moved before crossed last.
    CellCrossed,
    /// The first cell of the items.
    To(Items),
    /// So many cells toward the first cell of the items.
    Toward(u32, Items),
}

/// Who receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Receiver {
    /// The ally of the player in view.
    Ally,
    /// Whose turn it is.
    Mover,
    /// The owner of `it` before the change.
    Owner,
    /// The player in view.
    Player,
    /// Nobody.
    Nobody,
    /// This player.
    Named(Player),
}

/// An action.
#[derive(Debug, Clone)]
pub struct Action {
    /// The name, as listed with the moves.
    pub name: String,
    /// Only for this player.
    pub player: Option<Player>,
    /// What is chosen.
    pub choose: Option<Choose>,
    /// What must hold, each.
    pub needs: Vec<Condition>,
    /// What happens, in order.
    pub effects: Vec<(Effect, Condition)>,
    /// Its effects can end the game: it is listed apart and counted nowhere.
    pub claim: bool,
    /// The declaration.
    pub span: Span,
}

/// What an action chooses.
#[derive(Debug, Clone)]
pub struct Choose {
    /// From what.
    pub set: Set,
    /// Aligned with what, along which lines, with nothing between.
    pub aligned: Option<(Items, Vec<Direction>, bool)>,
}

/// An end.
#[derive(Debug, Clone)]
pub struct End {
    /// The label, or the head of the sentence: the reason that is given.
    pub label: String,
    /// Who, and what becomes of them.
    pub what: EndWhat,
    /// When. For `a player`/`a team` the player looked at is in view (for a team: each of its players, and the condition
    /// must hold for one of them; sets of `team` are the same for all of them).
    pub when: Condition,
    /// The declaration.
    pub span: Span,
}

/// Who an end is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndWhat {
    /// `draw`
    Draw,
    /// `last team wins`
    LastTeamWins,
    /// `player to move …`
    PlayerToMove(EndVerb),
    /// `player who moved …`
    PlayerWhoMoved(EndVerb),
    /// `a player …`: each is looked at.
    EachPlayer(EndVerb),
    /// `a team …`: each is looked at.
    EachTeam(EndVerb),
    /// A player by name.
    Named(Player, EndVerb),
}

/// What becomes of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndVerb {
    /// Wins, with the whole team.
    Wins,
    /// Loses.
    Loses,
    /// Goes out.
    IsOut,
}
