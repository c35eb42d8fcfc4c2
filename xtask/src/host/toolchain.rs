//! Selects a compiler for another architecture.

use std::path::{Path, PathBuf};

use super::{probe::output, targets::has_libdir};
use crate::runner::call::Call;

/// The oldest compiler that the libraries support, without `avx512` and LoongArch: `rust-version` of the root manifest.
pub(crate) const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// The oldest compiler that has the instructions of `avx512`.
pub(crate) const OLDEST_FOR_AVX512: &str = "1.89";

/// A compiler, and whether it has the target's standard library.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    rustc: PathBuf,
    /// Whether the standard library has to be compiled first, from source: a minute, once.
    pub(crate) build_std: bool,
}

/// The candidate compilers: cargo's own, for which rustup may have installed the target; and Debian's, with the
/// source of the standard library in the package `rust-web-src`.
const COMPILERS: [&str; 2] = ["rustc", "/usr/bin/rustc"];

impl Toolchain {
    /// Selects a compiler for this target. One that has the target's standard library is preferred to one that can
    /// build it.
    pub(crate) fn find(triple: &str) -> Option<Self> {
        let is_new = |rustc: &&str| version(rustc).is_some_and(|version| Some(version) >= parse(OLDEST));
        let compilers: Vec<_> = COMPILERS.into_iter().filter(is_new).collect();
        let find = |build_std, has: fn(&str, &str) -> bool| {
            let rustc = compilers.iter().find(|rustc| has(rustc, triple))?;
            Some(Self { rustc: PathBuf::from(rustc), build_std })
        };
        find(false, has_libdir).or_else(|| find(true, has_source))
    }

    /// The same call of cargo, with this compiler, for this target.
    pub(crate) fn apply(&self, call: Call, triple: &str) -> Call {
        let call = call.arg("--target").arg(triple);
        let call = match self.rustc == Path::new(COMPILERS[0]) {
            true => call,
            false => call.env("RUSTC", self.rustc.display().to_string()),
        };
        if !self.build_std {
            return call;
        }
        // `-Z` requires a nightly compiler, or one that is told to behave like one.
        let panic = if triple.starts_with("wasm32") { "panic_abort" } else { "panic_unwind" };
        call.env("RUSTC_BOOTSTRAP", "1").arg(format!("-Zbuild-std=std,{panic},test"))
    }
}

fn has_source(rustc: &str, _: &str) -> bool {
    let source = "lib/rustlib/src/rust/library/Cargo.lock";
    output(rustc, &["--print", "sysroot"])
        .is_some_and(|sysroot| Path::new(sysroot.trim()).join(source).is_file())
}

fn version(rustc: &str) -> Option<(u32, u32)> {
    parse(output(rustc, &["--version"])?.strip_prefix("rustc ")?)
}

/// Parses `1.95.0 (59807616e 2026-04-14)`.
fn parse(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split(['.', ' ', '-']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        for (text, expected) in [
            ("1.95.0 (59807616e 2026-04-14)\n", Some((1, 95))),
            ("1.97.0-nightly (e50aa6fba 2026-05-19)", Some((1, 97))),
            ("2.0", Some((2, 0))),
            ("cargo 1.95.0", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
        assert!(parse(OLDEST).is_some(), "{OLDEST}");
    }
}
