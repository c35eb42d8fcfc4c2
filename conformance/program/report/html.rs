//! Results as one page that needs nothing else: a matrix, and what failed.

use std::{collections::BTreeSet, fmt::Write};

use super::{human, is_harmless};
use crate::{
    judge::{Counts, Finding, Mark, Results},
    practice,
};

/// So many findings of one decoder and profile are on the page; the rest is counted.
const MOST: usize = 200;

/// The page.
pub(super) fn page(results: &[Results]) -> String {
    let mut page = HEAD.to_owned();
    matrix(&mut page, results).unwrap_or_default();
    for (nth, results) in results.iter().enumerate() {
        details(&mut page, nth, results).unwrap_or_default();
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// Implementations across, groups down.
fn matrix(page: &mut String, results: &[Results]) -> std::fmt::Result {
    write!(page, "<table>\n<thead><tr><th scope=\"col\">cases</th>")?;
    for (nth, results) in results.iter().enumerate() {
        write!(page, "<th scope=\"col\"><a href=\"#d{nth}\">{}</a></th>", escaped(&human::title(results)))?;
    }
    writeln!(page, "</tr></thead>\n<tbody>")?;
    let profiles: BTreeSet<&String> = results.iter().flat_map(|results| results.profiles.keys()).collect();
    for profile in profiles {
        write!(page, "<tr class=\"profile\"><th scope=\"row\">{}</th>", escaped(profile))?;
        for (nth, results) in results.iter().enumerate() {
            cell(page, &format!("d{nth}-{profile}"), results.profiles.get(profile))?;
        }
        writeln!(page, "</tr>")?;
        let groups = results.iter().flat_map(|results| &results.groups);
        let flags: BTreeSet<&String> =
            groups.filter(|group| group.profile == *profile).map(|group| &group.flag).collect();
        for flag in flags {
            write!(page, "<tr><th scope=\"row\">{}</th>", escaped(flag))?;
            for (nth, results) in results.iter().enumerate() {
                let mut groups = results.groups.iter();
                let group = groups.find(|group| group.profile == *profile && group.flag == *flag);
                cell(page, &format!("d{nth}-{profile}"), group.map(|group| &group.counts))?;
            }
            writeln!(page, "</tr>")?;
        }
    }
    writeln!(page, "</tbody>\n</table>")
}

fn cell(page: &mut String, anchor: &str, counts: Option<&Counts>) -> std::fmt::Result {
    let Some(counts) = counts else { return write!(page, "<td class=\"none\">not claimed</td>") };
    let count = |mark| counts.get(&mark).copied().unwrap_or(0);
    let wrong: Vec<String> = [Mark::Fail, Mark::Crash, Mark::Timeout, Mark::NotAsked]
        .into_iter()
        .filter(|&mark| count(mark) > 0)
        .map(|mark| format!("{} {mark}", count(mark)))
        .collect();
    match (wrong.is_empty(), count(Mark::Pass)) {
        (true, 0) => write!(page, "<td class=\"none\">unsupported</td>"),
        (true, passed) => write!(page, "<td class=\"pass\">{passed}</td>"),
        (false, passed) => {
            write!(page, "<td class=\"fail\"><a href=\"#{anchor}\">{passed}; {}</a></td>", wrong.join(", "))
        }
    }
}

fn details(page: &mut String, nth: usize, results: &Results) -> std::fmt::Result {
    writeln!(page, "<section id=\"d{nth}\"><h2>{}</h2>", escaped(&human::title(results)))?;
    writeln!(page, "<p>{}</p>", escaped(&human::summary(results)))?;
    if !results.not_claimed.is_empty() {
        writeln!(page, "<p>Not claimed: {}.</p>", escaped(&results.not_claimed.join(", ")))?;
    }
    for incident in &results.incidents {
        writeln!(page, "<p class=\"fail\">The driver: {}</p>", escaped(incident))?;
    }
    if !results.practices.is_empty() {
        writeln!(page, "<p>Known practices: {}</p>\n<ul>", escaped(practice::ABOUT))?;
        for practice in &results.practices {
            let name = escaped(&practice.name);
            let meanings = escaped(&practice::meanings(&practice.name).collect::<Vec<_>>().join("; "));
            writeln!(page, "<li>{name} ({} of {} answers): {meanings}</li>", practice.agree, practice.of)?;
        }
        writeln!(page, "</ul>")?;
    }
    for profile in results.profiles.keys() {
        let findings: Vec<&Finding> =
            results.findings.iter().filter(|finding| finding.profile == *profile).collect();
        if findings.is_empty() {
            continue;
        }
        let title = format!("{profile}: {} findings", findings.len());
        writeln!(page, "<details id=\"d{nth}-{profile}\" open><summary>{}</summary>", escaped(&title))?;
        for finding in findings.iter().take(MOST) {
            write_finding(page, finding)?;
        }
        if findings.len() > MOST {
            writeln!(page, "<p>and {} more</p>", findings.len() - MOST)?;
        }
        writeln!(page, "</details>")?;
    }
    writeln!(page, "</section>")
}

fn write_finding(page: &mut String, finding: &Finding) -> std::fmt::Result {
    let title = format!("{}: {}, {}", finding.outcome, finding.case, finding.field);
    writeln!(page, "<dl><dt>{}</dt>", escaped(&title))?;
    let asked = format!("{} {}", finding.op, finding.input);
    let [expected, got] = finding.difference();
    for (what, text) in [("asked", &asked), ("expected", &expected), ("got", &got)] {
        writeln!(page, "<dd><span>{what}</span> <code>{}</code></dd>", escaped(text))?;
    }
    for practice in &finding.practices {
        writeln!(page, "<dd><span>practice</span> {}</dd>", escaped(practice))?;
    }
    for bug in &finding.bugs {
        writeln!(page, "<dd><span>as in</span> {}</dd>", escaped(bug))?;
    }
    writeln!(page, "</dl>")
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if !is_harmless(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>UTF-8 conformance</title>
<style>
body { font: 15px/1.4 sans-serif; margin: 2em; color: #222; background: #fff; }
table { border-collapse: collapse; }
th, td { border: 1px solid #ccc; padding: .2em .6em; text-align: left; }
tbody th { font-weight: normal; padding-left: 2em; }
tr.profile th { font-weight: bold; padding-left: .6em; }
td.pass { background: #e3f3e3; }
td.fail { background: #f8dcd8; }
td.none { color: #777; }
dl { margin: .8em 0 .8em 1em; overflow-wrap: anywhere; }
dt { font-weight: bold; }
dd { margin-left: 1em; }
dd span { display: inline-block; width: 5.5em; color: #777; }
section:target, details:target { outline: 2px solid #88a; }
</style>
</head>
<body>
<h1>UTF-8 conformance</h1>
<p>Cases that passed, by profile and flag. Follow a cell to what failed.</p>
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_driver_says_cannot_leave_its_place() {
        assert_eq!(escaped("<b a=\"1\">&\u{1B}[31m"), "&lt;b a=&quot;1&quot;&gt;&amp; [31m");
    }
}
