//! Runs one case at a time: call the subject, compare, count.

use std::{
    any::Any,
    fmt::Debug,
    hash::Hash,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use placemat_core::Scan;

use super::{
    Options,
    digest::Digest,
    report::{Depth, Failure, Tally, hex, words},
};
use crate::{
    random::mix,
    reference,
    subject::{Subject, Validates, Verdict},
    threads::on_each,
};

/// What a row runs with.
pub(super) struct Context<'a, C = &'a dyn Validates> {
    pub(super) subject: &'a dyn Subject,
    /// The subject, as the claimed capability.
    pub(super) claimed: C,
    pub(super) depth: Depth,
    pub(super) threads: usize,
    pub(super) max_failures: usize,
}

impl<'a, C: Copy + Send + Sync> Context<'a, C> {
    pub(super) fn new(subject: &'a dyn Subject, claimed: C, options: &Options<'_>) -> Self {
        Self {
            subject,
            claimed,
            depth: options.depth,
            threads: options.threads.max(1),
            max_failures: options.max_failures.max(1),
        }
    }

    /// Calls `body` for every item below `items`, on several threads, and adds up the results. Each thread
    /// has its own checker, and all stop soon after there are enough failures.
    pub(super) fn each(&self, items: usize, body: impl Fn(usize, &mut Tester<C>) + Sync) -> Tally {
        self.each_of(items, &body)
    }

    /// The body of [`each`](Self::each), compiled once and not once per row.
    fn each_of(&self, items: usize, body: &(dyn Fn(usize, &mut Tester<C>) + Sync)) -> Tally {
        let next = AtomicUsize::new(0);
        let enough = Arc::new(AtomicBool::new(false));
        let work = || {
            let mut checker = Tester::new(self, Arc::clone(&enough));
            loop {
                let item = next.fetch_add(1, Ordering::Relaxed);
                if item >= items || checker.done() {
                    return checker.tally;
                }
                checker.begin(item);
                body(item, &mut checker);
            }
        };
        let mut total = Tally::default();
        // The subject's panics are caught, so a panic here is a bug of the suite.
        on_each(self.threads.min(items), |_| work()).into_iter().for_each(|tally| total.add(tally));
        total.failures.sort_by_key(|(item, _)| *item);
        total.failures.truncate(self.max_failures);
        total
    }

    /// [`each`](Self::each) for a row with a single item.
    pub(super) fn once(&self, body: impl Fn(&mut Tester<C>) + Sync) -> Tally {
        self.each(1, |_, checker| body(checker))
    }
}

/// Checks verdicts.
pub(super) type Checker<'a> = Tester<&'a dyn Validates>;

/// Calls the subject, compares the results and counts, on one thread.
pub(super) struct Tester<C> {
    claimed: C,
    max_failures: usize,
    item: usize,
    /// A digest of the cases of the current item, and of the results.
    chain: u64,
    tally: Tally,
    enough: Arc<AtomicBool>,
}

impl<C: Copy> Tester<C> {
    fn new(context: &Context<'_, C>, enough: Arc<AtomicBool>) -> Self {
        Self {
            claimed: context.claimed,
            max_failures: context.max_failures,
            item: 0,
            chain: 0,
            tally: Tally::default(),
            enough,
        }
    }

    /// The subject, as the claimed capability.
    pub(super) fn claimed(&self) -> C {
        self.claimed
    }

    fn begin(&mut self, item: usize) {
        self.item = item;
        self.chain = mix(item as u64);
    }

    /// Whether there are enough failures; if so, every further check is skipped.
    pub(super) fn done(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    /// Counts a case and returns the subject's result, or its panic message. `None` if there are enough failures.
    fn put<T>(&mut self, call: impl FnOnce(C) -> T) -> Option<Result<T, String>> {
        if self.done() {
            return None;
        }
        self.tally.cases += 1;
        let claimed = self.claimed;
        Some(catch_unwind(AssertUnwindSafe(|| call(claimed))).map_err(|panic| message(&*panic)))
    }

    /// Runs one case: `call` calls the subject and returns its result. `input` describes the case if the result is
    /// wrong.
    pub(super) fn expect<T: PartialEq + Debug + Hash>(
        &mut self,
        what: &str,
        input: impl FnOnce() -> String,
        expected: &T,
        call: impl FnOnce(C) -> T,
    ) {
        let got = match self.put(call) {
            None => return,
            Some(Ok(got)) if got == *expected => return self.digest(&got),
            Some(Ok(got)) => format!("{got:X?}"),
            Some(Err(panic)) => panic,
        };
        self.fail(what, input(), format!("{expected:X?}"), got);
    }

    /// Runs one case about a verdict: `call` calls the subject and returns what is wrong with the result.
    pub(super) fn check_with(
        &mut self,
        what: &str,
        bytes: &[u8],
        expected: &Verdict,
        call: impl FnOnce(C) -> Option<String>,
    ) {
        match self.put(call) {
            None => {}
            // The result is correct.
            Some(Ok(None)) => self.note(bytes, expected),
            Some(Ok(Some(wrong)) | Err(wrong)) => self.refute(what, bytes, expected, wrong),
        }
    }

    /// Adds a verdict, in every field that the subject reports, to the digest.
    fn note(&mut self, bytes: &[u8], answer: &Verdict) {
        self.digest(&(answer, bytes.len()));
    }

    fn digest(&mut self, answer: &impl Hash) {
        self.chain = Digest::of(self.chain, answer);
        self.tally.digest = self.tally.digest.wrapping_add(self.chain);
    }

    /// Records a wrong verdict.
    #[cold]
    fn refute(&mut self, what: &str, bytes: &[u8], expected: &Verdict, got: String) {
        let focus = expected.as_ref().err().map_or(0, |fault| fault.valid_up_to);
        let at = bytes.as_ptr().addr() % 64;
        let input = format!("{}, address offset {at}", hex(bytes, focus));
        self.fail(what, input, words(expected), got);
    }

    #[cold]
    fn fail(&mut self, what: &str, input: String, expected: String, got: String) {
        let failure = Failure { what: what.to_owned(), input, expected, got };
        self.tally.failures.push((self.item, failure));
        if self.tally.failures.len() >= self.max_failures {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

impl Checker<'_> {
    /// Runs one case; the reference decoder supplies the expected verdict.
    pub(super) fn read(&mut self, what: &str, bytes: &[u8]) {
        self.check(what, bytes, &reference::read(bytes));
    }

    /// Runs one case: checks the verdict, and the contract of the scan.
    pub(super) fn check(&mut self, what: &str, bytes: &[u8], expected: &Verdict) {
        match self.put(|subject| subject.validate_and_scan(bytes)) {
            None => {}
            Some(Ok((got, scan))) => {
                self.note(bytes, &got);
                if !self.claimed.fields().agree(&got, expected) {
                    self.refute(what, bytes, expected, words(&got));
                } else if let Some(broken) = scan.and_then(|scan| breach(scan, bytes, expected)) {
                    let scan = scan.unwrap_or(Scan::Clean);
                    self.refute(what, bytes, expected, format!("{scan:?}: {broken}"));
                }
            }
            Some(Err(panic)) => self.refute(what, bytes, expected, panic),
        }
    }
}

/// How `scan` breaks the contract of [`Scan`], given the correct verdict on `bytes`.
pub(super) fn breach(scan: Scan, bytes: &[u8], expected: &Verdict) -> Option<&'static str> {
    match (scan, expected) {
        (Scan::Clean, Ok(())) => None,
        (Scan::Clean, Err(_)) => Some("clean, but the input is invalid"),
        (Scan::Suspect { .. }, Ok(())) => Some("a false alarm"),
        (Scan::Suspect { from }, Err(fault)) => {
            if from > bytes.len() {
                return Some("beyond the end");
            }
            // A prefix of the valid part is W followed by T without further conditions. Further on, T must begin
            // inside that part or directly after it, at a byte C0..FF (a boundary of the valid part), and extend to
            // `from`.
            let good = fault.valid_up_to;
            let begins = |&at: &usize| {
                bytes[at] >= 0xC0 && bytes[at + 1..from].iter().all(|byte| (0x80..0xC0).contains(byte))
            };
            let permitted = from <= good || (from.saturating_sub(3)..=good).any(|at| begins(&at));
            if permitted { None } else { Some("`from` is too large: there is an error before it") }
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("a panic: {}", text.unwrap_or("without a message"))
}

#[cfg(test)]
mod tests {
    use placemat_core::ErrorKind;

    use super::*;
    use crate::subject::{Fault, Std};

    /// The thread counts to test.
    const THREADS: &[usize] = if cfg!(target_family = "wasm") { &[1] } else { &[1, 3, 64] };

    fn context(threads: usize) -> Context<'static> {
        Context::new(&Std, &Std, &Options { threads, max_failures: 1, ..Options::quick() })
    }

    #[test]
    fn the_contract_of_scan() {
        let breach = |scan, bytes: &[u8]| breach(scan, bytes, &reference::read(bytes));
        let suspect = |from| Scan::Suspect { from };
        assert_eq!(breach(Scan::Clean, b"ab"), None);
        assert_eq!(breach(Scan::Clean, b"a\xFF"), Some("clean, but the input is invalid"));
        assert_eq!(breach(suspect(1), b"ab"), Some("a false alarm"));
        assert_eq!(breach(suspect(4), b"a\xE2\x82"), Some("beyond the end"));
        // Compares the permitted values by definition with those by brute force.
        for bytes in [
            &b"a\xE2\x82"[..],
            b"a\xC0\x80b",
            b"\xC3\xA9\x80\x80",
            b"\xC3\xA9\x80A\xFF",
            b"\xF1\x80\x80\x80\x80\x80",
            b"abc\x80\x80\xC3\xA9",
            b"\xF5\x80\x80\x80\x80",
        ] {
            for from in 0..=bytes.len() {
                let permitted = (0..=from.min(3)).any(|len| {
                    let (w, t) = bytes[..from].split_at(from - len);
                    let incomplete = t.split_first().is_none_or(|(lead, tail)| {
                        *lead >= 0xC0 && tail.iter().all(|byte| (0x80..0xC0).contains(byte))
                    });
                    std::str::from_utf8(w).is_ok() && incomplete
                });
                assert_eq!(breach(suspect(from), bytes).is_none(), permitted, "{bytes:x?} {from}");
            }
        }
    }

    #[test]
    fn the_digest_tells_answers_apart() {
        let fault = |valid_up_to, error_len, kind| Err(Fault { valid_up_to, error_len, kind });
        let digest = |answer: &Verdict, threads| {
            let context = context(threads);
            context.each(3, |item, checker| checker.note(&vec![b'a'; item], answer)).digest
        };
        let kind = Some(ErrorKind::Overlong);
        let digests = [
            Ok(()),
            fault(0, None, None),
            fault(0, None, kind),
            fault(0, Some(1), kind),
            fault(1, Some(1), kind),
            fault(0, Some(1), Some(ErrorKind::Surrogate)),
        ]
        .map(|answer| THREADS.iter().map(|&threads| digest(&answer, threads)).collect::<Vec<_>>());
        for (at, each) in digests.iter().enumerate() {
            assert!(each.iter().all(|one| *one == each[0]), "threads do not matter");
            assert!(digests[..at].iter().all(|other| other[0] != each[0]), "{at}");
        }
    }

    #[test]
    fn items_are_all_done_on_any_number_of_threads() {
        for &threads in THREADS {
            let context = context(threads);
            let tally = context.each(10, |item, checker| checker.check("", &vec![b'a'; item], &Ok(())));
            assert_eq!((tally.cases, tally.failures.len()), (10, 0));
            let tally = context.each(10, |_, checker| checker.check("", b"\xFF", &Ok(())));
            assert_eq!(tally.failures.len(), 1);
        }
    }
}
