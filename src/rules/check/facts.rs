//! What the checks share: which kinds can take and be taken, come into a hand, be made, stand where.

use super::walk::{Site, Visitor, effect_set, kinds_of, kinds_of_items, walk};
use crate::rules::model::{
    Condition, Deed, Effect, EndVerb, EndWhat, KindSet, Leg, Modal, Mode, Motion, MoveWhat, Noun, Onto, Path, Receiver,
    Ruleset, TerrainKind, Verb, Whose,
};
use crate::types::{BoardSet, Cell, Kind, Player, Team};

/// A ruleset and what follows from it.
pub(super) struct Facts<'a> {
    pub rules: &'a Ruleset,
    /// Kinds that some rule can take off the board, by a path or by position.
    pub takeable: KindSet,
    /// Kinds that effects put into a hand (as they are, and their plain sides when they are turned back).
    pub put_in_hand: KindSet,
    /// Kinds that `may drop` lets come on the board.
    pub droppable: KindSet,
    /// Kinds that are made out of nothing: placed by effects or paths, or in hand without number.
    pub made: KindSet,
    /// Kinds that another kind becomes by an effect.
    pub becomes: KindSet,
    /// For each kind, the kinds that a piece of it can become, itself included.
    reach: Vec<KindSet>,
    /// For each kind, the cells where a piece begins that is of the kind or can become one.
    begins: Vec<BoardSet>,
    /// Pieces can change their owner.
    pub changes_owner: bool,
    /// Effects move pieces about.
    pub moved_by_effect: bool,
    /// A player can go out.
    pub out: bool,
    /// A piece freezes others.
    pub freezes: bool,
    /// A capture flips.
    pub flips: bool,
    /// Somebody may pass.
    pub passes: bool,
    /// Some kind is royal.
    pub royal: bool,
}

#[derive(Default)]
struct Effects {
    put: KindSet,
    made: KindSet,
    becomes: KindSet,
    turns: Vec<(Kind, Kind)>,
    turned_over: KindSet,
    turned_back: KindSet,
    promoted: KindSet,
    changes_owner: bool,
    moved: bool,
    out: bool,
    loses: bool,
}

impl Visitor for Effects {
    fn effect(&mut self, effect: &Effect, site: Site) {
        let kinds = effect_set(effect).map(|set| kinds_of(set, site)).unwrap_or_default();
        match effect {
            Effect::Promote { to, .. } if to.is_empty() => kinds.iter().for_each(|k| self.promoted.insert(k)),
            Effect::Promote { to, .. } => {
                for kind in to {
                    self.becomes.insert(*kind);
                    self.turns.extend(kinds.iter().map(|from| (from, *kind)));
                }
            }
            Effect::TurnOver(_) => kinds.iter().for_each(|k| self.turned_over.insert(k)),
            Effect::TurnBack(_) => kinds.iter().for_each(|k| self.turned_back.insert(k)),
            Effect::Place { kind, .. } => self.made.insert(*kind),
            Effect::Give { to, .. } => self.changes_owner |= *to != Receiver::Nobody,
            Effect::Put { turned_back, .. } => {
                self.changes_owner = true;
                for kind in kinds.iter() {
                    self.put.insert(kind);
                    if *turned_back {
                        self.turned_back.insert(kind);
                    }
                }
            }
            Effect::Move { .. } => self.moved = true,
            Effect::Player { verb: EndVerb::IsOut, .. } => self.out = true,
            Effect::Player { verb: EndVerb::Loses, .. } => self.loses = true,
            Effect::Remove(_) | Effect::Player { .. } | Effect::Draw | Effect::Again { .. } => {}
        }
    }

    fn leg(&mut self, leg: &Leg, _site: Site) {
        if let Mode::Placing(kind) = leg.mode {
            self.made.insert(kind);
        }
    }
}

impl<'a> Facts<'a> {
    pub fn new(rules: &'a Ruleset) -> Self {
        let mut effects = Effects::default();
        walk(rules, &mut effects);
        let mut droppable = KindSet::new();
        for rule in &rules.rules {
            if let (Modal::May, Deed::Drop { set, either_side_up }) = (rule.modal, &rule.deed) {
                for kind in kinds_of(set, Site { span: rule.span, it: None, chosen: None }).iter() {
                    droppable.insert(kind);
                    if *either_side_up {
                        effects.turned_over.insert(kind);
                    }
                }
            }
        }
        let mut made = effects.made;
        rules.hands.iter().filter(|stock| stock.number.is_none()).for_each(|stock| made.insert(stock.kind));
        let mut becomes = effects.becomes;
        let mut turns = effects.turns;
        let mut put = effects.put;
        for (id, kind) in rules.kinds.iter() {
            if let Some(other) = kind.promotes_to
                && (effects.promoted.has(id) || effects.turned_over.has(id))
            {
                becomes.insert(other);
                turns.push((id, other));
            }
            if let Some(plain) = kind.plain_side
                && (effects.turned_over.has(id) || effects.turned_back.has(id))
            {
                becomes.insert(plain);
                turns.push((id, plain));
                if effects.turned_back.has(id) && put.has(id) {
                    put.remove(id);
                    put.insert(plain);
                }
            }
        }
        let teams: Vec<Team> = rules.players.values().iter().fold(Vec::new(), |mut teams, player| {
            if !teams.contains(&player.team) {
                teams.push(player.team);
            }
            teams
        });
        let several = teams.len() > 2;
        let ends_out = rules.ends.iter().any(|end| match end.what {
            EndWhat::PlayerToMove(verb)
            | EndWhat::PlayerWhoMoved(verb)
            | EndWhat::EachPlayer(verb)
            | EndWhat::EachTeam(verb)
            | EndWhat::Named(_, verb) => verb == EndVerb::IsOut || (verb == EndVerb::Loses && several),
            EndWhat::Draw | EndWhat::LastTeamWins => false,
        });
        let reach: Vec<KindSet> = rules.kinds.ids().map(|kind| reached_from(kind, &turns)).collect();
        let mut begins = vec![BoardSet::EMPTY; rules.kinds.len()];
        for placed in &rules.setup {
            for kind in reach.get(placed.kind.index()).into_iter().flat_map(KindSet::iter) {
                if let Some(cells) = begins.get_mut(kind.index()) {
                    cells.insert(placed.cell);
                }
            }
        }
        let mut facts = Self {
            rules,
            takeable: KindSet::new(),
            put_in_hand: put,
            droppable,
            made,
            becomes,
            reach,
            begins,
            changes_owner: effects.changes_owner,
            moved_by_effect: effects.moved,
            out: effects.out || (effects.loses && several) || ends_out,
            freezes: rules.kinds.iter().any(|(_, kind)| !kind.freezes.is_empty()),
            flips: rules.captures.iter().flat_map(|capture| &capture.takes).any(|takes| takes.flips),
            passes: rules.rules.iter().any(|rule| rule.modal == Modal::May && matches!(rule.deed, Deed::Pass)),
            royal: rules.kinds.iter().any(|(_, kind)| kind.royal),
        };
        facts.changes_owner |= facts.flips;
        facts.takeable = facts.find_takeable();
        facts
    }

    /// The site of an item where there is no `it`.
    pub fn site(span: crate::diag::Span) -> Site<'static> {
        Site { span, it: None, chosen: None }
    }

    /// The name of a kind, in backquotes.
    pub fn name(&self, kind: Kind) -> String {
        format!("`{}`", self.rules.kinds[kind].name)
    }

    /// Is there no piece at all, on the board or in a hand, and does none ever come?
    pub fn nobody_begins(&self) -> bool {
        self.rules.setup.is_empty() && self.rules.hands.is_empty() && self.made.is_empty()
    }

    /// Names of kinds, at most three.
    pub fn names(&self, kinds: &KindSet) -> String {
        let all: Vec<Kind> = kinds.iter().filter(|k| self.rules.kinds.get(*k).is_some()).collect();
        if all.len() == self.rules.kinds.len() {
            return "any piece".to_owned();
        }
        let mut names: Vec<String> = all.iter().take(3).map(|k| self.name(*k)).collect();
        if all.len() > 3 {
            names.push(format!("{} more", all.len() - 3));
        }
        match names.as_slice() {
            [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => names.concat(),
        }
    }

    /// The players who can own a kind.
    pub fn owners(&self, kind: Kind) -> impl Iterator<Item = Player> + '_ {
        self.rules.players.ids().filter(move |p| {
            self.rules.kinds.get(kind).is_some_and(|k| k.signs.get(p.index()).is_some_and(Option::is_some))
        })
    }

    /// Can a piece of the first kind be an enemy of one of the second?
    fn enemies(&self, taker: Kind, victim: Kind) -> bool {
        self.rules.kinds[victim].neutral
            || self
                .owners(taker)
                .any(|p| self.owners(victim).any(|q| self.rules.players[p].team != self.rules.players[q].team))
    }

    fn find_takeable(&self) -> KindSet {
        let mut takeable = KindSet::new();
        let taken = self.taken_by_paths();
        for taker in self.rules.kinds.ids() {
            for victim in taken[taker.index()].iter() {
                if self.enemies(taker, victim) {
                    takeable.insert(victim);
                }
            }
        }
        for capture in &self.rules.captures {
            for takes in capture.takes.iter().filter(|takes| !takes.flips) {
                kinds_of(&takes.set, Self::site(takes.span)).iter().for_each(|k| takeable.insert(k));
            }
        }
        for rule in &self.rules.rules {
            if let Deed::Take { set: Some(set), with: None } = &rule.deed
                && rule.modal == Modal::MayNot
                && matches!(rule.when, Condition::Const(true))
                && rule.leaving.is_none()
                && rule.player.is_none()
                && set.places.is_empty()
                && set
                    .items
                    .terms
                    .iter()
                    .all(|t| t.whose == Whose::Any && t.states == crate::rules::model::States::default())
            {
                kinds_of(set, Self::site(rule.span)).iter().for_each(|k| takeable.remove(k));
            }
        }
        takeable
    }

    /// For each kind, the kinds that its paths may take, enemies or not; what it borrows from others is there, too.
    fn taken_by_paths(&self) -> Vec<KindSet> {
        let mut taken: Vec<KindSet> = Vec::new();
        let mut lenders: Vec<KindSet> = Vec::new();
        for (_, kind) in self.rules.kinds.iter() {
            let (mut own, mut lent) = (KindSet::new(), KindSet::new());
            for movement in kind.movements.iter().filter(|m| m.verb != Verb::Walks && m.taking_at_most != Some(0)) {
                match &movement.what {
                    MoveWhat::Path(path) => self.taken_by(path, &mut own, &mut lent),
                    MoveWhat::InsteadLike(set) => {
                        for lender in kinds_of(set, Self::site(set.span)).iter() {
                            lent.insert(lender);
                        }
                    }
                }
            }
            taken.push(own);
            lenders.push(lent);
        }
        // Borrowed moves bring in what their owners take, until nothing is new.
        loop {
            let mut changed = false;
            for (borrower, lent) in lenders.iter().enumerate() {
                let mut all = taken[borrower];
                for lender in lent.iter().filter_map(|k| taken.get(k.index())) {
                    lender.iter().for_each(|k| all.insert(k));
                }
                changed |= all != taken[borrower];
                taken[borrower] = all;
            }
            if !changed {
                return taken;
            }
        }
    }

    fn taken_by(&self, path: &Path, taken: &mut KindSet, lenders: &mut KindSet) {
        match path {
            Path::Or(list) | Path::Then(list) => list.iter().for_each(|p| self.taken_by(p, taken, lenders)),
            Path::Times { path, .. } | Path::AsLongAsItCan(path) => self.taken_by(path, taken, lenders),
            Path::Leg(leg) => {
                let all = || self.rules.kinds.ids().collect::<KindSet>();
                let site = Self::site(leg.span);
                if let Motion::Like(set) = &leg.motion {
                    kinds_of(set, site).iter().for_each(|k| lenders.insert(k));
                    return;
                }
                let mut add = |set: KindSet| set.iter().for_each(|k| taken.insert(k));
                if let Some(over) = leg.over.as_ref().filter(|over| over.taking.1 != Some(0)) {
                    add(over.set.as_ref().map_or_else(all, |set| kinds_of(set, site)));
                }
                match (leg.mode, &leg.onto) {
                    (Mode::Walking, Some(Onto::Mark(_))) => add(all()),
                    (Mode::Walking | Mode::Placing(_), _) => {}
                    (_, Some(Onto::Set(set))) => add(kinds_of(set, site)),
                    _ => add(all()),
                }
            }
        }
    }

    /// Can a piece of the kind ever stand there, as far as terrain, `only in` and the setup say? Generous: when in doubt, yes.
    pub fn may_stand(&self, kind: Kind, cell: Cell) -> bool {
        let def = &self.rules.kinds[kind];
        let free = self.moved_by_effect || self.made.has(kind) || self.droppable.has(kind);
        let begins = self.begins[kind.index()];
        if free || begins.has(cell) {
            return true;
        }
        if def.plain_side.is_some() || self.becomes.has(kind) || self.is_lent_movement(kind) {
            // It may have come there as another kind.
            return true;
        }
        for only in def.only_in.iter().filter(|only| matches!(only.when, Condition::Const(true))) {
            let fits = only.cells.terms.iter().all(|term| matches!(term.noun, Noun::Cells(_)));
            let inside = only.cells.terms.iter().any(|term| match &term.noun {
                Noun::Cells(cells) => cells.by_view.iter().any(|set| set.has(cell)),
                _ => true,
            });
            if fits && only.cells.except.is_empty() && !inside {
                return false;
            }
        }
        !self.rules.terrain.iter().any(|terrain| {
            let here = terrain.cells.by_view.iter().all(|set| set.has(cell));
            here && terrain.statements.iter().any(|statement| {
                let TerrainKind::Access { only, who, stops } = &statement.kind else { return false };
                if !matches!(statement.when, Condition::Const(true)) || !who.except.is_empty() {
                    return false;
                }
                let named = kinds_of_items(who, Self::site(statement.span)).has(kind);
                let whole = who.terms.iter().any(|term| {
                    matches!(&term.noun, Noun::Pieces(kinds) if kinds.has(kind))
                        && term.states == crate::rules::model::States::default()
                        && match term.whose {
                            Whose::Any => true,
                            Whose::Player(player) => self.owners(kind).all(|owner| owner == player),
                            _ => false,
                        }
                });
                let barred = if *only { !named } else { whole };
                // Who begins inside needs not enter.
                let inside = terrain.cells.by_view.iter().any(|set| !set.is_disjoint(&begins));
                barred && (*stops || !inside)
            })
        })
    }

    /// Does it move like others, so that terrain seen from its own movement says little?
    fn is_lent_movement(&self, kind: Kind) -> bool {
        self.rules.kinds[kind].movements.iter().any(|m| matches!(m.what, MoveWhat::InsteadLike(_)))
    }

    /// Can a piece of the first kind turn into one of the second, in any number of changes?
    pub fn can_become(&self, from: Kind, to: Kind) -> bool {
        self.reach.get(from.index()).is_some_and(|kinds| kinds.has(to))
    }

    /// The most pieces of these kinds that there can be, of one player if that is said. `None` = no limit.
    pub fn most_pieces(&self, kinds: &KindSet, owner: Option<Player>) -> Option<u32> {
        let sources: KindSet =
            self.rules.kinds.ids().filter(|from| kinds.iter().any(|to| self.can_become(*from, to))).collect();
        if sources.iter().any(|kind| self.made.has(kind)) {
            return None;
        }
        let owner = owner.filter(|_| !self.changes_owner);
        let on_board = self
            .rules
            .setup
            .iter()
            .filter(|placed| sources.has(placed.kind) && (owner.is_none() || placed.owner == owner))
            .count() as u32;
        let in_hand: u32 = self
            .rules
            .hands
            .iter()
            .filter(|stock| sources.has(stock.kind) && owner.is_none_or(|p| stock.player == p))
            .map(|stock| stock.number.unwrap_or(0))
            .sum();
        Some(on_board.saturating_add(in_hand))
    }
}

/// The kinds that a piece becomes by any number of the changes, its own included.
fn reached_from(kind: Kind, turns: &[(Kind, Kind)]) -> KindSet {
    let mut reached: KindSet = std::iter::once(kind).collect();
    let mut new = vec![kind];
    while let Some(from) = new.pop() {
        for (_, to) in turns.iter().filter(|(a, _)| *a == from) {
            if !reached.has(*to) {
                reached.insert(*to);
                new.push(*to);
            }
        }
    }
    reached
}
