//! Large files, which all cores validate in pieces.

mod common;

use common::Dir;
use placemat_conformance::cases;

#[test]
fn a_large_file_gives_the_same_output_on_all_cores() {
    let dir = Dir::new();
    let hostile: Vec<u8> = cases::all().flat_map(|case| case.bytes).copied().collect();
    let good = "\u{20AC}5, \u{1F37D}\n".repeat(50_000);
    let mut late = good.clone().into_bytes();
    late.extend_from_slice(&hostile);
    let early = [&hostile, good.as_bytes()].concat();
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
            assert!(all.out == one.out, "{options:?} in pieces of {piece}");
        }
    }
}
