//! What is expected of each kernel, as data.

use anyhow::{Context, Result};
use iced_x86::{CpuidFeature, Mnemonic};

/// One kernel.
pub(super) struct Row {
    pub(super) backend: &'static str,
    /// The function that calls are dispatched to.
    pub(super) root: &'static str,
    /// Instructions without which it is another kernel than the one that is meant.
    pub(super) wanted: &'static [Wanted],
    /// Whether the compiler may not pull masks from one operation to the next. For each it would need a
    /// masked move.
    pub(super) masks_stay: bool,
    /// What may be called. Everything else is to be inlined, or its features are lost.
    pub(super) calls: &'static [&'static str],
}

impl Row {
    /// Whether the kernel is in this package.
    pub(super) fn is_in(&self, package: &str) -> bool {
        self.root.split("::").next() == Some(&package.replace('-', "_"))
    }
}

/// An instruction, by any of these names.
pub(super) struct Wanted {
    pub(super) mnemonics: &'static [Mnemonic],
    pub(super) width: Width,
    /// The lanes that a mask leaves out become zero in the same instruction.
    pub(super) zeroing: bool,
}

/// The widest register that it works on, in octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Any,
    W16,
    W32,
    W64,
}

const fn wanted(mnemonics: &'static [Mnemonic], width: Width) -> Wanted {
    Wanted { mnemonics, width, zeroing: false }
}

const fn zeroing(mnemonics: &'static [Mnemonic], width: Width) -> Wanted {
    Wanted { mnemonics, width, zeroing: true }
}

pub(super) const ROWS: [Row; 3] = [
    Row {
        backend: "sse4",
        root: "placemat_x86::sse4::token::scan",
        wanted: &[
            // Lookups, and the upper nibbles to look up by.
            wanted(&[Mnemonic::Pshufb], Width::W16),
            wanted(&[Mnemonic::Psrlw], Width::W16),
            // Leads, continuations, second octets.
            wanted(&[Mnemonic::Psubusb], Width::W16),
            wanted(&[Mnemonic::Paddsb], Width::W16),
            wanted(&[Mnemonic::Paddb], Width::W16),
            // What the restricted modes collect.
            wanted(&[Mnemonic::Pminub], Width::W16),
            wanted(&[Mnemonic::Pmaxub], Width::W16),
            wanted(&[Mnemonic::Pmovmskb], Width::W16),
            // The blocks that are not ASCII.
            wanted(&[Mnemonic::Packsswb], Width::W16),
        ],
        masks_stay: false,
        // The code for long inputs is compiled apart, for the same features, so that short ones do not pay
        // for it.
        calls: &["<placemat_x86::sse4::token::Sse4 as placemat_simd::token::Token>::vectorize::compiled"],
    },
    Row {
        backend: "avx2",
        root: "placemat_x86::avx2::token::scan",
        wanted: &[
            wanted(&[Mnemonic::Vpshufb], Width::W32),
            wanted(&[Mnemonic::Vpsrlw], Width::W32),
            wanted(&[Mnemonic::Vpsubusb], Width::W32),
            wanted(&[Mnemonic::Vpaddsb], Width::W32),
            wanted(&[Mnemonic::Vpaddb], Width::W32),
            wanted(&[Mnemonic::Vpminub], Width::W32),
            wanted(&[Mnemonic::Vpmaxub], Width::W32),
            wanted(&[Mnemonic::Vpmovmskb], Width::W32),
            wanted(&[Mnemonic::Vpacksswb], Width::W32),
            // Short inputs.
            wanted(&[Mnemonic::Vpshufb], Width::W16),
        ],
        masks_stay: false,
        // The code for long inputs is compiled apart, for the same features, so that short ones do not pay
        // for it.
        calls: &["<placemat_x86::avx2::token::Avx2 as placemat_simd::token::Token>::vectorize::compiled"],
    },
    Row {
        backend: "avx512",
        root: "placemat_x86::avx512::token::scan",
        wanted: &[
            // The lookup of leads, and the sum, in the lanes that have one and zero in the others.
            wanted(&[Mnemonic::Vpcmpub, Mnemonic::Vpcmpb], Width::W64),
            zeroing(&[Mnemonic::Vpermb], Width::W64),
            zeroing(&[Mnemonic::Vpaddb], Width::W64),
            wanted(&[Mnemonic::Vpaddsb], Width::W64),
            wanted(&[Mnemonic::Vpsubusb], Width::W64),
            // The structure, three operands at a time.
            wanted(&[Mnemonic::Vpternlogd, Mnemonic::Vpternlogq], Width::W64),
            // b2, between b1 and b3.
            wanted(&[Mnemonic::Vpshldw], Width::W64),
            wanted(&[Mnemonic::Vptestmb, Mnemonic::Vptestmd, Mnemonic::Vptestmq], Width::W64),
            wanted(&[Mnemonic::Vpmovb2m], Width::W64),
            // The blocks that are not ASCII.
            wanted(&[Mnemonic::Vpacksswb], Width::W64),
            // Short inputs, and zeros after them.
            zeroing(&[Mnemonic::Vmovdqu8], Width::W64),
        ],
        masks_stay: true,
        // The code for long inputs is compiled apart, for the same features, so that short ones do not pay
        // for it.
        calls: &["<placemat_x86::avx512::token::Avx512 as placemat_simd::token::Token>::vectorize::compiled"],
    },
];

/// The instructions that a backend with these features may use: those of each feature, and of every x86-64
/// processor.
pub(super) fn permitted(features: &[String]) -> Result<Vec<CpuidFeature>> {
    let mut permitted = BASELINE.to_vec();
    for name in features {
        let (_, implied) = IMPLIED.iter().find(|(known, _)| known == name).with_context(|| {
            format!("what does the feature `{name}` permit? xtask/src/tasks/asm/rows.rs does not say")
        })?;
        permitted.extend_from_slice(implied);
    }
    Ok(permitted)
}

/// What every x86-64 processor has.
const BASELINE: [CpuidFeature; 9] = [
    CpuidFeature::INTEL8086,
    CpuidFeature::INTEL186,
    CpuidFeature::INTEL286,
    CpuidFeature::INTEL386,
    CpuidFeature::X64,
    CpuidFeature::CMOV,
    CpuidFeature::MULTIBYTENOP,
    CpuidFeature::SSE,
    CpuidFeature::SSE2,
];

/// What a feature permits. FMA and BMI are in none of them, although processors with AVX2 have them: no token
/// proves that this one does. POPCNT is permitted only where it is named.
const IMPLIED: [(&str, &[CpuidFeature]); 8] = [
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
    ("avx512vbmi", &[CpuidFeature::AVX512_VBMI]),
    ("avx512vbmi2", &[CpuidFeature::AVX512_VBMI2]),
    ("popcnt", &[CpuidFeature::POPCNT]),
];

const AVX2: &[CpuidFeature] = &[
    CpuidFeature::SSE3,
    CpuidFeature::SSSE3,
    CpuidFeature::SSE4_1,
    CpuidFeature::SSE4_2,
    CpuidFeature::AVX,
    CpuidFeature::AVX2,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_permits_what_it_implies() {
        let features = permitted(&["avx2".to_owned(), "avx512vbmi".to_owned()]).unwrap();
        for (feature, there) in [
            (CpuidFeature::X64, true),
            (CpuidFeature::AVX, true),
            (CpuidFeature::AVX512_VBMI, true),
            (CpuidFeature::AVX512F, false),
            (CpuidFeature::POPCNT, false),
        ] {
            assert_eq!(features.contains(&feature), there, "{feature:?}");
        }
    }

    #[test]
    fn an_unknown_feature_permits_nothing() {
        let error = permitted(&["warp".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("`warp`"), "{error}");
    }
}
