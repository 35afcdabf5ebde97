//! The JSON forms that programs outside read and write. Names and fields are a contract: they do not change.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::{Game, MoveInfo, Outcome, PositionData, PositionError};

/// How a game ended.
#[derive(Debug, Serialize)]
pub struct OutcomeJson {
    /// Names of the winners in seat order; nobody: a draw.
    pub winners: Vec<String>,
    /// The label of the end.
    pub reason: String,
}

impl OutcomeJson {
    /// An outcome with names.
    pub fn new(game: &Game, outcome: &Outcome) -> Self {
        Self {
            winners: outcome.winners.iter().map(|&player| game.player_name(player).to_owned()).collect(),
            reason: outcome.reason.clone(),
        }
    }
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct MoveJson {
    /// In the game's notation.
    pub text: String,
    /// What people call it, where the game has names for moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `move`, `drop`, `pass` or the name of a special action.
    pub action: String,
    /// It ends the game by claim: it is not counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub claim: bool,
    /// Code of the piece, as it was before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Whose hand a drop comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<String>,
    /// Where it begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Cells of what is taken, sorted.
    pub captures: Vec<String>,
    /// Cells of what changes its owner, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flips: Vec<String>,
    /// Other cells that lose their piece, sorted: what events remove.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// The piece that moved turns over.
    pub promotes: bool,
    /// How the game ends if this move is made.
    pub outcome: Option<OutcomeJson>,
}

impl MoveJson {
    /// A move with names.
    pub fn new(game: &Game, info: &MoveInfo) -> Self {
        let names = |cells: &[crate::types::Cell]| cells.iter().map(|&c| game.cell_name(c).to_owned()).collect();
        Self {
            text: info.text.clone(),
            name: info.name.clone(),
            action: info.action.clone(),
            claim: info.claim,
            piece: info.piece.clone(),
            hand: info.hand.map(|player| game.player_name(player).to_owned()),
            from: info.from.map(|cell| game.cell_name(cell).to_owned()),
            to: info.to.map(|cell| game.cell_name(cell).to_owned()),
            captures: names(&info.captures),
            flips: names(&info.flips),
            removed: names(&info.removed),
            promotes: info.promotes,
            outcome: info.outcome.as_ref().map(|outcome| OutcomeJson::new(game, outcome)),
        }
    }
}

/// The moves of a position.
#[derive(Debug, Serialize)]
pub struct MovesJson {
    /// Whose turn it is.
    pub to_move: String,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeJson>,
    /// The legal moves, claims last.
    pub moves: Vec<MoveJson>,
    /// How many they are; claims are not counted.
    pub count: usize,
    /// Counts for depth 1 and on, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perft: Option<Vec<u64>>,
}

/// Why something was refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// A short word for programs.
    pub code: String,
    /// In words.
    pub message: String,
}

impl Refusal {
    /// A refusal.
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into() }
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        Self::new(error.code, error.message)
    }
}

/// The line of a refused position.
#[derive(Debug, Serialize)]
pub struct RefusalJson<'a> {
    /// Why.
    pub error: &'a Refusal,
}

/// A position, as written.
#[derive(Debug, Serialize)]
pub struct PositionJson {
    /// Cell: player, kind.
    pub board: Pairs<(Option<String>, String)>,
    /// Whose turn it is.
    pub to_move: String,
    /// Player: kind: number.
    #[serde(skip_serializing_if = "Pairs::is_empty")]
    pub hands: Pairs<Pairs<u32>>,
    /// Who is out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<String>,
    /// Counters by name.
    #[serde(skip_serializing_if = "Pairs::is_empty")]
    pub counters: Pairs<u32>,
}

impl From<PositionData> for PositionJson {
    fn from(data: PositionData) -> Self {
        let mut hands: Vec<(String, Pairs<u32>)> = Vec::new();
        for (player, kind, number) in data.hands {
            match hands.iter_mut().find(|(name, _)| *name == player) {
                Some((_, hand)) => hand.0.push((kind, number)),
                None => hands.push((player, Pairs(vec![(kind, number)]))),
            }
        }
        Self {
            board: Pairs(data.board.into_iter().map(|(cell, owner, kind)| (cell, (owner, kind))).collect()),
            to_move: data.to_move,
            hands: Pairs(hands),
            out: data.out,
            counters: Pairs(data.counters),
        }
    }
}

/// A position, as read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionIn {
    board: Pairs<(Option<String>, String)>,
    to_move: String,
    #[serde(default)]
    hands: Pairs<Pairs<u32>>,
    #[serde(default)]
    out: Vec<String>,
    #[serde(default)]
    counters: Pairs<u32>,
}

/// What is wrong with a text in JSON, in words.
pub fn json_words(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let (what, place) = whole.split_once(" at line ").unwrap_or((&whole, ""));
    let what = if error.is_eof() {
        "it ends too early"
    } else if what.starts_with("trailing characters") {
        "something stands behind its end"
    } else if what.contains("tuple of size 2") {
        "a piece is written `[\"PLAYER\", \"KIND\"]`"
    } else if what.contains("expected u32") {
        "a whole number is wanted"
    } else {
        what
    };
    match place.split_once("column ") {
        Some((_, column)) => format!("{what} (column {column})"),
        None => what.to_owned(),
    }
}

/// Reads a position object.
pub fn position_data(text: &str) -> Result<PositionData, Refusal> {
    let read: PositionIn = serde_json::from_str(text).map_err(|error| {
        Refusal::new(
            "bad-json",
            format!(
                "this is no position: {}; a position looks like \
                 {{\"board\": {{\"e5\": [\"White\", \"K\"]}}, \"to_move\": \"White\"}}",
                json_words(&error)
            ),
        )
    })?;
    let hands = read
        .hands
        .0
        .into_iter()
        .flat_map(|(player, hand)| hand.0.into_iter().map(move |(kind, number)| (player.clone(), kind, number)));
    Ok(PositionData {
        board: read.board.0.into_iter().map(|(cell, (owner, kind))| (cell, owner, kind)).collect(),
        to_move: read.to_move,
        hands: hands.collect(),
        out: read.out,
        counters: read.counters.0,
    })
}

/// A move, as read: a text, or an object of which every field that is there must fit.
#[derive(Debug)]
pub enum MoveIn {
    /// In the game's notation.
    Text(String),
    /// Fields.
    Fields(Box<MoveFields>),
}

impl<'de> Deserialize<'de> for MoveIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // By hand, so that a fault is named and not only said to be one.
        match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::String(text) => Ok(Self::Text(text)),
            fields @ serde_json::Value::Object(_) => {
                serde_json::from_value(fields).map(Self::Fields).map_err(D::Error::custom)
            }
            _ => Err(D::Error::custom("a move is a text or an object")),
        }
    }
}

/// The fields of a move object.
#[derive(Debug, Default, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MoveFields {
    /// In the game's notation.
    pub text: Option<String>,
    /// `move`, `drop`, `pass` or the name of a special action.
    pub action: Option<String>,
    /// Code of the piece.
    pub piece: Option<String>,
    /// Whose hand.
    pub hand: Option<String>,
    /// Where it begins.
    pub from: Option<String>,
    /// Where it ends.
    pub to: Option<String>,
    /// What is taken, in any order.
    pub captures: Option<Vec<String>>,
    /// The piece turns over.
    pub promotes: Option<bool>,
    /// What is said of the move besides; not looked at.
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    #[serde(rename = "claim")]
    _claim: Option<IgnoredAny>,
    #[serde(rename = "flips")]
    _flips: Option<IgnoredAny>,
    #[serde(rename = "removed")]
    _removed: Option<IgnoredAny>,
    #[serde(rename = "outcome")]
    _outcome: Option<IgnoredAny>,
}

impl MoveFields {
    /// Everything but the text.
    #[must_use]
    pub fn without_text(&self) -> Self {
        Self { text: None, ..self.clone() }
    }

    /// Does a legal move fit all that is said?
    pub fn fit(&self, mv: &MoveJson) -> bool {
        fn same<T: PartialEq>(said: Option<&T>, is: Option<&T>) -> bool {
            said.is_none() || said == is
        }
        same(self.text.as_ref(), Some(&mv.text))
            && same(self.action.as_ref(), Some(&mv.action))
            && same(self.piece.as_ref(), mv.piece.as_ref())
            && same(self.hand.as_ref(), mv.hand.as_ref())
            && same(self.from.as_ref(), mv.from.as_ref())
            && same(self.to.as_ref(), mv.to.as_ref())
            && same(self.promotes.as_ref(), Some(&mv.promotes))
            && self.captures.as_ref().is_none_or(|said| {
                let mut said: Vec<&String> = said.iter().collect();
                let mut is: Vec<&String> = mv.captures.iter().collect();
                said.sort();
                is.sort();
                said == is
            })
    }
}

/// The line of a replayed game.
#[derive(Debug, Serialize)]
pub struct ReplayJson {
    /// How many moves were made.
    pub plies: usize,
    /// The last position as text.
    pub position: String,
    /// The last position as an object.
    pub position_json: PositionJson,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeJson>,
    /// Why the next move was not made, if one was left.
    pub error: Option<Refusal>,
}

/// A JSON object that keeps the order of its keys and refuses to say one twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairs<V>(pub Vec<(String, V)>);

impl<V> Default for Pairs<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V> Pairs<V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V: Serialize> Serialize for Pairs<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<V>(PhantomData<V>);

        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reader<V> {
            type Value = Pairs<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<V>, A::Error> {
                let mut pairs: Vec<(String, V)> = Vec::new();
                let mut seen = std::collections::BTreeSet::new();
                while let Some((key, value)) = map.next_entry::<String, V>()? {
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format!("`{key}` stands twice")));
                    }
                    pairs.push((key, value));
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Reader(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveIn, PositionJson, position_data};
    use crate::engine::PositionData;

    #[test]
    fn a_position_there_and_back() {
        let text = r#"{"board":{"e5":["White","K"],"a4":[null,"S"]},"to_move":"White","hands":{"Sente":{"P":2,"R":1}},"out":["North"],"counters":{"quiet":99}}"#;
        let data = position_data(text).unwrap();
        assert_eq!(data.hands.len(), 2);
        assert_eq!(serde_json::to_string(&PositionJson::from(data)).unwrap(), text);
    }

    #[test]
    fn what_a_game_lacks_is_left_out() {
        let data = PositionData { to_move: "White".to_owned(), ..PositionData::default() };
        let text = serde_json::to_string(&PositionJson::from(data)).unwrap();
        assert_eq!(text, r#"{"board":{},"to_move":"White"}"#);
    }

    #[test]
    fn faults_are_named() {
        let say = |text| position_data(text).unwrap_err().message;
        assert!(
            say(r#"{"board":{"e5":["White","K"],"e5":["White","K"]},"to_move":"White"}"#).contains("`e5` stands twice")
        );
        assert!(say(r#"{"board":{}}"#).contains("missing field `to_move`"));
        assert!(say(r#"{"board":{},"to_move":"White","tomove":"x"}"#).contains("unknown field `tomove`"));
    }

    #[test]
    fn moves_in_both_forms() {
        let moves: Vec<MoveIn> = serde_json::from_str(r#"["a1-a2", {"from": "a1", "to": "a2"}]"#).unwrap();
        assert!(matches!(&moves[..], [MoveIn::Text(_), MoveIn::Fields(_)]));
        assert!(serde_json::from_str::<MoveIn>(r#"{"form": "a1"}"#).is_err());
    }
}
