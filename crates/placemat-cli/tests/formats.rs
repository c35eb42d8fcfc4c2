//! The reports for other tools: github and sarif.

// Some of its file names are invalid on Windows.
#![cfg(unix)]

mod common;

use boon::{Compiler, Schemas};
use common::{Dir, Run, placemat, run_on};
use serde_json::Value;

/// A report on inputs of every kind.
fn report(format: &str, most: &str) -> Run {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/formats.in");
    let rules = ["--bom", "forbid", "--forbid", "bidi,control,double-encoded"];
    let inputs = ["--binary", "list", "good", "bad", "missing", "d", "bom", "odd"];
    let [one, four] = ["1", "4"].map(|jobs| {
        let options = ["--format", format, "--max-errors", most, "--jobs", jobs];
        let args = ["check"].iter().chain(&options).chain(&rules).chain(&inputs);
        Run::from(placemat().args(args).current_dir(dir).output().unwrap())
    });
    assert_eq!(one.out, four.out);
    assert_eq!(one.status, Some(2));
    one
}

#[test]
fn sarif_is_valid_by_its_schema() {
    let fault = faults();
    let dir = Dir::new();
    dir.write(".editorconfig", "root = true\n[*]\ncharset = utf-8-bom\n");
    dir.write("unsigned", "a");
    for text in [
        dir.check(["--format", "sarif", "--editorconfig", "unsigned"]).out,
        report("sarif", "0").out,
        report("sarif", "1").out,
        run_on(["check", "--format", "sarif"], b"\xFF").out,
        run_on(["check", "--format", "sarif"], b"good").out,
        dir.check(["--format", "sarif", "."]).out,
    ] {
        let log: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(fault(&log), None, "{text}");
    }
    let mut log: Value = serde_json::from_str(&report("sarif", "0").out).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let start = |result: &Value| result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64();
    assert!(results.iter().all(|result| start(result) >= Some(1)), "code scanning wants a region");
    let rules: Vec<_> = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().iter().collect();
    assert!(results.iter().all(|result| rules.iter().any(|rule| rule["id"] == result["ruleId"])));
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0.into();
    assert!(fault(&log).is_some(), "the schema refuses what is no report");
}

/// Validates a report with the SARIF schema.
fn faults() -> impl Fn(&Value) -> Option<String> {
    let schema = serde_json::from_str(include_str!("data/sarif-schema-2.1.0.json")).unwrap();
    let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
    compiler.enable_format_assertions();
    compiler.add_resource("file:///schema.json", schema).unwrap();
    let schema = compiler.compile("file:///schema.json", &mut schemas).unwrap();
    move |log| schemas.validate(log, schema).err().map(|error| error.to_string())
}
