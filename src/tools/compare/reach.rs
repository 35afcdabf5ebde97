//! How pieces of two games move: from every cell, on an empty board and among a crowd.

use crate::engine::{Game, PieceAt, State};
use crate::tools::playout::Random;
use crate::types::{BoardSet, Cell, Kind, Player};

use super::{Boards, Pair};

/// So many cells may all paths of one game look at; then the rest is not compared.
const MOST_STEPS: u32 = 1 << 25;
/// So many times a piece may be put on a board; on a crowded one it counts more.
const MOST_QUESTIONS: u32 = 3_000_000;
/// From so many cells at most a piece starts.
const MOST_STARTS: usize = 256;
/// Different crowds.
const CROWDS: usize = 2;
/// Ways that are named one by one.
const MOST_NAMED: usize = 4;

/// Ways of a piece, from all cells together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ways {
    /// How many there are in the first game.
    pub a: u32,
    /// In the second game.
    pub b: u32,
    /// Only in the second game.
    pub gained: u32,
    /// Only in the first game.
    pub lost: u32,
    /// Some of those gained, as start and end in the first game's names; from one cell in the middle if that shows any.
    pub gained_named: Vec<(String, String)>,
    /// Some of those lost.
    pub lost_named: Vec<(String, String)>,
}

impl Ways {
    /// Is there a difference?
    pub fn differ(&self) -> bool {
        self.gained + self.lost > 0
    }
}

/// A piece that moves otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The kind, in the first game.
    pub kind: Kind,
    /// The kind, in the second game.
    pub other: Kind,
    /// Whose it is, in the first game.
    pub player: Option<Player>,
    /// Walks on an empty board (nothing can be taken there).
    pub empty_walks: Ways,
    /// Walks among a crowd.
    pub crowd_walks: Ways,
    /// Takes among a crowd.
    pub crowd_takes: Ways,
}

/// All pieces of two games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pieces {
    /// How many kinds were compared; what only nobody owns never moves.
    pub compared: usize,
    /// From how many cells each started.
    pub starts: usize,
    /// Those that move otherwise, in the order of the first game.
    pub changed: Vec<Board>,
    /// Kinds that only the first game has.
    pub only_a: Vec<Kind>,
    /// Kinds that only the second game has.
    pub only_b: Vec<Kind>,
    /// Kinds that were not compared because the work is too much, in the first game.
    pub left_out: Vec<Kind>,
}

/// Compares how the pieces of two games move. The seed decides about the crowd, which is the same in both games.
pub fn compare_pieces(pair: &Pair<'_>, seed: u64) -> Pieces {
    let starts = starts(pair);
    let mut pieces = Pieces { starts: starts.len(), ..Pieces::default() };
    let freezing = pair.a.has_freezing() || pair.b.has_freezing();
    // Who is frozen is asked of the whole crowd each time.
    let weight = |crowd: &Vec<Stands>| 1 + crowd.len() / if freezing { 1 } else { 64 };
    let mut budget = Budget { steps: [MOST_STEPS; 2], questions: MOST_QUESTIONS };
    for index in 0..pair.a.kinds() {
        let kind = Kind::from_index(index);
        let Some(other) = pair.kind(kind) else {
            pieces.only_a.push(kind);
            continue;
        };
        let Some((of_a, of_b)) = owners(pair, kind, other) else { continue };
        let crowds: Vec<Vec<Stands>> = (0..CROWDS).map(|number| crowd(pair, (of_a, of_b), seed, number)).collect();
        let needed = (starts.len() * 2 * (1 + crowds.iter().map(weight).sum::<usize>())) as u32;
        let duel = Duel { pair, starts: &starts, a: (of_a, kind), b: (of_b, other) };
        if budget.questions < needed || budget.steps.contains(&0) {
            pieces.left_out.push(kind);
            continue;
        }
        budget.questions -= needed;
        let (empty_walks, _) = duel.fight(&[Vec::new()], &mut budget);
        let (crowd_walks, crowd_takes) = duel.fight(&crowds, &mut budget);
        if budget.steps.contains(&0) {
            pieces.left_out.push(kind);
            continue;
        }
        pieces.compared += 1;
        let board = Board { kind, other, player: of_a, empty_walks, crowd_walks, crowd_takes };
        if board.empty_walks.differ() || board.crowd_walks.differ() || board.crowd_takes.differ() {
            pieces.changed.push(board);
        }
    }
    let known: Vec<Kind> = (0..pair.a.kinds()).filter_map(|kind| pair.kind(Kind::from_index(kind))).collect();
    pieces.only_b = (0..pair.b.kinds()).map(Kind::from_index).filter(|kind| !known.contains(kind)).collect();
    pieces
}

/// What may still be spent.
struct Budget {
    steps: [u32; 2],
    questions: u32,
}

/// The first player who can own a kind, in both games: the same one if that can be.
fn owners(pair: &Pair<'_>, kind: Kind, other: Kind) -> Option<(Option<Player>, Option<Player>)> {
    let players = |game: &Game| (0..game.players()).map(Player::from_index).collect::<Vec<_>>();
    let both = players(pair.a).into_iter().find_map(|player| {
        let same = pair.player(player)?;
        let can = pair.a.can_own((Some(player), kind)) && pair.b.can_own((Some(same), other));
        can.then_some((Some(player), Some(same)))
    });
    both.or_else(|| {
        let first = |game: &Game, kind| players(game).into_iter().find(|&player| game.can_own((Some(player), kind)));
        let (a, b) = (first(pair.a, kind), first(pair.b, other));
        (a.is_some() && b.is_some()).then_some((a, b))
    })
}

/// The cells to start from, the middle first: all of them (of a giant board some), or the middle alone when the boards have
/// different sizes.
fn starts(pair: &Pair<'_>) -> Vec<(Cell, Cell)> {
    let all = pair.a.cells().into_iter().filter_map(|cell| Some((cell, pair.cell(cell)?)));
    let mut all: Vec<(Cell, Cell)> = all.collect();
    all.sort_by_key(|&(cell, _)| (off_centre(pair.a, cell), cell.0));
    if pair.boards == Boards::Differ {
        all.truncate(1);
    }
    let step = all.len().div_ceil(MOST_STARTS).max(1);
    all.into_iter().step_by(step).collect()
}

/// How far from the middle a cell lies.
fn off_centre(game: &Game, cell: Cell) -> u32 {
    let (file, rank) = (u32::from(cell.0 % game.files()), u32::from(cell.0 / game.files()));
    file.abs_diff(u32::from(game.files() / 2)).pow(2) + rank.abs_diff(u32::from(game.ranks() / 2)).pow(2)
}

/// A cell of both games and what stands there in each.
type Stands = ((Cell, PieceAt), (Cell, PieceAt));

/// Pieces of the owner of the piece, of enemies and of nobody, on cells that both boards have; kinds that both games know.
fn crowd(pair: &Pair<'_>, (of_a, of_b): (Option<Player>, Option<Player>), seed: u64, number: usize) -> Vec<Stands> {
    let mut random = Random::new(seed ^ (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let own = of_a.zip(of_b);
    let sides: Vec<Vec<(PieceAt, PieceAt)>> = own
        .into_iter()
        .chain(enemies(pair, own))
        .map(|(in_a, in_b)| (Some(in_a), Some(in_b)))
        .chain([(None, None)])
        .map(|(owner_a, owner_b)| {
            (0..pair.a.kinds())
                .map(Kind::from_index)
                .filter_map(|kind| Some(((owner_a, kind), (owner_b, pair.kind(kind)?))))
                .filter(|&(a, b)| pair.a.can_own(a) && pair.b.can_own(b))
                .collect()
        })
        .filter(|side: &Vec<_>| !side.is_empty())
        .collect();
    // The first crowd leaves more room than the second.
    let one_in = if number == 0 { 5 } else { 2 };
    let mut pieces = Vec::new();
    for cell in pair.a.cells() {
        let (stands, whose, which) = (random.below(one_in) == 0, random.bits(), random.bits());
        if let Some(other) = pair.cell(cell)
            && stands
            && !sides.is_empty()
        {
            let side = &sides[(whose % sides.len() as u64) as usize];
            let (in_a, in_b) = side[(which % side.len() as u64) as usize];
            pieces.push(((cell, in_a), (other, in_b)));
        }
    }
    pieces
}

/// Enemies of a player in both games: those who stand for each other, else the first of each game.
fn enemies(pair: &Pair<'_>, own: Option<(Player, Player)>) -> Vec<(Player, Player)> {
    let Some((of_a, of_b)) = own else { return Vec::new() };
    let of = |game: &Game, player: Player| -> Vec<Player> {
        (0..game.players()).map(Player::from_index).filter(|&other| !game.are_allies(player, other)).collect()
    };
    let (in_a, in_b) = (of(pair.a, of_a), of(pair.b, of_b));
    let both: Vec<(Player, Player)> = in_a
        .iter()
        .filter_map(|&enemy| Some((enemy, pair.player(enemy).filter(|other| in_b.contains(other))?)))
        .collect();
    if !both.is_empty() {
        return both;
    }
    in_a.first().copied().zip(in_b.first().copied()).into_iter().collect()
}

/// One piece in both games.
struct Duel<'a> {
    pair: &'a Pair<'a>,
    starts: &'a [(Cell, Cell)],
    a: PieceAt,
    b: PieceAt,
}

impl Duel<'_> {
    /// Walks and takes on some boards, all added up.
    fn fight(&self, crowds: &[Vec<Stands>], budget: &mut Budget) -> (Ways, Ways) {
        let (mut walks, mut takes) = (Ways::default(), Ways::default());
        for crowd in crowds {
            let (in_a, in_b): (Vec<_>, Vec<_>) = crowd.iter().copied().unzip();
            let mut scene_a = scene(self.pair.a, &in_a, self.a);
            let mut scene_b = scene(self.pair.b, &in_b, self.b);
            for &(from_a, from_b) in self.starts {
                let in_a = scene_a.reach(from_a, self.a, &mut budget.steps[0]);
                let in_b = scene_b.reach(from_b, self.b, &mut budget.steps[1]);
                if budget.steps.contains(&0) {
                    return (walks, takes);
                }
                self.count(&mut walks, from_a, in_a.walks, in_b.walks);
                self.count(&mut takes, from_a, in_a.takes, in_b.takes);
            }
        }
        (walks, takes)
    }

    /// Adds the ways from one cell; only cells that both boards have count.
    fn count(&self, ways: &mut Ways, from: Cell, in_a: BoardSet, in_b: BoardSet) {
        let from_name = || self.pair.a.cell_name(from).to_owned();
        for cell in self.pair.a.cells() {
            let Some(other) = self.pair.cell(cell) else { continue };
            let (a, b) = (in_a.has(cell), in_b.has(other));
            ways.a += u32::from(a);
            ways.b += u32::from(b);
            let (count, named) = match (a, b) {
                (false, true) => (&mut ways.gained, &mut ways.gained_named),
                (true, false) => (&mut ways.lost, &mut ways.lost_named),
                _ => continue,
            };
            *count += 1;
            if named.len() < MOST_NAMED {
                named.push((from_name(), self.pair.a.cell_name(cell).to_owned()));
            }
        }
    }
}

/// A board with a crowd on it; it is the turn of the owner of the piece.
fn scene(game: &Game, crowd: &[(Cell, PieceAt)], piece: PieceAt) -> State {
    game.scene(crowd, piece.0.unwrap_or(Player(0)))
}
