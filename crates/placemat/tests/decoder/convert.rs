//! Conversions, between unreadable pages.

use std::cell::RefCell;

use placemat::convert::{
    ConvertError, Converter, Encoding, Latin1, Route, SourceError, Stop, Utf8, Utf16, Utf16Be, Utf16Le,
    Utf32, Utf32Be, Utf32Le,
};
use placemat::{Replacement, backend::Handle};
use placemat_conformance::contract::{Call, Done, Encoding as E, Stop as Expected};
use placemat_conformance::convert::{Place, Unit};

use super::functions::HasFunctions;

thread_local! {
    static PLACE: RefCell<Place> = {
        let place = Place::default();
        assert!(!cfg!(unix) || place.is_guarded());
        RefCell::new(place)
    };
}

/// Converts with a backend, or dispatched.
pub(super) fn run(backend: Option<Handle>, call: &Call<'_>) -> Done {
    macro_rules! routes {
        (Latin1 from [$($Wide:ident)*], Utf8 from [$($Known:ident)*], $($S:ident to $($D:ident)*;)*) => {
            match (call.from, call.to) {
                $($((E::$S, E::$D) => lossy::<$S, $D>(backend, call),)*)*
                $((E::$Wide, E::Latin1) => to_latin1::<$Wide>(backend, call),)*
                $((E::$Known, E::Utf8) => from::<$Known>(backend, call),)*
                pair => panic!("{pair:?}"),
            }
        };
    }
    routes! {
        Latin1 from [Utf8 Utf16 Utf16Le Utf32 Utf32Be],
        Utf8 from [Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be],
        Utf8 to Utf16 Utf16Le Utf16Be Utf32 Utf32Le Utf32Be;
        Utf16 to Utf16 Utf32;
        Utf16Le to Utf16Be;
        Utf16Be to Utf16 Utf32Le;
        Utf32 to Utf16 Utf32;
        Utf32Le to Utf32Be;
        Utf32Be to Utf16Le;
        Latin1 to Utf8 Utf16 Utf16Be Utf32 Utf32Le;
    }
}

fn lossy<S: Route<D>, D: Encoding>(backend: Option<Handle>, call: &Call<'_>) -> Done
where
    S::Unit: Unit,
    D::Unit: Unit,
{
    by(backend, call, call.replacement.map(|_| Converter::<S, D>::lossy()))
}

fn to_latin1<S: Route<Latin1>>(backend: Option<Handle>, call: &Call<'_>) -> Done
where
    S::Unit: Unit,
{
    let lossy = |byte| Converter::<S, Latin1>::lossy_with(u8::try_from(byte).unwrap());
    by(backend, call, call.replacement.map(lossy))
}

/// The same, and the functions for the encoding.
fn from<S: Route<Utf8> + HasFunctions>(backend: Option<Handle>, call: &Call<'_>) -> Done
where
    S::Unit: Unit,
{
    let done = lossy::<S, Utf8>(backend, call);
    // With a large enough destination, everything is written.
    if call.last && call.dst > 4 * call.source.len() {
        let source: Vec<S::Unit> = call.source.iter().map(|unit| S::Unit::of(*unit)).collect();
        let text: Vec<u8> = done.written.iter().map(|byte| u8::of(*byte)).collect();
        let text = std::str::from_utf8(&text).expect("it is text");
        match call.replacement {
            None => S::FUNCTIONS.agree(&source, text, &done.stop),
            Some(_) => S::FUNCTIONS.replace(&source, text),
        }
    }
    done
}

fn by<S: Route<D>, D: Encoding>(
    backend: Option<Handle>, call: &Call<'_>, lossy: Option<Converter<S, D>>,
) -> Done
where
    S::Unit: Unit,
    D::Unit: Unit,
{
    let mut converter = lossy.unwrap_or(Converter::strict());
    if let Some(backend) = backend {
        converter = converter.with_backend(backend);
    }
    let (done, mut written) = PLACE.with_borrow_mut(|place| {
        place.run(call.source, call.dst, |source: &[S::Unit], dst: &mut [D::Unit]| {
            if !call.last {
                return converter.convert_chunk(source, dst);
            }
            let done = converter.convert(source, dst);
            // With a large enough destination, everything is written. Checking a third of the calls is enough.
            if call.dst > 4 * source.len() && source.len().is_multiple_of(3) {
                agrees(&converter, source, &dst[..done.written], &done.stop);
                if call.replacement.is_none() && done.stop == Stop::End {
                    assert_eq!(converter.valid_output_len(source), done.written, "{source:x?}");
                }
            }
            done
        })
    });
    written.truncate(done.written);
    let stop = match done.stop {
        Stop::End => Expected::End,
        Stop::OutputFull => Expected::OutputFull,
        Stop::Incomplete => Expected::Incomplete,
        Stop::Invalid(error) => malformed(&error),
        Stop::Unmappable(character) => Expected::Unmappable(character),
    };
    Done { read: done.read, written, stop }
}

/// An error of a source in the terms of the contract.
pub(super) fn malformed(error: &impl SourceError) -> Expected {
    let kind = format!("{error:?}");
    let kind = kind.split("kind: ").nth(1).and_then(|kind| kind.split([' ', ',']).next()).unwrap_or_default();
    Expected::Malformed { at: error.valid_up_to(), len: error.error_len(), kind: kind.to_owned() }
}

/// Panics unless conversions of these chunks replace as `text` does.
pub(super) fn replaced(backend: Option<Handle>, replacement: Replacement, chunks: &[&[u8]], text: &str) {
    fn by<D>(backend: Option<Handle>, converter: Converter<Utf8, D>) -> Converter<Utf8, D>
    where
        Utf8: Route<D>,
        D: Encoding,
    {
        backend.map_or(converter, |backend| converter.with_backend(backend))
    }
    let source = chunks.concat();
    let narrow = by(backend, Converter::<Utf8, Utf16>::lossy()).with_replacement(replacement);
    assert!(text.encode_utf16().eq(in_pieces(&narrow, &source, chunks)), "{chunks:x?}");
    assert_eq!(narrow.output_len(&source), Ok(text.encode_utf16().count()), "{chunks:x?}");
    let own = source.windows(3).filter(|bytes| *bytes == b"\xEF\xBF\xBD").count();
    assert_eq!(narrow.count_replaced(&source) + own, text.matches('\u{FFFD}').count(), "{chunks:x?}");
    let wide = by(backend, Converter::<Utf8, Utf32Le>::lossy()).with_replacement(replacement).to_vec(&source);
    let bytes = text.chars().flat_map(|scalar| u32::from(scalar).to_le_bytes());
    assert_eq!(wide.ok(), Some(bytes.collect()), "{chunks:x?}");
    let latin1 = by(backend, Converter::<Utf8, Latin1>::lossy_with(b'_')).with_replacement(replacement);
    let byte = |scalar| u8::try_from(scalar).unwrap_or(b'_');
    assert_eq!(latin1.to_vec(&source).ok(), Some(text.chars().map(byte).collect()), "{chunks:x?}");
    let wide = text.chars().filter(|scalar| *scalar > '\u{FF}').count();
    assert_eq!(latin1.count_replaced(&source), wide, "{chunks:x?}");
}

/// Converts a source as its chunks arrive, through a small buffer.
fn in_pieces(converter: &Converter<Utf8, Utf16>, source: &[u8], chunks: &[&[u8]]) -> Vec<u16> {
    let mut dst = vec![0; 4 + source.len() % 40];
    let (mut out, mut at, mut end) = (Vec::new(), 0, 0);
    for (nth, chunk) in chunks.iter().enumerate() {
        end += chunk.len();
        loop {
            let rest = &source[at..end];
            let done = match nth + 1 == chunks.len() {
                true => converter.convert(rest, &mut dst),
                false => converter.convert_chunk(rest, &mut dst),
            };
            out.extend_from_slice(&dst[..done.written]);
            at += done.read;
            match done.stop {
                Stop::OutputFull => assert!(done.read > 0, "no progress with room for a character"),
                // A lead of RFC 2279 and what may belong to it.
                Stop::End | Stop::Incomplete => {
                    assert!(end - at <= 5, "{chunks:x?}");
                    break;
                }
                stop => panic!("{stop:?}"),
            }
        }
    }
    out
}

/// Panics unless the lengths and the conversion to a vector agree with `written`.
fn agrees<S: Route<D>, D: Encoding>(
    converter: &Converter<S, D>, source: &[S::Unit], written: &[D::Unit], stop: &Stop<S::Error>,
) where
    D::Unit: Unit,
{
    let len = converter.output_len(source);
    let all = converter.to_vec(source);
    match stop {
        Stop::End => {
            assert_eq!(len.ok(), Some(written.len()), "the length of {source:x?}");
            assert_eq!(all.ok().as_deref(), Some(written), "the vector of {source:x?}");
        }
        Stop::Invalid(error) => {
            let error = ConvertError::Invalid(*error);
            assert!(len == Err(error) && all == Err(error), "{source:x?}");
            assert!(converter.valid_output_len(source) >= written.len(), "{source:x?}");
        }
        Stop::Unmappable(_) => assert!(len.is_err() && all.is_err(), "{source:x?}"),
        Stop::OutputFull | Stop::Incomplete => panic!("{stop:?} with room for {source:x?}"),
    }
}
