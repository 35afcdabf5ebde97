//! `test`: holds games against suites of positions with their right answers.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::engine::Game;
use crate::rules::begins_as_a_game;
use crate::tools::suite::{self, Fault, Suite};

use super::common::{UnusedSeed, UnusedThreads};
use super::load::{GameArguments, load, read};
use super::terminal::{Answer, Failure, Terminal, counted, harmless};

/// Holds games against suites of positions with their right answers
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  boardwright test my-game.yaml\n\n\
    A suite is a YAML file:\n\n  \
      game: my-game.game\n  \
      source: where the answers come from\n  \
      cases:\n    \
        - name: start\n      \
          perft: [40, 960]\n    \
        - name: two in one move\n      \
          position: 7/7/7/3k3/7/7/b6 White\n      \
          legal: [d4-d7]\n      \
          illegal: [d4-d4]\n      \
          ends: {d4-d7: nothing}\n\n\
    What a case does not say is not asked. `docs/cli.md` has every word. Status 1: an answer differs.")]
pub struct Arguments {
    /// The suites
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Leaves out counts above this number
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    most_nodes: u64,

    /// One JSON object a suite
    #[arg(long)]
    json: bool,

    /// Sets an option of the games, beside those that the suites set
    #[arg(long = "set", value_name = "OPTION=VALUE", help_heading = "Common options")]
    set: Vec<String>,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// What is said of a suite.
#[derive(Serialize)]
struct SuiteJson<'a> {
    file: &'a str,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    cases: usize,
    faults: &'a [Fault],
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let mut status = 0;
    for path in &arguments.files {
        let file = if path.as_os_str() == "-" { "<stdin>".to_owned() } else { path.display().to_string() };
        let found = opened(path, &file).and_then(|suite| {
            let game = game_of(terminal, path, &suite, &arguments.set)?;
            let faults = suite::run(&suite, &game, arguments.most_nodes);
            Ok((suite, faults))
        });
        let (suite, faults) = match found {
            Ok(found) => found,
            Err(failure) => {
                let (message, code) = match failure {
                    Failure::Closed => return Err(Failure::Closed),
                    Failure::Said => (format!("{file}: the game of this suite has errors"), 1),
                    Failure::Refused(message) => (message, 1),
                    Failure::Trouble(message) => (message, 2),
                };
                status = status.max(code);
                if arguments.json {
                    let error = Some(message.as_str());
                    terminal.json(&SuiteJson { file: &file, ok: false, game: None, cases: 0, faults: &[], error })?;
                } else {
                    terminal.flush()?;
                    terminal.error(&message);
                }
                continue;
            }
        };
        status = status.max(u8::from(!faults.is_empty()));
        if arguments.json {
            terminal.json(&SuiteJson {
                file: &file,
                ok: faults.is_empty(),
                game: Some(&suite.game),
                cases: suite.cases.len(),
                faults: &faults,
                error: None,
            })?;
            continue;
        }
        for fault in &faults {
            terminal.line(&harmless(&format!("{file}: {fault}")))?;
        }
        let cases = counted(suite.cases.len() as u64, "case");
        terminal.line(&if faults.is_empty() {
            format!("{file}: all right ({cases})")
        } else {
            format!(
                "{file}: {} ({cases})",
                counted(faults.len() as u64, "answer") + if faults.len() == 1 { " differs" } else { " differ" }
            )
        })?;
        terminal.flush()?;
    }
    Ok(status)
}

fn opened(path: &Path, file: &str) -> Result<Suite, Failure> {
    let text = read(path).map_err(|why| Failure::Trouble(format!("cannot read `{file}`: {why}")))?;
    if begins_as_a_game(&text) {
        return Err(Failure::Refused(format!(
            "`{file}` is a game, no suite; a suite names its game: `game: {}` (`boardwright test --help` shows one)",
            path.file_name().map_or("my-game.game".into(), |name| name.to_string_lossy())
        )));
    }
    suite::read(&text).map_err(|error| {
        Failure::Refused(format!("`{file}` is no suite: {error}; `boardwright test --help` shows one"))
    })
}

/// The game that a suite names, seen from where the suite is.
fn game_of(terminal: &Terminal, path: &Path, suite: &Suite, set: &[String]) -> Result<Game, Failure> {
    let file = path.parent().unwrap_or(Path::new("")).join(&suite.game);
    // The suite may be anybody's: of a file that is no game nothing is quoted.
    let text = read(&file).map_err(|why| Failure::Trouble(format!("cannot read `{}`: {why}", file.display())))?;
    if !begins_as_a_game(&text) {
        return Err(Failure::Refused(format!("`{}` is no game file", file.display())));
    }
    let from_suite = suite.set.iter().map(|(option, value)| format!("{option}={value}"));
    let set = from_suite.chain(set.iter().cloned()).collect();
    Ok(load(terminal, &GameArguments { file, set })?.game)
}
