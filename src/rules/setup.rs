//! The start position: pictures, FEN-like strings, lists, and pictures seen from each seat.

use std::collections::BTreeMap;

use crate::diag::{Diagnostic, Span, code, counted, half_width, nearest};
use crate::syntax::ast::{Declaration, Items as WrittenItems, Setup, SetupEntry, SetupFor, Term as WrittenTerm, Text};
use crate::types::{BoardSet, Cell, Kind, Player};

use super::board::Compass;
use super::model::{Cells, Noun, Placed, Whose};
use super::resolve::{Lazy, Resolver};
use super::scope::{NoWhose, Scope};

/// What a word of a picture stands for.
#[derive(Debug, Clone, Copy)]
enum Sign {
    Empty,
    Piece(Option<Player>, Kind),
}

/// A row of a picture: each word with its place in the file.
type Row = Vec<(String, Span)>;

impl Resolver<'_> {
    /// The pieces of the start position.
    pub fn whole_setup(&mut self) -> Vec<Placed> {
        let span = self.flat.first_line;
        self.setup(span).unwrap_or_default()
    }

    /// The cells where the setup has pieces of a term, as each player in view sees it.
    pub fn start_cells(&mut self, term: &WrittenTerm, scope: Scope) -> Option<Cells> {
        let mut before = None;
        let resolved = self.term(term, scope.meaning(NoWhose::Any), &mut before)?;
        let Noun::Pieces(kinds) = resolved.noun else {
            self.report(
                Diagnostic::new(code::WRONG_SORT, term.span, "`start of` wants pieces")
                    .help("write whose pieces: `start of own piece`, or a player's name before `piece`"),
            );
            return None;
        };
        let setup = self.setup(term.span)?;
        let states = resolved.states;
        let by_view = (0..self.players.len().max(1))
            .map(|view| {
                setup
                    .iter()
                    .filter(|p| kinds.has(p.kind))
                    .filter(|p| {
                        let promoted = self.kinds[p.kind].plain_side.is_some();
                        !(states.plain && promoted || states.promoted && !promoted)
                    })
                    .filter(|p| match (p.owner, resolved.whose) {
                        (_, Whose::Any) | (None, Whose::Neutral | Whose::Other) => true,
                        (Some(owner), whose) => self.relation(Player::from_index(view), owner, whose),
                        (None, _) => false,
                    })
                    .map(|p| p.cell)
                    .collect::<BoardSet>()
            })
            .collect();
        Some(Cells { by_view })
    }

    fn setup(&mut self, span: Span) -> Option<Vec<Placed>> {
        match &self.setup {
            Lazy::Done(setup) => return Some(setup.clone()),
            Lazy::Begun => {
                self.ring("setup", span);
                return None;
            }
            Lazy::Waiting => {}
        }
        self.setup = Lazy::Begun;
        self.open.push("setup".to_owned());
        let mut board: BTreeMap<Cell, (Placed, Span)> = BTreeMap::new();
        for entry in self.entries() {
            let Declaration::Setup { setup, when } = &entry.declaration else { continue };
            let holds = self.option_guard(when.as_ref());
            let mut placed: Vec<(Placed, Span)> = Vec::new();
            match setup {
                Setup::Without(items) => {
                    let gone = self.cells_in_view(items, None);
                    if let (Some(gone), true) = (gone, holds) {
                        for cell in gone {
                            if board.remove(&cell).is_none() {
                                let name = self.board.name(cell);
                                self.report(
                                    Diagnostic::new(
                                        code::SETUP_SHAPE,
                                        items.span,
                                        format!("no piece stands on `{name}`"),
                                    )
                                    .help("`setup without pieces on` names cells where the setup has pieces"),
                                );
                            }
                        }
                    }
                }
                Setup::Picture { who, within, picture } => {
                    self.picture(who, within.as_ref(), picture, &mut placed);
                }
                Setup::List { player, entries } => {
                    let owner = player.as_ref().and_then(|name| self.player_named(name));
                    if player.is_none() || owner.is_some() {
                        for entry in entries {
                            self.listed(owner, entry, &mut placed);
                        }
                    }
                }
            }
            if holds {
                for (piece, span) in placed {
                    self.put(&mut board, piece, span);
                }
            }
        }
        self.open.pop();
        let setup: Vec<Placed> = board.into_values().map(|(placed, _)| placed).collect();
        self.setup = Lazy::Done(setup.clone());
        Some(setup)
    }

    fn put(&mut self, board: &mut BTreeMap<Cell, (Placed, Span)>, piece: Placed, span: Span) {
        if let Some(player) = piece.owner
            && !self.can_own(piece.kind, player)
        {
            self.cannot_own(piece.kind, player, span);
            return;
        }
        if let Some((_, first)) = board.get(&piece.cell) {
            let (first, name) = (*first, self.board.name(piece.cell));
            self.report(
                Diagnostic::new(code::SETUP_SHAPE, span, format!("two pieces on `{name}`"))
                    .also(first, "the first one")
                    .help("a cell holds one piece"),
            );
            return;
        }
        board.insert(piece.cell, (piece, span));
    }

    /// Fixed cells as one player sees them (or nobody).
    fn cells_in_view(&mut self, items: &WrittenItems, view: Option<Player>) -> Option<BoardSet> {
        let scope = Scope::new(view.map_or(0, |p| 1 << p.0), "a setup").meaning(NoWhose::Any);
        let resolved = self.items(items, scope);
        let cells = self.fixed_cells(&resolved, items.span)?;
        cells.by_view.get(view.map_or(0, Player::index)).copied()
    }

    // ---- lists --------------------------------------------------------------------------------------------------------

    fn listed(&mut self, player: Option<Player>, entry: &SetupEntry, placed: &mut Vec<(Placed, Span)>) {
        let named = entry.owner.as_ref().map(|name| (name, self.player_named(name)));
        if matches!(named, Some((_, None))) {
            return;
        }
        if let (Some((name, _)), Some(_)) = (&named, player) {
            self.report(
                Diagnostic::new(code::WRONG_SORT, name.span, "the player is named already in front of the braces")
                    .help("take one of the two names away"),
            );
        }
        let by_code = self.kinds.iter().find(|(_, k)| k.code == entry.kind.text).map(|(_, k)| (k.name.clone(), k.span));
        if let (None, Some((name, place))) = (self.names.get(&entry.kind.text), by_code) {
            let code = entry.kind.text.clone();
            self.report(
                Diagnostic::new(
                    code::WRONG_SORT,
                    entry.kind.span,
                    format!("`{code}` is a code, and here stands a name"),
                )
                .also(place, format!("`{code}` is the code of `{name}`"))
                .help(format!("write `{name}`; codes are for pictures, positions and moves")),
            );
            return;
        }
        let Some(kind) = self.kind_named(&entry.kind) else { return };
        let said = named.and_then(|(_, p)| p).or(player);
        let owner = match (said, self.only_owner(kind)) {
            (Some(player), _) => Some(player),
            (None, Some(only)) => only,
            (None, None) => {
                let who = self.player_names(self.owners[kind.index()]);
                self.report(
                    Diagnostic::new(code::WHOSE_MISSING, entry.kind.span, format!("whose `{}`?", entry.kind.text))
                        .label(format!("{who} can own it"))
                        .help(format!("write the player in front: `White {} …`", entry.kind.text)),
                );
                return;
            }
        };
        let owner = if self.kinds[kind].neutral { None } else { owner };
        let Some(cells) = self.cells_in_view(&entry.items, owner) else { return };
        // More pieces than cells are a fault that is reported with the first of them.
        if placed.len() > 2_000 {
            return;
        }
        placed.extend(cells.into_iter().map(|cell| (Placed { cell, owner, kind }, entry.items.span)));
    }

    /// The only one who can own a kind: `Some(None)` is nobody, for a neutral piece.
    #[allow(clippy::option_option)] // nobody is an owner like another, and not to be known is something else
    pub fn only_owner(&self, kind: Kind) -> Option<Option<Player>> {
        if self.kinds[kind].neutral {
            return Some(None);
        }
        let mask = self.owners[kind.index()];
        mask.is_power_of_two().then(|| Some(Player(mask.trailing_zeros() as u8)))
    }

    // ---- pictures -----------------------------------------------------------------------------------------------------

    fn picture(
        &mut self,
        who: &SetupFor,
        within: Option<&WrittenItems>,
        picture: &Text,
        placed: &mut Vec<(Placed, Span)>,
    ) {
        match who {
            SetupFor::All => {
                if let Some(items) = within {
                    let Some(cells) = self.cells_in_view(items, None) else { return };
                    self.paint(picture, None, Some(&cells), placed);
                } else {
                    self.paint(picture, None, None, placed);
                }
            }
            SetupFor::EachPlayer => {
                for player in self.players.ids() {
                    if !self.seen_from(player, within, picture, placed) {
                        break;
                    }
                }
            }
            SetupFor::Player(name) => {
                if let Some(player) = self.player_named(name) {
                    self.seen_from(player, within, picture, placed);
                }
            }
        }
    }

    fn seen_from(
        &mut self,
        player: Player,
        within: Option<&WrittenItems>,
        picture: &Text,
        placed: &mut Vec<(Placed, Span)>,
    ) -> bool {
        if !self.front_in_view(picture.span, Scope::new(1 << player.0, "a setup")) {
            return false;
        }
        let cells = match within {
            Some(items) => match self.cells_in_view(items, Some(player)) {
                Some(cells) => Some(cells),
                None => return false,
            },
            None => None,
        };
        self.paint(picture, Some(player), cells.as_ref(), placed)
    }

    /// Reads a picture and puts its pieces on the board. False when it does not fit.
    fn paint(
        &mut self,
        picture: &Text,
        player: Option<Player>,
        within: Option<&BoardSet>,
        placed: &mut Vec<(Placed, Span)>,
    ) -> bool {
        let rows = if picture.picture || picture.text.contains('\n') {
            self.picture_rows(picture)
        } else {
            match self.string_rows(picture, player) {
                Some(rows) => rows,
                None => return false,
            }
        };
        if !self.board_known || self.players.is_empty() {
            return false;
        }
        let facing = player.and_then(|p| self.players[p].faces).unwrap_or(Compass::NORTH);
        let Some(frame) = self.frame(picture, &rows, facing, player.is_some(), within) else { return false };
        let mut signs: BTreeMap<String, Option<Sign>> = BTreeMap::new();
        for (row, words) in rows.iter().enumerate() {
            for (column, (word, span)) in words.iter().enumerate() {
                let known = signs.get(word).copied();
                let sign = known.unwrap_or_else(|| self.sign(word, *span, player));
                signs.insert(word.clone(), sign);
                let Some(Sign::Piece(owner, kind)) = sign else { continue };
                let (x, y) = frame.at(column as i32, row as i32);
                match self.board.cell(x, y) {
                    Some(cell) if within.is_none_or(|cells| cells.has(cell)) => {
                        placed.push((Placed { cell, owner, kind }, *span));
                    }
                    _ => self.report(
                        Diagnostic::new(code::SETUP_SHAPE, *span, "this piece stands beside the board")
                            .help("write `.` where there is no cell"),
                    ),
                }
            }
        }
        true
    }

    /// Where the rows and columns of a picture lie, or why it does not fit.
    fn frame(
        &mut self,
        picture: &Text,
        rows: &[Row],
        facing: Compass,
        nearest_ranks: bool,
        within: Option<&BoardSet>,
    ) -> Option<Frame> {
        let (files, ranks) = (i32::from(self.board.files), i32::from(self.board.ranks));
        // The box of cells that the picture fills, as x and y from its least to its greatest.
        let (left, bottom, right, top) = match within {
            None => (0, 0, files - 1, ranks - 1),
            Some(cells) => {
                let all: Vec<(i32, i32)> = cells.into_iter().map(|c| self.board.coordinates(c)).collect();
                (
                    all.iter().map(|c| c.0).min()?,
                    all.iter().map(|c| c.1).min()?,
                    all.iter().map(|c| c.0).max()?,
                    all.iter().map(|c| c.1).max()?,
                )
            }
        };
        let sideways = matches!(facing, Compass::EAST | Compass::WEST);
        let (mut width, mut height) = (right - left + 1, top - bottom + 1);
        if sideways {
            std::mem::swap(&mut width, &mut height);
        }
        let wanted_rows = height;
        let mut offset = 0;
        if nearest_ranks && within.is_none() {
            let drawn = rows.first().map_or(0, Vec::len) as i32;
            if rows.len() as i32 > height || drawn > width || (width - drawn) % 2 != 0 {
                let title = if drawn <= width && rows.len() as i32 <= height {
                    format!("{} cannot stand in the middle of {width}", counted(drawn as usize, "cell"))
                } else {
                    format!("a picture of {drawn} x {} does not fit a board of {width} x {height}", rows.len())
                };
                self.report(
                    Diagnostic::new(code::SETUP_SHAPE, picture.span, title)
                        .help("without `in` the picture is put on the nearest ranks, in the middle"),
                );
                return None;
            }
            offset = (width - drawn) / 2;
            width = drawn;
            height = rows.len() as i32;
        } else if rows.len() as i32 != wanted_rows {
            let what = if within.is_some() { "the place" } else { "the board" };
            self.report(
                Diagnostic::new(
                    code::SETUP_SHAPE,
                    picture.span,
                    format!("the picture has {}, and {what} has {wanted_rows}", counted(rows.len(), "row")),
                )
                .help(match wanted_rows {
                    1 => "write one row; `.` is an empty cell".to_owned(),
                    _ => format!("write {wanted_rows} rows, from top to bottom; `.` is an empty cell"),
                }),
            );
            return None;
        }
        let mut fits = true;
        for row in rows {
            if row.len() as i32 != width {
                fits = false;
                let span = match (row.first(), row.last()) {
                    (Some((_, first)), Some((_, last))) => first.to(*last),
                    _ => picture.span,
                };
                let title = match row.len() {
                    1 => format!("this row has one cell, not {width}"),
                    cells => format!("this row has {cells} cells, not {width}"),
                };
                let help = if row.iter().any(|(sign, _)| sign.starts_with('#')) {
                    "inside a picture `#` begins no comment: write it above the setup"
                } else if picture.picture {
                    "`.` is an empty cell; signs stand together, or all of them apart by blanks"
                } else {
                    "a number is so many empty cells, as in `2k2`; rows end with `/`"
                };
                self.report(Diagnostic::new(code::SETUP_SHAPE, span, title).help(help));
            }
        }
        fits.then_some(Frame { facing, left, bottom, right, top, offset, rows: height })
    }

    /// Rows of a picture: words apart by blanks, or one sign a cell.
    fn picture_rows(&self, picture: &Text) -> Vec<Row> {
        // The rows are read off the file itself: `picture.text` has one kind of line end, and the places would be others.
        let written = self.sources.slice(picture.span);
        let quotes = if picture.picture { 3 } else { written.chars().next().map_or(0, char::len_utf8) };
        let closing = if picture.picture { 3 } else { written.chars().next_back().map_or(0, char::len_utf8) };
        let content = written.get(quotes..written.len().saturating_sub(closing)).unwrap_or("");
        let start = picture.span.start as usize + quotes;
        let mut at = 0;
        let mut lines: Vec<(usize, &str)> = Vec::new();
        for line in content.split('\n') {
            let mut from = at;
            for part in line.strip_suffix('\r').unwrap_or(line).split('\r') {
                lines.push((from, part));
                from += part.len() + 1;
            }
            at += line.len() + 1;
        }
        let blank = |line: &str| line.trim().is_empty();
        while lines.first().is_some_and(|(_, line)| blank(line)) {
            lines.remove(0);
        }
        while lines.last().is_some_and(|(_, line)| blank(line)) {
            lines.pop();
        }
        // One odd row among many is the one that is wrong.
        let spread = lines.iter().filter(|(_, line)| line.split_whitespace().count() > 1).count();
        let packed =
            lines.iter().filter(|(_, line)| line.split_whitespace().count() == 1 && line.trim().chars().count() > 1);
        let apart = spread > 0 && spread >= packed.count();
        lines
            .iter()
            .map(|(from, line)| {
                let place = |offset: usize, length: usize| {
                    let begin = start + from + offset;
                    Span::new(picture.span.file, begin, begin + length)
                };
                if apart {
                    line.split_whitespace()
                        .map(|word| {
                            let offset = word.as_ptr() as usize - line.as_ptr() as usize;
                            (word.to_owned(), place(offset, word.len()))
                        })
                        .collect()
                } else {
                    line.char_indices()
                        .filter(|(_, c)| !c.is_whitespace())
                        .map(|(offset, c)| (c.to_string(), place(offset, c.len_utf8())))
                        .collect()
                }
            })
            .collect()
    }

    /// Where the content of a string begins in its file.
    fn text_start(&self, text: &Text) -> u32 {
        let written = self.sources.slice(text.span);
        let offset = written.find(text.text.as_str()).unwrap_or(0);
        text.span.start + offset as u32
    }

    /// Rows of a FEN-like string.
    fn string_rows(&mut self, picture: &Text, player: Option<Player>) -> Option<Vec<Row>> {
        let start = self.text_start(picture) as usize;
        let text = picture.text.as_str();
        if let Some(blank) = text.trim().find(char::is_whitespace) {
            let span = Span::new(picture.span.file, start + blank, start + text.len());
            self.report(
                Diagnostic::new(code::SETUP_SHAPE, span, "only the board stands in a setup")
                    .help("say who begins with `turns`, what is in hand with `hand`; take the rest away"),
            );
            return None;
        }
        let mut known: Vec<String> = match player {
            None => self.all_signs().keys().cloned().collect(),
            Some(_) => self.kinds.values().iter().map(|k| k.code.clone()).collect(),
        };
        known.sort_by_key(|sign| std::cmp::Reverse(sign.len()));
        let mut rows = vec![Vec::new()];
        let mut at = 0;
        let mut cells = 0;
        while let Some(c) = text[at..].chars().next() {
            let span = |length: usize| Span::new(picture.span.file, start + at, start + at + length);
            let mut length = c.len_utf8();
            if c == '/' {
                rows.push(Vec::new());
            } else if c.is_ascii_digit() {
                length = text[at..].bytes().take_while(u8::is_ascii_digit).count();
                let run: usize = text[at..at + length].parse().unwrap_or(usize::MAX).min(100);
                cells += run;
                if let Some(row) = rows.last_mut() {
                    row.extend(std::iter::repeat_n((".".to_owned(), span(length)), run));
                }
            } else if !c.is_whitespace() {
                let sign = known.iter().find(|sign| text[at..].starts_with(sign.as_str()));
                length = sign.map_or(length, String::len);
                cells += 1;
                if let Some(row) = rows.last_mut() {
                    row.push((text[at..at + length].to_owned(), span(length)));
                }
            }
            at += length;
            if cells > 2_000 {
                break;
            }
        }
        Some(rows)
    }

    /// Every sign with its piece.
    fn all_signs(&mut self) -> &BTreeMap<String, (Option<Player>, Kind)> {
        let signs = self.all_signs.take().unwrap_or_else(|| self.gather_signs());
        self.all_signs.insert(signs)
    }

    fn gather_signs(&self) -> BTreeMap<String, (Option<Player>, Kind)> {
        let mut signs = BTreeMap::new();
        for (kind, def) in self.kinds.iter() {
            for (at, sign) in def.signs.iter().enumerate() {
                let player = Player::from_index(at);
                let Some(sign) = sign else { continue };
                signs.insert(format!("{}:{}", self.players[player].name, def.code), (Some(player), kind));
                signs.insert(format!("{}:{}", self.players[player].name, def.name), (Some(player), kind));
                signs.insert(sign.clone(), (Some(player), kind));
            }
            if def.neutral {
                signs.insert(def.code.clone(), (None, kind));
            }
        }
        signs
    }

    fn sign(&mut self, word: &str, span: Span, player: Option<Player>) -> Option<Sign> {
        if matches!(word, "." | "．" | "。" | "・") {
            return Some(Sign::Empty);
        }
        let found = self.all_signs().get(word).copied();
        let by_code = |code: &str| self.kinds.iter().find(|(_, k)| k.code == code || k.name == code).map(|(id, _)| id);
        if let Some(player) = player {
            let own = found.filter(|(owner, _)| *owner == Some(player) || owner.is_none()).map(|(_, k)| k);
            if let Some(kind) = by_code(word).or(own) {
                let owner = if self.kinds[kind].neutral { None } else { Some(player) };
                return Some(Sign::Piece(owner, kind));
            }
        } else {
            if let Some((owner, kind)) = found {
                return Some(Sign::Piece(owner, kind));
            }
            let kind = by_code(word);
            if let Some(kind) = kind {
                if let Some(owner) = self.only_owner(kind) {
                    return Some(Sign::Piece(owner, kind));
                }
                let name = self.players.values().first().map_or("", |p| p.name.as_str()).to_owned();
                self.report(
                    Diagnostic::new(code::WHOSE_MISSING, span, format!("whose `{word}`?"))
                        .help(format!("write the player in front: `{name}:{word}`")),
                );
                return None;
            }
        }
        if self.names.get(word).is_some_and(|sort| sort == super::names::Sort::Poison) || self.flat.damaged {
            return None;
        }
        let removed = self.flat.removed.iter().find_map(|(entry, place)| match &entry.declaration {
            Declaration::Piece(piece)
                if piece.name.text == word
                    || piece.code.as_ref().is_some_and(|c| c.text.to_lowercase() == word.to_lowercase())
                    || piece.seats.iter().any(|s| s.symbol.as_ref().is_some_and(|s| s.text == word)) =>
            {
                Some((piece.name.text.clone(), *place))
            }
            _ => None,
        });
        if let Some((name, place)) = removed {
            self.report(
                Diagnostic::new(code::SETUP_SIGN, span, format!("`{word}` is no piece any more"))
                    .also(place, format!("`{name}` is removed here"))
                    .help("replace the setup, too: `replace setup …`, or `setup without pieces on …`"),
            );
            return None;
        }
        let signs = self.all_signs();
        let plain = signs.keys().any(|s| !s.contains(':'));
        let mut all: Vec<String> = match player {
            None => signs.keys().filter(|s| !plain || !s.contains(':')).cloned().collect(),
            Some(_) => self.kinds.values().iter().map(|k| k.code.clone()).collect(),
        };
        all.sort();
        let fault = Diagnostic::new(code::SETUP_SIGN, span, format!("`{word}` is no piece"));
        let meant = self.kinds.values().iter().find(|k| k.code.to_lowercase() == word.to_lowercase());
        if let (None, true, Some(kind), Some(first)) =
            (player, self.players.len() > 2, meant, self.players.values().first())
        {
            let help = format!(
                "with more than two players a piece has its player in front, `{}:{}`, or letters of its own: `for {} …`",
                first.name, kind.code, first.name
            );
            self.report(fault.help(help));
            return None;
        }
        let narrow = half_width(word);
        if narrow != word && all.contains(&narrow) {
            self.report(fault.help(format!("this is a full-width sign: write `{narrow}`")));
            return None;
        }
        let near = if word.chars().count() > 1 { nearest(word, all.iter().map(String::as_str)) } else { None };
        let near = near.map(str::to_owned);
        let more = if all.len() > 40 { " …" } else { "" };
        all.truncate(40);
        self.report(match near {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None if word == "-" || word == "_" => fault.help("an empty cell is written `.`"),
            None => fault.help(format!("the signs are `.` for empty and {}{more}", all.join(" "))),
        });
        None
    }
}

/// How a picture lies on the board.
struct Frame {
    facing: Compass,
    left: i32,
    bottom: i32,
    right: i32,
    top: i32,
    /// Columns left free at the left hand.
    offset: i32,
    /// Rows of the picture; the last one is the nearest.
    rows: i32,
}

impl Frame {
    /// File and rank of a column and row, the row counted from the farthest.
    fn at(&self, column: i32, row: i32) -> (i32, i32) {
        let (across, ahead) = (column + self.offset, self.rows - 1 - row);
        match self.facing {
            Compass::SOUTH => (self.right - across, self.top - ahead),
            Compass::EAST => (self.left + ahead, self.top - across),
            Compass::WEST => (self.right - ahead, self.bottom + across),
            _ => (self.left + across, self.bottom + ahead),
        }
    }
}
