//! Compares every entry point with simdutf8 0.1.5, on every input.

use placemat_conformance::{cases, random::Random, text::CHARACTERS};

/// Calls `check` with every case at offsets around the edges of blocks, in text of each kind, and with random
/// strings of cases.
fn inputs(mut check: impl FnMut(&mut [u8])) {
    for case in cases::all() {
        for character in CHARACTERS {
            let filler = character.repeat(128);
            for at in [0, 13, 61, 62, 63, 64, 126] {
                let at = at / character.len() * character.len();
                let mut input = [&filler.as_bytes()[..at], case.bytes].concat();
                check(&mut input);
                input.extend_from_slice(character.repeat(20).as_bytes());
                check(&mut input);
            }
        }
    }
    let cases: Vec<_> = cases::all().map(|case| case.bytes).collect();
    let mut random = Random(20);
    for _ in 0..4_000 {
        let mut input = Vec::new();
        for _ in 0..random.below(12) {
            if random.below(8) == 0 {
                input.extend_from_slice(random.pick(&cases));
            } else {
                let character = random.pick(&CHARACTERS);
                input.extend_from_slice(character.repeat(random.below(40)).as_bytes());
            }
        }
        check(&mut input);
    }
}

/// The fields of an error, and its messages.
macro_rules! told {
    ($result:expr) => {
        $result.map_err(|error| {
            (error.valid_up_to(), error.error_len(), error.to_string(), format!("{error:?} {error:#?}"))
        })
    };
}

#[test]
fn the_functions_agree() {
    let mut failures = 0;
    inputs(|input| {
        let texts = |error: &dyn std::error::Error| (error.to_string(), format!("{error:?} {error:#?}"));
        let ours = simdutf8::basic::from_utf8(input).map_err(|error| texts(&error));
        let theirs = theirs::basic::from_utf8(input).map_err(|error| texts(&error));
        assert_eq!(ours, theirs, "{input:X?}");
        let is_valid = theirs.is_ok();
        failures += usize::from(!is_valid);
        assert_eq!(
            told!(simdutf8::compat::from_utf8(input)),
            told!(theirs::compat::from_utf8(input)),
            "{input:X?}"
        );

        // The mutable functions return the same bytes, not a copy.
        let at = input.as_ptr();
        let ours = simdutf8::basic::from_utf8_mut(input).map(|text| (text.as_ptr(), text.len()));
        assert_eq!(ours.is_ok(), is_valid);
        assert!(ours.is_err() || ours == Ok((at, input.len())));
        let ours = told!(simdutf8::compat::from_utf8_mut(input)).map(|text| text.to_owned());
        let theirs = told!(theirs::compat::from_utf8_mut(input)).map(|text| text.to_owned());
        assert_eq!(ours, theirs);
    });
    assert!(failures > 5_000, "{failures} failures are too few");
}

/// The errors implement the same traits as those of simdutf8.
#[test]
fn the_errors_have_their_traits() {
    fn has<T: Copy + Eq + Send + Sync + std::error::Error + 'static>() {}
    has::<simdutf8::basic::Utf8Error>();
    has::<theirs::basic::Utf8Error>();
    has::<simdutf8::compat::Utf8Error>();
    has::<theirs::compat::Utf8Error>();
    assert_eq!(simdutf8::basic::Utf8Error, simdutf8::basic::Utf8Error {});
}

/// Tests one module of `imp`, if the condition says that this machine has its instructions.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "x86",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
macro_rules! module {
    ($test:ident, $arch:ident::$module:ident, $there:expr) => {
        #[test]
        fn $test() {
            use simdutf8::basic::imp::{
                ChunkedUtf8Validator as _, Utf8Validator as _, $arch::$module as ours_of,
            };
            use theirs::basic::imp::{
                ChunkedUtf8Validator as _, Utf8Validator as _, $arch::$module as theirs_of,
            };

            if !$there {
                println!("not run: this machine lacks {}", stringify!($module));
                return;
            }
            let mut random = Random(21);
            inputs(|input| {
                // SAFETY: the machine has the feature.
                let ours = unsafe { ours_of::validate_utf8(input) };
                // SAFETY: as before.
                let theirs = unsafe { theirs_of::validate_utf8(input) };
                assert_eq!(ours.is_ok(), theirs.is_ok(), "{input:X?}");
                let verdict = theirs.is_ok();

                // SAFETY: as before.
                let ours = unsafe { simdutf8::compat::imp::$arch::$module::validate_utf8(input) };
                // SAFETY: as before.
                let theirs = unsafe { theirs::compat::imp::$arch::$module::validate_utf8(input) };
                assert_eq!(told!(ours), told!(theirs), "{input:X?}");

                // Chunks of any length.
                let mut rest = &*input;
                // SAFETY: as before.
                let mut ours = unsafe { ours_of::Utf8ValidatorImp::new() };
                // SAFETY: as before.
                let mut theirs = unsafe { theirs_of::Utf8ValidatorImp::new() };
                while !rest.is_empty() {
                    let len = random.pick(&[0, 1, 2, 3, 17, 63, 64, 65, 128, 200]).min(rest.len());
                    let (chunk, after) = rest.split_at(len);
                    // SAFETY: as before.
                    unsafe { ours.update(chunk) };
                    // SAFETY: as before.
                    unsafe { theirs.update(chunk) };
                    rest = after;
                }
                // SAFETY: as before.
                let ours = unsafe { ours.finalize() };
                assert_eq!(ours.is_ok(), verdict, "{input:X?}");
                // SAFETY: as before.
                let theirs = unsafe { theirs.finalize() };
                assert_eq!(theirs.is_ok(), verdict, "{input:X?}");

                // Whole blocks, and the rest at the end, with or without blocks in it.
                let blocks = random.below(input.len() / 64 + 1) * 64;
                let (blocks, rest) = input.split_at(blocks);
                // SAFETY: as before.
                let mut ours = unsafe { ours_of::ChunkedUtf8ValidatorImp::new() };
                // SAFETY: as before.
                let mut theirs = unsafe { theirs_of::ChunkedUtf8ValidatorImp::new() };
                let step = 64 * random.pick(&[1, 2, 3]);
                for chunk in blocks.chunks(step) {
                    // SAFETY: as before.
                    unsafe { ours.update_from_chunks(chunk) };
                    // SAFETY: as before.
                    unsafe { theirs.update_from_chunks(chunk) };
                }
                let rest = if rest.is_empty() && random.below(2) == 0 { None } else { Some(rest) };
                // SAFETY: as before.
                let ours = unsafe { ours.finalize(rest) };
                assert_eq!(ours.is_ok(), verdict, "{input:X?}");
                // SAFETY: as before.
                let theirs = unsafe { theirs.finalize(rest) };
                assert_eq!(theirs.is_ok(), verdict, "{input:X?}");
            });
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
module!(avx2_agrees, x86::avx2, std::is_x86_feature_detected!("avx2"));
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
module!(sse42_agrees, x86::sse42, std::is_x86_feature_detected!("sse4.2"));
#[cfg(target_arch = "aarch64")]
module!(neon_agrees, aarch64::neon, true);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
module!(simd128_agrees, wasm32::simd128, true);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[test]
fn a_chunk_that_is_no_multiple_panics() {
    use simdutf8::basic::imp::{ChunkedUtf8Validator, x86::sse42::ChunkedUtf8ValidatorImp};

    if !std::is_x86_feature_detected!("sse4.2") {
        println!("not run: this machine lacks sse4.2");
        return;
    }
    let panic = std::panic::catch_unwind(|| {
        // SAFETY: the machine has the feature.
        let mut validator = unsafe { ChunkedUtf8ValidatorImp::new() };
        // SAFETY: as before.
        unsafe { validator.update_from_chunks(&[0; 65]) };
    });
    let panic = panic.unwrap_err();
    let message = panic.downcast_ref::<String>().map(String::as_str);
    assert_eq!(message, Some("Input size must be a multiple of 64."));
}

/// Other crates can implement both traits, as simd-json does, and use them as trait objects.
#[test]
fn outsiders_can_implement_the_traits() {
    use simdutf8::basic::Utf8Error;
    use simdutf8::basic::imp::{ChunkedUtf8Validator, Utf8Validator};

    #[derive(Default)]
    struct ByStd(Vec<u8>);

    impl Utf8Validator for ByStd {
        unsafe fn new() -> Self {
            Self::default()
        }
        unsafe fn update(&mut self, input: &[u8]) {
            self.0.extend_from_slice(input);
        }
        unsafe fn finalize(self) -> Result<(), Utf8Error> {
            std::str::from_utf8(&self.0).map(|_| ()).map_err(|_| Utf8Error)
        }
    }

    impl ChunkedUtf8Validator for ByStd {
        unsafe fn new() -> Self {
            Self::default()
        }
        unsafe fn update_from_chunks(&mut self, input: &[u8]) {
            self.0.extend_from_slice(input);
        }
        unsafe fn finalize(mut self, remaining_input: Option<&[u8]>) -> Result<(), Utf8Error> {
            self.0.extend_from_slice(remaining_input.unwrap_or_default());
            // SAFETY: there are no requirements.
            unsafe { Utf8Validator::finalize(self) }
        }
    }

    // SAFETY: there are no requirements.
    let mut validator = unsafe { <ByStd as Utf8Validator>::new() };
    // SAFETY: there are no requirements.
    unsafe { validator.update(b"\xC3") };
    // SAFETY: there are no requirements.
    assert_eq!(unsafe { ChunkedUtf8Validator::finalize(validator, Some(b"\xA9")) }, Ok(()));
}
