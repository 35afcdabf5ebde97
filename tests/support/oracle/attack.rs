//! Attacked, mated, frozen, and `could never move`.

use std::sync::Arc;

use boardwright::types::{Cell, Player};

use super::Oracle;
use super::position::{Piece, Position, Taken};
use super::scene::{Element, Lies, Scene};
use super::turn::{Scope, World};

impl Oracle {
    /// The same position as if it were a player's turn.
    pub fn as_turn_of(&self, position: &Position, player: Player) -> Position {
        let mut position = position.clone();
        if self.rules.turns.get(position.turn) != Some(&player) {
            position.turn = self.rules.turns.iter().position(|&p| p == player).unwrap_or(position.turn);
            position.continuing = None;
        }
        position
    }

    /// A piece that some piece freezes, its owner's player out or not, makes no move and no attack.
    pub fn frozen(&self, position: &Position, cell: Cell) -> bool {
        position.pieces().any(|(at, piece)| {
            let Some(owner) = piece.owner else { return false };
            let freezes = &self.rules.kinds[piece.kind].freezes;
            let it = Element { cell: at, piece: Some(piece), lies: Lies::Board };
            let scene = Scene::new(self, position, owner).with_it(it);
            freezes.iter().any(|f| scene.is_in(&f.set, &scene.element(cell)) && scene.holds(&f.when))
        })
    }

    /// A piece of a living player of another team, not frozen, has a path or a capture by position that takes the piece
    /// on the cell, and no rule bars it.
    pub fn attacked(&self, position: &Position, target: Cell) -> bool {
        let Some(victim) = position.at(target) else { return false };
        let team = |player: Player| self.rules.players[player].team;
        // Where nothing is taken by position, a path that does not take the piece need not be looked at further.
        let may_take =
            |taken: &[Taken]| !self.rules.captures.is_empty() || taken.iter().any(|t| t.piece.id == victim.id);
        self.rules.players.ids().any(|player| {
            if position.out.contains(&player) || victim.owner.is_some_and(|owner| team(owner) == team(player)) {
                return false;
            }
            let before = Arc::new(self.as_turn_of(position, player));
            let own = position.pieces().filter(|(_, piece)| piece.owner == Some(player));
            own.into_iter().any(|(cell, _)| {
                self.path_deeds(&before, cell, true, &may_take).into_iter().any(|deed| self.is_attack(deed, victim))
            })
        })
    }

    /// The deed takes the piece, and no rule bars it; rules that speak of attack, mate, repetition or moves are not asked.
    fn is_attack(&self, deed: World, victim: Piece) -> bool {
        let takes = |deed: &World| deed.taken.iter().any(|taken| taken.piece.id == victim.id);
        let deed = self.captures_by_position(deed);
        let asked = |rule: usize| !self.speaks.of_attack[rule];
        takes(&deed)
            && !self.struck_out_before(&deed, &asked)
            && (!self.some_leaving_rule(&asked) || !self.complete(deed, Scope::all(true), &asked).is_empty())
    }

    /// Attacked, and still attacked after every move and drop of its owner, if it were the owner's turn. `when` rules are
    /// kept, `leaving` rules and start events set aside.
    pub fn mated(&self, position: &Position, cell: Cell) -> bool {
        if !self.attacked(position, cell) {
            return false;
        }
        let Some(piece) = position.at(cell) else { return false };
        let Some(owner) = piece.owner.filter(|owner| !position.out.contains(owner)) else { return true };
        let before = Arc::new(self.as_turn_of(position, owner));
        let scope = Scope { actions: false, ..Scope::all(true) };
        let saves = |deed: World| {
            let ends = self.complete(deed, scope, &|_| false);
            ends.iter().any(|end| end.now.find(piece.id).is_none_or(|(cell, _)| !self.attacked(&end.now, cell)))
        };
        !self
            .sources(&before, scope)
            .into_iter()
            .any(|source| self.deeds(&before, source, scope).into_iter().any(saves))
    }

    /// No move of its own traits from the cell on a board that is empty but for it.
    pub fn could_never_move(&self, piece: Piece, cell: Cell) -> bool {
        let Some(owner) = piece.owner else { return true };
        let mut board = Position::empty(&self.rules, 0);
        board.set(cell, Some(piece));
        let board = Arc::new(self.as_turn_of(&board, owner));
        self.path_deeds(&board, cell, false, &|_| true).is_empty()
    }
}
