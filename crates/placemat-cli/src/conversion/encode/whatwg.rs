//! The encodings of the Encoding Standard, by `encoding_rs`.

use encoding_rs::{Encoder, EncoderResult};

use super::{Encode, Unmappable};

pub(super) struct Whatwg(pub(super) Encoder);

impl Whatwg {
    fn run(&mut self, text: &str, last: bool, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let mut at = 0;
        loop {
            // Room for some characters, whatever their forms; there may be more than one turn.
            out.reserve(text.len() - at + 64);
            let (result, read) = self.0.encode_from_utf8_to_vec_without_replacement(&text[at..], out, last);
            at += read;
            match result {
                EncoderResult::InputEmpty => return Ok(()),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(_) => {
                    // It has been read. The character that is reported may be another one: ISO-2022-JP
                    // reports U+FFFD for those that it forbids.
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
        // An empty text has no character that could be missing.
        let _ = self.run("", true, out);
    }
}
