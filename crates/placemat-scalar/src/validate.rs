//! Validates by comparing each byte with the three before it, in arrays of 16 bytes that compilers turn into vectors.
//! ```text
//! scan:   less than 8 bytes    ASCII? else character by character
//!         less than 16         ASCII? else one array; zeros after the text show that a character is cut off
//!         otherwise            skip blocks of 64 bytes of ASCII, then `mixed`
//! mixed:  first                `wrong_bytes`: the first array and so many more that whole blocks are left
//!         until the end        skip blocks of ASCII, before which no character may be cut off
//!                              `many`: a group of 2, 4, 8 blocks, by the loop for its greatest byte
//! ```
//! **Each byte and the three before it.** Text is valid if and only if every byte b0 may follow b1, b2 and b3, and no
//! character is cut off at the end. So there is no state, and arrays may overlap and begin at any byte: all but the first
//! are placed such that the last ends with the text.
//! ```text
//! due   = b1 - 40 | b2 - 60 | b3 - 70        saturating; the highest bit: one byte after C0.., two after E0.., three
//!                                            after F0..
//! sum   = b0 + (E0, F0: b1; ED, F4: b1 & 70; else 0)  the highest bit: the lead accepts the continuation b0, as
//!                                                     E0 + A0 = 80, but ED & 70 + A0 = 00
//! wrong = due ^ (80..BF: sum; else 0)        the highest bit: a continuation is missing, not due, or not accepted
//!       | b1 - 75                            saturating; the highest bit: F5..FF, one byte late, which is soon enough
//! C0 or C1 is b1 somewhere                   the least b1 ^ C0 is less than 2
//! ```
//! **One verdict for many arrays** costs less than one for each. After a bad one, `first_error` looks at each of them, at
//! most half a kibibyte. **The loops** have forms that compilers vectorise, which `cargo xtask asm` checks: few bytes in
//! arrays of constant length, many in slices. They read by `get` and `first_chunk`: a panic would cost fifty bytes.
#![expect(missing_docs, clippy::must_use_candidate, clippy::cast_possible_truncation, reason = "internal")]
use placemat_core::Scan;

/// Bytes in an array.
const LANES: usize = 16;
/// Bytes before another that decide whether it is valid.
const BEFORE: usize = 3;
/// Bytes in a block, of which the long loops validate whole numbers.
const BLOCK: usize = 64;
/// The highest bit of every byte.
const HIGH: u128 = u128::MAX / 0xFF * 0x80;

/// [`placemat_core::Backend::scan`] as a function.
pub fn scan(bytes: &[u8]) -> Scan {
    // Every processor of these targets has vectors, and loads of unaligned words. Elsewhere the standard library takes
    // fewer instructions: it loads aligned words, which safe code cannot.
    if cfg!(any(
        target_feature = "sse2",
        target_feature = "neon",
        target_feature = "simd128",
        target_feature = "lsx",
        all(target_arch = "powerpc64", target_endian = "little"),
    )) {
        return scan_with::<crate::Scalar>(bytes);
    }
    core::str::from_utf8(bytes)
        .map_or_else(|error| Scan::Suspect { from: error.valid_up_to() }, |_| Scan::Clean)
}

/// [`scan`] with these loops, inlined, so that it is compiled for the features of its caller.
#[inline(always)]
pub fn scan_with<L: Loops>(bytes: &[u8]) -> Scan {
    let len = bytes.len();
    if len < LANES {
        let number = number(bytes);
        return match len {
            _ if number & HIGH == 0 => Scan::Clean,
            0..8 => characters(number),
            _ => match L::wrong_bytes(number, &[]) {
                0 => Scan::Clean,
                wrong => Scan::Suspect { from: len.min(wrong.trailing_zeros() as usize / 8) },
            },
        };
    }
    let ascii = ascii(bytes);
    if ascii < len { L::mixed(bytes, ascii) } else { Scan::Clean }
}

/// Less than 16 bytes as a number. Zeros after the text are ASCII, and no continuation.
#[inline(always)]
fn number(bytes: &[u8]) -> u128 {
    let len = bytes.len();
    let byte = |at: usize| bytes.get(at).map_or(0, |byte| u64::from(*byte) << (8 * at));
    match len {
        0..4 => u128::from(byte(0) | byte(len / 2) | byte(len.wrapping_sub(1))),
        4..8 => {
            let [first, last] = ends(bytes);
            let last = u64::from(u32::from_le_bytes(last)) << (8 * (len - 4));
            u128::from(u64::from(u32::from_le_bytes(first)) | last)
        }
        _ => {
            let [first, last] = ends(bytes);
            u128::from(u64::from_le_bytes(first)) | u128::from(u64::from_le_bytes(last)) << (8 * (len % 8))
        }
    }
}

/// Where less than eight bytes are wrong, character by character, which takes less than an array.
#[inline(always)]
fn characters(number: u128) -> Scan {
    let (mut rest, mut at) = (number as u64, 0);
    while rest & HIGH as u64 != 0 {
        let n = match rest {
            _ if rest & 0x80 == 0 => 1,
            _ if rest & 0xC0E0 == 0x80C0 && rest & 0x1E != 0 => 2,
            // Neither E0 80..9F nor ED A0..BF.
            _ if rest & 0xC0_C0F0 == 0x80_80E0 && !matches!(rest & 0x200F, 0 | 0x200D) => 3,
            // From F0 90 to F4 8F.
            _ if rest & 0xC0C0_C0F8 == 0x8080_80F0 && matches!((rest & 7) << 2 | rest >> 12 & 3, 1..=16) => 4,
            _ => return Scan::Suspect { from: at },
        };
        (rest, at) = (rest >> (8 * n), at + n);
    }
    Scan::Clean
}

/// The first and the last `N` bytes of at least as many.
#[inline(always)]
fn ends<const N: usize>(bytes: &[u8]) -> [[u8; N]; 2] {
    [*bytes.first_chunk().unwrap_or(&[0; N]), *bytes.last_chunk().unwrap_or(&[0; N])]
}

/// The length of at least 16 bytes if they are ASCII, else a number of bytes that are, in multiples of 64.
#[inline(always)]
fn ascii(bytes: &[u8]) -> usize {
    let rest = skip_ascii(bytes).len();
    let is_ascii = match bytes.len() {
        0..=32 => is_ascii(ends::<LANES>(bytes).as_flattened()),
        33..=BLOCK => is_ascii(ends::<{ 2 * LANES }>(bytes).as_flattened()),
        _ => rest < BLOCK && bytes.last_chunk::<BLOCK>().is_some_and(|last| is_ascii(last)),
    };
    if is_ascii { bytes.len() } else { bytes.len() - rest }
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
    words.as_chunks().0.iter().fold(0, |any, word| any | u128::from_ne_bytes(*word)) & HIGH == 0
}

/// Validates at least 16 bytes, of which the first `ascii` are, whole blocks of it.
#[inline(always)]
pub fn mixed<L: Loops>(bytes: &[u8], ascii: usize) -> Scan {
    let (len, odd) = (bytes.len(), bytes.len() % LANES);
    let first = if ascii == 0 { array_at(bytes, 0) } else { 0 };
    let mut at = odd + ascii.saturating_sub(odd) / LANES * LANES;
    if at < BEFORE {
        // Too early to have three bytes before it. What is between the first array and the next is a byte or two.
        at += LANES;
        if odd > 0 && !bytes.get(LANES - BEFORE..at).is_some_and(L::many::<4>) {
            return first_error::<L>(bytes, 0);
        }
    }
    let end = at + (len - at) % BLOCK;
    if bytes.get(at - BEFORE..end).is_none_or(|window| L::wrong_bytes(first, window) != 0) {
        return first_error::<L>(bytes, ascii);
    }
    // At first few blocks in a group, since ASCII and errors are near; later more, since a verdict is as much again.
    let (mut at, mut blocks) = (end, 2);
    while at < len {
        // A single block of ASCII costs less than another group does.
        let rest = bytes.get(at..).unwrap_or_default();
        if after_ascii::<{ 2 * BLOCK }>(rest).is_some() {
            if !is_complete(bytes, at) {
                return first_error::<L>(bytes, at);
            }
            (at, blocks) = (len - skip_ascii(rest).len(), 2);
            continue;
        }
        let end = len.min(at + blocks * BLOCK);
        if !bytes.get(at - BEFORE..end).is_some_and(is_valid_group::<L>) {
            return first_error::<L>(bytes, at);
        }
        at = end;
        blocks = 8.min(2 * blocks);
    }
    if is_complete(bytes, len) { Scan::Clean } else { first_error::<L>(bytes, len) }
}

/// The first wrong byte of at least 16, array by array from `at` on, before which nothing is wrong.
#[cold]
#[inline(never)]
fn first_error<L: Loops>(bytes: &[u8], at: usize) -> Scan {
    let (mut end, mut wrong) = (at, 0);
    while wrong == 0 && end < bytes.len() {
        end = bytes.len().min(end + LANES);
        // At the start, and of 17 or 18 bytes, there are too few before an array.
        let window = bytes.get(end.wrapping_sub(LANES + BEFORE)..end).unwrap_or_default();
        let array = if window.is_empty() { array_at(bytes, end - LANES) } else { 0 };
        wrong = L::wrong_bytes(array, window);
    }
    // Where no byte is wrong, the end cuts a character off.
    Scan::Suspect { from: end - LANES + wrong.trailing_zeros() as usize / 8 }
}

/// Whether no character is cut off before `at`, if there is no other error.
#[inline(always)]
fn is_complete(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(..at), Some([.., 0..=0xEF, 0..=0xDF, 0..=0xBF]))
}

/// Validates a window by the loop for its greatest byte.
#[inline(always)]
fn is_valid_group<L: Loops>(window: &[u8]) -> bool {
    let Some(([b3, b2, b1], group)) = window.split_first_chunk() else { return false };
    match group.iter().fold(0u8, |most, byte| most.max(*byte)) {
        0..=0xDF if (*b3 < 0xF0) & (*b2 < 0xE0) & (*b1 < 0xE0) => L::many::<2>(window),
        0..=0xEF if (*b3 < 0xF0) & (*b2 < 0xF0) & (*b1 < 0xF0) => L::many::<3>(window),
        _ => L::many::<4>(window),
    }
}

/// The array at `at`.
#[inline(always)]
fn array_at(bytes: &[u8], at: usize) -> u128 {
    bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |array| u128::from_le_bytes(*array))
}

/// The functions of the same names, each compiled on its own. Here they are for the features of the target; the loops are
/// vectorised so, and ASCII does not pay for the registers that [`mixed`] saves.
pub trait Loops: Sized {
    #[inline(never)]
    fn wrong_bytes(array: u128, window: &[u8]) -> u128 {
        wrong_bytes(array, window)
    }
    #[inline(never)]
    fn many<const MOST: u32>(window: &[u8]) -> bool {
        many::<MOST>(window)
    }
    #[inline(never)]
    fn mixed(bytes: &[u8], ascii: usize) -> Scan {
        mixed::<Self>(bytes, ascii)
    }
}

impl Loops for crate::Scalar {}

/// The wrong lanes of an array, which begins a text or follows ASCII, and of the arrays of a window: their highest bits.
#[inline(always)]
pub fn wrong_bytes(array: u128, mut window: &[u8]) -> u128 {
    let mut lanes = [0; LANES];
    let mut add = |b3: u128, b2: u128, b1: u128, b0: u128| {
        let [b3, b2, b1, b0] = [b3.to_le_bytes(), b2.to_le_bytes(), b1.to_le_bytes(), b0.to_le_bytes()];
        for i in 0..LANES {
            lanes[i] |= wrong::<4>([b3[i], b2[i], b1[i], b0[i]]) | mask(b1[i] & 0xFE == 0xC0);
        }
    };
    add(array << 24, array << 16, array << 8, array);
    while let Some(b) = window.first_chunk::<{ BEFORE + LANES }>() {
        add(array_at(b, 0), array_at(b, 1), array_at(b, 2), array_at(b, 3));
        window = &window[LANES..];
    }
    u128::from_le_bytes(lanes) & HIGH
}

/// Whether nothing is wrong in a window of characters of at most `MOST` bytes.
#[inline(always)]
pub fn many<const MOST: u32>(window: &[u8]) -> bool {
    let Some(len) = window.len().checked_sub(BEFORE) else { return false };
    // `map` is a call in builds without link-time optimisation.
    let [b3, b2, b1, b0] = [&window[..len], &window[1..][..len], &window[2..][..len], &window[3..][..len]];
    let (mut any, mut least) = (0, 0xFF);
    for i in 0..len {
        any |= wrong::<MOST>([b3[i], b2[i], b1[i], b0[i]]);
        least = least.min(b1[i] ^ 0xC0);
    }
    (any & 0x80 == 0) & (least > 1)
}

/// The highest bit: whether something is wrong at b0, in text of characters of at most `MOST` bytes, except for C0 or C1 as b1.
#[inline(always)]
fn wrong<const MOST: u32>([b3, b2, b1, b0]: [u8; 4]) -> u8 {
    if MOST == 2 {
        return (b1 & b1 << 1) ^ (b0 & !(b0 << 1));
    }
    let (three_or_four, four) = if MOST == 3 { (0xFF, 0) } else { (0xEF, 0xFF) };
    let (all, some) = (mask(b1 & three_or_four == 0xE0), mask(b1 == 0xED) | mask(b1 == 0xF4) & four);
    let sum = b0.wrapping_add(b1 & (all | some & 0x70));
    let due = b1.saturating_sub(0x40) | b2.saturating_sub(0x60) | b3.saturating_sub(0x70) & four;
    due ^ (mask(b0.cast_signed() < -64) & sum) | b1.saturating_sub(0x75) & four
}

/// FF or 00.
#[inline(always)]
fn mask(is: bool) -> u8 {
    u8::from(is).wrapping_neg()
}
