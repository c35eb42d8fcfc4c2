//! What take part both in this process and in children: functions, so that both run the same loop.

/// The facade.
pub(super) fn facade(bytes: &[u8]) -> bool {
    placemat::validate(bytes).is_ok()
}

/// The facade, decoding: the length of the text.
pub(super) fn lossy(bytes: &[u8]) -> usize {
    std::hint::black_box(placemat::from_utf8_lossy(bytes)).len()
}

/// simdutf.
#[cfg(feature = "simdutf")]
pub(super) fn simdutf(bytes: &[u8]) -> bool {
    simdutf::validate_utf8(bytes)
}
