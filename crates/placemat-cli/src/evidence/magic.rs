//! Binary file formats, by their first bytes.

#[rustfmt::skip]
const MAGIC: [(&[u8], &str); 20] = [
    (b"\x1F\x8B\x08", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xFD7zXZ\0", "xz"),
    (b"\x28\xB5\x2F\xFD", "Zstandard"),
    (b"7z\xBC\xAF\x27\x1C", "7-Zip"),
    (b"PK\x03\x04", "a ZIP archive (or xlsx, docx, jar)"),
    (b"\x89PNG\r\n\x1A\n", "PNG"), (b"\xFF\xD8\xFF", "JPEG"), (b"GIF8", "GIF"),
    (b"RIFF", "RIFF (WebP, WAV, AVI)"), (b"%PDF-", "PDF"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office file (xls, doc)"), (b"\x7FELF", "an ELF binary"),
    (b"MZ\x90\0", "a Windows binary"), (b"\xCF\xFA\xED\xFE", "a Mach-O binary"),
    (b"\xCA\xFE\xBA\xBE", "a Java class file"), (b"\0asm", "WebAssembly"),
    (b"SQLite format 3\0", "an SQLite database"), (b"PAR1", "Parquet"), (b"OggS", "Ogg"),
];

/// The format that begins with these bytes.
pub(super) fn of(head: &[u8]) -> Option<&'static str> {
    MAGIC.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, name)| *name)
}
