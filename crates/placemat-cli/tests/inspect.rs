//! `placemat inspect`.

mod common;

use common::{Dir, run_on};

fn inspect(at: &str, input: &[u8]) -> common::Run {
    run_on(["inspect", "--at", at], input)
}

#[test]
fn a_character_by_any_of_its_bytes() {
    let input = "x\n5 \u{20AC}\u{1F37D}!".as_bytes();
    for (at, place) in [("4", "4"), ("5", "4"), ("0x6", "4"), ("2:3", "4"), ("2:4", "7"), ("10", "7")] {
        let run = inspect(at, input);
        assert_eq!(run.status, Some(0), "{at}: {run:?}");
        assert!(
            run.out.starts_with(&format!("-:2:{}: byte {place} ", if place == "4" { 3 } else { 4 })),
            "{}",
            run.out
        );
        assert!(run.out.contains(&format!("\n> {place:>10}  ")), "{}", run.out);
    }
    let run = inspect("6", input);
    assert!(
        run.out.ends_with(
            "\nU+20AC \"€\" EURO SIGN\n  UTF-8   E2 82 AC  1110 0010  10 000010  10 101100\n  UTF-16  20AC\n  \
             UTF-32  000020AC\nbyte 6 is the one with number 3 of them\n"
        ),
        "{}",
        run.out
    );
}

#[test]
fn without_a_place_it_is_the_first_error_or_the_start() {
    let run = run_on(["inspect"], b"a caf\xE9 au lait\n");
    assert!(run.status == Some(1) && run.out.starts_with("-:1:6: byte 5 (0x5)\n"), "{}", run.out);
    let run = run_on(["inspect"], b"fine");
    assert_eq!(run.status, Some(0));
    assert!(run.out.starts_with("-:1:1: byte 0 (0x0): no error; this is the start\n> "), "{}", run.out);
}

/// Finds a place at any position relative to the pieces of the input, with the line and column that `check` reports.
#[test]
fn places_of_a_long_input() {
    let dir = Dir::new();
    let line = "ab\u{E9}\u{20AC}\u{1F37D}\n";
    let mut input = line.repeat(20_000).into_bytes();
    let bad = input.len() + 7;
    input.extend_from_slice(b"ab\xC3\xA9 \xFF \xE2\x82");
    input.extend_from_slice(&line.repeat(3).into_bytes());
    dir.write("long", &input);
    let inspect = |at: &str| dir.run(["inspect", "long", "--at", at]);
    for offset in (65_530..65_545).chain(131_065..131_080).chain([0, input.len() - 1, bad, bad - 1, bad + 1])
    {
        let run = inspect(&offset.to_string());
        let (place, _) = run.out.split_once(" (").unwrap_or_else(|| panic!("{offset}: {run:?}"));
        let (position, start) = place.split_once(": byte ").unwrap();
        let start: usize = start.parse().unwrap();
        let before = String::from_utf8_lossy(&input[..start]);
        let line = 1 + before.matches('\n').count();
        let column = 1 + before.rsplit('\n').next().unwrap().chars().count();
        assert_eq!(position, format!("long:{line}:{column}"), "{offset}");
        assert!(start <= offset && offset < start + 4);
        assert_eq!(inspect(&format!("{line}:{column}")).out.lines().next(), run.out.lines().next());
    }
}
