//! A master and two workers of Spark, on the loopback.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};

use super::{
    guard::{Guard, VARIABLE},
    sockets,
};
use crate::{
    host::{
        environment::{Environment, shown},
        probe::output,
    },
    runner::call::Call,
};

/// How long a process may take to be ready.
const START: Duration = Duration::from_secs(300);
/// How long a job may take.
const JOB: Duration = Duration::from_secs(900);
/// How many of the last lines on a failed job's standard error are shown.
const SHOWN: usize = 30;
/// How often to look whether a socket is off the loopback.
const LOOK: Duration = Duration::from_secs(1);
/// How often to look for everything else.
const TICK: Duration = Duration::from_millis(20);

/// Nothing listens where another machine could reach it, and no fixed port is used, which could be taken. The
/// time-out is long because the machine may be busy; a dead process is noticed at once, by its connections.
const SUBMIT: &str = "--conf spark.driver.host=127.0.0.1 --conf spark.driver.bindAddress=127.0.0.1 \
    --conf spark.ui.enabled=false --conf spark.ui.showConsoleProgress=false --conf spark.network.timeout=300s \
    --conf spark.driver.memory=1g --conf spark.executor.memory=1g --conf spark.executor.cores=1";

pub(super) struct Cluster {
    /// `SPARK_HOME`
    spark: PathBuf,
    python: PathBuf,
    mark: String,
    dir: PathBuf,
    /// Where the master listens.
    url: String,
    workers: Vec<Child>,
    /// The most sockets that were open at a time.
    sockets: usize,
}

impl Cluster {
    /// Starts it, and waits until the workers are registered.
    pub(super) fn start(environment: &Environment, guard: &Guard, dir: PathBuf) -> Result<Self> {
        let python = environment.bin("python");
        let home =
            output(&shown(&python), &["-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"]);
        let spark = PathBuf::from(home.context("Spark is not in the environment")?);
        for folder in ["logs", "local", "settings", "work"] {
            fs::create_dir_all(dir.join(folder))?;
        }
        let mark = guard.mark().to_owned();
        let mut cluster =
            Self { spark, python, mark, dir, url: String::new(), workers: Vec::new(), sockets: 0 };
        let serve = "--host 127.0.0.1 --port 0 --webui-port 0";
        let mut master = cluster.spawn("master", &cluster.class("master.Master").args(serve))?;
        let line = cluster.wait_for("master", "Starting Spark master at ", &mut master)?;
        cluster.url = line.split_whitespace().next().unwrap_or_default().to_owned();
        ensure!(cluster.url.starts_with("spark://127.0.0.1:"), "the master is at {}", cluster.url);
        for number in 0..2 {
            let name = format!("worker-{number}");
            let call = cluster.class("worker.Worker").args(serve).args("--cores 1 --memory 1G --work-dir");
            let call = call.arg(shown(&cluster.dir.join("work"))).arg(&cluster.url);
            let mut worker = cluster.spawn(&name, &call)?;
            cluster.wait_for(&name, "Successfully registered with master", &mut worker)?;
            cluster.workers.push(worker);
        }
        Ok(cluster)
    }

    /// Runs a job, which must end with this exit status, and returns its report. Until then, `meanwhile` is
    /// called again and again.
    pub(super) fn submit(
        &mut self,
        name: &str,
        job: &Call,
        expected: i32,
        mut meanwhile: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<String> {
        let mut driver = self.spawn(name, job)?;
        let (begin, mut looked) = (Instant::now(), Instant::now());
        let status = loop {
            if let Some(status) = driver.try_wait()? {
                break status;
            }
            if begin.elapsed() > JOB {
                bail!("it did not end in {} s", JOB.as_secs());
            }
            meanwhile(self)?;
            if looked.elapsed() > LOOK {
                self.sockets = self.sockets.max(sockets::check(&format!("{VARIABLE}={}", self.mark))?);
                looked = Instant::now();
            }
            thread::sleep(TICK);
        };
        if status.code() != Some(expected) {
            let said = fs::read_to_string(self.log(name, "err"))?;
            let last: Vec<_> = said.lines().rev().take(SHOWN).collect();
            last.iter().rev().for_each(|line| println!("    | {line}"));
            bail!("{status} instead of {expected}");
        }
        Ok(fs::read_to_string(self.log(name, "out"))?)
    }

    /// The command line of a job.
    pub(super) fn job(&self, script: &Path) -> Call {
        let submit = Call::new(shown(&self.spark.join("bin/spark-submit")), "--master").arg(&self.url);
        submit.args(SUBMIT).arg(shown(script))
    }

    /// Kills a worker, and the executors that it started: at once, as if the machine were gone. Returns how many
    /// executors that were.
    pub(super) fn kill_worker(&mut self) -> Result<usize> {
        let mut worker = self.workers.pop().context("there is no worker to kill")?;
        // Looked for first: once the worker is gone, they are children of another process.
        let executors = children(worker.id())?;
        worker.kill()?;
        worker.wait()?;
        for executor in &executors {
            let mut kill = Command::new("sh");
            let killed = kill.args(["-c", "kill -9 \"$1\"", "kill"]).arg(executor.to_string()).status()?;
            ensure!(killed.success(), "process {executor} cannot be killed");
        }
        Ok(executors.len())
    }

    /// The most sockets that were open at the same time while jobs ran, all on the loopback.
    pub(super) fn sockets(&self) -> usize {
        self.sockets
    }

    /// Where the processes' output is.
    pub(super) fn logs(&self) -> PathBuf {
        self.dir.join("logs")
    }

    fn log(&self, name: &str, extension: &str) -> PathBuf {
        self.logs().join(format!("{name}.{extension}"))
    }

    fn class(&self, name: &str) -> Call {
        let program = shown(&self.spark.join("bin/spark-class"));
        Call::new(program, "").arg(format!("org.apache.spark.deploy.{name}"))
    }

    /// Starts a process that carries the mark, and keeps all its files below our directory.
    fn spawn(&self, name: &str, call: &Call) -> Result<Child> {
        let local = shown(&self.dir.join("local"));
        let call = call
            .clone()
            .env(VARIABLE, &self.mark)
            .env("SPARK_HOME", shown(&self.spark))
            .env("SPARK_CONF_DIR", shown(&self.dir.join("settings")))
            .env("SPARK_LOCAL_IP", "127.0.0.1")
            .env("SPARK_LOCAL_DIRS", &local)
            .env("SPARK_DAEMON_MEMORY", "512m")
            .env("SPARK_DAEMON_JAVA_OPTS", "-Dspark.network.timeout=300s -Dspark.master.rest.enabled=false")
            .env("PYSPARK_PYTHON", shown(&self.python))
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("TMPDIR", &local)
            .env("JAVA_TOOL_OPTIONS", format!("-XX:-UsePerfData -Djava.io.tmpdir={local}"));
        let mut command = call.command(&self.dir);
        command.stdin(Stdio::null());
        command.stdout(File::create(self.log(name, "out"))?);
        command.stderr(File::create(self.log(name, "err"))?);
        command.spawn().with_context(|| format!("`{}` could not be started", call.brief()))
    }

    /// Waits until a process prints this, and returns the rest of the line.
    fn wait_for(&self, name: &str, text: &str, process: &mut Child) -> Result<String> {
        let begin = Instant::now();
        loop {
            let printed = fs::read_to_string(self.log(name, "err"))?;
            // A line may be half written.
            let mut lines = printed.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            if let Some((_, rest)) = lines.find_map(|line| line.split_once(text)) {
                return Ok(rest.trim_end().to_owned());
            }
            if let Some(status) = process.try_wait()? {
                bail!("{name} ended ({status}); see {}", self.log(name, "err").display());
            }
            if begin.elapsed() > START {
                bail!(
                    "{name} is not ready after {} s; see {}",
                    START.as_secs(),
                    self.log(name, "err").display()
                );
            }
            thread::sleep(TICK);
        }
    }
}

/// The processes that this process has started and that still run.
fn children(parent: u32) -> Result<Vec<u32>> {
    let wanted = format!("PPid:\t{parent}");
    let mut children = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let entry = entry?;
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // It may have ended meanwhile.
        let Ok(status) = fs::read_to_string(entry.path().join("status")) else { continue };
        if status.lines().any(|line| line == wanted) {
            children.push(id);
        }
    }
    Ok(children)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_found() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(children(std::process::id()).unwrap().contains(&child.id()));
        assert!(children(child.id()).unwrap().is_empty());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
