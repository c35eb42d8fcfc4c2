//! An adapter for decoders in Rust. One argument: std, or the name of a dependency.

use std::io::{self, Read, Write};

/// The fields of an answer after the id, or `None` if the operation is not supported.
type Answer = Option<String>;

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
        let answer = match header[0] {
            1 => Some(format!("{} -", validate(&kind, &payload))),
            2 => lossy(&kind, &payload),
            3 => stream(&kind, &payload),
            form @ (12 | 13 | 16 | 17) => older_form(&kind, form, &payload),
            26 => from_latin1(&kind, &payload),
            28 => from_utf16_lossy(&kind, &payload, true),
            29 => to_utf16le_lossy(&kind, &payload),
            30 => from_utf16_lossy(&kind, &payload, false),
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
    // The standard library has the compiler's version.
    let rustc = std::process::Command::new("rustc").arg("--version").output();
    let text = rustc.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.split(' ').nth(1).unwrap_or_default().to_owned()
}

fn validate(kind: &str, bytes: &[u8]) -> String {
    let error = |at: usize, len: Option<usize>| {
        format!("bad {at} {}", len.map_or("end".to_owned(), |len| len.to_string()))
    };
    let wrong = match kind {
        "std" => std::str::from_utf8(bytes).err().map(|e| error(e.valid_up_to(), e.error_len())),
        "bstr" => bstr::ByteSlice::to_str(bytes).err().map(|e| error(e.valid_up_to(), e.error_len())),
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

fn lossy(kind: &str, bytes: &[u8]) -> Answer {
    let text = match kind {
        "std" => String::from_utf8_lossy(bytes),
        "bstr" => bstr::ByteSlice::to_str_lossy(bytes),
        "encoding_rs" => encoding_rs::UTF_8.decode_without_bom_handling(bytes).0,
        _ => return None,
    };
    Some(format!("- - - {}", field(text.as_bytes())))
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

/// CESU-8 and Java's modified UTF-8 to UTF-8, and back.
fn older_form(kind: &str, operation: u8, bytes: &[u8]) -> Answer {
    use simd_cesu8::{decode_strict, encode, mutf8};
    let text = || std::str::from_utf8(bytes).ok();
    let output = match operation {
        _ if kind != "simd_cesu8" => return None,
        12 => decode_strict(bytes).ok().map(|text| field(text.as_bytes())),
        13 => mutf8::decode_strict(bytes).ok().map(|text| field(text.as_bytes())),
        16 => text().map(|text| field(&encode(text))),
        _ => text().map(|text| field(&mutf8::encode(text))),
    };
    Some(output.map_or("bad - - -".to_owned(), |output| format!("ok {} - {output}", bytes.len())))
}

/// A field of the answer.
fn field(bytes: &[u8]) -> String {
    if bytes.is_empty() { ".".to_owned() } else { hex(bytes) }
}

fn from_latin1(kind: &str, bytes: &[u8]) -> Answer {
    let text = (kind == "encoding_rs").then(|| encoding_rs::mem::decode_latin1(bytes))?;
    Some(format!("ok {} - {}", bytes.len(), field(text.as_bytes())))
}

fn from_utf16_lossy(kind: &str, bytes: &[u8], is_big: bool) -> Answer {
    let text = match kind {
        "encoding_rs" if is_big => encoding_rs::UTF_16BE.decode_without_bom_handling(bytes).0.into_owned(),
        "encoding_rs" => encoding_rs::UTF_16LE.decode_without_bom_handling(bytes).0.into_owned(),
        // It takes whole units, so an odd length is unsupported.
        "std" if bytes.len() % 2 == 0 => {
            let (pairs, _) = bytes.as_chunks();
            let unit =
                |pair: &[u8; 2]| if is_big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
            String::from_utf16_lossy(&pairs.iter().map(unit).collect::<Vec<_>>())
        }
        _ => return None,
    };
    Some(format!("- - - {}", field(text.as_bytes())))
}

fn to_utf16le_lossy(kind: &str, bytes: &[u8]) -> Answer {
    if kind != "encoding_rs" {
        return None;
    }
    // One unit more than there are bytes, as the function requires.
    let mut units = vec![0; bytes.len() + 1];
    let written = encoding_rs::mem::convert_utf8_to_utf16(bytes, &mut units);
    let bytes: Vec<u8> = units[..written].iter().flat_map(|unit| unit.to_le_bytes()).collect();
    Some(format!("- - - {}", field(&bytes)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
