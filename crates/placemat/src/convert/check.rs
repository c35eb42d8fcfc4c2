//! Validation of what is not UTF-8.

use placemat_core::convert::Encoding;

/// Units that are looked at together.
const BLOCK: usize = 64;

/// Whether all of the source is well formed, given what tells that a block needs no closer look.
#[inline]
pub(crate) fn check<E: Encoding>(
    source: &[E::Unit],
    is_plain: impl Fn(&[E::Unit; BLOCK]) -> bool,
) -> Result<(), E::Error> {
    let mut at = 0;
    while at < source.len() {
        if source[at..].first_chunk().is_some_and(&is_plain) {
            at += BLOCK;
            continue;
        }
        let until = source.len().min(at + BLOCK);
        while at < until {
            (_, at) = E::decode(source, at)?;
        }
    }
    Ok(())
}
