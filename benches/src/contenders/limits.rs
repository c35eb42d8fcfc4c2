//! Upper bounds for validators: reading every byte once without processing it, and copying.
//!
//! On x86-64 a loop that only loads comes in four shapes for each supported vector width: with one accumulator or
//! four, each with and without a prefetch 4 KiB ahead. All use aligned loads. The fastest shape depends on where the
//! bytes are, so the limit is the best of them for each size. On other processors it is a single plain loop, which a
//! validator may outperform.

use super::contender::{Contender, Kind};
use super::{copies, task::Task};

/// All of them.
pub(super) fn all() -> Vec<Contender> {
    let copy = Contender::new(Task::Validate, "memcpy", Kind::Limit, copies::unvalidated);
    loads().into_iter().chain([copy]).collect()
}

fn limit(name: &str, read: impl Fn(&[u8]) + 'static) -> Contender {
    Contender::new(Task::Validate, name, Kind::Limit, move |bytes| {
        read(bytes);
        true
    })
}

#[cfg(target_arch = "x86_64")]
fn loads() -> Vec<Contender> {
    let mut all: Vec<_> = x86::load_128().collect();
    if is_x86_feature_detected!("avx2") {
        all.extend(x86::load_256());
    }
    if is_x86_feature_detected!("avx512f") {
        all.extend(x86::load_512());
    }
    all
}

#[cfg(not(target_arch = "x86_64"))]
fn loads() -> Vec<Contender> {
    // Compiled with the vectors that every processor of the target has.
    let load = |bytes: &[u8]| {
        let (chunks, rest) = bytes.as_chunks::<64>();
        let all = chunks.iter().fold([0; 64], |all, chunk| std::array::from_fn(|i| all[i] | chunk[i]));
        std::hint::black_box(rest.iter().fold(all, |all, byte| all.map(|one| one | byte)));
    };
    vec![limit("load-any-plain", load)]
}

#[cfg(target_arch = "x86_64")]
#[expect(clippy::incompatible_msrv, reason = "not for the oldest compiler")]
#[expect(
    unsafe_code,
    reason = "vectors are read through pointers, and by instructions that not every machine has"
)]
mod x86 {
    use std::{arch::x86_64::*, hint::black_box};

    use super::{Contender, limit};

    macro_rules! load {
        ($name:ident, $feature:literal, $vector:ty, $zero:ident, $or:ident, $unaligned:ident) => {
            /// The shapes of a loop, with one accumulator or four, with or without a prefetch. The machine must have
            /// the feature.
            pub(super) fn $name() -> impl Iterator<Item = Contender> {
                #[target_feature(enable = $feature)]
                fn shape<const ACCUMULATORS: usize, const AHEAD: bool>(bytes: &[u8]) {
                    const WIDTH: usize = size_of::<$vector>();
                    let (Some(first), Some(last)) =
                        (bytes.first_chunk::<WIDTH>(), bytes.last_chunk::<WIDTH>())
                    else {
                        black_box(bytes.iter().fold(0, |all, byte| all | byte));
                        return;
                    };
                    let mut all = [$zero(); ACCUMULATORS];
                    // The bytes at both ends that aligned vectors do not cover.
                    for end in [first, last] {
                        // SAFETY: the array has the size of a vector.
                        all[0] = $or(all[0], unsafe { $unaligned(end.as_ptr().cast()) });
                    }
                    // SAFETY: any bytes are a vector of integers.
                    let (_, vectors, _) = unsafe { bytes.align_to::<$vector>() };
                    let (groups, rest) = vectors.as_chunks::<4>();
                    for group in groups {
                        if AHEAD {
                            for line in 0..size_of_val(group) / 64 {
                                let at = group.as_ptr().cast::<i8>().wrapping_add(4096 + 64 * line);
                                #[allow(unused_unsafe, reason = "newer compilers know it is safe")]
                                // SAFETY: a prefetch accesses no memory architecturally, so any address is allowed.
                                unsafe {
                                    _mm_prefetch::<_MM_HINT_T0>(at);
                                }
                            }
                        }
                        for i in 0..4 {
                            all[i % ACCUMULATORS] = $or(all[i % ACCUMULATORS], group[i]);
                        }
                    }
                    for vector in rest {
                        all[0] = $or(all[0], *vector);
                    }
                    black_box(all);
                }
                let shapes: [(&str, unsafe fn(&[u8])); 4] = [
                    ("one", shape::<1, false>),
                    ("four", shape::<4, false>),
                    ("one+prefetch", shape::<1, true>),
                    ("four+prefetch", shape::<4, true>),
                ];
                shapes.into_iter().map(|(shape, load)| {
                    limit(&format!("{}-{shape}", stringify!($name).replace('_', "-")), move |bytes| {
                        // SAFETY: `loads` has detected the feature.
                        unsafe { load(bytes) }
                    })
                })
            }
        };
    }

    load!(load_128, "sse2", __m128i, _mm_setzero_si128, _mm_or_si128, _mm_loadu_si128);
    load!(load_256, "avx2", __m256i, _mm256_setzero_si256, _mm256_or_si256, _mm256_loadu_si256);
    load!(load_512, "avx512f", __m512i, _mm512_setzero_si512, _mm512_or_si512, _mm512_loadu_si512);
}

#[cfg(test)]
mod tests {
    use super::*;
    use interleave::Arena;

    #[test]
    fn every_length_can_be_read() {
        let arena = Arena::new(2048).unwrap();
        let places: Vec<_> = (0..300).chain([2047]).map(|len| (1, len)).collect();
        for limit in all() {
            assert_eq!(limit.turn(&arena, &[], &places).unwrap().1, places.len(), "{}", limit.name);
        }
    }
}
