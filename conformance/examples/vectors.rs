fn main() {
    for theme in placemat_conformance::vectors::themes() {
        let text: String =
            theme.cases.iter().map(|case| placemat_conformance::vectors::write(case) + "\n").collect();
        println!("{} {} {}", theme.name, theme.cases.len(), text.len());
        std::fs::write(format!("/tmp/vec-{}.jsonl", theme.name), text).unwrap();
    }
}
