//! The contenders: every backend that this machine supports, the facade, and their peers.

mod child;
mod column;
mod columns;
mod contender;
mod copies;
mod decoders;
mod limits;
mod peers;
mod positions;
mod streams;
mod task;
mod turn;
mod units;
mod work;

use std::{env, io, path::Path, process};

use interleave::Arena;
use placemat::backend::{self, Handle};

pub(crate) use contender::{Contender, Kind};
pub(crate) use task::{QUESTIONS, Task};
pub(crate) use turn::Places;
pub(crate) use work::{ALL as WORKS, Act, Form, Work};

use child::{ARENA, BACKEND, NAME, TASK};

/// All contenders on this machine: the registry's backends, the facade, the peers, those that need a process of their
/// own, and the limits; for each task.
pub(crate) fn all() -> Vec<Contender> {
    let runnable: Vec<_> =
        backend::all().iter().filter_map(|entry| Some((entry.name(), entry.get().ok()?))).collect();
    let mut all = backends(&runnable);
    all.push(Contender::new(Task::Validate, "placemat", Kind::Facade, facade));
    // A process can install one backend, once. The active one is included, to show how a process of its own affects a
    // contender.
    all.extend(contender::facades(Task::Validate, &runnable));
    all.extend(peers::all());
    all.extend(limits::all());
    all.extend(copies::all());
    all.extend(decoders::lossy(&runnable));
    all.extend(decoders::owned());
    all.extend(decoders::chars());
    all.extend(columns::all());
    all.extend(positions::all());
    all.extend(streams::all(&runnable));
    all.extend(units::all(&runnable, &peers::kernels()));
    all
}

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
    let contender = all().into_iter().find(is_wanted).ok_or(io::ErrorKind::Unsupported)?;
    let arena = Arena::open(arena)?;
    for line in io::stdin().lines() {
        let (warm_up, timed): (Places, Places) = serde_json::from_str(&line?)?;
        println!("{}", serde_json::to_string(&contender.turn(&arena, &warm_up, &timed)?)?);
    }
    Ok(())
}

fn facade(bytes: &[u8]) -> bool {
    placemat::validate(bytes).is_ok()
}

/// The backends, each with a type, and so a loop, of its own.
fn backends(runnable: &[(&str, Handle)]) -> Vec<Contender> {
    fn contender<const N: usize>(name: &str, backend: Handle) -> Contender {
        Contender::new(Task::Validate, name, Kind::Backend, move |bytes| {
            // Prevents the identical loops of two backends from being merged.
            std::hint::black_box(N);
            backend.validate(bytes).is_ok()
        })
    }
    macro_rules! loops {
        ($($number:literal)*) => { [$(contender::<$number>),*] };
    }
    const LOOPS: [fn(&str, Handle) -> Contender; 8] = loops!(0 1 2 3 4 5 6 7);
    let contenders = runnable.iter().zip(LOOPS.iter().cycle());
    contenders.map(|((name, backend), contender)| contender(name, *backend)).collect()
}
