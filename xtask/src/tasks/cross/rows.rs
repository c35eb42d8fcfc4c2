//! The processors, from `rows.toml`.

use std::sync::LazyLock;

use anyhow::{Result, bail};
use serde::Deserialize;

use crate::project::backends::Backend;
use crate::runner::step::Need;

/// A processor, and the expectations for it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// The name of the step of `cargo xtask test`: `cross-` and the name of the row.
    pub(crate) step: &'static str,
    /// The errors that it detects.
    pub(crate) catches: &'static str,
    pub(crate) machine: Machine,
    /// The processor features that backends use and that it has. The row supports the backends that require no
    /// others, and calls are dispatched to the first of these in the registry.
    #[serde(default)]
    features: Vec<&'static str>,
    /// Whether a complete run may leave it out.
    #[serde(default)]
    optional: bool,
}

/// The machine that runs the programs.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Machine {
    /// An emulator of another architecture, for which everything is compiled.
    Foreign(Foreign),
    /// An emulator of this x86-64 model (a QEMU name), for the same programs that are tested on this machine.
    Model(&'static str),
    /// None: the code for this target is only checked and linked.
    Unseen(&'static str),
}

/// Another architecture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Foreign {
    pub(crate) triple: &'static str,
    /// Flags for rustc.
    #[serde(default)]
    pub(crate) flags: &'static str,
    /// Whether overflow is checked, as by default only in debug builds.
    #[serde(default)]
    pub(crate) overflow_checks: bool,
    /// Whether to run the unit tests of the command, which takes as long to compile as everything else.
    #[serde(default)]
    pub(crate) command: bool,
    #[serde(default)]
    pub(crate) tests: Tests,
    pub(crate) system: System,
    /// QEMU's model of the processor, with its vector extension; empty for the default.
    #[serde(default)]
    pub(crate) cpu: &'static str,
    /// For an architecture that x86-64 also runs, the program loader in the C library's folder. The programs run
    /// without an emulator if this machine's kernel and processor support that and every backend of the row.
    #[serde(default)]
    pub(crate) loader: Option<&'static str>,
}

/// The tests that a row runs besides the suite.
///
/// Portable code can only depend on word size and byte order. So one row for each combination runs its tests in full;
/// this machine is one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tests {
    /// All tests that can run in an emulator.
    All,
    /// All but the tests of vector code: the row has no vector backend.
    Portable,
    /// All but the tests of portable code: the row exists for a vector kernel.
    #[default]
    Kernel,
    /// Unit tests, and the tests that every row must run.
    Few,
    /// The tests that every row must run, and the certificate: for each change. The others run every night.
    Least,
}

/// The system between the program and the processor.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum System {
    /// Linux, in QEMU's user mode; with the names of its C library, its compiler and the emulator.
    Linux { gnu: &'static str, qemu: &'static str },
    /// Linux, for programs without a C library beside them: with zig's name of the target, and the emulator. (Debian
    /// has no compiler for it; zig, from `PyPI`, is its linker and has the C library.)
    Static { zig: &'static str, qemu: &'static str },
    /// WASI, in Node.js.
    Wasi,
}

impl Row {
    /// The name for `cargo xtask cross`.
    pub(crate) fn name(&self) -> &'static str {
        self.step.strip_prefix("cross-").unwrap_or(self.step)
    }

    /// Whether a complete run requires it.
    pub(crate) fn need(&self) -> Need {
        if self.optional { Need::Optional } else { Need::Required }
    }

    /// The other architecture; an error if it is none.
    pub(crate) fn foreign(&self) -> Result<&Foreign> {
        match &self.machine {
            Machine::Foreign(foreign) => Ok(foreign),
            _ => bail!("{} is not another architecture", self.name()),
        }
    }

    /// Exactly the backends that this processor supports, in the registry's order.
    pub(crate) fn backends<'a>(&self, all: &'a [Backend]) -> Vec<&'a Backend> {
        let arch = match &self.machine {
            Machine::Model(_) => "x86_64",
            Machine::Foreign(Foreign { triple, .. }) => match triple.split('-').next().unwrap_or(triple) {
                "i686" => "x86",
                "riscv64gc" => "riscv64",
                arch => arch,
            },
            Machine::Unseen(_) => return Vec::new(),
        };
        all.iter().filter(|backend| backend.runs_on(arch, &self.features)).collect()
    }

    /// Whether the row is there for portable code.
    pub(crate) fn has_portable_tests(&self) -> bool {
        matches!(&self.machine, Machine::Foreign(Foreign { tests: Tests::All | Tests::Portable, .. }))
    }

    /// Whether another row runs the same programs on a processor without vectors, and so the portable backends.
    pub(crate) fn has_plain_row(&self, all: &[Backend]) -> bool {
        let build = |row: &Self| row.foreign().ok().map(|foreign| (foreign.triple, foreign.flags));
        let is_plain = |row: &Row| row.kernels(all).is_empty() && build(row) == build(self);
        !self.kernels(all).is_empty() && ROWS.iter().any(is_plain)
    }

    /// The vector backends that only this row compiles, or others of the same architecture.
    pub(crate) fn kernels<'a>(&self, all: &'a [Backend]) -> Vec<&'a Backend> {
        let mut kernels = self.backends(all);
        kernels.retain(|backend| !backend.is_portable() && matches!(self.machine, Machine::Foreign(_)));
        kernels
    }
}

/// All of them, in the order of `rows.toml`.
pub(crate) static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("rows.toml")).expect("rows.toml has rows");
    file.rows
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct File {
    rows: Vec<Row>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::backends::tests::some;

    #[test]
    fn kernels_are_those_of_other_architectures() {
        let all = some();
        let kernels: Vec<_> = ROWS.iter().flat_map(|row| row.kernels(&all)).map(|b| &b.name).collect();
        assert_eq!(kernels, ["neon", "wasm", "rvv", "vx", "avx2", "sse4", "lasx", "rvv", "rvv", "wasm"]);
    }

    #[test]
    fn words_of_either_order_and_length_are_tested() {
        let words = ROWS.iter().filter_map(|row| match &row.machine {
            Machine::Foreign(foreign) => {
                matches!(foreign.tests, Tests::All | Tests::Portable).then_some(foreign.triple)
            }
            _ => None,
        });
        assert_eq!(words.collect::<Vec<_>>(), ["s390x-unknown-linux-gnu", "i686-unknown-linux-gnu"]);
    }

    #[test]
    fn portable_backends_run_once() {
        let plain = ROWS.iter().filter(|row| row.has_plain_row(&some())).map(Row::name);
        assert_eq!(plain.collect::<Vec<_>>(), ["rvv", "rvv-256", "rvv-1024"]);
    }

    /// Of the rows with a kernel that is compiled nowhere else, one must run the kernel tests.
    #[test]
    fn every_kernel_is_tested() {
        let all = some();
        let tests =
            |row: &&Row| matches!(&row.machine, Machine::Foreign(foreign) if foreign.tests != Tests::Few);
        let tested: Vec<_> = ROWS.iter().filter(tests).flat_map(|row| row.kernels(&all)).collect();
        for kernel in ROWS.iter().flat_map(|row| row.kernels(&all)) {
            assert!(tested.contains(&kernel), "{}", kernel.name);
        }
    }
}
