//! `check`: everything that can be said about game files without playing them.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::diag::render::{JsonDiagnostic, Look, human, json, short, summary};
use crate::diag::{Diagnostic, Diagnostics, Severity, code};
use crate::engine::Game;
use crate::rules::Ruleset;

use super::load::{Checked, look_at, settings};
use super::terminal::{Answer, Failure, Terminal, counted, tell};

/// Says what is wrong with game files, and what to write instead
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  boardwright check games/*.game\n\n\
    Messages go to standard error, one line for each file without errors to standard output.\n\
    Status 1: a file has errors. `boardwright explain E0101` says more about a code.")]
pub struct Arguments {
    /// The game files; `-` reads standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// How messages look: with the lines of the file, in one line each, or as JSON
    #[arg(
        long,
        value_enum,
        default_value_t = Format::Human,
        hide_possible_values = true,
        value_name = "human|short|json"
    )]
    format: Format,

    /// The same as `--format json`: one object a file, on standard output
    #[arg(long)]
    json: bool,

    /// Sets an option of the games, as often as you like
    #[arg(long = "set", value_name = "OPTION=VALUE", help_heading = "Common options")]
    set: Vec<String>,
}

/// How messages look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the lines of the file.
    Human,
    /// One line each.
    Short,
    /// One JSON object a file.
    Json,
}

/// The JSON form of a file.
#[derive(Serialize)]
struct FileJson<'a> {
    file: &'a str,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    diagnostics: Vec<JsonDiagnostic>,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let settings = settings(&arguments.set)?;
    let format = if arguments.json { Format::Json } else { arguments.format };
    let mut status = 0;
    for (i, file) in arguments.files.iter().enumerate() {
        let mut checked = match look_at(file, &settings) {
            Ok(checked) => checked,
            // The other files are still worth a look.
            Err(Failure::Trouble(message)) => {
                terminal.error(&message);
                status = 2;
                continue;
            }
            Err(other) => return Err(other),
        };
        let rules = checked.rules.take().map(|(rules, compiled)| {
            first_turn(&rules, &Game::new(compiled), &mut checked.diagnostics);
            rules
        });
        if rules.is_none() {
            status = status.max(1);
        }
        say(terminal, &checked, rules.as_ref(), format, i == 0)?;
    }
    Ok(status)
}

/// What only the engine can tell of the start: a game that is over at once, or in which nobody can begin.
fn first_turn(rules: &Ruleset, game: &Game, diagnostics: &mut Diagnostics) {
    if diagnostics.list.iter().any(|d| d.code == code::END_AT_ONCE || d.code == code::WITHOUT_PIECES) {
        return;
    }
    let mut state = game.start();
    let mover = rules.turns.first().and_then(|player| rules.players.get(*player));
    if let Some(outcome) = state.outcome() {
        let reason = outcome.reason;
        let Some(end) = rules.ends.iter().find(|end| end.label == reason).or(rules.ends.first()) else { return };
        diagnostics.push(
            Diagnostic::new(code::END_AT_ONCE, end.span, "the game is over before the first move")
                .label("this end holds at the start")
                .help("look at what it asks for, at the `setup`, and at what the rules leave to do for who begins"),
        );
    } else if state.count_moves() == 0
        && let Some(player) = mover
    {
        let title = format!("`{}` begins and has no legal move", player.name);
        diagnostics.push(Diagnostic::new(code::END_AT_ONCE, player.span, title).help(
            "look at the `may not` rules and the terrain; and say what becomes of who cannot move: \
                       `player to move loses when no legal move`, `may pass when no legal move`",
        ));
    }
}

fn say(
    terminal: &mut Terminal,
    checked: &Checked,
    rules: Option<&Ruleset>,
    format: Format,
    first: bool,
) -> Result<(), Failure> {
    let Checked { name, sources, diagnostics, .. } = checked;
    let look = Look { color: terminal.color_err, ..Look::default() };
    match format {
        Format::Json => {
            let title = rules.map(|rules| rules.title.as_str());
            let diagnostics = json(diagnostics, sources, look);
            return terminal.json(&FileJson { file: name, ok: rules.is_some(), title, diagnostics });
        }
        _ if diagnostics.list.is_empty() => {}
        Format::Human => {
            if !first {
                tell("");
            }
            tell(human(diagnostics, sources, look).trim_end_matches('\n'));
        }
        Format::Short => tell(short(diagnostics, sources, look).trim_end_matches('\n')),
    }
    match rules {
        Some(rules) => {
            let count = |severity| diagnostics.list.iter().filter(|d| d.severity == severity).count() as u64;
            let mut remarks = String::new();
            for (severity, word) in [(Severity::Warning, "warning"), (Severity::Note, "note")] {
                if count(severity) > 0 {
                    let _ = write!(remarks, ", {}", counted(count(severity), word));
                }
            }
            terminal.line(&format!(
                "{name}: fine{remarks} ({} x {}, {}, {})",
                rules.board.files,
                rules.board.ranks,
                counted(rules.players.len() as u64, "player"),
                counted(rules.kinds.len() as u64, "kind"),
            ))?;
            // Several files: messages and lines stay in the order of the files.
            terminal.flush()
        }
        None if format == Format::Human => {
            tell(&format!("\n{}", summary(diagnostics, name)));
            Ok(())
        }
        None => Ok(()),
    }
}
