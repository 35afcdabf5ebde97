//! Players, teams, the order of turns, hands, and how the game is written down.

use crate::diag::{Diagnostic, code, nearest};
use crate::syntax::ast::{
    Condition as Written, Declaration, Direction, DirectionKind, HandSource, Lasts as WrittenLasts, Name,
    Stock as WrittenStock,
};
use crate::types::{Player, Table, Team};

use super::board::Compass;
use super::limits;
use super::model::{Condition, Lasts, MarkDef, Notation, PlayerDef, Stock, Whose};
use super::resolve::Resolver;
use super::scope::Scope;

impl Resolver<'_> {
    /// Resolves players, teams and the order of the turns.
    pub fn players(&mut self) {
        for entry in self.entries() {
            let Declaration::Player { name, label, faces } = &entry.declaration else { continue };
            if self.players.len() == limits::MOST_PLAYERS {
                break;
            }
            let faces = faces.as_ref().and_then(|direction| self.facing(direction));
            self.players.push(PlayerDef {
                name: name.text.clone(),
                label: label.as_ref().map(|l| l.text.clone()),
                faces,
                team: Team::from_index(self.players.len()),
                span: name.span,
            });
        }
        if self.players.is_empty() {
            self.missing("players", "declare who plays: `player White faces north`");
        }
        self.teams();
        self.turns();
    }

    fn facing(&mut self, direction: &Direction) -> Option<Compass> {
        match direction.kind {
            DirectionKind::North => Some(Compass::NORTH),
            DirectionKind::East => Some(Compass::EAST),
            DirectionKind::South => Some(Compass::SOUTH),
            DirectionKind::West => Some(Compass::WEST),
            _ => {
                self.report(
                    Diagnostic::new(code::BAD_BOARD, direction.span, "a player faces one side of the board")
                        .help("write `north`, `east`, `south` or `west`; north is the top of the board"),
                );
                None
            }
        }
    }

    fn teams(&mut self) {
        let mut holding = Vec::new();
        let mut lines = Vec::new();
        for entry in self.entries() {
            let Declaration::Teams { teams, when } = &entry.declaration else { continue };
            lines.push(entry.keyword);
            // Names are checked in lines that do not hold, too.
            let resolved: Vec<Vec<Player>> =
                teams.iter().map(|team| team.iter().filter_map(|name| self.player_named(name)).collect()).collect();
            let named: usize = teams.iter().map(Vec::len).sum();
            self.everybody_once(teams, &resolved, named, entry.keyword);
            if self.option_guard(when.as_ref()) {
                holding.push((entry.keyword, resolved));
            }
        }
        // One line with a condition says what holds then; otherwise every player is a team.
        if holding.len() > 1 || (holding.is_empty() && lines.len() > 1) {
            let title = if holding.is_empty() {
                "under these options no `teams` line holds".to_owned()
            } else {
                format!("under these options {} `teams` lines hold", holding.len())
            };
            let span = holding.last().map_or_else(|| lines.last().copied().unwrap_or_default(), |(span, _)| *span);
            let mut fault = Diagnostic::new(code::TEAMS_DO_NOT_HOLD, span, title)
                .help("of several `teams` lines exactly one must hold for each value of the options");
            for (other, _) in holding.iter().rev().skip(1).take(3) {
                fault = fault.also(*other, "this one holds, too");
            }
            self.report(fault);
        }
        if let Some((_, teams)) = holding.into_iter().next() {
            for (number, team) in teams.iter().enumerate() {
                for &player in team {
                    if self.players.get(player).is_some() {
                        self.players[player].team = Team::from_index(number);
                    }
                }
            }
        }
    }

    fn everybody_once(
        &mut self,
        written: &[Vec<Name>],
        teams: &[Vec<Player>],
        named: usize,
        keyword: crate::diag::Span,
    ) {
        let all: Vec<Player> = teams.iter().flatten().copied().collect();
        if named > 64 {
            self.report(
                Diagnostic::new(code::TOO_LARGE, keyword, format!("{named} names in teams"))
                    .help("every player is in one team"),
            );
            return;
        }
        if all.len() != named {
            return;
        }
        let mut seen: Vec<(Player, crate::diag::Span)> = Vec::new();
        for (name, player) in written.iter().flatten().zip(&all) {
            if let Some((_, first)) = seen.iter().find(|(p, _)| p == player) {
                let first = *first;
                self.report(
                    Diagnostic::new(code::NAME_TWICE, name.span, format!("`{}` is in the teams twice", name.text))
                        .also(first, "first here"),
                );
            }
            seen.push((*player, name.span));
        }
        let left = self.players.iter().find(|(id, _)| !all.contains(id)).map(|(_, p)| (p.name.clone(), p.span));
        if let Some((name, span)) = left {
            self.report(
                Diagnostic::new(code::TEAMS_DO_NOT_HOLD, keyword, format!("`{name}` is in no team"))
                    .also(span, "declared here")
                    .help(format!("every player is in one team; alone is a team, too: `…, {name}`")),
            );
        }
    }

    fn turns(&mut self) {
        for entry in self.entries() {
            if let Declaration::Turns(names) = &entry.declaration {
                if names.len() > 64 {
                    self.report(
                        Diagnostic::new(code::TOO_LARGE, entry.keyword, "a round of more than 64 turns")
                            .help("the order begins again from its start by itself"),
                    );
                }
                self.turns = names.iter().take(64).filter_map(|name| self.player_named(name)).collect();
            }
        }
        if self.turns.is_empty() {
            self.turns = self.players.ids().collect();
        }
    }

    /// A condition that stands where only options can be asked: true when there is none.
    pub fn option_guard(&mut self, when: Option<&Written>) -> bool {
        let Some(when) = when else { return true };
        let scope = Scope::new(self.everybody(), "a condition about options");
        if let Condition::Const(holds) = self.condition(when, scope) {
            return holds;
        }
        self.not_yet(
            when.span,
            "only options can be asked here",
            "a condition in brackets, and one behind `teams`, `setup` or `kind`, is decided before the game begins; \
             say what depends on the position after `when` in a rule",
        );
        true
    }

    /// Marks.
    pub fn marks(&mut self) {
        for entry in self.entries() {
            let Declaration::Mark { name, lasts } = &entry.declaration else { continue };
            if self.marks.len() == limits::MOST_MARKS {
                break;
            }
            let lasts = match lasts {
                WrittenLasts::UntilNextTurn => Lasts::UntilNextTurn,
                WrittenLasts::Ever => Lasts::Ever,
                WrittenLasts::Plies(plies) => {
                    Lasts::Plies(self.limited(plies.value, limits::MOST_PLIES, plies.span, "plies that a mark lasts"))
                }
            };
            self.marks.push(MarkDef { name: name.text.clone(), lasts });
        }
    }

    /// What is in hand at the start.
    pub fn hands(&mut self) -> Vec<Stock> {
        let mut hands: Vec<Stock> = Vec::new();
        for entry in self.entries() {
            let Declaration::Hand { player, stock } = &entry.declaration else { continue };
            let players: Vec<Player> = match player {
                Some(name) => self.player_named(name).into_iter().collect(),
                None => self.players.ids().collect(),
            };
            for WrittenStock { number, kind: name } in stock {
                if !self.room(name.span) {
                    break;
                }
                let Some(kind) = self.kind_named(name) else { continue };
                let number = number.map(|n| self.limited(n.value, limits::MOST_PIECES, n.span, "pieces in a hand"));
                for &player in &players {
                    let owned = self.can_own(kind, player) || self.kinds[kind].neutral;
                    if !owned {
                        // `each player` gives to those who can own the kind.
                        if let Some(given) = player_given(entry) {
                            self.cannot_own(kind, player, given.span);
                        }
                        continue;
                    }
                    match hands.iter_mut().find(|s| s.player == player && s.kind == kind) {
                        Some(more) => more.number = more.number.zip(number).map(|(a, b)| a + b),
                        None => hands.push(Stock { player, kind, number }),
                    }
                }
            }
        }
        hands
    }

    /// The hands that drops come from.
    pub fn drop_hands(&mut self) -> Vec<Whose> {
        let mut hands = Vec::new();
        let mut said = false;
        for entry in self.entries() {
            let Declaration::DropsFrom(sources) = &entry.declaration else { continue };
            said = true;
            for HandSource { whose, guard, span } in sources {
                let scope = Scope::new(self.everybody(), "`drops from`");
                let whose = self.whose(whose, *span, scope);
                if self.option_guard(guard.as_ref())
                    && let Some(whose) = whose
                    && !hands.contains(&whose)
                {
                    hands.push(whose);
                }
            }
        }
        if !said {
            hands.push(Whose::Own);
        }
        hands
    }

    /// `taken pieces leave at the end of the move`.
    pub fn taken_leave(&mut self) -> bool {
        let mut leave = false;
        for entry in self.entries() {
            if let Declaration::TakenLeave { when } = &entry.declaration {
                leave |= self.option_guard(when.as_ref());
            }
        }
        leave
    }

    /// How positions and moves are written, and whether moves have names for people besides.
    pub fn notation(&mut self) -> (Notation, bool) {
        const NAMES: &str = "kif";
        const KNOWN: [(&str, Option<Notation>); 4] = [
            ("plain", Some(Notation::Plain)),
            ("usi", Some(Notation::Usi)),
            ("uci", Some(Notation::Uci)),
            (NAMES, None),
        ];
        let (mut notation, mut kif) = (None, false);
        for entry in self.entries() {
            let Declaration::Notation(names) = &entry.declaration else { continue };
            for name in names {
                match KNOWN.iter().find(|(word, _)| *word == name.text) {
                    Some((_, None)) if !kif => kif = true,
                    Some((_, Some(known))) if notation.is_none() && !kif => notation = Some(*known),
                    Some(_) => self.report(
                        Diagnostic::new(code::WRONG_SORT, name.span, "there is a notation already").help(
                            "name one of `plain`, `usi` and `uci`, and after it `kif` if moves shall have names: `usi, kif`",
                        ),
                    ),
                    None => {
                        let near = nearest(&name.text, KNOWN.iter().map(|(word, _)| *word));
                        let help = near.map_or_else(
                            || "the notations are `plain`, `usi`, `uci`, and `kif` for names of moves".to_owned(),
                            |near| format!("did you mean `{near}`?"),
                        );
                        self.report(
                            Diagnostic::new(
                                code::UNKNOWN_NAME,
                                name.span,
                                format!("there is no notation `{}`", name.text),
                            )
                            .help(help),
                        );
                    }
                }
            }
        }
        (notation.unwrap_or(Notation::Plain), kif)
    }

    /// The players of a table, for messages.
    pub fn player_names(&self, mask: u8) -> String {
        let names: Vec<String> = Table::iter(&self.players)
            .filter(|(id, _)| mask >> id.0 & 1 != 0)
            .map(|(_, p)| format!("`{}`", p.name))
            .collect();
        names.join(" and ")
    }
}

fn player_given(entry: &super::handles::Entry) -> Option<&Name> {
    match &entry.declaration {
        Declaration::Hand { player, .. } => player.as_ref(),
        _ => None,
    }
}
