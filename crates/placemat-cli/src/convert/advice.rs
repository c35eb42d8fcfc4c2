//! Words of refusals, and what to do instead.

use std::path::Path;

use crate::text::Name;

/// Why a file is not converted again.
pub(super) const ALREADY: &str = "it is UTF-8 already, and not only ASCII; --force converts it nevertheless";

/// What fits a text whose encoding is not certain.
pub(super) const MIXTURE: &str = "`placemat repair --fallback`";
pub(super) const OR_REPAIR: &str = ", or replace its errors with `placemat repair`";

/// Why a file is not decoded with `--fallback`, before and after the reason.
pub(super) const DAMAGED: &str = "its invalid bytes look like damaged UTF-8";
pub(super) const DAMAGED_MORE: &str =
    "`placemat repair` alone replaces them, and --force decodes them nevertheless";

/// What has to be done before a repair that requires UTF-8.
pub(super) fn repair_first(path: &Path) -> String {
    let input = Name::new(path).in_command();
    format!("; first use `placemat repair {input}`, or its --fallback if these bytes are another encoding")
}
