//! A position as people see it: the board with its legend, the hands, whose turn it is; and the words for players, ends
//! and moves that several commands share.

use std::fmt::Write;

use clap::Args;

use crate::diag::{Sources, Span};
use crate::engine::{Game, MoveInfo, Outcome, State};
use crate::rules::Ruleset;
use crate::rules::model::{Cells, Terrain};
use crate::tools::render::table::{Align, Table};
use crate::tools::render::{Faces, Last, Look, Shade, layout, legend, paint};
use crate::types::{BoardSet, Cell, Player};

use super::load::Loaded;

/// Most cells that a legend names one by one.
const MOST_NAMED_CELLS: usize = 8;
/// Longest line of a legend (characters).
const LONGEST_LEGEND: usize = 160;

/// How a board is drawn.
#[derive(Debug, Clone, Copy, Args)]
pub struct DrawArguments {
    /// Draws with ASCII marks only
    #[arg(long)]
    pub ascii: bool,

    /// Draws pieces by their labels (with the player's initial) instead of the signs of position text
    #[arg(long)]
    pub labels: bool,
}

/// Draws positions of one game.
pub struct Drawing<'a> {
    loaded: &'a Loaded,
    shades: Vec<Shade>,
    faces: Faces,
    look: Look,
}

impl<'a> Drawing<'a> {
    /// Prepares to draw a game.
    pub fn new(loaded: &'a Loaded, arguments: DrawArguments, color: bool) -> Self {
        Self {
            loaded,
            shades: shades(&loaded.rules, &loaded.sources),
            faces: if arguments.labels { Faces::Labels } else { Faces::Signs },
            look: Look { color, ascii: arguments.ascii },
        }
    }

    /// The board alone.
    pub fn board(&self, state: &State, last: Last) -> String {
        let game = &self.loaded.game;
        paint(&layout(game, state, &self.shades, last, self.faces), &self.shades, self.look)
    }

    /// The board as a player sees it: the player's front is up. Who faces nowhere, or into a corner, sees it as it is written.
    pub fn board_before(&self, player: Player, state: &State, last: Last) -> String {
        let eighths = self.loaded.rules.players[player].faces.map_or(0, |front| front.0);
        let quarters = if eighths.is_multiple_of(2) { eighths / 2 } else { 0 };
        let layout = layout(&self.loaded.game, state, &self.shades, last, self.faces).turned(quarters);
        paint(&layout, &self.shades, self.look)
    }

    /// What the marks of the board mean, a line each.
    pub fn legend(&self, state: &State) -> Vec<String> {
        let game = &self.loaded.game;
        legend(&layout(game, state, &self.shades, Last::default(), self.faces), &self.shades, self.look)
    }

    /// The hands (`all`: also what is never used up, and the counters), who is out, and whose turn it is or how the game ended.
    pub fn status(&self, state: &mut State, all: bool) -> Vec<String> {
        let game = &self.loaded.game;
        let mut lines = Vec::new();
        for player in (0..game.players()).map(Player::from_index) {
            // What is never used up says nothing about a position.
            let hand: Vec<_> = state.hand(player).into_iter().filter(|(_, number)| all || number.is_some()).collect();
            if !hand.is_empty() {
                let pieces: Vec<String> = hand
                    .iter()
                    .map(|(kind, number)| match number {
                        Some(1) => game.kind_name(*kind).to_owned(),
                        Some(number) => format!("{number} {}", game.kind_name(*kind)),
                        None => format!("any number of {}", game.kind_name(*kind)),
                    })
                    .collect();
                lines.push(format!("{} in hand: {}", game.player_name(player), pieces.join(", ")));
            }
        }
        for player in state.out() {
            lines.push(format!("{} is out", player_words(game, player)));
        }
        let counters: Vec<String> =
            state.data().counters.iter().filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {n}")).collect();
        if all && !counters.is_empty() {
            lines.push(format!("counters: {}", counters.join(", ")));
        }
        lines.push(match state.outcome() {
            Some(outcome) => format!("the game is over: {}", outcome_words(game, &outcome)),
            None => format!("{} to move", player_words(game, state.to_move())),
        });
        lines
    }
}

/// A player as people know it: the name, and the label in brackets.
pub fn player_words(game: &Game, player: Player) -> String {
    match game.player_label(player) {
        Some(label) => format!("{} ({label})", game.player_name(player)),
        None => game.player_name(player).to_owned(),
    }
}

/// `White wins (escape)`, `a draw (repetition)`.
pub fn outcome_words(game: &Game, outcome: &Outcome) -> String {
    let names: Vec<&str> = outcome.winners.iter().map(|&player| game.player_name(player)).collect();
    match names[..] {
        [] => format!("a draw ({})", outcome.reason),
        [one] => format!("{one} wins ({})", outcome.reason),
        _ => format!("{} win ({})", names.join(" and "), outcome.reason),
    }
}

/// The name of a kind by its code.
pub fn kind_words<'a>(rules: &'a Ruleset, code: &'a str) -> &'a str {
    rules.kinds.values().iter().find(|kind| kind.code == code).map_or(code, |kind| &kind.name)
}

/// What a move does, in words; nothing for a plain move.
pub fn deed_words(loaded: &Loaded, state: &State, info: &MoveInfo) -> String {
    let game = &loaded.game;
    let pieces = |cells: &[Cell]| {
        let words: Vec<String> = cells
            .iter()
            .map(|&cell| match state.piece_at(cell) {
                Some((_, kind)) => format!("{} {}", game.kind_name(kind), game.cell_name(cell)),
                None => game.cell_name(cell).to_owned(),
            })
            .collect();
        words.join(", ")
    };
    let mut parts = Vec::new();
    match info.action.as_str() {
        "move" | "pass" => {}
        "drop" => match info.hand {
            Some(player) if player != state.to_move() => {
                parts.push(format!("is dropped from the hand of {}", game.player_name(player)));
            }
            _ => parts.push("is dropped".to_owned()),
        },
        action if !info.text.contains(action) => parts.push(action.to_owned()),
        _ => {}
    }
    if !info.captures.is_empty() {
        parts.push(format!("takes {}", pieces(&info.captures)));
    }
    if !info.flips.is_empty() {
        parts.push(format!("wins over {}", pieces(&info.flips)));
    }
    if info.promotes {
        parts.push("turns over".to_owned());
    }
    if info.claim {
        parts.push("is a claim".to_owned());
    }
    if let Some(outcome) = &info.outcome {
        parts.push(format!("ends the game: {}", outcome_words(game, outcome)));
    }
    parts.join(", ")
}

/// Moves as a table: the text, the piece, what the move does.
pub fn move_table(loaded: &Loaded, state: &State, moves: &[MoveInfo]) -> String {
    let names = moves.iter().any(|info| info.name.is_some());
    let mut table = Table::new(&[Align::Left; 4][usize::from(!names)..]).indent(2);
    for info in moves {
        let piece = info.piece.as_deref().map_or("", |code| kind_words(&loaded.rules, code));
        let name = names.then(|| info.name.clone().unwrap_or_default());
        let words = [piece.to_owned(), deed_words(loaded, state, info)];
        table.row([info.text.clone()].into_iter().chain(name).chain(words));
    }
    table.paint()
}

/// The cells that deserve a mark: those with terrain, in file order; without terrain, the smaller named regions.
fn shades(rules: &Ruleset, sources: &Sources) -> Vec<Shade> {
    let all_views = |cells: &Cells| cells.by_view.iter().fold(BoardSet::EMPTY, |all, cells| all | *cells);
    let terrain: Vec<Shade> = rules
        .terrain
        .iter()
        .filter_map(|terrain| {
            let cells = all_views(&terrain.cells) & rules.board.cells;
            (!cells.is_empty()).then(|| Shade { cells, title: terrain_title(rules, terrain, cells, sources) })
        })
        .collect();
    if !terrain.is_empty() {
        return terrain;
    }
    let half = rules.board.cells.len() / 2;
    let small = |cells: BoardSet| (1..=half).contains(&cells.len());
    let regions =
        rules.regions.iter().filter(|region| region.cells.by_view.iter().all(|c| *c == region.cells.by_view[0]));
    let regions = regions.map(|region| (all_views(&region.cells), region.name.clone()));
    let families = rules.families.values().iter().map(|family| {
        (family.members.iter().fold(BoardSet::EMPTY, |all, member| all | member.cells), family.name.clone())
    });
    regions.chain(families).filter(|(cells, _)| small(*cells)).map(|(cells, title)| Shade { cells, title }).collect()
}

/// The words of a block before its brace: `terrain corners`.
pub fn head_of_block(sources: &Sources, span: Span) -> String {
    let text = sources.find(span.file).map_or("", |source| &source.text);
    let text = text.get(span.start as usize..).unwrap_or("");
    let head: String = text.chars().take_while(|c| !['{', '｛', '#'].contains(c)).take(LONGEST_LEGEND).collect();
    head.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn terrain_title(rules: &Ruleset, terrain: &Terrain, cells: BoardSet, sources: &Sources) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let head = head_of_block(sources, terrain.span);
    let mut title = head.split_once(' ').map_or(head.as_str(), |(_, name)| name).to_owned();
    if cells.len() <= MOST_NAMED_CELLS {
        let names: Vec<String> = cells.into_iter().map(|cell| rules.board.name(cell)).collect();
        let _ = write!(title, " ({})", names.join(" "));
    }
    let says: Vec<String> = terrain.statements.iter().map(|statement| words(sources.slice(statement.span))).collect();
    if !says.is_empty() {
        title.push_str(": ");
        title.push_str(&says.join("; "));
    }
    if title.chars().count() > LONGEST_LEGEND {
        title = title.chars().take(LONGEST_LEGEND - 1).chain(['…']).collect();
    }
    title
}
