//! `cargo xtask mutate`: mutation testing of the suite.
//!
//! Each mutation of a list is a plausible mistake: an off-by-one bound, a dropped term, a wrong byte in a table. It
//! is applied to a copy of the workspace, below `target/`. Then only the conformance suite is run, in quick mode, on
//! the backends that the mutated code is part of: a backend from outside has nothing but the suite. For converting
//! code, the rows about conversions are run. If the suite does not detect a mutation, the list says why: named tests
//! do, which are run as well; or it changes no answer.
//!
//! (The crate `cargo-mutants` generates mutations, more than a thousand here. It changes operators and results of
//! functions, but no constants, tables or terms; and it cannot record why a mutation is equivalent. It is useful as a
//! second opinion: `cargo mutants -p placemat-dfa`.)

mod check;
mod list;
mod verdict;

use std::io::{self, Write};

use anyhow::{Result, ensure};
use clap::Args;

use crate::{
    project::{scratch, workspace::Workspace},
    runner::{log::Log, number::number},
};
use check::Check;
use list::Edit;
use verdict::Verdict;

/// What to try.
#[derive(Args)]
pub(crate) struct Options {
    /// Only the edits of these packages, or of files whose path contains PART: `--only placemat-dfa span.rs`
    #[arg(long, value_name = "PART", num_args = 1..)]
    only: Vec<String>,

    /// Print the edits and their notes, and try none
    #[arg(long)]
    list: bool,
}

/// Runs the task; returns whether every mutation is detected as listed.
pub(crate) fn main(workspace: &Workspace, options: &Options) -> Result<bool> {
    let edits = list::read(workspace)?;
    let wanted = |edit: &&Edit| {
        options.only.is_empty() || options.only.iter().any(|part| edit.path.contains(part.as_str()))
    };
    let chosen: Vec<_> = edits.iter().filter(wanted).collect();
    ensure!(!chosen.is_empty(), "no edit is of {}", options.only.join(", "));
    if options.list {
        chosen.iter().for_each(|edit| println!("{edit}: {}", edit.note()));
        return Ok(true);
    }

    println!("{} to try", number(chosen.len(), "edit"));
    let root = scratch::copy_of_workspace(workspace, "mutate")?;
    let mut log = Log::create(workspace, "mutate")?;
    let check = Check::new(workspace, root, &chosen, &mut log)?;
    let mut tried = Vec::new();
    for (at, edit) in chosen.iter().enumerate() {
        print!("[{:>3}/{}] {edit}: ", at + 1, chosen.len());
        io::stdout().flush()?;
        let verdict = check.check(edit, &mut log)?;
        println!("{verdict}");
        tried.push((*edit, verdict));
    }

    let wrong: Vec<_> = tried.iter().filter(|(edit, verdict)| !verdict.is_as_listed(edit)).collect();
    for (edit, verdict) in &wrong {
        println!("WRONG: {edit}: {verdict}; the list says: {}", edit.note());
    }
    let count = |is: fn(&Verdict) -> bool| tried.iter().filter(|(_, verdict)| is(verdict)).count();
    println!(
        "{} tried: noticed by the quick suite {}, by a test {}, by the compiler {}; not noticed {}",
        tried.len(),
        count(|verdict| matches!(verdict, Verdict::Quick(_))),
        count(|verdict| matches!(verdict, Verdict::Test(_))),
        count(|verdict| matches!(verdict, Verdict::Compiler)),
        count(|verdict| matches!(verdict, Verdict::Broken | Verdict::Survives)),
    );
    println!("{} not as the list says", wrong.len());
    Ok(wrong.is_empty())
}
