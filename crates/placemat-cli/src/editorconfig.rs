//! The `charset` that `.editorconfig` files set (<https://spec.editorconfig.org>).

mod pattern;

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Component, Path, PathBuf};
use std::{env, fmt, sync::Arc};

use pattern::Pattern;

use crate::{charset::Order, text::shown};

/// The name of the files, and of the property.
const FILE: &str = ".editorconfig";
const PROPERTY: &str = "charset";

/// An encoding that a file must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Required {
    Latin1,
    /// UTF-8 without a byte order mark.
    Utf8,
    Utf8Bom,
    /// UTF-16 in this order, with a byte order mark or without.
    Utf16(Order),
}

impl Required {
    const ALL: [Self; 5] =
        [Self::Latin1, Self::Utf8, Self::Utf8Bom, Self::Utf16(Order::Big), Self::Utf16(Order::Little)];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Latin1 => "latin1",
            Self::Utf8 => "utf-8",
            Self::Utf8Bom => "utf-8-bom",
            Self::Utf16(Order::Big) => "utf-16be",
            Self::Utf16(Order::Little) => "utf-16le",
        }
    }
}

/// The encoding of a file, and the line that sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    pub(crate) required: Required,
    source: Arc<str>,
}

impl Setting {
    /// Whether it is another encoding than UTF-8.
    pub(crate) fn is_other_charset(&self) -> bool {
        !matches!(self.required, Required::Utf8 | Required::Utf8Bom)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} sets {PROPERTY} = {}", self.source, self.required.name())
    }
}

/// Finds the setting for one path after another. Remembers only the files above the last one, so memory is bounded.
pub(crate) struct EditorConfig {
    /// The directory that messages are relative to.
    current: PathBuf,
    /// The directories from one with `root = true`, or from the root of the file system, to the last one.
    dirs: Vec<Dir>,
}

struct Dir {
    path: PathBuf,
    /// Whether the file here is the topmost one to apply.
    is_root: bool,
    /// The sections with the property.
    sections: Vec<Section>,
}

struct Section {
    pattern: Pattern,
    value: String,
    /// The line that sets the value.
    line: usize,
}

impl EditorConfig {
    pub(crate) fn new() -> Self {
        Self { current: env::current_dir().unwrap_or_default(), dirs: Vec::new() }
    }

    /// The setting for a file. It is an error if an `.editorconfig` is invalid or cannot be read.
    pub(crate) fn setting(&mut self, path: &Path) -> io::Result<Option<Setting>> {
        let parent = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let dir = if parent.components().any(|part| part == Component::ParentDir) {
            fs::canonicalize(parent)?
        } else {
            std::path::absolute(parent)?
        };
        self.enter(&dir)?;
        let path = dir.join(path.file_name().unwrap_or_default());
        for dir in self.dirs.iter().rev() {
            let relative = path.strip_prefix(&dir.path).unwrap_or(&path);
            if let Some(section) = dir.sections.iter().rev().find(|section| section.pattern.matches(relative))
            {
                return self.read(&dir.path.join(FILE), section);
            }
            if dir.is_root {
                break;
            }
        }
        Ok(None)
    }

    /// Reads the files for a directory, from there upwards.
    fn enter(&mut self, dir: &Path) -> io::Result<()> {
        while self.dirs.pop_if(|known| !dir.starts_with(&known.path)).is_some() {}
        let mut missing = Vec::new();
        for dir in dir.ancestors().take_while(|dir| self.dirs.last().is_none_or(|last| last.path != **dir)) {
            let dir = self.open(dir)?;
            let is_root = dir.is_root;
            missing.push(dir);
            if is_root {
                self.dirs.clear();
                break;
            }
        }
        self.dirs.extend(missing.into_iter().rev());
        Ok(())
    }

    fn open(&self, dir: &Path) -> io::Result<Dir> {
        let mut found = Dir { path: dir.to_owned(), is_root: false, sections: Vec::new() };
        let path = dir.join(FILE);
        let wrong = |line: usize, message: &dyn fmt::Display| {
            let line = if line > 0 { format!(":{line}") } else { String::new() };
            io::Error::other(format!("{}{line}: {message}", self.shown(&path)))
        };
        match fs::metadata(&path) {
            Ok(of) if of.is_file() => {}
            Ok(_) => return Err(wrong(0, &"not a regular file")),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(found);
            }
            Err(error) => return Err(wrong(0, &error)),
        }
        let file = File::open(&path).map_err(|error| wrong(0, &error))?;
        let mut pattern = None;
        for (number, line) in (1..).zip(BufReader::new(file).lines()) {
            let line = line.map_err(|error| wrong(number, &error))?;
            match parse(line.strip_prefix('\u{FEFF}').unwrap_or(&line)) {
                Some(Line::Nothing) => {}
                Some(Line::Section(header)) => pattern = Some(header.to_owned()),
                Some(Line::Pair(key, value)) => match &pattern {
                    None if key.eq_ignore_ascii_case("root") => {
                        found.is_root = value.eq_ignore_ascii_case("true");
                    }
                    Some(header) if key.eq_ignore_ascii_case(PROPERTY) => {
                        let what = || format!("the pattern of [{}] is invalid", header.escape_debug());
                        let pattern = Pattern::new(header).map_err(|_| wrong(number, &what()))?;
                        let value = value.to_ascii_lowercase();
                        found.sections.push(Section { pattern, value, line: number });
                    }
                    _ => {}
                },
                None => return Err(wrong(number, &"no section, comment or `key = value`")),
            }
        }
        Ok(found)
    }

    /// Reads the value of the property.
    fn read(&self, path: &Path, section: &Section) -> io::Result<Option<Setting>> {
        let Section { value, line, .. } = section;
        if value.is_empty() || value == "unset" {
            return Ok(None);
        }
        let source = format!("{}:{line}", self.shown(path));
        match Required::ALL.into_iter().find(|known| known.name() == value) {
            Some(required) => Ok(Some(Setting { required, source: source.into() })),
            None => {
                let names = Required::ALL.map(Required::name).join(", ");
                let message = format!("{source}: {PROPERTY} = {value} is not one of {names}, unset");
                Err(io::Error::other(message))
            }
        }
    }

    fn shown(&self, path: &Path) -> String {
        shown(path.strip_prefix(&self.current).unwrap_or(path))
    }
}

enum Line<'a> {
    Nothing,
    Section(&'a str),
    Pair(&'a str, &'a str),
}

fn parse(line: &str) -> Option<Line<'_>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', ';']) {
        return Some(Line::Nothing);
    }
    if let Some(header) = line.strip_prefix('[') {
        // Something may be a comment only after the header.
        let end = header.rfind(']')?;
        let after = header[end + 1..].trim_start();
        let is_header = end > 0 && (after.is_empty() || after.starts_with(['#', ';']));
        return is_header.then(|| Line::Section(&header[..end]));
    }
    let (key, value) = line.split_once('=')?;
    let key = key.trim_end();
    (!key.is_empty()).then(|| Line::Pair(key, value.trim_start()))
}
