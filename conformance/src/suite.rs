//! The suite, which tests a decoder row by row.
//!
//! [`run`] tests one [`Decoder`] with every [row](rows) and returns a [`Report`]. The [`reference`](crate::reference),
//! which is derived from the RFC's grammar and shares no code with placemat, supplies every expected result. Rows about
//! verdicts compare each field that the decoder reports. If the decoder is a backend, its kernel must also obey the
//! contract of [`Scan`](placemat_core::Scan): a false alarm fails the row even if the verdict is correct.
//!
//! A row that ran fewer cases than its minimum has failed, so no row passes because nothing ran. A panic of the
//! decoder is a failure like any other (on targets where panics unwind). Two bugs end or hang the process instead: a
//! read outside the slice next to a guard page, and a decoder that never returns.

mod buffer;
mod check;
mod chunks;
mod consistency;
mod conversions;
mod cut;
mod digest;
mod edges;
mod exhaustive;
mod grid;
mod hints;
mod items;
mod memory;
mod mixed;
mod named;
mod names;
mod older;
mod placed;
mod prelude;
mod reads;
mod report;
mod seams;
mod streams;
mod summaries;

use std::time::Instant;

#[cfg(feature = "json")]
pub(crate) use buffer::Buffer;

pub use check::compare;
pub use report::{Depth, Failure, Outcome, Report, Row};

use crate::contract::{Decoder, Op};
use crate::threads::for_each_processor;
use check::Context;

/// How to run the suite.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// How many cases to run.
    pub depth: Depth,
    /// The rows to run, by name; `None` for all.
    pub rows: Option<&'a [&'a str]>,
    /// How many threads may call the decoder at a time.
    pub threads: usize,
    /// How many failures stop a row; at least 1.
    pub max_failures: usize,
    /// Whether to stop after the first row that failed.
    pub fail_fast: bool,
    /// Called after each row.
    pub progress: Option<&'a dyn Fn(&Row)>,
}

impl<'a> Options<'a> {
    /// Everything, on as many threads as there are processors.
    pub fn full() -> Self {
        Self {
            depth: Depth::Full,
            rows: None,
            threads: for_each_processor(),
            max_failures: 5,
            fail_fast: false,
            progress: None,
        }
    }

    /// Every row, with fewer cases.
    pub fn quick() -> Self {
        Self { depth: Depth::Quick, ..Self::full() }
    }

    /// Restricts the run to these rows.
    pub fn only(self, rows: &'a [&'a str]) -> Self {
        Self { rows: Some(rows), ..self }
    }
}

/// The names of all rows, in execution order, with a description of each.
pub fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    all().map(|spec| (spec.name, spec.about))
}

fn all() -> impl Iterator<Item = &'static prelude::Row> {
    #[rustfmt::skip]
    let all = [
        exhaustive::ROWS, named::ROWS, consistency::ROWS, cut::ROWS, placed::ROWS, edges::ROWS, seams::ROWS,
        chunks::ROWS, mixed::ROWS, memory::ROWS, items::ROWS, streams::ROWS, names::ROWS,
        hints::ROWS, reads::ROWS, summaries::ROWS, conversions::ROWS, older::ROWS,
    ];
    all.into_iter().flatten()
}

/// Runs the suite on `decoder`. Panics if a row of the options does not exist.
pub fn run(decoder: &dyn Decoder, options: &Options<'_>) -> Report {
    for name in options.rows.unwrap_or_default() {
        assert!(all().any(|spec| spec.name == *name), "there is no row `{name}`");
    }
    let mut report = Report {
        subject: decoder.name().to_owned(),
        depth: options.depth,
        fields: decoder.has(Op::Verdict).then(|| decoder.fields(Op::Verdict)),
        rows: Vec::new(),
    };
    for spec in all().filter(|spec| options.rows.is_none_or(|rows| rows.contains(&spec.name))) {
        let row = run_row(spec, decoder, options);
        if let Some(progress) = options.progress {
            progress(&row);
        }
        let failed = row.outcome == Outcome::Failed;
        report.rows.push(row);
        if failed && options.fail_fast {
            return report;
        }
    }
    report
}

fn run_row(spec: &prelude::Row, decoder: &dyn Decoder, options: &Options<'_>) -> Row {
    let started = Instant::now();
    let minimum = spec.minimum[options.depth as usize];
    let ran = if decoder.has(spec.op) {
        let context = Context::new(decoder, options, minimum);
        (spec.run)(&context);
        context.result().map_err(Outcome::NotRun)
    } else {
        Err(Outcome::NotClaimed(spec.op))
    };
    Row::new(spec.name, spec.about, minimum, started, ran)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Encoding, PAIRS, Question};
    use crate::mutants::{Family, Mutant};
    use crate::reference;

    /// A converter may decline pairs of encodings, but not all.
    #[test]
    fn what_is_claimed_is_asked_and_passes() {
        let rows = ["convert-pieces", "convert-destinations"];
        let run = |pairs: &'static [(Encoding, Encoding)]| {
            let mutant = Mutant::of(Family::Convert, "some pairs, strictly", &[Op::Convert], |question| {
                let Question::Convert(call) = *question else { return None };
                let has = pairs.contains(&(call.from, call.to)) && call.replacement.is_none();
                has.then(|| reference::answer(question))
            });
            run(&mutant, &Options::quick().only(&rows))
        };
        let report = run(&PAIRS[..6]);
        assert!(report.passed(), "{report}");
        assert!(
            report.rows.iter().all(|row| row.outcome == Outcome::Passed && row.cases > 1_000),
            "{report}"
        );
        assert!(!run(&[]).passed());
    }
}
