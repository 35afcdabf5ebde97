//! The board, its named lines, regions and families, and every word for cells that does not depend on the position.

use crate::diag::{Diagnostic, Span, code, counted};
use crate::syntax::ast::{Axis, Declaration, Name, RegionMember, Shape, Side};
use crate::types::{BoardSet, Cell, Family, Player};

use super::board::{Board, Compass, Line, LineId, MOST_FILES_OR_RANKS};
use super::limits;
use super::model::{Cells, FamilyDef, Items, Member, Noun, States, Term, Whose};
use super::names::Sort;
use super::resolve::{Lazy, Resolver};
use super::scope::{NoWhose, Scope};

/// A board of one cell, in place of one that could not be built.
pub(super) fn empty_board() -> Board {
    squares(1, 1, numbers_or_letters(1, false), numbers_or_letters(1, true))
}

fn squares(files: u32, ranks: u32, file_labels: Vec<String>, rank_labels: Vec<String>) -> Board {
    Board {
        files: files as u16,
        ranks: ranks as u16,
        cells: (0..(files * ranks) as u16).map(Cell).collect(),
        file_labels,
        rank_labels,
        lines: Vec::new(),
        span: Span::default(),
    }
}

/// `1 2 3 …` or `a b c … z aa ab …`.
fn numbers_or_letters(count: u32, numbers: bool) -> Vec<String> {
    (0..count).map(|i| if numbers { (i + 1).to_string() } else { letters(i) }).collect()
}

fn letters(number: u32) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => format!("{}{last}", letters(more - 1)),
    }
}

/// The number that a label of letters stands for (`a` is 0, `aa` 26).
fn letters_value(text: &str) -> Option<u32> {
    if text.is_empty() || text.len() > 2 || !text.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    Some(text.bytes().fold(0, |sum, b| sum * 26 + u32::from(b - b'a') + 1) - 1)
}

impl<'a> Resolver<'a> {
    /// Builds the board.
    pub fn board(&mut self) {
        let Some(entry) = self.entries().iter().find(|e| matches!(e.declaration, Declaration::Board(_))) else {
            self.missing("board", "say how large it is: `board 8 x 8`");
            return;
        };
        let Declaration::Board(board) = &entry.declaration else { return };
        let (files, ranks) = match board.shape {
            Shape::Squares(files, ranks) => (files, ranks),
            Shape::Hexagons(..) | Shape::Hexagon(_) => return self.version_two(entry.span, "board of hexagons"),
            Shape::Lines => return self.version_two(entry.span, "board of lines"),
        };
        for number in [files, ranks] {
            if number.value > limits::LARGEST_NUMBER {
                return; // said already
            }
            if number.value == 0 || number.value > MOST_FILES_OR_RANKS {
                self.report(
                    Diagnostic::new(
                        code::TOO_LARGE,
                        number.span,
                        format!("a board has 1 to {MOST_FILES_OR_RANKS} files and ranks, not {}", number.value),
                    )
                    .help(format!("write a number up to {MOST_FILES_OR_RANKS}")),
                );
                return;
            }
        }
        let mut file_labels = numbers_or_letters(files.value, false);
        let mut rank_labels = numbers_or_letters(ranks.value, true);
        let mut seen = [false; 2];
        for axis in &board.axes {
            let count = if axis.ranks { ranks.value } else { files.value };
            if std::mem::replace(&mut seen[usize::from(axis.ranks)], true) {
                self.report(
                    Diagnostic::new(code::BAD_BOARD, axis.span, "the labels of one side are said twice")
                        .help("say `files …` once and `ranks …` once"),
                );
            }
            if let Some(labels) = self.axis(axis, count) {
                if axis.ranks {
                    rank_labels = labels;
                } else {
                    file_labels = labels;
                }
            }
        }
        let numeric = |labels: &[String]| labels.first().is_some_and(|l| l.bytes().all(|b| b.is_ascii_digit()));
        if numeric(&file_labels) == numeric(&rank_labels) {
            let span = board.axes.first().map_or(entry.keyword, |axis| axis.span);
            self.report(
                Diagnostic::new(code::BAD_BOARD, span, "files and ranks need labels of two sorts, letters and numbers")
                    .help("write `files a..i from left, ranks 1..9 from bottom`, or numbers for files and letters for ranks"),
            );
            return;
        }
        self.board = squares(files.value, ranks.value, file_labels, rank_labels);
        self.board.span = entry.span;
        self.board_known = true;
        if let Some(without) = &board.without {
            let resolved = self.items(without, Scope::new(0, "a board"));
            if let Some(holes) = self.fixed_cells(&resolved, without.span) {
                let holes = holes.by_view.first().copied().unwrap_or_default();
                self.board.cells -= holes;
                if self.board.cells.is_empty() {
                    self.report(
                        Diagnostic::new(code::BAD_BOARD, without.span, "no cell is left of the board")
                            .help("`without` names the holes"),
                    );
                }
            }
        }
    }

    /// The labels of an axis from left to right, or from bottom to top.
    fn axis(&mut self, axis: &Axis, count: u32) -> Option<Vec<String>> {
        let fault =
            |span: Span, title: String, help: &str| Some(Diagnostic::new(code::BAD_BOARD, span, title).help(help));
        let (upward, problem) = match (axis.ranks, axis.from) {
            (false, Side::Left) | (true, Side::Bottom) => (true, None),
            (false, Side::Right) | (true, Side::Top) => (false, None),
            (false, _) => (
                true,
                fault(axis.span, "files stand beside each other".to_owned(), "write `from left` or `from right`"),
            ),
            (true, _) => {
                (true, fault(axis.span, "ranks stand above each other".to_owned(), "write `from bottom` or `from top`"))
            }
        };
        if let Some(problem) = problem {
            self.report(problem);
            return None;
        }
        let number = |name: &Name| name.text.parse::<u32>().ok();
        let (first, last, numeric) = match (number(&axis.first), number(&axis.last)) {
            (Some(first), Some(last)) => (first, last, true),
            (None, None) if letters_value(&axis.first.text).is_some() && letters_value(&axis.last.text).is_some() => {
                let value = |name: &Name| letters_value(&name.text).unwrap_or(0);
                (value(&axis.first), value(&axis.last), false)
            }
            _ => {
                self.report(
                    Diagnostic::new(
                        code::BAD_BOARD,
                        axis.span,
                        "labels go from a number to a number, or from a small letter to a small letter",
                    )
                    .help("write `1..9` or `a..i`"),
                );
                return None;
            }
        };
        let found = first.abs_diff(last).saturating_add(1);
        if found != count {
            let what = if axis.ranks { "ranks" } else { "files" };
            self.report(
                Diagnostic::new(code::BAD_BOARD, axis.span, format!("{found} labels for {count} {what}"))
                    .help(format!("from `{}` on, {count} labels are needed", axis.first.text)),
            );
            return None;
        }
        let mut labels: Vec<String> = (0..count)
            .map(|i| if first <= last { first + i } else { first - i })
            .map(|v| if numeric { v.to_string() } else { letters(v) })
            .collect();
        if !upward {
            labels.reverse();
        }
        Some(labels)
    }

    /// The named lines of the board.
    pub fn lines(&mut self) {
        for entry in self.entries() {
            let Declaration::Line { name, chains } = &entry.declaration else { continue };
            let mut built = Vec::new();
            for chain in chains {
                let mut cells: Vec<Cell> = Vec::new();
                for cell in chain {
                    if !self.room(cell.span) {
                        break;
                    }
                    if let Some(found) = self.cell_named(cell) {
                        if cells.contains(&found) {
                            self.report(
                                Diagnostic::new(
                                    code::BAD_BOARD,
                                    cell.span,
                                    format!("the line meets `{}` twice", cell.text),
                                )
                                .help("a line does not cross itself; make two chains of it, with a comma between"),
                            );
                        } else {
                            cells.push(found);
                        }
                    }
                }
                built.push(cells);
            }
            let id = LineId(self.board.lines.len() as u16);
            match self.line_names.get(&name.text) {
                Some(&(_, first)) => self.report(
                    Diagnostic::new(code::NAME_TWICE, name.span, format!("two lines are called `{}`", name.text))
                        .also(first, "first declared here"),
                ),
                None => {
                    self.line_names.insert(name.text.clone(), (id, name.span));
                }
            }
            self.board.lines.push(Line { name: name.text.clone(), chains: built });
        }
    }

    // ---- cells ----------------------------------------------------------------------------------------------------

    /// File and rank of a name, hole or not.
    fn coordinates_named(&self, name: &str) -> Option<(i32, i32)> {
        self.board.file_labels.iter().enumerate().find_map(|(file, label)| {
            let rest = name.strip_prefix(label.as_str())?;
            let rank = self.board.rank_labels.iter().position(|l| l == rest)?;
            Some((file as i32, rank as i32))
        })
    }

    fn no_such_cell(&mut self, name: &Name) {
        if !self.board_known {
            return;
        }
        let (files, ranks) = (&self.board.file_labels, &self.board.rank_labels);
        let corner = |f: Option<&String>, r: Option<&String>| format!("{}{}", f.map_or("", |s| s), r.map_or("", |s| s));
        let help = format!(
            "the cells are `{}` to `{}`",
            corner(files.first(), ranks.first()),
            corner(files.last(), ranks.last())
        );
        self.report(
            Diagnostic::new(code::CELL_OUTSIDE, name.span, format!("the board has no cell `{}`", name.text)).help(help),
        );
    }

    /// A cell by name; a hole is a fault.
    pub fn cell_named(&mut self, name: &Name) -> Option<Cell> {
        let Some((file, rank)) = self.coordinates_named(&name.text) else {
            self.no_such_cell(name);
            return None;
        };
        let cell = self.board.cell(file, rank);
        if cell.is_none() {
            self.report(
                Diagnostic::new(code::CELL_OUTSIDE, name.span, format!("`{}` is a hole of the board", name.text))
                    .help("name a cell that exists, or leave it out of `without`"),
            );
        }
        cell
    }

    /// The cells of a rectangle that exist.
    pub fn rectangle(&mut self, first: &Name, last: &Name) -> Option<BoardSet> {
        let (a, b) = (self.coordinates_named(&first.text), self.coordinates_named(&last.text));
        for (name, found) in [(first, a), (last, b)] {
            if found.is_none() {
                self.no_such_cell(name);
            }
        }
        let ((ax, ay), (bx, by)) = (a?, b?);
        let cells: BoardSet = (ay.min(by)..=ay.max(by))
            .flat_map(|y| (ax.min(bx)..=ax.max(bx)).map(move |x| (x, y)))
            .filter_map(|(x, y)| self.board.cell(x, y))
            .collect();
        if cells.is_empty() {
            self.report(
                Diagnostic::new(
                    code::CELL_OUTSIDE,
                    first.span.to(last.span),
                    format!("`{}..{}` are all holes", first.text, last.text),
                )
                .help("name cells that exist"),
            );
        }
        Some(cells)
    }

    /// The cells of a file by its label.
    pub fn file_named(&mut self, name: &Name) -> Option<BoardSet> {
        let Some(file) = self.board.file_labels.iter().position(|l| *l == name.text) else {
            if self.board_known {
                let all = self.board.file_labels.join(" ");
                self.report(
                    Diagnostic::new(code::CELL_OUTSIDE, name.span, format!("the board has no file `{}`", name.text))
                        .help(format!("its files are {all}")),
                );
            }
            return None;
        };
        Some(self.where_coordinates(|x, _| x == file as i32))
    }

    pub(super) fn where_coordinates(&self, test: impl Fn(i32, i32) -> bool) -> BoardSet {
        self.board
            .cells
            .into_iter()
            .filter(|&cell| {
                let (x, y) = self.board.coordinates(cell);
                test(x, y)
            })
            .collect()
    }

    /// The border cells: a straight neighbour is missing.
    pub fn edge(&self) -> BoardSet {
        self.where_missing(|missing| missing.contains(&true))
    }

    /// The corners: two straight neighbours that stand at a right angle are missing.
    pub fn corners(&self) -> BoardSet {
        self.where_missing(|m| (m[0] || m[2]) && (m[1] || m[3]))
    }

    fn where_missing(&self, test: impl Fn([bool; 4]) -> bool) -> BoardSet {
        let missing = |cell| Compass::STRAIGHT.map(|d| self.board.neighbour(cell, d).is_none());
        self.board.cells.into_iter().filter(|&cell| test(missing(cell))).collect()
    }

    /// The cell in the middle, or the two or four.
    pub fn centre(&self) -> BoardSet {
        let (files, ranks) = (i32::from(self.board.files), i32::from(self.board.ranks));
        let middle = |v: i32, count: i32| v == (count - 1) / 2 || v == count / 2;
        self.where_coordinates(|x, y| middle(x, files) && middle(y, ranks))
    }

    /// How many ranks a player sees in front.
    fn depth_seen_by(&self, player: Player) -> Option<u32> {
        let facing = self.players.get(player)?.faces?;
        Some(u32::from(if matches!(facing, Compass::EAST | Compass::WEST) {
            self.board.files
        } else {
            self.board.ranks
        }))
    }

    /// The cells whose rank, counted from 1 as the player sees it, passes a test; none without a front.
    fn ranks_seen_by(&self, player: Player, test: impl Fn(u32) -> bool) -> BoardSet {
        let Some(facing) = self.players.get(player).and_then(|p| p.faces) else { return BoardSet::EMPTY };
        let (files, ranks) = (i32::from(self.board.files), i32::from(self.board.ranks));
        self.where_coordinates(|x, y| {
            test(match facing {
                Compass::SOUTH => ranks - y,
                Compass::EAST => x + 1,
                Compass::WEST => files - x,
                _ => y + 1,
            } as u32)
        })
    }

    /// Cells counted from the player in view. `test` gets the rank (from 1) and the number of ranks.
    pub fn counted(&mut self, span: Span, scope: Scope, ranks: u32, test: impl Fn(u32, u32) -> bool) -> Option<Cells> {
        if !self.front_in_view(span, scope) {
            return None;
        }
        let players: Vec<Player> = self.players.ids().collect();
        let mut by_view = Vec::new();
        for player in players {
            let depth = self.depth_seen_by(player).unwrap_or(0);
            if depth > 0 && ranks > depth && self.board_known {
                self.report(
                    Diagnostic::new(
                        code::CELL_OUTSIDE,
                        span,
                        format!("the board has only {}", counted(depth as usize, "rank")),
                    )
                    .help(format!("write a number up to {depth}")),
                );
                return None;
            }
            by_view.push(self.ranks_seen_by(player, |rank| test(rank, depth)));
        }
        Some(Cells { by_view })
    }

    /// Is somebody in view, and does everybody who may be have a front? Reports it when not.
    pub fn front_in_view(&mut self, span: Span, scope: Scope) -> bool {
        if scope.view == 0 {
            self.nobody_in_view(span, scope);
            return false;
        }
        let without = self
            .players
            .iter()
            .find(|(id, player)| scope.view >> id.0 & 1 != 0 && player.faces.is_none())
            .map(|(_, player)| (player.name.clone(), player.span));
        let Some((name, place)) = without else { return true };
        self.report(
            Diagnostic::new(code::NO_FRONT, span, format!("`{name}` faces nowhere, so this has no meaning"))
                .label("counted or turned as a player sees it")
                .also(place, "declared without `faces`")
                .help(format!("say where the player looks, `player {name} faces north`, or name cells: `a1..h1`")),
        );
        false
    }

    /// A word that is read from a player in view stands where nobody is.
    pub fn nobody_in_view(&mut self, span: Span, scope: Scope) {
        let help = if scope.sentence == "a board" || scope.sentence == "a member of a family" {
            "say it in cells, which are the same for everybody: `a1..i3`".to_owned()
        } else {
            format!("name the player instead of the word; in {} nobody is in view", scope.sentence)
        };
        self.report(
            Diagnostic::new(code::NOBODY_IN_VIEW, span, "whose view is meant here?")
                .label("read as a player sees it")
                .help(help),
        );
    }

    /// Cells that share a side with one of these.
    pub fn beside(&self, cells: &BoardSet) -> BoardSet {
        cells
            .into_iter()
            .flat_map(|cell| Compass::STRAIGHT.into_iter().filter_map(move |d| self.board.neighbour(cell, d)))
            .collect()
    }

    /// The cells of a resolved list that depends on no position; everything else in it is reported.
    pub fn fixed_cells(&mut self, items: &Items, span: Span) -> Option<Cells> {
        let mut sum = self.same_for_all(BoardSet::EMPTY);
        for term in &items.terms {
            let cells = self.fixed_term(term)?;
            for (all, more) in sum.by_view.iter_mut().zip(&cells.by_view) {
                *all |= *more;
            }
        }
        for term in &items.except {
            let cells = self.fixed_term(term)?;
            for (all, less) in sum.by_view.iter_mut().zip(&cells.by_view) {
                *all -= *less;
            }
        }
        let _ = span;
        Some(sum)
    }

    fn fixed_term(&mut self, term: &Term) -> Option<Cells> {
        if term.states == States::default() {
            match &term.noun {
                Noun::Cells(cells) => return Some(cells.clone()),
                Noun::Family(family) => return Some(self.family_cells(*family, term.whose)),
                _ => {}
            }
        }
        let what = match term.noun {
            Noun::Outside => "what lies beyond the board is no cell",
            Noun::Pieces(_) => "pieces move about; cells are wanted here",
            _ => "fixed cells are wanted here",
        };
        self.report(
            Diagnostic::new(code::WRONG_SORT, term.span, what)
                .help("write cells: `a1..c3`, `corners`, `far 3 ranks`, a region, `start of Black piece`"),
        );
        None
    }

    // ---- regions and families ---------------------------------------------------------------------------------------

    /// Resolves all regions and families that nothing has asked for yet.
    pub fn all_regions(&mut self) {
        for at in 0..self.regions.len() {
            self.region(at, self.regions[at].name.span);
        }
        for at in 0..self.families.len() {
            self.family(Family::from_index(at), self.families[at].name.span);
        }
    }

    /// The cells of a region.
    pub fn region(&mut self, at: usize, span: Span) -> Option<Cells> {
        let (name, items) = (self.regions[at].name, self.regions[at].items);
        match &self.regions[at].cells {
            Lazy::Done(cells) => return Some(cells.clone()),
            Lazy::Begun => {
                self.ring(&name.text, span);
                return None;
            }
            Lazy::Waiting => {}
        }
        self.regions[at].cells = Lazy::Begun;
        self.open.push(name.text.clone());
        let scope = Scope::new(self.everybody(), "a region").meaning(NoWhose::Any);
        let resolved = self.items(items, scope);
        let cells = self.fixed_cells(&resolved, items.span).unwrap_or_else(|| self.same_for_all(BoardSet::EMPTY));
        self.open.pop();
        self.regions[at].cells = Lazy::Done(cells.clone());
        Some(cells)
    }

    /// A ring of names that are made of each other.
    pub fn ring(&mut self, name: &str, span: Span) {
        let start = self.open.iter().position(|n| n == name).unwrap_or(0);
        let ring: Vec<&str> = self.open[start..].iter().map(String::as_str).chain([name]).collect();
        let title = if ring.len() == 2 {
            format!("`{name}` is made of itself")
        } else {
            format!("these are made of each other in a ring: {}", ring.join(" -> "))
        };
        self.report(Diagnostic::new(code::NAMES_IN_A_RING, span, title).help("say one of them without the others"));
    }

    /// Resolves a family; false when it is in a ring.
    pub fn family(&mut self, family: Family, span: Span) -> bool {
        let at = family.index();
        let (name, members) = (self.families[at].name, self.families[at].members);
        match self.families[at].def {
            Lazy::Done(_) => return true,
            Lazy::Begun => {
                self.ring(&name.text, span);
                return false;
            }
            Lazy::Waiting => {}
        }
        self.families[at].def = Lazy::Begun;
        self.open.push(name.text.clone());
        let mut built: Vec<Member> = Vec::new();
        for member in members {
            self.member(member, &mut built);
            if built.len() > limits::MOST_MEMBERS {
                built.truncate(limits::MOST_MEMBERS);
                let most = limits::MOST_MEMBERS;
                self.report(
                    Diagnostic::new(
                        code::TOO_LARGE,
                        member.items.span,
                        format!("a family of more than {most} regions"),
                    )
                    .help("put the cells of several members into one"),
                );
                break;
            }
        }
        self.open.pop();
        if built.len() > 1 {
            for (i, member) in built.iter().enumerate() {
                let Some(label) = &member.name else { continue };
                if built[..i].iter().any(|m| m.name.as_ref() == Some(label)) {
                    let span = members
                        .iter()
                        .rev()
                        .find_map(|m| m.name.as_ref().filter(|n| n.text == *label))
                        .map_or(name.span, |n| n.span);
                    self.report(
                        Diagnostic::new(code::NAME_TWICE, span, format!("two members are called `{label}`"))
                            .help("put the cells of both into one list"),
                    );
                }
            }
        }
        self.families[at].def = Lazy::Done(FamilyDef { name: name.text.clone(), members: built, span: name.span });
        true
    }

    fn member(&mut self, member: &'a RegionMember, built: &mut Vec<Member>) {
        let owner = member.name.as_ref().and_then(|name| match self.names.get(&name.text) {
            Some(Sort::Player(player)) => Some(player),
            _ => None,
        });
        // A member with a player's name is that player's: counted words are read from there.
        let view = owner.map_or(0, |player| 1 << player.0);
        let scope = Scope::new(view, "a member of a family").meaning(NoWhose::Any);
        let resolved = self.items(&member.items, scope);
        let collected = member.name.is_none()
            && member.items.except.is_empty()
            && resolved.terms.iter().any(|t| matches!(t.noun, Noun::Family(_)));
        if collected {
            // `any camp` collects the members of `camp` one by one; other cells beside it make up one more.
            let mut cells = Items::default();
            for term in resolved.terms {
                match term.noun {
                    Noun::Family(family) => {
                        if let Lazy::Done(def) = &self.families[family.index()].def {
                            let whose = term.whose;
                            let fits = def.members.iter().filter(|m| self.member_is(m, whose, None));
                            built.extend(fits.map(|m| Member { name: None, owner: m.owner, cells: m.cells }));
                        }
                    }
                    _ => cells.terms.push(term),
                }
            }
            if cells.terms.is_empty() {
                return;
            }
            if let Some(cells) = self.fixed_cells(&cells, member.items.span) {
                let cells = cells.by_view.first().copied().unwrap_or_default();
                built.push(Member { name: None, owner: None, cells });
            }
            return;
        }
        if let Some(cells) = self.fixed_cells(&resolved, member.items.span) {
            let at = owner.map_or(0, Player::index);
            let cells = cells.by_view.get(at).copied().unwrap_or_default();
            built.push(Member { name: member.name.as_ref().map(|n| n.text.clone()), owner, cells });
        }
    }

    /// Is a member picked by a whose-word, for a player in view?
    fn member_is(&self, member: &Member, whose: Whose, view: Option<Player>) -> bool {
        match (whose, view) {
            (Whose::Any, _) => true,
            (Whose::Neutral, _) => member.owner.is_none(),
            (Whose::Player(player), _) => member.owner == Some(player),
            (relative, Some(view)) => member.owner.is_some_and(|owner| self.relation(view, owner, relative)),
            (_, None) => false,
        }
    }

    /// Does a whose-word pick members of a family of which no member can have such an owner?
    pub fn nobody_owns_a_member(&self, family: Family, whose: Whose) -> bool {
        let Lazy::Done(def) = &self.families[family.index()].def else { return false };
        match whose {
            Whose::Player(player) => def.members.iter().all(|m| m.owner != Some(player)),
            _ => def.members.iter().all(|m| m.owner.is_none()),
        }
    }

    /// The cells of a family's members that a whose-word picks.
    pub fn family_cells(&self, family: Family, whose: Whose) -> Cells {
        let Lazy::Done(def) = &self.families[family.index()].def else { return self.same_for_all(BoardSet::EMPTY) };
        let by_view = (0..self.players.len().max(1))
            .map(|view| {
                def.members
                    .iter()
                    .filter(|m| self.member_is(m, whose, Some(Player::from_index(view))))
                    .fold(BoardSet::EMPTY, |all, m| all | m.cells)
            })
            .collect();
        Cells { by_view }
    }

    /// Does an owner stand to the player in view as the whose-word says?
    pub fn relation(&self, view: Player, owner: Player, whose: Whose) -> bool {
        let team = |p: Player| self.players.get(p).map(|def| def.team);
        match whose {
            Whose::Own => view == owner,
            Whose::Ally => view != owner && team(view) == team(owner),
            Whose::Enemy => team(view) != team(owner),
            Whose::Team => team(view) == team(owner),
            Whose::Other => view != owner,
            Whose::Any => true,
            Whose::Neutral => false,
            Whose::Player(player) => owner == player,
        }
    }
}
