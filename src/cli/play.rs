//! `play`: a game between people at one terminal.

use std::io::{IsTerminal, Write};
use std::path::Path;

use clap::Args;

use crate::diag::half_width;
use crate::engine::{MoveError, MoveInfo, State};
use crate::tools::render::Last;
use crate::tools::why::Way;
use crate::types::Player;

use super::common::{UnusedSeed, UnusedThreads};
use super::draw::{DrawArguments, Drawing, deed_words, kind_words, move_table, outcome_words, player_words};
use super::lines::{Line, Lines, unwritable};
use super::load::{GameArguments, Loaded, load};
use super::positions::PositionArgument;
use super::terminal::{Answer, Failure, Terminal, counted, harmless, shown};
use super::why::{explain, say};

/// Longest line that a player types (bytes).
const LONGEST_LINE: usize = 1 << 16;

const HELP: &str = "\
Type a move, for example `{move}`. Captures need not be written as long as one legal move fits.
  moves [CELL]   the legal moves, or those that begin on a cell
  why MOVE       why a move is not legal
  board          the board once more
  position       the position as text
  undo           takes the last move back
  save FILE      writes the moves so far into a new file
  resign         gives the game up
  quit           leaves";

/// Plays a game: people against each other at one terminal
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  boardwright play my-game.game\n  printf 'd1-d3\\nquit\\n' | boardwright play my-game.game\n\n\
    Type `help` in the game for what can be typed there.\n\n\
    People take turns at the keyboard; the prompt says whose turn it is. When a move is a drop out of another player's\n\
    hand, that player is asked, and only `yes` makes the move; `--consent given` asks nobody."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    position: PositionArgument,

    #[command(flatten)]
    draw: DrawArguments,

    /// Draws the board as the player to move sees it, the own front up
    #[arg(long)]
    flip: bool,

    /// A drop out of another player's hand: asks that player at each one, or takes the consent as given
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Consent::Ask)]
    consent: Consent,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// Whether a player is asked before somebody else drops a piece out of that player's hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Consent {
    /// Each time.
    Ask,
    /// Never.
    Given,
}

/// What a line asks for.
enum Next {
    /// The next line.
    Ask,
    /// The board, then the next line.
    Draw,
    /// The end.
    Leave,
}

/// A game in progress.
struct Table<'a> {
    loaded: &'a Loaded,
    drawing: Drawing<'a>,
    flip: bool,
    consent: Consent,
    state: State,
    /// Where it began, if not at the start of the game.
    start: Option<String>,
    /// The moves, with where they went.
    moves: Vec<(String, Last)>,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    if arguments.game.file.as_os_str() == "-" {
        return Err(Failure::Trouble("standard input holds the moves; name the file of the game".to_owned()));
    }
    let loaded = load(terminal, &arguments.game)?;
    let state = arguments.position.state_or_refuse(&loaded.game)?;
    let start = arguments.position.position.as_ref().map(|_| state.text());
    let drawing = Drawing::new(&loaded, arguments.draw, terminal.color);
    let Arguments { flip, consent, .. } = *arguments;
    let mut table = Table { loaded: &loaded, drawing, flip, consent, state, start, moves: Vec::new() };
    // Whoever reads the record of a piped game wants to see what was typed.
    let echo = !std::io::stdin().is_terminal();
    let mut typed = Typed { lines: Lines::open(Path::new("-"), LONGEST_LINE)?, echo };

    terminal.line(&loaded.rules.title)?;
    let mut next = Next::Draw;
    loop {
        match next {
            Next::Leave => return Ok(0),
            Next::Draw => {
                table.draw(terminal)?;
                if let Some(outcome) = table.state.outcome() {
                    terminal.line(&format!("The game is over: {}.", outcome_words(&loaded.game, &outcome)))?;
                    return Ok(0);
                }
            }
            Next::Ask => {}
        }
        next = match typed.ask(terminal, &player_words(&loaded.game, table.state.to_move()))? {
            Some(line) => table.obey(terminal, &mut typed, &line)?,
            None => return Ok(0),
        };
    }
}

/// What people type.
struct Typed {
    lines: Lines,
    /// Lines are written out again.
    echo: bool,
}

impl Typed {
    /// Asks until a line can be read; `None` at the end of the input.
    fn ask(&mut self, terminal: &mut Terminal, question: &str) -> Result<Option<String>, Failure> {
        loop {
            terminal.write(&format!("{question}> "))?;
            terminal.flush()?;
            match self.lines.next()? {
                Some(Line::Text(line)) => {
                    if self.echo {
                        terminal.line(&shown(line.trim()))?;
                    }
                    // An input method may be set to full-width letters.
                    return Ok(Some(half_width(line.trim()).trim().to_owned()));
                }
                Some(Line::TooLong | Line::NotText(_)) => terminal.line("\nThat line cannot be read.")?,
                None => {
                    terminal.line("")?;
                    return Ok(None);
                }
            }
        }
    }
}

impl Table<'_> {
    fn draw(&mut self, terminal: &mut Terminal) -> Result<(), Failure> {
        let last = self.moves.last().map_or(Last::default(), |(_, last)| *last);
        terminal.line("")?;
        let board = if self.flip {
            self.drawing.board_before(self.state.to_move(), &self.state, last)
        } else {
            self.drawing.board(&self.state, last)
        };
        for line in board.lines() {
            terminal.line(&format!("  {line}"))?;
        }
        terminal.line("")?;
        let status = self.drawing.status(&mut self.state, false);
        // The last line says whose turn it is; so does the prompt.
        for line in status.iter().take(status.len().saturating_sub(1)) {
            terminal.line(&format!("  {line}"))?;
        }
        let mover = self.state.to_move();
        if self.state.outcome().is_none() && self.state.out().contains(&mover) {
            let left = self.left();
            terminal.line(&format!("{} is out: {left}", player_words(&self.loaded.game, mover)))?;
        }
        Ok(())
    }

    /// What a player who is out can still do, in words.
    fn left(&mut self) -> String {
        let moves = self.state.moves_without_outcomes();
        let mut words: Vec<String> = Vec::new();
        for (at, info) in moves.iter().enumerate() {
            if moves[..at].iter().any(|before| before.action == info.action) {
                continue;
            }
            let several: Vec<&MoveInfo> = moves.iter().filter(|other| other.action == info.action).collect();
            words.push(match several.len() {
                1 => format!("`{}`", info.text),
                number => format!("`{}` ({number} ways, for example `{}`)", info.action, info.text),
            });
        }
        if words.is_empty() {
            return "nothing is left to do".to_owned();
        }
        format!("no piece moves and none is dropped; what is left is {}", words.join(" or "))
    }

    fn obey(&mut self, terminal: &mut Terminal, typed: &mut Typed, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest) {
            ("", _) => Ok(Next::Ask),
            ("quit" | "exit", "") => Ok(Next::Leave),
            ("help" | "?", "") => {
                let example =
                    self.state.moves_without_outcomes().into_iter().next().map_or("pass".to_owned(), |m| m.text);
                terminal.line(&HELP.replace("{move}", &example))?;
                Ok(Next::Ask)
            }
            ("board", "") => Ok(Next::Draw),
            ("position", "") => {
                terminal.line(&self.state.text())?;
                Ok(Next::Ask)
            }
            ("moves", cell) => self.list(terminal, cell).map(|()| Next::Ask),
            ("why", "") => {
                terminal.line("Which move? For example: why a1-a2")?;
                Ok(Next::Ask)
            }
            ("why", text) => {
                let moves: Vec<String> = self.moves.iter().map(|(text, _)| text.clone()).collect();
                let way = Way { start: self.start.as_deref(), moves: &moves };
                say(terminal, self.loaded, &explain(self.loaded, way, text))?;
                Ok(Next::Ask)
            }
            ("undo", "") => {
                if self.moves.pop().is_some() && self.state.undo() {
                    return Ok(Next::Draw);
                }
                terminal.line("There is no move to take back.")?;
                Ok(Next::Ask)
            }
            ("save", name) => self.save(terminal, name).map(|()| Next::Ask),
            ("resign", "") => self.resign(terminal).map(|()| Next::Leave),
            _ => self.play(terminal, typed, line),
        }
    }

    /// Does the owner of the hand that a drop comes from agree? The end of the input is a refusal, too.
    fn agreed(&self, terminal: &mut Terminal, typed: &mut Typed, info: &MoveInfo) -> Result<bool, Failure> {
        let (game, mover) = (&self.loaded.game, self.state.to_move());
        let (Some(owner), Some(to)) = (info.hand.filter(|&owner| owner != mover), info.to) else { return Ok(true) };
        if self.consent == Consent::Given {
            return Ok(true);
        }
        let piece = info.piece.as_deref().map_or("a piece", |code| kind_words(&self.loaded.rules, code));
        let (asked, mover) = (player_words(game, owner), player_words(game, mover));
        let cell = game.cell_name(to);
        let question = format!("{asked}, may {mover} drop {piece} from your hand on {cell}? yes/no");
        let answer = typed.ask(terminal, &question)?;
        let yes = answer.is_some_and(|answer| answer.eq_ignore_ascii_case("yes"));
        if !yes {
            terminal.line(&format!("{asked} does not agree. {mover} makes another move."))?;
        }
        Ok(yes)
    }

    fn play(&mut self, terminal: &mut Terminal, typed: &mut Typed, text: &str) -> Result<Next, Failure> {
        match self.state.find_move(text) {
            Ok(info) => {
                if !self.agreed(terminal, typed, &info)? {
                    return Ok(Next::Ask);
                }
                self.say_move(terminal, &info)?;
                self.moves.push((info.text.clone(), Last { from: info.from, to: info.to }));
                self.state.play(info.index);
                return Ok(Next::Draw);
            }
            Err(MoveError::Ambiguous { fits, .. }) => {
                terminal.line(&format!("Several moves fit: {}", fits.join(", ")))?;
            }
            Err(MoveError::NotLegal { near, .. }) => {
                let text = shown(text);
                terminal.line(&match &near[..] {
                    [] => format!("`{text}` is no legal move and no command; type `why {text}`, `moves` or `help`"),
                    _ => format!(
                        "`{text}` is not legal here; did you mean {}? Type `why {text}` for the reason",
                        near.join(", ")
                    ),
                })?;
            }
        }
        Ok(Next::Ask)
    }

    /// Says what a move does besides moving.
    fn say_move(&self, terminal: &mut Terminal, info: &MoveInfo) -> Result<(), Failure> {
        let does = deed_words(self.loaded, &self.state, &MoveInfo { outcome: None, ..info.clone() });
        let mover = player_words(&self.loaded.game, self.state.to_move());
        let text = info.name.as_ref().map_or_else(|| info.text.clone(), |name| format!("{} {name}", info.text));
        if does.is_empty() {
            terminal.line(&format!("{mover}: {text}"))
        } else {
            terminal.line(&format!("{mover}: {text} ({does})"))
        }
    }

    fn list(&mut self, terminal: &mut Terminal, cell: &str) -> Result<(), Failure> {
        let mut moves = self.state.moves();
        if !cell.is_empty() {
            let Some(cell) = self.loaded.game.cell_by_name(cell) else {
                return terminal.line(&format!("The board has no cell `{}`.", shown(cell)));
            };
            moves.retain(|info| info.from.or(info.to) == Some(cell));
            if moves.is_empty() {
                return terminal.line("No legal move begins there.");
            }
        }
        terminal.write(&move_table(self.loaded, &self.state, &moves))?;
        terminal.line(&counted(moves.iter().filter(|m| !m.claim).count() as u64, "move"))
    }

    fn save(&self, terminal: &mut Terminal, name: &str) -> Result<(), Failure> {
        if name.is_empty() {
            return terminal.line("Into which file? For example: save my-game.txt");
        }
        let moves: Vec<&str> = self.moves.iter().map(|(text, _)| text.as_str()).collect();
        let file = std::fs::File::create_new(name).and_then(|mut file| writeln!(file, "{}", moves.join(" ")));
        match file {
            Ok(()) => terminal.line(&format!(
                "{} written to `{}`; `replay` reads it.",
                counted(moves.len() as u64, "move"),
                harmless(name)
            )),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                terminal.line(&format!("`{}` is there already; choose another name.", harmless(name)))
            }
            Err(error) => terminal.line(&format!("`{}` cannot be written: {}", harmless(name), unwritable(&error))),
        }
    }

    fn resign(&self, terminal: &mut Terminal) -> Result<(), Failure> {
        let game = &self.loaded.game;
        let who = self.state.to_move();
        let team = self.loaded.rules.players[who].team;
        let others: Vec<&str> = (0..game.players())
            .map(Player::from_index)
            .filter(|player| self.loaded.rules.players[*player].team != team)
            .map(|player| game.player_name(player))
            .collect();
        let verb = if others.len() == 1 { "wins" } else { "win" };
        terminal.line(&format!("{} resigns. {} {verb}.", game.player_name(who), others.join(" and ")))
    }
}
