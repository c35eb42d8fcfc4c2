//! The files below a directory.
//!
//! For each directory on the path down there is a list of names, the minimum that sorting needs; half a million names
//! take some 30 MiB.

use std::path::{Path, PathBuf};
use std::{collections::VecDeque, ffi::OsStr, fs, io, vec};

use super::ignored::{self, Ignored};
use super::input::{Found, Input};
use super::lineage::Lineage;
use super::rules::{IgnoreFiles, Rules};
use crate::place::{Dir, Id, Kind, pause};
use crate::text::shown;

/// How many directories stay open. One that lies further up is opened again from the one below it.
const MOST_OPEN: usize = 32;

/// The regular files below a directory: the entries of a directory in byte order, and the contents of a directory in
/// the place of its entry.
pub(super) struct Walk {
    root: PathBuf,
    rules: Rules,
    /// The directory that is being listed, last, and its ancestors in the walk.
    open: Vec<Level>,
    /// The path from the root to the current entry or directory.
    relative: PathBuf,
    ignore_files: IgnoreFiles,
    lineage: Lineage,
    /// Whether `lineage` has the ancestors of the root. They are needed only if there are links.
    knows_above: bool,
    /// Inputs to return before all others.
    pending: VecDeque<Input>,
}

struct Level {
    /// The entries that have not been visited, sorted.
    names: vec::IntoIter<(Box<OsStr>, Kind)>,
    /// `None` while it is closed.
    dir: Option<Dir>,
    id: Id,
    /// Whether a link leads to it, so that its parent is another directory.
    is_linked: bool,
}

impl Walk {
    /// The files below `root`.
    pub(super) fn new(root: PathBuf, rules: &Rules) -> Self {
        let mut walk = Self {
            rules: rules.clone(),
            open: Vec::new(),
            relative: PathBuf::new(),
            ignore_files: IgnoreFiles::default(),
            lineage: Lineage::default(),
            knows_above: false,
            pending: VecDeque::new(),
            root,
        };
        let is_repository = walk.enter(Dir::open(&walk.root), &walk.root.clone(), true);
        if walk.rules.gitignore && is_repository == Some(false) {
            walk.look_above();
        }
        walk
    }

    /// Reads the .gitignore files of the ancestors, up to the root of the repository, if any.
    fn look_above(&mut self) {
        // If the root is a link, these are the ancestors of its target. Without a real path, the ancestors are unknown.
        let Ok(real) = fs::canonicalize(&self.root) else { return };
        for dir in real.ancestors().skip(1) {
            let Ok(opened) = Dir::open(dir) else { return };
            let (rules, wrong) = ignored::read(&opened);
            self.note_about_rules(dir, wrong);
            if let Ok(to_root) = real.strip_prefix(dir) {
                self.ignore_files.add_above(rules, to_root);
            }
            if fs::symlink_metadata(dir.join(ignored::REPOSITORY)).is_ok() {
                return;
            }
        }
    }

    fn note_about_rules(&mut self, dir: &Path, wrong: Option<String>) {
        self.pending.extend(wrong.map(|wrong| Input::Note(dir.join(ignored::NAME), wrong)));
    }

    /// Enters a directory. Returns whether it is a repository; `None` if it cannot be entered.
    fn enter(&mut self, dir: io::Result<Dir>, path: &Path, is_linked: bool) -> Option<bool> {
        let listed = dir.and_then(|dir| Ok((dir.id()?, dir.list()?, dir)));
        let (id, entries, dir) = match listed {
            Ok(listed) => listed,
            Err(error) => {
                self.pending.push_back(Input::Failed(path.to_owned(), error));
                return None;
            }
        };
        if let Some(depth) = self.lineage.depth_of(&id) {
            // Not caused by a link: links are checked before. A directory may be mounted in two places.
            let text = format!("the same directory as {}, which it lies in", self.name_of(depth, path));
            self.pending.push_back(Input::Failed(path.to_owned(), io::Error::other(text)));
            return None;
        }
        let mut names = Vec::new();
        let (mut has_rules, mut is_repository) = (false, false);
        for entry in entries {
            let (name, kind) = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    // The entries found so far are still checked.
                    self.pending.push_back(Input::Failed(path.to_owned(), error));
                    break;
                }
            };
            if *name == *ignored::REPOSITORY {
                is_repository = true;
                continue;
            }
            has_rules |= *name == *ignored::NAME;
            match kind {
                Ok(None) => {}
                Ok(Some(kind)) => names.push((name, kind)),
                Err(error) => self.pending.push_back(Input::Failed(path.join(&*name), error)),
            }
        }
        names.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        let mut rules = Ignored::empty();
        if has_rules && self.rules.gitignore {
            let wrong;
            (rules, wrong) = ignored::read(&dir);
            self.note_about_rules(path, wrong);
        }
        self.ignore_files.enter(self.open.len(), &self.relative, rules, is_repository);
        self.lineage.enter(id.clone());
        self.open.push(Level { names: names.into_iter(), dir: Some(dir), id, is_linked });
        if let Some(far) = self.open.len().checked_sub(MOST_OPEN)
            && !self.open[far + 1].is_linked
        {
            self.open[far].dir = None;
        }
        pause("listed");
        Some(is_repository)
    }

    fn leave(&mut self) {
        let left = self.open.pop().and_then(|level| level.dir);
        self.ignore_files.leave(self.open.len());
        self.lineage.leave();
        self.relative.pop();
        if let Some(level) = self.open.last_mut().filter(|level| level.dir.is_none()) {
            let parent = left.and_then(|dir| dir.parent().ok());
            level.dir = parent.filter(|dir| dir.id().is_ok_and(|id| id == level.id));
            if level.dir.is_none() && level.names.len() > 0 {
                level.names = Vec::new().into_iter();
                let error =
                    io::Error::other("the directory below it was moved meanwhile; the rest is not read");
                self.pending.push_back(Input::Failed(self.root.join(&self.relative), error));
            }
        }
    }

    /// Decides about the entry at `relative`. Many are skipped silently.
    fn visit(&mut self, name: &OsStr, kind: Kind) -> Option<Input> {
        let dir = self.open.last()?.dir.clone()?;
        let path = self.root.join(&self.relative);
        match kind {
            Kind::File if self.is_wanted(false) => {
                let place = dir.at(name);
                // Of this command or of another one that runs at the same time.
                (!place.is_temporary()).then(|| Input::Found(Found::new(path, place, false)))
            }
            Kind::File => None,
            Kind::Dir => {
                if self.is_wanted(true) {
                    self.enter(dir.enter(name, false), &path, false);
                }
                None
            }
            Kind::Link => self.visit_link(&dir, name, path),
        }
    }

    fn visit_link(&mut self, dir: &Dir, name: &OsStr, path: PathBuf) -> Option<Input> {
        let follow = self.rules.follow;
        let target = dir.metadata(name);
        let is_dir = matches!(target, Ok((Some(Kind::Dir), _)));
        if !self.is_wanted(follow && is_dir) {
            return None;
        }
        match target {
            Err(error) => follow.then(|| Input::Failed(path, error)),
            Ok((Some(Kind::File), _)) => follow.then(|| Input::Found(Found::new(path, dir.at(name), true))),
            Ok((Some(Kind::Dir), id)) => {
                if !self.knows_above {
                    if let Ok(root) = Dir::open(&self.root) {
                        self.lineage.add_ancestors(0, &root);
                    }
                    self.knows_above = true;
                }
                match self.lineage.depth_of(&id) {
                    Some(depth) if follow => {
                        let text = format!("a link back to {}, which it lies in", self.name_of(depth, &path));
                        Some(Input::Failed(path, io::Error::other(text)))
                    }
                    Some(_) => {
                        let text = "a link back to a directory above it, not followed";
                        Some(Input::Note(path, text.into()))
                    }
                    None => {
                        let target = follow.then(|| dir.enter(name, true));
                        if let Some(Ok(dir)) = target
                            && self.enter(Ok(dir.clone()), &path, true).is_some()
                        {
                            self.lineage.add_ancestors(self.open.len() - 1, &dir);
                        }
                        None
                    }
                }
            }
            Ok(_) => None,
        }
    }

    /// The name of a directory of the lineage, to which `path` leads.
    fn name_of(&self, depth: Option<usize>, path: &Path) -> String {
        match depth {
            Some(0) => shown(&self.root),
            Some(depth) => shown(&self.root.join(self.relative.iter().take(depth).collect::<PathBuf>())),
            None => fs::canonicalize(path).map_or_else(|_| "a directory above".into(), |real| shown(&real)),
        }
    }

    /// Whether the globs select the entry at `relative`: a file itself, or a directory for its contents.
    fn is_wanted(&self, is_dir: bool) -> bool {
        !self.rules.globs.matched(&self.relative, is_dir).is_ignore()
            && !self.ignore_files.leave_out(&self.relative, is_dir)
    }
}

impl Iterator for Walk {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            if let Some(input) = self.pending.pop_front() {
                return Some(input);
            }
            match self.open.last_mut()?.names.next() {
                None => self.leave(),
                Some((name, kind)) => {
                    let depth = self.open.len();
                    self.relative.push(&*name);
                    let input = self.visit(&name, kind);
                    if self.open.len() == depth {
                        self.relative.pop();
                    }
                    if input.is_some() {
                        return input;
                    }
                }
            }
        }
    }
}
