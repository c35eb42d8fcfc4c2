//! One measurement of a check.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{stats::Ratio, summary::remark};

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// The text, with the operation.
    pub(crate) text: String,
    /// The size.
    #[serde(skip)]
    pub(super) size: usize,
    /// The size, for people.
    pub(crate) at: String,
    /// The contenders compared.
    pub(crate) who: String,
    /// The ratio, or the time in nanoseconds.
    pub(crate) value: Ratio,
    /// The core's share of its best performance, if that is too low.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<f64>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, who, value: Ratio { median, low, high }, share, .. } = self;
        write!(f, "  {median:7.2} [{low:.2}, {high:.2}]  {who}: {text}, {at}{}", remark(*share))
    }
}
