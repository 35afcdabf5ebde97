//! `compare`: what one game changes in another, in words and in effect.

mod report;
mod text;

use std::path::PathBuf;

use clap::Args;

use crate::diag::{FileId, Source, Sources};
use crate::rules::changes::{Changes, Said, changes};
use crate::rules::items;
use crate::tools::compare::{Differs, Pair, Pieces, Sampled, compare_pieces, compare_positions, samples};

use super::common::{SeedArgument, UnusedThreads};
use super::load::{GameArguments, Loaded, load, parent, settings};
use super::positions::{PositionArgument, PositionsArguments, for_each_position, in_words};
use super::terminal::{Answer, Failure, Terminal};

/// So many positions that differ are kept; the rest is counted.
const MOST_KEPT: usize = 1_000;

/// Says what one game changes in another: declarations, moves of pieces, legal moves
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  boardwright compare parent.game my-variant.game\n  \
    boardwright compare my-game.game my-game.game --set-b white-first=on\n  \
    boardwright compare old.game new.game --positions positions.txt --exit-code\n\n\
    Layout and comments do not count. Without --positions the start and positions of random play of A are looked at.")]
pub struct Arguments {
    /// The game to compare with; `-` reads standard input
    #[arg(value_name = "A")]
    a: PathBuf,

    /// The game that may differ; `-` reads standard input
    #[arg(value_name = "B")]
    b: PathBuf,

    /// Sets an option of A only, as often as you like
    #[arg(long, value_name = "OPTION=VALUE")]
    set_a: Vec<String>,

    /// Sets an option of B only, as often as you like
    #[arg(long, value_name = "OPTION=VALUE")]
    set_b: Vec<String>,

    /// How many positions of random play are looked at besides the start
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    samples: u32,

    /// A file of own positions of A, one a line, text or JSON, instead of random play; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,

    /// Status 1 when the games differ
    #[arg(long)]
    exit_code: bool,

    /// The answer as one JSON object
    #[arg(long)]
    json: bool,

    /// Sets an option of both games, as often as you like: `--set white-first=on`
    #[arg(long = "set", value_name = "OPTION=VALUE", help_heading = "Common options")]
    set: Vec<String>,

    #[command(flatten)]
    seed: SeedArgument,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// One of the two games.
struct Side {
    /// The file as named.
    name: String,
    loaded: Loaded,
    items: Vec<Said>,
    /// The files of the items.
    sources: Sources,
}

/// What was found in positions.
#[derive(Default)]
struct Asked {
    /// Positions that both games read.
    compared: usize,
    /// How many of them differ.
    differ: usize,
    /// Those, the first ones.
    list: Vec<Differs>,
    /// Positions of A that B cannot read.
    unread: usize,
    /// Why the first of them cannot be read.
    why: Option<String>,
    /// Positions that were not looked at, because there is too much work.
    left_out: usize,
    /// Positions that A cannot read.
    refused: usize,
}

/// Everything that was found.
struct Findings<'a> {
    a: &'a Side,
    b: &'a Side,
    pair: &'a Pair<'a>,
    changes: Changes,
    pieces: Pieces,
    asked: Asked,
    /// What is different at the start.
    start: Vec<String>,
    seed: u64,
}

impl Findings<'_> {
    fn differ(&self) -> bool {
        self.changes.count() > 0
            || !self.pieces.changed.is_empty()
            || self.pieces.only_a.len() + self.pieces.only_b.len() > 0
            || self.asked.differ + self.asked.unread > 0
            || !self.start.is_empty()
    }
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let streams = [Some(&arguments.a), Some(&arguments.b), arguments.positions.as_ref()];
    if streams.into_iter().flatten().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Failure::Trouble("standard input can be only one of the files; name the others".to_owned()));
    }
    let a = side(terminal, &arguments.a, [&arguments.set, &arguments.set_a])?;
    let b = side(terminal, &arguments.b, [&arguments.set, &arguments.set_b])?;
    let pair = Pair::new(&a.loaded.game, &b.loaded.game);
    let asked = ask(terminal, arguments, &a, &pair)?;
    let seed = arguments.seed.seed;
    let findings = Findings {
        changes: changes(&a.items, &b.items),
        pieces: compare_pieces(&pair, seed),
        start: text::start(&pair),
        asked,
        a: &a,
        b: &b,
        pair: &pair,
        seed,
    };
    if arguments.json {
        terminal.json(&report::Report::new(&findings))?;
    } else {
        terminal.write(&text::whole(&findings, terminal.color))?;
    }
    let differ = findings.differ() && arguments.exit_code;
    Ok(u8::from(differ || findings.asked.refused > 0))
}

fn side(terminal: &Terminal, file: &std::path::Path, set: [&Vec<String>; 2]) -> Result<Side, Failure> {
    let set: Vec<String> = set.into_iter().flatten().cloned().collect();
    let game = GameArguments { file: file.to_path_buf(), set };
    let loaded = load(terminal, &game)?;
    let Source { name, text, .. } = loaded.sources.get(FileId(0));
    let (name, mut sources) = (name.clone(), Sources::new());
    let (found, diagnostics) =
        items(&name, text, &settings(&game.set)?, &mut |wanted, from| parent(wanted, from), &mut sources);
    let Some(items) = found else {
        let why = diagnostics.list.first().map_or_else(String::new, |fault| format!(": {}", fault.title));
        return Err(Failure::Refused(format!("`{name}` cannot be compared{why}")));
    };
    Ok(Side { name, loaded, items, sources })
}

/// Asks both games about all positions.
fn ask(terminal: &mut Terminal, arguments: &Arguments, a: &Side, pair: &Pair<'_>) -> Result<Asked, Failure> {
    let mut asked = Asked::default();
    let mut positions = compare_positions(pair);
    let note = |asked: &mut Asked, sampled: Sampled| match sampled {
        Sampled::Same => asked.compared += 1,
        Sampled::Differs(differs) => {
            asked.compared += 1;
            asked.differ += 1;
            if asked.list.len() < MOST_KEPT {
                asked.list.push(*differs);
            }
        }
        Sampled::Unread(why) => {
            asked.unread += 1;
            asked.why.get_or_insert(why);
        }
        Sampled::LeftOut => asked.left_out += 1,
    };
    if arguments.positions.is_none() {
        for (number, data) in samples(&a.loaded.game, arguments.samples, arguments.seed.seed).iter().enumerate() {
            let sampled = positions.ask(number, data);
            note(&mut asked, sampled);
        }
        return Ok(asked);
    }
    let stream =
        PositionsArguments { one: PositionArgument { position: None }, positions: arguments.positions.clone() };
    let mut complaints = Vec::new();
    for_each_position(terminal, &a.loaded.game, &stream, |_, number, position| {
        let number = number.unwrap_or(0) as usize;
        match position {
            Ok(state) => {
                let sampled = positions.ask(number, &state.data());
                note(&mut asked, sampled);
            }
            Err(refusal) => {
                asked.refused += 1;
                if complaints.len() < 20 {
                    complaints.push(format!("position {number}: {}", in_words(&refusal)));
                }
            }
        }
        Ok(())
    })?;
    for complaint in complaints {
        terminal.error(&complaint);
    }
    Ok(asked)
}
