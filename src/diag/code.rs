//! The catalogue of codes. Codes are never reused; `docs/diagnostics.md` explains each one.
//!
//! Ranges: 01xx text and syntax, 02xx files, inheritance and options, 03xx names, 04xx sets, conditions and paths,
//! 05xx whole-game checks, 09xx limits and what cannot run yet.

use super::diagnostic::Severity;

/// A code of the catalogue: `E` error, `W` warning, `N` note, and four digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

impl Code {
    /// The severity that its letter says.
    pub fn severity(self) -> Severity {
        match self.0.as_bytes().first() {
            Some(b'W') => Severity::Warning,
            Some(b'N') => Severity::Note,
            _ => Severity::Error,
        }
    }
}

/// Declares the codes as constants and gathers them in `ALL`.
macro_rules! catalogue {
    ($($name:ident = $code:literal $about:literal)*) => {
        $(#[doc = $about] pub const $name: Code = Code($code);)*
        /// Every code with the situation it stands for, ascending by number.
        pub const ALL: &[(Code, &str)] = &[$(($name, $about)),*];
    };
}

// One line a code, ascending by number within its hundred: the constant, the code, the situation. Each needs an entry in
// `docs/diagnostics.md` and a fixture that raises it (`tests/diagnostics.rs` looks).
catalogue! {
    // 01xx: text and syntax
    UNKNOWN_WORD = "E0101" "a word that the language does not know at this place"
    EXPECTED = "E0102" "something else is expected at this place"
    BRACE_NOT_CLOSED = "E0103" "a `{` without its `}`"
    BRACE_CLOSES_NOTHING = "E0104" "a `}` without its `{`"
    STRING_NOT_CLOSED = "E0105" "a string or picture without its end"
    LIST_TAKES_COMMAS = "E0106" "`or` or `and` in a list, or a comma before them"
    BRACKETS_WANTED = "E0107" "`and` and `or` mixed in one condition without brackets"
    BARE_REACH = "E0108" "a reach or a range in a form that could be misread"
    LOOKS_LIKE_A_CELL = "E0109" "a name that looks like a cell"
    RESERVED_WORD = "E0110" "a name that is a word of the language"
    TWO_ON_A_LINE = "E0111" "two statements on one line without `;`"
    WHEN_IN_FRONT = "E0112" "a condition in front of what it limits"
    HABIT = "E0113" "a sentence as another language or game would write it"
    WORDS_RUN_TOGETHER = "E0114" "words without blanks between them"
    GAME_LINE = "E0115" "the first line is not `game \"…\"`"
    NOT_TEXT = "E0116" "characters that no text has"
    OPTION_WITHOUT_HELP = "E0117" "an option without its sentence of help"
    NUMBER_TOO_LARGE = "E0118" "a number too large to mean anything on a board"
    BRACKET_NOT_CLOSED = "E0119" "a `(` without its `)`, or the other way round"
    OUT_OF_PLACE = "E0120" "a sentence of the language at a place where it cannot stand"

    // 02xx: files, inheritance, options
    FILE_NOT_FOUND = "E0201" "a file that cannot be read"
    EXTENDS_RING = "E0202" "files that extend each other in a ring"
    ALREADY_IN_PARENT = "E0203" "declared again without `replace`"
    NOTHING_TO_REPLACE = "E0204" "`replace` or `add to` of what is not there"
    NOTHING_TO_REMOVE = "E0205" "`remove` of what is not there"
    SAME_HANDLE_TWICE = "E0206" "the same handle twice in one file"
    HANDLE_IS_SHARED = "E0207" "a handle that several items share"
    UNKNOWN_OPTION = "E0208" "an option that the game does not have"
    OPTION_VALUE = "E0209" "a value that the option does not take"
    REPLACE_WITHOUT_PARENT = "E0210" "`replace`, `remove` or `add to` in a file without a parent"
    CANNOT_ADD_TO = "E0211" "`add to` something that has no block"
    TEAMS_DO_NOT_HOLD = "E0212" "not exactly one `teams` line holds"
    PATCHES_COLLIDE = "W0221" "two patches of options change the same thing"
    OPTION_UNUSED = "W0222" "an option that nothing reads"
    NOT_ALL_TRIED = "N0223" "more values of options than are tried"

    // 03xx: names
    UNKNOWN_NAME = "E0301" "a name that is declared nowhere"
    NAME_TWICE = "E0302" "one name declared twice"
    WRONG_SORT = "E0303" "a name of another sort than the place needs"
    SYMBOL_TWICE = "E0304" "two pieces with one symbol"
    NAMES_IN_A_RING = "E0305" "facts, counts or kinds that are made of each other in a ring"
    CELL_OUTSIDE = "E0306" "a cell or region beyond the board"
    NOT_DECLARED_AT_ALL = "E0307" "a game without a board, players or pieces"
    ONE_FORM = "E0308" "a plural: names have one form"

    // 04xx: sets, conditions, paths
    WHOSE_MISSING = "E0401" "a condition about pieces that does not say whose"
    FACT_OF_THE_DEED = "E0402" "a fact of the deed, or `leaving`, outside `may not`"
    PRONOUN = "E0403" "a pronoun where it stands for nothing"
    NOBODY_IN_VIEW = "E0404" "a word seen from a player where no player is in view"
    REGION_IS_NO_CONDITION = "E0405" "a list of places broken by `or`"
    EMPTY_SET = "E0406" "a set that is always empty"
    NO_FRONT = "E0407" "a direction seen from a player who does not face anywhere"
    CANNOT_BE_ASKED = "E0408" "a claim that cannot be made of this subject"
    MEMBERS_OVERLAP = "E0409" "`its` of a family whose members overlap"
    DOES_NOT_TURN = "E0410" "a promotion of what has no other side"
    LIKE_NEIGHBOURS = "E0411" "`could never move` asked of a piece that moves like others"
    BAD_PATH = "E0412" "a path that cannot be walked"
    SETUP_SHAPE = "E0413" "a setup whose shape does not fit the board"
    SETUP_SIGN = "E0414" "a sign in a setup that is no piece"
    BAD_BOARD = "E0415" "a board that cannot be built"
    BAD_BETZA = "E0416" "a Betza word that cannot be read"
    SOME_IS_NOT = "W0431" "`own A is not …` where `no own A is …` was probably meant"

    // 05xx: the game as a whole
    NEVER_MOVES = "W0501" "a piece that can never move"
    NEVER_USED = "W0502" "something declared and never used"
    NO_WAY_BACK = "W0503" "pieces that go into a hand and can never be dropped"
    END_NEVER_COMES = "W0504" "an end, a rule or a capture that can never come"
    SHADOWED = "W0505" "a rule that another one makes idle"
    ENDS_COLLIDE = "W0506" "two ends with different winners that can come together"
    HOSTILE_TO_NOBODY = "W0507" "`hostile cell` without terrain that is hostile"
    NO_END = "W0508" "a game that never ends"
    MATED_WITHOUT_ROYAL = "W0509" "`mated` or `attacked` where nothing can be"
    COUNT_OUT_OF_REACH = "W0510" "a count that can never be reached"
    CHOICE_AND_FORCE = "W0511" "the same effect both by choice and by force"
    BOARD_IN_PARTS = "W0512" "a board that falls into parts"
    WITHOUT_PIECES = "W0513" "a player without pieces or without turns"
    END_AT_ONCE = "W0514" "an end that holds before the first move"
    EDGE_IS_SAFE = "N0541" "a piece on the edge that no closure can take"
    ROYAL_FOR_NOTHING = "N0542" "a royal piece of which no rule speaks"

    // 09xx: limits and what cannot run yet
    TOO_LARGE = "E0901" "more than this program can hold"
    VERSION_TWO = "E0902" "a sentence that comes with version 2 of the language"
    CANNOT_RUN_YET = "E0903" "a sentence that this program reads but cannot play yet"
    TOO_MANY_MESSAGES = "E0904" "more faults than it helps to show"
}
