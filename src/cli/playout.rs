//! `playout`: random games, and what they tell about a game.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use crate::engine::{Game, State};
use crate::tools::playout::{PlayoutResult, playout};
use crate::tools::render::table::{Align, Table};

use super::common::{SeedArgument, ThreadsArgument};
use super::load::{GameArguments, load};
use super::positions::PositionArgument;
use super::terminal::{Answer, Terminal, counted, tell, thousands};

/// Plays random games and counts how they end
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  boardwright playout my-game.game --games 1000 --seed 7\n\n\
    The same seed gives the same games, however many threads share the work (all of them if --threads is not given).")]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    position: PositionArgument,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    games: u32,

    /// A game that is not over after so many plies is left unfinished
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    max_plies: u32,

    /// The answer as one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    seed: SeedArgument,

    #[command(flatten)]
    threads: ThreadsArgument,
}

/// What `playout --json` says.
#[derive(Debug, Serialize)]
struct Statistics {
    games: u32,
    seed: u64,
    max_plies: u32,
    /// How the games ended, the most frequent first.
    results: Vec<Ending>,
    /// Games that reached `max_plies`.
    unfinished: u32,
    plies: Plies,
    /// Mean number of legal moves to choose from.
    branching: f64,
}

/// One way to end.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Ending {
    winners: Vec<String>,
    reason: String,
    games: u32,
}

/// Lengths of games.
#[derive(Debug, Serialize)]
struct Plies {
    shortest: u32,
    median: u32,
    mean: f64,
    longest: u32,
    total: u64,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let loaded = load(terminal, &arguments.game)?;
    let start = arguments.position.state_or_refuse(&loaded.game)?;
    let every_one = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.threads.map_or_else(every_one, usize::from);
    let clock = Instant::now();
    let results = play_all(&start, arguments.games, arguments.seed.seed, arguments.max_plies, threads);
    let seconds = clock.elapsed().as_secs_f64();
    let statistics = gather(&loaded.game, &results, arguments.seed.seed, arguments.max_plies);
    if arguments.json {
        terminal.json(&statistics)?;
    } else {
        terminal.write(&say(&loaded.rules.title, &statistics))?;
    }
    terminal.flush()?;
    let speed = if seconds > 0.0 { statistics.plies.total as f64 / seconds } else { 0.0 };
    tell(&format!("{seconds:.3} s, {} plies/s", thousands(speed as u64)));
    Ok(0)
}

/// The games in order of their numbers; each has a seed of its own, so it does not matter who plays it.
fn play_all(start: &State, games: u32, seed: u64, max_plies: u32, threads: usize) -> Vec<PlayoutResult> {
    let next = AtomicU32::new(0);
    let work = |start: State| {
        let mut done: Vec<(u32, PlayoutResult)> = Vec::new();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return done;
            }
            done.push((game, playout(&mut start.clone(), seed_of(seed, game), max_plies)));
        }
    };
    let mut all: Vec<(u32, PlayoutResult)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, games as usize))
            .map(|_| {
                let (start, work) = (start.clone(), &work);
                scope.spawn(move || work(start))
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    all.sort_by_key(|(game, _)| *game);
    all.into_iter().map(|(_, result)| result).collect()
}

/// The seed of a game: the number of the game mixed into the seed of the run (the finisher of `SplitMix64`).
fn seed_of(seed: u64, game: u32) -> u64 {
    let mut z = seed.wrapping_add(u64::from(game).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn gather(game: &Game, results: &[PlayoutResult], seed: u64, max_plies: u32) -> Statistics {
    let mut endings: BTreeMap<(Vec<usize>, String), u32> = BTreeMap::new();
    let mut unfinished = 0;
    for result in results {
        match &result.outcome {
            Some(outcome) => {
                let winners = outcome.winners.iter().map(|player| player.index()).collect();
                *endings.entry((winners, outcome.reason.clone())).or_default() += 1;
            }
            None => unfinished += 1,
        }
    }
    let mut endings: Vec<_> = endings.into_iter().collect();
    endings.sort_by_key(|((winners, reason), games)| (std::cmp::Reverse(*games), winners.clone(), reason.clone()));
    let mut lengths: Vec<u32> = results.iter().map(|result| result.plies).collect();
    lengths.sort_unstable();
    let total: u64 = lengths.iter().map(|n| u64::from(*n)).sum();
    let choices: u64 = results.iter().map(|result| result.branching_sum).sum();
    let counted: u64 = results.iter().map(|result| u64::from(result.branching_plies)).sum();
    let mean = |sum: u64, number: u64| if number == 0 { 0.0 } else { hundredths(sum as f64 / number as f64) };
    Statistics {
        games: results.len() as u32,
        seed,
        max_plies,
        results: endings
            .into_iter()
            .map(|((winners, reason), games)| Ending {
                winners: winners.into_iter().map(|player| game.player_name(player.into()).to_owned()).collect(),
                reason,
                games,
            })
            .collect(),
        unfinished,
        plies: Plies {
            shortest: lengths.first().copied().unwrap_or(0),
            median: lengths.get(lengths.len() / 2).copied().unwrap_or(0),
            mean: mean(total, results.len() as u64),
            longest: lengths.last().copied().unwrap_or(0),
            total,
        },
        branching: mean(choices, counted),
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn say(title: &str, statistics: &Statistics) -> String {
    let games = u64::from(statistics.games);
    let mut out = format!("{title}: {}, seed {}\n\n", counted(games, "random game"), statistics.seed);
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Left]).indent(2);
    let percent = |number: u32| format!("{:.1} %", f64::from(number) * 100.0 / f64::from(statistics.games.max(1)));
    let mut row = |what: String, number: u32, reason: &str| {
        table.row([what, thousands(u64::from(number)), percent(number), reason.to_owned()]);
    };
    // Results first, with the reasons of each below it.
    let mut winners: Vec<&Vec<String>> = Vec::new();
    for ending in &statistics.results {
        if !winners.contains(&&ending.winners) {
            winners.push(&ending.winners);
        }
    }
    for who in winners {
        let of_them: Vec<&Ending> = statistics.results.iter().filter(|e| e.winners == *who).collect();
        let what = match &who[..] {
            [] => "draw".to_owned(),
            [one] => format!("{one} wins"),
            _ => format!("{} win", who.join(" and ")),
        };
        let reasons: Vec<String> =
            of_them.iter().map(|e| format!("{} {}", e.reason, thousands(u64::from(e.games)))).collect();
        row(what, of_them.iter().map(|e| e.games).sum(), &reasons.join(", "));
    }
    if statistics.unfinished > 0 {
        let limit = format!("not over after {}", counted(u64::from(statistics.max_plies), "move"));
        row("unfinished".to_owned(), statistics.unfinished, &limit);
    }
    out.push_str(&table.paint());
    let Plies { shortest, median, mean, longest, .. } = &statistics.plies;
    let _ = write!(
        out,
        "\n  length   {} to {} plies, median {}, mean {mean}\n  choices  {} moves on average\n",
        thousands(u64::from(*shortest)),
        thousands(u64::from(*longest)),
        thousands(u64::from(*median)),
        statistics.branching,
    );
    out
}

#[cfg(test)]
mod tests {
    use super::seed_of;

    #[test]
    fn every_game_has_its_own_seed() {
        let mut seeds: Vec<u64> = (0..1000).map(|game| seed_of(1, game)).collect();
        seeds.push(seed_of(2, 0));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 1001);
    }
}
