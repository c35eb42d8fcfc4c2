#![doc = include_str!("README.md")]
#![no_std]
#![forbid(unsafe_code)]

/// The files: their names without `.jsonl`, and their text, one case a line.
pub const FILES: [(&str, &str); 15] = [
    ("sequences", include_str!("sequences.jsonl")),
    ("historic", include_str!("historic.jsonl")),
    ("replacement", include_str!("replacement.jsonl")),
    ("streams", include_str!("streams.jsonl")),
    ("bom", include_str!("bom.jsonl")),
    ("encode", include_str!("encode.jsonl")),
    ("utf16", include_str!("utf16.jsonl")),
    ("utf32", include_str!("utf32.jsonl")),
    ("latin1", include_str!("latin1.jsonl")),
    ("forms", include_str!("forms.jsonl")),
    ("places", include_str!("places.jsonl")),
    ("blocks", include_str!("blocks.jsonl")),
    ("seams", include_str!("seams.jsonl")),
    ("tables", include_str!("tables.jsonl")),
    ("w-method", include_str!("w-method.jsonl")),
];

/// The JSON Schema of a case.
pub const SCHEMA: &str = include_str!("schema.json");
