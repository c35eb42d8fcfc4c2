//! What is expected of each kernel, as data.

use iced_x86::Mnemonic;

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
    /// Whether places in slices may be checked: where a unit goes depends on all units before it.
    pub(super) checks: bool,
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

pub(super) const ROWS: [Row; 24] = [
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
        checks: false,
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
        checks: false,
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
        checks: false,
        calls: &["<placemat_x86::avx512::token::Avx512 as placemat_simd::token::Token>::vectorize::compiled"],
    },
    // The lanes that count, and their sum.
    measuring(
        "sse4",
        "placemat_x86::sse4::measure::characters",
        &[wanted(&[Mnemonic::Pcmpgtb], Width::W16), wanted(&[Mnemonic::Psadbw], Width::W16)],
    ),
    measuring(
        "sse4",
        "placemat_x86::sse4::measure::utf8_as_utf16",
        &[wanted(&[Mnemonic::Pshufb], Width::W16), wanted(&[Mnemonic::Psadbw], Width::W16)],
    ),
    measuring(
        "sse4",
        "placemat_x86::sse4::measure::utf16_as_utf8",
        &[wanted(&[Mnemonic::Pcmpeqb], Width::W16), wanted(&[Mnemonic::Psadbw], Width::W16)],
    ),
    measuring(
        "sse4",
        "placemat_x86::sse4::measure::utf32_as_utf8",
        &[wanted(&[Mnemonic::Pcmpgtd], Width::W16), wanted(&[Mnemonic::Psadbw], Width::W16)],
    ),
    measuring(
        "sse4",
        "placemat_x86::sse4::measure::latin1_as_utf8",
        &[wanted(&[Mnemonic::Pcmpgtb], Width::W16), wanted(&[Mnemonic::Psadbw], Width::W16)],
    ),
    measuring(
        "avx2",
        "placemat_x86::avx2::measure::characters",
        &[wanted(&[Mnemonic::Vpcmpgtb], Width::W32), wanted(&[Mnemonic::Vpsadbw], Width::W32)],
    ),
    measuring(
        "avx2",
        "placemat_x86::avx2::measure::utf8_as_utf16",
        &[wanted(&[Mnemonic::Vpshufb], Width::W32), wanted(&[Mnemonic::Vpsadbw], Width::W32)],
    ),
    measuring(
        "avx2",
        "placemat_x86::avx2::measure::utf16_as_utf8",
        &[wanted(&[Mnemonic::Vpcmpeqb], Width::W32), wanted(&[Mnemonic::Vpsadbw], Width::W32)],
    ),
    measuring(
        "avx2",
        "placemat_x86::avx2::measure::utf32_as_utf8",
        &[wanted(&[Mnemonic::Vpcmpgtd], Width::W32), wanted(&[Mnemonic::Vpsadbw], Width::W32)],
    ),
    measuring(
        "avx2",
        "placemat_x86::avx2::measure::latin1_as_utf8",
        &[wanted(&[Mnemonic::Vpcmpgtb], Width::W32), wanted(&[Mnemonic::Vpsadbw], Width::W32)],
    ),
    measuring(
        "avx512",
        "placemat_x86::avx512::measure::characters",
        &[wanted(&[Mnemonic::Vpsadbw], Width::W64)],
    ),
    measuring(
        "avx512",
        "placemat_x86::avx512::measure::utf8_as_utf16",
        &[wanted(&[Mnemonic::Vpsadbw], Width::W64)],
    ),
    measuring(
        "avx512",
        "placemat_x86::avx512::measure::utf16_as_utf8",
        &[wanted(&[Mnemonic::Vpsadbw], Width::W64)],
    ),
    measuring(
        "avx512",
        "placemat_x86::avx512::measure::utf32_as_utf8",
        &[wanted(&[Mnemonic::Vpsadbw], Width::W64)],
    ),
    measuring(
        "avx512",
        "placemat_x86::avx512::measure::latin1_as_utf8",
        &[wanted(&[Mnemonic::Vpsadbw], Width::W64)],
    ),
    // Shuffles and compressions that move units together. Calls are for the ends of texts, and for errors.
    converting(
        "sse4",
        "placemat_x86::sse4::convert::utf8_to_utf16::utf8_to_utf16",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &[
            "<placemat_x86::sse4::token::Sse4 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::locate::resync",
            "placemat_simd::convert::driver::whole_characters",
        ],
    ),
    converting(
        "sse4",
        "placemat_x86::sse4::convert::utf16_to_utf8::utf16_to_utf8",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &[
            "<placemat_x86::sse4::token::Sse4 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_simd::convert::shorten::characters",
        ],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::utf8_to_utf16::utf8_to_utf16",
        &[wanted(&[Mnemonic::Vpshufb], Width::W32)],
        &[
            "<placemat_x86::avx2::token::Avx2 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::locate::resync",
            "placemat_simd::convert::driver::whole_characters",
        ],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::utf16_to_utf8::utf16_to_utf8",
        &[wanted(&[Mnemonic::Vpshufb], Width::W16)],
        &[
            "<placemat_x86::avx2::token::Avx2 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_simd::convert::shorten::characters",
        ],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::utf8_to_utf16::utf8_to_utf16",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &[
            "<placemat_x86::avx512::token::Avx512 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::locate::resync",
            "placemat_simd::convert::driver::whole_characters",
        ],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::utf16_to_utf8::utf16_to_utf8",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &[
            "<placemat_x86::avx512::token::Avx512 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_x86::avx512::convert::utf16_to_utf8::before_lone",
        ],
    ),
];

/// A measuring kernel: no panic, and no call but for the copy of the last units.
const fn measuring(backend: &'static str, root: &'static str, wanted: &'static [Wanted]) -> Row {
    Row { backend, root, wanted, masks_stay: false, calls: &["memcpy", "memset"], checks: false }
}

/// A converting kernel.
const fn converting(
    backend: &'static str,
    root: &'static str,
    wanted: &'static [Wanted],
    calls: &'static [&'static str],
) -> Row {
    Row { backend, root, wanted, masks_stay: false, calls, checks: true }
}
