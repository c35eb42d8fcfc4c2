//! Decoders of the Rust world. One argument: std, simdutf8, encoding_rs, bstr, simdutf or smoothutf8.

use std::io::{self, Read, Write};

/// The fields of an answer but the first, or `None` where the operation is missing.
type Answer = Option<String>;

fn main() -> io::Result<()> {
    let kind = std::env::args().nth(1).unwrap_or_else(|| "std".to_owned());
    let ops = match kind.as_str() {
        "encoding_rs" => r#""validate","lossy","stream""#,
        "std" | "bstr" => r#""validate","lossy""#,
        "simdutf8" | "simdutf" | "smoothutf8" => r#""validate""#,
        other => panic!("{other} is not here"),
    };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    writeln!(output, r#"{{"protocol":1,"name":"Rust, {kind}","version":"{}","ops":[{ops}]}}"#, version(&kind))?;
    let mut header = [0; 9];
    while input.read_exact(&mut header).is_ok() {
        let number = |at| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let mut payload = vec![0; number(5) as usize];
        input.read_exact(&mut payload)?;
        let answer = match header[0] {
            1 => Some(format!("{} -", validate(&kind, &payload))),
            2 => lossy(&kind, &payload),
            3 => stream(&kind, &payload),
            _ => None,
        };
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
    // The standard library has the version of the compiler.
    let rustc = std::process::Command::new("rustc").arg("--version").output();
    let text = rustc.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.split(' ').nth(1).unwrap_or_default().to_owned()
}

fn validate(kind: &str, octets: &[u8]) -> String {
    let error = |at: usize, len: Option<usize>| {
        format!("bad {at} {}", len.map_or("end".to_owned(), |len| len.to_string()))
    };
    let wrong = match kind {
        "std" => std::str::from_utf8(octets).err().map(|e| error(e.valid_up_to(), e.error_len())),
        "bstr" => bstr::ByteSlice::to_str(octets).err().map(|e| error(e.valid_up_to(), e.error_len())),
        "simdutf8" => simdutf8::compat::from_utf8(octets).err().map(|e| error(e.valid_up_to(), e.error_len())),
        "encoding_rs" => {
            let good = encoding_rs::Encoding::utf8_valid_up_to(octets);
            (good < octets.len()).then(|| format!("bad {good} -"))
        }
        "simdutf" => (!simdutf::validate_utf8(octets)).then(|| "bad - -".to_owned()),
        _ => (!smoothutf8::verify(octets)).then(|| "bad - -".to_owned()),
    };
    wrong.unwrap_or_else(|| format!("ok {} -", octets.len()))
}

fn lossy(kind: &str, octets: &[u8]) -> Answer {
    let text = match kind {
        "std" => String::from_utf8_lossy(octets),
        "bstr" => bstr::ByteSlice::to_str_lossy(octets),
        "encoding_rs" => encoding_rs::UTF_8.decode_without_bom_handling(octets).0,
        _ => return None,
    };
    let text = hex(text.as_bytes());
    Some(format!("- - - {}", if text.is_empty() { "." } else { &text }))
}

fn stream(kind: &str, mut payload: &[u8]) -> Answer {
    if kind != "encoding_rs" {
        return None;
    }
    let mut decoder = encoding_rs::UTF_8.new_decoder_without_bom_handling();
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
    Some(format!("- - - {}", if outputs.is_empty() { "." } else { &outputs }))
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}
