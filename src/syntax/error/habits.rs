//! Habits: what designers write who come from other languages, other games, or from speech. Each has a sentence of its own, with the
//! words that are wanted.

mod chinese;
mod conditions;
mod lists;
mod paths;
mod rules;
mod signs;
mod spelling;

use super::Look;
use crate::diag::{Diagnostic, Span, code};

/// The first habit that fits.
pub(super) fn habit(look: &Look<'_>) -> Option<Diagnostic> {
    const HABITS: [fn(&Look<'_>) -> Option<Diagnostic>; 52] = [
        signs::text_in_front,
        lists::comma_at_the_end,
        signs::unquoted,
        rules::when_in_front,
        rules::label_with_equals,
        rules::article,
        rules::bare_handle,
        rules::label_without_colon,
        rules::verb_missing,
        rules::deed_otherwise,
        conditions::row_or_column,
        conditions::there_is,
        conditions::has,
        conditions::moves_without,
        conditions::position_repeats,
        conditions::number_missing,
        signs::arrow,
        signs::odd_sign,
        signs::full_width_digits,
        signs::glued_number,
        rules::winner_behind,
        rules::bare_player,
        spelling::bad_name,
        rules::modal,
        rules::subject_in_front,
        rules::effect_as_deed,
        rules::event_otherwise,
        paths::motion_in_front,
        paths::bare_direction,
        rules::bare_count,
        lists::guard_without_brackets,
        rules::name_is_out,
        rules::no_legal_moves,
        paths::up_to,
        paths::bare_reach,
        paths::bare_over,
        lists::comma_before_joint,
        lists::list_with_joint,
        lists::mixed_joints,
        paths::path_with_and,
        rules::late_part,
        paths::vector_without_brackets,
        paths::vector_without_comma,
        paths::range_with_hyphen,
        rules::facing_without_comma,
        rules::item_without_block,
        lists::two_on_a_line,
        lists::comma_missing,
        spelling::synonym,
        chinese::said_otherwise,
        spelling::words_run_together,
        signs::open_bracket,
    ];
    HABITS.iter().find_map(|habit| habit(look))
}

/// A message of the table.
fn say(span: Span, title: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(code::HABIT, span, title).help(help)
}
