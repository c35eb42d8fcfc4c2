//! Misbehaving adapters, for the tests of the host: `wrong KIND`.
//!
//! Until they misbehave, they answer `validate` and `lossy` like the standard library.

use std::io::{self, BufWriter, Read, Write};
use std::process::{Command, Stdio, exit};
use std::{env, thread, time::Duration};

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
    println!(r#"{{"protocol":1,"name":"wrong, {kind}","version":"1","ops":["validate","lossy"]}}"#);
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
    let verdict = match std::str::from_utf8(bytes).map_err(|error| (error.valid_up_to(), error.error_len())) {
        result if kind == "verdict-only" => format!("{} - -", if result.is_ok() { "ok" } else { "bad" }),
        Ok(text) => format!("ok {} -", text.len()),
        Err((at, len)) => format!("bad {at} {}", len.map_or("end".to_owned(), |len| len.to_string())),
    };
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        let len = chunk.invalid().len();
        text.push_str(&"\u{FFFD}".repeat(if kind == "per-byte" { len } else { len.min(1) }));
    }
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    match op {
        1 => format!("{verdict} -"),
        2 => format!("{verdict} {}", if hex.is_empty() { "." } else { &hex }),
        _ => "unsupported".to_owned(),
    }
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
