//! A Latin-1 kernel that misbehaves in every way its contract allows, and keeps records.

use placemat_core::convert::Progress;
use placemat_simd::{
    BLOCK, Token,
    convert::{Decoded, Latin1Kernel, Pairs},
    emulated::Emulated,
};

use crate::ledger;

/// The hostile kernel: quick or not, and with its own code for less than a block, or with padded blocks.
#[derive(Clone, Copy)]
pub(crate) struct Hostile<const QUICK: bool, const PARTS: bool>;

/// Its code for blocks, with the defaults of the trait for less.
#[derive(Clone, Copy)]
struct Blocks;

const PLAIN: Emulated<16> = Emulated;
const RUBBISH: u8 = 0xFE;

impl<const QUICK: bool, const PARTS: bool> Token for Hostile<QUICK, PARTS> {}

impl<const QUICK: bool, const PARTS: bool> Latin1Kernel for Hostile<QUICK, PARTS> {
    const IS_QUICK: bool = QUICK;

    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        Blocks.is_ascii(block)
    }

    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        Blocks.copy(bytes, dst)
    }

    fn encode(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        Blocks.encode(block, dst)
    }

    fn decode(self, window: &Pairs, dst: &mut [u8; BLOCK]) -> Decoded {
        Blocks.decode(window, dst)
    }

    fn decode_some(self, before: u8, bytes: &[u8], dst: &mut [u8]) -> Option<Progress> {
        if !PARTS {
            return ledger::copying(bytes, || Blocks.decode_some(before, bytes, dst));
        }
        let some = PLAIN.decode_some(before, bytes, dst);
        let Progress { read, written } = some.unwrap_or_default();
        dst[written..].fill(RUBBISH);
        ledger::converted((bytes, 0), read, (dst, written), false);
        some
    }

    fn encode_some(self, bytes: &[u8], dst: &mut [u8]) -> Option<usize> {
        if !PARTS {
            return ledger::copying(bytes, || Blocks.encode_some(bytes, dst));
        }
        let some = PLAIN.encode_some(bytes, dst);
        let (read, written) = some.map_or((0, 0), |written| (bytes.len(), written));
        dst[written..].fill(RUBBISH);
        ledger::converted((bytes, 0), read, (dst, written), false);
        some
    }
}

impl Token for Blocks {}

impl Latin1Kernel for Blocks {
    fn is_ascii(self, block: &[u8; BLOCK]) -> bool {
        let is_ascii = block.is_ascii();
        if is_ascii {
            ledger::ascii(block);
        }
        is_ascii
    }

    fn copy<const N: usize>(self, bytes: &[u8; N], dst: &mut [u8; N]) -> bool {
        let is_ascii = bytes.is_ascii();
        if is_ascii {
            *dst = *bytes;
            ledger::converted((bytes, 0), N, (dst, N), false);
        } else {
            dst.fill(RUBBISH);
            ledger::vain(N);
        }
        is_ascii
    }

    fn encode(self, block: &[u8; BLOCK], dst: &mut [u8; 2 * BLOCK]) -> usize {
        let written = Latin1Kernel::encode(PLAIN, block, dst);
        dst[written..].fill(RUBBISH);
        let padding = padding(block);
        ledger::converted((block, 0), BLOCK - padding, (dst, written - padding), false);
        written
    }

    fn decode(self, window: &Pairs, dst: &mut [u8; BLOCK]) -> Decoded {
        let decoded = Latin1Kernel::decode(PLAIN, window, dst);
        let padding = padding(&window[1..]);
        let read = BLOCK - padding;
        // If a lead byte is the last byte, the driver does use the output, although the padding after it is wrong.
        if decoded.wrong.trailing_zeros() as usize >= read {
            dst[decoded.written..].fill(RUBBISH);
            ledger::converted((window, 1), read, (dst, decoded.written - padding), false);
            return decoded;
        }
        dst.fill(RUBBISH);
        ledger::vain(read);
        Decoded { written: BLOCK, ..decoded }
    }
}

/// Counts the zeros at the end, which are padding.
fn padding(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|byte| **byte == 0).count()
}
