//! `cargo xtask setup`: the programs from outside that the other tasks need.
//!
//! On Debian and Ubuntu, as root, it installs the packages that are missing; anywhere else it prints the exact command.
//! What comes from rustup it has rustup install.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::Result;

use crate::{
    call::Call,
    step::{Log, Need, Outcome},
    workspace::Workspace,
};

/// Something from outside.
struct Tool {
    /// What shows that it is there.
    probe: Probe,
    from: Source,
    /// Whether `test --all` may do without it.
    need: Need,
    /// What it is needed for.
    why: &'static str,
}

enum Probe {
    /// This command succeeds.
    Runs(&'static str),
    /// rustc has a `core` for this target.
    Target(&'static str),
}

/// Where a tool comes from.
enum Source {
    /// A package of Debian's.
    Debian(&'static str),
    /// What rustup installs when it is called with these arguments.
    Rustup(&'static str),
}

/// The oldest compiler that the libraries promise to build with.
const OLDEST: &str = "1.89";
/// A target without std.
pub(crate) const BARE: &str = "thumbv7em-none-eabi";

const TOOLS: [Tool; 8] = [
    required(Probe::Runs("cc --version"), Source::Debian("gcc"), "cargo links with it"),
    required(Probe::Runs("git --version"), Source::Debian("git"), "`tidy` asks it for the project's files"),
    required(Probe::Runs("sh -c true"), Source::Debian("dash"), "`transcripts` runs the book's commands"),
    required(Probe::Runs("cargo fmt --version"), Source::Rustup("component add rustfmt"), "`format`"),
    required(Probe::Runs("cargo clippy --version"), Source::Rustup("component add clippy"), "`clippy`"),
    Tool {
        probe: Probe::Runs("rustup run 1.89 rustc --version"),
        from: Source::Rustup("toolchain install 1.89 --profile minimal"),
        need: Need::Optional,
        why: "`msrv`",
    },
    Tool {
        probe: Probe::Runs("c++ --version"),
        from: Source::Debian("g++"),
        need: Need::Optional,
        why: "`benches`, for a peer",
    },
    Tool {
        probe: Probe::Target(BARE),
        from: Source::Rustup("target add thumbv7em-none-eabi"),
        need: Need::Optional,
        why: "`no-std-target`",
    },
];

const fn required(probe: Probe, from: Source, why: &'static str) -> Tool {
    Tool { probe, from, need: Need::Required, why }
}

/// As a task of its own.
pub(crate) fn main() -> Result<bool> {
    let mut good = true;
    for tool in missing() {
        let command = command(&tool.from, is_root());
        println!("missing, for {}: {command}", tool.why);
        if !may_install(&tool.from) {
            println!("  not run: this is not Debian or its kin, or you are not root");
            good &= tool.need == Need::Optional;
        } else if !shell(&command).status()?.success() {
            println!("  that failed");
            good &= tool.need == Need::Optional;
        }
    }
    let left = missing();
    println!("{}", if left.is_empty() { "everything is there" } else { "something is still missing" });
    Ok(good)
}

/// As a step of `cargo xtask test --all`.
pub(crate) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    for tool in missing() {
        let command = command(&tool.from, is_root());
        if may_install(&tool.from) {
            // One try: where there is no way to rustup's server, more would only take longer.
            let result = log.call(&Call::new("sh", "-c").arg(&command).env("RUSTUP_MAX_RETRIES", "0"));
            if tool.need == Need::Required {
                result?;
            }
        } else if tool.need == Need::Required {
            return Ok(Outcome::NotRun(format!("run: {command}")));
        }
    }
    let left: Vec<_> = missing().iter().map(|tool| tool.why).collect();
    Ok(Outcome::Passed(match left.is_empty() {
        true => "everything is there".to_owned(),
        false => format!("all but what {} could use", left.join(", ")),
    }))
}

/// The oldest compiler that the libraries promise to build with, where it is installed.
pub(crate) fn msrv(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !succeeds(&format!("rustup run {OLDEST} rustc --version")) {
        return Ok(Outcome::NotRun(format!("needs `rustup toolchain install {OLDEST} --profile minimal`")));
    }
    let check = format!(
        "run {OLDEST} cargo check -p placemat -p placemat-simd -p placemat-x86 -p placemat-neon -p placemat-wasm --lib --all-features --target-dir"
    );
    log.call(&Call::new("rustup", &check).arg(workspace.own_dir("msrv").display().to_string()))?;
    Ok(Outcome::Passed(format!("rustc {OLDEST}")))
}

/// The tools that are not there.
fn missing() -> Vec<&'static Tool> {
    let there = |tool: &Tool| match tool.probe {
        Probe::Runs(command) => succeeds(command),
        Probe::Target(target) => has_target(target),
    };
    TOOLS.iter().filter(|tool| !there(tool)).collect()
}

/// Whether rustc has at least a `core` for this target.
pub(crate) fn has_target(target: &str) -> bool {
    let output = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    output.is_ok_and(|output| {
        output.status.success() && Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
    })
}

/// The command that installs it.
fn command(from: &Source, root: bool) -> String {
    match from {
        Source::Rustup(args) => format!("rustup {args}"),
        Source::Debian(package) => {
            let sudo = if root { "" } else { "sudo " };
            let install = format!("apt-get install -y --no-install-recommends {package}");
            format!("{sudo}apt-get update && {sudo}{install}")
        }
    }
}

/// Whether this program may install it here: packages on Debian and its kin, as root; what is rustup's, anywhere.
fn may_install(from: &Source) -> bool {
    match from {
        Source::Rustup(_) => succeeds("rustup --version"),
        Source::Debian(_) => {
            is_root() && is_debian(&fs::read_to_string("/etc/os-release").unwrap_or_default())
        }
    }
}

fn is_debian(os_release: &str) -> bool {
    os_release
        .lines()
        .filter_map(|line| line.strip_prefix("ID=").or_else(|| line.strip_prefix("ID_LIKE=")))
        .any(|ids| ids.trim_matches('"').split(' ').any(|id| id == "debian" || id == "ubuntu"))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn succeeds(command: &str) -> bool {
    let mut words = command.split(' ');
    let Some(program) = words.next() else { return false };
    let status = Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn shell(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).stdin(Stdio::null());
    shell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_and_its_kin_are_known() {
        for (os_release, expected) in [
            ("ID=debian\n", true),
            ("NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\n", true),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", true),
            ("ID=fedora\n", false),
            ("ID=\"opensuse\"\nID_LIKE=\"suse\"\n", false),
            ("", false),
        ] {
            assert_eq!(is_debian(os_release), expected, "{os_release}");
        }
    }

    #[test]
    fn commands_are_exact() {
        let gcc = Source::Debian("gcc");
        assert_eq!(command(&gcc, true), "apt-get update && apt-get install -y --no-install-recommends gcc");
        assert_eq!(command(&gcc, false).matches("sudo apt-get").count(), 2);
        assert_eq!(command(&Source::Rustup("component add clippy"), true), "rustup component add clippy");
    }

    #[test]
    fn what_is_not_there_is_missed() {
        assert!(succeeds("cargo --version"));
        assert!(!succeeds("no-such-program-anywhere --version"));
        assert!(!has_target("no-such-target-anywhere"));
    }

    #[test]
    fn the_oldest_compiler_is_the_one_that_is_installed() {
        let names = |text: &str| text.contains(&format!(" {OLDEST} "));
        let named = |tool: &&Tool| matches!((&tool.probe, &tool.from), (Probe::Runs(run), Source::Rustup(args)) if names(run) && names(args));
        assert_eq!(TOOLS.iter().filter(named).count(), 1);
    }
}
