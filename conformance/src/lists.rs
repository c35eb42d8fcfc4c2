//! Tables in text files.

/// The rows of a table in a text file: its lines, without comments.
pub fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|row| !row.starts_with('#'))
}

/// The rows of a table with two columns.
pub fn pairs(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    rows(table).filter_map(|row| row.split_once(" | "))
}

/// Defines an enumeration whose variants have names: lower-case letters, digits and hyphens, or words.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $type:ident { $($(#[$about:meta])* $variant:ident $name:literal;)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $type {
            $($(#[$about])* $variant,)*
        }

        impl $type {
            /// Every one, in this order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The one with this name.
            pub fn by_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
