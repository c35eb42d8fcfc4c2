//! UTF-8 with runs of bytes in another encoding.
//!
//! Bytes that are valid UTF-8 stay, and a run is what is between them. In a single-byte encoding each byte is decoded by
//! itself. In others a run must not be next to valid sequences beyond ASCII: some of its own characters may be
//! valid by chance.

use placemat::ErrorKind;

use super::{Decode, Event, Out, Piece, decoder, utf8};
use crate::{charset::Charset, conversion::stop::Stop, reason::Reason};

/// The maximum length of a run; longer ones are divided.
const LONGEST: usize = 64 << 10;

/// The maximum number of bytes that a message shows.
const SHOWN: usize = 12;

pub(super) struct Fallback {
    charset: Charset,
    /// The characters of 80..FF, in a single-byte encoding.
    table: Option<Vec<Option<char>>>,
    /// The current run.
    run: Vec<u8>,
    /// Its offset.
    offset: u64,
    /// The kind of its only sequence; `None` if it has more.
    kind: Option<ErrorKind>,
    /// Whether a valid sequence beyond ASCII is right before it.
    after_text: bool,
}

impl Fallback {
    pub(super) fn new(charset: Charset) -> Self {
        let char = |byte: u8| {
            let char = whole(charset, &[byte])?.chars().next()?;
            (!charset.has_undefined() || char >= '\u{A0}').then_some(char)
        };
        let table = charset.is_single_byte().then(|| (0x80..=0xFF).map(char).collect());
        Self { charset, table, run: Vec::new(), offset: 0, kind: None, after_text: false }
    }

    /// Decodes the run. `before_text`: a valid sequence beyond ASCII is right after it.
    fn end(&mut self, before_text: bool, out: &mut Out<'_>) -> Result<(), Stop> {
        let run = std::mem::take(&mut self.run);
        if run.is_empty() {
            return Ok(());
        }
        let (offset, is_beside) = (self.offset, self.after_text || before_text);
        let char = |byte: &u8| self.table.as_ref()?.get(usize::from(*byte) - 0x80).copied().flatten();
        let is_part = run.iter().all(|byte| byte & 0xC0 == 0x80)
            || matches!(self.kind, Some(ErrorKind::MissingContinuation | ErrorKind::Truncated));
        // `Ã` is rare in any language, and the commonest lead.
        let is_lead = run == [0xC3] && char(&0xC3) == Some('Ã');
        let damaged = is_lead || is_part && is_beside;
        let name = self.charset.name();
        let (text, reason) = match self.charset {
            _ if self.table.is_some() => (run.iter().map(char).collect(), Reason::Unassigned(name)),
            Charset::Whatwg(_) if is_beside => (None, Reason::BesideText(name)),
            charset => (whole(charset, &run), Reason::Unassigned(name)),
        };
        match text {
            Some(text) => out(Event::Changed { bytes: &run, text: &text, offset, damaged }),
            None => out(Event::Bad { bytes: &run[..run.len().min(SHOWN)], after: &[], offset, reason }),
        }
    }
}

impl Decode for Fallback {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        let taken = utf8(piece, &mut |event| match event {
            Event::Bad { bytes, offset, reason, .. } => {
                self.kind = match reason {
                    Reason::Utf8(kind) if self.run.is_empty() => Some(kind),
                    _ => None,
                };
                if self.run.is_empty() {
                    self.offset = offset;
                }
                self.run.extend_from_slice(bytes);
                if self.run.len() < LONGEST { Ok(()) } else { self.end(false, out) }
            }
            Event::Text { text, .. } => {
                let beyond = |char: Option<char>| char.is_some_and(|char| !char.is_ascii());
                self.end(beyond(text.chars().next()), out)?;
                self.after_text = beyond(text.chars().next_back());
                out(event)
            }
            _ => out(event),
        })?;
        if piece.last {
            self.end(false, out)?;
        }
        Ok(taken)
    }
}

/// The text of bytes that are valid in this encoding.
fn whole(charset: Charset, bytes: &[u8]) -> Option<String> {
    let (mut all, mut is_valid) = (String::new(), true);
    let mut take = |event: Event<'_>| {
        match event {
            Event::Text { text, .. } => all.push_str(text),
            _ => is_valid = false,
        }
        Ok(())
    };
    decoder(charset).decode(Piece { bytes, offset: 0, last: true }, &mut take).ok()?;
    is_valid.then_some(all)
}
