//! UTF-16, UTF-32 and Latin-1 to UTF-8, strip by strip, without tables.
//!
//! Each unit takes a lane of 16 or 32 bits, in which its bytes are made; `vcompress` drops bytes that are 0, but for the
//! last one of a lane, which may be U+0000.
//!
//! Splitting moves the six lowest bits of a number `v` to the byte above: that is `(v << 8) - 3FFF * (v >> 6)`. Then the
//! markers of a continuation and of a lead are added. If there are three bytes, the next split finds one that was no lead:
//!
//! ```text
//! 00E9    2903 + 80C0                            A9C3      stored as C3 A9
//! 20AC    2C82 + 80C0                            AD42
//!         (AD42 << 8) - 3FFF * 2 + E0 - 4000     AC82E2    stored as E2 82 AC
//! ```
//!
//! Each surrogate has two of the four bytes of its pair, so the values of pairs are not needed. As a number of two bytes,
//!
//! - the high one is C10 and its upper eight bits (of ten): F0 9F of D83C DF7D;
//! - the low one is its ten bits, below the last two of the high one. Its first byte is 80, not C0, and more: 8D BD.

use placemat_core::convert::{Latin1, Progress, Utf16, Utf32, portable::to_utf8};

use crate::assembly::{convert, if_any, next, store_nonzero, vector};
use crate::direct::{pairs, scalar_values};

/// Splits `$from` into `$to`, and adds markers, in lanes of v0; `$shift` bits of `$value` have been split off then.
macro_rules! split {
    ($to:literal, $from:literal, $value:literal, $shift:literal, $markers:literal) => {
        concat! {
            "vsll.vi ", $to, ", ", $from, ", 8
             vsrl.vi v24, ", $value, ", ", $shift, "
             vmacc.vx ", $to, ", {m3fff}, v24, v0.t
             vadd.vx ", $to, ", ", $to, ", {", $markers, "}, v0.t"
        }
    };
}

/// Stores lanes of together `t` bytes, and goes on.
macro_rules! store {
    ($lanes:literal, $kept:literal, $size:tt) => {
        concat!(store_nonzero!(8, "m4", $lanes, $kept, "v24"), "\n", next!($size))
    };
}

convert! {
    /// UTF-16 to UTF-8.
    utf16_to_utf8: u16 => u8, 3, to_utf8::<Utf16>, [
        // Bytes that are kept even if they are 0: the last one of 16 bits, and the third of 32 bits, as there is no fourth.
        "vsetvli {t}, zero, e8, m1, ta, mu",
        "vmv.v.x v2, {xaa}",
        "vmv.v.x v3, {x44}",
        "2: vsetvli {vl}, {n}, e16, m4, ta, mu",
        "vle16.v v8, ({p})",
        "vmsgtu.vx v0, v8, {x7f}",
        if_any!("v0", "3f"),
        "vsetvli zero, zero, e8, m2, ta, mu",
        "vnsrl.wi v16, v8, 0",
        "vse8.v v16, ({d})",
        next!(1, 0),
        "3: vmsgtu.vx v1, v8, {x7ff}",
        if_any!("v1", "6f"),
        split!("v12", "v8", "v8", 6, "x80c0"),
        "5: slli {t}, {vl}, 1",
        store!("v12", "v2", 1),
        "6: vand.vx v12, v8, {xf800}",
        "vmseq.vx v4, v12, {xd800}",
        if_any!("v4", "8f"),
        "vsetvli {vl}, {vl}, e16, m2, ta, mu",
        split!("v12", "v8", "v8", 6, "x80c0"),
        // Three bytes: split once more, into lanes of 32 bits.
        "7: vsrl.vi v8, v8, 12",
        "vwmulu.vx v16, v12, {x100}",
        "vmv1r.v v0, v1",
        "vwmaccsu.vx v16, {m3fff}, v8, v0.t",
        "vwadd.wx v16, v16, {three}, v0.t",
        "slli {t}, {vl}, 2",
        store!("v16", "v3", 1),
        // Surrogates: lanes of 16 bits, unless other characters have three bytes (v5).
        "8: vmandn.mm v5, v1, v4",
        "vmv1r.v v6, v0",
        "vfirst.m {t}, v5",
        "bltz {t}, 4f",
        "vsetvli {vl}, {vl}, e16, m2, ta, mu",
        pairs!(),
        // The low ones (v0, then v4), and the high ones.
        "vand.vi v12, v12, 3",
        "vsll.vi v12, v12, 10",
        "vand.vx v8, v8, {x3ff}, v0.t",
        "vor.vv v8, v8, v12, v0.t",
        "vmv1r.v v4, v0",
        "vmv1r.v v0, v1",
        "vsrl.vi v8, v8, 2, v0.t",
        "vadd.vx v8, v8, {high}, v0.t",
        "vmv1r.v v0, v6",
        split!("v12", "v8", "v8", 6, "x80c0"),
        "vmv1r.v v0, v4",
        "vadd.vx v12, v12, {low}, v0.t",
        "vfirst.m {t}, v5",
        "bltz {t}, 5b",
        "vmv1r.v v1, v5",
        "vsetvli zero, {vl}, e16, m2, ta, mu",
        "j 7b",
    ] (
        x7f = 0x7Fusize, x7ff = 0x7FFusize, xf800 = 0xF800usize, xd800 = 0xD800usize, xfc00 = 0xFC00usize,
        xdc00 = 0xDC00usize, x3ff = 0x3FFusize, m3fff = -0x3FFFisize, x80c0 = 0x80C0usize, x100 = 0x100usize,
        three = 0xE0isize - 0x4000, low = 0x80isize - 0xC0,
        high = ((0xF0isize - 0xC0) << 6) + (0x40 >> 2) - (0xD800 >> 2), xaa = 0xAAusize, x44 = 0x44usize
    );

    /// UTF-32 to UTF-8.
    utf32_to_utf8: u32 => u8, 4, to_utf8::<Utf32>, [
        "vsetvli {t}, zero, e8, m1, ta, mu",
        "vmv.v.x v2, {xaa}",
        "vmv.v.x v3, {x88}",
        "2: vsetvli {vl}, {n}, e32, m8, ta, mu",
        "vle32.v v8, ({p})",
        "vmsgtu.vx v0, v8, {x7f}",
        if_any!("v0", "3f"),
        "vsetvli zero, zero, e16, m4, ta, mu",
        "vnsrl.wi v16, v8, 0",
        "vsetvli zero, zero, e8, m2, ta, mu",
        "vnsrl.wi v8, v16, 0",
        "vse8.v v8, ({d})",
        next!(2, 0),
        "3: vmsgtu.vx v1, v8, {x7ff}",
        if_any!("v1", "4f"),
        "vsetvli zero, zero, e16, m4, ta, mu",
        "vnsrl.wi v16, v8, 0",
        split!("v12", "v16", "v16", 6, "x80c0"),
        "slli {t}, {vl}, 1",
        store!("v12", "v2", 2),
        "4: vsetvli {vl}, {vl}, e32, m4, ta, mu",
        scalar_values!("v8", "v12", "m4"),
        split!("v12", "v8", "v8", 6, "x80c0"),
        "vmv1r.v v0, v1",
        split!("v12", "v12", "v8", 12, "three"),
        "vmsgtu.vx v0, v8, {xffff}",
        split!("v12", "v12", "v8", 18, "four"),
        "slli {t}, {vl}, 2",
        store!("v12", "v3", 2),
    ] (
        x7f = 0x7Fusize, x7ff = 0x7FFusize, xffff = 0xFFFFusize, x10f7ff = 0x10_F7FFusize, xd800 = 0xD800usize,
        m800 = -0x800isize, m3fff = -0x3FFFisize, x80c0 = 0x80C0usize, three = 0xE0isize - 0x4000,
        four = 0xF0isize - 0x6000, xaa = 0xAAusize, x88 = 0x88usize
    );

    /// Latin-1 to UTF-8.
    latin1_to_utf8: u8 => u8, 2, to_utf8::<Latin1>, [
        "vsetvli {t}, zero, e8, m1, ta, mu",
        "vmv.v.x v2, {xaa}",
        "2: vsetvli {vl}, {n}, e8, m4, ta, mu",
        "vle8.v v8, ({p})",
        "vmslt.vx v0, v8, zero",
        if_any!("v0", "3f"),
        "vse8.v v8, ({d})",
        next!(0, 0),
        "3: vsetvli {vl}, {vl}, e16, m4, ta, mu",
        "vzext.vf2 v16, v8",
        split!("v12", "v16", "v16", 6, "x80c0"),
        "slli {t}, {vl}, 1",
        store!("v12", "v2", 0),
    ] (m3fff = -0x3FFFisize, x80c0 = 0x80C0usize, xaa = 0xAAusize);
}
