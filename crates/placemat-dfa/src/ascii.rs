//! Finds ASCII blocks.

/// Bytes per block.
pub(crate) const BLOCK: usize = 64;

/// Bytes of ASCII that are skipped at once.
const RUN: usize = 4 * BLOCK;

/// Returns one bit for each of the first 64 blocks of `bytes`, lowest bit first: whether the block has a byte
/// that is not ASCII. The last block may be shorter than [`BLOCK`]; bits of missing blocks are 0.
///
/// No branch depends on a byte, so that compilers vectorise it where the target has vectors.
#[inline]
pub(crate) fn not_ascii(bytes: &[u8]) -> u64 {
    let (blocks, last) = bytes.as_chunks::<BLOCK>();
    let set = blocks
        .iter()
        .take(u64::BITS as usize)
        .enumerate()
        .fold(0, |set, (i, block)| set | u64::from(!is_ascii(block)) << i);
    if blocks.len() >= u64::BITS as usize { set } else { set | u64::from(!is_ascii(last)) << blocks.len() }
}

/// Returns the offset of the first run of four blocks, from `at` on, that is not all ASCII or is incomplete.
#[inline]
pub(crate) fn skip(bytes: &[u8], mut at: usize) -> usize {
    while let Some(run) = bytes.get(at..).and_then(|rest| rest.first_chunk::<RUN>())
        && is_ascii(run)
    {
        at += RUN;
    }
    at
}

#[inline]
fn is_ascii(block: &[u8]) -> bool {
    let (words, rest) = block.as_chunks::<8>();
    let any = words.iter().fold(0, |any, word| any | u64::from_ne_bytes(*word));
    any & (u64::MAX / 0xFF * 0x80) == 0 && rest.iter().fold(0, |any, byte| any | byte) < 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_byte_sets_one_bit() {
        for len in [0, 1, 63, 64, 65, 4095, 4096, 4097, 5000] {
            let mut bytes = [0x7F; 5000];
            assert_eq!(not_ascii(&bytes[..len]), 0);
            for at in 0..len {
                bytes[at] = 0x80;
                let expected = if at < 4096 { 1 << (at / BLOCK) } else { 0 };
                assert_eq!(not_ascii(&bytes[..len]), expected, "{at} of {len}");
                bytes[at] = 0x7F;
            }
        }
    }
}
