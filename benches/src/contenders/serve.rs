//! The other side: what a child runs.

use std::{env, io, path::Path, process};

use interleave::Arena;
use placemat::backend;

use super::child::{ARENA, BACKEND, NAME, TASK};
use super::contender::Contender;
use super::turn::Places;

/// Must be called first by every program that measures. Does not return in a child.
pub(crate) fn serve_if_child() {
    let (Ok(name), Ok(task), Some(arena)) = (env::var(NAME), env::var(TASK), env::var_os(ARENA)) else {
        return;
    };
    if let Err(error) = serve(&name, &task, Path::new(&arena)) {
        eprintln!("{name}: {error}");
        process::exit(2);
    }
    process::exit(0);
}

/// Runs turns of a contender until the parent closes the input.
fn serve(name: &str, task: &str, arena: &Path) -> io::Result<()> {
    // First, since the facade's first call settles its backend.
    if let Ok(backend) = env::var(BACKEND) {
        let entry = backend::by_name(&backend).map_err(io::Error::other)?;
        backend::install(entry).map_err(io::Error::other)?;
    }
    let is_wanted = |one: &Contender| one.name == name && format!("{:?}", one.task) == task;
    let contender = super::all().into_iter().find(is_wanted).ok_or(io::ErrorKind::Unsupported)?;
    let arena = Arena::open(arena)?;
    for line in io::stdin().lines() {
        let (warm_up, timed): (Places, Places) = serde_json::from_str(&line?)?;
        println!("{}", serde_json::to_string(&contender.turn(&arena, &warm_up, &timed)?)?);
    }
    Ok(())
}
