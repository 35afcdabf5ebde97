//! `show`: the board, and what the file says.

use clap::Args;
use serde::Serialize;

use crate::engine::{Game, State};
use crate::rules::Ruleset;
use crate::rules::describe::sentences;
use crate::rules::model::OptionValues;
use crate::tools::render::Last;
use crate::tools::render::table::paragraph;

use super::common::{UnusedSeed, UnusedThreads};
use super::draw::{DrawArguments, Drawing, player_words};
use super::load::{GameArguments, Loaded, expanded, load};
use super::positions::{PositionsArguments, for_each_position, in_words};
use super::terminal::{Answer, Failure, Terminal, counted};
use super::wire::{OutcomeJson, PositionJson, RefusalJson};

/// Width of the rules in sentences (columns).
const TEXT_WIDTH: usize = 100;

/// Draws the board and says the rules of a game
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  boardwright show my-game.game\n  boardwright show my-game.game --set white-first=on --ascii\n  \
    boardwright show my-variant.game --expanded > whole.game\n\n\
    With --positions only the boards are drawn. With --expanded nothing is drawn: the answer is a game file that extends no other.\n\
    Values of --set become defaults there."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    positions: PositionsArguments,

    #[command(flatten)]
    draw: DrawArguments,

    /// Prints the whole game as one file instead: its parents merged, in canonical form
    #[arg(long, conflicts_with_all = ["position", "positions", "json"])]
    expanded: bool,

    /// One JSON object a position
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// What `show --json` says of a position.
#[derive(Serialize)]
struct ShownJson<'a> {
    title: &'a str,
    files: &'a [String],
    ranks: &'a [String],
    players: Vec<PlayerJson<'a>>,
    kinds: Vec<KindJson<'a>>,
    options: Vec<OptionJson<'a>>,
    rules: Vec<SectionJson>,
    #[serde(flatten)]
    position: PositionPart,
}

/// The part that differs from position to position.
#[derive(Serialize)]
struct PositionPart {
    to_move: String,
    outcome: Option<OutcomeJson>,
    position: String,
    position_json: PositionJson,
    board: String,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
}

#[derive(Serialize)]
struct SectionJson {
    title: String,
    lines: Vec<String>,
}

#[derive(Serialize)]
struct KindJson<'a> {
    name: &'a str,
    code: &'a str,
    labels: &'a [String],
}

#[derive(Serialize)]
struct OptionJson<'a> {
    name: &'a str,
    value: &'a str,
    default: &'a str,
    values: Vec<String>,
    help: &'a str,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    arguments.positions.beside(&arguments.game)?;
    let loaded = load(terminal, &arguments.game)?;
    if arguments.expanded {
        terminal.write(&expanded(terminal, &loaded, &arguments.game.set, None)?)?;
        return Ok(0);
    }
    let drawing = Drawing::new(&loaded, arguments.draw, terminal.color && !arguments.json);
    let mut status = 0;
    for_each_position(terminal, &loaded.game, &arguments.positions, |terminal, number, position| match position {
        Ok(mut state) if arguments.json => {
            let position = part(&loaded.game, &drawing, &mut state);
            if number.is_some() { terminal.json(&position) } else { terminal.json(&whole(&loaded.rules, position)) }
        }
        Ok(mut state) => {
            match number {
                Some(number) => {
                    terminal.line(&format!("{}position {number}", if number > 1 { "\n" } else { "" }))?;
                }
                None => head(terminal, &loaded)?,
            }
            board(terminal, &drawing, &mut state, number.is_none())?;
            if number.is_none() { rules(terminal, &loaded) } else { Ok(()) }
        }
        Err(refusal) => {
            status = 1;
            if arguments.json {
                return terminal.json(&RefusalJson { error: &refusal });
            }
            terminal.flush()?;
            let words = in_words(&refusal);
            terminal.error(&number.map_or_else(|| words.clone(), |n| format!("position {n}: {words}")));
            Ok(())
        }
    })?;
    Ok(status)
}

fn part(game: &Game, drawing: &Drawing<'_>, state: &mut State) -> PositionPart {
    PositionPart {
        to_move: game.player_name(state.to_move()).to_owned(),
        outcome: state.outcome().map(|outcome| OutcomeJson::new(game, &outcome)),
        position: state.text(),
        position_json: state.data().into(),
        board: drawing.board(state, Last::default()),
    }
}

fn whole(rules: &Ruleset, position: PositionPart) -> ShownJson<'_> {
    ShownJson {
        title: &rules.title,
        files: &rules.board.file_labels,
        ranks: &rules.board.rank_labels,
        players: rules
            .players
            .values()
            .iter()
            .map(|p| PlayerJson { name: &p.name, label: p.label.as_deref() })
            .collect(),
        kinds: rules
            .kinds
            .values()
            .iter()
            .map(|k| KindJson { name: &k.name, code: &k.code, labels: &k.labels })
            .collect(),
        options: rules
            .options
            .iter()
            .map(|o| OptionJson {
                name: &o.name,
                value: &o.value,
                default: &o.default,
                values: value_words(&o.values),
                help: &o.help,
            })
            .collect(),
        rules: sentences(rules).into_iter().map(|s| SectionJson { title: s.title, lines: s.lines }).collect(),
        position,
    }
}

fn value_words(values: &OptionValues) -> Vec<String> {
    match values {
        OptionValues::Switch => vec!["on".to_owned(), "off".to_owned()],
        OptionValues::Range(from, to) => vec![format!("{from}..{to}")],
        OptionValues::Words(words) => words.clone(),
    }
}

fn head(terminal: &mut Terminal, loaded: &Loaded) -> Result<(), Failure> {
    let Loaded { rules, game, .. } = loaded;
    let title = if terminal.color { format!("\x1b[1m{}\x1b[0m", rules.title) } else { rules.title.clone() };
    let players: Vec<String> = rules.players.ids().map(|player| player_words(game, player)).collect();
    let kinds = counted(rules.kinds.len() as u64, "kind");
    terminal.line(&title)?;
    terminal.line(&format!("{} x {}, {kinds}; {}", rules.board.files, rules.board.ranks, players.join(", ")))?;
    terminal.line("")
}

fn board(terminal: &mut Terminal, drawing: &Drawing<'_>, state: &mut State, legend: bool) -> Result<(), Failure> {
    for line in drawing.board(state, Last::default()).lines() {
        terminal.line(&format!("  {line}"))?;
    }
    terminal.line("")?;
    if legend {
        for line in drawing.legend(state) {
            terminal.line(&format!("  {line}"))?;
        }
    }
    for line in drawing.status(state, legend) {
        terminal.line(&format!("  {line}"))?;
    }
    if legend { terminal.line(&format!("  position: {}", state.text())) } else { Ok(()) }
}

fn rules(terminal: &mut Terminal, loaded: &Loaded) -> Result<(), Failure> {
    for section in sentences(&loaded.rules) {
        let title = section.title;
        terminal.line(&if terminal.color { format!("\n\x1b[1m{title}\x1b[0m") } else { format!("\n{title}") })?;
        for line in section.lines {
            terminal.write(&paragraph(&line, 2, TEXT_WIDTH))?;
        }
    }
    Ok(())
}
