fn main() {
    for language in ["english", "german", "russian", "chinese"] {
        for lens in [2..24, 5..40, 20..200, 4_000..4_001] {
            let words = rows(language, lens.clone());
            cell(&format!("compact_str, {language}, {lens:?} bytes"), words.len(), || {
                words.iter().filter(|word| compact_str::CompactString::from_utf8(word).is_ok()).count()
            });
            let words: Vec<_> = words.into_iter().map(|word| bytes::Bytes::from(word.into_bytes())).collect();
            cell(&format!("bytes-utils, {language}, {lens:?} bytes"), words.len(), || {
                words.iter().filter(|word| bytes_utils::Str::from_inner((*word).clone()).is_ok()).count()
            });
        }
    }
}
