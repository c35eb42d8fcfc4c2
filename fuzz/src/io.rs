//! Text through readers and writers that process a few bytes per call, and signatures at its start.

use std::io::{self, Read, Write};

use placemat::{
    bom::{self, Filter, Policy},
    io::{Reader, Writer},
};

use crate::pieces::cut;

const POLICIES: [Policy; 4] = [Policy::Character, Policy::Keep, Policy::Ignore, Policy::Strip];

/// The input: a policy, the lengths of chunks, and the text that a reader returns and a writer receives in them.
///
/// # Panics
///
/// If a result is wrong.
pub fn io(data: &[u8]) {
    let Some((&policy, data)) = data.split_first() else { return };
    let Some((chunks, text)) = cut(data) else { return };
    let policy = POLICIES[usize::from(policy % 4)];
    let opened = bom::open(text, policy);
    let expected = String::from_utf8_lossy(opened.text);
    let good = expected_good(opened.text);

    let mut reader = Reader::lossy(Chunks::of(&chunks)).bom(policy);
    assert_eq!(all(|| reader.next_text().map(|text| text.map(str::to_owned))), (expected.to_string(), true));
    assert_eq!(reader.has_bom(), opened.has_bom);
    let mut reader = Reader::strict(Chunks::of(&chunks)).bom(policy);
    let (read, ended) = all(|| reader.next_text().map(|text| text.map(str::to_owned)));
    assert_eq!((read.as_str(), ended), (good, good.len() == opened.text.len()), "a strict reader");
    // Into a buffer, whose contents end with a whole character if one fits.
    let mut reader = Reader::lossy(Chunks::of(&chunks)).bom(policy);
    let mut buffer = vec![0; 4 + usize::from(data[0])];
    let filled = all(|| {
        let len = reader.read(&mut buffer)?;
        Ok((len > 0).then(|| std::str::from_utf8(&buffer[..len]).expect("whole characters").to_owned()))
    });
    assert_eq!(filled, (expected.to_string(), true), "buffers of {}", buffer.len());

    let (expected, good) = (String::from_utf8_lossy(text), expected_good(text));
    for (mut writer, expected) in
        [(Writer::lossy(Few::default()), &*expected), (Writer::strict(Few::default()), good)]
    {
        let written = chunks.iter().try_for_each(|chunk| writer.write_all(chunk));
        let is_all = written.and_then(|()| writer.finish()).is_ok();
        assert_eq!(is_all, expected.len() >= text.len(), "a writer");
        assert_eq!(writer.into_inner().bytes, expected.as_bytes(), "a writer");
    }
}

/// The input: a policy, the lengths of chunks, and a stream in these chunks. Every second stream begins with a
/// partial or whole signature.
///
/// # Panics
///
/// If a result is wrong.
pub fn signatures(data: &[u8]) {
    let Some((&first, data)) = data.split_first() else { return };
    let begun = [&b""[..], b"\xEF", b"\xEF\xBB", b"\xEF\xBB\xBF"][usize::from(first / 4 % 4)];
    // After the number of lengths and the lengths.
    let Some((chunks, text)) = cut(data) else { return };
    let policy = POLICIES[usize::from(first % 4)];
    let input = [begun, text].concat();
    let opened = bom::open(&input, policy);

    let mut filter = Filter::new(policy);
    let mut left: Vec<u8> = Vec::new();
    for chunk in begun.chunks(1).chain(chunks) {
        left.extend(filter.feed(chunk).concat());
        assert!(opened.text.starts_with(&left), "{policy:?}, {input:x?}");
        if !filter.is_open() {
            assert_eq!(filter.has_bom(), opened.has_bom, "{policy:?}, {input:x?}");
        }
    }
    assert_eq!(filter.has_bom(), opened.has_bom, "{policy:?}, {input:x?}");
    left.extend(filter.finish());
    assert_eq!(left, opened.text, "{policy:?}, {input:x?}");
    assert_eq!(filter, Filter::new(policy), "at the start of another stream");

    let form = |sign: &[u8]| input.starts_with(sign);
    let is_wide = form(b"\xFF\xFE") || form(b"\xFE\xFF") || form(b"\0\0\xFE\xFF");
    assert_eq!(bom::detect(&input).is_some(), is_wide || form(b"\xEF\xBB\xBF"), "{input:x?}");
}

/// The valid prefix.
fn expected_good(text: &[u8]) -> &str {
    text.utf8_chunks().next().map_or("", |chunk| chunk.valid())
}

/// All text returned, and whether it ended without a text error. Calls again after other errors.
fn all(mut next: impl FnMut() -> io::Result<Option<String>>) -> (String, bool) {
    let mut text = String::new();
    loop {
        match next() {
            Ok(Some(piece)) => text += &piece,
            Ok(None) => return (text, true),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => return (text, false),
            Err(_) => {}
        }
    }
}

/// A reader that returns chunks. An empty chunk is an error.
struct Chunks<'a> {
    chunks: Vec<&'a [u8]>,
}

impl<'a> Chunks<'a> {
    fn of(chunks: &[&'a [u8]]) -> Self {
        Self { chunks: chunks.iter().rev().copied().collect() }
    }
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(chunk) = self.chunks.pop() else { return Ok(0) };
        if chunk.is_empty() {
            // The last chunk may be empty: this is the end.
            let is_last = self.chunks.is_empty();
            return if is_last { Ok(0) } else { Err(io::ErrorKind::WouldBlock.into()) };
        }
        let (now, later) = chunk.split_at(chunk.len().min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        if !later.is_empty() {
            self.chunks.push(later);
        }
        Ok(now.len())
    }
}

/// A writer that accepts one to five bytes at a time, and returns interruptions.
#[derive(Default)]
struct Few {
    bytes: Vec<u8>,
    calls: usize,
}

impl Write for Few {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(7) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        // Larger pieces for a long text.
        let few = bytes.len().min(1 + self.calls % 5 + bytes.len() / 64);
        self.bytes.extend(&bytes[..few]);
        Ok(few)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
