//! The environment of a run: the machine, the compilers with their flags, and the versions of all contenders.

use std::{fs, path::Path, process::Command, time::SystemTime};

use placemat::backend;
use serde::{Deserialize, Serialize};

/// The circumstances of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Environment {
    /// The date in UTC: with the time of day in a record, without it in saved results.
    pub(crate) date: String,
    /// The commit of placemat, and [`CHANGED`]; `None` outside of a repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) revision: Option<String>,
    pub(crate) processor: String,
    /// The caches: names, types and sizes.
    pub(crate) caches: Vec<String>,
    /// The core that the run was pinned to, if it was.
    pub(crate) core: Option<usize>,
    /// The load average over one minute when the run began.
    pub(crate) load: Option<f64>,
    /// The backend that the facade dispatches to, and the reason.
    pub(crate) active: String,
    /// Rust: the compiler, its flags, the profile.
    pub(crate) rust: String,
    /// C++, for simdutf; `None` in a build without it.
    pub(crate) cpp: Option<String>,
    /// The contenders' crates: name and version.
    pub(crate) versions: Vec<(String, String)>,
}

/// The end of a revision if files differed from the commit.
pub(crate) const CHANGED: &str = "-changed";

/// The crates.
const PEERS: [&str; 11] = [
    "simdutf8", "encoding_rs", "bstr", "smoothutf8", "ps-simdutf8", "simdutf", "str_indices", "line-index",
    "bytecount", "memchr", "placemat",
];

impl Environment {
    /// The environment of this process, on this machine.
    pub(crate) fn find(core: Option<usize>) -> Self {
        let active = backend::active();
        let rust = format!(
            "{}, target {}, profile {}, opt-level {}, {}, RUSTFLAGS \"{}\"",
            env!("BENCHES_RUSTC"),
            env!("BENCHES_TARGET"),
            env!("BENCHES_PROFILE"),
            env!("BENCHES_OPT_LEVEL"),
            profile(),
            env!("BENCHES_RUSTFLAGS"),
        );
        // The crate compiles it with cc, which uses the optimisation level of the profile.
        let cpp = format!(
            "{}, -std=c++11 -O{}, CXXFLAGS \"{}\"",
            env!("BENCHES_CXX"),
            env!("BENCHES_OPT_LEVEL"),
            env!("BENCHES_CXXFLAGS")
        );
        Self {
            date: date(),
            revision: revision(Path::new(env!("CARGO_MANIFEST_DIR"))),
            processor: processor(&lscpu(&[])).unwrap_or_else(|| "unknown".to_owned()),
            caches: caches(),
            core,
            load: fs::read_to_string("/proc/loadavg")
                .ok()
                .and_then(|text| text.split(' ').next()?.parse().ok()),
            active: format!("{} ({})", active.entry.name(), active.why),
            rust,
            cpp: cfg!(feature = "simdutf").then_some(cpp),
            versions: versions(),
        }
    }

    /// Removes the time of day, and flags with a path.
    pub(crate) fn impersonal(&self) -> Self {
        Self {
            date: self.date.split(' ').next().unwrap_or_default().to_owned(),
            rust: without_paths(&self.rust),
            cpp: self.cpp.as_deref().map(without_paths),
            ..self.clone()
        }
    }

    /// The date, the time of day and the first digits of the revision: `2026-01-02-1314-0a1b2c3`, with the suffix
    /// `-changed` if there were uncommitted changes.
    pub(crate) fn moment(&self) -> String {
        let revision = self.revision.as_deref().unwrap_or("unknown");
        let (commit, changed) = revision.split_at(revision.find('-').unwrap_or(revision.len()));
        let date = self.date.trim_end_matches(" UTC").replace(' ', "-").replace(':', "");
        format!("{date}-{commit:.7}{changed}")
    }

    /// The name of the backend that the facade dispatches to.
    pub(crate) fn backend(&self) -> &str {
        self.active.split(' ').next().unwrap_or_default()
    }

    /// The lines of a report: what each is about, and the rest.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let pinned = self.core.map_or("not pinned".to_owned(), |core| format!("pinned to core {core}"));
        let load = self.load.map_or(String::new(), |load| format!(", load {load} before the run"));
        let versions = self.versions.iter().map(|(name, version)| format!("{name} {version}"));
        let lines = [
            ("date", Some(self.date.clone())),
            ("revision", self.revision.clone()),
            ("processor", Some(format!("{}, {pinned}{load}", self.processor))),
            ("caches", Some(self.caches.join(", "))),
            ("facade", Some(self.active.clone())),
            ("Rust", Some(self.rust.clone())),
            ("C++", self.cpp.clone()),
            ("versions", Some(versions.collect::<Vec<_>>().join(", "))),
        ];
        lines.into_iter().filter_map(|(name, line)| Some((name, line?))).collect()
    }
}

/// A compiler's line without its flags, if these have a path, which may name a person.
fn without_paths(line: &str) -> String {
    let end = line.find("RUSTFLAGS").or(line.find("CXXFLAGS")).filter(|_| line.contains(['/', '\\']));
    end.map_or(line, |end| line[..end].trim_end_matches(", ")).to_owned()
}

/// The revision of the repository that contains a folder, according to git.
fn revision(folder: &Path) -> Option<String> {
    let dirty = format!("--dirty={CHANGED}");
    let describe = ["describe", "--always", "--abbrev=40", "--exclude=*", &dirty];
    let output = Command::new("git").arg("-C").arg(folder).args(describe).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The versions of the contenders' crates, from the lock file at build time.
fn versions() -> Vec<(String, String)> {
    let mut versions = vec![("std".to_owned(), env!("BENCHES_RUSTC").to_owned())];
    for name in PEERS {
        if name == "simdutf" && !cfg!(feature = "simdutf") {
            continue;
        }
        let Some(version) = locked(include_str!("../../Cargo.lock"), name) else { continue };
        let remark = match (name, version, env!("BENCHES_SIMDUTF")) {
            ("encoding_rs", ..) => " (calls simdutf8 from 64 bytes on)",
            // What this version of the crate bundles.
            ("simdutf", "0.7.0", "") => " (C++ library 7.7.1)",
            ("simdutf", _, own) if !own.is_empty() => concat!(" (C++ library ", env!("BENCHES_SIMDUTF"), ")"),
            _ => "",
        };
        versions.push((name.to_owned(), format!("{version}{remark}")));
    }
    versions
}

/// The version of a package in a lock file.
fn locked<'a>(lock: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    rest.split('"').next()
}

/// The settings for optimised builds in the workspace's manifest.
fn profile() -> String {
    let manifest = include_str!("../../Cargo.toml");
    let section = manifest.split("[profile.release]\n").nth(1).unwrap_or_default();
    let lines: Vec<_> =
        section.lines().take_while(|line| !line.is_empty() && !line.starts_with('[')).collect();
    lines.join(", ")
}

/// What `lscpu` prints; nothing on a system without it.
fn lscpu(options: &[&str]) -> String {
    let output = Command::new("lscpu").args(options).env("LC_ALL", "C").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

/// The processor's name, and its numbers on x86.
fn processor(lscpu: &str) -> Option<String> {
    let field = |name: &str| {
        let mut values = lscpu.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        values.next().map(str::trim)
    };
    let number = |name: &str| Some(format!("{} {}", name.to_lowercase(), field(name)?));
    let numbers: Vec<_> = ["CPU family", "Model", "Stepping"].into_iter().filter_map(number).collect();
    let name = field("Model name")?;
    Some(if numbers.is_empty() { name.to_owned() } else { format!("{name} ({})", numbers.join(", ")) })
}

fn caches() -> Vec<String> {
    let table = lscpu(&["--caches=NAME,TYPE,ONE-SIZE"]);
    table.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Today.
fn date() -> String {
    let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string().replace('T', " ");
    format!("{} UTC", now.get(..16).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_have_names_in_the_order_of_their_time() {
        let mut environment = Environment::find(None);
        assert_eq!(environment.date.len(), "2026-01-02 13:14 UTC".len(), "{}", environment.date);
        "2026-01-02 13:14 UTC".clone_into(&mut environment.date);
        environment.revision = revision(&std::env::temp_dir());
        assert_eq!(environment.moment(), "2026-01-02-1314-unknown");
        environment.revision = Some("0a1b2c3d4e5f-changed".to_owned());
        assert_eq!(environment.moment(), "2026-01-02-1314-0a1b2c3-changed");
    }

    #[test]
    fn processors_say_their_names() {
        let x86 =
            "Architecture: x86_64\nModel name:   AMD EPYC\nCPU family:   25\nModel:   1\nStepping:   1\n";
        assert_eq!(processor(x86).as_deref(), Some("AMD EPYC (cpu family 25, model 1, stepping 1)"));
        let power = "Architecture: ppc64le\nModel name:   POWER9, altivec supported\n";
        assert_eq!(processor(power).as_deref(), Some("POWER9, altivec supported"));
        assert_eq!(processor(""), None);
    }

    #[test]
    fn every_crate_has_a_version() {
        let versions = versions();
        let left_out = usize::from(!cfg!(feature = "simdutf"));
        assert_eq!(versions.len(), 1 + PEERS.len() - left_out, "{versions:?}");
        assert!(!profile().is_empty());
    }
}
