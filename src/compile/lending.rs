//! Movement that is borrowed: `moves like K`.

use super::compiler::Compiler;
use super::tables::{EMPTY, Mover};
use crate::rules::model::{self, Motion, MoveWhat, Movement, Path, Verb};
use crate::types::Kind;

impl<const W: usize> Compiler<'_, W> {
    /// `moves like K` of kinds that never change: the movements of K become the piece's own. False when it is not that, or K
    /// itself borrows: then the walker follows the loans.
    pub(super) fn lent(&mut self, mover: &mut Mover<W>, content: u16, statement: u16, movement: &Movement) -> bool {
        let MoveWhat::Path(Path::Leg(leg)) = &movement.what else { return false };
        let Motion::Like(set) = &leg.motion else { return false };
        let plain =
            movement.verb == Verb::Moves && leg.mode == model::Mode::Plain && leg.over.is_none() && leg.onto.is_none();
        let view = self.view_of(content);
        let set = self.set(set, view);
        if !plain || !set.places.is_empty() || !set.items.dynamic.is_empty() || !set.items.except.is_empty() {
            return false;
        }
        let rules = self.rules;
        let mut lenders: Vec<u16> = Vec::new();
        for &(lender, _) in &set.items.local.entries {
            let kind = self.contents[lender as usize].kind;
            if lender != EMPTY && !lenders.contains(&kind) {
                lenders.push(kind);
            }
        }
        let borrows = |kind: u16| {
            rules.kinds[Kind(kind)].movements.iter().any(|movement| match &movement.what {
                MoveWhat::Path(path) => Self::borrows(path),
                MoveWhat::InsteadLike(_) => true,
            })
        };
        if lenders.iter().any(|&kind| borrows(kind)) {
            return false;
        }
        for kind in lenders {
            let kind = &rules.kinds[Kind(kind)];
            let may_stop = self.condition(&kind.may_stop, view);
            for movement in &kind.movements {
                self.parts(mover, content, statement, movement, &may_stop);
            }
        }
        true
    }

    fn borrows(path: &Path) -> bool {
        match path {
            Path::Leg(leg) => matches!(leg.motion, Motion::Like(_)),
            Path::Or(list) | Path::Then(list) => list.iter().any(Self::borrows),
            Path::Times { path, .. } | Path::AsLongAsItCan(path) => Self::borrows(path),
        }
    }
}
