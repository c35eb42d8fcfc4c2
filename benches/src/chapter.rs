//! The chapters of the book that show the committed results: one section for each processor, and the targets.

mod ahead;
mod digest;
mod tables;
mod targets;

use std::{
    fmt::Write as _,
    io,
    path::{Path, PathBuf},
};

use crate::{
    check::{self, Judged},
    overview,
    results::{self, Results},
    summary::Summary,
    svg, terminal,
};
pub use digest::claim;

/// How the chapter begins.
const HEAD: &str = "\
# Results

<!-- Made from benches/results by `cargo xtask bench --page`. Change the files there. -->

How fast placemat is, compared with its peers, in one section for each processor that it was measured on. Each
section is one run of `cargo xtask bench`; the load beside the processor's name says what else the machine had
to do. [The chapter before](benchmarks.md) says how a run goes.

- **A ratio** says how many times as fast the facade, `placemat`, is as the fastest peer of the same text and
  size, unless another pair is named. It is the median of the ratios of the rounds; each of those is between
  two turns that are moments apart.
- **A time**, and so a speed, is the median of the turns of one contender. So the quotient of two speeds is a
  ratio of medians, which is not the median of the ratios. `≠` marks a ratio where the two differ by more than
  noise.
- **`~`** marks a ratio that cannot be told from noise: its interval contains 1, or it is no further from 1
  than the facade is from itself, for the facade takes part twice.
- **`limit`** is the best loop that only loads.
- A contender without a number did not take part: it is too slow for the size, or was not asked.
";

/// The files that the results give, with their content: the chapters, and a picture for each processor.
///
/// # Errors
///
/// As of reading the targets, and what was saved of checks.
pub fn files(all: &[Results]) -> io::Result<Vec<(PathBuf, String)>> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("docs").join("src");
    let chapter = all.iter().fold(HEAD.to_owned(), |text, results| text + "\n" + &section(results));
    let mut checks = Vec::new();
    for (name, title) in results::processors(&results::checks())? {
        checks.extend(Judged::read(&results::checks(), &name)?.map(|judged| (title, judged)));
    }
    let targets = targets::chapter(&check::targets()?, &checks);
    let pictures = all.iter().filter_map(|results| {
        let bars = overview::bars(&results.summary)?;
        Some((book.join(picture(&results.name)), svg::file(&bars.render())))
    });
    let chapters = [(book.join("results.md"), chapter), (book.join("targets.md"), targets)];
    Ok(chapters.into_iter().chain(pictures).collect())
}

/// The picture of a section, from the folder of the chapters.
fn picture(name: &str) -> String {
    format!("images/results-{name}.svg")
}

/// The section of one processor.
fn section(results: &Results) -> String {
    let Results { name, title, note, summary } = results;
    let mut text = format!("## {title}\n\n");
    if !note.is_empty() {
        let _ = write!(text, "{note}\n\n");
    }
    if overview::bars(summary).is_some() {
        let _ = writeln!(text, "![The facade over the fastest peer, text by text]({})", picture(name));
    }
    for (heading, content) in [
        ("In short", digest::table(summary)),
        ("The run", run(summary)),
        ("The facade over the fastest peer", tables::ratios(summary)),
        ("Where a peer is ahead", ahead::tables(summary)),
        ("Decoding, streams, characters", tables::beyond_validation(summary)),
        ("Fresh and looped", tables::beside(summary)),
        ("Speeds", tables::speeds(summary)),
        ("Every interval", every_row(summary)),
    ] {
        if !content.is_empty() {
            // The name keeps the headings of two sections apart.
            let _ = write!(text, "\n### {heading}: {name}\n\n{content}");
        }
    }
    text
}

/// The circumstances, and how far the ratios can be trusted.
fn run(summary: &Summary) -> String {
    let mut text = String::new();
    let lines = terminal::head(&summary.origin, summary.rounds, summary.seed);
    block(&mut text, [lines, terminal::trust(summary), terminal::children(summary)].concat().into_iter());
    text
}

/// The rows of the terminal, group by group; hidden until a reader opens them.
fn every_row(summary: &Summary) -> String {
    let mut text = String::from("<details>\n<summary>Show all rows</summary>\n\n");
    for group in summary.findings.chunk_by(|a, b| a.group() == b.group()) {
        let heading = group.first().map(|first| terminal::heading(first.group()).to_owned());
        block(&mut text, heading.into_iter().chain(group.iter().flat_map(terminal::rows)));
        text.push('\n');
    }
    text + "</details>\n"
}

/// A block of lines that is shown as it is.
fn block(text: &mut String, lines: impl Iterator<Item = String>) {
    text.push_str("```text\n");
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text.push_str("```\n");
}
