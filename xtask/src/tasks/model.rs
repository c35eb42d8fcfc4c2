//! `cargo xtask model`: how fast the steps are on processors that are not here.
//!
//! Code that does not run here cannot be timed here. But compilers know processors: how many instructions of
//! each kind they begin in a cycle, and how long each takes. `llvm-mca` simulates the instructions of a loop
//! from that knowledge. So the steps, and the kernel of a peer, are compiled for another architecture in the
//! same way, and their loops are cut out of the assembly. The result is cycles for 64 octets: not speed
//! (memory, branches and caches are left out), but a ratio. Conversions have no such loops; see [`conversions`].

pub(crate) mod conversions;
mod loops;
mod predictor;
mod rows;
mod trace;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use crate::{
    host::toolchain::Toolchain,
    project::{scratch, workspace::Workspace},
    runner::{call::Call, log::Log, step::Outcome},
};
use rows::{ARCHITECTURES, Architecture, Part};

/// The program that is modelled.
const SOURCE: &str = include_str!("model/kernels.rs");

/// The oldest `llvm-mca` that knows all of the processors.
const OLDEST: u32 = 19;
/// The newest that is looked for by its number.
const NEWEST: u32 = 24;
/// Iterations of a loop: so many that its start does not count.
const ITERATIONS: u32 = 1000;
/// The package of Debian's that `cargo xtask setup` installs.
pub(crate) const PACKAGE: &str = "llvm-22";

/// Options of `cargo xtask model`.
#[derive(Args)]
pub(crate) struct Options {
    /// Models conversions instead: both libraries convert texts in an emulator, and what they executed is
    /// counted and simulated. Some minutes.
    #[arg(long)]
    conversions: bool,
}

/// Whether the program that it needs is there.
pub(crate) fn is_possible() -> bool {
    Mca::find().is_some()
}

/// As a task of its own. Fails where an aim is missed, or where there is nothing to model with.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let Some(mca) = Mca::find() else {
        println!(
            "not run: it needs llvm-mca {OLDEST} or newer; run: apt-get install --no-install-recommends {PACKAGE}"
        );
        return Ok(false);
    };
    if options.conversions {
        return conversions::print(workspace, &mca);
    }
    let mut met = true;
    for architecture in &ARCHITECTURES {
        let Some(toolchain) = Toolchain::find(architecture.triple) else {
            println!(
                "{}: not run: it needs its standard library; run: rustup target add {}",
                architecture.triple, architecture.triple
            );
            met &= !architecture.has_aims();
            continue;
        };
        let assembly = compile(workspace, architecture, &toolchain)?;
        let table = Table::of(workspace, architecture, &assembly, &mca)?;
        println!(
            "{}, llvm-mca {}: cycles for 64 octets (and the ratio to the peer)\n",
            architecture.triple, mca.version
        );
        println!("{table}");
        for line in table.aims() {
            println!("{}", line.text);
            met &= line.met;
        }
        println!();
    }
    Ok(met)
}

/// As a step of `cargo xtask test`: the aims are met. The task itself reports what could not be modelled.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let Some(mca) = Mca::find() else {
        return Ok(Outcome::NotRun(format!("needs llvm-mca {OLDEST} or newer: {PACKAGE}")));
    };
    let mut aims = Vec::new();
    for architecture in ARCHITECTURES.iter().filter(|architecture| architecture.has_aims()) {
        let triple = architecture.triple;
        let Some(toolchain) = Toolchain::find(triple) else {
            return Ok(Outcome::NotRun(format!("needs `rustup target add {triple}`")));
        };
        let table = Table::of(workspace, architecture, &compile(workspace, architecture, &toolchain)?, &mca)?;
        log.line(table.to_string())?;
        aims.extend(table.aims());
    }
    let words = aims.iter().map(|aim| aim.text.as_str()).collect::<Vec<_>>().join("; ");
    Ok(if aims.iter().all(|aim| aim.met) { Outcome::Passed(words) } else { Outcome::Failed(words) })
}

/// The assembly of all loops.
fn compile(workspace: &Workspace, architecture: &Architecture, toolchain: &Toolchain) -> Result<String> {
    let mut manifest =
        "[dependencies]\nsimdutf8 = { version = '0.1', default-features = false, features = ['aarch64_neon', 'public_imp'] }\n"
            .to_owned();
    for library in ["placemat-simd", "placemat-neon", "placemat-x86"] {
        manifest.push_str(&scratch::dependency(workspace, library, &format!("crates/{library}"), ""));
    }
    let dir = scratch::write(workspace, "model", &manifest, SOURCE)?;
    let out = own_dir(workspace)?.join(format!("{}.s", architecture.triple));
    let call =
        Call::cargo("rustc --quiet --release --lib").dir(dir).flags("", &workspace.own_dir("model-target"));
    let call = toolchain.apply(call, architecture.triple);
    let call = call.arg("--").arg("-Ccodegen-units=1").arg(format!("--emit=asm={}", out.display()));
    ensure!(call.command(&workspace.root).status()?.success(), "`{call}` failed");
    fs::read_to_string(&out).with_context(|| format!("rustc wrote no {}", out.display()))
}

/// Where the loops are left for readers.
fn own_dir(workspace: &Workspace) -> Result<PathBuf> {
    let dir = workspace.own_dir("model");
    fs::create_dir_all(&dir)?;
    Ok(dir)
}

/// Cycles for 64 octets: a row a kernel, a column a processor.
struct Table<'a> {
    architecture: &'a Architecture,
    cycles: Vec<Vec<f64>>,
}

/// Whether an aim is met, in words.
struct Aim {
    text: String,
    met: bool,
}

impl<'a> Table<'a> {
    fn of(workspace: &Workspace, architecture: &'a Architecture, assembly: &str, mca: &Mca) -> Result<Self> {
        let dir = own_dir(workspace)?;
        let mut cycles = Vec::new();
        for kernel in architecture.kernels {
            let body = loops::heaviest(assembly, kernel.function)?;
            let octets = kernel.octets(&body)?;
            let path = dir.join(format!("{}.s", kernel.function));
            fs::write(&path, body.join("\n") + "\n")?;
            let of = |processor: &&str| -> Result<f64> {
                Ok(mca.cycles(architecture.triple, processor, &path, ITERATIONS)? * 64.0 / octets)
            };
            cycles.push(architecture.processors.iter().map(of).collect::<Result<_>>()?);
        }
        Ok(Self { architecture, cycles })
    }

    /// What a kernel takes of what its peer does, on each processor; nothing for the peer.
    fn ratios(&self, row: usize) -> Option<Vec<f64>> {
        let peer = match self.architecture.kernels[row].part {
            Part::Peer => return None,
            Part::Step { peer, .. } => peer,
        };
        let peer = self.architecture.kernels.iter().position(|kernel| kernel.function == peer)?;
        Some(self.cycles[row].iter().zip(&self.cycles[peer]).map(|(own, peer)| own / peer).collect())
    }

    fn aims(&self) -> Vec<Aim> {
        let mut aims = Vec::new();
        for (row, kernel) in self.architecture.kernels.iter().enumerate() {
            if let (Part::Step { aim: Some(aim), .. }, Some(ratios)) = (kernel.part, self.ratios(row)) {
                let worst = ratios.into_iter().fold(0.0, f64::max);
                let met = worst <= aim;
                let verdict = if met { "met" } else { "MISSED" };
                aims.push(Aim {
                    text: format!("{}: at most {aim:.2} of the peer: {verdict}, {worst:.2}", kernel.name),
                    met,
                });
            }
        }
        aims
    }
}

impl std::fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Architecture { processors, kernels, .. } = self.architecture;
        let cells = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let header = ["loop"].iter().chain(*processors).map(|cell| (*cell).to_owned());
        writeln!(f, "{}", cells(header.collect()))?;
        writeln!(f, "{}", cells(vec!["---".to_owned(); processors.len() + 1]))?;
        for (row, kernel) in kernels.iter().enumerate() {
            let ratios = self.ratios(row);
            let cell = |(column, cycles): (usize, &f64)| match &ratios {
                Some(ratios) => format!("{cycles:.1} ({:.2})", ratios[column]),
                None => format!("{cycles:.1}"),
            };
            let mut line = vec![kernel.name.to_owned()];
            line.extend(self.cycles[row].iter().enumerate().map(cell));
            writeln!(f, "{}", cells(line))?;
        }
        Ok(())
    }
}

/// A program that simulates processors.
struct Mca {
    program: String,
    version: String,
}

impl Mca {
    /// The newest that is there, if it is new enough.
    fn find() -> Option<Self> {
        let numbered = (OLDEST..=NEWEST).rev().map(|version| format!("llvm-mca-{version}"));
        numbered.chain(["llvm-mca".to_owned()]).find_map(|program| {
            let output = Command::new(&program).arg("--version").output().ok()?;
            let version = version(&String::from_utf8_lossy(&output.stdout))?;
            let major: u32 = version.split('.').next()?.parse().ok()?;
            (major >= OLDEST).then_some(Self { program, version })
        })
    }

    /// Cycles for one iteration of a loop, of this many.
    fn cycles(&self, triple: &str, processor: &str, path: &Path, iterations: u32) -> Result<f64> {
        let output = Command::new(&self.program)
            .arg(format!("-mtriple={triple}"))
            .arg(format!("-mcpu={processor}"))
            .arg(format!("-iterations={iterations}"))
            .args(["-instruction-info=false", "-resource-pressure=false"])
            .arg(path)
            .output()?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        // It takes an unknown processor for no error.
        if !output.status.success() || complaint.contains("not a recognized processor") {
            bail!(
                "{} does not know {processor}, or not {}: {}",
                self.program,
                path.display(),
                complaint.trim()
            );
        }
        let cycles = total_cycles(&String::from_utf8_lossy(&output.stdout));
        Ok(cycles.with_context(|| format!("{} printed no cycles", self.program))? / f64::from(iterations))
    }
}

/// Of `  Debian LLVM version 22.1.8`.
fn version(output: &str) -> Option<String> {
    let (_, rest) = output.split_once("LLVM version ")?;
    rest.split_whitespace().next().map(str::to_owned)
}

/// Of `Total Cycles:      26014`.
fn total_cycles(output: &str) -> Option<f64> {
    output.lines().find_map(|line| line.strip_prefix("Total Cycles:")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::{rows::Kernel, *};

    #[test]
    fn what_llvm_mca_prints_is_read() {
        assert_eq!(version("LLVM (http://llvm.org/):\n  Debian LLVM version 22.1.8\n").unwrap(), "22.1.8");
        assert_eq!(version("no such program"), None);
        assert_eq!(total_cycles("Iterations:        1000\nTotal Cycles:      26014\n"), Some(26014.0));
        assert_eq!(total_cycles("Iterations:        1000\n"), None);
    }

    #[test]
    fn an_aim_can_be_missed() {
        const KERNELS: &[Kernel] = &[
            Kernel {
                name: "a",
                function: "a",
                mark: ("x", 1, 16),
                part: Part::Step { peer: "b", aim: Some(0.5) },
            },
            Kernel { name: "b", function: "b", mark: ("x", 1, 16), part: Part::Peer },
        ];
        let architecture = Architecture { triple: "t", processors: &["p", "q"], kernels: KERNELS };
        let table =
            |own: [f64; 2]| Table { architecture: &architecture, cycles: vec![own.into(), vec![10.0, 20.0]] };
        assert!(table([5.0, 9.0]).aims().iter().all(|aim| aim.met));
        let missed = table([4.0, 10.2]).aims();
        assert!(!missed[0].met && missed[0].text.contains("MISSED, 0.51"), "{}", missed[0].text);
        let text = table([4.0, 10.2]).to_string();
        assert!(text.ends_with("| a | 4.0 (0.40) | 10.2 (0.51) |\n| b | 10.0 | 20.0 |\n"), "{text}");
    }
}
