//! Small checked ids: plain numbers with a type each, so that a cell is never taken for a kind.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $repr:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            /// The id as an index into a table.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id for an index; the index was checked against the limits when the game was built.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                debug_assert!(<$repr>::try_from(index).is_ok());
                Self(index as $repr)
            }
        }

        impl From<$name> for usize {
            #[inline]
            fn from(id: $name) -> usize {
                id.index()
            }
        }

        impl From<usize> for $name {
            #[inline]
            fn from(index: usize) -> Self {
                Self::from_index(index)
            }
        }
    };
}

id!(
    /// A cell of the bounding grid: `rank * width + file`, counted from the lower left corner (the first cell is 0).
    Cell,
    u16
);
id!(
    /// A kind of piece (one face: a promoted side is a kind of its own).
    Kind,
    u16
);
id!(
    /// A player, in the order of declaration.
    Player,
    u8
);
id!(
    /// A team of players.
    Team,
    u8
);
id!(
    /// A family of regions (`regions camp { … }`).
    Family,
    u16
);
id!(
    /// A mark that a path leaves on cells.
    Mark,
    u8
);
id!(
    /// A named count.
    CountId,
    u16
);
id!(
    /// A counter of plies that the rules read (quiet plies, plies for which a condition held).
    Counter,
    u16
);
