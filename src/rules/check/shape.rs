//! Two parts of a ruleset say the same when they are the same but for their places in the text.

use std::any::type_name;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Write};
use std::marker::PhantomData;
use std::rc::Rc;

/// A text that is equal for parts that say the same, wherever they stand.
pub(super) fn shape(part: &impl Debug) -> String {
    let mut out = String::new();
    let mut sieve = Sieve::new(&mut out);
    // Writing to a string does not fail.
    let _ = write!(sieve, "{part:?}");
    out
}

/// Do they say the same?
pub(super) fn same<T: Debug>(a: &T, b: &T) -> bool {
    says(&shape(a), b)
}

/// The shapes of parts that are held against many others: each is written once.
#[derive(Default)]
pub(super) struct Shapes<'f> {
    /// A part goes by its place in memory, and by its type, since a part begins where its first field does.
    known: RefCell<BTreeMap<(usize, &'static str), Rc<str>>>,
    /// The parts stay where they are as long as this is asked.
    parts: PhantomData<&'f ()>,
}

impl<'f> Shapes<'f> {
    /// Do they say the same?
    pub fn same<T: Debug>(&self, a: &'f T, b: &'f T) -> bool {
        self.of(a) == self.of(b)
    }

    fn of<T: Debug>(&self, part: &'f T) -> Rc<str> {
        let key = (std::ptr::from_ref(part).addr(), type_name::<T>());
        if let Some(shape) = self.known.borrow().get(&key) {
            return Rc::clone(shape);
        }
        let shape: Rc<str> = shape(part).into();
        self.known.borrow_mut().insert(key, Rc::clone(&shape));
        shape
    }
}

/// Is this the shape of the part? Its own shape is written only as far as the two agree.
fn says(shape: &str, part: &impl Debug) -> bool {
    let mut rest = Against(shape);
    let mut sieve = Sieve::new(&mut rest);
    write!(sieve, "{part:?}").is_ok() && rest.0.is_empty()
}

/// Takes what is written against a text away from its front, and fails where the two part.
struct Against<'t>(&'t str);

impl Write for Against<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

/// Leaves the places out. A span is written `Span { file: FileId(0), start: 1, end: 2 }`, its name and its brace in one
/// piece each; a name in a game that is `Span` has quotes beside it.
struct Sieve<'t, T: Write> {
    to: &'t mut T,
    at: At,
}

/// Where a sieve is.
enum At {
    /// In what counts.
    Outside,
    /// Behind the name of a span, or a word like it.
    Name,
    /// In the braces of a span.
    Span,
}

impl<'t, T: Write> Sieve<'t, T> {
    fn new(to: &'t mut T) -> Self {
        Self { to, at: At::Outside }
    }
}

impl<T: Write> Write for Sieve<'_, T> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.at {
            At::Outside if text == "Span" => {
                self.at = At::Name;
                Ok(())
            }
            At::Outside => self.to.write_str(text),
            At::Name if text.starts_with(" {") => {
                self.at = At::Span;
                Ok(())
            }
            At::Name => {
                self.at = At::Outside;
                self.to.write_str("Span")?;
                self.to.write_str(text)
            }
            At::Span => {
                let Some(end) = text.find('}') else { return Ok(()) };
                self.at = At::Outside;
                self.to.write_str(&text[end + 1..])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{same, shape};
    use crate::diag::{FileId, Span};

    type Part = (&'static str, Span, Option<Span>, Vec<u8>);

    #[test]
    fn places_do_not_count() {
        let at = |start| Span::new(FileId(7), start, start + 3);
        let part = |name, start, more: Option<Span>, bytes: &[u8]| -> Part { (name, at(start), more, bytes.to_vec()) };
        let first = part("a", 1, Some(at(2)), &[1, 2]);
        assert!(same(&first, &part("a", 4, Some(at(9)), &[1, 2])));
        assert!(!same(&first, &part("a", 1, None, &[1, 2])));
        assert!(!same(&first, &part("a", 1, Some(at(2)), &[1])));
        assert!(!same(&first, &part("b", 1, Some(at(2)), &[1, 2])));
        assert!(!same(&part("Span", 1, None, &[]), &part("Spat", 1, None, &[])));
        assert!(same(&part("Span", 1, None, &[]), &part("Span", 2, None, &[])));
        assert_eq!(shape(&first), "(\"a\", , Some(), [1, 2])");
    }
}
