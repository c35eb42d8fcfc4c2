//! The kernels to check, as data.

use iced_x86::Mnemonic::{self, *};

/// One kernel.
pub(super) struct Row {
    pub(super) backend: &'static str,
    /// The entry function of calls.
    pub(super) root: String,
    /// The width of the vectors that it must use, in bytes.
    pub(super) width: usize,
    /// The vector instructions of which it must have one; any, if there are none.
    pub(super) mnemonics: &'static [Mnemonic],
    /// Whether it converts. Then bounds checks are permitted, since the place of a unit depends on all units before
    /// it; and separately compiled functions handle the ends of texts and errors.
    pub(super) converts: bool,
}

/// The backends, and the width of their vectors in bytes.
const BACKENDS: [(&str, usize); 3] = [("sse4", 16), ("avx2", 32), ("avx512", 64)];

/// The kernels that measure.
const MEASURING: [&str; 8] = [
    "characters",
    "utf8_as_utf16",
    "utf16_as_utf8",
    "utf32_as_utf8",
    "latin1_as_utf8",
    "utf16_valid",
    "tally",
    "utf32_valid",
];

/// The kernels that convert.
const CONVERTING: [&str; 8] = [
    "utf16::utf8_to_utf16",
    "utf16::utf8_to_utf16_replaced",
    "utf8::utf16_to_utf8",
    "utf8::utf16_to_utf8_replaced",
    "utf32::utf8_to_utf32",
    "utf32::utf32_to_utf8",
    "latin1::utf8_to_latin1",
    "latin1::latin1_to_utf8",
];

/// The loops of the portable backend that compilers should vectorise, and what only vectors have.
const COMPARING: [(&str, &[Mnemonic]); 4] =
    [("few", &[Psubusb]), ("two", &[Pminub]), ("three", &[Pcmpeqb]), ("four", &[Pmaxub])];

/// The rows of [`COMPARING`].
pub(super) fn comparing() -> [Row; 4] {
    COMPARING.map(|(name, mnemonics)| Row {
        backend: "scalar",
        root: format!("placemat_scalar::validate::Loops::{name}"),
        width: 16,
        mnemonics,
        converts: false,
    })
}

/// All rows.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::from(comparing());
    for (backend, width) in BACKENDS {
        let mut row = |path: String, converts| {
            let root = format!("placemat_x86::{backend}::{path}");
            rows.push(Row { backend, root, width, mnemonics: &[], converts });
        };
        row("token::validation::scan".to_owned(), false);
        MEASURING.iter().for_each(|name| row(format!("measure::{name}"), false));
        CONVERTING.iter().for_each(|name| row(format!("convert::kernels::{name}"), true));
    }
    rows
}
