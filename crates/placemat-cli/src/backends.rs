//! `placemat backends`.

use std::fmt::Write;

use placemat::backend::{self, Active, Known, UnsupportedError, Why};
use serde::Serialize;

use crate::{args::Format, status::Status, stdio::print};

/// Lists every backend of placemat.
pub(crate) fn run(format: Format) -> Status {
    let active = backend::active();
    let rows = backend::known().iter().map(|known| Row::new(known, active));
    let mut text = String::new();
    match format {
        Format::Human => table(rows, &mut text),
        Format::Json => {
            for row in rows {
                // A record of strings and flags can always be serialised, and writing to a string cannot fail.
                let _ = serde_json::to_string(&row).map(|line| writeln!(text, "{line}"));
            }
        }
    }
    print(text.as_bytes())
}

/// The details of a backend, in the order of the JSON form.
#[derive(Clone, Copy, Debug, Serialize)]
struct Row {
    name: &'static str,
    /// Whether it is compiled in.
    compiled: bool,
    /// Whether this machine supports it.
    available: bool,
    /// What this build or this machine lacks.
    missing: Option<&'static str>,
    active: bool,
    /// Why it is the active one.
    why: Option<&'static str>,
    /// `None` if it is not compiled in.
    summary: Option<&'static str>,
    /// The architectures that it supports; empty if it is portable.
    architectures: &'static [&'static str],
    /// The Cargo feature of placemat that enables it.
    cargo_feature: Option<&'static str>,
    /// The processor features that it requires.
    features: &'static [&'static str],
    /// Whether a build for these features selects it without run-time detection.
    fixed_by_build: bool,
    /// What a build requires in order to include it.
    needs: &'static str,
}

impl Row {
    fn new(known: &Known, active: Active) -> Self {
        let entry = backend::by_name(known.name).ok();
        let missing = match entry.map(backend::Entry::get) {
            None => Some(known.needs),
            Some(Err(UnsupportedError { feature, .. })) => Some(feature),
            Some(Ok(_)) => None,
        };
        let is_active = active.entry.name() == known.name;
        Self {
            name: known.name,
            compiled: known.compiled,
            available: missing.is_none(),
            missing,
            active: is_active,
            why: is_active.then_some(match active.why {
                Why::FixedAtBuild => "fixed_at_build",
                Why::Installed => "installed",
                Why::Detected => "detected",
            }),
            summary: entry.map(|entry| entry.info().summary()),
            architectures: known.architectures,
            cargo_feature: known.cargo_feature,
            features: known.features,
            fixed_by_build: known.fixed_by_build,
            needs: known.needs,
        }
    }

    /// Describes the state.
    fn state(self) -> String {
        match (self.compiled, self.missing, self.why) {
            (false, missing, _) => {
                format!("not in this program (needs {})", missing.unwrap_or("another build"))
            }
            (true, Some(feature), _) => format!("not on this machine (lacks {feature})"),
            (true, None, None) => "available".into(),
            (true, None, Some("detected")) => "active: the best that this machine can run".into(),
            (true, None, Some("fixed_at_build")) => "active: fixed when the program was built".into(),
            (true, None, Some(_)) => "active: asked for".into(),
        }
    }
}

/// Formats the rows as aligned columns.
fn table(rows: impl Iterator<Item = Row>, text: &mut String) {
    let rows: Vec<(Row, String)> = rows.map(|row| (row, row.state())).collect();
    let names = rows.iter().map(|(row, _)| row.name.len()).max().unwrap_or(0);
    let states = rows.iter().map(|(_, state)| state.len()).max().unwrap_or(0);
    for (row, state) in rows {
        let mark = if row.active { '*' } else { ' ' };
        let line =
            format!("{mark} {:names$}  {state:states$}  {}", row.name, row.summary.unwrap_or_default());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lines_up() {
        let rows: Vec<Row> =
            backend::known().iter().map(|known| Row::new(known, backend::active())).collect();
        let mut text = String::new();
        table(rows.iter().copied(), &mut text);
        let column = 4 + rows.iter().map(|row| row.name.len()).max().unwrap();
        for (row, line) in rows.iter().zip(text.lines()) {
            let state = row.state();
            assert_eq!((line.find(row.name), line.find(&state)), (Some(2), Some(column)), "{text}");
            assert!(row.compiled || state.contains(row.needs), "{text}");
        }
        assert_eq!(text.lines().filter(|line| line.starts_with("* ")).count(), 1, "{text}");
    }
}
