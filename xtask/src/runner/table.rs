//! The table and the verdict at the end of a run.

use super::step::{Finished, Outcome};
use super::{number::number, run::Run};

/// Prints the table, then `notes`, then the totals; returns whether the run succeeded.
///
/// With `complete`, a required step that was not run is a failure. A step that was requested by name and was not run
/// is always a failure, and so is a run in which nothing ran.
#[must_use]
pub(crate) fn print(run: &Run, complete: bool, notes: &str) -> bool {
    let (text, good) = render(run, complete, notes);
    print!("\n{text}");
    good
}

fn render(Run { finished, time }: &Run, complete: bool, notes: &str) -> (String, bool) {
    let width = finished.iter().map(|step| step.name.len()).max().unwrap_or(0).max("step".len());
    let mut text = format!("{:width$}  result       time\n", "step");
    let results: Vec<_> = finished.iter().map(|step| result(step, complete)).collect();
    for (step, result) in finished.iter().zip(&results) {
        let (seconds, note) = (step.time.as_secs_f64(), step.note());
        let line = format!("{:width$}  {result:8} {seconds:>6.1} s  {note}", step.name);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let count = |wanted: &str| results.iter().filter(|result| **result == wanted).count();
    let (passed, not_run) = (count("passed"), count("not run"));
    let failed = results.iter().filter(|result| result.starts_with(char::is_uppercase)).count();
    let left_out: usize = finished.iter().map(|step| step.left_out.len()).sum();
    if !notes.is_empty() {
        text.push_str(&format!("\n{}\n", notes.trim_end()));
    }
    let (steps, time) = (number(finished.len(), "step"), time.as_secs_f64());
    text.push_str(&format!(
        "\n{steps} in {time:.0} s: {not_run} not run; {} left out within steps\n",
        number(left_out, "part")
    ));
    text.push_str(&format!("{passed} passed, {failed} failed\n"));
    (text, failed == 0 && passed > 0)
}

/// The outcome of a step in a word, in capitals if it is a failure.
fn result(step: &Finished, complete: bool) -> &'static str {
    match step.outcome {
        Outcome::Passed(_) => "passed",
        Outcome::Failed(_) => "FAILED",
        Outcome::NotRun(_) if step.need.is_bound_to_run(complete) => "NOT RUN",
        Outcome::NotRun(_) => "not run",
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::runner::step::Need;

    fn finished(need: Need, outcome: Outcome) -> Finished {
        let (name, time) = ("clippy".to_owned(), Duration::from_millis(1400));
        Finished { name, need, outcome, left_out: Vec::new(), time }
    }

    fn run(finished: Vec<Finished>) -> Run {
        Run { finished, time: Duration::from_secs(4) }
    }

    fn not_run(need: Need) -> Finished {
        finished(need, Outcome::NotRun("no tool".to_owned()))
    }

    #[test]
    fn the_last_line_is_the_totals() {
        let left_out = ["arm: no target", "wasm: no target"].map(str::to_owned).to_vec();
        let rows = vec![
            Finished { left_out, ..finished(Need::Required, Outcome::Passed("3 tests".to_owned())) },
            finished(Need::Optional, Outcome::Failed("broken".to_owned())),
            not_run(Need::Optional),
        ];
        let (text, good) = render(&run(rows), false, "left out: x\n");
        assert!(!good);
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
        let line = "clippy  passed      1.4 s  3 tests; left out: arm: no target, wasm: no target\n";
        assert!(text.contains(line), "{text}");
        assert!(
            text.contains("\n\nleft out: x\n\n3 steps in 4 s: 1 not run; 2 parts left out within steps\n"),
            "{text}"
        );
    }

    #[test]
    fn a_required_step_that_did_not_run_fails_a_complete_run_only() {
        for (need, complete, good) in [
            (Need::Named, true, false),
            (Need::Named, false, false),
            (Need::Required, true, false),
            (Need::Required, false, true),
            (Need::Optional, true, true),
            (Need::Optional, false, true),
        ] {
            let passed = finished(Need::Required, Outcome::Passed(String::new()));
            assert_eq!(
                render(&run(vec![passed, not_run(need)]), complete, "").1,
                good,
                "{need:?} {complete}"
            );
        }
    }

    #[test]
    fn a_run_of_nothing_is_no_success() {
        let (text, good) = render(&run(vec![not_run(Need::Optional)]), false, "");
        assert!(!good);
        assert_eq!(text.lines().last(), Some("0 passed, 0 failed"));
    }
}
