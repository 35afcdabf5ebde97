//! The board, the players, and cells by their names.

use super::words::{and, article, number, one, or, sentence};
use super::{Speaker, View};
use crate::diag::counted;
use crate::rules::board::Compass;
use crate::rules::model::Cells;
use crate::types::{BoardSet, Cell, Player};

/// At most so many cells or blocks of cells are named one by one.
const MOST_NAMED: usize = 12;

impl Speaker<'_> {
    pub(super) fn board(&self) -> Vec<String> {
        let board = &self.rules.board;
        let ends = |one: &str, labels: &[String], way: &str| match labels {
            [] => String::new(),
            [only] => format!("{one} {only}"),
            [first, .., last] => format!("{one}s {first} to {last} {way}"),
        };
        let mut lines = vec![sentence(&format!(
            "the board has {} x {} cells, {}, {}",
            board.files,
            board.ranks,
            ends("file", &board.file_labels, "from left to right"),
            ends("rank", &board.rank_labels, "from bottom to top")
        ))];
        let grid: BoardSet = (0..board.grid_size()).map(|i| Cell(i as u16)).collect();
        let holes = grid - board.cells;
        if !holes.is_empty() {
            lines.push(sentence(&format!("these cells are missing: {}", self.blocks(holes, grid))));
        }
        for line in &board.lines {
            let chains: Vec<String> = line
                .chains
                .iter()
                .map(|chain| chain.iter().map(|c| board.name(*c)).collect::<Vec<_>>().join(" - "))
                .collect();
            lines.push(sentence(&format!("the line {} runs {}", line.name, and(&chains))));
        }
        for region in &self.rules.regions {
            lines.push(format!("Region {}: {}.", region.name, self.cells_without_regions(&region.cells)));
        }
        for family in self.rules.families.values() {
            let members: Vec<String> = family
                .members
                .iter()
                .map(|member| {
                    let cells = self.blocks(member.cells, board.cells);
                    let name = member.owner.map(|p| self.rules.players[p].name.clone()).or_else(|| member.name.clone());
                    name.map_or_else(|| cells.clone(), |name| format!("{name} {cells}"))
                })
                .collect();
            lines.push(sentence(&format!(
                "there {} {} called {}: {}",
                if members.len() == 1 { "is" } else { "are" },
                if members.len() == 1 {
                    "one region".to_owned()
                } else {
                    format!("{} regions", number(members.len() as u32))
                },
                family.name,
                members.join("; ")
            )));
        }
        for mark in self.rules.marks.values() {
            use crate::rules::model::Lasts;
            let lasts = match mark.lasts {
                Lasts::UntilNextTurn => "until the next turn of the player whose piece left it".to_owned(),
                Lasts::Plies(1) => "for one ply".to_owned(),
                Lasts::Plies(n) => format!("for {} plies", number(n)),
                Lasts::Ever => "for ever".to_owned(),
            };
            lines.push(sentence(&format!("a piece can leave the mark “{}” on cells; it stays {lasts}", mark.name)));
        }
        lines
    }

    pub(super) fn players(&self) -> Vec<String> {
        let players = &self.rules.players;
        let named = |p: Player| {
            let def = &players[p];
            def.label.as_ref().map_or_else(|| def.name.clone(), |label| format!("{} ({label})", def.name))
        };
        let list: Vec<String> = players.ids().map(named).collect();
        let mut lines = Vec::new();
        let turns = &self.rules.turns;
        let first = turns.first().map_or(String::new(), |p| players[*p].name.clone());
        if list.len() == 1 {
            lines.push(sentence(&format!("{} plays alone", list[0])));
        } else {
            let each_once = turns.len() == list.len() && players.ids().all(|p| turns.contains(&p));
            let order = if each_once && list.len() == 2 {
                format!("{first} begins")
            } else {
                format!(
                    "they move in this order: {}",
                    turns.iter().map(|p| players[*p].name.clone()).collect::<Vec<_>>().join(", ")
                )
            };
            lines.push(sentence(&format!("{} play against each other; {order}", and(&list))));
        }
        let mut teams: Vec<(crate::types::Team, Vec<String>)> = Vec::new();
        for player in players.values() {
            match teams.iter_mut().find(|(team, _)| *team == player.team) {
                Some((_, names)) => names.push(player.name.clone()),
                None => teams.push((player.team, vec![player.name.clone()])),
            }
        }
        if teams.len() < list.len() {
            let sides: Vec<String> = teams.iter().map(|(_, names)| and(names)).collect();
            lines.push(sentence(&format!("{} are teams", sides.join(" against "))));
        }
        let facing: Vec<String> = players
            .values()
            .iter()
            .filter_map(|p| p.faces.map(|faces| format!("{} faces {}", p.name, compass(faces))))
            .collect();
        if !facing.is_empty() {
            lines.push(sentence(&format!("{} (north is the top of the board)", and(&facing))));
        }
        lines
    }

    /// Cells by the shortest name that fits: `the throne`, `the corners`, `the far three ranks`, `e5 and c1..d3`.
    pub(super) fn cells(&self, cells: &Cells, view: View) -> String {
        let _ = view;
        if let Some(region) = self.rules.regions.iter().find(|region| region.cells == *cells) {
            return format!("the {}", region.name);
        }
        for family in self.rules.families.values() {
            for member in &family.members {
                if cells.by_view.iter().all(|set| *set == member.cells)
                    && let Some(name) = &member.name
                {
                    return format!("the {name} {}", family.name);
                }
            }
            let all = family.members.iter().fold(BoardSet::EMPTY, |all, member| all | member.cells);
            if cells.by_view.iter().all(|set| *set == all) {
                return one(&family.name);
            }
        }
        self.cells_without_regions(cells)
    }

    /// The same without the names that the file gives.
    fn cells_without_regions(&self, cells: &Cells) -> String {
        let board = &self.rules.board;
        let Some(first) = cells.by_view.first() else { return "no cell".to_owned() };
        let absolute = cells.by_view.iter().all(|set| set == first);
        if absolute {
            return self.fixed_cells(*first);
        }
        let most = u32::from(board.files.max(board.ranks));
        for ranks in 1..=most {
            for far in [true, false] {
                let counted = |p: Player| self.counted_ranks(p, ranks, far);
                if self.rules.players.ids().all(|p| counted(p).is_none_or(|set| set == *cells.seen_by(p))) {
                    let side = if far { "far" } else { "near" };
                    return if ranks == 1 {
                        format!("the {side} rank")
                    } else {
                        format!("the {side} {} ranks", number(ranks))
                    };
                }
            }
            let single = |p: Player| {
                self.counted_ranks(p, ranks, false)
                    .map(|set| set - self.counted_ranks(p, ranks - 1, false).unwrap_or_default())
            };
            if self.rules.players.ids().all(|p| single(p).is_none_or(|set| set == *cells.seen_by(p))) {
                return format!("rank {ranks} (counted from the player's own side)");
            }
        }
        let views: Vec<String> = self
            .rules
            .players
            .iter()
            .map(|(id, player)| format!("{} for {}", self.fixed_cells(*cells.seen_by(id)), player.name))
            .collect();
        views.join(", ")
    }

    /// The nearest or farthest ranks of a player, `None` without a front.
    fn counted_ranks(&self, player: Player, ranks: u32, far: bool) -> Option<BoardSet> {
        let board = &self.rules.board;
        let (x, y) = self.rules.players[player].faces?.delta();
        let set = board
            .cells
            .into_iter()
            .filter(|cell| {
                let (file, rank) = board.coordinates(*cell);
                let (width, height) = (i32::from(board.files), i32::from(board.ranks));
                // How many ranks lie before this one, seen from the far side or from the near side.
                let (forward, length) = match (x, y) {
                    (0, 1) => (rank, height),
                    (0, _) => (height - 1 - rank, height),
                    (1, _) => (file, width),
                    _ => (width - 1 - file, width),
                };
                let before = if far { length - 1 - forward } else { forward };
                before < ranks as i32
            })
            .collect();
        Some(set)
    }

    /// Cells that are the same for all.
    fn fixed_cells(&self, set: BoardSet) -> String {
        let board = &self.rules.board;
        if set.is_empty() {
            return "no cell".to_owned();
        }
        if set == board.cells {
            return "the whole board".to_owned();
        }
        let (width, height) = (i32::from(board.files), i32::from(board.ranks));
        let pick = |fits: &dyn Fn(i32, i32) -> bool| -> BoardSet {
            board
                .cells
                .into_iter()
                .filter(|cell| {
                    let (file, rank) = board.coordinates(*cell);
                    fits(file, rank)
                })
                .collect()
        };
        let corner = |file: i32, rank: i32| (file == 0 || file == width - 1) && (rank == 0 || rank == height - 1);
        if set == pick(&corner) {
            return "the corners".to_owned();
        }
        let edge: BoardSet = board
            .cells
            .into_iter()
            .filter(|cell| Compass::STRAIGHT.iter().any(|d| board.neighbour(*cell, *d).is_none()))
            .collect();
        if set == edge {
            return "the edge".to_owned();
        }
        if width % 2 == 1 && height % 2 == 1 && set == pick(&|file, rank| file == width / 2 && rank == height / 2) {
            return format!("the centre ({})", self.blocks(set, board.cells));
        }
        let setup = |owned: &dyn Fn(Player) -> bool| -> BoardSet {
            self.rules.setup.iter().filter(|placed| placed.owner.is_some_and(owned)).map(|placed| placed.cell).collect()
        };
        for (id, player) in self.rules.players.iter() {
            if set == setup(&|p| p == id) {
                return format!("the cells where {} begins", player.name);
            }
        }
        self.blocks(set, board.cells)
    }

    /// Cells as rectangles and single cells: `a1..c3, e5 and g7`.
    pub(super) fn blocks(&self, set: BoardSet, of: BoardSet) -> String {
        let board = &self.rules.board;
        let name =
            |file: i32, rank: i32| format!("{}{}", board.file_labels[file as usize], board.rank_labels[rank as usize]);
        let (width, height) = (i32::from(board.files), i32::from(board.ranks));
        let has = |left: &BoardSet, file: i32, rank: i32| left.has(Cell((rank * width + file) as u16));
        let mut left = set & of;
        let mut list = Vec::new();
        while let Some(cell) = left.first() {
            if list.len() == MOST_NAMED {
                list.push(counted(left.len(), "more cell"));
                break;
            }
            let (file, rank) = (i32::from(cell.0) % width, i32::from(cell.0) / width);
            let mut right = file;
            while right + 1 < width && has(&left, right + 1, rank) {
                right += 1;
            }
            let mut top = rank;
            while top + 1 < height && (file..=right).all(|f| has(&left, f, top + 1)) {
                top += 1;
            }
            for r in rank..=top {
                for f in file..=right {
                    left.remove(Cell((r * width + f) as u16));
                }
            }
            let (low, high) = (name(file, rank), name(right, top));
            list.push(if low == high { low } else { format!("{low}..{high}") });
        }
        and(&list)
    }

    /// The options in force.
    pub(super) fn options(&self) -> Vec<String> {
        use crate::rules::model::OptionValues;
        self.rules
            .options
            .iter()
            .map(|option| {
                let values = match &option.values {
                    OptionValues::Switch => "on or off".to_owned(),
                    OptionValues::Range(min, max) => format!("{min} to {max}"),
                    OptionValues::Words(words) => or(words),
                };
                let default = if option.value == option.default {
                    String::new()
                } else {
                    format!("; {} when nothing is said", option.default)
                };
                format!(
                    "{} = {} ({values}{default}): {}.",
                    option.name,
                    option.value,
                    option.help.trim_end_matches('.')
                )
            })
            .collect()
    }

    /// `a Piece`, `Piece A and Piece B`, for a list of kinds.
    pub(super) fn kind_names(&self, kinds: &[crate::types::Kind]) -> String {
        let names: Vec<String> = kinds
            .iter()
            .map(|k| {
                let name = &self.rules.kinds[*k].name;
                format!("{} {name}", article(name))
            })
            .collect();
        or(&names)
    }
}

/// A direction of the compass.
pub(super) fn compass(direction: Compass) -> &'static str {
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"][direction.0 as usize & 7]
}
