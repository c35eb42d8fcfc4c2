//! `cargo xtask setup`: the programs from outside that the other tasks need.
//!
//! What rustup has, rustup installs. On Debian and Ubuntu, as root, the packages that are missing are installed; anywhere
//! else the exact command is printed.

use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::Result;

use crate::{
    call::Call,
    cross, elsewhere, model,
    msrv::OLDEST,
    step::{Log, Need, Outcome, Step, Work},
    workspace::Workspace,
};

/// Something from outside.
pub(crate) struct Tool {
    /// What shows that it is there.
    pub(crate) probe: Probe,
    /// What rustup installs it with: the arguments, or nothing where it is not rustup's.
    pub(crate) rustup: String,
    /// Its packages in Debian, or nothing.
    pub(crate) debian: String,
    /// Whether `test --all` may do without it.
    pub(crate) need: Need,
    /// What it is needed for.
    pub(crate) why: String,
}

pub(crate) enum Probe {
    /// This command succeeds.
    Runs(String),
    /// rustc has a `core` for this target.
    Target(&'static str),
    /// Something else.
    Seen(Box<dyn Fn() -> bool>),
}

/// A target without std.
pub(crate) const BARE: &str = "thumbv7em-none-eabi";

/// Everything from outside, what is required first.
fn tools() -> Vec<Tool> {
    let debian = |run: &str, package: &str, need, why: &str| Tool::package(run, package, need, why);
    let rustup = |probe, args: String, need, why: &str| Tool {
        probe,
        rustup: args,
        debian: String::new(),
        need,
        why: why.to_owned(),
    };
    let runs = |command: &str| Probe::Runs(command.to_owned());
    let (fmt, clippy) = ("component add rustfmt".to_owned(), "component add clippy".to_owned());
    let mut tools = vec![
        debian("cc", "gcc", Need::Required, "cargo, which links with it"),
        debian("git", "git", Need::Required, "`tidy`, which asks it for the project's files"),
        rustup(runs("cargo fmt --version"), fmt, Need::Required, "`format`"),
        rustup(runs("cargo clippy --version"), clippy, Need::Required, "`clippy`"),
        Tool { probe: runs("sh -c true"), ..debian("sh", "dash", Need::Required, "`transcripts`") },
    ];
    tools.extend(cross::tools());
    tools.sort_by_key(|tool| tool.need == Need::Optional);
    tools.extend([
        rustup(Probe::Target(BARE), format!("target add {BARE}"), Need::Optional, "`no-std-target`"),
        rustup(
            Probe::Seen(Box::new(|| elsewhere::all().all(|there| has_target(Some(OLDEST), there.target)))),
            format!("toolchain install {OLDEST} --profile minimal --target {}", elsewhere::targets()),
            Need::Optional,
            "`msrv`",
        ),
        rustup(
            runs("rustup run nightly rustc --version"),
            "toolchain install nightly --profile minimal".to_owned(),
            Need::Optional,
            "`suite-asan` and `cargo xtask fuzz`",
        ),
        debian("c++", "g++", Need::Optional, "`benches`, for a peer, and `cargo xtask fuzz`"),
        Tool {
            probe: Probe::Seen(Box::new(model::is_possible)),
            ..debian("llvm-mca", model::PACKAGE, Need::Optional, "`cargo xtask model`")
        },
    ]);
    tools
}

impl Tool {
    /// A program in packages of Debian's. It is there if it says its version.
    pub(crate) fn package(program: &str, packages: &str, need: Need, why: &str) -> Self {
        Self {
            probe: Probe::Runs(format!("{program} --version")),
            rustup: String::new(),
            debian: packages.to_owned(),
            need,
            why: why.to_owned(),
        }
    }

    fn is_there(&self) -> bool {
        match &self.probe {
            Probe::Runs(command) => succeeds(command),
            Probe::Target(target) => has_target(None, target),
            Probe::Seen(look) => look(),
        }
    }

    /// The command that installs it.
    fn command(&self, root: bool) -> String {
        let rustup = (!self.rustup.is_empty()).then(|| format!("rustup {}", self.rustup));
        let debian = (!self.debian.is_empty()).then(|| apt_get(&self.debian, root));
        rustup.into_iter().chain(debian).collect::<Vec<_>>().join(", or ")
    }
}

/// As a task of its own.
pub(crate) fn main() -> Result<bool> {
    let left = install(&mut |command| {
        println!("$ {command}");
        Ok(shell(command).status()?.success())
    })?;
    for tool in &left {
        println!("missing, for {}: {}", tool.why, tool.command(is_root()));
    }
    println!("{}", if left.is_empty() { "everything is there" } else { "something is still missing" });
    Ok(left.iter().all(|tool| tool.need == Need::Optional))
}

/// What a complete run begins with.
pub(crate) fn as_step() -> Step {
    let about = "the programs that the other steps need";
    Step { name: "setup", about, need: Need::Required, work: Work::Own(Box::new(step)) }
}

fn step(_: &Workspace, log: &mut Log) -> Result<Outcome> {
    let left = install(&mut |command| {
        // One try: where there is no way to rustup's server, more would only take longer.
        Ok(log.call(&Call::new("sh", "-c").arg(command).env("RUSTUP_MAX_RETRIES", "0")).is_ok())
    })?;
    if let Some(tool) = left.iter().find(|tool| tool.need == Need::Required) {
        return Ok(Outcome::NotRun(format!("missing, for {}: {}", tool.why, tool.command(is_root()))));
    }
    let left: Vec<_> = left.iter().map(|tool| tool.why.as_str()).collect();
    Ok(Outcome::Passed(match left.is_empty() {
        true => "everything is there".to_owned(),
        false => format!("all but what {} could use", left.join(", ")),
    }))
}

/// Installs what is missing, as far as it may; what is missing afterwards. `run` says whether a command succeeded.
fn install(run: &mut dyn FnMut(&str) -> Result<bool>) -> Result<Vec<Tool>> {
    let mut left = tools();
    left.retain(|tool| !tool.is_there());
    // rustup's are for the very compiler that tests this machine. Where one cannot be fetched, the others cannot either.
    if left.iter().any(|tool| !tool.rustup.is_empty()) && succeeds("rustup --version") {
        for tool in left.iter().filter(|tool| !tool.rustup.is_empty()) {
            if !tool.is_there() && !run(&format!("rustup {}", tool.rustup))? {
                break;
            }
        }
        left.retain(|tool| !tool.is_there());
    }
    if may_install_packages() {
        let packages = packages(&left);
        // All at once, which is quicker; but one that does not exist here spoils it.
        if !packages.is_empty() && !run(&apt_get(&packages.join(" "), is_root()))? {
            for package in packages {
                run(&apt_get(package, is_root()))?;
            }
        }
        left.retain(|tool| !tool.is_there());
    }
    Ok(left)
}

/// Every package of these tools once.
fn packages(tools: &[Tool]) -> Vec<&str> {
    let mut packages: Vec<_> = tools.iter().flat_map(|tool| tool.debian.split_whitespace()).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

fn apt_get(packages: &str, root: bool) -> String {
    let sudo = if root { "" } else { "sudo " };
    let install = format!("apt-get install -y --no-install-recommends {packages}");
    format!("{sudo}apt-get update && {sudo}{install}")
}

/// Whether rustc has at least a `core` for this target: the one of this toolchain, or the one that compiles xtask.
pub(crate) fn has_target(toolchain: Option<&str>, target: &str) -> bool {
    let mut rustc = match toolchain {
        Some(_) => Command::new("rustup"),
        None => Command::new("rustc"),
    };
    rustc.args(toolchain.map(|toolchain| ["run", toolchain, "rustc"]).iter().flatten());
    let output = rustc.args(["--print", "target-libdir", "--target", target]).output();
    output.is_ok_and(|output| {
        // The directory may exist and be empty.
        let dir = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success() && Path::new(&dir).read_dir().is_ok_and(|mut files| files.next().is_some())
    })
}

/// Whether this program may install packages here: on Debian and its kin as root, and in continuous integration, where
/// nobody is asked for a password.
fn may_install_packages() -> bool {
    let permitted = || is_root() || (env::var_os("CI").is_some() && succeeds("sudo -n true"));
    is_debian(&fs::read_to_string("/etc/os-release").unwrap_or_default()) && permitted()
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

pub(crate) fn succeeds(command: &str) -> bool {
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
        let gcc = Tool::package("cc", "gcc", Need::Required, "linking");
        assert_eq!(gcc.command(true), "apt-get update && apt-get install -y --no-install-recommends gcc");
        assert_eq!(gcc.command(false).matches("sudo apt-get").count(), 2);
        let both = Tool { rustup: "target add x".to_owned(), ..gcc };
        assert!(both.command(true).starts_with("rustup target add x, or apt-get update && "));
    }

    #[test]
    fn packages_are_named_once() {
        let tool = |packages: &str| Tool::package("x", packages, Need::Required, "y");
        assert_eq!(packages(&[tool("b a"), tool(""), tool("c b")]), ["a", "b", "c"]);
    }

    #[test]
    fn every_tool_can_be_installed_and_the_required_come_first() {
        let tools = tools();
        assert!(tools.iter().all(|tool| !tool.command(true).is_empty()));
        assert!(tools.is_sorted_by_key(|tool| tool.need == Need::Optional));
    }

    #[test]
    fn what_is_not_there_is_missed() {
        assert!(succeeds("cargo --version"));
        assert!(!succeeds("no-such-program-anywhere --version"));
        assert!(!has_target(None, "no-such-target-anywhere"));
    }
}
