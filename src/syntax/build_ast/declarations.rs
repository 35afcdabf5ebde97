//! Declarations: board, players, kinds, options, hands, counts, the setup.

use super::super::ast::{
    Addend, AddendFor, Axis, Board, Condition, Declaration, HandSource, KindElement, Lasts, Name, OptionItem,
    RegionMember, Setup, SetupEntry, SetupFor, Shape, Side, Stock, Values,
};
use super::{Builder, Kids, Node, Slot, inner, value_of};
use boardwright_grammar::Rule;

impl Builder<'_> {
    pub(super) fn board(&mut self, node: Node<'_>) -> Option<Board> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_board);
        let shape = self.shape(kids.next()?)?;
        let without =
            if kids.skip(Rule::kw_without_cells) { kids.take(Rule::items).and_then(|n| self.items(n)) } else { None };
        let mut axes = Vec::new();
        while let Some(axis) = kids.take(Rule::axis) {
            axes.push(self.axis(axis)?);
        }
        Some(Board { shape, without, axes })
    }

    fn shape(&self, node: Node<'_>) -> Option<Shape> {
        let rule = node.as_rule();
        let mut kids = Kids::of(node);
        Some(match rule {
            Rule::board_lines => Shape::Lines,
            Rule::board_hexagon => {
                kids.skip(Rule::kw_hexagon);
                Shape::Hexagon(self.take_number(&mut kids)?)
            }
            _ => {
                let files = self.number(&kids.take(Rule::digits)?);
                kids.skip(Rule::kw_by);
                let ranks = self.number(&kids.take(Rule::digits)?);
                if kids.skip(Rule::kw_of_hexagons) {
                    Shape::Hexagons(files, ranks)
                } else {
                    Shape::Squares(files, ranks)
                }
            }
        })
    }

    fn axis(&self, node: Node<'_>) -> Option<Axis> {
        let span = self.span(&node);
        let mut kids = Kids::of(node);
        let ranks = kids.next()?.as_rule() == Rule::kw_ranks_axis;
        let first = self.name(&kids.take(Rule::axis_label)?);
        kids.skip(Rule::dots);
        let last = self.name(&kids.take(Rule::axis_label)?);
        let from = match kids.next()?.as_rule() {
            Rule::kw_from_left => Side::Left,
            Rule::kw_from_right => Side::Right,
            Rule::kw_from_top => Side::Top,
            _ => Side::Bottom,
        };
        Some(Axis { ranks, first, last, from, span })
    }

    pub(super) fn line(&self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_line);
        let name = self.take_name(&mut kids)?;
        let chains = kids.0.filter(|n| n.as_rule() == Rule::chain).map(|n| self.names(n)).collect();
        Some(Declaration::Line { name, chains })
    }

    pub(super) fn region(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_region);
        let name = self.take_name(&mut kids)?;
        Some(Declaration::Region { name, items: self.items(kids.take(Rule::items)?)? })
    }

    pub(super) fn regions(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_regions);
        let name = self.take_name(&mut kids)?;
        let mut members = Vec::new();
        for node in kids.0 {
            match node.as_rule() {
                Rule::region_member => {
                    let mut kids = Kids::of(node);
                    let name = self.take_name(&mut kids);
                    members.push(RegionMember { name, items: self.items(kids.take(Rule::items)?)? });
                }
                Rule::bad_statement => {
                    self.bad(Slot::Region, &node);
                }
                _ => {}
            }
        }
        Some(Declaration::Regions { name, members })
    }

    pub(super) fn player(&self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_player);
        let name = self.take_name(&mut kids)?;
        let label = self.take_string(&mut kids);
        let faces = if kids.skip(Rule::kw_faces_side) {
            kids.take(Rule::direction).and_then(|n| self.direction(n))
        } else {
            None
        };
        Some(Declaration::Player { name, label, faces })
    }

    /// `turns A, B`, `notation usi`
    pub(super) fn names_after_keyword(&self, node: Node<'_>) -> Vec<Name> {
        inner(node)
            .find(|n| matches!(n.as_rule(), Rule::names | Rule::free_words))
            .map(|n| self.names(n))
            .unwrap_or_default()
    }

    pub(super) fn teams(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_teams);
        let mut teams = Vec::new();
        while let Some(team) = kids.take(Rule::team) {
            teams.push(self.names(team));
        }
        Some(Declaration::Teams { teams, when: self.take_when(&mut kids)? })
    }

    pub(super) fn kind(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_kind);
        let name = self.take_name(&mut kids)?;
        let both_sides = kids.skip(Rule::kw_both_sides_of);
        let mut elements = Vec::new();
        while let Some(element) = kids.take(Rule::kind_element) {
            let mut kids = Kids::of(element);
            elements.push(KindElement { name: self.take_name(&mut kids)?, guard: self.take_guard(&mut kids)? });
        }
        Some(Declaration::Kind { name, both_sides, elements })
    }

    pub(super) fn mark(&self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_mark);
        let name = self.take_name(&mut kids)?;
        let lasts = match kids.take(Rule::lasts) {
            None => Lasts::UntilNextTurn,
            Some(node) => {
                let mut kids = Kids::of(node);
                kids.skip(Rule::kw_lasts);
                self.take_number(&mut kids).map_or(Lasts::Ever, Lasts::Plies)
            }
        };
        Some(Declaration::Mark { name, lasts })
    }

    pub(super) fn option(&mut self, node: Node<'_>) -> Option<OptionItem> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_option);
        let name = self.take_name(&mut kids)?;
        let default = self.value(&kids.take(Rule::value)?);
        let values = match kids.take(Rule::option_values) {
            Some(node) => {
                let mut kids = Kids::of(node);
                match self.take_number(&mut kids) {
                    Some(least) => {
                        kids.skip(Rule::dots);
                        Some(Values::Range(least, self.take_number(&mut kids)?))
                    }
                    None => Some(Values::Words(kids.0.map(|n| self.value(&n)).collect())),
                }
            }
            None => None,
        };
        let help = self.take_string(&mut kids);
        if help.is_none() {
            self.without_help.push(name.span);
        }
        let patch = kids.take(Rule::patch).map(|n| self.patch(n));
        let otherwise =
            if kids.skip(Rule::kw_otherwise) { kids.take(Rule::patch).map(|n| self.patch(n)) } else { None };
        Some(OptionItem { name, default, values, help, patch, otherwise })
    }

    pub(super) fn hand(&self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_hand);
        let player = if kids.skip(Rule::kw_each_player) { None } else { Some(self.take_name(&mut kids)?) };
        let mut stock = Vec::new();
        while let Some(node) = kids.take(Rule::stock) {
            let mut kids = Kids::of(node);
            let number = if kids.skip(Rule::kw_any_number_of) { None } else { Some(self.take_number(&mut kids)?) };
            stock.push(Stock { number, kind: self.take_name(&mut kids)? });
        }
        Some(Declaration::Hand { player, stock })
    }

    pub(super) fn drops_from(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut sources = Vec::new();
        for node in inner(node).filter(|n| n.as_rule() == Rule::hand_source) {
            let span = self.span(&node);
            let mut kids = Kids::of(node);
            let whose = self.whose(kids.take(Rule::whose)?)?.0;
            kids.skip(Rule::kw_hand_noun);
            sources.push(HandSource { whose, guard: self.take_guard(&mut kids)?, span });
        }
        Some(Declaration::DropsFrom(sources))
    }

    pub(super) fn count(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_count);
        let name = self.take_name(&mut kids)?;
        let mut addends = Vec::new();
        while let Some(node) = kids.take(Rule::addend) {
            let span = self.span(&node);
            let mut kids = Kids::of(node);
            let written = kids.take(Rule::halves)?;
            let (whole, half) = written.as_str().split_once('.').map_or((written.as_str(), 0), |(whole, _)| (whole, 1));
            let halves = value_of(whole).saturating_mul(2).saturating_add(half);
            let what = if kids.skip(Rule::kw_for_each) {
                AddendFor::Each(self.set(kids.take(Rule::set)?)?)
            } else {
                kids.skip(Rule::kw_for);
                AddendFor::Player(self.take_name(&mut kids)?)
            };
            addends.push(Addend { halves, what, span });
        }
        Some(Declaration::Count { name, addends })
    }

    pub(super) fn fact(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_fact);
        let name = self.take_name(&mut kids)?;
        Some(Declaration::Fact { name, condition: self.condition(kids.take(Rule::condition)?)? })
    }

    pub(super) fn setup(&mut self, node: Node<'_>) -> Option<Declaration> {
        let mut kids = Kids::of(node);
        kids.skip(Rule::kw_setup);
        let form = kids.next()?;
        let rule = form.as_rule();
        let mut inner = Kids::of(form);
        let setup = match rule {
            Rule::setup_without => {
                inner.skip(Rule::kw_without_pieces_on);
                Setup::Without(self.items(inner.take(Rule::items)?)?)
            }
            Rule::setup_picture => {
                let who = if inner.skip(Rule::kw_each_player) {
                    SetupFor::EachPlayer
                } else {
                    self.take_name(&mut inner).map_or(SetupFor::All, SetupFor::Player)
                };
                let within = if inner.skip(Rule::kw_in) { Some(self.items(inner.take(Rule::items)?)?) } else { None };
                Setup::Picture { who, within, picture: self.string(&inner.next()?) }
            }
            _ => {
                let player = self.take_name(&mut inner);
                let mut entries = Vec::new();
                for node in inner.0 {
                    match node.as_rule() {
                        Rule::setup_entry => entries.push(self.setup_entry(node)?),
                        Rule::bad_statement => {
                            self.bad(Slot::Setup, &node);
                        }
                        _ => {}
                    }
                }
                Setup::List { player, entries }
            }
        };
        Some(Declaration::Setup { setup, when: self.take_when(&mut kids)? })
    }

    fn setup_entry(&mut self, node: Node<'_>) -> Option<SetupEntry> {
        let mut kids = Kids::of(node);
        let first = self.take_name(&mut kids)?;
        let (owner, kind) = match self.take_name(&mut kids) {
            Some(second) => (Some(first), second),
            None => (None, first),
        };
        Some(SetupEntry { owner, kind, items: self.items(kids.take(Rule::items)?)? })
    }

    /// The `when` at the end of a pair. The outer `None` means that something was not as the grammar promises.
    #[allow(clippy::option_option)]
    pub(super) fn optional_when(&mut self, node: Node<'_>) -> Option<Option<Condition>> {
        match inner(node).find(|n| n.as_rule() == Rule::when) {
            Some(node) => Some(Some(self.when(node)?)),
            None => Some(None),
        }
    }
}
