//! Options, counts and marks that nothing reads.

use super::facts::Facts;
use super::walk::{Site, Visitor, walk};
use crate::diag::{Diagnostic, Diagnostics, Span, code};
use crate::rules::model::{Condition, Leg, Noun, Onto, Term};
use crate::types::{CountId, Mark};

#[derive(Default)]
struct Uses {
    counts: Vec<CountId>,
    marks_asked: Vec<(Mark, Span)>,
}

impl Visitor for Uses {
    fn condition(&mut self, condition: &Condition, _site: Site) {
        if let Condition::Count(count, _) = condition {
            self.counts.push(*count);
        }
    }

    fn term(&mut self, term: &Term, _site: Site) {
        if let Noun::Marked(mark) = term.noun {
            self.marks_asked.push((mark, term.span));
        }
    }

    fn leg(&mut self, leg: &Leg, _site: Site) {
        if let Some(Onto::Mark(mark)) = leg.onto {
            self.marks_asked.push((mark, leg.span));
        }
    }
}

pub(super) fn check(facts: &Facts, found: &mut Diagnostics) {
    let rules = facts.rules;
    let mut uses = Uses::default();
    walk(rules, &mut uses);
    for option in rules.options.iter().filter(|option| !option.read) {
        found.push(
            Diagnostic::new(
                code::OPTION_UNUSED,
                option.span,
                format!("nothing depends on the option `{}`", option.name),
            )
            .help("ask it in a condition (`when …`), give it items of its own (`{ … }`), or take it away"),
        );
    }
    for unused in &rules.seen.unused {
        found.push(
            Diagnostic::new(
                code::NEVER_USED,
                unused.span,
                format!("`{}` is {} that nothing speaks of", unused.name, unused.what),
            )
            .help("use it, or take it away; perhaps another name was meant somewhere"),
        );
    }
    for (id, count) in rules.counts.iter().filter(|(id, _)| !uses.counts.contains(id)) {
        let _ = id;
        found.push(
            Diagnostic::new(code::NEVER_USED, count.span, format!("nothing asks for the count `{}`", count.name))
                .help(format!("ask it in a condition, `at least 10 {}`, or take it away", count.name)),
        );
    }
    for (id, mark) in rules.marks.iter() {
        let left = rules.kinds.iter().flat_map(|(_, kind)| &kind.movements).find(|m| m.leaving_mark == Some(id));
        let asked = uses.marks_asked.iter().find(|(asked, _)| *asked == id);
        match (left, asked) {
            (None, Some((_, span))) => found.push(
                Diagnostic::new(code::NEVER_USED, *span, format!("no piece leaves the mark `{}`", mark.name))
                    .label("so this finds nothing")
                    .help(format!("let a move leave it: `walks …, leaving mark {}`", mark.name)),
            ),
            (Some(movement), None) => found.push(
                Diagnostic::new(code::NEVER_USED, movement.span, format!("nothing asks for the mark `{}`", mark.name))
                    .label("it is left here")
                    .help(format!("ask for it: `takes … onto mark {}`", mark.name)),
            ),
            // A mark that is neither left nor asked stands among the unused names.
            (None, None) | (Some(_), Some(_)) => {}
        }
    }
}
