//! Which simdutf8 a lock file names: cargo only warns of a patch that nothing uses.

use anyhow::{Result, bail};

/// What a program checks its strings with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Simdutf8 {
    /// The drop-in, from a directory.
    DropIn,
    /// The real one, of this version.
    Published(String),
}

/// The one that is in `Cargo.lock`; an error if there is none, or more than one.
pub(crate) fn simdutf8(lock: &str) -> Result<Simdutf8> {
    let package = |text: &&str| text.contains("\nname = \"simdutf8\"\n");
    let found: Vec<_> = lock.split("[[package]]").filter(package).collect();
    let [package] = found[..] else {
        bail!("the lock file names simdutf8 {} times instead of once", found.len());
    };
    if !package.contains("\nsource = ") {
        return Ok(Simdutf8::DropIn);
    }
    let version = package.split_once("\nversion = \"").and_then(|(_, rest)| rest.split_once('"'));
    Ok(Simdutf8::Published(version.map_or("", |(version, _)| version).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drop_in_is_told_from_the_real_one() {
        let ours = "[[package]]\nname = \"simdutf8\"\nversion = \"0.1.99\"\ndependencies = [\n]\n";
        let theirs = "[[package]]\nname = \"simdutf8\"\nversion = \"0.1.5\"\nsource = \"registry\"\n";
        assert_eq!(simdutf8(ours).unwrap(), Simdutf8::DropIn);
        assert_eq!(simdutf8(theirs).unwrap(), Simdutf8::Published("0.1.5".to_owned()));
        assert!(simdutf8(&format!("{ours}\n{theirs}")).is_err());
        assert!(simdutf8("").is_err());
    }
}
