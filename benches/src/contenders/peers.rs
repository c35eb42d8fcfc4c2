//! The validators of other libraries, called as their documentation says.

use bstr::ByteSlice as _;

use super::contender::{Contender, Kind};

/// All of them.
pub(super) fn all() -> Vec<Contender> {
    let mut all = vec![
        peer("std", |bytes| core::str::from_utf8(bytes).is_ok()),
        peer("simdutf8-basic", |bytes| simdutf8::basic::from_utf8(bytes).is_ok()),
        peer("simdutf8-compat", |bytes| simdutf8::compat::from_utf8(bytes).is_ok()),
        peer("encoding_rs", |bytes| encoding_rs::Encoding::utf8_valid_up_to(bytes) == bytes.len()),
        peer("bstr", |bytes| bytes.to_str().is_ok()),
        peer("smoothutf8", smoothutf8::verify),
    ];
    #[cfg(feature = "simdutf")]
    all.push(peer("simdutf", super::judges::simdutf));
    all.extend(kernels());
    all
}

fn peer(name: &str, judge: impl Fn(&[u8]) -> bool + 'static) -> Contender {
    Contender::here(name, Kind::Peer, judge)
}

/// simdutf's kernels, of which it uses one in a process; the one that it prefers comes first.
#[cfg(all(feature = "simdutf", target_arch = "x86_64", target_os = "linux"))]
fn kernels() -> Vec<Contender> {
    let kernels = [
        ("icelake", is_x86_feature_detected!("avx512vbmi2")),
        ("haswell", is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")),
        ("westmere", is_x86_feature_detected!("sse4.2")),
    ];
    let runnable = kernels.into_iter().filter(|&(_, runs)| runs);
    let child = |(kernel, _)| {
        let role = super::child::Role::Simdutf(str::to_owned(kernel));
        Contender::child(format!("simdutf-{kernel}"), Kind::Peer, super::task::Task::Validate, role)
    };
    runnable.map(child).collect()
}

#[cfg(not(all(feature = "simdutf", target_arch = "x86_64", target_os = "linux")))]
fn kernels() -> Vec<Contender> {
    Vec::new()
}
