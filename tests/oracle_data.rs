//! The slow oracle against independent reference data: legal moves, captures, ends, small perfts, whole games.

use std::collections::BTreeMap;
use std::path::Path;

use boardwright::types::{Cell, Player};
use serde_json::Value;

use crate::support::by_hand::{BLACK, Folk, Tafl, WHITE, pieces, tafl};
use crate::support::data;
use crate::support::oracle::{Action, Oracle, Outcome, Position, Turn};

/// The game and the folk rules of a row.
fn game_of(row: &Value) -> (Tafl, Folk) {
    let game = match row["game"].as_str().unwrap() {
        "saami-tablut-corner" => Tafl::Corner,
        "saami-tablut-edge" => Tafl::Edge,
        "fetlar" => Tafl::Fetlar,
        other => panic!("unknown game {other}"),
    };
    let folk = data::strings(&row["folk"]);
    let has = |name| folk.contains(&name);
    let folk = Folk {
        white_first: has("white-first"),
        throne_hostile: has("throne-hostile-to-soldiers"),
        no_return: has("king-never-back-on-throne"),
        armed: has("king-armed"),
    };
    (game, folk)
}

/// The position of a row.
fn position_of(oracle: &Oracle, row: &Value) -> Position {
    let player = player(row["turn"].as_str().unwrap());
    let turn = oracle.rules.turns.iter().position(|&p| p == player).unwrap();
    let rows = data::strings(&row["board"]);
    let mut position = oracle.bare(&pieces(&oracle.rules.board, &rows), [], turn);
    if let Some(quiet) = row["quiet"].as_u64() {
        position.counters[0] = quiet as u32;
    }
    oracle.begin(&mut position);
    position
}

fn player(name: &str) -> Player {
    match name {
        "black" => BLACK,
        "white" => WHITE,
        other => panic!("unknown player {other}"),
    }
}

/// `white`, `black`, `draw`, or `ongoing`.
fn result_word(outcome: Option<&Outcome>) -> &'static str {
    match outcome {
        None => "ongoing",
        Some(outcome) => match outcome.winners[..] {
            [BLACK] => "black",
            [WHITE] => "white",
            [] => "draw",
            _ => "everybody",
        },
    }
}

fn short(oracle: &Oracle, turn: &Turn) -> String {
    assert_eq!(turn.action, Action::Move);
    let name = |cell: Option<Cell>| oracle.rules.board.name(cell.unwrap());
    format!("{}-{}", name(turn.from), name(turn.to))
}

fn names(oracle: &Oracle, cells: &[Cell]) -> Vec<String> {
    let mut names: Vec<String> = cells.iter().map(|&cell| oracle.rules.board.name(cell)).collect();
    names.sort();
    names
}

/// What is wrong with a position row, for the oracle.
fn check_position(row: &Value, deepest: usize) -> Vec<String> {
    let (game, folk) = game_of(row);
    let oracle = Oracle::new(&tafl(game, folk));
    let position = position_of(&oracle, row);
    let mut wrong = Vec::new();
    let mut expect = |what: &str, found: String, wanted: String| {
        if found != wanted {
            wrong.push(format!("{}: {what}: found {found}, wanted {wanted}", row["id"]));
        }
    };
    let turns: BTreeMap<String, Turn> = oracle.legal(&position).into_iter().map(|t| (short(&oracle, &t), t)).collect();
    if let Some(result) = row["result"].as_str() {
        expect("result", result_word(position.outcome.as_ref()).to_string(), result.to_string());
    }
    if let Some(moves) = row["moves"].as_str() {
        let mut wanted: Vec<&str> = moves.split_whitespace().collect();
        wanted.sort_unstable();
        expect("moves", format!("{:?}", turns.keys().collect::<Vec<_>>()), format!("{wanted:?}"));
    }
    if let Some(captures) = row["captures"].as_object() {
        for (text, turn) in &turns {
            let mut wanted = captures.get(text).map(data::strings).unwrap_or_default();
            wanted.sort_unstable();
            let found = names(&oracle, &turn.captures);
            expect(&format!("captures of {text}"), format!("{found:?}"), format!("{wanted:?}"));
        }
    }
    if let Some(ends) = row["ends"].as_object() {
        for (text, turn) in &turns {
            let wanted = ends.get(text).and_then(Value::as_str).unwrap_or("ongoing");
            let found = oracle.outcome_after(&position, turn);
            expect(&format!("end by {text}"), result_word(found.as_ref()).to_string(), wanted.to_string());
        }
    }
    for (text, focus) in row["focus"].as_object().into_iter().flatten() {
        let turn = turns.get(text);
        let captured = turn.map(|turn| names(&oracle, &turn.captures));
        let wanted: Vec<String> = data::strings(&focus["captured"]).into_iter().map(String::from).collect();
        expect(&format!("focus {text}"), format!("{captured:?}"), format!("{:?}", Some(wanted)));
        let result = turn.map(|turn| result_word(oracle.outcome_after(&position, turn).as_ref()));
        expect(&format!("focus {text}"), format!("{result:?}"), format!("{:?}", focus["result"].as_str()));
    }
    for text in data::strings(&row["illegal"]) {
        expect(&format!("{text} is legal"), turns.contains_key(text).to_string(), false.to_string());
    }
    for text in data::strings(&row["also_legal"]) {
        expect(&format!("{text} is legal"), turns.contains_key(text).to_string(), true.to_string());
    }
    for (depth, wanted) in row["perft"].as_array().into_iter().flatten().enumerate().take(deepest) {
        let found = oracle.perft(&position, depth as u32 + 1);
        expect(&format!("perft {}", depth + 1), found.to_string(), wanted.to_string());
    }
    wrong
}

/// What is wrong with a whole game, for the oracle.
fn check_game(row: &Value) -> Vec<String> {
    let (game, folk) = game_of(row);
    let oracle = Oracle::new(&tafl(game, folk));
    let mut position = oracle.start();
    for (ply, text) in row["line"].as_str().unwrap().split_whitespace().enumerate() {
        let (deed, captures) = text.split_once('x').unwrap_or((text, ""));
        let mut wanted: Vec<&str> = captures.split('/').filter(|cell| !cell.is_empty()).collect();
        wanted.sort_unstable();
        let turns = oracle.legal(&position);
        let Some(turn) = turns.iter().find(|turn| short(&oracle, turn) == deed) else {
            return vec![format!("{}: ply {}: {text} is not legal", row["id"], ply + 1)];
        };
        if names(&oracle, &turn.captures) != wanted {
            return vec![format!("{}: ply {}: {text} takes {:?}", row["id"], ply + 1, names(&oracle, &turn.captures))];
        }
        position = oracle.play(&position, turn);
    }
    let mut wrong = Vec::new();
    let result = result_word(position.outcome.as_ref());
    if result != row["result"].as_str().unwrap() {
        wrong.push(format!("{}: ended {result}, wanted {}", row["id"], row["result"]));
    }
    if oracle.mover(&position) != player(row["turn"].as_str().unwrap()) {
        wrong.push(format!("{}: wrong player to move", row["id"]));
    }
    let rows = data::strings(&row["board"]);
    let wanted = oracle.bare(&pieces(&oracle.rules.board, &rows), [], position.turn);
    if oracle.picture(&wanted) != oracle.picture(&position) {
        wrong.push(format!("{}: another board at the end", row["id"]));
    }
    wrong
}

/// What is wrong with the rows of a folder.
fn check_folder(folder: &Path, deepest: usize) -> (usize, Vec<String>) {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    let rows: Vec<Value> = files.iter().flat_map(|file| data::rows(file)).collect();
    let check = |row: &Value| if row["line"].is_string() { check_game(row) } else { check_position(row, deepest) };
    (rows.len(), data::check_all(&rows, check))
}

fn report(wrong: &[String]) -> String {
    wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
}

/// The oracle agrees with all reference data of tafl.
#[test]
fn oracle_agrees_with_the_tafl_data() {
    let Some(folder) = data::shared("tafl") else { return };
    let (rows, wrong) = check_folder(&folder, 1);
    println!("{rows} rows");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), report(&wrong));
}

/// The same with the sample that is kept here.
#[test]
fn oracle_agrees_with_the_tafl_sample() {
    let (rows, wrong) = check_folder(&data::kept("tafl"), 1);
    assert!(rows > 150, "{rows} rows");
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), report(&wrong));
}

/// Start perft (black first).
#[test]
fn oracle_counts_the_start_positions_of_tafl() {
    for (game, counts) in [(Tafl::Corner, [72, 3944]), (Tafl::Edge, [80, 4344]), (Tafl::Fetlar, [116, 6788])] {
        let oracle = Oracle::new(&tafl(game, Folk::default()));
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(oracle.perft(&oracle.start(), depth), count, "{game:?} {depth}");
        }
    }
}
