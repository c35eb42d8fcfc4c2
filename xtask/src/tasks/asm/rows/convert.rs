//! The kernels that convert: shuffles and compressions that move units together. Calls are for the ends of texts,
//! and for errors.

use iced_x86::Mnemonic;

use super::{Row, Wanted, Width, wanted};

pub(super) const ROWS: [Row; 24] = [
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
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
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
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
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
            "placemat_x86::avx512::convert::utf16_to_utf8::short::rest",
            "placemat_x86::avx512::convert::utf16_to_utf8::utf16_to_utf8_long",
        ],
    ),
    converting(
        "sse4",
        "placemat_x86::sse4::convert::utf32::utf8_to_utf32",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &[
            "<placemat_x86::sse4::token::Sse4 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
            "placemat_core::locate::locate",
            "placemat_core::locate::resync",
            "placemat_simd::convert::utf32::whole",
            "placemat_x86::sse4::token::validation::compiled",
        ],
    ),
    converting(
        "sse4",
        "placemat_x86::sse4::convert::utf32::utf32_to_utf8",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &[
            "memcpy",
            "memset",
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
        ],
    ),
    converting(
        "sse4",
        "placemat_x86::sse4::convert::latin1::utf8_to_latin1",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &["memcpy", "memset"],
    ),
    converting(
        "sse4",
        "placemat_x86::sse4::convert::latin1::latin1_to_utf8",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &["memcpy", "memset"],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::utf32::utf8_to_utf32",
        &[wanted(&[Mnemonic::Vpshufb], Width::W16)],
        &[
            "<placemat_x86::avx2::token::Avx2 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
            "placemat_core::locate::locate",
            "placemat_core::locate::resync",
            "placemat_simd::convert::utf32::whole",
            "placemat_x86::avx2::token::validation::compiled",
        ],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::utf32::utf32_to_utf8",
        &[wanted(&[Mnemonic::Vpshufb], Width::W16)],
        &[
            "memcpy",
            "memset",
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
        ],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::latin1::utf8_to_latin1",
        &[wanted(&[Mnemonic::Vpshufb], Width::W16)],
        &["memcpy", "memset"],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::latin1::latin1_to_utf8",
        &[wanted(&[Mnemonic::Vpshufb], Width::W16)],
        &["memcpy", "memset"],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::utf32::utf8_to_utf32",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &[
            "<placemat_x86::avx512::token::Avx512 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::locate::locate",
            "placemat_core::locate::resync",
            "placemat_simd::convert::utf32::whole",
            "placemat_x86::avx512::convert::utf32::utf8_to_utf32_long",
            "placemat_x86::avx512::token::validation::compiled",
        ],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::utf32::utf32_to_utf8",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &["memcpy", "memset"],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::latin1::utf8_to_latin1",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &["memcpy", "memset"],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::latin1::latin1_to_utf8",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &["memcpy", "memset"],
    ),
    converting(
        "sse4",
        "placemat_x86::sse4::convert::utf8_to_utf16::utf8_to_utf16_replaced",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &[],
    ),
    converting(
        "sse4",
        "placemat_x86::sse4::convert::utf16_to_utf8::utf16_to_utf8_replaced",
        &[wanted(&[Mnemonic::Pshufb], Width::W16)],
        &[
            "<placemat_x86::sse4::token::Sse4 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
            "placemat_simd::convert::shorten::characters",
        ],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::utf8_to_utf16::utf8_to_utf16_replaced",
        &[wanted(&[Mnemonic::Vpshufb], Width::W32)],
        &[],
    ),
    converting(
        "avx2",
        "placemat_x86::avx2::convert::utf16_to_utf8::utf16_to_utf8_replaced",
        &[wanted(&[Mnemonic::Vpshufb], Width::W16)],
        &[
            "<placemat_x86::avx2::token::Avx2 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_core::convert::portable::map",
            "placemat_core::convert::portable::map_long",
            "placemat_simd::convert::shorten::characters",
        ],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::utf8_to_utf16::utf8_to_utf16_replaced",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &[],
    ),
    converting(
        "avx512",
        "placemat_x86::avx512::convert::utf16_to_utf8::utf16_to_utf8_replaced",
        &[wanted(&[Mnemonic::Vpcompressb], Width::W64)],
        &[
            "<placemat_x86::avx512::token::Avx512 as placemat_simd::token::Token>::vectorize::compiled",
            "memcpy",
            "memset",
            "placemat_x86::avx512::convert::utf16_to_utf8::before_lone",
            "placemat_x86::avx512::convert::utf16_to_utf8::short::rest",
        ],
    ),
];

/// A converting kernel.
const fn converting(
    backend: &'static str,
    root: &'static str,
    wanted: &'static [Wanted],
    calls: &'static [&'static str],
) -> Row {
    Row { backend, root, wanted, masks_stay: false, calls, checks: true }
}
