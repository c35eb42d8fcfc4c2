//! `list` and `show`: prints cases.

use std::process::ExitCode;

use placemat_conformance::contract::Policy;
use placemat_conformance::vectors::{self, Case, Catch, Input};

use crate::questions::{Claims, questions};
use crate::{args::Choice, cases, checker::brief, protocol::Op, report};

/// Prints a line for each case.
pub(crate) fn list(choice: &Choice) -> Result<ExitCode, String> {
    let mut text = String::new();
    for case in cases::chosen(choice, &[])? {
        text.push_str(&format!("{}\t{}\t{}\n", case.id, case.flags.join(","), case.note));
    }
    print(&text)
}

/// Prints all details of a case.
pub(crate) fn show(id: &str) -> Result<ExitCode, String> {
    let cases = vectors::committed();
    let case = cases.iter().find(|case| case.id == id);
    let case =
        case.ok_or_else(|| format!("there is no case `{id}`; `placemat-conformance list` has them all"))?;
    print(&described(case))
}

fn described(case: &Case) -> String {
    let mut text = format!("{}\n  {}\n", case.id, case.note);
    let mut line = |what: &str, value: &str| text.push_str(&format!("  {what:<10}{value}\n"));
    line("clause", &case.clause);
    if !case.flags.is_empty() {
        line("flags", &case.flags.join(", "));
    }
    if let Input::Values(values) = &case.input {
        let values: Vec<String> = values.iter().map(|value| format!("{value:X}")).collect();
        line("values", &values.join(" "));
    }
    if let Some((encoding, bytes)) = case.input.bytes() {
        line(&format!("{encoding:?}").to_lowercase(), &brief(&bytes));
    }
    for question in questions(std::slice::from_ref(case), &Claims::everything()) {
        let mut profiles: Vec<&str> = question.checked.iter().map(|(profile, _)| profile.name()).collect();
        profiles.dedup();
        let target = match question.request.op {
            Op::Stream | Op::Bom(Policy::Ignore | Policy::Strip) => {
                format!(" {}", brief(&question.request.payload))
            }
            _ => String::new(),
        };
        line(
            "right",
            &format!("{}{target}: {} ({})", question.request.op.name(), question.right, profiles.join(", ")),
        );
    }
    for catch in &case.catches {
        match catch {
            Catch::Mutant(name) | Catch::Bug { name, url: None } => line("catches", name),
            Catch::Bug { name, url: Some(url) } => line("catches", &format!("{name}, {url}")),
        }
    }
    text
}

fn print(text: &str) -> Result<ExitCode, String> {
    report::put(text).map(|()| ExitCode::SUCCESS).map_err(|error| error.to_string())
}
