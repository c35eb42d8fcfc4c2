//! The project's own tasks, one file each in `tasks/`. `cargo xtask --help` lists them.
//!
//! The tasks use three folders: `host` is about this machine, `runner` runs commands and steps, `project` is about
//! the project. Each folder imports only from the later ones in this list. No task imports another, except `test`,
//! which makes steps of them, `setup`, which installs their requirements, and `scripts`, which runs them.
//!
//! Invariant: this package imports none of the workspace's crates. It spawns cargo, so it builds in seconds, and
//! works when the crates do not build.

#![forbid(unsafe_code)]

mod host;
mod project;
mod runner;
mod tasks;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use project::workspace::Workspace;
use tasks::{bench, certify, cross, fuzz, scripts, setup, test, tidy, vectors};

/// Development tasks of placemat. Only `setup` writes outside `target/`.
///
/// Start with `cargo xtask test`. `cargo xtask TASK --help` lists the options of a task.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
#[command(subcommand_value_name = "TASK", subcommand_help_heading = "Tasks")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run all tests that this machine can run; prints a line per step and a table at the end
    Test(test::Options),
    /// Check the structure of the workspace: imports, dependencies, file sizes, words
    Tidy,
    /// Prove the vector kernels by testing every possible window of bytes, and print the coverage
    Certify(certify::Options),
    /// Run the tests on other CPU architectures in emulators (QEMU, Node.js)
    Cross(cross::Options),
    /// Check the machine code of the vector kernels
    Asm(Script),
    /// Measure how much placemat adds to the size of a program that only validates, and check the limits
    Size(Script),
    /// Test the library for C and C++; with `--prefix DIR`, install it there instead
    Capi(Script),
    /// Test crates that use UTF-8 with placemat in their place; `--bench` compares their speed
    Downstream(Script),
    /// Test the examples for Parquet, Arrow, DataFusion, SQLite and PostgreSQL
    Examples(Script),
    /// Fuzz every backend, coverage-guided, for a bounded time, with the address sanitizer
    Fuzz(fuzz::Options),
    /// Benchmark placemat and its peers, or check the performance targets
    #[command(disable_help_flag = true)]
    Bench(bench::Options),
    /// Mutation testing: edit a copy of the source, one edit at a time, and check that the tests fail
    Mutate(Script),
    /// Derive the results of the conformance vectors, and determine which wrong decoders each of them detects
    Vectors(vectors::Options),
    /// Build the Python wheel, and test it in a fresh environment; `--engines` with Ray and Dask, `--spark` on Spark
    Python(Script),
    /// Build, pack and test the JavaScript package, and its demo page in a browser
    Js(Script),
    /// Build the packages for apt, pip, pre-commit and npm, and install each into an empty environment
    Packages(Script),
    /// Run the conformance vectors on the decoders of other languages
    OtherLanguages(Script),
    /// Print the commands that install what `test --all` needs; with `CI=true`, run them
    Setup(setup::Options),
}

/// The arguments of a script.
#[derive(clap::Args)]
struct Script {
    /// The script describes them in its head
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the task, which prints its results. Returns whether it succeeded.
fn run(args: &Args) -> Result<bool> {
    let workspace = Workspace::load()?;
    let script = |path: &str, Script { args }: &Script| scripts::main(&workspace, path, args);
    match &args.task {
        Task::Test(options) => test::main(&workspace, options),
        Task::Tidy => tidy::main(&workspace),
        Task::Certify(options) => certify::main(&workspace, options),
        Task::Cross(options) => cross::main(&workspace, options),
        Task::Capi(args) => script("crates/placemat-capi/test.sh", args),
        Task::Downstream(args) => script(".ci/downstream.py", args),
        Task::Examples(args) => script("examples/test.sh", args),
        Task::Asm(args) => script(".ci/asm.py", args),
        Task::Size(args) => script(".ci/size.py", args),
        Task::Fuzz(options) => fuzz::main(&workspace, options),
        Task::Bench(options) => bench::main(&workspace, options),
        Task::Mutate(args) => script("xtask/src/tasks/mutate/mutate.py", args),
        Task::Vectors(options) => vectors::main(&workspace, options),
        Task::Python(args) => script("bindings/python/test.sh", args),
        Task::Js(args) => script("bindings/js/test.sh", args),
        Task::Packages(args) => script("packaging/test.sh", args),
        Task::OtherLanguages(args) => script("conformance/adapters/run.py", args),
        Task::Setup(options) => setup::main(&workspace, options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tasks::test::long::{JOBS, Job};

    /// The arguments of each call of xtask in a text.
    fn calls(text: &str) -> impl Iterator<Item = Vec<&str>> {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        lines.filter_map(|line| Some(line.split_once("cargo xtask ")?.1.split_whitespace().collect()))
    }

    #[test]
    fn continuous_integration_calls_tasks_and_steps_that_exist() {
        let workspace = Workspace::load().unwrap();
        let steps = test::all(&workspace);
        for file in [".ci/run", ".github/workflows/ci.yml", ".github/workflows/long.yml"] {
            let text = workspace.read(file).unwrap();
            assert!(calls(&text).count() > 0, "{file} calls no task");
            for words in calls(&text) {
                let parsed = Args::try_parse_from(["xtask"].iter().chain(&words));
                assert!(parsed.is_ok(), "{file} calls {words:?}");
                for step in words.iter().skip_while(|word| **word != "--only").skip(1) {
                    assert!(steps.iter().any(|known| known.name == **step), "{file}: no step `{step}`");
                }
            }
        }
    }

    #[test]
    fn long_jobs_can_be_typed_and_have_a_workflow() {
        let workspace = Workspace::load().unwrap();
        let workflow = workspace.read(".github/workflows/long.yml").unwrap();
        for Job { command, timed, .. } in &*JOBS {
            for words in calls(command) {
                let parsed = Args::try_parse_from(["xtask"].into_iter().chain(words));
                assert!(parsed.is_ok(), "`{command}` cannot be typed");
            }
            let runs = workflow.lines().any(|line| line.trim_start().strip_prefix("- ") == Some(command));
            assert_eq!(runs, !timed, "`{command}` in the workflow of long jobs");
        }
    }
}
