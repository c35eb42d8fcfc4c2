//! Converts UTF-16 and UTF-32 with frequent errors through a copy without errors.

use placemat_core::convert::{Progress, portable::Direct};

/// Units of the copy. With fewer, calls of `convert` take longer; with more, more text without errors is copied.
const COPY: usize = 256;

/// Passes a copy to `convert` in which `replacement` stands for each invalid unit and for each character above `largest`,
/// until it replaces nothing in [`COPY`] units; then the second result is true.
///
/// If `largest` is that of Latin-1, `convert` must convert all units.
pub(super) fn convert<S: Direct, D>(
    source: &[S::Unit], dst: &mut [D], replacement: char, largest: u32,
    convert: impl Fn(&[S::Unit], &mut [D]) -> Progress,
) -> (Progress, bool) {
    let mut copy = [S::unit(0); COPY];
    let mut progress = Progress::default();
    loop {
        let (source, dst) = (&source[progress.read..], &mut dst[progress.written..]);
        let mut len = COPY.min(source.len()).min(dst.len());
        // What comes after it decides whether it is valid.
        len -= usize::from(len > 0 && is_first::<S>(source[len - 1]));
        let source = &source[..len];
        let any = replace::<S>(source, &mut copy, S::unit(replacement.into()), largest);
        let kept = if largest < 0xFFFF { drop_second::<S>(source, &mut copy) } else { len };
        let done = convert(&copy[..kept], dst);
        progress += if done.read == kept { Progress { read: len, ..done } } else { done };
        if !any || done.read == 0 {
            return (progress, !any && len > 0);
        }
    }
}

/// Copies the source with its replacements, and returns whether there are any.
#[inline(always)]
fn replace<S: Direct>(
    source: &[S::Unit], copy: &mut [S::Unit; COPY], replacement: S::Unit, largest: u32,
) -> bool {
    let zero = S::unit(0);
    let mut any = false;
    let mut put = |to: &mut S::Unit, [before, unit, after]: [S::Unit; 3]| {
        let is_pair = is_first::<S>(before) & S::is_second(unit) | is_first::<S>(unit) & S::is_second(after);
        let is_replaced = !(S::is_whole(unit) | is_pair) | (S::value(unit) > largest);
        *to = if is_replaced { replacement } else { unit };
        any |= is_replaced;
    };
    for (to, units) in copy[1..].iter_mut().zip(source.windows(3)) {
        put(to, [units[0], units[1], units[2]]);
    }
    if let [.., before, last] = *source {
        put(&mut copy[source.len() - 1], [before, last, zero]);
    }
    if let [first, rest @ ..] = source {
        put(&mut copy[0], [zero, *first, rest.first().copied().unwrap_or(zero)]);
    }
    any
}

/// Drops the second surrogates of pairs, since a pair is replaced once, and returns how many units are left.
#[inline(always)]
fn drop_second<S: Direct>(source: &[S::Unit], copy: &mut [S::Unit; COPY]) -> usize {
    let is_pair = |units: &[S::Unit]| is_first::<S>(units[0]) & S::is_second(units[1]);
    if !source.windows(2).fold(false, |any, units| any | is_pair(units)) {
        return source.len();
    }
    let mut kept = 1;
    for (at, units) in source.windows(2).enumerate() {
        copy[kept] = copy[at + 1];
        kept += usize::from(!is_pair(units));
    }
    kept
}

/// Whether the unit is the first surrogate of a pair, if the second one follows.
#[inline(always)]
fn is_first<S: Direct>(unit: S::Unit) -> bool {
    (S::LONGEST > 1) & !S::is_whole(unit) & !S::is_second(unit)
}
