//! The independence of the oracle: the library of the conformance package must not import the product's statements of
//! the grammar.

use anyhow::Result;

use super::Report;
use crate::project::workspace::Workspace;

/// The module of placemat-core that transcribes the grammar.
const TRANSCRIPTION: &str = "grammar";

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let mut seen = 0;
    for file in workspace.files()? {
        let name = file.to_string_lossy().replace('\\', "/");
        if name.starts_with("conformance/src/") && name.ends_with(".rs") {
            seen += 1;
            report.faults(faults(&name, &workspace.read(&file)?));
        }
    }
    if seen == 0 {
        report.faults.push("conformance/src has no source files".to_owned());
    }
    Ok(())
}

fn faults(name: &str, text: &str) -> Vec<String> {
    let imported = text.split("placemat_core::").skip(1).flat_map(|rest| {
        // The imported name: the rest of a path, or everything in the braces.
        let end = if rest.starts_with('{') { rest.find(';') } else { rest.find(|c: char| !is_word(c)) };
        rest[..end.unwrap_or(rest.len())].split(|c: char| !is_word(c))
    });
    imported
        .filter(|word| *word == TRANSCRIPTION)
        .map(|word| format!("{name} imports placemat_core::{word}: oracle and product must share no tables"))
        .collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_of_the_products_grammar_is_a_fault() {
        for (text, count) in [
            ("use placemat_core::{Backend, Scan, locate};\nfn compile(grammar: &str) {}", 0),
            ("use placemat_core::Utf8ErrorKind;\n/// the grammar", 0),
            ("use placemat_core::grammar::FORMS;", 1),
            ("use placemat_core::{\n    Backend,\n    grammar::{FORMS, sequence_at},\n};", 1),
            ("let x = placemat_core::grammar::sequence_at(bytes, 0);", 1),
        ] {
            assert_eq!(faults("f", text).len(), count, "{text}");
        }
    }
}
