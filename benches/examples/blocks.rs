//! The speed of validation inside another's loop, 64 bytes at a time: `Blocks` of placemat's tokens relative to
//! simdutf8's `ChunkedUtf8ValidatorImp` for AVX2, on pieces of 64 KiB.

fn main() {
    #[cfg(target_arch = "x86_64")]
    x86::main();
    #[cfg(not(target_arch = "x86_64"))]
    println!("not run: simdutf8 and placemat are compared on x86-64");
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::{convert::Infallible, hint::black_box, time::Instant};

    use interleave::{Core, Ratio, Turn, measure};
    use placemat_benches::texts;
    use placemat_x86::avx2::Avx2;
    use simdutf8::basic::imp::{ChunkedUtf8Validator, x86::avx2::ChunkedUtf8ValidatorImp};

    const SIZE: usize = 64 << 10;

    type Contender<'a> = &'a dyn Fn(&[u8]) -> bool;

    pub(crate) fn main() {
        let Ok(avx2) = Avx2::detect() else { return println!("not run: needs AVX2") };
        let contenders: [Contender; 2] = [
            // SAFETY: AVX2 has been detected.
            &|bytes| unsafe { theirs(bytes) },
            // SAFETY: the token proves that the CPU has AVX2.
            &|bytes| unsafe { ours(avx2, bytes) },
        ];
        let mut core = Core::probed();
        for text in texts::all() {
            let Ok(measured) = measure(&mut core, contenders.len(), 201, |Turn { lane, number }| {
                let (warm_up, sample) = (text.sample(SIZE, !number as u64), text.sample(SIZE, number as u64));
                assert!(contenders[lane](warm_up.as_bytes()));
                let start = Instant::now();
                black_box(contenders[lane](black_box(sample.as_bytes())));
                Ok::<_, Infallible>(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
            });
            let Ratio { median, low, high } = Ratio::of(&measured.times[0], &measured.times[1]);
            println!("{:13} {median:.2} [{low:.2}, {high:.2}]", text.name);
        }
    }

    #[target_feature(enable = "avx2,popcnt")]
    fn theirs(bytes: &[u8]) -> bool {
        let (whole, rest) = bytes.as_chunks::<64>();
        // SAFETY: this function is compiled for AVX2, and its callers have detected it.
        let mut blocks = unsafe { ChunkedUtf8ValidatorImp::new() };
        for block in whole {
            // SAFETY: as above.
            unsafe { blocks.update_from_chunks(black_box(block)) };
        }
        // SAFETY: as above.
        unsafe { blocks.finalize(Some(rest)) }.is_ok()
    }

    #[target_feature(enable = "avx2,popcnt")]
    fn ours(avx2: Avx2, bytes: &[u8]) -> bool {
        let (whole, rest) = bytes.as_chunks();
        let mut blocks = avx2.blocks();
        for block in whole {
            blocks.push(black_box(block));
        }
        blocks.finish(rest)
    }
}
