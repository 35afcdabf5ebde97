//! How large a game may be.

/// Most players.
pub(super) const MOST_PLAYERS: usize = 8;
/// Most marks.
pub(super) const MOST_MARKS: usize = 32;
/// Most conditions, terms and legs, with facts written out where they are used.
pub(super) const MOST_PARTS: usize = 50_000;
/// Most parts of all games that are built for one file under different options.
pub(super) const MOST_PARTS_OF_ALL: usize = 500_000;
/// Most items, all files together.
pub(super) const MOST_ITEMS: usize = 4_000;
/// Most members of a family of regions.
pub(super) const MOST_MEMBERS: usize = 1_024;
/// Most values of an option.
pub(super) const MOST_VALUES: usize = 64;
/// Most messages of one pass.
pub(super) const MOST_MESSAGES: usize = 200;
/// Deepest nesting of brackets, facts and terms.
pub(super) const DEEPEST: usize = 64;
/// Longest reach of a slide, ride or leap; a board has 36 files and ranks at most.
pub(super) const LONGEST_REACH: u32 = 35;
/// Most rounds of `times`.
pub(super) const MOST_TIMES: u32 = 36;
/// Longest counter, in plies.
pub(super) const MOST_PLIES: u32 = 10_000;
/// Most repetitions and passes that can be asked for.
pub(super) const MOST_REPETITIONS: u32 = 100;
/// Largest number of pieces in a quantity or a hand.
pub(super) const MOST_PIECES: u32 = 10_000;
/// Larger numbers were reported when the file was read.
pub(super) const LARGEST_NUMBER: u32 = 1_000_000;
