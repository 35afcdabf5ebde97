//! `usi`: the engine's side of the Universal Shogi Interface (USI, by Tord Romstad after UCI), for any game file.
//!
//! The player behind it takes any legal move: the same in the same position.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use clap::Args;

use crate::engine::State;
use crate::rules::model::OptionValues;
use crate::tools::perft::{self, Mode};
use crate::tools::playout::Random;

use super::common::{UnusedSeed, UnusedThreads};
use super::lines::{Line, Lines};
use super::load::{GameArguments, Loaded, load, settings};
use super::positions::in_words;
use super::terminal::{Answer, Failure, Terminal};

/// Longest line that an interface sends (bytes): a game of some hundred thousand moves.
const LONGEST_LINE: usize = 1 << 20;

/// Most lines that are kept while the engine works.
const MOST_KEPT: usize = 64;

/// How long the engine waits for a line before it looks at its work again.
const MOMENT: Duration = Duration::from_millis(2);

/// Room for the work (bytes).
const STACK: usize = 64 << 20;

/// Deepest perft.
const DEEPEST: u32 = 64;

/// Lets an interface play the game: the USI protocol on standard input and output
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  boardwright usi my-game.game\n  \
    printf 'usi\\nisready\\nposition startpos moves 7g7f\\ngo byoyomi 1000\\nquit\\n' | boardwright usi my-game.game\n\n\
    Enter this command in the interface as the engine. It answers `go` with any legal move, `go mate` with\n\
    `checkmate notimplemented`, and `go perft N` with the counts of each move. The options of the game are\n\
    options of the engine.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// The engine as the interface sees it.
struct Engine {
    loaded: Loaded,
    arguments: GameArguments,
    /// The position; `None` when the last one could not be read.
    state: Option<State>,
    /// A move that waits for `stop`.
    held: Option<String>,
    inbox: Inbox,
}

/// A line, the end, or why there is none.
type Arrival = Result<Option<Line>, Failure>;

/// The lines of the interface, read by a thread of their own, so that `stop` is heard during work.
struct Inbox {
    arrivals: Receiver<Arrival>,
    /// What came during work.
    kept: VecDeque<Arrival>,
}

impl Inbox {
    fn open() -> Result<Self, Failure> {
        let (sender, arrivals) = sync_channel(MOST_KEPT);
        let read = move || {
            let mut lines = match Lines::open(Path::new("-"), LONGEST_LINE) {
                Ok(lines) => lines,
                Err(failure) => return drop(sender.send(Err(failure))),
            };
            loop {
                let line = lines.next();
                let more = matches!(line, Ok(Some(_)));
                if sender.send(line).is_err() || !more {
                    return;
                }
            }
        };
        match std::thread::Builder::new().spawn(read) {
            Ok(_) => Ok(Self { arrivals, kept: VecDeque::new() }),
            Err(error) => Err(Failure::Trouble(format!("cannot start a thread: {error}"))),
        }
    }

    fn next(&mut self) -> Arrival {
        self.kept.pop_front().unwrap_or_else(|| self.arrivals.recv().unwrap_or(Ok(None)))
    }

    /// Waits a little; true when `stop` has come. Whatever else comes is kept.
    fn stopped(&mut self) -> bool {
        if self.kept.len() >= MOST_KEPT {
            std::thread::sleep(MOMENT);
            return false;
        }
        match self.arrivals.recv_timeout(MOMENT) {
            Ok(Ok(Some(Line::Text(line)))) if line.trim() == "stop" => true,
            Ok(arrival) => {
                self.kept.push_back(arrival);
                false
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(MOMENT);
                false
            }
        }
    }
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let game = &arguments.game;
    if game.file.as_os_str() == "-" {
        return Err(Failure::Trouble("standard input holds the commands; name the file of the game".to_owned()));
    }
    let loaded = load(terminal, game)?;
    let state = Some(loaded.game.start());
    let arguments = GameArguments { file: game.file.clone(), set: game.set.clone() };
    let mut engine = Engine { loaded, arguments, state, held: None, inbox: Inbox::open()? };
    loop {
        terminal.flush()?;
        match engine.inbox.next()? {
            None => return Ok(0),
            Some(Line::Text(line)) => {
                if !engine.answer(terminal, &line)? {
                    return Ok(0);
                }
            }
            Some(Line::TooLong | Line::NotText(_)) => {
                // It may have been a position; no move is better than one in another position.
                engine.state = None;
                say(terminal, "that line cannot be read")?;
            }
        }
    }
}

/// A word to whoever reads the interface's log.
fn say(terminal: &mut Terminal, text: &str) -> Result<(), Failure> {
    terminal.line(&format!("info string {text}"))
}

impl Engine {
    /// Answers a line; false to leave.
    fn answer(&mut self, terminal: &mut Terminal, line: &str) -> Result<bool, Failure> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Ok(true) };
        let words: Vec<&str> = words.collect();
        match command {
            "usi" => self.introduce(terminal)?,
            "isready" => terminal.line("readyok")?,
            "setoption" => self.set_option(terminal, &words)?,
            "position" => self.position(terminal, &words)?,
            "go" => self.go(terminal, &words)?,
            "perft" => self.perft(terminal, words.first().copied())?,
            "stop" | "ponderhit" => self.release(terminal)?,
            "usinewgame" => self.state = Some(self.loaded.game.start()),
            "gameover" | "debug" | "register" => {}
            "quit" => return Ok(false),
            other => say(terminal, &format!("`{other}` is no command of this engine"))?,
        }
        Ok(true)
    }

    /// Says the move that waits: every `go` is answered, even by an interface that forgets to say `stop`.
    fn release(&mut self, terminal: &mut Terminal) -> Result<(), Failure> {
        self.held.take().map_or(Ok(()), |held| terminal.line(&held))
    }

    fn introduce(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let rules = &self.loaded.rules;
        terminal.line(&format!("id name boardwright {}: {}", env!("CARGO_PKG_VERSION"), rules.title))?;
        terminal.line("id author boardwright")?;
        for option in &rules.options {
            let (name, value) = (&option.name, &option.value);
            terminal.line(&match &option.values {
                OptionValues::Switch => format!("option name {name} type check default {}", value == "on"),
                OptionValues::Range(least, most) => {
                    format!("option name {name} type spin default {value} min {least} max {most}")
                }
                OptionValues::Words(words) => {
                    let words: Vec<String> = words.iter().map(|word| format!(" var {word}")).collect();
                    format!("option name {name} type combo default {value}{}", words.concat())
                }
            })?;
        }
        terminal.line("usiok")
    }

    /// `setoption name N value V`.
    fn set_option(&mut self, terminal: &mut Terminal, words: &[&str]) -> Result<(), Failure> {
        let ["name", name, rest @ ..] = words else {
            return say(terminal, "write `setoption name OPTION value VALUE`");
        };
        let Some(option) = self.loaded.rules.options.iter().find(|option| option.name == *name) else {
            // Every interface sets options such as `USI_Hash`, whether or not the engine has them.
            return if name.starts_with("USI_") {
                Ok(())
            } else {
                say(terminal, &format!("there is no option `{name}`"))
            };
        };
        let said = match rest {
            ["value", value] => *value,
            _ => "",
        };
        let value = match (&option.values, said) {
            (OptionValues::Switch, "true") => "on",
            (OptionValues::Switch, "false") => "off",
            _ => said,
        };
        if !option.values.admit(value) {
            let values = match &option.values {
                OptionValues::Switch => "true or false".to_owned(),
                OptionValues::Range(least, most) => format!("a number from {least} to {most}"),
                OptionValues::Words(words) => format!("one of {}", words.join(", ")),
            };
            return say(terminal, &format!("`{name}` is {values}, not `{said}`"));
        }
        let mut set = self.arguments.set.clone();
        set.retain(|said| {
            settings(std::slice::from_ref(said)).is_ok_and(|said| said.iter().all(|(known, _)| known != name))
        });
        set.push(format!("{name}={value}"));
        let arguments = GameArguments { file: self.arguments.file.clone(), set };
        match load(terminal, &arguments) {
            Ok(loaded) => {
                self.state = Some(loaded.game.start());
                (self.loaded, self.arguments) = (loaded, arguments);
                Ok(())
            }
            Err(_) => say(terminal, &format!("the game cannot be played with `{name}` set to `{value}`")),
        }
    }

    /// `position startpos` or `position sfen TEXT`, then `moves …`.
    fn position(&mut self, terminal: &mut Terminal, words: &[&str]) -> Result<(), Failure> {
        self.state = None;
        self.release(terminal)?;
        let (place, moves) = match words.iter().position(|word| *word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &[][..]),
        };
        let mut state = match place {
            ["startpos"] => self.loaded.game.start(),
            ["sfen", text @ ..] if !text.is_empty() => match self.loaded.game.read_position(&text.join(" ")) {
                Ok(state) => state,
                Err(error) => return say(terminal, &in_words(&error.into())),
            },
            _ => return say(terminal, "write `position startpos` or `position sfen TEXT`, then `moves` and the moves"),
        };
        for (number, text) in moves.iter().enumerate() {
            match state.find_move(text) {
                Ok(info) => {
                    state.play(info.index);
                }
                Err(error) => return say(terminal, &format!("move {}: {error}", number + 1)),
            }
        }
        self.state = Some(state);
        Ok(())
    }

    fn go(&mut self, terminal: &mut Terminal, words: &[&str]) -> Result<(), Failure> {
        self.release(terminal)?;
        match words.first() {
            Some(&"perft") => return self.perft(terminal, words.get(1).copied()),
            Some(&"mate") => return terminal.line("checkmate notimplemented"),
            _ => {}
        }
        let wait = words.iter().any(|word| matches!(*word, "infinite" | "ponder"));
        let answer = if let Some(state) = &mut self.state {
            format!("bestmove {}", choose(state))
        } else {
            say(terminal, "there is no position to play from")?;
            "bestmove resign".to_owned()
        };
        if wait {
            self.held = Some(answer);
            return Ok(());
        }
        terminal.line(&answer)
    }

    fn perft(&mut self, terminal: &mut Terminal, depth: Option<&str>) -> Result<(), Failure> {
        let Some(depth) =
            depth.and_then(|depth| depth.parse::<u32>().ok()).filter(|depth| (1..=DEEPEST).contains(depth))
        else {
            return say(terminal, &format!("write `perft DEPTH`, a number from 1 to {DEEPEST}"));
        };
        let Some(state) = &mut self.state else { return say(terminal, "there is no position to count from") };
        let stop = AtomicBool::new(false);
        let inbox = &mut self.inbox;
        let divided = std::thread::scope(|scope| {
            let work = || {
                if state.outcome().is_some() {
                    Vec::new()
                } else {
                    perft::divide_until(state, depth, Mode::Count, &stop)
                }
            };
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            while !worker.is_finished() {
                if inbox.stopped() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        let divided =
            divided.map_err(|error: std::io::Error| Failure::Trouble(format!("cannot start a thread: {error}")))?;
        if stop.load(Ordering::Relaxed) {
            say(terminal, "stopped; these moves are counted")?;
        }
        let count: u64 = divided.iter().map(|(_, count)| count).sum();
        for (text, count) in divided {
            terminal.line(&format!("{text}: {count}"))?;
        }
        terminal.line(&format!("Nodes searched: {count}"))
    }
}

/// A winning claim, else any legal move, the same in the same position; `resign` when the game is over.
fn choose(state: &mut State) -> String {
    let player = state.to_move();
    let infos = state.moves_without_outcomes();
    for claim in infos.iter().filter(|info| info.claim) {
        state.play(claim.index);
        let wins = state.outcome().is_some_and(|outcome| outcome.winners.contains(&player));
        state.undo();
        if wins {
            return "win".to_owned();
        }
    }
    let moves: Vec<_> = infos.into_iter().filter(|info| !info.claim).collect();
    if moves.is_empty() {
        return "resign".to_owned();
    }
    let mut random = Random::new(state.key());
    moves[random.below(moves.len() as u32) as usize].text.clone()
}
