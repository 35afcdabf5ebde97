//! Rules, events and ends: the order of their parts, and who stands in front.

use super::lists::words_from;
use super::say;
use crate::diag::{Diagnostic, code};
use crate::syntax::build_ast::Slot;
use crate::syntax::error::words::words;
use crate::syntax::error::{Look, starters};
use crate::syntax::scan::ITEM_WORDS;
use boardwright_grammar::Rule;

/// `when X: promote it`
pub(super) fn when_in_front(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let first = look.word(begin);
    let colon = (begin..look.tokens.len()).find(|&i| look.sign(i, ':'));
    if matches!(first, "when" | "if" | "whenever" | "unless") {
        return Some(
            Diagnostic::new(code::WHEN_IN_FRONT, look.at(begin), format!("a sentence does not begin with `{first}`"))
                .label("say first what happens, then when")
                .help(turned_round(look, begin, colon)),
        );
    }
    // In a block a line that begins with `when` goes on with the line before.
    let colon = colon?;
    let when = (begin..colon).rev().find(|&i| matches!(look.word(i), "when" | "if"))?;
    (look.fail <= colon && colon > begin + 1).then(|| {
        Diagnostic::new(
            code::WHEN_IN_FRONT,
            look.spanning(when, colon),
            "a condition does not stand in front, with a colon",
        )
        .help(turned_round(look, when, Some(colon)))
    })
}

/// The sentence with its condition at the end.
fn turned_round(look: &Look<'_>, when: usize, colon: Option<usize>) -> String {
    let last = look.tokens.len().saturating_sub(1);
    if let Some(colon) = colon
        && when + 1 < colon
        && colon < last
    {
        let (condition, rest) = (look.source(when + 1, colon - 1), look.source(colon + 1, last));
        if condition.chars().count() + rest.chars().count() < 80 && !rest.contains('{') {
            return format!("write `{rest} when {condition}`");
        }
    }
    "put `when …` after the rule that it limits: `promote it when it ended in far rank`".to_owned()
}

/// `nifu = may not drop Pawn`, `setup = …`
pub(super) fn label_with_equals(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) || !look.sign(begin + 1, '=') || !look.is_word(begin) {
        return None;
    }
    let name = look.word(begin);
    if ITEM_WORDS.contains(&name) {
        return Some(say(look.at(begin + 1), format!("no `=` stands behind `{name}`"), "take the `=` away"));
    }
    let says =
        |i: usize| ITEM_WORDS.contains(&look.word(i)) || matches!(look.word(i), "wins" | "loses" | "win" | "lose");
    let rest = look.source(begin + 2, look.tokens.len().saturating_sub(1));
    let rest =
        if rest.chars().count() < 60 && !rest.contains('{') { rest } else { format!("{} …", look.word(begin + 2)) };
    if (begin + 2..begin + 6).any(says) {
        return Some(say(look.at(begin + 1), "a label ends with a colon", format!("write `{name}: {rest}`")));
    }
    Some(say(
        look.at(begin + 1),
        format!("`{name} =` declares nothing"),
        format!(
            "say what it is: `region {name} = …`, `kind {name} = …`, `fact {name} = …`; a label has a colon, `{name}: …`"
        ),
    ))
}

/// `may not move Rook to edge`, `must capture`
pub(super) fn deed_otherwise(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let (word, at) = (look.word(look.fail), look.fail);
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) || !matches!(look.word(begin), "may" | "must") {
        return None;
    }
    if word == "capture" {
        return Some(say(
            look.at(at),
            "a deed is said with a verb",
            "write `take`: `must take`, `may not take any piece`",
        ));
    }
    let to = (begin..look.tokens.len()).find(|&i| matches!(look.word(i), "to" | "into" | "onto"))?;
    let is_move = (begin..to).any(|i| look.word(i) == "move");
    (is_move && to <= at + 1).then(|| {
        let place = words_from(look, to + 1, 3);
        let place = if place.is_empty() { "edge".to_owned() } else { place };
        say(
            look.at(to),
            "where a move ends is a condition",
            format!("write `{} when it ended in {place}`", look.source(begin, to - 1)),
        )
    })
}

/// `caught White wins when …`: a sentence that can be read but for the word in front of it.
pub(super) fn label_without_colon(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let last = look.tokens.len().checked_sub(1)?;
    let label = look.word(begin);
    if !matches!(look.slot, Slot::Item | Slot::PatchItem)
        || (begin > 0 && look.sign(begin - 1, ':'))
        || !look.is_word(begin)
        || ITEM_WORDS.contains(&label)
        || look.declared_by(label).is_some()
        || matches!(label, "the" | "a" | "an")
        || look.sign(begin + 2, ':')
        || begin + 2 > last
        || !look.reads(begin + 1, last)
    {
        return None;
    }
    Some(say(
        look.at(begin),
        "a label ends with a colon",
        format!("write `{label}: {} …`", look.source(begin + 1, begin + 2)),
    ))
}

/// `replace throne`, `add to throne { … }`: the bare name of something.
pub(super) fn bare_handle(look: &Look<'_>) -> Option<Diagnostic> {
    let (first, name) = match (look.word(0), look.word(1)) {
        ("replace", _) => ("replace", 1),
        ("add", "to") => ("add to", 2),
        _ => return None,
    };
    let whole = look.tokens.len() == name + 1 || look.sign(name + 1, '{');
    if !whole || !look.is_word(name) || words().knows(look.word(name)) {
        return None;
    }
    let word = look.word(name);
    let help = if first == "replace" {
        format!(
            "write the whole item as it shall be: `replace terrain {word} {{ … }}`, `replace {word}: White wins when …`"
        )
    } else {
        format!("write `add to terrain {word} {{ … }}` or `add to capture {word} {{ … }}`")
    };
    Some(say(look.at(name), format!("`{first} {word}` does not say what `{word}` is"), help))
}

/// `the White wins when …`
pub(super) fn article(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let word = look.word(begin);
    let meant = matches!(look.word(begin + 2), "wins" | "loses" | "win" | "lose" | "is");
    (matches!(word, "the" | "The") && meant && matches!(look.slot, Slot::Item | Slot::PatchItem)).then(|| {
        say(
            look.at(begin),
            format!("the language does not say `{word}`"),
            "leave the article out: names stand by themselves",
        )
    })
}

/// `goal: White when …`
pub(super) fn verb_missing(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let who = look.word(begin);
    if !matches!(look.slot, Slot::Item | Slot::PatchItem)
        || !matches!(look.word(begin + 1), "when" | "if")
        || !look.is_word(begin)
        || (look.declared_by(who) != Some("player") && words().knows(who))
        || !(begin > 0 || look.declared_by(who) == Some("player"))
    {
        return None;
    }
    Some(say(
        look.at(begin),
        format!("`{who}` does nothing here: a verb is missing"),
        format!("write `{who} wins when …`, `{who} loses when …` or `{who} is out when …`"),
    ))
}

/// `win White when …`
pub(super) fn winner_behind(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let verb = match look.word(begin) {
        "win" | "wins" | "won" => "wins",
        "lose" | "loses" | "lost" => "loses",
        _ => return None,
    };
    let who = look.word(begin + 1);
    let who = match who {
        "" | "when" | "if" | "player" if look.find(&["no", "legal"]).is_some() => "player to move",
        "" | "when" | "if" | "player" => "a player",
        who => who,
    };
    let next = begin + 1 + usize::from(look.is_word(begin + 1));
    Some(say(
        look.spanning(begin, next.saturating_sub(1)),
        format!("who {verb} stands first"),
        format!("write `{who} {verb} when …`"),
    ))
}

/// `player loses when …`
pub(super) fn bare_player(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let (word, verb) = (look.word(begin), look.word(begin + 1));
    if !matches!(look.slot, Slot::Item | Slot::PatchItem)
        || !matches!(word, "player" | "players" | "team" | "opponent" | "enemy" | "mover" | "owner")
        || !matches!(verb, "wins" | "loses" | "win" | "lose" | "is" | "are")
    {
        return None;
    }
    let verb = match verb {
        "win" => "wins",
        "lose" => "loses",
        "is" | "are" => "is out",
        verb => verb,
    };
    let help = if word == "team" {
        format!("write `a team {verb} when …`: every team is looked at")
    } else {
        format!(
            "write `a player {verb} when …` (every player is looked at), `player to move {verb} when …`, or `player who moved {verb} when …`"
        )
    };
    Some(say(look.spanning(begin, begin + 1), format!("which {word} {verb}?"), help))
}

/// `must not`, `cannot drop`, `can drop`
pub(super) fn modal(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) {
        return None;
    }
    let wanted = match (look.word(begin), look.word(begin + 1)) {
        ("must" | "can" | "should" | "shall", "not") | ("may", "never") => (1, "may not"),
        ("cannot" | "never" | "forbidden", _) => (0, "may not"),
        ("can" | "allowed" | "allow", _) => (0, "may"),
        ("should" | "shall", _) => (0, "must"),
        _ => return None,
    };
    let rest = look.word(begin + wanted.0 + 1);
    let title = format!("`{}` begins no rule", look.source(begin, begin + wanted.0));
    Some(say(look.spanning(begin, begin + wanted.0), title, format!("write `{} {rest} …`", wanted.1)))
}

/// `King cannot take`, `Pawn may promote`
pub(super) fn subject_in_front(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let (subject, modal) = (look.word(begin), look.word(begin + 1));
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) || !look.is_word(begin) || words().knows(subject) {
        return None;
    }
    let denied = look.word(begin + 2) == "not";
    let (modal, verb) = match modal {
        "cannot" | "can't" | "never" => ("may not", begin + 2),
        "may" | "can" | "must" | "should" | "shall" if denied => ("may not", begin + 3),
        "may" | "can" => ("may", begin + 2),
        "must" | "should" | "shall" => ("must", begin + 2),
        _ => return None,
    };
    let span = look.spanning(begin, verb - 1);
    let help = match (modal, look.word(verb)) {
        (_, "promote") => format!("promotion is an event: `after {subject} moves {{ may promote it when … }}`"),
        (modal, "take" | "takes" | "capture" | "captures") => {
            format!("write `{modal} take any piece with {subject} …`")
        }
        (modal, "drop" | "dropped" | "be") => format!("write `{modal} drop {subject} …`"),
        (modal, "pass") => format!("write `{modal} pass for {subject} …`"),
        ("may", _) => "how a piece moves is said inside its braces: `moves`, `walks`, `takes`".to_owned(),
        (modal, _) => format!("write `{modal} move {subject} …`"),
    };
    Some(say(span, format!("a rule begins with `{modal}`"), help))
}

/// `may promote Pawn to Queen` as an item
pub(super) fn effect_as_deed(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let effect = look.word(begin + 1);
    if !matches!(look.slot, Slot::Item | Slot::PatchItem)
        || !matches!(look.word(begin), "may" | "must")
        || !matches!(effect, "promote" | "turn" | "remove" | "place" | "give" | "put")
    {
        return None;
    }
    let name = look.word(begin + 2);
    let who = if words().knows(name) || name.is_empty() { "any piece" } else { name };
    Some(
        Diagnostic::new(code::OUT_OF_PLACE, look.at(begin + 1), format!("`{effect}` is an effect, no deed"))
            .label("a deed is `move`, `take`, `drop`, `pass` or `act`")
            .help(format!("an effect stands inside an event: `after {who} moves {{ may {effect} it … }}`")),
    )
}

/// `on capture { … }`, `before a move { … }`
pub(super) fn event_otherwise(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    let word = look.word(begin);
    if look.slot != Slot::Item && look.slot != Slot::PatchItem {
        return None;
    }
    if word == "extends" {
        return Some(
            Diagnostic::new(code::OUT_OF_PLACE, look.at(begin), "`extends` stands in the first line, behind the title")
                .help(format!(
                    "write `game \"…\" extends {}`",
                    if look.tokens.len() > 1 { look.word(begin + 1) } else { "\"…\"" }
                )),
        );
    }
    matches!(word, "on" | "upon" | "once" | "before" | "during" | "whenever" | "event" | "trigger").then(|| {
        say(
            look.at(begin),
            format!("an event does not begin with `{word}`"),
            "write `after any piece is taken { … }`, `after Man moves { … }`, `at turn start { … }` or `at turn end { … }`",
        )
    })
}

/// `when 1 own piece`
pub(super) fn bare_count(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail.checked_sub(1)?;
    if !look.is_number(at) || !look.is_word(look.fail) || look.slot == Slot::Trait {
        return None;
    }
    let counted = words_from(look, look.fail, 4);
    if counted.is_empty()
        || !matches!(look.word(at.wrapping_sub(1)), "when" | "and" | "or" | "not" | "leaving" | "needs" | "has")
    {
        return None;
    }
    let n = look.word(at);
    Some(say(
        look.at(at),
        format!("`{n}` alone could mean two things"),
        format!("write `exactly {n} {counted}`, `at least {n} {counted}` or `at most {n} {counted}`"),
    ))
}

/// `when White out`
pub(super) fn name_is_out(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail.checked_sub(2)?;
    if look.word(at + 1) != "out" || words().knows(look.word(at)) || !look.is_word(at) || look.slot == Slot::Trait {
        return None;
    }
    let name = look.word(at);
    Some(say(look.spanning(at, at + 1), format!("a verb is missing in `{name} out`"), format!("write `{name} is out`")))
}

/// `no legal moves`
pub(super) fn no_legal_moves(look: &Look<'_>) -> Option<Diagnostic> {
    if let Some(at) = look.find(&["no", "legal", "moves"]) {
        return Some(say(look.spanning(at, at + 2), "`no legal moves` has one `s` too many", "write `no legal move`"));
    }
    let at = look.find(&["no", "moves"])?;
    (look.fail <= at + 2).then(|| say(look.spanning(at, at + 1), "`no moves` is no condition", "write `no legal move`"))
}

/// A part of a rule behind one that it should stand in front of.
pub(super) fn late_part(look: &Look<'_>) -> Option<Diagnostic> {
    let at = look.fail;
    let word = look.word(at);
    let earlier = |words: &[&str]| (0..at).rev().find(|&i| words.contains(&look.word(i)));
    let before = match (look.slot, word) {
        (Slot::Item | Slot::PatchItem, "when") => earlier(&["leaving", "when"])?,
        (Slot::Item | Slot::PatchItem, "for") if look.word(look.begin()) != "piece" => earlier(&["when", "leaving"])?,
        (Slot::Item, "royal" | "neutral" | "for") if look.word(look.begin()) == "piece" => {
            earlier(&["promotes", "royal", "neutral"])?
        }
        (Slot::Trait, "taking" | "stopping" | "leaving") if look.sign(at.wrapping_sub(1), ',') => earlier(&["when"])?,
        _ => return None,
    };
    let first = look.word(before);
    if first == word {
        return Some(
            say(look.at(at), format!("a second `{word}`"), format!("join the conditions: `{word} … and …`"))
                .also_at(look, before),
        );
    }
    Some(
        say(look.at(at), format!("`{word}` stands before `{first}`"), format!("write `{word} … {first} …`"))
            .also_at(look, before),
    )
}

/// A second label at a token.
trait AlsoAt {
    fn also_at(self, look: &Look<'_>, index: usize) -> Self;
}

impl AlsoAt for Diagnostic {
    fn also_at(self, look: &Look<'_>, index: usize) -> Self {
        self.also(look.at(index), format!("`{}` stands here", look.word(index)))
    }
}

/// `piece Rook R walks slide any`
pub(super) fn item_without_block(look: &Look<'_>) -> Option<Diagnostic> {
    let begin = look.begin();
    if !matches!(look.slot, Slot::Item | Slot::PatchItem) || (0..look.tokens.len()).any(|i| look.sign(i, '{')) {
        return None;
    }
    let (inner, example) = match look.word(begin) {
        "piece" | "every" => (Slot::Trait, "{ moves step any }"),
        "terrain" => (Slot::Terrain, "{ only Man stops }"),
        "capture" => (Slot::Capture, "{ takes enemy Man between moved piece and own Man }"),
        "after" | "at" => (Slot::Step, "{ promote it }"),
        "action" => (Slot::Action, "{ choose own piece }"),
        _ => return None,
    };
    let at = (begin + 1..look.tokens.len())
        .find(|&i| starters(inner).contains(&look.word(i)) && !matches!(look.word(i), "for" | "player"));
    match at {
        Some(at) if at + 1 >= look.fail && at <= look.fail + 1 && look.word(at) != "may" => Some(say(
            look.at(at),
            format!("`{}` stands inside braces", look.word(at)),
            format!("write `{} … {example}`", look.word(begin)),
        )),
        _ if look.fail >= look.tokens.len() && look.expects(Rule::sign_open_block) => Some(say(
            look.at(look.tokens.len().saturating_sub(1)),
            format!("`{}` needs its braces", look.word(begin)),
            format!("write `{} … {example}`", look.word(begin)),
        )),
        _ => None,
    }
}

/// `put it into own hand turned back`
pub(super) fn facing_without_comma(look: &Look<'_>) -> Option<Diagnostic> {
    let facing = match (look.word(look.fail), look.word(look.fail + 1)) {
        ("turned", "back") => "turned back",
        ("either", "side") => "either side up",
        _ => return None,
    };
    Some(say(
        look.at(look.fail),
        format!("a comma stands before `{facing}`"),
        format!("write `put it into own hand, {facing}`"),
    ))
}
