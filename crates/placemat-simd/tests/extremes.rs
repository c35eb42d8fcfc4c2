//! Public functions with extreme arguments. This matters in release builds, where arithmetic wraps: safe code must
//! never read a byte outside of a slice, whatever the arguments.
//! Emulators run it in rows for portable code.

mod here;

use std::panic::catch_unwind;

use here::on_this_target;
use itertools::iproduct;
use placemat_core::{Scan, grammar::sequence_at, incomplete_tail, locate};
use placemat_simd::{Simd, Window, emulated::Emulated};

/// Offsets around every border at which offset arithmetic could wrap.
fn offsets(len: usize) -> impl Iterator<Item = usize> + Clone {
    let borders = [0, len, usize::MAX, isize::MAX.unsigned_abs()];
    iproduct!(borders, -140..=140).map(|(border, by)| border.wrapping_add_signed(by))
}

/// Every load inside the window returns its bytes; every other one panics.
fn hold_load<S: Simd>(name: &str, simd: S) {
    let mut window: Window = [0; _];
    window[40] = 0x80;
    let mut refused = 0;
    for at in offsets(window.len()) {
        let inside = at.checked_add(S::LANES).is_some_and(|end| end <= window.len());
        // The token and the window are plain values, so a panic leaves nothing half done.
        let bits = catch_unwind(std::panic::AssertUnwindSafe(|| simd.movemask(simd.load(&window, at))));
        match bits {
            Ok(bits) => {
                assert!(inside, "{name}: loads at {at:#x}");
                let expected = if (at..at + S::LANES).contains(&40) { 1 << (40 - at) } else { 0 };
                assert_eq!(bits, expected, "{name}: loads other bytes at {at}");
            }
            Err(_) => {
                assert!(!inside, "{name}: refuses to load at {at}");
                refused += 1;
            }
        }
    }
    assert!(refused > 500, "{name}: {refused}");
}

#[test]
#[cfg_attr(panic = "abort", ignore = "a refused load panics, and there is no way back from a panic here")]
fn loads_stay_inside_the_window() {
    // The panics are expected, and there are many.
    std::panic::set_hook(Box::new(|_| {}));
    hold_load("emulated 16", Emulated::<16>);
    hold_load("emulated 32", Emulated::<32>);
    hold_load("emulated 64", Emulated::<64>);
    on_this_target!(hold_load);
    let _ = std::panic::take_hook();
}

#[test]
fn positions_may_be_anything() {
    for text in [&b""[..], b"a", b"\xE2\x82", b"a\xE2\x82x", &[b'a'; 300], &[0x80; 300]] {
        for at in offsets(text.len()) {
            let error = locate(text, at).err();
            assert!(error.is_none_or(|error| error.valid_up_to() < text.len()), "{text:x?} from {at}");
            match sequence_at(text, at) {
                Ok(end) => assert!(at < end && end <= text.len(), "{text:x?} at {at}"),
                Err(error) => assert_eq!(error.valid_up_to(), at, "{text:x?} at {at}"),
            }
        }
        assert!(incomplete_tail(text) <= text.len().min(3));
    }
}

/// A third-party backend may return anything; `validate` must not panic on it.
#[test]
fn suspicions_may_be_anything() {
    use placemat_core::{Backend, Info, Validate};
    struct Says(usize);
    impl Backend for Says {
        fn info(&self) -> &'static Info {
            const INFO: Info = Info::new("says", "whatever it was made to say");
            &INFO
        }
        fn scan(&self, _: &[u8]) -> Scan {
            Scan::Suspect { from: self.0 }
        }
    }
    for (text, from) in iproduct!([&b""[..], b"a\xFFb", b"\xE2\x82"], offsets(3)) {
        let error = Says(from).validate(text).err();
        assert!(error.is_none_or(|error| error.valid_up_to() < text.len()), "{text:x?} from {from}");
    }
}

/// With 32-bit addresses, a source can be so long that its length in another encoding overflows.
#[test]
#[cfg(all(target_pointer_width = "32", not(target_family = "wasm")))]
#[cfg_attr(
    any(debug_assertions, panic = "abort"),
    ignore = "it takes long, and the allocator's refusal is a panic"
)]
fn results_may_be_too_long() {
    use placemat::convert::{Converter, Utf8, Utf32Le};
    std::panic::set_hook(Box::new(|_| {}));
    let source = vec![0_u8; (1 << 30) + 1];
    let (strict, lossy) = (Converter::<Utf8, Utf32Le>::strict(), Converter::<Utf8, Utf32Le>::lossy());
    for source in [&source[1..], &source] {
        assert_eq!(strict.valid_output_len(source), usize::MAX);
        assert_eq!(strict.output_len(source), Ok(usize::MAX));
        assert_eq!(lossy.output_len(source), Ok(usize::MAX));
        for converter in [strict, lossy] {
            let refused = catch_unwind(|| converter.to_vec(source).is_ok()).unwrap_err();
            assert_eq!(refused.downcast_ref(), Some(&"capacity overflow"), "the allocator's");
        }
    }
    let _ = std::panic::take_hook();
}
