//! Reports of jobs and of the command, in lines of JSON, converted to one form and compared.

use std::{collections::BTreeMap, fmt::Debug};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value, json};

/// What a report says of each input, or of each row, by its name.
pub(super) type Found = BTreeMap<String, Value>;

/// The lines of a report.
pub(super) fn lines(report: &str) -> Result<Vec<Value>> {
    report
        .lines()
        .map(|line| serde_json::from_str(line).with_context(|| format!("no JSON: {line}")))
        .collect()
}

/// The only line of this type.
pub(super) fn only<'a>(lines: &'a [Value], kind: &str) -> Result<&'a Value> {
    let mut found = lines.iter().filter(|line| line["type"] == kind);
    let line = found.next().with_context(|| format!("the report has no line of the type `{kind}`"))?;
    ensure!(found.next().is_none(), "the report has several lines of the type `{kind}`");
    Ok(line)
}

/// Everything that is said of each input: the verdict, the counts, the first errors.
pub(super) fn inputs(lines: &[Value]) -> Result<Found> {
    let mut found: BTreeMap<String, (Map<String, Value>, Vec<Value>)> = BTreeMap::new();
    for line in lines {
        let Some(path) = line["path"].as_str() else { continue };
        let (fields, errors) = found.entry(path.to_owned()).or_default();
        match line["type"].as_str() {
            Some("error") => errors.push(error(line)),
            Some("input") => fields.extend(take(line, &["valid", "bytes", "error_count"])),
            Some("statistics") => {
                fields.extend(take(line, &["characters", "errors", "bad_lines"]));
                // The command counts line feeds after carriage returns separately.
                let parts = [&line["lf"], &line["crlf"]].map(Value::as_u64);
                let sum = parts[0].zip(parts[1]).map(|(lf, crlf)| json!(lf + crlf));
                fields.insert("line_feeds".to_owned(), sum.unwrap_or_else(|| line["line_feeds"].clone()));
            }
            _ => bail!("what is this line for? {line}"),
        }
    }
    let complete = |(path, (mut fields, errors)): (String, (Map<String, Value>, Vec<Value>))| {
        ensure!(
            fields.len() == 7 && !fields.values().any(Value::is_null),
            "the report on {path} is incomplete"
        );
        fields.insert("first_errors".to_owned(), errors.into());
        Ok((path, fields.into()))
    };
    found.into_iter().map(complete).collect()
}

/// The error of each row that is not UTF-8, by Parquet file and row. The command has a file for each row; a job
/// names the row.
pub(super) fn rows(lines: &[Value]) -> Result<Found> {
    let mut found = Found::new();
    for line in lines.iter().filter(|line| line["type"] == "error") {
        let path = line["path"].as_str().context("an error without a path")?;
        let path = match line["row"].as_u64() {
            Some(row) => format!("{path}/{row}"),
            None => path.to_owned(),
        };
        let mut parts = path.rsplit('/');
        let (row, file) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let before = found.insert(format!("{file}/{row}"), error(line));
        ensure!(before.is_none(), "two first errors of row {row} of {file}");
    }
    Ok(found)
}

fn error(line: &Value) -> Value {
    Value::Object(take(line, &["offset", "len", "kind", "line", "column"]).collect())
}

fn take<'a>(line: &'a Value, names: &'a [&str]) -> impl Iterator<Item = (String, Value)> + 'a {
    names.iter().map(|&name| (name.to_owned(), line[name].clone()))
}

/// Checks that a job found what the command found, and returns for how many inputs or rows. An error if there
/// are none.
pub(super) fn same(job: &Found, command: &Found) -> Result<usize> {
    ensure!(!command.is_empty(), "there is nothing to compare");
    for name in job.keys().chain(command.keys()) {
        equal(name, &job.get(name), &command.get(name))?;
    }
    Ok(command.len())
}

/// An error if the job and the command differ.
pub(super) fn equal<T: PartialEq + Debug>(what: &str, job: &T, command: &T) -> Result<()> {
    ensure!(job == command, "{what}: the job says {job:?}, the command {command:?}");
    Ok(())
}

/// Checks that the command found exactly the errors that were put into the sample, and that there are some.
pub(super) fn known(known: &Value, files: &[Value], rows: &[Value], huge: &[Value]) -> Result<()> {
    let same = |what: &str, found: &Value, put: &Value| {
        ensure!(put.as_u64().is_some_and(|put| put > 0), "{what}: {put} were put into the sample");
        ensure!(found == put, "{what}: {put} were put into the sample, and placemat finds {found}");
        Ok(())
    };
    for (name, lines) in [("files", files), ("huge", huge)] {
        let total = only(lines, "total")?;
        let errors = total["errors"].as_object().context("the totals have no errors")?;
        for (kind, found) in errors {
            same(&format!("{name}: {kind}"), found, &known[name]["errors"][kind])?;
        }
    }
    let total = only(files, "total")?;
    same("files", &total["inputs"], &known["files"]["inputs"])?;
    let invalid = inputs(files)?.values().filter(|input| input["valid"] == false).count();
    same("files that are not UTF-8", &json!(invalid), &known["files"]["invalid"])?;
    same("octets", &only(huge, "total")?["bytes"], &known["huge"]["bytes"])?;
    let summary = only(rows, "summary")?;
    same("rows that are not UTF-8", &summary["invalid"], &known["rows"]["bad_rows"])?;
    let count = |name: &str| known["rows"][name].as_u64().unwrap_or(0);
    same("rows", &summary["inputs"], &json!(count("rows") - count("nulls")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ERROR: &str = r#""path":"/x/p/7","offset":3,"len":null,"kind":"truncated","line":1,"column":4"#;

    fn report(error_count: u64) -> Vec<Value> {
        let report = format!(
            "{{\"type\":\"error\",{ERROR},\"octets\":\"e2\"}}\n\
             {{\"type\":\"statistics\",\"path\":\"/x/p/7\",\"characters\":3,\"line_feeds\":0,\"errors\":{{}},\"bad_lines\":1}}\n\
             {{\"type\":\"input\",\"path\":\"/x/p/7\",\"valid\":false,\"bytes\":4,\"error_count\":{error_count}}}\n\
             {{\"type\":\"summary\",\"inputs\":1}}\n"
        );
        lines(&report).unwrap()
    }

    #[test]
    fn a_difference_is_found() {
        let (one, two) = (inputs(&report(1)).unwrap(), inputs(&report(2)).unwrap());
        assert_eq!(same(&one, &one).unwrap(), 1);
        assert!(same(&one, &two).is_err());
        assert!(same(&Found::new(), &one).is_err());
        assert!(same(&one, &Found::new()).is_err());
        assert!(same(&Found::new(), &Found::new()).is_err(), "nothing was compared");
    }

    #[test]
    fn an_incomplete_report_is_refused() {
        for left_out in 1..3 {
            let mut report = report(1);
            report.remove(left_out);
            assert!(inputs(&report).is_err());
        }
        assert!(lines("{}\nSpark says\n").is_err());
    }

    #[test]
    fn a_row_has_the_same_name_in_both_reports() {
        let command = rows(&report(1)).unwrap();
        let job = format!("{{\"type\":\"error\",\"row\":7,{}}}", ERROR.replace("/x/p/7", "file:/y/p"));
        assert_eq!(same(&rows(&lines(&job).unwrap()).unwrap(), &command).unwrap(), 1);
        let other = job.replace("\"row\":7", "\"row\":8");
        assert!(same(&rows(&lines(&other).unwrap()).unwrap(), &command).is_err());
    }
}
