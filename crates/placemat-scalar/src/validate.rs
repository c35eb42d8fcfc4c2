//! Validates by comparing each byte with the three before it, in arrays of sixteen bytes that the compiler turns into
//! the vectors which every processor of the target has.
//!
//! ```text
//! scan:   less than 8 bytes    one number: shift a character out until the rest is ASCII
//!         less than 16         ASCII? else one array; zeros after the text show that a character is cut off
//!         otherwise            skip ASCII, then `mixed`
//! mixed:  the first array and so many more that whole blocks of 64 bytes are left: one verdict
//!         until the end        skip blocks of ASCII, before which no character may be cut off
//!                              a group of 1, 2, 4, 8 blocks: one verdict, by the loop for its greatest byte
//! ```
//!
//! **Each byte and the three before it.** Text is valid if and only if every byte b0 may follow b1, b2 and b3, and no
//! character is cut off at the end. So there is no state, arrays may overlap, and they may begin at any byte: all but the
//! first are placed such that the last one ends with the text.
//!
//! ```text
//! due   = b1 - 40 | b2 - 60 | b3 - 70       saturating; the highest bit: one byte after C0.., two after E0.., three after F0..
//! sum   = b0 + (E0, F0: b1; ED, F4: b1 & 70; else 0)      the highest bit: the lead accepts the continuation b0, as
//!                                                         E0 + A0 = 80, but ED & 70 + A0 = 00
//! wrong = due ^ (80..BF: sum; else 0)       the highest bit: a continuation is missing, not due, or not accepted
//! ```
//!
//! C0 and C1 are found by the least b1 ^ C0, F5 to FF by the greatest b1: one byte late, which a verdict may be.
//!
//! **One verdict for many arrays** has fewer branches than a loop over characters. After a bad one, `first_wrong` looks
//! for the lane, so that [`locate`](placemat_core::locate) has little to read again.
//!
//! **The forms of the loops** are those that compilers vectorise, which `cargo xtask asm` checks: few bytes in arrays of
//! constant length, many in slices of unknown length, each in a function of its own. Text of two-byte characters, of which
//! there is much, needs half of the instructions. Slices are read by `get` and `first_chunk`: a place where a program could
//! panic costs fifty bytes.

use core::{
    cmp::{max, min},
    str,
};

use placemat_core::Scan;

/// Bytes in an array.
const LANES: usize = 16;

/// Bytes before another that decide whether it is valid.
const BEFORE: usize = 3;

/// Bytes in a block, of which the long loops validate whole numbers.
const BLOCK: usize = 64;

/// Blocks of the first group, and of the longest: a long text needs few verdicts, and ASCII and errors are near.
const MIN_GROUP: usize = 2;
const MAX_GROUP: usize = 8;

/// The highest bit of every byte.
const HIGH: u64 = u64::MAX / 0xFF * 0x80;

/// Whether every processor of the target has vectors, and loads of unaligned words. Elsewhere the standard library takes
/// fewer instructions: it loads aligned words, which safe code cannot.
const HAS_VECTORS: bool = cfg!(any(
    target_feature = "sse2",
    target_feature = "neon",
    target_feature = "simd128",
    target_feature = "lsx",
    all(target_arch = "powerpc64", target_endian = "little"),
));

/// [`placemat_core::Backend::scan`] as a function.
#[must_use]
pub fn scan(bytes: &[u8]) -> Scan {
    if HAS_VECTORS {
        return scan_with::<Baseline>(bytes);
    }
    match str::from_utf8(bytes) {
        Ok(_) => Scan::Clean,
        Err(error) => Scan::Suspect { from: error.valid_up_to() },
    }
}

/// [`scan`] with these loops, inlined, so that it is compiled for the features of its caller.
#[inline(always)]
#[must_use]
pub fn scan_with<L: Loops>(bytes: &[u8]) -> Scan {
    let len = bytes.len();
    if len < 8 {
        return characters(bytes);
    }
    if len < LANES {
        let [a, b] = ends(bytes).map(u64::from_le_bytes);
        if (a | b) & HIGH == 0 {
            return Scan::Clean;
        }
        // Without the bytes that `a` has, which may be all: 64 is too much for one shift.
        let b = b >> (8 * (LANES - 1 - len)) >> 8;
        return match L::wrong_bytes(u128::from(a) | u128::from(b) << 64, &[]) {
            0 => Scan::Clean,
            wrong => Scan::Suspect { from: wrong.trailing_zeros() as usize / 8 },
        };
    }
    match ascii(bytes) {
        at if at < len => L::mixed(bytes, at),
        _ => Scan::Clean,
    }
}

/// Validates less than eight bytes, character by character.
#[inline(always)]
fn characters(bytes: &[u8]) -> Scan {
    let len = bytes.len();
    let mut rest = match bytes {
        [] => 0,
        [a, ..] if len < 4 => {
            let [a, b, c] = [*a, bytes[len / 2], bytes[len - 1]].map(u64::from);
            a | b << (8 * (len / 2)) | c << (8 * (len - 1))
        }
        _ => {
            let [a, b] = ends(bytes).map(|word| u64::from(u32::from_le_bytes(word)));
            a | b << (8 * (len - 4))
        }
    };
    let mut at = 0;
    // Zeros after the text are ASCII, and no continuation.
    while rest & HIGH != 0 {
        let n = match rest {
            _ if rest & 0x80 == 0 => 1,
            _ if rest & 0xC0E0 == 0x80C0 && rest & 0x1E != 0 => 2,
            // Neither E0 80..9F nor ED A0..BF.
            _ if rest & 0xC0_C0F0 == 0x80_80E0 && !matches!(rest & 0x200F, 0 | 0x200D) => 3,
            // From F0 90 to F4 8F.
            _ if rest & 0xC0C0_C0F8 == 0x8080_80F0 && matches!((rest & 7) << 2 | rest >> 12 & 3, 1..=16) => 4,
            _ => return Scan::Suspect { from: at },
        };
        rest >>= 8 * n;
        at += n;
    }
    Scan::Clean
}

/// The first and the last `N` bytes of at least as many.
#[inline(always)]
fn ends<const N: usize>(bytes: &[u8]) -> [[u8; N]; 2] {
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else { return [[0; N]; 2] };
    [*first, *last]
}

/// The length of at least 16 bytes if they are ASCII, else a number of bytes that are, in multiples of 64.
#[inline(always)]
fn ascii(bytes: &[u8]) -> usize {
    let len = bytes.len();
    let (is_ascii, at) = match len {
        0..=32 => (is_ascii(ends::<LANES>(bytes).as_flattened()), 0),
        33..=BLOCK => (is_ascii(ends::<{ 2 * LANES }>(bytes).as_flattened()), 0),
        _ => {
            let rest = skip_ascii(bytes);
            let is_last =
                rest.len() < BLOCK && bytes.last_chunk::<BLOCK>().is_some_and(|last| is_ascii(last));
            (is_last, len - rest.len())
        }
    };
    if is_ascii { len } else { at }
}

/// The text without the blocks of ASCII that it begins with.
#[inline(always)]
fn skip_ascii(mut bytes: &[u8]) -> &[u8] {
    while let Some(rest) = after_ascii::<{ 4 * BLOCK }>(bytes) {
        bytes = rest;
    }
    while let Some(rest) = after_ascii::<BLOCK>(bytes) {
        bytes = rest;
    }
    bytes
}

/// What follows the first `N` bytes, if they are ASCII.
#[inline(always)]
fn after_ascii<const N: usize>(bytes: &[u8]) -> Option<&[u8]> {
    bytes.split_first_chunk::<N>().and_then(|(first, rest)| is_ascii(first).then_some(rest))
}

/// Whether whole words are ASCII.
#[inline(always)]
fn is_ascii(words: &[u8]) -> bool {
    words.as_chunks().0.iter().fold(0, |any, word| any | u64::from_ne_bytes(*word)) & HIGH == 0
}

/// Validates at least 16 bytes, of which the first `ascii` are, whole blocks of it.
#[must_use]
#[inline(always)]
pub fn mixed<L: Loops>(bytes: &[u8], ascii: usize) -> Scan {
    let len = bytes.len();
    let odd = len % LANES;
    let mut start = 0;
    let mut at = odd + ascii.saturating_sub(odd) / LANES * LANES;
    if ascii == 0 {
        start = array_at(bytes, 0);
        if odd < BEFORE {
            // Too early to have three bytes before it: the first three lanes do not count.
            if odd > 0 && L::wrong_bytes(array_at(bytes, odd), &[]) >> (8 * BEFORE) != 0 {
                return first_wrong::<L>(bytes, 0);
            }
            at += LANES;
        }
    }
    let end = at + (len - at) % BLOCK;
    if bytes.get(at - BEFORE..end).is_none_or(|window| L::wrong_bytes(start, window) != 0) {
        return first_wrong::<L>(bytes, if ascii == 0 { 0 } else { at });
    }
    at = end;
    let mut blocks = MIN_GROUP;
    while at < len {
        // A single block of ASCII costs less than another group does.
        let rest = bytes.get(at..).unwrap_or_default();
        if after_ascii::<{ 2 * BLOCK }>(rest).is_some() {
            if !is_complete(bytes, at) {
                return Scan::Suspect { from: at };
            }
            (at, blocks) = (len - skip_ascii(rest).len(), MIN_GROUP);
            continue;
        }
        let end = min(at + blocks * BLOCK, len);
        if !bytes.get(at - BEFORE..end).is_some_and(is_valid_group::<L>) {
            return first_wrong::<L>(bytes, at);
        }
        at = end;
        blocks = min(2 * blocks, MAX_GROUP);
    }
    if is_complete(bytes, len) { Scan::Clean } else { Scan::Suspect { from: len } }
}

/// Whether no character is cut off before `at`, if there is no other error.
#[inline(always)]
fn is_complete(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(..at).and_then(|before| before.last_chunk());
    before.is_some_and(|[b3, b2, b1]| (*b3 < 0xF0) & (*b2 < 0xE0) & (*b1 < 0xC0))
}

/// Validates a window by the loop for its greatest byte.
#[inline(always)]
fn is_valid_group<L: Loops>(window: &[u8]) -> bool {
    let Some(([b3, b2, b1], group)) = window.split_first_chunk() else { return false };
    let most = group.iter().fold(0u8, |most, byte| most.max(*byte));
    match most {
        0..=0xDF if (*b3 < 0xF0) & (*b2 < 0xE0) & (*b1 < 0xE0) => L::up_to_two(window),
        0..=0xEF if (*b3 < 0xF0) & (*b2 < 0xF0) & (*b1 < 0xF0) => L::up_to_three(window),
        _ => L::up_to_four(window),
    }
}

/// The first wrong lane from `at` on, where a verdict was bad, in text of at least 16 bytes.
#[cold]
#[inline(never)]
fn first_wrong<L: Loops>(bytes: &[u8], at: usize) -> Scan {
    if at == 0 || is_complete(bytes, at) {
        let mut rest = bytes.get(at..).unwrap_or_default();
        while let Some(after) = after_ascii::<8>(rest) {
            rest = after;
        }
        if bytes.len() - rest.len() > at {
            return Scan::Suspect { from: bytes.len() - rest.len() };
        }
    }
    // The first lanes of an array have too few bytes before them.
    let mut known = min(at, BEFORE);
    let mut from = at - known;
    while from < bytes.len() {
        let wrong = L::wrong_bytes(array_at(bytes, from), &[]) >> (8 * known);
        if wrong != 0 {
            return Scan::Suspect { from: from + known + wrong.trailing_zeros() as usize / 8 };
        }
        from += LANES - BEFORE;
        known = BEFORE;
    }
    Scan::Suspect { from: bytes.len() }
}

/// The array at `at`, of at least 16 bytes of text, with zeros after its end.
#[inline(always)]
fn array_at(bytes: &[u8], at: usize) -> u128 {
    if let Some(array) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        return u128::from_le_bytes(*array);
    }
    let last = bytes.last_chunk().map_or(0, |last| u128::from_le_bytes(*last));
    last >> (8 * (at + LANES).saturating_sub(bytes.len()))
}

/// What is compiled to vectors, each function on its own: [`wrong_bytes`], [`many`] and [`mixed`]. Here they are
/// compiled for the features of the target; [`mixed`] so that ASCII does not pay for the registers that it saves.
#[expect(missing_docs, clippy::must_use_candidate, reason = "as the functions")]
pub trait Loops: Sized {
    #[inline(never)]
    fn wrong_bytes(array: u128, window: &[u8]) -> u128 {
        wrong_bytes(array, window)
    }
    #[inline(never)]
    fn up_to_two(window: &[u8]) -> bool {
        many::<2>(window)
    }
    #[inline(never)]
    fn up_to_three(window: &[u8]) -> bool {
        many::<3>(window)
    }
    #[inline(never)]
    fn up_to_four(window: &[u8]) -> bool {
        many::<4>(window)
    }
    #[inline(never)]
    fn mixed(bytes: &[u8], ascii: usize) -> Scan {
        mixed::<Self>(bytes, ascii)
    }
}

struct Baseline;

impl Loops for Baseline {}

/// The wrong lanes of an array, which begins a text or follows ASCII, and of the arrays of a window: bytes that are not 0.
#[must_use]
#[inline(always)]
pub fn wrong_bytes(array: u128, window: &[u8]) -> u128 {
    let (mut wrong, mut least, mut most) = ([0; LANES], [0xFF; LANES], [0; LANES]);
    let [b3, b2, b1, b0] = [array << 24, array << 16, array << 8, array].map(u128::to_le_bytes);
    for i in 0..LANES {
        Found { wrong: wrong[i], least: least[i], most: most[i] } = step::<4>([b3[i], b2[i], b1[i], b0[i]]);
    }
    let mut rest = window;
    while let Some(b) = rest.first_chunk::<{ BEFORE + LANES }>() {
        for i in 0..LANES {
            let found = step::<4>([b[i], b[i + 1], b[i + 2], b[i + 3]]);
            wrong[i] |= found.wrong;
            least[i] = min(least[i], found.least);
            most[i] = max(most[i], found.most);
        }
        rest = &rest[LANES..];
    }
    for i in 0..LANES {
        wrong[i] = Found { wrong: wrong[i], least: least[i], most: most[i] }.is_wrong();
    }
    u128::from_le_bytes(wrong)
}

/// Whether nothing is wrong in a window of characters of at most `MOST` bytes.
#[must_use]
#[inline(always)]
pub fn many<const MOST: u32>(window: &[u8]) -> bool {
    let Some(len) = window.len().checked_sub(BEFORE) else { return false };
    let [b3, b2, b1, b0] = [0, 1, 2, 3].map(|at| &window[at..][..len]);
    let (mut wrong, mut least, mut most) = (0, 0xFF, 0);
    for i in 0..len {
        let found = step::<MOST>([b3[i], b2[i], b1[i], b0[i]]);
        wrong |= found.wrong;
        least = min(least, found.least);
        most = max(most, found.most);
    }
    Found { wrong, least, most }.is_wrong() == 0
}

/// What is found in one lane, or in many.
struct Found {
    /// The highest bit says that a continuation is missing, or is where none is due or accepted.
    wrong: u8,
    /// 0 or 1 if b1 is C0 or C1.
    least: u8,
    /// b1, which is at most F4.
    most: u8,
}

impl Found {
    /// 0, or not.
    #[inline(always)]
    fn is_wrong(&self) -> u8 {
        self.wrong & 0x80 | mask(self.least < 2) | mask(self.most > 0xF4)
    }
}

/// What is found at b0 in text of characters of at most `MOST` bytes.
#[inline(always)]
fn step<const MOST: u32>([b3, b2, b1, b0]: [u8; 4]) -> Found {
    let (mut due, accepted);
    if MOST == 2 {
        due = b1 & b1.wrapping_add(b1);
        accepted = b0 & !b0.wrapping_add(b0);
    } else {
        due = b1.saturating_sub(0x40) | b2.saturating_sub(0x60);
        let (all, some) = match MOST {
            3 => (mask(b1 == 0xE0), mask(b1 == 0xED)),
            _ => (mask(b1 & 0xEF == 0xE0), mask(b1 == 0xED) | mask(b1 == 0xF4)),
        };
        accepted = mask(b0.cast_signed() < -64) & b0.wrapping_add(b1 & (all | some & 0x70));
    }
    if MOST == 4 {
        due |= b3.saturating_sub(0x70);
    }
    Found { wrong: due ^ accepted, least: b1 ^ 0xC0, most: if MOST == 4 { b1 } else { 0 } }
}

/// FF or 00.
#[inline(always)]
fn mask(is: bool) -> u8 {
    u8::from(is).wrapping_neg()
}

/// The verdict on 64 windows of characters of at most `MOST` bytes: bit `i` is set if window `i` is invalid, or has a lead
/// of a longer one, which the greatest byte of a group excludes. For tests.
#[doc(hidden)]
#[must_use]
pub fn verdicts<const MOST: u32>([b0, b1, b2, b3]: [&[u8; 67]; 4]) -> u64 {
    let longer = [0xE0, 0xF0][..].get(MOST as usize - 2);
    (0..64).fold(0, |set, i| {
        let is_wrong = step::<MOST>([b3[i], b2[i], b1[i], b0[i]]).is_wrong() != 0;
        set | u64::from(is_wrong | longer.is_some_and(|longer| b0[i] >= *longer)) << i
    })
}
