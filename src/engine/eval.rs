//! Sets and conditions, read off a position. Sets never change it; conditions may try moves and take them back.

use crate::compile::tables::{
    ClaimTable, ConditionTable, EMPTY, ItemsTable, LocalSet, NONE, NounTable, PlaceTable, SetTable, Tables, TermTable,
    WhoTable,
};
use crate::types::{Cell, CellSet};

use super::position::{Position, Question, owner_row};
use super::{attacks, legality, reach};

/// A piece that a sentence speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it stands, or stood when it was taken.
    pub cell: u16,
    /// What it is.
    pub content: u16,
    /// It stands on the board.
    pub on_board: bool,
}

/// The facts of the deed in view.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<const W: usize> {
    /// Start cell; [`NONE`] for a drop.
    pub from: u16,
    /// End cell; [`NONE`] when nothing ends anywhere.
    pub to: u16,
    /// The piece as it was before.
    pub content: u16,
    /// Cells taken by the path, while the deed is not done; when it is done the log knows all.
    pub taken: CellSet<W>,
    /// The deed is done.
    pub done: bool,
    /// How many pieces it flipped.
    pub flipped: u32,
}

/// What the words of a sentence stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'a, const W: usize> {
    pub it: Option<Piece>,
    pub captor: Option<Piece>,
    pub moved: Option<Piece>,
    pub chosen: u16,
    pub facts: Option<&'a Facts<W>>,
    /// A cell whose piece does not count among the others.
    pub exclude: u16,
    /// The piece that hostility is asked for.
    pub victim: u16,
    /// Pieces that were mated before the deed.
    pub mated_before: Option<&'a CellSet<W>>,
    /// The way of a piece that an action moves (start and cells crossed), and that piece's cell.
    pub way: Option<&'a (u16, CellSet<W>)>,
}

impl<const W: usize> Default for Context<'_, W> {
    fn default() -> Self {
        Self {
            it: None,
            captor: None,
            moved: None,
            chosen: NONE,
            facts: None,
            exclude: NONE,
            victim: EMPTY,
            mated_before: None,
            way: None,
        }
    }
}

impl<const W: usize> Position<W> {
    pub(super) fn piece(&self, cell: u16) -> Piece {
        Piece { cell, content: self.cells[cell as usize], on_board: true }
    }

    fn local_cells(&self, local: &LocalSet<W>, context: &Context<'_, W>) -> CellSet<W> {
        let mut cells = local.cells(&self.pieces);
        if context.exclude != NONE && self.cells[context.exclude as usize] != EMPTY {
            cells.remove(Cell(context.exclude));
        }
        cells
    }

    /// The cells of a list.
    pub(super) fn items_cells(&self, t: &Tables<W>, items: &ItemsTable<W>, context: &Context<'_, W>) -> CellSet<W> {
        let mut cells = self.local_cells(&items.local, context);
        if !items.dynamic.is_empty() {
            let mut more = CellSet::EMPTY;
            for term in &items.dynamic {
                more |= self.term_cells(t, term, context);
            }
            cells |= more - items.except_local.cells(&self.pieces);
        }
        for term in &items.except {
            cells -= self.term_cells(t, term, context);
        }
        cells
    }

    /// Is anything in a list?
    pub(super) fn has_any(&self, t: &Tables<W>, items: &ItemsTable<W>, context: &Context<'_, W>) -> bool {
        if items.is_local() && context.exclude == NONE {
            return items.local.entries.iter().any(|(content, mask)| !self.pieces[*content as usize].is_disjoint(mask));
        }
        !self.items_cells(t, items, context).is_empty()
    }

    /// Is a cell (with what stands there) in a list?
    pub(super) fn items_have(
        &self,
        t: &Tables<W>,
        items: &ItemsTable<W>,
        piece: Piece,
        context: &Context<'_, W>,
    ) -> bool {
        let local = items.local.has(piece.content, piece.cell);
        let inside = local
            || (!items.dynamic.is_empty()
                && !items.except_local.has(piece.content, piece.cell)
                && items.dynamic.iter().any(|term| self.term_has(t, term, piece, context)));
        inside && !items.except.iter().any(|term| self.term_has(t, term, piece, context))
    }

    fn term_has(&self, t: &Tables<W>, term: &TermTable<W>, piece: Piece, context: &Context<'_, W>) -> bool {
        match &term.noun {
            NounTable::Local(local) => {
                local.has(piece.content, piece.cell)
                    && (!term.hostile || self.is_hostile(t, piece.cell, context.victim, term.empty))
                    && (!term.unmoved || self.unmoved.has(Cell(piece.cell)))
                    && (!term.frozen || attacks::frozen(t, self).has(Cell(piece.cell)))
                    && (!term.out || self.owner_is_out(t, piece.content))
            }
            NounTable::It => context.it.is_some_and(|it| it.cell == piece.cell) && Self::allowed(term, piece.content),
            _ => self.term_cells(t, term, context).has(Cell(piece.cell)),
        }
    }

    fn allowed(term: &TermTable<W>, content: u16) -> bool {
        term.contents.is_empty() || term.contents[content as usize]
    }

    fn owner_is_out(&self, t: &Tables<W>, content: u16) -> bool {
        let owner = t.contents[content as usize].owner;
        usize::from(owner) < t.players && self.is_out(owner)
    }

    /// Is the cell hostile to a piece of the content, for the player to move?
    pub(super) fn is_hostile(&self, t: &Tables<W>, cell: u16, victim: u16, only_empty: bool) -> bool {
        let empty = self.cells[cell as usize] == EMPTY;
        t.hostile[self.mover(t) as usize].iter().any(|table| {
            table.cells.has(Cell(cell))
                && table.to[victim as usize]
                && (empty || (table.occupied && !only_empty))
                && self.holds_still(t, &table.when)
        })
    }

    /// Is what lies beyond the board hostile to a piece of the content?
    pub(super) fn outside_hostile(&self, t: &Tables<W>, victim: u16) -> bool {
        t.hostile[self.mover(t) as usize]
            .iter()
            .any(|table| table.outside && table.to[victim as usize] && self.holds_still(t, &table.when))
    }

    /// A condition that asks for no moves, without changing the position (terrain).
    pub(super) fn holds_still(&self, t: &Tables<W>, condition: &ConditionTable<W>) -> bool {
        match condition {
            ConditionTable::Const(value) => *value,
            _ => self.holds(t, condition, &Context::default()),
        }
    }

    fn term_cells(&self, t: &Tables<W>, term: &TermTable<W>, context: &Context<'_, W>) -> CellSet<W> {
        let of_piece = |piece: Option<Piece>| match piece {
            Some(piece) if piece.cell != NONE => CellSet::of(Cell(piece.cell)),
            _ => CellSet::EMPTY,
        };
        let it = context.it;
        let mut cells = match &term.noun {
            NounTable::Local(local) => self.local_cells(local, context),
            NounTable::It => of_piece(it.filter(|it| it.on_board)),
            NounTable::Moved => of_piece(context.moved),
            NounTable::Captor => of_piece(context.captor),
            NounTable::Chosen => {
                if context.chosen == NONE {
                    CellSet::EMPTY
                } else {
                    CellSet::of(Cell(context.chosen))
                }
            }
            NounTable::ItsFile => it.map_or(CellSet::EMPTY, |it| t.file_sets[usize::from(it.cell % t.files)]),
            NounTable::ItsRank => it.map_or(CellSet::EMPTY, |it| t.rank_sets[usize::from(it.cell / t.files)]),
            NounTable::ItsCell => of_piece(it),
            NounTable::ItsStart => match context.facts {
                Some(facts) if facts.from != NONE => CellSet::of(Cell(facts.from)),
                _ => CellSet::EMPTY,
            },
            NounTable::ItsFamily(family) => it.map_or(CellSet::EMPTY, |it| {
                let members = &t.families[*family as usize];
                members.iter().find(|(_, cells)| cells.has(Cell(it.cell))).map_or(CellSet::EMPTY, |(_, cells)| *cells)
            }),
            NounTable::ItsGroup => {
                it.map_or(CellSet::EMPTY, |it| Self::group(t, it.cell, self.of_player(t, owner_row(t, it.content))))
            }
            NounTable::LastEnd => self.last_end().map_or(CellSet::EMPTY, |end| CellSet::of(Cell(end))),
            NounTable::Beside(items) => Self::beside_cells(t, self.items_cells(t, items, context)),
            NounTable::Marked(mark) => {
                self.marks.iter().filter(|marked| marked.mark == *mark).map(|marked| Cell(marked.cell)).collect()
            }
            NounTable::Hand(_) => CellSet::EMPTY,
        };
        if term.unmoved {
            cells &= self.unmoved;
        }
        if term.empty {
            cells &= self.pieces[EMPTY as usize];
        }
        if term.frozen {
            cells &= attacks::frozen(t, self);
        }
        if !term.contents.is_empty() || term.out || term.hostile {
            cells = cells
                .into_iter()
                .filter(|cell| {
                    let content = self.cells[cell.index()];
                    Self::allowed(term, content)
                        && (!term.out || self.owner_is_out(t, content))
                        && (!term.hostile || self.is_hostile(t, cell.0, context.victim, term.empty))
                })
                .collect();
        }
        cells
    }

    /// Where the ply before the one being tried ended: the last one that was played, here or before the position was read.
    pub(super) fn last_end(&self) -> Option<u16> {
        let open = usize::from(self.trying);
        let end = match self.frames.len().checked_sub(open + 1) {
            Some(index) => self.frames[index].end,
            None => self.before.as_ref().map_or(NONE, |before| before.end),
        };
        (end != NONE).then_some(end)
    }

    /// The pieces taken in the ply just played.
    pub(super) fn taken_last_ply(&self) -> &[(u16, u16)] {
        let open = usize::from(self.trying);
        let Some(index) = self.frames.len().checked_sub(open + 1) else {
            return self.before.as_ref().map_or(&[], |before| &before.taken);
        };
        let end = self.frames.get(index + 1).map_or(self.taken.len(), |next| next.taken_from as usize);
        &self.taken[self.frames[index].taken_from as usize..end]
    }

    /// The pieces taken so far by the ply that is being made.
    pub(super) fn taken_now(&self) -> &[(u16, u16)] {
        self.frames.last().map_or(&[], |frame| &self.taken[frame.taken_from as usize..])
    }

    fn beside_cells(t: &Tables<W>, cells: CellSet<W>) -> CellSet<W> {
        cells.into_iter().fold(CellSet::EMPTY, |all, cell| all | t.beside[cell.index()])
    }

    /// The cells of `among` connected with a cell along straight lines.
    pub(super) fn group(t: &Tables<W>, cell: u16, among: CellSet<W>) -> CellSet<W> {
        let mut group = CellSet::of(Cell(cell));
        let mut front = group;
        while !front.is_empty() {
            front = (Self::beside_cells(t, front) & among) - group;
            group |= front;
        }
        group
    }

    fn place_has(&self, t: &Tables<W>, place: &PlaceTable<W>, piece: Piece, context: &Context<'_, W>) -> bool {
        let cell = Cell(piece.cell);
        match place {
            PlaceTable::On(not, items) => {
                let here = Piece { content: self.cells.get(cell.index()).copied().unwrap_or(EMPTY), ..piece };
                (self.items_have(t, items, piece, context) || self.items_have(t, items, here, context)) != *not
            }
            PlaceTable::Beside(not, items) => {
                let near = self.items_cells(t, items, context);
                near.is_disjoint(&t.beside[cell.index()]) == *not
            }
            PlaceTable::NextTo(items, along) => self.next_to(t, items, along, context).has(cell),
            PlaceTable::Behind(items, behind) => self.behind(t, items, behind, context).has(cell),
            PlaceTable::FromHand(_) => true,
        }
    }

    fn place_cells(&self, t: &Tables<W>, place: &PlaceTable<W>, context: &Context<'_, W>) -> CellSet<W> {
        match place {
            PlaceTable::On(not, items) => {
                let cells = self.items_cells(t, items, context);
                if *not { t.board - cells } else { cells }
            }
            PlaceTable::Beside(not, items) => {
                let cells = Self::beside_cells(t, self.items_cells(t, items, context));
                if *not { t.board - cells } else { cells }
            }
            PlaceTable::NextTo(items, along) => self.next_to(t, items, along, context),
            PlaceTable::Behind(items, behind) => self.behind(t, items, behind, context),
            PlaceTable::FromHand(_) => t.board,
        }
    }

    /// The elements of a list with who owns them; `it` counts where it is said to stand.
    fn anchors(&self, t: &Tables<W>, items: &ItemsTable<W>, context: &Context<'_, W>) -> Vec<(Cell, usize)> {
        let mut anchors: Vec<(Cell, usize)> = Vec::new();
        if let Some(it) = context.it
            && it.cell != NONE
            && items.dynamic.iter().any(|term| matches!(term.noun, NounTable::It))
        {
            anchors.push((Cell(it.cell), owner_row(t, it.content)));
        }
        for cell in self.items_cells(t, items, context) {
            if !anchors.iter().any(|(other, _)| *other == cell) {
                anchors.push((cell, owner_row(t, self.cells[cell.index()])));
            }
        }
        anchors
    }

    fn next_to(&self, t: &Tables<W>, items: &ItemsTable<W>, along: &[Vec<u8>], context: &Context<'_, W>) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for (anchor, owner) in self.anchors(t, items, context) {
            for &direction in &along[owner] {
                let to = t.neighbours[anchor.index()][direction as usize];
                if to != NONE {
                    cells.insert(Cell(to));
                }
            }
        }
        cells
    }

    fn behind(&self, t: &Tables<W>, items: &ItemsTable<W>, behind: &[u8], context: &Context<'_, W>) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for (anchor, owner) in self.anchors(t, items, context) {
            if let Some(&to) = t.neighbours[anchor.index()].get(usize::from(behind[owner]))
                && to != NONE
            {
                cells.insert(Cell(to));
            }
        }
        cells
    }

    /// The cells of a set.
    pub(super) fn set_cells(&self, t: &Tables<W>, set: &SetTable<W>, context: &Context<'_, W>) -> CellSet<W> {
        let mut cells = self.items_cells(t, &set.items, context);
        for place in &set.places {
            if cells.is_empty() {
                break;
            }
            cells &= self.place_cells(t, place, context);
        }
        cells
    }

    /// Is a piece in a set, as it stands (or stood)?
    pub(super) fn set_has(&self, t: &Tables<W>, set: &SetTable<W>, piece: Piece, context: &Context<'_, W>) -> bool {
        self.items_have(t, &set.items, piece, context)
            && set.places.iter().all(|place| self.place_has(t, place, piece, context))
    }

    /// How many elements a set has; pieces in hands count where hands are named.
    pub(super) fn set_size(&self, t: &Tables<W>, set: &SetTable<W>, context: &Context<'_, W>) -> u32 {
        let mut size = self.set_cells(t, set, context).len() as u32;
        for place in &set.places {
            if let PlaceTable::On(false, items) = place {
                for term in &items.dynamic {
                    if let NounTable::Hand(players) = &term.noun {
                        size += self.in_hands(t, players, |content| set.items.local.slot[content as usize] != 0);
                    }
                }
            }
        }
        for term in &set.items.dynamic {
            if let NounTable::Hand(players) = &term.noun {
                size += self.in_hands(t, players, |_| true);
            }
        }
        size
    }

    fn in_hands(&self, t: &Tables<W>, players: &[u8], wanted: impl Fn(u16) -> bool) -> u32 {
        let mut size = 0;
        for &player in players {
            let row = usize::from(player) * t.kinds;
            for kind in 0..t.kinds {
                let content = t.content_of[row + kind];
                if content != NONE && wanted(content) {
                    size += u32::from(self.hands[row + kind]);
                }
            }
        }
        size
    }

    fn who(&self, t: &Tables<W>, who: WhoTable, context: &Context<'_, W>) -> Option<u8> {
        match who {
            WhoTable::Player(player) => Some(player),
            WhoTable::Mover => Some(self.mover(t)),
            WhoTable::Owner => context
                .it
                .map(|it| t.contents[it.content as usize].owner)
                .filter(|owner| usize::from(*owner) < t.players),
        }
    }

    pub(super) fn who_is(&self, t: &Tables<W>, who: WhoTable, context: &Context<'_, W>) -> Option<u8> {
        self.who(t, who, context)
    }

    /// Does a condition hold?
    pub(super) fn holds(&self, t: &Tables<W>, condition: &ConditionTable<W>, context: &Context<'_, W>) -> bool {
        match condition {
            ConditionTable::Const(value) => *value,
            ConditionTable::And(list) => list.iter().all(|inner| self.holds(t, inner, context)),
            ConditionTable::Or(list) => list.iter().any(|inner| self.holds(t, inner, context)),
            ConditionTable::Not(inner) => !self.holds(t, inner, context),
            ConditionTable::Counter(counter, plies) => self.counters[*counter as usize] >= *plies,
            ConditionTable::NoLegalMove => match self.no_legal_move {
                Some(known) => known,
                None => self.ask(Question::NoLegalMove, false, || !legality::can_do_something(t, self)),
            },
            ConditionTable::NoPlayerCanMove => legality::nobody_can_move(t, self),
            ConditionTable::Occurred(times) => {
                let (occurred, _) = self.occurrences_with(t, context);
                occurred >= *times
            }
            ConditionTable::Passes(times) => u32::from(self.passes) >= *times,
            ConditionTable::NothingTaken => match context.facts {
                Some(facts) if !facts.done => facts.taken.is_empty(),
                _ => self.taken_now().is_empty(),
            },
            ConditionTable::NothingFlipped => context.facts.is_none_or(|facts| facts.flipped == 0),
            ConditionTable::Row(length, items, along) => self.row(t, *length, items, along, context),
            ConditionTable::IsOut(who) => self.who(t, *who, context).is_some_and(|player| self.is_out(player)),
            ConditionTable::IsPlayer(who, player) => self.who(t, *who, context) == Some(*player),
            ConditionTable::GaveCheck(who) => {
                self.who(t, *who, context).is_some_and(|player| self.gave_check_since(player))
            }
            ConditionTable::Exists(set) => self.set_exists(t, set, context),
            ConditionTable::Claim(subject, not, claim) => self.claim_holds(t, subject, *not, claim, context),
            ConditionTable::Count(count, player, least, most) => {
                let total: u32 = t.counts[*count as usize][*player as usize]
                    .addends
                    .iter()
                    .map(|(halves, set)| {
                        halves.saturating_mul(set.as_ref().map_or(1, |set| self.set_size(t, set, context)))
                    })
                    .fold(0, u32::saturating_add);
                (*least..=*most).contains(&total)
            }
        }
    }

    fn set_exists(&self, t: &Tables<W>, set: &SetTable<W>, context: &Context<'_, W>) -> bool {
        if set.least == 1 && set.most == u32::MAX && set.places.is_empty() && set.items.dynamic.is_empty() {
            return self.has_any(t, &set.items, context);
        }
        let size = self.set_size(t, set, context);
        set.every || (set.least..=set.most).contains(&size)
    }

    fn row(&self, t: &Tables<W>, length: u32, items: &ItemsTable<W>, along: &[u8], context: &Context<'_, W>) -> bool {
        let cells = self.items_cells(t, items, context);
        cells.into_iter().any(|start| {
            along.iter().any(|&direction| {
                let (mut run, mut here) = (1, start);
                while run < length {
                    let next = t.neighbours[here.index()][direction as usize];
                    if next == NONE || !cells.has(Cell(next)) {
                        return false;
                    }
                    here = Cell(next);
                    run += 1;
                }
                true
            })
        })
    }

    fn claim_holds(
        &self,
        t: &Tables<W>,
        subject: &SetTable<W>,
        not: bool,
        claim: &ClaimTable<W>,
        context: &Context<'_, W>,
    ) -> bool {
        if let ClaimTable::CanReach(reach) = claim {
            let from = self.set_cells(t, subject, context);
            let reaches = reach::can_reach(t, self, from, reach, context);
            return if subject.every {
                from.into_iter().all(|cell| reach::can_reach(t, self, CellSet::of(cell), reach, context)) != not
            } else if subject.most == 0 {
                reaches == not
            } else {
                reaches != not
            };
        }
        if let ClaimTable::EnclosedBy(items) = claim
            && subject.items.dynamic.iter().any(|term| matches!(term.noun, NounTable::ItsGroup))
        {
            return self.enclosed(t, self.set_cells(t, subject, context), items, context) != not;
        }
        let elements = self.elements(t, subject, claim, context);
        let total = elements.len() as u32;
        let enough = if subject.most == u32::MAX && !subject.every { subject.least } else { u32::MAX };
        let mut fitting = 0;
        for piece in elements {
            if self.claim_of(t, claim, piece, context) != not {
                fitting += 1;
                if fitting >= enough {
                    return true;
                }
            }
        }
        if subject.every { fitting == total } else { (subject.least..=subject.most).contains(&fitting) }
    }

    /// The pieces that a claim is about.
    fn elements(
        &self,
        t: &Tables<W>,
        subject: &SetTable<W>,
        claim: &ClaimTable<W>,
        context: &Context<'_, W>,
    ) -> Vec<Piece> {
        if matches!(claim, ClaimTable::Taken) {
            return self
                .taken_now()
                .iter()
                .map(|&(cell, content)| Piece { cell, content, on_board: false })
                .filter(|&piece| self.set_has(t, subject, piece, context))
                .collect();
        }
        let mut elements: Vec<Piece> = Vec::new();
        let only_it = subject.items.dynamic.iter().any(|term| matches!(term.noun, NounTable::It));
        if only_it
            && let Some(it) = context.it
            && self.set_has(t, subject, it, context)
        {
            elements.push(it);
        }
        for cell in self.set_cells(t, subject, context) {
            if !elements.iter().any(|piece| piece.cell == cell.0) {
                elements.push(self.piece(cell.0));
            }
        }
        elements
    }

    fn claim_of(&self, t: &Tables<W>, claim: &ClaimTable<W>, piece: Piece, context: &Context<'_, W>) -> bool {
        let cell = Cell(piece.cell);
        let about = Context { it: Some(piece), ..*context };
        // The deed's facts hold for the piece that acts; `it` in the claim is that piece.
        match claim {
            ClaimTable::Attacked(on_its_way) => {
                if *on_its_way {
                    legality::attacked_on_its_way(t, self, piece, context)
                } else {
                    attacks::attacked(t, self, piece.cell)
                }
            }
            ClaimTable::Mated => legality::mated(t, self, piece.cell),
            ClaimTable::NewlyMated => {
                context.mated_before.is_none_or(|before| !before.has(cell)) && legality::mated(t, self, piece.cell)
            }
            ClaimTable::Taken => true,
            ClaimTable::Frozen => attacks::frozen(t, self).has(cell),
            ClaimTable::Unmoved => self.unmoved.has(cell),
            ClaimTable::Is(items) => self.items_have(t, items, piece, context),
            ClaimTable::At(place) => self.place_has(t, place, piece, context),
            ClaimTable::EnclosedBy(items) => self.enclosed(t, CellSet::of(cell), items, context),
            ClaimTable::Faces(items, along) => {
                self.faces(t, piece, items, &along[owner_row(t, piece.content)], context)
            }
            ClaimTable::Entered(members) => context.facts.is_some_and(|facts| {
                facts.from != NONE
                    && members.iter().any(|cells| cells.has(Cell(facts.to)) && !cells.has(Cell(facts.from)))
            }),
            ClaimTable::Started(place) => self.fact_at(t, place, &about, |facts| facts.from),
            ClaimTable::Ended(place) => self.fact_at(t, place, &about, |facts| facts.to),
            ClaimTable::StartedOrEnded(place) => {
                self.fact_at(t, place, &about, |facts| facts.from) || self.fact_at(t, place, &about, |facts| facts.to)
            }
            ClaimTable::Took(set, last_turn) => {
                let took = |list: &mut dyn Iterator<Item = (u16, u16)>, on_board: bool| {
                    let (mut all, mut found) = (0, 0);
                    for (cell, content) in list {
                        all += 1;
                        found += u32::from(self.set_has(t, set, Piece { cell, content, on_board }, context));
                    }
                    if set.every { found == all } else { (set.least..=set.most).contains(&found) }
                };
                if *last_turn {
                    let captor = self.last_end() == Some(piece.cell);
                    let taken = if captor { self.taken_last_ply() } else { &[] };
                    return took(&mut taken.iter().copied(), false);
                }
                match context.facts {
                    Some(facts) if !facts.done => {
                        took(&mut facts.taken.into_iter().map(|cell| (cell.0, self.cells[cell.index()])), true)
                    }
                    _ => took(&mut self.taken_now().iter().copied(), false),
                }
            }
            ClaimTable::CouldNeverMove(cells) => cells[piece.content as usize].has(cell),
            ClaimTable::CanMove => legality::piece_can_move(t, self, piece.cell),
            ClaimTable::CanReach(_) => false,
        }
    }

    fn fact_at(
        &self,
        t: &Tables<W>,
        place: &PlaceTable<W>,
        context: &Context<'_, W>,
        cell: impl Fn(&Facts<W>) -> u16,
    ) -> bool {
        context.facts.is_some_and(|facts| {
            let at = cell(facts);
            at != NONE && self.place_has(t, place, Piece { cell: at, content: facts.content, on_board: true }, context)
        })
    }

    /// Is every place that borders on the cells (all of one owner) closed by the list?
    fn enclosed(&self, t: &Tables<W>, cells: CellSet<W>, items: &ItemsTable<W>, context: &Context<'_, W>) -> bool {
        cells.into_iter().all(|cell| {
            let victim = self.cells[cell.index()];
            let asked = Context { victim, ..*context };
            [0, 2, 4, 6].into_iter().all(|direction| {
                let to = t.neighbours[cell.index()][direction];
                if to == NONE {
                    return items.local.outside
                        || (items.dynamic.iter().any(|term| term.hostile) && self.outside_hostile(t, victim));
                }
                cells.has(Cell(to)) || self.items_have(t, items, self.piece(to), &asked)
            })
        })
    }

    fn faces(
        &self,
        t: &Tables<W>,
        piece: Piece,
        items: &ItemsTable<W>,
        along: &[u8],
        context: &Context<'_, W>,
    ) -> bool {
        along.iter().any(|&direction| {
            let mut here = piece.cell;
            loop {
                here = t.neighbours[here as usize][direction as usize];
                if here == NONE {
                    return false;
                }
                if self.cells[here as usize] != EMPTY {
                    return self.items_have(t, items, self.piece(here), context);
                }
            }
        })
    }
}
