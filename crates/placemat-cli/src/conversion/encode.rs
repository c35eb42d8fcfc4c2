//! Encodes text to bytes.

use encoding_rs::{Encoder, EncoderResult};
use placemat::convert::{self, Converter, Encoding, Route, Stop, Utf8};
use placemat_legacy::{cesu8, mutf8, wtf8};

use crate::charset::{Charset, Order};

/// Encodes to one encoding.
pub(super) trait Encode {
    /// Appends the encoded text to `out`, up to the first unmappable character.
    ///
    /// # Errors
    ///
    /// If there is one.
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable>;

    /// Appends the bytes that end a text.
    fn finish(&mut self, out: &mut Vec<u8>) {
        let _ = out;
    }
}

/// The bytes of a lone surrogate, if the encoding permits it.
pub(super) fn surrogate(charset: Charset, unit: u16) -> Option<Vec<u8>> {
    match charset {
        Charset::Wtf8 => wtf8::encode(unit.into(), &mut [0; 4]).ok().map(<[u8]>::to_vec),
        Charset::Utf16(Some(Order::Big)) => Some(unit.to_be_bytes().to_vec()),
        Charset::Utf16(_) => Some(unit.to_le_bytes().to_vec()),
        _ => None,
    }
}

/// The error for a character that the encoding does not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unmappable {
    /// The number of bytes before it in the text.
    pub(super) at: usize,
}

/// An encoder at the start of an output.
pub(super) fn encoder(charset: Charset) -> Box<dyn Encode> {
    match charset {
        // Text has no surrogates (see `surrogate`), and without them both encodings are equal.
        Charset::Utf8 | Charset::Wtf8 => every(|text, out| out.extend_from_slice(text.as_bytes())),
        Charset::Utf16(Some(Order::Big)) => Box::new(Kernel::<convert::Utf16Be>::new()),
        Charset::Utf16(_) => Box::new(Kernel::<convert::Utf16Le>::new()),
        Charset::Utf32(Some(Order::Big)) => Box::new(Kernel::<convert::Utf32Be>::new()),
        Charset::Utf32(_) => Box::new(Kernel::<convert::Utf32Le>::new()),
        Charset::Latin1 => Box::new(Kernel::<convert::Latin1>::new()),
        Charset::Ascii => Box::new(ascii),
        Charset::Cesu8 => every(|text, out| out.extend_from_slice(&cesu8::from_utf8(text))),
        Charset::Mutf8 => every(|text, out| out.extend_from_slice(&mutf8::from_utf8(text))),
        Charset::Oem(page) => Box::new(move |text: &str, out: &mut Vec<u8>| oem(page, text, out)),
        Charset::Whatwg(encoding) => Box::new(Whatwg(encoding.new_encoder())),
    }
}

/// A stateless encoder is a function.
impl<F: Fn(&str, &mut Vec<u8>) -> Result<(), Unmappable>> Encode for F {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        self(text, out)
    }
}

/// An encoder that has every character.
fn every(append: fn(&str, &mut Vec<u8>)) -> Box<dyn Encode> {
    Box::new(move |text: &str, out: &mut Vec<u8>| {
        append(text, out);
        Ok(())
    })
}

fn ascii(text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
    let at = text.bytes().position(|byte| !byte.is_ascii());
    out.extend_from_slice(&text.as_bytes()[..at.unwrap_or(text.len())]);
    at.map_or(Ok(()), |at| Err(Unmappable { at }))
}

/// A code page of DOS, with `oem_cp`.
fn oem(page: u16, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
    let table = oem_cp::code_table::ENCODING_TABLE_CP_MAP.get(&page);
    for (at, char) in text.char_indices() {
        let byte = table.and_then(|table| oem_cp::encode_char_checked(char, table));
        out.push(byte.ok_or(Unmappable { at })?);
    }
    Ok(())
}

/// UTF-16, UTF-32 and Latin-1, with placemat's kernels.
struct Kernel<D: Encoding> {
    converter: Converter<Utf8, D>,
    /// The destination of the kernel.
    dst: Vec<u8>,
}

impl<D: Encoding<Unit = u8>> Kernel<D>
where
    Utf8: Route<D>,
{
    fn new() -> Self {
        Self { converter: Converter::strict(), dst: vec![0; 16 << 10] }
    }
}

impl<D: Encoding<Unit = u8>> Encode for Kernel<D>
where
    Utf8: Route<D>,
{
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let mut at = 0;
        loop {
            let done = self.converter.convert(&text.as_bytes()[at..], &mut self.dst);
            out.extend_from_slice(&self.dst[..done.written]);
            at += done.read;
            match done.stop {
                Stop::OutputFull => {}
                Stop::Unmappable(_) => return Err(Unmappable { at }),
                // Text is neither invalid nor truncated.
                Stop::End | Stop::Incomplete | Stop::Invalid(_) => return Ok(()),
            }
        }
    }
}

/// The encodings of the Encoding Standard, with `encoding_rs`.
struct Whatwg(Encoder);

impl Whatwg {
    fn run(&mut self, text: &str, last: bool, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let mut at = 0;
        loop {
            // Space for some characters in any encoding; the loop handles more.
            out.reserve(text.len() - at + 64);
            let (result, read) = self.0.encode_from_utf8_to_vec_without_replacement(&text[at..], out, last);
            at += read;
            match result {
                EncoderResult::InputEmpty => return Ok(()),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(_) => {
                    // The character has been read. It may differ from the reported one: ISO-2022-JP reports U+FFFD
                    // for those that it forbids.
                    let char = text[..at].chars().next_back().map_or(0, char::len_utf8);
                    return Err(Unmappable { at: at - char });
                }
            }
        }
    }
}

impl Encode for Whatwg {
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        self.run(text, false, out)
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        // An empty text has no unmappable character.
        let _ = self.run("", true, out);
    }
}
