//! What a board shows, before anybody decides how it looks: rows of squares from top to bottom.

use unicode_width::UnicodeWidthStr;

use crate::engine::{Game, State};
use crate::types::{BoardSet, Cell, Kind, Player};

/// How pieces are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Faces {
    /// As in position text; with several players per sign, the player's initial and the code.
    Signs,
    /// The labels of the kinds, with the player's initial in front.
    Labels,
}

/// Cells that are drawn in their own way.
#[derive(Debug, Clone)]
pub struct Shade {
    /// Which cells; among several shades the first one counts.
    pub cells: BoardSet,
    /// What to say about them in the legend.
    pub title: String,
}

/// Where the last move began and ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Last {
    /// Where it began.
    pub from: Option<Cell>,
    /// Where it ended.
    pub to: Option<Cell>,
}

/// A piece as drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What is written.
    pub text: String,
    /// Whose it is.
    pub owner: Option<Player>,
}

/// A place of the grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Square {
    /// No cell.
    Hole,
    /// A cell.
    Cell {
        /// Its piece.
        piece: Option<Piece>,
        /// Its shade: index into the shades.
        shade: Option<usize>,
        /// The last move began or ended here.
        last: bool,
    },
}

/// A board as rows of squares.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Labels of the files, left to right.
    pub files: Vec<String>,
    /// Labels of the ranks, top to bottom.
    pub ranks: Vec<String>,
    /// The squares, top to bottom, left to right.
    pub rows: Vec<Vec<Square>>,
    /// Signs that the pieces of this game may have; no mark may look like one.
    pub taken: Vec<String>,
}

impl Layout {
    /// The same board turned to the left by so many quarters.
    #[must_use]
    pub fn turned(mut self, quarters: u8) -> Self {
        for _ in 0..quarters % 4 {
            let columns = (0..self.files.len()).rev();
            let rows = columns.map(|file| self.rows.iter().map(|row| row[file].clone()).collect()).collect();
            let files = std::mem::take(&mut self.ranks);
            let ranks = std::mem::take(&mut self.files).into_iter().rev().collect();
            self = Self { files, ranks, rows, taken: self.taken };
        }
        self
    }
}

/// Lays out a position.
pub fn layout(game: &Game, state: &State, shades: &[Shade], last: Last, faces: Faces) -> Layout {
    let (files, ranks) = (usize::from(game.files()), usize::from(game.ranks()));
    let initials = initials(game);
    let words = faces_of(game);
    let cells = game.cells();
    let mut taken = Vec::new();
    let rows = (0..ranks)
        .rev()
        .map(|rank| {
            (0..files)
                .map(|file| {
                    let cell = Cell::from_index(rank * files + file);
                    if !cells.has(cell) {
                        return Square::Hole;
                    }
                    let piece = state.piece_at(cell).map(|(owner, kind)| {
                        let sign = game.sign((owner, kind));
                        let initial = owner.and_then(|player| initials.get(player.index())).map_or("", String::as_str);
                        let text = match faces {
                            Faces::Labels => {
                                format!("{initial}{}", words[kind.index()])
                            }
                            Faces::Signs if sign.contains(':') => format!("{initial}{}", game.kind_code(kind)),
                            Faces::Signs => sign.to_owned(),
                        };
                        if !taken.contains(&text) {
                            taken.push(text.clone());
                        }
                        Piece { text, owner }
                    });
                    Square::Cell {
                        piece,
                        shade: shades.iter().position(|shade| shade.cells.has(cell)),
                        last: last.from == Some(cell) || last.to == Some(cell),
                    }
                })
                .collect()
        })
        .collect();
    Layout {
        files: game.file_labels().to_vec(),
        ranks: game.rank_labels().iter().rev().cloned().collect(),
        rows,
        taken,
    }
}

/// What people write on the pieces of a kind.
pub fn face(game: &Game, kind: Kind) -> &str {
    faces_of(game)[kind.index()]
}

/// What people write on a piece: labels, or names where those are narrower (the same for all kinds of a game); codes in a
/// game without labels.
fn faces_of(game: &Game) -> Vec<&str> {
    let kinds: Vec<Kind> = (0..game.kinds()).map(Kind::from_index).collect();
    let label = |kind: Kind| game.kind_label(kind).unwrap_or_else(|| game.kind_name(kind));
    let width = |texts: &[&str]| texts.iter().map(|text| text.width()).max().unwrap_or(0);
    let labels: Vec<&str> = kinds.iter().map(|&kind| label(kind)).collect();
    let names: Vec<&str> = kinds.iter().map(|&kind| game.kind_name(kind)).collect();
    if kinds.iter().all(|&kind| game.kind_label(kind).is_none()) {
        kinds.iter().map(|&kind| game.kind_code(kind)).collect()
    } else if width(&names) < width(&labels) {
        names
    } else {
        labels
    }
}

/// A short sign for each player: the first letter of the name in lower case, or a number where two are the same.
pub fn initials(game: &Game) -> Vec<String> {
    let firsts: Vec<String> = (0..game.players())
        .map(|i| {
            game.player_name(Player::from_index(i))
                .chars()
                .next()
                .map_or_else(String::new, |c| c.to_lowercase().collect())
        })
        .collect();
    let unique = firsts.iter().enumerate().all(|(i, first)| !first.is_empty() && !firsts[..i].contains(first));
    if unique { firsts } else { (1..=game.players()).map(|i| i.to_string()).collect() }
}
