//! `list`, `show` and `score`: selects and prints cases, and measures their strength.

use std::{fmt::Display, fs, path::PathBuf, process::ExitCode};

use placemat_conformance::vectors::{self, Case, Catch, Input};
use placemat_conformance::{contract::Policy, score};

use crate::args::{Choice, Format};
use crate::questions::{Claims, Question, questions};
use crate::{checker::brief, protocol::Op, report};

/// Prints a line for each case.
pub(crate) fn list(choice: &Choice) -> Result<ExitCode, String> {
    let mut text = String::new();
    for case in chosen(choice, &[])? {
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
    let everything = Claims::everything();
    for Question { request, right, checked, .. } in questions(std::slice::from_ref(case), &everything) {
        let mut profiles: Vec<&str> = checked.iter().map(|(profile, _)| profile.name()).collect();
        profiles.dedup();
        let target = match request.op {
            Op::Stream | Op::Bom(Policy::Ignore | Policy::Strip) => format!(" {}", brief(&request.payload)),
            _ => String::new(),
        };
        line("right", &format!("{}{target}: {right} ({})", request.op.name(), profiles.join(", ")));
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

/// Returns success if the vectors are correct, and kill every mutant that can be killed.
pub(crate) fn score(files: &[PathBuf], format: Format) -> Result<ExitCode, String> {
    let score = score::score(&of_files(files, score::read)?);
    let text = match format {
        Format::Human => score.to_string(),
        Format::Json => serde_json::to_string_pretty(&score).map_err(|error| error.to_string())? + "\n",
    };
    print(&text)?;
    let all = score.killed() == score.of() && score.wrong.is_empty();
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The selected cases of these files, or of the built-in vectors. Fails if a file cannot be read, or an id is
/// unknown.
pub(crate) fn chosen(choice: &Choice, files: &[PathBuf]) -> Result<Vec<Case>, String> {
    let mut cases = if files.is_empty() { vectors::committed() } else { of_files(files, vectors::read)? };
    if let Some(unknown) = choice.only.iter().find(|id| !cases.iter().any(|case| case.id == **id)) {
        return Err(format!("there is no case `{unknown}`; `placemat-conformance list` has them all"));
    }
    cases.retain(|case| {
        (choice.only.is_empty() || choice.only.contains(&case.id))
            && choice.flag.iter().all(|flag| case.has(flag))
            && (choice.profile.is_empty()
                || choice.profile.iter().any(|profile| case.expected.contains_key(profile)))
    });
    Ok(cases)
}

/// The cases of these files. Fails if a file cannot be read, or `read` refuses it.
pub(crate) fn of_files<T, E: Display>(
    files: &[PathBuf], read: impl Fn(&str) -> Result<Vec<T>, E>,
) -> Result<Vec<T>, String> {
    let mut all = Vec::new();
    for file in files {
        let named = |error: &dyn Display| format!("{}: {error}", file.display());
        let text = fs::read_to_string(file).map_err(|error| named(&error))?;
        all.extend(read(&text).map_err(|error| named(&error))?);
    }
    Ok(all)
}
