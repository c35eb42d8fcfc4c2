//! placemat as a subject: everything that it can do, with one of its backends or through the dispatch.

use placemat::{
    Chunks,
    backend::{Handle, Validate},
    bom::{self, Filter},
    chars::{self, EncodeError},
    stream::Decoder,
};
use placemat_conformance::subject::{
    Encodes, Fault, HandlesBom, OfBackend, Policy, Refused, Replaces, Scans, Streams, Subject, Validates,
    Verdict,
};
use placemat_core::{Backend, Scan};

/// placemat with one particular backend, or with the one that calls are dispatched to.
#[derive(Clone, Copy)]
pub(crate) struct Placemat(pub(crate) Option<Handle>);

impl Placemat {
    fn lossy(self) -> Decoder {
        self.0.map_or_else(Decoder::lossy, |handle| Decoder::lossy().by(handle))
    }
}

impl Subject for Placemat {
    fn name(&self) -> &str {
        self.0.as_ref().map_or("placemat", |handle| handle.info().name())
    }

    fn verdict(&self) -> Option<&dyn Validates> {
        Some(self)
    }

    fn scan(&self) -> Option<&dyn Scans> {
        self.0.is_some().then_some(self)
    }

    fn replacement(&self) -> Option<&dyn Replaces> {
        Some(self)
    }

    fn stream(&self) -> Option<&dyn Streams> {
        Some(self)
    }

    fn encode(&self) -> Option<&dyn Encodes> {
        Some(self)
    }

    fn bom(&self) -> Option<&dyn HandlesBom> {
        Some(self)
    }
}

impl Validates for Placemat {
    fn validate(&self, bytes: &[u8]) -> Verdict {
        match self.0 {
            None => placemat::validate(bytes),
            Some(handle) => handle.validate(bytes),
        }
        .map_err(Fault::from)
    }

    fn judge(&self, bytes: &[u8]) -> (Verdict, Option<Scan>) {
        match &self.0 {
            None => (self.validate(bytes), None),
            Some(handle) => OfBackend(handle).judge(bytes),
        }
    }
}

impl Scans for Placemat {
    fn raw(&self, bytes: &[u8]) -> Scan {
        // Not claimed without a backend.
        self.0.map_or(Scan::Clean, |handle| OfBackend(&handle).raw(bytes))
    }
}

impl Replaces for Placemat {
    fn replaced(&self, bytes: &[u8]) -> Vec<u8> {
        let Some(handle) = self.0 else { return placemat::from_utf8_lossy(bytes).into_owned().into_bytes() };
        let mut text = String::new();
        for chunk in Chunks::by(handle, bytes) {
            text.push_str(chunk.valid());
            text.extend(chunk.error().map(|_| char::REPLACEMENT_CHARACTER));
        }
        text.into_bytes()
    }
}

impl Streams for Placemat {
    fn decode(&self, chunks: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut decoder = self.lossy();
        let mut outputs: Vec<Vec<u8>> = Vec::new();
        for chunk in chunks {
            let mut text = String::new();
            decoder.decode(chunk, |piece| text.push_str(piece)).expect("a lossy decoder never fails");
            outputs.push(text.into_bytes());
        }
        let mut text = String::new();
        decoder.finish(|piece| text.push_str(piece)).expect("a lossy decoder never fails");
        outputs.push(text.into_bytes());
        outputs
    }
}

impl Encodes for Placemat {
    fn encoded(&self, value: u32) -> Result<Vec<u8>, Refused> {
        match chars::encode(value, &mut [0; 4]) {
            Ok(text) => Ok(text.as_bytes().to_vec()),
            Err(EncodeError::Surrogate(refused)) if refused == value => Err(Refused::Surrogate),
            Err(EncodeError::OutOfRange(refused)) if refused == value => Err(Refused::OutOfRange),
            Err(_) => Err(Refused::Unspecified),
        }
    }
}

impl HandlesBom for Placemat {
    fn text(&self, policy: Policy, chunks: &[&[u8]]) -> Vec<u8> {
        let mut filter = Filter::new(match policy {
            Policy::Character => bom::Policy::Character,
            Policy::Keep => bom::Policy::Keep,
            Policy::Ignore => bom::Policy::Ignore,
            Policy::Strip => bom::Policy::Strip,
        });
        let (mut text, mut decoder) = (String::new(), self.lossy());
        for chunk in chunks {
            for piece in filter.feed(chunk) {
                decoder.decode(piece, |piece| text.push_str(piece)).expect("a lossy decoder never fails");
            }
        }
        decoder.decode(filter.finish(), |piece| text.push_str(piece)).expect("a lossy decoder never fails");
        decoder.finish(|piece| text.push_str(piece)).expect("a lossy decoder never fails");
        text.into_bytes()
    }
}
