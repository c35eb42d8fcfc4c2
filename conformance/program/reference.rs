//! `reference`: a decoder of this workspace answers over the protocol, as an adapter in another language does.

use std::io::{self, BufReader, BufWriter, Write};

use crate::{
    own::Decoder,
    protocol::{Op, Reply, read_frame},
};

/// Answers frames from standard input until it ends.
///
/// # Errors
///
/// Those of standard input and output, and a frame that is none.
pub(crate) fn main(decoder: &dyn Decoder) -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    let hello = serde_json::to_string(&decoder.hello())?;
    writeln!(output, "{hello}")?;
    output.flush()?;
    while let Some((op, id, payload)) = read_frame(&mut input)? {
        let reply = Op::of_number(op).map_or(Reply::Unsupported, |op| decoder.reply(op, &payload));
        output.write_all(reply.line(id).as_bytes())?;
        // Frames that are here already are answered first: the host waits for none of these answers.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()
}
