//! What the tables of one game may cost. A short file can ask for much: every kind of every player has tables of its own,
//! and every condition is compiled for every player.

use super::compiler::Compiler;
use crate::diag::Span;
use crate::types::CellSet;

/// Most bytes of tables that a game may ask for.
const MOST_TABLE_BYTES: usize = 256 << 20;

/// Most work for the tables, in bytes looked at.
const MOST_TABLE_WORK: usize = 2048 << 20;

/// What has been spent.
#[derive(Debug, Default)]
pub(super) struct Budget {
    bytes: usize,
    work: usize,
    over: bool,
}

impl<const W: usize> Compiler<'_, W> {
    /// Spends bytes of tables; false when there are none left. What is asked for then may be left empty: the game is refused.
    pub fn spend_bytes(&mut self, bytes: usize) -> bool {
        self.budget.bytes = self.budget.bytes.saturating_add(bytes);
        self.within_budget()
    }

    /// Spends work that leaves nothing behind; false when there is none left.
    pub fn spend_work(&mut self, bytes: usize) -> bool {
        self.budget.work = self.budget.work.saturating_add(bytes);
        self.within_budget()
    }

    /// Bytes of one set for each content.
    pub fn bytes_of_masks(&self) -> usize {
        self.contents.len() * size_of::<CellSet<W>>()
    }

    fn within_budget(&mut self) -> bool {
        if self.budget.over {
            return false;
        }
        if self.budget.bytes <= MOST_TABLE_BYTES && self.budget.work <= MOST_TABLE_WORK {
            return true;
        }
        self.budget.over = true;
        let span = self.rules.kinds.values().last().map_or(Span::default(), |kind| kind.span);
        let what = if self.budget.bytes > MOST_TABLE_BYTES {
            "a game with tables of more than 256 MiB: so many kinds, players, paths and conditions on so large a board"
        } else {
            "a game whose tables are so much work: so many kinds, players, paths and conditions on so large a board"
        };
        self.refuse(span, what);
        false
    }
}
