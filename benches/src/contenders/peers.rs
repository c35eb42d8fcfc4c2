//! Other people's validators, as their documentation says they are to be called.

use bstr::ByteSlice as _;

use super::{Contender, Kind};

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
    all.extend(simdutf());
    all
}

fn peer(name: &str, judge: impl Fn(&[u8]) -> bool + 'static) -> Contender {
    Contender::here(name, Kind::Peer, judge)
}

/// simdutf with the kernel that it prefers, and with the lesser ones, which it takes for a whole process.
#[cfg(feature = "simdutf")]
fn simdutf() -> Vec<Contender> {
    use super::child::Role;

    let mut all = vec![peer("simdutf", simdutf::validate_utf8)];
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    for (kernel, runs) in [
        ("icelake", is_x86_feature_detected!("avx512vbmi2")),
        ("haswell", is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")),
        ("westmere", is_x86_feature_detected!("sse4.2")),
    ] {
        if runs {
            let role = Role::Simdutf(kernel.to_owned());
            all.push(Contender::child(format!("simdutf-{kernel}"), Kind::Peer, role));
        }
    }
    all
}

#[cfg(not(feature = "simdutf"))]
fn simdutf() -> Vec<Contender> {
    Vec::new()
}
