//! The loop over blocks of 64 bytes.
//!
//! For each byte b0, the three bytes before it are loaded as well, from one, two and three bytes before: b1, b2 and b3.
//! A byte is valid if and only if
//!
//! - it is a continuation where b1 is at least C0, b2 at least E0, or b3 at least F0, and nowhere else;
//! - what the table adds to it, by b1, leaves its highest bit set: E0 or F0 after E0 and F0, 60 or 70 after ED and F4;
//! - b1 is neither C0 nor C1, and b0 is at most F4.
//!
//! The last line is checked after the loop, by the least and the greatest byte. A block of ASCII is not validated if
//! no character is cut off before it.

use core::arch::asm;

use crate::driver::{BEFORE, BLOCK, is_complete};

/// What is added to the byte after b1, by how far b1 is above DF: for E0 to EE, and for EF to FE. Twice, since an
/// instruction of LASX looks up in each half of a vector.
static ADDED: [[u8; 32]; 2] = {
    let mut added = [[0; 32]; 2];
    let mut half = 0;
    while half < 32 {
        added[0][half + 0xE0 - 0xDF] = 0xE0;
        added[0][half + 0xED - 0xDF] = 0x60;
        added[1][half + 0xF0 - 0xEF] = 0xF0;
        added[1][half + 0xF4 - 0xEF] = 0x70;
        half += 16;
    }
    added
};

/// An instruction on vector registers, by their numbers, of LSX (`["v" "$vr"]`) or LASX (`["xv" "$xr"]`).
macro_rules! op {
    ([$v:literal $r:literal] $name:literal $first:literal $($more:literal)* $(; $rest:expr)?) => {
        concat!($v, $name, " ", $r, $first $(, ", ", $r, $more)* $(, ", ", $rest)?, "\n")
    };
}

/// The constants: registers 16 to 19, and the table in 20 and 21. And nothing has been found: register 10 is what is
/// wrong, by the highest bit; 11 the least b1, less 40 and signed; 12 the greatest b0.
macro_rules! begin {
    ($x:tt) => {
        concat!(
            op!($x "replgr2vr.b" 16; "{x40}"),
            op!($x "replgr2vr.b" 17; "{x60}"),
            op!($x "replgr2vr.b" 18; "{x70}"),
            op!($x "replgr2vr.b" 19; "{xdf}"),
            op!($x "ld" 20; "{added}, 0"),
            op!($x "ld" 21; "{added}, 32"),
            op!($x "xor.v" 10 10 10),
            op!($x "xor.v" 11 11 11),
            op!($x "xor.v" 12 12 12),
        )
    };
}

/// Validates the bytes b0 in a register after b1, b2 and b3 in registers 1 to 3.
macro_rules! step {
    ($x:tt $b0:literal) => {
        concat!(
            op!($x "ssub.bu" 8 1 16),
            op!($x "ssub.bu" 2 2 17),
            op!($x "ssub.bu" 3 3 18),
            op!($x "ssub.bu" 1 1 19),
            op!($x "or.v" 2 2 3),
            op!($x "shuf.b" 1 21 20 1),
            op!($x "sadd.b" 9 $b0 16),
            op!($x "or.v" 2 2 8),
            op!($x "add.b" 1 1 $b0),
            op!($x "min.b" 11 11 8),
            op!($x "and.v" 1 1 9),
            op!($x "max.bu" 12 12 $b0),
            op!($x "xor.v" 1 1 2),
            op!($x "or.v" 10 10 1),
        )
    };
}

/// Adds the least and the greatest byte to what is wrong.
macro_rules! end {
    ($x:tt) => {
        concat!(
            op!($x "replgr2vr.b" 0; "{x82}"),
            op!($x "replgr2vr.b" 1; "{xf4}"),
            op!($x "slt.b" 11 11 0),
            op!($x "slt.bu" 12 1 12),
            op!($x "or.v" 10 10 11),
            op!($x "or.v" 10 10 12),
        )
    };
}

/// `asm!` with the constants, and the registers clobbered. (`$f0` is a part of `$vr0`, and that of `$xr0`.)
macro_rules! vector {
    ([$($line:expr),* $(,)?] $($operands:tt)*) => {
        asm!(
            $($line,)*
            $($operands)*
            added = in(reg) &raw const ADDED, x40 = in(reg) 0x40usize, x60 = in(reg) 0x60usize,
            x70 = in(reg) 0x70usize, xdf = in(reg) 0xDFusize, x82 = in(reg) 0x82usize, xf4 = in(reg) 0xF4usize,
            out("$f0") _, out("$f1") _, out("$f2") _, out("$f3") _, out("$f4") _, out("$f5") _, out("$f6") _,
            out("$f7") _, out("$f8") _, out("$f9") _, out("$f10") _, out("$f11") _, out("$f12") _, out("$f16") _,
            out("$f17") _, out("$f18") _, out("$f19") _, out("$f20") _, out("$f21") _,
        )
    };
}

/// Loads a block into registers 4 and up, from these offsets, and sets `$fcc0` if it is not all ASCII.
macro_rules! load {
    ($x:tt $first:literal at $first_at:literal, $second:literal at $second_at:literal $(, $b0:literal at $at:literal)*) => {
        concat!(
            op!($x "ld" $first; concat!("{p}, ", $first_at)),
            op!($x "ld" $second; concat!("{p}, ", $second_at)),
            $(op!($x "ld" $b0; concat!("{p}, ", $at)),)*
            op!($x "or.v" 0 $first $second),
            $(op!($x "or.v" 0 0 $b0),)*
            op!($x "mskltz.b" 0 0),
            op!($x "setnez.v $fcc0," 0),
        )
    };
}

/// A kernel: its name, its feature, its instructions, and the register and the offset of each vector of a block.
macro_rules! kernel {
    ($module:ident, $feature:literal, $x:tt, [$($b0:literal at $at:literal),*]) => {
        pub(crate) mod $module {
            use super::*;

            /// Whether the blocks after the first [`BEFORE`] bytes are valid. The last character may be cut off.
            ///
            /// # Safety
            ///
            /// The machine has the feature.
            #[target_feature(enable = $feature)]
            pub(crate) unsafe fn are_valid(bytes: &[u8], blocks: usize) -> bool {
                let range = bytes[BEFORE..][..blocks * BLOCK].as_ptr_range();
                if range.is_empty() {
                    return true;
                }
                let wrong: usize;
                // SAFETY: the caller says that the instructions run. They read the blocks and the `BEFORE` bytes before
                // each, which are in `bytes`.
                unsafe {
                    vector!(
                        [
                            begin!($x),
                            "beqz {is_complete}, 3f",
                            // After complete characters.
                            "2:",
                            load!($x $($b0 at $at),*),
                            "bcnez $fcc0, 4f",
                            "addi.d {p}, {p}, 64",
                            "bltu {p}, {end}, 2b",
                            "b 9f",
                            // After others: ASCII is validated as well.
                            "3:",
                            load!($x $($b0 at $at),*),
                            "4:",
                            $(
                                op!($x "ld" 1; concat!("{p}, ", $at, " - 1")),
                                op!($x "ld" 2; concat!("{p}, ", $at, " - 2")),
                                op!($x "ld" 3; concat!("{p}, ", $at, " - 3")),
                                step!($x $b0),
                            )*
                            "addi.d {p}, {p}, 64",
                            "bgeu {p}, {end}, 9f",
                            "bcnez $fcc0, 3b",
                            "b 2b",
                            "9:",
                            end!($x),
                            op!($x "mskltz.b" 10 10),
                            op!($x "setnez.v $fcc0," 10),
                            "movcf2gr {wrong}, $fcc0",
                        ]
                        p = inout(reg) range.start => _, end = in(reg) range.end, wrong = out(reg) wrong,
                        is_complete = in(reg) usize::from(is_complete(&bytes[..BEFORE])), options(nostack, readonly),
                    );
                }
                wrong == 0
            }

            /// What the loop finds for 64 windows, by the same instructions: bit `i` is set if window `i` is invalid.
            ///
            /// # Safety
            ///
            /// As for [`are_valid`].
            #[target_feature(enable = $feature)]
            pub(crate) unsafe fn verdicts([b0, b1, b2, b3]: [&[u8; 67]; 4]) -> u64 {
                let mut wrong = [0u8; BLOCK];
                // SAFETY: the caller says that the instructions run. They read 64 bytes of each array, and write as many.
                unsafe {
                    $(
                        vector!(
                            [
                                begin!($x),
                                op!($x "ld" 4; concat!("{b0}, ", $at)),
                                op!($x "ld" 1; concat!("{b1}, ", $at)),
                                op!($x "ld" 2; concat!("{b2}, ", $at)),
                                op!($x "ld" 3; concat!("{b3}, ", $at)),
                                step!($x 4),
                                end!($x),
                                op!($x "st" 10; concat!("{wrong}, ", $at)),
                            ]
                            b0 = in(reg) b0.as_ptr(), b1 = in(reg) b1.as_ptr(), b2 = in(reg) b2.as_ptr(),
                            b3 = in(reg) b3.as_ptr(), wrong = in(reg) wrong.as_mut_ptr(), options(nostack),
                        );
                    )*
                }
                (0..BLOCK).fold(0, |set, i| set | u64::from(wrong[i] >> 7) << i)
            }
        }
    };
}

kernel!(lasx, "lasx", ["xv" "$xr"], [4 at 0, 5 at 32]);
kernel!(lsx, "lsx", ["v" "$vr"], [4 at 0, 5 at 16, 6 at 32, 7 at 48]);
