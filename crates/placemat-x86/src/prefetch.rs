//! Asking memory for bytes before they are read.

use placemat_simd::validate::PrefetchPolicy;

use crate::arch::{__cpuid, _MM_HINT_T0, _mm_prefetch};

/// The name of AMD's processors, `AuthenticAMD`, as CPUID gives it.
const AMD: [u32; 3] =
    [u32::from_le_bytes(*b"Auth"), u32::from_le_bytes(*b"enti"), u32::from_le_bytes(*b"cAMD")];

/// The first family of AMD's processors that is the better for being asked for lines: Zen 5.
const FIRST_AMD: u32 = 0x1A;

/// What pays on this processor. To ask for lines does on Zen 5, where text from memory is validated up to twice
/// as fast, and on Intel's. On Zen 4 it makes most text slower; there it is looking up the addresses of pages
/// that takes long.
#[cold]
#[inline(never)]
pub(crate) fn policy() -> PrefetchPolicy {
    #[allow(unused_unsafe, reason = "to older compilers it is unsafe")]
    // SAFETY: every x86 processor with SSE4.1 has the instruction, and there are tokens only on these.
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let is_amd = [vendor.ebx, vendor.edx, vendor.ecx] == AMD;
    if !is_amd || family(version.eax) >= FIRST_AMD { PrefetchPolicy::Lines } else { PrefetchPolicy::Pages }
}

/// The processor's family, of what CPUID says: where the first number has its largest value, another one is
/// added.
fn family(version: u32) -> u32 {
    match version >> 8 & 0xF {
        0xF => 0xF + (version >> 20 & 0xFF),
        family => family,
    }
}

/// Asks for the cache line of a byte.
#[inline(always)]
pub(crate) fn prefetch(byte: &u8) {
    // SAFETY: this crate is compiled only where there is SSE2, and the instruction reads nothing.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(byte).cast()) }
}

#[cfg(test)]
mod tests {
    use super::family;

    #[test]
    fn families_of_known_processors() {
        assert_eq!(family(0x00B0_0F21), 0x1A, "Zen 5");
        assert_eq!(family(0x00A1_0F11), 0x19, "Zen 4");
        assert_eq!(family(0x0008_06F8), 6, "Sapphire Rapids");
    }
}
