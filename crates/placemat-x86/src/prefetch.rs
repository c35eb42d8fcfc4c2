//! Prefetching.

use placemat_simd::validate::PrefetchPolicy;

use crate::arch::{__cpuid, _MM_HINT_T0, _mm_prefetch};

/// AMD's vendor string, `AuthenticAMD`, as CPUID returns it.
const AMD: [u32; 3] =
    [u32::from_le_bytes(*b"Auth"), u32::from_le_bytes(*b"enti"), u32::from_le_bytes(*b"cAMD")];

/// The first AMD family that benefits from prefetching lines: Zen 5.
const FIRST_AMD: u32 = 0x1A;

/// The best policy for this CPU. Prefetching lines makes validation of uncached text up to twice as fast on Zen 5. On Zen
/// 4 it makes most text slower; there the bottleneck is address translation. On Intel, that depends on the width of
/// vectors.
#[cold]
#[inline(never)]
pub(crate) fn policy(on_intel: PrefetchPolicy) -> PrefetchPolicy {
    #[allow(unused_unsafe, reason = "to older compilers it is unsafe")]
    // SAFETY: every x86 CPU with SSE4.1 has the instruction, and tokens exist only on these.
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let is_amd = [vendor.ebx, vendor.edx, vendor.ecx] == AMD;
    match (is_amd, family(version.eax)) {
        (false, _) => on_intel,
        (true, FIRST_AMD..) => PrefetchPolicy::Lines,
        (true, _) => PrefetchPolicy::Pages,
    }
}

/// The CPU family, from the version that CPUID returns: the extended family is added if the base family has its
/// maximum value.
fn family(version: u32) -> u32 {
    match version >> 8 & 0xF {
        0xF => 0xF + (version >> 20 & 0xFF),
        family => family,
    }
}

/// Prefetches the cache line of a byte.
#[inline(always)]
pub(crate) fn prefetch(byte: &u8) {
    // SAFETY: this crate is compiled only for targets with SSE2, and the instruction reads nothing.
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
