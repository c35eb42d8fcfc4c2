//! Counts and searches, strip by strip, in groups of eight registers: a comparison makes a mask, `vcpop` counts its bits,
//! and `vfirst` finds the first.

use placemat_core::convert::portable::{ValidateUnits, up_to};
use placemat_core::convert::{Utf16, Utf32};
use placemat_core::{Measuring, Tally};

use crate::assembly::vector;
use crate::direct::{find_surrogates, pairs, scalar_values};

/// The backend's kernels that count and search, for a registry.
pub const MEASURING: Measuring = Measuring::NONE
    .with_characters(characters)
    .with_utf8_as_utf16(utf8_as_utf16)
    .with_utf16_as_utf8(utf16_as_utf8)
    .with_utf32_as_utf8(utf32_as_utf8)
    .with_latin1_as_utf8(latin1_as_utf8)
    .with_utf16_valid(utf16_valid)
    .with_utf32_valid(utf32_valid)
    .with_utf8_latin1(utf8_latin1)
    .with_utf16_ascii(utf16_ascii)
    .with_utf16_latin1(utf16_latin1)
    .with_line_feeds(line_feeds)
    .with_tally(tally);

/// Defines kernels. The assembly handles a strip (v8), until it goes to 9 or nothing is left; a unit has `$bits` bits, and
/// `$size` is the binary logarithm of its bytes. The result follows from its sum `$c` and from the number of units `$at`
/// before the last strip, all if it does not stop.
macro_rules! measure {
    ($(
        $name:ident: $unit:ty => $result:ty, |$units:ident, $c:ident, $at:ident| $value:expr,
        $bits:literal, $size:literal, [$($line:expr),* $(,)?] ($($constant:ident = $operand:expr),*);
    )*) => {$(
        /// # Safety
        ///
        /// The processor has the vector extension, and the thread may use it.
        unsafe fn $name($units: &[$unit]) -> $result {
            let $c: usize;
            let mut n = $units.len();
            // SAFETY: the caller says that the instructions run. They read the `n` units from `p` on.
            unsafe {
                vector!(
                    [
                        "li {c}, 0",
                        // Without lanes, even `vmv.s.x` writes nothing.
                        "beqz {n}, 9f",
                        concat!("2: vsetvli {vl}, {n}, e", $bits, ", m8, ta, ma"),
                        concat!("vle", $bits, ".v v8, ({p})"),
                        $($line,)*
                        "sub {n}, {n}, {vl}",
                        concat!("slli {t}, {vl}, ", $size),
                        "add {p}, {p}, {t}",
                        "bnez {n}, 2b",
                        "9:",
                    ]
                    p = inout(reg) $units.as_ptr() => _, n = inout(reg) n, c = out(reg) $c,
                    vl = out(reg) _, t = out(reg) _,
                    $($constant = in(reg) $operand,)*
                    options(nostack, readonly),
                );
            }
            let $at = $units.len() - n;
            $value
        }
    )*};
}

/// Adds the number of lanes for which `$compare` holds.
macro_rules! count {
    ($compare:literal) => {
        concat!("vm", $compare, "\nvcpop.m {t}, v0\nadd {c}, {c}, {t}")
    };
}

/// Stops at a strip with a lane for which `$compare` holds.
macro_rules! until {
    ($compare:literal) => {
        concat!("vm", $compare, "\nvfirst.m {t}, v0\nbgez {t}, 9f")
    };
}

measure! {
    characters: u8 => usize, |bytes, c, _at| c, 8, 0, [
        count!("sgt.vx v0, v8, {xbf}"),
    ] (xbf = -65isize);

    utf8_as_utf16: u8 => usize, |bytes, c, _at| c, 8, 0, [
        count!("sgt.vx v0, v8, {xbf}"),
        count!("sgtu.vx v0, v8, {xef}"),
    ] (xbf = -65isize, xef = 0xEFusize);

    latin1_as_utf8: u8 => usize, |bytes, c, _at| bytes.len() + c, 8, 0, [
        count!("slt.vx v0, v8, zero"),
    ] ();

    line_feeds: u8 => usize, |bytes, c, _at| c, 8, 0, [
        count!("seq.vi v0, v8, 10"),
    ] ();

    utf16_as_utf8: u16 => usize, |units, c, _at| units.len() + c, 16, 1, [
        count!("sgtu.vx v0, v8, {x7f}"),
        // Three bytes, but for surrogates.
        "vmsgtu.vx v1, v8, {x7ff}",
        "vand.vx v16, v8, {xf800}",
        "vmsne.vx v0, v16, {xd800}",
        count!("and.mm v0, v0, v1"),
    ] (x7f = 0x7Fusize, x7ff = 0x7FFusize, xf800 = 0xF800usize, xd800 = 0xD800usize);

    utf32_as_utf8: u32 => usize, |units, c, _at| units.len() + c, 32, 2, [
        count!("sgt.vx v0, v8, {x7f}"),
        count!("sgt.vx v0, v8, {x7ff}"),
        count!("sgt.vx v0, v8, {xffff}"),
    ] (x7f = 0x7Fusize, x7ff = 0x7FFusize, xffff = 0xFFFFusize);

    // The strip with an error, and the last surrogate if it is high, are left to portable code.
    utf16_valid: u16 => usize, |units, _c, at| at + Utf16::valid(&units[at..]), 16, 1, [
        find_surrogates!(),
        "j 6f",
        "4: vsetvli {vl}, {vl}, e16, m4, ta, mu",
        pairs!(),
        "6:",
    ] (xf800 = 0xF800usize, xd800 = 0xD800usize, xfc00 = 0xFC00usize, xdc00 = 0xDC00usize);

    utf32_valid: u32 => usize, |units, _c, at| at + Utf32::valid(&units[at..]), 32, 2, [
        scalar_values!("v8", "v16", "m8"),
    ] (xd800 = 0xD800usize, m800 = -0x800isize, x10f7ff = 0x10_F7FFusize);

    utf8_latin1: u8 => usize, |bytes, _c, at| at + up_to(&bytes[at..], 0xC3), 8, 0, [
        until!("sgtu.vx v0, v8, {xc3}"),
    ] (xc3 = 0xC3usize);

    utf16_ascii: u16 => usize, |units, _c, at| at + up_to(&units[at..], 0x7F), 16, 1, [
        until!("sgtu.vx v0, v8, {x7f}"),
    ] (x7f = 0x7Fusize);

    utf16_latin1: u16 => usize, |units, _c, at| at + up_to(&units[at..], 0xFF), 16, 1, [
        until!("sgtu.vx v0, v8, {xff}"),
    ] (xff = 0xFFusize);

    // The lowest byte of the sum is the largest one of the text.
    tally: u8 => Tally, |bytes, c, _at| tally_of(c), 8, 0, [
        "vmv.s.x v16, {c}",
        "vredmaxu.vs v16, v8, v16",
        "srli {c}, {c}, 8",
        count!("sgt.vx v0, v8, {xbf}"),
        "slli {c}, {c}, 8",
        "vmv.x.s {t}, v16",
        "andi {t}, {t}, 0xFF",
        "or {c}, {c}, {t}",
    ] (xbf = -65isize);
}

fn tally_of(sum: usize) -> Tally {
    let [largest, ..] = sum.to_le_bytes();
    Tally { characters: sum >> 8, largest: if largest.is_ascii() { 0 } else { largest } }
}
