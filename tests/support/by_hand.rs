//! The tafl rulesets of the reference data, put together by hand: the oracle can be proved right without the front end,
//! and the front end against these.

use boardwright::diag::Span;
use boardwright::rules::board::{Board, Compass};
use boardwright::rules::model::{
    Capture, Cells, Claim, Closure, Condition, CounterDef, Direction, End, EndVerb, EndWhat, Items, KindDef, KindSet,
    Leg, Mode, Motion, MoveWhat, Movement, Notation, Noun, Path, Place, Placed, PlayerDef, Quantity, Quiet, Ruleset,
    Seen, Set, Shape, States, Takes, Term, Terrain, TerrainKind, TerrainStatement, Verb, Whose,
};
use boardwright::types::{BoardSet, Cell, Counter, Kind, Player, Table, Team};

pub const BLACK: Player = Player(0);
pub const WHITE: Player = Player(1);
const SOLDIER: Kind = Kind(0);
const KING: Kind = Kind(1);

/// Which of the three games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tafl {
    Corner,
    Edge,
    Fetlar,
}

/// The folk rules in force.
#[derive(Debug, Clone, Copy, Default)]
pub struct Folk {
    pub white_first: bool,
    pub throne_hostile: bool,
    pub no_return: bool,
    pub armed: bool,
}

fn span() -> Span {
    Span::default()
}

fn term(noun: Noun, whose: Whose) -> Term {
    Term { noun, whose, states: States::default(), span: span() }
}

fn kinds(list: &[Kind]) -> Noun {
    Noun::Pieces(list.iter().copied().collect::<KindSet>())
}

fn items(terms: Vec<Term>) -> Items {
    Items { terms, except: Vec::new() }
}

fn set(terms: Vec<Term>) -> Set {
    Set { quantity: Quantity::Some, items: items(terms), places: Vec::new(), span: span() }
}

fn cells(cells: BoardSet) -> Cells {
    Cells { by_view: vec![cells; 2] }
}

fn hostile_cell(board: &Board) -> Term {
    let states = States { hostile: true, ..States::default() };
    Term { states, ..term(Noun::Cells(cells(board.cells)), Whose::Any) }
}

fn statement(kind: TerrainKind) -> TerrainStatement {
    TerrainStatement { kind, when: Condition::Const(true), span: span() }
}

fn access(only: bool, kinds_barred: &[Kind], stops: bool) -> TerrainStatement {
    statement(TerrainKind::Access { only, who: items(vec![term(kinds(kinds_barred), Whose::Any)]), stops })
}

fn hostile_to(list: &[Kind]) -> TerrainStatement {
    statement(TerrainKind::Hostile { to: items(vec![term(kinds(list), Whose::Any)]), even_when_occupied: false })
}

fn rook(name: &str, signs: [Option<&str>; 2]) -> KindDef {
    let along = Compass::STRAIGHT.into_iter().map(Direction::Relative).collect();
    let leg = Leg { mode: Mode::Plain, motion: Motion::Slide(along, 1, None), over: None, onto: None, span: span() };
    KindDef {
        name: name.to_string(),
        code: name[..1].to_string(),
        labels: Vec::new(),
        signs: signs.into_iter().map(|sign| sign.map(str::to_string)).collect(),
        neutral: false,
        royal: false,
        promotes_to: None,
        plain_side: None,
        movements: vec![Movement {
            verb: Verb::Walks,
            what: MoveWhat::Path(Path::Leg(leg)),
            taking_at_most: None,
            stopping_on: None,
            leaving_mark: None,
            when: Condition::Const(true),
            span: span(),
        }],
        only_in: Vec::new(),
        freezes: Vec::new(),
        may_stop: Condition::Const(false),
        span: span(),
    }
}

/// The pieces of a picture, top row first: `b`, `w`, `k`.
pub fn pieces(board: &Board, rows: &[impl AsRef<str>]) -> Vec<Placed> {
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..i32::from(board.ranks)).rev()) {
        for (file, sign) in row.as_ref().chars().enumerate() {
            let (owner, kind) = match sign {
                'b' => (BLACK, SOLDIER),
                'w' => (WHITE, SOLDIER),
                'k' => (WHITE, KING),
                _ => continue,
            };
            pieces.push(Placed { cell: board.cell(file as i32, rank).unwrap(), owner: Some(owner), kind });
        }
    }
    pieces
}

fn takes(shape_set: Term, closure: Closure) -> Takes {
    Takes {
        flips: false,
        shape: Shape::One,
        set: set(vec![shape_set]),
        closure,
        along: Vec::new(),
        sparing: None,
        when: Condition::Const(true),
        span: span(),
    }
}

fn end(label: &str, what: EndWhat, when: Condition) -> End {
    End { label: label.to_string(), what, when, span: span() }
}

const NINE: [&str; 9] = [
    "...bbb...",
    "....b....",
    "....w....",
    "b...w...b",
    "bbwwkwwbb",
    "b...w...b",
    "....w....",
    "....b....",
    "...bbb...",
];
const ELEVEN: [&str; 11] = [
    "...bbbbb...",
    ".....b.....",
    "...........",
    "b....w....b",
    "b...www...b",
    "bb.wwkww.bb",
    "b...www...b",
    "b....w....b",
    "...........",
    ".....b.....",
    "...bbbbb...",
];

/// One of the three games with folk rules (Fetlar has none).
pub fn tafl(game: Tafl, folk: Folk) -> Ruleset {
    let size: u16 = if game == Tafl::Fetlar { 11 } else { 9 };
    let last = size - 1;
    let board = Board {
        files: size,
        ranks: size,
        cells: (0..size * size).map(Cell).collect(),
        file_labels: ('a'..='k').take(size.into()).map(String::from).collect(),
        rank_labels: (1..=size).map(|n| n.to_string()).collect(),
        lines: Vec::new(),
        span: Span::default(),
    };
    let corners: BoardSet = [0, last, last * size, last * size + last].into_iter().map(Cell).collect();
    let throne = BoardSet::of(Cell(size * size / 2));
    let edge: BoardSet = board
        .cells
        .into_iter()
        .filter(|c| c.0 % size == 0 || c.0 % size == last || c.0 < size || c.0 >= last * size)
        .collect();
    let setup = if size == 9 { pieces(&board, &NINE) } else { pieces(&board, &ELEVEN) };
    let camps: BoardSet = setup.iter().filter(|p| p.owner == Some(BLACK)).map(|p| p.cell).collect();

    let everybody = [SOLDIER, KING];
    let fighters: &[Kind] = if folk.armed || game == Tafl::Fetlar { &everybody } else { &[SOLDIER] };
    let terrain = |cells_of: BoardSet, outside: bool, statements: Vec<TerrainStatement>| Terrain {
        cells: cells(cells_of),
        outside,
        statements,
        span: span(),
    };
    let mut throne_says = vec![access(true, &[KING], game != Tafl::Edge)];
    if folk.no_return {
        throne_says.push(access(false, &everybody, true));
    }
    throne_says.push(hostile_to(if folk.throne_hostile || game == Tafl::Fetlar { &everybody } else { &[KING] }));
    let mut lands = vec![terrain(throne, false, throne_says)];
    match game {
        Tafl::Corner => {
            lands.push(terrain(corners, false, vec![access(true, &[KING], false), hostile_to(&everybody)]));
            lands.push(terrain(BoardSet::EMPTY, true, vec![hostile_to(&[KING])]));
        }
        Tafl::Edge => lands.push(terrain(camps, false, vec![access(false, &everybody, false), hostile_to(&[KING])])),
        Tafl::Fetlar => lands.push(terrain(corners, false, vec![access(true, &[KING], false), hostile_to(&[SOLDIER])])),
    }

    let by_black = set(vec![term(kinds(&[SOLDIER]), Whose::Player(BLACK))]);
    let own_or_hostile = set(vec![term(kinds(fighters), Whose::Own), hostile_cell(&board)]);
    let black_or_hostile = set(vec![term(kinds(&[SOLDIER]), Whose::Player(BLACK)), hostile_cell(&board)]);
    let captures = vec![
        Capture {
            name: "custodial".to_string(),
            by: vec![set(vec![term(kinds(fighters), Whose::Any)])],
            takes: vec![takes(term(kinds(&[SOLDIER]), Whose::Enemy), Closure::Between(own_or_hostile))],
            span: span(),
        },
        Capture {
            name: "enclosure".to_string(),
            by: vec![by_black],
            takes: vec![takes(term(kinds(&[KING]), Whose::Any), Closure::EnclosedBy(black_or_hostile))],
            span: span(),
        },
    ];

    let king = || set(vec![term(kinds(&[KING]), Whose::Any)]);
    let goal = if game == Tafl::Edge { edge } else { corners };
    let on_goal = Set {
        places: vec![Place::On { not: false, items: items(vec![term(Noun::Cells(cells(goal)), Whose::Any)]) }],
        ..king()
    };
    let mut ends = vec![
        end("escape", EndWhat::Named(WHITE, EndVerb::Wins), Condition::Exists(on_goal)),
        end(
            "caught",
            EndWhat::Named(BLACK, EndVerb::Wins),
            Condition::Claim { subject: king(), not: false, claim: Claim::Taken },
        ),
        end("blocked", EndWhat::PlayerToMove(EndVerb::Loses), Condition::NoLegalMove),
    ];
    let mut counters: Table<Counter, CounterDef> = Table::new();
    if game == Tafl::Fetlar {
        let quiet = counters.push(CounterDef::Quiet(vec![Quiet::Capture]));
        ends.push(end("quiet", EndWhat::Draw, Condition::Quiet(quiet, 100)));
    }

    let player = |name: &str, team| PlayerDef {
        name: name.to_string(),
        label: None,
        faces: None,
        team: Team(team),
        span: span(),
    };
    Ruleset {
        title: format!("{game:?}"),
        players: [player("Black", 0), player("White", 1)].into_iter().collect(),
        turns: if folk.white_first { vec![WHITE, BLACK] } else { vec![BLACK, WHITE] },
        kinds: [rook("Soldier", [Some("b"), Some("w")]), rook("King", [None, Some("k")])].into_iter().collect(),
        regions: Vec::new(),
        families: Table::new(),
        marks: Table::new(),
        hands: Vec::new(),
        drop_hands: vec![Whose::Own],
        taken_leave_at_end: false,
        counts: Table::new(),
        counters,
        notation: Notation::Plain,
        kif: false,
        setup,
        terrain: lands,
        captures,
        rules: Vec::new(),
        events: Vec::new(),
        actions: Vec::new(),
        ends,
        options: Vec::new(),
        seen: Seen::default(),
        board,
    }
}
