//! One measurement of a check.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{stats::Ratio, summary::remark};

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// The text, with what is done with it.
    pub(crate) text: String,
    /// The size.
    #[serde(skip)]
    pub(super) size: usize,
    /// The size, for people.
    pub(crate) at: String,
    /// Who is compared with whom.
    pub(crate) who: String,
    /// The ratio, or the nanoseconds.
    pub(crate) value: Ratio,
    /// What part of its best the core gave, if that is too little.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<f64>,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, at, who, value: Ratio { median, low, high }, share, .. } = self;
        write!(f, "  {median:7.2} [{low:.2}, {high:.2}]  {who}: {text}, {at}{}", remark(*share))
    }
}
