//! Positions in text: one [`Question`] about each input.

use placemat::position::{Index, LineEnds, Unit, byte, line, line_column, line_start, offset};

use super::contender::{Contender, Kind};
use super::task::Question::{Build, Chars, Column, FromLine, FromUtf16, Line, Lookup, Utf16};
use super::task::{Task, place};

/// A text, and a place in it.
struct Text {
    text: String,
    at: usize,
    utf16: usize,
    line: usize,
}

impl Text {
    fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let at = place(&text);
        let utf16 = offset(&text, at, Unit::Utf16).unwrap_or(0);
        Self { at, utf16, line: Line.expected(bytes), text }
    }

    fn before(&self) -> &[u8] {
        &self.text.as_bytes()[..self.at]
    }
}

/// All contenders.
pub(super) fn all() -> Vec<Contender> {
    let one =
        |question, name, kind, run| Contender::prepared(Task::Position(question), name, kind, Text::of, run);
    let ours = |question, run| one(question, "placemat", Kind::Facade, run);
    let str_indices = |question, run| one(question, "str_indices", Kind::Peer, run);
    let mut all = vec![
        ours(Chars, |of| offset(&of.text, of.at, Unit::Chars).unwrap_or(0)),
        str_indices(Chars, |of| str_indices::chars::from_byte_idx(&of.text, of.at)),
        one(Chars, "bytecount", Kind::Peer, |of| bytecount::num_chars(of.before())),
        ours(Utf16, |of| offset(&of.text, of.at, Unit::Utf16).unwrap_or(0)),
        str_indices(Utf16, |of| str_indices::utf16::from_byte_idx(&of.text, of.at)),
        ours(FromUtf16, |of| byte(&of.text, of.utf16, Unit::Utf16).unwrap_or(0)),
        str_indices(FromUtf16, |of| str_indices::utf16::to_byte_idx(&of.text, of.utf16)),
        ours(Line, |of| line(&of.text, of.at, LineEnds::Lf).unwrap_or(0)),
        str_indices(Line, |of| str_indices::lines_lf::from_byte_idx(&of.text, of.at)),
        one(Line, "bytecount", Kind::Peer, |of| bytecount::count(of.before(), b'\n')),
        one(Line, "memchr", Kind::Peer, |of| memchr::memchr_iter(b'\n', of.before()).count()),
        ours(FromLine, |of| line_start(&of.text, of.line, LineEnds::Lf).unwrap_or(0)),
        str_indices(FromLine, |of| str_indices::lines_lf::to_byte_idx(&of.text, of.line)),
        ours(Column, |of| {
            line_column(&of.text, of.at, Unit::Utf16, LineEnds::Lf)
                .map_or(0, |place| place.line + place.column)
        }),
        str_indices(Column, |of| {
            let line = str_indices::lines_lf::from_byte_idx(&of.text, of.at);
            let start = str_indices::lines_lf::to_byte_idx(&of.text, line);
            line + str_indices::utf16::from_byte_idx(&of.text[start..], of.at - start)
        }),
        one(Column, "memchr", Kind::Peer, |of| {
            let start = memchr::memrchr(b'\n', of.before()).map_or(0, |last| last + 1);
            let line = memchr::memchr_iter(b'\n', &of.before()[..start]).count();
            line + of.text[start..of.at].encode_utf16().count()
        }),
        ours(Build, |of| Index::new(&*of.text, LineEnds::Lf).line_count()),
        one(Build, "line-index", Kind::Peer, |of| {
            let index = line_index::LineIndex::new(&of.text);
            index.line_col(index.len()).line as usize + 1
        }),
    ];
    let make = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        (place(&text), Index::new(text, LineEnds::Lf))
    };
    all.push(Contender::prepared(Task::Position(Lookup), "placemat", Kind::Facade, make, |(at, index)| {
        index.line_column(*at, Unit::Utf16).map_or(0, |place| place.line + place.column)
    }));
    let make = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        (u32::try_from(place(&text)).unwrap_or(0), line_index::LineIndex::new(&text))
    };
    all.push(Contender::prepared(Task::Position(Lookup), "line-index", Kind::Peer, make, |(at, index)| {
        let place = index.to_wide(line_index::WideEncoding::Utf16, index.line_col((*at).into()));
        place.map_or(0, |place| (place.line + place.col) as usize)
    }));
    all
}
