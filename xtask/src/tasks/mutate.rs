//! `cargo xtask mutate`: does the suite notice a mistake in the source?
//!
//! Each edit of a list is a mistake that a person could make: a bound off by one, a term dropped, a wrong
//! byte in a table. It is made in a copy of the workspace, below `target/`. Then the conformance suite is
//! run, thinned out, on the backends that the edited code is part of, and nothing else: a backend from
//! outside has only the suite. For code that converts, its rows are those about conversions. An edit that it
//! does not notice says why in the list: only the full suite does, on the first of the backends; or named
//! tests do; or it changes no answer. The first two are tried as well.
//!
//! (The crate `cargo-mutants` makes up mistakes by itself, more than a thousand here. It changes operators
//! and results of functions, and no constants, tables or terms; and it has no place to say why a mistake is
//! none. For a second look it serves as it is: `cargo mutants -p placemat-dfa`.)

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
    /// Try only the edits of these packages, or files whose path contains this: `--only placemat-dfa span.rs`
    #[arg(long, value_name = "PART", num_args = 1..)]
    only: Vec<String>,

    /// Print the edits, with what the list says about them, and try none
    #[arg(long)]
    list: bool,
}

/// As a task of its own: whether every edit that was tried is noticed as the list says.
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
        "{} tried: noticed by the quick suite {}, by the full suite {}, by a test {}, by the compiler {}; not noticed {}",
        tried.len(),
        count(|verdict| matches!(verdict, Verdict::Quick(_))),
        count(|verdict| matches!(verdict, Verdict::Full(_))),
        count(|verdict| matches!(verdict, Verdict::Test(_))),
        count(|verdict| matches!(verdict, Verdict::Compiler)),
        count(|verdict| matches!(verdict, Verdict::Broken | Verdict::Survives)),
    );
    println!("{} not as the list says", wrong.len());
    Ok(wrong.is_empty())
}
