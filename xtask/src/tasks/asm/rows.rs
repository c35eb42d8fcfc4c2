//! The wanted instructions of each kernel, as data.

use iced_x86::Mnemonic::{self, *};

/// One kernel.
pub(super) struct Row {
    pub(super) backend: &'static str,
    /// The entry function of calls.
    pub(super) root: String,
    /// Instructions that identify the intended kernel.
    pub(super) wanted: Vec<Wanted>,
    /// Whether it converts. Then bounds checks are permitted, since the place of a unit depends on all units before
    /// it; and separately compiled functions handle the ends of texts and errors.
    pub(super) converts: bool,
}

/// An instruction, with any of these mnemonics.
pub(super) struct Wanted {
    pub(super) mnemonics: &'static [Mnemonic],
    /// The width of its widest register, in bytes; 0 if it has none.
    pub(super) width: usize,
    /// Whether it zeroes the masked-off lanes.
    pub(super) zeroing: bool,
}

const fn on(width: usize, mnemonics: &'static [Mnemonic]) -> Wanted {
    Wanted { mnemonics, width, zeroing: false }
}

const fn zeroing(width: usize, mnemonics: &'static [Mnemonic]) -> Wanted {
    Wanted { mnemonics, width, zeroing: true }
}

/// The backends, and the width of their vectors in bytes.
const BACKENDS: [(&str, usize); 3] = [("sse4", 16), ("avx2", 32), ("avx512", 64)];

/// The kernels that measure, and for each backend the instructions that count and sum lanes.
const MEASURING: [(&str, [&[&[Mnemonic]]; 3]); 8] = [
    ("characters", [&[&[Pcmpgtb], &[Psadbw]], &[&[Vpcmpgtb], &[Vpsadbw]], &[&[Vpsadbw]]]),
    ("utf8_as_utf16", [&[&[Pshufb], &[Psadbw]], &[&[Vpshufb], &[Vpsadbw]], &[&[Vpsadbw]]]),
    ("utf16_as_utf8", [&[&[Pcmpeqb], &[Psadbw]], &[&[Vpcmpeqb], &[Vpsadbw]], &[&[Vpsadbw]]]),
    ("utf32_as_utf8", [&[&[Pcmpgtd], &[Psadbw]], &[&[Vpcmpgtd], &[Vpsadbw]], &[&[Vpsadbw]]]),
    ("latin1_as_utf8", [&[&[Pcmpgtb], &[Psadbw]], &[&[Vpcmpgtb], &[Vpsadbw]], &[&[Vpsadbw]]]),
    ("utf16_valid", [&[&[Pcmpeqw]], &[&[Vpcmpeqw]], &[&[Vpcmpeqw]]]),
    (
        "tally",
        [
            &[&[Pmaxub], &[Pcmpgtb], &[Psadbw]],
            &[&[Vpmaxub], &[Vpcmpgtb], &[Vpsadbw]],
            &[&[Vpmaxub], &[Vpsadbw]],
        ],
    ),
    ("utf32_valid", [&[&[Pcmpeqd]], &[&[Vpcmpeqd]], &[&[Vpcmpeqd]]]),
];

/// The kernels that convert, and the width of AVX2 shuffles. SSE4.1 and AVX2 shuffle, AVX-512 compresses.
const CONVERTING: [(&str, usize); 8] = [
    ("utf16::utf8_to_utf16", 32),
    ("utf16::utf8_to_utf16_replaced", 32),
    ("utf8::utf16_to_utf8", 16),
    ("utf8::utf16_to_utf8_replaced", 16),
    ("utf32::utf8_to_utf32", 16),
    ("utf32::utf32_to_utf8", 16),
    ("latin1::utf8_to_latin1", 16),
    ("latin1::latin1_to_utf8", 16),
];

/// The kernels that validate: table lookups by nibbles; leads, continuation bytes, second bytes; the accumulators of
/// the restricted modes; non-ASCII blocks; short inputs, padded with zeros.
fn validating(backend: &str) -> Vec<Wanted> {
    match backend {
        "sse4" => {
            [&[Pshufb] as &[_], &[Psrlw], &[Psubusb], &[Paddsb], &[Paddb], &[Pminub], &[Pmaxub], &[Pmovmskb]]
                .into_iter()
                .chain([&[Packsswb] as &[_]])
                .map(|names| on(16, names))
                .collect()
        }
        "avx2" => {
            let mut wanted: Vec<_> = [
                &[Vpshufb] as &[_],
                &[Vpsrlw],
                &[Vpsubusb],
                &[Vpaddsb],
                &[Vpaddb],
                &[Vpminub],
                &[Vpmaxub],
                &[Vpmovmskb],
                &[Vpacksswb],
                &[Vpmaskmovd],
            ]
            .map(|names| on(32, names))
            .into();
            wanted.push(on(0, &[Prefetcht0]));
            wanted
        }
        _ => vec![
            // The lookup of leads, and the sum, in the selected lanes; zero in the others.
            on(64, &[Vpcmpub, Vpcmpb]),
            zeroing(64, &[Vpermb]),
            zeroing(64, &[Vpaddb]),
            on(64, &[Vpaddsb]),
            on(64, &[Vpsubusb]),
            // The structural check, three operands at a time.
            on(64, &[Vpternlogd, Vpternlogq]),
            // b2, between b1 and b3.
            on(64, &[Vpshldw]),
            on(64, &[Vptestmb, Vptestmd, Vptestmq]),
            on(64, &[Vpmovb2m]),
            on(64, &[Vpacksswb]),
            on(0, &[Prefetcht0]),
            zeroing(64, &[Vmovdqu8]),
        ],
    }
}

/// The loops of the portable backend that compilers should vectorise, and what only vectors have.
const COMPARING: [(&str, &[Mnemonic]); 4] =
    [("few", &[Psubusb]), ("two", &[Pminub]), ("three", &[Pcmpeqb]), ("four", &[Pmaxub])];

/// The rows of [`COMPARING`].
pub(super) fn comparing() -> [Row; 4] {
    COMPARING.map(|(name, names)| Row {
        backend: "scalar",
        root: format!("placemat_scalar::validate::Loops::{name}"),
        wanted: vec![on(16, names)],
        converts: false,
    })
}

/// All rows.
pub(super) fn rows() -> Vec<Row> {
    let mut rows = Vec::from(comparing());
    for (at, (backend, width)) in BACKENDS.into_iter().enumerate() {
        let mut row = |path: String, wanted, converts| {
            rows.push(Row { backend, root: format!("placemat_x86::{backend}::{path}"), wanted, converts });
        };
        row("token::validation::scan".to_owned(), validating(backend), false);
        for (name, wanted) in MEASURING {
            let wanted = wanted[at].iter().map(|names| on(width, names)).collect();
            row(format!("measure::{name}"), wanted, false);
        }
        for (name, of_avx2) in CONVERTING {
            let wanted = match backend {
                "sse4" => on(16, &[Pshufb]),
                "avx2" => on(of_avx2, &[Vpshufb]),
                _ => on(64, &[Vpcompressb]),
            };
            row(format!("convert::kernels::{name}"), vec![wanted], true);
        }
    }
    rows
}
