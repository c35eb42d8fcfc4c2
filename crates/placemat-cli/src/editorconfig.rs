//! The `charset` that `.editorconfig` files set (<https://spec.editorconfig.org>).

use std::{
    env, fmt, fs, io,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use ec4rs::{ConfigFile, ParseError, Section, rawvalue::RawValue};

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
            let path = path.strip_prefix(&dir.path).unwrap_or(&path);
            if let Some(section) = dir.sections.iter().rev().find(|section| section.applies_to(path)) {
                return self.read(section.props().get_raw_for_key(PROPERTY));
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
        match fs::metadata(&path) {
            Ok(of) if of.is_file() => {}
            Ok(_) => return Err(io::Error::other(format!("{}: not a regular file", self.shown(&path)))),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(found);
            }
            Err(error) => return Err(self.wrong(&path, 0, ParseError::Io(error))),
        }
        let mut file = ConfigFile::open(&path).map_err(|error| self.wrong(&path, 0, error))?;
        found.is_root = file.reader.is_root;
        while let Some(section) = file.next() {
            let section = section.map_err(|error| self.wrong(&path, file.reader.line_no(), error))?;
            if !section.props().get_raw_for_key(PROPERTY).is_unset() {
                found.sections.push(section);
            }
        }
        Ok(found)
    }

    /// Reads the value of the property.
    fn read(&self, value: &RawValue) -> io::Result<Option<Setting>> {
        let source =
            value.source().map_or_else(String::new, |(path, line)| format!("{}:{line}", self.shown(path)));
        let name = value.into_str().to_ascii_lowercase();
        if name == "unset" {
            return Ok(None);
        }
        match Required::ALL.into_iter().find(|known| known.name() == name) {
            Some(required) => Ok(Some(Setting { required, source: source.into() })),
            None => {
                let names = Required::ALL.map(Required::name).join(", ");
                let message = format!("{source}: {PROPERTY} = {name} is not one of {names}, unset");
                Err(io::Error::other(message))
            }
        }
    }

    fn wrong(&self, path: &Path, line: usize, error: ParseError) -> io::Error {
        let line = if line > 0 { format!(":{line}") } else { String::new() };
        let message = match error {
            ParseError::Io(error) => error.to_string(),
            error => error.to_string(),
        };
        io::Error::other(format!("{}{line}: {message}", self.shown(path)))
    }

    fn shown(&self, path: &Path) -> String {
        shown(path.strip_prefix(&self.current).unwrap_or(path))
    }
}
