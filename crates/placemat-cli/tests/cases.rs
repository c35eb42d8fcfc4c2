//! Runs the command on every row of `cases/*.jsonl`, and compares what it writes.

mod common;

use std::{collections::BTreeMap, env, fs, path::Path, process};

use bstr::{BString, ByteSlice as _, ByteVec as _};
use common::{Dir, through};
use encoding_rs::Encoding;
use ignore::WalkBuilder;
use serde::Deserialize;

/// The directories of the rows, and whether they run here.
const DIRS: [(&str, bool); 5] = [
    ("", true),
    // They have links, names or scripts that other systems do not have.
    ("unix", cfg!(unix)),
    ("linux", cfg!(target_os = "linux")),
    // The command stops only in builds with debug assertions.
    ("races", cfg!(all(unix, debug_assertions))),
    // Two files can exchange their names.
    ("races/exchange", cfg!(all(any(target_os = "linux", target_vendor = "apple"), debug_assertions))),
];

/// One run. `\xE9` in an argument, a name, an input or an output is a byte, `$DIR` in an argument or an output is the
/// directory of the row, and `.placemat-*` is the temporary file that is left.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What the case shows.
    name: String,
    #[serde(default)]
    args: Vec<String>,
    /// A shell script instead of the command, which it finds as `placemat`, and the project as `$ROOT`. Status 77 says
    /// that it cannot run here.
    script: Option<String>,
    /// A point at which the command stops, and the shell script of another program that runs then.
    during: Option<(String, String)>,
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
    /// The files that the run changes, creates or removes. It must leave all others as they are.
    #[serde(default)]
    after: BTreeMap<String, Option<String>>,
    status: Option<i32>,
    /// Standard output and standard error.
    out: Option<String>,
    err: Option<String>,
    /// Whether standard output is the input in UTF-8.
    #[serde(default)]
    restored: bool,
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
        for (name, text) in &self.files {
            dir.write(bytes(name).to_path().unwrap(), bytes(text));
        }
        #[cfg(unix)]
        for (name, target) in &self.links {
            std::os::unix::fs::symlink(target, dir.join(name)).unwrap();
        }
        #[cfg(not(unix))]
        assert!(self.links.is_empty(), "{}: a row of Unix", self.name);
        let mut stdin = self.input();
        if let Some(name) = &self.file {
            dir.write(name, std::mem::take(&mut stdin));
        }
        let mut expected = contents(dir);
        let run = self.run(dir, &stdin);
        if self.script.is_some() && run.status.code() == Some(77) {
            eprintln!("not run: {}", self.name);
            return Vec::new();
        }
        let found = contents(dir);
        let temporary = found.keys().find(|name| name.starts_with(b".placemat-"));
        let temporary = temporary.map_or(&b".placemat-*"[..], |name| name);
        let named = |text: &[u8]| {
            text.replace("$DIR", <[u8]>::from_path(dir).unwrap()).replace(".placemat-*", temporary)
        };
        let expand = |text: &String| named(&bytes(text));
        for (name, text) in &self.after {
            match text {
                Some(text) => expected.insert(expand(name).into(), bytes(text).into()),
                None => expected.remove(&*bytes(name)),
            };
        }
        let [stdout, stderr] = [run.stdout, run.stderr].map(slashed);
        let (out, err) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
        let mut wrong = Vec::new();
        let mut expect = |holds: bool, what: String| wrong.extend((!holds).then_some(what));
        if let Some(status) = self.status {
            expect(run.status.code() == Some(status), format!("status {:?}", run.status.code()));
        }
        let is_restored = run.status.success() && stdout == slashed(self.text());
        expect(!self.restored || is_restored, "not restored".into());
        expect(self.out.as_ref().is_none_or(|text| stdout == slashed(expand(text))), "output".into());
        expect(self.err.as_ref().is_none_or(|text| stderr == slashed(expand(text))), "messages".into());
        if found != expected {
            expect(false, format!("files {:.400}", format!("{found:?}")));
        }
        let has = |words: &String| {
            let words = slashed(named(words.as_bytes()));
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

    fn run(&self, dir: &Dir, stdin: &[u8]) -> process::Output {
        let shell = |script: &str| {
            let bin = Path::new(env!("CARGO_BIN_EXE_placemat")).parent().unwrap().to_path_buf();
            let path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
            let mut shell = dir.command("sh", ["-c", script]);
            shell.env("PATH", env::join_paths([bin].iter().chain(&path)).unwrap());
            shell.env("ROOT", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
            shell
        };
        let arg = |arg: &String| {
            bytes(arg).replace("$DIR", <[u8]>::from_path(dir).unwrap()).into_os_string().unwrap()
        };
        let mut command = match &self.script {
            Some(script) => shell(script),
            None => dir.placemat(self.args.iter().map(arg)),
        };
        command.current_dir(dir.join(&self.cwd));
        match &self.during {
            #[cfg(unix)]
            Some((point, script)) => stopped(&mut command, point, &mut shell(script)),
            _ => through(&mut command, stdin).unwrap(),
        }
    }
}

/// Runs a command that stops at a point, and another program when it stops for the first time. The output begins with that
/// of the other program.
#[cfg(unix)]
fn stopped(command: &mut process::Command, point: &str, other: &mut process::Command) -> process::Output {
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

    let child = common::piped(command.env("PLACEMAT_PAUSE", point)).spawn().unwrap();
    let pid = Pid::from_child(&child);
    // Waits until it stops or ends. Its exit status is left for the standard library.
    let stops = || {
        let wait = |options| waitid(WaitId::Pid(pid), options).unwrap().unwrap();
        let options = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        wait(options).stopped() && wait(WaitIdOptions::STOPPED).stopped()
    };
    assert!(stops(), "{command:?} does not stop at {point}");
    let before = other.output().unwrap();
    assert!(before.status.success(), "{other:?}: {before:?}");
    // Through the other points of the same name, to the end.
    while {
        kill_process(pid, Signal::CONT).unwrap();
        stops()
    } {}
    let run = child.wait_with_output().unwrap();
    let [stdout, stderr] =
        [[before.stdout, run.stdout], [before.stderr, run.stderr]].map(|parts| parts.concat());
    process::Output { stdout, stderr, ..run }
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
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let dirs = DIRS.iter().filter(|(_, runs)| *runs).map(|(dir, _)| cases.join(dir));
    let files = dirs.flat_map(|dir| fs::read_dir(dir).unwrap()).map(|entry| entry.unwrap().path());
    let mut failures = Vec::new();
    for file in files.filter(|path| path.is_file()) {
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
