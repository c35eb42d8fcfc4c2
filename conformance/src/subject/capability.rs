//! What there is to claim.

/// The capabilities: what each is about, its name, the method of [`Subject`] by which it is claimed, and its trait.
/// This is the only list of them; `$with` is the macro that makes something of it.
macro_rules! capabilities {
    ($with:ident) => {
        $with! {
            /// Whether bytes are UTF-8; and the position, length and kind of the first error, as far as its
            /// [`Fields`](crate::subject::Fields) say.
            Verdict verdict Validates,
            /// The raw answers of a [`Backend`](placemat_core::Backend)'s kernel.
            Scan scan Scans,
            /// Decoding with U+FFFD in place of what is invalid.
            Replacement replacement Replaces,
            /// Every error, and the text between them.
            Errors errors FindsErrors,
            /// Characters from both ends.
            Characters characters Iterates,
            /// Where characters begin.
            Boundaries boundaries FindsBoundaries,
            /// Encoding.
            Encode encode Encodes,
            /// Decoding bytes that come in chunks, with U+FFFD in place of what is invalid.
            Stream stream Streams,
            /// Validating bytes that come in chunks.
            StreamVerdict stream_verdict ValidatesStreams,
            /// Decoding bytes that come in chunks, up to the first error.
            StrictStream strict_stream DecodesStrictly,
            /// Policies for U+FEFF at the start.
            Bom bom HandlesBom,
            /// What the signature at the start says.
            Detect detect Detects,
            /// What errors look like.
            Diagnose diagnose Diagnoses,
            /// Which names of charsets mean UTF-8.
            Labels labels KnowsLabels,
            /// Text from a reader of bytes.
            Read read ReadsText,
            /// Text into a writer.
            Write write WritesText,
            /// Validating an input in pieces.
            Summary summary Summarises,
            /// Conversion to and from other encodings.
            Convert convert Converts,
        }
    };
}
pub(crate) use capabilities;
