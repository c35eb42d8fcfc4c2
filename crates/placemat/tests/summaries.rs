//! Serialised summaries: a round trip changes nothing, and whatever is accepted can be merged.
//! Emulators do not run it.
#![cfg(all(feature = "serde", feature = "std"))]

use itertools::iproduct;
use placemat::stream::Summary;
use placemat_conformance::strings;
use serde_json::{Value, json};

fn to_json(summary: Summary) -> Value {
    serde_json::to_value(summary).unwrap()
}

fn from_json(value: &Value) -> Result<Summary, serde_json::Error> {
    serde_json::from_value(value.clone())
}

/// A piece with a head, more than eight errors, lines and a tail.
fn piece() -> Vec<u8> {
    [&b"\x80\x81ab\n\xFF"[..], &b"\xC3\xA9\xE2\x82\n".repeat(4), b"\n\n", &b"x\xC0".repeat(6), b"\xF0\x9F"]
        .concat()
}

fn refuses(value: &Value, why: &str) {
    let error = from_json(value).map(|summary| format!("{summary:?}")).expect_err(&value.to_string());
    assert!(error.to_string().contains(why), "{error}, not {why}");
}

#[test]
fn the_format() {
    let value = to_json(Summary::of(b"\x80a\n\xE2\x82\xF0"));
    let expected = json!({
        "len": 6, "head": { "bytes": [0x80, 0, 0], "len": 1 }, "decided": true, "chars": 2, "ill_bytes": 2,
        "kinds": [0, 0, 0, 0, 0, 1, 0], "line_feeds": 1, "column": 1, "bad_first": false, "bad_last": true, "bad_inner": 0,
        "first": [{ "offset": 3, "line": 2, "column": 1, "len": 2, "kind": 5 }, null, null, null, null, null, null, null],
        "tail": { "bytes": [0xF0, 0, 0], "len": 1 },
    });
    assert_eq!(value, expected);
}

/// All strings up to a length, of bytes that produce every kind of error, head and tail.
const BYTES: [u8; 11] = [b'\n', b'a', 0x80, 0xBF, 0xC0, 0xC3, 0xE1, 0xED, 0xF0, 0xF4, 0xFF];

/// The path of every number, bool and null in a JSON value.
fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), field)).collect(),
        _ => return out.push(path.to_owned()),
    };
    parts.iter().for_each(|(name, part)| leaves(part, &format!("{path}/{name}"), out));
}

/// The value with small changes: a number plus or minus one, a bool inverted, or two fields swapped.
fn changes(value: &Value) -> Vec<Value> {
    let mut places = Vec::new();
    leaves(value, "", &mut places);
    let with = |changes: &[(&String, &Value)]| {
        let mut copy = value.clone();
        changes.iter().for_each(|(place, new)| *copy.pointer_mut(place).unwrap() = (*new).clone());
        copy
    };
    let mut changed = Vec::new();
    for place in &places {
        let old = value.pointer(place).unwrap();
        let others: Vec<Value> = match old {
            Value::Number(number) => {
                let number = number.as_u64().unwrap();
                let others = [number.checked_add(1), number.checked_sub(1), Some(u64::MAX), Some(0)];
                others.into_iter().flatten().map(Value::from).collect()
            }
            Value::Bool(old) => vec![(!old).into()],
            _ => Vec::new(),
        };
        changed.extend(others.iter().filter(|other| *other != old).map(|other| with(&[(place, other)])));
        for other in &places {
            let new = value.pointer(other).unwrap();
            if old != new && old.is_u64() && new.is_u64() {
                changed.push(with(&[(place, new), (other, old)]));
            }
        }
    }
    changed
}

#[test]
fn a_round_trip_changes_nothing() {
    strings(&BYTES, if cfg!(debug_assertions) { 3 } else { 4 }, |bytes| {
        let summary = Summary::of(bytes);
        assert_eq!(from_json(&to_json(summary)).unwrap(), summary);
    });
}

/// Whatever is accepted can be merged.
#[test]
fn changed_pieces_are_merged() {
    let whole = Summary::of(&piece());
    let (mut tried, mut accepted) = (0, 0);
    let mut change_all = |bytes: &[u8]| {
        for change in changes(&to_json(Summary::of(bytes))) {
            tried += 1;
            let Ok(changed) = from_json(&change) else { continue };
            accepted += 1;
            assert_eq!(to_json(changed), change);
            let (left, right) = (changed.merge(whole).merge(changed), changed.merge(whole.merge(changed)));
            assert_eq!(left.finish(), right.finish());
        }
    };
    change_all(&piece());
    strings(&BYTES, if cfg!(debug_assertions) { 2 } else { 3 }, change_all);
    assert!(tried > 50_000 && accepted > tried / 10, "{accepted} of {tried}");
}

#[test]
fn half_a_summary_is_refused() {
    let value = to_json(Summary::of(&piece()));
    assert_eq!(from_json(&value).unwrap(), Summary::of(&piece()));
    for name in value.as_object().unwrap().keys() {
        let mut half = value.clone();
        half.as_object_mut().unwrap().remove(name);
        refuses(&half, "missing field");
    }
    let mut more = value.clone();
    more["errors"] = 1.into();
    refuses(&more, "unknown field");
    let text = value.to_string();
    for end in 0..text.len() {
        assert!(serde_json::from_str::<Summary>(&text[..end]).is_err(), "{end} bytes");
    }
}

#[test]
fn what_no_piece_has_is_refused() {
    for (place, new) in [
        ("/head/bytes/0", json!(0x41)),
        ("/head/bytes/2", json!(0x80)),
        ("/head/len", json!(4)),
        ("/decided", json!(false)),
        ("/len", json!(3)),
        ("/tail/bytes/0", json!(0x41)),
        ("/tail/bytes/2", json!(0xED)),
        ("/tail/len", json!(255)),
        ("/first/0/offset", json!(1)),
        ("/first/0/line", json!(0)),
        ("/first/0/column", json!(0)),
        ("/first/0/kind", json!(7)),
    ] {
        let mut value = to_json(Summary::of(&piece()));
        *value.pointer_mut(place).unwrap() = new;
        refuses(&value, "no ");
    }
    let mut rest = to_json(Summary::of(b"\x80"));
    rest["chars"] = 1.into();
    refuses(&rest, "no summary");
}

/// Summaries of `len` bytes, one of each kind, as another machine may claim them.
fn enormous(len: u64) -> Vec<Value> {
    let base = to_json(Summary::of(b"a"));
    let with = |fields: &[(&str, Value)]| {
        let mut value = base.clone();
        value["len"] = len.into();
        for (name, new) in fields {
            value[name] = new.clone();
        }
        value
    };
    let error = |at: u64| json!({ "offset": at, "line": 1, "column": at + 1, "len": 1, "kind": 4 });
    let first: Vec<Value> = (0..8).map(error).collect();
    vec![
        with(&[("chars", len.into()), ("column", len.into())]),
        with(&[("chars", len.into()), ("line_feeds", len.into()), ("column", 0.into())]),
        with(&[
            ("chars", 0.into()),
            ("ill_bytes", len.into()),
            ("kinds", json!([0, 0, 0, 0, len, 0, 0])),
            ("column", len.into()),
            ("bad_first", true.into()),
            ("bad_last", true.into()),
            ("first", first.into()),
        ]),
    ]
}

#[test]
fn merging_the_largest_numbers_does_not_overflow() {
    let mut merged = 0;
    for len in [u64::MAX, u64::MAX - 1, u64::MAX / 2 + 1, u64::MAX / 2] {
        let large: Vec<_> = enormous(len).iter().map(|value| from_json(value).unwrap()).collect();
        let small = [&b""[..], b"a\n\xFF\xF0", b"\x80\x80\x80\x80", b"\xBF", b"\xE2\x82"].map(Summary::of);
        let all = large.iter().chain(&small);
        for (a, b, c) in iproduct!(all.clone(), all, &large) {
            let (one, two, totals) = (a.finish(), c.finish(), a.merge(*b).merge(*c).finish());
            assert!(totals.bytes >= one.bytes && totals.bytes >= two.bytes, "{a:?} {b:?} {c:?}");
            assert!(totals.errors >= two.errors && totals.line_feeds >= two.line_feeds);
            assert!(totals.chars >= one.chars.max(two.chars));
            merged += 1;
        }
    }
    assert_eq!(merged, 4 * 8 * 8 * 3);
    // They are exact up to 2^64.
    let half = from_json(&enormous(u64::MAX / 2)[0]).unwrap();
    assert_eq!(half.merge(half).finish().bytes, u64::MAX - 1);
    assert_eq!(half.merge(half).merge(half).finish().bytes, u64::MAX);
}
