//! The input of measurements: generated strings, the same in every run.

use std::sync::Arc;

use anyhow::Result;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use bytes::Bytes;
use parquet::{arrow::ArrowWriter, file::properties::WriterProperties};

/// A column of strings: its name, its words, and the approximate length of a string in bytes.
pub struct Text {
    pub name: &'static str,
    words: &'static [&'static str],
    space: &'static str,
    length: usize,
}

/// The size of a column, in bytes.
const SIZE: usize = 8 << 20;

const CHINESE: [&str; 12] =
    ["我们", "数据", "文字", "图书馆", "的", "在", "今天", "可以", "，", "历史", "世界", "。"];
const RUSSIAN: [&str; 12] =
    ["это", "который", "данные", "и", "в", "словарь,", "время", "человек", "может", "город.", "мы", "слово"];
const ENGLISH: [&str; 12] =
    ["the", "column", "of", "strings", "and", "reads,", "every", "library", "is", "written.", "to", "page"];

/// The columns.
pub const TEXTS: [Text; 4] = [
    Text { name: "long Chinese", words: &CHINESE, space: "", length: 1000 },
    Text { name: "long Russian", words: &RUSSIAN, space: " ", length: 1000 },
    Text { name: "long English", words: &ENGLISH, space: " ", length: 1000 },
    Text { name: "short English", words: &ENGLISH, space: " ", length: 12 },
];

impl Text {
    /// A Parquet file with this column, uncompressed and without a dictionary.
    ///
    /// # Errors
    ///
    /// Errors from parquet.
    pub fn file(&self) -> Result<Bytes> {
        let column: ArrayRef = Arc::new(StringArray::from_iter_values(self.strings()));
        let batch = RecordBatch::try_from_iter([("text", column)])?;
        let properties = WriterProperties::builder().set_dictionary_enabled(false).build();
        let mut file = Vec::new();
        let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties))?;
        writer.write(&batch)?;
        writer.close()?;
        Ok(file.into())
    }

    fn strings(&self) -> Vec<String> {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        // Xorshift.
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut strings = Vec::new();
        for _ in 0..SIZE / self.length {
            // Half to one and a half times the length.
            let length = self.length / 2 + random() as usize % self.length;
            let mut string = String::with_capacity(length + 32);
            while string.len() < length {
                string.push_str(self.words[random() as usize % self.words.len()]);
                string.push_str(self.space);
            }
            strings.push(string);
        }
        strings
    }
}
