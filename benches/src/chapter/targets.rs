//! The chapter on the targets: a table for each operation, with a column for each processor.

use std::fmt::Write as _;

use crate::{
    check::{Aim, Found, Goal, Judged, JudgedRow, State, Targets},
    summary::{CoreGave, mark_of},
};

/// How the chapter begins.
const HEAD: &str = "\
# Targets

<!-- Made from benches/targets.toml and benches/results/checks by `cargo xtask bench --page`. -->

What the backends are to reach, and what they reach. Each column is one run of `cargo xtask bench --check` on
one processor; [Benchmarks](benchmarks.md#targets) says when a target is met. A cell shows the worst text (or,
where it says so, the median of the texts), with its median ratio. **Bold** are those that are missed; `~`
marks those that were too noisy to tell.
";

/// How long a line may be.
const LINE: usize = 110;

/// The chapter: `checks` has the heading of each processor, and what was found there.
pub(super) fn chapter(targets: &Targets, checks: &[(String, Judged)]) -> String {
    let mut text = HEAD.to_owned();
    text += "\n| processor | date | revision | met | missed | too noisy | not run |\n";
    text += "| --- | --- | --- | ---: | ---: | ---: | ---: |\n";
    for (title, judged) in checks {
        let revision = judged.origin.revision.as_ref().map_or("", |revision| &revision.commit[..7]);
        let [met, missed, noisy, not_run] =
            [State::Met, State::Missed, State::Unclear, State::NotRun].map(|state| judged.count(state));
        let date = &judged.origin.date;
        let _ = writeln!(text, "| {title} | {date} | {revision} | {met} | {missed} | {noisy} | {not_run} |");
    }
    for (title, judged) in checks {
        for line in judged.core.iter().flat_map(CoreGave::lines) {
            text.push_str(&item(&format!("{title}, {line}")));
            text.push('\n');
        }
    }
    let aims: Vec<_> = targets.aims().collect();
    for part in aims.chunk_by(|(a, _), (b, _)| a.operation == b.operation) {
        let Some((first, _)) = part.first() else { continue };
        let _ = write!(text, "\n## {}\n\n", heading(&first.operation));
        let titles = checks.iter().map(|(title, _)| title.clone());
        row(&mut text, ["who / against whom", "on", "target"].map(str::to_owned), titles);
        row(&mut text, ["---", "---", "---"].map(str::to_owned), checks.iter().map(|_| "---".to_owned()));
        for (aim, _) in part {
            let cells = checks.iter().map(|(_, judged)| cell(judged.row(aim)));
            row(&mut text, [aim.pair.clone(), aim.on.clone(), goal(aim.goal)], cells);
        }
        let is_missed = |aim: &Aim| {
            checks.iter().any(|(_, judged)| judged.row(aim).is_some_and(|row| row.state == State::Missed))
        };
        let whys =
            part.iter().filter(|(aim, _)| is_missed(aim)).filter_map(|(aim, why)| Some((aim, (*why)?)));
        for (aim, why) in whys {
            text.push_str(&item(&format!("{}, {}, {}: {why}", aim.pair, aim.on, goal(aim.goal))));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

fn row(text: &mut String, first: [String; 3], cells: impl Iterator<Item = String>) {
    let _ = writeln!(text, "| {} |", first.into_iter().chain(cells).collect::<Vec<_>>().join(" | "));
}

/// An item of a list, in lines that fit the page.
fn item(text: &str) -> String {
    let mut item = String::from("\n-");
    let mut width = 1;
    for word in text.split_whitespace() {
        let len = word.chars().count();
        if width + 1 + len > LINE {
            item.push_str("\n ");
            width = 1;
        }
        let _ = write!(item, " {word}");
        width += 1 + len;
    }
    item
}

/// With a capital letter.
fn heading(operation: &str) -> String {
    let mut letters = operation.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn goal(goal: Goal) -> String {
    match goal {
        Goal::AtLeast(goal) => format!("{goal}"),
        Goal::AtMost(goal) => format!("at most {goal}"),
    }
}

fn cell(row: Option<&JudgedRow>) -> String {
    let Some(JudgedRow { state, worst, .. }) = row else { return "not measured".to_owned() };
    let Some(Found { text, at, who, value, share }) = worst else { return "not run".to_owned() };
    let peer = who.split_once(" / ").map_or(String::new(), |(_, peer)| format!(", {peer}"));
    let found = format!("{:.2}{} {text}, {at}{peer}", value.median, mark_of(*share));
    match state {
        State::Missed => format!("**{found}**"),
        State::Unclear => format!("~{found}"),
        State::Met | State::NotRun => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check, fixture::record, stats::Ratio};

    #[test]
    fn a_cell_says_what_the_worst_is_and_whether_it_suffices() {
        let targets = check::targets().unwrap();
        let (aim, _) = targets.aims().next().expect("there are targets");
        let column = |state: State| {
            let value = Ratio { median: 1.234, low: 1.2, high: 1.3 };
            let [text, at, who] = ["thai, 8 to 16", "1 KiB", "us / them"].map(str::to_owned);
            let worst = Some(Found { text, at, who, value, share: None });
            let row = JudgedRow { aim: aim.clone(), state, count: 1, worst };
            let origin = record(Vec::new()).origin;
            let judged = Judged { origin, rounds: 31, seed: 1, core: None, rows: vec![row] };
            ("Nova".to_owned(), judged)
        };
        for (state, expected) in [
            (State::Met, "| 1.23 thai, 8 to 16, 1 KiB, them |"),
            (State::Missed, "| **1.23 thai, 8 to 16, 1 KiB, them** |"),
            (State::Unclear, "| ~1.23 thai, 8 to 16, 1 KiB, them |"),
        ] {
            let text = chapter(&targets, &[column(state)]);
            assert!(text.lines().all(|line| line.starts_with('|') || line.len() <= LINE), "{text}");
            let rows = text.lines().filter(|line| line.ends_with(expected)).count();
            assert_eq!(rows, 1, "{text}");
            // What this run says nothing of.
            assert!(text.contains("| not measured |"), "{text}");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let missed = targets.aims().next().filter(|_| state == State::Missed);
            for (aim, why) in targets.aims() {
                let Some(why) = why else { continue };
                let is_missed = missed.as_ref().is_some_and(|(missed, _)| *missed == aim);
                assert_eq!(text.contains(why), is_missed, "{aim}");
            }
        }
    }
}
