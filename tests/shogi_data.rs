//! Shogi against independent reference data: legal moves, counts, repetition, declarations.
//!
//! A sample is kept in `tests/data/shogi` and always run; the whole collection, where it is at hand.

use std::collections::BTreeSet;
use std::path::Path;

use boardwright::engine::{Game, MoveInfo, Outcome};
use boardwright::rules::Ruleset;
use boardwright::tools::perft::{Mode, perft};
use boardwright::types::Cell;
use serde_json::Value;

use crate::support::data;
use crate::support::games;
use crate::support::oracle::{Action, Oracle, Turn};
use crate::support::setting::from_sfen;

/// Counts above this are left out.
const MOST_NODES: u64 = if cfg!(debug_assertions) { 6_000 } else { 30_000_000 };

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

/// A position read from SFEN: the moves in USI, the counts, and the same SFEN written again.
fn check_fast(row: &Value, game: &Game) -> Vec<String> {
    let sfen = row["sfen"].as_str().unwrap();
    let mut state = match game.read_position(sfen) {
        Ok(state) => state,
        Err(error) => return vec![format!("{sfen}: {error}")],
    };
    let infos = state.moves_without_outcomes();
    let moves = infos.into_iter().filter(|info| !info.claim).map(|info| info.text).collect();
    let mut wrong = check_moves(row, &moves);
    // Others write hands in another order; the move number is not kept.
    let parts = |text: &str| -> Vec<String> {
        let mut parts: Vec<String> = text.split_whitespace().take(3).map(str::to_owned).collect();
        let mut hands: Vec<char> = parts.pop().unwrap_or_default().chars().collect();
        hands.sort_unstable();
        parts.push(hands.into_iter().collect());
        parts
    };
    if parts(&state.text()) != parts(sfen) {
        wrong.push(format!("{sfen}: written again it is {}", state.text()));
    }
    for (depth, wanted) in row["perft"].as_object().into_iter().flatten() {
        if wanted.as_u64().is_some_and(|wanted| wanted <= MOST_NODES) {
            let found = perft(&mut state, depth.parse().unwrap(), Mode::Count);
            if Some(found) != wanted.as_u64() {
                wrong.push(format!("{sfen}: perft {depth}: {found}, wanted {wanted}"));
            }
        }
    }
    wrong
}

/// The rows of a file of the whole collection.
fn shared(game: &str, file: &str) -> Option<Vec<Value>> {
    let folder = data::shared(game)?;
    Some(data::rows(&folder.join(file)))
}

/// The rows that are kept here.
fn kept(file: &str) -> Vec<Value> {
    let rows = data::rows(&data::kept("shogi").join(file));
    assert!(!rows.is_empty(), "{file}");
    rows
}

fn assert_right(rows: &[Value], check: impl Fn(&Value) -> Vec<String> + Sync) {
    let wrong = data::check_all(rows, check);
    println!("{} rows", rows.len());
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} differences\n{shown}", wrong.len());
}

fn read(name: &str, settings: &[(&str, &str)]) -> Ruleset {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("games/shogi/{name}.game"));
    games::read(&path, settings).unwrap()
}

fn compiled(name: &str, settings: &[(&str, &str)]) -> Game {
    games::compiled(&read(name, settings)).unwrap()
}

fn engine_has_the_moves(rows: &[Value]) {
    let game = compiled("shogi", &[]);
    assert_right(rows, |row| check_fast(row, &game));
}

#[test]
fn moves_and_counts_of_the_sample() {
    for file in ["crafted.jsonl", "random.jsonl", "perft.jsonl"] {
        engine_has_the_moves(&kept(file));
    }
}

#[test]
fn moves_and_counts_of_the_whole_collection() {
    for file in ["crafted.jsonl", "random.jsonl", "perft.jsonl"] {
        if let Some(rows) = shared("shogi", file) {
            engine_has_the_moves(&rows);
        }
    }
}

/// The oracle has the legal moves of the reference data.
#[test]
#[ignore = "minutes"]
fn oracle_has_the_moves_of_shogi() {
    let (Some(mut all), Some(random)) = (shared("shogi", "crafted.jsonl"), shared("shogi", "random.jsonl")) else {
        return;
    };
    all.extend(random);
    let rules = read("shogi", &[]);
    let oracle = Oracle::new(&rules);
    assert_right(&all, |row| check_slowly(row, &rules, &oracle));
}

fn word(rules: &Ruleset, outcome: Option<&Outcome>) -> String {
    match outcome.map(|outcome| &outcome.winners[..]) {
        None => "none".to_owned(),
        Some([]) => "draw".to_owned(),
        Some(winners) => {
            winners.iter().map(|&winner| rules.players[winner].name.as_str()).collect::<Vec<_>>().join(" ")
        }
    }
}

/// What is wrong with a row of repetition, as the engine plays it.
fn check_sequence(row: &Value, rules: &Ruleset, game: &Game) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut state = game.read_position(row["start"].as_str().unwrap()).unwrap();
    for text in data::strings(&row["moves"]) {
        match state.find_move(text) {
            Ok(info) => _ = state.play(info.index),
            Err(error) => wrong.push(format!("{}: {error}", row["tag"])),
        }
    }
    let found = match word(rules, state.outcome().as_ref()).as_str() {
        "Sente" => "black_wins".to_owned(),
        "Gote" => "white_wins".to_owned(),
        other => other.to_owned(),
    };
    if row["final"] != found {
        wrong.push(format!("{}: {found}, wanted {}", row["tag"], row["final"]));
    }
    wrong
}

#[test]
fn repetition() {
    let rules = read("shogi", &[]);
    let game = games::compiled(&rules).unwrap();
    assert_right(&kept("sequences.jsonl"), |row| check_sequence(row, &rules, &game));
    if let Some(rows) = shared("shogi", "sequences.jsonl") {
        assert_right(&rows, |row| check_sequence(row, &rules, &game));
    }
}

/// The slow oracle counts repetition, too: the shortest sequence that a check decides.
#[test]
fn repetition_of_the_oracle() {
    let rules = read("shogi", &[]);
    let oracle = Oracle::new(&rules);
    let rows = kept("sequences.jsonl");
    let decided = rows.iter().filter(|row| row["final"] == "white_wins");
    let row = decided.min_by_key(|row| row["moves"].as_array().unwrap().len()).unwrap();
    let mut position = from_sfen(&rules, row["start"].as_str().unwrap()).slow(&oracle);
    for text in data::strings(&row["moves"]) {
        let turns = oracle.legal(&position);
        let turn = turns.iter().find(|turn| usi_of_turn(&rules, turn) == text).unwrap();
        position = oracle.play(&position, turn);
    }
    let winners = position.outcome.unwrap().winners;
    assert_eq!(winners.iter().map(|&winner| rules.players[winner].name.as_str()).collect::<Vec<_>>(), ["Gote"]);
}

/// What is wrong with a row of declarations under a rule.
fn check_declaration(row: &Value, field: &str, rules: &Ruleset, game: &Game) -> Vec<String> {
    let mut state = game.read_position(row["sfen"].as_str().unwrap()).unwrap();
    let mover = rules.players[state.to_move()].name.clone();
    let claims: Vec<MoveInfo> = state.moves().into_iter().filter(|info| info.claim).collect();
    let found = word(rules, claims.first().and_then(|claim| claim.outcome.as_ref()));
    let found = if found == mover { "win".to_owned() } else { found };
    if row[field] == found && claims.len() <= 1 && claims.iter().all(|claim| claim.text == "win") {
        return Vec::new();
    }
    vec![format!("{}: {field}: {found}, wanted {}", row["tag"], row[field])]
}

#[test]
fn declarations() {
    for (value, field) in [("points-27", "point27"), ("points-24", "point24")] {
        let rules = read("shogi", &[("declaration", value)]);
        let game = games::compiled(&rules).unwrap();
        assert_right(&kept("declarations.jsonl"), |row| check_declaration(row, field, &rules, &game));
        if let Some(rows) = shared("shogi", "declarations.jsonl") {
            assert_right(&rows, |row| check_declaration(row, field, &rules, &game));
        }
    }
    let game = compiled("shogi", &[("declaration", "none")]);
    for row in kept("declarations.jsonl") {
        let mut state = game.read_position(row["sfen"].as_str().unwrap()).unwrap();
        assert!(state.moves().iter().all(|info| !info.claim), "{}", row["tag"]);
    }
}

/// The family: `set` are options of the file.
#[test]
fn moves_and_counts_of_the_family() {
    let mut rows = kept("family.jsonl");
    assert!(rows.len() > 60);
    while let Some(first) = rows.first().cloned() {
        let (same, others): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| (&row["game"], &row["set"]) == (&first["game"], &first["set"]));
        let settings: Vec<(&str, &str)> = first["set"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(option, value)| (option.as_str(), value.as_str().unwrap()))
            .collect();
        let game = compiled(first["game"].as_str().unwrap(), &settings);
        assert_right(&same, |row| check_fast(row, &game));
        rows = others;
    }
}

/// A row of the collection that is written in FEN and UCI, in SFEN and USI.
fn in_usi(row: &Value, game: &Game) -> Value {
    let fen: Vec<&str> = row["fen"].as_str().unwrap().split_whitespace().collect();
    let (board, hand) = fen[0].trim_end_matches(']').split_once('[').unwrap();
    let mut hands = String::new();
    for sign in hand.chars().collect::<BTreeSet<char>>().into_iter().filter(|&sign| sign != '-') {
        let number = hand.matches(sign).count();
        hands += &if number > 1 { format!("{number}{sign}") } else { sign.to_string() };
    }
    let side = if fen[1] == "w" { "b" } else { "w" };
    let hands = if hands.is_empty() { "-" } else { &hands };
    let cell = |name: &str| {
        let file = u16::from(name.as_bytes()[0] - b'a');
        let rank: u16 = name[1..].parse().unwrap();
        game.cell_name(Cell((rank - 1) * game.files() + file)).to_owned()
    };
    let moves: Vec<String> = data::strings(&row["moves"])
        .into_iter()
        .map(|uci| {
            if let Some((code, to)) = uci.split_once('@') {
                return format!("{code}*{}", cell(to));
            }
            let (bare, turns) = (uci.trim_end_matches(['+', '-']), uci.ends_with(['+', '-']));
            format!("{}{}{}", cell(&bare[..2]), cell(&bare[2..]), if turns { "+" } else { "" })
        })
        .collect();
    serde_json::json!({"sfen": format!("{board} {side} {hands} 1"), "moves": moves, "perft": row["perft"]})
}

/// Minishogi, kyoto and tori shogi of the whole collection. The counts of tori shogi there have swallow drops that mate.
#[test]
fn the_small_games_of_the_whole_collection() {
    for name in ["minishogi", "kyotoshogi", "torishogi"] {
        let Some(rows) = shared(name, "positions.jsonl") else { continue };
        let game = compiled(name, &[]);
        let mut rows: Vec<Value> = rows.iter().map(|row| in_usi(row, &game)).collect();
        if name == "torishogi" {
            assert_right(&rows, |row| check_fast(&without_counts(row), &game));
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/shogi/mating-swallows.game");
            let text = "game \"Mating swallows\" extends \"torishogi.game\"\nremove swallow-mates\n";
            let game = games::compiled(&games::read_text(&path, text, &[]).unwrap()).unwrap();
            for row in &mut rows {
                row["moves"] = Value::Null;
                // A mating drop has no reply there, so from the third ply on the two counts differ.
                row["perft"].as_object_mut().unwrap().retain(|depth, _| depth == "2");
            }
            assert_right(&rows, |row| check_fast(row, &game));
        } else {
            assert_right(&rows, |row| check_fast(row, &game));
        }
    }
}

fn without_counts(row: &Value) -> Value {
    serde_json::json!({"sfen": row["sfen"], "moves": row["moves"]})
}
