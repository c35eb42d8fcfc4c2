//! `validate/<text>/<backend or peer>/<size>`, for work on a single one: `cargo bench -p placemat-benches`; and
//! `replace/<text>/<policy>/<distance of the errors>`, 256 KiB to text with U+FFFD; and `cesu8/<text>/<direction>/<crate>`,
//! 64 KiB of CESU-8.
//!
//! Criterion measures them one after another, and repeats the same inputs. Ratios come from `cargo xtask bench`,
//! which interleaves all of them.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use placemat::{Replacement, backend, from_utf8_lossy_with};
use placemat_benches::texts;
use placemat_legacy::cesu8;

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

fn replace(criterion: &mut Criterion) {
    for text in texts::generated(1).iter().filter(|text| TEXTS.contains(&&*text.name)) {
        let mut group = criterion.benchmark_group(format!("replace/{}", text.name));
        let sample = text.sample(256 << 10, 1);
        for every in [16, 64, 4096] {
            // A surrogate, which not all policies replace alike.
            let pieces = sample.as_bytes().chunks(every).flat_map(|piece| [piece, b"\xED\xA0\x80"]);
            let bytes: Vec<u8> = pieces.flatten().copied().collect();
            group.throughput(Throughput::Bytes(bytes.len() as u64));
            for &policy in Replacement::ALL {
                group.bench_function(BenchmarkId::new(policy.name(), every), |bencher| {
                    bencher.iter(|| from_utf8_lossy_with(std::hint::black_box(&bytes), policy).len());
                });
            }
        }
    }
}

fn cesu8(criterion: &mut Criterion) {
    for text in texts::generated(1).iter().filter(|text| TEXTS.contains(&&*text.name) || text.name == "emoji")
    {
        let mut group = criterion.benchmark_group(format!("cesu8/{}", text.name));
        let sample = text.sample(64 << 10, 1);
        let encoded = cesu8::from_utf8(&sample);
        assert_eq!(encoded, simd_cesu8::encode(&sample));
        group.throughput(Throughput::Bytes(encoded.len() as u64));
        let mut bench = |direction: &str, name: &str, convert: &dyn Fn() -> usize| {
            let name = BenchmarkId::new(direction, name);
            group.bench_function(name, |bencher| bencher.iter(|| std::hint::black_box(convert())));
        };
        bench("to-utf8", "placemat-legacy", &|| cesu8::to_utf8(&encoded).map_or(0, |text| text.len()));
        bench("to-utf8", "simd_cesu8", &|| simd_cesu8::decode_strict(&encoded).map_or(0, |text| text.len()));
        bench("from-utf8", "placemat-legacy", &|| cesu8::from_utf8(&sample).len());
        bench("from-utf8", "simd_cesu8", &|| simd_cesu8::encode(&sample).len());
    }
}

criterion_group!(benches, validate, replace, cesu8);
criterion_main!(benches);
