//! Finds the structural characters of JSON and validates the text in one loop, as a parser does that owns the loop:
//! `structural FILE`.

use std::{env, error::Error, fs};

#[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
mod parser {
    #[cfg(target_arch = "x86")]
    use core::arch::x86::{
        __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256,
        _mm256_set1_epi8,
    };
    #[cfg(target_arch = "x86_64")]
    use core::arch::x86_64::{
        __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256,
        _mm256_set1_epi8,
    };

    use placemat_x86::avx2::Avx2;

    /// The offsets of the structural characters; `None` if the text is not valid UTF-8.
    #[target_feature(enable = "avx2,popcnt")]
    pub(crate) fn structural(avx2: Avx2, text: &[u8]) -> Option<Vec<usize>> {
        let mut offsets = Vec::new();
        let mut blocks = avx2.blocks();
        let (whole, rest) = text.as_chunks();
        for (nth, block) in whole.iter().enumerate() {
            blocks.push(block);
            add(&mut offsets, 64 * nth, mask(block));
        }
        let mut last = [0; 64];
        last[..rest.len()].copy_from_slice(rest);
        add(&mut offsets, text.len() - rest.len(), mask(&last));
        blocks.finish(rest).then_some(offsets)
    }

    /// One bit per byte, lowest bit first: set for a structural character.
    #[target_feature(enable = "avx2,popcnt")]
    fn mask(block: &[u8; 64]) -> u64 {
        let mut mask = 0;
        for (nth, half) in block.as_chunks::<32>().0.iter().enumerate() {
            // SAFETY: the half has 32 bytes.
            let bytes: __m256i = unsafe { _mm256_loadu_si256(half.as_ptr().cast()) };
            let mut found = _mm256_set1_epi8(0);
            for character in *b"{}[]:,\"" {
                let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(character.cast_signed()));
                found = _mm256_or_si256(found, equal);
            }
            mask |= u64::from(_mm256_movemask_epi8(found).cast_unsigned()) << (32 * nth);
        }
        mask
    }

    fn add(offsets: &mut Vec<usize>, start: usize, mut mask: u64) {
        while mask != 0 {
            offsets.push(start + mask.trailing_zeros() as usize);
            mask &= mask - 1;
        }
    }

    #[test]
    fn the_text_is_validated_and_searched() {
        let Ok(avx2) = Avx2::detect() else { return };
        for before in 0..130 {
            let text = [" ".repeat(before), "{\"k\u{E9}\":[1]}".to_owned()].concat();
            let expected: Vec<_> = [0, 1, 4 + 1, 6, 7, 9, 10].map(|at| before + at).into();
            // SAFETY: the token proves that the CPU has AVX2.
            assert_eq!(unsafe { structural(avx2, text.as_bytes()) }, Some(expected), "{before}");
            let broken = &text.as_bytes()[..before + 4];
            // SAFETY: as above.
            assert_eq!(unsafe { structural(avx2, broken) }.is_some(), broken.is_ascii(), "{before}");
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args_os().nth(1).ok_or("structural FILE")?;
    let text = fs::read(&file)?;
    #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
    {
        let avx2 = placemat_x86::avx2::Avx2::detect()?;
        // SAFETY: the token proves that the CPU has AVX2.
        let offsets = unsafe { parser::structural(avx2, &text) }.ok_or("not valid UTF-8")?;
        println!("{} bytes, {} structural characters", text.len(), offsets.len());
    }
    Ok(())
}
