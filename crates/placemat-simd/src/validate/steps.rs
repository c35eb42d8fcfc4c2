//! The steps that SSE4.1, AVX2, NEON and simd128 share, [`Full`], [`Three`] and [`Two`], and the constants of all
//! steps.

mod full;
mod restricted;

pub use super::leads::{CONTINUATION, LEAD, LEAD2, LEAD3, LEAD4, addend};
pub use full::Full;
pub use restricted::{Three, Two, UpTo};
