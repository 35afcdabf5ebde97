//! The wider tafl family against reference data of its own: an independent program, written from the rules and not from
//! the game files, gave the legal moves, captures and ends of `tests/data/tafl/family.jsonl` and the counts below.

use boardwright::compile::compile;
use boardwright::diag::Sources;
use boardwright::engine::{Game, PositionData, State};
use boardwright::rules::check;
use boardwright::tools::perft::{Mode, perft};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::support::data;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("games/tafl")
}

/// Options and the values they are given.
type Settings<'a> = &'a [(&'a str, &'a str)];

/// A game of the family under some options.
fn game(name: &str, settings: Settings) -> Game {
    let read = |name: &str| std::fs::read_to_string(folder().join(name)).map_err(|e| e.to_string());
    let mut loader = |name: &str, _from: &str| Ok((name.to_owned(), read(name)?));
    let settings: Vec<_> = settings.iter().map(|(o, v)| ((*o).to_owned(), (*v).to_owned())).collect();
    let file = format!("{name}.game");
    let text = read(&file).unwrap();
    let (rules, said) = check(&file, &text, &settings, &mut loader, &mut Sources::new());
    Game::new(compile(&rules.unwrap_or_else(|| panic!("{name}: {said:?}"))).unwrap())
}

fn position(game: &Game, row: &Value) -> State {
    let rows = data::strings(&row["board"]);
    let mut board = Vec::new();
    for (from_top, line) in rows.iter().enumerate() {
        for (file, sign) in line.chars().enumerate() {
            let (owner, kind) = match sign {
                'b' => ("Black", "S"),
                'c' => ("Black", "C"),
                'w' => ("White", "S"),
                'n' => ("White", "N"),
                'k' => ("White", "K"),
                _ => continue,
            };
            let cell = format!("{}{}", (b'a' + file as u8) as char, rows.len() - from_top);
            board.push((cell, Some(owner.to_owned()), kind.to_owned()));
        }
    }
    let to_move = if row["turn"] == "white" { "White" } else { "Black" };
    game.position_from(&PositionData { board, to_move: to_move.to_owned(), ..PositionData::default() }).unwrap()
}

/// What is wrong with a row.
fn differences(game: &Game, row: &Value) -> Vec<String> {
    let mut state = position(game, row);
    let name = |cell| game.cell_name(cell).to_owned();
    let mut moves = Vec::new();
    let mut captures = serde_json::Map::new();
    let mut ends = serde_json::Map::new();
    for info in state.moves() {
        let text = format!("{}-{}", name(info.from.unwrap()), name(info.to.unwrap()));
        let mut taken: Vec<String> = info.captures.iter().map(|&cell| name(cell)).collect();
        taken.sort();
        if !taken.is_empty() {
            captures.insert(text.clone(), taken.into());
        }
        if let Some(outcome) = info.outcome {
            let winner = outcome.winners.first().map_or("draw".to_owned(), |&p| game.player_name(p).to_lowercase());
            ends.insert(text.clone(), winner.into());
        }
        moves.push(text);
    }
    moves.sort();
    let mut wrong = Vec::new();
    let mut compare = |what: &str, found: &Value, wanted: &Value| {
        if found != wanted {
            wrong.push(format!(
                "{} {} {}: {what} are\n  {found}\nnot\n  {wanted}",
                row["game"], row["set"], row["board"]
            ));
        }
    };
    compare("moves", &moves.join(" ").into(), &row["moves"]);
    compare("captures", &captures.into(), &row["captures"]);
    compare("ends", &ends.into(), &row["ends"]);
    wrong
}

#[test]
fn moves_captures_and_ends_are_those_of_the_reference() {
    let rows = data::rows(&data::kept("tafl").join("family.jsonl"));
    assert!(rows.len() > 200);
    let key = |row: &Value| format!("{} {}", row["game"], row["set"]);
    let mut games: BTreeMap<String, Game> = BTreeMap::new();
    for row in &rows {
        let settings: Vec<(&str, &str)> = row["set"].as_object().map_or_else(Vec::new, |options| {
            options.iter().map(|(option, value)| (option.as_str(), value.as_str().unwrap())).collect()
        });
        games.entry(key(row)).or_insert_with(|| game(row["game"].as_str().unwrap(), &settings));
    }
    let wrong = data::check_all(&rows, |row| differences(&games[&key(row)], row));
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong[0]);
}

#[test]
fn counts_from_the_start_are_those_of_the_reference() {
    let white: Settings = &[("white-first", "on")];
    let wanted: &[(&str, Settings, &[u64])] = &[
        ("saami-tablut-corner", &[], &[72, 3_944, 285_728]),
        ("saami-tablut-edge", &[], &[80, 4_344, 337_856]),
        ("saami-tablut-corner", white, &[56, 3_968, 225_224]),
        ("saami-tablut-edge", white, &[56, 4_408, 248_616]),
        ("fetlar", &[], &[116, 6_788, 806_344]),
        ("copenhagen", &[], &[116, 6_788, 806_344]),
        ("brandub", &[], &[40, 960, 39_512]),
        ("brandub", &[("king-taken", "anywhere")], &[40, 960, 39_512]),
        ("linnaean-tablut", &[], &[80, 4_400, 353_200]),
        ("ard-ri", &[], &[24, 184, 4_208]),
        ("ashton-tablut", &[], &[56, 4_408, 248_456]),
        ("sea-battle", &[], &[80, 4_400, 353_200]),
        ("tawlbwrdd", &[], &[136, 7_620, 1_042_016]),
        ("alea-evangelii", &[], &[544, 120_704]),
        ("berserk", &[], &[60, 6_910]),
    ];
    for (name, settings, counts) in wanted {
        let game = game(name, settings);
        let found: Vec<u64> =
            (1..=counts.len() as u32).map(|depth| perft(&mut game.start(), depth, Mode::Count)).collect();
        assert_eq!(found, *counts, "{name} {settings:?}");
    }
}

/// A variant file of a folk rule is the game with that option set.
#[test]
fn the_folk_variants_are_the_options() {
    for edge in ["corner", "edge"] {
        for (letter, option, value) in [
            ("a", "white-first", "on"),
            ("b", "hostile-throne", "on"),
            ("c", "king-returns", "off"),
            ("d", "armed-king", "on"),
        ] {
            let parent = game(&format!("saami-tablut-{edge}"), &[(option, value)]);
            let variant = game(&format!("saami-tablut-{edge}-folk-{letter}"), &[]);
            for depth in 1..=3 {
                let count = |game: &Game| perft(&mut game.start(), depth, Mode::Count);
                assert_eq!(count(&variant), count(&parent), "{edge} {letter}");
            }
        }
    }
}
