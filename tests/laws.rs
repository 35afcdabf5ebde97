//! What every reachable position of every game obeys.

use std::collections::BTreeSet;
use std::path::Path;

use boardwright::diag::FileId;
use boardwright::engine::{Game, PositionData, State};
use boardwright::rules::dump;
use boardwright::syntax::format;
use boardwright::tools::perft::{Mode, divide, perft};
use boardwright::tools::playout::{Random, playout};
use boardwright::types::Cell;

use crate::support::data::check_all;
use crate::support::games;
use crate::support::lockstep::Pair;
use crate::support::oracle::Oracle;

/// Checks a law for every shipped game; what is wrong, with the game's name.
fn for_every_game(law: impl Fn(&Path) -> Result<(), String> + Sync) {
    let wrong = check_all(&games::shipped(), |path| {
        law(path).err().map(|error| format!("{}: {error}", games::name(path))).into_iter().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A game of the repository, played by engine and oracle.
fn pair(path: &Path) -> Result<Pair, String> {
    let rules = games::read(path, &[])?;
    Ok(Pair { game: games::compiled(&rules)?, oracle: Oracle::new(&rules) })
}

fn game(path: &Path) -> Result<Game, String> {
    games::compiled(&games::read(path, &[])?)
}

/// Does the engine play the game one rule after the other, without a loop of its own?
fn is_slow(game: &Game) -> bool {
    !game.is_tight() && !game.is_setwise()
}

/// How many plies of a random game, and how often to look: the oracle is slow, and slower on large boards with many pieces.
fn patience(pair: &Pair) -> (u32, u32) {
    match (pair.game.cells().len(), pair.game.kinds()) {
        (0..=64, 0..=8) => (60, 5),
        (0..=64, _) => (30, 10),
        (65..=100, 0..=8) => (45, 15),
        (65..=100, _) => (16, 8),
        (101..=144, 0..=8) => (30, 25),
        _ => (6, 5),
    }
}

/// Plays a random game with the engine and calls the law every so many plies, first at the start.
fn along_a_game(
    game: &Game,
    seed: u64,
    plies: u32,
    every: u32,
    mut law: impl FnMut(&mut State) -> Result<(), String>,
) -> Result<(), String> {
    let mut random = Random::new(seed);
    let mut state = game.start();
    for ply in 0..plies {
        if ply % every == 0 {
            law(&mut state).map_err(|error| format!("seed {seed}, ply {ply}: {}: {error}", state.text()))?;
        }
        let moves = state.count_moves();
        if moves == 0 {
            break;
        }
        state.play(random.below(moves as u32) as usize);
    }
    law(&mut state).map_err(|error| format!("seed {seed}, last position: {}: {error}", state.text()))
}

/// The engine's moves are the oracle's moves, and lead to the same positions and ends; perft agrees.
#[test]
fn engine_moves_are_oracle_moves() {
    for_every_game(|path| {
        let pair = pair(path)?;
        let (plies, every) = patience(&pair);
        pair.random_game(1, plies, |ply| ply % every == 0)?;
        if pair.game.cells().len() <= 64 {
            let (slow, fast) =
                (pair.oracle.perft(&pair.oracle.start(), 2), perft(&mut pair.game.start(), 2, Mode::Count));
            if slow != fast {
                return Err(format!("perft 2: oracle {slow}, engine {fast}"));
            }
        }
        Ok(())
    });
}

/// A move played and taken back leaves no trace, what is kept up on the way equals what is computed anew, and every
/// legal move is different in text.
#[test]
fn playing_and_undoing_restores_everything() {
    for_every_game(|path| {
        let game = game(path)?;
        let (plies, every) = match game.cells().len() {
            145.. => (120, 60),
            _ if is_slow(&game) && game.kinds() > 8 => (40, 20),
            _ => (120, 20),
        };
        along_a_game(&game, 2, plies, every, |state| {
            let (before, text) = (state.snapshot(), state.text());
            let mut texts = BTreeSet::new();
            for info in state.moves() {
                if !texts.insert(info.text.clone()) {
                    return Err(format!("{} is listed twice", info.text));
                }
                state.play(info.index);
                let faults = state.validate();
                if !faults.is_empty() {
                    return Err(format!("after {}: {}", info.text, faults.join("; ")));
                }
                if !state.undo() || state.text() != text {
                    return Err(format!("{} is not undone", info.text));
                }
            }
            let _ = state.count_moves();
            let after = state.snapshot();
            if before == after { Ok(()) } else { Err(format!("a trace is left\n{before}\n{after}")) }
        })
    });
}

/// Position to text and back, move to text and back; what is read back has the same moves.
#[test]
fn text_says_everything() {
    for_every_game(|path| {
        let game = game(path)?;
        along_a_game(&game, 3, 120, 20, |state| {
            let text = state.text();
            let mut again = game.read_position(&text).map_err(|error| error.to_string())?;
            if again.text() != text {
                return Err(format!("read back it is {}", again.text()));
            }
            if again.data() != state.data() || again.key() != state.key() {
                return Err("read back it is another position".to_string());
            }
            let texts = |state: &mut State| -> BTreeSet<String> {
                state.moves_without_outcomes().into_iter().map(|info| info.text).collect()
            };
            let moves = texts(state);
            // Repetition is not in the text: an end by it, and what it forbids, is not known to what was read back.
            if state.outcome().is_none() && again.outcome().is_none() && texts(&mut again) != moves {
                return Err("read back it has other moves".to_string());
            }
            let infos = state.moves_without_outcomes();
            for info in infos.iter().step_by(infos.len() / 8 + 1) {
                let found = state.find_move(&info.text).map_err(|error| error.to_string())?;
                if found.index != info.index {
                    return Err(format!("{} is read as {}", info.text, found.text));
                }
            }
            Ok(())
        })
    });
}

/// The fast ways and the general way are one game: the same moves, ends and counts.
#[test]
fn fast_and_general_ways_agree() {
    for_every_game(|path| {
        let game = game(path)?;
        along_a_game(&game, 4, 120, 40, |state| {
            let mut general = state.clone();
            general.play_generally();
            let told = |state: &mut State| -> BTreeSet<String> {
                let moves = state.moves();
                moves
                    .into_iter()
                    .map(|i| format!("{} {:?} {:?} {:?}", i.text, i.captures, i.flips, i.outcome))
                    .collect()
            };
            let (fast, slow) = (told(state), told(&mut general));
            if fast != slow {
                let odd: Vec<&String> = fast.symmetric_difference(&slow).take(6).collect();
                return Err(format!("differ in {odd:?}"));
            }
            if state.outcome() != general.outcome() {
                return Err(format!("ended {:?}, generally {:?}", state.outcome(), general.outcome()));
            }
            for mode in [Mode::Count, Mode::List, Mode::Leaf] {
                let (listed, counted) = (fast.len() as u64, perft(state, 1, mode));
                let claims = state.moves_without_outcomes().iter().filter(|info| info.claim).count() as u64;
                if listed - claims != counted {
                    return Err(format!("{listed} moves, perft 1 is {counted} ({mode:?})"));
                }
            }
            Ok(())
        })
    });
}

/// All ways of counting give one number, and its parts add up.
#[test]
fn all_ways_of_counting_agree() {
    for_every_game(|path| {
        let game = game(path)?;
        let mut start = game.start();
        let depth = if game.cells().len() > 128 { 1 } else { 2 };
        let count = perft(&mut start, depth, Mode::Count);
        let parts: u64 = divide(&mut start, depth, Mode::List).iter().map(|(_, part)| part).sum();
        let leaf = perft(&mut start, depth, Mode::Leaf);
        if (count, count) == (parts, leaf) {
            return Ok(());
        }
        Err(format!("perft {depth}: {count} counted, {parts} in parts, {leaf} played"))
    });
}

/// A random game ends, or reaches its limit: it never stands without a move and without an end. A finished game has no
/// legal moves. The same seed gives the same game, on whatever thread.
#[test]
fn random_games_end_and_can_be_repeated() {
    for_every_game(|path| {
        let game = game(path)?;
        let (seeds, most) = if is_slow(&game) && game.kinds() > 8 { (1, 60) } else { (3, 400) };
        for seed in 0..seeds {
            let mut state = game.start();
            let result = playout(&mut state, seed, most);
            if result.outcome.is_none() && result.plies < most {
                return Err(format!("seed {seed}: no move and no end: {}", state.text()));
            }
            if result.outcome.is_some() && (state.count_moves() > 0 || !state.moves().is_empty()) {
                return Err(format!("seed {seed}: ended, but there are moves: {}", state.text()));
            }
            let elsewhere = std::thread::scope(|scope| {
                let other = scope.spawn(|| playout(&mut game.start(), seed, most));
                other.join().unwrap()
            });
            if elsewhere != result {
                return Err(format!("seed {seed}: another game on another thread: {elsewhere:?}, {result:?}"));
            }
        }
        Ok(())
    });
}

/// A file put into its canonical form says the same, and has nothing left to be put right.
#[test]
fn formatting_is_idempotent_and_keeps_the_meaning() {
    for_every_game(|path| {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let tidy = |text: &str| format(FileId(0), text).map_err(|found| format!("{found:?}"));
        let once = tidy(&text)?;
        if tidy(&once)? != once {
            return Err("formatted twice it is another text".to_string());
        }
        let meaning = |text: &str| games::read_text(path, text, &[]).map(|rules| dump::ruleset(&rules));
        if meaning(&text)? == meaning(&once)? { Ok(()) } else { Err("formatted it says something else".to_string()) }
    });
}

/// A cell of a square board turned and mirrored: one of its eight symmetries.
fn turned(cell: Cell, size: u16, symmetry: u8) -> Cell {
    let (mut file, mut rank) = (cell.0 % size, cell.0 / size);
    if symmetry & 1 != 0 {
        file = size - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = size - 1 - rank;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut file, &mut rank);
    }
    Cell(rank * size + file)
}

/// A tafl position turned or mirrored has the same moves, turned or mirrored, with the same captures and ends.
#[test]
fn tafl_is_symmetric() {
    let tafl: Vec<_> =
        games::shipped().into_iter().filter(|path| path.parent().is_some_and(|p| p.ends_with("tafl"))).collect();
    let wrong = check_all(&tafl, |path| {
        let check = || -> Result<(), String> {
            let game = game(path)?;
            let size = game.files();
            let looks = if size > 13 { 60 } else { 20 };
            along_a_game(&game, 5, 61, looks, |state| {
                for symmetry in 1..8 {
                    let image = |cell: Cell| turned(cell, size, symmetry);
                    let mut data: PositionData = state.data();
                    for (cell, ..) in &mut data.board {
                        *cell = game.cell_name(image(game.cell_by_name(cell).unwrap())).to_string();
                    }
                    data.board.sort();
                    let mut other = game.position_from(&data).map_err(|error| error.to_string())?;
                    let told = |state: &mut State, image: &dyn Fn(Cell) -> Cell| -> BTreeSet<_> {
                        let moves = state.moves().into_iter();
                        moves
                            .map(|info| {
                                let taken: BTreeSet<Cell> = info.captures.iter().map(|&cell| image(cell)).collect();
                                let end = info.outcome.map(|end| (end.winners, end.reason));
                                (info.from.map(image), info.to.map(image), taken, end)
                            })
                            .collect()
                    };
                    let mut here = game.position_from(&state.data()).map_err(|error| error.to_string())?;
                    let (expected, found) = (told(&mut here, &image), told(&mut other, &|cell| cell));
                    if expected != found {
                        let odd: Vec<_> = expected.symmetric_difference(&found).take(4).collect();
                        return Err(format!("symmetry {symmetry}: differ in {odd:?}"));
                    }
                }
                Ok(())
            })
        };
        check().err().map(|error| format!("{}: {error}", games::name(path))).into_iter().collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// A game of actions, each of which now and then changes nothing.
const IDLE: &str = "
game \"Idle\"
board 5 x 4
player White faces north
player Black faces south
piece King K royal { moves step any }
piece Rook R { moves slide orthogonal }
piece Man M promotes to Chief { moves step forward }
piece Chief +M { moves step any }
drops from own hand
may drop any piece on empty cells
prisoners: after any piece is taken { put it into own hand, turned back }
action rush { choose own Rook; move own King 2 cells toward chosen }
action jump { choose own Man; move chosen to b3 }
action swing { choose own Rook; move own King 2 cells toward chosen; move chosen to the cell crossed }
action raise { promote own Man }
action lower { turn back own Chief }
action twirl { choose own Man; turn over chosen; turn back own Chief }
action share { give own hand to Black }
action offer { choose own Man; give chosen to mover }
action plant { place Man on c2 }
action clear { remove enemy Man on far rank }
bare: a player loses when no own King
setup \"\"\"
rm.kr
mm...
...MM
RK.MR
\"\"\"
";

fn idle(text: &str) -> Result<Pair, String> {
    let rules = games::read_text(Path::new("idle.game"), text, &[])?;
    Ok(Pair { game: games::compiled(&rules)?, oracle: Oracle::new(&rules) })
}

/// An action that changes nothing is not listed.
#[test]
fn actions_change_something() {
    let pair = idle(IDLE).unwrap();
    let actions = |text: &str| -> Vec<String> {
        let mut state = pair.game.read_position(text).unwrap();
        let named = state.moves().into_iter().filter(|info| !matches!(info.action.as_str(), "move" | "drop"));
        named.map(|info| info.text).collect()
    };
    // The cell where the king would end is free, then off the board or occupied.
    assert_eq!(actions("k4/5/5/RK2R White"), ["rush:e1", "swing:e1", "plant"]);
    assert_eq!(actions("k4/5/2M2/RK1RR White"), ["jump:c2", "raise"]);
    assert_eq!(actions("k4/1M3/2M2/1K3 White"), ["raise"]);
    // What is turned over and back is as it was; the other chief is not.
    assert_eq!(actions("k4/5/2M1+M/1K3 White"), ["jump:c2", "raise", "lower", "twirl:c2"]);
    assert_eq!(actions("k4/5/5/1K3 White hands=White:M1"), ["share", "plant"]);
    assert_eq!(actions("k4/5/5/1K3 Black hands=Black:M1"), ["plant"]);
    assert_eq!(actions("k3m/5/5/1K3 White"), ["plant", "clear"]);
    for seed in 1..=6 {
        pair.random_game(seed, 40, |_| true).unwrap();
    }
}
