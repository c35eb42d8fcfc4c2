//! Sizes: offsets past 4 GiB, and bounded memory.

mod common;

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};

use common::Dir;

#[cfg_attr(debug_assertions, ignore = "without optimisation it takes minutes; run the tests with --release")]
#[test]
fn offsets_past_four_gibibytes() {
    let dir = Dir::new();
    let mut file = File::create(dir.join("sparse")).unwrap();
    let far = (4 << 30) + 5;
    file.write_all(b"\n").unwrap();
    file.seek(SeekFrom::Start(far)).unwrap();
    file.write_all(b"\xC3\n\xE2\x82").unwrap();
    drop(file);
    let run = dir.check(["--format", "json", "sparse"]);
    for record in [
        format!(
            r#""offset":{far},"len":1,"kind":"missing_continuation","line":2,"column":{far},"bytes":"c3","next":"0a""#
        ),
        format!(
            r#""offset":{},"len":null,"kind":"truncated","line":3,"column":1,"bytes":"e282","next":null"#,
            far + 2
        ),
        format!(r#""valid":false,"bytes":{},"error_count":2,"#, far + 4),
    ] {
        assert!(run.out.contains(&record), "{}", run.out);
    }
    let first = format!("sparse:2:{far}: byte {far}: C3 before 0A is never valid");
    assert!(dir.check(["sparse"]).out.starts_with(&first));
}

#[cfg(target_os = "linux")]
mod memory {
    use std::{fs, io::Read, process::Stdio, thread, time::Duration};

    use super::*;

    /// In KiB; the documented limit is 64 MiB.
    const MOST: u64 = 48 << 10;

    /// The peak resident memory of the command, in KiB. Its output is read slowly, after `delay`.
    fn peak(dir: &Dir, args: &[&str], delay: Duration) -> u64 {
        let mut child = dir.placemat(args).stdout(Stdio::piped()).spawn().unwrap();
        let mut out = child.stdout.take().unwrap();
        let reader = thread::spawn(move || {
            thread::sleep(delay);
            let mut sink = vec![0; 1 << 16];
            while out.read(&mut sink).unwrap() > 0 {}
        });
        let mut peak = 0;
        while child.try_wait().unwrap().is_none() {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let high = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let high = high.and_then(|rest| rest.trim().strip_suffix(" kB")).and_then(|kib| kib.parse().ok());
            peak = peak.max(high.unwrap_or(0));
            thread::sleep(Duration::from_millis(2));
        }
        reader.join().unwrap();
        assert!(peak > 0);
        peak
    }

    #[cfg_attr(debug_assertions, ignore = "hints are slow without optimisation; test with --release")]
    #[test]
    fn many_errors_in_many_files_at_a_time() {
        let dir = Dir::new();
        let names: Vec<_> = (0..40).map(|i| format!("{i:02}")).collect();
        for name in &names {
            dir.write(name, vec![0xFF; 32 << 10]);
        }
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        for format in ["json", "human"] {
            for jobs in ["1", "8", "10000"] {
                let options = ["check", "--max-errors", "0", "--format", format, "--jobs", jobs];
                let args = [&options[..], &names].concat();
                let peak = peak(&dir, &args, Duration::from_millis(300));
                assert!(peak < MOST, "{peak} KiB with {format} and {jobs} jobs");
            }
        }
    }

    #[cfg_attr(debug_assertions, ignore = "hints are slow without optimisation; test with --release")]
    #[test]
    fn a_head_that_waits_and_thousands_after_it() {
        let dir = Dir::new();
        if !dir.fifo("a-fifo") {
            return;
        }
        let fifo = dir.join("a-fifo");
        dir.write("bad", vec![0xFF; 200]);
        dir.write("list", "a-fifo\n".to_owned() + &"bad\n".repeat(3000));
        let writer = thread::spawn(move || {
            let mut pipe = fs::OpenOptions::new().write(true).open(fifo).unwrap();
            thread::sleep(Duration::from_millis(700));
            pipe.write_all(b"at last").unwrap();
        });
        let args = ["check", "--format", "json", "--max-errors", "0", "--jobs", "8", "--files-from", "list"];
        let peak = peak(&dir, &args, Duration::ZERO);
        writer.join().unwrap();
        assert!(peak < MOST, "{peak} KiB");
    }

    #[cfg_attr(debug_assertions, ignore = "to make the files takes long; run the tests with --release")]
    #[test]
    fn many_files_in_a_directory() {
        let dir = Dir::new();
        for i in 0..100_000 {
            File::create(dir.join(format!("some-name-{i:06}.txt"))).unwrap();
        }
        let peak = peak(&dir, &["check", "--quiet", "--jobs", "2", "."], Duration::ZERO);
        // So there is space for five times as many files.
        assert!(peak < MOST / 3, "{peak} KiB");
    }

    #[test]
    fn a_line_without_an_end() {
        let dir = Dir::new();
        let file = File::create(dir.join("zeros")).unwrap();
        file.set_len(if cfg!(debug_assertions) { 32 << 20 } else { 2 << 30 }).unwrap();
        let check = peak(&dir, &["check", "zeros", "zeros", "zeros"], Duration::ZERO);
        file.set_len(32 << 20).unwrap();
        let lines = peak(&dir, &["lines", "--valid", "zeros"], Duration::ZERO);
        assert!(check < MOST && lines < MOST / 3, "{check} and {lines} KiB");
    }
}
