//! How large a game may be.

/// Most players.
pub(super) const MOST_PLAYERS: usize = 8;
/// Most marks.
pub(super) const MOST_MARKS: usize = 32;
/// Most conditions, terms and legs, with facts written out where they are used.
pub(super) const MOST_PARTS: usize = 200_000;
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
