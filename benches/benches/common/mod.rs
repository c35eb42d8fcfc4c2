//! What the benchmarks have in common.

use criterion::{BenchmarkId, Criterion, Throughput};
use placemat_benches::{
    contenders::{self, Contender, Kind, Task},
    loads::Load,
    origin::Origin,
    run,
    solo::Solo,
};

/// Runs the groups; or takes turns, if this process is a child.
pub(crate) fn main(groups: impl FnOnce(&mut Criterion)) {
    contenders::serve_if_child();
    let core = run::pin();
    if core.is_none() {
        eprintln!("not pinned to one core; expect wider intervals");
    }
    // To standard error, since other programs read what criterion prints.
    for (name, value) in Origin::find(core).lines() {
        eprintln!("{name:10} {value}");
    }
    let mut criterion = Criterion::default().configure_from_args();
    groups(&mut criterion);
    criterion.final_summary();
}

/// The contenders that give verdicts and are `wanted`.
pub(crate) fn contenders(wanted: impl Fn(&Contender) -> bool) -> Vec<Contender> {
    let mut all = contenders::all();
    all.retain(|one| one.task == Task::Validate && one.kind != Kind::Limit && wanted(one));
    all
}

/// Measures `group/<contender>/<parameter>` for each contender, on fresh samples of the load.
///
/// # Panics
///
/// If a contender's answer is wrong, or its process dies.
pub(crate) fn bench<'a>(
    criterion: &mut Criterion,
    group: &str,
    parameter: &str,
    load: Load<'a>,
    contenders: impl IntoIterator<Item = &'a Contender>,
) {
    let contenders: Vec<_> = contenders.into_iter().collect();
    let mut solo = Solo::new(load, &contenders).expect("every contender gives the right answers");
    let mut group = criterion.benchmark_group(group);
    group.throughput(Throughput::Bytes(solo.octets())).sample_size(30);
    let mut seed = 1;
    for contender in contenders {
        group.bench_function(BenchmarkId::new(&contender.name, parameter), |bencher| {
            bencher.iter_custom(|calls| {
                seed += 1;
                solo.refresh(seed);
                solo.time(contender, calls).expect("the contender's process lives")
            });
        });
    }
    group.finish();
}
