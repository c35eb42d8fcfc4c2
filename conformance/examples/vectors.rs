//! Writes the vectors to `conformance/vectors/`. With `--check` it compares them instead, and scores them with the
//! mutants; `cargo xtask vectors` runs it.

use std::path::{Path, PathBuf};
use std::{error::Error, fs, io};

use placemat_conformance::score::{self, Score};
use placemat_conformance::vectors::{self, Case, flags};

/// The maximum size of all files together, in bytes.
const MOST: usize = 5_000_000;

/// The maximum number of cases in the smoke set.
const MOST_SMOKE: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let check = match std::env::args().skip(1).collect::<Vec<_>>()[..] {
        [] => false,
        [ref option] if option == "--check" => true,
        _ => return Err("usage: vectors [--check]".into()),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let (mut bytes, mut cases) = (0, Vec::new());
    let is_file = |path: &PathBuf| path.extension().is_some_and(|kind| kind == "jsonl");
    let mut files = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(is_file);
    for (name, finished) in score::finished() {
        let text: String = finished.iter().map(|case| vectors::write(case) + "\n").collect();
        bytes += text.len();
        let file = folder.join(name).with_extension("jsonl");
        files.retain(|other| *other != file);
        if !check {
            fs::write(&file, text)?;
        } else if fs::read_to_string(&file)? != text {
            let advice = "differs: run `cargo xtask vectors`, then `git diff` shows the lines";
            return Err(format!("{} {advice}", file.display()).into());
        }
        println!("{name:<12} {:>6} cases", finished.len());
        cases.extend(finished);
    }
    if let Some(file) = files.first() {
        return Err(format!("{} is no file of the vectors", file.display()).into());
    }
    let smoke: Vec<Case> = cases.iter().filter(|case| case.has(flags::SMOKE)).cloned().collect();
    println!("{} cases, {bytes} bytes; {} in the smoke set", cases.len(), smoke.len());
    if bytes > MOST || smoke.len() > MOST_SMOKE {
        return Err(format!("more than {MOST} bytes, or {MOST_SMOKE} cases in the smoke set").into());
    }
    let all = score::count(&cases);
    print!("all:\n{all}");
    complete(&all, |_| true)?;
    let few = score::count(&smoke);
    complete(&few, |family| !["automaton", "table"].contains(&family))?;
    println!("the smoke set alone kills {} of {}", few.killed(), few.of());
    Ok(())
}

/// Fails if a mutant of these families survives, or a vector is wrong.
fn complete(score: &Score, wanted: impl Fn(&str) -> bool) -> Result<(), Box<dyn Error>> {
    let survives =
        score.families.iter().filter(|family| wanted(family.name)).any(|family| family.killed < family.of);
    let empty = score.families.iter().any(|family| family.of == 0);
    if survives || empty || !score.wrong.is_empty() {
        return Err(format!("not all is well:\n{score}").into());
    }
    Ok(())
}
