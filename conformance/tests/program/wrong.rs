//! Misbehaving adapters, for the tests of the host: `wrong KIND`.
//!
//! Until they misbehave, they answer `validate` and `lossy` like the standard library.

use std::{
    env,
    io::{self, BufWriter, Read, Write},
    process::{Command, Stdio, exit},
    thread,
    time::Duration,
};

/// The input that triggers `crash` and `hang`: an overlong slash.
const TRIGGER: &[u8] = b"\xC0\xAF";

fn main() {
    let kind = env::args().nth(1).unwrap_or_default();
    match kind.as_str() {
        "rubbish" => println!("rubbish"),
        "says-nothing" => {}
        "hangs-at-once" => wait(),
        "other-protocol" => println!(r#"{{"protocol":2,"name":"x","version":"","ops":[]}}"#),
        "endless-hello" => flood(b"x"),
        _ => drive(&kind),
    }
}

/// Introduces itself, and answers requests.
fn drive(kind: &str) {
    let ops =
        if kind.starts_with("converts") { r#""to-utf16","from-utf16""# } else { r#""validate","lossy""# };
    println!(r#"{{"protocol":1,"name":"wrong, {kind}","version":"1","ops":[{ops}]}}"#);
    match kind {
        "never-reads" => wait(),
        "closes-output" => {
            use std::os::unix::process::CommandExt;
            let _ = Command::new("sh").args(["-c", "exec >&-; sleep 1000"]).exec();
        }
        "forks-and-leaves" | "forks-and-leaves-its-group" => {
            let command = if kind == "forks-and-leaves" { "sleep 1000" } else { "setsid sleep 30" };
            drop(Command::new("sh").args(["-c", &format!("{command} &")]).stdin(Stdio::null()).status());
            exit(0);
        }
        "floods-stderr" => {
            let line = [b'e'; 1 << 16];
            (0..1024).for_each(|_| io::stderr().write_all(&line).unwrap_or(()));
        }
        _ => {}
    }
    let (mut count, mut held) = (0, None::<String>);
    let mut output = BufWriter::new(io::stdout().lock());
    while let Some((op, id, bytes)) = frame() {
        count += 1;
        match kind {
            "gigabyte" if count == 3 => flood(b"7"),
            "rubbish-later" if count == 3 => writeln!(output, "rubbish").unwrap_or(()),
            "exits-early" if count == 3 => exit(0),
            "crashes-at-a-case" if bytes == TRIGGER => {
                eprintln!("something is wrong");
                exit(7)
            }
            "aborts-at-a-case" if bytes == TRIGGER => std::process::abort(),
            "hangs-at-a-case" if bytes == TRIGGER => wait(),
            "crashes-once-in-a-while" if count == 100 => exit(8),
            "always-crashes" => exit(9),
            _ => {}
        }
        let answer = format!("{id} {}\n", answer(kind, op, &bytes));
        match (kind, held.take()) {
            // Two answers at a time, in reverse order.
            ("out-of-order", None) if count % 2 == 1 => held = Some(answer),
            ("out-of-order", Some(first)) => write!(output, "{answer}{first}").unwrap_or(()),
            ("twice", _) => write!(output, "{answer}{answer}").unwrap_or(()),
            ("crlf", _) => write!(output, "{}\r\n", answer.trim_end()).unwrap_or(()),
            _ => output.write_all(answer.as_bytes()).unwrap_or(()),
        }
        output.flush().unwrap_or(());
    }
    match kind {
        "says-more" => println!("more"),
        "status-at-the-end" => exit(3),
        "stays-at-the-end" => wait(),
        _ => {}
    }
}

fn answer(kind: &str, op: u8, bytes: &[u8]) -> String {
    let error = std::str::from_utf8(bytes).err();
    let surrogate = bytes.windows(2).any(|pair| matches!(pair, [0xED, 0xA0..=0xFF]));
    let verdict = match (kind, error) {
        ("surrogates" | "surrogates-per-byte", Some(_)) if surrogate && lenient(bytes) => {
            format!("ok {} -", bytes.len())
        }
        ("no-nul", _) if bytes.contains(&0) => "bad - -".to_owned(),
        ("verdict-only", error) => format!("{} - -", if error.is_none() { "ok" } else { "bad" }),
        (_, None) => format!("ok {} -", bytes.len()),
        ("length-of-one", Some(error)) => format!("bad {} 1", error.valid_up_to()),
        ("shifted", Some(error)) => format!("bad {} 1", error.valid_up_to() + 1),
        (_, Some(error)) => {
            let len = error.error_len().map_or("end".to_owned(), |len| len.to_string());
            format!("bad {} {len}", error.valid_up_to())
        }
    };
    match op {
        1 => format!("{verdict} -"),
        2 => {
            let mut text = String::new();
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                let bad = chunk.invalid().len();
                match kind {
                    "per-byte" | "surrogates-per-byte" => text.push_str(&"\u{FFFD}".repeat(bad)),
                    "drops-errors" => {}
                    _ => text.push_str(&"\u{FFFD}".repeat(usize::from(bad > 0))),
                }
            }
            format!("{verdict} {}", hex(text.bytes()))
        }
        9 => {
            let valid = error.map_or(bytes.len(), |error| error.valid_up_to());
            let text = String::from_utf8_lossy(&bytes[..valid]).into_owned();
            let units = text.encode_utf16().flat_map(|unit| match kind {
                "converts-to-little-endian" => unit.to_le_bytes(),
                _ => unit.to_be_bytes(),
            });
            format!("{verdict} {}", hex(units))
        }
        10 => from_utf16(kind, bytes),
        _ => "unsupported".to_owned(),
    }
}

/// The answer about UTF-16BE.
fn from_utf16(kind: &str, bytes: &[u8]) -> String {
    let (units, _) = bytes.as_chunks();
    let units: Vec<u16> = units.iter().map(|unit| u16::from_be_bytes(*unit)).collect();
    let (mut text, mut read) = (String::new(), 0);
    for character in char::decode_utf16(units.iter().copied()) {
        match character {
            Ok(character) => {
                text.push(character);
                read += character.len_utf16();
            }
            Err(_) if kind == "converts-lone-surrogates" => {
                text.push(char::REPLACEMENT_CHARACTER);
                read += 1;
            }
            Err(error) => {
                let is_cut = read + 1 == units.len() && error.unpaired_surrogate() < 0xDC00;
                return format!("bad {read} {} {}", if is_cut { "end" } else { "1" }, hex(text.bytes()));
            }
        }
    }
    format!("ok {read} - {}", hex(text.bytes()))
}

fn hex(bytes: impl Iterator<Item = u8>) -> String {
    let hex: String = bytes.map(|byte| format!("{byte:02x}")).collect();
    if hex.is_empty() { ".".to_owned() } else { hex }
}

/// Whether the bytes are UTF-8 if surrogates are replaced by other characters.
fn lenient(bytes: &[u8]) -> bool {
    let mut bytes = bytes.to_vec();
    for at in 1..bytes.len() {
        if bytes[at - 1] == 0xED && (0xA0..0xC0).contains(&bytes[at]) {
            bytes[at] = 0x80;
        }
    }
    std::str::from_utf8(&bytes).is_ok()
}

fn frame() -> Option<(u8, u32, Vec<u8>)> {
    let mut header = [0; 9];
    io::stdin().read_exact(&mut header).ok()?;
    let number = |at| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let mut payload = vec![0; number(5) as usize];
    io::stdin().read_exact(&mut payload).ok()?;
    Some((header[0], number(1), payload))
}

/// Writes a gigabyte in one line.
fn flood(byte: &[u8; 1]) {
    let piece = vec![byte[0]; 1 << 20];
    for _ in 0..1024 {
        if io::stdout().write_all(&piece).is_err() {
            exit(1);
        }
    }
}

fn wait() {
    thread::sleep(Duration::from_secs(1000));
}
