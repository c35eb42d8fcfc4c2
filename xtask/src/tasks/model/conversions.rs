//! `cargo xtask model --conversions`: what conversion executes, beside a peer, and how long the model takes it to
//! be.
//!
//! The way through a text depends on the text, so no loop can be cut out. Instead both libraries convert the
//! same texts in an emulator, which logs every instruction. The log is counted, and `llvm-mca` simulates it from
//! its first instruction to its last.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use super::{Mca, own_dir, predictor::mispredicted, trace::Trace};
use crate::{
    host::{probe::output, toolchain::Toolchain},
    project::{scratch, workspace::Workspace},
    runner::call::Call,
};

/// The program that is traced.
const SOURCE: &str = include_str!("traced.rs");

const TRIPLE: &str = "aarch64-unknown-linux-gnu";
const PROCESSORS: [&str; 3] = ["neoverse-n1", "neoverse-v2", "apple-m1"];
const QEMU: &str = "qemu-aarch64";
const LINKER: &str = "aarch64-linux-gnu-gcc";
/// It compiles the peer.
pub(crate) const COMPILER: &str = "aarch64-linux-gnu-g++";
/// The package of Debian's that has it.
pub(crate) const PACKAGE: &str = "g++-aarch64-linux-gnu";

/// Octets of each text as UTF-8.
const OCTETS: usize = 16 << 10;

const TEXTS: [&str; 8] = ["ascii", "english", "german", "russian", "arabic", "chinese", "hindi", "emoji"];
const LATIN1_TEXTS: [&str; 4] = ["ascii", "english", "german", "french"];
const DIRECTIONS: [(&str, &[&str]); 6] = [
    ("8-16", &TEXTS),
    ("16-8", &TEXTS),
    ("8-32", &TEXTS),
    ("32-8", &TEXTS),
    ("8-latin1", &LATIN1_TEXTS),
    ("latin1-8", &LATIN1_TEXTS),
];

/// Prints a table for each direction.
pub(super) fn print(workspace: &Workspace, mca: &Mca) -> Result<bool> {
    let Some(toolchain) = Toolchain::find(TRIPLE) else {
        println!("{TRIPLE}: not run: it needs its standard library; run: rustup target add {TRIPLE}");
        return Ok(false);
    };
    let versions = [QEMU, COMPILER].map(|program| output(program, &["--version"]));
    let [Some(qemu), Some(compiler)] = &versions else {
        println!("not run: it needs {QEMU} and {COMPILER}; run: apt-get install qemu-user {PACKAGE}");
        return Ok(false);
    };
    let program = compile(workspace, &toolchain)?;
    let texts = texts(workspace)?;
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    println!("llvm-mca {}; {}; {}", mca.version, first(qemu), first(compiler));
    println!("for 64 octets of UTF-8, and the ratio to simdutf: less is better");
    for (direction, names) in DIRECTIONS {
        println!("\n| {direction} | instructions | {} | mispredicted in 16 KiB |", PROCESSORS.join(" | "));
        println!("|{}", " --- |".repeat(PROCESSORS.len() + 3));
        for name in names {
            let path = text(workspace, &texts, direction, name)?;
            let octets = fs::read(&path)?.len();
            let [ours, theirs] = ["placemat", "simdutf"].map(|library| {
                Cost::of(workspace, mca, &program, &[library, direction, &path.display().to_string()])
            });
            println!("| {name} {}", row(&ours?, &theirs?, octets));
        }
    }
    Ok(true)
}

/// What a conversion took.
struct Cost {
    instructions: f64,
    cycles: [f64; PROCESSORS.len()],
    mispredicted: usize,
}

impl Cost {
    fn of(workspace: &Workspace, mca: &Mca, program: &Path, args: &[&str]) -> Result<Self> {
        let dir = own_dir(workspace)?;
        let trace = Trace::of(QEMU, program, args, &dir.join("trace.log"))?;
        let assembly = dir.join("trace.s");
        fs::write(&assembly, trace.assembly())?;
        let mut cycles = [0.0; PROCESSORS.len()];
        for (cycles, processor) in cycles.iter_mut().zip(PROCESSORS) {
            *cycles = mca.cycles(TRIPLE, processor, &assembly, 1)?;
        }
        #[expect(clippy::cast_precision_loss, reason = "some hundred thousand")]
        let instructions = trace.path.len() as f64;
        Ok(Self { instructions, cycles, mispredicted: mispredicted(trace.branches()) })
    }
}

/// The cells of a row.
fn row(ours: &Cost, theirs: &Cost, octets: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "some thousand")]
    let blocks = octets as f64 / 64.0;
    let cell = |ours: f64, theirs: f64| format!("| {:.1} ({:.2}) ", ours / blocks, ours / theirs);
    let cycles: String =
        ours.cycles.iter().zip(theirs.cycles).map(|(ours, theirs)| cell(*ours, theirs)).collect();
    let instructions = cell(ours.instructions, theirs.instructions);
    format!("{instructions}{cycles}| {} : {} |", ours.mispredicted, theirs.mispredicted)
}

fn compile(workspace: &Workspace, toolchain: &Toolchain) -> Result<PathBuf> {
    let facade = scratch::dependency(workspace, "placemat", "crates/placemat", "");
    let manifest =
        format!("[dependencies]\nsimdutf = '0.7'\n{facade}\n[profile.release]\ncodegen-units = 1\n");
    let dir = scratch::write(workspace, "traced", &manifest, "")?;
    scratch::update(&dir.join("src").join("main.rs"), SOURCE.as_bytes())?;
    let target = workspace.own_dir("traced-target");
    // The emulator finds no libraries then, and needs none.
    let call = Call::cargo("build --quiet --release").dir(dir).flags("-Ctarget-feature=+crt-static", &target);
    let call = toolchain.apply(call, TRIPLE);
    let call = call.arg("--config").arg(format!("target.{TRIPLE}.linker=\"{LINKER}\""));
    ensure!(call.command(&workspace.root).status()?.success(), "`{call}` failed");
    Ok(target.join(TRIPLE).join("release").join("traced"))
}

/// Writes the texts of the benchmark to a folder.
fn texts(workspace: &Workspace) -> Result<PathBuf> {
    let dir = own_dir(workspace)?.join("texts");
    let call =
        Call::cargo("run --quiet -p placemat-benches --example dump --").arg(dir.display().to_string());
    ensure!(call.command(&workspace.root).status()?.success(), "`{call}` failed");
    Ok(dir)
}

/// Writes the start of a text to a file of its own; for Latin-1 without the characters that it does not have.
fn text(workspace: &Workspace, texts: &Path, direction: &str, name: &str) -> Result<PathBuf> {
    let path = texts.join(format!("{name}.txt"));
    let text = fs::read_to_string(&path).with_context(|| format!("no {}", path.display()))?;
    let is_kept = |one: &char| !direction.contains("latin1") || *one <= '\u{FF}';
    let mut start = String::new();
    for character in text.chars().filter(is_kept) {
        if start.len() + character.len_utf8() > OCTETS {
            break;
        }
        start.push(character);
    }
    let path = own_dir(workspace)?.join("text.txt");
    fs::write(&path, start)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_for_64_octets() {
        let ours = Cost { instructions: 300.0, cycles: [10.0, 20.0, 30.0], mispredicted: 1 };
        let theirs = Cost { instructions: 600.0, cycles: [10.0, 10.0, 40.0], mispredicted: 2 };
        let expected = "| 150.0 (0.50) | 5.0 (1.00) | 10.0 (2.00) | 15.0 (0.75) | 1 : 2 |";
        assert_eq!(row(&ours, &theirs, 128), expected);
    }

    #[test]
    fn the_program_knows_every_direction() {
        for (direction, texts) in DIRECTIONS {
            assert!(SOURCE.contains(&format!("\"{direction}\"")), "{direction}");
            assert!(!texts.is_empty());
        }
    }
}
