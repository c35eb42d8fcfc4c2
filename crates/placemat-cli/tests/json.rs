//! Compares JSON Lines with the model: every field, in order, for errors at any position.

mod common;

use common::{Dir, assert_same_lines, default_backend, facts, json, model, run_on};

/// The size of the command's reads, in bytes.
const READ: usize = 128 << 10;

/// A text with one of the hostile sequences across each end of the buffer, with `shift` of its bytes before the end.
fn across_every_edge(shift: usize, filler: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (i, sequence) in model::hostile().iter().take(96).enumerate() {
        let start = (i + 1) * READ - shift;
        while bytes.len() + filler.len() <= start {
            bytes.extend_from_slice(filler.as_bytes());
        }
        bytes.resize(start, b'.');
        bytes.extend_from_slice(sequence);
    }
    bytes
}

#[test]
fn sequences_across_every_edge_of_the_buffer() {
    let dir = Dir::new();
    let backend = default_backend();
    let shifts = [
        (0, "abc\n"),
        (1, "\u{20AC}"),
        (2, "\u{1F37D}\n"),
        (3, "\u{E9}"),
        (4, "lines and lines \n"),
        (5, "\u{FEFF}"),
    ];
    let mut expected = String::new();
    let mut names = Vec::new();
    for (shift, filler) in shifts {
        let bytes = across_every_edge(shift, filler);
        let name = format!("shift-{shift}");
        dir.write(&name, &bytes);
        expected += &json(&name, &bytes, usize::MAX, &backend);
        names.push(name);
        if shift == 3 {
            // A pipe returns other pieces, with the same result.
            let run = run_on(["check", "--format", "json", "--max-errors", "0"], &bytes);
            assert_same_lines(&facts(&run.out), &json("-", &bytes, usize::MAX, &backend), "standard input");
        }
    }
    for jobs in ["1", "8"] {
        let args = ["--format", "json", "--max-errors=0", "--jobs", jobs];
        let run = dir.check(args.into_iter().chain(names.iter().map(String::as_str)));
        assert_eq!((run.status, run.err.as_str()), (Some(1), ""));
        assert_same_lines(&facts(&run.out), &expected, jobs);
    }
}

#[test]
fn a_large_file_gives_the_same_output_on_all_cores() {
    let dir = Dir::new();
    let good = "\u{20AC}5, \u{1F37D}\n".repeat(50_000);
    let mut late = good.clone().into_bytes();
    late.extend_from_slice(&model::hostile().concat());
    let mut early = model::hostile().concat();
    early.extend_from_slice(good.as_bytes());
    let dense = b"\xFF\xC3caf\xE9 \x80\x80\x80\x80\x80\n\xF0\x9F\x8D\xBD\x80".repeat(10_000);
    let utf16: Vec<u8> = "tea, 4\n".repeat(5000).encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [
        ("good", good.as_bytes()),
        ("late", &late),
        ("early", &early),
        ("cut", &late[..1001]),
        ("dense", &dense),
        ("utf16", &utf16),
    ] {
        dir.write(name, bytes);
    }
    let names = ["good", "late", "early", "cut", "dense", "utf16", "good"];
    for (options, pieces) in [
        (&["--format=human", "--max-errors=0"][..], &["1001"][..]),
        (&["--format=human"], &["100", "1001", "65536", "100000"]),
        (&["--format=json", "--max-errors=1"], &["1001", "65536"]),
        (&["--format=sarif"], &["1001"]),
        (&["--format=junit"], &["65536"]),
        (&["--quiet"], &["1001"]),
        (&["--list"], &["1001"]),
    ] {
        let run = |jobs, piece| {
            let args = ["--jobs", jobs, "--piece-size", piece];
            dir.check(args.into_iter().chain(options.iter().copied()).chain(names))
        };
        let one = run("1", "1000");
        assert_eq!(one.status, Some(1));
        for piece in pieces {
            let all = run("8", piece);
            assert_eq!((all.status, &all.err), (one.status, &one.err));
            assert_same_lines(&all.out, &one.out, piece);
        }
    }
}

#[test]
fn max_errors_limits_the_list_but_not_the_count() {
    let bytes = model::hostile().concat();
    let backend = default_backend();
    for (option, most) in [(None, 20), (Some("0"), usize::MAX), (Some("1"), 1), (Some("33"), 33)] {
        let mut args = vec!["check", "--format", "json"];
        args.extend(option.iter().flat_map(|most| ["--max-errors", most]));
        assert_same_lines(
            &facts(&run_on(args, &bytes).out),
            &json("-", &bytes, most, &backend),
            "standard input",
        );
    }
}
