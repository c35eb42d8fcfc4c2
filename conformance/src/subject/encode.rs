//! Encoding.

/// Encodes characters.
pub trait Encodes: Sync {
    /// The UTF-8 of a value.
    ///
    /// # Errors
    ///
    /// Why the value cannot be encoded.
    fn encoded(&self, value: u32) -> Result<Vec<u8>, Unencodable>;
}

/// Why a value cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unencodable {
    /// It is a surrogate, D800..DFFF.
    Surrogate,
    /// It is above 10FFFF.
    OutOfRange,
    /// The subject does not give the reason.
    Unspecified,
}
