//! The protocol between the host and an adapter, in both directions. Its specification is a page of the book,
//! `docs/src/protocol.md`.
//!
//! The host writes frames ([`Request`]), an adapter answers with lines ([`Answer`]); the adapter's first line is its
//! introduction ([`Hello`]).

mod answer;
mod op;

use std::io::{self, ErrorKind, Read};

use serde::{Deserialize, Serialize};

pub(crate) use answer::{Answer, Reply, line, parse};
pub(crate) use op::Op;

/// The protocol version of this program.
const PROTOCOL: u32 = 1;

/// An adapter's first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) protocol: u32,
    /// Its name in reports.
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) version: String,
    /// The operations that it supports. Unknown names are ignored.
    pub(crate) ops: Vec<String>,
    /// The profiles that it claims; if absent, those that its operations imply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) profiles: Option<Vec<String>>,
}

impl Hello {
    pub(crate) fn new(name: impl Into<String>, version: impl Into<String>, ops: &[Op]) -> Self {
        Self {
            protocol: PROTOCOL,
            name: name.into(),
            version: version.into(),
            ops: ops.iter().map(|op| op.name().to_owned()).collect(),
            profiles: None,
        }
    }

    /// Parses the introduction on this line, or says why it is invalid.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, String> {
        let hello: Self = serde_json::from_slice(line)
            .map_err(|error| format!("its first line is not the JSON that it should be: {error}"))?;
        if hello.protocol != PROTOCOL {
            return Err(format!("it speaks protocol {}; this is protocol {PROTOCOL}", hello.protocol));
        }
        if hello.name.is_empty() {
            return Err("its name is empty".to_owned());
        }
        Ok(hello)
    }

    pub(crate) fn has(&self, op: Op) -> bool {
        self.ops.iter().any(|name| name == op.name())
    }
}

/// The maximum payload of a frame: 16 MiB.
pub(crate) const MOST_BYTES: usize = 16 << 20;

const HEADER: usize = 9;

/// A request: an operation and its payload, in the layout of that operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Request {
    pub(crate) op: Op,
    pub(crate) payload: Vec<u8>,
}

impl Request {
    /// An operation on contiguous bytes.
    pub(crate) fn whole(op: Op, bytes: &[u8]) -> Self {
        Self { op, payload: bytes.to_vec() }
    }

    /// An operation on bytes in chunks, each preceded by its length.
    pub(crate) fn chunks<'a>(op: Op, chunks: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut payload = Vec::new();
        for chunk in chunks {
            payload.extend(u32::try_from(chunk.len()).unwrap_or(u32::MAX).to_le_bytes());
            payload.extend(chunk);
        }
        Self { op, payload }
    }

    /// The bytes of the frame with this `id`.
    pub(crate) fn write(&self, id: u32, frame: &mut Vec<u8>) {
        frame.push(self.op.number());
        frame.extend(id.to_le_bytes());
        frame.extend(u32::try_from(self.payload.len()).unwrap_or(u32::MAX).to_le_bytes());
        frame.extend(&self.payload);
    }

    pub(crate) fn frame_len(&self) -> usize {
        HEADER + self.payload.len()
    }

    /// The maximum length of an answer line: every byte or value replaced by the longest possible output, in hex, a
    /// separator for each chunk, and space for the numbers.
    pub(crate) fn longest_line(&self) -> usize {
        256 + 12 * self.payload.len()
    }
}

/// The chunks of a payload, each preceded by its length.
pub(crate) fn chunks(mut payload: &[u8]) -> Option<Vec<&[u8]>> {
    let mut chunks = Vec::new();
    while !payload.is_empty() {
        let (length, rest) = payload.split_first_chunk::<4>()?;
        let (chunk, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        chunks.push(chunk);
        payload = rest;
    }
    Some(chunks)
}

pub(crate) fn values(payload: &[u8]) -> Option<Vec<u32>> {
    let (values, rest) = payload.as_chunks::<4>();
    rest.is_empty().then(|| values.iter().map(|&value| u32::from_le_bytes(value)).collect())
}

/// Reads the next frame: the number of its operation, its id and its payload. `None` at the end of the input. Fails
/// with I/O errors of the input, and with `InvalidData` if it ends inside a frame or the frame is too long.
pub(crate) fn read_frame(input: &mut impl Read) -> io::Result<Option<(u8, u32, Vec<u8>)>> {
    let mut header = [0; HEADER];
    if input.read(&mut header[..1])? == 0 {
        return Ok(None);
    }
    let cut_off = |error: io::Error| match error.kind() {
        ErrorKind::UnexpectedEof => io::Error::new(ErrorKind::InvalidData, "the input ends inside a frame"),
        _ => error,
    };
    input.read_exact(&mut header[1..]).map_err(cut_off)?;
    let [op, i0, i1, i2, i3, l0, l1, l2, l3] = header;
    let length = u32::from_le_bytes([l0, l1, l2, l3]) as usize;
    if length > MOST_BYTES {
        let message = format!("a frame of {length} bytes; the most is {MOST_BYTES}");
        return Err(io::Error::new(ErrorKind::InvalidData, message));
    }
    let mut payload = vec![0; length];
    input.read_exact(&mut payload).map_err(cut_off)?;
    Ok(Some((op, u32::from_le_bytes([i0, i1, i2, i3]), payload)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_introduction_is_read() {
        let hello = br#"{"protocol":1,"name":"x","version":"2","ops":["validate","later"],"more":0}"#;
        let hello = Hello::parse(hello).unwrap();
        assert!(hello.has(Op::Validate) && !hello.has(Op::Stream) && hello.profiles.is_none());
    }

    #[test]
    fn what_is_none_is_refused() {
        for line in [
            "",
            "hello",
            "{}",
            "[]",
            r#"{"protocol":2,"name":"x","version":"","ops":[]}"#,
            r#"{"protocol":1,"name":"","version":"","ops":[]}"#,
            r#"{"protocol":1,"name":"x","version":"","ops":"validate"}"#,
        ] {
            assert!(Hello::parse(line.as_bytes()).is_err(), "{line}");
        }
    }

    #[test]
    fn a_frame_is_laid_out_as_the_page_says() {
        let mut frame = Vec::new();
        Request::chunks(Op::Stream, [&b"\xE2"[..], b"", b"\x82\xAC"]).write(7, &mut frame);
        assert_eq!(frame, b"\x03\x07\0\0\0\x0F\0\0\0\x01\0\0\0\xE2\0\0\0\0\x02\0\0\0\x82\xAC");
        let (op, id, payload) = read_frame(&mut &frame[..]).unwrap().unwrap();
        assert_eq!((op, id, payload.len()), (3, 7, 15));
        assert!(read_frame(&mut &b""[..]).unwrap().is_none());
        assert!(read_frame(&mut &frame[..20]).is_err());
        assert!(read_frame(&mut &b"\x01\0\0\0\0\0\0\0\x7F"[..]).is_err());
    }
}
