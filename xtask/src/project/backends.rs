//! The backends, as listed by the command.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use xshell::{Shell, cmd};

use super::cargo::{PROGRAM, cargo};

/// A row of the registry: the relevant fields of a line of `placemat backends --format json`.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct Backend {
    pub(crate) name: String,
    /// The target architectures that it supports; empty if it is portable.
    pub(crate) architectures: Vec<String>,
    /// The Cargo feature of `placemat` that enables it.
    pub(crate) cargo_feature: Option<String>,
    /// The processor features that it requires, by rustc's names.
    pub(crate) features: Vec<String>,
    /// Whether a build for a processor with these features selects it without run-time detection.
    pub(crate) fixed_by_build: bool,
    /// What a build requires in order to include it, in words.
    pub(crate) needs: String,
    /// Whether this machine supports it.
    pub(crate) available: bool,
}

impl Backend {
    /// Whether it runs on every processor.
    pub(crate) fn is_portable(&self) -> bool {
        self.architectures.is_empty() && self.features.is_empty()
    }

    /// Whether it is specific to this architecture; a portable one is specific to none.
    pub(crate) fn is_of(&self, arch: &str) -> bool {
        self.architectures.iter().any(|of| of == arch)
    }

    /// Whether it runs on a processor of this architecture with these features.
    pub(crate) fn runs_on(&self, arch: &str, features: &[impl AsRef<str>]) -> bool {
        let has = |wanted: &String| features.iter().any(|feature| feature.as_ref() == wanted);
        (self.architectures.is_empty() || self.is_of(arch)) && self.features.iter().all(has)
    }
}

/// Builds the command, `program`, and runs it. The build is that of the tests, so it is compiled once for all steps.
pub(super) fn ask(root: &Path, program: &Path) -> Result<Vec<Backend>> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let cargo = cargo();
    let options = PROGRAM.split(' ');
    cmd!(shell, "{cargo} test --quiet --workspace {options...} --no-run --test cases").quiet().run()?;
    let ask = cmd!(shell, "{program} backends --format json").quiet();
    parse(&ask.read().context("`placemat backends` lists the backends")?)
}

fn parse(lines: &str) -> Result<Vec<Backend>> {
    let parse = |line: &str| {
        serde_json::from_str(line).with_context(|| format!("`placemat backends` printed: {line}"))
    };
    let backends = lines.lines().map(parse).collect::<Result<Vec<Backend>>>()?;
    ensure!(!backends.is_empty(), "`placemat backends` lists no backend");
    Ok(backends)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Backends similar to those of the registry.
    pub(crate) fn some() -> Vec<Backend> {
        let row =
            |name: &str, architectures: &[&str], features: &[&str], fixed_by_build, needs: &str| Backend {
                name: name.to_owned(),
                architectures: architectures.iter().map(|&arch| arch.to_owned()).collect(),
                cargo_feature: (name == "dfa").then(|| name.to_owned()),
                features: features.iter().map(|&feature| feature.to_owned()).collect(),
                fixed_by_build,
                needs: needs.to_owned(),
                available: architectures.is_empty(),
            };
        let x86 = &["x86_64", "x86"];
        vec![
            row("avx2", x86, &["avx2"], true, "an x86-64 target, or 32-bit x86 with SSE2"),
            row("sse4", x86, &["ssse3", "sse4.1"], false, "an x86-64 target, or 32-bit x86 with SSE2"),
            row("neon", &["aarch64"], &["neon"], true, "an aarch64 target with NEON"),
            row("wasm", &["wasm32"], &["simd128"], true, "a wasm32 target"),
            row("lasx", &["loongarch64"], &["lsx", "lasx"], true, "a loongarch64 target"),
            row("rvv", &["riscv64"], &["v"], false, "a riscv64 target with Linux"),
            row("vx", &["s390x"], &["vector"], true, "an s390x target"),
            row("scalar", &[], &[], false, "nothing"),
            row("dfa", &[], &[], false, "the Cargo feature `dfa`"),
        ]
    }

    #[test]
    fn lines_are_read() {
        let line = r#"{"name":"avx2","compiled":true,"available":true,"missing":null,"active":true,"why":"detected",
            "summary":"32 bytes at a time","architectures":["x86_64","x86"],"cargo_feature":null,"features":["avx2"],
            "fixed_by_build":true,"needs":"an x86-64 target, or 32-bit x86 with SSE2"}"#;
        let expected = Backend { available: true, ..some().remove(0) };
        assert_eq!(parse(&line.replace('\n', "")).unwrap(), [expected]);
        assert!(parse("").is_err(), "no backend");
        assert!(parse("{\"name\":\"avx2\"}").is_err(), "not all fields");
    }

    #[test]
    fn a_backend_runs_where_its_features_are() {
        let all = some();
        let names = |arch: &str, features: &[&str]| -> Vec<String> {
            all.iter().filter(|backend| backend.runs_on(arch, features)).map(|b| b.name.clone()).collect()
        };
        assert_eq!(names("x86_64", &["ssse3"]), ["scalar", "dfa"]);
        assert_eq!(names("x86_64", &["ssse3", "sse4.1"]), ["sse4", "scalar", "dfa"]);
        assert_eq!(names("x86", &["avx2"]), ["avx2", "scalar", "dfa"]);
        assert_eq!(names("aarch64", &["neon", "simd128"]), ["neon", "scalar", "dfa"]);
    }
}
