//! The list of capabilities.

/// The capabilities: a description, the name, the method of [`Subject`] that claims it, and its trait. This is the
/// only list of them; the macro `$with` expands it.
macro_rules! capabilities {
    ($with:ident) => {
        $with! {
            /// Whether bytes are UTF-8; and the position, length and kind of the first error, where its
            /// [`Fields`](crate::subject::Fields) include them.
            Verdict verdict Validates,
            /// The raw answers of a [`Backend`](placemat_core::Backend)'s kernel.
            Scan scan Scans,
            /// Decoding with U+FFFD for invalid sequences.
            Replacement replacement Replaces,
            /// Decoding with as many U+FFFD as other decoders produce.
            Practices practices FollowsPractices,
            /// Every error, and the text between them.
            Errors errors FindsErrors,
            /// Iteration over characters from both ends.
            Characters characters Iterates,
            /// Where characters begin.
            Boundaries boundaries FindsBoundaries,
            /// Encoding.
            Encode encode Encodes,
            /// Decoding bytes that come in chunks, with U+FFFD for invalid sequences.
            Stream stream Streams,
            /// Validating bytes that come in chunks.
            StreamVerdict stream_verdict ValidatesStreams,
            /// Decoding bytes that come in chunks, up to the first error.
            StrictStream strict_stream DecodesStrictly,
            /// Policies for U+FEFF at the start.
            Bom bom HandlesBom,
            /// Detection of a signature at the start.
            Detect detect Detects,
            /// Hints for errors.
            Diagnose diagnose Diagnoses,
            /// Charset labels that mean UTF-8.
            Labels labels KnowsLabels,
            /// Reading text from a reader of bytes.
            Read read ReadsText,
            /// Writing text to a writer.
            Write write WritesText,
            /// Validating an input in pieces.
            Summary summary Summarises,
            /// Conversion to and from other encodings.
            Convert convert Converts,
        }
    };
}
pub(crate) use capabilities;
