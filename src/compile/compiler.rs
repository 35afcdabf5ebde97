//! The compiler's state, and the order in which the tables are made.

use super::budget::Budget;
use super::tables::{
    ANY_NUMBER, ConditionTable, Content, LINE_STRIDE, Mover, NOBODY, NONE, Names, Needs, Notation, Slot, Tables,
};
use super::topology::{self, AXES};
use super::{Refusal, narrow, zobrist};
use crate::diag::Span;
use crate::rules::Ruleset;
use crate::rules::model::{self, Effect, Receiver, Step};
use crate::types::{Cell, CellSet, Kind, Player};

/// Most contents (owner and kind pairs).
const MOST_CONTENTS: usize = 4096;

/// The player in view; `None` where nobody is.
pub(super) type View = Option<Player>;

pub(super) struct Compiler<'a, const W: usize> {
    pub rules: &'a Ruleset,
    pub size: usize,
    pub board: CellSet<W>,
    pub beside: Vec<CellSet<W>>,
    pub players: usize,
    pub kinds: usize,
    pub contents: Vec<Content>,
    pub content_of: Vec<u16>,
    pub needs: Needs,
    /// By content: does a rule ask whether the last turn took it?
    pub last_taken: Vec<bool>,
    /// By content: cells from which it could never move. Known once the movers are.
    pub stuck: Vec<CellSet<W>>,
    /// Lines of all four axes, for the ray masks; the engine gets only the axes in use.
    lines: topology::Lines,
    axes_used: [bool; 4],
    /// Families that do not depend on terrain, for those that move alike.
    pub families: Vec<super::movement::Made<W>>,
    pub budget: Budget,
    refusals: Vec<Refusal>,
}

impl<const W: usize> Compiler<'_, W> {
    pub fn refuse(&mut self, span: Span, what: &str) {
        let refusal = Refusal { span, what: what.to_string() };
        if !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }

    pub fn axis_place(&mut self, axis: u8) {
        self.axes_used[axis as usize] = true;
    }

    pub fn axis_slot(&self, axis: u8, cell: Cell) -> Slot {
        self.lines.slots[cell.index() * AXES.len() + axis as usize]
    }
}

impl<const W: usize> Compiler<'_, W> {
    /// The cells of the bits of a line, lines of all four axes counted.
    pub fn cells_of_bits(&self, line: u16, bits: u64) -> CellSet<W> {
        let first = usize::from(line) * LINE_STRIDE;
        let mut rest = bits;
        let mut cells = CellSet::EMPTY;
        while rest != 0 {
            cells.insert(Cell(self.lines.cells[first + rest.trailing_zeros() as usize]));
            rest &= rest - 1;
        }
        cells
    }
}

/// Compiles at one width.
pub(super) fn compile<const W: usize>(rules: &Ruleset) -> Result<Tables<W>, Vec<Refusal>> {
    let size = rules.board.grid_size();
    let neighbours = topology::neighbours(&rules.board);
    let (contents, content_of) = contents(rules);
    let mut compiler = Compiler::<W> {
        rules,
        size,
        board: narrow(&rules.board.cells),
        beside: topology::beside(&neighbours),
        players: rules.players.len(),
        kinds: rules.kinds.len(),
        last_taken: vec![false; contents.len()],
        stuck: vec![CellSet::EMPTY; contents.len()],
        contents,
        content_of,
        needs: Needs::default(),
        lines: topology::lines(&rules.board, &[0, 1, 2, 3]),
        axes_used: [false; 4],
        families: Vec::new(),
        budget: Budget::default(),
        refusals: Vec::new(),
    };
    if compiler.contents.len() > MOST_CONTENTS {
        let span = rules.kinds.values().last().map_or(Span::default(), |kind| kind.span);
        compiler.refuse(span, "so many kinds of pieces for so many players");
        return Err(compiler.refusals);
    }
    if rules.notation == model::Notation::Uci {
        compiler.refuse(Span::default(), "`notation uci`");
    }

    let barriers: Vec<_> = (0..compiler.contents.len())
        .map(|content| if content == 0 { Vec::new() } else { compiler.barriers(content as u16) })
        .collect();
    let mut movers: Vec<Mover<W>> = vec![Mover::default()];
    for content in 1..compiler.contents.len() {
        let mover = compiler.mover(content as u16);
        // Most games do not ask.
        if rules.seen.could_never_move {
            compiler.stuck[content] = compiler.stuck_cells(&mover);
        }
        movers.push(mover);
    }
    let axes: Vec<u8> = (0..4u8).filter(|&axis| compiler.axes_used[axis as usize]).collect();
    let lines = topology::lines(&rules.board, &axes);
    renumber(&mut movers, &axes, &lines.slots, size, &rules.board);

    let hostile: Vec<_> = rules.players.ids().map(|player| compiler.hostile_terrain(player)).collect();
    let captures: Vec<_> =
        rules.players.ids().map(|player| compiler.captures(player, &hostile[player.index()])).collect();
    let capture_victims = captures.iter().map(|list| compiler.capture_victims(list)).collect();
    let turn: Vec<_> = rules.players.ids().map(|player| compiler.turn(player)).collect();
    let ends = compiler.ends();
    let counters = compiler.counters();
    let counts = compiler.counts();
    let freezes: Vec<_> = (0..compiler.contents.len()).map(|content| compiler.freezes(content as u16)).collect();
    let (setup, hands) = compiler.start();

    let mut needs = compiler.needs;
    needs.plain_turns = Compiler::<W>::plain_needs(&needs)
        && rules.events.is_empty()
        && rules.actions.is_empty()
        && rules.rules.is_empty()
        && freezes.iter().all(Vec::is_empty);

    let puts_out = |end: &super::tables::EndTable<W>| {
        use super::tables::{EndVerb, EndWhat};
        match end.what {
            EndWhat::Draw | EndWhat::LastTeamWins => false,
            EndWhat::PlayerToMove(verb)
            | EndWhat::PlayerWhoMoved(verb)
            | EndWhat::EachPlayer(verb)
            | EndWhat::EachTeam(verb)
            | EndWhat::Named(_, verb) => verb == EndVerb::IsOut || (verb == EndVerb::Loses && needs.out),
        }
    };
    needs.eager_ends = ends[1..].iter().flatten().any(puts_out);
    needs.captures_last = !needs.hands
        && rules.events.is_empty()
        && rules.actions.is_empty()
        && !rules.captures.iter().any(|capture| capture.takes.iter().any(|takes| takes.flips));
    needs.tight = needs.plain_turns
        && !needs.eager_ends
        && !needs.checks
        && !needs.unmoved
        && movers.iter().skip(1).all(|mover| mover.sets)
        && counters.iter().all(|counter| matches!(counter, super::tables::CounterTable::Quiet { .. }))
        && rules.captures.iter().all(|capture| capture.takes.iter().all(|takes| !takes.flips));

    if !compiler.refusals.is_empty() {
        return Err(compiler.refusals);
    }
    let coordinates = |cell: Cell| rules.board.coordinates(cell);
    let strip = |wanted: &dyn Fn((i32, i32)) -> bool| -> CellSet<W> {
        compiler.board.into_iter().filter(|&cell| wanted(coordinates(cell))).collect()
    };
    let mut tables = Tables {
        names: names(rules, &compiler.contents),
        files: rules.board.files,
        ranks: rules.board.ranks,
        size,
        board: compiler.board,
        players: compiler.players,
        teams: rules.players.values().iter().map(|player| player.team.0).collect(),
        turns: rules.turns.iter().map(|player| player.0).collect(),
        owned: owned(&compiler.contents, compiler.players),
        kinds: compiler.kinds,
        neighbours,
        axes: axes.len(),
        slots: lines.slots,
        lines: lines.count,
        line_cells: lines.cells,
        chains: rules
            .board
            .lines
            .iter()
            .map(|line| line.chains.iter().map(|chain| chain.iter().map(|cell| cell.0).collect()).collect())
            .collect(),
        movers,
        barriers,
        hostile,
        capture_plain: captures.iter().map(|list| Compiler::<W>::capture_plain(list)).collect(),
        capture_victims,
        captures,
        turn,
        board_end_reads: ends[0].iter().fold(0, |bits, end| bits | end.reads),
        ends,
        freezes,
        counters,
        counts,
        setup,
        hands,
        needs,
        keys: zobrist::keys(compiler.contents.len(), size, rules.turns.len()),
        file_sets: (0..rules.board.files).map(|file| strip(&|(x, _)| x == i32::from(file))).collect(),
        rank_sets: (0..rules.board.ranks).map(|rank| strip(&|(_, y)| y == i32::from(rank))).collect(),
        families: rules
            .families
            .values()
            .iter()
            .map(|family| {
                family.members.iter().map(|member| (member.owner.map(|owner| owner.0), narrow(&member.cells))).collect()
            })
            .collect(),
        marks: rules
            .marks
            .values()
            .iter()
            .map(|mark| match mark.lasts {
                model::Lasts::UntilNextTurn => 0,
                model::Lasts::Plies(plies) => plies,
                model::Lasts::Ever => u32::MAX,
            })
            .collect(),
        taken_leave_at_end: rules.taken_leave_at_end,
        board_wide: rules.board.cells,
        single: (0..size).map(|cell| CellSet::of(Cell::from_index(cell))).collect(),
        beside: compiler.beside,
        contents: compiler.contents,
        last_taken: compiler.last_taken,
        content_of: compiler.content_of,
        setwise: None,
        gathering: std::sync::OnceLock::new(),
    };
    tables.setwise = super::setwise::of(&tables).map(Box::new);
    Ok(tables)
}

/// Numbers the (owner, kind) pairs: the empty cell, then each player's kinds, then nobody's.
fn contents(rules: &Ruleset) -> (Vec<Content>, Vec<u16>) {
    let (players, kinds) = (rules.players.len(), rules.kinds.len());
    let orphans = gives_to_nobody(rules);
    let mut contents = vec![Content {
        owner: NOBODY,
        row: players as u8,
        kind: 0,
        other_side: NONE,
        plain: NONE,
        promoted: false,
        royal: false,
    }];
    let mut content_of = vec![NONE; (players + 1) * kinds];
    for owner in 0..=players {
        for (kind, info) in rules.kinds.iter() {
            let can = if owner < players {
                info.signs.get(owner).is_some_and(Option::is_some)
            } else {
                info.neutral || orphans
            };
            if can {
                content_of[owner * kinds + kind.index()] = contents.len() as u16;
                contents.push(Content {
                    owner: if owner < players { owner as u8 } else { NOBODY },
                    row: owner as u8,
                    kind: kind.0,
                    other_side: NONE,
                    plain: NONE,
                    promoted: info.plain_side.is_some(),
                    royal: info.royal,
                });
            }
        }
    }
    for (index, content) in contents.iter_mut().enumerate().skip(1) {
        let row = if content.owner == NOBODY { players } else { usize::from(content.owner) } * kinds;
        let info = &rules.kinds[Kind(content.kind)];
        let side = |kind: Option<Kind>| kind.map_or(NONE, |kind| content_of[row + kind.index()]);
        content.other_side = side(info.promotes_to.or(info.plain_side));
        content.plain = if info.plain_side.is_some() { side(info.plain_side) } else { index as u16 };
    }
    (contents, content_of)
}

fn gives_to_nobody(rules: &Ruleset) -> bool {
    fn in_steps(steps: &[Step]) -> bool {
        steps.iter().any(|step| match step {
            Step::ForEachPlayer { steps, .. } => in_steps(steps),
            Step::Effect { effect, .. } => matches!(effect, Effect::Give { to: Receiver::Nobody, .. }),
        })
    }
    rules.events.iter().any(|event| in_steps(&event.steps))
        || rules.actions.iter().any(|action| {
            action.effects.iter().any(|(effect, _)| matches!(effect, Effect::Give { to: Receiver::Nobody, .. }))
        })
}

fn owned(contents: &[Content], players: usize) -> Vec<(u16, u16)> {
    (0..=players)
        .map(|owner| {
            let owner = if owner < players { owner as u8 } else { NOBODY };
            let mut mine = (1..contents.len()).filter(|&content| contents[content].owner == owner);
            match (mine.next(), mine.next_back()) {
                (Some(first), last) => (first as u16, last.unwrap_or(first) as u16 + 1),
                _ => (0, 0),
            }
        })
        .collect()
}

/// Turns axis numbers and lines of the rays from all four axes to those in use.
fn renumber<const W: usize>(
    movers: &mut [Mover<W>],
    axes: &[u8],
    slots: &[Slot],
    size: usize,
    board: &crate::rules::Board,
) {
    for part in movers.iter_mut().flat_map(|mover| &mut mover.parts) {
        if let super::tables::FamilyTable::Slider { axes: mine, rays } = &mut part.family {
            for (place, axis) in mine.iter_mut().enumerate() {
                *axis = axes.iter().position(|used| used == axis).unwrap_or(0) as u8;
                for cell in board.cells {
                    rays[place * size + cell.index()].line = slots[cell.index() * axes.len() + *axis as usize].line;
                }
            }
        }
    }
    debug_assert!(axes.len() <= AXES.len());
}

fn names(rules: &Ruleset, contents: &[Content]) -> Names {
    let signs = contents
        .iter()
        .enumerate()
        .map(|(index, content)| {
            if index == 0 {
                return String::new();
            }
            let kind = &rules.kinds[Kind(content.kind)];
            match kind.signs.get(usize::from(content.owner)) {
                Some(Some(sign)) => sign.clone(),
                _ => kind.code.clone(),
            }
        })
        .collect();
    Names {
        title: rules.title.clone(),
        players: rules.players.values().iter().map(|player| (player.name.clone(), player.label.clone())).collect(),
        kinds: rules
            .kinds
            .values()
            .iter()
            .map(|kind| (kind.name.clone(), kind.code.clone(), kind.labels.clone()))
            .collect(),
        cells: (0..rules.board.grid_size())
            .map(Cell::from_index)
            .map(|cell| if rules.board.cells.has(cell) { rules.board.name(cell) } else { String::new() })
            .collect(),
        files: rules.board.file_labels.clone(),
        ranks: rules.board.rank_labels.clone(),
        signs,
        actions: rules.actions.iter().map(|action| action.name.clone()).collect(),
        marks: rules.marks.values().iter().map(|mark| mark.name.clone()).collect(),
        notation: match rules.notation {
            model::Notation::Plain => Notation::Plain,
            model::Notation::Usi => Notation::Usi,
            model::Notation::Uci => Notation::Uci,
        },
        kif: rules.kif,
        terrain: rules
            .terrain
            .iter()
            .filter_map(|terrain| terrain.cells.by_view.first().copied())
            .fold(crate::types::BoardSet::EMPTY, |all, cells| all | cells),
    }
}

impl<const W: usize> Compiler<'_, W> {
    fn freezes(&mut self, content: u16) -> Vec<super::tables::FreezeTable<W>> {
        if content == 0 {
            return Vec::new();
        }
        let rules = self.rules;
        let view = self.view_of(content);
        if view.is_none() {
            return Vec::new();
        }
        rules.kinds[Kind(self.contents[content as usize].kind)]
            .freezes
            .iter()
            .map(|freezes| super::tables::FreezeTable {
                set: self.set(&freezes.set, view),
                when: self.condition(&freezes.when, view),
            })
            .filter(|table| !matches!(table.when, ConditionTable::Const(false)))
            .collect()
    }

    /// The start position: contents of the cells, and hands.
    fn start(&mut self) -> (Vec<u16>, Vec<u16>) {
        let mut setup = vec![0; self.size];
        for placed in &self.rules.setup {
            let owner = placed.owner.map_or(self.players, Player::index);
            let content = self.content(owner, placed.kind.index());
            if content != NONE {
                setup[placed.cell.index()] = content;
            }
        }
        let mut hands = vec![0; self.players * self.kinds];
        for stock in &self.rules.hands {
            let number = stock.number.map_or(ANY_NUMBER, |number| number.min(u32::from(ANY_NUMBER) - 1) as u16);
            hands[stock.player.index() * self.kinds + stock.kind.index()] = number;
            self.needs.hands = true;
        }
        (setup, hands)
    }
}
