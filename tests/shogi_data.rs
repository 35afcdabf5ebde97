//! Shogi against independent reference data: legal moves, perft, repetition, declarations.

use std::collections::BTreeSet;

use boardwright::engine::{Game, MoveInfo};
use boardwright::rules::Ruleset;
use boardwright::tools::perft::{Mode, perft};
use boardwright::types::Cell;
use serde_json::Value;

use crate::support::data;
use crate::support::games;
use crate::support::oracle::{Action, Oracle, Turn};
use crate::support::setting::from_sfen;

/// USI of a turn of the oracle.
fn usi_of_turn(rules: &Ruleset, turn: &Turn) -> String {
    let cell = |cell: Option<Cell>| cell.map_or(String::new(), |cell| rules.board.name(cell));
    let code = turn.kind.map_or("", |kind| &rules.kinds[kind].code);
    match turn.action {
        Action::Drop => format!("{code}*{}", cell(turn.to)),
        Action::Move => {
            format!("{}{}{}", cell(turn.from), cell(turn.to), if turn.becomes.is_some() { "+" } else { "" })
        }
        _ => "?".to_string(),
    }
}

/// USI of a move of the engine.
fn usi_of_info(rules: &Ruleset, info: &MoveInfo) -> String {
    let cell = |cell: Option<Cell>| cell.map_or(String::new(), |cell| rules.board.name(cell));
    match info.action.as_str() {
        "drop" => format!("{}*{}", info.piece.as_deref().unwrap_or(""), cell(info.to)),
        "move" => format!("{}{}{}", cell(info.from), cell(info.to), if info.promotes { "+" } else { "" }),
        _ => "?".to_string(),
    }
}

/// What is wrong with the legal moves of a row.
fn check_moves(row: &Value, found: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    let sfen = row["sfen"].as_str().or(row["fen"].as_str()).unwrap();
    let wanted: BTreeSet<String> = data::strings(&row["moves"]).into_iter().map(String::from).collect();
    if row["moves"].is_array() && *found != wanted {
        let odd: Vec<&String> = found.symmetric_difference(&wanted).take(8).collect();
        wrong.push(format!("{sfen}: differ in {odd:?}"));
    }
    for (text, legal) in row["must"].as_object().into_iter().flatten() {
        if Some(found.contains(text)) != legal.as_bool() {
            wrong.push(format!("{sfen}: {text} must be {legal}"));
        }
    }
    wrong
}

fn check_slowly(row: &Value, rules: &Ruleset, oracle: &Oracle) -> Vec<String> {
    let position = from_sfen(rules, row["sfen"].as_str().unwrap()).slow(oracle);
    let turns = oracle.legal(&position);
    check_moves(row, &turns.iter().map(|turn| usi_of_turn(rules, turn)).collect())
}

fn check_fast(row: &Value, rules: &Ruleset, game: &Game, deepest: u32) -> Vec<String> {
    let mut state = match from_sfen(rules, row["sfen"].as_str().unwrap()).fast(rules, game) {
        Ok(state) => state,
        Err(error) => return vec![format!("{}: {error}", row["sfen"])],
    };
    let infos = state.moves_without_outcomes();
    let mut wrong = check_moves(row, &infos.iter().filter(|i| !i.claim).map(|info| usi_of_info(rules, info)).collect());
    for (depth, wanted) in row["perft"].as_object().into_iter().flatten() {
        let depth: u32 = depth.parse().unwrap();
        if depth <= deepest {
            let found = perft(&mut state, depth, Mode::Count);
            if Some(found) != wanted.as_u64() {
                wrong.push(format!("{}: perft {depth}: {found}, wanted {wanted}", row["sfen"]));
            }
        }
    }
    wrong
}

fn rows(file: &str) -> Option<Vec<Value>> {
    let folder = data::shared("shogi")?;
    Some(data::rows(&folder.join(file)))
}

fn assert_right(rows: &[Value], check: impl Fn(&Value) -> Vec<String> + Sync) {
    let wrong = data::check_all(rows, check);
    println!("{} rows", rows.len());
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} differences\n{shown}", wrong.len());
}

/// The oracle has the legal moves of the reference data.
#[test]
#[ignore = "minutes"]
fn oracle_has_the_moves_of_shogi() {
    let (Some(path), Some(mut all), Some(random)) = (games::find("shogi"), rows("crafted.jsonl"), rows("random.jsonl"))
    else {
        return;
    };
    all.extend(random);
    let rules = games::read(&path, &[]).unwrap();
    let oracle = Oracle::new(&rules);
    assert_right(&all, |row| check_slowly(row, &rules, &oracle));
}

/// The engine has the legal moves and counts of the reference data.
#[test]
fn engine_has_the_moves_of_shogi() {
    let (Some(path), Some(mut all), Some(random)) = (games::find("shogi"), rows("crafted.jsonl"), rows("random.jsonl"))
    else {
        return;
    };
    all.extend(random);
    let rules = games::read(&path, &[]).unwrap();
    let game = games::compiled(&rules).unwrap();
    assert_right(&all, |row| check_fast(row, &rules, &game, 2));
}

/// Repetition and perpetual check, of oracle and engine.
#[test]
fn repetition_in_shogi() {
    let (Some(path), Some(all)) = (games::find("shogi"), rows("sequences.jsonl")) else { return };
    let rules = games::read(&path, &[]).unwrap();
    let oracle = Oracle::new(&rules);
    let game = games::compiled(&rules);
    let word = |winners: Option<&[boardwright::types::Player]>| match winners {
        None => "none",
        Some([]) => "draw",
        Some([player]) if player.0 == 0 => "black_wins",
        Some(_) => "white_wins",
    };
    assert_right(&all, |row| {
        let setting = from_sfen(&rules, row["start"].as_str().unwrap());
        let mut wrong = Vec::new();
        let mut position = setting.slow(&oracle);
        for text in data::strings(&row["moves"]) {
            let turns = oracle.legal(&position);
            match turns.iter().find(|turn| usi_of_turn(&rules, turn) == text) {
                Some(turn) => position = oracle.play(&position, turn),
                None => wrong.push(format!("{}: oracle: {text} is not legal", row["tag"])),
            }
        }
        let found = word(position.outcome.as_ref().map(|end| &end.winners[..]));
        if row["final"] != found {
            wrong.push(format!("{}: oracle: {found}, wanted {}", row["tag"], row["final"]));
        }
        if let Ok(game) = &game {
            let mut state = setting.fast(&rules, game).unwrap();
            for text in data::strings(&row["moves"]) {
                let infos = state.moves_without_outcomes();
                match infos.iter().find(|info| usi_of_info(&rules, info) == text) {
                    Some(info) => _ = state.play(info.index),
                    None => wrong.push(format!("{}: engine: {text} is not legal", row["tag"])),
                }
            }
            let end = state.outcome();
            let found = word(end.as_ref().map(|end| &end.winners[..]));
            if row["final"] != found {
                wrong.push(format!("{}: engine: {found}, wanted {}", row["tag"], row["final"]));
            }
        }
        wrong
    });
}

/// Declarations, of oracle and engine, under both rules.
#[test]
fn declarations_in_shogi() {
    let (Some(path), Some(all)) = (games::find("shogi"), rows("declarations.jsonl")) else { return };
    for (value, field) in [("points-27", "point27"), ("points-24", "point24")] {
        let rules = games::read(&path, &[("declaration", value)]).unwrap();
        let oracle = Oracle::new(&rules);
        let game = games::compiled(&rules);
        assert_right(&all, |row| {
            let setting = from_sfen(&rules, row["sfen"].as_str().unwrap());
            let position = setting.slow(&oracle);
            let mover = oracle.mover(&position);
            let word = |winners: Option<&[boardwright::types::Player]>| match winners {
                None => "none",
                Some([]) => "draw",
                Some([player]) if *player == mover => "win",
                Some(_) => "loss",
            };
            let mut wrong = Vec::new();
            let claims = oracle.claims(&position);
            let end = claims.first().and_then(|claim| oracle.outcome_after(&position, claim));
            let found = word(end.as_ref().map(|end| &end.winners[..]));
            if row[field] != found || claims.len() > 1 {
                wrong.push(format!("{}: {value}: oracle: {found}, wanted {}", row["tag"], row[field]));
            }
            if let Ok(game) = &game {
                let mut state = setting.fast(&rules, game).unwrap();
                let claims: Vec<MoveInfo> = state.moves().into_iter().filter(|info| info.claim).collect();
                let end = claims.first().and_then(|claim| claim.outcome.clone());
                let found = word(end.as_ref().map(|end| &end.winners[..]));
                if row[field] != found || claims.len() > 1 {
                    wrong.push(format!("{}: {value}: engine: {found}, wanted {}", row["tag"], row[field]));
                }
            }
            wrong
        });
    }
}
