fn main() {
    let t = std::time::Instant::now();
    let themes = placemat_conformance::score::finished();
    eprintln!("{:?}", t.elapsed());
    let mut all = Vec::new();
    for theme in themes {
        let text: String =
            theme.cases.iter().map(|case| placemat_conformance::vectors::write(case) + "\n").collect();
        println!("{} {} {}", theme.name, theme.cases.len(), text.len());
        std::fs::write(format!("/tmp/vec-{}.jsonl", theme.name), text).unwrap();
        all.extend(theme.cases);
    }
    println!("smoke {}", all.iter().filter(|c| c.has("smoke")).count());
    let t = std::time::Instant::now();
    println!("{}", placemat_conformance::score::score(&all));
    eprintln!("{:?}", t.elapsed());
}
