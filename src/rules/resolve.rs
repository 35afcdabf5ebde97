//! From flat items to the ruleset: the order in which things are resolved, and what all passes share.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::{Diagnostic, Diagnostics, Sources, Span, code};
use crate::syntax::ast::{Declaration, Items, Name, OptionItem, RegionMember};
use crate::types::{BoardSet, CountId, Counter, Family, Kind, Mark, Player, Table};

use super::board::{Board, LineId};
use super::handles::Entry;
use super::inherit::Flat;
use super::model::{
    Cells, CountDef, CounterDef, FamilyDef, KindDef, MarkDef, Notation, OptionDef, Placed, PlayerDef, Region, Ruleset,
    Seen, Unused, Whose,
};
use super::names::{Names, Sort};
use super::{limits, pieces, places};

/// Resolves a flat game. The ruleset is there when no error was found; the number is that of the parts built.
pub(super) fn resolve(flat: &Flat, sources: &Sources, diagnostics: &mut Diagnostics) -> (Option<Ruleset>, usize) {
    resolve_under(flat, flat.options.clone(), sources, diagnostics)
}

/// Resolves a flat game as if its options had other values.
pub(super) fn resolve_under(
    flat: &Flat,
    options: Vec<OptionDef>,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) -> (Option<Ruleset>, usize) {
    let mut resolver = Resolver::new(flat, options, sources);
    resolver.declare_names();
    resolver.board();
    resolver.players();
    resolver.pieces();
    resolver.lines();
    resolver.marks();
    resolver.all_regions();
    let setup = resolver.whole_setup();
    resolver.counts();
    resolver.every_fact();
    resolver.traits();
    let hands = resolver.hands();
    let drop_hands = resolver.drop_hands();
    let taken_leave_at_end = resolver.taken_leave();
    let (notation, kif) = resolver.notation();
    let terrain = resolver.terrain();
    let captures = resolver.captures();
    let rules = resolver.rules();
    let events = resolver.events();
    let actions = resolver.actions();
    let ends = resolver.ends();
    resolver.reserved();
    resolver.finish(
        Rest {
            setup,
            hands,
            drop_hands,
            taken_leave_at_end,
            notation,
            kif,
            terrain,
            captures,
            rules,
            events,
            actions,
            ends,
        },
        diagnostics,
    )
}

/// What `resolve` gathers outside the resolver.
struct Rest {
    setup: Vec<Placed>,
    hands: Vec<super::model::Stock>,
    drop_hands: Vec<Whose>,
    taken_leave_at_end: bool,
    notation: Notation,
    kif: bool,
    terrain: Vec<super::model::Terrain>,
    captures: Vec<super::model::Capture>,
    rules: Vec<super::model::Rule>,
    events: Vec<super::model::Event>,
    actions: Vec<super::model::Action>,
    ends: Vec<super::model::End>,
}

/// How far a thing that is resolved when it is first asked for has come.
#[derive(Debug, Clone)]
pub(super) enum Lazy<T> {
    /// Not asked for yet.
    Waiting,
    /// Being resolved: asking for it again is a ring.
    Begun,
    /// Done.
    Done(T),
}

/// A region that is resolved when it is first asked for.
pub(super) struct RegionState<'a> {
    pub name: &'a Name,
    pub items: &'a Items,
    pub cells: Lazy<Cells>,
}

/// A family that is resolved when it is first asked for.
pub(super) struct FamilyState<'a> {
    pub name: &'a Name,
    pub members: &'a [RegionMember],
    pub def: Lazy<FamilyDef>,
}

/// A named set of kinds.
pub(super) struct KindsState<'a> {
    pub name: &'a Name,
    pub both_sides: bool,
    pub elements: &'a [crate::syntax::ast::KindElement],
    pub kinds: Lazy<Vec<Kind>>,
}

/// A fact; it is written out anew wherever it is used, because whoever is in view there is in view in it.
pub(super) struct FactState<'a> {
    pub name: &'a Name,
    pub condition: &'a crate::syntax::ast::Condition,
}

/// Everything that the passes share.
pub(super) struct Resolver<'a> {
    pub flat: &'a Flat,
    pub sources: &'a Sources,
    pub names: Names,
    pub board: Board,
    pub board_known: bool,
    pub players: Table<Player, PlayerDef>,
    pub turns: Vec<Player>,
    pub kinds: Table<Kind, KindDef>,
    /// Who can own a kind, as a bit for each player.
    pub owners: Vec<u8>,
    /// Kinds whose code another kind has, which was reported.
    pub same_code: Vec<Kind>,
    pub kind_sets: Vec<KindsState<'a>>,
    pub regions: Vec<RegionState<'a>>,
    pub families: Vec<FamilyState<'a>>,
    pub line_names: BTreeMap<String, (LineId, Span)>,
    pub marks: Table<Mark, MarkDef>,
    pub counts: Table<CountId, CountDef>,
    pub counters: Table<Counter, CounterDef>,
    pub counter_keys: BTreeMap<String, Counter>,
    pub facts: Vec<FactState<'a>>,
    /// Facts being written out, and where each is asked for.
    pub open_facts: Vec<(usize, Span)>,
    /// Regions, families, named sets and the setup being resolved, by name.
    pub open: Vec<String>,
    pub setup: Lazy<Vec<Placed>>,
    pub options: Vec<OptionDef>,
    /// Subjects without a number word that something is denied of.
    pub some_is_not: Vec<Span>,
    /// Blocks in which nothing is written.
    pub blank: Vec<Span>,
    /// Something asks whether a piece `could never move`.
    pub could_never_move: bool,
    /// Sentences of version 2 are not reported here: an option has ruled them out.
    pub ruled_out: bool,
    diagnostics: Diagnostics,
    seen: BTreeSet<(&'static str, Span, String)>,
    /// Every sign with its piece, once all signs are known.
    pub all_signs: Option<BTreeMap<String, (Option<Player>, Kind)>>,
    /// Rings that were reported, each by its sorted names.
    pub rings: BTreeSet<Vec<String>>,
    /// Conditions, terms and legs built so far.
    built: usize,
    too_large: bool,
    /// Nesting of conditions, paths, terms.
    pub depth: usize,
}

impl<'a> Resolver<'a> {
    fn new(flat: &'a Flat, options: Vec<OptionDef>, sources: &'a Sources) -> Self {
        Self {
            flat,
            sources,
            names: Names::default(),
            board: places::empty_board(),
            board_known: false,
            players: Table::new(),
            turns: Vec::new(),
            kinds: Table::new(),
            owners: Vec::new(),
            same_code: Vec::new(),
            kind_sets: Vec::new(),
            regions: Vec::new(),
            families: Vec::new(),
            line_names: BTreeMap::new(),
            marks: Table::new(),
            counts: Table::new(),
            counters: Table::new(),
            counter_keys: BTreeMap::new(),
            facts: Vec::new(),
            open_facts: Vec::new(),
            open: Vec::new(),
            setup: Lazy::Waiting,
            options,
            some_is_not: Vec::new(),
            blank: Vec::new(),
            could_never_move: false,
            ruled_out: false,
            diagnostics: Diagnostics::new(),
            seen: BTreeSet::new(),
            rings: BTreeSet::new(),
            all_signs: None,
            built: 0,
            too_large: false,
            depth: 0,
        }
    }

    /// The items of the flat game, free of the borrow of `self`.
    pub fn entries(&self) -> &'a [Entry] {
        &self.flat.entries
    }

    /// Reports a fault, once.
    pub fn report(&mut self, mut fault: Diagnostic) {
        if let Some(&(_, use_of)) = self.open_facts.first()
            && use_of != fault.primary.span
        {
            fault = fault.also(use_of, "asked for here");
        }
        if self.talked_out() || !self.seen.insert((fault.code.0, fault.primary.span, fault.title.clone())) {
            return;
        }
        if self.diagnostics.list.len() + 1 == limits::MOST_MESSAGES {
            let title = format!("more than {} faults; the rest is not looked at", limits::MOST_MESSAGES);
            fault = Diagnostic::new(code::TOO_MANY_MESSAGES, fault.primary.span, title)
                .help("begin with the first messages: one slip can bring many others");
        }
        self.diagnostics.push(fault);
    }

    /// Has so much been said that nothing more is?
    fn talked_out(&self) -> bool {
        self.diagnostics.list.len() >= limits::MOST_MESSAGES
    }

    /// Reports a sentence of version 2, unless an option has ruled it out.
    pub fn version_two(&mut self, span: Span, words: &str) {
        if !self.ruled_out {
            self.report(
                Diagnostic::new(code::VERSION_TWO, span, format!("`{words}` comes with version 2"))
                    .help("this program reads the sentence but cannot play it; leave it out for now"),
            );
        }
    }

    /// Reports a sentence that is read but cannot be played yet.
    pub fn not_yet(&mut self, span: Span, what: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::new(code::CANNOT_RUN_YET, span, what).help(help));
    }

    /// Counts what is built; false when the game is too large to go on.
    pub fn room(&mut self, span: Span) -> bool {
        self.built += 1;
        if self.built <= limits::MOST_PARTS && self.depth <= limits::DEEPEST {
            return true;
        }
        if !self.too_large {
            self.too_large = true;
            let title = if self.depth > limits::DEEPEST {
                format!("brackets and facts are nested deeper than {}", limits::DEEPEST)
            } else {
                format!("with its facts written out the game has more than {} parts", limits::MOST_PARTS)
            };
            self.report(Diagnostic::new(code::TOO_LARGE, span, title).help("say it with fewer or shorter facts"));
        }
        false
    }

    /// A number within a limit; the limit when it is larger, with a fault.
    pub fn limited(&mut self, value: u32, most: u32, span: Span, what: &str) -> u32 {
        if value <= most {
            return value;
        }
        // The front end has its own words for numbers beyond all measure.
        if value > limits::LARGEST_NUMBER {
            return most;
        }
        self.report(
            Diagnostic::new(code::TOO_LARGE, span, format!("{what} can be {most} at most, not {value}"))
                .help(format!("write a number up to {most}")),
        );
        most
    }

    /// What a name stands for, when it is of a sort that fits; everything else is reported.
    pub fn find(&mut self, name: &Name, wanted: &str, fits: impl Fn(Sort) -> bool) -> Option<Sort> {
        match self.names.get(&name.text) {
            Some(Sort::Poison) => None,
            Some(sort) if fits(sort) => Some(sort),
            Some(_) if self.talked_out() => None,
            Some(sort) => {
                let help = self.names.of_sort(fits, wanted);
                let fault = self.names.wrong_sort(name, sort, wanted);
                self.report(fault.help(help));
                None
            }
            None => {
                if !self.talked_out()
                    && let Some(fault) = self.names.unknown(name, wanted, fits)
                {
                    self.report(fault);
                }
                None
            }
        }
    }

    /// A player by name.
    pub fn player_named(&mut self, name: &Name) -> Option<Player> {
        match self.find(name, "a player", |sort| matches!(sort, Sort::Player(_))) {
            Some(Sort::Player(player)) => Some(player),
            _ => None,
        }
    }

    /// A kind by name.
    pub fn kind_named(&mut self, name: &Name) -> Option<Kind> {
        match self.find(name, "a piece", |sort| matches!(sort, Sort::Kind(_))) {
            Some(Sort::Kind(kind)) => Some(kind),
            _ => None,
        }
    }

    /// A bit for every player.
    pub fn everybody(&self) -> u8 {
        ((1_u16 << self.players.len()) - 1) as u8
    }

    /// The same cells for every player in view.
    pub fn same_for_all(&self, cells: BoardSet) -> Cells {
        Cells { by_view: vec![cells; self.players.len().max(1)] }
    }

    fn declare(&mut self, name: &Name, sort: Sort) {
        if let Some(fault) = self.names.declare(name, sort) {
            self.report(fault);
        }
    }

    /// Declares every name before anything is resolved, so that the order of items is free.
    fn declare_names(&mut self) {
        for (entry, place) in &self.flat.removed {
            if let Some(name) = entry.declared_name() {
                self.names.removed(name, *place);
            }
        }
        for unreadable in &self.flat.unreadable {
            self.names.poison(&unreadable.name);
        }
        let (mut players, mut kinds, mut counts, mut options) = (0, 0, 0, 0);
        let mut marks: usize = 0;
        for entry in self.entries() {
            match &entry.declaration {
                Declaration::Player { name, .. } => {
                    if players < limits::MOST_PLAYERS {
                        self.declare(name, Sort::Player(Player::from_index(players)));
                    } else {
                        self.names.poison(name);
                    }
                    players += 1;
                }
                Declaration::Piece(piece) => {
                    if kinds < pieces::MOST_KINDS {
                        self.declare(&piece.name, Sort::Kind(Kind::from_index(kinds)));
                    } else {
                        self.names.poison(&piece.name);
                    }
                    kinds += 1;
                }
                Declaration::Kind { name, both_sides, elements } => {
                    self.declare(name, Sort::Kinds(self.kind_sets.len()));
                    self.kind_sets.push(KindsState { name, both_sides: *both_sides, elements, kinds: Lazy::Waiting });
                }
                Declaration::Region { name, items } => {
                    self.declare(name, Sort::Region(self.regions.len()));
                    self.regions.push(RegionState { name, items, cells: Lazy::Waiting });
                }
                Declaration::Regions { name, members } => {
                    self.declare(name, Sort::Family(Family::from_index(self.families.len())));
                    self.families.push(FamilyState { name, members, def: Lazy::Waiting });
                }
                Declaration::Mark { name, .. } => {
                    if marks < limits::MOST_MARKS {
                        self.declare(name, Sort::Mark(Mark::from_index(marks)));
                    } else {
                        self.names.poison(name);
                    }
                    marks += 1;
                }
                Declaration::Option(OptionItem { name, .. }) => {
                    if options < self.options.len() {
                        self.declare(name, Sort::Option(options));
                    }
                    options += 1;
                }
                Declaration::Count { name, .. } => {
                    self.declare(name, Sort::Count(CountId::from_index(counts)));
                    counts += 1;
                }
                Declaration::Fact { name, condition } => {
                    self.declare(name, Sort::Fact(self.facts.len()));
                    self.facts.push(FactState { name, condition });
                }
                _ => {}
            }
        }
        for (count, most, what) in [
            (players, limits::MOST_PLAYERS, "players"),
            (kinds, pieces::MOST_KINDS, "pieces"),
            (marks, limits::MOST_MARKS, "marks"),
        ] {
            if count > most {
                let span = self.entries().iter().rev().find(|e| match what {
                    "players" => matches!(e.declaration, Declaration::Player { .. }),
                    "pieces" => matches!(e.declaration, Declaration::Piece(_)),
                    _ => matches!(e.declaration, Declaration::Mark { .. }),
                });
                let span = span.map_or(self.flat.first_line, |e| e.keyword);
                self.report(
                    Diagnostic::new(code::TOO_LARGE, span, format!("{count} {what}; a game can have {most} at most"))
                        .help(format!("leave {} of them out", count - most)),
                );
            }
        }
    }

    /// A fault for something that a game cannot do without.
    pub fn missing(&mut self, what: &str, help: &str) {
        if !self.flat.damaged {
            self.report(
                Diagnostic::new(code::NOT_DECLARED_AT_ALL, self.flat.first_line, format!("the game has no {what}"))
                    .help(help.to_owned()),
            );
        }
    }

    /// Sentences that are reserved for version 2.
    fn reserved(&mut self) {
        for entry in self.entries() {
            if let Declaration::Reserved(words) = &entry.declaration {
                // These say something about the file and change nothing in the game.
                if ["source", "note", "preset"].iter().any(|word| words.starts_with(word)) {
                    continue;
                }
                self.version_two(entry.span, words);
            }
        }
    }

    fn finish(mut self, rest: Rest, diagnostics: &mut Diagnostics) -> (Option<Ruleset>, usize) {
        let regions = self
            .regions
            .iter()
            .filter_map(|region| match &region.cells {
                Lazy::Done(cells) => {
                    Some(Region { name: region.name.text.clone(), cells: cells.clone(), span: region.name.span })
                }
                _ => None,
            })
            .collect();
        let families = std::mem::take(&mut self.families)
            .into_iter()
            .map(|family| match family.def {
                Lazy::Done(def) => def,
                _ => FamilyDef { name: family.name.text.clone(), members: Vec::new(), span: family.name.span },
            })
            .collect();
        let file = self.flat.first_line.file;
        let unused = self.names.unused().into_iter().filter(|(.., span)| span.file == file);
        let unused = unused.map(|(name, sort, span)| Unused { name, what: sort.words(), span }).collect();
        let sound = !self.diagnostics.has_errors();
        let built = self.built;
        diagnostics.extend(self.diagnostics);
        let ruleset = sound.then(|| Ruleset {
            title: self.flat.title.clone(),
            board: self.board,
            players: self.players,
            turns: self.turns,
            kinds: self.kinds,
            regions,
            families,
            marks: self.marks,
            hands: rest.hands,
            drop_hands: rest.drop_hands,
            taken_leave_at_end: rest.taken_leave_at_end,
            counts: self.counts,
            counters: self.counters,
            notation: rest.notation,
            kif: rest.kif,
            setup: rest.setup,
            terrain: rest.terrain,
            captures: rest.captures,
            rules: rest.rules,
            events: rest.events,
            actions: rest.actions,
            ends: rest.ends,
            options: self.options,
            seen: Seen {
                unused,
                some_is_not: self.some_is_not,
                blank: self.blank,
                could_never_move: self.could_never_move,
            },
        });
        (ruleset, built)
    }
}
