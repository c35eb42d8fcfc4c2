//! Colours.

use std::{
    env,
    ffi::OsStr,
    io::{self, IsTerminal},
};

use anstyle::{AnsiColor, Style};

/// The colours of the report; none where they are not wanted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// Where: the path and the position.
    pub(crate) place: Style,
    /// What is ill-formed.
    pub(crate) bad: Style,
    /// What is well-formed around it.
    pub(crate) around: Style,
    /// That all is well.
    pub(crate) good: Style,
}

impl Palette {
    pub(crate) const COLOURS: Self = Self {
        place: Style::new().bold(),
        bad: AnsiColor::Red.on_default().bold(),
        around: Style::new().dimmed(),
        good: AnsiColor::Green.on_default(),
    };

    /// Colours if standard output is a terminal and `NO_COLOR` is unset.
    pub(crate) fn for_stdout() -> Self {
        let wanted = are_wanted(
            io::stdout().is_terminal(),
            env::var_os("NO_COLOR").as_deref(),
            env::var_os("TERM").as_deref(),
        );
        // An old console of Windows has to be told, and may refuse.
        if wanted && anstyle_query::windows::enable_ansi_colors().unwrap_or(true) {
            Self::COLOURS
        } else {
            Self::default()
        }
    }
}

fn are_wanted(terminal: bool, no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    terminal && no_color.is_none() && term.is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_without_no_color() {
        let set = Some(OsStr::new("1"));
        assert!(are_wanted(true, None, Some(OsStr::new("xterm"))));
        assert!(are_wanted(true, None, None));
        assert!(!are_wanted(false, None, None));
        assert!(!are_wanted(true, set, None));
        assert!(!are_wanted(true, Some(OsStr::new("")), None));
        assert!(!are_wanted(true, None, Some(OsStr::new("dumb"))));
    }

    #[test]
    fn without_colours_nothing_is_written() {
        let plain = Palette::default();
        assert_eq!(format!("{0}x{0:#}", plain.bad), "x");
        assert_ne!(format!("{0}x{0:#}", Palette::COLOURS.bad), "x");
    }
}
