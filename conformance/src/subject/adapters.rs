//! Backends and the standard library as subjects.

use placemat_core::{Backend, Scan, Validate, locate};

use super::{
    Encodes, Fault, Fields, FindsErrors, Piece, Replaces, Scans, Subject, Unencodable, Validates, Verdict,
};

/// A [`Backend`] as a subject.
#[derive(Clone, Copy)]
pub struct OfBackend<'a>(pub &'a dyn Backend);

impl Subject for OfBackend<'_> {
    fn name(&self) -> &str {
        self.0.info().name()
    }

    crate::claims!(verdict: Validates, scan: Scans);
}

impl Validates for OfBackend<'_> {
    fn validate(&self, bytes: &[u8]) -> Verdict {
        self.0.validate(bytes).map_err(Fault::from)
    }

    fn validate_and_scan(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        // As `Validate::validate` processes the answer; a row of the suite checks that it still does.
        let scan = self.0.scan(bytes);
        let verdict = match scan {
            Scan::Clean => Ok(()),
            Scan::Suspect { from } => locate(bytes, from).map_err(Fault::from),
        };
        (verdict, Some(scan))
    }
}

impl Scans for OfBackend<'_> {
    fn raw(&self, bytes: &[u8]) -> Scan {
        self.0.scan(bytes)
    }
}

/// The standard library as a subject. It does not report kinds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Std;

impl Subject for Std {
    crate::claims!("std", verdict: Validates, replacement: Replaces, errors: FindsErrors, encode: Encodes);
}

impl Validates for Std {
    fn fields(&self) -> Fields {
        Fields { kind: false, ..Fields::ALL }
    }

    fn validate(&self, bytes: &[u8]) -> Verdict {
        match std::str::from_utf8(bytes) {
            Ok(_) => Ok(()),
            Err(error) => {
                Err(Fault { valid_up_to: error.valid_up_to(), error_len: error.error_len(), kind: None })
            }
        }
    }
}

impl Replaces for Std {
    fn replaced(&self, bytes: &[u8]) -> Vec<u8> {
        String::from_utf8_lossy(bytes).into_owned().into_bytes()
    }
}

impl FindsErrors for Std {
    fn fields(&self) -> Fields {
        Fields::NONE
    }

    fn pieces(&self, bytes: &[u8]) -> Vec<Piece> {
        let piece = |chunk: std::str::Utf8Chunk<'_>| Piece {
            text: chunk.valid().as_bytes().to_vec(),
            invalid: chunk.invalid().to_vec(),
            // The standard library reports that there is a fault, without details.
            fault: (!chunk.invalid().is_empty()).then_some(Fault {
                valid_up_to: 0,
                error_len: None,
                kind: None,
            }),
        };
        bytes.utf8_chunks().map(piece).collect()
    }
}

impl Encodes for Std {
    fn encoded(&self, value: u32) -> Result<Vec<u8>, Unencodable> {
        char::from_u32(value).map(|scalar| scalar.to_string().into_bytes()).ok_or(Unencodable::Unspecified)
    }
}
