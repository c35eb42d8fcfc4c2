//! Where lines go.

use std::io::{self, BufWriter, Write};

use crate::{output::Palette, text::Name};

/// The destination of the lines of one kind.
pub(super) struct Out<W: Write> {
    writer: BufWriter<W>,
    /// The byte that ends a line.
    end: u8,
    prefix: Option<Prefix>,
    /// Whether the last line has no end, as the last one of an input.
    is_open: bool,
}

/// What precedes a line: the name of its input and its number, if they are wanted.
pub(super) struct Prefix {
    /// With a colon.
    name: Vec<u8>,
    has_number: bool,
    palette: Palette,
}

impl Prefix {
    pub(super) fn new(has_number: bool, palette: Palette) -> Self {
        Self { name: Vec::new(), has_number, palette }
    }

    /// Sets the name, which is escaped for a terminal.
    pub(super) fn set_name(&mut self, name: Name<'_>, is_terminal: bool) {
        self.name.clear();
        name.write(is_terminal, &mut self.name);
        self.name.push(b':');
    }

    fn write(&self, number: u64, writer: &mut impl Write) -> io::Result<()> {
        let location = self.palette.location;
        write!(writer, "{location}")?;
        writer.write_all(&self.name)?;
        if self.has_number {
            write!(writer, "{number}:")?;
        }
        write!(writer, "{location:#}")
    }
}

impl<W: Write> Out<W> {
    pub(super) fn new(writer: W, end: u8, prefix: Option<Prefix>) -> Self {
        // A line that does not fit in the buffer is written directly.
        Self { writer: BufWriter::with_capacity(64 << 10, writer), end, prefix, is_open: false }
    }

    pub(super) fn prefix(&mut self) -> Option<&mut Prefix> {
        self.prefix.as_mut()
    }

    /// Starts a line, after ending the one before it.
    pub(super) fn start(&mut self, number: u64) -> io::Result<()> {
        self.end_line()?;
        self.prefix.as_ref().map_or(Ok(()), |prefix| prefix.write(number, &mut self.writer))
    }

    /// Continues a line; several may end in `bytes`.
    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some(last) = bytes.last() else { return Ok(()) };
        self.is_open = *last != self.end;
        self.writer.write_all(bytes)
    }

    /// Ends the last line of an input, if it has no end and is part of a report.
    pub(super) fn end_input(&mut self) -> io::Result<()> {
        if self.prefix.is_some() { self.end_line() } else { Ok(()) }
    }

    fn end_line(&mut self) -> io::Result<()> {
        if self.is_open { self.write(&[self.end]) } else { Ok(()) }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }

    /// The destination, which has received everything.
    pub(super) fn into_inner(self) -> io::Result<W> {
        self.writer.into_inner().map_err(io::IntoInnerError::into_error)
    }
}
