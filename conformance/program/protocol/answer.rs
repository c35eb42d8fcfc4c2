//! The answers of an adapter: lines.

use std::{fmt, str};

use placemat_conformance::vectors::{ErrorLen, Kind, hex};

/// The reply of an adapter to one request. `None`: it does not have the operation.
pub(crate) type Reply = Option<Answer>;

/// The fields after the id. `None` if the adapter wrote `-`: not available.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Whether the input is valid.
    pub(crate) ok: Option<bool>,
    /// The number of bytes, values or units before the first error.
    pub(crate) valid_up_to: Option<u64>,
    /// The length of the first error: none if there is no error, or if it is not available.
    pub(crate) error_len: ErrorLen,
    /// The outputs: a single one, or for operations on chunks, one more than there are chunks.
    pub(crate) outputs: Option<Vec<Vec<u8>>>,
    /// The kind of the first error. The field may be missing.
    pub(crate) kind: Option<Kind>,
}

/// Parses a line, without its line feed, and returns the id at its start as well; or says why the line is invalid.
pub(crate) fn parse(line: &[u8]) -> Result<(u32, Reply), String> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let broken = |what: &str| format!("{what}: {}", excerpt(line));
    let text = str::from_utf8(line).map_err(|_| broken("a line that is no answer"))?;
    let mut fields = text.split(' ');
    let id = fields.next().unwrap_or_default();
    let id = number(id).and_then(|id| u32::try_from(id).ok());
    let id = id.ok_or_else(|| broken("a line that does not begin with an id"))?;
    let fields: Vec<&str> = fields.collect();
    let (ok, valid_up_to, error_len, outputs, kind) = match fields[..] {
        [ok, valid_up_to, error_len, outputs] => (ok, valid_up_to, error_len, outputs, "-"),
        [ok, valid_up_to, error_len, outputs, kind] => (ok, valid_up_to, error_len, outputs, kind),
        ["unsupported"] => return Ok((id, None)),
        _ => return Err(broken("a line that has not five or six fields with one space between them")),
    };
    let ok = match ok {
        "ok" => Some(true),
        "bad" => Some(false),
        "-" => None,
        _ => return Err(broken("a verdict that is neither `ok` nor `bad`")),
    };
    let valid_up_to = optional(valid_up_to, number).ok_or_else(|| broken("a position that is none"))?;
    let error_len = optional(error_len, |field| match field {
        "end" => Some(ErrorLen::End),
        _ => number(field).and_then(|len| usize::try_from(len).ok()).map(ErrorLen::Units),
    });
    let error_len = error_len.ok_or_else(|| broken("a length that is none"))?.unwrap_or_default();
    let outputs = optional(outputs, outputs_of).ok_or_else(|| broken("hex that is none"))?;
    let kind = optional(kind, Kind::by_name).ok_or_else(|| broken("a kind that is none"))?;
    Ok((id, Some(Answer { ok, valid_up_to, error_len, outputs, kind })))
}

pub(crate) fn line(id: u32, reply: Option<&Answer>) -> String {
    match reply {
        Some(answer) => format!("{id} {answer}\n"),
        None => format!("{id} unsupported\n"),
    }
}

impl Answer {
    /// The verdict, given the position of the first error, or the end; and the length of the error.
    pub(crate) fn verdict(position: usize, error_len: ErrorLen) -> Self {
        let ok = Some(error_len == ErrorLen::None);
        Self { ok, valid_up_to: Some(position as u64), error_len, ..Self::default() }
    }

    /// The outputs, and nothing else.
    pub(crate) fn of_outputs(outputs: Vec<Vec<u8>>) -> Self {
        Self::default().with(outputs)
    }

    /// The same answer with these outputs.
    pub(crate) fn with(self, outputs: Vec<Vec<u8>>) -> Self {
        Self { outputs: Some(outputs), ..self }
    }

    /// The values encoded up to the first one that is rejected.
    pub(crate) fn encoded(values: &[u32], encode: impl Fn(u32) -> Option<Vec<u8>>) -> Self {
        let encoded: Vec<Vec<u8>> = values.iter().map_while(|value| encode(*value)).collect();
        let (ok, valid_up_to) = (Some(encoded.len() == values.len()), Some(encoded.len() as u64));
        Self { ok, valid_up_to, ..Self::of_outputs(vec![encoded.concat()]) }
    }

    /// All outputs, concatenated.
    pub(crate) fn output(&self) -> Option<Vec<u8>> {
        self.outputs.as_ref().map(|outputs| outputs.concat())
    }
}

/// Writes the fields as they appear on a line.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing = || "-".to_owned();
        let ok = self.ok.map_or("-", |ok| if ok { "ok" } else { "bad" });
        let valid_up_to = self.valid_up_to.map_or_else(missing, |at| at.to_string());
        let error_len = match self.error_len {
            ErrorLen::Units(len) => len.to_string(),
            ErrorLen::End => "end".to_owned(),
            ErrorLen::None => missing(),
        };
        let outputs = match self.outputs.as_deref() {
            None => missing(),
            Some([one]) if one.is_empty() => ".".to_owned(),
            Some(outputs) => outputs.iter().map(|output| hex::write(output)).collect::<Vec<_>>().join("|"),
        };
        write!(f, "{ok} {valid_up_to} {error_len} {outputs}")?;
        self.kind.map_or(Ok(()), |kind| write!(f, " {kind}"))
    }
}

/// `Some(None)` for `-`.
fn optional<T>(field: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if field == "-" { Some(None) } else { parse(field).map(Some) }
}

fn number(field: &str) -> Option<u64> {
    let decimal = !field.is_empty() && field.bytes().all(|digit| digit.is_ascii_digit());
    decimal.then(|| field.parse().ok()).flatten()
}

fn outputs_of(field: &str) -> Option<Vec<Vec<u8>>> {
    match field {
        "." => Some(vec![Vec::new()]),
        "" => None,
        _ => field.split('|').map(bytes_of).collect(),
    }
}

/// Parses lower-case digits.
fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let is_lower = !digits.bytes().any(|digit| digit.is_ascii_uppercase());
    hex::read(digits).ok().filter(|_| is_lower)
}

/// A printable excerpt from the start of a line.
fn excerpt(line: &[u8]) -> String {
    const MOST: usize = 60;
    let shown = line[..line.len().min(MOST)].escape_ascii();
    format!("`{shown}`{}", if line.len() > MOST { " ..." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(
        ok: Option<bool>, valid_up_to: Option<u64>, error_len: ErrorLen, outputs: Option<&[&[u8]]>,
    ) -> Reply {
        let outputs = outputs.map(|outputs| outputs.iter().map(|output| output.to_vec()).collect());
        Some(Answer { ok, valid_up_to, error_len, outputs, kind: None })
    }

    #[test]
    fn lines_are_read_and_written() {
        for (line, id, reply) in [
            ("0 ok 3 - -", 0, answer(Some(true), Some(3), ErrorLen::None, None)),
            ("7 bad 1 end -", 7, answer(Some(false), Some(1), ErrorLen::End, None)),
            ("4294967295 bad 0 2 .", u32::MAX, {
                answer(Some(false), Some(0), ErrorLen::Units(2), Some(&[b""]))
            }),
            ("2 - - - e282ac", 2, answer(None, None, ErrorLen::None, Some(&[b"\xE2\x82\xAC"]))),
            ("2 - - - |61||", 2, answer(None, None, ErrorLen::None, Some(&[b"", b"a", b"", b""]))),
            ("9 unsupported", 9, None),
        ] {
            assert_eq!(parse(line.as_bytes()), Ok((id, reply.clone())), "{line}");
            assert_eq!(parse(format!("{line}\r").as_bytes()), Ok((id, reply.clone())), "{line}");
            assert_eq!(super::line(id, reply.as_ref()), format!("{line}\n"));
        }
    }

    #[test]
    fn a_sixth_field_says_what_is_wrong() {
        let reply = |kind| Answer { ok: Some(false), kind, ..Answer::default() };
        let lone = Some(reply(Some(Kind::LoneHigh)));
        assert_eq!(parse(b"3 bad - - - lone-high"), Ok((3, lone.clone())));
        assert_eq!(line(3, lone.as_ref()), "3 bad - - - lone-high\n");
        assert_eq!(parse(b"3 bad - - - -"), Ok((3, Some(reply(None)))));
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        for line in [
            "", " ", "1", "ok", "1 ok", "1 ok 3 - - x", "1 ok 3 - - - -", "1 bad 0 1 . Surrogate",
            "1  ok 3 - -", "1 ok 3 - - ", "x ok 3 - -", "-1 ok 3 - -", "4294967296 ok 3 - -", "1 OK 3 - -",
            "1 ok +3 - -", "1 ok 3 x -", "1 ok 3 - E2", "1 ok 3 - e", "1 ok 3 - .|", "1 ok 3 - ",
            "1 unsupported x", "1 ok 3 - -\r\r", "1\tok 3 - -", "1 ok 99999999999999999999 - -",
        ] {
            assert!(parse(line.as_bytes()).is_err(), "{line}");
        }
        assert!(parse(b"1 ok 3 - \xFF").is_err());
        let why = parse(&[b'x'; 1000]).unwrap_err();
        assert!(why.len() < 200, "{why}");
    }
}
