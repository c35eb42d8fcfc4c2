//! Checks that the speed claims in the book and README match the committed results.

use std::fs;

use crate::{digest, results};

fn committed() -> Vec<results::Results> {
    let all = results::read(&results::folder()).expect("benches/results can be read");
    assert!(!all.is_empty(), "benches/results has no results");
    all
}

#[test]
fn the_digest_is_made_from_the_results() {
    let (file, page) = digest::page(&committed()).expect("the checks can be read");
    let written = fs::read_to_string(&file).expect("the digest is there");
    assert!(written == page, "{}: run `cargo xtask bench --page`", file.display());
    for section in page.split("\n## ").skip(1) {
        assert!(section.lines().count() <= 60, "more than a digest: {section}");
    }
}

#[test]
fn results_say_where_they_come_from() {
    for results in committed() {
        let environment = &results.run.environment;
        let revision = environment.revision.as_ref().expect("the revision is known");
        assert!(revision.len() == 40, "{}: {revision:?}", results.name);
        assert!(!environment.date.contains(':'), "{}: {} has a time of day", results.name, environment.date);
        let flags = [Some(&environment.rust), environment.cpp.as_ref()].into_iter().flatten();
        for line in flags {
            assert!(!line.contains(['/', '\\']), "{}: a path in {line}", results.name);
        }
        for part in [&environment.date, &environment.processor, &environment.rust] {
            assert!(!part.is_empty(), "{}", results.name);
        }
    }
}

/// Numbers come from the results; a ratio in a hand-written note would outlive its run.
#[test]
fn notes_have_no_ratios() {
    for results in committed() {
        let is_ratio = |word: &str| {
            word.contains('%')
                || word.split_once('.').is_some_and(|(a, b)| {
                    a.ends_with(|c: char| c.is_ascii_digit()) && b.starts_with(|c: char| c.is_ascii_digit())
                })
        };
        let found: Vec<_> = results.note.split_whitespace().filter(|word| is_ratio(word)).collect();
        assert!(found.is_empty(), "{}: {found:?}", results.name);
    }
}

#[test]
fn readme_claims_what_the_results_say() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = fs::read_to_string(readme).expect("README is there");
    let rows: String = committed().iter().filter_map(digest::claim).collect();
    assert!(!rows.is_empty() && readme.contains(&rows), "README's table should be\n{rows}");
}
