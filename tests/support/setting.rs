//! A position in plain words, from which oracle and engine make their own.

use boardwright::engine::{Game, PositionData, State};
use boardwright::rules::Ruleset;
use boardwright::rules::model::Placed;
use boardwright::types::{Kind, Player};

use super::oracle::{Oracle, Position};

/// Pieces, hands, whose turn it is, who is out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub pieces: Vec<Placed>,
    pub hands: Vec<(Player, Kind, u32)>,
    pub to_move: Player,
    pub out: Vec<Player>,
}

impl Setting {
    /// The position of the oracle.
    pub fn slow(&self, oracle: &Oracle) -> Position {
        let turn = oracle.rules.turns.iter().position(|&player| player == self.to_move).unwrap();
        let hands = self.hands.iter().map(|&(player, kind, number)| (player, kind, Some(number)));
        let mut position = oracle.bare(&self.pieces, hands, turn);
        position.out.extend(self.out.iter().copied());
        oracle.begin(&mut position);
        position
    }

    /// The same of a position of the oracle.
    pub fn of(oracle: &Oracle, position: &Position) -> Self {
        let pieces = position.pieces().map(|(cell, p)| Placed { cell, owner: p.owner, kind: p.kind });
        let hands = position.hands.iter().filter_map(|(&(player, kind), &number)| Some((player, kind, number?)));
        Self {
            pieces: pieces.collect(),
            hands: hands.collect(),
            to_move: oracle.mover(position),
            out: position.out.iter().copied().collect(),
        }
    }

    /// The position of the engine.
    pub fn fast(&self, rules: &Ruleset, game: &Game) -> Result<State, String> {
        let name = |player: Player| rules.players[player].name.clone();
        let data = PositionData {
            board: self
                .pieces
                .iter()
                .map(|p| (rules.board.name(p.cell), p.owner.map(name), rules.kinds[p.kind].code.clone()))
                .collect(),
            to_move: name(self.to_move),
            hands: self.hands.iter().map(|&(p, kind, n)| (name(p), rules.kinds[kind].code.clone(), n)).collect(),
            out: self.out.iter().map(|&player| name(player)).collect(),
            counters: Vec::new(),
        };
        game.position_from(&data).map_err(|error| error.to_string())
    }
}

/// The kind of a code.
pub fn kind_of(rules: &Ruleset, code: &str) -> Kind {
    rules.kinds.iter().find(|(_, def)| def.code == code).unwrap_or_else(|| panic!("no kind {code}")).0
}

/// The player of a name.
pub fn player_of(rules: &Ruleset, name: &str) -> Player {
    rules.players.iter().find(|(_, def)| def.name == name).unwrap_or_else(|| panic!("no player {name}")).0
}

/// A position in SFEN, or the board and side of a FEN whose letters are the codes of the game: upper case is the first
/// player.
pub fn from_sfen(rules: &Ruleset, text: &str) -> Setting {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let whose = |letter: char| Player(u8::from(letter.is_lowercase()));
    let kind = |plus: &str, letter: char| kind_of(rules, &format!("{plus}{}", letter.to_uppercase()));
    let mut pieces = Vec::new();
    for (row, rank) in fields[0].split('/').zip((0..i32::from(rules.board.ranks)).rev()) {
        let (mut file, mut run, mut plus) = (0, 0, "");
        for sign in row.chars() {
            if let Some(digit) = sign.to_digit(10) {
                run = run * 10 + digit as i32;
                continue;
            }
            file += run;
            run = 0;
            if sign == '+' {
                plus = "+";
                continue;
            }
            let cell = rules.board.cell(file, rank).unwrap_or_else(|| panic!("{text}: no cell {file}, {rank}"));
            pieces.push(Placed { cell, owner: Some(whose(sign)), kind: kind(plus, sign) });
            plus = "";
            file += 1;
        }
    }
    let mut hands = Vec::new();
    let mut number = 0;
    for sign in fields.get(2).filter(|hands| **hands != "-").map_or("", |hands| hands).chars() {
        if let Some(digit) = sign.to_digit(10) {
            number = number * 10 + digit;
        } else {
            hands.push((whose(sign), kind("", sign), number.max(1)));
            number = 0;
        }
    }
    let first = matches!(fields[1], "b");
    Setting { pieces, hands, to_move: Player(u8::from(!first)), out: Vec::new() }
}
