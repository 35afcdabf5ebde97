//! Terrain and captures by position.

use crate::diag::{Diagnostic, code};
use crate::syntax::ast::{
    CaptureShape, CaptureStatement, Closure as WrittenClosure, Declaration, Takes as WrittenTakes,
    TerrainKind as WrittenTerrain,
};
use crate::types::BoardSet;

use super::conditions::never;
use super::limits;
use super::model::{Capture, Closure, Items, Noun, Shape, Takes, Terrain, TerrainKind, TerrainStatement};
use super::resolve::Resolver;
use super::scope::{NoWhose, Scope};
use super::sets::straight_directions;

impl Resolver<'_> {
    /// Terrain, in file order.
    pub fn terrain(&mut self) -> Vec<Terrain> {
        let mut all = Vec::new();
        for entry in self.entries() {
            let Declaration::Terrain { items, statements } = &entry.declaration else { continue };
            let scope = Scope::new(self.everybody(), "`terrain`").meaning(NoWhose::Any);
            let mut place = self.items(items, scope);
            let terms = place.terms.len();
            place.terms.retain(|term| !matches!(term.noun, Noun::Outside));
            let outside = place.terms.len() < terms;
            let cells = self.fixed_cells(&place, items.span).unwrap_or_else(|| self.same_for_all(BoardSet::EMPTY));
            if statements.is_empty() {
                self.blank.push(entry.keyword);
            }
            let mut built = Vec::new();
            for statement in statements {
                let kind = match &statement.kind {
                    WrittenTerrain::Access { only, items, stops } => {
                        if outside && place.terms.is_empty() {
                            self.report(
                                Diagnostic::new(
                                    code::CANNOT_BE_ASKED,
                                    statement.span,
                                    "nothing enters or stops beyond the board",
                                )
                                .help("of `outside` only `hostile to …` can be said"),
                            );
                        }
                        TerrainKind::Access { only: *only, who: self.only_pieces(items, scope), stops: *stops }
                    }
                    WrittenTerrain::Hostile { items, even_when_occupied } => TerrainKind::Hostile {
                        to: self.only_pieces(items, scope),
                        even_when_occupied: *even_when_occupied,
                    },
                };
                let when = self.when(statement.when.as_ref(), scope);
                if !never(&when) {
                    built.push(TerrainStatement { kind, when, span: statement.span });
                }
            }
            if !built.is_empty() {
                all.push(Terrain { cells, outside, statements: built, span: entry.keyword });
            }
        }
        all
    }

    /// A list in which only pieces make sense.
    fn only_pieces(&mut self, items: &crate::syntax::ast::Items, scope: Scope) -> Items {
        let built = self.items(items, scope);
        if let Some(term) =
            built.terms.iter().find(|t| matches!(t.noun, Noun::Cells(_) | Noun::Family(_) | Noun::Outside))
        {
            let span = term.span;
            self.report(
                Diagnostic::new(code::WRONG_SORT, span, "pieces are wanted here, and this is a place")
                    .help("write `only Guard enters`, `hostile to own piece`, `hostile to any piece`"),
            );
        }
        built
    }

    /// Captures by position, in file order.
    pub fn captures(&mut self) -> Vec<Capture> {
        let mut all = Vec::new();
        for entry in self.entries() {
            let Declaration::Capture { name, statements } = &entry.declaration else { continue };
            let scope = Scope { moved: true, ..Scope::new(self.everybody(), "a capture") }.meaning(NoWhose::Any);
            let mut capture =
                Capture { name: name.text.clone(), by: Vec::new(), takes: Vec::new(), span: entry.keyword };
            let mut said = false;
            for statement in statements {
                match statement {
                    CaptureStatement::By(set) => capture.by.push(self.set(set, scope)),
                    CaptureStatement::Takes(takes) => {
                        said = true;
                        if let Some(takes) = self.takes(takes, scope) {
                            capture.takes.push(takes);
                        }
                    }
                    CaptureStatement::Unreadable(_) => said = true,
                }
            }
            // What the options have taken away altogether is no fault; a capture that never said what it takes is.
            if !capture.takes.is_empty() || !said {
                all.push(capture);
            }
        }
        all
    }

    fn takes(&mut self, takes: &WrittenTakes, scope: Scope) -> Option<Takes> {
        let shape = match takes.shape {
            CaptureShape::One => Shape::One,
            CaptureShape::Group => Shape::Group,
            CaptureShape::Pair => Shape::Pair,
            CaptureShape::Line(range) => {
                let most = limits::LONGEST_REACH + 1;
                let least = self.limited(range.min, most, range.span, "a row of pieces");
                let max = range.max.map(|max| self.limited(max, most, range.span, "a row of pieces"));
                if least == 0 || max.is_some_and(|max| max < least) {
                    self.report(
                        Diagnostic::new(code::EMPTY_SET, range.span, "a row has one piece at least")
                            .help("write `line of 1..`, `line of 2..4`"),
                    );
                }
                Shape::Line(least, max)
            }
        };
        let set = self.set(&takes.set, scope);
        let closure = match &takes.closure {
            WrittenClosure::Between(set) => Closure::Between(self.set(set, scope)),
            WrittenClosure::EnclosedBy(set) => Closure::EnclosedBy(self.set(set, scope)),
            WrittenClosure::Around => Closure::Around,
        };
        let fault = match (shape, &closure) {
            (Shape::Pair, Closure::Between(_) | Closure::EnclosedBy(_)) => Some((
                "`pair of` is taken `around moved piece`",
                "write `takes pair of enemy piece around moved piece`",
            )),
            (Shape::One | Shape::Line(..) | Shape::Group, Closure::Around) => Some((
                "`around moved piece` takes a `pair of` pieces",
                "write `takes pair of enemy piece around moved piece`",
            )),
            (Shape::Group, Closure::Between(_)) => Some((
                "a group is enclosed, not between two pieces",
                "write `takes group of enemy piece enclosed by own piece, outside`",
            )),
            _ => None,
        };
        if let Some((title, help)) = fault {
            self.report(Diagnostic::new(code::CANNOT_BE_ASKED, takes.span, title).help(help));
        }
        let along = match &takes.along {
            Some(along) => self.directions(along, scope, false),
            None => straight_directions(),
        };
        let sparing = takes.sparing.as_ref().map(|items| self.items(items, scope));
        let when = self.when(takes.when.as_ref(), scope);
        if never(&when) {
            return None;
        }
        Some(Takes { flips: takes.flips, shape, set, closure, along, sparing, when, span: takes.span })
    }
}
