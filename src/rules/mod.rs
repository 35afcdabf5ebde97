//! A ruleset as meant: ids, defaults filled, checked.
//!
//! The way of a file: `load` reads it with the files that it extends; `inherit` (by the `handles` of items, in `entries`) makes one flat list of items of them, under
//! the option values in force; `resolve` turns the list into a `Ruleset`, one pass for each concern:
//!
//! - `places` (board, lines, regions, families), `seats` (players, teams, turns, hands), `pieces` (kinds, codes, signs),
//!   `setup` (the start position);
//! - `names` (the one name space), `scope` (whose view, which pronouns), `sets`, `conditions`;
//! - `movement` and `betza` (paths), `captures` (terrain and captures by position), `deeds` (rules, counts, ends), `events`
//!   (events, effects, actions).
//!
//! `expand` writes the flat list as a file; `changes` compares the lists of two games.
//!
//! `check` asks what the game as a whole means; `variants` builds it again under other option values, and reports what
//! only they bring out.

mod betza;
pub mod board;
mod captures;
pub mod changes;
pub mod check;
mod conditions;
mod deeds;
pub mod describe;
pub mod dump;
mod entries;
mod events;
mod expand;
mod handles;
mod inherit;
mod limits;
mod load;
pub mod model;
mod movement;
mod names;
mod options;
mod pieces;
mod places;
mod resolve;
mod scope;
mod seats;
mod sets;
mod setup;
mod variants;

pub use board::{Board, Compass, LineId};
pub use load::begins_as_a_game;
pub use model::Ruleset;

use crate::diag::{Diagnostics, Sources};
use crate::syntax::in_its_language;

use model::OptionDef;

/// Reads the text of a parent file: given the name written in `extends` and the name of the file that says so, returns the
/// name to show and the text, or the reason why it cannot be read.
pub type Loader<'a> = dyn FnMut(&str, &str) -> Result<(String, String), String> + 'a;

/// Loads a game file with its parents, resolves it under the option values, and checks it, other values of its options
/// included.
///
/// `name` and `text` are the file; parents are asked of `loader`. `settings` are names and values of options, as if set
/// in the last line of the file. Every file read is added to `sources`. The ruleset is there when no error was found.
pub fn check(
    name: &str,
    text: &str,
    settings: &[(String, String)],
    loader: &mut Loader<'_>,
    sources: &mut Sources,
) -> (Option<Ruleset>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let chain = load::load(name, text, loader, sources, &mut diagnostics);
    if chain.broken {
        // Without the parent nearly every name would seem to be missing.
        return (None, in_its_language(diagnostics, sources));
    }
    let flat = inherit::merge(&chain, settings, true, sources, &mut diagnostics);
    let (mut ruleset, parts) = resolve::resolve(&flat, sources, &mut diagnostics);
    let whole = ruleset.as_ref().filter(|_| !diagnostics.has_errors()).map(check::run).unwrap_or_default();
    let base = variants::Base { flat: &flat, parts, whole: &whole };
    let variants = variants::check(&chain, settings, &base, sources, &mut diagnostics);
    if let Some(ruleset) = &mut ruleset {
        for option in &mut ruleset.options {
            option.read |= variants.read.contains(&option.name);
        }
    }
    diagnostics.extend(check::in_every_run(whole, &variants.runs));
    (ruleset.filter(|_| !diagnostics.has_errors()), in_its_language(diagnostics, sources))
}

/// Loads a game file with its parents and resolves it under the option values, without a look at other values: for
/// programs that only play.
///
/// Arguments and results are those of `check`.
pub fn build(
    name: &str,
    text: &str,
    settings: &[(String, String)],
    loader: &mut Loader<'_>,
    sources: &mut Sources,
) -> (Option<Ruleset>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let chain = load::load(name, text, loader, sources, &mut diagnostics);
    if chain.broken {
        return (None, in_its_language(diagnostics, sources));
    }
    let flat = inherit::merge(&chain, settings, true, sources, &mut diagnostics);
    let (ruleset, _) = resolve::resolve(&flat, sources, &mut diagnostics);
    if let Some(ruleset) = &ruleset {
        diagnostics.extend(check::faults(ruleset));
    }
    (ruleset.filter(|_| !diagnostics.has_errors()), in_its_language(diagnostics, sources))
}

/// The options of a game file and its parents, with the values that `set` lines put in force; nothing else is resolved.
///
/// Whether something reads them is not known here, unless they have items of their own.
pub fn options(
    name: &str,
    text: &str,
    loader: &mut Loader<'_>,
    sources: &mut Sources,
) -> (Vec<OptionDef>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let chain = load::load(name, text, loader, sources, &mut diagnostics);
    let flat = inherit::merge(&chain, &[], false, sources, &mut diagnostics);
    (flat.options, in_its_language(diagnostics, sources))
}

/// The game as one file without `extends`, in canonical form: parents merged, options with the values in force as their
/// defaults, patches of options left as they are. Comments that belong to items stay with them.
///
/// `title` is put in the place of the title. The other arguments are those of `check`; the text is there when the files
/// could be put together and the result can be read as one file.
pub fn expand(
    name: &str,
    text: &str,
    settings: &[(String, String)],
    title: Option<&str>,
    loader: &mut Loader<'_>,
    sources: &mut Sources,
) -> (Option<String>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let Some((chain, flat)) = put_together(name, text, settings, loader, sources, &mut diagnostics) else {
        return (None, diagnostics);
    };
    match expand::text(&chain, &flat, title, sources) {
        Ok(text) => (Some(text), diagnostics),
        Err(faults) => {
            diagnostics.extend(faults);
            (None, diagnostics)
        }
    }
}

/// The items of a game with its parents merged and the values of its options in force as their defaults, for comparisons.
///
/// Arguments are those of `check`; the items are there when the files could be put together.
pub fn items(
    name: &str,
    text: &str,
    settings: &[(String, String)],
    loader: &mut Loader<'_>,
    sources: &mut Sources,
) -> (Option<Vec<changes::Said>>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let whole = put_together(name, text, settings, loader, sources, &mut diagnostics);
    (whole.map(|(_, flat)| changes::said(&flat, sources)), diagnostics)
}

/// A file with its parents, and their items merged; `None` when something is wrong with them.
fn put_together(
    name: &str,
    text: &str,
    settings: &[(String, String)],
    loader: &mut Loader<'_>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Option<(load::Chain, inherit::Flat)> {
    let chain = load::load(name, text, loader, sources, diagnostics);
    if chain.broken || chain.damaged {
        return None;
    }
    let flat = inherit::merge(&chain, settings, false, sources, diagnostics);
    (!diagnostics.has_errors()).then_some((chain, flat))
}
