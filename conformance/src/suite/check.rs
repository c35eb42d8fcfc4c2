//! Asks one question at a time: calls the decoder, compares, counts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{any::Any, fmt::Debug, hash::Hash};

use placemat_core::Scan;

use super::report::{Depth, Failure, Tally, words};
use super::{Options, digest::Digest};
use crate::contract::{Answer, Decoder, Question, Verdict, hex};
use crate::{random::mix, reference, threads::on_threads};

/// Asks each of these decoders one question, and compares the answers with the reference's. A decoder that does not
/// have the operation, or declines, has not failed. The error says what is wrong with an answer.
pub fn compare(decoders: &[&dyn Decoder], question: &Question<'_>) -> Result<(), Failure> {
    let (expected, failures) = (reference::answer(question), AtomicUsize::new(0));
    for decoder in decoders.iter().filter(|decoder| decoder.has(question.op())) {
        let mut tester = Tester::new(*decoder, 1, &failures);
        tester.expect(decoder.name(), question, || expected.clone());
        if let Some((_, failure)) = tester.tally.failures.pop() {
            return Err(failure);
        }
    }
    Ok(())
}

/// What a row runs with.
pub(super) struct Context<'a> {
    pub(super) decoder: &'a dyn Decoder,
    pub(super) depth: Depth,
    /// The minimum number of cases of the row.
    pub(super) minimum: u64,
    /// How many threads may call the decoder at a time.
    pub(super) threads: usize,
    max_failures: usize,
    /// The cases so far, or why the row cannot be run.
    tally: Mutex<Result<Tally, String>>,
}

impl<'a> Context<'a> {
    pub(super) fn new(decoder: &'a dyn Decoder, options: &Options<'_>, minimum: u64) -> Self {
        let (threads, max_failures) = (options.threads.max(1), options.max_failures.max(1));
        let tally = Mutex::new(Ok(Tally::default()));
        Self { decoder, depth: options.depth, minimum, threads, max_failures, tally }
    }

    /// The cases of the row, or why it cannot be run.
    pub(super) fn result(self) -> Result<Tally, String> {
        self.tally.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn cannot_run(&self, reason: String) {
        *self.tally() = Err(reason);
    }

    /// Calls `body` for every item below `items`, on several threads, and adds up the results. Each item has its own
    /// tester, and all stop soon after there are enough failures.
    pub(super) fn each(&self, items: usize, body: impl Fn(usize, &mut Tester<'_>) + Sync) {
        let part = self.each_of(items, &body);
        if let Ok(tally) = &mut *self.tally() {
            tally.add(part);
        }
    }

    /// The body of [`each`](Self::each), compiled once and not once per row.
    fn each_of(&self, items: usize, body: &(dyn Fn(usize, &mut Tester<'_>) + Sync)) -> Tally {
        let failures = AtomicUsize::new(0);
        // The decoder's panics are caught, so a panic here is a bug of the suite.
        let tallies = on_threads(self.threads, items, |item| {
            let mut tester = Tester::new(self.decoder, self.max_failures, &failures);
            if !tester.done() {
                tester.begin(item);
                body(item, &mut tester);
            }
            tester.tally
        });
        let mut total = Tally::default();
        tallies.into_iter().for_each(|tally| total.add(tally));
        total.failures.sort_by_key(|(item, _)| *item);
        total.failures.truncate(self.max_failures);
        total
    }

    /// Calls `body` for each of `items`, and counts the cases: at least the row's minimum for each item, unless the
    /// decoder declines some of them.
    pub(super) fn each_complete<T: Debug + Copy + Sync>(
        &self, items: &[T], body: impl Fn(T, &mut Tester<'_>) + Sync,
    ) {
        self.each(items.len(), |nth, tester| {
            body(items[nth], tester);
            let (cases, declined) = (tester.tally.cases, tester.declined);
            if cases > 0 || declined == 0 {
                let enough = cases >= self.minimum || declined > 0;
                tester.hold("the number of cases", || format!("{:?}", items[nth]), enough);
            }
        });
    }

    /// [`each`](Self::each) for a row with a single item.
    pub(super) fn once(&self, body: impl Fn(&mut Tester<'_>) + Sync) {
        self.each(1, |_, tester| body(tester));
    }

    fn tally(&self) -> MutexGuard<'_, Result<Tally, String>> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks the decoder, compares the answers and counts, about one item.
pub(super) struct Tester<'a> {
    decoder: &'a dyn Decoder,
    max_failures: usize,
    item: usize,
    /// A digest of the cases of the current item, and of the answers.
    chain: u64,
    tally: Tally,
    /// The number of questions without an answer.
    declined: u64,
    /// The number of failures, about any item.
    failures: &'a AtomicUsize,
}

impl<'a> Tester<'a> {
    fn new(decoder: &'a dyn Decoder, max_failures: usize, failures: &'a AtomicUsize) -> Self {
        Self { decoder, max_failures, item: 0, chain: 0, tally: Tally::default(), declined: 0, failures }
    }

    pub(super) fn begin(&mut self, item: usize) {
        self.item = item;
        self.chain = mix(item as u64);
    }

    /// Whether there are enough failures; if so, every further question is skipped.
    pub(super) fn done(&self) -> bool {
        self.failures.load(Ordering::Relaxed) >= self.max_failures
    }

    /// Asks a question; the reference supplies the expected answer.
    pub(super) fn ask(&mut self, what: &str, question: &Question<'_>) {
        self.expect(what, question, || reference::answer(question));
    }

    /// Asks for the verdict on bytes; the reference supplies the expected one.
    pub(super) fn read(&mut self, what: &str, bytes: &[u8]) {
        self.check(what, bytes, &reference::read(bytes));
    }

    /// Asks for the verdict on bytes.
    pub(super) fn check(&mut self, what: &str, bytes: &[u8], expected: &Verdict) {
        self.expect(what, &Question::Verdict(bytes), || Answer::Verdict(*expected, None));
    }

    /// Asks a question with this expected answer; a kernel must also keep the contract of the scan.
    pub(super) fn expect(&mut self, what: &str, question: &Question<'_>, expected: impl FnOnce() -> Answer) {
        let Some(answer) = self.put(question) else {
            self.declined += 1;
            return;
        };
        let fields = self.decoder.fields(question.op());
        let (expected, answer) = (expected().reduced(fields), answer.map(|answer| answer.reduced(fields)));
        let about = match (question, &expected) {
            (
                Question::Verdict(bytes) | Question::Scan(bytes),
                Answer::Verdict(right, _) | Answer::Scan(right, _),
            ) => Some((*bytes, *right)),
            _ => None,
        };
        let got = match (answer, about) {
            (Err(panic), _) => panic,
            (Ok(Answer::Verdict(verdict, scan) | Answer::Scan(verdict, scan)), Some((bytes, right))) => {
                match scan.and_then(|scan| Some((scan, breach(scan, bytes, &right)?))) {
                    _ if verdict != right => words(&verdict),
                    Some((scan, broken)) => format!("{scan:?}: {broken}"),
                    // The raw answers of right kernels differ.
                    None => return self.digest(&(verdict, bytes.len())),
                }
            }
            (Ok(answer), _) if answer == expected => return self.digest(&answer),
            (Ok(answer), _) => format!("{answer:X?}"),
        };
        let (input, expected) = match about {
            Some((bytes, right)) => {
                let focus = right.err().map_or(0, |fault| fault.valid_up_to);
                let offset = bytes.as_ptr().addr() % 64;
                (format!("{}, address offset {offset}", hex(bytes, focus)), words(&right))
            }
            None => (question.to_string(), format!("{expected:X?}")),
        };
        self.fail(what, input, expected, got);
    }

    /// Counts a case that is about the row itself.
    pub(super) fn hold(&mut self, what: &str, input: impl FnOnce() -> String, holds: bool) {
        self.tally.cases += 1;
        if holds {
            self.digest(&true);
        } else {
            self.fail(what, input(), "true".to_owned(), "false".to_owned());
        }
    }

    /// Counts a case and returns the decoder's answer, or its panic message. `None` if it declined, or if there are
    /// enough failures.
    fn put(&mut self, question: &Question<'_>) -> Option<Result<Answer, String>> {
        if self.done() {
            return None;
        }
        let answer = match catch_unwind(AssertUnwindSafe(|| self.decoder.answer(question))) {
            Ok(answer) => Ok(answer?),
            Err(panic) => Err(message(&*panic)),
        };
        self.tally.cases += 1;
        Some(answer)
    }

    fn digest(&mut self, answer: &impl Hash) {
        self.chain = Digest::of(self.chain, answer);
        self.tally.digest = self.tally.digest.wrapping_add(self.chain);
    }

    #[cold]
    fn fail(&mut self, what: &str, input: String, expected: String, got: String) {
        let failure = Failure { what: what.to_owned(), input, expected, got };
        self.tally.failures.push((self.item, failure));
        self.failures.fetch_add(1, Ordering::Relaxed);
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
            // A prefix of the valid part is W followed by T without further conditions. Further on, T must begin inside
            // that part or directly after it, at a byte C0..FF (a boundary of the valid part), and extend to `from`.
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
    use placemat_core::Utf8ErrorKind;

    use super::*;
    use crate::contract::{Fault, Std};

    const THREADS: &[usize] = if cfg!(target_family = "wasm") { &[1] } else { &[1, 3, 64] };

    fn context(threads: usize) -> Context<'static> {
        Context::new(&Std, &Options { threads, max_failures: 1, ..Options::quick() }, 0)
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
            context.each_of(3, &|item, tester| tester.digest(&(answer, item))).digest
        };
        let kind = Some(Utf8ErrorKind::Overlong);
        let digests = [
            Ok(()),
            fault(0, None, None),
            fault(0, None, kind),
            fault(0, Some(1), kind),
            fault(1, Some(1), kind),
            fault(0, Some(1), Some(Utf8ErrorKind::Surrogate)),
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
            let tally = context.each_of(10, &|item, tester| tester.check("", &vec![b'a'; item], &Ok(())));
            assert_eq!((tally.cases, tally.failures.len()), (10, 0));
            let tally = context.each_of(10, &|_, tester| tester.check("", b"\xFF", &Ok(())));
            assert_eq!(tally.failures.len(), 1);
        }
    }
}
