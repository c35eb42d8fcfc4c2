//! Runs a row, and checks the results.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, ensure};

use super::build::{self, ALONE, CERTIFICATE, Place, Program, Programs};
use super::record::{Record, STD, certified, differences};
use super::rows::{Foreign, Machine, Row, System, Tests};
use super::{runner::Runner, windows};
use crate::project::{backends::Backend, workspace::Workspace};
use crate::runner::{log::Log, number::number, step::Outcome};
use crate::tasks::certify::EXTENT;

/// The state shared by rows.
pub(crate) struct Session {
    /// The extent of the certificates of vector kernels.
    extent: &'static str,
    /// Whether rows run the least tests instead of their own selection.
    least: bool,
    /// The results on this machine, of each selection of the suite's rows.
    host: Mutex<BTreeMap<&'static str, Arc<Record>>>,
    /// The results of each row.
    lines: Mutex<Vec<Line>>,
}

/// A line of the table: a backend, or the tests, in a row.
pub(super) struct Line {
    pub(super) row: &'static str,
    pub(super) what: String,
    pub(super) cases: u64,
    /// The faults; empty if there are none.
    pub(super) wrong: String,
    pub(super) note: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, what, cases, wrong, note } = self;
        writeln!(f, "{row:14} {what:8} {cases:>9} cases  {wrong}{note}")
    }
}

impl Session {
    pub(super) const fn new(extent: &'static str, least: bool) -> Self {
        Self { extent, least, host: Mutex::new(BTreeMap::new()), lines: Mutex::new(Vec::new()) }
    }

    /// Builds and runs the row.
    pub(crate) fn run(&self, row: &'static Row, workspace: &Workspace, log: &mut Log) -> Result<Outcome> {
        if let Machine::Unseen(triple) = row.machine {
            return windows::step(row, triple, self.least, workspace, log);
        }
        let programs = match build::programs(row, self.least, workspace, log)? {
            Ok(programs) => programs,
            Err(missing) => return Ok(Outcome::NotRun(missing)),
        };
        let host = self.host("", workspace, log)?;
        let kernels = row.kernels(workspace.backends()?);
        let mut backends = row.backends(workspace.backends()?);
        let is_less = self.least || row.has_plain_row(workspace.backends()?);
        let record = if is_less {
            let active = backends.first().map(|backend| backend.name.clone()).unwrap_or_default();
            if !row.has_portable_tests() {
                backends.retain(|backend| !backend.is_portable() || backend.name == active);
            }
            // It reads byte by byte from one table, by code without cases for targets.
            backends.retain(|backend| !self.least || backend.name != "dfa");
            record(&programs, "", &backends, log)?
        } else {
            record(&programs, "", &[], log)?
        };
        let active = record.active.clone();
        let found = record.backends();
        let expected: Vec<_> = backends.iter().map(|backend| backend.name.as_str()).collect();
        ensure!(
            found == expected && expected.first() == Some(&active.0.as_str()),
            "ran {found:?} and calls go to {active:?}; there should be {expected:?}, and calls go to the first"
        );
        let subjects: Vec<_> = (!is_less).then_some(STD).into_iter().chain(found).collect();
        self.compare(row, &record, &subjects, &host, None);
        if !self.least && !kernels.is_empty() {
            let host = self.host(CONVERSIONS, workspace, log)?;
            let converted = self::record(&programs, CONVERSIONS, &kernels, log)?;
            let names: Vec<_> = kernels.iter().map(|kernel| kernel.name.as_str()).collect();
            self.compare(row, &converted, &names, &host, Some("conversions"));
        }
        self.tests(row, &kernels, &programs, log)?;

        let lines = self.lines();
        let wrong: Vec<_> = lines
            .iter()
            .filter(|line| line.row == row.name() && !line.wrong.is_empty())
            .map(|line| format!("{}: {}", line.what, line.wrong))
            .collect();
        if !wrong.is_empty() {
            return Ok(Outcome::Failed(wrong.join("; ")));
        }
        let backends = expected.join(", ");
        let told = [number(log.tests, "test")].into_iter();
        let native = programs.runner.native.then(|| "not emulated".to_owned());
        left_out(&record, &active.0, &host).into_iter().for_each(|what| log.leave_out(what));
        let told = told.chain(native).collect::<Vec<_>>().join("; ");
        Ok(Outcome::Passed(format!("{backends}: {} cases each; {told}", record.cases(&active.0))))
    }

    /// Compares what the row and this machine answered, and adds a line for each subject.
    fn compare(
        &self, row: &'static Row, record: &Record, subjects: &[&str], host: &Record, rows: Option<&str>,
    ) {
        let wasi = matches!(row.machine, Machine::Foreign(Foreign { system: System::Wasi, .. }));
        let unavailable: &[&str] = if wasi { &["guard-pages", "guard-pages-replaced"] } else { &[] };
        for &subject in subjects {
            let different = differences(record, subject, host, model(subject), unavailable);
            let choice = (subject == record.active.0).then(|| format!("active: {}", record.active.1));
            let note = rows.map(str::to_owned).into_iter().chain(choice);
            let note = note.chain(left_out(record, subject, host)).collect::<Vec<_>>().join("; ");
            let wrong = match different.is_empty() {
                true => String::new(),
                false => format!("other results than on this machine in {}", different.join(", ")),
            };
            let cases = record.cases(subject);
            self.line(Line { row: row.name(), what: subject.to_owned(), cases, wrong, note });
        }
    }

    /// The results on this machine; the first row has to wait for them.
    fn host(&self, rows: &'static str, workspace: &Workspace, log: &mut Log) -> Result<Arc<Record>> {
        let mut seen = self.host.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = seen.get(rows) {
            return Ok(Arc::clone(host));
        }
        let programs = build::host(Tests::Least, workspace, log)?;
        let record = record(&programs, rows, &[], log)?;
        for backend in record.backends() {
            let different = differences(&record, backend, &record, MODEL, &[]);
            ensure!(different.is_empty(), "on this machine, {backend} differs from {MODEL} in {different:?}");
        }
        Ok(Arc::clone(seen.entry(rows).or_insert(Arc::new(record))))
    }

    /// Runs the test programs.
    fn tests(
        &self, row: &'static Row, kernels: &[&Backend], programs: &Programs, log: &mut Log,
    ) -> Result<()> {
        // A row with few tests has a kernel that another row certifies. That of a portable one is certified here.
        let few =
            matches!(row.machine, Machine::Foreign(Foreign { tests: Tests::Few | Tests::Portable, .. }));
        let certificate = if few || kernels.is_empty() { &[][..] } else { &[CERTIFICATE] };
        for program in &programs.tests {
            let before = log.tests;
            match program.name.as_str() {
                ALONE => each_alone(program, &programs.runner, log)?,
                CERTIFICATE if certificate.is_empty() => {}
                CERTIFICATE => self.certify(kernels, program, &programs.runner, log)?,
                _ => drop(test(program, &programs.runner, log)?),
            }
            if program.place == Place::EveryRow {
                ensure!(log.tests > before, "`{}` ran no test", program.name);
            }
        }
        let has = |is: &dyn Fn(&Program) -> bool| programs.tests.iter().any(is);
        ensure!(has(&|program| program.place == Place::EveryRow), "no test is for every row");
        ensure!(
            certificate.is_empty() || has(&|program| program.name == CERTIFICATE),
            "there is no certificate"
        );
        let names: Vec<_> = kernels.iter().map(|kernel| format!("`{}`", kernel.name)).collect();
        let certificate = match certificate {
            [] => "none".to_owned(),
            _ => format!("{} of {}", self.extent, names.join(" and ")),
        };
        let programs = number(programs.tests.len(), "program");
        let note = format!("{programs}; certificate: {certificate}; bookkeeping: thinned out");
        let what = "tests".to_owned();
        self.line(Line { row: row.name(), what, cases: log.tests, wrong: String::new(), note });
        Ok(())
    }

    /// Certifies the row's own kernels. The emulated steps run the same code as on this machine.
    fn certify(&self, kernels: &[&Backend], program: &Program, runner: &Runner, log: &mut Log) -> Result<()> {
        let its = runner.call(&program.path, "--nocapture --exact every_step_of_this_target_is_certified");
        let report = log.call(&its.env(EXTENT, self.extent))?;
        let found = certified(&report);
        for Backend { name, .. } in kernels {
            let full = format!("{name}, full");
            ensure!(found.contains(&full.as_str()), "the certificate says nothing of {name}");
        }
        Ok(())
    }

    /// The results of each row.
    pub(super) fn lines(&self) -> MutexGuard<'_, Vec<Line>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, line: Line) {
        self.lines().push(line);
    }
}

/// The portable backend that others are compared with.
const MODEL: &str = "scalar";

/// What makes the suite run its rows about conversions instead of the others.
const CONVERSIONS: &str = "--convert";

fn left_out(record: &Record, subject: &str, host: &Record) -> Vec<String> {
    record.left_out(subject, host, model(subject))
}

/// The subject to compare with.
fn model(subject: &str) -> &str {
    if subject == STD { STD } else { MODEL }
}

/// The suite's report on these backends; if there are none, on all and the standard library; on its rows about
/// [conversions](CONVERSIONS), or on the others. Its exit status shows whether it passed.
fn record(programs: &Programs, rows: &str, backends: &[&Backend], log: &mut Log) -> Result<Record> {
    let named = backends.iter().map(|backend| format!(" --backend {}", backend.name));
    let args = format!("--quick --record {rows}{}", named.collect::<String>());
    Record::parse(&log.stdout(&programs.runner.call(&programs.suite, &args))?)
}

/// Runs a test program; returns its output.
fn test(program: &Program, runner: &Runner, log: &mut Log) -> Result<String> {
    // If a panic ends the process, captured output would be lost.
    let call = runner.call(&program.path, "--nocapture");
    log.call(&call).with_context(|| format!("the tests of `{}`", program.name))
}

/// Runs every test of a program in a process of its own, which is told so: processes started by the program would not
/// be emulated.
fn each_alone(program: &Program, runner: &Runner, log: &mut Log) -> Result<()> {
    let list = log.stdout(&runner.call(&program.path, "--list --format terse"))?;
    let names: Vec<_> = list.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    ensure!(!names.is_empty(), "`{}` has no tests for processes of their own", program.name);
    for name in names {
        let before = log.tests;
        let call = runner.call(&program.path, &format!("--exact {name} --nocapture --test-threads 1"));
        log.call(&call.env("PLACEMAT_TEST_IN_CHILD", "1")).with_context(|| format!("the test `{name}`"))?;
        ensure!(log.tests == before + 1, "`{name}` did not run");
    }
    Ok(())
}
