//! The links between the project's pages: the file is there, and the heading too.

use std::path::{Component, Path, PathBuf};

use anyhow::Result;

use super::Report;
use crate::project::workspace::Workspace;

pub(super) fn judge(workspace: &Workspace, report: &mut Report) -> Result<()> {
    let files = workspace.files()?;
    let read = |path: &Path| workspace.read(path).ok();
    let exists = |path: &Path| workspace.root.join(path).exists();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "md")) {
        report.faults(faults(file, &workspace.read(file)?, &exists, &read));
    }
    Ok(())
}

/// The links of `page` that lead nowhere.
fn faults(
    page: &Path,
    text: &str,
    exists: &dyn Fn(&Path) -> bool,
    read: &dyn Fn(&Path) -> Option<String>,
) -> Vec<String> {
    let mut faults = Vec::new();
    for target in targets(text) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let path = if file.is_empty() {
            page.to_owned()
        } else {
            normal(&page.parent().unwrap_or(Path::new("")).join(file))
        };
        if !exists(&path) {
            faults.push(format!("{} links to {target}, which does not exist", page.display()));
        } else if !heading.is_empty()
            && !read(&path).is_some_and(|text| headings(&text).any(|id| id == heading))
        {
            faults.push(format!("{} links to {target}, and there is no such heading", page.display()));
        }
    }
    faults
}

/// The text between `](` and `)`, outside code blocks.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    prose(text)
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| target)
}

/// The ids that renderers give to a page's headings.
fn headings(text: &str) -> impl Iterator<Item = String> {
    prose(text).filter(|line| line.starts_with('#')).map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        title
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                _ if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
                _ => None,
            })
            .collect()
    })
}

fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    })
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_is_a_fault() {
        let pages =
            [("docs/src/a.md", "# A page's title\n\n## The `Scan` type\n"), ("README.md", "# Read me\n")];
        let read = |path: &Path| {
            let found = pages.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, text)| (*text).to_owned())
        };
        let exists = |path: &Path| read(path).is_some();
        for (link, count) in [
            ("[x](a.md)", 0),
            ("[x](./a.md#a-pages-title) and [y](a.md#the-scan-type)", 0),
            ("[x](../../README.md)", 0),
            ("[x](https://example.org/y.md)", 0),
            ("```text\n[x](b.md)\n```", 0),
            ("[x](b.md)", 1),
            ("[x](a.md#another)", 1),
            ("[x](README.md) and ![y](images/no.svg)", 2),
        ] {
            let found = faults(Path::new("docs/src/a2.md"), link, &exists, &read);
            assert_eq!(found.len(), count, "{link}: {found:?}");
        }
    }
}
