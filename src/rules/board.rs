//! The board: a grid with holes and named lines, its cells' names and neighbours, and the graph that they make.

use petgraph::graph::{DiGraph, NodeIndex};

use crate::diag::Span;
use crate::types::{BoardSet, Cell};

/// Most files and most ranks of a board.
pub const MOST_FILES_OR_RANKS: u32 = 36;

/// A direction of the compass, clockwise from north: 0 north, 1 north-east, … 7 north-west. North is the top of the board
/// as the first player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Compass(pub u8);

impl Compass {
    /// North.
    pub const NORTH: Self = Self(0);
    /// East.
    pub const EAST: Self = Self(2);
    /// South.
    pub const SOUTH: Self = Self(4);
    /// West.
    pub const WEST: Self = Self(6);
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];
    /// The four straight ones.
    pub const STRAIGHT: [Self; 4] = [Self(0), Self(2), Self(4), Self(6)];
    /// The four diagonal ones.
    pub const DIAGONAL: [Self; 4] = [Self(1), Self(3), Self(5), Self(7)];

    /// Eastward and northward step.
    pub fn delta(self) -> (i32, i32) {
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][self.0 as usize & 7]
    }

    /// Turned clockwise by a number of eighths.
    #[must_use]
    pub fn turned(self, eighths: i32) -> Self {
        Self((i32::from(self.0) + eighths).rem_euclid(8) as u8)
    }

    /// The other way.
    #[must_use]
    pub fn opposite(self) -> Self {
        self.turned(4)
    }

    /// A direction said as if its owner faced north, for an owner who faces `facing`.
    #[must_use]
    pub fn seen_from(self, facing: Self) -> Self {
        self.turned(i32::from(facing.0))
    }
}

/// Which named line of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(pub u16);

/// A named line: chains of cells that the grid lacks.
#[derive(Debug, Clone)]
pub struct Line {
    /// The name.
    pub name: String,
    /// The chains, each from its first to its last cell.
    pub chains: Vec<Vec<Cell>>,
}

/// A board.
#[derive(Debug, Clone)]
pub struct Board {
    /// Number of files.
    pub files: u16,
    /// Number of ranks.
    pub ranks: u16,
    /// The cells that exist; the others of the grid are holes.
    pub cells: BoardSet,
    /// Labels of the files from left to right.
    pub file_labels: Vec<String>,
    /// Labels of the ranks from bottom to top.
    pub rank_labels: Vec<String>,
    /// Named lines.
    pub lines: Vec<Line>,
    /// The declaration.
    pub span: Span,
}

impl Board {
    /// The cell at a file (from 0, left) and rank (from 0, bottom), if it exists.
    pub fn cell(&self, file: i32, rank: i32) -> Option<Cell> {
        if file < 0 || rank < 0 || file >= i32::from(self.files) || rank >= i32::from(self.ranks) {
            return None;
        }
        let cell = Cell((rank * i32::from(self.files) + file) as u16);
        self.cells.has(cell).then_some(cell)
    }

    /// File (from 0, left) and rank (from 0, bottom) of a cell.
    pub fn coordinates(&self, cell: Cell) -> (i32, i32) {
        (i32::from(cell.0 % self.files), i32::from(cell.0 / self.files))
    }

    /// The cell reached by a vector (east, north), if it exists.
    pub fn offset(&self, cell: Cell, x: i32, y: i32) -> Option<Cell> {
        let (file, rank) = self.coordinates(cell);
        self.cell(file + x, rank + y)
    }

    /// The neighbour in a direction, if it exists.
    pub fn neighbour(&self, cell: Cell, direction: Compass) -> Option<Cell> {
        let (x, y) = direction.delta();
        self.offset(cell, x, y)
    }

    /// The name of a cell: file label, then rank label.
    pub fn name(&self, cell: Cell) -> String {
        let (file, rank) = self.coordinates(cell);
        format!("{}{}", self.file_labels[file as usize], self.rank_labels[rank as usize])
    }

    /// The cell of a name.
    pub fn by_name(&self, name: &str) -> Option<Cell> {
        (0..self.file_labels.len()).find_map(|file| {
            let rest = name.strip_prefix(self.file_labels[file].as_str())?;
            let rank = self.rank_labels.iter().position(|label| label == rest)?;
            self.cell(file as i32, rank as i32)
        })
    }

    /// The number of cells of the grid, holes included.
    pub fn grid_size(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks)
    }

    /// The cells as a graph whose edges are labelled with their direction.
    pub fn graph(&self) -> DiGraph<Cell, Compass> {
        let mut graph = DiGraph::new();
        let mut nodes: Vec<Option<NodeIndex>> = vec![None; self.grid_size()];
        for cell in self.cells {
            nodes[cell.index()] = Some(graph.add_node(cell));
        }
        for cell in self.cells {
            for direction in Compass::ALL {
                if let Some(to) = self.neighbour(cell, direction)
                    && let (Some(a), Some(b)) = (nodes[cell.index()], nodes[to.index()])
                {
                    graph.add_edge(a, b, direction);
                }
            }
        }
        graph
    }
}
