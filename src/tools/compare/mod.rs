//! Two games side by side: which players, kinds and cells stand for each other, how pieces move, what is legal.
//!
//! `reach` asks the move generator where each piece goes on an empty and on a crowded board; `positions` takes positions of random
//! play of the first game and asks both games about them. All work is bounded, and what was left out is said.

mod positions;
mod reach;

use std::collections::BTreeSet;

use crate::engine::Game;
use crate::types::{Cell, Kind, Player};

pub use positions::{Differs, Endings, Positions, Sampled, compare_positions, samples};
pub use reach::{Board, Pieces, Ways, compare_pieces};

/// How the cells of two boards stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boards {
    /// The same cells with the same names.
    Same,
    /// The same files and ranks; holes or names of cells differ.
    SameSize,
    /// Other sizes: the middles lie on each other.
    Differ,
}

/// Two games and what stands for what.
pub struct Pair<'a> {
    /// The first game.
    pub a: &'a Game,
    /// The second game.
    pub b: &'a Game,
    /// How the boards stand to each other.
    pub boards: Boards,
    /// By player of the first game.
    players: Vec<Option<Player>>,
    /// By kind of the first game.
    kinds: Vec<Option<Kind>>,
    /// By cell of the first game.
    cells: Vec<Option<Cell>>,
}

impl<'a> Pair<'a> {
    /// Finds what stands for what: players by name, else by seat; kinds by code, else by name.
    pub fn new(a: &'a Game, b: &'a Game) -> Self {
        let names = |game: &Game| -> Vec<String> {
            (0..game.players()).map(|player| game.player_name(Player::from_index(player)).to_owned()).collect()
        };
        let (players_a, players_b) = (names(a), names(b));
        let mut players = by_word(&players_a, &players_b);
        let used: BTreeSet<usize> = players.iter().flatten().copied().collect();
        for (seat, player) in players.iter_mut().enumerate() {
            if player.is_none() && seat < players_b.len() && !used.contains(&seat) {
                *player = Some(seat);
            }
        }
        let words = |game: &Game, word: fn(&Game, Kind) -> &str| -> Vec<String> {
            (0..game.kinds()).map(|kind| word(game, Kind::from_index(kind)).to_owned()).collect()
        };
        let mut kinds = by_word(&words(a, Game::kind_code), &words(b, Game::kind_code));
        let used: BTreeSet<usize> = kinds.iter().flatten().copied().collect();
        let by_name = by_word(&words(a, Game::kind_name), &words(b, Game::kind_name));
        for (kind, named) in kinds.iter_mut().zip(by_name) {
            *kind = kind.or(named.filter(|other| !used.contains(other)));
        }
        let (boards, cells) = cells(a, b);
        Self {
            a,
            b,
            boards,
            players: players.into_iter().map(|player| player.map(Player::from_index)).collect(),
            kinds: kinds.into_iter().map(|kind| kind.map(Kind::from_index)).collect(),
            cells,
        }
    }

    /// The player of the second game.
    pub fn player(&self, player: Player) -> Option<Player> {
        self.players.get(player.index()).copied().flatten()
    }

    /// The kind of the second game.
    pub fn kind(&self, kind: Kind) -> Option<Kind> {
        self.kinds.get(kind.index()).copied().flatten()
    }

    /// The cell of the second game.
    pub fn cell(&self, cell: Cell) -> Option<Cell> {
        self.cells.get(cell.index()).copied().flatten()
    }

    /// Players that are not called the same, as pairs; then those that only one game has.
    pub fn strangers(&self) -> (Vec<(String, String)>, Vec<String>, Vec<String>) {
        let (mut renamed, mut only_a) = (Vec::new(), Vec::new());
        let mut found = BTreeSet::new();
        for seat in 0..self.a.players() {
            let player = Player::from_index(seat);
            let name = self.a.player_name(player).to_owned();
            match self.player(player) {
                Some(other) => {
                    found.insert(other.index());
                    let called = self.b.player_name(other);
                    if called != name {
                        renamed.push((name, called.to_owned()));
                    }
                }
                None => only_a.push(name),
            }
        }
        let rest = (0..self.b.players()).filter(|seat| !found.contains(seat));
        (renamed, only_a, rest.map(|seat| self.b.player_name(Player::from_index(seat)).to_owned()).collect())
    }
}

/// For each word of the first list its place in the second.
fn by_word(a: &[String], b: &[String]) -> Vec<Option<usize>> {
    a.iter().map(|word| b.iter().position(|other| other == word)).collect()
}

/// The cells of the second board for those of the first: in the same place, or as they lie when the middles are laid on each
/// other.
fn cells(a: &Game, b: &Game) -> (Boards, Vec<Option<Cell>>) {
    let (there_a, there_b) = (a.cells(), b.cells());
    let same_size = (a.files(), a.ranks()) == (b.files(), b.ranks());
    let shift = |of_a: u16, of_b: u16| i32::from(of_b / 2) - i32::from(of_a / 2);
    let (east, north) = (shift(a.files(), b.files()), shift(a.ranks(), b.ranks()));
    let cells: Vec<Option<Cell>> = (0..a.files() * a.ranks())
        .map(|cell| {
            let (file, rank) = (i32::from(cell % a.files()) + east, i32::from(cell / a.files()) + north);
            let inside = (0..i32::from(b.files())).contains(&file) && (0..i32::from(b.ranks())).contains(&rank);
            let other = Cell((rank * i32::from(b.files()) + file) as u16);
            (inside && there_a.has(Cell(cell)) && there_b.has(other)).then_some(other)
        })
        .collect();
    let same =
        same_size && there_a == there_b && there_a.into_iter().all(|cell| a.cell_name(cell) == b.cell_name(cell));
    let boards = match (same_size, same) {
        (_, true) => Boards::Same,
        (true, false) => Boards::SameSize,
        (false, false) => Boards::Differ,
    };
    (boards, cells)
}
