//! Keeps words of the old private dialect out of the sources.

use anyhow::Result;
use serde::Deserialize;

use super::Report;
use crate::project::workspace::Workspace;

/// The words, and where they are permitted.
const FILE: &str = "xtask/src/tasks/tidy/words.toml";

#[derive(Deserialize)]
struct Words {
    /// Prefixes and suffixes of the names of files that may contain them.
    files: Vec<String>,
    /// Quotations that may contain them anywhere, in lower case.
    quotations: Vec<String>,
    words: Vec<Word>,
}

#[derive(Deserialize)]
struct Word {
    old: Vec<String>,
    new: String,
}

pub(super) fn check(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let words: Words = toml::from_str(&workspace.read(FILE)?)?;
    for file in workspace.files()? {
        let name = file.to_string_lossy();
        if words.files.iter().any(|allowed| name.starts_with(allowed) || name.ends_with(allowed)) {
            continue;
        }
        // Only text is checked.
        report.faults(workspace.read(&file).map(|text| words.faults(&name, &text)).unwrap_or_default());
    }
    Ok(())
}

impl Words {
    fn faults(&self, file: &str, text: &str) -> Vec<String> {
        let old = self.words.iter().flat_map(|word| word.old.iter().map(|old| (old.as_str(), &word.new)));
        // Most files contain none of them.
        let whole = split(text);
        let old = old.map(|(old, new)| (format!(" {old} "), new));
        let old: Vec<_> = old.filter(|(old, _)| whole.contains(old)).collect();
        let mut faults = Vec::new();
        if old.is_empty() {
            return faults;
        }
        for (at, line) in text.lines().enumerate() {
            let line = self.quotations.iter().fold(split(line), |line, quoted| line.replace(quoted, ""));
            let found = old.iter().filter(|(old, _)| line.contains(old));
            faults.extend(
                found.map(|(old, new)| format!("{file}:{}: say `{new}`, not `{}`", at + 1, old.trim())),
            );
        }
        faults
    }
}

/// The words of a line in lower case, separated by single spaces; identifiers are split into words.
fn split(line: &str) -> String {
    let mut words = String::from(" ");
    let mut before = ' ';
    for c in line.chars() {
        let begins = !c.is_ascii_alphanumeric() || c.is_ascii_uppercase() && before.is_ascii_lowercase();
        if begins && !words.ends_with(' ') {
            words.push(' ');
        }
        if c.is_ascii_alphanumeric() {
            words.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words.push(' ');
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_prose_and_in_identifiers() {
        let list =
            "files = []\nquotations = ['utf8 octets']\nwords = [{ old = ['octets'], new = 'bytes' }]\n";
        let words: Words = toml::from_str(list).unwrap();
        let text = "UTF8-octets, octetsoup\nAll octets.\nfn first_octets(n: u8)\nFiveOctets OCTETS";
        let faults = words.faults("a.rs", text);
        assert_eq!(faults, [2, 3, 4].map(|line| format!("a.rs:{line}: say `bytes`, not `octets`")));
    }
}
