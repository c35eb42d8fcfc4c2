//! Colours.

use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The colours of the report; by default there are none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// The path and the position.
    pub(crate) location: Style,
    /// What is invalid.
    pub(crate) bad: Style,
    /// What is valid around it.
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

    /// Colours if standard output is a terminal, unless the environment says otherwise. Help and messages, which
    /// clap prints, follow the same rules.
    pub(crate) fn for_stdout() -> Self {
        let wanted = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        // On Windows, an old console must be asked for colours, and may refuse.
        if wanted && anstyle_query::windows::enable_ansi_colors().unwrap_or(true) {
            Self::COLOURS
        } else {
            Self::default()
        }
    }
}
