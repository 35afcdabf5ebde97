//! Options: what a game offers to choose, and the values in force.

use crate::diag::{Diagnostic, Diagnostics, Span, code, nearest};
use crate::syntax::ast::{Declaration, Name, OptionItem, Value, Values};
use crate::syntax::{english, twins};

use super::handles::Entry;
use super::limits::{MOST_MESSAGES, MOST_VALUES};
use super::model::{OptionDef, OptionValues};

/// Most options that a game may have.
pub(super) const MOST_OPTIONS: usize = 256;

/// Reads the options of a list of items, with their defaults in force.
pub(super) fn gather<'e>(entries: impl Iterator<Item = &'e Entry>, diagnostics: &mut Diagnostics) -> Vec<OptionDef> {
    let mut options = Vec::new();
    for entry in entries {
        if let Declaration::Option(item) = &entry.declaration {
            if options.len() == MOST_OPTIONS {
                diagnostics.push(Diagnostic::new(
                    code::TOO_LARGE,
                    entry.keyword,
                    format!("more than {MOST_OPTIONS} options"),
                ));
                break;
            }
            options.push(define(item, diagnostics));
        }
    }
    options
}

fn define(item: &OptionItem, diagnostics: &mut Diagnostics) -> OptionDef {
    let values = match &item.values {
        None => OptionValues::Switch,
        Some(Values::Range(least, most)) => OptionValues::Range(least.value, most.value),
        Some(Values::Words(words)) if words.len() > MOST_VALUES => {
            let title = format!("an option with {} values; it can have {MOST_VALUES} at most", words.len());
            diagnostics.push(Diagnostic::new(code::TOO_LARGE, item.name.span, title));
            OptionValues::Words(words.iter().take(MOST_VALUES).map(|w| w.text.clone()).collect())
        }
        Some(Values::Words(words)) => {
            for (i, word) in words.iter().enumerate() {
                if let Some(first) = words[..i].iter().find(|w| w.text == word.text) {
                    diagnostics.push(
                        Diagnostic::new(code::OPTION_VALUE, word.span, format!("the value `{}` twice", word.text))
                            .also(first.span, "first here"),
                    );
                }
            }
            OptionValues::Words(words.iter().map(|w| w.text.clone()).collect())
        }
    };
    if values != OptionValues::Switch && (item.patch.is_some() || item.otherwise.is_some()) {
        diagnostics.push(
            Diagnostic::new(
                code::OUT_OF_PLACE,
                item.name.span,
                format!("`{}` has several values, so `{{ … }}` cannot say for which one", item.name.text),
            )
            .help("items between braces belong to an option that is `on` or `off`; here let the items ask `when NAME is VALUE`"),
        );
    }
    // A sentence that is missing altogether has been reported by the front end.
    if item.help.as_ref().is_some_and(|help| help.text.trim().is_empty()) {
        diagnostics.push(
            Diagnostic::new(
                code::OPTION_WITHOUT_HELP,
                item.name.span,
                format!("the option `{}` does not say what it is for", item.name.text),
            )
            .help(format!(
                "write a sentence behind it: `option {} = {} \"what it changes\"`",
                item.name.text, item.default.text
            )),
        );
    }
    let mut option = OptionDef {
        name: item.name.text.clone(),
        values,
        default: item.default.text.clone(),
        value: item.default.text.clone(),
        help: item.help.as_ref().map(|h| h.text.clone()).unwrap_or_default(),
        read: item.patch.is_some() || item.otherwise.is_some(),
        span: item.name.span,
    };
    if let Some(fault) = refuse(&option, &item.default.text, item.default.span) {
        diagnostics.push(fault);
        // A default that exists keeps everything after it in order.
        option.default = match &option.values {
            OptionValues::Switch => "off".to_owned(),
            OptionValues::Range(least, _) => least.to_string(),
            OptionValues::Words(words) => words.first().cloned().unwrap_or_default(),
        };
        option.value.clone_from(&option.default);
    }
    option
}

/// Puts one value in force.
pub(super) fn set(options: &mut [OptionDef], name: &Name, value: &Value, diagnostics: &mut Diagnostics) {
    if diagnostics.list.len() >= MOST_MESSAGES {
        return;
    }
    let Some(at) = options.iter().position(|o| o.name == name.text) else {
        diagnostics.push(unknown(options, &name.text, name.span));
        return;
    };
    let said = meant(&options[at], &value.text);
    match refuse(&options[at], &said, value.span) {
        Some(fault) => diagnostics.push(fault),
        None => options[at].value = said,
    }
}

/// Puts the values of the command line in force; faults are shown at `span`, the first line of the file.
pub(super) fn set_from_outside(
    options: &mut [OptionDef],
    settings: &[(String, String)],
    span: Span,
    diagnostics: &mut Diagnostics,
) {
    for (name, value) in settings {
        let Some(at) = options.iter().position(|o| o.name == *name) else {
            diagnostics.push(unknown(options, name, span).note("asked for outside the file"));
            continue;
        };
        let said = meant(&options[at], value);
        match refuse(&options[at], &said, options[at].span) {
            Some(fault) => diagnostics.push(fault.note("asked for outside the file")),
            None => options[at].value = said,
        }
    }
}

/// The value that is meant: a word that is none may be one in the other language of keywords (`开启` for `on`; a value may be any word).
pub(super) fn meant(option: &OptionDef, said: &str) -> String {
    if option.values.admit(said) {
        return said.to_owned();
    }
    let other = twins().iter().filter(|twin| twin.english == said).filter_map(|twin| twin.chinese);
    let other = english(said).into_iter().chain(other).find(|word| option.values.admit(word));
    other.unwrap_or(said).to_owned()
}

fn unknown(options: &[OptionDef], name: &str, span: Span) -> Diagnostic {
    let fault = Diagnostic::new(code::UNKNOWN_OPTION, span, format!("there is no option `{name}`"));
    if let Some(near) = nearest(name, options.iter().map(|o| o.name.as_str())) {
        return fault.help(format!("did you mean `{near}`?"));
    }
    let all: Vec<String> = options.iter().map(|o| format!("`{}`", o.name)).collect();
    if all.is_empty() {
        fault.help("this game has no options")
    } else {
        fault.help(format!("the options are {}", all.join(", ")))
    }
}

/// Why a value cannot be had, if it cannot.
fn refuse(option: &OptionDef, value: &str, span: Span) -> Option<Diagnostic> {
    if option.values.admit(value) {
        return None;
    }
    let allowed = match &option.values {
        OptionValues::Switch => "`on` or `off`".to_owned(),
        OptionValues::Range(least, most) => format!("a whole number, {least} to {most}"),
        OptionValues::Words(words) => words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", "),
    };
    let fault = Diagnostic::new(code::OPTION_VALUE, span, format!("`{}` cannot be `{value}`", option.name))
        .label(allowed.clone());
    let near = match &option.values {
        OptionValues::Words(words) => nearest(value, words.iter().map(String::as_str)),
        _ => None,
    };
    Some(match near {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help(format!("it can be {allowed}")),
    })
}

/// A fault for a value that is compared with, if the option never takes it.
pub(super) fn never_is(option: &OptionDef, value: &str, span: Span) -> Option<Diagnostic> {
    refuse(option, value, span)
        .map(|fault| fault.also(option.span, format!("the option `{}` is declared here", option.name)))
}
