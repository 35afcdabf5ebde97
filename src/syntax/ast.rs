//! A game file as written: names and spans, no judgement. `docs/language.md` says what each construct means.

#![allow(clippy::large_enum_variant)] // a tree is built once and read once
#![allow(missing_docs)] // fields of variants are the words of the grammar; the variants are documented

use crate::diag::Span;

/// A name as written (backquotes taken off).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A string or picture, without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The content.
    pub text: String,
    /// Where, quotes included.
    pub span: Span,
    /// Written as a picture (`"""`).
    pub picture: bool,
}

/// One whole file.
#[derive(Debug, Clone, PartialEq)]
pub struct GameFile {
    /// `game "…" extends "…"`, if it was found.
    pub game: Option<Game>,
    /// Everything else, in order. Items that could not be read are `ItemBody::Unreadable`.
    pub items: Vec<Item>,
    /// The whole file.
    pub span: Span,
}

/// The first line of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// The title.
    pub title: Text,
    /// The parent file.
    pub extends: Option<Text>,
    /// The version of the language the file asks for (`language 1`).
    pub language: Option<Number>,
    /// The line.
    pub span: Span,
}

/// A whole number as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Its value; numbers too large to hold are clamped to `u32::MAX`.
    pub value: u32,
    /// Where.
    pub span: Span,
}

/// An item and how it stands to the parent file.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// `label:` in front.
    pub label: Option<Name>,
    /// New, `replace` or `add to`.
    pub how: How,
    /// What it says.
    pub body: ItemBody,
    /// The words before the first `on in when leaving {`, blanks folded to one: the handle of an unlabelled item.
    pub head: String,
    /// The whole item, label included.
    pub span: Span,
    /// The first line's keyword words (for messages that point at the item).
    pub keyword: Span,
}

/// How an item stands to the parent file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A plain item.
    New,
    /// `replace …` (span of the word).
    Replace(Span),
    /// `add to …` (span of the words).
    AddTo(Span),
}

/// What an item says.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemBody {
    /// `remove HANDLE, …`
    Remove(Vec<Handle>),
    /// `set OPTION = VALUE`
    Set(Name, Value),
    /// A declaration, rule, event, action or end.
    Declaration(Declaration),
    /// Could not be read (already reported); what it declares, if that much was seen, so that its name is known.
    Unreadable(Option<Declares>),
}

/// What an unreadable item declares, as far as it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declares {
    /// The item keyword (`piece`, `region` …).
    pub keyword: &'static str,
    /// The name after it.
    pub name: Name,
}

/// What `remove` names: `terrain throne`, `option may-stop`, `escape`, `may drop Pawn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handle {
    /// The words, blanks folded to one (English keywords, names as written).
    pub text: String,
    /// The item keyword if the handle begins with one (`terrain`, `piece`, …).
    pub keyword: Option<&'static str>,
    /// The name after the keyword, or the label.
    pub name: Option<Name>,
    /// Where.
    pub span: Span,
}

/// An option value: `on`, `off`, a number or a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// As written (`on`, `off`, `12`, `leap`), in English for keywords.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// Every kind of item.
#[derive(Debug, Clone, PartialEq)]
pub enum Declaration {
    /// `board 9 x 9, files 9..1 from left`
    Board(Board),
    /// `line N = d1 e2 f3, …`
    Line { name: Name, chains: Vec<Vec<Name>> },
    /// `region N = cells`
    Region { name: Name, items: Items },
    /// `regions N { South = f1..j5; any camp }`
    Regions { name: Name, members: Vec<RegionMember> },
    /// `player N "label" faces north`
    Player { name: Name, label: Option<Text>, faces: Option<Direction> },
    /// `turns B, A`
    Turns(Vec<Name>),
    /// `teams A + C, B + D when …`
    Teams { teams: Vec<Vec<Name>>, when: Option<Condition> },
    /// `kind N = A, B (when …)`; `both sides of` counts for the whole list.
    Kind { name: Name, both_sides: bool, elements: Vec<KindElement> },
    /// `piece N CODE "label" for … royal promotes to M { … }`
    Piece(Piece),
    /// `every S { traits }`
    Every { set: Set, traits: Vec<Trait> },
    /// `mark N lasts 2 plies`
    Mark { name: Name, lasts: Lasts },
    /// `option N = DEFAULT (VALUES) "help" { patch } otherwise { patch }`
    Option(OptionItem),
    /// `terrain CELLS { … }`
    Terrain { items: Items, statements: Vec<TerrainStatement> },
    /// `capture N { … }`
    Capture { name: Name, statements: Vec<CaptureStatement> },
    /// `hand P = any number of Stone, 3 Pawn`; `player` is `None` for `each player`.
    Hand { player: Option<Name>, stock: Vec<Stock> },
    /// `drops from own hand, ally hand (when …)`
    DropsFrom(Vec<HandSource>),
    /// `taken pieces leave at the end of the move`
    TakenLeave { when: Option<Condition> },
    /// `count N = 5 for each own Big in … + 1 for each …`
    Count { name: Name, addends: Vec<Addend> },
    /// `fact N = condition`
    Fact { name: Name, condition: Condition },
    /// `notation usi`
    Notation(Vec<Name>),
    /// `setup …`
    Setup { setup: Setup, when: Option<Condition> },
    /// `at turn start { … }`, `after S is taken { … }`
    Event { trigger: Trigger, when: Option<Condition>, steps: Vec<Step> },
    /// `action N for P { … }`
    Action { name: Name, player: Option<Name>, statements: Vec<ActionStatement> },
    /// `may not drop Pawn when …`
    Rule(Rule),
    /// `White wins when …`
    End(End),
    /// A sentence that is reserved for version 2 (`turn 2 actions`, `preset`, `source "…"`, `note "…"`): its words.
    Reserved(String),
}

/// The board.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    /// Its shape.
    pub shape: Shape,
    /// Holes.
    pub without: Option<Items>,
    /// `files 9..1 from left`, `ranks a..i from top`
    pub axes: Vec<Axis>,
}

/// The shape of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `9 x 9`: files, ranks.
    Squares(Number, Number),
    /// `11 x 11 of hexagons` (version 2).
    Hexagons(Number, Number),
    /// `hexagon 6` (version 2).
    Hexagon(Number),
    /// `of lines` (version 2).
    Lines,
}

/// The labels of one axis of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// `ranks` (else `files`).
    pub ranks: bool,
    /// First label (`9`, `a`).
    pub first: Name,
    /// Last label.
    pub last: Name,
    /// Where the first one stands.
    pub from: Side,
    /// Where.
    pub span: Span,
}

/// A side of the board as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// `from left`
    Left,
    /// `from right`
    Right,
    /// `from top`
    Top,
    /// `from bottom`
    Bottom,
}

/// A member of a family of regions.
#[derive(Debug, Clone, PartialEq)]
pub struct RegionMember {
    /// The name, usually a player's.
    pub name: Option<Name>,
    /// Its cells.
    pub items: Items,
}

/// An element of a `kind` list, with its guard.
#[derive(Debug, Clone, PartialEq)]
pub struct KindElement {
    /// A kind or a named set of kinds.
    pub name: Name,
    /// `(when …)`
    pub guard: Option<Condition>,
}

/// `piece …`
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// The kind.
    pub name: Name,
    /// The code (`S`, `+R`).
    pub code: Option<Name>,
    /// Labels to show.
    pub labels: Vec<Text>,
    /// `for Black b, White w`: who can own it, and with which symbol.
    pub seats: Vec<Seat>,
    /// `royal`
    pub royal: bool,
    /// `neutral`
    pub neutral: bool,
    /// `promotes to M`
    pub promotes_to: Option<Name>,
    /// What it does.
    pub traits: Vec<Trait>,
}

/// `Black b`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The player.
    pub player: Name,
    /// The sign of the player's piece of this kind.
    pub symbol: Option<Name>,
}

/// How long a mark lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasts {
    /// Until its player's next turn starts.
    UntilNextTurn,
    /// `lasts 2 plies`
    Plies(Number),
    /// `lasts for ever`
    Ever,
}

/// `option …`
#[derive(Debug, Clone, PartialEq)]
pub struct OptionItem {
    /// The name.
    pub name: Name,
    /// The default.
    pub default: Value,
    /// `(0..200)` or `(owner, leap)`; none = on/off.
    pub values: Option<Values>,
    /// The sentence of help (compulsory; the checker says so).
    pub help: Option<Text>,
    /// `{ … }`: items in force when it is on.
    pub patch: Option<Vec<Item>>,
    /// `otherwise { … }`
    pub otherwise: Option<Vec<Item>>,
}

/// The values that an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// `(0..200)`
    Range(Number, Number),
    /// `(owner, leap)`
    Words(Vec<Value>),
}

/// A statement of `terrain`.
#[derive(Debug, Clone, PartialEq)]
pub struct TerrainStatement {
    /// What it says.
    pub kind: TerrainKind,
    /// `when …`
    pub when: Option<Condition>,
    /// Where.
    pub span: Span,
}

/// What a terrain statement says.
#[derive(Debug, Clone, PartialEq)]
pub enum TerrainKind {
    /// `only F enters|stops` (`only`), `no F enters|stops`
    Access { only: bool, items: Items, stops: bool },
    /// `hostile to F (even when occupied)`
    Hostile { items: Items, even_when_occupied: bool },
}

/// A statement of `capture`.
#[derive(Debug, Clone, PartialEq)]
pub enum CaptureStatement {
    /// `by S`
    By(Set),
    /// `takes …`, `flips …`
    Takes(Takes),
    /// Could not be read (already reported).
    Unreadable(Span),
}

/// `takes|flips [shape] F closure [along D] [sparing G] [when C]`
#[derive(Debug, Clone, PartialEq)]
pub struct Takes {
    /// `flips` (changes the owner) instead of `takes`.
    pub flips: bool,
    /// What stands together.
    pub shape: CaptureShape,
    /// Who is taken.
    pub set: Set,
    /// By what closure.
    pub closure: Closure,
    /// `along D`
    pub along: Option<Vec<Direction>>,
    /// `sparing G`
    pub sparing: Option<Items>,
    /// `when C`
    pub when: Option<Condition>,
    /// Where.
    pub span: Span,
}

/// What is taken together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureShape {
    /// One piece.
    One,
    /// `line of 2..`
    Line(Range),
    /// `group of`
    Group,
    /// `pair of`
    Pair,
}

/// How a capture by position closes in.
#[derive(Debug, Clone, PartialEq)]
pub enum Closure {
    /// `between moved piece and L`
    Between(Set),
    /// `enclosed by L`
    EnclosedBy(Set),
    /// `around moved piece`
    Around,
}

/// `3 Pawn`, `any number of Stone`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stock {
    /// How many; `None` = any number.
    pub number: Option<Number>,
    /// The kind.
    pub kind: Name,
}

/// A hand that drops come from.
#[derive(Debug, Clone, PartialEq)]
pub struct HandSource {
    /// Whose hand.
    pub whose: Whose,
    /// `(when …)`
    pub guard: Option<Condition>,
    /// Where.
    pub span: Span,
}

/// An addend of a count.
#[derive(Debug, Clone, PartialEq)]
pub struct Addend {
    /// The number, in halves (6.5 is 13).
    pub halves: u32,
    /// What it is counted for.
    pub what: AddendFor,
    /// Where.
    pub span: Span,
}

/// What an addend is counted for.
#[derive(Debug, Clone, PartialEq)]
pub enum AddendFor {
    /// `for each SET`
    Each(Set),
    /// `for PLAYER`
    Player(Name),
}

/// The three forms of `setup`.
#[derive(Debug, Clone, PartialEq)]
pub enum Setup {
    /// `setup without pieces on CELLS`
    Without(Items),
    /// `setup (each player | PLAYER) (in CELLS) "…"`
    Picture { who: SetupFor, within: Option<Items>, picture: Text },
    /// `setup PLAYER { King e1; Pawn a2..h2 }`
    List { player: Option<Name>, entries: Vec<SetupEntry> },
}

/// Whose pieces a setup picture shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupFor {
    /// Everybody's, as the board stands.
    All,
    /// `each player`: a picture seen from each seat.
    EachPlayer,
    /// One player's, seen from that seat.
    Player(Name),
}

/// `White King e1`
#[derive(Debug, Clone, PartialEq)]
pub struct SetupEntry {
    /// The owner, if it is named here.
    pub owner: Option<Name>,
    /// The kind.
    pub kind: Name,
    /// The cells.
    pub items: Items,
}

/// What an event waits for.
#[derive(Debug, Clone, PartialEq)]
pub enum Trigger {
    /// `at turn start`
    TurnStart,
    /// `at turn end`
    TurnEnd,
    /// `after player is out`
    PlayerOut,
    /// `after S moves`
    Moves(Set),
    /// `after S is taken`
    Taken(Set),
    /// `after S is dropped`
    Dropped(Set),
    /// `after S takes T`
    Takes(Set, Items),
}

/// A step of an event.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// `for each player (without K) (when C) { … }`
    ForEachPlayer { without: Option<Items>, when: Option<Condition>, steps: Vec<Step>, span: Span },
    /// `(may) EFFECT (when C)`
    Effect { optional: bool, effect: Effect, when: Option<Condition>, span: Span },
    /// `choose S` in an event (version 2)
    Choose { set: Set, span: Span },
    /// Could not be read (already reported).
    Unreadable(Span),
}

/// What an event or action does.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// `promote S` / `promote S to A, B`
    Promote { set: Set, to: Vec<Name> },
    /// `turn back S`
    TurnBack(Set),
    /// `turn over S`
    TurnOver(Set),
    /// `remove S`
    Remove(Set),
    /// `place K on C`: the set holds both.
    Place(Set),
    /// `give S to ally`
    Give { set: Set, to: Receiver },
    /// `put S into own hand, turned back`
    Put { set: Set, whose: Whose, facing: Option<Facing> },
    /// `move S to the cell crossed | to CELLS | 2 cells toward CELLS`
    Move { set: Set, target: MoveTarget },
    /// `player is out|wins|loses`
    Player { who: Who, verb: EndVerb },
    /// `draw`
    Draw,
    /// `must|may take|move again`
    Again { must: bool, take: bool },
}

/// Where an effect moves a piece.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveTarget {
    /// `to the cell crossed`
    CellCrossed,
    /// `to CELLS`
    To(Items),
    /// `2 cells toward CELLS`
    Toward(Number, Items),
}

/// Who receives a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Receiver {
    /// `ally`
    Ally,
    /// `mover`
    Mover,
    /// `owner`
    Owner,
    /// `player`
    Player,
    /// `nobody`
    Nobody,
    /// A player's name.
    Name(Name),
}

/// How a piece lies in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facing {
    /// `turned back`
    TurnedBack,
    /// `either side up`
    EitherSideUp,
}

/// A statement of an action.
#[derive(Debug, Clone, PartialEq)]
pub enum ActionStatement {
    /// `choose S (aligned with T along D (with nothing between))`
    Choose { set: Set, aligned: Option<Aligned>, span: Span },
    /// `needs C`
    Needs(Condition),
    /// `EFFECT (when C)`
    Effect { effect: Effect, when: Option<Condition>, span: Span },
    /// Could not be read (already reported).
    Unreadable(Span),
}

/// `aligned with T along D with nothing between`
#[derive(Debug, Clone, PartialEq)]
pub struct Aligned {
    /// With what.
    pub with: Items,
    /// Along which lines.
    pub along: Vec<Direction>,
    /// `with nothing between`
    pub nothing_between: bool,
}

/// `may|must|may not DEED for P when C leaving C`
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// may, must, may not.
    pub modal: Modal,
    /// What it is about.
    pub deed: Deed,
    /// `for P`
    pub player: Option<Name>,
    /// `when C`
    pub when: Option<Condition>,
    /// `leaving C`
    pub leaving: Option<Condition>,
}

/// The three modals.
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
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// `act`
    Act,
    /// `pass`
    Pass,
    /// `drop S (, turned back | , either side up)`
    Drop { set: Set, facing: Option<Facing> },
    /// `move S (taking T)`
    Move { set: Set, taking: Option<Set> },
    /// `take (S (with T))`
    Take { set: Option<Set>, with: Option<Set> },
    /// `take the most pieces`
    TakeTheMost,
}

/// An end.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// `last team wins`
    LastTeamWins,
    /// `highest COUNT wins when C` (version 2)
    Highest { count: Name, when: Condition },
    /// `WHO wins|loses|is out when C`
    Player { who: EndWho, verb: EndVerb, when: Condition },
    /// `draw when C`
    Draw { when: Condition },
}

/// Whose end it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndWho {
    /// `player to move`
    PlayerToMove,
    /// `player who moved`
    PlayerWhoMoved,
    /// `a player`
    APlayer,
    /// `a team`
    ATeam,
    /// A player's name.
    Name(Name),
}

/// What becomes of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndVerb {
    /// `wins`
    Wins,
    /// `loses`
    Loses,
    /// `is out`
    IsOut,
}

// ---- directions and paths ------------------------------------------------------------------------------------

/// A direction word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Direction {
    /// Which.
    pub kind: DirectionKind,
    /// Where.
    pub span: Span,
}

/// The direction words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // each is the word of its name
pub enum DirectionKind {
    Forward,
    Backward,
    Left,
    Right,
    ForwardLeft,
    ForwardRight,
    BackwardLeft,
    BackwardRight,
    Orthogonal,
    Diagonal,
    Any,
    Sideways,
    Vertical,
    North,
    South,
    East,
    West,
    Onward,
    OnwardLeft,
    OnwardRight,
    Ahead,
    /// `line N (forward)`
    Line {
        name: Name,
        forward: bool,
    },
}

/// A trait of a piece.
#[derive(Debug, Clone, PartialEq)]
pub enum Trait {
    /// `moves|walks|takes PATH, … when C`
    Moves(Moves),
    /// `only in CELLS when C`
    OnlyIn { items: Items, when: Option<Condition>, span: Span },
    /// `freezes S when C`
    Freezes { set: Set, when: Option<Condition>, span: Span },
    /// `may stop after any leg when C`
    MayStop { when: Option<Condition>, span: Span },
    /// Could not be read (already reported).
    Unreadable(Span),
}

/// A movement statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Moves {
    /// moves, walks, takes.
    pub verb: Verb,
    /// How.
    pub what: MoveWhat,
    /// `taking at most N`
    pub taking_at_most: Option<Number>,
    /// `stopping on CELLS`
    pub stopping_on: Option<Items>,
    /// `leaving mark N`
    pub leaving_mark: Option<Name>,
    /// `when C`
    pub when: Option<Condition>,
    /// Where.
    pub span: Span,
}

/// The three verbs of movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// `moves`
    Moves,
    /// `walks`
    Walks,
    /// `takes`
    Takes,
}

/// How a piece moves.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveWhat {
    /// A path.
    Path(Path),
    /// `betza "WfF"`
    Betza(Text),
    /// `instead like S`
    InsteadLike(Set),
}

/// `seq or seq …`; one alternative at least.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// The alternatives.
    pub alternatives: Vec<Vec<Leg>>,
    /// Where.
    pub span: Span,
}

/// A leg of a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// `walking`, `taking`, `shooting`, `placing K`
    pub mode: Option<Mode>,
    /// What it does.
    pub body: LegBody,
    /// `over N S taking M`
    pub over: Option<Over>,
    /// `onto S`, `onto mark N`
    pub onto: Option<Onto>,
    /// `1..2 times`, `as long as it can`
    pub times: Option<Times>,
    /// Where.
    pub span: Span,
}

/// The mode of one leg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mode {
    /// `walking`
    Walking,
    /// `taking`
    Taking,
    /// `shooting`
    Shooting,
    /// `placing K`
    Placing(Name),
}

/// A motion, or a path in brackets.
#[derive(Debug, Clone, PartialEq)]
pub enum LegBody {
    /// A path in brackets.
    Path(Path),
    /// A single motion.
    Motion(Motion),
}

/// The motions.
#[derive(Debug, Clone, PartialEq)]
pub enum Motion {
    /// `step D`
    Step(Vec<Direction>),
    /// `slide D reach`
    Slide(Vec<Direction>, Option<Range>),
    /// `leap V`
    Leap(Vec<Vector>),
    /// `ride V reach`
    Ride(Vec<Vector>, Option<Range>),
    /// `jump D`
    Jump(Vec<Direction>),
    /// `hop D`
    Hop(Vec<Direction>),
    /// `like S`
    Like(Set),
    /// `stay`
    Stay,
}

/// `2`, `1..3`, `2..`, `exactly 2`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// Least.
    pub min: u32,
    /// Most; `None` = no limit.
    pub max: Option<u32>,
    /// Where.
    pub span: Span,
}

/// `(1,2)` or `[1,2]`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vector {
    /// `[…]`: all symmetric leaps.
    pub symmetric: bool,
    /// Rightward.
    pub x: i32,
    /// Forward.
    pub y: i32,
    /// Where.
    pub span: Span,
}

/// `over N S taking M`
#[derive(Debug, Clone, PartialEq)]
pub struct Over {
    /// How many pieces strictly between.
    pub count: Range,
    /// Which ones; any if not said.
    pub set: Option<Set>,
    /// How many of them are taken; none if not said.
    pub taking: Option<Range>,
    /// Where.
    pub span: Span,
}

/// What the end cell of a leg must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Onto {
    /// `onto mark N`
    Mark(Name),
    /// `onto S`
    Set(Set),
}

/// How often a leg is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// `1..2 times`
    Range(Range),
    /// `as long as it can`
    AsLongAsItCan,
}

// ---- sets and conditions -------------------------------------------------------------------------------------

/// `[number word] items [places]`
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// `at least 10`
    pub quantity: Option<Quantity>,
    /// What.
    pub items: Items,
    /// Where, all bind.
    pub places: Vec<Place>,
    /// Where in the text.
    pub span: Span,
}

/// A number word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// `no`
    No,
    /// `every`
    Every,
    /// `some`
    Some,
    /// `at least N`
    AtLeast(u32),
    /// `at most N`
    AtMost(u32),
    /// `exactly N`
    Exactly(u32),
    /// `2..4`
    Between(u32, u32),
}

/// A list with its exceptions.
#[derive(Debug, Clone, PartialEq)]
pub struct Items {
    /// The elements.
    pub terms: Vec<Term>,
    /// `except …`
    pub except: Vec<Term>,
    /// Where.
    pub span: Span,
}

/// One element: `own plain Pawn (when …)`
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// The whose-word.
    pub whose: Option<(Whose, Span)>,
    /// The states.
    pub states: Vec<(State, Span)>,
    /// The noun; a state alone has none (`start or hostile`).
    pub noun: Option<Noun>,
    /// `(when …)`
    pub guard: Option<Condition>,
    /// Where.
    pub span: Span,
}

/// Whose-words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// `own`
    Own,
    /// `ally`
    Ally,
    /// `enemy`
    Enemy,
    /// `team`
    Team,
    /// `other`
    Other,
    /// `any`
    Any,
    /// `neutral`
    Neutral,
    /// A player's name.
    Player(Name),
}

/// State words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // each is the word of its name
pub enum State {
    Plain,
    Promoted,
    Unmoved,
    Frozen,
    Empty,
    Hostile,
    Out,
}

/// Nouns.
#[derive(Debug, Clone, PartialEq)]
pub enum Noun {
    /// `moved piece`
    MovedPiece,
    /// `piece`, `pieces`
    Piece,
    /// `royal`
    Royal,
    /// `cell`, `cells`
    Cell,
    /// `hand`
    Hand,
    /// `its group`
    ItsGroup,
    /// `its file`
    ItsFile,
    /// `its rank`
    ItsRank,
    /// `its cell`
    ItsCell,
    /// `its start`
    ItsStart,
    /// `its end`
    ItsEnd,
    /// `its FAMILY`
    Its(Name),
    /// `it`
    It,
    /// `captor`
    Captor,
    /// `chosen`
    Chosen,
    /// `a1..c3`
    CellRange(Name, Name),
    /// `a1`
    OneCell(Name),
    /// `near 2 ranks`, `near rank`
    NearRanks(u32),
    /// `near half`
    NearHalf,
    /// `far 2 ranks`, `far rank`
    FarRanks(u32),
    /// `far half`
    FarHalf,
    /// `rank 2`
    Rank(Number),
    /// `file c`
    File(Name),
    /// `edge`
    Edge,
    /// `corners`
    Corners,
    /// `centre`
    Centre,
    /// `outside`
    Outside,
    /// `board`
    Board,
    /// `last end`
    LastEnd,
    /// `start of TERM`
    StartOf(Box<Term>),
    /// `beside TERM`
    Beside(Box<Term>),
    /// `crossing of TERM` (version 2)
    CrossingOf(Box<Term>),
    /// `origin`, as in `behind origin` (version 2)
    Origin,
    /// A kind, region, mark, option, fact, count …
    Name(Name),
}

/// A place that limits a set.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// How.
    pub kind: PlaceKind,
    /// Where in the text.
    pub span: Span,
}

/// How a place limits a set.
#[derive(Debug, Clone, PartialEq)]
pub enum PlaceKind {
    /// `on|in ITEMS`, `not on|in ITEMS`
    On { not: bool, items: Items },
    /// `beside ITEMS`, `not beside ITEMS`
    Beside { not: bool, items: Items },
    /// `next to ITEMS (along D)`
    NextTo { items: Items, along: Option<Vec<Direction>> },
    /// `behind ITEMS`
    Behind(Items),
    /// `from own hand`
    FromHand(Whose),
    /// `that no SET can reach through ITEMS` (version 2)
    CanReach { quantity: Quantity, items: Items, through: Items },
}

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// What it asks.
    pub kind: ConditionKind,
    /// Where.
    pub span: Span,
}

/// What a condition asks.
#[derive(Debug, Clone, PartialEq)]
pub enum ConditionKind {
    /// `a and b`
    And(Vec<Condition>),
    /// `a or b`
    Or(Vec<Condition>),
    /// `not a`
    Not(Box<Condition>),
    /// `(a) for 32 plies`
    ForPlies(Box<Condition>, Number),
    /// `no legal move`
    NoLegalMove,
    /// `no player can move`
    NoPlayerCanMove,
    /// `position occurred 4 times`
    Occurred(Number),
    /// `100 plies without capture, move of any Pawn`
    QuietPlies { plies: Number, without: Vec<Quiet> },
    /// `2 passes in a row`
    Passes(Number),
    /// `nothing taken`
    NothingTaken,
    /// `nothing flipped`
    NothingFlipped,
    /// `row of 5 ITEMS (along D)`
    Row { length: Number, items: Items, along: Option<Vec<Direction>> },
    /// `player is out`, `player is Gote`, `player gave check every turn since`
    Player { who: Who, claim: PlayerClaim },
    /// A set: not empty, or an option, fact or count, as the names tell.
    Set(Set),
    /// A subject with a claim.
    Claim { subject: Set, claim: Claim },
    /// Could not be read (already reported).
    Unreadable,
}

/// What resets a quiet counter.
#[derive(Debug, Clone, PartialEq)]
pub enum Quiet {
    /// `capture`
    Capture,
    /// `drop`
    Drop,
    /// `move of S`
    MoveOf(Set),
}

/// Players in conditions and effects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// `player`
    Player,
    /// `mover`
    Mover,
    /// `owner`
    Owner,
    /// A player's name.
    Name(Name),
}

/// What is said of a player.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayerClaim {
    /// `is out`, `is not out`
    Out { not: bool },
    /// `is NAME`
    Is(Name),
    /// `gave check every turn since`
    GaveCheck,
    /// `chased S every turn since` (version 2)
    Chased(Items),
}

/// What is said of a set.
#[derive(Debug, Clone, PartialEq)]
pub enum Claim {
    /// `is …`, `is not …`
    Is { not: bool, what: IsWhat },
    /// `enclosed by L` (without `is`)
    EnclosedBy(Items),
    /// `faces S along D`
    Faces { items: Items, along: Option<Vec<Direction>> },
    /// `entered R`
    Entered(Items),
    /// `started on R`
    Started(Place),
    /// `ended in R`
    Ended(Place),
    /// `started or ended in R`
    StartedOrEnded(Place),
    /// `took S`, `took S last turn`
    Took { set: Set, last_turn: bool },
    /// `could never move`
    CouldNeverMove,
    /// `can move`, `cannot move`
    CanMove { not: bool },
    /// `can reach T through C taking G`
    CanReach { to: Items, through: Items, taking: Option<Items> },
    /// `connects A with B` (version 2)
    Connects(Items, Items),
}

/// What something is.
#[derive(Debug, Clone, PartialEq)]
pub enum IsWhat {
    /// `attacked`, `mated`, `promoted` …
    Quality { quality: Quality, on_its_way: bool },
    /// `enclosed by L`
    EnclosedBy(Items),
    /// `on throne`, `in camp`, `behind …`
    Place(Place),
    /// A kind, or the value of an option.
    Items(Items),
}

/// Qualities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // each is the word of its name
pub enum Quality {
    Attacked,
    Mated,
    NewlyMated,
    Taken,
    Promoted,
    Plain,
    Frozen,
    Unmoved,
    Royal,
}
