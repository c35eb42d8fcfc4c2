//! UTF-16, UTF-32 and Latin-1, by the kernels of placemat.

use placemat::convert::{Converter, Encoding, Route, Stop, Utf8};

use super::{Encode, Unmappable};

pub(super) struct Kernel<D: Encoding> {
    converter: Converter<Utf8, D>,
    /// What is written into.
    room: Vec<u8>,
}

impl<D: Encoding<Unit = u8>> Kernel<D>
where
    Utf8: Route<D>,
{
    pub(super) fn new() -> Self {
        Self { converter: Converter::strict(), room: vec![0; 16 << 10] }
    }
}

impl<D: Encoding<Unit = u8>> Encode for Kernel<D>
where
    Utf8: Route<D>,
{
    fn encode(&mut self, text: &str, out: &mut Vec<u8>) -> Result<(), Unmappable> {
        let mut at = 0;
        loop {
            let done = self.converter.convert(&text.as_bytes()[at..], &mut self.room);
            out.extend_from_slice(&self.room[..done.written]);
            at += done.read;
            match done.stop {
                Stop::OutputFull => {}
                Stop::Unmappable(_) => return Err(Unmappable { at }),
                // Text is neither ill formed nor incomplete.
                Stop::End | Stop::Incomplete | Stop::Malformed(_) => return Ok(()),
            }
        }
    }
}
