//! Runs the command on every row of `cases/*.jsonl`, and compares what it writes. The rows in `cases/unix/` have links or
//! names of files that other systems do not have.

mod common;

use std::{collections::BTreeMap, fs};

use bstr::{BString, ByteSlice as _, ByteVec as _};
use common::{Dir, through};
use encoding_rs::Encoding;
use ignore::WalkBuilder;
use serde::Deserialize;

/// One run. `\xE9` in an argument, a name, an input or an output is a byte, and `$DIR` in an argument or an output is the
/// directory of the row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the case shows.
    name: String,
    args: Vec<String>,
    /// The input: `text` in the encoding `encoded` (Latin-1 and UTF-8 need no other name) or hexadecimal digits,
    /// repeated `times`, and `tail`.
    #[serde(default)]
    text: String,
    times: Option<usize>,
    #[serde(default)]
    tail: String,
    encoded: Option<String>,
    hex: Option<String>,
    /// The file that has the input; otherwise standard input has it.
    file: Option<String>,
    /// Other files.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Symbolic links, with their targets.
    #[serde(default)]
    links: BTreeMap<String, String>,
    /// The directory in which the command runs.
    #[serde(default)]
    cwd: String,
    /// Whether the run continues in the directory of the row above.
    #[serde(default)]
    continues: bool,
    /// The files that the run changes. It must leave all others as they are, and create none.
    #[serde(default)]
    after: BTreeMap<String, String>,
    status: Option<i32>,
    /// Standard output and standard error.
    out: Option<String>,
    err: Option<String>,
    /// Whether standard output is the input in UTF-8.
    #[serde(default)]
    restored: bool,
    /// Whether it is that, or the status is 1 and there is no output.
    #[serde(default)]
    restored_or_refused: bool,
    /// What the output or the messages contain, and what they do not.
    #[serde(default)]
    has: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
}

impl Case {
    fn text(&self) -> Vec<u8> {
        [bytes(&self.text).repeat(self.times.unwrap_or(1)), bytes(&self.tail)].concat()
    }

    fn input(&self) -> Vec<u8> {
        let text = || String::from_utf8(self.text()).unwrap();
        match (&self.hex, self.encoded.as_deref()) {
            (Some(hex), _) => [hex_bytes(hex).repeat(self.times.unwrap_or(1)), bytes(&self.tail)].concat(),
            (None, None) => self.text(),
            (None, Some("latin1")) => text().chars().map(|c| u8::try_from(c).unwrap()).collect(),
            (None, Some(label)) => {
                let text = text();
                let (bytes, _, unmappable) = Encoding::for_label(label.as_bytes()).unwrap().encode(&text);
                assert!(!unmappable, "{}: {label}", self.name);
                bytes.into_owned()
            }
        }
    }

    /// What differs from the row.
    fn differences(&self, dir: &Dir) -> Vec<String> {
        let expand = |text: &String| bytes(text).replace("$DIR", <[u8]>::from_path(dir).unwrap());
        for (name, text) in &self.files {
            dir.write(bytes(name).to_path().unwrap(), bytes(text));
        }
        #[cfg(unix)]
        for (name, target) in &self.links {
            std::os::unix::fs::symlink(target, dir.join(name)).unwrap();
        }
        let mut stdin = self.input();
        if let Some(name) = &self.file {
            dir.write(name, std::mem::take(&mut stdin));
        }
        let mut expected = contents(dir);
        expected.extend(self.after.iter().map(|(name, text)| (bytes(name).into(), bytes(text).into())));

        let args = self.args.iter().map(|arg| expand(arg).into_os_string().unwrap());
        let run = through(dir.placemat(args).current_dir(dir.join(&self.cwd)), &stdin).unwrap();
        let [stdout, stderr] = [run.stdout, run.stderr].map(slashed);
        let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        let mut wrong = Vec::new();
        let mut expect = |holds: bool, what: String| wrong.extend((!holds).then_some(what));
        if let Some(status) = self.status {
            expect(run.status.code() == Some(status), format!("status {:?}", run.status.code()));
        }
        let is_restored = run.status.success() && stdout == slashed(self.text());
        let is_refused = run.status.code() == Some(1) && out.is_empty();
        expect(!self.restored || is_restored, "not restored".into());
        expect(!self.restored_or_refused || is_restored || is_refused, "other text".into());
        expect(self.out.as_ref().is_none_or(|text| stdout == slashed(expand(text))), "output".into());
        expect(self.err.as_ref().is_none_or(|text| stderr == slashed(expand(text))), "messages".into());
        let found = contents(dir);
        if found != expected {
            expect(false, format!("files {:.400}", format!("{found:?}")));
        }
        let has = |words: &String| {
            let words = slashed(words.clone().into());
            stdout.contains_str(&words) || stderr.contains_str(&words)
        };
        for words in &self.has {
            expect(has(words), format!("lacks {words:?}"));
        }
        for words in &self.lacks {
            expect(!has(words), format!("has {words:?}"));
        }
        if !wrong.is_empty() {
            wrong.push(format!("{out:.400}\n{err:.400}"));
        }
        wrong
    }
}

fn bytes(text: &str) -> Vec<u8> {
    Vec::unescape_bytes(text)
}

fn hex_bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    digits.chunks(2).map(|two| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}

/// Replaces the separators of paths on Windows, which JSON escapes, by slashes.
fn slashed(bytes: Vec<u8>) -> Vec<u8> {
    if cfg!(windows) { bytes.replace(r"\\", "/").replace("\\", "/") } else { bytes }
}

/// The files in a directory and in those below, and the targets of links.
fn contents(dir: &Dir) -> BTreeMap<BString, BString> {
    let mut found = BTreeMap::new();
    for path in
        WalkBuilder::new(&**dir).standard_filters(false).build().map(|entry| entry.unwrap().into_path())
    {
        let name = <[u8]>::from_path(path.strip_prefix(dir).unwrap()).unwrap();
        let contents = match fs::read_link(&path) {
            Ok(target) => [b"-> ", <[u8]>::from_path(&target).unwrap()].concat(),
            Err(_) if path.is_file() => fs::read(&path).unwrap(),
            Err(_) => continue,
        };
        found.insert(slashed(name.into()).into(), contents.into());
    }
    found
}

#[test]
fn every_row_of_the_cases() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let dirs = if cfg!(unix) { &["", "unix"][..] } else { &[""] };
    let files = dirs.iter().flat_map(|dir| fs::read_dir(format!("{cases}/{dir}")).unwrap());
    let mut failures = Vec::new();
    for file in files.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        let rows = fs::read_to_string(file).unwrap();
        assert!(!rows.is_empty());
        let mut dir = Dir::new();
        for row in rows.lines() {
            let case: Case = serde_json::from_str(row).unwrap_or_else(|error| panic!("{error}: {row}"));
            if !case.continues {
                dir = Dir::new();
            }
            let differences = case.differences(&dir);
            if !differences.is_empty() {
                failures.push(format!("{}: {}", case.name, differences.join("; ")));
            }
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}
