//! An adapter for decoders in Rust. One argument: std, or the name of a dependency.

use std::io::{self, Read, Write};

use bstr::ByteSlice;
use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE, mem};
use simd_cesu8::{decode_strict, encode, mutf8};

fn main() -> io::Result<()> {
    let kind = std::env::args().nth(1).unwrap_or_else(|| "std".to_owned());
    let ops = match kind.as_str() {
        "encoding_rs" => {
            r#""validate","lossy","stream","from-latin1","from-utf16-lossy","from-utf16le-lossy","to-utf16le-lossy""#
        }
        "std" => r#""validate","lossy","from-utf16-lossy","from-utf16le-lossy""#,
        "bstr" => r#""validate","lossy""#,
        "simd_cesu8" => r#""cesu8","mutf8","to-cesu8","to-mutf8""#,
        "simdutf8" | "ps-simdutf8" | "simdutf" | "smoothutf8" => r#""validate""#,
        other => panic!("{other} is not here"),
    };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    writeln!(
        output,
        r#"{{"protocol":1,"name":"Rust, {kind}","version":"{}","ops":[{ops}]}}"#,
        version(&kind)
    )?;
    let mut header = [0; 9];
    while input.read_exact(&mut header).is_ok() {
        let number = |at| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let mut payload = vec![0; number(5) as usize];
        input.read_exact(&mut payload)?;
        let answer = answer(&kind, header[0], &payload);
        writeln!(output, "{} {}", number(1), answer.as_deref().unwrap_or("unsupported"))?;
    }
    Ok(())
}

/// The version in the lock file.
fn version(kind: &str) -> String {
    let lock = include_str!("../Cargo.lock");
    let package = lock.split("[[package]]").find(|package| package.contains(&format!("name = \"{kind}\"\n")));
    if let Some(version) = package.and_then(|package| package.split('"').nth(3)) {
        return version.to_owned();
    }
    // The standard library has the compiler's version.
    let rustc = std::process::Command::new("rustc").arg("--version").output();
    let text = rustc.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// The fields of an answer after the id, or `None` if the operation is not supported.
fn answer(kind: &str, operation: u8, bytes: &[u8]) -> Option<String> {
    let lossy = |text: &[u8]| format!("- - - {}", field(text));
    let strict = |output: Option<Vec<u8>>| {
        output.map_or("bad - - -".to_owned(), |output| format!("ok {} - {}", bytes.len(), field(&output)))
    };
    let text = || std::str::from_utf8(bytes).ok();
    Some(match (kind, operation) {
        ("simd_cesu8", 12) => strict(decode_strict(bytes).ok().map(|text| text.as_bytes().to_vec())),
        ("simd_cesu8", 13) => strict(mutf8::decode_strict(bytes).ok().map(|text| text.as_bytes().to_vec())),
        ("simd_cesu8", 16) => strict(text().map(|text| encode(text).to_vec())),
        ("simd_cesu8", 17) => strict(text().map(|text| mutf8::encode(text).to_vec())),
        (_, 1) => format!("{} -", validate(kind, bytes)),
        ("std", 2) => lossy(String::from_utf8_lossy(bytes).as_bytes()),
        ("bstr", 2) => lossy(bytes.to_str_lossy().as_bytes()),
        ("encoding_rs", 2) => lossy(UTF_8.decode_without_bom_handling(bytes).0.as_bytes()),
        ("encoding_rs", 3) => stream(bytes),
        ("encoding_rs", 26) => strict(Some(mem::decode_latin1(bytes).as_bytes().to_vec())),
        ("encoding_rs", 28) => lossy(UTF_16BE.decode_without_bom_handling(bytes).0.as_bytes()),
        ("encoding_rs", 30) => lossy(UTF_16LE.decode_without_bom_handling(bytes).0.as_bytes()),
        ("encoding_rs", 29) => {
            // One unit more than there are bytes, as the function requires.
            let mut units = vec![0; bytes.len() + 1];
            let written = mem::convert_utf8_to_utf16(bytes, &mut units);
            lossy(&units[..written].iter().flat_map(|unit| unit.to_le_bytes()).collect::<Vec<u8>>())
        }
        // It takes whole units, so an odd length is unsupported.
        ("std", 28 | 30) if bytes.len() % 2 == 0 => {
            let number = if operation == 28 { u16::from_be_bytes } else { u16::from_le_bytes };
            let units = bytes.as_chunks().0.iter().map(|pair| number(*pair));
            lossy(String::from_utf16_lossy(&units.collect::<Vec<_>>()).as_bytes())
        }
        _ => return None,
    })
}

fn validate(kind: &str, bytes: &[u8]) -> String {
    let error = |at: usize, len: Option<usize>| {
        format!("bad {at} {}", len.map_or("end".to_owned(), |len| len.to_string()))
    };
    let wrong = match kind {
        "std" => std::str::from_utf8(bytes).err().map(|e| error(e.valid_up_to(), e.error_len())),
        "bstr" => bytes.to_str().err().map(|e| error(e.valid_up_to(), e.error_len())),
        "simdutf8" => simdutf8::compat::from_utf8(bytes).err().map(|e| error(e.valid_up_to(), e.error_len())),
        "ps-simdutf8" => {
            ps_simdutf8::compat::from_utf8(bytes).err().map(|e| error(e.valid_up_to(), e.error_len()))
        }
        "encoding_rs" => {
            let good = encoding_rs::Encoding::utf8_valid_up_to(bytes);
            (good < bytes.len()).then(|| format!("bad {good} -"))
        }
        "simdutf" => (!simdutf::validate_utf8(bytes)).then(|| "bad - -".to_owned()),
        _ => (!smoothutf8::verify(bytes)).then(|| "bad - -".to_owned()),
    };
    wrong.unwrap_or_else(|| format!("ok {} -", bytes.len()))
}

fn stream(mut payload: &[u8]) -> String {
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let mut outputs = Vec::new();
    let mut step = |chunk: &[u8], last| {
        let mut text = String::with_capacity(decoder.max_utf8_buffer_length(chunk.len()).unwrap_or(0));
        let _ = decoder.decode_to_string(chunk, &mut text, last);
        outputs.push(hex(text.as_bytes()));
    };
    while let Some((length, rest)) = payload.split_first_chunk::<4>() {
        let (chunk, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        step(chunk, false);
        payload = rest;
    }
    step(b"", true);
    let outputs = outputs.join("|");
    format!("- - - {}", if outputs.is_empty() { "." } else { &outputs })
}

/// A field of the answer.
fn field(bytes: &[u8]) -> String {
    if bytes.is_empty() { ".".to_owned() } else { hex(bytes) }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
