//! The command line: parse nothing, decide little, print. The only room with files and clocks.

mod check;
mod common;
mod compare;
mod completions;
mod draw;
mod explain;
mod fmt;
mod lines;
mod load;
mod moves;
mod new;
mod perft;
mod piece;
mod play;
mod playout;
mod positions;
mod replay;
mod show;
mod terminal;
mod test;
mod usi;
mod why;
pub mod wire;

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use terminal::{Failure, Terminal, When};

/// Deeply nested files and deep searches need more room than a main thread has everywhere.
const STACK: usize = 256 << 20;

/// Write a board game as a text file; check it, see it, play it, count it.
#[derive(Debug, Parser)]
#[command(
    name = "boardwright",
    version,
    max_term_width = 100,
    disable_help_subcommand = true,
    after_help = "Begin here:\n  boardwright new my-game --from other.game\n  boardwright check my-game.game\n  \
                  boardwright show my-game.game\n  boardwright play my-game.game\n\n\
                  `boardwright COMMAND --help` shows an example of each command."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    /// Colours; `auto`: on a terminal, unless `NO_COLOR` is set
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t = When::Auto,
        hide_possible_values = true,
        value_name = "auto|always|never",
        help_heading = "Common options"
    )]
    color: When,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Fmt(fmt::Arguments),
    Explain(explain::Arguments),
    New(new::Arguments),
    Show(show::Arguments),
    Piece(piece::Arguments),
    Moves(moves::Arguments),
    Why(why::Arguments),
    Compare(compare::Arguments),
    Perft(perft::Arguments),
    Replay(replay::Arguments),
    Playout(playout::Arguments),
    Play(play::Arguments),
    Test(test::Arguments),
    Usi(usi::Arguments),
    Completions(completions::Arguments),
}

/// Runs the command line and returns the exit status: 0 fine, 1 the file has errors or a check failed, 2 usage or IO.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments = match Arguments::try_parse_from(args) {
        Ok(arguments) => arguments,
        Err(error) => {
            // A closed pipe is no error; whatever else happens here, the status says it.
            let _ = error.print();
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => 0,
                _ => 2,
            };
        }
    };
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |l| format!(" ({}:{})", l.file(), l.line()));
        terminal::tell(&format!(
            "error: boardwright itself has failed here{place}; this is a fault of the program, not yours"
        ));
    }));
    let work = move || catch_unwind(AssertUnwindSafe(|| dispatch(arguments))).unwrap_or(2);
    match std::thread::Builder::new().stack_size(STACK).spawn(work) {
        Ok(thread) => thread.join().unwrap_or(2),
        Err(error) => {
            terminal::tell(&format!("error: cannot start a thread: {error}"));
            2
        }
    }
}

fn dispatch(arguments: Arguments) -> u8 {
    let mut terminal = Terminal::new(arguments.color);
    let result = match arguments.command {
        Command::Check(a) => check::run(&mut terminal, &a),
        Command::Fmt(a) => fmt::run(&mut terminal, &a),
        Command::Explain(a) => explain::run(&mut terminal, &a),
        Command::New(a) => new::run(&mut terminal, &a),
        Command::Show(a) => show::run(&mut terminal, &a),
        Command::Piece(a) => piece::run(&mut terminal, &a),
        Command::Moves(a) => moves::run(&mut terminal, &a),
        Command::Why(a) => why::run(&mut terminal, &a),
        Command::Compare(a) => compare::run(&mut terminal, &a),
        Command::Perft(a) => perft::run(&mut terminal, &a),
        Command::Replay(a) => replay::run(&mut terminal, &a),
        Command::Playout(a) => playout::run(&mut terminal, &a),
        Command::Play(a) => play::run(&mut terminal, &a),
        Command::Test(a) => test::run(&mut terminal, &a),
        Command::Usi(a) => usi::run(&mut terminal, &a),
        Command::Completions(a) => completions::run(&mut terminal, &a, &mut Arguments::command()),
    };
    let status = match result.and_then(|status| terminal.flush().map(|()| status)) {
        Ok(status) => return status,
        Err(Failure::Closed) => return 0,
        Err(failure) => failure,
    };
    // What was written before the failure still belongs to the answer.
    let _ = terminal.flush();
    match status {
        Failure::Closed => 0,
        Failure::Said => 1,
        Failure::Refused(message) => {
            terminal.error(&message);
            1
        }
        Failure::Trouble(message) => {
            terminal.error(&message);
            2
        }
    }
}
