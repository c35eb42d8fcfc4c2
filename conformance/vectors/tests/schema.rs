//! The lines have the form that the schema describes.

use boon::{Compiler, Schemas};
use placemat_vectors::{FILES, SCHEMA};

#[test]
fn every_line_fits_the_schema() {
    let fault = faults();
    let mut lines = 0;
    for (name, text) in FILES {
        assert!(!text.is_empty() && !text.contains('\r'), "{name}");
        for line in text.lines() {
            assert_eq!(fault(line), None, "{name}: {line}");
            lines += 1;
        }
    }
    assert!(lines > 10_000, "{lines}");
}

#[test]
fn the_schema_refuses_what_is_no_case() {
    let fault = faults();
    let good = r#"{"id":"a","clause":"b","flags":["c"],"note":"d","catches":[],"input":[{"hex":"c2"}],
        "expected":{"rfc3629":"bad","position":0,"maximal-subpart":{"error_len":"end","replacements":1,"text":[]}}}"#;
    assert_eq!(fault(good), None);
    for (from, to) in [
        (r#""id":"a""#, r#""id":"A""#),
        (r#""id":"a","#, ""),
        (r#""flags":["c"]"#, r#""flags":["c","c"]"#),
        (r#""flags":["c"]"#, r#""flags":[]"#),
        (r#""note":"d""#, r#""note":"""#),
        (r#""catches":[]"#, r#""catches":[{"bug":{"name":"a","url":"http://a"}}]"#),
        (r#""c2""#, r#""c""#),
        (r#""c2""#, r#""C2""#),
        (r#"{"hex":"c2"}"#, r#"{"hex":"c2","times":2}"#),
        (r#"{"hex":"c2"}"#, r#"{"fill":"c2","times":-2}"#),
        (r#""input":"#, r#""values":[1],"input":"#),
        (r#""input":"#, r#""bytes":"#),
        (r#""bad""#, r#""wrong""#),
        (r#""position":0"#, r#""position":"0""#),
        (r#""position":0"#, r#""utf-8":"ok""#),
        (r#""end""#, r#""start""#),
        (r#""end""#, "0"),
    ] {
        let broken = good.replacen(from, to, 1);
        assert_ne!(broken, good);
        assert!(fault(&broken).is_some(), "{broken}");
    }
}

/// Validates a line with the schema.
fn faults() -> impl Fn(&str) -> Option<String> {
    let schema = serde_json::from_str(SCHEMA).unwrap();
    let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
    compiler.add_resource("file:///schema.json", schema).unwrap();
    let schema = compiler.compile("file:///schema.json", &mut schemas).unwrap();
    move |line| {
        let line = serde_json::from_str(line).unwrap();
        schemas.validate(&line, schema).err().map(|error| error.to_string())
    }
}
