//! What the contenders read.

use std::{fs, io, path::Path};

/// A text, in paragraphs, from which samples of any size are made.
pub struct Text {
    /// The name in tables.
    pub name: String,
    paragraphs: Vec<String>,
}

impl Text {
    /// The text of a file. A paragraph ends at an empty line, or at the latest after some two thousand octets.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        let mut paragraphs = vec![];
        for paragraph in text.split_inclusive("\n\n") {
            let mut rest = paragraph;
            while rest.len() > 2048 {
                let (head, tail) = rest.split_at(boundary(rest, 2048));
                paragraphs.push(head.to_owned());
                rest = tail;
            }
            paragraphs.push(rest.to_owned());
        }
        Self { name: name.to_owned(), paragraphs }
    }

    /// `size` octets or up to three fewer: the paragraphs in an order that the seed decides, again and again, cut at a
    /// character's end.
    #[must_use]
    pub fn sample(&self, size: usize, seed: u64) -> String {
        let mut random = Random(seed);
        let mut order: Vec<_> = (0..self.paragraphs.len()).collect();
        let mut text = String::with_capacity(size + 4096);
        while text.len() < size {
            random.shuffle(&mut order);
            for &paragraph in &order {
                text.push_str(&self.paragraphs[paragraph]);
                if text.len() >= size {
                    break;
                }
            }
        }
        text.truncate(boundary(&text, size));
        text
    }
}

/// The last offset up to `limit` at which a character ends.
#[must_use]
pub fn boundary(text: &str, limit: usize) -> usize {
    let limit = limit.min(text.len());
    (0..=limit).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Every `.txt` file of a folder that is UTF-8, by name.
///
/// # Errors
///
/// What the file system says.
pub fn read_folder(folder: &Path) -> io::Result<Vec<Text>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            Ok(Text::new(&name, &fs::read_to_string(path)?))
        })
        .collect()
}

/// A small generator of pseudo-random numbers (`SplitMix64`): the same seed gives the same samples.
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    #[expect(clippy::cast_possible_truncation, reason = "what is below a usize fits one")]
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.draw()) * limit as u128) >> 64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
