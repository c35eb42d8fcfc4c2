//! Conversions between UTF-16, UTF-32 and Latin-1, strip by strip, with groups of four registers for the narrower units.
//!
//! | text | becomes |
//! | --- | --- |
//! | narrower units | wider ones by `vzext`, in groups of twice the length |
//! | wider units without larger ones | narrower ones by `vnsrl` |
//! | UTF-16 with pairs | the value of a pair where its low surrogate is, and `vcompress` without the high ones |
//! | UTF-32 above FFFF | both surrogates in 32 bits; `vcompress` without the halves that are 0, but for lower ones |
//!
//! A strip ends where a character does, so no strip depends on the one before.

use placemat_core::convert::{Latin1, Progress, Utf16, Utf32, portable::direct_outlined as direct};

use crate::assembly::{convert, if_any, next, store_nonzero, vector};

/// Goes to 4 if there are surrogates in UTF-16 (v8).
macro_rules! find_surrogates {
    () => {
        "vand.vx v16, v8, {xf800}
         vmseq.vx v0, v16, {xd800}
         vfirst.m {t}, v0
         bgez {t}, 4f"
    };
}

/// Where low surrogates are (v0), and high ones (v1); the unit before each (v12). Cuts the strip before a surrogate that
/// is alone, and before a last high one; goes to 9 if there is nothing else.
macro_rules! pairs {
    () => {
        "4: vslide1up.vx v12, v8, zero
         vand.vx v16, v12, {xfc00}
         vmseq.vx v1, v16, {xd800}
         vand.vx v16, v8, {xfc00}
         vmseq.vx v0, v16, {xdc00}
         vmxor.mm v1, v1, v0
         vfirst.m {t}, v1
         bltz {t}, 1f
         beqz {t}, 9f
         vsetvli {vl}, {t}, e16, m4, ta, mu
         j 4b
         # There are as many high ones as low ones, unless the last unit is high.
         1: vmseq.vx v1, v16, {xd800}
         vcpop.m {t}, v1
         sub {vl}, {vl}, {t}
         vcpop.m {t}, v0
         add {vl}, {vl}, {t}
         beqz {vl}, 9f
         vsetvli zero, {vl}, e16, m4, ta, mu"
    };
}

/// Cuts the strip before a number in `$v` that is no scalar value; goes to 9 if there is nothing else. `$free` is
/// overwritten: with D800 flipped, surrogates are the numbers below 800, and wrap around as these are subtracted.
macro_rules! scalar_values {
    ($v:literal, $free:literal, $lmul:literal) => {
        concat! {
            "vxor.vx ", $free, ", ", $v, ", {xd800}
             vadd.vx ", $free, ", ", $free, ", {m800}
             vmsgtu.vx v4, ", $free, ", {x10f7ff}
             vfirst.m {t}, v4
             bltz {t}, 1f
             beqz {t}, 9f
             vsetvli {vl}, {t}, e32, ", $lmul, ", ta, mu
             1:"
        }
    };
}
pub(crate) use {find_surrogates, pairs, scalar_values};

convert! {
    /// Latin-1 to UTF-16.
    latin1_to_utf16: u8 => u16, 1, direct::<Latin1, Utf16>, [
        "2: vsetvli {vl}, {n}, e16, m8, ta, ma",
        "vle8.v v8, ({p})",
        "vzext.vf2 v16, v8",
        "vse16.v v16, ({d})",
        next!(0, 1),
    ] ();

    /// Latin-1 to UTF-32.
    latin1_to_utf32: u8 => u32, 1, direct::<Latin1, Utf32>, [
        "2: vsetvli {vl}, {n}, e32, m8, ta, ma",
        "vle8.v v8, ({p})",
        "vzext.vf4 v16, v8",
        "vse32.v v16, ({d})",
        next!(0, 2),
    ] ();

    /// UTF-16 to Latin-1.
    utf16_to_latin1: u16 => u8, 1, direct::<Utf16, Latin1>, [
        "2: vsetvli {vl}, {n}, e16, m8, ta, ma",
        "vle16.v v8, ({p})",
        "vmsgtu.vx v0, v8, {xff}",
        if_any!("v0", "9f"),
        "vsetvli zero, zero, e8, m4, ta, ma",
        "vnsrl.wi v16, v8, 0",
        "vse8.v v16, ({d})",
        next!(1, 0),
    ] (xff = 0xFFusize);

    /// UTF-32 to Latin-1.
    utf32_to_latin1: u32 => u8, 1, direct::<Utf32, Latin1>, [
        "2: vsetvli {vl}, {n}, e32, m8, ta, ma",
        "vle32.v v8, ({p})",
        "vmsgtu.vx v0, v8, {xff}",
        if_any!("v0", "9f"),
        "vsetvli zero, zero, e16, m4, ta, ma",
        "vnsrl.wi v16, v8, 0",
        "vsetvli zero, zero, e8, m2, ta, ma",
        "vnsrl.wi v8, v16, 0",
        "vse8.v v8, ({d})",
        next!(2, 0),
    ] (xff = 0xFFusize);

    /// UTF-16 to UTF-32.
    utf16_to_utf32: u16 => u32, 1, direct::<Utf16, Utf32>, [
        "2: vsetvli {vl}, {n}, e16, m4, ta, mu",
        "vle16.v v8, ({p})",
        find_surrogates!(),
        "vsetvli zero, zero, e32, m8, ta, mu",
        "vzext.vf2 v16, v8",
        "vse32.v v16, ({d})",
        next!(1, 2),
        pairs!(),
        "vmnot.m v1, v1",
        "vsetvli zero, zero, e32, m8, ta, mu",
        "vzext.vf2 v16, v8",
        "vzext.vf2 v24, v12",
        "vsll.vi v24, v24, 10",
        "vadd.vv v16, v16, v24, v0.t",
        "vadd.vx v16, v16, {above}, v0.t",
        "vcompress.vm v24, v16, v1",
        "vcpop.m {t}, v1",
        "vsetvli zero, {t}, e32, m8, ta, mu",
        "vse32.v v24, ({d})",
        "slli {t}, {t}, 2",
        next!(1),
    ] (
        xf800 = 0xF800usize, xd800 = 0xD800usize, xfc00 = 0xFC00usize, xdc00 = 0xDC00usize,
        above = 0x1_0000_i32 - (0xD800 << 10) - 0xDC00
    );

    /// Copies valid UTF-16.
    utf16_to_utf16: u16 => u16, 1, direct::<Utf16, Utf16>, [
        "2: vsetvli {vl}, {n}, e16, m4, ta, mu",
        "vle16.v v8, ({p})",
        find_surrogates!(),
        "3: vse16.v v8, ({d})",
        next!(1, 1),
        pairs!(),
        "j 3b",
    ] (xf800 = 0xF800usize, xd800 = 0xD800usize, xfc00 = 0xFC00usize, xdc00 = 0xDC00usize);

    /// UTF-32 to UTF-16. With characters above FFFF, half a strip.
    utf32_to_utf16: u32 => u16, 2, direct::<Utf32, Utf16>, [
        "2: vsetvli {vl}, {n}, e32, m8, ta, mu",
        "vle32.v v8, ({p})",
        "vxor.vx v16, v8, {xd800}",
        "vadd.vx v16, v16, {m800}",
        "vmsgtu.vx v0, v16, {xf7ff}",
        if_any!("v0", "4f"),
        "vsetvli zero, zero, e16, m4, ta, mu",
        "vnsrl.wi v16, v8, 0",
        "vse16.v v16, ({d})",
        next!(2, 1),
        "4: vsetvli {vl}, {vl}, e32, m4, ta, mu",
        scalar_values!("v8", "v12", "m4"),
        "vmsgtu.vx v0, v8, {xffff}",
        // The high surrogate; the low one above it.
        "vsrl.vi v12, v8, 10",
        "vadd.vx v12, v12, {xd7c0}",
        "vand.vx v16, v8, {x3ff}",
        "vadd.vx v16, v16, {xdc00}",
        "vsll.vi v16, v16, 16",
        "vor.vv v8, v12, v16, v0.t",
        "vsetvli {t}, zero, e8, m1, ta, mu",
        "vmv.v.x v2, {x55}",
        "slli {t}, {vl}, 1",
        store_nonzero!(16, "m4", "v8", "v2", "v12"),
        "slli {t}, {t}, 1",
        next!(2),
    ] (
        xffff = 0xFFFFusize, xf7ff = 0xF7FFusize, xd800 = 0xD800usize, m800 = -0x800isize, x10f7ff = 0x10_F7FFusize,
        xd7c0 = 0xD7C0usize, x3ff = 0x3FFusize, xdc00 = 0xDC00usize, x55 = 0x55usize
    );

    /// Copies valid UTF-32.
    utf32_to_utf32: u32 => u32, 1, direct::<Utf32, Utf32>, [
        "2: vsetvli {vl}, {n}, e32, m8, ta, ma",
        "vle32.v v8, ({p})",
        scalar_values!("v8", "v16", "m8"),
        "vse32.v v8, ({d})",
        next!(2, 2),
    ] (xd800 = 0xD800usize, m800 = -0x800isize, x10f7ff = 0x10_F7FFusize);
}
