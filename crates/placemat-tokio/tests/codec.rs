//! `TextCodec`: wherever the bytes are split, the frames are the text.

use std::io;

use bytes::BytesMut;
use placemat::stream::StreamError;
use placemat_tokio::TextCodec;
use tokio_util::codec::{Decoder, Encoder};

/// The frames that a framed reader receives, and the error at their end.
fn frames(mut codec: TextCodec, chunks: &[&[u8]]) -> (Vec<String>, Option<StreamError>) {
    let (mut frames, mut received) = (Vec::new(), BytesMut::new());
    let carried = |error: io::Error| {
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        error.get_ref().and_then(|inner| inner.downcast_ref::<StreamError>()).copied()
    };
    for chunk in chunks {
        received.extend_from_slice(chunk);
        loop {
            match codec.decode(&mut received) {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => break,
                Err(error) => return (frames, carried(error)),
            }
        }
    }
    loop {
        match codec.decode_eof(&mut received) {
            Ok(Some(frame)) => frames.push(frame),
            Ok(None) => return (frames, None),
            Err(error) => return (frames, carried(error)),
        }
    }
}

#[test]
fn cut_at_every_byte() {
    for bytes in [
        &b""[..],
        b"5 \xE2\x82\xAC, caf\xC3\xA9",
        b"a\xFFb\xC0\xAF",
        b"5 \xE2\x82",
        b"\xF0\x9F\x8Dx",
        b"\xFF",
    ] {
        let error = placemat::errors(bytes).next();
        let text = String::from_utf8_lossy(bytes);
        for at in 0..=bytes.len() {
            for then in at..=bytes.len() {
                let chunks = [&bytes[..at], &bytes[at..then], &bytes[then..]];
                let (lossy, none) = frames(TextCodec::lossy(), &chunks);
                assert_eq!((lossy.concat().as_str(), none), (&*text, None), "{chunks:x?}");
                let (strict, found) = frames(TextCodec::strict(), &chunks);
                let good = error.map_or(bytes.len(), |error| error.offset);
                assert_eq!(strict.concat().as_bytes(), &bytes[..good], "{chunks:x?}");
                let found = found.map(|found| (found.offset, found.len, found.kind));
                let expected = error.map(|error| (error.offset as u64, error.len, error.kind));
                assert_eq!(found, expected, "{chunks:x?}");
                assert!(lossy.iter().chain(&strict).all(|frame| !frame.is_empty()), "{chunks:x?}");
            }
        }
    }
}

#[test]
fn what_is_encoded_comes_back() {
    let mut sent = BytesMut::new();
    TextCodec::strict().encode("5 \u{20AC}", &mut sent).unwrap();
    TextCodec::strict().encode(String::from("!"), &mut sent).unwrap();
    assert_eq!(frames(TextCodec::strict(), &[&sent]), (vec!["5 \u{20AC}!".to_owned()], None));
}
