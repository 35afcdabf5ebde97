//! The classifier for legal moves as sets: reads the finished tables and proves that the fast way says the same as the
//! general one, or gives none. Nothing is guessed: what it does not recognise it does not take.

use super::tables::{
    ClaimTable, ConditionTable, CounterTable, DeedTable, EMPTY, EffectTable, EventTable, FamilyTable, ItemsTable,
    LINE_STRIDE, Mover, NO_DIRECTION, NOBODY, NONE, NounTable, PlaceTable, ReceiverTable, RuleTable, SetDrop, SetMover,
    SetTable, Setwise, StepTable, StripBar, Tables,
};
use crate::types::{Cell, CellSet};

/// Larger boards would need tables of megabytes.
const MOST_CELLS: usize = 256;

/// The tables of the fast way, where it applies.
pub(super) fn of<const W: usize>(t: &Tables<W>) -> Option<Setwise<W>> {
    if !plain(t) {
        return None;
    }
    let rays = rays(t);
    let direction = directions(&rays, t.size);
    let movers: Vec<SetMover<W>> =
        t.movers.iter().map(|mover| set_mover(t, &direction, mover)).collect::<Option<_>>()?;
    let royals: Vec<Vec<u16>> = (0..2).map(|player| royals(t, player)).collect::<Option<_>>()?;
    let flagged = |player: usize| {
        (1..t.contents.len() as u16)
            .filter(|&content| {
                let info = &t.contents[content as usize];
                info.royal && usize::from(info.owner) == player
            })
            .collect::<Vec<_>>()
    };
    if t.needs.checks && (0..2).any(|player| royals[player] != flagged(player)) {
        return None;
    }
    let mut setwise = Setwise {
        stars: (0..t.size)
            .map(|cell| (0..8).fold(CellSet::EMPTY, |all, direction| all | rays[direction * t.size + cell]))
            .collect(),
        direction,
        near: (0..2).map(|player| near(t, &movers, player)).collect(),
        sliders: (0..2)
            .map(|player| {
                let (first, last) = t.owned[player];
                (first..last).filter(|&content| !movers[content as usize].slides.is_empty()).collect()
            })
            .collect(),
        gains: gains(t)?,
        drops: (0..2).map(|player| drops(t, player, &royals)).collect::<Option<_>>()?,
        turned: (0..t.contents.len() as u16).collect(),
        rows: vec![0; t.contents.len() * t.size],
        results: vec![(t.board, CellSet::EMPTY)],
        royals,
        rays,
        movers,
    };
    results(t, &mut setwise)?;
    Some(setwise)
}

/// Two players in turn, no rule that acts beyond the moved and the taken piece, no counter that asks more than the ply.
fn plain<const W: usize>(t: &Tables<W>) -> bool {
    let needs = &t.needs;
    t.size <= MOST_CELLS
        && t.players == 2
        && t.teams[0] != t.teams[1]
        && (t.turns == [0, 1] || t.turns == [1, 0])
        && !needs.tight
        && !(needs.unmoved || needs.out || needs.marks || needs.eager_ends)
        && t.contents[1..].iter().all(|content| content.owner != NOBODY)
        && t.captures.iter().all(Vec::is_empty)
        && t.freezes.iter().all(Vec::is_empty)
        && t.counters.iter().all(|counter| matches!(counter, CounterTable::Quiet { .. }))
        && t.turn.iter().all(|turn| {
            turn.start.is_empty()
                && turn.end.is_empty()
                && turn.dropped.is_empty()
                && turn.takes.is_empty()
                && turn.out.iter().all(Vec::is_empty)
                && turn.musts.is_empty()
                && turn.passes.is_empty()
                && turn.actions.iter().all(|action| action.claim)
        })
}

/// The rays of every cell, by compass direction.
fn rays<const W: usize>(t: &Tables<W>) -> Vec<CellSet<W>> {
    let mut rays = vec![CellSet::EMPTY; 8 * t.size];
    for direction in 0..8 {
        for cell in t.board {
            let mut here = t.neighbours[cell.index()][direction];
            while here != NONE {
                rays[direction * t.size + cell.index()].insert(Cell(here));
                here = t.neighbours[here as usize][direction];
            }
        }
    }
    rays
}

fn directions<const W: usize>(rays: &[CellSet<W>], size: usize) -> Vec<u8> {
    let mut table = vec![NO_DIRECTION; size * size];
    for (index, ray) in rays.iter().enumerate() {
        let (direction, from) = (index / size, index % size);
        for to in *ray {
            table[from * size + to.index()] = direction as u8;
        }
    }
    table
}

/// A mover of leaps and slides that walk and take alike.
fn set_mover<const W: usize>(t: &Tables<W>, directions: &[u8], mover: &Mover<W>) -> Option<SetMover<W>> {
    let mut table = SetMover::default();
    if mover.parts.is_empty() {
        return Some(table);
    }
    if !mover.sets {
        return None;
    }
    let mut reached = vec![CellSet::EMPTY; t.size];
    let mut ends = vec![CellSet::EMPTY; t.size];
    for part in &mover.parts {
        if !(part.walks && part.takes && matches!(part.when, ConditionTable::Const(true))) {
            return None;
        }
        match &part.family {
            FamilyTable::Leaper(targets) => {
                table.leaps.resize(t.size, CellSet::EMPTY);
                for cell in part.starts {
                    table.leaps[cell.index()] |= targets[cell.index()];
                }
            }
            FamilyTable::Slider { axes, rays } => {
                let mut slides: [Option<Vec<CellSet<W>>>; 8] = [const { None }; 8];
                for place in 0..axes.len() {
                    for cell in part.starts {
                        let ray = &rays[place * t.size + cell.index()];
                        for bit in (0..64).filter(|bit| (ray.above | ray.below) >> bit & 1 != 0) {
                            let to = Cell(t.line_cells[usize::from(ray.line) * LINE_STRIDE + bit]);
                            let direction = directions[cell.index() * t.size + to.index()];
                            // No compass line leads there: slides along lines of the board's own.
                            let slide = slides
                                .get_mut(usize::from(direction))?
                                .get_or_insert_with(|| vec![CellSet::EMPTY; t.size]);
                            slide[cell.index()].insert(to);
                            reached[cell.index()].insert(to);
                            if ray.stop >> bit & 1 != 0 {
                                ends[cell.index()].insert(to);
                            }
                        }
                    }
                }
                for (direction, slide) in slides.into_iter().enumerate() {
                    let Some(slide) = slide else { continue };
                    // Two slides in one direction may differ in where they end.
                    if table.slide_of[direction] != 0 {
                        return None;
                    }
                    table.slides.push((direction as u8, slide));
                    table.slide_of[direction] = table.slides.len() as u8;
                }
            }
            FamilyTable::Rider(_) | FamilyTable::General(_) => return None,
        }
    }
    if reached != ends {
        table.slide_ends = ends;
    }
    Some(table)
}

fn near<const W: usize>(t: &Tables<W>, movers: &[SetMover<W>], player: usize) -> Vec<CellSet<W>> {
    let mut near = vec![CellSet::EMPTY; t.size];
    let (first, last) = t.owned[player];
    for mover in &movers[usize::from(first)..usize::from(last)] {
        for (from, targets) in mover.leaps.iter().enumerate() {
            for to in *targets {
                near[to.index()].insert(Cell::from_index(from));
            }
        }
    }
    near
}

// ---- rules -----------------------------------------------------------------------------------------------------

/// The contents of which `may not act leaving … attacked` speaks; none when nothing is said. `None` when anything else
/// is said of moves.
fn royals<const W: usize>(t: &Tables<W>, player: usize) -> Option<Vec<u16>> {
    let mut royals: Option<Vec<u16>> = None;
    for rule in &t.turn[player].bars {
        match (&rule.deed, &rule.leaving) {
            (DeedTable::Drop(..), _) => {}
            (DeedTable::Act, Some(ConditionTable::Claim(set, false, ClaimTable::Attacked(false))))
                if royals.is_none() && matches!(rule.when, ConditionTable::Const(true)) =>
            {
                royals = Some(contents_of(t, set)?);
            }
            _ => return None,
        }
    }
    let royals = royals.unwrap_or_default();
    let own = royals.iter().all(|&content| usize::from(t.contents[content as usize].owner) == player);
    own.then_some(royals)
}

/// The contents that a set holds wherever they stand; `None` when it asks more, or for more than one of them.
fn contents_of<const W: usize>(t: &Tables<W>, set: &SetTable<W>) -> Option<Vec<u16>> {
    (at_least_one(set) && set.places.is_empty()).then_some(())?;
    local_contents(t, &set.items)
}

fn at_least_one<const W: usize>(set: &SetTable<W>) -> bool {
    set.least == 1 && set.most == u32::MAX && !set.every
}

fn local_contents<const W: usize>(t: &Tables<W>, items: &ItemsTable<W>) -> Option<Vec<u16>> {
    items.is_local().then_some(())?;
    let mut contents = Vec::new();
    for &(content, cells) in &items.local.entries {
        if cells == t.board && content != EMPTY {
            contents.push(content);
        } else if !cells.is_empty() {
            return None;
        }
    }
    Some(contents)
}

/// What becomes of taken pieces: they go to a hand, or nowhere.
fn gains<const W: usize>(t: &Tables<W>) -> Option<Vec<u16>> {
    let count = t.contents.len();
    let mut gains = vec![NONE; 2 * count];
    for mover in 0..2 {
        for event in &t.turn[mover].taken {
            let victims = match &event.piece {
                Some(set) => contents_of(t, set)?,
                None => (1..count as u16).collect(),
            };
            // What is taken is off the board already: to remove it changes nothing.
            if let [StepTable::Effect(false, EffectTable::Remove(set), _)] = event.steps.as_slice()
                && is_it(set)
                && set.places.is_empty()
            {
                continue;
            }
            let [StepTable::Effect(false, EffectTable::Put(set, receiver, back), ConditionTable::Const(true))] =
                event.steps.as_slice()
            else {
                return None;
            };
            if !matches!(event.when, ConditionTable::Const(true)) || !is_it(set) || !set.places.is_empty() {
                return None;
            }
            let hand = match receiver {
                ReceiverTable::Player(player) => usize::from(*player),
                ReceiverTable::Mover => mover,
                ReceiverTable::Owner | ReceiverTable::Nobody => return None,
            };
            for victim in victims {
                let gain = &mut gains[mover * count + victim as usize];
                if *gain != NONE || !set.items.dynamic.iter().all(|term| allows(&term.contents, victim)) {
                    return None;
                }
                let info = &t.contents[victim as usize];
                let kind = if *back && info.plain != NONE { t.contents[info.plain as usize].kind } else { info.kind };
                *gain = (hand * t.kinds) as u16 + kind;
            }
        }
    }
    Some(gains)
}

fn allows(contents: &[bool], content: u16) -> bool {
    contents.is_empty() || contents[content as usize]
}

/// Is the set `it` and nothing else (its places are looked at elsewhere)?
pub(super) fn is_it<const W: usize>(set: &SetTable<W>) -> bool {
    let items = &set.items;
    items.local.entries.iter().all(|(_, cells)| cells.is_empty())
        && items.except.is_empty()
        && items.except_local.entries.iter().all(|(_, cells)| cells.is_empty())
        && matches!(items.dynamic.as_slice(), [term] if matches!(term.noun, NounTable::It)
            && !(term.unmoved || term.frozen || term.out || term.empty || term.hostile))
}

/// What a player may drop, and where.
fn drops<const W: usize>(t: &Tables<W>, player: usize, royals: &[Vec<u16>]) -> Option<Vec<SetDrop<W>>> {
    let turn = &t.turn[player];
    let mut list: Vec<SetDrop<W>> = Vec::new();
    each_drop(t, player, |drop| {
        let (hand, slot, content) = (drop.hand, drop.slot, drop.content);
        let cells = drop.cells & condition_cells(t, &turn.drops[drop.rule].when, content, None)?;
        match list.iter_mut().find(|known| known.slot == slot && known.content == content) {
            Some(known) => known.cells |= cells,
            None => {
                list.push(SetDrop { hand, slot, content, cells, bars: Vec::new(), no_mate: CellSet::EMPTY });
            }
        }
        Some(())
    })?;
    for drop in &mut list {
        for rule in &turn.bars {
            bar(t, rule, drop, royals, player)?;
        }
    }
    list.retain(|drop| !drop.cells.is_empty());
    Some(list)
}

/// A rule that lets a piece be dropped.
pub(super) struct Droppable<const W: usize> {
    /// Whose hand.
    pub hand: u8,
    /// The place in the hands.
    pub slot: u16,
    /// What comes to stand on the board.
    pub content: u16,
    /// On these empty cells, as far as the deed itself says.
    pub cells: CellSet<W>,
    /// Place of the rule in `drops` of the turn.
    pub rule: usize,
}

/// Calls for each piece that a rule lets the player drop, by hand, kind, rule and side; `None` when a rule names a set that
/// is more than where the cell lies, or speaks of what a drop leaves.
pub(super) fn each_drop<const W: usize>(
    t: &Tables<W>,
    player: usize,
    mut there: impl FnMut(Droppable<W>) -> Option<()>,
) -> Option<()> {
    let turn = &t.turn[player];
    for &hand in &turn.hands {
        for kind in 0..t.kinds {
            let named = t.content_of[player * t.kinds + kind];
            if named == NONE {
                continue;
            }
            for (index, rule) in turn.drops.iter().enumerate() {
                let DeedTable::Drop(set, hands, either_side_up) = &rule.deed else { return None };
                if rule.leaving.is_some() {
                    return None;
                }
                if !hands[usize::from(hand)] {
                    continue;
                }
                let other = t.contents[named as usize].other_side;
                let sides = [Some(named), (*either_side_up && other != NONE).then_some(other)];
                for content in sides.into_iter().flatten() {
                    let slot = (usize::from(hand) * t.kinds + kind) as u16;
                    there(Droppable { hand, slot, content, cells: dropped_cells(t, set, named)?, rule: index })?;
                }
            }
        }
    }
    Some(())
}

/// Where a set of a drop holds a piece that is still in hand.
pub(super) fn dropped_cells<const W: usize>(t: &Tables<W>, set: &SetTable<W>, content: u16) -> Option<CellSet<W>> {
    set.items.is_local().then_some(())?;
    let mut cells = mask(&set.items, content);
    for place in &set.places {
        let PlaceTable::On(not, items) = place else { return None };
        items.is_local().then_some(())?;
        let on = mask(items, content) | mask(items, EMPTY);
        cells &= if *not { t.board - on } else { on };
    }
    Some(cells)
}

fn mask<const W: usize>(items: &ItemsTable<W>, content: u16) -> CellSet<W> {
    match items.local.slot.get(usize::from(content)) {
        None | Some(0) => CellSet::EMPTY,
        Some(slot) => items.local.entries[usize::from(*slot) - 1].1,
    }
}

/// Applies a `may not` to a drop.
fn bar<const W: usize>(
    t: &Tables<W>,
    rule: &RuleTable<W>,
    drop: &mut SetDrop<W>,
    royals: &[Vec<u16>],
    player: usize,
) -> Option<()> {
    let DeedTable::Drop(set, hands, _) = &rule.deed else { return Some(()) };
    if !hands[usize::from(drop.hand)] {
        return Some(());
    }
    let cells = dropped_cells(t, set, drop.content)?;
    if cells.is_empty() {
        return Some(());
    }
    match (&rule.when, &rule.leaving) {
        (when, Some(ConditionTable::Claim(mated, false, ClaimTable::Mated))) => {
            let enemy = &royals[1 - player];
            // A mate is sought among the replies that royal safety leaves.
            if enemy.is_empty() || royals[player].is_empty() || contents_of(t, mated)? != *enemy {
                return None;
            }
            drop.no_mate |= cells & condition_cells(t, when, drop.content, None)?;
        }
        (_, Some(_)) => return None,
        (ConditionTable::Exists(counted), None) if !counted.places.is_empty() => {
            let [PlaceTable::On(false, strip)] = counted.places.as_slice() else { return None };
            let [term] = strip.dynamic.as_slice() else { return None };
            let ranks = match term.noun {
                NounTable::ItsFile => false,
                NounTable::ItsRank => true,
                _ => return None,
            };
            let more = term.unmoved || term.frozen || term.out || term.empty || term.hostile;
            let plain =
                strip.local.entries.is_empty() && strip.except.is_empty() && strip.except_local.entries.is_empty();
            if more || !plain || !term.contents.is_empty() || counted.most != u32::MAX || counted.every {
                return None;
            }
            let contents = local_contents(t, &counted.items)?;
            drop.bars.push(StripBar { cells, contents, least: counted.least, ranks });
        }
        (when, None) => drop.cells -= cells & condition_cells(t, when, drop.content, None)?,
    }
    Some(())
}

// ---- results ---------------------------------------------------------------------------------------------------

/// How each move ends: the piece stays as it is, or turns into one other.
fn results<const W: usize>(t: &Tables<W>, setwise: &mut Setwise<W>) -> Option<()> {
    for content in 1..t.contents.len() as u16 {
        let events = &t.turn[usize::from(t.contents[content as usize].owner)].moves;
        if events.is_empty() {
            continue;
        }
        // One choice at most, and no step behind it may undo what was chosen: so a result tells the choice.
        let steps = || events.iter().flat_map(|event| &event.steps);
        let choices = steps().filter(|step| matches!(step, StepTable::Effect(true, ..))).count();
        let lasting = steps().all(|step| matches!(step, StepTable::Effect(_, EffectTable::Promote(_), _)));
        if choices > 1 || (choices == 1 && steps().count() > 1 && !lasting) {
            return None;
        }
        for from in t.board {
            let mut ways = vec![(content, t.board)];
            for event in events {
                happen(t, event, content, from, &mut ways)?;
            }
            ways.retain(|(_, cells)| !cells.is_empty());
            let mut kept = CellSet::EMPTY;
            let mut turned = CellSet::EMPTY;
            for (result, cells) in ways {
                let known = &mut setwise.turned[content as usize];
                if result == content {
                    kept |= cells;
                } else if *known == content || *known == result {
                    *known = result;
                    turned |= cells;
                } else {
                    return None;
                }
            }
            let row = setwise.results.iter().position(|&result| result == (kept, turned));
            let row = row.unwrap_or_else(|| {
                setwise.results.push((kept, turned));
                setwise.results.len() - 1
            });
            setwise.rows[content as usize * t.size + from.index()] = u16::try_from(row).ok()?;
        }
    }
    Some(())
}

/// What an event makes of the ways in which a move from a cell has ended so far: contents, and the end cells of each.
fn happen<const W: usize>(
    t: &Tables<W>,
    event: &EventTable<W>,
    moved: u16,
    from: Cell,
    ways: &mut Vec<(u16, CellSet<W>)>,
) -> Option<()> {
    if event.takes.is_some() {
        return None;
    }
    let waits = match &event.piece {
        Some(set) => dropped_cells(t, set, moved)?,
        None => t.board,
    };
    // The event's own `when` is asked once, of the piece as it stands when the event begins.
    let mut outside: Vec<(u16, CellSet<W>)> = Vec::new();
    let mut inside: Vec<(u16, CellSet<W>)> = Vec::new();
    for &(content, cells) in ways.iter() {
        let begins = cells & waits & condition_cells(t, &event.when, content, Some(from))?;
        add(&mut outside, content, cells - begins);
        add(&mut inside, content, begins);
    }
    for step in &event.steps {
        let StepTable::Effect(optional, effect, when) = step else { return None };
        let mut next: Vec<(u16, CellSet<W>)> = Vec::new();
        for &(content, cells) in &inside {
            let info = &t.contents[content as usize];
            let (set, result) = match effect {
                EffectTable::Promote(set) => (set, if info.promoted { NONE } else { info.other_side }),
                EffectTable::TurnOver(set) => (set, info.other_side),
                EffectTable::TurnBack(set) => (set, if info.plain == content { NONE } else { info.plain }),
                EffectTable::PromoteTo(set, kinds) => {
                    let [kind] = kinds.as_slice() else { return None };
                    let content = t.content_of[usize::from(info.owner) * t.kinds + usize::from(*kind)];
                    (set, if content == NONE { return None } else { content })
                }
                _ => return None,
            };
            if !is_it(set) || !set.places.is_empty() {
                return None;
            }
            let applies = allows(&set.items.dynamic[0].contents, content);
            let fires = cells & condition_cells(t, when, content, Some(from))?;
            if result == NONE || !applies {
                add(&mut next, content, cells);
                continue;
            }
            add(&mut next, result, fires);
            add(&mut next, content, if *optional { cells } else { cells - fires });
        }
        inside = next;
    }
    for (content, cells) in inside {
        add(&mut outside, content, cells);
    }
    *ways = outside;
    Some(())
}

fn add<const W: usize>(ways: &mut Vec<(u16, CellSet<W>)>, content: u16, cells: CellSet<W>) {
    match ways.iter_mut().find(|way| way.0 == content) {
        Some(way) => way.1 |= cells,
        None => ways.push((content, cells)),
    }
}

/// The end cells for which a condition about the piece that ends there holds; `from`: the start cell, `None` for
/// a drop. `None` when the condition asks anything else.
pub(super) fn condition_cells<const W: usize>(
    t: &Tables<W>,
    condition: &ConditionTable<W>,
    content: u16,
    from: Option<Cell>,
) -> Option<CellSet<W>> {
    let whole = |yes: bool| if yes { t.board } else { CellSet::EMPTY };
    Some(match condition {
        ConditionTable::Const(value) => whole(*value),
        ConditionTable::And(list) => {
            let mut cells = t.board;
            for inner in list {
                cells &= condition_cells(t, inner, content, from)?;
            }
            cells
        }
        ConditionTable::Or(list) => {
            let mut cells = CellSet::EMPTY;
            for inner in list {
                cells |= condition_cells(t, inner, content, from)?;
            }
            cells
        }
        ConditionTable::Not(inner) => t.board - condition_cells(t, inner, content, from)?,
        ConditionTable::Claim(set, not, claim) if is_it(set) && at_least_one(set) && set.places.is_empty() => {
            let about = allows(&set.items.dynamic[0].contents, content);
            let cells = claim_cells(t, claim, content, from)?;
            if about { if *not { t.board - cells } else { cells } } else { CellSet::EMPTY }
        }
        _ => return None,
    })
}

fn claim_cells<const W: usize>(
    t: &Tables<W>,
    claim: &ClaimTable<W>,
    content: u16,
    from: Option<Cell>,
) -> Option<CellSet<W>> {
    let whole = |yes: bool| if yes { t.board } else { CellSet::EMPTY };
    let started = |place: &PlaceTable<W>| Some(whole(place_cells(t, place)?.has(from?)));
    Some(match claim {
        ClaimTable::At(place) => place_cells(t, place)?,
        ClaimTable::Ended(place) => {
            from?;
            place_cells(t, place)?
        }
        ClaimTable::Started(place) => started(place)?,
        ClaimTable::StartedOrEnded(place) => started(place)? | place_cells(t, place)?,
        ClaimTable::CouldNeverMove(cells) => cells[content as usize],
        ClaimTable::Is(items) => {
            items.is_local().then_some(())?;
            mask(items, content)
        }
        ClaimTable::Entered(members) => {
            let start = from?;
            members.iter().filter(|cells| !cells.has(start)).fold(CellSet::EMPTY, |all, cells| all | *cells)
        }
        _ => return None,
    })
}

/// The cells of a place that is a mere region: whatever stands there.
fn place_cells<const W: usize>(t: &Tables<W>, place: &PlaceTable<W>) -> Option<CellSet<W>> {
    let PlaceTable::On(not, items) = place else { return None };
    items.is_local().then_some(())?;
    let cells = mask(items, EMPTY);
    if (0..t.contents.len() as u16).any(|content| mask(items, content) != cells) {
        return None;
    }
    Some(if *not { t.board - cells } else { cells })
}
