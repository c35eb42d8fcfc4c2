//! Why sorting ends early.

use std::io;

/// Why sorting ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// The input cannot be read.
    Read(io::Error),
    /// The valid or the invalid lines cannot be written.
    Valid(io::Error),
    Invalid(io::Error),
    /// The bytes of a long line cannot be held.
    Held(io::Error),
    /// There are more invalid lines than accepted.
    TooMany,
}
