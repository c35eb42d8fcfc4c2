//! `cargo xtask size`: measures how much placemat adds to a program that only validates.
//!
//! Every number is the size of a stripped program, minus that of the same program with the standard library's
//! `from_utf8`. One more build disables link-time optimisation: in it, functions of the standard library that the
//! libraries call must be inlined, because a call would run once per byte.

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use object::{Object, ObjectSymbol};

use crate::{
    project::{scratch, workspace::Workspace},
    runner::{call::Call, log::Log, step::Outcome},
};

/// One program.
struct Row {
    name: &'static str,
    /// The function that validates.
    from_utf8: &'static str,
    flags: &'static str,
    /// The maximum growth with `opt-level = 3` and `"s"`, in bytes.
    limits: Option<[u64; 2]>,
}

const LEVELS: [&str; 2] = ["3", "s"];

const PLACEMAT: &str = "placemat::from_utf8";

const fn row(name: &'static str, flags: &'static str, limits: [u64; 2]) -> Row {
    Row { name, from_utf8: PLACEMAT, flags, limits: Some(limits) }
}

/// The flags that exclude these backends.
macro_rules! without {
    ($($name:literal)*) => { concat!($("--cfg placemat_without=\"", $name, "\" "),*) };
}

/// A function that validates, and converts valid input.
macro_rules! converts {
    ($conversion:literal) => {
        concat!(
            "(|bytes: &[u8]| placemat::from_utf8(bytes).map(|text| std::hint::black_box(",
            $conversion,
            ")))"
        )
    };
}

const STRING_FROM_LATIN1: &str = converts!("placemat::latin1::string_from_latin1(text.as_bytes())");
const ENCODE_UTF16: &str = converts!("placemat::utf16::encode_utf16(text)");
const STRING_FROM_UTF16: &str =
    converts!("placemat::utf16::string_from_utf16(&text.encode_utf16().collect::<Vec<_>>())");

const fn converting(name: &'static str, from_utf8: &'static str, limits: [u64; 2]) -> Row {
    Row { name, from_utf8, flags: "", limits: Some(limits) }
}

const ROWS: [Row; 11] = [
    Row { name: "simdutf8", from_utf8: "simdutf8::basic::from_utf8", flags: "", limits: None },
    row("placemat", "", [48_700, 34_900]),
    row("without avx512", without!("avx512"), [37_500, 27_900]),
    row("avx512 and scalar", without!("avx2" "sse4"), [23_900, 16_700]),
    row("avx2 and scalar", without!("avx512" "sse4"), [25_500, 19_000]),
    row("sse4 and scalar", without!("avx512" "avx2"), [24_300, 18_700]),
    row("scalar", without!("avx512" "avx2" "sse4"), [12_000, 9_400]),
    row("avx2, fixed", "--cfg placemat_backend=\"avx2\" -C target-feature=+avx2,+popcnt", [14_800, 10_900]),
    converting("string_from_latin1", STRING_FROM_LATIN1, [84_500, 65_000]),
    converting("encode_utf16", ENCODE_UTF16, [138_500, 109_000]),
    converting("string_from_utf16", STRING_FROM_UTF16, [137_500, 103_000]),
];

/// The rows of the step, which must be fast.
const IN_STEP: [&str; 4] = ["placemat", "avx512 and scalar", "avx2 and scalar", "string_from_latin1"];

/// Runs the task: all rows, at both levels.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    if let Some(why) = not_here() {
        println!("not run: {why}");
        return Ok(true);
    }
    let mut log = Log::create(workspace, "size")?;
    println!("{:20} {:>11} {:>13}", "a program grows by", "opt-level 3", "opt-level \"s\"");
    let mut good = true;
    for row in &ROWS {
        let [fast, small] = [growth(workspace, &mut log, row, 0)?, growth(workspace, &mut log, row, 1)?];
        let verdict = if row.is_within(0, fast) && row.is_within(1, small) { "" } else { "  too much" };
        println!("{:20} {fast:>11} {small:>13}{verdict}", row.name);
        good &= verdict.is_empty();
    }
    let calls = calls_without_lto(workspace, &mut log)?;
    for name in &calls {
        println!("with lto = \"off\", {name} is a call");
    }
    Ok(good && calls.is_empty())
}

/// As a step of `cargo xtask test`: some rows, with `opt-level = 3`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if let Some(why) = not_here() {
        return Ok(Outcome::NotRun(why.to_owned()));
    }
    let mut notes = Vec::new();
    for row in ROWS.iter().filter(|row| IN_STEP.contains(&row.name)) {
        let growth = growth(workspace, log, row, 0)?;
        if !row.is_within(0, growth) {
            let limit = row.limits.map_or(0, |limits| limits[0]);
            return Ok(Outcome::Failed(format!("{} adds {growth} bytes, more than {limit}", row.name)));
        }
        notes.push(format!("{} {growth}", row.name));
    }
    if let Some(name) = calls_without_lto(workspace, log)?.first() {
        return Ok(Outcome::Failed(format!("with lto = \"off\", {name} is a call")));
    }
    Ok(Outcome::Passed(format!("bytes that a program grows by: {}", notes.join(", "))))
}

fn not_here() -> Option<&'static str> {
    let here = cfg!(all(target_arch = "x86_64", target_os = "linux"));
    (!here).then_some("this machine is not x86-64 under Linux, for which there are limits")
}

impl Row {
    fn is_within(&self, level: usize, growth: u64) -> bool {
        self.limits.is_none_or(|limits| growth <= limits[level])
    }
}

/// How many bytes larger a row's program is than one that uses the standard library.
fn growth(workspace: &Workspace, log: &mut Log, row: &Row, level: usize) -> Result<u64> {
    let mut size = |from_utf8: &str, flags: &str| -> Result<u64> {
        let program = hello(from_utf8);
        let call = |call: Call| {
            call.env("CARGO_PROFILE_RELEASE_STRIP", "true")
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", LEVELS[level])
        };
        let program = build(workspace, log, crate_of(from_utf8), &program, flags, call)?;
        Ok(fs::metadata(program)?.len())
    };
    Ok(size(row.from_utf8, row.flags)?.saturating_sub(size("std::str::from_utf8", "")?))
}

/// A program that validates its own name with this function.
fn hello(from_utf8: &str) -> String {
    format!(
        "//! Validates its own name.

fn main() {{
    let name = std::env::args_os().next().unwrap_or_default();
    let sound = {from_utf8}(name.as_encoded_bytes()).is_ok();
    println!(\"Hello, world! {{sound}}\");
}}
"
    )
}

/// The functions that were not inlined in a build with lto = "off".
fn calls_without_lto(workspace: &Workspace, log: &mut Log) -> Result<Vec<String>> {
    let off = |call: Call| call.env("CARGO_PROFILE_RELEASE_LTO", "off");
    let program = fs::read(build(workspace, log, "placemat", LOSSY, "", off)?)?;
    let file = object::File::parse(&*program)?;
    let names: Vec<_> = file.symbols().filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect();
    if !names.iter().any(|name| name.contains("placemat")) {
        bail!("the program has no symbols");
    }
    Ok(names.into_iter().filter(|name| name.contains("5array") && name.contains("map")).collect())
}

/// Decodes and converts, with kernels that do more than validate.
const LOSSY: &str = "//! Decodes and converts its own name.

fn main() {
    let name = std::env::args_os().next().unwrap_or_default();
    let text = placemat::from_utf8_lossy(name.as_encoded_bytes());
    println!(\"{:?} {:?}\", placemat::utf16::encode_utf16(&text), placemat::utf32::encode_utf32(&text));
}
";

/// The crate of the first path in an expression.
fn crate_of(expression: &str) -> &str {
    let before = expression.split("::").next().unwrap_or_default();
    before.rsplit(|char: char| !char.is_alphanumeric()).next().unwrap_or_default()
}

/// Builds a program that uses a crate, and returns its path.
fn build(
    workspace: &Workspace,
    log: &mut Log,
    uses: &str,
    source: &str,
    flags: &str,
    profile: impl Fn(Call) -> Call,
) -> Result<PathBuf> {
    let dependency = match uses {
        "placemat" => scratch::dependency(workspace, "placemat", "crates/placemat", ""),
        "std" => String::new(),
        // The version of the benches.
        _ => format!("{uses} = '*'\n"),
    };
    let name = format!("size-{uses}");
    let manifest = format!(
        "autolib = false\n\n[[bin]]\nname = \"{name}\"\npath = \"src/lib.rs\"\n\n[dependencies]\n{dependency}"
    );
    let dir = scratch::write(workspace, &name, &manifest, source)?;
    let target = workspace.own_dir("size");
    log.call(&profile(Call::cargo("build --quiet --release").dir(&dir).flags(flags.trim(), &target)))?;
    let program = target.join("release").join(&name);
    program.is_file().then_some(program).context("cargo built no program")
}
