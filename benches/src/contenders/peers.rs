//! The validators of other libraries, called as documented.

use bstr::ByteSlice as _;

use super::contender::{self, Contender, Kind};
use super::task::{Task, is_valid};

/// All of them.
pub(super) fn all() -> Vec<Contender> {
    let mut all = vec![
        peer("std", is_valid),
        peer("simdutf8-basic", simdutf8_basic),
        peer("simdutf8-compat", |bytes| simdutf8::compat::from_utf8(bytes).is_ok()),
        peer("encoding_rs", |bytes| encoding_rs::Encoding::utf8_valid_up_to(bytes) == bytes.len()),
        peer("bstr", |bytes| bytes.to_str().is_ok()),
        peer("smoothutf8", smoothutf8::verify),
    ];
    #[cfg(target_arch = "x86_64")]
    all.push(peer("ps-simdutf8", |bytes| ps_simdutf8::basic::from_utf8(bytes).is_ok()));
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("sse4.2") {
        all.push(peer("simdutf8-sse4.2", simdutf8_sse42));
    }
    #[cfg(feature = "simdutf")]
    all.push(peer("simdutf", simdutf::validate_utf8));
    all.extend(contender::kernels(Task::Validate, &kernels()));
    all
}

pub(super) fn simdutf8_basic(bytes: &[u8]) -> bool {
    simdutf8::basic::from_utf8(bytes).is_ok()
}

fn peer(name: &str, check: impl Fn(&[u8]) -> bool + 'static) -> Contender {
    Contender::new(Task::Validate, name, Kind::Peer, check)
}

/// simdutf8 as on a processor without AVX2: it calls the standard library below 64 bytes.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "simdutf8's kernels do not detect the processor's features")]
fn simdutf8_sse42(bytes: &[u8]) -> bool {
    if bytes.len() < 64 {
        return is_valid(bytes);
    }
    // SAFETY: this contender exists only if SSE 4.2 has been detected.
    unsafe { simdutf8::basic::imp::x86::sse42::validate_utf8(bytes) }.is_ok()
}

/// simdutf's kernels that this machine supports, the preferred one first; it uses one per process. Empty if they
/// cannot be selected.
#[cfg(all(feature = "simdutf", target_arch = "x86_64", target_os = "linux"))]
pub(super) fn kernels() -> Vec<&'static str> {
    let kernels = [
        ("icelake", is_x86_feature_detected!("avx512vbmi2")),
        ("haswell", is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")),
        ("westmere", is_x86_feature_detected!("sse4.2")),
    ];
    kernels.into_iter().filter_map(|(kernel, runs)| runs.then_some(kernel)).collect()
}

#[cfg(not(all(feature = "simdutf", target_arch = "x86_64", target_os = "linux")))]
pub(super) fn kernels() -> Vec<&'static str> {
    Vec::new()
}
