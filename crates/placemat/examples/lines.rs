//! Numbers the lines of standard input, which may be invalid anywhere, and may end inside a character.
//!
//! ```sh
//! printf 'tea\ncaf\351\n' | cargo run -p placemat --example lines
//! ```

use std::io::{self, BufRead};

use placemat::io::Reader;

fn main() -> io::Result<()> {
    // Every invalid sequence becomes U+FFFD. `Reader::strict` would return an error after the text before it.
    let mut input = Reader::lossy(io::stdin().lock());
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            break;
        }
        println!("{number:6}  {}", line.trim_end_matches('\n'));
    }
    Ok(())
}
