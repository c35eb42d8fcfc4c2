//! Compares every hostile sequence at every offset in small buffers with the model.

mod model;

use placemat_conformance::{cases, random::Random};

use super::*;
use model::Expected;

/// Returns at most this many bytes per read, cycling through the sizes.
struct Dripping<'a> {
    rest: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
    /// Whether the read at the end fails.
    failure: bool,
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(!buffer.is_empty(), "a read of nothing would look like the end");
        let size = self.sizes.next().copied().unwrap_or(usize::MAX);
        if size == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (now, later) = self.rest.split_at(size.min(buffer.len()).min(self.rest.len()));
        if now.is_empty() && self.failure {
            return Err(io::Error::other("as intended"));
        }
        buffer[..now.len()].copy_from_slice(now);
        self.rest = later;
        Ok(now.len())
    }
}

/// The first `most` errors and the sums, by reads of these sizes. Compares every part with the input.
fn errors(
    backend: Option<Handle>, bytes: &[u8], reads: &[usize], failure: bool, sizes: Sizes, most: usize,
) -> (Vec<Expected>, Tally) {
    let input = Dripping { rest: bytes, sizes: reads.iter().cycle(), failure };
    // After a failed read, the bytes after an error are not available.
    let after = if failure { 0 } else { sizes.after };
    let (mut found, mut position, mut passed, mut at) = (Vec::new(), Position::START, 0, 0);
    let mut buffer = Vec::new();
    let mut stream = Stream::new(backend, input, sizes, &mut buffer);
    while let Some(read) = stream.read() {
        passed += read;
        for Part { offset, text, error } in stream.parts() {
            assert_eq!(offset, count(at));
            assert!(bytes[at..].starts_with(text.as_bytes()));
            at += text.len();
            let is_listed = found.len() < most;
            if is_listed {
                position.pass_text(text);
            }
            let Some(error) = error else { continue };
            assert_eq!(error.offset, count(at));
            if is_listed {
                assert_eq!(error.before, &bytes[at.saturating_sub(sizes.before)..at]);
                assert!(bytes[at..].starts_with(error.from));
                assert!(error.from.len() >= (error.bytes.len() + after).min(bytes.len() - at));
                found.push(Expected {
                    offset: error.offset,
                    len: (error.kind != Utf8ErrorKind::Truncated).then_some(error.bytes.len()),
                    kind: error.kind,
                    line: position.line,
                    column: position.column,
                    bytes: error.bytes.to_vec(),
                    next: error.next,
                });
                position.pass_invalid();
            }
            at += error.bytes.len();
        }
    }
    assert!(passed == bytes.len() && (failure || at == passed));
    (found, stream.tally())
}

fn compare(bytes: &[u8], reads: &[usize], sizes: Sizes, most: usize) {
    let (found, tally) = errors(None, bytes, reads, false, sizes, most);
    let expected = model::errors(bytes);
    let listed = &expected[..expected.len().min(most)];
    let first = found.iter().zip(listed).find(|(found, expected)| found != expected);
    assert_eq!(first, None, "in {} bytes by {reads:?} through {sizes:?}", bytes.len());
    assert_eq!(found.len(), listed.len());
    assert_eq!((tally.bytes, tally.errors), (count(bytes.len()), count(expected.len())));
    assert!(tally.failure.is_none());
}

fn tiny(read: usize) -> [Sizes; 2] {
    let sizes = |before, after| Sizes { read, before, after, ..Sizes::COUNT };
    [sizes(0, 1), sizes(8, 11)]
}

#[test]
fn hostile_sequences_at_every_offset_in_a_tiny_buffer() {
    for sequence in model::hostile() {
        for filler in ["", "a", "b\n", "\u{E9}", "\u{20AC}\n", "\u{1F37D}", "\u{FEFF}"] {
            for times in [0, 1, 3] {
                for lead in ["", "x", "xy\nz"] {
                    let fill = filler.repeat(times);
                    let bytes = [lead.as_bytes(), fill.as_bytes(), &sequence, fill.as_bytes()].concat();
                    for read in [1, 2, 3, 5, 8] {
                        for sizes in tiny(read) {
                            compare(&bytes, &[usize::MAX], sizes, usize::MAX);
                        }
                    }
                    compare(&bytes, &[1, 0, 4, 2], tiny(7)[1], 2);
                }
            }
        }
    }
}

#[test]
fn sequences_in_a_row_through_all_sizes() {
    let bytes = model::hostile().concat();
    for read in (1..=40).chain([61, 64, 100, 255, 256, 1000, 4096]) {
        for sizes in tiny(read) {
            compare(&bytes, &[usize::MAX], sizes, usize::MAX);
            compare(&bytes, &[3, 0, 1, 17, 2, 5], sizes, 7);
        }
    }
}

#[test]
fn dense_errors_cost_linear_time() {
    // If the work were quadratic in the size of the buffer, this would take hours.
    for byte in [0x80, 0xFF] {
        let bytes = vec![byte; 4 << 20];
        let sizes = Sizes { after: 1, ..Sizes::COUNT };
        let (_, tally) = errors(None, &bytes, &[usize::MAX], false, sizes, 1);
        assert_eq!(tally.errors, count(bytes.len()));
    }
}

#[test]
fn what_a_failed_read_cuts_off_is_no_error() {
    for (bytes, expected) in
        [(&b"ab\xE2\x82"[..], 0), (b"\xFF\xE2\x82", 1), (b"a\xE2\x28 and more of it\xF0", 1)]
    {
        for sizes in tiny(4) {
            let (_, tally) = errors(None, bytes, &[usize::MAX], true, sizes, 9);
            assert_eq!((tally.bytes, tally.errors), (count(bytes.len()), expected));
            assert!(tally.failure.is_some());
        }
    }
}

#[test]
fn a_sample_depends_on_the_input_alone() {
    for (lead, tail) in [(0, 10), (1, 100), (64, 20_000), (65, 70), (66, 16 << 10), (999, 0)] {
        let bytes = [&vec![b'a'; lead][..], b"\xE9", &vec![b'b'; tail], b"\xE9"].concat();
        let start = lead.saturating_sub(64) & !1;
        let expected = &bytes[start..bytes.len().min(start + (16 << 10))];
        for read in [1, 3, 64, 1000, 128 << 10] {
            for reads in [&[usize::MAX][..], &[1, 0, 7, 500]] {
                let sizes = Sizes { read, ..Sizes::to_guess(11) };
                let (_, tally) = errors(None, &bytes, reads, false, sizes, 0);
                assert!(tally.sample.near().0 == expected, "{lead}, {tail}, {read}, {reads:?}");
                assert_eq!(tally.sample.near().1, start + expected.len() == bytes.len());
            }
        }
    }
}

#[test]
fn every_backend_finds_the_same() {
    let bytes = model::hostile().concat();
    for backend in placemat::backend::all().iter().filter_map(|entry| entry.get().ok()) {
        let (found, _) = errors(Some(backend), &bytes, &[usize::MAX], false, tiny(64)[0], usize::MAX);
        assert!(found == model::errors(&bytes), "{}", backend.entry().name());
    }
}

#[test]
fn random_strings_of_significant_bytes() {
    // Line feeds and carriage returns are relevant here as well.
    let bytes = [&cases::EDGES[..], b"\n\r\n"].concat();
    let mut random = Random(3629);
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.pick(&bytes)).collect();
        let reads = [1 + random.below(9), random.below(2), 1 + random.below(40)];
        let sizes = tiny(1 + random.below(12));
        compare(&bytes, &reads, random.pick(&sizes), 1 + random.below(70));
    }
}
