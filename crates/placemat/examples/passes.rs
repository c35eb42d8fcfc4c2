//! Validates a file a number of times, or converts it: `passes BACKEND FILE PASSES [utf8-utf16]`. The backend `std` is
//! the standard library, which only validates. For those who count instructions; `cargo xtask cross --count` does.

use std::{env, error::Error, fs, hint::black_box};

use placemat::backend::{self, Handle};
use placemat::convert::{
    Converter, Encoding, Latin1, Route, Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le,
};
use placemat::{utf16, utf32};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result {
    let args: Vec<String> = env::args().skip(1).collect();
    let (name, file, passes, operation) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [name, file, passes] => (name, file, passes.parse()?, ""),
        [name, file, passes, operation] => (name, file, passes.parse()?, operation),
        _ => return Err("usage: passes BACKEND FILE PASSES [OPERATION]".into()),
    };
    let backend = if name == "std" { None } else { Some(backend::by_name(name)?.get()?) };
    let text = fs::read_to_string(file)?;
    match (operation, backend) {
        ("", _) => validate(backend, text.as_bytes(), passes),
        ("utf16-valid" | "utf32-valid", Some(backend)) => {
            backend::install(backend.entry())?;
            let utf16: Vec<u16> = text.encode_utf16().collect();
            let utf32: Vec<u32> = text.chars().map(u32::from).collect();
            for _ in 0..passes {
                match operation {
                    "utf16-valid" => utf16::validate(black_box(&utf16))?,
                    _ => utf32::validate(black_box(&utf32))?,
                }
            }
        }
        (_, Some(backend)) => convert_as(operation, backend, &text, passes)?,
        (_, None) => return Err("the standard library only validates".into()),
    }
    Ok(())
}

fn validate(backend: Option<Handle>, bytes: &[u8], passes: usize) {
    for _ in 0..passes {
        let bytes = black_box(bytes);
        let is_valid = backend
            .map_or_else(|| std::str::from_utf8(bytes).is_ok(), |backend| backend.validate(bytes).is_ok());
        assert!(black_box(is_valid), "the file is not UTF-8");
    }
}

/// Converts, or only finds the length if the operation ends with `-len`.
fn convert_as(operation: &str, backend: Handle, text: &str, passes: usize) -> Result {
    // What Latin-1 lacks becomes ASCII.
    let latin1: String =
        text.chars().map(|character| if character > '\u{FF}' { '?' } else { character }).collect();
    let text = if operation.contains("latin1") { &latin1 } else { text };
    let utf8 = text.as_bytes();
    let utf16: Vec<u16> = text.encode_utf16().collect();
    let utf32: Vec<u32> = text.chars().map(u32::from).collect();
    let latin1: Vec<u8> = latin1.chars().filter_map(|character| u8::try_from(character).ok()).collect();
    let pass = (backend, passes, operation.ends_with("-len"));
    match operation.trim_end_matches("-len") {
        "utf8-utf16" => convert::<Utf8, Utf16>(pass, utf8),
        "utf8-utf32" => convert::<Utf8, Utf32>(pass, utf8),
        "utf8-latin1" => convert::<Utf8, Latin1>(pass, utf8),
        "utf16-utf8" => convert::<Utf16, Utf8>(pass, &utf16),
        "utf16-utf32" => convert::<Utf16, Utf32>(pass, &utf16),
        "utf16-latin1" => convert::<Utf16, Latin1>(pass, &utf16),
        "utf16le-utf16be" => convert::<Utf16Le, Utf16Be>(pass, &bytes(&utf16, u16::to_le_bytes)),
        "utf16-utf16" => convert::<Utf16, Utf16>(pass, &utf16),
        "utf32-utf8" => convert::<Utf32, Utf8>(pass, &utf32),
        "utf32-utf16" => convert::<Utf32, Utf16>(pass, &utf32),
        "utf32-utf32" => convert::<Utf32, Utf32>(pass, &utf32),
        "utf32le-utf32be" => convert::<Utf32Le, Utf32Be>(pass, &bytes(&utf32, u32::to_le_bytes)),
        "utf32-latin1" => convert::<Utf32, Latin1>(pass, &utf32),
        "latin1-utf8" => convert::<Latin1, Utf8>(pass, &latin1),
        "latin1-utf16" => convert::<Latin1, Utf16>(pass, &latin1),
        "latin1-utf32" => convert::<Latin1, Utf32>(pass, &latin1),
        _ => return Err("operations are utf8-utf16, utf16-utf8-len, and so on".into()),
    }
    Ok(())
}

fn bytes<U: Copy, const N: usize>(units: &[U], of: fn(U) -> [u8; N]) -> Vec<u8> {
    units.iter().flat_map(|unit| of(*unit)).collect()
}

fn convert<S: Route<D>, D: Encoding>((backend, passes, is_len): (Handle, usize, bool), source: &[S::Unit]) {
    let converter = Converter::<S, D>::strict().with_backend(backend);
    let mut dst = vec![D::Unit::default(); 4 * source.len()];
    for _ in 0..passes {
        let source = black_box(source);
        if is_len {
            black_box(converter.valid_output_len(source));
        } else {
            let converted = converter.convert(source, &mut dst);
            assert_eq!(black_box(converted).read, source.len(), "not all is converted");
        }
    }
}
