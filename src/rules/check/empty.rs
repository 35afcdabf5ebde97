//! Items that say nothing: blocks without a statement, regions without a cell, a game without opponents.

use super::facts::Facts;
use crate::diag::{Diagnostic, Diagnostics, Span, code};
use crate::types::BoardSet;

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    let rules = facts.rules;
    let mut say = |span: Span, title: String, help: &str| {
        found.push(Diagnostic::new(code::END_NEVER_COMES, span, title).help(help));
    };
    for region in rules.regions.iter().filter(|region| region.cells.by_view.iter().all(BoardSet::is_empty)) {
        say(region.span, format!("`{}` has no cells", region.name), "look at what `except` takes away from it");
    }
    for &span in &rules.seen.blank {
        say(span, "nothing stands in these braces".to_owned(), "say what holds or happens here, or take it away");
    }
    for capture in rules.captures.iter().filter(|capture| capture.takes.is_empty()) {
        say(
            capture.span,
            format!("the capture `{}` takes nothing", capture.name),
            "say what is taken: `takes enemy Man between moved piece and own Man`",
        );
    }
    let mut teams = rules.players.iter().map(|(_, player)| player.team);
    let (first, players) = (teams.next(), rules.players.iter().count());
    if players > 1 && teams.all(|team| Some(team) == first) {
        let span = rules.players.values().first().map_or(Span::default(), |player| player.span);
        say(
            span,
            "all players are in one team".to_owned(),
            "nobody has an `enemy` then: teams are put apart by commas, `teams A + C, B + D`",
        );
    }
}
