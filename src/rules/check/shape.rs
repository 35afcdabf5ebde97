//! Two parts of a ruleset say the same when they are the same but for their places in the text.

use std::fmt::Debug;

/// A text that is equal for parts that say the same, wherever they stand.
pub(super) fn shape(part: &impl Debug) -> String {
    let text = format!("{part:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    // A span is written `Span { file: FileId(0), start: 1, end: 2 }`.
    while let Some(at) = rest.find("Span {") {
        out.push_str(&rest[..at]);
        rest = rest[at..].find('}').map_or("", |end| &rest[at + end + 1..]);
    }
    out.push_str(rest);
    out
}

/// Do they say the same?
pub(super) fn same(a: &impl Debug, b: &impl Debug) -> bool {
    shape(a) == shape(b)
}
