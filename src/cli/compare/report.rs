//! What `compare --json` says. Names and fields are a contract: they do not change.

use serde::Serialize;

use crate::cli::wire::OutcomeJson;
use crate::diag::Sources;
use crate::engine::{Game, Outcome};
use crate::rules::changes::Said;
use crate::tools::compare::{Board, Boards, Differs, Ways};
use crate::types::Kind;

use super::{Findings, Side};

#[derive(Serialize)]
pub struct Report {
    differ: bool,
    summary: String,
    seed: u64,
    a: GameJson,
    b: GameJson,
    boards: &'static str,
    players: PlayersJson,
    declarations: DeclarationsJson,
    pieces: PiecesJson,
    positions: PositionsJson,
}

#[derive(Serialize)]
struct GameJson {
    file: String,
    title: String,
}

/// Players that are called otherwise, and those of one game only.
#[derive(Serialize)]
struct PlayersJson {
    renamed: Vec<(String, String)>,
    only_a: Vec<String>,
    only_b: Vec<String>,
}

#[derive(Serialize)]
struct DeclarationsJson {
    count: usize,
    changed: Vec<ChangedJson>,
    only_a: Vec<ItemJson>,
    only_b: Vec<ItemJson>,
    reordered: Vec<ReorderedJson>,
}

#[derive(Serialize)]
struct ChangedJson {
    handle: String,
    a: ItemJson,
    b: ItemJson,
}

#[derive(Serialize)]
struct ItemJson {
    handle: String,
    text: String,
    file: String,
    line: usize,
    column: usize,
    start: u32,
    end: u32,
}

#[derive(Serialize)]
struct ReorderedJson {
    what: &'static str,
    a: Vec<String>,
    b: Vec<String>,
}

#[derive(Serialize)]
struct PiecesJson {
    compared: usize,
    starts: usize,
    changed: Vec<PieceJson>,
    only_a: Vec<KindJson>,
    only_b: Vec<KindJson>,
    left_out: Vec<KindJson>,
}

#[derive(Serialize)]
struct KindJson {
    code: String,
    name: String,
}

#[derive(Serialize)]
struct PieceJson {
    code: String,
    name: String,
    player: Option<String>,
    empty_walks: WaysJson,
    crowd_walks: WaysJson,
    crowd_takes: WaysJson,
}

#[derive(Serialize)]
struct WaysJson {
    a: u32,
    b: u32,
    gained: u32,
    lost: u32,
    gained_examples: Vec<(String, String)>,
    lost_examples: Vec<(String, String)>,
}

#[derive(Serialize)]
struct PositionsJson {
    compared: usize,
    differ: usize,
    unread: usize,
    why_unread: Option<String>,
    left_out: usize,
    refused: usize,
    start: Vec<String>,
    list: Vec<PositionJson>,
}

#[derive(Serialize)]
struct PositionJson {
    number: usize,
    position: String,
    to_move: String,
    a: usize,
    b: usize,
    gained: ListJson<String>,
    lost: ListJson<String>,
    otherwise: ListJson<(String, String)>,
    outcome: Option<EndingJson>,
    endings: ListJson<EndingJson>,
}

/// How many there are, and the first of them.
#[derive(Serialize)]
struct ListJson<T> {
    count: usize,
    first: Vec<T>,
}

#[derive(Serialize)]
struct EndingJson {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    a: Option<OutcomeJson>,
    b: Option<OutcomeJson>,
}

impl Report {
    pub fn new(findings: &Findings<'_>) -> Self {
        let Findings { a, b, pair, changes, pieces, asked, .. } = findings;
        let game = |side: &Side| GameJson { file: side.name.clone(), title: side.loaded.rules.title.clone() };
        let (renamed, only_a, only_b) = pair.strangers();
        let of_a = |at: usize| ItemJson::new(&a.items[at], &a.sources);
        let of_b = |at: usize| ItemJson::new(&b.items[at], &b.sources);
        let kinds = |game: &Game, list: &[Kind]| list.iter().map(|&kind| KindJson::new(game, kind)).collect();
        Self {
            differ: findings.differ(),
            summary: super::text::summary(findings),
            seed: findings.seed,
            a: game(a),
            b: game(b),
            boards: match pair.boards {
                Boards::Same => "same",
                Boards::SameSize => "same-size",
                Boards::Differ => "differ",
            },
            players: PlayersJson { renamed, only_a, only_b },
            declarations: DeclarationsJson {
                count: changes.count(),
                changed: changes
                    .changed
                    .iter()
                    .map(|&(x, y)| ChangedJson { handle: a.items[x].handle.clone(), a: of_a(x), b: of_b(y) })
                    .collect(),
                only_a: changes.removed.iter().map(|&at| of_a(at)).collect(),
                only_b: changes.added.iter().map(|&at| of_b(at)).collect(),
                reordered: changes
                    .reordered
                    .iter()
                    .map(|one| ReorderedJson {
                        what: one.what.trim_matches('`'),
                        a: one.before.clone(),
                        b: one.after.clone(),
                    })
                    .collect(),
            },
            pieces: PiecesJson {
                compared: pieces.compared,
                starts: pieces.starts,
                changed: pieces.changed.iter().map(|board| PieceJson::new(pair.a, board)).collect(),
                only_a: kinds(pair.a, &pieces.only_a),
                only_b: kinds(pair.b, &pieces.only_b),
                left_out: kinds(pair.a, &pieces.left_out),
            },
            positions: PositionsJson {
                compared: asked.compared,
                differ: asked.differ,
                unread: asked.unread,
                why_unread: asked.why.clone(),
                left_out: asked.left_out,
                refused: asked.refused,
                start: findings.start.clone(),
                list: asked.list.iter().map(|differs| PositionJson::new(pair.a, pair.b, differs)).collect(),
            },
        }
    }
}

impl ItemJson {
    fn new(said: &Said, sources: &Sources) -> Self {
        let (line, column) = sources.line_column(said.span);
        Self {
            handle: said.handle.clone(),
            text: said.lines.join("\n"),
            file: sources.get(said.span.file).name.clone(),
            line,
            column,
            start: said.span.start,
            end: said.span.end,
        }
    }
}

impl KindJson {
    fn new(game: &Game, kind: Kind) -> Self {
        Self { code: game.kind_code(kind).to_owned(), name: game.kind_name(kind).to_owned() }
    }
}

impl PieceJson {
    fn new(game: &Game, board: &Board) -> Self {
        let ways = |ways: &Ways| WaysJson {
            a: ways.a,
            b: ways.b,
            gained: ways.gained,
            lost: ways.lost,
            gained_examples: ways.gained_named.clone(),
            lost_examples: ways.lost_named.clone(),
        };
        Self {
            code: game.kind_code(board.kind).to_owned(),
            name: game.kind_name(board.kind).to_owned(),
            player: board.player.map(|player| game.player_name(player).to_owned()),
            empty_walks: ways(&board.empty_walks),
            crowd_walks: ways(&board.crowd_walks),
            crowd_takes: ways(&board.crowd_takes),
        }
    }
}

impl PositionJson {
    fn new(a: &Game, b: &Game, differs: &Differs) -> Self {
        let list = |(count, first): &(usize, Vec<String>)| ListJson { count: *count, first: first.clone() };
        let json = |game: &Game, outcome: &Option<Outcome>| outcome.as_ref().map(|one| OutcomeJson::new(game, one));
        Self {
            number: differs.number,
            position: differs.position.clone(),
            to_move: a.player_name(differs.to_move).to_owned(),
            a: differs.moves.0,
            b: differs.moves.1,
            gained: list(&differs.gained),
            lost: list(&differs.lost),
            otherwise: ListJson { count: differs.otherwise.0, first: differs.otherwise.1.clone() },
            outcome: differs.outcome.as_ref().map(|(of_a, of_b)| EndingJson {
                text: None,
                a: json(a, of_a),
                b: json(b, of_b),
            }),
            endings: ListJson {
                count: differs.endings.0,
                first: differs
                    .endings
                    .1
                    .iter()
                    .map(|one| EndingJson { text: Some(one.text.clone()), a: json(a, &one.a), b: json(b, &one.b) })
                    .collect(),
            },
        }
    }
}
