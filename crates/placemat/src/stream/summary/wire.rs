//! Serialisation of summaries (feature `serde`).

use core::{array, fmt, marker::PhantomData};

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeSeq};

use super::{FirstError, Pending, Summary};
use crate::Utf8ErrorKind;

/// The named fields of a [`Summary`]. The format is stable within a major version.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Summary", deny_unknown_fields)]
struct Wire {
    len: u64,
    head: Few<u8, 3>,
    decided: bool,
    chars: u64,
    ill_bytes: u64,
    kinds: [u64; Utf8ErrorKind::ALL.len()],
    line_feeds: u64,
    column: u64,
    bad_first: bool,
    bad_last: bool,
    bad_inner: u64,
    first: Few<WireError, { Summary::FIRST }>,
    tail: Few<u8, 3>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename = "FirstError", deny_unknown_fields)]
struct WireError {
    offset: u64,
    line: u64,
    column: u64,
    len: u8,
    kind: WireKind,
}

/// [`Utf8ErrorKind`], serialised as [`Utf8ErrorKind::name`].
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename = "Utf8ErrorKind", rename_all = "snake_case")]
enum WireKind {
    UnexpectedContinuation,
    Overlong,
    Surrogate,
    OutOfRange,
    InvalidByte,
    MissingContinuation,
    Truncated,
}

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = |pending: Pending| Few(array::from_fn(|at| pending.bytes().get(at).copied()));
        let Self { len, chars, ill_bytes, kinds, line_feeds, column, bad_inner, .. } = *self;
        let Self { head, decided, bad_first, bad_last, first, tail, .. } = *self;
        let wire = Wire {
            len,
            head: bytes(head),
            decided,
            chars,
            ill_bytes,
            kinds,
            line_feeds,
            column,
            bad_first,
            bad_last,
            bad_inner,
            first: Few(first.map(|error| error.map(WireError::from))),
            tail: bytes(tail),
        };
        wire.serialize(serializer)
    }
}

/// Rejects fields that contradict each other.
impl<'de> Deserialize<'de> for Summary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        let pending = |Few(bytes): Few<u8, 3>| {
            let len = bytes.iter().flatten().count();
            bytes.map(Option::unwrap_or_default).get(..len).map_or(Pending::NONE, Pending::new)
        };
        let summary = Self {
            len: wire.len,
            head: pending(wire.head),
            decided: wire.decided,
            chars: wire.chars,
            ill_bytes: wire.ill_bytes,
            kinds: wire.kinds,
            line_feeds: wire.line_feeds,
            column: wire.column,
            bad_first: wire.bad_first,
            bad_last: wire.bad_last,
            bad_inner: wire.bad_inner,
            first: wire.first.0.map(|error| error.map(FirstError::from)),
            tail: pending(wire.tail),
        };
        match summary.check() {
            Ok(()) => Ok(summary),
            Err(contradiction) => Err(D::Error::custom(contradiction)),
        }
    }
}

impl From<FirstError> for WireError {
    fn from(error: FirstError) -> Self {
        let FirstError { offset, line, column, len, kind } = error;
        let kind = match kind {
            Utf8ErrorKind::UnexpectedContinuation => WireKind::UnexpectedContinuation,
            Utf8ErrorKind::Overlong => WireKind::Overlong,
            Utf8ErrorKind::Surrogate => WireKind::Surrogate,
            Utf8ErrorKind::OutOfRange => WireKind::OutOfRange,
            Utf8ErrorKind::InvalidByte => WireKind::InvalidByte,
            Utf8ErrorKind::MissingContinuation => WireKind::MissingContinuation,
            Utf8ErrorKind::Truncated => WireKind::Truncated,
        };
        // At most three.
        Self { offset, line, column, len: u8::try_from(len).unwrap_or(u8::MAX), kind }
    }
}

impl From<WireError> for FirstError {
    fn from(error: WireError) -> Self {
        let WireError { offset, line, column, len, kind } = error;
        let kind = match kind {
            WireKind::UnexpectedContinuation => Utf8ErrorKind::UnexpectedContinuation,
            WireKind::Overlong => Utf8ErrorKind::Overlong,
            WireKind::Surrogate => Utf8ErrorKind::Surrogate,
            WireKind::OutOfRange => Utf8ErrorKind::OutOfRange,
            WireKind::InvalidByte => Utf8ErrorKind::InvalidByte,
            WireKind::MissingContinuation => Utf8ErrorKind::MissingContinuation,
            WireKind::Truncated => Utf8ErrorKind::Truncated,
        };
        Self { offset, line, column, len: usize::from(len), kind }
    }
}

/// Up to `N` items, `Some` first, without allocation; serialised as a sequence.
struct Few<T, const N: usize>([Option<T>; N]);

impl<T: Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(Some(self.0.iter().flatten().count()))?;
        for item in self.0.iter().flatten() {
            sequence.serialize_element(item)?;
        }
        sequence.end()
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Items<T, N> {
    type Value = Few<T, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {N} items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut items = array::from_fn(|_| None);
        for item in &mut items {
            *item = sequence.next_element()?;
            if item.is_none() {
                return Ok(Few(items));
            }
        }
        match sequence.next_element::<T>()? {
            None => Ok(Few(items)),
            Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
        }
    }
}
