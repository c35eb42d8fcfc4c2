//! A UTF-32 kernel that misbehaves in every way its contract allows, and keeps records.
//!
//! It has several variants. With 16 lanes it is narrow; with 64 it also validates and converts in one pass, if the
//! text is long enough; with 32 it does neither.

use std::cell::Cell;

use placemat_core::{Scan, convert::Progress};
use placemat_simd::convert::{BEFORE, ConvertUtf32, Frame, Thresholds, Utf32Dst, utf32_fused};
use placemat_simd::{BLOCK, emulated::Emulated};

use crate::ledger;
use crate::spy::{Spies, Spy};

/// The hostile kernel, which converts less than a block by code of its own, or as a padded block.
#[derive(Clone, Copy)]
pub(crate) struct Hostile<const PARTS: bool>;

const RUBBISH: u32 = 0xDEAD_BEEF;
const RUBBISH_BYTE: u8 = 0xFE;

/// Validates for the driver, as vague about the place of an error as the contract allows.
pub(crate) fn validate(bytes: &[u8]) -> Scan {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            ledger::validated(bytes, text.len());
            Scan::Clean
        }
        Err(error) => {
            let good = error.valid_up_to();
            ledger::validated(bytes, good);
            let is_lead = |at: &usize| bytes[*at] & 0xC0 != 0x80;
            let upper = [0, good / 2, good][bytes.len() % 3];
            Scan::Suspect { from: (0..=upper).rev().find(is_lead).unwrap_or(0) }
        }
    }
}

const PLAIN: Emulated<16> = Emulated;

thread_local! {
    /// Whether validation happens in the same pass.
    static IS_FUSED: Cell<bool> = const { Cell::new(false) };
}

impl<const LANES: usize, const PARTS: bool> Spies<LANES> for Hostile<PARTS> {
    // Small, so that texts have many pieces, except with one of the kernels.
    const THRESHOLDS: Thresholds = match PARTS {
        true => Thresholds::NARROW,
        false => Thresholds { utf32_piece: if LANES == 16 { 512 } else { 1024 }, ..Thresholds::NARROW },
    };
}

impl<const LANES: usize, const PARTS: bool> ConvertUtf32 for Spy<Hostile<PARTS>, LANES> {
    fn widen_to_utf32(self, block: &[u8; BLOCK], dst: &mut [u32; BLOCK]) {
        if !block.is_ascii() {
            ledger::fault("a block that is not ASCII was widened");
        }
        *dst = block.map(u32::from);
        ledger::converted((block, 0), BLOCK, false);
    }

    fn decode_utf32(self, frame: &Frame, bytes: u64, dst: &mut [u32; BLOCK]) -> usize {
        let is_fused = IS_FUSED.get();
        let read = bytes.trailing_ones() as usize;
        if read == 0 || bytes != u64::MAX >> (BLOCK - read) {
            ledger::fault(format!("no run of bytes: {bytes:x}"));
        }
        let written = if ledger::is_part_of_text(frame) {
            let written = PLAIN.decode_utf32(frame, bytes, dst);
            dst[written..].fill(RUBBISH);
            written
        } else {
            if !is_fused {
                ledger::fault(format!("not part of valid text: {frame:x?}"));
            }
            // The accumulator is checked afterwards, and none of this is kept.
            dst.fill(RUBBISH);
            BLOCK
        };
        ledger::converted((frame, BEFORE), read, !is_fused);
        written
    }

    fn fused_utf32(self, source: &[u8], dst: &mut [u32], from: Progress) -> Progress {
        if LANES < 64 {
            return from;
        }
        IS_FUSED.set(true);
        let at = utf32_fused(Spy::<_, 64>(self.0), source, dst, from);
        IS_FUSED.set(false);
        at
    }

    fn encode_utf32(self, units: &[u32; BLOCK], dst: &mut Utf32Dst) -> Option<usize> {
        let written = PLAIN.encode_utf32(units, dst);
        dst[written.unwrap_or(0)..].fill(RUBBISH_BYTE);
        if written.is_some() {
            // Missing units are padded with zeros, which become bytes as well.
            let padding = units.iter().rev().take_while(|unit| **unit == 0).count();
            ledger::converted((units, 0), BLOCK - padding, false);
        } else {
            ledger::vain(BLOCK);
        }
        written
    }

    fn encode_utf32_partial(self, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
        if !PARTS {
            return encode_padded(self, units, dst);
        }
        // Where it has to stop, it may stop earlier.
        let some = PLAIN.encode_utf32_partial(units, dst);
        let some = some.filter(|some| some.read == units.len() || units.len().is_multiple_of(2));
        let Progress { read, written } = some.unwrap_or_default();
        dst[written..].fill(RUBBISH_BYTE);
        ledger::converted((units, 0), read, false);
        some
    }
}

/// Encodes less than a block as a block that is padded with zeros.
fn encode_padded(kernel: impl ConvertUtf32, units: &[u32], dst: &mut [u8]) -> Option<Progress> {
    let mut block = [0; BLOCK];
    block[..units.len()].copy_from_slice(units);
    let mut bytes = [0; size_of::<Utf32Dst>()];
    let written = kernel.encode_utf32(&block, &mut bytes)? - (BLOCK - units.len());
    dst.get_mut(..written)?.copy_from_slice(&bytes[..written]);
    Some(Progress { read: units.len(), written })
}
