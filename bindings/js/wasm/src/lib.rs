//! The functions that the package's JavaScript calls.
//!
//! JavaScript copies bytes into the buffer [`input`], at most [`capacity`] of them, and calls a function with
//! their number. No function takes an address, and a number above the capacity traps, so no call can read or
//! write outside the buffers.
//!
//! There is no state between calls: a longer input comes in pieces, and the caller puts the unfinished
//! sequence at the end of one piece before the next.

#![no_std]

#[cfg(not(target_feature = "simd128"))]
compile_error!("needs -C target-feature=+simd128, which .cargo/config.toml passes");

mod buffer;

use core::{fmt::Write, panic::PanicInfo};

use buffer::Buffer;
use placemat::position::{LineColumn, LineEnds, Unit, lossy};
use placemat::{Invalid, Utf8ErrorKind};

/// Maximum number of input bytes per call. Half or four times as many are no faster.
const CAPACITY: usize = 64 * 1024;

static INPUT: Buffer<u8, CAPACITY> = Buffer::new(0);
/// Errors, each as [`packed`]; every input byte can be one.
static ERRORS: Buffer<u32, CAPACITY> = Buffer::new(0);
/// Output text; U+FFFD has three bytes, and may replace a single byte.
static TEXT: Buffer<u8, { 3 * CAPACITY }> = Buffer::new(0);

/// Returned by [`validate`] for valid bytes.
const VALID: u32 = u32::MAX;

#[unsafe(no_mangle)]
extern "C" fn capacity() -> usize {
    CAPACITY
}

#[unsafe(no_mangle)]
extern "C" fn input() -> *mut u8 {
    INPUT.address()
}

#[unsafe(no_mangle)]
extern "C" fn errors() -> *mut u32 {
    ERRORS.address()
}

#[unsafe(no_mangle)]
extern "C" fn text() -> *mut u8 {
    TEXT.address()
}

/// Returns the first error in the first `len` bytes, [`packed`], or [`VALID`].
#[unsafe(no_mangle)]
extern "C" fn validate(len: usize) -> u32 {
    INPUT.with(|input| match placemat::validate(&input[..len]) {
        Ok(()) => VALID,
        Err(error) => {
            let offset = error.valid_up_to();
            let len = error.error_len().unwrap_or(len - offset);
            packed(Invalid { offset, len, kind: error.kind() })
        }
    })
}

/// Writes every error in the first `len` bytes to [`errors`], [`packed`], and returns their number.
#[unsafe(no_mangle)]
extern "C" fn find(len: usize) -> usize {
    INPUT.with(|input| {
        ERRORS.with(|errors| {
            let found = placemat::errors(&input[..len]);
            errors.iter_mut().zip(found).map(|(place, error)| *place = packed(error)).count()
        })
    })
}

/// Writes the text of the first `len` bytes to [`text`], with U+FFFD in place of each error, without an
/// unfinished sequence at the end. Returns four times the length of the text, plus the length of the
/// unfinished sequence, in bytes.
#[unsafe(no_mangle)]
extern "C" fn repair(len: usize) -> usize {
    let (mut end, mut unfinished) = (0, 0);
    INPUT.with(|input| {
        TEXT.with(|text| {
            let mut write = |piece: &str| {
                text[end..end + piece.len()].copy_from_slice(piece.as_bytes());
                end += piece.len();
            };
            for chunk in placemat::chunks(&input[..len]) {
                write(chunk.valid());
                match chunk.error() {
                    Some(Invalid { kind: Utf8ErrorKind::Truncated, len, .. }) => unfinished = len,
                    Some(_) => write("\u{FFFD}"),
                    None => {}
                }
            }
        });
    });
    end << 2 | unfinished
}

/// Whether a character or an invalid sequence begins at byte `at`, or the `len` bytes end there.
#[unsafe(no_mangle)]
extern "C" fn is_boundary(len: usize, at: usize) -> bool {
    INPUT.with(|input| placemat::chars::is_boundary(&input[..len], at))
}

/// The units of UTF-16 that the first `len` bytes become, with one for each invalid sequence.
#[unsafe(no_mangle)]
extern "C" fn utf16(len: usize) -> usize {
    INPUT.with(|input| lossy::offset(&input[..len], len, Unit::Utf16).unwrap_or(0))
}

/// The offset of a unit of UTF-16 in the first `len` bytes; `usize::MAX` if there is no such boundary.
#[unsafe(no_mangle)]
extern "C" fn byte(len: usize, unit: usize) -> usize {
    INPUT.with(|input| lossy::byte(&input[..len], unit, Unit::Utf16).unwrap_or(usize::MAX))
}

/// The line feeds in the first `len` bytes.
#[unsafe(no_mangle)]
extern "C" fn lines(len: usize) -> usize {
    INPUT.with(|input| {
        lossy::line_column(&input[..len], len, Unit::Bytes, LineEnds::Lf).map_or(0, |end| end.line)
    })
}

/// The start of a line in the first `len` bytes; `usize::MAX` if there is no such line.
#[unsafe(no_mangle)]
extern "C" fn line_start(len: usize, line: usize) -> usize {
    let start = LineColumn { line, column: 0 };
    INPUT.with(|input| lossy::byte_at(&input[..len], start, Unit::Bytes, LineEnds::Lf).unwrap_or(usize::MAX))
}

/// Writes the name of a kind, a colon and its description to [`text`]. Returns their length in bytes, or 0 if
/// no kind has this number.
#[unsafe(no_mangle)]
extern "C" fn describe(kind: usize) -> usize {
    let Some(kind) = Utf8ErrorKind::ALL.get(kind) else { return 0 };
    TEXT.with(|text| {
        let mut writer = Writer { text, end: 0 };
        let written = write!(writer, "{}:{kind}", kind.name());
        written.map_or(0, |()| writer.end)
    })
}

/// Packs offset, kind and length into one number: the offset is at most the capacity, the length 1 to 3.
fn packed(error: Invalid) -> u32 {
    (error.offset as u32) << 5 | (error.kind as u32) << 2 | error.len as u32
}

struct Writer<'a> {
    text: &'a mut [u8],
    end: usize,
}

impl Write for Writer<'_> {
    fn write_str(&mut self, piece: &str) -> core::fmt::Result {
        let end = self.end + piece.len();
        self.text.get_mut(self.end..end).ok_or(core::fmt::Error)?.copy_from_slice(piece.as_bytes());
        self.end = end;
        Ok(())
    }
}

/// A trap, which JavaScript sees as a `WebAssembly.RuntimeError`.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
