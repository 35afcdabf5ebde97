//! Blocks of two items put together: what `add to` does.

use crate::syntax::ast::Declaration;

/// Adds the statements of one block to another of the same sort; false when that cannot be.
pub(super) fn extend(old: &mut Declaration, more: &Declaration) -> bool {
    match (old, more) {
        (Declaration::Terrain { statements, .. }, Declaration::Terrain { statements: more, .. }) => {
            statements.extend(more.iter().cloned());
        }
        (Declaration::Capture { statements, .. }, Declaration::Capture { statements: more, .. }) => {
            statements.extend(more.iter().cloned());
        }
        (Declaration::Piece(piece), Declaration::Piece(more)) => {
            let header = more.code.is_some()
                || !more.labels.is_empty()
                || !more.seats.is_empty()
                || more.royal
                || more.neutral
                || more.promotes_to.is_some();
            if header {
                return false;
            }
            piece.traits.extend(more.traits.iter().cloned());
        }
        (
            Declaration::Kind { elements, both_sides, .. },
            Declaration::Kind { elements: more, both_sides: both, .. },
        ) => {
            if both_sides != both {
                return false;
            }
            elements.extend(more.iter().cloned());
        }
        (Declaration::Region { items, .. }, Declaration::Region { items: more, .. }) => {
            items.terms.extend(more.terms.iter().cloned());
            items.except.extend(more.except.iter().cloned());
        }
        (Declaration::Regions { members, .. }, Declaration::Regions { members: more, .. }) => {
            members.extend(more.iter().cloned());
        }
        (Declaration::Hand { stock, .. }, Declaration::Hand { stock: more, .. }) => stock.extend(more.iter().cloned()),
        (Declaration::Every { traits, .. }, Declaration::Every { traits: more, .. }) => {
            traits.extend(more.iter().cloned());
        }
        (Declaration::Event { steps, .. }, Declaration::Event { steps: more, .. }) => {
            steps.extend(more.iter().cloned());
        }
        (Declaration::Action { statements, .. }, Declaration::Action { statements: more, .. }) => {
            statements.extend(more.iter().cloned());
        }
        (Declaration::Line { chains, .. }, Declaration::Line { chains: more, .. }) => {
            chains.extend(more.iter().cloned());
        }
        _ => return false,
    }
    true
}
