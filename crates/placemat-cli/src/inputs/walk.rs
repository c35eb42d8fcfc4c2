//! The files below a directory.
//!
//! Of each directory on the way down there is a list of names, the shortest form of what has to be known to sort
//! them; half a million names take some 30 MiB.

use std::{
    collections::VecDeque,
    ffi::OsStr,
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
    vec,
};

use ignore::{
    Match,
    gitignore::Gitignore,
    overrides::{Override, OverrideBuilder},
};

use super::{Input, ignored};
use crate::args::CheckArgs;

/// What is looked at, in every directory that is named.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    globs: Override,
    gitignore: bool,
    follow: bool,
}

impl Rules {
    /// The rules that the arguments set; or what is wrong with them.
    pub(crate) fn new(args: &CheckArgs) -> Result<Self, String> {
        // Paths are matched relative to the directory that is named.
        let mut globs = OverrideBuilder::new("");
        let added = args.glob.iter().try_for_each(|glob| globs.add(glob).map(|_| ()));
        let globs = added.and_then(|()| globs.build()).map_err(|error| format!("--glob: {error}"))?;
        Ok(Self { globs, gitignore: !args.no_ignore, follow: args.follow })
    }
}

/// The regular files below one directory: a directory's names in the order of their octets, and what is below a name
/// in its place.
pub(crate) struct Walk {
    root: PathBuf,
    rules: Rules,
    /// Directories above the root whose .gitignore has a say, innermost first.
    above: Vec<Above>,
    /// The directory that is looked at, last, and those that it lies in.
    open: Vec<Dir>,
    /// What is to be said before anything else.
    said: VecDeque<Input>,
}

struct Above {
    ignored: Gitignore,
    /// The way from there to the root.
    way: PathBuf,
}

struct Dir {
    /// The way from the root.
    way: PathBuf,
    /// What has not yet been looked at, sorted.
    names: vec::IntoIter<(Box<OsStr>, Kind)>,
    ignored: Gitignore,
    is_repository: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Dir,
    Link,
}

impl Kind {
    /// `None` for pipes, devices and the like.
    fn new(of: FileType) -> Option<Self> {
        match of {
            _ if of.is_file() => Some(Self::File),
            _ if of.is_dir() => Some(Self::Dir),
            _ if of.is_symlink() => Some(Self::Link),
            _ => None,
        }
    }
}

impl Walk {
    /// The files below `root`.
    pub(crate) fn new(root: PathBuf, rules: &Rules) -> Self {
        let mut walk =
            Self { rules: rules.clone(), above: Vec::new(), open: Vec::new(), said: VecDeque::new(), root };
        walk.enter(PathBuf::new(), walk.root.clone());
        if walk.rules.gitignore && walk.open.first().is_some_and(|dir| !dir.is_repository) {
            walk.look_above();
        }
        walk
    }

    /// Reads the .gitignore files of the directories above, as far as the repository goes, if there is one.
    fn look_above(&mut self) {
        // What a link points to lies where it lies. Without a real path, nothing is known of what is above.
        let Ok(real) = fs::canonicalize(&self.root) else { return };
        for dir in real.ancestors().skip(1) {
            let ignored = self.rules_of(dir);
            if let Some(way) = real.strip_prefix(dir).ok().filter(|_| !ignored.is_empty()) {
                self.above.push(Above { ignored, way: way.to_owned() });
            }
            if fs::symlink_metadata(dir.join(ignored::REPOSITORY)).is_ok() {
                return;
            }
        }
    }

    /// What the .gitignore file in `dir` says.
    fn rules_of(&mut self, dir: &Path) -> Gitignore {
        let (ignored, wrong) = ignored::read(dir);
        self.said.extend(wrong.map(|wrong| Input::Note(dir.join(ignored::NAME), wrong)));
        ignored
    }

    /// Goes down into the directory `path`.
    fn enter(&mut self, way: PathBuf, path: PathBuf) {
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) => return self.said.push_back(Input::Failed(path, error)),
        };
        let mut names = Vec::new();
        let (mut has_rules, mut is_repository) = (false, false);
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    // What was found until then is checked all the same.
                    self.said.push_back(Input::Failed(path.clone(), error));
                    break;
                }
            };
            let name = entry.file_name();
            if name == ignored::REPOSITORY {
                is_repository = true;
                continue;
            }
            has_rules |= name == ignored::NAME;
            match entry.file_type().map(Kind::new) {
                Ok(None) => {}
                Ok(Some(kind)) => names.push((name.into_boxed_os_str(), kind)),
                Err(error) => self.said.push_back(Input::Failed(entry.path(), error)),
            }
        }
        names.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        let ignored =
            if has_rules && self.rules.gitignore { self.rules_of(&path) } else { Gitignore::empty() };
        self.open.push(Dir { way, names: names.into_iter(), ignored, is_repository });
    }

    /// What to do about an entry: many are passed over in silence.
    fn visit(&mut self, way: PathBuf, found: Kind) -> Option<Input> {
        let path = self.root.join(&way);
        let kind = match found {
            Kind::Link if self.rules.follow => match fs::metadata(&path) {
                Ok(of) => Kind::new(of.file_type())?,
                Err(error) => return self.is_wanted(&way, false).then_some(Input::Failed(path, error)),
            },
            kind => kind,
        };
        if !self.is_wanted(&way, kind == Kind::Dir) {
            return None;
        }
        if kind == Kind::File {
            return Some(Input::Found(path));
        }
        let above = if found == Kind::Link { self.leads_back_to(&path) } else { None };
        match (kind, above) {
            (Kind::Dir, None) => self.enter(way, path),
            (Kind::Dir, Some(above)) => {
                let text = format!("a link back to {}, which it lies in", crate::text::shown(&above));
                return Some(Input::Failed(path, io::Error::other(text)));
            }
            (_, Some(_)) => {
                return Some(Input::Note(path, "a link back to a directory above it, not followed".into()));
            }
            (_, None) => {}
        }
        None
    }

    /// Whether an entry is looked at: a file for itself, a directory for what is below.
    fn is_wanted(&self, way: &Path, is_dir: bool) -> bool {
        !self.rules.globs.matched(way, is_dir).is_ignore() && !self.is_ignored(way, is_dir)
    }

    /// Whether .gitignore leaves an entry out; the innermost file that speaks of it decides.
    fn is_ignored(&self, way: &Path, is_dir: bool) -> bool {
        for dir in self.open.iter().rev() {
            let way = way.strip_prefix(&dir.way).unwrap_or(way);
            match dir.ignored.matched(way, is_dir) {
                Match::None if dir.is_repository => return false,
                Match::None => {}
                verdict => return verdict.is_ignore(),
            }
        }
        let mut verdicts = self.above.iter().map(|dir| dir.ignored.matched(dir.way.join(way), is_dir));
        verdicts.find(|verdict| !verdict.is_none()).is_some_and(|verdict| verdict.is_ignore())
    }

    /// The directory that a symbolic link points to, if the link lies in it, however deep.
    fn leads_back_to(&self, link: &Path) -> Option<PathBuf> {
        let target = fs::canonicalize(link).ok().filter(|target| target.is_dir())?;
        let mut lies_in_it = false;
        // By the way on which we came, of which links that were followed may be a part.
        for dir in self.open.iter().rev() {
            let path =
                if dir.way.as_os_str().is_empty() { self.root.clone() } else { self.root.join(&dir.way) };
            let Ok(real) = fs::canonicalize(&path) else { continue };
            if real == target {
                return Some(path);
            }
            lies_in_it |= real.starts_with(&target);
        }
        lies_in_it.then_some(target)
    }
}

impl Iterator for Walk {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            if let Some(input) = self.said.pop_front() {
                return Some(input);
            }
            let dir = self.open.last_mut()?;
            match dir.names.next() {
                None => drop(self.open.pop()),
                Some((name, kind)) => {
                    let way = dir.way.join(&*name);
                    if let Some(input) = self.visit(way, kind) {
                        return Some(input);
                    }
                }
            }
        }
    }
}
