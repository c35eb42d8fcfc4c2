use super::Encoding;

/// A converter under test. Units of all encodings are numbers here, so that a caller need not be generic.
pub trait Converts: Sync {
    /// What reports call it.
    fn name(&self) -> String;

    /// Converts.
    fn convert(&self, call: &Call<'_>) -> Answer;
}

/// What is to be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call<'a> {
    /// The encoding of the source.
    pub from: Encoding,
    /// The encoding of the target.
    pub to: Encoding,
    /// The units of the source.
    pub source: &'a [u32],
    /// How many units of the target there is room for.
    pub room: usize,
    /// Whether nothing comes after the source.
    pub last: bool,
    /// What takes the place of ill-formed sequences, and of what the target does not have.
    pub replacement: Option<char>,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many units of the source were converted.
    pub read: usize,
    /// What they became.
    pub written: Vec<u32>,
    /// Why it ends there.
    pub stop: Stop,
}

/// Why a conversion ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// All of the source is converted.
    End,
    /// The next character does not fit.
    OutputFull,
    /// The source ends inside a character, and more is to come.
    Incomplete,
    /// The source is ill formed.
    Malformed {
        /// The units of the source before it.
        at: usize,
        /// The units that are ill formed; `None` where the end cuts them off.
        len: Option<usize>,
        /// What is wrong, as the product's kinds are written in Rust.
        kind: String,
    },
    /// The target does not have this character.
    Unmappable(char),
}
