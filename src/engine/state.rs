//! A game and its states without width parameters: the door for tools and people.

use std::sync::Arc;

use crate::compile::tables::{ANY_NUMBER, Compiled, EMPTY, NOBODY, NONE, Tables};
use crate::types::{BoardSet, Cell, CellSet, Kind, Player};

use super::game::{MoveError, MoveInfo, Outcome, PieceAt, PositionData, PositionError};
use super::moves::{ACTION, DROP, MOVE, Move, PASS};
use super::notation::names::{self, Called};
use super::notation::{self, moves as move_text};
use super::outcome::{Ended, Reason};
use super::play::{Session, Visitor};
use super::position::Position;
use super::probe::Reach;
use super::stand::Stand;

/// A compiled game, ready to be played; cheap to clone.
#[derive(Debug, Clone)]
pub struct Game {
    tables: AnyTables,
}

#[derive(Debug, Clone)]
enum AnyTables {
    Narrow(Arc<Tables<2>>),
    Middle(Arc<Tables<4>>),
    Wide(Arc<Tables<21>>),
}

/// A game in progress.
#[derive(Debug, Clone)]
pub struct State {
    session: AnySession,
}

#[derive(Debug, Clone)]
enum AnySession {
    Narrow(Session<2>),
    Middle(Session<4>),
    Wide(Session<21>),
}

macro_rules! with_tables {
    ($game:expr, $t:ident => $body:expr) => {
        match &$game.tables {
            AnyTables::Narrow($t) => $body,
            AnyTables::Middle($t) => $body,
            AnyTables::Wide($t) => $body,
        }
    };
}

macro_rules! with_session {
    ($state:expr, $session:ident => $body:expr) => {
        match $state {
            AnySession::Narrow($session) => $body,
            AnySession::Middle($session) => $body,
            AnySession::Wide($session) => $body,
        }
    };
}

impl Game {
    /// A game from its tables.
    pub fn new(compiled: Compiled) -> Self {
        let tables = match compiled {
            Compiled::Narrow(tables) => AnyTables::Narrow(Arc::new(*tables)),
            Compiled::Middle(tables) => AnyTables::Middle(Arc::new(*tables)),
            Compiled::Wide(tables) => AnyTables::Wide(Arc::new(*tables)),
        };
        Self { tables }
    }

    fn state(&self, make: &impl Make) -> Result<State, PositionError> {
        let session = match &self.tables {
            AnyTables::Narrow(t) => AnySession::Narrow(Session::new(t.clone(), make.make(t)?)),
            AnyTables::Middle(t) => AnySession::Middle(Session::new(t.clone(), make.make(t)?)),
            AnyTables::Wide(t) => AnySession::Wide(Session::new(t.clone(), make.make(t)?)),
        };
        Ok(State { session })
    }

    /// The start position.
    pub fn start(&self) -> State {
        let start = |tables: &AnyTables| match tables {
            AnyTables::Narrow(t) => AnySession::Narrow(Session::new(t.clone(), started(t))),
            AnyTables::Middle(t) => AnySession::Middle(Session::new(t.clone(), started(t))),
            AnyTables::Wide(t) => AnySession::Wide(Session::new(t.clone(), started(t))),
        };
        State { session: start(&self.tables) }
    }

    /// The position of a text in the game's notation.
    ///
    /// # Errors
    /// Says what is wrong with the text, and what would be right.
    pub fn read_position(&self, text: &str) -> Result<State, PositionError> {
        self.state(&FromText(text))
    }

    /// The position of plain data.
    ///
    /// # Errors
    /// Says what is wrong with the data, and what would be right.
    pub fn position_from(&self, data: &PositionData) -> Result<State, PositionError> {
        self.state(&FromData(data))
    }

    /// A board made up for a question: pieces on cells, hands empty, nobody's ends asked. What cannot stand there is left out.
    pub fn scene(&self, pieces: &[(Cell, PieceAt)], to_move: Player) -> State {
        let session = match &self.tables {
            AnyTables::Narrow(t) => AnySession::Narrow(Session::new(t.clone(), scene(t, pieces, to_move))),
            AnyTables::Middle(t) => AnySession::Middle(Session::new(t.clone(), scene(t, pieces, to_move))),
            AnyTables::Wide(t) => AnySession::Wide(Session::new(t.clone(), scene(t, pieces, to_move))),
        };
        State { session }
    }

    /// Can the owner own the kind?
    pub fn can_own(&self, piece: PieceAt) -> bool {
        with_tables!(self, t => content_of(t, piece) != NONE)
    }

    /// Are two players of one team?
    pub fn are_allies(&self, one: Player, other: Player) -> bool {
        with_tables!(self, t => t.teams.get(one.index()) == t.teams.get(other.index()))
    }

    /// Do pieces freeze others?
    pub fn has_freezing(&self) -> bool {
        with_tables!(self, t => t.freezes.iter().any(|tables| !tables.is_empty()))
    }

    /// A bare board to stand pieces on, with so many steps for the paths that are asked for in all.
    pub fn stand(&self, steps: u32) -> Stand {
        match &self.tables {
            AnyTables::Narrow(t) => Stand::narrow(t, steps),
            AnyTables::Middle(t) => Stand::middle(t, steps),
            AnyTables::Wide(t) => Stand::wide(t, steps),
        }
    }

    /// Title of the game.
    pub fn title(&self) -> &str {
        with_tables!(self, t => &t.names.title)
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        with_tables!(self, t => t.players)
    }

    /// Name of a player.
    pub fn player_name(&self, player: Player) -> &str {
        with_tables!(self, t => &t.names.players[player.index()].0)
    }

    /// Label of a player.
    pub fn player_label(&self, player: Player) -> Option<&str> {
        with_tables!(self, t => t.names.players[player.index()].1.as_deref())
    }

    /// The player of a name.
    pub fn player_by_name(&self, name: &str) -> Option<Player> {
        with_tables!(self, t => notation::player_by_name(t, name).map(Player))
    }

    /// Number of kinds.
    pub fn kinds(&self) -> usize {
        with_tables!(self, t => t.kinds)
    }

    /// Name of a kind.
    pub fn kind_name(&self, kind: Kind) -> &str {
        with_tables!(self, t => &t.names.kinds[kind.index()].0)
    }

    /// Code of a kind.
    pub fn kind_code(&self, kind: Kind) -> &str {
        with_tables!(self, t => &t.names.kinds[kind.index()].1)
    }

    /// First label of a kind.
    pub fn kind_label(&self, kind: Kind) -> Option<&str> {
        with_tables!(self, t => t.names.kinds[kind.index()].2.first().map(String::as_str))
    }

    /// The sign of a piece in position text.
    pub fn sign(&self, piece: PieceAt) -> &str {
        with_tables!(self, t => {
            let row = piece.0.map_or(t.players, Player::index);
            match t.content_of[row * t.kinds + piece.1.index()] {
                NONE => &t.names.kinds[piece.1.index()].1,
                content => &t.names.signs[content as usize],
            }
        })
    }

    /// Number of files of the bounding grid.
    pub fn files(&self) -> u16 {
        with_tables!(self, t => t.files)
    }

    /// Number of ranks of the bounding grid.
    pub fn ranks(&self) -> u16 {
        with_tables!(self, t => t.ranks)
    }

    /// The cells that exist.
    pub fn cells(&self) -> BoardSet {
        with_tables!(self, t => t.board_wide)
    }

    /// Cells with terrain.
    pub fn terrain(&self) -> BoardSet {
        with_tables!(self, t => t.names.terrain)
    }

    /// Name of a cell.
    pub fn cell_name(&self, cell: Cell) -> &str {
        with_tables!(self, t => notation::cell_name(t, cell.0))
    }

    /// The cell of a name.
    pub fn cell_by_name(&self, name: &str) -> Option<Cell> {
        with_tables!(self, t => notation::cell_by_name(t, name).map(Cell))
    }

    /// Labels of the files, left to right.
    pub fn file_labels(&self) -> &[String] {
        with_tables!(self, t => &t.names.files)
    }

    /// Labels of the ranks, bottom to top.
    pub fn rank_labels(&self) -> &[String] {
        with_tables!(self, t => &t.names.ranks)
    }

    /// Are legal moves found as sets (checkers, pins, evasions)?
    pub fn is_setwise(&self) -> bool {
        with_tables!(self, t => t.setwise.is_some())
    }

    /// Do the tight loops apply (every candidate legal, destinations as sets)?
    pub fn is_tight(&self) -> bool {
        with_tables!(self, t => t.needs.tight)
    }
}

/// How a position is made.
trait Make {
    fn make<const W: usize>(&self, t: &Tables<W>) -> Result<Position<W>, PositionError>;
}

struct FromText<'a>(&'a str);
struct FromData<'a>(&'a PositionData);

impl Make for FromText<'_> {
    fn make<const W: usize>(&self, t: &Tables<W>) -> Result<Position<W>, PositionError> {
        notation::position::read(t, self.0)
    }
}

impl Make for FromData<'_> {
    fn make<const W: usize>(&self, t: &Tables<W>) -> Result<Position<W>, PositionError> {
        notation::data::read(t, self.0)
    }
}

fn content_of<const W: usize>(t: &Tables<W>, (owner, kind): PieceAt) -> u16 {
    let row = owner.map_or(t.players, Player::index);
    t.content_of.get(row * t.kinds + kind.index()).copied().unwrap_or(NONE)
}

fn scene<const W: usize>(t: &Tables<W>, pieces: &[(Cell, PieceAt)], to_move: Player) -> Position<W> {
    let mut position = Position::empty(t);
    for &(cell, piece) in pieces {
        let content = content_of(t, piece);
        if content != NONE && cell.index() < t.size && t.board.has(cell) {
            position.put(t, cell.0, content);
        }
    }
    if let Some(turn) = t.turns.iter().position(|&player| player == to_move.0) {
        position.set_turn(t, turn as u16);
    }
    position.settle(t);
    position
}

fn started<const W: usize>(t: &Tables<W>) -> Position<W> {
    let mut position = Position::start(t);
    let (moved, to_move) = (super::outcome::who_moved(t, &position), position.mover(t));
    super::outcome::board_ends(t, &mut position, moved, to_move, u64::MAX, None);
    position
}

impl State {
    /// The player to move.
    pub fn to_move(&self) -> Player {
        with_session!(&self.session, s => Player(s.position.mover(&s.t)))
    }

    /// What stands on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<PieceAt> {
        with_session!(&self.session, s => {
            let content = s.position.cells.get(cell.index()).copied().unwrap_or(EMPTY);
            let info = s.t.contents[content as usize];
            (content != EMPTY).then(|| ((info.owner != NOBODY).then_some(Player(info.owner)), Kind(info.kind)))
        })
    }

    /// What a player has in hand; `None` = any number.
    pub fn hand(&self, player: Player) -> Vec<(Kind, Option<u32>)> {
        with_session!(&self.session, s => {
            let row = player.index() * s.t.kinds;
            (0..s.t.kinds)
                .filter(|kind| s.position.hands[row + kind] != 0)
                .map(|kind| {
                    let number = s.position.hands[row + kind];
                    (Kind::from_index(kind), (number != ANY_NUMBER).then(|| u32::from(number)))
                })
                .collect()
        })
    }

    /// Players who are out.
    pub fn out(&self) -> Vec<Player> {
        with_session!(&self.session, s => {
            (0..s.t.players as u8).filter(|&player| s.position.is_out(player)).map(Player).collect()
        })
    }

    /// The piece with which the turn goes on, if it does.
    pub fn goes_on_with(&self) -> Option<Cell> {
        with_session!(&self.session, s => s.position.again.map(|again| Cell(again.cell)))
    }

    /// All legal moves with their outcomes, claims included; none when the game is over.
    pub fn moves(&mut self) -> Vec<MoveInfo> {
        with_session!(&mut self.session, s => infos(s, true))
    }

    /// All legal moves, their outcomes not asked.
    pub fn moves_without_outcomes(&mut self) -> Vec<MoveInfo> {
        with_session!(&mut self.session, s => infos(s, false))
    }

    /// The number of legal moves, claims not counted.
    pub fn count_moves(&mut self) -> usize {
        with_session!(&mut self.session, s => {
            let t = s.t.clone();
            s.legal().iter().filter(|mv| !is_claim(&t, mv)).count()
        })
    }

    /// Plays the legal move of an index (`MoveInfo::index`); false when there is none.
    pub fn play(&mut self, index: usize) -> bool {
        with_session!(&mut self.session, s => match s.legal().get(index).copied() {
            Some(mv) => {
                s.play(&mv);
                true
            }
            None => false,
        })
    }

    /// Takes the last move back; false when there is none.
    pub fn undo(&mut self) -> bool {
        with_session!(&mut self.session, s => s.undo())
    }

    /// Number of moves played since this state was made.
    pub fn plies(&self) -> usize {
        with_session!(&self.session, s => s.position.frames.len())
    }

    /// Where a piece could go from a cell, were it there in place of what is, by its paths alone. At most `steps` cells are
    /// looked at; those that were are subtracted.
    pub fn reach(&mut self, cell: Cell, piece: PieceAt, steps: &mut u32) -> Reach {
        with_session!(&mut self.session, s => match content_of(&s.t, piece) {
            content if content != NONE && s.t.board.has(cell) => {
                s.legal = None;
                let t = s.t.clone();
                super::probe::reach(&t, &mut s.position, cell.0, content, steps)
            }
            _ => Reach::default(),
        })
    }

    /// How the game has ended, if it has.
    pub fn outcome(&mut self) -> Option<Outcome> {
        with_session!(&mut self.session, s => s.outcome().map(|ended| outcome_of(&s.t, ended)))
    }

    /// The position as text, in the game's notation.
    pub fn text(&self) -> String {
        with_session!(&self.session, s => notation::position::write(&s.t, &s.position))
    }

    /// The position as plain data.
    pub fn data(&self) -> PositionData {
        with_session!(&self.session, s => notation::data::write(&s.t, &s.position))
    }

    /// The identity of the position, as repetition counts it.
    pub fn key(&self) -> u64 {
        with_session!(&self.session, s => s.position.key(&s.t))
    }

    /// Every derived fact computed anew and compared; one line for each that differs.
    pub fn validate(&self) -> Vec<String> {
        with_session!(&self.session, s => s.position.validate(&s.t))
    }

    /// A picture of everything the position keeps, for comparing two of them.
    pub fn snapshot(&self) -> String {
        with_session!(&self.session, s => {
            // What is merely remembered about the position is no part of it.
            let mut position = s.position.clone();
            position.quiet_start = false;
            format!("{position:?}")
        })
    }

    /// Plays by the general rules even where the tight loops apply: the slow truth that tests compare with.
    pub fn play_generally(&mut self) {
        with_session!(&mut self.session, s => {
            s.position.slow = true;
            s.legal = None;
        });
    }

    /// The legal move that a text means: written exactly, or without its captures as long as only one move fits; or as
    /// people call it, where the game has names for moves.
    ///
    /// # Errors
    /// No legal move reads like it, or several do.
    pub fn find_move(&mut self, text: &str) -> Result<MoveInfo, MoveError> {
        let mut moves = self.moves_without_outcomes();
        let text = text.trim();
        if let Some(at) = moves.iter().position(|info| info.text == text) {
            return Ok(moves.swap_remove(at));
        }
        let hand = with_session!(&self.session, s => {
            move_text::hand_as_written(&s.t, s.position.mover(&s.t), text)
        });
        let text = hand.as_deref().unwrap_or(text);
        let wanted = move_text::loose(text);
        let mut fits: Vec<usize> =
            (0..moves.len()).filter(|&at| wanted.fits(&move_text::loose(&moves[at].text))).collect();
        if fits.is_empty() {
            let called = with_session!(&mut self.session, s => {
                let legal = s.legal().to_vec();
                called(s, &legal, &moves)
            });
            fits = names::read(&called, text);
        }
        match fits.as_slice() {
            [one] => Ok(moves.swap_remove(*one)),
            [] => {
                let near = nearest(text, &moves);
                Err(MoveError::NotLegal { text: text.into(), near })
            }
            several => Err(MoveError::Ambiguous {
                text: text.into(),
                fits: several.iter().take(6).map(|&at| moves[at].text.clone()).collect(),
            }),
        }
    }

    /// Runs a tool on the position the fastest way that applies; the tool leaves it as it likes.
    pub fn visit<V: Visitor>(&mut self, visitor: V) -> V::Output {
        with_session!(&mut self.session, s => s.visit(visitor))
    }
}

/// Cells sorted by file, then rank.
fn by_file<const W: usize>(t: &Tables<W>, mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_by_key(|cell| (cell.0 % t.files, cell.0 / t.files));
    cells
}

/// Legal moves that look like a text: the same start cell, then the same end.
fn nearest(text: &str, moves: &[MoveInfo]) -> Vec<String> {
    let head: String = text.chars().take_while(|c| c.is_alphanumeric()).collect();
    let mut near: Vec<&str> = moves
        .iter()
        .map(|info| info.text.as_str())
        .filter(|other| !head.is_empty() && other.starts_with(&head))
        .collect();
    near.truncate(3);
    near.into_iter().map(str::to_string).collect()
}

fn outcome_of<const W: usize>(t: &Tables<W>, ended: Ended) -> Outcome {
    let reason = match ended.reason {
        Reason::End(group, index) => t.ends[usize::from(group)]
            .iter()
            .find(|end| end.index == index)
            .map_or_else(String::new, |end| end.label.clone()),
        Reason::Action(action) => t.names.actions[usize::from(action)].clone(),
        Reason::Event => "event".into(),
    };
    let winners = (0..t.players as u8).filter(|player| ended.winners >> player & 1 != 0).map(Player).collect();
    Outcome { winners, reason }
}

fn is_claim<const W: usize>(t: &Tables<W>, mv: &Move<W>) -> bool {
    mv.action >= ACTION
        && t.turn
            .iter()
            .flat_map(|turn| &turn.actions)
            .any(|action| action.claim && action.action == mv.action - ACTION)
}

fn infos<const W: usize>(s: &mut Session<W>, outcomes: bool) -> Vec<MoveInfo> {
    let t = s.t.clone();
    let legal = s.legal().to_vec();
    let mut infos: Vec<MoveInfo> =
        legal.iter().enumerate().map(|(index, mv)| info(s, &t, mv, index, outcomes)).collect();
    // Two moves that read alike (they differ in a choice that no text shows) are numbered.
    let mut seen: std::collections::BTreeMap<String, u32> = std::collections::BTreeMap::new();
    for info in &mut infos {
        let times = seen.entry(info.text.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            info.text = format!("{}#{times}", info.text);
        }
    }
    let called = called(s, &legal, &infos);
    for (info, called) in infos.iter_mut().zip(called) {
        info.name = called.map(|called| called.shown);
    }
    s.legal = Some(legal);
    infos
}

/// How the moves may be called, if the game has names for them.
fn called<const W: usize>(s: &Session<W>, moves: &[Move<W>], infos: &[MoveInfo]) -> Vec<Option<Called>> {
    if s.t.names.kif { names::called(&s.t, s.position.last_end(), moves, infos) } else { Vec::new() }
}

fn info<const W: usize>(s: &mut Session<W>, t: &Tables<W>, mv: &Move<W>, index: usize, outcomes: bool) -> MoveInfo {
    let before = s.position.cells.clone();
    s.play(mv);
    let taken: CellSet<W> = s.position.taken_now().iter().map(|&(cell, _)| Cell(cell)).collect();
    let became = if mv.to == NONE { NONE } else { s.position.cells[mv.to as usize] };
    let became = if became == EMPTY { NONE } else { became };
    let claim = is_claim(t, mv);
    let emptied = |cell: &Cell| before[cell.index()] != EMPTY && s.position.cells[cell.index()] == EMPTY;
    let removed = (0..before.len() as u16)
        .map(Cell)
        .filter(|cell| emptied(cell) && cell.0 != mv.from && !taken.has(*cell))
        .collect();
    let flips = before
        .iter()
        .enumerate()
        .filter(|&(cell, &content)| {
            let owner = t.contents[content as usize].owner;
            let now = t.contents[s.position.cells[cell] as usize].owner;
            owner != NOBODY
                && now != NOBODY
                && owner != now
                && !taken.has(Cell(cell as u16))
                && cell != usize::from(mv.to)
        })
        .map(|(cell, _)| Cell(cell as u16))
        .collect();
    let outcome = if outcomes { s.outcome().map(|ended| outcome_of(t, ended)) } else { None };
    s.undo();
    let done = move_text::Done { taken, became, claim };
    let promotes = became != NONE
        && became != mv.content
        && t.contents[became as usize].owner == t.contents[mv.content as usize].owner
        && matches!(mv.action, MOVE);
    MoveInfo {
        text: move_text::write(t, mv, &done),
        name: None,
        action: match mv.action {
            MOVE => "move".into(),
            DROP => "drop".into(),
            PASS => "pass".into(),
            action => t.names.actions[usize::from(action - ACTION)].clone(),
        },
        claim,
        piece: (mv.content != EMPTY).then(|| notation::code_of(t, mv.content).to_string()),
        hand: (mv.action == DROP).then_some(Player(mv.hand)),
        from: (mv.from != NONE).then_some(Cell(mv.from)),
        to: (mv.to != NONE).then_some(Cell(mv.to)),
        captures: by_file(t, taken.into_iter().collect()),
        flips: by_file(t, flips),
        removed: by_file(t, removed),
        promotes,
        outcome,
        index,
    }
}
