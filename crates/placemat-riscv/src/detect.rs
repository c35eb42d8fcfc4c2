//! Asks Linux for the vector extension.
//!
//! The bit `V` of `AT_HWCAP` proves nothing: kernels of vendors set it for the draft 0.7.1, whose instructions have
//! other encodings. `riscv_hwprobe` reports the ratified extension, since Linux 6.5. Since the same version, `prctl` can
//! forbid vector instructions to a thread, without a change of what `riscv_hwprobe` reports.

use core::arch::asm;

/// The number of `riscv_hwprobe`; of its key for extensions, and the extension's bit in the value.
const HWPROBE: usize = 258;
const KEY_IMA_EXT_0: i64 = 4;
const IMA_V: i64 = 1 << 2;

/// The number of `prctl`, and of the question whether this thread may use vector instructions.
const PRCTL: usize = 167;
const V_GET_CONTROL: usize = 70;

/// The two bits of the answer that are about this thread, and their value if it may.
const CURRENT: isize = 3;
const ON: isize = 2;

/// Whether the processor has the vector extension and this thread may use it.
pub(crate) fn has_vectors() -> bool {
    let mut pair = [KEY_IMA_EXT_0, 0];
    // SAFETY: the kernel writes to the one pair of numbers.
    let status = unsafe { call(HWPROBE, (&raw mut pair).expose_provenance(), 1) };
    // SAFETY: the call only asks.
    let control = unsafe { call(PRCTL, V_GET_CONTROL, 0) };
    allows(status, pair, control)
}

/// Whether these answers say so: the status of `riscv_hwprobe` and the pair that it filled in, and the answer of
/// `prctl`. A kernel that does not know a key writes -1 over it.
const fn allows(status: isize, pair: [i64; 2], control: isize) -> bool {
    let has = status == 0 && pair[0] == KEY_IMA_EXT_0 && pair[1] & IMA_V != 0;
    // An error: the kernel cannot forbid them.
    has && (control < 0 || control & CURRENT == ON)
}

/// Calls Linux, with three more arguments of zero.
///
/// # Safety
///
/// The call must be safe with these arguments.
unsafe fn call(number: usize, first: usize, second: usize) -> isize {
    let answer;
    // SAFETY: Linux preserves every register but a0; the caller vouches for the call.
    unsafe {
        asm!(
            "ecall", inlateout("a0") first => answer, in("a1") second, in("a2") 0, in("a3") 0, in("a4") 0,
            in("a7") number, options(nostack),
        );
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_answers_must_agree() {
        const V: [i64; 2] = [KEY_IMA_EXT_0, IMA_V | 1];
        const ENOSYS: isize = -38;
        const EINVAL: isize = -22;
        for (status, pair, control, expected) in [
            (0, V, 2, true),
            (0, V, 0b1110, true),
            (0, V, EINVAL, true),
            (0, V, 1, false),
            (0, V, 0b1001, false),
            (0, V, 0, false),
            (ENOSYS, V, 2, false),
            (0, [-1, IMA_V], 2, false),
            (0, [KEY_IMA_EXT_0, !IMA_V], 2, false),
        ] {
            assert_eq!(allows(status, pair, control), expected, "{status} {pair:?} {control}");
        }
    }
}
