//! The loop over strips: as many bytes as the processor takes at once, four registers of any length (LMUL 4).
//!
//! A strip is compared with the strips one, two and three bytes before it. Every comparison makes a mask, one bit a
//! byte, so no table is needed, and the same instructions serve every length of a vector. A byte b0 after b3, b2, b1 is
//! valid if and only if
//!
//! - it is a continuation where b1 is at least C0, b2 at least E0, or b3 at least F0, and nowhere else;
//! - b1 is neither C0 nor C1, and b0 is at most F4;
//! - it is at least A0 after E0 and 90 after F0, and at most 9F after ED and 8F after F4.
//!
//! What can be left out depends on the strip before:
//!
//! | label | strips after | does |
//! | --- | --- | --- |
//! | 2 | ASCII only | finds ASCII first |
//! | 3 | characters of at most two bytes | the same; a lead before the strip needs a continuation |
//! | 5 | longer characters | expects more of them |
//! | 4 | | validates characters of at most two bytes, as long as no byte is above DF |
//! | 6, 7 | | validates any characters |
//! | 9 | | an error, or the end |

use placemat_core::Scan;

use crate::assembly::{if_any, vector};

/// `vector!` with the constants that the comparisons need. Masks are v0 to v7; v8, v12, v16 and v20 begin the groups of
/// b0, b1, b2 and b3.
macro_rules! compare {
    ([$($line:tt)*] $($operands:tt)*) => {
        vector!(
            [$($line)*]
            $($operands)*
            m64 = in(reg) -64isize, x8f = in(reg) 0x8Fusize, x9f = in(reg) 0x9Fusize, xbf = in(reg) 0xBFusize,
            xc1 = in(reg) 0xC1usize, xdf = in(reg) 0xDFusize, xe0 = in(reg) 0xE0usize, xed = in(reg) 0xEDusize,
            xef = in(reg) 0xEFusize, xf4 = in(reg) 0xF4usize,
        )
    };
}

/// Where a continuation is (v2) and where one must be (v6), after a lead of at least C0; and where b1 is C0 or C1 (v5).
macro_rules! two {
    () => {
        "vmslt.vx v2, v8, {m64}
         vmsgtu.vx v6, v12, {xbf}
         vmsgtu.vx v7, v12, {xc1}
         vmandn.mm v5, v6, v7"
    };
}

/// Adds the rules of longer characters to v5 and v6. A comparison masked by v0 leaves other bits as they were.
macro_rules! longer {
    () => {
        "vmsgtu.vx v1, v8, {xf4}
         vmor.mm v5, v5, v1
         vmseq.vx v3, v12, {xe0}
         vmsgtu.vx v0, v8, {x9f}
         vmseq.vx v3, v12, {xed}, v0.t
         vmor.mm v5, v5, v3
         vmseq.vi v4, v12, -16
         vmsgtu.vx v0, v8, {x8f}
         vmseq.vi v4, v12, -12, v0.t
         vmor.mm v5, v5, v4
         vmsgtu.vx v1, v16, {xdf}
         vmor.mm v6, v6, v1
         vmsgtu.vx v7, v20, {xef}
         vmor.mm v6, v6, v7"
    };
}

/// Where something is wrong (v5).
macro_rules! verdict {
    () => {
        "vmxor.mm v6, v6, v2
         vmor.mm v5, v5, v6"
    };
}

/// [`placemat_core::Backend::scan`] as a function.
///
/// # Safety
///
/// The processor has the vector extension, and the thread may use it.
pub(crate) unsafe fn scan(bytes: &[u8]) -> Scan {
    // The loop looks back three bytes from the end of a strip. Only the last strip may be shorter than three.
    if bytes.len() < 3 {
        return match core::str::from_utf8(bytes) {
            Ok(_) => Scan::Clean,
            Err(error) => Scan::Suspect { from: error.valid_up_to() },
        };
    }
    // The bytes before the strip, last first. After ASCII they are old: no lead for which a continuation is missing.
    let (mut s1, mut s2, mut s3): (usize, usize, usize) = (0, 0, 0);
    let mut left = bytes.len();
    // SAFETY: the caller says that the instructions run. The loop reads the `left` bytes from `p` on, and after a strip
    // the three bytes before its end; strips but the last have at least half the bytes of four registers.
    unsafe {
        compare!(
            [
                "2: vsetvli {vl}, {left}, e8, m4, ta, mu",
                "vle8.v v8, ({p})",
                "vmslt.vx v1, v8, zero",
                if_any!("v1", "4f"),
                "20: sub {left}, {left}, {vl}",
                "add {p}, {p}, {vl}",
                "bnez {left}, 2b",
                "j 9f",
                "3: vsetvli {vl}, {left}, e8, m4, ta, mu",
                "vle8.v v8, ({p})",
                "30: vmslt.vx v1, v8, zero",
                if_any!("v1", "4f"),
                "bgeu {xbf}, {s1}, 20b",
                "4: vslide1up.vx v12, v8, {s1}",
                two!(),
                "vmsgtu.vx v4, v8, {xdf}",
                if_any!("v4", "7f"),
                verdict!(),
                if_any!("v5", "9f"),
                "sub {left}, {left}, {vl}",
                "add {p}, {p}, {vl}",
                "lbu {s1}, -1({p})",
                "bnez {left}, 3b",
                "j 9f",
                "5: vsetvli {vl}, {left}, e8, m4, ta, mu",
                "vle8.v v8, ({p})",
                "vmsgtu.vx v4, v8, {xdf}",
                if_any!("v4", "6f"),
                "bltu {xdf}, {s1}, 6f",
                "bltu {xdf}, {s2}, 6f",
                "bgeu {xef}, {s3}, 30b",
                "6: vslide1up.vx v12, v8, {s1}",
                two!(),
                "7: vslide1up.vx v16, v12, {s2}",
                "vslide1up.vx v20, v16, {s3}",
                longer!(),
                verdict!(),
                if_any!("v5", "9f"),
                "sub {left}, {left}, {vl}",
                "add {p}, {p}, {vl}",
                "lbu {s1}, -1({p})",
                "lbu {s2}, -2({p})",
                "lbu {s3}, -3({p})",
                "bnez {left}, 5b",
                "9:",
            ]
            p = inout(reg) bytes.as_ptr() => _, left = inout(reg) left,
            s1 = inout(reg) s1, s2 = inout(reg) s2, s3 = inout(reg) s3,
            vl = out(reg) _, t = out(reg) _, options(nostack, readonly),
        );
    }
    let from = bytes.len() - left;
    if left == 0 && s1 < 0xC0 && s2 < 0xE0 && s3 < 0xF0 { Scan::Clean } else { Scan::Suspect { from } }
}

/// What the loop finds for 64 windows, of any characters (`full`) or of at most two bytes: bit `i` is set if b0 is
/// invalid after b3, b2 and b1 of window `i`, or not of such a character.
///
/// # Safety
///
/// As for [`scan`].
pub(crate) unsafe fn verdicts(full: bool, [b0, b1, b2, b3]: [&[u8; 67]; 4]) -> u64 {
    let mut found = 0u64;
    // SAFETY: the caller says that the instructions run. They read 64 bytes of each array (four registers have at least
    // as many) and write 64 bits.
    unsafe {
        compare!(
            [
                "vsetvli {t}, {count}, e8, m4, ta, mu",
                "vle8.v v8, ({b0})",
                "vle8.v v12, ({b1})",
                "vle8.v v16, ({b2})",
                "vle8.v v20, ({b3})",
                two!(),
                "vmsgtu.vx v4, v8, {xdf}",
                "beqz {full}, 2f",
                longer!(),
                "vmclr.m v4",
                "2:",
                verdict!(),
                "vmor.mm v5, v5, v4",
                "vsm.v v5, ({found})",
            ]
            count = in(reg) 64, full = in(reg) usize::from(full), found = in(reg) &raw mut found,
            b0 = in(reg) b0.as_ptr(), b1 = in(reg) b1.as_ptr(), b2 = in(reg) b2.as_ptr(), b3 = in(reg) b3.as_ptr(),
            t = out(reg) _, options(nostack),
        );
    }
    found
}
