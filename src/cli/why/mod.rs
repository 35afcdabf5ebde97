//! `why`: names the first rule that forbids a move, and shows its line.

mod statements;

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use crate::compile::compile;
use crate::diag::render::{Look, excerpt};
use crate::diag::{Label, Sources};
use crate::engine::{Game, State};
use crate::tools::why::{Obstacle, Rules, Verdict, Way, why};
use crate::types::{Cell, Kind};

use super::common::{UnusedSeed, UnusedThreads};
use super::draw::{deed_words, head_of_block, kind_words, outcome_words, player_words};
use super::load::{GameArguments, Loaded, load};
use super::positions::PositionArgument;
use super::terminal::{Answer, Failure, Terminal, shown};
use super::wire::MoveJson;

use statements::{Owner, Statement, movement_spans, permissions, statements, without};

/// At most so many movement statements of a piece are shown.
const MOST_SHOWN: usize = 8;

/// Says why a move is not legal: the rule that forbids it, or what stands in the way
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  boardwright why my-game.game e5-e9 --position \"4k4/9/9/9/4K4/9/9/9/9 w\"\n\n\
    The answer names a rule only if the move would be legal without it.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// The move, as `moves` writes it; captures need not be written
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    r#move: String,

    #[command(flatten)]
    position: PositionArgument,

    /// The answer as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// The answer in words, with the places of the file to show.
pub struct Explanation {
    /// A short word for programs.
    pub code: &'static str,
    /// One sentence.
    pub message: String,
    /// Places of the file that say so.
    pub places: Vec<Label>,
    /// Cells that matter.
    pub cells: Vec<String>,
    /// The move itself, if it is legal.
    pub legal: Option<MoveJson>,
}

/// What `why --json` says.
#[derive(Serialize)]
struct WhyJson<'a> {
    legal: bool,
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<&'a MoveJson>,
    rules: Vec<RuleJson<'a>>,
    cells: &'a [String],
}

/// A place of the file.
#[derive(Serialize)]
struct RuleJson<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    text: &'a str,
    remark: &'a str,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let loaded = load(terminal, &arguments.game)?;
    let start = match &arguments.position.position {
        Some(_) => Some(arguments.position.state_or_refuse(&loaded.game)?.text()),
        None => None,
    };
    let way = Way { start: start.as_deref(), moves: &[] };
    let explanation = explain(&loaded, way, &arguments.r#move);
    if arguments.json {
        let rules = explanation.places.iter().map(|label| rule_json(&loaded.sources, label)).collect();
        terminal.json(&WhyJson {
            legal: explanation.legal.is_some(),
            code: explanation.code,
            message: &explanation.message,
            r#move: explanation.legal.as_ref(),
            rules,
            cells: &explanation.cells,
        })?;
    } else {
        say(terminal, &loaded, &explanation)?;
    }
    // A text that is no move is no question.
    Ok(if explanation.code == "no-move" { 2 } else { 0 })
}

/// Prints an explanation.
pub fn say(terminal: &mut Terminal, loaded: &Loaded, explanation: &Explanation) -> Result<(), Failure> {
    terminal.line(&explanation.message)?;
    if !explanation.places.is_empty() {
        let look = Look { color: terminal.color, ..Look::default() };
        terminal.line("")?;
        terminal.line(excerpt(&explanation.places, &loaded.sources, look).trim_end())?;
    }
    Ok(())
}

fn rule_json<'a>(sources: &'a Sources, label: &'a Label) -> RuleJson<'a> {
    let (line, column) = sources.line_column(label.span);
    RuleJson {
        file: &sources.get(label.span.file).name,
        line,
        column,
        text: sources.slice(label.span),
        remark: &label.text,
    }
}

/// Finds out about a move.
pub fn explain(loaded: &Loaded, way: Way<'_>, text: &str) -> Explanation {
    let statements = statements(&loaded.rules, &loaded.sources);
    let mut build = |left_out: &[usize]| {
        let rules = without(&loaded.rules, left_out.iter().filter_map(|i| statements.get(*i)));
        compile(&rules).ok().map(Game::new)
    };
    let actions: Vec<String> = loaded.rules.actions.iter().map(|action| action.name.clone()).collect();
    let known = Rules { statements: statements.len(), actions: &actions };
    let verdict = why(&loaded.game, way, text, known, &mut build);
    let state = way.state(&loaded.game).unwrap_or_else(|| loaded.game.start());
    Words { loaded, state, text: &shown(text), statements: &statements }.of(verdict)
}

/// Puts a verdict into words.
struct Words<'a> {
    loaded: &'a Loaded,
    state: State,
    text: &'a str,
    statements: &'a [Statement],
}

impl Words<'_> {
    fn of(&self, verdict: Verdict) -> Explanation {
        let Loaded { game, rules, .. } = self.loaded;
        let text = self.text;
        let name = |cell: Cell| game.cell_name(cell);
        match verdict {
            Verdict::Legal(info) => {
                let does = deed_words(self.loaded, &self.state, &info);
                let piece = info.piece.as_deref().map_or("", |code| kind_words(rules, code));
                let message = match (piece, does.as_str()) {
                    ("", "") => format!("`{}` is legal", info.text),
                    ("", does) => format!("`{}` is legal: it {does}", info.text),
                    (piece, "") => format!("`{}` is legal: {piece} moves and takes nothing", info.text),
                    (piece, does) => format!("`{}` is legal: {piece} {does}", info.text),
                };
                Explanation { legal: Some(MoveJson::new(game, &info)), ..plain("legal", message) }
            }
            Verdict::Several(fits) => plain("several", format!("`{text}` fits several legal moves: {}", quoted(&fits))),
            Verdict::Differs(alike) => plain(
                "differs",
                match &alike[..] {
                    [one] => format!("`{text}` is not what that move does here; the legal move is `{one}`"),
                    _ => format!("`{text}` is not what that move does here; the legal moves are {}", quoted(&alike)),
                },
            ),
            Verdict::NoMove { example } => plain(
                "no-move",
                match example {
                    Some(example) => {
                        format!("`{text}` does not read like a move of this game; moves look like `{example}`")
                    }
                    None => format!("`{text}` does not read like a move of this game"),
                },
            ),
            Verdict::NoSuchCell(word) => {
                plain("no-such-cell", format!("the board has no cell `{word}`{}", self.cells()))
            }
            Verdict::NoSuchPiece(word) => plain("no-such-piece", format!("the game has no piece `{word}`")),
            Verdict::Over(outcome) => plain(
                "game-over",
                format!("`{text}` is not legal: the game is over, {}", outcome_words(game, &outcome)),
            ),
            Verdict::NothingThere(cell) => with_cells(
                "nothing-there",
                format!("`{text}` is not legal: nothing stands on {}", name(cell)),
                &[name(cell)],
            ),
            Verdict::NotYours { cell, owner } => {
                let kind = self.state.piece_at(cell).map_or("piece", |(_, kind)| game.kind_name(kind));
                let whose = match owner {
                    Some(player) => format!("belongs to {}", player_words(game, player)),
                    None => "belongs to nobody".to_owned(),
                };
                let turn = player_words(game, self.state.to_move());
                let message = format!(
                    "`{text}` is not legal: the {kind} on {} {whose}, and it is the turn of {turn}",
                    name(cell)
                );
                with_cells("not-yours", message, &[name(cell)])
            }
            Verdict::NotInHand(code) => plain(
                "not-in-hand",
                format!(
                    "`{text}` is not legal: {} has no {} in hand",
                    player_words(game, self.state.to_move()),
                    kind_words(rules, &code)
                ),
            ),
            Verdict::Occupied(cell) => {
                let kind = self.state.piece_at(cell).map_or("piece", |(_, kind)| game.kind_name(kind));
                let message = format!("`{text}` is not legal: a {kind} stands on {}", name(cell));
                with_cells("occupied", message, &[name(cell)])
            }
            Verdict::PlayerIsOut => plain(
                "out",
                format!(
                    "`{text}` is not legal: {} is out and moves no piece",
                    player_words(game, self.state.to_move())
                ),
            ),
            Verdict::Forbidden(which) => self.forbidden(&which),
            Verdict::InTheWay { obstacle, also } => self.in_the_way(&obstacle, &also),
            Verdict::NoWay { from } => {
                let kind = self.state.piece_at(from).map(|(_, kind)| kind);
                let message = format!(
                    "`{text}` is not legal: that is not how {} moves",
                    kind.map_or("the piece", |kind| game.kind_name(kind))
                );
                Explanation { places: self.movements(kind), ..plain("no-way", message) }
            }
            Verdict::NotAllowed => self.not_allowed(),
            Verdict::Unexplained => {
                plain("unexplained", format!("`{text}` is not legal here; no single rule explains why"))
            }
        }
    }

    fn forbidden(&self, which: &[usize]) -> Explanation {
        let chosen: Vec<&Statement> = which.iter().filter_map(|i| self.statements.get(*i)).collect();
        let names: Vec<String> = chosen.iter().map(|statement| self.name_of(statement)).collect();
        let message = match &names[..] {
            [one] => format!("`{}` is not legal: {one}", self.text),
            _ => format!("`{}` is not legal for {} reasons: {}", self.text, names.len(), names.join("; ")),
        };
        let places = chosen.iter().map(|s| Label { span: s.span, text: s.effect.to_owned() }).collect();
        Explanation { places, ..plain("forbidden", message) }
    }

    /// The label of a statement, else its words.
    fn name_of(&self, statement: &Statement) -> String {
        let Loaded { sources, game, .. } = self.loaded;
        let words = sources.slice(statement.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let words = cut(&words, 80);
        match &statement.owner {
            Owner::Block(span) => format!("`{words}` of `{}`", head_of_block(sources, *span)),
            Owner::Kind(kind, before) => format!("`{before}{words}` of {}", game.kind_name(*kind)),
            Owner::Label(label) if words.starts_with(&format!("{label}:")) => format!("the rule `{label}`"),
            Owner::Label(_) => format!("`{words}`"),
        }
    }

    fn in_the_way(&self, obstacle: &Obstacle, also: &[usize]) -> Explanation {
        let game = &self.loaded.game;
        let mover = self.mover();
        let (code, mut message, cells) = match obstacle {
            Obstacle::Pieces(cells) => {
                let pieces: Vec<String> = cells
                    .iter()
                    .map(|&cell| match self.state.piece_at(cell) {
                        Some((_, kind)) => format!("{} on {}", game.kind_name(kind), game.cell_name(cell)),
                        None => game.cell_name(cell).to_owned(),
                    })
                    .collect();
                let stand = if cells.len() == 1 { "stands" } else { "stand" };
                let message = format!("`{}` is not legal: {} {stand} in the way", self.text, pieces.join(" and "));
                ("blocked", message, cells.clone())
            }
            Obstacle::Gap { cell, of_another } => {
                let message = format!(
                    "`{}` is not legal: {} could go there if {} stood on {}",
                    self.text,
                    mover.map_or("the piece", |kind| game.kind_name(kind)),
                    if *of_another { "a piece of another player" } else { "a piece" },
                    game.cell_name(*cell)
                );
                ("needs-a-piece", message, vec![*cell])
            }
        };
        let also: Vec<&Statement> = also.iter().filter_map(|i| self.statements.get(*i)).collect();
        let mut places = self.movements(mover);
        if !also.is_empty() {
            let names: Vec<String> = also.iter().map(|statement| self.name_of(statement)).collect();
            let forbid = if names.len() == 1 { "forbids" } else { "forbid" };
            let _ = write!(message, "; besides, {} {forbid} it", names.join(" and "));
        }
        for statement in also {
            places.push(Label { span: statement.span, text: statement.effect.to_owned() });
        }
        let names: Vec<&str> = cells.iter().map(|cell| game.cell_name(*cell)).collect();
        Explanation { places, ..with_cells(code, message, &names) }
    }

    fn not_allowed(&self) -> Explanation {
        let rules = &self.loaded.rules;
        let drop = self.text.contains(['*', '@']);
        let deed = if drop {
            "drop"
        } else if self.text == "pass" {
            "pass"
        } else {
            return plain("not-allowed", format!("`{}` is not legal: nothing allows it here", self.text));
        };
        let places: Vec<Label> = permissions(rules, &self.loaded.sources, drop)
            .into_iter()
            .take(MOST_SHOWN)
            .map(|span| Label { span, text: String::new() })
            .collect();
        let message = if places.is_empty() {
            format!("`{}` is not legal: no rule says `may {deed}`", self.text)
        } else {
            format!("`{}` is not legal: what the rules allow is something else", self.text)
        };
        Explanation { places, ..plain("not-allowed", message) }
    }

    /// The kind of the piece that the text would move.
    fn mover(&self) -> Option<Kind> {
        let ends = self.text.char_indices().map(|(at, c)| at + c.len_utf8()).take(8);
        let from = ends.filter_map(|end| self.loaded.game.cell_by_name(&self.text[..end])).last()?;
        self.state.piece_at(from).map(|(_, kind)| kind)
    }

    fn movements(&self, kind: Option<Kind>) -> Vec<Label> {
        let Some(kind) = kind else { return Vec::new() };
        let spans = movement_spans(&self.loaded.rules, kind).into_iter().take(MOST_SHOWN);
        let mut labels: Vec<Label> = spans.map(|span| Label { span, text: String::new() }).collect();
        if let Some(first) = labels.first_mut() {
            first.text = format!("this is how {} moves", self.loaded.game.kind_name(kind));
        }
        labels
    }

    /// `: cells are a1 to i9`.
    fn cells(&self) -> String {
        let board = &self.loaded.rules.board;
        match (board.cells.into_iter().next(), board.cells.into_iter().last()) {
            (Some(first), Some(last)) => format!("; its cells are {} to {}", board.name(first), board.name(last)),
            _ => String::new(),
        }
    }
}

fn plain(code: &'static str, message: String) -> Explanation {
    Explanation { code, message, places: Vec::new(), cells: Vec::new(), legal: None }
}

fn with_cells(code: &'static str, message: String, cells: &[&str]) -> Explanation {
    Explanation { cells: cells.iter().map(|cell| (*cell).to_owned()).collect(), ..plain(code, message) }
}

fn quoted(texts: &[String]) -> String {
    texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ")
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).chain(['…']).collect() }
}
