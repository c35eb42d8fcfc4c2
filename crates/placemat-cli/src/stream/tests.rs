//! Compares every hostile sequence at every offset in small buffers with the model.

#[path = "../../tests/common/model.rs"]
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

/// Checks every finding against the input.
struct Collector<'a> {
    bytes: &'a [u8],
    sizes: Sizes,
    most: usize,
    found: Vec<Expected>,
    passed: usize,
}

impl Observer for Collector<'_> {
    fn wants_more(&self) -> bool {
        self.found.len() < self.most
    }

    fn found(&mut self, finding: &Finding<'_>) -> Result<(), Stopped> {
        let at = usize::try_from(finding.offset).unwrap();
        let before = at.saturating_sub(self.sizes.before);
        assert_eq!(finding.before, &self.bytes[before..at]);
        assert!(self.bytes[at..].starts_with(finding.from));
        assert!(finding.from.len() >= (finding.bytes.len() + self.sizes.after).min(self.bytes.len() - at));
        self.found.push(Expected {
            offset: finding.offset,
            len: finding.len(),
            kind: finding.kind.name(),
            line: finding.position.line,
            column: finding.position.column,
            bytes: finding.bytes.to_vec(),
            next: finding.next,
        });
        Ok(())
    }

    fn passed(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.passed += bytes;
        Ok(())
    }
}

fn compare(bytes: &[u8], reads: &[usize], sizes: Sizes, most: usize) {
    let input = Dripping { rest: bytes, sizes: reads.iter().cycle(), failure: false };
    let mut collector = Collector { bytes, sizes, most, found: Vec::new(), passed: 0 };
    let tally = check(BackendChoice::Dispatched, input, sizes, &mut Vec::new(), &mut collector).unwrap();
    let expected = model::errors(bytes);
    let listed = &expected[..expected.len().min(most)];
    let first = collector.found.iter().zip(listed).find(|(found, expected)| found != expected);
    assert_eq!(first, None, "in {} bytes by {reads:?} through {sizes:?}", bytes.len());
    assert_eq!(collector.found.len(), listed.len());
    assert_eq!((tally.bytes, tally.errors), (count(bytes.len()), count(expected.len())));
    assert_eq!(collector.passed, bytes.len());
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
        let input = Dripping { rest: &bytes, sizes: [usize::MAX].iter().cycle(), failure: false };
        let mut collector =
            Collector { bytes: &bytes, sizes: Sizes::PLAIN, most: 1, found: Vec::new(), passed: 0 };
        let tally =
            check(BackendChoice::Dispatched, input, Sizes::PLAIN, &mut Vec::new(), &mut collector).unwrap();
        assert_eq!(tally.errors, count(bytes.len()));
    }
}

#[test]
fn what_a_failed_read_cuts_off_is_no_error() {
    for (bytes, errors) in
        [(&b"ab\xE2\x82"[..], 0), (b"\xFF\xE2\x82", 1), (b"a\xE2\x28 and more of it\xF0", 1)]
    {
        for sizes in tiny(4) {
            let input = Dripping { rest: bytes, sizes: [usize::MAX].iter().cycle(), failure: true };
            let mut collector = Collector { bytes, sizes, most: 9, found: Vec::new(), passed: 0 };
            // The bytes after an error are not available.
            collector.sizes.after = 0;
            let tally =
                check(BackendChoice::Dispatched, input, sizes, &mut Vec::new(), &mut collector).unwrap();
            assert_eq!((tally.bytes, tally.errors), (count(bytes.len()), errors));
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
                let input = Dripping { rest: &bytes, sizes: reads.iter().cycle(), failure: false };
                let mut collector = Collector { bytes: &bytes, sizes, most: 0, found: Vec::new(), passed: 0 };
                let tally =
                    check(BackendChoice::Dispatched, input, sizes, &mut Vec::new(), &mut collector).unwrap();
                assert!(tally.sample.near().0 == expected, "{lead}, {tail}, {read}, {reads:?}");
                assert_eq!(tally.sample.near().1, start + expected.len() == bytes.len());
            }
        }
    }
}

#[test]
fn text_and_errors_pass_in_order() {
    #[derive(Default)]
    struct Passing(Vec<u8>);
    impl Observer for Passing {
        fn text(&mut self, passage: Passage<'_>) -> Result<(), Stopped> {
            assert!(!passage.text.is_empty());
            assert_eq!(passage.offset, count(self.0.len()));
            self.0.extend_from_slice(passage.text.as_bytes());
            Ok(())
        }
        fn invalid(&mut self, bytes: &[u8], _: ErrorKind) -> Result<(), Stopped> {
            self.0.extend_from_slice(bytes);
            Ok(())
        }
    }
    let bytes = model::hostile().concat();
    for sizes in [tiny(1)[0], tiny(7)[1], Sizes::COUNT] {
        let mut passing = Passing::default();
        check(BackendChoice::Dispatched, &*bytes, sizes, &mut Vec::new(), &mut passing).unwrap();
        assert!(passing.0 == bytes);
    }
}

#[test]
fn an_observer_can_have_enough() {
    struct First(u64);
    impl Observer for First {
        fn wants_more(&self) -> bool {
            self.0 == 0
        }
        fn found(&mut self, _: &Finding<'_>) -> Result<(), Stopped> {
            self.0 += 1;
            Ok(())
        }
        fn has_enough(&self) -> bool {
            self.0 > 0
        }
    }
    let endless = (&b"text \xFF\xFF"[..]).chain(io::repeat(b'x'));
    let mut first = First(0);
    let tally = check(BackendChoice::Dispatched, endless, Sizes::COUNT, &mut Vec::new(), &mut first).unwrap();
    assert_eq!((first.0, tally.errors), (1, 1));
}

#[test]
fn an_observer_can_stop_the_work() {
    struct Unwilling;
    impl Observer for Unwilling {
        fn wants_more(&self) -> bool {
            true
        }
        fn found(&mut self, _: &Finding<'_>) -> Result<(), Stopped> {
            Err(Stopped)
        }
    }
    let stopped =
        check(BackendChoice::Dispatched, &b"a\xFF"[..], Sizes::PLAIN, &mut Vec::new(), &mut Unwilling);
    assert_eq!(stopped.unwrap_err(), Stopped);
}

#[test]
fn every_backend_finds_the_same() {
    let bytes = model::hostile().concat();
    for backend in placemat::backend::all().iter().filter_map(|entry| entry.get().ok()) {
        let mut collector =
            Collector { bytes: &bytes, sizes: tiny(64)[0], most: usize::MAX, found: Vec::new(), passed: 0 };
        check(BackendChoice::Named(backend), &*bytes, tiny(64)[0], &mut Vec::new(), &mut collector).unwrap();
        assert!(collector.found == model::errors(&bytes), "{}", backend.entry().name());
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
