//! The engine beside the slow oracle: the same moves with the same results, position by position.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use boardwright::engine::{Game, MoveInfo, State};
use boardwright::tools::playout::Random;
use boardwright::types::{Cell, Player};

use super::oracle::{Action, Oracle, Position, Turn};

/// What a move is and what it leads to, in words.
type Seen = (String, String);

/// A game played by both.
pub struct Pair {
    pub oracle: Oracle,
    pub game: Game,
}

impl Pair {
    fn cells(&self, cells: &[Cell]) -> String {
        let names: BTreeSet<&str> = cells.iter().map(|&cell| self.game.cell_name(cell)).collect();
        names.into_iter().collect::<Vec<_>>().join(",")
    }

    fn cell(&self, cell: Option<Cell>) -> &str {
        cell.map_or("", |cell| self.game.cell_name(cell))
    }

    fn outcome(&self, winners: Option<(&[Player], &str)>) -> String {
        winners.map_or("goes on".to_string(), |(winners, reason)| {
            let names: Vec<&str> = winners.iter().map(|&player| self.game.player_name(player)).collect();
            format!("{} ({reason})", names.join("+"))
        })
    }

    /// A position of the oracle.
    pub fn see_position(&self, position: &Position) -> String {
        let kinds = &self.oracle.rules.kinds;
        let mut text = String::new();
        for (cell, piece) in position.pieces() {
            let owner = piece.owner.map_or("", |owner| &self.oracle.rules.players[owner].name);
            let _ = write!(text, "{}={owner}:{} ", self.game.cell_name(cell), kinds[piece.kind].code);
        }
        for ((player, kind), number) in position.hands.iter() {
            let _ = write!(text, "[{} {:?}{}] ", self.game.player_name(*player), number, kinds[*kind].code);
        }
        for player in &position.out {
            let _ = write!(text, "out {} ", self.game.player_name(*player));
        }
        let end = position.outcome.as_ref().map(|end| (&end.winners[..], &end.reason[..]));
        if end.is_none() {
            let _ = write!(text, "{} to move ", self.oracle.rules.players[self.oracle.mover(position)].name);
            let _ = write!(text, "{} ", self.cell(position.continuing.as_ref().map(|c| c.cell)));
        }
        text + &self.outcome(end)
    }

    /// The same of the engine.
    pub fn see_state(&self, state: &mut State) -> String {
        let mut text = String::new();
        for cell in self.game.cells() {
            if let Some((owner, kind)) = state.piece_at(cell) {
                let owner = owner.map_or("", |owner| self.game.player_name(owner));
                let _ = write!(text, "{}={owner}:{} ", self.game.cell_name(cell), self.game.kind_code(kind));
            }
        }
        for player in (0..self.game.players()).map(Player::from_index) {
            for (kind, number) in state.hand(player) {
                let _ = write!(text, "[{} {:?}{}] ", self.game.player_name(player), number, self.game.kind_code(kind));
            }
        }
        for player in state.out() {
            let _ = write!(text, "out {} ", self.game.player_name(player));
        }
        let end = state.outcome();
        if end.is_none() {
            let _ = write!(text, "{} to move ", self.game.player_name(state.to_move()));
            let _ = write!(text, "{} ", self.cell(state.goes_on_with()));
        }
        text + &self.outcome(end.as_ref().map(|end| (&end.winners[..], &end.reason[..])))
    }

    fn see_turn(&self, position: &Position, turn: &Turn) -> Seen {
        let code = turn.kind.map_or("", |kind| &self.oracle.rules.kinds[kind].code);
        let hand = turn.hand.map_or("", |hand| self.game.player_name(hand));
        let taken = self.cells(&turn.captures);
        let deed = match turn.action {
            Action::Move => {
                let turned = if turn.becomes.is_some() { "+" } else { "" };
                format!("move {code} {}-{} x{taken} {turned}", self.cell(turn.from), self.cell(turn.to))
            }
            Action::Drop => format!("drop {code} {hand} {} x{taken}", self.cell(turn.to)),
            Action::Pass => "pass".to_string(),
            Action::Named(index) => self.oracle.rules.actions[index].name.clone(),
        };
        (deed, self.see_position(&self.oracle.play(position, turn)))
    }

    fn see_move(&self, state: &mut State, info: &MoveInfo) -> Seen {
        let code = info.piece.as_deref().unwrap_or("");
        let hand = info.hand.map_or("", |hand| self.game.player_name(hand));
        let taken = self.cells(&info.captures);
        let deed = match info.action.as_str() {
            "move" => {
                let turned = if info.promotes { "+" } else { "" };
                format!("move {code} {}-{} x{taken} {turned}", self.cell(info.from), self.cell(info.to))
            }
            "drop" => format!("drop {code} {hand} {} x{taken}", self.cell(info.to)),
            other => other.to_string(),
        };
        assert!(state.play(info.index), "a listed move can be played");
        let seen = self.see_state(state);
        assert!(state.undo(), "a move played can be undone");
        (deed, seen)
    }

    /// Every legal move of both with what it leads to; what differs is told.
    pub fn compare(&self, position: &Position, state: &mut State) -> Result<Vec<(Turn, MoveInfo)>, String> {
        let (here, there) = (self.see_position(position), self.see_state(state));
        if here != there {
            return Err(format!("the positions differ\noracle: {here}\nengine: {there}"));
        }
        let mut turns: BTreeMap<Seen, Turn> = BTreeMap::new();
        let mut differences = String::new();
        let listed = self.oracle.legal(position).into_iter().chain(self.oracle.claims(position));
        for turn in listed {
            let seen = self.see_turn(position, &turn);
            if let Some(twin) = turns.insert(seen.clone(), turn) {
                let _ = writeln!(differences, "the oracle lists twice: {} {}", seen.0, self.oracle.show(&twin));
            }
        }
        let mut pairs = Vec::new();
        let mut unknown = Vec::new();
        for info in state.moves() {
            let seen = self.see_move(state, &info);
            let told = self.outcome(info.outcome.as_ref().map(|end| (&end.winners[..], &end.reason[..])));
            if !seen.1.ends_with(&told) {
                let _ = writeln!(differences, "the engine says {told} of {}, but plays {}", info.text, seen.1);
            }
            match turns.remove(&seen) {
                Some(turn) => pairs.push((turn, info)),
                None => unknown.push((seen, info.text)),
            }
        }
        for (seen, text) in unknown.iter().take(4) {
            let _ = writeln!(differences, "only the engine: {text}: {} -> {}", seen.0, seen.1);
        }
        for (seen, turn) in turns.iter().take(4) {
            let _ = writeln!(differences, "only the oracle: {}: {} -> {}", self.oracle.show(turn), seen.0, seen.1);
        }
        if differences.is_empty() {
            return Ok(pairs);
        }
        let counts = format!("{} only by the engine, {} only by the oracle", unknown.len(), turns.len());
        Err(format!("{counts}\n{differences}{}\n{}", self.oracle.picture(position), state.text()))
    }

    /// Plays a random game with both and compares every position at which `look` says so. The number of positions seen.
    pub fn random_game(&self, seed: u64, most_plies: u32, look: impl Fn(u32) -> bool) -> Result<u32, String> {
        let mut random = Random::new(seed);
        let (mut position, mut state) = (self.oracle.start(), self.game.start());
        let mut seen = 0;
        for ply in 0..most_plies {
            let told = |error: String| format!("seed {seed}, ply {ply}: {error}");
            let (turn, index) = if look(ply) {
                seen += 1;
                let mut pairs = self.compare(&position, &mut state).map_err(told)?;
                pairs.retain(|(_, info)| !info.claim);
                if pairs.is_empty() {
                    return Ok(seen);
                }
                let (turn, info) = pairs.swap_remove(random.below(pairs.len() as u32) as usize);
                (turn, info.index)
            } else {
                let turns = self.oracle.legal(&position);
                if turns.is_empty() {
                    return self.compare(&position, &mut state).map_err(told).map(|_| seen + 1);
                }
                let turn = turns[random.below(turns.len() as u32) as usize].clone();
                let index = self.index_of(&position, &turn, &mut state).map_err(told)?;
                (turn, index)
            };
            position = self.oracle.play(&position, &turn);
            state.play(index);
        }
        Ok(seen)
    }

    /// The engine's move that is the oracle's turn.
    fn index_of(&self, position: &Position, turn: &Turn, state: &mut State) -> Result<usize, String> {
        let wanted = self.see_turn(position, turn);
        let alike = state
            .moves_without_outcomes()
            .into_iter()
            .filter(|info| info.from == turn.from && info.to == turn.to || matches!(turn.action, Action::Named(_)));
        for info in alike.collect::<Vec<_>>() {
            if self.see_move(state, &info) == wanted {
                return Ok(info.index);
            }
        }
        Err(format!("the engine has no {}\n{}", self.oracle.show(turn), self.oracle.picture(position)))
    }
}
