//! What is known about each edit, and for which sources: a file below `target/`.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    fmt, fs,
    hash::{Hash, Hasher},
    io::Write,
    path::PathBuf,
};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::list::{Edit, Instead};
use crate::project::workspace::Workspace;

/// Who notices an edit first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Verdict {
    /// The suite, thinned out, on this backend.
    Quick(String),
    /// The suite, in full, on this backend.
    Full(String),
    /// These tests.
    Test(String),
    /// The compiler, by an assertion about a constant.
    Compiler,
    /// The compiler, since the edit is no Rust: a mistake in the list.
    Broken,
    /// Nothing that was asked.
    Survives,
}

impl Verdict {
    /// Whether this is what the list says.
    pub(super) fn is_as_listed(&self, edit: &Edit) -> bool {
        matches!(
            (self, &edit.instead),
            (Self::Quick(_), Instead::No)
                | (Self::Full(_), Instead::Full)
                | (Self::Test(_), Instead::Test(_))
                | (Self::Compiler, Instead::Compiler)
                | (Self::Survives, Instead::Equivalent(_))
        )
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quick(backend) => write!(f, "noticed by the quick suite on {backend}"),
            Self::Full(backend) => write!(f, "noticed by the full suite on {backend}"),
            Self::Test(selection) => write!(f, "noticed by `cargo test {selection}`, not by the suite"),
            Self::Compiler => f.write_str("an assertion fails when it is compiled"),
            Self::Broken => f.write_str("it does not compile"),
            Self::Survives => f.write_str("not noticed"),
        }
    }
}

/// The verdicts so far.
pub(super) struct Results {
    path: PathBuf,
    /// Of the product and the suite. What is known holds for these only.
    sources: u64,
    known: HashMap<u64, Verdict>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    sources: u64,
    edit: u64,
    verdict: Verdict,
}

impl Results {
    /// Those of an earlier run over the same sources, unless a fresh start is wanted.
    pub(super) fn load(workspace: &Workspace, fresh: bool) -> Result<Self> {
        let path = workspace.own_dir("mutate-results.jsonl");
        let sources = sources(workspace)?;
        let text = if fresh { String::new() } else { fs::read_to_string(&path).unwrap_or_default() };
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let known = lines.filter(|line| line.sources == sources);
        let known = known.map(|line| (line.edit, line.verdict)).collect();
        if fresh && path.exists() {
            fs::remove_file(&path)?;
        }
        Ok(Self { path, sources, known })
    }

    pub(super) fn get(&self, edit: &Edit) -> Option<&Verdict> {
        self.known.get(&hash(edit))
    }

    /// Keeps a verdict, in the file too.
    pub(super) fn add(&mut self, edit: &Edit, verdict: Verdict) -> Result<()> {
        let line = Line { sources: self.sources, edit: hash(edit), verdict: verdict.clone() };
        fs::create_dir_all(self.path.parent().unwrap_or(&self.path))?;
        let mut file = fs::File::options().create(true).append(true).open(&self.path)?;
        writeln!(file, "{}", serde_json::to_string(&line)?)?;
        self.known.insert(line.edit, verdict);
        Ok(())
    }
}

/// Of all crates, and of the suite and its tests: an edit may be in any of them, and noticed by any.
fn sources(workspace: &Workspace) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    for file in workspace.files()? {
        let is_source = file.extension().is_some_and(|extension| extension == "rs" || extension == "abnf");
        if is_source && ["crates", "conformance"].iter().any(|folder| file.starts_with(folder)) {
            file.hash(&mut hasher);
            fs::read(workspace.root.join(&file))?.hash(&mut hasher);
        }
    }
    Ok(hasher.finish())
}

fn hash(edit: &Edit) -> u64 {
    let mut hasher = DefaultHasher::new();
    edit.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_list_does_not_say_is_wrong() {
        let edit = |instead| Edit {
            path: String::new(),
            backends: Vec::new(),
            converts: false,
            old: String::new(),
            new: String::new(),
            instead,
        };
        let (quick, test) = (Verdict::Quick("x".to_owned()), Verdict::Test("t".to_owned()));
        for (verdict, instead, expected) in [
            (&quick, Instead::No, true),
            (&Verdict::Full("x".to_owned()), Instead::Full, true),
            (&quick, Instead::Full, false),
            (&Verdict::Survives, Instead::No, false),
            (&Verdict::Compiler, Instead::No, false),
            (&test, Instead::Test("t".to_owned()), true),
            (&quick, Instead::Test("t".to_owned()), false),
            (&quick, Instead::Equivalent(String::new()), false),
            (&Verdict::Survives, Instead::Equivalent(String::new()), true),
        ] {
            assert_eq!(verdict.is_as_listed(&edit(instead.clone())), expected, "{verdict} {instead:?}");
        }
    }
}
