//! The slow jobs that `cargo xtask test --all` leaves to separate commands. This is the only list of them: a complete
//! run prints it, and `.github/workflows/long.yml` runs them.

/// A slow job.
pub(crate) struct Job {
    /// The command to run.
    pub(crate) command: &'static str,
    /// What it does in addition to `cargo xtask test --all`.
    shows: &'static str,
    /// Whether it requires an otherwise idle machine. Then no workflow runs it.
    pub(crate) timed: bool,
}

pub(crate) const JOBS: [Job; 23] = [
    job("cargo xtask certify --full", "every window of valid text on every converting kernel"),
    job("cargo xtask fuzz --seconds 1200", "inputs that a fuzzer makes up; the tests check its seeds"),
    job("cargo xtask mutate", "mistakes in the source, one at a time: does the suite notice them?"),
    job(
        "cargo xtask test --only conformance-release test-release suite-asan suite-debug suite-size suite-native size",
        "the tests in full, optimised; builds that differ in their flags only",
    ),
    job("cargo xtask test --only fixed-choice fixed-portable fixed-native", "builds that fix the backend"),
    job("cargo xtask cross aarch64 wasm-simd128", "every test and every window in emulators"),
    job("cargo xtask cross i686 s390x", "the same"),
    job("cargo xtask cross wasm wasm-relaxed riscv64 powerpc64le", "rows that hardly differ from others"),
    job("cargo xtask cross x86-avx2 x86-sse4 x86-ssse3 x86-sse2", "older models of x86-64"),
    job("cargo xtask cross rvv rvv-256 rvv-1024 loongarch64", "rows that need QEMU 10"),
    job(
        "cargo xtask test --only book deny advisories",
        "warnings of the book; the dependencies' licences and faults",
    ),
    job("cargo xtask test --only miri api", "Miri, and the lists of the public API; need a nightly compiler"),
    job("cargo xtask downstream", "users of UTF-8 with placemat in their place"),
    job(
        "cargo xtask other-languages",
        "decoders of other languages on all vectors; the tests take the smoke set",
    ),
    job("cargo xtask python", "the wheel for Python, in a fresh environment"),
    job("cargo xtask python --engines", "the same, and the book's snippets for Ray and Dask"),
    job("cargo xtask python --spark", "the jobs for Spark, on a cluster on this machine; needs Java 17"),
    job("cargo xtask js", "the demo page in a browser; the tests take the package"),
    job("cargo xtask packages", "Debian package, pre-commit, vectors, versions, from what is published"),
    job(
        "cargo build --release -p placemat-cli && python3 crates/placemat-cli/measure/encodings.py target/release/placemat",
        "how often the command is wrong about an encoding; needs npm",
    ),
    job(
        "cargo build --release -p placemat-cli && python3 crates/placemat-cli/measure/double.py target/release/placemat",
        "how often the command is wrong about text that was encoded twice; needs npm",
    ),
    job("cargo xtask examples", "Parquet, Arrow, DataFusion, SQLite, PostgreSQL"),
    Job { timed: true, ..job("cargo xtask bench --check", "whether the targets of speed are met") },
];

const fn job(command: &'static str, shows: &'static str) -> Job {
    Job { command, shows, timed: false }
}

/// The steps that only `--only` runs.
pub(super) fn steps() -> impl Iterator<Item = &'static str> {
    let only = |job: &Job| job.command.strip_prefix("cargo xtask test --only ");
    JOBS.iter().filter_map(only).flat_map(str::split_whitespace)
}

/// The note at the end of a complete run.
pub(super) fn left_out() -> String {
    let width = JOBS.iter().map(|job| job.command.len()).max().unwrap_or(0);
    let mut text = "not part of this run, since they take long:\n".to_owned();
    for Job { command, shows, timed } in &JOBS {
        let quiet = if *timed { ", on a machine that does nothing else" } else { "" };
        text.push_str(&format!("  {command:width$}  {shows}{quiet}\n"));
    }
    text
}
