//! The chapter of the book on a complete run.

use std::{collections::BTreeMap, fmt::Write};

use anyhow::{Context, Result};

use super::{
    list::{Edit, Instead},
    results::Verdict,
};
use crate::host::probe;

/// The chapter, by its path from the root.
pub(super) const CHAPTER: &str = "docs/src/mutation.md";

const HEAD: &str = "# Mutation

<!-- Written by `cargo xtask mutate`. Do not edit. -->

Does the suite notice a mistake? `cargo xtask mutate` makes mistakes in the source, one at a time, in a copy
of the project: a bound off by one, a term dropped, a wrong octet. Then it runs the conformance suite on the
backends that the code is part of, and nothing else: a backend from outside has only the suite. The edits are
data, in `xtask/src/tasks/mutate/edits/`.
";

const FOOT: &str = "
An edit counts where it is noticed first: by the quick suite, the full suite, the tests that the list names,
or the compiler. Edits in the last column change no answer.
";

/// What came of the edits of a package.
#[derive(Default)]
struct Counts {
    quick: usize,
    full: usize,
    test: usize,
    compiler: usize,
    equivalent: usize,
}

/// The text of the chapter.
pub(super) fn chapter(tried: &[(&Edit, &Verdict)]) -> Result<String> {
    let date = probe::output("date", &["-u", "+%F"]).context("the program `date` prints the day")?;
    let compiler = probe::output("rustc", &["--version"]).unwrap_or_default();
    let compiler = compiler.split(" (").next().unwrap_or_default();
    let revision = probe::output("git", &["rev-parse", "--short", "HEAD"]).unwrap_or_default();
    Ok(render(tried, date.trim(), revision.trim(), compiler))
}

fn render(tried: &[(&Edit, &Verdict)], date: &str, revision: &str, compiler: &str) -> String {
    let mut packages: BTreeMap<&str, Counts> = BTreeMap::new();
    for (edit, verdict) in tried {
        let package = edit.path.strip_prefix("crates/").and_then(|path| path.split('/').next());
        let counts = packages.entry(package.unwrap_or(&edit.path)).or_default();
        *match verdict {
            Verdict::Quick(_) => &mut counts.quick,
            Verdict::Full(_) => &mut counts.full,
            Verdict::Test(_) => &mut counts.test,
            Verdict::Compiler => &mut counts.compiler,
            Verdict::Broken | Verdict::Survives => &mut counts.equivalent,
        } += 1;
    }
    let edits = tried.len();
    let mut text = format!(
        "{HEAD}\nThe last complete run: {date}, revision {revision}, {compiler}, {edits} edits. The list grows\n\
         with the code: `cargo xtask mutate --list` prints it as it is now.\n\n"
    );
    text.push_str("| package | edits | quick suite | full suite | another test | compiler | no change |\n");
    text.push_str("| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    let mut row = |name: &str, counts: &Counts| {
        let Counts { quick, full, test, compiler, equivalent } = counts;
        let edits = quick + full + test + compiler + equivalent;
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "| {name} | {edits} | {quick} | {full} | {test} | {compiler} | {equivalent} |");
    };
    let mut sum = Counts::default();
    for (name, counts) in &packages {
        row(&format!("`{name}`"), counts);
        sum.quick += counts.quick;
        sum.full += counts.full;
        sum.test += counts.test;
        sum.compiler += counts.compiler;
        sum.equivalent += counts.equivalent;
    }
    row("all", &sum);
    text.push_str(FOOT);
    for (title, wanted) in [
        ("What only the full suite notices", 3),
        ("What the suite does not notice, and a test does", 0),
        ("What an assertion notices when it is compiled", 1),
        ("What changes no answer", 2),
    ] {
        let rows: Vec<_> = tried
            .iter()
            .filter(|(edit, _)| match edit.instead {
                Instead::Test(_) => wanted == 0,
                Instead::Compiler => wanted == 1,
                Instead::Equivalent(_) => wanted == 2,
                Instead::Full => wanted == 3,
                Instead::No => false,
            })
            .collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {title}\n\n");
        for (edit, _) in rows {
            let note = match &edit.instead {
                Instead::Test(selection) => format!("\n  `cargo test {selection}` does."),
                Instead::Equivalent(proof) => format!("\n  {proof}"),
                _ => String::new(),
            };
            let (place, old, new) = edit.parts();
            let _ = writeln!(text, "- {place}:\n  `{old}` becomes\n  `{new}`.{note}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_and_exceptions_are_explained() {
        let edit = |path: &str, instead| Edit {
            path: format!("crates/{path}"),
            backends: Vec::new(),
            converts: false,
            old: "a".to_owned(),
            new: "b".to_owned(),
            instead,
        };
        let (one, two) = (
            edit("placemat-dfa/src/lib.rs", Instead::No),
            edit("placemat-dfa/src/table.rs", Instead::Equivalent("a is b.".to_owned())),
        );
        let quick = Verdict::Quick("dfa".to_owned());
        let text =
            render(&[(&one, &quick), (&two, &Verdict::Survives)], "2026-01-02", "abc1234", "rustc 1.95.0");
        for line in [
            "The last complete run: 2026-01-02, revision abc1234, rustc 1.95.0, 2 edits. ",
            "| `placemat-dfa` | 2 | 1 | 0 | 0 | 0 | 1 |\n",
            "| all | 2 | 1 | 0 | 0 | 0 | 1 |\n",
            "\n## What changes no answer\n\n- dfa/src/table.rs:\n  `a` becomes\n  `b`.\n  a is b.\n",
        ] {
            assert!(text.contains(line), "no {line:?} in\n{text}");
        }
        assert!(!text.contains("What an assertion notices when it is compiled"), "{text}");
    }
}
