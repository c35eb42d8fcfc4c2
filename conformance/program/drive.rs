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
    let mut results = vec![driven(options, &cases)?];
    let passed = results[0].passed();
    results.extend(show::of_files(&options.compare, report::read)?);
    report::print(&results, options.format, options.failures).map_err(|error| error.to_string())?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The results of an adapter, or of a program of level 0, which has no introduction and only returns a verdict.
fn driven(options: &Drive, cases: &[Case]) -> Result<Results, String> {
    let Drive { command, invalid_status, timeout, .. } = options;
    let adapter = if options.stdin { None } else { Some(Adapter::start(command, *timeout)?) };
    let hello = adapter.as_ref().map_or_else(
        || Hello {
            profiles: Some(vec!["rfc3629".to_owned()]),
            ..Hello::new(command.join(" "), "", &[Op::Validate])
        },
        |adapter| adapter.hello.clone(),
    );
    let claims = Claims::of(&hello, &options.choice.profile);
    let mut checker = Checker::new(cases, claims.clone());
    let (questions, check) =
        (questions(cases, &claims), |question: &_, outcome| checker.check(question, &outcome));
    let incidents = match adapter {
        Some(adapter) => Session::new(command, *timeout, questions, check).run(adapter),
        None => {
            EachCase { command, invalid_status: *invalid_status, timeout: *timeout }.run(questions, check)?
        }
    };
    Ok(checker.results(&hello, incidents))
}
