//! Compares the vectors with `CPython`; runs the program in their README verbatim.
//! Emulators do not run it.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// Runs a Python program. `None` if there is no Python, which is reported.
fn python(program: &str) -> Option<Output> {
    match Command::new("python3").arg("-c").arg(program).current_dir(folder()).output() {
        Ok(output) => Some(output),
        Err(error) => {
            println!("not run: python3: {error}");
            None
        }
    }
}

#[test]
fn the_program_of_the_readme_runs() {
    let readme = std::fs::read_to_string(folder().join("README.md")).unwrap();
    let program = readme.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let lines = program.lines().filter(|line| !line.trim().is_empty()).count();
    assert!((8..=12).contains(&lines), "{lines} lines");
    let Some(output) = python(program) else { return };
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    // The program can fail.
    let wrong = program.replace(".decode(\"utf-8\")", ".decode(\"utf-8\", \"surrogatepass\")");
    assert_ne!(wrong, program);
    assert!(!python(&wrong).unwrap().status.success());
}

#[test]
fn cpython_agrees() {
    let Some(output) = python(include_str!("cpython.py")) else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}\n{}", String::from_utf8_lossy(&output.stderr));
    let compared: Vec<u32> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    println!("{text}");
    assert!(compared.len() == 6 && compared.iter().all(|&count| count > 40), "{text}");
    assert!(compared[0] > 10_000, "{text}");
}
