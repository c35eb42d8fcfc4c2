//! `drive`: runs an adapter, or decoders of this program, and collects the results.

use std::panic;

use crate::{
    Status,
    args::Drive,
    cases::{self, Case},
    checker::{Checker, Results},
    foreign::{EachCase, Limits, NotStarted, Outcome, Session},
    own::{self, Own},
    protocol::{Hello, Op},
    questions::{Claims, Question, questions},
    report,
};

pub(crate) fn main(options: &Drive) -> Result<Status, String> {
    if options.command.is_empty() && options.backend.is_empty() {
        return Err("there is nothing to drive: put `-- COMMAND...` at the end".to_owned());
    }
    let cases = cases::chosen(&options.choice, &options.vectors)?;
    if cases.is_empty() && options.random == 0 {
        return Err("no case is chosen".to_owned());
    }
    let mut results = Vec::new();
    if !options.command.is_empty() {
        let limits = Limits { timeout: options.timeout };
        let driven = match options.stdin {
            true => each_case(options, limits, &cases),
            false => session(options, limits, &cases),
        };
        match driven {
            Ok(driven) => results.push(driven),
            Err(NotStarted(why)) => {
                eprintln!("error: {}", report::printable(&why));
                return Ok(Status::Impossible);
            }
        }
    }
    for name in &options.backend {
        let decoders = if name == "all" { own::all() } else { vec![own::by_name(Some(name))?] };
        results.extend(decoders.iter().map(|decoder| in_process(decoder, options, &cases)));
    }
    let passed = results.iter().all(Results::passed);
    results.extend(cases::of_files(&options.compare, report::read)?);
    report::print(&results, options.format, options.failures).map_err(|error| error.to_string())?;
    Ok(if passed { Status::Passed } else { Status::Failed })
}

/// The requests for all cases. Random cases are generated lazily.
fn selected<'a>(
    options: &'a Drive,
    cases: &'a [Case],
    claims: &'a Claims,
) -> impl Iterator<Item = Question> + 'a {
    let known = cases.iter().enumerate().flat_map(|(index, case)| questions(index, case, claims));
    let random = cases::random(options.random, options.seed).enumerate();
    known.chain(random.flat_map(|(nth, case)| questions(cases.len() + nth, &case, claims)))
}

/// An adapter of level 1.
fn session(options: &Drive, limits: Limits, cases: &[Case]) -> Result<Results, NotStarted> {
    let session = Session::start(&options.command, limits)?;
    let claims = Claims::of(session.hello(), &options.choice.profile);
    let mut checker = Checker::new(cases, claims.clone());
    let questions = selected(options, cases, &claims).map(|question| (question.request.clone(), question));
    let run = session.run(questions, |question, outcome| checker.check(&question, &outcome));
    Ok(checker.results(&run.hello, run.incidents))
}

/// A program of level 0, which only returns a verdict.
fn each_case(options: &Drive, limits: Limits, cases: &[Case]) -> Result<Results, NotStarted> {
    let mut hello = Hello::new(options.command.join(" "), "", &[Op::Validate]);
    hello.profiles = Some(vec!["rfc3629".to_owned()]);
    let claims = Claims::of(&hello, &options.choice.profile);
    let mut checker = Checker::new(cases, claims.clone());
    let questions =
        selected(options, cases, &claims).map(|question| (question.request.payload.clone(), question));
    let each = EachCase { command: &options.command, invalid_status: options.invalid_status, limits };
    let incidents = each.run(questions, |question, outcome| checker.check(&question, &outcome))?;
    Ok(checker.results(&hello, incidents))
}

/// A decoder of this program, called in process.
fn in_process(decoder: &Own, options: &Drive, cases: &[Case]) -> Results {
    let hello = decoder.hello();
    let claims = Claims::of(&hello, &options.choice.profile);
    let mut checker = Checker::new(cases, claims.clone());
    for question in selected(options, cases, &claims) {
        let answer = || decoder.reply(question.request.op, &question.request.payload);
        let outcome = match panic::catch_unwind(panic::AssertUnwindSafe(answer)) {
            Ok(reply) => Outcome::Replied(reply),
            Err(_) => Outcome::Crash("panicked".to_owned()),
        };
        checker.check(&question, &outcome);
    }
    checker.results(&hello, Vec::new())
}
