//! Conditions, sets, paths and names in the text picture of a ruleset.

use std::fmt::Write;

use crate::rules::board::Compass;
use crate::rules::model::{
    Cells, Claim, Condition, CounterDef, Direction, Items, KindSet, Leg, Mode, Motion, Noun, Onto, Path, Place,
    Quantity, Quiet, Set, States, Term, Vector, Who, Whose,
};
use crate::types::{BoardSet, Cell, Family, Kind, Mark, Player};

use super::{Dump, compass, list, range};

/// The eight directions as their owner sees them, clockwise.
const RELATIVE: [&str; 8] =
    ["forward", "forward-right", "right", "backward-right", "backward", "backward-left", "left", "forward-left"];

impl Dump<'_> {
    // ---- conditions -------------------------------------------------------------------------------------------------------

    pub(super) fn when(&self, condition: &Condition) -> String {
        match condition {
            Condition::Const(true) => String::new(),
            other => format!(" when {}", self.condition(other)),
        }
    }

    pub(super) fn counter(&self, counter: &CounterDef) -> String {
        match counter {
            CounterDef::Held(condition) => format!("plies of ({})", self.condition(condition)),
            CounterDef::Quiet(quiet) => format!(
                "plies without {}",
                list(quiet, |q| match q {
                    Quiet::Capture => "capture".to_owned(),
                    Quiet::Drop => "drop".to_owned(),
                    Quiet::MoveOf(set) => format!("move of {}", self.set(set)),
                })
            ),
        }
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        let all = |parts: &[Condition], word: &str| {
            let parts: Vec<String> = parts.iter().map(|c| self.condition(c)).collect();
            format!("({})", parts.join(word))
        };
        match condition {
            Condition::Const(true) => "always".to_owned(),
            Condition::Const(false) => "never".to_owned(),
            Condition::And(parts) => all(parts, " and "),
            Condition::Or(parts) => all(parts, " or "),
            Condition::Not(inner) => format!("not {}", self.condition(inner)),
            Condition::HeldFor(counter, plies) | Condition::Quiet(counter, plies) => {
                format!("counter {} at {plies}", counter.0)
            }
            Condition::NoLegalMove => "no legal move".to_owned(),
            Condition::NoPlayerCanMove => "no player can move".to_owned(),
            Condition::Occurred(times) => format!("position occurred {times} times"),
            Condition::Passes(passes) => format!("{passes} passes in a row"),
            Condition::NothingTaken => "nothing taken".to_owned(),
            Condition::NothingFlipped => "nothing flipped".to_owned(),
            Condition::Row { length, items, along } => {
                format!("row of {length} {} along {}", self.items(items), self.directions(along))
            }
            Condition::IsOut(who) => format!("{} is out", self.who(*who)),
            Condition::IsPlayer(who, player) => format!("{} is {}", self.who(*who), self.player(*player)),
            Condition::GaveCheck(who) => format!("{} gave check every turn since", self.who(*who)),
            Condition::Exists(set) => self.set(set),
            Condition::Claim { subject, not, claim } => {
                let not = if *not { "not: " } else { "" };
                format!("[{} | {not}{}]", self.set(subject), self.claim(claim))
            }
            Condition::Count(count, quantity) => {
                let name = self.rules.map_or_else(|| format!("count {}", count.0), |r| r.counts[*count].name.clone());
                format!("{}{name}", quantity_words(*quantity))
            }
        }
    }

    pub(super) fn claim(&self, claim: &Claim) -> String {
        match claim {
            Claim::Attacked { on_its_way } => {
                if *on_its_way {
                    "attacked on its way".to_owned()
                } else {
                    "attacked".to_owned()
                }
            }
            Claim::Mated => "mated".to_owned(),
            Claim::NewlyMated => "newly mated".to_owned(),
            Claim::Taken => "taken".to_owned(),
            Claim::Promoted => "promoted".to_owned(),
            Claim::Plain => "plain".to_owned(),
            Claim::Frozen => "frozen".to_owned(),
            Claim::Unmoved => "unmoved".to_owned(),
            Claim::Royal => "royal".to_owned(),
            Claim::Is(items) => format!("is {}", self.items(items)),
            Claim::At(place) => self.place(place),
            Claim::EnclosedBy(items) => format!("enclosed by {}", self.items(items)),
            Claim::Faces { items, along } => format!("faces {} along {}", self.items(items), self.directions(along)),
            Claim::Entered(items) => format!("entered {}", self.items(items)),
            Claim::Started(place) => format!("started {}", self.place(place)),
            Claim::Ended(place) => format!("ended {}", self.place(place)),
            Claim::StartedOrEnded(place) => format!("started or ended {}", self.place(place)),
            Claim::Took { set, last_turn } => {
                format!("took {}{}", self.set(set), if *last_turn { " last turn" } else { "" })
            }
            Claim::CouldNeverMove => "could never move".to_owned(),
            Claim::CanMove => "can move".to_owned(),
            Claim::CanReach { to, through, taking } => {
                let taking = taking.as_ref().map_or_else(String::new, |t| format!(" taking {}", self.items(t)));
                format!("can reach {} through {}{taking}", self.items(to), self.items(through))
            }
        }
    }

    pub(super) fn who(&self, who: Who) -> String {
        match who {
            Who::Player => "player".to_owned(),
            Who::Mover => "mover".to_owned(),
            Who::Owner => "owner".to_owned(),
            Who::Named(player) => self.player(player),
        }
    }

    // ---- sets -------------------------------------------------------------------------------------------------------------

    pub(super) fn set(&self, set: &Set) -> String {
        let mut text = format!("{}{}", quantity_words(set.quantity), self.items(&set.items));
        for place in &set.places {
            let _ = write!(text, " {}", self.place(place));
        }
        text
    }

    pub(super) fn items(&self, items: &Items) -> String {
        let terms = if items.terms.is_empty() { "nothing".to_owned() } else { list(&items.terms, |t| self.term(t)) };
        if items.except.is_empty() {
            format!("<{terms}>")
        } else {
            format!("<{terms} except {}>", list(&items.except, |t| self.term(t)))
        }
    }

    pub(super) fn term(&self, term: &Term) -> String {
        let owned = matches!(term.noun, Noun::Pieces(_) | Noun::Family(_) | Noun::Hand);
        let mut words: Vec<String> = Vec::new();
        if owned || term.whose != Whose::Any {
            words.push(self.whose(term.whose));
        }
        let States { plain, promoted, unmoved, frozen, empty, hostile, out } = term.states;
        for (said, word) in [
            (plain, "plain"),
            (promoted, "promoted"),
            (unmoved, "unmoved"),
            (frozen, "frozen"),
            (empty, "empty"),
            (hostile, "hostile"),
            (out, "out"),
        ] {
            if said {
                words.push(word.to_owned());
            }
        }
        words.push(match &term.noun {
            Noun::Pieces(kinds) => self.kinds(kinds),
            Noun::Cells(cells) => self.cells(cells),
            Noun::Family(family) => self.family(*family),
            Noun::Outside => "outside".to_owned(),
            Noun::It => "it".to_owned(),
            Noun::MovedPiece => "moved piece".to_owned(),
            Noun::Captor => "captor".to_owned(),
            Noun::Chosen => "chosen".to_owned(),
            Noun::ItsFile => "its file".to_owned(),
            Noun::ItsRank => "its rank".to_owned(),
            Noun::ItsCell => "its cell".to_owned(),
            Noun::ItsStart => "its start".to_owned(),
            Noun::ItsEnd => "its end".to_owned(),
            Noun::ItsFamily(family) => format!("its {}", self.family(*family)),
            Noun::ItsGroup => "its group".to_owned(),
            Noun::LastEnd => "last end".to_owned(),
            Noun::Beside(inner) => format!("beside ({})", self.term(inner)),
            Noun::Marked(mark) => format!("marked {}", self.mark(*mark)),
            Noun::Hand => "hand".to_owned(),
        });
        words.join(" ")
    }

    pub(super) fn place(&self, place: &Place) -> String {
        let not = |not: bool| if not { "not " } else { "" };
        match place {
            Place::On { not: n, items } => format!("{}on {}", not(*n), self.items(items)),
            Place::Beside { not: n, items } => format!("{}beside {}", not(*n), self.items(items)),
            Place::NextTo { items, along } => {
                format!("next to {} along {}", self.items(items), self.directions(along))
            }
            Place::Behind(items) => format!("behind {}", self.items(items)),
            Place::FromHand(whose) => format!("from {} hand", self.whose(*whose)),
        }
    }

    pub(super) fn whose(&self, whose: Whose) -> String {
        match whose {
            Whose::Own => "own".to_owned(),
            Whose::Ally => "ally".to_owned(),
            Whose::Enemy => "enemy".to_owned(),
            Whose::Team => "team".to_owned(),
            Whose::Other => "other".to_owned(),
            Whose::Any => "any".to_owned(),
            Whose::Neutral => "neutral".to_owned(),
            Whose::Player(player) => self.player(player),
        }
    }

    pub(super) fn kinds(&self, kinds: &KindSet) -> String {
        let all: Vec<Kind> = kinds.iter().collect();
        let every = self.rules.is_some_and(|rules| rules.kinds.len() == all.len() && all.len() > 1);
        match all.len() {
            _ if every => "piece".to_owned(),
            0 => "no kind".to_owned(),
            1 => self.kind(all[0]),
            _ => format!("({})", all.iter().map(|&k| self.kind(k)).collect::<Vec<_>>().join(" ")),
        }
    }

    pub(super) fn cells(&self, cells: &Cells) -> String {
        match cells.by_view.as_slice() {
            [] => "no cells".to_owned(),
            [first, rest @ ..] if rest.iter().all(|set| set == first) => self.cell_set(first),
            all => {
                let views: Vec<String> = all
                    .iter()
                    .enumerate()
                    .map(|(at, set)| format!("{}: {}", self.player(Player::from_index(at)), self.cell_set(set)))
                    .collect();
                format!("({})", views.join("; "))
            }
        }
    }

    /// Rows of cells as ranges: `a1-c1 e1`.
    pub(super) fn cell_set(&self, cells: &BoardSet) -> String {
        let Some(board) = self.rules.map(|rules| &rules.board) else {
            return format!("{{{}}}", cells.into_iter().map(|c| c.0.to_string()).collect::<Vec<_>>().join(" "));
        };
        if *cells == board.cells {
            return "board".to_owned();
        }
        let mut parts: Vec<String> = Vec::new();
        let mut run: Option<(Cell, Cell)> = None;
        let mut close = |run: Option<(Cell, Cell)>| {
            if let Some((from, to)) = run {
                parts.push(if from == to {
                    board.name(from)
                } else {
                    format!("{}-{}", board.name(from), board.name(to))
                });
            }
        };
        for cell in *cells {
            run = match run {
                Some((from, to)) if cell.0 == to.0 + 1 && cell.0 % board.files != 0 => Some((from, cell)),
                other => {
                    close(other);
                    Some((cell, cell))
                }
            };
        }
        close(run);
        format!("{{{}}}", parts.join(" "))
    }

    // ---- paths ------------------------------------------------------------------------------------------------------------

    pub(super) fn path(&self, path: &Path) -> String {
        let all = |paths: &[Path], word: &str| {
            format!("({})", paths.iter().map(|p| self.path(p)).collect::<Vec<_>>().join(word))
        };
        match path {
            Path::Or(paths) => all(paths, " or "),
            Path::Then(paths) => all(paths, " then "),
            Path::Leg(leg) => self.leg(leg),
            Path::Times { path, min, max } => format!("({}) {} times", self.path(path), range(*min, *max)),
            Path::AsLongAsItCan(path) => format!("({}) as long as it can", self.path(path)),
        }
    }

    pub(super) fn leg(&self, leg: &Leg) -> String {
        let mode = match leg.mode {
            Mode::Plain => String::new(),
            Mode::Walking => "walking ".to_owned(),
            Mode::Taking => "taking ".to_owned(),
            Mode::Shooting => "shooting ".to_owned(),
            Mode::Placing(kind) => format!("placing {} ", self.kind(kind)),
        };
        let motion = match &leg.motion {
            Motion::Step(along) => format!("step {}", self.directions(along)),
            Motion::Slide(along, min, max) => format!("slide {} {}", self.directions(along), range(*min, *max)),
            Motion::Leap(vectors) => format!("leap {}", list(vectors, vector)),
            Motion::Ride(vectors, min, max) => format!("ride {} {}", list(vectors, vector), range(*min, *max)),
            Motion::Hop(along) => format!("hop {}", self.directions(along)),
            Motion::Like(set) => format!("like {}", self.set(set)),
            Motion::Stay => "stay".to_owned(),
        };
        let mut text = format!("{mode}{motion}");
        if let Some(over) = &leg.over {
            let set = over.set.as_ref().map_or_else(String::new, |s| format!(" {}", self.set(s)));
            let taking = range(over.taking.0, over.taking.1);
            let _ = write!(text, " over {}{set} taking {taking}", range(over.min, over.max));
        }
        match &leg.onto {
            None => {}
            Some(Onto::Mark(mark)) => {
                let _ = write!(text, " onto mark {}", self.mark(*mark));
            }
            Some(Onto::Set(set)) => {
                let _ = write!(text, " onto {}", self.set(set));
            }
        }
        text
    }

    pub(super) fn directions(&self, all: &[Direction]) -> String {
        let same = |wanted: &[Compass]| {
            all.len() == wanted.len() && wanted.iter().all(|c| all.contains(&Direction::Absolute(*c)))
        };
        if same(&Compass::ALL) {
            return "any".to_owned();
        }
        if same(&Compass::STRAIGHT) {
            return "orthogonal".to_owned();
        }
        if same(&Compass::DIAGONAL) {
            return "diagonal".to_owned();
        }
        let words: Vec<String> = all
            .iter()
            .map(|direction| match direction {
                Direction::Relative(c) => RELATIVE[usize::from(c.0) & 7].to_owned(),
                Direction::Absolute(c) => compass(*c).to_owned(),
                Direction::Onward(0) => "onward".to_owned(),
                Direction::Onward(by) if *by < 0 => format!("onward-left-{}", -by),
                Direction::Onward(by) => format!("onward-right-{by}"),
                Direction::Ahead => "ahead".to_owned(),
                Direction::Line { line, forward } => {
                    let name =
                        self.rules.map_or_else(|| line.0.to_string(), |r| r.board.lines[line.0 as usize].name.clone());
                    format!("line {name}{}", if *forward { " forward" } else { "" })
                }
            })
            .collect();
        words.join("/")
    }

    // ---- names ------------------------------------------------------------------------------------------------------------

    pub(super) fn player(&self, player: Player) -> String {
        let name = self.rules.and_then(|r| r.players.get(player)).map(|p| p.name.clone());
        name.unwrap_or_else(|| format!("player {}", player.0))
    }

    pub(super) fn kind(&self, kind: Kind) -> String {
        let name = self.rules.and_then(|r| r.kinds.get(kind)).map(|k| k.name.clone());
        name.unwrap_or_else(|| format!("kind {}", kind.0))
    }

    pub(super) fn family(&self, family: Family) -> String {
        let name = self.rules.and_then(|r| r.families.get(family)).map(|f| f.name.clone());
        name.unwrap_or_else(|| format!("family {}", family.0))
    }

    pub(super) fn mark(&self, mark: Mark) -> String {
        let name = self.rules.and_then(|r| r.marks.get(mark)).map(|m| m.name.clone());
        name.unwrap_or_else(|| format!("mark {}", mark.0))
    }
}

fn quantity_words(quantity: Quantity) -> String {
    match quantity {
        Quantity::Some => String::new(),
        Quantity::No => "no ".to_owned(),
        Quantity::Every => "every ".to_owned(),
        Quantity::Range(min, max) => format!("{} ", range(min, max)),
    }
}

fn vector(vector: &Vector) -> String {
    let relative = if vector.relative { "" } else { "!" };
    format!("{relative}({},{})", vector.x, vector.y)
}
