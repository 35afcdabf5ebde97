//! How the game ends.

use super::rules::label;
use super::words::sentence;
use super::{Speaker, View};
use crate::rules::model::{Condition, End, EndVerb, EndWhat};

impl Speaker<'_> {
    pub(super) fn ends(&self) -> Vec<String> {
        self.rules
            .ends
            .iter()
            .filter(|end| !matches!(end.when, Condition::Const(false)))
            .map(|end| sentence(&format!("{}{}", self.end(end), label(&end.label))))
            .collect()
    }

    fn end(&self, end: &End) -> String {
        let verb = |verb: EndVerb| match verb {
            EndVerb::Wins => "wins",
            EndVerb::Loses => "loses",
            EndVerb::IsOut => "goes out",
        };
        let (what, view) = match end.what {
            EndWhat::Draw => ("the game is drawn".to_owned(), View::Nobody),
            EndWhat::LastTeamWins => return "the last team with a player who is not out wins".to_owned(),
            EndWhat::PlayerToMove(v) => (format!("the player to move {}", verb(v)), View::They),
            EndWhat::PlayerWhoMoved(v) => (format!("the player who moved {}", verb(v)), View::They),
            EndWhat::EachPlayer(v) => (format!("a player {}", verb(v)), View::They),
            EndWhat::EachTeam(v) => (format!("a team {}", verb(v)), View::They),
            EndWhat::Named(player, v) => {
                (format!("{} {}", self.rules.players[player].name, verb(v)), View::Named(player))
            }
        };
        match &end.when {
            Condition::Const(true) => what,
            when => format!("{what} when {}", self.condition(when, view)),
        }
    }
}
