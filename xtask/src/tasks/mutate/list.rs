//! The mutations, as data: one or two TOML files for each package.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::project::{backends::Backend, workspace::Workspace};

/// The folder of the lists.
const FOLDER: &str = "xtask/src/tasks/mutate/edits";

/// Stands for every backend that is not portable.
const VECTOR: &str = "vector";

/// One mutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// The file, relative to the root.
    pub(super) path: String,
    /// The backends that contain its code: names, or [`VECTOR`] for all with vectors.
    pub(super) backends: Vec<String>,
    /// Those among them that do not.
    pub(super) except: Vec<String>,
    /// Whether the suite's rows about conversions should detect it, instead of the others.
    pub(super) converts: bool,
    /// The only row that should detect it, if it proves that this row can fail.
    pub(super) row: Option<String>,
    /// The row of `cargo xtask cross` whose emulator runs the tests that should detect it.
    pub(super) cross: Option<String>,
    /// The original text, which occurs once, and its replacement.
    pub(super) old: String,
    pub(super) new: String,
    /// Why the suite need not detect it.
    pub(super) instead: Instead,
}

/// Tests: the arguments of `cargo test`, and the emulator that runs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Selection<'a> {
    pub(super) tests: &'a str,
    pub(super) cross: Option<&'a str>,
}

impl fmt::Display for Selection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`cargo test {}`", self.tests)?;
        self.cross.map_or(Ok(()), |row| write!(f, " in the emulator of `{row}`"))
    }
}

/// Why the suite does not detect a mutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Instead {
    /// The suite detects it, in quick mode.
    No,
    /// These tests detect it: the arguments of `cargo test` that select them.
    Test(String),
    /// An assertion fails at compile time.
    Compiler,
    /// It changes no answer, by this proof.
    Equivalent(String),
}

impl Edit {
    /// Whether the backend contains its code.
    pub(super) fn is_in(&self, backend: &Backend) -> bool {
        let is_it = |name: &String| *name == backend.name || name == VECTOR && !backend.is_portable();
        self.backends.iter().any(is_it) && !self.except.contains(&backend.name)
    }

    /// The tests that detect it instead of the suite.
    pub(super) fn selection(&self) -> Option<Selection<'_>> {
        match &self.instead {
            Instead::Test(tests) => Some(Selection { tests, cross: self.cross.as_deref() }),
            _ => None,
        }
    }

    /// A note with the entry in the list.
    pub(super) fn note(&self) -> String {
        match &self.instead {
            Instead::No => "the quick suite notices it".to_owned(),
            Instead::Test(selection) => format!("`cargo test {selection}` notices it"),
            Instead::Compiler => "an assertion fails when it is compiled".to_owned(),
            Instead::Equivalent(proof) => format!("it changes no answer: {proof}"),
        }
    }

    /// The place, the original and the replacement, each on one line for people.
    pub(super) fn parts(&self) -> (&str, String, String) {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let path = self.path.strip_prefix("crates/placemat-").unwrap_or(&self.path);
        (path, line(&self.old), line(&self.new))
    }

    /// The mutated text of the file.
    pub(super) fn apply(&self, text: &str) -> Result<String> {
        let Self { path, old, new, .. } = self;
        match text.matches(old.as_str()).count() {
            1 => Ok(text.replacen(old, new, 1)),
            count => bail!("{path} has `{old}` {count} times; an edit needs what is there once"),
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, old, new) = self.parts();
        write!(f, "{place}: `{old}` -> `{new}`")
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    file: Vec<File>,
}

/// The mutations of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    path: String,
    backends: Vec<String>,
    #[serde(default)]
    except: Vec<String>,
    #[serde(default)]
    converts: bool,
    row: Option<String>,
    cross: Option<String>,
    /// The tests that detect the edits that do not say otherwise.
    test: Option<String>,
    edits: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    old: String,
    new: String,
    /// The tests that detect it instead of the suite, as arguments of `cargo test`; or `compiler`.
    test: Option<String>,
    /// The proof that it changes no answer.
    equivalent: Option<String>,
}

/// All mutations, which must fit their files.
pub(super) fn read(workspace: &Workspace) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    for file in workspace.files()? {
        let name = file.to_string_lossy().replace('\\', "/");
        if name.starts_with(FOLDER) && name.ends_with(".toml") {
            edits.extend(parse(&workspace.read(&file)?).with_context(|| name)?);
        }
    }
    ensure!(!edits.is_empty(), "{FOLDER} has no edits");
    let known = workspace.backends()?;
    for edit in &edits {
        edit.apply(&workspace.read(&edit.path)?)?;
        for name in edit.backends.iter().chain(&edit.except).filter(|name| *name != VECTOR) {
            ensure!(known.iter().any(|backend| backend.name == *name), "{edit}: no backend `{name}`");
        }
        ensure!(edits.iter().filter(|other| *other == edit).count() == 1, "{edit}: twice");
    }
    Ok(edits)
}

fn parse(text: &str) -> Result<Vec<Edit>> {
    let list: List = toml::from_str(text)?;
    let mut edits = Vec::new();
    for File { path, backends, except, converts, row, cross, test: all, edits: rows } in list.file {
        ensure!(!backends.is_empty(), "{path}: no backends");
        for Row { old, new, test, equivalent } in rows {
            ensure!(old != new, "{path}: `{old}` is not changed");
            let test = if equivalent.is_none() { test.or_else(|| all.clone()) } else { test };
            let instead = match (test, equivalent) {
                (None, None) => Instead::No,
                (Some(test), None) if test == "compiler" => Instead::Compiler,
                (Some(test), None) => Instead::Test(test),
                (None, Some(proof)) => Instead::Equivalent(proof),
                _ => bail!("{path}: `{old}` says two things about who notices it"),
            };
            let (path, backends, except) = (path.clone(), backends.clone(), except.clone());
            let (row, cross) = (row.clone(), cross.clone());
            edits.push(Edit { path, backends, except, converts, row, cross, old, new, instead });
        }
    }
    Ok(edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "[[file]]\npath = \"crates/placemat-x/src/a.rs\"\nbackends = [\"x\"]\nedits = [\n\
        { old = 'a < b', new = 'a <= b' },\n{ old = 'c', new = 'd', equivalent = 'c is d' },\n]\n";

    #[test]
    fn lists_are_read() {
        let edits = parse(LIST).unwrap();
        assert_eq!(edits[0].to_string(), "x/src/a.rs: `a < b` -> `a <= b`");
        assert_eq!(edits[1].instead, Instead::Equivalent("c is d".to_owned()));
        assert!(parse(&LIST.replace("'a <= b'", "'a < b'")).is_err(), "it changes nothing");
        assert!(parse(&LIST.replace("equivalent", "eqivalent")).is_err());
    }

    #[test]
    fn vector_is_every_backend_with_vectors() {
        let list = LIST.replace("[\"x\"]", "[\"vector\", \"dfa\"]\nexcept = [\"avx2\"]");
        let edit = parse(&list).unwrap().remove(0);
        let all = crate::project::backends::tests::some();
        let names: Vec<_> = all.iter().filter(|b| edit.is_in(b)).map(|b| b.name.as_str()).collect();
        assert_eq!(names, ["sse4", "neon", "wasm", "lasx", "rvv", "vx", "dfa"]);
    }

    #[test]
    fn an_edit_that_does_not_fit_is_an_error() {
        let edit = parse(LIST).unwrap().remove(0);
        assert_eq!(edit.apply("if a < b {").unwrap(), "if a <= b {");
        assert!(edit.apply("if a > b {").unwrap_err().to_string().contains("0 times"));
        assert!(edit.apply("a < b, a < b").is_err());
    }

    #[test]
    fn every_edit_of_the_project_fits() {
        let workspace = Workspace::load().unwrap();
        for file in workspace.files().unwrap() {
            let name = file.to_string_lossy().replace('\\', "/");
            if name.starts_with(FOLDER) && name.ends_with(".toml") {
                for edit in parse(&workspace.read(&file).unwrap()).unwrap() {
                    edit.apply(&workspace.read(&edit.path).unwrap()).unwrap();
                }
            }
        }
    }
}
