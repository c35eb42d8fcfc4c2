//! What is compared with the rows.

/// A decoder and encoder of one form. Its answers may be wrong.
pub trait Subject: Sync {
    /// Whether the bytes are valid.
    ///
    /// # Errors
    ///
    /// What it takes for the first fault.
    fn validate(&self, bytes: &[u8]) -> Result<(), Fault>;

    /// The values of the bytes, and the faults between them.
    fn decode(&self, bytes: &[u8]) -> Vec<Item>;

    /// The bytes of a value, or `None` where it is refused.
    fn encode(&self, value: u32) -> Option<Vec<u8>>;

    /// The bytes as UTF-8.
    ///
    /// # Errors
    ///
    /// What it takes for the first fault, or for the first value that UTF-8 does not have.
    fn to_utf8(&self, bytes: &[u8]) -> Result<String, Fault>;

    /// The text in this form.
    fn of_utf8(&self, text: &str) -> Vec<u8>;
}

/// A value, or what is wrong there.
pub type Item = Result<u32, Fault>;

/// What is wrong with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// The number of valid bytes before it.
    pub valid_up_to: usize,
    /// The number of invalid bytes; `None` where the input ends too early.
    pub error_len: Option<usize>,
    /// What it is called.
    pub kind: &'static str,
}
