//! The examples of what the C library is for, under the programs that they extend.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, ensure};

use super::install;
use crate::{
    host::{
        packages::{apt_get, is_root},
        probe::{output, succeeds},
    },
    project::workspace::Workspace,
    runner::{
        call::Call,
        log::Log,
        step::{Outcome, Step},
    },
};

pub(super) fn steps() -> [Step; 2] {
    [
        Step::new("capi-sqlite", "an extension of SQLite", sqlite).optional(),
        Step::new("capi-postgresql", "functions in PostgreSQL", postgresql).optional(),
    ]
}

const WARNINGS: &str = "-shared -fPIC -O2 -Wall -Wextra -Werror -o";

fn sqlite(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    if !succeeds("sqlite3 --version") || !Path::new("/usr/include/sqlite3ext.h").exists() {
        return Ok(Outcome::NotRun(apt_get("sqlite3 libsqlite3-dev", is_root())));
    }
    let (dir, prefix) = prepare(workspace, log)?;
    let example = workspace.root.join("examples/sqlite");
    let library = dir.join("placemat.so");
    log.call(&link(&example.join("placemat.c"), &library, &prefix))?;
    let script = fs::read_to_string(example.join("test.sql"))?;
    let script = script.replace("PLACEMAT", &library.with_extension("").display().to_string());
    let file = dir.join("test.sql");
    fs::write(&file, script)?;
    let found = log.stdout(&Call::new("sqlite3", ":memory:").arg(format!(".read {}", file.display())))?;
    let expected = fs::read_to_string(example.join("expected.txt"))?;
    ensure!(found == expected, "SQLite answers\n{found}instead of\n{expected}");
    let version = output("sqlite3", &["--version"]).unwrap_or_default();
    Ok(Outcome::Passed(format!("SQLite {}", version.split(' ').next().unwrap_or_default())))
}

/// The library and the header, and a directory for what is made.
fn prepare(workspace: &Workspace, log: &mut Log) -> Result<(PathBuf, PathBuf)> {
    let dir = workspace.own_dir("capi");
    let prefix = dir.join("prefix");
    install::install(workspace, log, &prefix)?;
    Ok((dir, prefix))
}

/// Compiles an extension, with the static library in it.
fn link(source: &Path, library: &Path, prefix: &Path) -> Call {
    Call::new("cc", WARNINGS)
        .arg(library.display().to_string())
        .arg("-I")
        .arg(prefix.join("include").display().to_string())
        .arg(source.display().to_string())
        .arg(prefix.join("lib/libplacemat.a").display().to_string())
        .args("-lpthread -ldl -lm")
}

/// PostgreSQL's programs refuse to run as root; Debian's package has a user for them.
const USER: &str = "postgres";

fn postgresql(workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
    let config = |what: &str| output("pg_config", &[what]);
    let (Some(include), Some(bin)) = (config("--includedir-server"), config("--bindir")) else {
        return Ok(Outcome::NotRun(apt_get("postgresql postgresql-server-dev-all", is_root())));
    };
    if !Path::new(&include).join("postgres.h").exists() || !Path::new(&bin).join("initdb").exists() {
        return Ok(Outcome::NotRun(apt_get("postgresql postgresql-server-dev-all", is_root())));
    }
    let (_, prefix) = prepare(workspace, log)?;
    let example = workspace.root.join("examples/postgresql");
    // The server's user has to reach all of it.
    let scratch = tempfile::Builder::new().prefix("placemat-").tempdir()?;
    let dir = scratch.path();
    let library = dir.join("placemat.so");
    log.call(&link(&example.join("placemat.c"), &library, &prefix).arg("-I").arg(&include))?;
    let script = fs::read_to_string(example.join("test.sql"))?;
    fs::write(
        dir.join("test.sql"),
        script.replace("PLACEMAT", &library.with_extension("").display().to_string()),
    )?;
    if is_root() {
        log.call(&Call::new("chown", "-R").arg(USER).arg(dir.display().to_string()))?;
    }
    let server = Server { bin: PathBuf::from(bin), dir: dir.to_owned() };
    let done = server.start(log).and_then(|()| server.run(log));
    // It is stopped in any case.
    server.stop(log)?;
    let found = done?;
    let expected = fs::read_to_string(example.join("expected.txt"))?;
    ensure!(found == expected, "PostgreSQL answers\n{found}instead of\n{expected}");
    Ok(Outcome::Passed(output("pg_config", &["--version"]).unwrap_or_default()))
}

/// A server on a socket in a directory of its own, and nowhere else.
struct Server {
    bin: PathBuf,
    dir: PathBuf,
}

impl Server {
    fn start(&self, log: &mut Log) -> Result<()> {
        let data = self.data();
        log.call(
            &self.call("initdb", "--auth=trust --no-sync --encoding=SQL_ASCII --locale=C -D").arg(&data),
        )?;
        let options = format!("-k {} -c listen_addresses=", self.dir.display());
        // It keeps its output open, which would keep a pipe open.
        let logfile = self.dir.join("server.log").display().to_string();
        log.call(&self.call("pg_ctl", "-w start -D").arg(data).arg("-o").arg(options).arg("-l").arg(logfile))
            .map(drop)
    }

    fn run(&self, log: &mut Log) -> Result<String> {
        let script = self.dir.join("test.sql").display().to_string();
        let psql = self.call("psql", "-X -q -A -t -v ON_ERROR_STOP=1 -d postgres -h");
        log.stdout(&psql.arg(self.dir.display().to_string()).arg("-f").arg(script))
    }

    fn stop(&self, log: &mut Log) -> Result<()> {
        if Path::new(&self.data()).join("postmaster.pid").exists() {
            log.call(&self.call("pg_ctl", "-w -m fast stop -D").arg(self.data()))?;
        }
        Ok(())
    }

    fn data(&self) -> String {
        self.dir.join("data").display().to_string()
    }

    fn call(&self, program: &str, args: &str) -> Call {
        let program = self.bin.join(program).display().to_string();
        let call = if is_root() {
            Call::new("runuser", "-u").arg(USER).arg("--").arg(program)
        } else {
            Call::new(program, "")
        };
        call.args(args).dir(&self.dir)
    }
}
