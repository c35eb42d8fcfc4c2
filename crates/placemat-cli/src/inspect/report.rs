//! Formats the output of `inspect`.

use std::fmt::Write as _;

use placemat::{Invalid, chars, diagnose};

use super::window::Window;
use crate::text::{character_name, count, is_harmless, spaced_hex};
use crate::{reason::Reason, stream::Position};

/// The number of characters or invalid sequences shown on either side.
const AROUND: usize = 5;

/// The place and its surroundings, as lines.
pub(super) fn report(input: &str, window: &Window) -> String {
    let Position { line, column } = window.position;
    let offset = window.offset + count(window.at);
    let mut text = format!("{input}:{line}:{column}: byte {offset} (0x{offset:X})");
    if window.faultless {
        text.push_str(": no error; this is the start");
    }
    text.push('\n');
    for row in rows(window) {
        let mark = if row.at == window.at { '>' } else { ' ' };
        let offset = window.offset + count(row.at);
        let bytes = spaced_hex(row.bytes);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{mark} {offset:>10}  {bytes:<12} {}", meaning(row.item));
    }
    text.push('\n');
    match chars::first(&window.bytes[window.at..]) {
        Some(Ok(char)) => character(char, &mut text),
        Some(Err(error)) => invalid(window, error, &mut text),
        None => {}
    }
    if let Some(inside) = window.inside {
        let _ = writeln!(text, "byte {inside} is the one with number {} of them", inside - offset + 1);
    }
    text
}

type Item = Result<char, Invalid>;

/// A character or an invalid sequence.
struct Row<'a> {
    at: usize,
    bytes: &'a [u8],
    item: Item,
}

/// The items at and around the place.
fn rows(window: &Window) -> Vec<Row<'_>> {
    let (before, from) = window.bytes.split_at(window.at);
    let len = |item: &Item| item.map_or_else(|error| error.len, char::len_utf8);
    let before: Vec<_> = chars::chars(before).rev().take(AROUND).collect();
    let mut at = window.at - before.iter().map(len).sum::<usize>();
    let items = before.into_iter().rev().chain(chars::chars(from).take(1 + AROUND));
    let rows = items.map(|item| {
        let start = at;
        at += len(&item);
        Row { at: start, bytes: &window.bytes[start..at], item }
    });
    rows.collect()
}

fn meaning(item: Item) -> String {
    match item {
        Ok(char) if is_harmless(char) => format!("{} \"{char}\" {}", code_point(char), character_name(char)),
        Ok(char) => format!("{} {}", code_point(char), character_name(char)),
        Err(error) => format!("invalid: {}", Reason::Utf8(error.kind)),
    }
}

fn code_point(char: char) -> String {
    format!("U+{:04X}", u32::from(char))
}

/// A character in every encoding form.
fn character(char: char, text: &mut String) {
    let _ = writeln!(text, "{}", meaning(Ok(char)));
    bits(char.encode_utf8(&mut [0; 4]).as_bytes(), text);
    let units: Vec<_> = char.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("{unit:04X}")).collect();
    let _ = writeln!(text, "  UTF-16  {}", units.join(" "));
    let _ = writeln!(text, "  UTF-32  {:08X}", u32::from(char));
}

/// The error at the place.
fn invalid(window: &Window, error: Invalid, text: &mut String) {
    let bytes = &window.bytes[window.at..window.at + error.len];
    let _ = writeln!(text, "{}: {}", spaced_hex(bytes).trim_end(), Reason::Utf8(error.kind));
    bits(bytes, text);
    let lead = bytes.first().copied().unwrap_or(0);
    if let Some(len @ 2..) = chars::sequence_len(lead) {
        let _ = writeln!(text, "  {lead:02X} begins a sequence of {len} bytes: {} more, 80..BF", len - 1);
    }
    if let Some(diagnosis) = diagnose(&window.bytes, &Invalid { offset: window.at, ..error }) {
        let _ = writeln!(text, "  {diagnosis}");
    }
}

/// The bits of a sequence, with those of the value separated from the length markers.
fn bits(bytes: &[u8], text: &mut String) {
    let spelled: Vec<_> = bytes
        .iter()
        .map(|byte| {
            let marks = match byte.leading_ones() {
                0 => 1,
                ones => (ones as usize + 1).min(8),
            };
            let bits = format!("{byte:08b}");
            let (marks, value) = bits.split_at(marks);
            format!("{marks} {value}").trim_end().to_owned()
        })
        .collect();
    let _ = writeln!(text, "  UTF-8   {}  {}", spaced_hex(bytes).trim_end(), spelled.join("  "));
}
