//! What is legal in positions that two games share.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::{Game, MoveInfo, Outcome, PositionData, State};
use crate::tools::playout::{Random, playout};
use crate::types::{Cell, Kind, Player};

use super::{Boards, Pair};

/// A sample is so many plies from the start at most.
const DEEPEST: u32 = 80;
/// So much work may be spent on drawing positions: cells looked at for a move, times moves.
const MOST_WORK: u64 = 1 << 31;
/// Cells that the paths of one piece may look at when the work is estimated.
const MOST_STEPS: u32 = 1 << 20;
/// So many moves of all positions may be asked for their outcomes.
const MOST_OUTCOMES: usize = 100_000;
/// Moves of a position with more of them are not asked for their outcomes.
const MANY_MOVES: usize = 2_000;
/// So many legal moves of all positions may be compared.
const MOST_COMPARED: usize = 2_000_000;
/// So many moves of a list are kept by name.
const MOST_NAMED: usize = 100;

/// Positions of random play of a game: the start, then others, each once. Fewer than were asked for when the game has no more, or when
/// there would be too much work.
pub fn samples(game: &Game, number: u32, seed: u64) -> Vec<PositionData> {
    let mut found = vec![game.start().data()];
    let mut plies_left = MOST_WORK / work(game);
    // Where a ply is much work, games are short.
    let deepest = (plies_left / u64::from(number.max(1))).min(u64::from(DEEPEST)) as u32;
    // Twice as many games as positions: short games come to the same positions.
    for round in 0..u64::from(number) * 2 {
        if found.len() > number as usize || deepest == 0 || plies_left < 2 * u64::from(deepest) {
            break;
        }
        let mut random = Random::new(seed.wrapping_add((round + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let (own_seed, plies) = (random.bits(), 1 + random.below(deepest));
        let mut state = game.start();
        let played = playout(&mut state, own_seed, plies);
        plies_left -= u64::from(played.plies);
        if played.outcome.is_some() {
            // The same game again, left before its end.
            state = game.start();
            let plies = random.below(played.plies.max(1));
            plies_left -= u64::from(playout(&mut state, own_seed, plies).plies);
        }
        // In the middle of a turn a position is not all that counts.
        if state.goes_on_with().is_none() && state.outcome().is_none() {
            let data = state.data();
            if !found.contains(&data) {
                found.push(data);
            }
        }
    }
    found
}

/// What a ply costs, judged by the start: every move may ask again where all pieces go.
fn work(game: &Game) -> u64 {
    let mut state = game.start();
    let mut steps = 1;
    for cell in game.cells() {
        if let Some(piece) = state.piece_at(cell) {
            let mut left = MOST_STEPS;
            state.reach(cell, piece, &mut left);
            steps += u64::from(MOST_STEPS - left);
        }
    }
    steps * (1 + state.count_moves() as u64)
}

/// Moves that end the game in one way in one game, and in another in the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endings {
    /// The move, in the first game's notation.
    pub text: String,
    /// How the game ends in the first game.
    pub a: Option<Outcome>,
    /// How it ends in the second.
    pub b: Option<Outcome>,
}

/// What differs in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// Its number, from 0.
    pub number: usize,
    /// As text, in the first game's notation.
    pub position: String,
    /// Whose turn it is, in the first game.
    pub to_move: Player,
    /// Numbers of legal moves in both games, claims not counted.
    pub moves: (usize, usize),
    /// How many moves only the second game has, and some of them.
    pub gained: (usize, Vec<String>),
    /// How many only the first game has, and some of them.
    pub lost: (usize, Vec<String>),
    /// Moves of both games that do something else (take, flip, promote): how many, and some of them as both games write them.
    pub otherwise: (usize, Vec<(String, String)>),
    /// How the game is over, where only one game says so, or each something else.
    pub outcome: Option<(Option<Outcome>, Option<Outcome>)>,
    /// Moves that end the game otherwise: how many, and some of them.
    pub endings: (usize, Vec<Endings>),
}

/// A position that was asked for.
pub enum Sampled {
    /// Both games read it, and nothing differs.
    Same,
    /// Both games read it.
    Differs(Box<Differs>),
    /// The second game cannot read it, and why.
    Unread(String),
    /// It was not looked at: too much work.
    LeftOut,
}

/// What the comparison of many positions may still cost.
pub struct Positions<'a> {
    pair: &'a Pair<'a>,
    outcomes: usize,
    compared: usize,
}

/// Compares the legal moves of positions, one after the other.
pub fn compare_positions<'a>(pair: &'a Pair<'a>) -> Positions<'a> {
    Positions { pair, outcomes: MOST_OUTCOMES, compared: MOST_COMPARED }
}

impl Positions<'_> {
    /// Compares one position of the first game.
    pub fn ask(&mut self, number: usize, data: &PositionData) -> Sampled {
        if self.compared == 0 {
            return Sampled::LeftOut;
        }
        // What other counters count, only the first game knows.
        let mut shared = data.clone();
        shared.counters.retain(|(name, _)| name == "quiet");
        let translated = match self.translated(&shared) {
            Ok(translated) => translated,
            Err(why) => return Sampled::Unread(why),
        };
        let (mut a, mut b) = match (self.pair.a.position_from(&shared), self.pair.b.position_from(&translated)) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(refusal), _) | (_, Err(refusal)) => return Sampled::Unread(refusal.message),
        };
        self.both(number, &mut a, &mut b)
    }

    /// The position in the words of the second game.
    fn translated(&self, data: &PositionData) -> Result<PositionData, String> {
        let Pair { a, b, boards, .. } = self.pair;
        if *boards == Boards::Differ {
            return Err("the boards have different sizes".to_owned());
        }
        let player = |name: &String| {
            a.player_by_name(name)
                .and_then(|player| self.pair.player(player))
                .map(|player| b.player_name(player).to_owned())
                .ok_or_else(|| format!("there is no player {name} in B"))
        };
        let kind = |word: &String| {
            let of_a = (0..a.kinds()).map(Kind::from_index).find(|&kind| a.kind_code(kind) == word);
            of_a.and_then(|kind| self.pair.kind(kind))
                .map(|kind| b.kind_code(kind).to_owned())
                .ok_or_else(|| format!("there is no piece {word} in B"))
        };
        let mut out = PositionData { to_move: player(&data.to_move)?, counters: data.counters.clone(), ..data.clone() };
        for (cell, owner, code) in &mut out.board {
            let other = a.cell_by_name(cell).and_then(|cell| self.pair.cell(cell));
            *cell = match other {
                Some(other) => b.cell_name(other).to_owned(),
                None => return Err(format!("there is no cell {cell} in B")),
            };
            *owner = owner.as_ref().map(player).transpose()?;
            *code = kind(code)?;
        }
        for (owner, code, _) in &mut out.hands {
            (*owner, *code) = (player(owner)?, kind(code)?);
        }
        for name in &mut out.out {
            *name = player(name)?;
        }
        Ok(out)
    }

    fn both(&mut self, number: usize, a: &mut State, b: &mut State) -> Sampled {
        let (over_a, over_b) = (a.outcome(), b.outcome());
        let counts = (a.count_moves(), b.count_moves());
        let most = counts.0.max(counts.1);
        self.compared = self.compared.saturating_sub(counts.0 + counts.1 + 1);
        let ask_outcomes = most <= MANY_MOVES && self.outcomes >= counts.0 + counts.1;
        let moves = |state: &mut State| if ask_outcomes { state.moves() } else { state.moves_without_outcomes() };
        let (moves_a, moves_b) = (moves(a), moves(b));
        if ask_outcomes {
            self.outcomes -= counts.0 + counts.1;
        }
        let mut differs = Differs {
            number,
            position: a.text(),
            to_move: a.to_move(),
            moves: counts,
            gained: (0, Vec::new()),
            lost: (0, Vec::new()),
            otherwise: (0, Vec::new()),
            outcome: None,
            endings: (0, Vec::new()),
        };
        let outcomes_differ = !self.same_outcome(over_a.as_ref(), over_b.as_ref());
        if outcomes_differ {
            differs.outcome = Some((over_a, over_b));
        }
        self.moves(&mut differs, &moves_a, &moves_b);
        let same = !outcomes_differ && differs.gained.0 + differs.lost.0 + differs.otherwise.0 + differs.endings.0 == 0;
        if same { Sampled::Same } else { Sampled::Differs(Box::new(differs)) }
    }

    fn moves(&self, differs: &mut Differs, moves_a: &[MoveInfo], moves_b: &[MoveInfo]) {
        let mut rest: BTreeMap<Deed, Vec<&MoveInfo>> = BTreeMap::new();
        for info in moves_b.iter().rev() {
            rest.entry(deed_of_b(info)).or_default().push(info);
        }
        let mut alone: Vec<(Start, &MoveInfo)> = Vec::new();
        for info in moves_a {
            let deed = self.deed_of_a(info);
            match rest.get_mut(&deed).and_then(Vec::pop) {
                Some(other) if !self.same_outcome(info.outcome.as_ref(), other.outcome.as_ref()) => {
                    let (a, b) = (info.outcome.clone(), other.outcome.clone());
                    keep(&mut differs.endings, Endings { text: info.text.clone(), a, b });
                }
                Some(_) => {}
                None => alone.push((deed.start, info)),
            }
        }
        // What is left has the same start and end, or is a move of one game only.
        let left: BTreeMap<usize, Start> = rest
            .into_iter()
            .flat_map(|(deed, infos)| infos.into_iter().map(move |info| (info.index, deed.start.clone())))
            .collect();
        let mut by_start: BTreeMap<Start, Vec<&MoveInfo>> = BTreeMap::new();
        for info in moves_b.iter().rev() {
            if let Some(start) = left.get(&info.index) {
                by_start.entry(start.clone()).or_default().push(info);
            }
        }
        let mut met = BTreeSet::new();
        for (start, info) in alone {
            match by_start.get_mut(&start).and_then(Vec::pop) {
                Some(other) => {
                    met.insert(other.index);
                    keep(&mut differs.otherwise, (info.text.clone(), other.text.clone()));
                }
                None => keep(&mut differs.lost, info.text.clone()),
            }
        }
        for info in moves_b.iter().filter(|info| left.contains_key(&info.index) && !met.contains(&info.index)) {
            keep(&mut differs.gained, info.text.clone());
        }
    }

    fn same_outcome(&self, a: Option<&Outcome>, b: Option<&Outcome>) -> bool {
        let winners = |outcome: &Outcome| -> Vec<Option<Player>> {
            let mut winners: Vec<_> = outcome.winners.iter().map(|&player| self.pair.player(player)).collect();
            winners.sort_unstable();
            winners
        };
        match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => {
                let mut of_b: Vec<Option<Player>> = b.winners.iter().copied().map(Some).collect();
                of_b.sort_unstable();
                winners(a) == of_b
            }
            _ => false,
        }
    }

    fn deed_of_a(&self, info: &MoveInfo) -> Deed {
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| self.pair.cell(cell).map_or(u16::MAX, |c| c.0)).collect();
        let piece = info.piece.as_ref().map(|code| {
            let kinds = (0..self.pair.a.kinds()).map(Kind::from_index);
            let kind = kinds.into_iter().find(|&kind| self.pair.a.kind_code(kind) == code);
            match kind.and_then(|kind| self.pair.kind(kind)) {
                Some(kind) => self.pair.b.kind_code(kind).to_owned(),
                None => format!("{code} of A"),
            }
        });
        let hand = info.hand.and_then(|player| self.pair.player(player));
        deed(info, piece, hand, &cells)
    }
}

fn deed_of_b(info: &MoveInfo) -> Deed {
    deed(info, info.piece.clone(), info.hand, &|cells| cells.iter().map(|cell| cell.0).collect())
}

/// Who does what from where to where, in the words of the second game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    action: String,
    piece: Option<String>,
    hand: Option<Player>,
    ends: Vec<u16>,
}

/// A move with all that follows from it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Deed {
    start: Start,
    captures: Vec<u16>,
    flips: Vec<u16>,
    promotes: bool,
    /// What the text says of choices: promoted to, placed.
    choice: String,
}

fn deed(info: &MoveInfo, piece: Option<String>, hand: Option<Player>, cells: &dyn Fn(&[Cell]) -> Vec<u16>) -> Deed {
    let mut ends = Vec::new();
    for cell in [info.from, info.to] {
        ends.extend(cell.map_or(vec![u16::MAX], |cell| cells(&[cell])));
    }
    let sorted = |list: &[Cell]| {
        let mut list = cells(list);
        list.sort_unstable();
        list
    };
    let choice = info.text.find(['=', '@', '#']).map_or("", |at| &info.text[at..]).to_owned();
    Deed {
        captures: sorted(&info.captures),
        flips: sorted(&info.flips),
        promotes: info.promotes,
        choice,
        start: Start { action: info.action.clone(), piece, hand, ends },
    }
}

/// Counts a thing, and keeps it if there are few yet.
fn keep<T>(list: &mut (usize, Vec<T>), thing: T) {
    list.0 += 1;
    if list.1.len() < MOST_NAMED {
        list.1.push(thing);
    }
}
