//! UTF-8 with text that other characters should stand for.

use super::{Decode, Event, Out, Piece, utf8};
use crate::respell::{Part, Respell};
use crate::{conversion::stop::Stop, text::count};

pub(super) struct Respelled<R>(pub(super) R);

impl<R: Respell> Decode for Respelled<R> {
    fn decode(&mut self, piece: Piece<'_>, out: &mut Out<'_>) -> Result<usize, Stop> {
        let taken = utf8(piece, &mut |event| match event {
            Event::Text { text, .. } => self.0.text(text, &mut |part| put(out, part)),
            Event::Bad { bytes, .. } => {
                self.0.end(count(bytes.len()), &mut |part| put(out, part))?;
                out(event)
            }
            _ => out(event),
        })?;
        if piece.last {
            self.0.end(0, &mut |part| put(out, part))?;
            out(Event::Doubtful(self.0.doubtful()))?;
        }
        Ok(taken)
    }
}

fn put(out: &mut Out<'_>, Part { offset, text, better }: Part<'_>) -> Result<(), Stop> {
    out(match better {
        Some(better) => Event::Changed { bytes: text.as_bytes(), text: better, offset, damaged: false },
        None => Event::Text { text, offset },
    })
}
