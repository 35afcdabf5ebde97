//! A stable text picture of a ruleset, for snapshots and comparisons. It shows everything but the places in the files.

mod words;

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::types::{BoardSet, Cell, Kind, Player};

use super::board::Compass;
use super::model::{
    AddendFor, Capture, Closure, Condition, CounterDef, Deed, Effect, EndVerb, EndWhat, Lasts, Modal, MoveTarget,
    MoveWhat, Notation, OptionValues, Receiver, Ruleset, Shape, Step, Takes, TerrainKind, Trigger, Verb,
};

/// The whole ruleset, one thing a line.
pub fn ruleset(rules: &Ruleset) -> String {
    let dump = Dump { rules: Some(rules) };
    let mut out = String::new();
    dump.whole(rules, &mut out);
    out
}

/// A counter without the places in the file: equal counters have equal keys.
pub(super) fn counter_key(def: &CounterDef) -> String {
    Dump { rules: None }.counter(def)
}

/// Writes the parts of a ruleset; without one, ids stand for names.
struct Dump<'a> {
    rules: Option<&'a Ruleset>,
}

fn list<T>(all: &[T], show: impl Fn(&T) -> String) -> String {
    all.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn range(min: u32, max: Option<u32>) -> String {
    match max {
        Some(max) if max == min => format!("{min}"),
        Some(max) => format!("{min}..{max}"),
        None => format!("{min}.."),
    }
}

impl Dump<'_> {
    fn whole(&self, rules: &Ruleset, out: &mut String) {
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!("game {:?}", rules.title));
        for option in &rules.options {
            let values = match &option.values {
                OptionValues::Switch => "on, off".to_owned(),
                OptionValues::Range(least, most) => format!("{least}..{most}"),
                OptionValues::Words(words) => words.join(", "),
            };
            let unread = if option.read { "" } else { ", never asked" };
            line(format!("option {} = {} ({values}; default {}{unread})", option.name, option.value, option.default));
        }
        let board = &rules.board;
        line(format!("board {} x {}", board.files, board.ranks));
        line(format!("  files {}", board.file_labels.join(" ")));
        line(format!("  ranks {}", board.rank_labels.join(" ")));
        let all: BoardSet = (0..board.grid_size() as u16).map(Cell).collect();
        if board.cells != all {
            line(format!(
                "  holes {}",
                (all - board.cells).into_iter().map(|c| board.name(c)).collect::<Vec<_>>().join(" ")
            ));
        }
        for one in &board.lines {
            let chains = list(&one.chains, |chain| list(chain, |&cell| board.name(cell)).replace(", ", " "));
            line(format!("  line {} = {chains}", one.name));
        }
        for (_, player) in rules.players.iter() {
            let faces = player.faces.map_or_else(String::new, |c| format!(" faces {}", compass(c)));
            let label = player.label.as_ref().map_or_else(String::new, |l| format!(" {l:?}"));
            line(format!("player {}{label}{faces} team {}", player.name, player.team.0));
        }
        line(format!("turns {}", list(&rules.turns, |&p| self.player(p))));
        for region in &rules.regions {
            line(format!("region {} = {}", region.name, self.cells(&region.cells)));
        }
        for (_, family) in rules.families.iter() {
            line(format!("regions {}", family.name));
            for member in &family.members {
                let name = member.name.as_deref().unwrap_or("-");
                let owner = member.owner.map_or_else(String::new, |p| format!(" of {}", self.player(p)));
                line(format!("  {name}{owner} = {}", self.cell_set(&member.cells)));
            }
        }
        for (_, mark) in rules.marks.iter() {
            let lasts = match mark.lasts {
                Lasts::UntilNextTurn => "until the next turn".to_owned(),
                Lasts::Plies(plies) => format!("{plies} plies"),
                Lasts::Ever => "for ever".to_owned(),
            };
            line(format!("mark {} lasts {lasts}", mark.name));
        }
        self.pieces(rules, &mut line);
        for stock in &rules.hands {
            let number = stock.number.map_or("any number of".to_owned(), |n| n.to_string());
            line(format!("hand {} = {number} {}", self.player(stock.player), self.kind(stock.kind)));
        }
        line(format!("drops from {}", list(&rules.drop_hands, |&w| self.whose(w))));
        if rules.taken_leave_at_end {
            line("taken pieces leave at the end of the move".to_owned());
        }
        let notation = match rules.notation {
            Notation::Plain => "plain",
            Notation::Usi => "usi",
            Notation::Uci => "uci",
        };
        line(format!("notation {notation}{}", if rules.kif { ", kif" } else { "" }));
        for (_, count) in rules.counts.iter() {
            line(format!("count {}", count.name));
            for addend in &count.addends {
                let what = match &addend.what {
                    AddendFor::Each(set) => format!("each {}", self.set(set)),
                    AddendFor::Player(player) => self.player(*player),
                };
                line(format!("  {}/2 for {what}", addend.halves));
            }
        }
        for (id, counter) in rules.counters.iter() {
            line(format!("counter {} = {}", id.0, self.counter(counter)));
        }
        let mut setup: BTreeMap<(Option<Player>, Kind), BoardSet> = BTreeMap::new();
        for placed in &rules.setup {
            setup.entry((placed.owner, placed.kind)).or_default().insert(placed.cell);
        }
        for ((owner, kind), cells) in &setup {
            let owner = owner.map_or_else(|| "nobody".to_owned(), |p| self.player(p));
            line(format!("setup {owner} {} {}", self.kind(*kind), self.cell_set(cells)));
        }
        self.sentences(rules, &mut line);
    }

    fn pieces(&self, rules: &Ruleset, line: &mut impl FnMut(String)) {
        for (_, kind) in rules.kinds.iter() {
            let mut head = format!("piece {} {}", kind.name, kind.code);
            for label in &kind.labels {
                let _ = write!(head, " {label:?}");
            }
            let signs: Vec<String> = kind
                .signs
                .iter()
                .enumerate()
                .filter_map(|(at, sign)| Some(format!("{} {}", self.player(Player::from_index(at)), sign.as_ref()?)))
                .collect();
            if !signs.is_empty() {
                let _ = write!(head, " for {}", signs.join(", "));
            }
            for (said, word) in [(kind.neutral, " neutral"), (kind.royal, " royal")] {
                if said {
                    head.push_str(word);
                }
            }
            if let Some(other) = kind.promotes_to {
                let _ = write!(head, " promotes to {}", self.kind(other));
            }
            if let Some(other) = kind.plain_side {
                let _ = write!(head, " plain side {}", self.kind(other));
            }
            line(head);
            for moves in &kind.movements {
                let verb = match moves.verb {
                    Verb::Moves => "moves",
                    Verb::Walks => "walks",
                    Verb::Takes => "takes",
                };
                let mut text = match &moves.what {
                    MoveWhat::Path(path) => format!("  {verb} {}", self.path(path)),
                    MoveWhat::InsteadLike(set) => format!("  {verb} instead like {}", self.set(set)),
                };
                if let Some(most) = moves.taking_at_most {
                    let _ = write!(text, "; taking at most {most}");
                }
                if let Some(items) = &moves.stopping_on {
                    let _ = write!(text, "; stopping on {}", self.items(items));
                }
                if let Some(mark) = moves.leaving_mark {
                    let _ = write!(text, "; leaving mark {}", self.mark(mark));
                }
                text.push_str(&self.when(&moves.when));
                line(text);
            }
            for only in &kind.only_in {
                line(format!("  only in {}{}", self.items(&only.cells), self.when(&only.when)));
            }
            for freezes in &kind.freezes {
                line(format!("  freezes {}{}", self.set(&freezes.set), self.when(&freezes.when)));
            }
            if !matches!(kind.may_stop, Condition::Const(false)) {
                line(format!("  may stop after any leg{}", self.when(&kind.may_stop)));
            }
        }
    }

    fn sentences(&self, rules: &Ruleset, line: &mut impl FnMut(String)) {
        for terrain in &rules.terrain {
            let outside = if terrain.outside { " and outside" } else { "" };
            line(format!("terrain {}{outside}", self.cells(&terrain.cells)));
            for statement in &terrain.statements {
                let what = match &statement.kind {
                    TerrainKind::Access { only, who, stops } => {
                        let (word, verb) = (if *only { "only" } else { "no" }, if *stops { "stops" } else { "enters" });
                        format!("{word} {} {verb}", self.items(who))
                    }
                    TerrainKind::Hostile { to, even_when_occupied } => {
                        let even = if *even_when_occupied { " even when occupied" } else { "" };
                        format!("hostile to {}{even}", self.items(to))
                    }
                };
                line(format!("  {what}{}", self.when(&statement.when)));
            }
        }
        for capture in &rules.captures {
            self.capture(capture, line);
        }
        for rule in &rules.rules {
            let modal = match rule.modal {
                Modal::May => "may",
                Modal::Must => "must",
                Modal::MayNot => "may not",
            };
            let player = rule.player.map_or_else(String::new, |p| format!(" for {}", self.player(p)));
            let leaving = rule.leaving.as_ref().map_or_else(String::new, |c| format!(" leaving {}", self.condition(c)));
            let deed = self.deed(&rule.deed);
            line(format!("rule {}: {modal} {deed}{player}{}{leaving}", rule.label, self.when(&rule.when)));
        }
        for event in &rules.events {
            let trigger = match &event.trigger {
                Trigger::TurnStart => "at turn start".to_owned(),
                Trigger::TurnEnd => "at turn end".to_owned(),
                Trigger::PlayerOut => "after player is out".to_owned(),
                Trigger::Moves(set) => format!("after {} moves", self.set(set)),
                Trigger::Taken(set) => format!("after {} is taken", self.set(set)),
                Trigger::Dropped(set) => format!("after {} is dropped", self.set(set)),
                Trigger::Takes(set, items) => format!("after {} takes {}", self.set(set), self.items(items)),
            };
            line(format!("event {}: {trigger}{}", event.label, self.when(&event.when)));
            self.steps(&event.steps, 1, line);
        }
        for action in &rules.actions {
            let player = action.player.map_or_else(String::new, |p| format!(" for {}", self.player(p)));
            let claim = if action.claim { " (a claim)" } else { "" };
            line(format!("action {}{player}{claim}", action.name));
            if let Some(choose) = &action.choose {
                let aligned = choose.aligned.as_ref().map_or_else(String::new, |(items, along, nothing)| {
                    let nothing = if *nothing { " with nothing between" } else { "" };
                    format!(" aligned with {} along {}{nothing}", self.items(items), self.directions(along))
                });
                line(format!("  choose {}{aligned}", self.set(&choose.set)));
            }
            for needs in &action.needs {
                line(format!("  needs {}", self.condition(needs)));
            }
            for (effect, when) in &action.effects {
                line(format!("  {}{}", self.effect(effect), self.when(when)));
            }
        }
        for end in &rules.ends {
            let what = match end.what {
                EndWhat::Draw => "draw".to_owned(),
                EndWhat::LastTeamWins => "last team wins".to_owned(),
                EndWhat::PlayerToMove(verb) => format!("player to move {}", end_verb(verb)),
                EndWhat::PlayerWhoMoved(verb) => format!("player who moved {}", end_verb(verb)),
                EndWhat::EachPlayer(verb) => format!("a player {}", end_verb(verb)),
                EndWhat::EachTeam(verb) => format!("a team {}", end_verb(verb)),
                EndWhat::Named(player, verb) => format!("{} {}", self.player(player), end_verb(verb)),
            };
            line(format!("end {}: {what}{}", end.label, self.when(&end.when)));
        }
    }

    fn capture(&self, capture: &Capture, line: &mut impl FnMut(String)) {
        line(format!("capture {}", capture.name));
        for by in &capture.by {
            line(format!("  by {}", self.set(by)));
        }
        for takes in &capture.takes {
            line(format!("  {}", self.takes(takes)));
        }
    }

    fn takes(&self, takes: &Takes) -> String {
        let verb = if takes.flips { "flips" } else { "takes" };
        let shape = match takes.shape {
            Shape::One => String::new(),
            Shape::Line(min, max) => format!(" line of {}", range(min, max)),
            Shape::Group => " group of".to_owned(),
            Shape::Pair => " pair of".to_owned(),
        };
        let closure = match &takes.closure {
            Closure::Between(set) => format!("between moved piece and {}", self.set(set)),
            Closure::EnclosedBy(set) => format!("enclosed by {}", self.set(set)),
            Closure::Around => "around moved piece".to_owned(),
        };
        let sparing = takes.sparing.as_ref().map_or_else(String::new, |g| format!(" sparing {}", self.items(g)));
        let along = self.directions(&takes.along);
        format!("{verb}{shape} {} {closure} along {along}{sparing}{}", self.set(&takes.set), self.when(&takes.when))
    }

    fn deed(&self, deed: &Deed) -> String {
        match deed {
            Deed::Act => "act".to_owned(),
            Deed::Pass => "pass".to_owned(),
            Deed::TakeTheMost => "take the most pieces".to_owned(),
            Deed::Drop { set, either_side_up } => {
                let side = if *either_side_up { ", either side up" } else { "" };
                format!("drop {}{side}", self.set(set))
            }
            Deed::Move { set, taking } => {
                let taking = taking.as_ref().map_or_else(String::new, |t| format!(" taking {}", self.set(t)));
                format!("move {}{taking}", self.set(set))
            }
            Deed::Take { set, with } => {
                let set = set.as_ref().map_or_else(String::new, |t| format!(" {}", self.set(t)));
                let with = with.as_ref().map_or_else(String::new, |t| format!(" with {}", self.set(t)));
                format!("take{set}{with}")
            }
        }
    }

    fn steps(&self, steps: &[Step], depth: usize, line: &mut impl FnMut(String)) {
        let indent = "  ".repeat(depth);
        for step in steps {
            match step {
                Step::ForEachPlayer { without, when, steps } => {
                    let without = without.as_ref().map_or_else(String::new, |w| format!(" without {}", self.items(w)));
                    line(format!("{indent}for each player{without}{}", self.when(when)));
                    self.steps(steps, depth + 1, line);
                }
                Step::Effect { optional, effect, when } => {
                    let may = if *optional { "may " } else { "" };
                    line(format!("{indent}{may}{}{}", self.effect(effect), self.when(when)));
                }
            }
        }
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Promote { set, to } if to.is_empty() => format!("promote {}", self.set(set)),
            Effect::Promote { set, to } => format!("promote {} to {}", self.set(set), list(to, |&k| self.kind(k))),
            Effect::TurnBack(set) => format!("turn back {}", self.set(set)),
            Effect::TurnOver(set) => format!("turn over {}", self.set(set)),
            Effect::Remove(set) => format!("remove {}", self.set(set)),
            Effect::Place { kind, whose, set } => {
                format!("place {} {} on {}", self.whose(*whose), self.kind(*kind), self.set(set))
            }
            Effect::Give { set, to } => {
                let to = match to {
                    Receiver::Ally => "ally".to_owned(),
                    Receiver::Mover => "mover".to_owned(),
                    Receiver::Owner => "owner".to_owned(),
                    Receiver::Player => "player".to_owned(),
                    Receiver::Nobody => "nobody".to_owned(),
                    Receiver::Named(player) => self.player(*player),
                };
                format!("give {} to {to}", self.set(set))
            }
            Effect::Put { set, whose, turned_back } => {
                let back = if *turned_back { ", turned back" } else { "" };
                format!("put {} into {} hand{back}", self.set(set), self.whose(*whose))
            }
            Effect::Move { set, target } => {
                let target = match target {
                    MoveTarget::CellCrossed => "to the cell crossed".to_owned(),
                    MoveTarget::To(items) => format!("to {}", self.items(items)),
                    MoveTarget::Toward(cells, items) => format!("{cells} cells toward {}", self.items(items)),
                };
                format!("move {} {target}", self.set(set))
            }
            Effect::Player { who, verb } => format!("{} {}", self.who(*who), end_verb(*verb)),
            Effect::Draw => "draw".to_owned(),
            Effect::Again { must, take } => {
                let (must, take) = (if *must { "must" } else { "may" }, if *take { "take" } else { "move" });
                format!("{must} {take} again")
            }
        }
    }
}

fn end_verb(verb: EndVerb) -> &'static str {
    match verb {
        EndVerb::Wins => "wins",
        EndVerb::Loses => "loses",
        EndVerb::IsOut => "is out",
    }
}

fn compass(direction: Compass) -> &'static str {
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
        [usize::from(direction.0) & 7]
}
