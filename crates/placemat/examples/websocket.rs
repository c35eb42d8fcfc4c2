//! Text messages of a WebSocket (RFC 6455), which arrive in fragments that may end inside a character.
//!
//! Section 8.1 of that RFC requires the connection to fail if a text message is not UTF-8. The Autobahn test
//! suite requires more (cases 6.4.1 to 6.4.4): that it fails at the first byte that no further byte can make
//! valid, not only at the end of the message.
//!
//! ```sh
//! cargo run -p placemat --example websocket
//! ```

use placemat::stream::{Decoder, StreamError};

/// The status code of the close frame (RFC 6455, section 7.4.1): data inconsistent with the message type.
const INVALID_PAYLOAD: u16 = 1007;

/// A text message that is being received.
struct Message {
    decoder: Decoder,
    text: String,
}

/// Why the connection must be closed.
#[derive(Debug, PartialEq)]
struct Close {
    status: u16,
    reason: StreamError,
}

impl Message {
    fn new() -> Self {
        Self { decoder: Decoder::strict(), text: String::new() }
    }

    /// Processes bytes of a frame's payload, as many as have arrived; `is_end` is true for the last bytes of
    /// the last frame. Returns the message once it is complete.
    fn receive(&mut self, payload: &[u8], is_end: bool) -> Result<Option<String>, Close> {
        let mut decoded = self.decoder.decode(payload, |piece| self.text.push_str(piece));
        if is_end && decoded.is_ok() {
            decoded = self.decoder.finish(|_| {});
        }
        decoded.map_err(|reason| Close { status: INVALID_PAYLOAD, reason })?;
        Ok(is_end.then(|| std::mem::take(&mut self.text)))
    }
}

fn main() {
    let mut message = Message::new();
    for fragment in [&b"\xCE\xBA\xE1\xBD\xB9\xCF\x83\xCE\xBC\xCE\xB5\xF4"[..], b"\x90", b"\x80\x80edited"] {
        match message.receive(fragment, false) {
            Ok(_) => println!("{fragment:02X?}: so far {:?}", message.text),
            Err(close) => {
                println!("{fragment:02X?}: close with {}: {}", close.status, close.reason);
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use placemat::Utf8ErrorKind;

    use super::*;

    const VALID: &[u8] = b"\xCE\xBA\xE1\xBD\xB9\xCF\x83\xCE\xBC\xCE\xB5";

    /// Feeds fragments, and returns the number of bytes after which the connection fails.
    fn fails_after(fragments: &[&[u8]]) -> Option<usize> {
        let (mut message, mut received) = (Message::new(), 0);
        for fragment in fragments {
            received += fragment.len();
            if let Err(close) = message.receive(fragment, false) {
                let StreamError { offset, kind, .. } = close.reason;
                assert_eq!((close.status, offset, kind), (1007, 11, Utf8ErrorKind::OutOfRange));
                assert_eq!(message.text.as_bytes(), VALID, "what was before it");
                return Some(received);
            }
        }
        None
    }

    #[test]
    fn autobahn_6_4() {
        // 6.4.1 and 6.4.3: the whole sequence in one fragment, followed by another.
        assert_eq!(fails_after(&[VALID, b"\xF4\x90\x80\x80", b"edited"]), Some(15));
        // 6.4.2 and 6.4.4: the second byte is invalid.
        assert_eq!(fails_after(&[VALID, b"\xF4", b"\x90", b"\x80\x80edited"]), Some(13));
        // Byte by byte: neither earlier nor later.
        let all = [VALID, b"\xF4\x90\x80\x80edited"].concat();
        let bytes: Vec<_> = all.chunks(1).collect();
        assert_eq!(fails_after(&bytes), Some(13));
    }

    #[test]
    fn a_message_in_fragments_is_whole() {
        let text = "\u{3BA}\u{1F79}\u{3C3}\u{3BC}\u{3B5} \u{1F37D}";
        for at in 0..=text.len() {
            let (one, other) = text.as_bytes().split_at(at);
            let mut message = Message::new();
            assert_eq!(message.receive(one, false), Ok(None));
            assert_eq!(message.receive(other, true), Ok(Some(text.to_owned())), "cut at {at}");
        }
    }

    #[test]
    fn a_message_that_ends_inside_a_character_is_refused() {
        let close = Message::new().receive(b"caf\xC3", true).unwrap_err();
        assert_eq!((close.reason.offset, close.reason.kind), (3, Utf8ErrorKind::Truncated));
    }
}
