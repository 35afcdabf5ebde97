//! Why a move is not legal: found by asking the game itself, with parts of its rules or of the position left out.
//!
//! The caller lists the statements of the rules that can forbid something and builds the same game without some of them.
//! A statement is named only if the move becomes legal when it is left out, so no wrong rule is ever blamed.

use crate::engine::{Game, MoveError, MoveInfo, Outcome, PositionData, State};
use crate::types::{Cell, Kind, Player};

/// At most so many sorts of pieces are tried as something to take or to pass over.
const MOST_PIECES_TRIED: usize = 6;

/// How the position came about.
#[derive(Debug, Clone, Copy)]
pub struct Way<'a> {
    /// The position text where it began; the start of the game when nothing is said.
    pub start: Option<&'a str>,
    /// The moves made since.
    pub moves: &'a [String],
}

impl Way<'_> {
    /// The position in a game, if the moves can be made there.
    pub fn state(self, game: &Game) -> Option<State> {
        let mut state = match self.start {
            Some(text) => game.read_position(text).ok()?,
            None => game.start(),
        };
        for text in self.moves {
            let info = state.find_move(text).ok()?;
            state.play(info.index);
        }
        Some(state)
    }
}

/// The same game without its ends and without the statements of these numbers; `None` if it cannot be built.
pub type Without<'a> = dyn FnMut(&[usize]) -> Option<Game> + 'a;

/// What a move text asks for, whether it is legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    Pass,
    Path { from: Cell, to: Cell },
    Drop { code: String, to: Cell },
    Action { name: String, cell: Option<Cell> },
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The move is legal.
    Legal(Box<MoveInfo>),
    /// Several legal moves fit the text.
    Several(Vec<String>),
    /// A legal move goes the same way, but does not do what the text says.
    Differs(Vec<String>),
    /// The text is no move.
    NoMove {
        /// A legal move, to show how moves look.
        example: Option<String>,
    },
    /// The text names a cell that the board does not have.
    NoSuchCell(String),
    /// The text names a piece that the game does not have.
    NoSuchPiece(String),
    /// The game is over.
    Over(Outcome),
    /// Nothing stands where the move begins.
    NothingThere(Cell),
    /// The piece belongs to somebody else.
    NotYours {
        /// The cell of the piece.
        cell: Cell,
        /// Its owner; `None` = nobody.
        owner: Option<Player>,
    },
    /// The piece is not in hand.
    NotInHand(String),
    /// The cell of a drop is occupied.
    Occupied(Cell),
    /// The player is out.
    PlayerIsOut,
    /// These statements forbid it: without all of them it is legal, and each of them is needed for that.
    Forbidden(Vec<usize>),
    /// What stands on the board keeps the piece from going there.
    InTheWay {
        /// What would have to be different.
        obstacle: Obstacle,
        /// Statements that forbid it besides.
        also: Vec<usize>,
    },
    /// The piece never goes from there to there.
    NoWay {
        /// The cell of the piece.
        from: Cell,
    },
    /// No rule allows it.
    NotAllowed,
    /// It is not legal, and nothing that could be left out explains it.
    Unexplained,
}

/// What would have to be different on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Without all of these pieces the piece could go there.
    Pieces(Vec<Cell>),
    /// The piece could go there if something stood on this cell.
    Gap {
        /// The cell.
        cell: Cell,
        /// A piece of another player, else one of the same.
        of_another: bool,
    },
}

/// What the caller knows of the rules.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// How many statements can be left out, in the order of the file.
    pub statements: usize,
    /// The names of the special actions.
    pub actions: &'a [String],
}

/// Finds out why a move is not legal.
pub fn why(game: &Game, way: Way<'_>, text: &str, rules: Rules<'_>, without: &mut Without<'_>) -> Verdict {
    let Some(mut state) = way.state(game) else { return Verdict::NoMove { example: None } };
    match state.find_move(text) {
        Ok(info) => {
            // The list with outcomes knows how the game would end.
            let whole = state.moves().into_iter().find(|m| m.index == info.index);
            return Verdict::Legal(Box::new(whole.unwrap_or(info)));
        }
        Err(MoveError::Ambiguous { fits, .. }) => return Verdict::Several(fits),
        Err(MoveError::NotLegal { .. }) => {}
    }
    if let Some(outcome) = state.outcome() {
        return Verdict::Over(outcome);
    }
    let wanted = match read(game, text, rules.actions) {
        Ok(wanted) => wanted,
        Err(verdict) => return with_example(verdict, &mut state, game.cell_by_name(text.trim())),
    };
    let legal = state.moves_without_outcomes();
    let alike: Vec<String> = legal.iter().filter(|m| wanted.fits(m)).map(|m| m.text.clone()).collect();
    if !alike.is_empty() {
        return Verdict::Differs(alike);
    }
    if let Some(verdict) = plain_reason(game, &state, &wanted) {
        return verdict;
    }
    forbidding(way, &wanted, rules.statements, without)
        .or_else(|| standing_in_the_way(way, &wanted, rules.statements, without))
        .unwrap_or(match wanted {
            Wanted::Path { from, .. } => Verdict::NoWay { from },
            _ if state.out().contains(&state.to_move()) => Verdict::PlayerIsOut,
            // Another player has such a piece, but that does not help.
            Wanted::Drop { code, .. } if !holds(game, &state, state.to_move(), &code) => Verdict::NotInHand(code),
            _ => Verdict::NotAllowed,
        })
}

impl Wanted {
    fn fits(&self, info: &MoveInfo) -> bool {
        match self {
            Self::Pass => info.action == "pass",
            Self::Path { from, to } => info.from == Some(*from) && info.to == Some(*to),
            Self::Drop { code, to } => {
                info.action == "drop" && info.piece.as_ref() == Some(code) && info.to == Some(*to)
            }
            Self::Action { name, cell } => {
                info.action == *name && (cell.is_none() || info.from == *cell || info.to == *cell)
            }
        }
    }
}

/// With a move to look at, if there is one; the best is one with the cell that was typed.
fn with_example(verdict: Verdict, state: &mut State, cell: Option<Cell>) -> Verdict {
    match verdict {
        Verdict::NoMove { .. } => {
            let moves = state.moves_without_outcomes();
            let near = moves.iter().find(|m| cell.is_some() && (m.from == cell || m.to == cell));
            Verdict::NoMove { example: near.or(moves.first()).map(|m| m.text.clone()) }
        }
        other => other,
    }
}

/// What stands in a move text: two cells, a drop, a pass, or an action.
fn read(game: &Game, text: &str, actions: &[String]) -> Result<Wanted, Verdict> {
    let text = text.trim();
    if text == "pass" {
        return Ok(Wanted::Pass);
    }
    if let Some((code, cell)) = text.split_once(['*', '@'])
        && !code.is_empty()
    {
        let (to, _) = leading_cell(game, cell).ok_or_else(|| no_cell(cell))?;
        // From another player's hand: `P(South)*c3`.
        let code = code.split('(').next().unwrap_or(code);
        return Ok(Wanted::Drop { code: code.to_owned(), to });
    }
    let (name, cell) = text.split_once(':').map_or((text, None), |(name, cell)| (name, Some(cell)));
    if actions.iter().any(|action| action == name) {
        let cell = cell.map(|cell| game.cell_by_name(cell).ok_or_else(|| no_cell(cell))).transpose()?;
        return Ok(Wanted::Action { name: name.to_owned(), cell });
    }
    // With a sign between them, the cells are what stands around it.
    if let Some((first, second)) = text.split_once(['-', 'x', '×', '–']) {
        let end = second.find(|c: char| !c.is_alphanumeric() || c == 'x').unwrap_or(second.len());
        let second = second.split_at(end).0;
        for word in [first, second] {
            if game.cell_by_name(word).is_none() && looks_like_cell(word) {
                return Err(no_cell(word));
            }
        }
        if let (Some(from), Some(to)) = (game.cell_by_name(first), game.cell_by_name(second)) {
            return Ok(Wanted::Path { from, to });
        }
    }
    let both = leading_cell(game, text).and_then(|(from, rest)| Some((from, leading_cell(game, rest)?.0)));
    match both {
        Some((from, to)) => Ok(Wanted::Path { from, to }),
        None if looks_like_cell(text) && game.cell_by_name(text).is_none() => Err(no_cell(text)),
        None => Err(Verdict::NoMove { example: None }),
    }
}

/// The cell at the beginning of a text (the longest name that fits), and the rest.
fn leading_cell<'a>(game: &Game, text: &'a str) -> Option<(Cell, &'a str)> {
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(8);
    ends.filter_map(|end| Some((game.cell_by_name(&text[..end])?, &text[end..]))).last()
}

/// Letters and digits, both there.
fn looks_like_cell(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '=']);
    let digits = word.chars().filter(char::is_ascii_digit).count();
    (1..=8).contains(&word.chars().count())
        && digits > 0
        && digits < word.chars().count()
        && word.chars().all(char::is_alphanumeric)
}

fn no_cell(word: &str) -> Verdict {
    Verdict::NoSuchCell(word.chars().take_while(|c| c.is_alphanumeric()).take(12).collect())
}

/// Reasons that need no look at the rules.
fn plain_reason(game: &Game, state: &State, wanted: &Wanted) -> Option<Verdict> {
    match wanted {
        Wanted::Path { from, .. } => match state.piece_at(*from) {
            None => Some(Verdict::NothingThere(*from)),
            Some((owner, _)) if owner != Some(state.to_move()) => Some(Verdict::NotYours { cell: *from, owner }),
            Some(_) if state.out().contains(&state.to_move()) => Some(Verdict::PlayerIsOut),
            Some(_) => None,
        },
        Wanted::Drop { code, to } => {
            let plain = code.trim_start_matches('+');
            let kinds = (0..game.kinds()).map(Kind::from_index);
            if !kinds.into_iter().any(|k| [code, plain].contains(&game.kind_code(k)) || game.kind_name(k) == code) {
                return Some(Verdict::NoSuchPiece(code.clone()));
            }
            if !(0..game.players()).any(|player| holds(game, state, Player::from_index(player), code)) {
                return Some(Verdict::NotInHand(code.clone()));
            }
            state.piece_at(*to).is_some().then_some(Verdict::Occupied(*to))
        }
        Wanted::Pass | Wanted::Action { .. } => None,
    }
}

/// Has a player such a piece in hand? A promoted side lies there plain side up.
fn holds(game: &Game, state: &State, player: Player, code: &str) -> bool {
    let plain = code.trim_start_matches('+');
    state
        .hand(player)
        .iter()
        .any(|(kind, _)| [code, plain].contains(&game.kind_code(*kind)) || game.kind_name(*kind) == code)
}

/// The statement that forbids the move, or the fewest that do so together.
fn forbidding(way: Way<'_>, wanted: &Wanted, statements: usize, without: &mut Without<'_>) -> Option<Verdict> {
    let mut legal = |left_out: &[usize]| {
        without(left_out).and_then(|game| way.state(&game)).is_some_and(|mut state| has(&mut state, wanted))
    };
    // If it were legal without leaving out anything, no statement would be to blame.
    if legal(&[]) {
        return Some(Verdict::Unexplained);
    }
    if let Some(one) = (0..statements).find(|&one| legal(&[one])) {
        return Some(Verdict::Forbidden(vec![one]));
    }
    let mut some: Vec<usize> = (0..statements).collect();
    if !legal(&some) {
        return None;
    }
    // Whatever can be put back is put back, the last ones first.
    for one in (0..statements).rev() {
        let fewer: Vec<usize> = some.iter().copied().filter(|other| *other != one).collect();
        if legal(&fewer) {
            some = fewer;
        }
    }
    Some(Verdict::Forbidden(some))
}

fn has(state: &mut State, wanted: &Wanted) -> bool {
    state.moves_without_outcomes().iter().any(|m| wanted.fits(m))
}

/// Which pieces keep the piece from going there, or which are missing? Asked without any statement that forbids something;
/// then as many of those as possible are put back.
fn standing_in_the_way(way: Way<'_>, wanted: &Wanted, statements: usize, without: &mut Without<'_>) -> Option<Verdict> {
    let Wanted::Path { from, to } = wanted else { return None };
    let all: Vec<usize> = (0..statements).collect();
    let game = without(&all)?;
    let mut best: Option<(Obstacle, Vec<usize>)> = None;
    for (obstacle, changed) in obstacles(&game, &way.state(&game)?, *from, *to) {
        if without(&[]).is_some_and(|game| goes(&game, &changed, *from, *to)) {
            return Some(Verdict::InTheWay { obstacle, also: Vec::new() });
        }
        let mut also = all.clone();
        for one in (0..statements).rev() {
            let fewer: Vec<usize> = also.iter().copied().filter(|other| *other != one).collect();
            if without(&fewer).is_some_and(|game| goes(&game, &changed, *from, *to)) {
                also = fewer;
            }
        }
        if best.as_ref().is_none_or(|(_, most)| also.len() < most.len()) {
            best = Some((obstacle, also));
        }
    }
    best.map(|(obstacle, also)| Verdict::InTheWay { obstacle, also })
}

fn goes(game: &Game, data: &PositionData, from: Cell, to: Cell) -> bool {
    game.position_from(data).is_ok_and(|mut state| has(&mut state, &Wanted::Path { from, to }))
}

/// In the rectangle of two cells, or beside it.
fn is_near(game: &Game, cell: Cell, from: Cell, to: Cell) -> bool {
    let files = game.files().max(1);
    let near = |value: u16, a: u16, b: u16| (a.min(b).saturating_sub(1)..=a.max(b) + 1).contains(&value);
    near(cell.0 % files, from.0 % files, to.0 % files) && near(cell.0 / files, from.0 / files, to.0 / files)
}

/// What would have to be different for the piece to go there, each with the position changed like that.
fn obstacles(game: &Game, state: &State, from: Cell, to: Cell) -> Vec<(Obstacle, PositionData)> {
    let mut whole = state.data();
    // Drops do not matter here, and there may be many.
    whole.hands.clear();
    let cells: Vec<Cell> = game.cells().into_iter().filter(|c| *c != from && state.piece_at(*c).is_some()).collect();
    let without_pieces = |gone: &[Cell]| {
        let mut data = whole.clone();
        data.board.retain(|(name, _, _)| !gone.iter().any(|cell| game.cell_name(*cell) == name));
        data
    };
    let goes_without = |gone: &[Cell]| goes(game, &without_pieces(gone), from, to);
    if let Some(one) = cells.iter().find(|cell| goes_without(&[**cell])) {
        return vec![(Obstacle::Pieces(vec![*one]), without_pieces(&[*one]))];
    }
    let others: Vec<Cell> = cells.iter().copied().filter(|cell| *cell != to).collect();
    for mut gone in [others, cells.clone()] {
        if gone.len() > 1 && goes_without(&gone) {
            for cell in cells.iter().rev() {
                let fewer: Vec<Cell> = gone.iter().copied().filter(|other| other != cell).collect();
                if goes_without(&fewer) {
                    gone = fewer;
                }
            }
            let data = without_pieces(&gone);
            return vec![(Obstacle::Pieces(gone), data)];
        }
    }
    // Perhaps it goes there only if there is something to take or to pass over: the end cell first, then all others.
    let mover = state.piece_at(from).and_then(|(owner, _)| owner);
    let mut pieces: Vec<(Option<Player>, &str)> = Vec::new();
    for (owner, kind) in cells.iter().filter_map(|cell| state.piece_at(*cell)) {
        let piece = (owner, game.kind_code(kind));
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    pieces.sort_by_key(|(owner, _)| *owner == mover);
    let is_free = |cell: &Cell| *cell != from && state.piece_at(*cell).is_none() && is_near(game, *cell, from, to);
    let mut empty: Vec<Cell> = game.cells().into_iter().filter(is_free).collect();
    empty.sort_by_key(|cell| *cell != to);
    let mut found = Vec::new();
    for (owner, code) in pieces.into_iter().take(MOST_PIECES_TRIED) {
        for &cell in &empty {
            let mut data = whole.clone();
            let name = owner.map(|player| game.player_name(player).to_owned());
            data.board.push((game.cell_name(cell).to_owned(), name, code.to_owned()));
            if goes(game, &data, from, to) {
                found.push((Obstacle::Gap { cell, of_another: owner != mover }, data));
                break;
            }
        }
    }
    found
}
