//! The jobs, and what each is compared with.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use super::{
    cluster::Cluster,
    compare::{equal, inputs, lines, only, rows, same},
    sample::{Answer, Sample},
};
use crate::host::environment::shown;

pub(super) struct Job {
    pub(super) name: &'static str,
    work: fn(&mut Cluster, &Sample, &Path) -> Result<Done>,
}

/// A job whose report is that of the command.
pub(super) struct Done {
    pub(super) result: String,
    pub(super) compared: String,
}

/// The last kills a worker.
pub(super) const JOBS: [Job; 6] = [
    Job { name: "files", work: files },
    Job { name: "rows, binary", work: |cluster, sample, scripts| column(cluster, sample, scripts, "octets") },
    Job { name: "rows, string", work: |cluster, sample, scripts| column(cluster, sample, scripts, "text") },
    Job { name: "octets", work: octets },
    Job { name: "repair", work: |cluster, sample, scripts| repair(cluster, sample, scripts, false) },
    Job {
        name: "repair, worker killed",
        work: |cluster, sample, scripts| repair(cluster, sample, scripts, true),
    },
];

impl Job {
    pub(super) fn run(&self, cluster: &mut Cluster, sample: &Sample, scripts: &Path) -> Result<Done> {
        (self.work)(cluster, sample, scripts)
    }
}

fn files(cluster: &mut Cluster, sample: &Sample, scripts: &Path) -> Result<Done> {
    // Smaller than the largest of the files, so that it is cut.
    let job = cluster.job(&scripts.join("files.py")).arg(sample.path("files")).args("--piece 1000003");
    let report = lines(&cluster.submit("files", &job, 1, |_| Ok(()))?)?;
    let compared = of_inputs(&report, &sample.files)?;
    let summary = only(&report, "summary")?;
    let result = format!(
        "{} files, {} not UTF-8, {} errors",
        summary["inputs"], summary["invalid"], summary["error_count"]
    );
    Ok(Done { result, compared })
}

fn octets(cluster: &mut Cluster, sample: &Sample, scripts: &Path) -> Result<Done> {
    let piece = odd_piece(sample, 37)?;
    let job = cluster.job(&scripts.join("octets.py")).arg(sample.path("huge.txt")).arg("--piece");
    let report = lines(&cluster.submit("octets", &job.arg(piece.to_string()), 1, |_| Ok(()))?)?;
    let compared = of_inputs(&report, &sample.huge)?;
    let input = only(&report, "input")?;
    let result = format!("{} octets, {} errors", input["bytes"], input["error_count"]);
    Ok(Done { result, compared })
}

fn of_inputs(report: &[serde_json::Value], answer: &Answer) -> Result<String> {
    let count = same(&inputs(report)?, &inputs(&answer.lines)?)?;
    Ok(format!("placemat check ({:.2} s), {count} in all fields", answer.seconds))
}

fn column(cluster: &mut Cluster, sample: &Sample, scripts: &Path, column: &str) -> Result<Done> {
    let job = cluster.job(&scripts.join("rows.py")).arg(sample.path("rows.parquet")).arg(column);
    let report = lines(&cluster.submit(&format!("rows-{column}"), &job, 1, |_| Ok(()))?)?;
    let count = same(&rows(&report)?, &rows(&sample.rows.lines)?)?;
    let (job, command) = (only(&report, "summary")?, only(&sample.rows.lines, "summary")?);
    let number = |field: &str| job[field].as_u64().context("the job counts its rows");
    equal("rows", &Some(number("rows")? - number("nulls")?), &command["inputs"].as_u64())?;
    equal("rows that are not UTF-8", &job["bad_rows"], &command["invalid"])?;
    Ok(Done {
        result: format!("{} rows, {} not UTF-8", job["rows"], job["bad_rows"]),
        compared: format!("placemat check of each row as a file, {count} errors"),
    })
}

fn repair(cluster: &mut Cluster, sample: &Sample, scripts: &Path, kill: bool) -> Result<Done> {
    /// So many that some are written and some are not when the worker is killed.
    const PARTS: u64 = 97;
    let name = if kill { "repair-killed" } else { "repair" };
    let out = sample.dir.join(name);
    let piece = odd_piece(sample, PARTS)?;
    let job = cluster.job(&scripts.join("repair.py")).arg(sample.path("huge.txt")).arg(shown(&out));
    let mut killed = None;
    let report = cluster.submit(name, &job.arg("--piece").arg(piece.to_string()), 0, |cluster| {
        if kill && killed.is_none() && parts(&out).len() as u64 > PARTS / 4 {
            let executors = cluster.kill_worker()?;
            killed = Some((executors, parts(&out).len()));
        }
        Ok(())
    })?;
    let parts = parts(&out);
    let report = lines(&report)?;
    let said = only(&report, "repaired")?;
    equal("parts", &said["parts"].as_u64(), &Some(parts.len() as u64))?;
    let octets = concatenated(&parts, &sample.repaired)?;
    let mut result = format!("{octets} octets in {} parts", parts.len());
    if kill {
        let (executors, written) = killed.context("the job was over before a worker was killed")?;
        ensure!(executors > 0, "the worker that was killed had no executor");
        ensure!(written < parts.len(), "the job was over when the worker was killed");
        result += &format!("; killed after {written}");
    }
    fs::remove_dir_all(out)?;
    Ok(Done { result, compared: format!("placemat repair ({:.2} s), octet for octet", sample.repair) })
}

/// The parts that are complete, in order.
fn parts(out: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(out).into_iter().flatten().flatten();
    let mut parts: Vec<_> = entries.map(|entry| entry.path()).collect();
    parts.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("part-")));
    parts.sort();
    parts
}

/// Checks that the parts, one after the other, are this file, and returns how many octets that is. An error
/// if there are none.
fn concatenated(parts: &[PathBuf], whole: &Path) -> Result<u64> {
    let mut file = File::open(whole)?;
    let mut octets = 0;
    for part in parts {
        let found = fs::read(part)?;
        let mut expected = vec![0; found.len()];
        let same = file.read_exact(&mut expected).is_ok() && found == expected;
        ensure!(same, "{} is not what placemat writes there", part.display());
        octets += found.len() as u64;
    }
    ensure!(octets > 0, "nothing was written");
    ensure!(file.read(&mut [0])? == 0, "placemat writes more than the parts have");
    Ok(octets)
}

/// The size of a piece so that there are about `count`. It is odd, so that borders fall everywhere.
fn odd_piece(sample: &Sample, count: u64) -> Result<u64> {
    Ok((sample.huge_size()? / count) | 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_compared_with_the_whole() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, octets: &[u8]| fs::write(dir.path().join(name), octets).unwrap();
        write("whole", b"abcdef");
        write("part-1", b"def");
        write("part-0", b"abc");
        write(".part-2", b"x");
        let of = |parts: &[PathBuf]| concatenated(parts, &dir.path().join("whole"));
        let all = parts(dir.path());
        assert_eq!(of(&all).unwrap(), 6);
        assert!(of(&all[..1]).is_err(), "too short");
        assert!(of(&all[1..]).is_err(), "something else");
        assert!(of(&[]).is_err(), "nothing");
        write("part-2", b"g");
        assert!(of(&parts(dir.path())).is_err(), "too long");
    }
}
