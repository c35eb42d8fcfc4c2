//! The processors, as data.

use anyhow::{Result, bail};

use crate::project::backends::Backend;
use crate::runner::step::Need::{self, Optional, Required};

/// A processor, and the expectations for it.
pub(crate) struct Row {
    /// The name of the step of `cargo xtask test`: `cross-` and the name of the row.
    pub(crate) step: &'static str,
    /// The errors that it detects.
    pub(crate) catches: &'static str,
    pub(crate) machine: Machine,
    /// The processor features that backends use and that it has. The row supports the backends that require no
    /// others, and calls are dispatched to the first of these in the registry.
    pub(crate) features: &'static [&'static str],
    pub(crate) need: Need,
}

/// The machine that runs the programs.
pub(crate) enum Machine {
    /// An emulator of another architecture, for which everything is compiled.
    Foreign(Foreign),
    /// An emulator of this x86-64 model (a QEMU name), for the same programs that are tested on this machine.
    Model(&'static str),
    /// None: the code for this target is only checked and linked.
    Unseen(&'static str),
}

/// Another architecture.
pub(crate) struct Foreign {
    pub(crate) triple: &'static str,
    /// Flags for rustc.
    pub(crate) flags: &'static str,
    /// Whether overflow is checked, as by default only in debug builds.
    pub(crate) overflow_checks: bool,
    /// Whether to run the unit tests of the command, which takes as long to compile as everything else.
    pub(crate) command: bool,
    pub(crate) tests: Tests,
    pub(crate) system: System,
    /// QEMU's model of the processor, with its vector extension; empty for the default.
    pub(crate) cpu: &'static str,
    /// For an architecture that x86-64 also runs, the program loader in the C library's folder. The programs run
    /// without an emulator if this machine's kernel and processor support that and every backend of the row.
    pub(crate) loader: Option<&'static str>,
}

/// The tests that a row runs besides the suite.
///
/// Portable code can only depend on word size and byte order. So one row for each combination runs its tests in full;
/// this machine is one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tests {
    /// All tests that can run in an emulator.
    All,
    /// All but the tests of vector code: the row has no vector backend.
    Portable,
    /// All but the tests of portable code: the row exists for a vector kernel.
    Kernel,
    /// Unit tests, and the tests that every row must run.
    Few,
    /// The tests that every row must run, and the certificate: for each change. The others run every night.
    Least,
}

/// The system between the program and the processor.
#[derive(Clone, Copy)]
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
        all.iter().filter(|backend| backend.runs_on(arch, self.features)).collect()
    }

    /// Whether the row is there for portable code.
    pub(crate) fn has_portable_tests(&self) -> bool {
        matches!(&self.machine, Machine::Foreign(Foreign { tests: Tests::All | Tests::Portable, .. }))
    }

    /// The vector backends that only this row compiles, or others of the same architecture.
    pub(crate) fn kernels<'a>(&self, all: &'a [Backend]) -> Vec<&'a Backend> {
        let mut kernels = self.backends(all);
        kernels.retain(|backend| !backend.is_portable() && matches!(self.machine, Machine::Foreign(_)));
        kernels
    }
}

/// Rows with kernels that are compiled nowhere else come first, since a run with a time limit may not reach the end.
pub(crate) const ROWS: [Row; 17] = [
    Row {
        step: "cross-aarch64",
        catches: "`neon`",
        machine: Machine::Foreign(Foreign {
            triple: "aarch64-unknown-linux-gnu",
            system: System::Linux { gnu: "aarch64-linux-gnu", qemu: "qemu-aarch64" },
            ..PLAIN
        }),
        features: &["neon"],
        need: Required,
    },
    Row {
        step: "cross-wasm-simd128",
        catches: "`wasm`",
        machine: Machine::Foreign(Foreign {
            triple: "wasm32-wasip1",
            flags: "-Ctarget-feature=+simd128",
            system: System::Wasi,
            ..PLAIN
        }),
        features: &["simd128"],
        need: Required,
    },
    rvv("cross-rvv", "`rvv`, with vectors of 128 bits", "rv64,v=true,vlen=128", Tests::Few),
    Row {
        step: "cross-s390x",
        catches: "`vx`; bytes taken for words, the wrong way round: big-endian",
        machine: Machine::Foreign(Foreign {
            triple: "s390x-unknown-linux-gnu",
            tests: Tests::Portable,
            system: System::Linux { gnu: "s390x-linux-gnu", qemu: "qemu-s390x" },
            ..PLAIN
        }),
        features: &["vector"],
        need: Required,
    },
    Row {
        step: "cross-i686",
        catches: "`avx2` and `sse4` in 32 bits; offsets that do not fit, sums checked; the command's offsets are longer",
        machine: Machine::Foreign(Foreign {
            triple: "i686-unknown-linux-gnu",
            overflow_checks: true,
            command: true,
            tests: Tests::All,
            system: System::Linux { gnu: "i686-linux-gnu", qemu: "qemu-i386" },
            loader: Some("ld-linux.so.2"),
            ..PLAIN
        }),
        features: &["ssse3", "sse4.1", "avx2", "popcnt"],
        need: Required,
    },
    Row {
        step: "cross-wasm",
        catches: "no threads, no guard pages, no way back from a panic, 32 bits",
        machine: Machine::Foreign(Foreign {
            triple: "wasm32-wasip1",
            tests: Tests::Few,
            system: System::Wasi,
            ..PLAIN
        }),
        features: &[],
        need: Required,
    },
    Row {
        step: "cross-riscv64",
        catches: "what holds on the common architectures only",
        machine: Machine::Foreign(RISCV64),
        features: &[],
        need: Required,
    },
    Row {
        step: "cross-loongarch64",
        catches: "`lasx` and `lsx`",
        machine: Machine::Foreign(Foreign {
            triple: "loongarch64-unknown-linux-musl",
            system: System::Static { zig: "loongarch64-linux-musl", qemu: "qemu-loongarch64" },
            cpu: "max",
            ..PLAIN
        }),
        features: &["lsx", "lasx"],
        need: Optional,
    },
    rvv(
        "cross-rvv-256",
        "`rvv` with 256 bits: unused lanes overwritten, strips that are shorter than they could be",
        "rv64,v=true,vlen=256,rvv_ta_all_1s=true,rvv_ma_all_1s=true,rvv_vl_half_avl=true",
        Tests::Kernel,
    ),
    rvv("cross-rvv-1024", "`rvv` with 1024 bits", "rv64,v=true,vlen=1024", Tests::Few),
    Row {
        step: "cross-powerpc64le",
        catches: "the vectorised loops of `scalar` on POWER",
        machine: Machine::Foreign(Foreign {
            triple: "powerpc64le-unknown-linux-gnu",
            tests: Tests::Few,
            system: System::Linux { gnu: "powerpc64le-linux-gnu", qemu: "qemu-ppc64le" },
            ..PLAIN
        }),
        features: &[],
        need: Required,
    },
    Row {
        step: "cross-wasm-relaxed",
        catches: "`wasm` where a lookup may give either of two results",
        machine: Machine::Foreign(Foreign {
            triple: "wasm32-wasip1",
            flags: "-Ctarget-feature=+simd128,+relaxed-simd",
            system: System::Wasi,
            ..PLAIN
        }),
        features: &["simd128"],
        need: Required,
    },
    Row {
        step: "cross-windows",
        catches: "what compiles on Unix only; compiled and linked, not run",
        machine: Machine::Unseen("x86_64-pc-windows-gnu"),
        features: &[],
        need: Required,
    },
    model("cross-x86-avx2", "`avx2`, without AVX-512", "Haswell", &["ssse3", "sse4.1", "avx2", "popcnt"]),
    model("cross-x86-sse4", "`sse4`, where nothing better is there", "Nehalem", &["ssse3", "sse4.1"]),
    model("cross-x86-ssse3", "none is chosen with SSSE3 and without SSE4.1", "core2duo", &["ssse3"]),
    model("cross-x86-sse2", "no vector backend is chosen without SSSE3", "qemu64,-sse3", &[]),
];

const PLAIN: Foreign = Foreign {
    triple: "",
    flags: "",
    overflow_checks: false,
    command: false,
    tests: Tests::Kernel,
    system: System::Wasi,
    cpu: "",
    loader: None,
};

const RISCV64: Foreign = Foreign {
    triple: "riscv64gc-unknown-linux-gnu",
    tests: Tests::Few,
    system: System::Linux { gnu: "riscv64-linux-gnu", qemu: "qemu-riscv64" },
    ..PLAIN
};

const fn rvv(step: &'static str, catches: &'static str, cpu: &'static str, tests: Tests) -> Row {
    let machine = Machine::Foreign(Foreign { cpu, tests, ..RISCV64 });
    Row { step, catches, machine, features: &["v"], need: Optional }
}

const fn model(
    step: &'static str, catches: &'static str, model: &'static str, features: &'static [&'static str],
) -> Row {
    Row { step, catches, machine: Machine::Model(model), features, need: Required }
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
