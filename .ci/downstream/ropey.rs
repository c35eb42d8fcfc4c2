fn main() {
    for language in ["english", "german", "russian", "chinese"] {
        let text: String = rows(language, 20..80).iter().map(|row| format!("{row}\n")).collect();
        let rope = ropey::Rope::from_str(&text);
        cell(&format!("{language}, a rope from a string, by byte"), text.len(), || {
            ropey::Rope::from_str(&text)
        });
        let places = |end: usize| (0..1_000).map(move |nth| nth * 7_919 % end);
        cell(&format!("{language}, the character of a byte"), 1_000, || {
            places(rope.len_bytes()).map(|at| rope.byte_to_char(at)).sum::<usize>()
        });
        cell(&format!("{language}, the byte of a character"), 1_000, || {
            places(rope.len_chars()).map(|at| rope.char_to_byte(at)).sum::<usize>()
        });
        cell(&format!("{language}, the line of a character"), 1_000, || {
            places(rope.len_chars()).map(|at| rope.char_to_line(at)).sum::<usize>()
        });
        cell(&format!("{language}, the first character of a line"), 1_000, || {
            places(rope.len_lines()).map(|line| rope.line_to_char(line)).sum::<usize>()
        });
        cell(&format!("{language}, a word inserted and removed"), 1_000, || {
            let mut rope = rope.clone();
            for at in places(rope.len_chars() - 100) {
                rope.insert(at, "word");
                rope.remove(at..at + 4);
            }
            rope
        });
    }
}
