//! `CellSet`: a set of cells with set words; the bits are an implementation note.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use super::ids::Cell;

/// A set of cells of a board with at most `64 * W` cells.
///
/// `&`, `|`, `^` and `-` are intersection, union, symmetric difference and difference.
///
/// ```
/// use boardwright::types::{Cell, CellSet};
/// let corners: CellSet<2> = [Cell(0), Cell(8), Cell(72), Cell(80)].into_iter().collect();
/// let first_rank: CellSet<2> = (0..9).map(Cell).collect();
/// assert_eq!((corners & first_rank).len(), 2);
/// assert!((corners - first_rank).has(Cell(80)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellSet<const W: usize>(pub [u64; W]);

/// The width that holds every board that can be loaded (36 x 36 = 1,296 cells).
pub const WIDEST: usize = 21;

/// A set of cells wide enough for any board; what the rules speak in before a width is chosen.
pub type BoardSet = CellSet<WIDEST>;

impl<const W: usize> Default for CellSet<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> CellSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one cell.
    #[inline]
    pub fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Is the cell in the set?
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.0[(cell.0 >> 6) as usize % W] >> (cell.0 & 63) & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[(cell.0 >> 6) as usize % W] |= 1 << (cell.0 & 63);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[(cell.0 >> 6) as usize % W] &= !(1 << (cell.0 & 63));
    }

    /// Adds the cell if it is not in the set, takes it out if it is.
    #[inline]
    pub fn toggle(&mut self, cell: Cell) {
        self.0[(cell.0 >> 6) as usize % W] ^= 1 << (cell.0 & 63);
    }

    /// Number of cells.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().fold(0, |sum, word| sum + word.count_ones() as usize)
    }

    /// True when no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// True when the two sets share no cell.
    #[inline]
    pub fn is_disjoint(&self, other: &Self) -> bool {
        (*self & *other).is_empty()
    }

    /// True when every cell of this set is in the other.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// The lowest cell, if there is one.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.0
            .iter()
            .enumerate()
            .find(|(_, w)| **w != 0)
            .map(|(i, w)| Cell((i as u16) << 6 | w.trailing_zeros() as u16))
    }

    /// The highest cell, if there is one.
    #[inline]
    pub fn last(&self) -> Option<Cell> {
        self.0.iter().enumerate().rev().find(|(_, w)| **w != 0).map(|(i, w)| Cell((i as u16) << 6 | w.ilog2() as u16))
    }

    /// The same set at another width; cells beyond the narrower width are dropped.
    pub fn resize<const V: usize>(&self) -> CellSet<V> {
        let mut set = CellSet::EMPTY;
        for (to, from) in set.0.iter_mut().zip(self.0.iter()) {
            *to = *from;
        }
        set
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, |$a:ident, $b:ident| $e:expr) => {
        impl<const W: usize> $trait for CellSet<W> {
            type Output = Self;
            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for word in 0..W {
                    let ($a, $b) = (self.0[word], other.0[word]);
                    self.0[word] = $e;
                }
                self
            }
        }
        impl<const W: usize> $assign_trait for CellSet<W> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}
operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl<const W: usize> FromIterator<Cell> for CellSet<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// The cells of a set, lowest first.
#[derive(Debug, Clone)]
pub struct Cells<const W: usize> {
    set: CellSet<W>,
    word: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.word < W {
            let bits = self.set.0[self.word];
            if bits != 0 {
                self.set.0[self.word] = bits & (bits - 1);
                return Some(Cell((self.word as u16) << 6 | bits.trailing_zeros() as u16));
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for CellSet<W> {
    type Item = Cell;
    type IntoIter = Cells<W>;

    #[inline]
    fn into_iter(self) -> Cells<W> {
        Cells { set: self, word: 0 }
    }
}
