//! `cargo xtask setup`: the programs from outside that the other tasks need.
//!
//! On Debian and Ubuntu, as root, it installs what is missing. Anywhere else it changes nothing and prints the
//! exact command.

use std::{
    fs,
    process::{Command, Stdio},
};

use anyhow::Result;

use crate::{
    call::Call,
    step::{Log, Outcome},
    workspace::Workspace,
};

/// A program that must be there.
struct Tool {
    /// What shows that it is: a command line that succeeds.
    probe: &'static str,
    /// The Debian package that has it, or the component of rustup.
    from: Source,
    /// What it is needed for.
    why: &'static str,
}

/// Where a program comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Debian(&'static str),
    Rustup(&'static str),
}

const TOOLS: [Tool; 5] = [
    Tool { probe: "cc --version", from: Source::Debian("gcc"), why: "cargo links with it" },
    Tool {
        probe: "git --version",
        from: Source::Debian("git"),
        why: "`tidy` asks it for the project's files",
    },
    Tool {
        probe: "sh -c true",
        from: Source::Debian("dash"),
        why: "`transcripts` runs the commands of the book",
    },
    Tool { probe: "cargo fmt --version", from: Source::Rustup("rustfmt"), why: "`format`" },
    Tool { probe: "cargo clippy --version", from: Source::Rustup("clippy"), why: "`clippy`" },
];

/// As a task of its own.
pub(crate) fn main() -> Result<bool> {
    let missing = missing();
    for tool in &missing {
        println!("missing: {} ({})", tool.from.name(), tool.why);
    }
    for command in commands(&missing) {
        println!("$ {command}");
        if !can_install() {
            continue;
        }
        if !shell(&command).status()?.success() {
            println!("that failed");
            return Ok(false);
        }
    }
    if missing.is_empty() {
        println!("everything is there");
    } else if !can_install() {
        println!("nothing was changed: run what is printed above, then try again");
    }
    Ok(missing.is_empty() || can_install())
}

/// As a step of `cargo xtask test --all`.
pub(crate) fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(Outcome::Passed("everything is there".to_owned()));
    }
    let commands = commands(&missing);
    if !can_install() {
        return Ok(Outcome::NotRun(format!("run: {}", commands.join(" && "))));
    }
    for command in &commands {
        log.call(&Call::new("sh", "-c").arg(command))?;
    }
    let names: Vec<_> = missing.iter().map(|tool| tool.from.name()).collect();
    Ok(Outcome::Passed(format!("installed {}", names.join(", "))))
}

/// The oldest compiler that the libraries promise to build with, where it is installed.
pub(crate) fn msrv(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    const OLDEST: &str = "1.89";
    if !succeeds(&format!("rustup run {OLDEST} rustc --version")) {
        return Ok(Outcome::NotRun(format!("needs `rustup toolchain install {OLDEST} --profile minimal`")));
    }
    let check = format!("run {OLDEST} cargo check -p placemat --lib --all-features --target-dir");
    log.call(&Call::new("rustup", &check).arg(workspace.own_dir("msrv").display().to_string()))?;
    Ok(Outcome::Passed(format!("rustc {OLDEST}")))
}

/// cargo-deny, where it is installed. (It takes minutes to compile and its advisories come over the network.)
pub(crate) fn deny(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !succeeds("cargo deny --version") {
        return Ok(Outcome::NotRun("needs `cargo install cargo-deny --locked`".to_owned()));
    }
    log.call(&Call::cargo("deny --workspace check"))?;
    Ok(Outcome::Passed(String::new()))
}

/// The tools whose probe fails.
fn missing() -> Vec<&'static Tool> {
    TOOLS.iter().filter(|tool| !succeeds(tool.probe)).collect()
}

/// The commands that install `missing`: at most one for each place that they come from.
fn commands(missing: &[&Tool]) -> Vec<String> {
    let (mut packages, mut components) = (Vec::new(), Vec::new());
    for tool in missing {
        match tool.from {
            Source::Debian(package) => packages.push(package),
            Source::Rustup(component) => components.push(component),
        }
    }
    let mut commands = Vec::new();
    if !packages.is_empty() {
        let sudo = if is_root() { "" } else { "sudo " };
        let packages = packages.join(" ");
        commands.push(format!(
            "{sudo}apt-get update && {sudo}apt-get install -y --no-install-recommends {packages}"
        ));
    }
    if !components.is_empty() {
        commands.push(format!("rustup component add {}", components.join(" ")));
    }
    commands
}

/// Whether this is a system whose packages this program may install: Debian or its kin, as root.
fn can_install() -> bool {
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    is_root() && is_debian(&release)
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

impl Source {
    fn name(self) -> &'static str {
        match self {
            Self::Debian(name) | Self::Rustup(name) => name,
        }
    }
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
    fn one_command_for_each_source() {
        assert!(commands(&[]).is_empty());
        let commands = commands(&TOOLS.iter().collect::<Vec<_>>());
        assert_eq!(commands.len(), 2);
        assert!(commands[0].ends_with("apt-get install -y --no-install-recommends gcc git dash"));
        assert_eq!(commands[1], "rustup component add rustfmt clippy");
    }
}
