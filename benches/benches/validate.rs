//! `validate/<text>/<backend or peer>/<size>`, for work on a single one: `cargo bench -p placemat-benches`.
//!
//! Criterion measures them one after another, and repeats the same inputs. Ratios come from `cargo xtask bench`,
//! which interleaves all of them.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use placemat::backend;
use placemat_benches::texts;

const TEXTS: [&str; 4] = ["ascii", "english", "russian", "chinese"];
const SIZES: [usize; 3] = [64, 4 << 10, 1 << 20];

fn validate(criterion: &mut Criterion) {
    for text in texts::generated(1).iter().filter(|text| TEXTS.contains(&&*text.name)) {
        let mut group = criterion.benchmark_group(format!("validate/{}", text.name));
        for size in SIZES {
            let sample = text.sample(size, 1);
            let mut bench = |name: &str, validate: &dyn Fn(&[u8]) -> bool| {
                assert!(validate(sample.as_bytes()), "{name}");
                group.throughput(Throughput::Bytes(sample.len() as u64));
                group.bench_function(BenchmarkId::new(name, size), |bencher| {
                    bencher.iter(|| validate(std::hint::black_box(sample.as_bytes())));
                });
            };
            bench("placemat", &placemat::is_utf8);
            for entry in backend::all() {
                let Ok(backend) = entry.get() else { continue };
                bench(entry.name(), &|bytes| backend.validate(bytes).is_ok());
            }
            bench("simdutf8", &|bytes| simdutf8::basic::from_utf8(bytes).is_ok());
            bench("std", &|bytes| str::from_utf8(bytes).is_ok());
        }
    }
}

criterion_group!(benches, validate);
criterion_main!(benches);
