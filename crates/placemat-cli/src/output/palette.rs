//! Colours.

use std::io;

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;

/// The colours of the report. The default has none.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Palette {
    /// The path and the position.
    pub(crate) location: Style,
    /// Invalid bytes.
    pub(crate) bad: Style,
    /// The valid bytes around them.
    pub(crate) around: Style,
    /// Success.
    pub(crate) good: Style,
}

impl Palette {
    pub(crate) const COLOURS: Self = Self {
        location: Style::new().bold(),
        bad: AnsiColor::Red.on_default().bold(),
        around: Style::new().dimmed(),
        good: AnsiColor::Green.on_default(),
    };

    /// The colours for standard output. `Auto` enables them if it is a terminal, unless the environment disables them.
    /// Help and messages, which clap prints, follow the same rules.
    pub(crate) fn for_stdout(choice: ColorChoice) -> Self {
        let wanted = match choice {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        // On Windows, colours have to be enabled in an old console, which may fail.
        if wanted && anstyle_query::windows::enable_ansi_colors().unwrap_or(true) {
            Self::COLOURS
        } else {
            Self::default()
        }
    }
}
