//! The inputs: directories, lists, standard input.

mod common;

use std::{ffi::OsStr, fs, path::Path};

use common::{Dir, Run, as_json, paths, run_on};

/// `placemat check` in a directory, with slashes in the paths of its output on every system.
fn check_in<S: AsRef<OsStr>>(dir: &Path, args: impl IntoIterator<Item = S>) -> Run {
    slashed(common::check_in(dir, args))
}

fn slashed(mut run: Run) -> Run {
    run.out = slashes(&run.out);
    run.err = slashes(&run.err);
    run
}

/// Replaces the system's path separators, which JSON escapes, by slashes.
fn slashes(text: &str) -> String {
    if cfg!(windows) { text.replace(r"\\", "/").replace('\\', "/") } else { text.to_owned() }
}

#[test]
fn a_directory_in_sorted_order() {
    let dir = Dir::new();
    for name in
        ["b", "a.txt", "a/z", "a/.hidden", ".dot/x", ".git/config", "sub/.git/config", "sub/keep", "Z"]
    {
        dir.write(name, name);
    }
    for jobs in ["1", "3", "8", "1000"] {
        let run = check_in(&dir, as_json(&["--jobs", jobs, "."]));
        let expected = ["./.dot/x", "./Z", "./a/.hidden", "./a/z", "./a.txt", "./b", "./sub/keep"];
        assert_eq!(paths(&run), expected);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    }
    let run = check_in(&dir, as_json(&["sub/.git", "b", "sub"]));
    assert_eq!(paths(&run), ["sub/.git/config", "b", "sub/keep"]);
}

#[test]
fn an_empty_directory_is_nothing_to_check() {
    let dir = Dir::new();
    let run = check_in(&dir, ["."]);
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert!(run.out.contains("nothing to check"), "{}", run.out);
}

#[test]
fn gitignore_and_globs() {
    let dir = Dir::new();
    dir.write(".gitignore", "*.log\n/target/\n!keep.log\n");
    for name in ["a.log", "keep.log", "a.txt", "target/x", "sub/target/y", "sub/b.log", "sub/b.txt"] {
        dir.write(name, "text");
    }
    dir.write("sub/.gitignore", "b.txt\n");
    // Only .gitignore files apply.
    dir.write(".ignore", "a.txt\n");
    for (args, expected) in [
        (
            &["."][..],
            &["./.gitignore", "./.ignore", "./a.txt", "./keep.log", "./sub/.gitignore", "./sub/target/y"][..],
        ),
        (&["sub"], &["sub/.gitignore", "sub/target/y"]),
        (&["a.log", "target"], &["a.log", "target/x"]),
        (&["--glob", "*.txt", "."], &["./a.txt"]),
        (&["--no-ignore", "--glob", "*.txt", "."], &["./a.txt", "./sub/b.txt"]),
        (
            &["--no-ignore", "--glob", "!sub", "--glob", "!.*", "."],
            &["./a.log", "./a.txt", "./keep.log", "./target/x"],
        ),
        (&["--no-ignore", "--glob", "target/**", "."], &["./target/x"]),
        (&["--glob", "*.txt", "a.log", "sub"], &["a.log"]),
        // A directory stands for its contents.
        (&["--no-ignore", "--glob", "target/", "."], &["./sub/target/y", "./target/x"]),
        (&["--no-ignore", "--glob", "/target/", "."], &["./target/x"]),
        (&["--no-ignore", "--glob", "sub/target//", "."], &["./sub/target/y"]),
        (&["--no-ignore", "--glob", "{target,nothing}/", "."], &["./sub/target/y", "./target/x"]),
        (&["--no-ignore", "--glob", "tar*/", "--glob", "!y", "."], &["./target/x"]),
        (&["--no-ignore", "--glob", "!y", "--glob", "sub/target/", "."], &["./sub/target/y"]),
        (&["--no-ignore", "--glob", "!sub", "--glob", "sub/", "--glob", "!*.*", "."], &["./sub/target/y"]),
        (&["--no-ignore", "--glob", "/", "sub/target"], &["sub/target/y"]),
        (&["--no-ignore", "--glob", "y/", "."], &[]),
    ] {
        let run = check_in(&dir, as_json(args));
        assert_eq!(paths(&run), expected, "{args:?}");
    }
    let absolute = dir.join("sub");
    let run = check_in(&dir, as_json(&["--no-ignore", "--glob", "/target/y", absolute.to_str().unwrap()]));
    assert_eq!(paths(&run), [slashes(absolute.join("target/y").to_str().unwrap())]);
}

#[test]
fn gitignore_files_above_and_below() {
    let dir = Dir::new();
    dir.write(".gitignore", "*\n");
    dir.write("home/.git/HEAD", "a repository, in which the file above does not apply");
    dir.write("home/.gitignore", "/a/b/*.tmp\n*.log\n/a/b/c/\n");
    dir.write("home/a/.gitignore", "*.md\n!/b/good.md\n!/b/loud.log\n");
    for name in ["x.tmp", "bad.md", "good.md", "loud.log", "c/hidden", "y/x.tmp"] {
        dir.write(&format!("home/a/b/{name}"), "text");
    }
    // A nested repository has only its own rules.
    dir.write("home/sub/.git", "elsewhere");
    dir.write("home/sub/x.log", "text");
    let expected = [".gitignore", "a/.gitignore", "a/b/good.md", "a/b/loud.log", "a/b/y/x.tmp", "sub/x.log"];
    let whole = dir.join("home");
    for (named, from) in [
        (".", "./"),
        ("./", "./"),
        ("./.", "././"),
        ("../home", "../home/"),
        ("a", "a/"),
        ("a/b", "a/b/"),
        ("a/../a/b/", "a/../a/b/"),
        (whole.to_str().unwrap(), &slashes(&format!("{}/", whole.display()))),
    ] {
        let run = check_in(&whole, as_json(&[named]));
        let below = named.rsplit("../").next().unwrap().trim_matches('/');
        let below = if below.starts_with('a') { format!("{below}/") } else { String::new() };
        let below: Vec<_> =
            expected.iter().filter_map(|path| Some(from.to_owned() + path.strip_prefix(&below)?)).collect();
        assert_eq!(paths(&run), below, "{named}");
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    }
}

/// Git compares bytes.
#[cfg(unix)]
#[test]
fn gitignore_files_that_are_not_utf8() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    let rules =
        b"\xEF\xBB\xBF*.bom\n# caf\xE9\r\n*.bin\r\ncaf\xE9.*\nna\xC3\xAFve\nvoil\xC3\xA0\n/d/*\n!/d/b\xFC\n";
    dir.write(".gitignore", rules);
    fs::create_dir(dir.join("d")).unwrap();
    for name in [
        &b"a.bom"[..],
        b"a.bin",
        b"caf\xE9.txt",
        b"caf\xC3\xA9.txt",
        b"caf\xE8.txt",
        b"na\xC3\xAFve",
        b"voil\xC3\xA0",
        b"d/a",
        b"d/b\xFC",
        b"d/b\xFD",
    ] {
        fs::write(dir.join(OsStr::from_bytes(name)), b"\xFF").unwrap();
    }
    let run = dir.placemat(["check", "--list", "-Z", "."]).output().unwrap();
    let found: Vec<_> = run.stdout.split_inclusive(|byte| *byte == 0).collect();
    assert_eq!(found, [&b"./.gitignore\0"[..], b"./caf\xC3\xA9.txt\0", b"./caf\xE8.txt\0", b"./d/b\xFC\0"]);
    assert_eq!(run.stderr, b"");
}

#[test]
fn gitignore_files_that_make_no_sense() {
    let dir = Dir::new();
    dir.write("a/.gitignore", "{\u{1b}[31m\n*.log\n{\n");
    dir.write("a/x.log", "text");
    dir.write("b/.gitignore/x", "a directory");
    dir.write("c/.gitignore", "x\n".repeat(1 << 20));
    dir.write("c/x", "text");
    let run = check_in(&dir, as_json(&["."]));
    assert_eq!(paths(&run), ["./a/.gitignore", "./b/.gitignore/x", "./c/.gitignore", "./c/x"]);
    assert_eq!(run.status, Some(0));
    let lines: Vec<_> = run.err.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(
        lines[0].starts_with("placemat: ./a/.gitignore: some of its rules are not applied: line 1: "),
        "{lines:?}"
    );
    assert!(lines[0].ends_with(" (and 1 more)") && !lines[0].contains('\u{1b}'), "{lines:?}");
    assert_eq!(lines[1], "placemat: ./c/.gitignore: its rules are not applied: it is far too long");
    assert_eq!(check_in(&dir, ["--quiet", "."]).err, "");
    assert_eq!(check_in(&dir, ["--no-ignore", "."]).err, "");
}

#[test]
fn what_looks_binary() {
    let dir = Dir::new();
    dir.write("early", [&[b'a'; 8191][..], b"\0\xFF"].concat());
    dir.write("late", [&[b'a'; 8192][..], b"\0\xFF"].concat());
    let late = "./late:1:8194: byte 8193: FF never occurs";
    let human = check_in(&dir, ["."]);
    assert!(human.out.contains(late) && !human.out.contains("./early"), "{}", human.out);
    assert!(human.out.ends_with(": 1 not UTF-8 (1 error), 1 skipped: binary\n"), "{}", human.out);
    assert_eq!(human.status, Some(1));
    let human = check_in(&dir, ["--binary", "list", "."]);
    assert!(human.out.contains(late) && human.out.contains("./early: binary, not checked"), "{}", human.out);
    assert_eq!(paths(&check_in(&dir, as_json(&["."]))), ["./late"]);
    let machine = check_in(&dir, as_json(&["--binary", "list", "."]));
    let line = machine.out.lines().next().unwrap();
    assert!(
        line.starts_with(r#"{"type":"input","path":"./early","valid":null,"bytes":0,"error_count":0,"#),
        "{line}"
    );
    assert!(line.ends_with(r#","skipped":"binary"}"#), "{line}");
    let early = "early:1:8193: byte 8192: FF never occurs";
    assert!(check_in(&dir, ["--binary", "check", "."]).out.contains(early));
    // A named file is checked, unless the option is given.
    dir.write("list", "early\n");
    for args in [&["early"][..], &["--files-from", "list"]] {
        assert!(check_in(&dir, args).out.contains(early));
        assert!(check_in(&dir, [&["--binary", "check"], args].concat()).out.contains(early));
        let skipped = check_in(&dir, [&["--binary", "skip"], args].concat());
        assert!(skipped.out.ends_with(": nothing to check, 1 skipped: binary\n"), "{}", skipped.out);
        assert_eq!(skipped.status, Some(0));
    }
    fs::remove_file(dir.join("late")).unwrap();
    assert_eq!(check_in(&dir, ["."]).status, Some(0));
}

#[test]
fn utf16_is_not_skipped_in_silence() {
    let dir = Dir::new();
    let text = "name,price\r\ntea,4\r\n";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let utf32: Vec<u8> = text.chars().flat_map(|char| u32::from(char).to_be_bytes()).collect();
    for (bytes, from, hint) in [
        ([b"\xFF\xFE", &little[..]].concat(), "utf-16", "UTF-16LE with a byte order mark"),
        ([b"\xFE\xFF", &big[..]].concat(), "utf-16", "UTF-16BE with a byte order mark"),
        ([b"\0\0\xFE\xFF", &utf32[..]].concat(), "utf-32", "UTF-32BE with a byte order mark"),
        (little.clone(), "utf-16le", "looks like UTF-16LE without a byte order mark"),
        (big.clone(), "utf-16be", "looks like UTF-16BE without a byte order mark"),
    ] {
        dir.write("d/export.csv", &bytes);
        let bom = if from.ends_with('e') { "" } else { " --bom strip" };
        let advice = |input| format!("{hint}; try `placemat convert --from {from}{bom} {input}`\n");
        let found = check_in(&dir, ["d"]);
        assert_eq!(found.status, Some(1), "{hint}");
        assert!(
            found.out.contains(&advice("d/export.csv")) && found.out.contains("1 not UTF-8"),
            "{}",
            found.out
        );
        let machine = check_in(&dir, as_json(&["d"]));
        assert!(machine.out.contains(r#""valid":false,"#), "{}", machine.out);
        assert!(machine.out.contains(&format!(r#""convert_from":"{from}""#)), "{}", machine.out);
        assert_eq!(check_in(&dir, ["--list", "d"]).out, "d/export.csv\n");
        assert_eq!(check_in(&dir, ["--quiet", "d"]).status, Some(1));
        // A named file gets the same hint. Without a BOM it may be valid UTF-8.
        let named = check_in(&dir, ["d/export.csv"]);
        assert!(named.out.contains(&advice("d/export.csv")), "{}", named.out);
        assert_eq!(named.status, Some(i32::from(from == "utf-16" || from == "utf-32")));
        let input = run_on(["check"], &bytes);
        assert!(input.out.contains(&advice("< FILE")), "{}", input.out);
    }
}

#[test]
fn lists_of_paths() {
    let dir = Dir::new();
    for name in ["a", "b c", "sub/x"] {
        dir.write(name, "text");
    }
    dir.write("lines", "b c\n\na\nsub\nmissing\n./a");
    dir.write("nuls", "b c\0a\0");
    let run = check_in(&dir, as_json(&["a", "--files-from", "lines"]));
    assert_eq!(paths(&run), ["a", "b c", "a", "sub/x", "missing", "./a"]);
    assert_eq!(run.status, Some(2));
    let run = check_in(&dir, as_json(&["--null", "--files-from", "nuls"]));
    assert_eq!(paths(&run), ["b c", "a"]);
    dir.write("none", "");
    let run = check_in(&dir, as_json(&["--files-from", "none"]));
    assert!(run.out.starts_with(r#"{"type":"summary","inputs":0,"#) && run.out.lines().count() == 1);
    let from = dir.join("a");
    let run = run_on(
        ["check", "--format", "json", "--files-from", "-"],
        format!("{}\n", from.display()).as_bytes(),
    );
    assert_eq!(paths(&slashed(run)), [slashes(from.to_str().unwrap())]);
    dir.write("endless", vec![b'x'; 1 << 20]);
    let run = check_in(&dir, ["--files-from", "endless"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.starts_with("placemat: endless: "), "{}", run.err);
}

#[test]
fn lists_of_another_kind() {
    let dir = Dir::new();
    dir.write("a", "text");
    for (null, list, said) in [
        (false, &b"a\0a\0"[..], "end in NULs? Then use --null\n"),
        (true, b"a\na\n", "end in line feeds? Then leave --null out\n"),
        (
            false,
            b"\xEF\xBB\xBFa\n",
            "begin with a byte order mark (U+FEFF)? `placemat convert --bom strip` removes it\n",
        ),
        (
            false,
            b"\xFF\xFEa\0\n\0a\0\n\0",
            "placemat: list: this list is UTF-16; `placemat convert --from utf-16 --bom strip` makes UTF-8 of it\n",
        ),
        (true, b"\xFE\xFF\0a\0\n", "this list is UTF-16"),
        (
            false,
            b"\"caf\\303\\251\"\na\n",
            "did git quote this name? Then use `git ls-files -z` and --null\n",
        ),
        #[cfg(unix)]
        (
            false,
            b"a\r\n",
            "a\\r: No such file or directory (os error 2); do the lines of this list end in CR LF?",
        ),
        #[cfg(unix)]
        (false, b"a\xFF\n", "placemat: a\\xFF: No such file or directory (os error 2)\n"),
    ] {
        dir.write("list", list);
        let null = null.then_some("--null");
        let run = check_in(&dir, ["--files-from", "list"].into_iter().chain(null));
        assert!(run.err.contains(said) && run.err.lines().count() == 1, "{}", run.err);
        assert_eq!(run.status, Some(2));
    }
    // A name may end in CR.
    #[cfg(unix)]
    {
        dir.write("a\r", "text");
        dir.write("list", "a\r\n");
        assert_eq!(check_in(&dir, ["--files-from", "list"]).status, Some(0));
    }
}

#[test]
fn standard_input_has_the_name_that_it_is_given() {
    let name = "src/staged.txt";
    for format in ["human", "json", "github", "sarif", "junit"] {
        let run = run_on(["check", "--stdin-name", name, "--format", format], b"\xFF");
        assert!(run.out.contains(name), "{format}: {}", run.out);
        assert!(!run.out.contains("\"-\""), "{format}: {}", run.out);
    }
    assert_eq!(run_on(["check", "--stdin-name", name, "--list"], b"\xFF").out, format!("{name}\n"));
    let run = run_on(["check", "--stdin-name", name, "--statistics"], b"\xFF");
    assert!(run.out.contains(&format!(" {name}\n")), "{}", run.out);
    // An argument `-` is still standard input.
    let run = run_on(["check", "--stdin-name", name, "-"], b"\xFF");
    assert!(run.out.starts_with("src/staged.txt:1:1: byte 0: "), "{}", run.out);
}

#[test]
fn standard_input_is_read_once() {
    let run = run_on(["check", "--format", "json", "-", "-"], b"once");
    assert_eq!(run.status, Some(2));
    assert_eq!(run.err, "placemat: -: standard input can be read only once\n");
    assert!(run.out.contains(r#""path":"-","valid":true,"bytes":4,"#), "{}", run.out);
    let run = run_on(["check", "--files-from", "-", "-"], b"");
    assert_eq!(run.status, Some(2));
}

#[cfg(unix)]
#[test]
fn links_and_loops() {
    use std::os::unix::fs::symlink;
    let dir = Dir::new();
    dir.write("d/sub/x", "text");
    symlink(".", dir.join("d/loop")).unwrap();
    symlink("self", dir.join("d/self")).unwrap();
    symlink("nowhere", dir.join("d/broken")).unwrap();
    symlink("sub/x", dir.join("d/to-x")).unwrap();
    let run = check_in(&dir, as_json(&["d"]));
    assert_eq!(paths(&run), ["d/sub/x"]);
    assert_eq!(run.status, Some(0));
    assert_eq!(run.err, "placemat: d/loop: a link back to a directory above it, not followed\n");
    let run = check_in(&dir, as_json(&["--follow", "d"]));
    assert_eq!(paths(&run), ["d/broken", "d/loop", "d/self", "d/sub/x", "d/to-x"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("placemat: d/loop: a link back to d, which it lies in\n"), "{}", run.err);
    // A link to an ancestor of the named directory, and a cycle of two sibling directories.
    symlink("../..", dir.join("d/sub/up")).unwrap();
    let run = check_in(&dir, as_json(&["--follow", "d/sub"]));
    assert_eq!((paths(&run), run.status), (vec!["d/sub/up", "d/sub/x"], Some(2)));
    fs::create_dir_all(dir.join("e")).unwrap();
    fs::create_dir_all(dir.join("f")).unwrap();
    symlink("../f", dir.join("e/to-f")).unwrap();
    symlink("../e", dir.join("f/to-e")).unwrap();
    let run = check_in(&dir, as_json(&["--follow", "e"]));
    assert_eq!((paths(&run), run.status), (vec!["e/to-f/to-e"], Some(2)));
    assert!(run.err.contains("e/to-f/to-e: a link back to e, which it lies in\n"), "{}", run.err);
    let run = check_in(&dir, as_json(&["d/to-x", "d/loop/sub", "d/self", "d/broken"]));
    assert_eq!(paths(&run), ["d/to-x", "d/loop/sub/x", "d/self", "d/broken"]);
    assert_eq!(run.status, Some(2));
}
