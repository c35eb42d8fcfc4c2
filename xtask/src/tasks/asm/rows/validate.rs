//! The kernels that validate.

use iced_x86::Mnemonic;

use super::{Row, Wanted, Width, wanted, zeroing};

/// The lines of a long input.
const PREFETCH: Wanted = wanted(&[Mnemonic::Prefetcht0], Width::Any);

pub(super) const ROWS: [Row; 3] = [
    Row {
        backend: "sse4",
        root: "placemat_x86::sse4::token::validation::scan",
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
        checks: false,
        calls: &["placemat_x86::sse4::token::validation::compiled"],
    },
    Row {
        backend: "avx2",
        root: "placemat_x86::avx2::token::validation::scan",
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
            PREFETCH,
            // Short inputs, and zeros after them.
            wanted(&[Mnemonic::Vpmaskmovd], Width::W32),
        ],
        masks_stay: false,
        // The code for long inputs is compiled apart, for the same features, so that short ones do not pay
        // for it. A short one near the end of a page is copied.
        checks: false,
        calls: &["placemat_x86::avx2::token::validation::compiled", "memcpy"],
    },
    Row {
        backend: "avx512",
        root: "placemat_x86::avx512::token::validation::scan",
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
            PREFETCH,
            // Short inputs, and zeros after them.
            zeroing(&[Mnemonic::Vmovdqu8], Width::W64),
        ],
        masks_stay: true,
        // The code for long inputs is compiled apart, for the same features, so that short ones do not pay
        // for it.
        checks: false,
        calls: &["placemat_x86::avx512::token::validation::compiled"],
    },
];
