//! `piece`: how a piece moves, as a diagram and in sentences.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::diag::{half_width, nearest};
use crate::engine::Game;
use crate::rules::Ruleset;
use crate::rules::describe::{PieceWords, piece};
use crate::rules::model::KindDef;
use crate::tools::diagram::{Diagram, Look, Mark, diagram};
use crate::tools::render::svg::{Card, sheet, single};
use crate::tools::render::table::paragraph;
use crate::tools::render::{Look as Paint, face, movement};
use crate::types::{Kind, Player};

use super::common::{UnusedSeed, UnusedThreads};
use super::lines::reason;
use super::load::{GameArguments, Loaded, load};
use super::terminal::{Answer, Failure, Terminal, shown};

/// Width of sentences (columns).
const TEXT_WIDTH: usize = 100;

/// Most kinds that a message lists.
const MOST_LISTED: usize = 60;

/// Draws how a piece moves
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  boardwright piece my-game.game Archer\n  boardwright piece my-game.game +A --player White\n  \
    boardwright piece my-game.game --svg pieces.svg\n\n\
    The piece stands near the middle of a bare board; forward is up. Below the drawing stand the\n\
    meaning of its marks, the sentences of the piece, and what it turns into."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// The piece, by its code (`N`, `+N`), its name or its label; all pieces when it is left out
    #[arg(value_name = "KIND")]
    kind: Option<String>,

    /// Whose piece; else the first player that can have it
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Writes the drawing as SVG to a file (`-`: standard output); all pieces on one sheet
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    svg: Option<PathBuf>,

    /// One JSON object a piece
    #[arg(long)]
    json: bool,

    /// Draws with ASCII marks only
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    _seed: UnusedSeed,

    #[command(flatten)]
    _threads: UnusedThreads,
}

/// A piece that was looked at.
struct Seen {
    kind: Kind,
    player: Option<Player>,
    diagram: Diagram,
    words: PieceWords,
    notes: Vec<String>,
}

/// What `piece --json` says of a piece.
#[derive(Serialize)]
struct PieceJson<'a> {
    game: &'a str,
    name: &'a str,
    code: &'a str,
    labels: &'a [String],
    player: Option<&'a str>,
    from: &'a str,
    radius: i32,
    cells: Vec<CellJson<'a>>,
    stays: bool,
    conditions: Vec<ConditionJson<'a>>,
    sentences: &'a [String],
    captures: &'a [String],
    becomes: &'a [String],
    promotes_to: Option<&'a str>,
    plain_side: Option<&'a str>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct CellJson<'a> {
    cell: &'a str,
    right: i32,
    up: i32,
    marks: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    onward: Option<[i32; 2]>,
}

#[derive(Serialize)]
struct ConditionJson<'a> {
    condition: &'a str,
    holds: bool,
}

pub fn run(terminal: &mut Terminal, arguments: &Arguments) -> Answer {
    let loaded = load(terminal, &arguments.game)?;
    let player = arguments.player.as_deref().map(|name| named_player(&loaded.rules, name)).transpose()?;
    let chosen = match arguments.kind.as_deref() {
        Some(word) => named_kinds(&loaded.rules, word)?,
        None => loaded.rules.kinds.ids().collect(),
    };
    let mut kinds = chosen.clone();
    if let Some(player) = player {
        kinds.retain(|&kind| owns(&loaded.rules, player, kind));
        if let (true, Some(&first)) = (kinds.is_empty(), chosen.first()) {
            return Err(Failure::Refused(not_owned(&loaded.rules, player, first)));
        }
    }
    let look = |kind: Kind| look_at(&loaded, kind, player);
    if let Some(path) = &arguments.svg {
        let seen: Vec<Seen> = kinds.iter().map(|&kind| look(kind)).collect();
        return picture(terminal, &loaded, &seen, path);
    }
    for (index, &kind) in kinds.iter().enumerate() {
        let seen = look(kind);
        if arguments.json {
            terminal.json(&in_json(&loaded, &seen))?;
        } else {
            if index > 0 {
                terminal.line("")?;
            }
            page(terminal, &loaded, &seen, arguments.ascii)?;
        }
    }
    Ok(0)
}

fn owns(rules: &Ruleset, player: Player, kind: Kind) -> bool {
    rules.kinds[kind].signs.get(player.index()).is_some_and(Option::is_some)
}

fn not_owned(rules: &Ruleset, player: Player, kind: Kind) -> String {
    let owners: Vec<&str> =
        rules.players.iter().filter(|(id, _)| owns(rules, *id, kind)).map(|(_, def)| def.name.as_str()).collect();
    let owners = if owners.is_empty() { "it is nobody's".to_owned() } else { format!("it is {}'s", owners.join(", ")) };
    format!("{} has no {}; {owners}", rules.players[player].name, rules.kinds[kind].name)
}

fn named_player(rules: &Ruleset, name: &str) -> Result<Player, Failure> {
    let players = || rules.players.iter();
    let exact = players().find(|(_, p)| p.name == name || p.label.as_deref() == Some(name));
    let loose = || players().find(|(_, p)| p.name.to_lowercase() == name.to_lowercase());
    if let Some((id, _)) = exact.or_else(loose) {
        return Ok(id);
    }
    let names: Vec<&str> = players().map(|(_, p)| p.name.as_str()).collect();
    let hint = nearest(name, names.iter().copied())
        .map_or_else(|| format!("its players are {}", names.join(", ")), |guess| format!("did you mean `{guess}`?"));
    Err(Failure::Refused(format!("`{}` is no player of this game; {hint}", shown(name))))
}

/// The name and the labels of a kind.
fn with_labels(kind: &KindDef) -> String {
    std::iter::once(&kind.name).chain(&kind.labels).map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// The kinds that a word means: one by its code or name; all that bear it as a label.
fn named_kinds(rules: &Ruleset, word: &str) -> Result<Vec<Kind>, Failure> {
    let word = half_width(word.trim().trim_matches(['"', '“', '”', '「', '」']));
    let all = |fits: &dyn Fn(&str) -> bool| -> Vec<Kind> {
        let kinds = || rules.kinds.iter();
        let by = |found: Vec<Kind>| (!found.is_empty()).then_some(found);
        let one = |wanted: Option<Kind>| wanted.map(|kind| vec![kind]);
        one(kinds().find(|(_, kind)| fits(&kind.code)).map(|(id, _)| id))
            .or_else(|| one(kinds().find(|(_, kind)| fits(&kind.name)).map(|(id, _)| id)))
            .or_else(|| by(kinds().filter(|(_, kind)| kind.labels.iter().any(|l| fits(l))).map(|(id, _)| id).collect()))
            .unwrap_or_default()
    };
    let plain = |text: &str| half_width(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let found = all(&|text| text == word || plain(text) == word);
    if !found.is_empty() {
        return Ok(found);
    }
    let lower = word.to_lowercase();
    let found = all(&|text| plain(text).to_lowercase() == lower);
    if !found.is_empty() {
        return Ok(found);
    }
    let kinds = || rules.kinds.values().iter();
    let names = kinds().map(|kind| kind.name.as_str());
    let labels = kinds().flat_map(|kind| kind.labels.iter().map(String::as_str));
    let guess = nearest(&word, names.chain(labels)).map_or_else(String::new, |g| format!("; did you mean `{g}`?"));
    let mut list: Vec<String> =
        kinds().take(MOST_LISTED).map(|kind| format!("{} {}", kind.code, with_labels(kind))).collect();
    if rules.kinds.len() > MOST_LISTED {
        list.push(format!("and {} more", rules.kinds.len() - MOST_LISTED));
    }
    let list = paragraph(&format!("its pieces: {}", list.join(", ")), 2, TEXT_WIDTH);
    let word = shown(&word);
    Err(Failure::Refused(format!("`{word}` is no piece of {}{guess}\n{}", rules.title, list.trim_end())))
}

fn look_at(loaded: &Loaded, kind: Kind, player: Option<Player>) -> Seen {
    let Loaded { rules, game, .. } = loaded;
    let player = player.or_else(|| rules.players.ids().find(|&player| owns(rules, player, kind)));
    let turns = player.and_then(|player| rules.players[player].faces).map_or(0, |facing| facing.0 / 2);
    let look = Look { turns, statements: rules.kinds[kind].movements.len() };
    let diagram = diagram(game, (player, kind), look);
    let words = piece(rules, kind, player);
    let mut notes = Vec::new();
    for (statement, condition) in &words.conditions {
        let holds = diagram.applies.get(*statement).copied().unwrap_or(false);
        let how = if holds { "shows" } else { "leaves out" };
        let note = format!("The drawing {how} what needs this: {condition}.");
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    if diagram.stays {
        notes.push("It may also stay where it is, as its move.".to_owned());
    }
    if diagram.squares().any(|(_, square)| square.marks.contains(&Mark::Lends)) {
        notes.push("The moves that other pieces lend it are not drawn.".to_owned());
    }
    match diagram.beyond {
        0 => {}
        1 => notes.push("It reaches one more cell outside the drawing.".to_owned()),
        more => notes.push(format!("It reaches {more} more cells outside the drawing.")),
    }
    if diagram.cut {
        notes.push("There was more to look at than can be looked at: some marks may be missing.".to_owned());
    }
    Seen { kind, player, diagram, words, notes }
}

/// `drawn from e5 for White; forward is up`.
fn how_drawn(loaded: &Loaded, seen: &Seen) -> String {
    let Loaded { rules, game, .. } = loaded;
    let cell = game.cell_name(seen.diagram.from);
    match seen.player {
        Some(player) => {
            let up = if rules.players[player].faces.is_some() { "forward is up" } else { "north is up" };
            format!("{}, drawn from {cell}; {up}", rules.players[player].name)
        }
        None => format!("nobody's, drawn from {cell}; north is up"),
    }
}

fn page(terminal: &mut Terminal, loaded: &Loaded, seen: &Seen, ascii: bool) -> Result<(), Failure> {
    let look = Paint { color: terminal.color, ascii };
    let heading = &seen.words.heading;
    terminal.line(&if look.color { format!("\x1b[1m{heading}\x1b[0m") } else { heading.clone() })?;
    terminal.line(&how_drawn(loaded, seen))?;
    terminal.line("")?;
    for line in movement::paint(&seen.diagram, face_of(&loaded.game, seen.kind, ascii), look).lines() {
        terminal.line(format!("    {line}").trim_end())?;
    }
    let legend = movement::legend(&seen.diagram, look);
    if !legend.is_empty() {
        terminal.line("")?;
    }
    for line in legend {
        terminal.line(&format!("  {line}"))?;
    }
    terminal.line("")?;
    for line in said(seen) {
        terminal.write(&paragraph(line, 2, TEXT_WIDTH))?;
    }
    Ok(())
}

/// What stands on the piece; without signs of other scripts if that is wanted.
fn face_of(game: &Game, kind: Kind, ascii: bool) -> &str {
    let face = face(game, kind);
    if ascii && !face.is_ascii() { game.kind_code(kind) } else { face }
}

/// All sentences below the drawing.
fn said(seen: &Seen) -> impl Iterator<Item = &String> {
    let words = &seen.words;
    words.sentences.iter().chain(&words.captures).chain(&words.becomes).chain(&seen.notes)
}

fn in_json<'a>(loaded: &'a Loaded, seen: &'a Seen) -> PieceJson<'a> {
    let Loaded { rules, game, .. } = loaded;
    let def = &rules.kinds[seen.kind];
    let cells = seen.diagram.squares().filter_map(|((right, up), square)| {
        let cell = square.cell.filter(|cell| *cell != seen.diagram.from)?;
        let marks: Vec<&str> = square.marks.iter().map(|mark| mark.name()).collect();
        let onward = square.onward.map(|(x, y)| [x, y]);
        (!marks.is_empty()).then(|| CellJson { cell: game.cell_name(cell), right, up, marks, onward })
    });
    let holds = |statement: usize| seen.diagram.applies.get(statement).copied().unwrap_or(false);
    let code = |kind: Kind| rules.kinds[kind].code.as_str();
    PieceJson {
        game: &rules.title,
        name: &def.name,
        code: &def.code,
        labels: &def.labels,
        player: seen.player.map(|player| rules.players[player].name.as_str()),
        from: game.cell_name(seen.diagram.from),
        radius: seen.diagram.radius,
        cells: cells.collect(),
        stays: seen.diagram.stays,
        conditions: seen
            .words
            .conditions
            .iter()
            .map(|(statement, condition)| ConditionJson { condition, holds: holds(*statement) })
            .collect(),
        sentences: &seen.words.sentences,
        captures: &seen.words.captures,
        becomes: &seen.words.becomes,
        promotes_to: def.promotes_to.map(code),
        plain_side: def.plain_side.map(code),
        notes: &seen.notes,
    }
}

fn picture(terminal: &mut Terminal, loaded: &Loaded, seen: &[Seen], path: &Path) -> Answer {
    let rules = &loaded.rules;
    let cards: Vec<Card<'_>> = seen
        .iter()
        .map(|seen| {
            let def = &rules.kinds[seen.kind];
            Card {
                diagram: &seen.diagram,
                face: face(&loaded.game, seen.kind).to_owned(),
                title: format!("{} ({})", with_labels(def), def.code),
                subtitle: how_drawn(loaded, seen),
                lines: said(seen).cloned().collect(),
            }
        })
        .collect();
    let svg = match cards.as_slice() {
        [one] => single(one),
        several => sheet(&rules.title, several),
    };
    if path.as_os_str() == "-" {
        terminal.write(&svg)?;
        return Ok(0);
    }
    std::fs::write(path, svg)
        .map_err(|error| Failure::Trouble(format!("cannot write `{}`: {}", path.display(), reason(&error))))?;
    terminal.line(&format!("{} written", path.display()))?;
    Ok(0)
}
