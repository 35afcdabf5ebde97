//! The vocabulary: sets of cells, small ids, keyed tables. Nothing here knows a rule.

mod cell_set;
mod ids;
mod table;

pub use cell_set::{BoardSet, CellSet, Cells, WIDEST};
pub use ids::{Cell, CountId, Counter, Family, Kind, Mark, Player, Team};
pub use table::Table;
