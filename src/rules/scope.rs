//! Where a sentence stands: who is in view, which pronouns it may use, and what no whose-word means there.

/// What no whose-word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoWhose {
    /// It must be said, unless only one player can own the kind.
    Compulsory,
    /// `own`; `any` says only that the kind does not matter (deeds, heads of events).
    Own,
    /// `any`.
    Any,
}

/// Can `it` be said?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum It {
    /// It stands for a piece.
    Known,
    /// It stands for nothing here.
    Nothing,
    /// A fact of the deed, and those belong to `may not`.
    OnlyInMayNot,
}

/// Where a sentence stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    /// Who may be in view: a bit for each player. None: nobody is.
    pub view: u8,
    /// `it` and its words.
    pub it: It,
    /// `moved piece`.
    pub moved: bool,
    /// `captor`.
    pub captor: bool,
    /// `chosen`.
    pub chosen: bool,
    /// `own hand` as a set.
    pub hand: bool,
    /// A path of which only the routes count that take nothing.
    pub walks: bool,
    /// What no whose-word means.
    pub whose: NoWhose,
    /// The sentence, for messages: "a rule", "`draw when`".
    pub sentence: &'static str,
}

impl Scope {
    /// A sentence that some players may be in view of, without pronouns; whose-words are compulsory.
    pub fn new(view: u8, sentence: &'static str) -> Self {
        Self {
            view,
            it: It::Nothing,
            moved: false,
            captor: false,
            chosen: false,
            hand: false,
            walks: false,
            whose: NoWhose::Compulsory,
            sentence,
        }
    }

    /// The same, with `it`.
    pub fn with_it(self) -> Self {
        Self { it: It::Known, ..self }
    }

    /// The same with another meaning of no whose-word.
    pub fn meaning(self, whose: NoWhose) -> Self {
        Self { whose, ..self }
    }
}
