//! The certificate: a step, validated on all 2^32 windows of four bytes.
//!
//! A vectorised kernel of placemat's validates every byte by itself and the three before it. That makes an
//! exhaustive run over finitely many windows a proof for inputs of any length:
//!
//! 1. On a live prefix (one that can be the beginning of a text) the state of the grammar's automaton is a
//!    function of the last three bytes, if a lead that no sequence can have is granted one more byte of
//!    life. This is computed here, from the oracle, and checked for all 2^24 of them: [`Contexts`].
//! 2. For every live context and every byte after it, the step raises an alarm where the automaton dies.
//!    After a dead context it may say anything: the alarm has been raised.
//! 3. Text is complete exactly if its last byte is no lead, the last but one none of three bytes, the last
//!    but two none of four.
//! 4. Accumulators collect: what was wrong in a window is still wrong after any others, in that lane and in
//!    no other.
//!
//! A step that does not know all sequences may only start after some contexts. Which ones is derived: the
//! largest set from which every byte without an alarm leads back into the set, and to no death. The contexts
//! that the step's own guard admits must lie inside it.
//!
//! Conversion to UTF-16 has the same frame, with a byte more: what a lane writes depends on five bytes.
//! [`certify_writes`] compares it with what the characters mean, over every window of valid text.

mod contexts;
mod run;
mod windows;
mod writes;

pub use contexts::Contexts;
pub use run::{Breach, Certificate, certify};
pub use windows::{Batch, Extent, Lanes, WINDOWS, Windows};
pub use writes::{
    Bytes, Characters, Expected, FiveBytes, Miswritten, Series, Variant, Writes, Written, certify_writes,
};
