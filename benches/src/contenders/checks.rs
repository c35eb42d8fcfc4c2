//! Functions that are measured both in this process and in children, so that both run the same loop.

use super::{task::Task, turn::Check, units::libraries};

/// The facade.
pub(super) fn facade(bytes: &[u8]) -> bool {
    placemat::validate(bytes).is_ok()
}

/// The facade as a decoder; returns the length of the text.
pub(super) fn lossy(bytes: &[u8]) -> usize {
    std::hint::black_box(placemat::from_utf8_lossy(bytes)).len()
}

/// simdutf.
#[cfg(feature = "simdutf")]
pub(super) fn simdutf(bytes: &[u8]) -> bool {
    simdutf::validate_utf8(bytes)
}

/// The facade, for a child.
pub(super) fn of_facade(task: Task) -> Option<Box<dyn Check>> {
    match task {
        Task::Validate => Some(Box::new(facade)),
        Task::Lossy => Some(Box::new(lossy)),
        Task::Units(work) => Some(libraries::placemat(work)),
        Task::Copy
        | Task::Stream { .. }
        | Task::Chars { .. }
        | Task::Batch
        | Task::InvalidRows
        | Task::Own { .. } => None,
    }
}

/// simdutf, for a child.
pub(super) fn of_simdutf(task: Task) -> Option<Box<dyn Check>> {
    match task {
        #[cfg(feature = "simdutf")]
        Task::Validate => Some(Box::new(simdutf)),
        Task::Units(work) => libraries::simdutf(work),
        _ => None,
    }
}
