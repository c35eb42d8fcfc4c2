//! Converts bytes between UTF-8 and other encodings.

use placemat::convert::{Converter, Encoding, Latin1, Route, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le};
use placemat::utf16;
use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};

use crate::bytes::Bytes;

/// Convert bytes from one encoding to another; one of the two is UTF-8.
///
/// Encodings are "utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be" and "latin-1"; case, hyphens and underscores
/// are ignored ("utf8"). With errors="replace", each invalid sequence becomes U+FFFD; in Latin-1 it and each character
/// that Latin-1 lacks become a question mark. With "strict" both raise ValueError. A signature (U+FEFF) is a character.
///
/// >>> convert("€".encode(), "utf-8", "utf-16be")
/// b' \xac'
#[pyfunction]
#[pyo3(signature = (data, source, target, /, *, errors = "strict"))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    data: Bytes,
    source: &str,
    target: &str,
    errors: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let lossy = match errors {
        "strict" => false,
        "replace" => true,
        _ => return Err(PyValueError::new_err(format!("errors is 'strict' or 'replace', not '{errors}'"))),
    };
    let (from, to) = (known(source)?, known(target)?);
    let bytes = match (from, to) {
        ("utf-8", "utf-16le") => data.with(py, |bytes| run::<Utf8, Utf16Le>(bytes, lossy)),
        ("utf-8", "utf-16be") => data.with(py, |bytes| run::<Utf8, Utf16Be>(bytes, lossy)),
        ("utf-8", "utf-32le") => data.with(py, |bytes| run::<Utf8, Utf32Le>(bytes, lossy)),
        ("utf-8", "utf-32be") => data.with(py, |bytes| run::<Utf8, Utf32Be>(bytes, lossy)),
        ("utf-8", "latin-1") => data.with(py, |bytes| run::<Utf8, Latin1>(bytes, lossy)),
        ("utf-16le", "utf-8") => data.with(py, |bytes| run::<Utf16Le, Utf8>(bytes, lossy)),
        ("utf-16be", "utf-8") => data.with(py, |bytes| run::<Utf16Be, Utf8>(bytes, lossy)),
        ("utf-32le", "utf-8") => data.with(py, |bytes| run::<Utf32Le, Utf8>(bytes, lossy)),
        ("utf-32be", "utf-8") => data.with(py, |bytes| run::<Utf32Be, Utf8>(bytes, lossy)),
        ("latin-1", "utf-8") => data.with(py, |bytes| run::<Latin1, Utf8>(bytes, lossy)),
        _ => Err(format!("one of the two encodings is utf-8, which neither {from} nor {to} is")),
    };
    let bytes = bytes.map_err(PyValueError::new_err)?;
    Ok(PyBytes::new(py, &bytes))
}

/// Return the bytes with U+FFFD in place of each lone surrogate. The encoding is "utf-16le" or "utf-16be".
///
/// If the number of bytes is odd, the last byte is half a unit, too short for U+FFFD, and stays unchanged.
///
/// >>> to_well_formed(b"a\x00=\xd8", "utf-16le")
/// b'a\x00\xfd\xff'
#[pyfunction]
#[pyo3(signature = (data, encoding, /))]
pub(crate) fn to_well_formed<'py>(
    py: Python<'py>,
    data: Bytes,
    encoding: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let replace = match known(encoding)? {
        "utf-16le" => utf16::replace_lone_surrogates_utf16le,
        "utf-16be" => utf16::replace_lone_surrogates_utf16be,
        other => {
            return Err(PyValueError::new_err(format!("the encoding is utf-16le or utf-16be, not {other}")));
        }
    };
    let bytes = data.with(py, |bytes| {
        let mut bytes = bytes.to_vec();
        replace(&mut bytes);
        bytes
    });
    Ok(PyBytes::new(py, &bytes))
}

const NAMES: [&str; 6] = ["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be", "latin-1"];

fn known(name: &str) -> PyResult<&'static str> {
    // As in Python, case and punctuation are ignored: "utf8" and "UTF_8" are "utf-8".
    let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_'], "");
    let found = NAMES.into_iter().find(|known| plain(known) == plain(name));
    found.ok_or_else(|| {
        PyValueError::new_err(format!("no encoding '{name}'; there are: {}", NAMES.join(", ")))
    })
}

fn run<S: Route<D, Unit = u8>, D: Encoding<Unit = u8>>(bytes: &[u8], lossy: bool) -> Result<Vec<u8>, String> {
    let converter = if lossy { Converter::<S, D>::lossy() } else { Converter::strict() };
    converter.to_vec(bytes).map_err(|error| error.to_string())
}
