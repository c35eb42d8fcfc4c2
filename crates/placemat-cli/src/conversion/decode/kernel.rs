//! UTF-16, UTF-32 and Latin-1, with placemat's kernels.

use std::convert::Infallible;

use placemat::convert::{
    Converter, Encoding, Latin1, Route, SourceError as _, Stop as End, Utf8, Utf16Be, Utf16Le, Utf32,
    Utf32Be, Utf32Le,
};
use placemat::utf16::{Utf16Error, Utf16ErrorKind};
use placemat::utf32::{Utf32Error, Utf32ErrorKind};
use placemat_legacy::Utf8ErrorKind;

use super::{Decode, Event, Out, Piece};
use crate::charset::{Charset, Order};
use crate::{conversion::stop::Stop, reason::Reason, stream::Position, text::count};

pub(super) struct Kernel<S: Encoding> {
    converter: Converter<S, Utf8>,
    /// The destination of the kernel.
    dst: Vec<u8>,
}

impl<S: Route<Utf8, Unit = u8>> Kernel<S> {
    pub(super) fn new() -> Self {
        Self { converter: Converter::strict(), dst: vec![0; 64 << 10] }
    }
}

impl<S> Decode for Kernel<S>
where
    S: Route<Utf8, Unit = u8> + Route<Utf16Le> + Route<Utf16Be> + Route<Utf32Le> + Route<Utf32Be>,
    S: Route<Latin1> + Route<Utf32>,
    Reason: From<S::Error>,
{
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        let mut at = 0;
        loop {
            let rest = &piece.bytes[at..];
            let done = if piece.last {
                self.converter.convert(rest, &mut self.dst)
            } else {
                self.converter.convert_chunk(rest, &mut self.dst)
            };
            let offset = piece.offset + count(at);
            // A converter writes valid text, so nothing is replaced.
            let text = placemat::from_utf8_lossy(&self.dst[..done.written]);
            if !text.is_empty() {
                out(Event::Text { text: &text, offset })?;
            }
            at += done.read;
            match done.stop {
                End::OutputFull => {}
                End::Invalid(error) => {
                    let rest = &rest[done.read..];
                    let bytes = &rest[..error.error_len().unwrap_or(rest.len())];
                    let (offset, reason) = (piece.offset + count(at), error.into());
                    let unit = <[u8; 2]>::try_from(bytes).ok().and_then(|unit| match S::NAME {
                        Utf16Le::NAME => Some(u16::from_le_bytes(unit)),
                        Utf16Be::NAME => Some(u16::from_be_bytes(unit)),
                        _ => None,
                    });
                    out(match unit {
                        Some(unit) => Event::Surrogate { unit, bytes, offset, reason },
                        None => Event::Bad { bytes, after: &[], offset, reason },
                    })?;
                    at += bytes.len();
                }
                // UTF-8 has every character.
                End::End | End::Incomplete | End::Unmappable(_) => return Ok(at),
            }
        }
    }

    fn convert(&mut self, bytes: &[u8], to: Charset, out: &mut Vec<u8>, position: &mut Position) -> usize {
        let read = match to {
            Charset::Utf8 => self.convert_to::<Utf8>(bytes, out),
            Charset::Utf16(Some(Order::Big)) => self.convert_to::<Utf16Be>(bytes, out),
            Charset::Utf16(_) => self.convert_to::<Utf16Le>(bytes, out),
            Charset::Utf32(Some(Order::Big)) => self.convert_to::<Utf32Be>(bytes, out),
            Charset::Utf32(_) => self.convert_to::<Utf32Le>(bytes, out),
            Charset::Latin1 => self.convert_to::<Latin1>(bytes, out),
            _ => return 0,
        };
        let mut feed = [0; 4];
        let line = match S::encode('\n', &mut feed) {
            Ok(1) => position.pass_feeds(&bytes[..read], [feed[0]]),
            Ok(2) => position.pass_feeds(&bytes[..read], [feed[0], feed[1]]),
            _ => position.pass_feeds(&bytes[..read], feed),
        };
        position.column += count(Converter::<S, Utf32>::strict().valid_output_len(line));
        read
    }
}

impl<S: Encoding<Unit = u8>> Kernel<S> {
    /// Converts whole characters up to the end, an error, or a character that `D` lacks; returns how many bytes they are.
    fn convert_to<D: Encoding<Unit = u8>>(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> usize
    where
        S: Route<D>,
    {
        let mut at = 0;
        loop {
            let done = Converter::<S, D>::strict().convert_chunk(&bytes[at..], &mut self.dst);
            out.extend_from_slice(&self.dst[..done.written]);
            at += done.read;
            if done.stop != End::OutputFull {
                return at;
            }
        }
    }
}

impl From<Utf16Error> for Reason {
    fn from(error: Utf16Error) -> Self {
        Self::Legacy(match error.kind() {
            Utf16ErrorKind::LoneHigh | Utf16ErrorKind::LoneLow => Utf8ErrorKind::LoneSurrogate,
            Utf16ErrorKind::CutOff => Utf8ErrorKind::Truncated,
        })
    }
}

impl From<Utf32Error> for Reason {
    fn from(error: Utf32Error) -> Self {
        Self::Legacy(match error.kind() {
            Utf32ErrorKind::Surrogate => Utf8ErrorKind::Surrogate,
            Utf32ErrorKind::OutOfRange => Utf8ErrorKind::OutOfRange,
            Utf32ErrorKind::CutOff => Utf8ErrorKind::Truncated,
        })
    }
}

impl From<Infallible> for Reason {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
