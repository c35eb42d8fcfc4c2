//! The instructions that the features of a backend permit.

use anyhow::{Context, Result};
use iced_x86::CpuidFeature;

/// The instructions permitted to a backend with these features: those of each feature, and of every x86-64 processor.
pub(super) fn permitted(features: &[String]) -> Result<Vec<CpuidFeature>> {
    let mut permitted = BASELINE.to_vec();
    for name in features {
        let (_, implied) = IMPLIED.iter().find(|(known, _)| known == name).with_context(|| {
            format!("what does the feature `{name}` permit? xtask/src/tasks/asm/features.rs does not say")
        })?;
        permitted.extend_from_slice(implied);
    }
    Ok(permitted)
}

/// The features of every x86-64 processor.
const BASELINE: [CpuidFeature; 10] = [
    CpuidFeature::INTEL8086,
    CpuidFeature::INTEL186,
    CpuidFeature::INTEL286,
    CpuidFeature::INTEL386,
    CpuidFeature::X64,
    CpuidFeature::CPUID,
    CpuidFeature::CMOV,
    CpuidFeature::MULTIBYTENOP,
    CpuidFeature::SSE,
    CpuidFeature::SSE2,
];

/// The instruction sets that a feature permits. None permits FMA and BMI1, although processors with AVX2 have them:
/// no token proves their presence. POPCNT and BMI2 are permitted only if named.
const IMPLIED: [(&str, &[CpuidFeature]); 10] = [
    ("ssse3", &[CpuidFeature::SSE3, CpuidFeature::SSSE3]),
    ("sse4.1", &[CpuidFeature::SSE4_1]),
    ("avx2", AVX2),
    (
        "avx512f",
        &[
            CpuidFeature::SSE3,
            CpuidFeature::SSSE3,
            CpuidFeature::SSE4_1,
            CpuidFeature::SSE4_2,
            CpuidFeature::AVX,
            CpuidFeature::AVX2,
            CpuidFeature::AVX512F,
        ],
    ),
    ("avx512bw", &[CpuidFeature::AVX512BW]),
    ("avx512vl", &[CpuidFeature::AVX512VL]),
    ("avx512vbmi", &[CpuidFeature::AVX512_VBMI]),
    ("avx512vbmi2", &[CpuidFeature::AVX512_VBMI2]),
    ("popcnt", &[CpuidFeature::POPCNT]),
    ("bmi2", &[CpuidFeature::BMI2]),
];

const AVX2: &[CpuidFeature] = &[
    CpuidFeature::SSE3,
    CpuidFeature::SSSE3,
    CpuidFeature::SSE4_1,
    CpuidFeature::SSE4_2,
    CpuidFeature::AVX,
    CpuidFeature::AVX2,
];
