//! What the rows test.

/// A decoder and encoder of one form, whose results may be wrong.
pub trait Subject: Sync {
    /// Whether the bytes are valid.
    ///
    /// # Errors
    ///
    /// The first fault, according to the subject.
    fn validate(&self, bytes: &[u8]) -> Result<(), Fault>;

    /// The values of the bytes, and the faults between them.
    fn decode(&self, bytes: &[u8]) -> Vec<Item>;

    /// The bytes of a value, or `None` if it cannot be encoded.
    fn encode(&self, value: u32) -> Option<Vec<u8>>;

    /// The bytes as UTF-8.
    ///
    /// # Errors
    ///
    /// The first fault, or the first value that UTF-8 cannot encode, according to the subject.
    fn to_utf8(&self, bytes: &[u8]) -> Result<String, Fault>;

    /// The text in this form.
    fn of_utf8(&self, text: &str) -> Vec<u8>;
}

/// A value, or a fault.
pub type Item = Result<u32, Fault>;

/// An error of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The number of valid bytes before it.
    pub valid_up_to: usize,
    /// The number of invalid bytes; `None` if the input ends inside a sequence.
    pub error_len: Option<usize>,
    /// The name of the error.
    pub kind: &'static str,
}
