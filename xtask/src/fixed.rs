//! Builds that fix the backend: what each fixes, seen from a program that was built so; and the builds that must not
//! succeed. The tests of such builds are steps of their own.

use std::env;

use anyhow::{Result, ensure};

use crate::{
    call::Call,
    elsewhere,
    number::number,
    scratch,
    step::{Log, Outcome},
    workspace::Workspace,
};

/// A build with these flags for rustc and Cargo features of placemat.
struct Build {
    flags: &'static str,
    features: &'static str,
    then: Then,
}

/// What comes of it.
enum Then {
    /// Calls go to this backend.
    Fixes(&'static str),
    /// Calls go to the best that this machine has, and that is fixed, if it is one that a build can fix by itself.
    FixesTheBest,
    /// The program looks when it runs, and takes the best.
    FixesNothing,
    /// It compiles, and may be for another machine.
    Compiles,
    /// It does not compile, and this is why.
    Refuses(&'static str),
}

const fn build(flags: &'static str, features: &'static str, then: Then) -> Build {
    Build { flags, features, then }
}

const ANYWHERE: [Build; 5] = [
    build("--cfg placemat_backend=\"wasm\"", "", Then::Refuses("needs a wasm32 target")),
    build("--cfg placemat_backend=\"scalar\"", "", Then::Fixes("scalar")),
    build("--cfg placemat_backend=\"dfa\"", "dfa", Then::Fixes("dfa")),
    build("--cfg placemat_backend=\"dfa\"", "", Then::Refuses("needs the Cargo feature `dfa`")),
    build("--cfg placemat_backend", "", Then::Refuses("needs a value, the name of a backend")),
];

const X86_64: [Build; 12] = [
    build("", "", Then::FixesNothing),
    build("--cfg placemat_backend=\"neon\"", "", Then::Refuses("needs an aarch64 target")),
    build("-C target-cpu=native", "", Then::FixesTheBest),
    build("-C target-cpu=x86-64-v2", "", Then::FixesNothing),
    build("-C target-cpu=haswell", "", Then::Compiles),
    build("-C target-cpu=icelake-client", "", Then::Compiles),
    build("--cfg placemat_backend=\"sse4\" -C target-cpu=x86-64-v2", "", Then::Compiles),
    build("--cfg placemat_backend=\"avx2\" -C target-feature=+avx2", "", Then::Compiles),
    build(
        "--cfg placemat_backend=\"avx512\" -C target-feature=+avx512f,+avx512bw,+avx512vbmi,+avx512vbmi2",
        "",
        Then::Compiles,
    ),
    build("--cfg placemat_backend=\"sse4\"", "", Then::Refuses("needs -C target-feature=+ssse3,+sse4.1")),
    build("--cfg placemat_backend=\"avx2\"", "", Then::Refuses("needs -C target-feature=+avx2")),
    build("--cfg placemat_backend=\"avx512\"", "", Then::Refuses("needs -C target-feature=+avx512f")),
];

const AARCH64: [Build; 5] = [
    build("", "", Then::FixesTheBest),
    build("--cfg placemat_backend=\"neon\"", "", Then::Fixes("neon")),
    build("--cfg placemat_backend=\"sse4\"", "", Then::Refuses("needs an x86-64 target")),
    build("--cfg placemat_backend=\"avx2\"", "", Then::Refuses("needs an x86-64 target")),
    build("--cfg placemat_backend=\"avx512\"", "", Then::Refuses("needs an x86-64 target")),
];

const ELSEWHERE: [Build; 2] = [
    build("", "", Then::FixesNothing),
    build("--cfg placemat_backend=\"neon\"", "", Then::Refuses("needs an aarch64 target")),
];

/// For another architecture: what compiles there, and what does not. Nothing of it can run here.
const ABROAD: [(&str, &[Build]); 2] = [
    (
        "aarch64",
        &[
            build("", "", Then::Compiles),
            build("--cfg placemat_backend=\"neon\"", "", Then::Compiles),
            build("--cfg placemat_backend=\"scalar\"", "", Then::Compiles),
            build("--cfg placemat_backend=\"dfa\"", "dfa", Then::Compiles),
            build("--cfg placemat_backend=\"avx2\"", "", Then::Refuses("needs an x86-64 target")),
            build("--cfg placemat_backend=\"wasm\"", "", Then::Refuses("needs a wasm32 target")),
        ],
    ),
    (
        "wasm32",
        &[
            build("-C target-feature=+simd128", "", Then::Compiles),
            build("--cfg placemat_backend=\"wasm\" -C target-feature=+simd128", "", Then::Compiles),
            build("--cfg placemat_backend=\"wasm\"", "", Then::Refuses("needs a wasm32 target and")),
            build("--cfg placemat_backend=\"scalar\" -C target-feature=+simd128", "", Then::Compiles),
            build("--cfg placemat_backend=\"dfa\" -C target-feature=+simd128", "dfa", Then::Compiles),
            build("--cfg placemat_backend=\"neon\"", "", Then::Refuses("needs an aarch64 target")),
        ],
    ),
];

/// As a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let here: &[Build] = match env::consts::ARCH {
        "x86_64" => &X86_64,
        "aarch64" => &AARCH64,
        _ => &ELSEWHERE,
    };
    let mut chosen = "nothing".to_owned();
    for build in ANYWHERE.iter().chain(here) {
        let best = build.judge(workspace, log, None)?;
        if matches!(build.then, Then::FixesTheBest) {
            chosen = best;
        }
    }
    let count = number(ANYWHERE.len() + here.len(), "build");
    let mut notes = vec![format!("{count}; for this very processor: {chosen}")];
    for there in elsewhere::all() {
        let Some((_, builds)) = ABROAD.iter().find(|(arch, _)| *arch == there.arch) else { continue };
        if let Some(missing) = there.missing(None) {
            notes.push(missing);
            continue;
        }
        for build in *builds {
            build.judge(workspace, log, Some(there.target))?;
        }
        notes.push(format!("{} for {}", number(builds.len(), "build"), there.target));
    }
    Ok(Outcome::Passed(notes.join("; ")))
}

impl Build {
    /// Builds the program, for a target if one is named, and sees what comes of it. If it runs: the best backend here.
    fn judge(&self, workspace: &Workspace, log: &mut Log, target: Option<&str>) -> Result<String> {
        let Self { flags, features, then } = self;
        let name = if features.is_empty() { "fixed" } else { "fixed-with-features" };
        let rest = format!(", features = ['{}']", features.replace(',', "', '"));
        let rest = if features.is_empty() { "" } else { &rest };
        let placemat = scratch::dependency(workspace, "placemat", "crates/placemat", rest);
        let manifest = format!(
            "autolib = false\n\n[[bin]]\nname = \"{name}\"\npath = \"src/lib.rs\"\n\n[dependencies]\n{placemat}"
        );
        let dir = scratch::write(workspace, name, &manifest, PROGRAM)?;
        let flags = format!("{flags} -D warnings");
        let cargo = |command| {
            let call = Call::cargo(command).dir(&dir).flags(flags.trim(), &workspace.own_dir("fixed"));
            target.into_iter().fold(call, |call, target| call.arg("--target").arg(target))
        };
        match then {
            Then::Compiles => drop(log.call(&cargo("check --quiet"))?),
            Then::Refuses(why) => drop(log.call(&cargo("check --quiet").fails_with(why))?),
            Then::Fixes(_) | Then::FixesTheBest | Then::FixesNothing => {
                let output = log.call(&cargo("run --quiet"))?;
                let found = output.lines().last().unwrap_or_default();
                let best =
                    output.lines().find_map(|line| line.strip_prefix("the best is ")).unwrap_or_default();
                let expected = match *then {
                    Then::Fixes(name) => format!("{name} (fixed at build)"),
                    Then::FixesTheBest if ["avx512", "avx2", "neon"].contains(&best) => {
                        format!("{best} (fixed at build)")
                    }
                    _ => format!("{best} (detected)"),
                };
                ensure!(found == expected, "with {flags:?}, calls go to {found}, not to {expected}");
                return Ok(best.to_owned());
            }
        }
        Ok(String::new())
    }
}

/// Says what is the best here, and in its last line where calls go.
const PROGRAM: &str = "//! Says where calls go.

use placemat::backend;

fn main() {
    if let Some(best) = backend::all().iter().find(|entry| entry.get().is_ok()) {
        println!(\"the best is {}\", best.name());
    }
    let active = backend::active();
    println!(\"{} ({})\", active.entry.name(), active.why);
}
";
