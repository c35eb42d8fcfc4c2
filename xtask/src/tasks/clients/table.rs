//! The clients.

/// A package on crates.io that calls simdutf8.
pub(super) struct Client {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    /// Its Cargo features, separated by commas, beside the default ones.
    pub(super) features: &'static str,
    pub(super) tests: Tests,
    /// Whether it is among the steps of `cargo xtask test`.
    pub(super) quick: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Tests {
    /// Those that the package brings along: what follows `cargo test`.
    Own(&'static str),
    /// The package has none, or they need files that it does not bring along.
    Ours(&'static Ours),
}

/// A test of ours.
pub(super) struct Ours {
    /// What it needs beside the client: lines of a dependency table.
    pub(super) dependencies: &'static str,
    pub(super) source: &'static str,
}

pub(super) const CLIENTS: [Client; 9] = [
    own("bytecheck", "0.8.3", "", "--lib").quick(),
    own("encoding_rs", "0.8.44", "", "--lib").quick(),
    // Its other tests need databases.
    own("maxminddb", "0.31.0", "simdutf8", "--lib decoder::tests -- --skip reader_lookup --skip tuple"),
    own("simd-json", "0.19.0", "", "--lib").quick(),
    own("polars-arrow", "0.55.2", "proptest", "--lib"),
    // What its own tests depend on does not compile any more.
    ours("bson", "3.1.0", "", &BSON),
    ours("faststr", "0.2.34", "", &FASTSTR),
    ours("parquet", "60.1.0", "", &PARQUET),
    // Its own tests use a member of its workspace that is not published.
    ours("sonic-rs", "0.5.10", "", &SONIC),
];

const fn own(
    name: &'static str,
    version: &'static str,
    features: &'static str,
    args: &'static str,
) -> Client {
    Client { name, version, features, tests: Tests::Own(args), quick: false }
}

const fn ours(
    name: &'static str,
    version: &'static str,
    features: &'static str,
    ours: &'static Ours,
) -> Client {
    Client { name, version, features, tests: Tests::Ours(ours), quick: false }
}

impl Client {
    const fn quick(self) -> Self {
        Self { quick: true, ..self }
    }
}

const BSON: Ours = Ours {
    dependencies: "",
    source: "//! What of bson rests on simdutf8.

#[test]
fn text_is_read_and_ill_formed_text_refused() {
    for len in 1..200 {
        let document = bson::doc! { \"text\": \"\\u{E9}\".repeat(len) };
        let mut octets = document.to_vec().unwrap();
        assert_eq!(bson::Document::from_reader(&octets[..]).unwrap(), document);
        // Before the last octet of the text come the NUL of the string and that of the document.
        let last = octets.len() - 3;
        assert_eq!(octets[last], 0xA9);
        octets[last] = b'a';
        assert!(bson::Document::from_reader(&octets[..]).is_err());
    }
}
",
};

const FASTSTR: Ours = Ours {
    dependencies: "bytes = \"1\"",
    source: "//! What of faststr rests on simdutf8.

#[test]
fn text_is_taken_and_the_rest_refused() {
    let take = |octets: &[u8]| faststr::FastStr::from_bytes(bytes::Bytes::copy_from_slice(octets));
    for len in 0..200 {
        let text = \"\\u{E9}\".repeat(len);
        assert_eq!(take(text.as_bytes()).unwrap(), text);
        let mut octets = text.into_bytes();
        octets.push(0xC3);
        assert!(take(&octets).is_err());
    }
}
",
};

const PARQUET: Ours = Ours {
    dependencies: "arrow-array = \"60\"\nbytes = \"1\"",
    source: "//! Reading a column of strings: what of parquet rests on simdutf8.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, cast::AsArray};
use bytes::Bytes;
use parquet::{
    arrow::{ArrowWriter, arrow_reader::ParquetRecordBatchReaderBuilder},
    file::properties::WriterProperties,
};

/// A file with these strings, neither compressed nor in a dictionary.
fn file(strings: &[String]) -> Vec<u8> {
    let column: ArrayRef = Arc::new(StringArray::from_iter_values(strings));
    let batch = RecordBatch::try_from_iter([(\"text\", column)]).unwrap();
    let properties = WriterProperties::builder().set_dictionary_enabled(false).build();
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    file
}

fn read(file: Vec<u8>) -> Result<Vec<String>, String> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(file)).map_err(|error| error.to_string())?;
    let mut strings = Vec::new();
    for batch in reader.build().map_err(|error| error.to_string())? {
        let batch = batch.map_err(|error| error.to_string())?;
        strings.extend(batch.column(0).as_string::<i32>().iter().map(|text| text.unwrap().to_owned()));
    }
    Ok(strings)
}

#[test]
fn strings_are_read_and_ill_formed_ones_refused() {
    let strings: Vec<_> = (0..1000).map(|i| format!(\"{i} \\u{4E2D}\\u{6587} marker\")).collect();
    let mut file = file(&strings);
    assert_eq!(read(file.clone()).unwrap(), strings);

    // Every third octet of the first \"marker\" in the values; the statistics are not read.
    let at = file.windows(6).position(|octets| octets == b\"marker\").unwrap();
    file[at] = 0xFF;
    let error = read(file).unwrap_err();
    assert!(error.to_lowercase().contains(\"utf\"), \"{error}\");
}
",
};

const SONIC: Ours = Ours {
    dependencies: "",
    source: "//! What of sonic-rs rests on simdutf8.

#[test]
fn text_is_read_and_ill_formed_text_refused() {
    for len in 1..200 {
        let text = \"\\u{E9}\".repeat(len);
        let mut json = format!(\"\\\"{text}\\\"\").into_bytes();
        assert_eq!(sonic_rs::from_slice::<String>(&json).unwrap(), text);
        // The last octet of the text.
        let last = json.len() - 2;
        json[last] = b'a';
        assert!(sonic_rs::from_slice::<String>(&json).is_err());
    }
}
",
};
