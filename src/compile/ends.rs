//! Ends, counters and counts. An end belongs to the latest group that it mentions (language reference, "One turn").

use super::compiler::Compiler;
use super::tables::{ConditionTable, CountTable, CounterTable, EndTable, EndVerb, EndWhat};
use crate::rules::model::{self, AddendFor, CounterDef, Quiet};
use crate::types::{CountId, Player};

impl<const W: usize> Compiler<'_, W> {
    pub(super) fn ends(&mut self) -> [Vec<EndTable<W>>; 4] {
        let rules = self.rules;
        let mut groups: [Vec<EndTable<W>>; 4] = Default::default();
        for (index, end) in rules.ends.iter().enumerate() {
            let what = self.end_what(end.what);
            let views: Vec<_> = match what {
                EndWhat::Draw | EndWhat::LastTeamWins => vec![None],
                EndWhat::Named(player, _) => vec![Some(Player(player))],
                _ => rules.players.ids().map(Some).collect(),
            };
            let when: Vec<_> = views.into_iter().map(|view| self.condition(&end.when, view)).collect();
            let group = when.iter().map(Self::group).max().unwrap_or(0);
            let changing_view = matches!(what, EndWhat::PlayerToMove(_) | EndWhat::PlayerWhoMoved(_));
            let reads = if changing_view || what == EndWhat::LastTeamWins {
                u64::MAX
            } else {
                when.iter().fold(0, |bits, condition| bits | Self::reads(condition))
            };
            groups[group].push(EndTable { index: index as u16, label: end.label.clone(), what, when, reads });
        }
        groups
    }

    fn end_what(&mut self, what: model::EndWhat) -> EndWhat {
        match what {
            model::EndWhat::Draw => EndWhat::Draw,
            model::EndWhat::LastTeamWins => EndWhat::LastTeamWins,
            model::EndWhat::PlayerToMove(verb) => EndWhat::PlayerToMove(self.verb(verb)),
            model::EndWhat::PlayerWhoMoved(verb) => EndWhat::PlayerWhoMoved(self.verb(verb)),
            model::EndWhat::EachPlayer(verb) => EndWhat::EachPlayer(self.verb(verb)),
            model::EndWhat::EachTeam(verb) => EndWhat::EachTeam(self.verb(verb)),
            model::EndWhat::Named(player, verb) => EndWhat::Named(player.0, self.verb(verb)),
        }
    }

    pub(super) fn verb(&mut self, verb: model::EndVerb) -> EndVerb {
        match verb {
            model::EndVerb::Wins => EndVerb::Wins,
            model::EndVerb::Loses => {
                self.needs.out |= self.rules.players.len() > 2;
                EndVerb::Loses
            }
            model::EndVerb::IsOut => {
                self.needs.out = true;
                EndVerb::IsOut
            }
        }
    }

    /// 0: board and taken pieces, 1: legal moves, 2: repetition, 3: plies.
    fn group(condition: &ConditionTable<W>) -> usize {
        match condition {
            ConditionTable::And(list) | ConditionTable::Or(list) => list.iter().map(Self::group).max().unwrap_or(0),
            ConditionTable::Not(inner) => Self::group(inner),
            ConditionTable::NoLegalMove | ConditionTable::NoPlayerCanMove => 1,
            ConditionTable::Occurred(_) | ConditionTable::GaveCheck(_) => 2,
            ConditionTable::Counter(..) | ConditionTable::Passes(_) => 3,
            _ => 0,
        }
    }

    pub(super) fn counters(&mut self) -> Vec<CounterTable<W>> {
        let rules = self.rules;
        rules
            .counters
            .values()
            .iter()
            .map(|counter| match counter {
                CounterDef::Held(condition) => CounterTable::Held(self.condition(condition, None)),
                CounterDef::Quiet(list) => {
                    let mut moves = vec![false; self.contents.len()];
                    for quiet in list {
                        let Quiet::MoveOf(set) = quiet else { continue };
                        for player in rules.players.ids() {
                            let set = self.set(set, Some(player));
                            for (content, moves) in moves.iter_mut().enumerate().skip(1) {
                                let mine = usize::from(self.contents[content].owner) == player.index();
                                *moves |= mine && set.items.local.slot[content] != 0;
                            }
                        }
                    }
                    CounterTable::Quiet {
                        capture: list.iter().any(|quiet| matches!(quiet, Quiet::Capture)),
                        drop: list.iter().any(|quiet| matches!(quiet, Quiet::Drop)),
                        moves,
                    }
                }
            })
            .collect()
    }

    pub(super) fn counts(&mut self) -> Vec<Vec<CountTable<W>>> {
        let rules = self.rules;
        (0..rules.counts.len())
            .map(|count| {
                rules
                    .players
                    .ids()
                    .map(|player| CountTable {
                        addends: rules.counts[CountId::from_index(count)]
                            .addends
                            .iter()
                            .filter_map(|addend| match &addend.what {
                                AddendFor::Each(set) => Some((addend.halves, Some(self.set(set, Some(player))))),
                                AddendFor::Player(named) => (*named == player).then_some((addend.halves, None)),
                            })
                            .collect(),
                    })
                    .collect()
            })
            .collect()
    }
}
