//! `cargo xtask scale`: the jobs in `examples/spark`, on a cluster of Spark on this machine.
//!
//! A master and two workers are started, each on a free port of the loopback. Every job is compared with the
//! command `placemat`, which does the same in one process. In the middle of the last job, one worker and its
//! executor are killed. Whatever happens, a guard stops everything that was started.

mod cluster;
mod compare;
mod guard;
mod jobs;
mod sample;
mod sockets;

use std::{
    env,
    fs::{self, File},
    path::Path,
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{
    host::{
        environment::{self, Environment},
        packages::is_root,
        requirement::{Missing, Probe, Requirement},
    },
    project::workspace::Workspace,
    runner::{call::Call, log::Log, step::Need},
};
use cluster::Cluster;
use guard::Guard;
use jobs::{Done, JOBS, Job};
use sample::Sample;

/// How large the data is.
#[derive(Args)]
pub(crate) struct Options {
    /// The size of the large file, in mebibytes
    #[arg(long, value_name = "MEBIBYTES", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    size: u64,
}

/// Spark needs the other two to pass rows to Python.
const PACKAGES: &str = "pyspark==4.3.0 pyarrow==26.0.1 pandas<3";

/// Whether every job says what the command says.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let java = java();
    if !java.is_there() {
        return Err(Missing(format!("Java 17 or later; to install it: {}", java.command(is_root()))).into());
    }
    if !cfg!(target_os = "linux") {
        return Err(Missing("Linux, whose /proc says what is running".to_owned()).into());
    }
    let mut log = Log::create(workspace, "scale")?;
    let done = run(workspace, options, &mut log);
    if done.is_err() {
        log.show()?;
    }
    done
}

/// Java, where Spark looks for it. The module is one that Spark uses, and that Java has from 16 on.
fn java() -> Requirement {
    let program = env::var("JAVA_HOME").map_or("java".to_owned(), |home| format!("{home}/bin/java"));
    let requirement =
        Requirement::package(&program, "openjdk-17-jre-headless", Need::Asked, "`cargo xtask scale`");
    let module = format!("{program} --add-modules jdk.incubator.vector --version");
    Requirement { probe: Probe::Runs(module), ..requirement }
}

fn run(workspace: &Workspace, options: &Options, log: &mut Log) -> Result<bool> {
    let dir = workspace.own_dir("scale");
    let lock = File::create(workspace.own_dir("scale.lock"))?;
    #[expect(clippy::incompatible_msrv, reason = "only the libraries build with the oldest compiler")]
    let locked = lock.try_lock();
    locked.context("another `cargo xtask scale` is running here")?;
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
    fs::create_dir_all(&dir)?;

    println!("building the command and the wheel, and installing Spark");
    log.call(&Call::cargo("build --release -p placemat-cli"))?;
    let environment = Environment::create(workspace, log, "scale")?
        .ok_or_else(|| Missing(environment::NEEDS.to_owned()))?;
    environment.pip(log, PACKAGES)?;
    environment.library(workspace, log)?;

    println!("making a file of {} MiB, a folder of files, and a Parquet data set", options.size);
    let command = workspace.target.join("release/placemat");
    let sample = Sample::make(workspace, log, &environment, &command, dir.join("sample"), options.size)?;

    println!("starting a master and two workers");
    let guard = Guard::start()?;
    let done = Cluster::start(&environment, &guard, dir.join("cluster"))
        .and_then(|mut cluster| perform(&mut cluster, &sample, &workspace.root.join("examples/spark")));
    // Before `done` is looked at, since its error may be that something does not end.
    let stopped = guard.end();
    let good = done?;
    println!("{}", stopped.context("not everything that was started could be stopped")?);
    // The data is large, and the next run makes the same. The processes' output stays.
    fs::remove_dir_all(dir.join("sample"))?;
    Ok(good)
}

/// Runs the jobs, up to the first that fails, and prints the table.
fn perform(cluster: &mut Cluster, sample: &Sample, scripts: &Path) -> Result<bool> {
    let mut rows = Vec::new();
    let mut failure = None;
    for job in &JOBS {
        let begin = Instant::now();
        let done = job.run(cluster, sample, scripts);
        let seconds = begin.elapsed().as_secs_f64();
        match &done {
            Ok(done) => println!("{:24} {seconds:6.1} s  {}", job.name, done.result),
            Err(error) => println!("{:24} {seconds:6.1} s  FAILED: {error:#}", job.name),
        }
        let failed = done.is_err();
        rows.push((job, seconds, done));
        if failed {
            failure = Some(job.name);
            break;
        }
    }
    print!("\n{}", table(&rows));
    if let Some(name) = failure {
        let left = JOBS.len() - rows.len();
        println!("\n`{name}` failed, and {left} did not run; see {}", cluster.logs().display());
        return Ok(false);
    }
    ensure!(cluster.sockets() > 0, "no socket was seen, so whether all are on the loopback is not known");
    println!("\nat most {} sockets at a time, all on the loopback", cluster.sockets());
    Ok(true)
}

fn table(rows: &[(&Job, f64, Result<Done>)]) -> String {
    let mut text = format!("{:24} {:>8}  {:48}  compared with\n", "job", "seconds", "result");
    for (job, seconds, done) in rows {
        let (result, compared) = match done {
            Ok(done) => (done.result.as_str(), done.compared.as_str()),
            Err(_) => ("FAILED", "-"),
        };
        text.push_str(&format!("{:24} {seconds:8.1}  {result:48}  {compared}\n", job.name));
    }
    text
}
