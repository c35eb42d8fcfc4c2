//! Known practices: deliberate deviations of decoders from the RFC or Unicode.
//!
//! Each practice is a model that predicts an answer. A decoder follows it if its answers match the predictions
//! wherever those differ from the expected results ([`fit`]).

pub(crate) mod fit;
mod tables;

/// The definition of a practice.
pub(crate) const ABOUT: &str = "what a decoder does on purpose, or has always done, although the RFC or Unicode say \
    otherwise; one is named if it predicts nine in ten of the answers in which it differs from what is right";

/// Explanations of the terms in the names of practices.
const MEANINGS: [(&str, &str); 29] = [
    (
        "structural",
        "only the shape counts: a lead byte, and as many continuation bytes (80 to BF) as it promises",
    ),
    ("surrogates", "D800 to DFFF, half of a pair in UTF-16 each; as bytes, ED A0 80 to ED BF BF"),
    ("surrogate ", "a number from D800 to DFFF, half of a pair in UTF-16"),
    ("CESU-8", "a character above U+FFFF as two surrogates of three bytes each, as databases have stored it"),
    ("modified UTF-8", "Java's: NUL as C0 80, so that no byte is zero"),
    ("overlong", "more bytes than a character needs, as C0 AF for `/`, which a filter may not look for"),
    ("10FFFF", "the last character; what is above it was removed when RFC 3629 replaced RFC 2279"),
    ("RFC 2279", "UTF-8 until 2003, with sequences of up to six bytes"),
    (
        "oncharacters",
        "U+FDD0 to U+FDEF and the last two of each plane: not for interchange, and valid all the same",
    ),
    ("U+FFFE", "noncharacters, the last two of the first plane: valid all the same"),
    ("NUL", "U+0000: valid, like every other character"),
    ("XML", "XML 1.0 leaves out most controls, U+FFFE and U+FFFF, which are valid UTF-8"),
    ("C0 ", "controls below U+0020: valid, like every other character"),
    ("C1 controls", "controls from U+0080 to U+009F: valid, like every other character"),
    ("U+FEFF", "the byte order mark, or a space without width: a character like any other, but at the start"),
    (
        "U+FFFD",
        "the replacement character; Unicode puts one in place of each maximal subpart, and it is valid input",
    ),
    ("private use", "U+E000 to U+F8FF and planes 15 and 16: valid"),
    ("Basic Multilingual Plane", "the characters up to U+FFFF, without emoji and rare Han characters"),
    ("cut off by the end", "the last sequence may lack bytes, as if more were to come"),
    ("ASCII", "the characters below U+0080"),
    (
        "maximal subpart",
        "the longest beginning of a valid sequence, or one byte: what Unicode replaces by one U+FFFD",
    ),
    ("adjacent errors", "Unicode has one U+FFFD for each maximal subpart, so that no error hides another"),
    ("errors are left out", "text on both sides is joined, which can make a word that no filter has seen"),
    ("text ends", "what follows the first error is lost"),
    ("no text", "one error makes the whole text unavailable"),
    ("question mark", "? is text of its own: it cannot be told from one that was there"),
    ("is lost", "valid text next to an error, or at the end of a chunk, disappears"),
    ("chunk", "a part of the input, as a read returns it; it may end anywhere, or be empty"),
    (
        "output",
        "what is certain can be handed out with the chunk that makes it certain, and a reader may wait for it",
    ),
];

/// The explanations of the terms in the name of a practice.
pub(crate) fn meanings(name: &str) -> impl Iterator<Item = String> + '_ {
    let meant = MEANINGS.iter().filter(move |(word, _)| name.contains(word));
    meant.map(|(word, meaning)| format!("{}: {meaning}", word.trim()))
}

#[cfg(test)]
mod tests {
    use super::{
        tables::{ENCODERS, REPLACEMENTS, STREAMS, VERDICTS},
        *,
    };

    #[test]
    fn every_practice_is_explained() {
        let names = VERDICTS.iter().map(|row| row.0).chain(REPLACEMENTS.iter().map(|row| row.0));
        let names = names.chain(STREAMS.iter().map(|row| row.0));
        for name in names.chain(ENCODERS.iter().map(|row| row.0)) {
            assert!(meanings(name).next().is_some(), "{name}");
        }
    }
}
