//! `cargo xtask picture`: the picture of the command's output in README. It is drawn from the last `console` block
//! before README's tests of the project, whose output the step `transcripts` compares with the command's. The step
//! `picture` says whether it is up to date.

use std::fs;

use anyhow::{Context, Result};

use crate::{
    project::workspace::Workspace,
    runner::{log::Log, step::Outcome},
};

/// The page with the block, and the picture.
const PAGE: &str = "README.md";
const PICTURE: &str = "docs/src/images/check.svg";

/// What comes after the block.
const AFTER: &str = "\n## Test it\n";

/// How README starts the program; the picture has it installed.
const BY_CARGO: &str = "cargo run --release -p placemat-cli -- ";

/// As a task of its own.
pub(crate) fn main(workspace: &Workspace) -> Result<bool> {
    fs::write(workspace.root.join(PICTURE), draw(&workspace.read(PAGE)?)?)?;
    println!("{PICTURE}");
    Ok(true)
}

/// As a step of `cargo xtask test`.
pub(crate) fn step(workspace: &Workspace, _: &mut Log) -> Result<Outcome> {
    let wanted = draw(&workspace.read(PAGE)?)?;
    Ok(match workspace.read(PICTURE) {
        Ok(found) if found == wanted => Outcome::Passed(PICTURE.to_owned()),
        _ => Outcome::Failed(format!("{PICTURE} is not what `cargo xtask picture` draws")),
    })
}

/// The picture for this page.
fn draw(page: &str) -> Result<String> {
    let (before, _) = page.split_once(AFTER).context("README has a section on tests")?;
    let (_, block) = before.rsplit_once("```console\n").context("README shows the command")?;
    let (block, _) = block.split_once("```").context("the block ends")?;
    let lines: Vec<_> = block.lines().map(|line| line.replace(BY_CARGO, "placemat ")).collect();
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (columns * 8 + 40, lines.len() * 20 + 40);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
         {height}\" role=\"img\" aria-label=\"What placemat check prints\">\n<rect width=\"{width}\" \
         height=\"{height}\" rx=\"8\" fill=\"#1e2127\"/>\n<g font-family=\"ui-monospace, Menlo, Consolas, \
         monospace\" font-size=\"13\" fill=\"#d7dae0\" xml:space=\"preserve\">\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let y = number * 20 + 34;
        let style = if line.starts_with("$ ") {
            " fill=\"#98c379\""
        } else if line.trim_start().starts_with('^') {
            " fill=\"#e06c75\" font-weight=\"bold\""
        } else {
            ""
        };
        let length = line.chars().count() * 8;
        picture.push_str(&format!(
            "<text x=\"20\" y=\"{y}\" textLength=\"{length}\"{style}>{}</text>\n",
            escaped(line)
        ));
    }
    picture.push_str("</g>\n</svg>\n");
    Ok(picture)
}

/// As text in XML.
fn escaped(line: &str) -> String {
    line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_shows_the_last_block_before_the_tests() {
        let page = "```console\n$ one\n```\n```console\n$ printf '<\\351>' | cargo run --release -p placemat-cli -- check\n-:1:2\n  ^^\n```\n\n## Test it\n```console\n$ two\n```\n";
        let picture = draw(page).unwrap();
        assert!(picture.contains(">$ printf '&lt;\\351&gt;' | placemat check</text>"), "{picture}");
        assert_eq!(picture.matches("<text ").count(), 3);
        assert!(!picture.contains("one") && !picture.contains("two"));
        assert!(draw("no such section").is_err());
    }
}
