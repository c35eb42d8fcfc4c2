//! Tests `placemat-conformance` as a process, with misbehaving adapters and incorrect decoders.

#![cfg(unix)]

use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_placemat-conformance");
const WRONG: &str = env!("CARGO_BIN_EXE_placemat-conformance-wrong");

struct Said {
    status: Option<i32>,
    out: String,
    err: String,
}

fn program(arguments: &[&str]) -> Said {
    let Output { status, stdout, stderr } = Command::new(PROGRAM).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Said { status: status.code(), out: text(stdout), err: text(stderr) }
}

/// For adapters that answer: long enough for a busy machine.
const PATIENT: &str = "30";

/// For adapters that do not answer; each costs this much time once.
const BRIEF: &str = "4";

fn drive(options: &[&str], command: &[&str]) -> Said {
    drive_for(PATIENT, options, command)
}

/// With a timeout, in seconds.
fn drive_for(timeout: &str, options: &[&str], command: &[&str]) -> Said {
    let base = ["drive", "--timeout", timeout, "--format", "json"];
    program(&[&base, options, &["--"], command].concat())
}

/// The results of the only decoder.
fn results(said: &Said) -> Value {
    let document: Value =
        serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.err));
    document["results"][0].clone()
}

fn count(results: &Value, profile: &str, mark: &str) -> u64 {
    results["profiles"][profile][mark].as_u64().unwrap_or(0)
}

/// Few cases, for what takes no more to show.
const SMOKE: &[&str] = &["--flag", "smoke"];

/// A few cases, by id.
const SOME: &str = "overlong-slash,u-4e2d,u-00e9,never-ff,lone-continuation,five-bytes";

#[test]
fn the_reference_passes_whatever_the_backend() {
    for backend in ["scalar", "dfa", "std"] {
        let said = drive(SMOKE, &[PROGRAM, "reference", "--backend", backend]);
        assert_eq!(said.status, Some(0), "{backend}: {}{}", said.out, said.err);
        assert!(count(&results(&said), "rfc3629", "pass") > 0, "{backend}");
    }
}

#[test]
fn what_is_no_adapter_is_status_2() {
    for (command, message) in [
        (&["/nonexistent/adapter"][..], "could not be started"),
        (&[WRONG, "rubbish"], "first line"),
        (&[WRONG, "says-nothing"], "exited with status 0"),
        (&[WRONG, "other-protocol"], "protocol 2"),
        (&[WRONG, "endless-hello"], "a line of more than"),
    ] {
        let said = drive(&[], command);
        assert_eq!(said.status, Some(2), "{command:?}: {}{}", said.out, said.err);
        assert!(said.err.contains(message), "{command:?}: {}", said.err);
    }
    let hangs = drive_for("1", &[], &[WRONG, "hangs-at-once"]);
    assert_eq!(hangs.status, Some(2), "{}{}", hangs.out, hangs.err);
    assert!(hangs.err.contains("no answer within 1 s"), "{}", hangs.err);
    assert_eq!(program(&["drive", "--stdin", "--", "/nonexistent/adapter"]).status, Some(2));
    assert_eq!(program(&["drive"]).status, Some(2));
    assert_eq!(program(&["drive", "--only", "no-such-case", "--", WRONG]).status, Some(2));
}

/// Each run ends quickly, with status 1, and the report explains the failure.
#[test]
fn bad_adapters_have_clear_outcomes() {
    let kinds = [
        ("rubbish-later", PATIENT, "broke the protocol: a line that"),
        ("twice", PATIENT, "twice"),
        ("gigabyte", PATIENT, "a line of more than"),
        ("exits-early", PATIENT, "exited with status 0"),
        ("always-crashes", PATIENT, "exited with status 9"),
        ("says-more", PATIENT, "wrote more after its last answer"),
        ("crashes-once-in-a-while", PATIENT, "it did not happen again"),
        ("status-at-the-end", PATIENT, "exited with status 3 at the end"),
        ("stays-at-the-end", BRIEF, "did not exit within 4 s"),
        // Ten timeouts in one case.
        ("never-reads", "0.2", "given up after 10 timeouts"),
        // They omit answers, or exit with a child that holds the pipes open.
        ("out-of-order", "1", "broke the protocol: answered"),
        ("closes-output", "1", "closed its output"),
        ("forks-and-leaves", "1", "exited with status 0"),
        ("forks-and-leaves-its-group", "1", "exited with status 0"),
    ];
    let check = |kind: &str, timeout: &str, message: &str| {
        let start = Instant::now();
        // Each case waits for the pipes that a child holds open.
        let cases = if kind.starts_with("forks") { &["--only", SOME] } else { SMOKE };
        let said = drive_for(timeout, cases, &[WRONG, kind]);
        assert_eq!(said.status, Some(1), "{kind}: {}{}", said.out, said.err);
        assert!(said.out.contains(message), "{kind}: {}", &said.out[..said.out.len().min(3000)]);
        assert!(start.elapsed() < Duration::from_secs(180), "{kind} took {:?}", start.elapsed());
    };
    // They spend most of the time waiting.
    thread::scope(|scope| {
        for (kind, timeout, message) in kinds {
            let check = &check;
            scope.spawn(move || check(kind, timeout, message));
        }
    });
}

#[test]
fn a_crash_or_a_hang_is_one_result() {
    let check = |kind: &'static str, mark, message| {
        let timeout = if mark == "timeout" { BRIEF } else { PATIENT };
        let said = drive_for(timeout, &[], &[WRONG, kind]);
        let results = results(&said);
        assert_eq!(said.status, Some(1), "{kind}");
        assert_eq!(count(&results, "rfc3629", mark), 1, "{kind}: {}", said.out);
        assert_eq!(count(&results, "rfc3629", "fail"), 0, "{kind}");
        assert!(count(&results, "rfc3629", "pass") > 100, "{kind}");
        assert!(said.out.contains(message), "{kind}: {}", said.out);
    };
    thread::scope(|scope| {
        for (kind, mark, message) in [
            ("crashes-at-a-case", "crash", "exited with status 7; on standard error: something is wrong"),
            ("aborts-at-a-case", "crash", "killed by signal"),
            ("hangs-at-a-case", "timeout", "no answer in time"),
        ] {
            scope.spawn(move || check(kind, mark, message));
        }
    });
}

#[test]
fn what_is_harmless_passes() {
    for kind in ["right", "crlf", "floods-stderr", "verdict-only"] {
        let said = drive(SMOKE, &[WRONG, kind]);
        assert_eq!(said.status, Some(0), "{kind}: {}{}", said.out, said.err);
    }
}

#[test]
fn a_verdict_by_exit_status_is_enough() {
    for (status, options, expected) in [
        (1, &["--stdin"][..], Some(0)),
        (5, &["--stdin", "--invalid-status", "5"], Some(0)),
        (5, &["--stdin"], Some(1)),
        (0, &["--stdin"], Some(1)),
    ] {
        let script = format!("iconv -f UTF-8 -t UTF-16 >/dev/null 2>&1 || exit {status}");
        let said = drive(&[&["--only", SOME], options].concat(), &["sh", "-c", &script]);
        assert_eq!(said.status, expected, "{script}: {}{}", said.out, said.err);
    }
    let sleeps = drive_for("1", &["--stdin", "--only", "overlong-slash"], &["sleep", "100"]);
    assert_eq!(count(&results(&sleeps), "rfc3629", "timeout"), 1, "{}", sleeps.out);
}

#[test]
fn results_are_compared_with_earlier_ones() {
    let earlier = drive(&["--only", "overlong-slash"], &[WRONG, "right"]);
    let file = std::env::temp_dir().join(format!("placemat-conformance-{}.json", std::process::id()));
    std::fs::write(&file, &earlier.out).unwrap();
    let options = ["drive", "--only", "overlong-slash", "--compare", file.to_str().unwrap()];
    let said = program(&[&options[..], &["--", WRONG, "crlf"]].concat());
    std::fs::remove_file(&file).unwrap();
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("wrong, crlf") && said.out.contains("wrong, right"), "{}", said.out);
}

#[test]
fn cases_can_be_listed_and_shown() {
    let list = program(&["list"]);
    assert!(list.out.lines().any(|line| line.starts_with("overlong-slash\t")), "{}", list.out);
    let show = program(&["show", "overlong-slash"]);
    assert!(show.out.contains("c0af") && show.out.contains("bad 0 1"), "{}", show.out);
    assert_eq!(program(&["show", "no-such-case"]).status, Some(2));
}

#[test]
fn practices_are_explained_where_they_are_printed() {
    let said = program(&["drive", "--flag", "smoke", "--", WRONG, "per-byte"]);
    assert!(said.out.contains("U+FFFD: the replacement character"), "{}", said.out);
}

/// No control character and no character that reorders text reaches the terminal.
#[test]
fn an_adapter_cannot_write_to_the_terminal() {
    let named = program(&["drive", "--only", "overlong-slash", "--", WRONG, r"\u202e\u001b[2J\u2066"]);
    assert!(named.out.starts_with("wrong,   [2J"), "{}", named.out);
    let failed = program(&["drive", "--", "sh", "-c", r"printf '\033[2J\342\200\256' >&2"]);
    assert_eq!(failed.status, Some(2));
    for text in [named.out, failed.err] {
        let shown = text.trim_end().replace('\n', "");
        assert!(!shown.chars().any(|c| c.is_control() || "\u{202E}\u{2066}".contains(c)), "{shown:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [&["drive", "--flag", "smoke", "--", WRONG, "right"][..], &["list"]] {
        let mut command = Command::new(PROGRAM);
        let mut child =
            command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}");
    }
}

#[test]
fn adapters_do_not_outlive_the_program() {
    // Introduces itself, and then sleeps with its input closed, like an adapter in an endless loop.
    let file = std::env::temp_dir().join(format!("placemat-conformance-{}.pid", std::process::id()));
    let script = format!("echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000 <&-", file.display());
    let mut host =
        Command::new(PROGRAM).args(["drive", "--timeout", "900", "--", "sh", "-c", &script]).spawn().unwrap();
    let wait_until = |what: &str, is_so: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !is_so() {
            assert!(start.elapsed() < Duration::from_secs(120), "{what}");
            thread::sleep(Duration::from_millis(20));
        }
    };
    wait_until("no adapter", &|| file.exists());
    let pid = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let lives =
        || Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status().unwrap().success();
    assert!(lives());
    // Its keeper knows the adapter once the program waits for it.
    thread::sleep(Duration::from_millis(500));
    host.kill().unwrap();
    host.wait().unwrap();
    wait_until("the adapter lives on", &|| !lives());
}

#[test]
fn pages_begin_with_the_small_set() {
    for page in ["README.md", "docs/src/conformance.md"] {
        let text = std::fs::read_to_string(format!("{}/../{page}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let drives: Vec<_> =
            text.lines().filter(|line| line.starts_with("placemat-conformance drive ")).collect();
        assert!(drives.iter().any(|line| line.contains(" --flag smoke ")), "{page}");
        let first_adapter = drives.iter().find(|line| !line.contains("--stdin")).unwrap();
        assert!(first_adapter.contains(" --flag smoke "), "{page}: {first_adapter}");
    }
}

/// The host needs little memory, however much an adapter writes.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded() {
    // The limit is on address space, which exceeds the memory in use: threads have stacks.
    let limited = format!(
        "ulimit -v 786432; exec {PROGRAM} drive --timeout {PATIENT} --only overlong-slash -- {WRONG} gigabyte"
    );
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
}
