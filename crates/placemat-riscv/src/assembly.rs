//! Assembly for the vector extension: stable Rust has neither the intrinsics nor the target feature.

/// `asm!` with the extension, and all vector registers clobbered.
macro_rules! vector {
    ([$($line:expr),* $(,)?] $($operands:tt)*) => {
        core::arch::asm!(
            ".option push",
            ".option arch, +v",
            $($line,)*
            ".option pop",
            $($operands)*
            out("v0") _, out("v1") _, out("v2") _, out("v3") _, out("v4") _, out("v5") _, out("v6") _, out("v7") _,
            out("v8") _, out("v9") _, out("v10") _, out("v11") _, out("v12") _, out("v13") _, out("v14") _,
            out("v15") _, out("v16") _, out("v17") _, out("v18") _, out("v19") _, out("v20") _, out("v21") _,
            out("v22") _, out("v23") _, out("v24") _, out("v25") _, out("v26") _, out("v27") _, out("v28") _,
            out("v29") _, out("v30") _, out("v31") _,
        )
    };
}
pub(crate) use vector;

/// Goes to `$label` if a bit of the mask is set, the first one in lane `t`.
macro_rules! if_any {
    ($mask:literal, $label:literal) => {
        concat!("vfirst.m {t}, ", $mask, "\nbgez {t}, ", $label)
    };
}
pub(crate) use if_any;

/// Goes on to the next strip, after `vl` units, or to 9; `t` bytes have been stored, or, with `$dst`, as many units.
/// `$source` and `$dst` are the binary logarithms of the sizes of units.
macro_rules! next {
    ($source:tt, $dst:literal) => {
        concat!("slli {t}, {vl}, ", $dst, "\n", next!($source))
    };
    (0) => {
        "add {d}, {d}, {t}
         sub {n}, {n}, {vl}
         add {p}, {p}, {vl}
         bnez {n}, 2b
         j 9f"
    };
    ($source:literal) => {
        concat! {
            "add {d}, {d}, {t}
             sub {n}, {n}, {vl}
             slli {t}, {vl}, ", $source, "
             add {p}, {p}, {t}
             bnez {n}, 2b
             j 9f"
        }
    };
}
pub(crate) use next;

/// Stores `t` lanes of `$bits` bits without those that are 0 and not in the mask `$kept`. Then `t` is their number.
macro_rules! store_nonzero {
    ($bits:literal, $lmul:literal, $lanes:literal, $kept:literal, $to:literal) => {
        concat! {
            "vsetvli zero, {t}, e", $bits, ", ", $lmul, ", ta, mu
             vmsne.vi v4, ", $lanes, ", 0
             vmor.mm v4, v4, ", $kept, "
             vcpop.m {t}, v4
             vcompress.vm ", $to, ", ", $lanes, ", v4
             vsetvli zero, {t}, e", $bits, ", ", $lmul, ", ta, mu
             vse", $bits, ".v ", $to, ", ({d})"
        }
    };
}
pub(crate) use store_nonzero;

/// Defines conversion kernels. The assembly converts strips from the `n` units at `p` to `d`, moves both on, and goes to 9
/// at whatever it leaves to `$portable`; `n` may be 0. The destination has space for `$growth` units for each of the `n`.
macro_rules! convert {
    ($(
        $(#[$meta:meta])*
        $name:ident: $source:ty => $dst:ty, $growth:literal, $portable:expr,
        [$($line:expr),* $(,)?] ($($constant:ident = $value:expr),*) $($scratch:ident),*;
    )*) => {$(
        $(#[$meta])*
        ///
        /// # Safety
        ///
        /// The processor has the vector extension, and the thread may use it.
        pub(crate) unsafe fn $name(source: &[$source], dst: &mut [$dst]) -> Progress {
            let mut at = Progress::default();
            loop {
                let (from, to) = (&source[at.read..], &mut dst[at.written..]);
                let n = from.len().min(to.len() / $growth);
                let (mut p, mut d) = (from.as_ptr(), to.as_mut_ptr());
                // SAFETY: the caller says that the instructions run. They read `n` units from `p` on, and write at most
                // `$growth` for each.
                unsafe {
                    vector!(
                        [$($line,)* "9:"]
                        p = inout(reg) p, d = inout(reg) d, n = inout(reg) n => _, vl = out(reg) _, t = out(reg) _,
                        $($constant = in(reg) $value,)* $($scratch = out(reg) _,)*
                        options(nostack),
                    );
                }
                let read = (p.addr() - from.as_ptr().addr()) / size_of::<$source>();
                let written = (d.addr() - to.as_ptr().addr()) / size_of::<$dst>();
                at += Progress { read, written };
                // What is left over: an error, a few units, or those that a smaller destination might not hold.
                if read == 0 || n == from.len() {
                    at += $portable(&source[at.read..], &mut dst[at.written..]);
                    return at;
                }
            }
        }
    )*};
}
pub(crate) use convert;
