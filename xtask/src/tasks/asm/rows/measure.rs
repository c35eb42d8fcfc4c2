//! The kernels that measure: the lanes that count, and their sum.

use iced_x86::Mnemonic;

use super::{Row, Wanted, Width, wanted};

pub(super) const ROWS: [Row; 21] = [
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
    measuring(
        "sse4",
        "placemat_x86::sse4::measure::utf16_well_formed",
        &[wanted(&[Mnemonic::Pcmpeqw], Width::W16)],
    ),
    measuring(
        "sse4",
        "placemat_x86::sse4::measure::utf32_well_formed",
        &[wanted(&[Mnemonic::Pcmpeqd], Width::W16)],
    ),
    measuring(
        "avx2",
        "placemat_x86::avx2::measure::utf16_well_formed",
        &[wanted(&[Mnemonic::Vpcmpeqw], Width::W32)],
    ),
    measuring(
        "avx2",
        "placemat_x86::avx2::measure::utf32_well_formed",
        &[wanted(&[Mnemonic::Vpcmpeqd], Width::W32)],
    ),
    measuring(
        "avx512",
        "placemat_x86::avx512::measure::utf16_well_formed",
        &[wanted(&[Mnemonic::Vpcmpeqw], Width::W64)],
    ),
    measuring(
        "avx512",
        "placemat_x86::avx512::measure::utf32_well_formed",
        &[wanted(&[Mnemonic::Vpcmpeqd], Width::W64)],
    ),
];

/// A measuring kernel: no panic, and no call but for the copy of the last units.
const fn measuring(backend: &'static str, root: &'static str, wanted: &'static [Wanted]) -> Row {
    Row { backend, root, wanted, masks_stay: false, calls: &["memcpy", "memset"], checks: false }
}
