//! One text of a stranger, given to everything that reads texts; what it costs.

use std::time::{Duration, Instant};

use boardwright::cli::wire::{MoveIn, MoveJson, PositionJson, position_data};
use boardwright::compile::compile;
use boardwright::diag::render::{Look, human, json, short};
use boardwright::diag::{Diagnostics, Sources};
use boardwright::engine::{Game, State};
use boardwright::rules::{self, Ruleset, check, describe, dump};
use boardwright::tools::perft::{Mode, perft};

use super::strangers::{Corpus, Rng, bytes};

/// What took how long. The clock is the processor time of the thread where the system tells it.
#[derive(Debug, Default, Clone)]
pub struct Cost {
    /// Name and time of each part.
    pub parts: Vec<(&'static str, Duration)>,
    /// What was reached: a ruleset, a game.
    pub compiled: bool,
}

impl Cost {
    fn measure<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let start = now();
        let result = work();
        self.parts.push((name, now().saturating_sub(start)));
        result
    }

    /// The part that took longest.
    pub fn slowest(&self) -> (&'static str, Duration) {
        self.parts.iter().copied().max_by_key(|part| part.1).unwrap_or(("nothing", Duration::ZERO))
    }
}

/// Processor time of this thread; where it cannot be had, the time of the day.
pub fn now() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .map_or_else(|| START.with(Instant::elapsed), Duration::from_nanos)
}

/// Checks and formats a file; with a game of it, plays a little. Panics where a promise is broken.
pub fn file(corpus: &Corpus, text: &str, settings: &[(String, String)], rng: &mut Rng) -> Cost {
    trial(corpus, text, settings, (true, true), rng)
}

/// Checks a file, formats it if that is wanted, and no more.
pub fn checked(corpus: &Corpus, text: &str, settings: &[(String, String)], formats: bool) -> Cost {
    trial(corpus, text, settings, (formats, false), &mut Rng::new(0))
}

fn trial(
    corpus: &Corpus,
    text: &str,
    settings: &[(String, String)],
    (formats, plays): (bool, bool),
    rng: &mut Rng,
) -> Cost {
    let mut cost = Cost::default();
    let mut sources = Sources::new();
    let mut loader = |wanted: &str, _: &str| {
        if wanted == "stranger.game" { Ok((wanted.to_owned(), text.to_owned())) } else { corpus.parent(wanted) }
    };
    let (ruleset, diagnostics) =
        cost.measure("check", || check("stranger.game", text, settings, &mut loader, &mut sources));
    cost.measure("messages", || messages(&diagnostics, &sources));
    assert!(ruleset.is_some() || diagnostics.has_errors(), "no ruleset and no error");
    if formats {
        cost.measure("fmt", || layout(text));
    }
    let Some(ruleset) = ruleset else { return cost };
    if formats {
        cost.measure("expand", || expanded(&ruleset, text, settings, &mut loader));
    }
    if !plays {
        return cost;
    }
    cost.measure("describe", || words(&ruleset));
    let Ok(compiled) = cost.measure("compile", || compile(&ruleset)) else { return cost };
    cost.compiled = true;
    let game = Game::new(compiled);
    let mut state = cost.measure("start", || game.start());
    play(&mut cost, &game, &mut state, 6, rng);
    cost
}

fn messages(diagnostics: &Diagnostics, sources: &Sources) {
    let look = Look::default();
    let out = human(diagnostics, sources, look);
    assert!(out.len() < 4_000_000, "{} bytes of messages", out.len());
    assert!(!out.chars().any(|c| c.is_control() && c != '\n'), "control characters in messages");
    short(diagnostics, sources, look);
    json(diagnostics, sources, look);
}

/// What can be formatted stays as it is when it is formatted again.
fn layout(text: &str) {
    let format = |text: &str| boardwright::syntax::format(Sources::new().add("stranger.game", text), text);
    if let Ok(once) = format(text) {
        assert!(format(&once).is_ok_and(|twice| twice == once), "formatting twice differs from once");
    }
}

/// A game as one file says the same, is canonical, and stays as it is.
fn expanded(ruleset: &Ruleset, text: &str, settings: &[(String, String)], loader: &mut rules::Loader<'_>) {
    let mut sources = Sources::new();
    let (whole, found) = rules::expand("stranger.game", text, settings, None, loader, &mut sources);
    let Some(whole) = whole else {
        assert!(!found.list.is_empty(), "nothing is written, and nothing is said");
        return;
    };
    let none = &mut |_: &str, _: &str| Err(String::new());
    let (again, faults) = rules::build("whole.game", &whole, &[], none, &mut Sources::new());
    let again = again.unwrap_or_else(|| panic!("as one file it is no game: {:?}\n{whole}", faults.list));
    assert_eq!(picture(ruleset), picture(&again), "as one file it is another game:\n{whole}");
    layout(&whole);
    let (second, _) = rules::expand("whole.game", &whole, &[], None, none, &mut Sources::new());
    assert!(second.as_deref() == Some(&whole), "expanding twice differs from once:\n{whole}\n----\n{second:?}");
    let (one, _) = rules::items("stranger.game", text, settings, loader, &mut Sources::new());
    let (other, _) = rules::items("whole.game", &whole, &[], none, &mut Sources::new());
    let found = rules::changes::changes(&one.unwrap(), &other.unwrap());
    assert_eq!(found.count(), 0, "the items of the one file differ: {found:?}\n{whole}");
}

/// A ruleset without the defaults of its options, and without what says whether they are asked: that is for `check`.
fn picture(ruleset: &Ruleset) -> Vec<String> {
    let text = dump::ruleset(ruleset);
    let line = |line: &str| {
        if line.starts_with("option ") { line.split("; default ").next().unwrap_or(line) } else { line }.to_owned()
    };
    text.lines().map(line).collect()
}

fn words(ruleset: &Ruleset) {
    describe::sentences(ruleset);
    dump::ruleset(ruleset);
}

/// A few plies, everything asked on the way.
fn play(cost: &mut Cost, game: &Game, state: &mut State, plies: usize, rng: &mut Rng) {
    for ply in 0..plies {
        if ply < 2 {
            let moves = cost.measure("moves with outcomes", || state.moves());
            for info in moves.iter().take(3) {
                MoveJson::new(game, info);
            }
        }
        let moves = cost.measure("moves", || state.moves_without_outcomes());
        cost.measure("outcome", || state.outcome());
        let Some(chosen) = (!moves.is_empty()).then(|| rng.pick(&moves)) else { break };
        assert!(cost.measure("play", || state.play(chosen.index)), "a legal move is not played");
        let faults = cost.measure("validate", || state.validate());
        assert!(faults.is_empty(), "after `{}`: {faults:?}", chosen.text);
    }
    let text = state.text();
    let again = cost.measure("read position", || game.read_position(&text));
    if let Ok(again) = &again {
        assert!(again.validate().is_empty(), "`{text}`: {:?}", again.validate());
    }
    let data = state.data();
    drop(cost.measure("position from data", || game.position_from(&data)));
    let count = state.count_moves();
    let leaves = cost.measure("perft 1", || perft(&mut state.clone(), 1, Mode::Count));
    if state.outcome().is_none() {
        assert_eq!(leaves, count as u64, "perft 1 and the number of moves");
    }
    while state.undo() {}
    let faults = state.validate();
    assert!(faults.is_empty(), "after undo: {faults:?}");
}

/// Texts of positions and moves, and position data, for a game that is in order; what can be read is played on.
pub fn positions(corpus: &Corpus, game: &Game, plies: usize, rng: &mut Rng) -> Cost {
    let mut cost = Cost { compiled: true, ..Cost::default() };
    let mut state = game.start();
    for _ in 0..rng.below(30) {
        let moves = state.moves_without_outcomes();
        if moves.is_empty() {
            break;
        }
        state.play(rng.pick(&moves).index);
    }
    for _ in 0..4 {
        let text = match rng.below(8) {
            0 => bytes(rng),
            1 => format!("{}{}", state.text(), *rng.pick(FIELDS)),
            _ => corpus.mutated(&state.text(), rng),
        };
        if let Ok(mut read) = cost.measure("read position", || game.read_position(&text)) {
            let faults = read.validate();
            assert!(faults.is_empty(), "`{text}`: {faults:?}");
            if plies > 0 {
                play(&mut cost, game, &mut read, plies, rng);
            }
        }
        let data = serde_json::to_string(&PositionJson::from(state.data())).unwrap_or_default();
        let data = if rng.one_in(6) { shuffled(&data, rng) } else { corpus.mutated(&data, rng) };
        if let Ok(data) = cost.measure("read data", || position_data(&data))
            && let Ok(mut read) = cost.measure("position from data", || game.position_from(&data))
        {
            let faults = read.validate();
            assert!(faults.is_empty(), "{data:?}: {faults:?}");
            if plies > 0 {
                play(&mut cost, game, &mut read, plies, rng);
            }
        }
    }
    let moves = state.moves_without_outcomes();
    for _ in 0..4 {
        let text =
            if moves.is_empty() || rng.one_in(6) { bytes(rng) } else { corpus.mutated(&rng.pick(&moves).text, rng) };
        drop(cost.measure("find move", || state.find_move(&text)));
        drop(serde_json::from_str::<MoveIn>(&text));
    }
    cost
}

/// A text as a suite, held against a game when it can be read.
pub fn suite(corpus: &Corpus, game: &Game, rng: &mut Rng) -> Cost {
    let mut cost = Cost::default();
    let text = corpus.suite(rng);
    if let Ok(mut suite) = cost.measure("read suite", || boardwright::tools::suite::read(&text)) {
        cost.compiled = true;
        suite.cases.truncate(20);
        drop(cost.measure("run suite", || boardwright::tools::suite::run(&suite, game, 50)));
    }
    cost
}

/// One text as a position, as position data and as a move.
pub fn texts(game: &Game, text: &str, rng: &mut Rng) -> Cost {
    let mut cost = Cost { compiled: true, ..Cost::default() };
    if let Ok(mut read) = game.read_position(text) {
        assert!(read.validate().is_empty(), "{:?}", read.validate());
        play(&mut cost, game, &mut read, 2, rng);
    }
    if let Ok(mut read) = position_data(text).and_then(|data| game.position_from(&data).map_err(Into::into)) {
        assert!(read.validate().is_empty(), "{:?}", read.validate());
        play(&mut cost, game, &mut read, 2, rng);
    }
    drop(game.start().find_move(text));
    drop(serde_json::from_str::<MoveIn>(text));
    cost
}

/// The games of a corpus that can be played.
pub fn games(corpus: &Corpus) -> Vec<Game> {
    let able = |(name, text): &(String, String)| {
        let mut loader = |wanted: &str, _: &str| corpus.parent(wanted);
        let (ruleset, _) = boardwright::rules::build(name, text, &[], &mut loader, &mut Sources::new());
        compile(&ruleset?).ok().map(Game::new)
    };
    corpus.games.iter().filter_map(able).collect()
}

const FIELDS: &[&str] = &[
    " quiet=4294967295",
    " passes=4294967295",
    " turn=0",
    " turn=65536",
    " again=a1",
    " again=a1!x",
    " unmoved=a1,b2,c3",
    " hands=",
    " out=",
    " marks=@>::",
    " quiet=10000 quiet=1",
    " counter2=4294967295",
    " passes=65535 quiet=4294967294",
];

/// The entries of an object in another order, some of them left out or with other values.
fn shuffled(text: &str, rng: &mut Rng) -> String {
    let mut parts: Vec<String> = text.split(',').map(str::to_owned).collect();
    for _ in 0..8 {
        let (a, b) = (rng.below(parts.len()), rng.below(parts.len()));
        parts.swap(a, b);
    }
    let number = *rng.pick(&["0", "1", "65535", "4294967295", "4294967296", "-1", "1e9", "null"]);
    format!("{},\"counters\":{{\"quiet\":{number}}}}}", parts.join(",").trim_end_matches('}'))
}
