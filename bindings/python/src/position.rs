//! Converts positions in text.

use placemat::position::{Index, LineColumn, LineEnds, Unit};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyString};

use crate::bytes::Bytes;

/// Converts positions in a text: str, or bytes of UTF-8.
///
/// Offsets and columns are in "chars", as Python's str has them, in "bytes" of UTF-8, or in units of "utf-16", as
/// language servers and JavaScript have them. Offsets, lines and columns count from 0. None means that there is no
/// such position, or that it is inside a character. Lines end with "lf", with "lf-cr" (LF, CR and CR LF) or with
/// whatever ends one in "unicode". Bytes that are not valid raise ValueError.
///
/// >>> positions = Positions("one\n🍽: two")
/// >>> positions.line_column(7), positions.line_column(8, "utf-16")
/// ((1, 3), (1, 4))
/// >>> positions.offset(1, 4, "utf-16")
/// 8
/// >>> positions.convert(8, "utf-16", "bytes"), positions.convert(5, "utf-16", "bytes")
/// (10, None)
#[pyclass(frozen, module = "placemat")]
pub(crate) struct Positions(Index<String>);

#[pymethods]
impl Positions {
    #[new]
    #[pyo3(signature = (text, /, *, line_ends = "lf"))]
    fn new(py: Python<'_>, text: &Bound<'_, PyAny>, line_ends: &str) -> PyResult<Self> {
        let ends = match line_ends {
            "lf" => LineEnds::Lf,
            "lf-cr" => LineEnds::LfCr,
            "unicode" => LineEnds::Unicode,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "line_ends is 'lf', 'lf-cr' or 'unicode', not '{line_ends}'"
                )));
            }
        };
        let text = if let Ok(text) = text.cast::<PyString>() {
            text.to_str()?.to_owned()
        } else {
            let text =
                text.extract::<Bytes>()?.with(py, |bytes| placemat::from_utf8(bytes).map(str::to_owned));
            text.map_err(|error| PyValueError::new_err(error.to_string()))?
        };
        Ok(Self(Index::new(text, ends)))
    }

    /// Return the line and the column of an offset; both are in the same unit.
    #[pyo3(signature = (offset, unit = "chars", /))]
    fn line_column(&self, offset: usize, unit: &str) -> PyResult<Option<(usize, usize)>> {
        let unit = known(unit)?;
        let place = self.0.byte(offset, unit).and_then(|byte| self.0.line_column(byte, unit));
        Ok(place.map(|LineColumn { line, column }| (line, column)))
    }

    /// Return the offset of a line and a column; both are in the same unit.
    #[pyo3(signature = (line, column, unit = "chars", /))]
    fn offset(&self, line: usize, column: usize, unit: &str) -> PyResult<Option<usize>> {
        let unit = known(unit)?;
        let byte = self.0.byte_at(LineColumn { line, column }, unit);
        Ok(byte.and_then(|byte| self.0.offset(byte, unit)))
    }

    /// Return an offset in another unit.
    #[pyo3(signature = (offset, source, target, /))]
    fn convert(&self, offset: usize, source: &str, target: &str) -> PyResult<Option<usize>> {
        let (source, target) = (known(source)?, known(target)?);
        Ok(self.0.byte(offset, source).and_then(|byte| self.0.offset(byte, target)))
    }

    /// The number of lines: one more than there are line ends.
    #[getter]
    fn line_count(&self) -> usize {
        self.0.line_count()
    }
}

fn known(unit: &str) -> PyResult<Unit> {
    match unit {
        "chars" => Ok(Unit::Chars),
        "bytes" => Ok(Unit::Bytes),
        "utf-16" => Ok(Unit::Utf16),
        _ => Err(PyValueError::new_err(format!("a unit is 'chars', 'bytes' or 'utf-16', not '{unit}'"))),
    }
}
