//! `reference`: serves a decoder of this workspace over the protocol, like an adapter in another language.

use std::io::{self, BufReader, BufWriter, Write};

use crate::own::Own;
use crate::protocol::{Op, line, read_frame};

/// Answers the frames from standard input until it ends.
///
/// # Errors
///
/// I/O errors of standard input and output, and an invalid frame.
pub(crate) fn main(decoder: &Own) -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    let hello = serde_json::to_string(&decoder.hello())?;
    writeln!(output, "{hello}")?;
    output.flush()?;
    while let Some((op, id, payload)) = read_frame(&mut input)? {
        let answer = Op::of_number(op).and_then(|op| decoder.answer(op, &payload));
        output.write_all(line(id, answer.as_ref()).as_bytes())?;
        // Frames that are already buffered are answered first: the host does not wait for their answers.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()
}
