//! `drive`: runs an adapter, and reports the results.

use std::process::ExitCode;

use placemat_conformance::vectors::Case;

use crate::checker::{Checker, Results};
use crate::foreign::{Adapter, EachCase, Session};
use crate::protocol::{Hello, Op};
use crate::questions::{Claims, questions};
use crate::{args::Drive, report, show};

pub(crate) fn main(options: &Drive) -> Result<ExitCode, String> {
    let cases = show::chosen(&options.choice, &options.vectors)?;
    if cases.is_empty() {
        return Err("no case is chosen".to_owned());
    }
    let driven = if options.stdin { each_case(options, &cases)? } else { session(options, &cases)? };
    let passed = driven.passed();
    let mut results = vec![driven];
    results.extend(show::of_files(&options.compare, report::read)?);
    report::print(&results, options.format, options.failures).map_err(|error| error.to_string())?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// An adapter of level 1.
fn session(options: &Drive, cases: &[Case]) -> Result<Results, String> {
    let (command, timeout) = (&options.command, options.timeout);
    let adapter = Adapter::start(command, timeout)?;
    let hello = adapter.hello.clone();
    let claims = Claims::of(&hello, &options.choice.profile);
    let mut checker = Checker::new(cases, claims.clone());
    let session = Session::new(command, timeout, questions(cases, &claims), |question, outcome| {
        checker.check(question, &outcome);
    });
    let incidents = session.run(adapter);
    Ok(checker.results(&hello, incidents))
}

/// A program of level 0, which only returns a verdict.
fn each_case(options: &Drive, cases: &[Case]) -> Result<Results, String> {
    let mut hello = Hello::new(options.command.join(" "), "", &[Op::Validate]);
    hello.profiles = Some(vec!["rfc3629".to_owned()]);
    let claims = Claims::of(&hello, &options.choice.profile);
    let mut checker = Checker::new(cases, claims.clone());
    let Drive { command, invalid_status, timeout, .. } = options;
    let each = EachCase { command, invalid_status: *invalid_status, timeout: *timeout };
    let incidents =
        each.run(questions(cases, &claims), |question, outcome| checker.check(question, &outcome))?;
    Ok(checker.results(&hello, incidents))
}
