//! Serialisation of summaries (feature `serde`). The format is stable within a major version.

use placemat_core::grammar::sequence_at;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{Summary, count};

impl Serialize for Summary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Rejects what [`merge`](Summary::merge) cannot continue.
impl<'de> Deserialize<'de> for Summary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let summary = Self::deserialize(deserializer)?;
        if summary.is_consistent() { Ok(summary) } else { Err(D::Error::custom("no summary of any piece")) }
    }
}

impl Summary {
    /// Whether offsets, head and tail fit each other. Counters may have any value: sums saturate.
    fn is_consistent(&self) -> bool {
        if !self.head.is_normal() || !self.tail.is_normal() {
            return false;
        }
        let (head, tail) = (count(self.head.len()), count(self.tail.len()));
        let is_prefix = sequence_at(self.tail.bytes(), 0).is_err_and(|error| error.error_len().is_none());
        let mut errors = self.first.iter().flatten();
        self.head.bytes().iter().all(|byte| (0x80..0xC0).contains(byte))
            && is_prefix
            && self.len.checked_sub(head).is_some_and(|rest| tail <= rest && self.decided == (rest > 0))
            && errors.all(|error| error.offset >= head && error.line > 0 && error.column > 0)
            && (self.decided || *self == Self { len: head, head: self.head, ..Self::NOTHING })
    }
}

/// [`Utf8ErrorKind`](crate::Utf8ErrorKind) as its index in `ALL`.
pub(super) mod kind {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    use crate::Utf8ErrorKind;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(in super::super) fn serialize<S: Serializer>(
        kind: &Utf8ErrorKind, serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*kind as u8)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Utf8ErrorKind, D::Error> {
        let kind = Utf8ErrorKind::ALL.get(usize::from(u8::deserialize(deserializer)?));
        kind.copied().ok_or_else(|| D::Error::custom("no kind of error has this number"))
    }
}
