//! Measures the text before the first character that may be written from right to left: U+0590..U+08FF, U+FB1D..U+FDFF,
//! U+FE70..U+FEFE, U+10800..U+10FFF, U+1E800..U+1EFFF, and the controls U+200F, U+202B, U+202E and U+2067.
//!
//! In UTF-8 two or three bytes tell, and in UTF-16 one unit, which is the first of a pair for characters above U+FFFF.

/// Units that are tested together, and fewer of UTF-16 near the end.
const BLOCK: usize = 64;
const SHORT: usize = 8;

/// The lead byte of U+0590.
const FIRST_LEAD: u8 = 0xD6;

/// Returns the number of bytes before the first right-to-left character in UTF-8, or in invalid text before the first
/// bytes that could begin one. Linear time; no panic.
#[must_use]
#[inline(always)]
pub fn utf8_before_rtl(bytes: &[u8]) -> usize {
    let mut padded;
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let window = if let Some(window) = rest.first_chunk() {
            window
        } else {
            padded = [0; BLOCK + 2];
            padded[..rest.len()].copy_from_slice(rest);
            &padded
        };
        if let Some(found) = in_window(window) {
            return at + found;
        }
        at += BLOCK;
    }
    bytes.len()
}

/// Returns the number of units before the first right-to-left character in UTF-16, or before a high surrogate of one,
/// lone or not. Linear time; no panic.
#[must_use]
#[inline(always)]
pub fn utf16_before_rtl(units: &[u16]) -> usize {
    let mut at = blocks::<SHORT>(units, blocks::<BLOCK>(units, 0));
    while units.get(at).is_some_and(|unit| !is_rtl_unit(*unit)) {
        at += 1;
    }
    at
}

/// Skips the blocks from `at` on without a right-to-left unit.
#[inline(always)]
fn blocks<const N: usize>(units: &[u16], mut at: usize) -> usize {
    while let Some(block) = units.get(at..).and_then(<[u16]>::first_chunk::<N>)
        && !any(block, is_rtl_unit)
    {
        at += N;
    }
    at
}

/// Where the first right-to-left character begins in a block, which two more bytes follow.
#[inline(always)]
fn in_window(window: &[u8; BLOCK + 2]) -> Option<usize> {
    let from = |at: usize| window.get(at..).and_then(<[u8]>::first_chunk::<BLOCK>);
    let (b0, b1, b2) = (from(0)?, from(1)?, from(2)?);
    // Most text has only smaller leads (Latin, Greek, Cyrillic), or few that are common to several scripts.
    if !any(b0, |lead| lead >= FIRST_LEAD) || !any(b0, is_rtl_lead) {
        return None;
    }
    let mut is_any = false;
    for i in 0..BLOCK {
        is_any |= is_rtl([b0[i], b1[i], b2[i]]);
    }
    if !is_any {
        return None;
    }
    (0..BLOCK).find(|i| is_rtl([b0[*i], b1[*i], b2[*i]]))
}

/// Whether any unit is, without a branch for each, so that compilers vectorise.
#[inline(always)]
fn any<U: Copy, const N: usize>(block: &[U; N], is: impl Fn(U) -> bool) -> bool {
    block.iter().fold(false, |any, unit| any | is(*unit))
}

#[inline(always)]
fn is_rtl_lead(lead: u8) -> bool {
    within(lead, FIRST_LEAD, 0xE0) | (lead == 0xE2) | (lead == 0xEF) | (lead == 0xF0)
}

/// Whether the bytes begin a right-to-left character.
#[inline(always)]
fn is_rtl([b0, b1, b2]: [u8; 3]) -> bool {
    // U+0590..U+08FF: D6 90 to E0 A3 BF.
    let middle_east = within(b0, 0xD7, 0xDF) | ((b0 == 0xD6) & (b1 >= 0x90)) | ((b0 == 0xE0) & (b1 < 0xA4));
    // The controls: E2 80 8F, E2 80 AB, E2 80 AE and E2 81 A7.
    let marks = (b2 == 0x8F) | (b2 == 0xAB) | (b2 == 0xAE);
    let controls = (b0 == 0xE2) & (((b1 == 0x80) & marks) | ((b1 == 0x81) & (b2 == 0xA7)));
    // U+FB1D..U+FDFF and U+FE70..U+FEFE: EF AC 9D to EF B7 BF, and EF B9 B0 to EF BB BE.
    let forms_a = within(b1, 0xAD, 0xB7) | ((b1 == 0xAC) & (b2 >= 0x9D));
    let forms_b = ((b1 == 0xB9) & (b2 >= 0xB0)) | (b1 == 0xBA) | ((b1 == 0xBB) & (b2 < 0xBF));
    let forms = (b0 == 0xEF) & (forms_a | forms_b);
    // U+10800..U+10FFF and U+1E800..U+1EFFF: F0 90 A0 to F0 90 BF, and F0 9E A0 to F0 9E BF.
    let supplementary = (b0 == 0xF0) & ((b1 == 0x90) | (b1 == 0x9E)) & (b2 >= 0xA0);
    middle_east | controls | forms | supplementary
}

/// Whether the unit is a right-to-left character, or a high surrogate of one.
#[inline(always)]
fn is_rtl_unit(unit: u16) -> bool {
    let controls = (unit == 0x200F) | (unit == 0x202B) | (unit == 0x202E) | (unit == 0x2067);
    // Of U+10800..U+10FFF and U+1E800..U+1EFFF.
    let high = within(unit, 0xD802, 0xD803) | within(unit, 0xD83A, 0xD83B);
    within(unit, 0x0590, 0x08FF)
        | within(unit, 0xFB1D, 0xFDFF)
        | within(unit, 0xFE70, 0xFEFE)
        | controls
        | high
}

/// Whether the unit is in a range, without a branch.
#[inline(always)]
fn within<U: Copy + Ord>(unit: U, first: U, last: U) -> bool {
    (unit >= first) & (unit <= last)
}
