//! Rules about the contents of files.

use anyhow::Result;

use super::Report;
use crate::project::libraries::{CORE, LEGACY, SIMD};
use crate::project::workspace::Workspace;
use crate::runner::number::number;

/// The maximum length of a source file. The guideline is a single topic in 100 to 300 lines.
const TOO_LONG: usize = 600;

/// Packages without unsafe code, besides the portable backends.
const SAFE: [&str; 4] = [CORE, SIMD, LEGACY, "xtask"];

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let backends = workspace.backend_crates()?;
    for package in &workspace.packages {
        let name = package.name.as_str();
        let portable =
            backends.iter().any(|backend| backend.name == name && backend.architectures.is_empty());
        if portable || SAFE.contains(&name) {
            for root in package.targets.iter().filter(|target| target.is_lib() || target.is_bin()) {
                report.faults(not_safe(name, &workspace.read(&root.src_path)?));
            }
        }
    }
    let mut sources = 0;
    for file in workspace.files()? {
        // These rules apply only to text.
        let Ok(text) = workspace.read(&file) else { continue };
        let name = file.display().to_string();
        report.faults(paths_of_a_machine(&name, &text));
        if file.extension().is_some_and(|extension| extension == "rs") {
            sources += 1;
            report.faults(too_long(&name, &text));
            report.faults(says_nothing(&name, &text));
        }
    }
    report.remarks.push(number(sources, "source file"));
    Ok(())
}

/// Whether a crate root forbids unsafe code; returns the fault if it does not.
fn not_safe(package: &str, text: &str) -> Option<String> {
    const FORBID: &str = "#![forbid(unsafe_code)]";
    (!text.lines().any(|line| line == FORBID)).then(|| format!("{package} must say {FORBID}"))
}

fn too_long(name: &str, text: &str) -> Option<String> {
    let lines = text.lines().count();
    (lines > TOO_LONG).then(|| format!("{name} has {lines} lines; a file holds one thought"))
}

/// The functions whose name is a number or a part of speech, and says nothing of what they do.
fn says_nothing(name: &str, text: &str) -> Vec<String> {
    const NAMES: [&str; 9] = ["few", "four", "part", "more", "both", "rest", "eight", "two", "one"];
    let functions = text.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
    let functions = functions.filter(|function| NAMES.contains(function));
    functions.map(|function| format!("{name}: what does the function `{function}` do?")).collect()
}

/// The lines of a file that name a directory of one machine.
fn paths_of_a_machine(name: &str, text: &str) -> Vec<String> {
    // Composed at run time, so that this file does not violate the rule.
    let places = ["home", "Users", "root", "work"].map(|place| format!("/{place}/"));
    let offends = |line: &str| {
        places.iter().any(|place| {
            line.match_indices(place.as_str()).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                let after = line[at + place.len()..].chars().next();
                // The first component of a path, followed by another one.
                let begins = before.is_none_or(|c| !c.is_alphanumeric() && !"./_-}>".contains(c));
                begins && after.is_some_and(|c| c.is_alphanumeric() || c == '.')
            })
        })
    };
    text.lines()
        .enumerate()
        .filter(|(_, line)| offends(line))
        .map(|(i, _)| format!("{name}:{}: a path of one machine", i + 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_without_a_meaning_is_a_fault() {
        assert!(says_nothing("a.rs", "fn one_of(few: u8)").is_empty());
        let text = ["few<T>() {}", "one() {}"].map(|function| format!("fn {function}\n")).concat();
        assert_eq!(says_nothing("a.rs", &text).len(), 2);
    }

    #[test]
    fn unsafe_code_that_is_not_forbidden_is_a_fault() {
        assert_eq!(not_safe("p", "//! Core.\n\n#![no_std]\n#![forbid(unsafe_code)]\n"), None);
        assert!(not_safe("p", "// #![forbid(unsafe_code)]\n").is_some());
    }

    #[test]
    fn a_very_long_file_is_a_fault() {
        assert_eq!(too_long("a.rs", &"line\n".repeat(TOO_LONG)), None);
        assert!(too_long("a.rs", &"line\n".repeat(TOO_LONG + 1)).is_some());
    }

    #[test]
    fn a_path_of_a_machine_is_a_fault() {
        let slash = '/';
        for (line, expected) in [
            (format!("see {slash}home/ada/notes"), true),
            (format!("\"{slash}Users/ada\""), true),
            (format!("{slash}work/x"), true),
            (format!("({slash}root/.cargo)"), true),
            (format!("https://example.org{slash}home/page"), false),
            (format!("docs{slash}work/flow"), false),
            (format!("{slash}home/"), false),
            ("target/xtask".to_owned(), false),
        ] {
            assert_eq!(!paths_of_a_machine("f", &line).is_empty(), expected, "{line}");
        }
    }
}
