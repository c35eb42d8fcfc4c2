//! Which compiler makes programs for another architecture here.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::call::Call;

/// A compiler, and whether it has the target's standard library.
#[derive(Clone, Debug)]
pub(crate) struct Toolchain {
    rustc: PathBuf,
    /// Whether the standard library has to be compiled first, from its source: a minute, once.
    pub(crate) build_std: bool,
}

/// The compilers that may be there: cargo's own, which rustup may have given the target; and Debian's, whose package
/// `rust-web-src` is the source of the standard library.
const COMPILERS: [&str; 2] = ["rustc", "/usr/bin/rustc"];

/// The oldest that will do, as the libraries promise.
const OLDEST: (u32, u32) = (1, 89);

impl Toolchain {
    /// One for this target: rather one that has its standard library than one that can make it.
    pub(crate) fn find(triple: &str) -> Option<Self> {
        let compilers: Vec<_> =
            COMPILERS.into_iter().filter(|rustc| version(rustc).is_some_and(|v| v >= OLDEST)).collect();
        let find = |build_std, has: fn(&str, &str) -> bool| {
            let rustc = compilers.iter().find(|rustc| has(rustc, triple))?;
            Some(Self { rustc: PathBuf::from(rustc), build_std })
        };
        find(false, has_std).or_else(|| find(true, has_source))
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
        // `-Z` is for nightly compilers, and for those that are told to be one.
        let panic = if triple.starts_with("wasm32") { "panic_abort" } else { "panic_unwind" };
        call.env("RUSTC_BOOTSTRAP", "1").arg(format!("-Zbuild-std=std,{panic},test"))
    }
}

fn has_std(rustc: &str, triple: &str) -> bool {
    // The directory may exist and be empty.
    print(rustc, &["--print", "target-libdir", "--target", triple])
        .is_some_and(|dir| Path::new(dir.trim()).read_dir().is_ok_and(|mut entries| entries.next().is_some()))
}

fn has_source(rustc: &str, _: &str) -> bool {
    let source = "lib/rustlib/src/rust/library/Cargo.lock";
    print(rustc, &["--print", "sysroot"])
        .is_some_and(|sysroot| Path::new(sysroot.trim()).join(source).is_file())
}

fn version(rustc: &str) -> Option<(u32, u32)> {
    parse_version(&print(rustc, &["--version"])?)
}

/// Of `rustc 1.95.0 (59807616e 2026-04-14)`.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix("rustc ")?.split(['.', ' ', '-']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn print(rustc: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(rustc).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        for (text, expected) in [
            ("rustc 1.95.0 (59807616e 2026-04-14)\n", Some((1, 95))),
            ("rustc 1.97.0-nightly (e50aa6fba 2026-05-19)", Some((1, 97))),
            ("rustc 2.0", Some((2, 0))),
            ("cargo 1.95.0", None),
            ("", None),
        ] {
            assert_eq!(parse_version(text), expected, "{text}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_not_found() {
        assert!(!has_std("rustc", "no-such-target-anywhere"));
        assert!(
            Toolchain::find("x86_64-unknown-linux-gnu")
                .is_none_or(|found| !found.build_std || cfg!(not(target_arch = "x86_64")))
        );
    }
}
