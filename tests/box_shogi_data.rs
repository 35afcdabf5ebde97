//! Box shogi against independent reference data: legal moves, what they lead to, perft, whole games.

use std::collections::{BTreeMap, BTreeSet};

use boardwright::engine::{Game, MoveInfo, State};
use boardwright::rules::Ruleset;
use boardwright::rules::model::Placed;
use boardwright::tools::perft::{Mode, perft};
use boardwright::types::Cell;
use serde_json::Value;

use crate::support::data;
use crate::support::games;
use crate::support::oracle::{Action, Oracle, Position, Turn};
use crate::support::setting::{Setting, kind_of, player_of};

/// The settings of a row, as text.
fn settings(row: &Value) -> Vec<(String, String)> {
    let options = row["options"].as_object();
    let value = |value: &Value| match value {
        Value::Bool(true) => "on".to_string(),
        Value::Bool(false) => "off".to_string(),
        other => other.as_str().unwrap().to_string(),
    };
    options.into_iter().flatten().map(|(name, v)| (name.clone(), value(v))).collect()
}

/// The position of a row.
fn setting_of(rules: &Ruleset, row: &Value) -> Setting {
    let cell = |name: &str| rules.board.by_name(name).unwrap();
    let pieces = row["board"].as_object().unwrap().iter().map(|(name, piece)| Placed {
        cell: cell(name),
        owner: Some(player_of(rules, piece[0].as_str().unwrap())),
        kind: kind_of(rules, piece[1].as_str().unwrap()),
    });
    let mut hands = Vec::new();
    for (player, held) in row["hands"].as_object().into_iter().flatten() {
        for (code, number) in held.as_object().into_iter().flatten() {
            hands.push((player_of(rules, player), kind_of(rules, code), number.as_u64().unwrap() as u32));
        }
    }
    hands.sort();
    let mut pieces: Vec<Placed> = pieces.collect();
    pieces.sort_by_key(|placed| placed.cell);
    Setting {
        pieces,
        hands,
        to_move: player_of(rules, row["to_move"].as_str().unwrap()),
        out: data::strings(&row["out"]).into_iter().map(|name| player_of(rules, name)).collect(),
    }
}

/// A move of the data in one line.
fn wanted_move(value: &Value) -> String {
    let text = |field: &str| value[field].as_str().unwrap_or("").to_string();
    if let Some(word) = value.as_str() {
        return word.to_string();
    }
    if value["return"].is_string() {
        return format!("return {}", text("return"));
    }
    if value["drop"].is_string() {
        return format!("{}*{} {}", text("drop"), text("to"), text("hand"));
    }
    let taken: BTreeSet<&str> = data::strings(&value["captures"]).into_iter().collect();
    let turns = if value["promotes"] == true { "+" } else { "" };
    format!("{}-{} {taken:?} {turns}", text("from"), text("to"))
}

fn slow_move(rules: &Ruleset, turn: &Turn) -> String {
    let name = |cell: Option<Cell>| cell.map_or(String::new(), |cell| rules.board.name(cell));
    match turn.action {
        Action::Pass => "pass".to_string(),
        Action::Named(_) => format!("return {}", name(turn.chosen)),
        Action::Drop => {
            let hand = turn.hand.map_or("", |player| &rules.players[player].name);
            format!("{}*{} {hand}", rules.kinds[turn.kind.unwrap()].code, name(turn.to))
        }
        Action::Move => {
            let taken: BTreeSet<String> = turn.captures.iter().map(|&cell| rules.board.name(cell)).collect();
            let turned = turn.becomes.is_some_and(|kind| rules.kinds[kind].plain_side.is_some());
            format!("{}-{} {taken:?} {}", name(turn.from), name(turn.to), if turned { "+" } else { "" })
        }
    }
}

fn fast_move(rules: &Ruleset, info: &MoveInfo) -> String {
    let name = |cell: Option<Cell>| cell.map_or(String::new(), |cell| rules.board.name(cell));
    match info.action.as_str() {
        "pass" => "pass".to_string(),
        "drop" => {
            let hand = info.hand.map_or("", |player| &rules.players[player].name);
            format!("{}*{} {hand}", info.piece.as_deref().unwrap_or(""), name(info.to))
        }
        "move" => {
            let taken: BTreeSet<String> = info.captures.iter().map(|&cell| rules.board.name(cell)).collect();
            format!("{}-{} {taken:?} {}", name(info.from), name(info.to), if info.promotes { "+" } else { "" })
        }
        other => format!("{other} {}", name(info.from.or(info.to))),
    }
}

fn compare(id: &Value, who: &str, found: &BTreeSet<String>, row: &Value) -> Vec<String> {
    let wanted: BTreeSet<String> = row["moves"].as_array().into_iter().flatten().map(wanted_move).collect();
    if *found == wanted {
        return Vec::new();
    }
    let many: Vec<&String> = found.difference(&wanted).take(4).collect();
    let few: Vec<&String> = wanted.difference(found).take(4).collect();
    vec![format!("{id}: {who}: too many {many:?}, missing {few:?} of {}", wanted.len())]
}

fn winners(row: &Value) -> BTreeSet<&str> {
    data::strings(&row["winner"]).into_iter().collect()
}

fn slow_winners<'a>(rules: &'a Ruleset, position: &Position) -> BTreeSet<&'a str> {
    let winners = position.outcome.iter().flat_map(|end| &end.winners);
    winners.map(|&player| rules.players[player].name.as_str()).collect()
}

fn check_slowly(row: &Value, oracle: &Oracle) -> Vec<String> {
    let rules = &oracle.rules;
    let position = setting_of(rules, row).slow(oracle);
    let turns = oracle.legal(&position);
    let named: BTreeMap<String, &Turn> = turns.iter().map(|turn| (slow_move(rules, turn), turn)).collect();
    let mut wrong = compare(&row["id"], "oracle", &named.keys().cloned().collect(), row);
    if slow_winners(rules, &position) != winners(row) {
        wrong.push(format!("{}: oracle: won by {:?}", row["id"], slow_winners(rules, &position)));
    }
    for after in row["after"].as_array().into_iter().flatten() {
        let text = wanted_move(&after["move"]);
        let Some(turn) = named.get(&text) else { continue };
        let next = oracle.play(&position, turn);
        let (found, wanted) = (Setting::of(oracle, &next), setting_of(rules, &after["position"]));
        let same = found.pieces == wanted.pieces && found.hands == wanted.hands && found.out == wanted.out;
        let turn_right = next.outcome.is_some() || found.to_move == wanted.to_move;
        if !same || !turn_right || slow_winners(rules, &next) != winners(&after["position"]) {
            wrong.push(format!("{}: oracle: {text} leads elsewhere", row["id"]));
        }
    }
    wrong
}

fn check_fast(row: &Value, rules: &Ruleset, game: &Game, deepest: u32) -> Vec<String> {
    let setting = setting_of(rules, row);
    let mut state = match setting.fast(rules, game) {
        Ok(state) => state,
        Err(error) => return vec![format!("{}: {error}", row["id"])],
    };
    let infos = state.moves_without_outcomes();
    let named: BTreeMap<String, usize> = infos.iter().map(|info| (fast_move(rules, info), info.index)).collect();
    let mut wrong = compare(&row["id"], "engine", &named.keys().cloned().collect(), row);
    for after in row["after"].as_array().into_iter().flatten() {
        let text = wanted_move(&after["move"]);
        let Some(&index) = named.get(&text) else { continue };
        state.play(index);
        if !leads_to(&mut state, rules, game, &after["position"]) {
            wrong.push(format!("{}: engine: {text} leads elsewhere", row["id"]));
        }
        state.undo();
    }
    for (depth, wanted) in row["perft"].as_object().into_iter().flatten() {
        let depth: u32 = depth.parse().unwrap();
        if depth <= deepest {
            let found = perft(&mut state, depth, Mode::Count);
            if Some(found) != wanted.as_u64() {
                wrong.push(format!("{}: perft {depth}: {found}, wanted {wanted}", row["id"]));
            }
        }
    }
    wrong
}

/// Is the engine's position the one of the data?
fn leads_to(state: &mut State, rules: &Ruleset, game: &Game, wanted: &Value) -> bool {
    let ended = state.outcome();
    let won: BTreeSet<&str> = ended.iter().flat_map(|end| &end.winners).map(|&p| game.player_name(p)).collect();
    let Ok(other) = setting_of(rules, wanted).fast(rules, game) else { return false };
    let (mut found, mut wanted_data) = (state.data(), other.data());
    if ended.is_some() {
        found.to_move.clear();
        wanted_data.to_move.clear();
    }
    found == wanted_data && won == winners(wanted)
}

fn all_rows(files: &[&str]) -> Option<Vec<Value>> {
    let folder = data::shared("box-shogi")?;
    Some(files.iter().flat_map(|file| data::rows(&folder.join(file))).collect())
}

/// The rules for each setting that the rows use.
fn rulesets(rows: &[Value]) -> Option<BTreeMap<Vec<(String, String)>, Ruleset>> {
    let path = games::find("box-shogi")?;
    let used: BTreeSet<_> = rows.iter().map(settings).collect();
    let read = |settings: &Vec<(String, String)>| {
        let borrowed: Vec<(&str, &str)> = settings.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        games::read(&path, &borrowed).unwrap()
    };
    Some(used.into_iter().map(|settings| (settings.clone(), read(&settings))).collect())
}

fn assert_right(rows: &[Value], check: impl Fn(&Value) -> Vec<String> + Sync) {
    let wrong = data::check_all(rows, check);
    println!("{} rows", rows.len());
    let shown = wrong.iter().take(20).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} differences\n{shown}", wrong.len());
}

/// The oracle has the moves of the reference data, and they lead where they should.
#[test]
#[ignore = "many minutes"]
fn oracle_has_the_moves_of_box_shogi() {
    let Some(rows) = all_rows(&["made.jsonl", "random-01.jsonl", "random-02.jsonl"]) else { return };
    let Some(rules) = rulesets(&rows) else { return };
    let oracles: BTreeMap<_, _> =
        rules.iter().map(|(settings, rules)| (settings.clone(), Oracle::new(rules))).collect();
    assert_right(&rows, |row| check_slowly(row, &oracles[&settings(row)]));
}

/// The engine has the moves of the reference data, they lead where they should, and perft agrees.
#[test]
fn engine_has_the_moves_of_box_shogi() {
    let Some(rows) = all_rows(&["made.jsonl", "random-01.jsonl", "random-02.jsonl"]) else { return };
    let Some(rules) = rulesets(&rows) else { return };
    let all: BTreeMap<_, _> =
        rules.into_iter().map(|(settings, rules)| (settings, (games::compiled(&rules).unwrap(), rules))).collect();
    assert_right(&rows, |row| {
        let (game, rules) = &all[&settings(row)];
        check_fast(row, rules, game, 1)
    });
}

/// Whole games of the engine.
#[test]
fn engine_plays_the_games_of_box_shogi() {
    let Some(rows) = all_rows(&["games.jsonl"]) else { return };
    let Some(rules) = rulesets(&rows) else { return };
    let all: BTreeMap<_, _> =
        rules.into_iter().map(|(settings, rules)| (settings, (games::compiled(&rules).unwrap(), rules))).collect();
    assert_right(&rows, |row| {
        let (game, rules) = &all[&settings(row)];
        let mut state = game.start();
        for (ply, text) in (1..).zip(row["moves"].as_array().unwrap().iter().map(wanted_move)) {
            let infos = state.moves_without_outcomes();
            let Some(info) = infos.iter().find(|info| fast_move(rules, info) == text) else {
                return vec![format!("{}: ply {ply}: {text} is not legal", row["id"])];
            };
            state.play(info.index);
        }
        let ended = state.outcome();
        let won: BTreeSet<&str> = ended.iter().flat_map(|end| &end.winners).map(|&p| game.player_name(p)).collect();
        if won == winners(&row["result"]) { Vec::new() } else { vec![format!("{}: won by {won:?}", row["id"])] }
    });
}
