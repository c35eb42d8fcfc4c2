//! UTF-8 to UTF-16, UTF-32 and Latin-1, strip by strip, without tables.
//!
//! A strip ends where a character does, so no strip depends on the one before. Bytes c1, c2 and c3 are the strip, moved
//! down by one to three bytes; `vcompress` keeps those at leads, so that lane `i` has the bytes of character `i`:
//!
//! ```text
//! strip  61 C3 A9 E2 82 AC     leads  61 C3 E2
//! c1     C3 A9 E2 82 AC 00            C3 A9 82
//! c2     A9 E2 82 AC 00 00            A9 E2 AC
//! value                               61, then C3 << 6 + A9 - 3080 = E9, then ... << 6 + AC - 80 = 20AC
//! ```
//!
//! A strip is valid if and only if each lead from C0 on has a continuation as c1, from E0 on as c2 and from F0 on as c3;
//! there are no more continuations than these; and no value is too small, a surrogate, or above 10FFFF. A strip with a
//! wrong character ends before it; one with other continuations is left to portable code.

use placemat_core::convert::{Latin1, Progress, Utf16, Utf32, portable::from_utf8};

use crate::assembly::{convert, if_any, next, store_nonzero, vector};

/// Stores `c` values of 16 bits (`$v`, of which `$half` is the upper half) as they are, or as 32 bits.
macro_rules! store {
    (16 $v:literal $half:literal) => {
        concat!("vse16.v ", $v, ", ({d})\nslli {t}, {c}, 1")
    };
    (32 $v:literal $half:literal) => {
        concat! {
            "vsetvli {t}, zero, e32, m8, ta, mu
             bgeu {t}, {c}, 1f
             vzext.vf2 v24, ", $v, "
             vse32.v v24, ({d})
             sub {c}, {c}, {t}
             slli {t}, {t}, 2
             add {d}, {d}, {t}
             vmv4r.v ", $v, ", ", $half, "
             1: vsetvli zero, {c}, e32, m8, ta, mu
             vzext.vf2 v24, ", $v, "
             vse32.v v24, ({d})
             slli {t}, {c}, 2"
        }
    };
}

/// The strip (v8) ends before a character that its end cuts off. It has at least four bytes.
macro_rules! cut {
    () => {
        "add {c}, {p}, {vl}
         lb {t}, -1({c})
         bgez {t}, 5f
         addi {vl}, {vl}, -1
         blt {m65}, {t}, 4f
         lbu {t}, -2({c})
         addi {vl}, {vl}, -1
         bltu {xdf}, {t}, 4f
         lbu {t}, -3({c})
         addi {vl}, {vl}, -1
         bltu {xef}, {t}, 4f
         addi {vl}, {vl}, 3
         4: "
    };
}

/// Of leads (v20) and c1 (v24): which leads are from C0 on (v0); what is wrong (v3).
macro_rules! two {
    () => {
        "vmsgtu.vx v0, v20, {m65}
         vmsgtu.vx v3, v20, {xc1}
         vmsle.vx v4, v24, {m65}
         vmxor.mm v3, v3, v0
         vmxor.mm v4, v4, v0
         vmor.mm v3, v3, v4"
    };
}

/// Adds what is wrong with c2 or c3 (`$c`), if leads of `$mask` need it.
macro_rules! more {
    ($mask:literal, $c:literal) => {
        concat! {
            "vmsle.vx v4, ", $c, ", {m65}
             vmandn.mm v4, ", $mask, ", v4
             vmor.mm v3, v3, v4"
        }
    };
}

/// The value of the first two bytes (v8).
macro_rules! first_two {
    () => {
        "vwaddu.vx v8, v20, zero
         vwmulu.vx v8, v20, {x40}, v0.t
         vwaddu.wv v8, v8, v24, v0.t
         vsetvli zero, zero, e16, m8, ta, mu
         vadd.vx v8, v8, {m3080}, v0.t"
    };
}

/// The loop, for values of `$bits` bits; `$four` stores strips with characters of four bytes, which are in lanes of v0:
/// their first three bytes, or all of other characters, in 16 bits (v8), and c3 (v16).
macro_rules! decode {
    ($bits:tt, $four:expr) => {
        concat!(
            "2: vsetvli {vl}, {n}, e8, m4, ta, mu
             vle8.v v8, ({p})
             vmslt.vx v1, v8, zero\n",
            if_any!("v1", "3f"), "
             vsetvli zero, zero, e16, m8, ta, mu
             vzext.vf2 v16, v8
             mv {c}, {vl}\n",
            store!($bits "v16" "v20"), "\n", next!(0), "
             3: sltiu {t}, {n}, 4
             bnez {t}, 9f
             30: ",
            cut!(),
            "vsetvli zero, {vl}, e8, m4, ta, mu
             5: vslide1down.vx v12, v8, zero
             vmsgt.vx v1, v8, {m65}
             vcpop.m {c}, v1
             sub {k}, {vl}, {c}
             vcompress.vm v20, v8, v1
             vcompress.vm v24, v12, v1
             vmsgtu.vx v2, v8, {xdf}\n",
            if_any!("v2", "6f"), "
             vsetvli zero, {c}, e8, m4, ta, mu\n",
            two!(), "\n",
            if_any!("v3", "20f"), "
             vcpop.m {t}, v0
             bne {t}, {k}, 9f\n",
            first_two!(), "\n",
            store!($bits "v8" "v12"), "\n", next!(0), "
             # Characters of three bytes, and the first three of four.
             6: vslide1down.vx v16, v12, zero
             vcompress.vm v28, v16, v1
             vsetvli zero, {c}, e8, m4, ta, mu\n",
            two!(), "
             vmsgtu.vx v2, v20, {xdf}
             vmsgtu.vx v5, v20, {xef}\n",
            more!("v2", "v28"), "\n",
            if_any!("v3", "20f"), "
             vcpop.m {t}, v0
             sub {k}, {k}, {t}
             vcpop.m {t}, v2
             sub {k}, {k}, {t}\n",
            first_two!(), "
             vmv1r.v v0, v2
             vsll.vi v8, v8, 6, v0.t
             vadd.vx v8, v8, {m80}, v0.t
             vsetvli zero, zero, e8, m4, ta, mu
             vwaddu.wv v8, v8, v28, v0.t
             vsetvli zero, zero, e16, m8, ta, mu
             # Wrong are values below 800, and surrogates, which are below 800 after D800.
             vsub.vx v24, v8, {xd800}
             vminu.vv v24, v24, v8
             vmsltu.vx v3, v24, {x800}, v0.t\n",
            if_any!("v5", "7f"), "\n",
            if_any!("v3", "20f"), "
             bnez {k}, 9f\n",
            store!($bits "v8" "v12"), "\n", next!(0), "
             7: vsetvli {t}, {c}, e16, m4, ta, mu
             beq {t}, {c}, 8f
             # More characters than a group has lanes of 32 bits: half of the strip.
             srli {t}, {vl}, 1
             vsetvli {vl}, {t}, e8, m4, ta, mu
             vle8.v v8, ({p})
             j 30b
             8: vmv1r.v v0, v5
             vsub.vx v20, v8, {x400}
             vmsgtu.vx v3, v20, {x3fff}, v0.t
             vsetvli zero, {vl}, e8, m4, ta, mu
             vslide1down.vx v20, v16, zero
             vcompress.vm v16, v20, v1
             vsetvli zero, {c}, e8, m2, ta, mu\n",
            more!("v5", "v16"), "\n",
            if_any!("v3", "20f"), "
             vcpop.m {t}, v5
             bne {t}, {k}, 9f
             vsetvli zero, zero, e16, m4, ta, mu\n",
            $four, "\n", next!(0), "
             # One more strip, which ends before character t: where as many leads precede a lead.
             20: beqz {t}, 9f
             vsetvli zero, {vl}, e16, m8, ta, mu
             viota.m v16, v1
             vmseq.vx v0, v16, {t}
             vmand.mm v0, v0, v1
             vfirst.m {n}, v0
             vsetvli {vl}, {n}, e8, m4, ta, mu
             vle8.v v8, ({p})
             j 5b"
        )
    };
}

convert! {
    /// UTF-8 to UTF-16.
    utf8_to_utf16: u8 => u16, 1, from_utf8::<Utf16>, [
        // Both surrogates in 32 bits; then without the halves that are 0, but for lower ones.
        decode!(16, concat! {
            "vand.vi v20, v8, 15
             vsll.vi v20, v20, 6
             vadd.vx v20, v20, {low}
             vsrl.vi v8, v8, 4, v0.t
             vadd.vx v8, v8, {high}, v0.t
             vsetvli zero, zero, e8, m2, ta, mu
             vwaddu.wv v20, v20, v16
             vsetvli zero, zero, e32, m8, ta, mu
             vzext.vf2 v24, v8
             vzext.vf2 v8, v20
             vsll.vi v8, v8, 16
             vor.vv v24, v24, v8, v0.t
             vsetvli {t}, zero, e8, m1, ta, mu
             vmv.v.x v2, {x55}
             slli {t}, {c}, 1\n",
            store_nonzero!(16, "m8", "v24", "v2", "v8"),
            "\nslli {t}, {t}, 1"
        }),
    ] (
        xdf = 0xDFusize, xef = 0xEFusize, xc1 = 0xC1usize, m65 = -65isize, x40 = 0x40usize, m3080 = -0x3080isize,
        m80 = -0x80isize, x800 = 0x800usize, xd800 = 0xD800usize, x400 = 0x400usize, x3fff = 0x3FFFusize,
        low = 0xDC00usize - 0x80, high = 0xD7C0usize, x55 = 0x55usize
    ) c, k;

    /// UTF-8 to UTF-32.
    utf8_to_utf32: u8 => u32, 1, from_utf8::<Utf32>, [
        decode!(32,
            "vsetvli zero, zero, e32, m8, ta, mu
             vzext.vf2 v24, v8
             vsll.vi v24, v24, 6, v0.t
             vzext.vf4 v8, v16
             vadd.vv v24, v24, v8, v0.t
             vadd.vx v24, v24, {m80}, v0.t
             vse32.v v24, ({d})
             slli {t}, {c}, 2"),
    ] (
        xdf = 0xDFusize, xef = 0xEFusize, xc1 = 0xC1usize, m65 = -65isize, x40 = 0x40usize, m3080 = -0x3080isize,
        m80 = -0x80isize, x800 = 0x800usize, xd800 = 0xD800usize, x400 = 0x400usize, x3fff = 0x3FFFusize
    ) c, k;

    /// UTF-8 to Latin-1. C2 and C3, shifted by six bits, are the upper bits of the next byte, which becomes the character.
    utf8_to_latin1: u8 => u8, 1, from_utf8::<Latin1>, [
        "2: vsetvli {vl}, {n}, e8, m4, ta, mu",
        "vle8.v v8, ({p})",
        "vmslt.vx v1, v8, zero",
        if_any!("v1", "3f"),
        "vse8.v v8, ({d})",
        next!(0, 0),
        "3: vmsgtu.vx v1, v8, {m65}",
        "vand.vi v16, v8, -2",
        "vmseq.vx v2, v16, {xc2}",
        "vmxor.mm v2, v2, v1",
        "vslide1up.vx v12, v8, zero",
        "vmsle.vx v0, v8, {m65}",
        "vmsgtu.vx v3, v12, {m65}",
        "vmxor.mm v3, v3, v0",
        "vmor.mm v3, v3, v2",
        if_any!("v3", "20f"),
        // Without a lead that is cut off: then there are as many leads as continuations.
        "vcpop.m {t}, v1",
        "sub {vl}, {vl}, {t}",
        "vcpop.m {t}, v0",
        "add {vl}, {vl}, {t}",
        "beqz {vl}, 9f",
        "vsetvli zero, {vl}, e8, m4, ta, mu",
        "vsll.vi v12, v12, 6",
        "vor.vv v8, v8, v12, v0.t",
        "vmnot.m v1, v1",
        "vcompress.vm v16, v8, v1",
        "vcpop.m {t}, v1",
        "vsetvli zero, {t}, e8, m4, ta, mu",
        "vse8.v v16, ({d})",
        next!(0),
        "20: beqz {t}, 9f",
        "mv {n}, {t}",
        "vsetvli {vl}, {n}, e8, m4, ta, mu",
        "j 3b",
    ] (m65 = -65isize, xc2 = 0xC2usize);
}
