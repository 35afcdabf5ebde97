//! What is known beforehand of a player's turn: whether moves can lead to several results, and where drops are allowed.

use crate::compile::setwise::{condition_cells, dropped_cells, each_drop, is_it};
use crate::compile::tables::{
    ClaimTable, ConditionTable, DeedTable, EMPTY, EffectTable, ItemsTable, LocalSet, NOBODY, NONE, NounTable,
    PlaceTable, RuleTable, SetTable, StepTable, Tables, TermTable, TurnTable, WhoTable,
};
use crate::types::CellSet;

/// What is known of the turns of one player.
#[derive(Debug, Clone)]
pub struct Turns<const W: usize> {
    /// Something in a turn is the mover's choice, so that one candidate can have several results.
    pub chooses: bool,
    /// A `may not` speaks of moves along paths.
    pub moves_barred: bool,
    /// A `may not` speaks of actions.
    pub actions_barred: bool,
    /// A `may not` speaks of passes.
    pub passes_barred: bool,
    /// A move that takes nothing changes nothing but where its piece stands and which side of it is up, as long as the end
    /// events have nothing to do without it.
    pub steady: bool,
    /// By content: taking a piece of it changes nothing but hands besides, on the same terms.
    pub harmless: Vec<bool>,
    /// Drops as sets of cells; `None` where each must be asked.
    pub drops: Option<Drops<W>>,
}

/// The drops of one player.
#[derive(Debug, Clone)]
pub struct Drops<const W: usize> {
    /// What may be dropped where, as long as the cell is empty and nothing bars it.
    pub sets: Vec<DropSet<W>>,
    /// What bars drops before they are made.
    pub bars: Vec<DropBar<W>>,
    /// Rules about what a drop leaves.
    pub leaving: bool,
    /// All of these say that a drop may not leave pieces mated which no drop brings in: places of the rules in `bars` of
    /// the turn, and by entry of `sets` the cells of which they speak.
    pub mates: Option<Vec<(usize, Vec<CellSet<W>>)>>,
    /// There are two teams, and nothing happens after a drop that would not happen without it, as long as no step of an end
    /// event is reached.
    pub uneventful: bool,
}

/// A piece in hand that may be dropped.
#[derive(Debug, Clone)]
pub struct DropSet<const W: usize> {
    /// Whose hand.
    pub hand: u8,
    /// The place in the hands.
    pub slot: u16,
    /// What comes to stand on the board.
    pub content: u16,
    /// On these empty cells.
    pub cells: CellSet<W>,
    /// And on these while a condition holds: place of the rule in `drops` of the turn.
    pub guarded: Vec<(usize, CellSet<W>)>,
}

/// A `may not drop`.
#[derive(Debug, Clone)]
pub struct DropBar<const W: usize> {
    /// Place of the rule in `bars` of the turn.
    pub rule: usize,
    /// By entry of `sets`: the cells of which it speaks.
    pub cells: Vec<CellSet<W>>,
    /// What its condition asks of the piece that is dropped.
    pub reads: Reads,
    /// Its condition counts the pieces of a set in the member, file or rank, and asks nothing else.
    pub counts: bool,
}

/// What a condition asks of the piece in view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// Nothing.
    Nothing,
    /// In which member of a family of regions it stands.
    Family(u16),
    /// On which file.
    File,
    /// On which rank.
    Rank,
    /// More.
    More,
}

impl Reads {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Nothing, one) | (one, Self::Nothing) => one,
            (one, other) if one == other => one,
            _ => Self::More,
        }
    }
}

impl<const W: usize> Turns<W> {
    pub(super) fn of(t: &Tables<W>, player: usize) -> Self {
        let turn = &t.turn[player];
        let all = |wanted: fn(&DeedTable<W>) -> bool| turn.bars.iter().any(|rule| wanted(&rule.deed));
        Self {
            chooses: chooses(turn),
            moves_barred: all(|deed| !matches!(deed, DeedTable::Drop(..) | DeedTable::Pass)),
            actions_barred: all(|deed| matches!(deed, DeedTable::Act)),
            passes_barred: all(|deed| matches!(deed, DeedTable::Act | DeedTable::Pass)),
            steady: steady(t, turn),
            harmless: (0..t.contents.len() as u16).map(|content| harmless(t, turn, content)).collect(),
            drops: Drops::of(t, player),
        }
    }
}

/// Can anything in a turn be chosen?
fn chooses<const W: usize>(turn: &TurnTable<W>) -> bool {
    fn in_steps<const W: usize>(steps: &[StepTable<W>]) -> bool {
        steps.iter().any(|step| match step {
            StepTable::EachPlayer(players) => players.iter().any(|(_, _, steps)| in_steps(steps)),
            StepTable::Effect(optional, effect, _) => *optional || several(effect),
        })
    }
    fn several<const W: usize>(effect: &EffectTable<W>) -> bool {
        matches!(effect, EffectTable::PromoteTo(_, kinds) if kinds.len() > 1)
    }
    let events = [&turn.end, &turn.moves, &turn.dropped, &turn.takes, &turn.taken];
    events.into_iter().flatten().any(|event| in_steps(&event.steps))
        || turn.actions.iter().any(|action| action.effects.iter().any(|(effect, _)| several(effect)))
}

impl<const W: usize> Drops<W> {
    fn of(t: &Tables<W>, player: usize) -> Option<Self> {
        let sets = sets(t, player)?;
        let turn = &t.turn[player];
        let spoken = |rule: &RuleTable<W>| -> Option<Vec<CellSet<W>>> {
            sets.iter()
                .map(|drop| match &rule.deed {
                    DeedTable::Drop(set, hands, _) if hands[usize::from(drop.hand)] => {
                        dropped_cells(t, set, drop.content)
                    }
                    DeedTable::Act => Some(t.board),
                    _ => Some(CellSet::EMPTY),
                })
                .collect()
        };
        let (mut bars, mut mates, mut leaving) = (Vec::new(), Some(Vec::new()), false);
        for (index, rule) in turn.bars.iter().enumerate() {
            let cells = spoken(rule)?;
            if cells.iter().all(CellSet::is_empty) {
                continue;
            }
            match &rule.leaving {
                None => bars.push(DropBar {
                    rule: index,
                    cells,
                    reads: condition_reads(&rule.when),
                    counts: counts(&rule.when),
                }),
                Some(after) => {
                    leaving = true;
                    match mates.as_mut().filter(|_| is_mate(rule, after, &sets)) {
                        Some(mates) => mates.push((index, cells)),
                        None => mates = None,
                    }
                }
            }
        }
        let two_teams = t
            .teams
            .iter()
            .all(|&team| team == t.teams[0] || Some(&team) == t.teams.iter().find(|&&other| other != t.teams[0]));
        let uneventful = two_teams
            && turn.dropped.is_empty()
            && t.captures[player].is_empty()
            && turn.end.iter().all(|event| event.piece.is_none())
            && falls(turn, &sets);
        Some(Self { mates: mates.filter(|_| leaving), sets, bars, leaving, uneventful })
    }
}

/// What a player may drop where; `None` when a rule asks more than where the cell lies.
fn sets<const W: usize>(t: &Tables<W>, player: usize) -> Option<Vec<DropSet<W>>> {
    let mut list: Vec<DropSet<W>> = Vec::new();
    each_drop(t, player, |drop| {
        if drop.cells.is_empty() {
            return Some(());
        }
        let when = &t.turn[player].drops[drop.rule].when;
        let fixed = condition_cells(t, when, drop.content, None);
        if fixed.is_none() && condition_reads(when) != Reads::Nothing {
            return None;
        }
        let at = list.iter().position(|known| known.slot == drop.slot && known.content == drop.content);
        let at = at.unwrap_or_else(|| {
            let (hand, slot, content) = (drop.hand, drop.slot, drop.content);
            list.push(DropSet { hand, slot, content, cells: CellSet::EMPTY, guarded: Vec::new() });
            list.len() - 1
        });
        match fixed {
            Some(fixed) => list[at].cells |= drop.cells & fixed,
            None => list[at].guarded.push((drop.rule, drop.cells)),
        }
        Some(())
    })?;
    Some(list)
}

/// Is the rule `may not drop … leaving X (newly) mated`, where no drop brings in an X?
fn is_mate<const W: usize>(rule: &RuleTable<W>, leaving: &ConditionTable<W>, sets: &[DropSet<W>]) -> bool {
    let ConditionTable::Claim(set, false, ClaimTable::Mated | ClaimTable::NewlyMated) = leaving else { return false };
    matches!(rule.when, ConditionTable::Const(true))
        && set.least == 1
        && set.most == u32::MAX
        && !set.every
        && set.places.is_empty()
        && foreign(&set.items, sets)
}

/// Is none of the pieces that can be dropped in the list, and no empty cell?
fn foreign<const W: usize>(items: &ItemsTable<W>, sets: &[DropSet<W>]) -> bool {
    items.is_local() && !items.local.names(EMPTY) && !sets.iter().any(|drop| items.local.names(drop.content))
}

/// Does every condition in `condition` speak of players alone, or of sets of pieces of which `fits` is true? `rises`: the
/// whole may begin to hold by what is asked of the sets, not cease to; `fits` is told the same of its set.
fn guards<const W: usize>(
    condition: &ConditionTable<W>,
    rises: bool,
    fits: &impl Fn(&SetTable<W>, bool) -> bool,
) -> bool {
    match condition {
        ConditionTable::Const(_)
        | ConditionTable::IsOut(WhoTable::Player(_) | WhoTable::Mover)
        | ConditionTable::IsPlayer(WhoTable::Player(_) | WhoTable::Mover, _) => true,
        ConditionTable::And(list) | ConditionTable::Or(list) => list.iter().all(|inner| guards(inner, rises, fits)),
        ConditionTable::Not(inner) => guards(inner, !rises, fits),
        ConditionTable::Exists(set) => set.places.is_empty() && !set.every && fits(set, rises),
        _ => false,
    }
}

/// The same of all guards of the end events of a turn; `without` is asked of those that say `without`.
fn end_guards<const W: usize>(
    turn: &TurnTable<W>,
    without: &impl Fn(&ItemsTable<W>) -> bool,
    fits: &impl Fn(&SetTable<W>, bool) -> bool,
) -> bool {
    fn in_steps<const W: usize>(
        steps: &[StepTable<W>],
        without: &impl Fn(&ItemsTable<W>) -> bool,
        fits: &impl Fn(&SetTable<W>, bool) -> bool,
    ) -> bool {
        steps.iter().all(|step| match step {
            StepTable::EachPlayer(players) => players.iter().all(|(items, when, steps)| {
                items.as_ref().is_none_or(without) && guards(when, false, fits) && in_steps(steps, without, fits)
            }),
            StepTable::Effect(_, _, when) => guards(when, false, fits),
        })
    }
    turn.end.iter().all(|event| guards(&event.when, false, fits) && in_steps(&event.steps, without, fits))
}

/// Can a drop make the guards of the end events false only, never true?
fn falls<const W: usize>(turn: &TurnTable<W>, sets: &[DropSet<W>]) -> bool {
    end_guards(turn, &ItemsTable::is_local, &|set, rises| {
        let more = set.least >= 1 && set.most == u32::MAX;
        let fewer = set.least == 0;
        set.items.is_local()
            && !set.items.local.names(EMPTY)
            && (foreign(&set.items, sets) || if rises { more } else { fewer })
    })
}

/// Does an effect concern only pieces that no drop brings in?
pub fn spares_drops<const W: usize>(effect: &EffectTable<W>, drops: &Drops<W>) -> bool {
    match effect {
        EffectTable::TurnOver(set)
        | EffectTable::Promote(set)
        | EffectTable::TurnBack(set)
        | EffectTable::Remove(set) => set.places.is_empty() && foreign(&set.items, &drops.sets),
        _ => false,
    }
}

/// Does an effect concern only pieces for what they are and where they stand?
pub fn local_effect<const W: usize>(effect: &EffectTable<W>) -> bool {
    match effect {
        EffectTable::TurnOver(set)
        | EffectTable::Promote(set)
        | EffectTable::TurnBack(set)
        | EffectTable::Remove(set)
        | EffectTable::Give(set, _)
        | EffectTable::Put(set, ..) => {
            set.items.is_local()
                && set.places.iter().all(|place| matches!(place, PlaceTable::On(_, items) if items.is_local()))
        }
        _ => false,
    }
}

/// Do the events of a turn that takes nothing leave all but the moved piece alone, which turns over at most, unless the end
/// events would do something anyway?
fn steady<const W: usize>(t: &Tables<W>, turn: &TurnTable<W>) -> bool {
    let turns_it = |step: &StepTable<W>| match step {
        StepTable::Effect(
            _,
            EffectTable::Promote(set) | EffectTable::TurnOver(set) | EffectTable::TurnBack(set),
            _,
        ) => is_it(set) && set.places.is_empty(),
        _ => false,
    };
    turn.moves.iter().all(|event| event.steps.iter().all(turns_it))
        && turn.end.iter().all(|event| event.piece.is_none())
        && end_guards(turn, &|items| either_side(t, items), &|set, _| either_side(t, &set.items))
}

/// Is a content none that any guard of the end events asks for, and does being taken only put it into a hand?
fn harmless<const W: usize>(t: &Tables<W>, turn: &TurnTable<W>, content: u16) -> bool {
    let spared = |items: &ItemsTable<W>| items.is_local() && !items.local.names(content) && !items.local.names(EMPTY);
    let to_hand = |step: &StepTable<W>| match step {
        StepTable::Effect(_, EffectTable::Put(set, ..) | EffectTable::Remove(set), _) => {
            is_it(set) && set.places.is_empty()
        }
        _ => false,
    };
    turn.takes.is_empty()
        && t.contents[content as usize].owner != NOBODY
        && turn.taken.iter().all(|event| event.steps.iter().all(to_hand))
        && end_guards(turn, &spared, &|set, _| spared(&set.items))
}

/// Does the list name kinds with both their sides, wherever they stand?
fn either_side<const W: usize>(t: &Tables<W>, items: &ItemsTable<W>) -> bool {
    items.is_local()
        && items.local.entries.iter().all(|&(content, cells)| {
            let other = t.contents[content as usize].other_side;
            cells.is_empty() || (content != EMPTY && cells == t.board && (other == NONE || items.local.names(other)))
        })
}

/// What a condition asks of the piece in view.
fn condition_reads<const W: usize>(condition: &ConditionTable<W>) -> Reads {
    match condition {
        ConditionTable::Const(_)
        | ConditionTable::Counter(..)
        | ConditionTable::Passes(_)
        | ConditionTable::IsOut(WhoTable::Player(_) | WhoTable::Mover)
        | ConditionTable::IsPlayer(WhoTable::Player(_) | WhoTable::Mover, _) => Reads::Nothing,
        ConditionTable::And(list) | ConditionTable::Or(list) => {
            list.iter().fold(Reads::Nothing, |reads, inner| reads.and(condition_reads(inner)))
        }
        ConditionTable::Not(inner) => condition_reads(inner),
        ConditionTable::Exists(set) => set_reads(set),
        _ => Reads::More,
    }
}

/// Is the condition nothing but a number of pieces in its member of a family, on its file or its rank?
fn counts<const W: usize>(condition: &ConditionTable<W>) -> bool {
    let ConditionTable::Exists(set) = condition else { return false };
    let [PlaceTable::On(false, there)] = set.places.as_slice() else { return false };
    let [term] = there.dynamic.as_slice() else { return false };
    let nothing = |local: &LocalSet<W>| local.entries.iter().all(|(_, cells)| cells.is_empty());
    !set.every
        && items_reads(&set.items) == Reads::Nothing
        && nothing(&there.local)
        && nothing(&there.except_local)
        && there.except.is_empty()
        && matches!(term.noun, NounTable::ItsFamily(_) | NounTable::ItsFile | NounTable::ItsRank)
        && !(term.unmoved || term.frozen || term.out || term.empty || term.hostile)
        && term.contents.is_empty()
        && set.items.dynamic.iter().all(|term| !matches!(term.noun, NounTable::Hand(_)))
}

fn set_reads<const W: usize>(set: &SetTable<W>) -> Reads {
    set.places.iter().fold(items_reads(&set.items), |reads, place| {
        reads.and(match place {
            PlaceTable::On(_, items)
            | PlaceTable::Beside(_, items)
            | PlaceTable::NextTo(items, _)
            | PlaceTable::Behind(items, _) => items_reads(items),
            PlaceTable::FromHand(_) => Reads::Nothing,
        })
    })
}

fn items_reads<const W: usize>(items: &ItemsTable<W>) -> Reads {
    items.dynamic.iter().chain(&items.except).fold(Reads::Nothing, |reads, term| reads.and(term_reads(term)))
}

fn term_reads<const W: usize>(term: &TermTable<W>) -> Reads {
    if term.hostile || term.frozen {
        return Reads::More;
    }
    match &term.noun {
        NounTable::Local(_) | NounTable::LastEnd | NounTable::Marked(_) | NounTable::Hand(_) => Reads::Nothing,
        NounTable::ItsFamily(family) => Reads::Family(*family),
        NounTable::ItsFile => Reads::File,
        NounTable::ItsRank => Reads::Rank,
        NounTable::Beside(items) => items_reads(items),
        _ => Reads::More,
    }
}
