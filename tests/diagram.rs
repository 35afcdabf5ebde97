//! Movement diagrams: every mark of every piece of every game is held against the oracle, which knows the rules but neither
//! the tables nor the engine; and pictures of a few telling pieces.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright::engine::Game;
use boardwright::rules::Ruleset;
use boardwright::rules::describe::{piece, sentences};
use boardwright::tools::diagram::{Diagram, Look, Mark, Square, diagram};
use boardwright::tools::playout::Random;
use boardwright::tools::render::svg::{Card, sheet, single};
use boardwright::tools::render::{Look as Paint, face, movement};
use boardwright::types::{Cell, Kind, Player};

use crate::support::data::check_all;
use crate::support::games;
use crate::support::oracle::{Oracle, Position, Scope, Source};

/// A piece as it stands: owner and kind.
type Stands = (Option<Player>, Kind);

/// Where a path ends and what it takes.
type End = (Cell, BTreeSet<Cell>);

/// Other pieces on the board.
type Others = [(Cell, Stands)];

/// Crowds that are made up for each piece.
const CROWDS: u32 = 2;

/// So few sorts of enemies are all tried.
const FEW_KINDS: usize = 8;

fn owners(rules: &Ruleset, kind: Kind) -> Vec<Player> {
    rules.players.ids().filter(|player| rules.kinds[kind].signs[player.index()].is_some()).collect()
}

fn drawn(rules: &Ruleset, game: &Game, kind: Kind, owner: Option<Player>) -> Diagram {
    let turns = owner.and_then(|player| rules.players[player].faces).map_or(0, |facing| facing.0 / 2);
    diagram(game, (owner, kind), Look { turns, statements: rules.kinds[kind].movements.len() })
}

/// One diagram beside the oracle.
struct Trial<'a> {
    rules: &'a Ruleset,
    oracle: &'a Oracle,
    owner: Player,
    kind: Kind,
    diagram: &'a Diagram,
    enemies: Vec<Stands>,
    /// Other pieces are put on every so many cells only, where the oracle is slow.
    stride: usize,
}

impl Trial<'_> {
    /// The ends of the paths of the piece with these others on the board; nothing if one of them freezes it.
    fn ends(&self, others: &Others) -> Option<BTreeSet<End>> {
        let position = self.position(others);
        let from = self.diagram.from;
        if self.oracle.frozen(&position, from) {
            return None;
        }
        let deeds = self.oracle.deeds(&Arc::new(position), Source::Cell(from), Scope::all(true));
        let ends = deeds.into_iter().filter(|deed| deed.placed.is_empty() || deed.end != Some(from));
        Some(ends.map(|deed| (deed.end.unwrap(), deed.taken.iter().map(|taken| taken.cell).collect())).collect())
    }

    fn position(&self, others: &Others) -> Position {
        let turn = self.rules.turns.iter().position(|&player| player == self.owner).unwrap_or(0);
        let mut position = Position::empty(self.rules, turn);
        position.put_new(self.diagram.from, self.kind, Some(self.owner), false);
        for &(cell, (owner, kind)) in others {
            position.put_new(cell, kind, owner, false);
        }
        position
    }

    fn me(&self) -> Stands {
        (Some(self.owner), self.kind)
    }

    fn squares(&self) -> impl Iterator<Item = ((i32, i32), Cell, &Square)> {
        let all = self.diagram.squares().filter_map(|(at, square)| Some((at, square.cell?, square)));
        all.filter(|(_, cell, _)| *cell != self.diagram.from)
    }

    /// The squares on which other pieces are tried; not the same ones for each kind.
    fn tried(&self) -> impl Iterator<Item = ((i32, i32), Cell, &Square)> {
        self.squares().skip(self.kind.index() % self.stride).step_by(self.stride)
    }

    fn walks(&self, others: &Others, to: Cell) -> bool {
        self.ends(others).is_some_and(|ends| ends.contains(&(to, BTreeSet::new())))
    }

    fn takes(&self, others: &Others, to: Cell) -> bool {
        self.enemies.iter().any(|&enemy| {
            let others: Vec<_> = others.iter().copied().filter(|(cell, _)| *cell != to).chain([(to, enemy)]).collect();
            self.ends(&others).is_some_and(|ends| ends.contains(&(to, BTreeSet::from([to]))))
        })
    }

    /// Every fault of the diagram.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut say = |cell: Cell, what: &str, marked: bool| {
            let name = self.rules.board.name(cell);
            faults
                .push(format!("{name}: {what} is {}", if marked { "marked, and it is not so" } else { "not marked" }));
        };
        let from = self.diagram.from;
        let alone = self.ends(&[]).unwrap();
        let quiet: BTreeSet<Cell> = alone.iter().filter(|(_, taken)| taken.is_empty()).map(|(to, _)| *to).collect();
        let deeds = self.oracle.deeds(&Arc::new(self.position(&[])), Source::Cell(from), Scope::all(true));
        let placed: BTreeSet<Cell> = deeds.iter().flat_map(|deed| deed.placed.iter().map(|(cell, _)| *cell)).collect();
        for (_, cell, square) in self.squares() {
            for (mark, is) in [(Mark::Walk, quiet.contains(&cell)), (Mark::Places, placed.contains(&cell))] {
                if square.marks.contains(&mark) != is {
                    say(cell, mark.name(), !is);
                }
            }
        }
        for (_, cell, square) in self.tried() {
            let marked = |mark| square.marks.contains(&mark);
            let mut check = |mark: Mark, is: bool| {
                if marked(mark) != is {
                    say(cell, mark.name(), marked(mark));
                }
            };
            check(Mark::Take, self.takes(&[], cell));
            let mut beside = BTreeSet::new();
            for &enemy in &self.enemies {
                beside.extend(self.ends(&[(cell, enemy)]).unwrap_or_default());
            }
            let taken: BTreeSet<&End> = beside.iter().filter(|(_, taken)| taken.contains(&cell)).collect();
            check(Mark::InPlace, taken.iter().any(|(to, _)| *to == from));
            check(Mark::OnTheWay, taken.iter().any(|(to, _)| *to != from && *to != cell));
            let enemies = || self.rules.kinds.ids().flat_map(|kind| self.enemies_of(kind));
            let frozen = |enemy: Stands| self.oracle.frozen(&self.position(&[(cell, enemy)]), cell);
            check(Mark::Freezes, !self.rules.kinds[self.kind].freezes.is_empty() && enemies().any(frozen));
        }
        if self.diagram.cut {
            say(from, "everything", false);
        }
        if self.diagram.stays != quiet.contains(&from) {
            say(from, "staying", self.diagram.stays);
        }
        let seen: BTreeSet<Cell> = self.squares().map(|(_, cell, _)| cell).collect();
        let outside = quiet.iter().any(|cell| *cell != from && !seen.contains(cell));
        let goes_on = self.diagram.beyond > 0 || self.squares().any(|(.., square)| square.onward.is_some());
        if outside && !goes_on {
            say(from, "that it reaches cells outside", false);
        }
        faults.extend(self.crowded());
        faults
    }

    fn enemies_of(&self, kind: Kind) -> impl Iterator<Item = Stands> {
        let team = |player: Player| self.rules.players[player].team;
        owners(self.rules, kind).into_iter().filter(move |p| team(*p) != team(self.owner)).map(move |p| (Some(p), kind))
    }

    /// Marks about pieces in between, on boards with many of them.
    fn crowded(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut random = Random::new(7);
        let name = |cell: Cell| self.rules.board.name(cell);
        let lends = self.squares().any(|(.., square)| square.marks.contains(&Mark::Lends));
        let cells: Vec<Cell> = self.squares().map(|(_, cell, _)| cell).collect();
        let enemy = self.enemies.first().copied();
        let sorts: Vec<Stands> = [Some(self.me()), enemy].into_iter().flatten().collect();
        // Random crowds: what is reached is marked, what jumps arrives.
        for _ in 0..CROWDS {
            let mut others: Vec<(Cell, Stands)> = Vec::new();
            for &cell in &cells {
                if random.below(10) < 5 {
                    others.push((cell, sorts[random.below(sorts.len() as u32) as usize]));
                }
            }
            let Some(ends) = self.ends(&others) else { continue };
            for (_, cell, square) in self.squares() {
                let has = |mark| square.marks.contains(&mark);
                let stands = others.iter().find(|(at, _)| *at == cell).map(|(_, piece)| *piece);
                let walks = ends.contains(&(cell, BTreeSet::new()));
                let takes = ends.contains(&(cell, BTreeSet::from([cell])));
                if !lends && walks && !has(Mark::Walk) && !has(Mark::WalkOver) {
                    faults.push(format!("{}: is reached in a crowd, and not marked", name(cell)));
                }
                if !lends && takes && !has(Mark::Take) && !has(Mark::TakeOver) {
                    faults.push(format!("{}: is taken in a crowd, and not marked", name(cell)));
                }
                let should = match stands {
                    None => has(Mark::Walk) && !walks,
                    Some(piece) if Some(piece) == enemy => has(Mark::Take) && !takes,
                    Some(_) => false,
                };
                if has(Mark::Jump) && should {
                    faults.push(format!("{}: jump is marked, and something stops it", name(cell)));
                }
            }
        }
        // What does not jump is stopped by some full board.
        let far = |(x, y): (i32, i32)| x.abs().max(y.abs()) > 1;
        for ((x, y), cell, square) in self.tried().filter(|(at, ..)| far(*at)) {
            let has = |mark| square.marks.contains(&mark);
            let full: Vec<Cell> = cells.iter().copied().filter(|&other| other != cell).collect();
            let stopped = |&sort: &Stands| {
                let others: Vec<(Cell, Stands)> = full.iter().map(|&cell| (cell, sort)).collect();
                (has(Mark::Walk) && !self.walks(&others, cell)) || (has(Mark::Take) && !self.takes(&others, cell))
            };
            let passes = has(Mark::Jump) || has(Mark::AlsoOver);
            if (has(Mark::Walk) || has(Mark::Take)) && !passes && !sorts.iter().any(stopped) {
                faults.push(format!("{}: nothing stops it, and jump is not marked", name(cell)));
            }
            let between: Vec<Cell> = self
                .squares()
                .filter(|((a, b), ..)| {
                    a * y == b * x && a * x + b * y > 0 && a.abs().max(b.abs()) < x.abs().max(y.abs())
                })
                .map(|(_, cell, _)| cell)
                .collect();
            let over = |reached: &dyn Fn(&Others) -> bool| {
                let one = |sort: Stands| between.iter().any(|&cell| reached(&[(cell, sort)]));
                let many = || {
                    let all: Vec<_> = between.iter().map(|&cell| (cell, self.me())).collect();
                    (1..=all.len()).any(|n| reached(&all[..n]) || reached(&all[all.len() - n..]))
                };
                sorts.iter().any(|&sort| one(sort)) || many()
            };
            let walks = || over(&|others| self.walks(others, cell));
            let takes = || over(&|others| self.takes(others, cell));
            let reached: [(Mark, Mark, &dyn Fn() -> bool); 2] =
                [(Mark::WalkOver, Mark::Walk, &walks), (Mark::TakeOver, Mark::Take, &takes)];
            for (mark, plain, is) in reached {
                if has(mark) && has(plain) || !has(plain) && (has(mark) || !lends) && has(mark) != is() {
                    faults.push(format!("{}: {} is {}", name(cell), mark.name(), has(mark)));
                }
            }
            if has(Mark::AlsoOver) && !((has(Mark::Walk) && walks()) || (has(Mark::Take) && takes())) {
                faults.push(format!("{}: a piece in between is said not to stop it", name(cell)));
            }
        }
        faults
    }
}

/// All faults of the diagrams of some kinds of a game.
fn faults(path: &Path, kinds: &[Kind]) -> Result<Vec<String>, String> {
    let mut rules = games::read(path, &[])?;
    let game = games::compiled(&rules)?;
    // Only what paths take is drawn.
    rules.captures.clear();
    let oracle = Oracle::new(&rules);
    let mut faults = Vec::new();
    let places = rules.kinds.values().iter().any(|kind| format!("{:?}", kind.movements).contains("Placing"));
    let stride = match rules.kinds.len() {
        _ if places => 12,
        0..=6 => 2,
        7..=16 => 5,
        _ => 8,
    };
    for &kind in kinds {
        let def = &rules.kinds[kind];
        let owners = owners(&rules, kind);
        if owners.is_empty() {
            let nobody = drawn(&rules, &game, kind, None);
            if nobody.squares().any(|(_, square)| !square.marks.is_empty()) {
                faults.push(format!("{}: nobody moves it, and there are marks", def.code));
            }
            continue;
        }
        let first = drawn(&rules, &game, kind, Some(owners[0]));
        for owner in [owners[0], owners[owners.len() - 1]] {
            let diagram = drawn(&rules, &game, kind, Some(owner));
            let mut trial =
                Trial { rules: &rules, oracle: &oracle, owner, kind, diagram: &diagram, enemies: Vec::new(), stride };
            let same = trial.enemies_of(kind).next();
            let others: Vec<Stands> = rules.kinds.ids().flat_map(|kind| trial.enemies_of(kind)).collect();
            // What freezes the piece says nothing about its paths.
            let harmless = |stands: &&Stands| rules.kinds[stands.1].freezes.is_empty();
            let enemies = [same.or(others.first().copied()), others.iter().rev().find(harmless).copied()];
            trial.enemies = enemies.into_iter().flatten().collect();
            // Where there are few, each of them may be taken in its own way.
            if others.len() <= FEW_KINDS {
                trial.enemies.extend(others.into_iter().filter(|other| !enemies.contains(&Some(*other))));
            }
            let name = &rules.players[owner].name;
            // The same drawing from another side needs no second look, as long as the cells are the right ones.
            if owner == owners[0] {
                faults.extend(trial.faults().into_iter().map(|fault| format!("{} of {name}: {fault}", def.code)));
            } else {
                let mut alone: BTreeSet<Cell> = trial.ends(&[]).unwrap().into_iter().map(|(to, _)| to).collect();
                alone.remove(&diagram.from);
                for (_, cell, square) in trial.squares() {
                    if square.marks.contains(&Mark::Walk) != alone.contains(&cell) {
                        faults.push(format!("{} of {name}: {}", def.code, rules.board.name(cell)));
                    }
                }
                let moves = |d: &Diagram| -> Vec<(i32, i32)> {
                    let near = d.squares().filter(|((x, y), _)| x.abs().max(y.abs()) <= 1);
                    near.filter(|(_, s)| s.marks.contains(&Mark::Walk)).map(|(at, _)| at).collect()
                };
                if rules.players[owner].faces.is_some() && moves(&first) != moves(&diagram) {
                    faults.push(format!("{}: looks different for {name}", def.code));
                }
            }
        }
    }
    Ok(faults)
}

/// The kinds of each game that no game before has in the same words on the same board.
fn different() -> Vec<(PathBuf, Vec<Kind>)> {
    let mut seen = BTreeSet::new();
    let mut list = Vec::new();
    for path in games::shipped() {
        let Ok(rules) = games::read(&path, &[]) else { continue };
        let said = sentences(&rules).into_iter();
        let cells = said.filter(|section| ["The board", "Special cells"].contains(&section.title.as_str()));
        let board: Vec<String> = cells.flat_map(|section| section.lines).collect();
        let new = |kind: &Kind| {
            let words = piece(&rules, *kind, None);
            let faces: Vec<_> = owners(&rules, *kind).into_iter().map(|player| rules.players[player].faces).collect();
            seen.insert(format!("{board:?} {} {:?} {faces:?}", words.heading, words.sentences))
        };
        let kinds: Vec<Kind> = rules.kinds.ids().filter(new).collect();
        if !kinds.is_empty() {
            list.push((path, kinds));
        }
    }
    list
}

#[test]
fn marks_are_what_the_oracle_says() {
    let wrong = check_all(&different(), |(path, kinds)| match faults(path, kinds) {
        Ok(faults) => faults.into_iter().map(|fault| format!("{}: {fault}", games::name(path))).collect(),
        Err(error) => vec![format!("{}: {error}", games::name(path))],
    });
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}

/// The drawings of some kinds of a game with their legends.
fn page(game: &str, codes: &[&str]) -> Option<String> {
    let path = games::find(game)?;
    let rules = games::read(&path, &[]).unwrap();
    let game = games::compiled(&rules).unwrap();
    let mut page = String::new();
    for code in codes {
        let (kind, def) = rules.kinds.iter().find(|(_, def)| def.code == *code).unwrap();
        let diagram = drawn(&rules, &game, kind, owners(&rules, kind).first().copied());
        page.push_str(&format!("{} from {}\n\n", def.name, game.cell_name(diagram.from)));
        page.push_str(&movement::paint(&diagram, face(&game, kind), Paint::default()));
        page.push('\n');
        page.extend(movement::legend(&diagram, Paint::default()).into_iter().map(|line| line + "\n"));
        page.push_str(&format!("stays: {}, beyond: {}\n\n", diagram.stays, diagram.beyond));
    }
    Some(page)
}

macro_rules! assert_page {
    ($page:expr) => {
        if let Some(page) = $page {
            insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(page) });
        }
    };
}

#[test]
fn a_lion_and_its_like() {
    assert_page!(page("chushogi", &["N", "+H", "+D", "R"]));
}

#[test]
fn plain_pieces() {
    assert_page!(page("shogi", &["N", "+R", "L", "P"]));
}

#[test]
fn pieces_of_the_castle() {
    assert_page!(page("copenhagen", &["S", "K"]));
}

#[test]
fn pieces_that_jump_to_take() {
    assert_page!(page("draughts-8x8", &["M", "K"]));
}

#[test]
fn pieces_that_lend() {
    assert_page!(page("annan", &["P"]));
}

#[test]
fn pieces_of_a_large_game() {
    assert_page!(page("box-shogi", &["+U", "C", "+C", "+L", "+N", "+I", "+K"]));
}

const SORTS: &str = r#"game "Sorts <&> 'quotes'"
board 9 x 9
player Up "上" faces north
player Down "下" faces south
piece Screen A { walks slide orthogonal; takes slide orthogonal over 1 }
piece Vault  B { moves hop any }
piece Ranger C { moves slide any 1..2; walks ride [1,2] }
piece Archer D { walks step any; takes shooting slide diagonal }
piece Later  E { moves step forward then slide sideways; may stop after any leg }
piece Home   F { walks step forward; walks slide forward exactly 2 when it is on near rank }
piece Stone  G
piece Wall   H neutral
setup "9/9/9/9/9/9/9/9/A3B3C"
"#;

fn of_text(text: &str, code: &str) -> (Ruleset, Game, Diagram) {
    let rules = games::read_text(Path::new("sorts.game"), text, &[]).unwrap();
    let game = games::compiled(&rules).unwrap();
    let (kind, _) = rules.kinds.iter().find(|(_, def)| def.code == code).unwrap();
    let diagram = drawn(&rules, &game, kind, owners(&rules, kind).first().copied());
    (rules, game, diagram)
}

#[test]
fn many_sorts_of_moves() {
    let mut page = String::new();
    for code in ["A", "B", "C", "D", "E", "F", "G", "H"] {
        let (rules, game, diagram) = of_text(SORTS, code);
        let (kind, def) = rules.kinds.iter().find(|(_, def)| def.code == code).unwrap();
        let plain = Paint { ascii: true, ..Paint::default() };
        page.push_str(&format!("{} from {}: {:?}\n", def.name, game.cell_name(diagram.from), diagram.applies));
        page.push_str(&movement::paint(&diagram, face(&game, kind), plain));
        page.extend(movement::legend(&diagram, plain).into_iter().map(|line| line + "\n"));
        page.push('\n');
    }
    assert_page!(Some(page));
}

#[test]
fn pictures_are_well_formed() {
    let (rules, _, diagram) = of_text(SORTS, "A");
    let card = |face: &str| Card {
        diagram: &diagram,
        face: face.to_owned(),
        title: format!("{} <b>", rules.title),
        subtitle: "\u{1}control & \"quotes\"".to_owned(),
        lines: vec!["a word that is longer than a line ".repeat(9) + &"長".repeat(200)],
    };
    for svg in [single(&card("<&>")), sheet(&rules.title, &[card("象"), card("A")])] {
        let mut open: Vec<&str> = Vec::new();
        for part in svg.split('<').skip(1) {
            let (tag, after) = part.split_once('>').expect("every tag is closed");
            assert!(!after.contains('>') && !after.replace("&lt;", "").contains("&>"), "{part}");
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) => assert_eq!(open.pop(), Some(name)),
                (false, false) => open.push(name),
                (false, true) => {}
            }
        }
        assert!(open.is_empty(), "{open:?} stay open");
        assert!(!svg.chars().any(|c| c.is_control() && c != '\n'));
        assert!(svg.contains("<title") && svg.contains("<desc") && svg.contains("prefers-color-scheme:dark"));
        assert!(!svg.contains("href") && !svg.contains("<script") && !svg.contains("@import"));
    }
}

/// The largest board, and pieces that go round and round: drawn all the same, and soon.
#[test]
fn huge_pieces_are_bounded() {
    let mut text = String::from("game \"Huge\"\nboard 36 x 36\nplayer A faces north\nplayer B faces south\n");
    text.push_str("piece Giant G { moves step any 1..36 times; moves like any piece next to it; moves slide any over 0..35 taking 0..35 }\n");
    text.push_str("piece Rider R { moves ride [1,2], [1,3], [2,3] over 0..9 }\n");
    text.push_str("setup \"36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/GR34\"\n");
    let (_, _, giant) = of_text(&text, "G");
    assert!(giant.cut && giant.radius == 5);
    let (_, _, rider) = of_text(&text, "R");
    assert!(!rider.cut && rider.squares().any(|(_, square)| square.onward.is_some()));
}
