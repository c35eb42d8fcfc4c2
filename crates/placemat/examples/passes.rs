//! Validates a file a number of times: `passes BACKEND FILE PASSES`, where `std` is the standard library. For those who
//! count instructions; `cargo xtask cross --count` does.

use std::{env, error::Error, fs, hint::black_box};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [name, file, passes] = args.as_slice() else {
        return Err("usage: passes BACKEND FILE PASSES".into());
    };
    let backend = match name.as_str() {
        "std" => None,
        name => Some(placemat::backend::by_name(name)?.get()?),
    };
    let bytes = fs::read(file)?;
    for _ in 0..passes.parse()? {
        let bytes = black_box(&bytes);
        let is_valid = backend
            .map_or_else(|| std::str::from_utf8(bytes).is_ok(), |backend| backend.validate(bytes).is_ok());
        assert!(black_box(is_valid), "{file} is not UTF-8");
    }
    Ok(())
}
