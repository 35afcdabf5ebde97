//! Terrain, captures by position, rules, events, actions, ends.

use super::super::ast::{
    ActionStatement, Aligned, CaptureShape, CaptureStatement, Closure, Declaration, Deed, Effect, End, EndVerb, EndWho,
    Facing, Modal, MoveTarget, Receiver, Rule as GameRule, Step, Takes, TerrainKind, TerrainStatement, Trigger,
};
use super::{Builder, Kids, Node, Slot, inner};
use crate::diag::Span;
use boardwright_grammar::Rule;

impl Builder<'_> {
    pub(super) fn terrain(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_terrain);
        let items = self.items(kids.take(Rule::items)?)?;
        let mut statements = Vec::new();
        for node in kids.0 {
            let span = self.span(&node);
            let rule = node.as_rule();
            if rule == Rule::bad_statement {
                self.bad(Slot::Terrain, &node);
                continue;
            }
            let mut kids = Kids::of(node);
            let only = kids.next()?.as_rule() == Rule::kw_only;
            let items = self.items(kids.take(Rule::items)?)?;
            let kind = if rule == Rule::access {
                TerrainKind::Access { only, items, stops: kids.next()?.as_rule() == Rule::kw_stops }
            } else {
                TerrainKind::Hostile { items, even_when_occupied: kids.skip(Rule::kw_even_when_occupied) }
            };
            statements.push(TerrainStatement { kind, when: self.take_when(&mut kids)?, span });
        }
        Some(Declaration::Terrain { items, statements })
    }

    pub(super) fn capture(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_capture);
        let name = self.take_name(&mut kids)?;
        let mut statements = Vec::new();
        for node in kids.0 {
            let span = self.span(&node);
            statements.push(match node.as_rule() {
                Rule::bad_statement => CaptureStatement::Unreadable(self.bad(Slot::Capture, &node)),
                Rule::by => CaptureStatement::By(self.set(inner(node).find(|n| n.as_rule() == Rule::set)?)?),
                _ => self.takes(node, span).map_or(CaptureStatement::Unreadable(span), CaptureStatement::Takes),
            });
        }
        Some(Declaration::Capture { name, statements })
    }

    fn takes(&mut self, node: Node<'_>, span: Span) -> Option<Takes> {
        let mut kids = Kids::of(node);
        let flips = kids.next()?.as_rule() == Rule::kw_flips;
        let shape = match kids.take(Rule::shape) {
            None => CaptureShape::One,
            Some(node) => {
                let mut kids = Kids::of(node);
                match kids.next()?.as_rule() {
                    Rule::kw_line_of => CaptureShape::Line(self.range(kids.take(Rule::range)?)?),
                    Rule::kw_group_of => CaptureShape::Group,
                    _ => CaptureShape::Pair,
                }
            }
        };
        let set = self.set(kids.take(Rule::set)?)?;
        let closure = kids.next()?;
        let closure = match closure.as_rule() {
            Rule::between => Closure::Between(self.set(inner(closure).find(|n| n.as_rule() == Rule::set)?)?),
            Rule::closed => Closure::EnclosedBy(self.set(inner(closure).find(|n| n.as_rule() == Rule::set)?)?),
            _ => Closure::Around,
        };
        let along = self.take_along(&mut kids)?;
        let sparing = match kids.take(Rule::sparing) {
            Some(node) => Some(self.items(inner(node).find(|n| n.as_rule() == Rule::items)?)?),
            None => None,
        };
        Some(Takes { flips, shape, set, closure, along, sparing, when: self.take_when(&mut kids)?, span })
    }

    pub(super) fn rule(&mut self, node: Node<'_>) -> Option<GameRule> {
        let mut kids = Kids::of(node);
        let modal = match kids.next()?.as_rule() {
            Rule::kw_may => Modal::May,
            Rule::kw_must => Modal::Must,
            _ => Modal::MayNot,
        };
        let deed = self.deed(kids.next()?)?;
        let player = if kids.skip(Rule::kw_for) { Some(self.take_name(&mut kids)?) } else { None };
        let when = self.take_when(&mut kids)?;
        let leaving = match kids.take(Rule::leaving) {
            Some(node) => Some(self.when(node)?),
            None => None,
        };
        Some(GameRule { modal, deed, player, when, leaving })
    }

    fn deed(&mut self, node: Node<'_>) -> Option<Deed> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        let first = kids.next(); // the keyword, where there is one
        Some(match rule {
            Rule::kw_act => Deed::Act,
            Rule::kw_pass => Deed::Pass,
            Rule::kw_take_the_most_pieces => Deed::TakeTheMost,
            Rule::drop_deed => {
                let set = self.set(kids.take(Rule::set)?)?;
                Deed::Drop { set, facing: Self::take_facing(&mut kids) }
            }
            Rule::move_deed => {
                let set = self.set(kids.take(Rule::set)?)?;
                let taking =
                    if kids.skip(Rule::kw_taking_deed) { Some(self.set(kids.take(Rule::set)?)?) } else { None };
                Deed::Move { set, taking }
            }
            Rule::take_deed => {
                first?;
                let set = match kids.take(Rule::set) {
                    Some(node) => Some(self.set(node)?),
                    None => None,
                };
                let with = if kids.skip(Rule::kw_with_piece) { Some(self.set(kids.take(Rule::set)?)?) } else { None };
                Deed::Take { set, with }
            }
            _ => return None,
        })
    }

    fn take_facing(kids: &mut Kids<'_>) -> Option<Facing> {
        let word = inner(kids.take(Rule::facing)?).next()?;
        Some(if word.as_rule() == Rule::kw_turned_back { Facing::TurnedBack } else { Facing::EitherSideUp })
    }

    pub(super) fn event(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        let head = kids.next()?;
        let trigger = match head.as_rule() {
            Rule::kw_at_turn_start => Trigger::TurnStart,
            Rule::kw_at_turn_end => Trigger::TurnEnd,
            Rule::kw_after_player_is_out => Trigger::PlayerOut,
            _ => {
                let mut kids = Kids::of(head);
                kids.skip(Rule::kw_after);
                let set = self.set(kids.take(Rule::set)?)?;
                match kids.next()?.as_rule() {
                    Rule::kw_moves_event => Trigger::Moves(set),
                    Rule::kw_is_taken => Trigger::Taken(set),
                    Rule::kw_is_dropped => Trigger::Dropped(set),
                    _ => Trigger::Takes(set, self.items(kids.take(Rule::items)?)?),
                }
            }
        };
        let when = self.take_when(&mut kids)?;
        Some(Declaration::Event { trigger, when, steps: self.steps(kids.take(Rule::steps)?) })
    }

    fn steps(&mut self, node: Node<'_>) -> Vec<Step> {
        inner(node)
            .map(|node| {
                let span = self.span(&node);
                if node.as_rule() == Rule::bad_statement {
                    return Step::Unreadable(self.bad(Slot::Step, &node));
                }
                self.step(node, span).unwrap_or(Step::Unreadable(span))
            })
            .collect()
    }

    fn step(&mut self, node: Node<'_>, span: Span) -> Option<Step> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        Some(match rule {
            Rule::for_each => {
                kids.skip(Rule::kw_for_each_player);
                let without =
                    if kids.skip(Rule::kw_without_kind) { Some(self.items(kids.take(Rule::items)?)?) } else { None };
                let when = self.take_when(&mut kids)?;
                Step::ForEachPlayer { without, when, steps: self.steps(kids.take(Rule::steps)?), span }
            }
            Rule::choose_step => {
                kids.skip(Rule::kw_choose);
                Step::Choose { set: self.set(kids.take(Rule::set)?)?, span }
            }
            Rule::again => {
                let effect = match kids.next()?.as_rule() {
                    Rule::kw_must_take_again => Effect::Again { must: true, take: true },
                    Rule::kw_may_take_again => Effect::Again { must: false, take: true },
                    Rule::kw_must_move_again => Effect::Again { must: true, take: false },
                    _ => Effect::Again { must: false, take: false },
                };
                Step::Effect { optional: false, effect, when: self.take_when(&mut kids)?, span }
            }
            _ => {
                let optional = kids.skip(Rule::kw_may_step);
                let effect = self.effect(kids.next()?)?;
                Step::Effect { optional, effect, when: self.take_when(&mut kids)?, span }
            }
        })
    }

    fn effect(&mut self, node: Node<'_>) -> Option<Effect> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        if rule == Rule::kw_draw_effect {
            return Some(Effect::Draw);
        }
        if rule == Rule::player_effect {
            let who = self.who(kids.next()?)?;
            return Some(Effect::Player { who, verb: end_verb(kids.next()?.as_rule()) });
        }
        kids.next(); // the keyword
        let set = self.set(kids.take(Rule::set)?)?;
        Some(match rule {
            Rule::promote => {
                kids.skip(Rule::kw_to_kind);
                Effect::Promote { set, to: kids.take(Rule::names).map(|n| self.names(n)).unwrap_or_default() }
            }
            Rule::turn_back => Effect::TurnBack(set),
            Rule::turn_over => Effect::TurnOver(set),
            Rule::remove_effect => Effect::Remove(set),
            Rule::place_effect => Effect::Place(set),
            Rule::give => {
                kids.skip(Rule::kw_to_receiver);
                Effect::Give { set, to: self.receiver(kids.take(Rule::receiver)?)? }
            }
            Rule::put => {
                kids.skip(Rule::kw_into);
                let whose = self.whose(kids.take(Rule::whose)?)?.0;
                kids.skip(Rule::kw_hand_noun);
                Effect::Put { set, whose, facing: Self::take_facing(&mut kids) }
            }
            _ => {
                let target = if kids.skip(Rule::kw_to_the_cell_crossed) {
                    MoveTarget::CellCrossed
                } else if kids.skip(Rule::kw_to) {
                    MoveTarget::To(self.items(kids.take(Rule::items)?)?)
                } else {
                    let number = self.take_number(&mut kids)?;
                    kids.skip(Rule::kw_cells_toward);
                    MoveTarget::Toward(number, self.items(kids.take(Rule::items)?)?)
                };
                Effect::Move { set, target }
            }
        })
    }

    fn receiver(&self, node: Node<'_>) -> Option<Receiver> {
        let word = inner(node).next()?;
        Some(match word.as_rule() {
            Rule::kw_ally => Receiver::Ally,
            Rule::kw_mover => Receiver::Mover,
            Rule::kw_owner => Receiver::Owner,
            Rule::kw_player_pronoun => Receiver::Player,
            Rule::kw_nobody => Receiver::Nobody,
            _ => Receiver::Name(self.name(&word)),
        })
    }

    pub(super) fn action(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_action);
        let name = self.take_name(&mut kids)?;
        let player = if kids.skip(Rule::kw_for) { Some(self.take_name(&mut kids)?) } else { None };
        let mut statements = Vec::new();
        for node in kids.0 {
            let span = self.span(&node);
            statements.push(if node.as_rule() == Rule::bad_statement {
                ActionStatement::Unreadable(self.bad(Slot::Action, &node))
            } else {
                self.action_statement(node, span).unwrap_or(ActionStatement::Unreadable(span))
            });
        }
        Some(Declaration::Action { name, player, statements })
    }

    fn action_statement(&mut self, node: Node<'_>, span: Span) -> Option<ActionStatement> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        Some(match rule {
            Rule::choose => {
                kids.skip(Rule::kw_choose);
                let set = self.set(kids.take(Rule::set)?)?;
                let aligned = match kids.take(Rule::aligned) {
                    None => None,
                    Some(node) => {
                        let mut kids = Kids::of(node);
                        kids.skip(Rule::kw_aligned_with);
                        let with = self.items(kids.take(Rule::items)?)?;
                        kids.skip(Rule::kw_along);
                        let along = self.take_directions(&mut kids)?;
                        Some(Aligned { with, along, nothing_between: kids.skip(Rule::kw_with_nothing_between) })
                    }
                };
                ActionStatement::Choose { set, aligned, span }
            }
            Rule::needs => {
                kids.skip(Rule::kw_needs);
                ActionStatement::Needs(self.condition(kids.take(Rule::condition)?)?)
            }
            _ => {
                let effect = self.effect(kids.next()?)?;
                ActionStatement::Effect { effect, when: self.take_when(&mut kids)?, span }
            }
        })
    }

    pub(super) fn ending(&mut self, node: Node<'_>) -> Option<End> {
        let node = inner(node).next()?;
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        Some(match rule {
            Rule::kw_last_team_wins => End::LastTeamWins,
            Rule::highest => {
                kids.skip(Rule::kw_highest);
                let count = self.take_name(&mut kids)?;
                kids.skip(Rule::kw_wins);
                End::Highest { count, when: self.take_when(&mut kids)?? }
            }
            Rule::end_draw => {
                kids.next();
                End::Draw { when: self.take_when(&mut kids)?? }
            }
            _ => {
                let word = inner(kids.take(Rule::end_who)?).next()?;
                let who = match word.as_rule() {
                    Rule::kw_player_to_move => EndWho::PlayerToMove,
                    Rule::kw_player_who_moved => EndWho::PlayerWhoMoved,
                    Rule::kw_a_player => EndWho::APlayer,
                    Rule::kw_a_team => EndWho::ATeam,
                    _ => EndWho::Name(self.name(&word)),
                };
                let verb = end_verb(kids.next()?.as_rule());
                End::Player { who, verb, when: self.take_when(&mut kids)?? }
            }
        })
    }
}

/// What becomes of a player.
fn end_verb(word: Rule) -> EndVerb {
    match word {
        Rule::kw_wins => EndVerb::Wins,
        Rule::kw_loses => EndVerb::Loses,
        _ => EndVerb::IsOut,
    }
}
