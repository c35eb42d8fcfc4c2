//! What a child does: it runs turns of one contender for its parent. [`child`](super::child) has the parent's side.

use std::io::{self, Write};
use std::{env, path::Path, process};

use interleave::Arena;
use placemat::backend;

use super::child::{ARENA, BACKEND, NAME, TASK, put, take_places};
use super::contender::Contender;

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
    let (mut from, mut to) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let warm_up = match take_places(&mut from) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            places => places?,
        };
        let timed = take_places(&mut from)?;
        let (time, answers) = contender.turn(&arena, &warm_up, &timed)?;
        let mut answer = time.to_le_bytes().to_vec();
        put(&mut answer, answers);
        to.write_all(&answer)?;
        to.flush()?;
    }
}
