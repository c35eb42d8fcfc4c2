//! UTF-16 and UTF-32 to the other byte order. Text is bytes at any address, so strips are loaded and stored as bytes.

use placemat_core::convert::{Progress, Utf16, Utf32, portable::swap_bytes_outlined as swap_bytes};

use crate::assembly::{convert, next, vector};
use crate::direct::{find_surrogates, pairs, scalar_values};

/// Loads or stores (`$access`) a strip of `$bits` bits.
macro_rules! bytes {
    ($access:literal, $size:literal, $bits:literal) => {
        concat! {
            "slli {t}, {vl}, ", $size, "
             vsetvli zero, {t}, e8, m4, ta, mu\n", $access, "
             vsetvli zero, {vl}, e", $bits, ", m4, ta, mu"
        }
    };
}

/// Swaps the halves of lanes.
macro_rules! halves {
    ($to:literal, $from:literal, $bits:literal) => {
        concat! {
            "vsrl.vi v24, ", $from, ", ", $bits, "
             vsll.vi ", $to, ", ", $from, ", ", $bits, "
             vor.vv ", $to, ", ", $to, ", v24"
        }
    };
}

/// UTF-16 is validated as it is loaded: the constants have its byte order.
macro_rules! utf16 {
    () => {
        concat! {
            "srli {n}, {n}, 1
2: vsetvli {vl}, {n}, e16, m4, ta, mu\n",
            bytes!("vle8.v v8, ({p})", 1, 16), "\n",
            find_surrogates!(),
            "\n3:", halves!("v8", "v8", 8), "\n",
            bytes!("vse8.v v8, ({d})", 1, 16), "\n",
            next!(1, 1), "\n",
            pairs!(), "\nj 3b"
        }
    };
}

/// UTF-32 is validated where it is native: before (v8) or after (v16) it is swapped.
macro_rules! utf32 {
    ($native:literal) => {
        concat! {
            "srli {n}, {n}, 2
2: vsetvli {vl}, {n}, e32, m4, ta, mu\n",
            bytes!("vle8.v v8, ({p})", 2, 32), "\n",
            halves!("v16", "v8", 16), "
             slli {t}, {vl}, 1
             vsetvli zero, {t}, e16, m4, ta, mu\n",
            halves!("v16", "v16", 8), "
vsetvli zero, {vl}, e32, m4, ta, mu\n",
            scalar_values!($native, "v24", "m4"), "\n",
            bytes!("vse8.v v16, ({d})", 2, 32), "\n",
            next!(2, 2)
        }
    };
}

convert! {
    /// UTF-16LE to UTF-16BE.
    utf16le_to_utf16be: u8 => u8, 1, |from, to| swap_bytes::<Utf16, 2>(from, to, u16::from_le_bytes), [
        utf16!()
    ] (xf800 = 0xF800usize, xd800 = 0xD800usize, xfc00 = 0xFC00usize, xdc00 = 0xDC00usize);

    /// UTF-16BE to UTF-16LE.
    utf16be_to_utf16le: u8 => u8, 1, |from, to| swap_bytes::<Utf16, 2>(from, to, u16::from_be_bytes), [
        utf16!()
    ] (xf800 = 0xF8usize, xd800 = 0xD8usize, xfc00 = 0xFCusize, xdc00 = 0xDCusize);

    /// UTF-32LE to UTF-32BE.
    utf32le_to_utf32be: u8 => u8, 1, |from, to| swap_bytes::<Utf32, 4>(from, to, u32::from_le_bytes), [
        utf32!("v8")
    ] (xd800 = 0xD800usize, m800 = -0x800isize, x10f7ff = 0x10_F7FFusize);

    /// UTF-32BE to UTF-32LE.
    utf32be_to_utf32le: u8 => u8, 1, |from, to| swap_bytes::<Utf32, 4>(from, to, u32::from_be_bytes), [
        utf32!("v16")
    ] (xd800 = 0xD800usize, m800 = -0x800isize, x10f7ff = 0x10_F7FFusize);
}
