fn main() {
    // What `wc` prints has the path, and is compared.
    let path = std::env::temp_dir().join("placemat-downstream-wc.txt");
    for language in ["english", "german", "russian", "chinese"] {
        let text: String = rows(language, 20..80).iter().map(|row| format!("{row}\n")).collect();
        std::fs::write(&path, text.repeat(4)).unwrap();
        for option in ["-w", "-L"] {
            cell(&format!("{option}, {language}"), 1, || {
                uu_wc::uumain(["wc".into(), option.into(), path.clone().into_os_string()].into_iter())
            });
        }
    }
    std::fs::remove_file(path).unwrap();
}
