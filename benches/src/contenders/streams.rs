//! Validators and decoders of streams. Their limit reads the same bytes in one piece.

use std::{cell::RefCell, hint::black_box};

use encoding_rs::{DecoderResult, UTF_8};
use placemat::backend::Handle;
use placemat::stream::{Decoder, Validator};

use super::contender::{Contender, Kind};
use super::{facade, task::Task};
use crate::group::Group;

/// Validators and decoders for each chunk size.
pub(super) fn all(runnable: &[(&'static str, Handle)]) -> Vec<Contender> {
    let both = |&chunk: &usize| validators(chunk, runnable).into_iter().chain(decoders(chunk));
    Group::Stream.about().sizes.iter().flat_map(both).collect()
}

fn validators(chunk: usize, runnable: &[(&'static str, Handle)]) -> Vec<Contender> {
    let task = Task::Stream { chunk, text: false };
    let mut all = vec![
        Contender::new(task, "placemat", Kind::Facade, move |bytes| {
            validated(Validator::new(), bytes, chunk)
        }),
        Contender::new(task, "encoding_rs", Kind::Peer, move |bytes| {
            encoding_rs_decoded(bytes, chunk, false)
        }),
        Contender::new(task, "one piece", Kind::Limit, facade),
    ];
    all.extend(runnable.iter().map(|&(name, backend)| {
        Contender::new(task, name, Kind::Backend, move |bytes| {
            validated(Validator::new().with_backend(backend), bytes, chunk)
        })
    }));
    #[cfg(target_arch = "x86_64")]
    all.extend(simdutf8::validators(chunk));
    all
}

fn decoders(chunk: usize) -> Vec<Contender> {
    let task = Task::Stream { chunk, text: true };
    vec![
        Contender::new(task, "placemat", Kind::Facade, move |bytes| decoded(bytes, chunk)),
        Contender::new(task, "encoding_rs", Kind::Peer, move |bytes| encoding_rs_decoded(bytes, chunk, true)),
        Contender::new(task, "one piece", Kind::Limit, |bytes: &[u8]| {
            with_buffer(bytes.len(), |text| {
                placemat::from_utf8(bytes).map(|piece| text.push_str(piece)).is_ok()
            })
        }),
    ]
}

fn validated(mut validator: Validator, bytes: &[u8], chunk: usize) -> bool {
    for chunk in bytes.chunks(chunk) {
        if validator.feed(black_box(chunk)).is_err() {
            return false;
        }
    }
    validator.finish().is_ok()
}

fn decoded(bytes: &[u8], chunk: usize) -> bool {
    with_buffer(bytes.len(), |text| {
        let mut decoder = Decoder::strict();
        for chunk in bytes.chunks(chunk) {
            if decoder.decode(black_box(chunk), |piece| text.push_str(piece)).is_err() {
                return false;
            }
        }
        decoder.finish(|piece| text.push_str(piece)).is_ok()
    })
}

/// Decodes into the text of the whole input; or without `keep`, all chunks into the same bytes.
fn encoding_rs_decoded(bytes: &[u8], chunk: usize, keep: bool) -> bool {
    thread_local! {
        // Not a string: when decoding into one, `encoding_rs` zero-fills the whole destination first, every time.
        static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    TEXT.with_borrow_mut(|text| {
        let len = bytes.len() * usize::from(keep) + 3 * chunk + 16;
        if text.len() < len {
            text.resize(len, 0);
        }
        let mut decoder = UTF_8.new_decoder_without_bom_handling();
        let mut to = 0;
        for chunk in bytes.chunks(chunk) {
            let dst = &mut text[to..to + 3 * chunk.len() + 16];
            let (result, _, written) =
                decoder.decode_to_utf8_without_replacement(black_box(chunk), dst, false);
            if keep {
                to += written;
            }
            if result != DecoderResult::InputEmpty {
                return false;
            }
        }
        let (result, ..) = decoder.decode_to_utf8_without_replacement(b"", &mut text[to..], true);
        result == DecoderResult::InputEmpty
    })
}

/// Passes an empty string with capacity, which is reused, since the consumer of a stream does not keep the text.
fn with_buffer(bytes: usize, fill: impl FnOnce(&mut String) -> bool) -> bool {
    thread_local! {
        static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
    }
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.reserve(bytes);
        let valid = fill(text);
        black_box(&*text);
        valid
    })
}

#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "simdutf8's validators of streams do not detect the processor's features")]
mod simdutf8 {
    use std::hint::black_box;

    use simdutf8::basic::imp::{Utf8Validator, x86};

    use super::{Contender, Kind, Task};

    /// simdutf8's streaming validators that this machine supports.
    pub(super) fn validators(chunk: usize) -> Vec<Contender> {
        let task = Task::Stream { chunk, text: false };
        let mut all = Vec::new();
        if is_x86_feature_detected!("avx2") {
            all.push(Contender::new(task, "simdutf8", Kind::Peer, move |bytes| {
                // SAFETY: AVX2 has just been detected.
                unsafe { validated::<x86::avx2::Utf8ValidatorImp>(bytes, chunk) }
            }));
        }
        if is_x86_feature_detected!("sse4.2") {
            all.push(Contender::new(task, "simdutf8-sse4.2", Kind::Peer, move |bytes| {
                // SAFETY: SSE 4.2 has just been detected.
                unsafe { validated::<x86::sse42::Utf8ValidatorImp>(bytes, chunk) }
            }));
        }
        all
    }

    /// # Safety
    ///
    /// The processor must have the features of `V`.
    unsafe fn validated<V: Utf8Validator>(bytes: &[u8], chunk: usize) -> bool {
        // SAFETY: the processor has the features of `V`.
        let mut validator = unsafe { V::new() };
        for chunk in bytes.chunks(chunk) {
            // SAFETY: as above.
            unsafe { validator.update(black_box(chunk)) };
        }
        // SAFETY: as above.
        unsafe { validator.finalize() }.is_ok()
    }
}
