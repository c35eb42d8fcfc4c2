//! Colours.

use std::io::{self, IsTerminal};

use anstyle::{AnsiColor, Style};

/// The colours of the report; by default there are none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// The path and the position.
    pub(crate) location: Style,
    /// What is ill-formed.
    pub(crate) bad: Style,
    /// What is well-formed around it.
    pub(crate) around: Style,
    /// That all is well.
    pub(crate) good: Style,
}

impl Palette {
    pub(crate) const COLOURS: Self = Self {
        location: Style::new().bold(),
        bad: AnsiColor::Red.on_default().bold(),
        around: Style::new().dimmed(),
        good: AnsiColor::Green.on_default(),
    };

    /// Colours if standard output is a terminal, unless the environment says otherwise.
    pub(crate) fn for_stdout() -> Self {
        let wishes = Wishes {
            no_color: anstyle_query::no_color(),
            force: anstyle_query::clicolor_force(),
            clicolor: anstyle_query::clicolor(),
            able: anstyle_query::term_supports_color(),
        };
        let wanted = wishes.want_colours(io::stdout().is_terminal());
        // On Windows, an old console must be asked for colours, and may refuse.
        if wanted && anstyle_query::windows::enable_ansi_colors().unwrap_or(true) {
            Self::COLOURS
        } else {
            Self::default()
        }
    }
}

/// What the environment says about colours. Help and messages, which clap prints, follow the same variables.
#[derive(Clone, Copy, Debug)]
struct Wishes {
    /// `NO_COLOR` is set and not empty.
    no_color: bool,
    /// `CLICOLOR_FORCE` is set and not empty.
    force: bool,
    /// `CLICOLOR` is set, and not 0.
    clicolor: Option<bool>,
    /// `TERM` names a terminal that can show colours.
    able: bool,
}

impl Wishes {
    fn want_colours(self, terminal: bool) -> bool {
        match self {
            Self { no_color: true, .. } => false,
            Self { force: true, .. } => true,
            Self { clicolor: Some(false), .. } => false,
            Self { clicolor, able, .. } => terminal && (able || clicolor.is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_unless_the_environment_says_otherwise() {
        let none = Wishes { no_color: false, force: false, clicolor: None, able: true };
        for (wishes, on_a_terminal, elsewhere) in [
            (none, true, false),
            (Wishes { able: false, ..none }, false, false),
            (Wishes { able: false, clicolor: Some(true), ..none }, true, false),
            (Wishes { clicolor: Some(false), ..none }, false, false),
            (Wishes { force: true, clicolor: Some(false), ..none }, true, true),
            (Wishes { no_color: true, force: true, ..none }, false, false),
        ] {
            assert_eq!(wishes.want_colours(true), on_a_terminal, "{wishes:?}");
            assert_eq!(wishes.want_colours(false), elsewhere, "{wishes:?}");
        }
    }

    #[test]
    fn without_colours_nothing_is_written() {
        let plain = Palette::default();
        assert_eq!(format!("{0}x{0:#}", plain.bad), "x");
        assert_ne!(format!("{0}x{0:#}", Palette::COLOURS.bad), "x");
    }
}
