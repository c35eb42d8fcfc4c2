//! Rules beyond RFC 3629; text that violates one is still UTF-8.

mod characters;
mod needed;
mod remover;
mod search;

use std::{borrow::Cow, path::Path};

use crate::args::{BomRule, CheckArgs, Forbidden, REMOVABLE};
use crate::editorconfig::{Required, Setting};
use crate::respell::double::{Counts, Finder, windows_1252_of};
use crate::stream::Position;
use crate::text::{Name, character_name, code_points, count};
use characters::{Characters, Scanner};
pub(crate) use remover::Remover;
use search::Search;

const BOM: char = '\u{FEFF}';

/// A violation of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lint {
    pub(crate) place: Place,
    pub(crate) rule: Rule,
}

/// A place in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The number of bytes before it.
    pub(crate) offset: u64,
    pub(crate) position: Position,
}

impl Place {
    pub(crate) const START: Self = Self { offset: 0, position: Position::START };

    /// Moves past `text`.
    fn pass(&mut self, text: &str) {
        self.offset += count(text.len());
        self.position.pass_text(text);
    }
}

/// The violated rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// `--forbid`: a character.
    Character(Forbidden, char),
    /// `--forbid double-encoded`: text that was encoded twice.
    Double { is: String, would_be: String },
    /// `--editorconfig`: the input is not in the encoding that is set, as `len` bytes show.
    Charset { what: String, len: u64, setting: Setting, fix: Option<Fix> },
}

/// What to do about a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fix {
    /// The command, without `placemat` and the input.
    pub(crate) command: &'static str,
    pub(crate) does: &'static str,
}

impl Rule {
    /// The name for programs.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Character(forbidden, _) => forbidden.name(),
            Self::Double { .. } => Forbidden::DoubleEncoded.name(),
            Self::Charset { .. } => "charset",
        }
    }

    /// The number of bytes that violate it.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::Character(_, char) => count(char.len_utf8()),
            Self::Double { is, .. } => count(is.len()),
            Self::Charset { len, .. } => *len,
        }
    }
}

impl Lint {
    /// The message for people, with a command for the input of this name.
    pub(crate) fn words(&self, name: Name<'_>) -> String {
        let input = name.in_command();
        match &self.rule {
            Rule::Character(Forbidden::Bom, _) if self.place.offset == 0 => {
                format!(
                    "EF BB BF is a byte order mark (U+FEFF); `placemat convert --bom strip {input}` removes it"
                )
            }
            Rule::Character(forbidden, char) => {
                let name = match forbidden {
                    Forbidden::Nul | Forbidden::Bidi | Forbidden::Invisible | Forbidden::Replacement => {
                        format!(" {}", character_name(*char))
                    }
                    _ => String::new(),
                };
                let is = format!("U+{:04X}{name} is forbidden ({})", u32::from(*char), forbidden.name());
                let shows = format!("`placemat inspect --at {} {input}` shows it", self.place.offset);
                let more = match windows_1252_of(*char) {
                    Some(meant) => format!(", and in Windows-1252 it is {meant}"),
                    None if is_removable(*forbidden, *char) => {
                        format!(", `placemat repair --remove {} {input}` removes it", forbidden.name())
                    }
                    None => String::new(),
                };
                format!("{is}; {shows}{more}")
            }
            Rule::Double { is, would_be } => format!(
                "encoded twice: {} would be {}; `placemat repair --double-encoded {input}` decodes it",
                code_points(is),
                code_points(would_be)
            ),
            Rule::Charset { what, setting, fix, .. } => {
                let fix = fix.map_or_else(String::new, |Fix { command, does }| {
                    format!("; `placemat {command} {input}` {does}")
                });
                format!("{what}, but {setting}{fix}")
            }
        }
    }
}

/// Whether a character of this kind can be left out without loss of text. A C1 control cannot: it is mostly a character
/// of Windows-1252.
fn is_removable(kind: Forbidden, char: char) -> bool {
    REMOVABLE.contains(&kind) && !matches!(char, '\u{80}'..='\u{9F}')
}

/// The rules that the arguments set.
pub(crate) struct Rules {
    bom: bool,
    /// The characters that are forbidden, if any are.
    scanner: Option<Scanner>,
    double: bool,
}

impl Rules {
    pub(crate) fn new(args: &CheckArgs) -> Self {
        let mut forbidden = args.forbid.clone();
        if args.bom == BomRule::Forbid {
            forbidden.push(Forbidden::Bom);
        }
        let forbids = |what| forbidden.contains(&what);
        Self {
            bom: forbids(Forbidden::Bom),
            scanner: Scanner::new(&forbidden),
            double: forbids(Forbidden::DoubleEncoded),
        }
    }
}

/// Checks the text of one input.
pub(crate) struct Lints<'a> {
    bom: bool,
    /// The setting for the start of the input, until that is read.
    setting: Option<Setting>,
    characters: Option<Characters<'a>>,
    double: Option<Search>,
}

/// Receives violations. Those of one rule are in order.
pub(crate) type Out<'a> = dyn FnMut(Lint) + 'a;

impl<'a> Lints<'a> {
    pub(crate) fn new(rules: &'a Rules, path: &Path) -> Self {
        Self {
            bom: rules.bom,
            setting: None,
            characters: rules.scanner.as_ref().map(|scanner| Characters::new(Cow::Borrowed(scanner))),
            double: rules.double.then(|| Search::new(Finder::new(Counts::of(path)))),
        }
    }

    /// Also checks the start of the input against this setting.
    pub(crate) fn set(&mut self, setting: Option<Setting>) {
        self.setting = setting;
    }

    /// Whether [`text`](Self::text) needs the position.
    pub(crate) fn need_position(&self) -> bool {
        self.characters.is_some()
    }

    /// Checks the text at this place.
    pub(crate) fn text(&mut self, place: Place, text: &str, out: &mut Out<'_>) {
        self.begin(text.starts_with(BOM), out);
        if self.bom && place.offset == 0 && text.starts_with(BOM) {
            out(Lint { place, rule: Rule::Character(Forbidden::Bom, BOM) });
        }
        if let Some(characters) = &mut self.characters {
            characters.text(place, text, out);
        }
        if let Some(double) = &mut self.double {
            double.text(text, out);
        }
    }

    /// Checks the first bytes, if these are, against the setting.
    fn begin(&mut self, has_bom: bool, out: &mut Out<'_>) {
        let Some(setting) = self.setting.take() else { return };
        let (what, len, command, does) = match setting.required {
            // A byte order mark that the arguments forbid is reported only once.
            Required::Utf8 if has_bom && !self.bom => {
                ("EF BB BF is a byte order mark (U+FEFF)", 3, "convert --bom strip", "removes it")
            }
            Required::Utf8Bom if !has_bom => {
                ("there is no byte order mark (U+FEFF)", 0, "convert --bom add", "adds it")
            }
            _ => return,
        };
        let fix = Some(Fix { command, does });
        out(Lint { place: Place::START, rule: Rule::Charset { what: what.into(), len, setting, fix } });
    }

    /// Ends the input, or a part of it that precedes an invalid sequence of `invalid` bytes.
    pub(crate) fn end(&mut self, invalid: usize, out: &mut Out<'_>) {
        if invalid > 0 {
            self.begin(false, out);
        }
        if let Some(characters) = &mut self.characters {
            characters.end(out);
        }
        if let Some(double) = &mut self.double {
            double.end(invalid, out);
        }
    }
}
