//! Text that other characters should stand for.

pub(crate) mod double;

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    /// The number of bytes before it in the input.
    pub(crate) offset: u64,
    pub(crate) text: &'a str,
    /// What it should be, if that is another text.
    pub(crate) better: Option<&'a str>,
}

/// Receives parts.
pub(crate) type Out<'a, E> = dyn FnMut(Part<'_>) -> Result<(), E> + 'a;

/// Searches a text that comes in pieces. How it is divided does not matter.
pub(crate) trait Respell {
    /// Searches the next piece.
    fn text<E>(&mut self, text: &str, out: &mut Out<'_, E>) -> Result<(), E>;

    /// Ends the text, or a part of it that precedes an invalid sequence of `invalid` bytes.
    fn end<E>(&mut self, invalid: u64, out: &mut Out<'_, E>) -> Result<(), E>;

    /// The number of places that it leaves in doubt.
    fn doubtful(&self) -> u64 {
        0
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::text::count;

    /// What comes out of a text in these pieces, and the offset and the text of each change.
    pub(crate) fn respelled<'a>(
        mut respell: impl Respell, pieces: impl IntoIterator<Item = &'a str>,
    ) -> (String, Vec<(u64, String)>) {
        let (mut text, mut changes, mut offset) = (String::new(), Vec::new(), 0);
        let mut take = |part: Part<'_>| -> Result<(), Infallible> {
            assert_eq!(part.offset, offset);
            assert_ne!(part.better, Some(part.text));
            offset += count(part.text.len());
            text.push_str(part.better.unwrap_or(part.text));
            changes.extend(part.better.map(|_| (part.offset, part.text.to_owned())));
            Ok(())
        };
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            let Ok(()) = respell.text(piece, &mut take);
        }
        let Ok(()) = respell.end(0, &mut take);
        (text, changes)
    }

    /// The same, for a text that is cut in every two places.
    pub(crate) fn respelled_in_three<R: Respell>(
        new: impl Fn() -> R, text: &str,
    ) -> (String, Vec<(u64, String)>) {
        let whole = respelled(new(), [text]);
        for (at, _) in text.char_indices() {
            for (to, _) in text.char_indices().filter(|(to, _)| *to >= at) {
                let pieces = [&text[..at], &text[at..to], &text[to..]];
                assert_eq!(respelled(new(), pieces), whole, "{pieces:?}");
            }
        }
        whole
    }
}
