//! How often a position has occurred, and who gave check since.

use crate::compile::tables::Tables;

use super::eval::Context;
use super::legality;
use super::position::Position;

impl<const W: usize> Position<W> {
    /// The occurrences of the position; before it was counted (a `leaving` condition) it counts itself.
    pub(super) fn occurrences_with(&self, t: &Tables<W>, context: &Context<'_, W>) -> (u32, usize) {
        if context.facts.is_some_and(|facts| facts.done) && self.again.is_none() {
            let mut next = self.clone();
            let turn = legality::next_turn(t, &mut next);
            next.set_turn(t, turn);
            let key = next.key(t);
            let earlier = self.history.iter().filter(|&&other| other == key).count() as u32;
            return (earlier + 1, 0);
        }
        self.occurrences()
    }

    /// Did the player give check at the end of each own turn since the first occurrence of this position?
    pub(super) fn gave_check_since(&self, player: u8) -> bool {
        let (times, first) = self.occurrences();
        if times < 2 {
            return false;
        }
        let mut turns = 0;
        for index in first + 1..self.history.len() {
            let (by, check) = self.checks[index];
            if by == player {
                turns += 1;
                if check != Some(true) {
                    return false;
                }
            }
        }
        turns > 0
    }
}
