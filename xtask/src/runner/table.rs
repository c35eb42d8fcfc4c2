//! The table at the end of a run, and the verdict.

use super::{number::number, run::Run, step::Outcome};

/// Prints the table, then `notes`, then the totals; whether the run is a success.
///
/// With `complete`, a required step that did not run is a failure. A step that was asked for by its name and
/// did not run is always a failure, and so is a run in which nothing ran. Steps for which there was no time are
/// said once more at the end, with the command that runs them.
#[must_use]
pub(crate) fn print(run: &Run, complete: bool, notes: &str) -> bool {
    let (text, good) = render(run, complete, notes);
    print!("\n{text}");
    good
}

fn render(Run { finished, time }: &Run, complete: bool, notes: &str) -> (String, bool) {
    let width = finished.iter().map(|step| step.name.len()).max().unwrap_or(0).max("step".len());
    let mut text = format!("{:width$}  result       time\n", "step");
    let (mut passed, mut failed, mut not_run) = (0, 0, 0);
    let mut no_time = Vec::new();
    for step in finished {
        let (result, note) = match &step.outcome {
            Outcome::Passed(note) => {
                passed += 1;
                ("passed", note.as_str())
            }
            Outcome::Failed(why) => {
                failed += 1;
                ("FAILED", why.as_str())
            }
            Outcome::NotRun(why) if step.need.is_bound_to_run(complete) => {
                failed += 1;
                ("NOT RUN", why.as_str())
            }
            Outcome::NotRun(why) => {
                not_run += 1;
                ("not run", why.as_str())
            }
            Outcome::NoTime => {
                no_time.push(step.name.as_str());
                if step.need.is_bound_to_end() {
                    failed += 1;
                    ("NO TIME", "no run may do without it")
                } else {
                    ("no time", "")
                }
            }
        };
        let seconds = step.time.as_secs_f64();
        let line = format!("{:width$}  {result:8} {seconds:>6.1} s  {note}", step.name);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if !notes.is_empty() {
        text.push_str(&format!("\n{}\n", notes.trim_end()));
    }
    if !no_time.is_empty() {
        let (steps, names) = (number(no_time.len(), "step"), no_time.join(" "));
        text.push_str(&format!(
            "\nno time was left for {steps}; to run them:\n  cargo xtask test --only {names}\n"
        ));
    }
    let (steps, time) = (number(finished.len(), "step"), time.as_secs_f64());
    text.push_str(&format!("\n{steps} in {time:.0} s, {not_run} not run, {} without time\n", no_time.len()));
    text.push_str(&format!("{passed} passed, {failed} failed\n"));
    (text, failed == 0 && passed > 0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::runner::step::{Finished, Need};

    fn finished(need: Need, outcome: Outcome) -> Finished {
        Finished { name: "clippy".to_owned(), need, outcome, time: Duration::from_millis(1400) }
    }

    fn run(finished: Vec<Finished>) -> Run {
        Run { finished, time: Duration::from_secs(4) }
    }

    fn not_run(need: Need) -> Finished {
        finished(need, Outcome::NotRun("no tool".to_owned()))
    }

    #[test]
    fn the_last_line_is_the_totals() {
        let rows = vec![
            finished(Need::Required, Outcome::Passed("3 tests".to_owned())),
            finished(Need::Optional, Outcome::Failed("broken".to_owned())),
            not_run(Need::Optional),
        ];
        let (text, good) = render(&run(rows), false, "left out: x\n");
        assert!(!good);
        assert_eq!(text.lines().last(), Some("1 passed, 1 failed"));
        assert!(text.contains("clippy  passed      1.4 s  3 tests\n"), "{text}");
        assert!(text.contains("\n\nleft out: x\n\n3 steps in 4 s, 1 not run, 0 without time\n"), "{text}");
    }

    #[test]
    fn a_required_step_that_did_not_run_fails_a_complete_run_only() {
        for (need, complete, good) in [
            (Need::Asked, true, false),
            (Need::Asked, false, false),
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
    fn what_had_no_time_is_said_and_fails_only_what_is_essential() {
        for (need, good) in
            [(Need::Required, true), (Need::Optional, true), (Need::Essential, false), (Need::Asked, false)]
        {
            let passed = finished(Need::Essential, Outcome::Passed(String::new()));
            let (text, found) = render(&run(vec![passed, finished(need, Outcome::NoTime)]), true, "");
            assert_eq!(found, good, "{need:?}");
            assert!(text.contains("1 step; to run them:\n  cargo xtask test --only clippy\n"), "{text}");
            assert!(text.contains("2 steps in 4 s, 0 not run, 1 without time\n"), "{text}");
        }
    }

    #[test]
    fn a_run_of_nothing_is_no_success() {
        let (text, good) = render(&run(vec![not_run(Need::Optional)]), false, "");
        assert!(!good);
        assert_eq!(text.lines().last(), Some("0 passed, 0 failed"));
    }
}
