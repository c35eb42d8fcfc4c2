//! All inputs as one lazy sequence. A list or a tree of any size needs no more memory than the directories on the
//! path to one file.

mod ignored;
mod input;
mod lineage;
mod list;
mod rules;
mod walk;

use std::path::{Path, PathBuf};
use std::{fs, io, vec};

pub(crate) use input::{Found, Input};

use crate::args::{CheckArgs, SelectionArgs};
use crate::place::Place;
use list::List;
use rules::Rules;
use walk::Walk;

/// All inputs, in order.
pub(crate) struct Inputs {
    named: vec::IntoIter<PathBuf>,
    list: Option<List>,
    walk: Option<Walk>,
    rules: Rules,
    stdin_taken: bool,
}

impl Inputs {
    /// The inputs of `check`, or an error in the arguments.
    pub(crate) fn of(args: &CheckArgs) -> Result<Self, String> {
        let list = args.files_from.as_deref().map(|path| List::open(path, args.null)).transpose()?;
        Self::listed(&args.paths, list, &args.selection)
    }

    /// The inputs that these arguments name.
    pub(crate) fn new(paths: &[PathBuf], selection: &SelectionArgs) -> Result<Self, String> {
        Self::listed(paths, None, selection)
    }

    fn listed(paths: &[PathBuf], list: Option<List>, selection: &SelectionArgs) -> Result<Self, String> {
        let rules = Rules::new(selection)?;
        let mut named = paths.to_vec();
        if named.is_empty() && list.is_none() {
            named.push(PathBuf::from("-"));
        }
        let stdin_taken = list.as_ref().is_some_and(List::is_stdin);
        Ok(Self { named: named.into_iter(), list, walk: None, rules, stdin_taken })
    }

    /// The total number of bytes, if known in advance: if only regular files are named.
    pub(crate) fn total(&self) -> Option<u64> {
        if self.list.is_some() {
            return None;
        }
        self.named.as_slice().iter().try_fold(0_u64, |sum, path| match fs::metadata(path) {
            Ok(of) if of.is_file() && !is_stdin(path) => Some(sum.saturating_add(of.len())),
            _ => None,
        })
    }

    fn open(&mut self, path: PathBuf) -> Option<Input> {
        if is_stdin(&path) {
            if self.stdin_taken {
                return Some(Input::Failed(path, io::Error::other("standard input can be read only once")));
            }
            self.stdin_taken = true;
            return Some(Input::Stdin);
        }
        match fs::metadata(&path) {
            Ok(of) if of.is_dir() => {
                self.walk = Some(Walk::new(path, &self.rules));
                None
            }
            Ok(_) if Place::named(&path).is_ok_and(|place| place.is_temporary()) => {
                let error = io::Error::other("the temporary file of a command that is running");
                Some(Input::Failed(path, error))
            }
            Ok(_) => Some(Input::Named(path)),
            Err(error) => Some(Input::Failed(path, error)),
        }
    }

    /// Adds a remark to the error for a listed path, if the list itself looks wrong.
    fn doubt(&self, input: Input) -> Input {
        let Some(list) = &self.list else { return input };
        match input {
            Input::Failed(path, error) => {
                let error = list.doubt(&path, error);
                Input::Failed(path, error)
            }
            input => input,
        }
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            if let Some(walk) = &mut self.walk {
                match walk.next() {
                    Some(input) => return Some(input),
                    None => self.walk = None,
                }
            }
            let input = match self.named.next() {
                Some(path) => self.open(path),
                None => match self.list.as_mut()?.next()? {
                    Ok(path) => self.open(path).map(|input| self.doubt(input)),
                    Err((path, error)) => Some(Input::Failed(path, error)),
                },
            };
            if let Some(input) = input {
                return Some(input);
            }
        }
    }
}

/// A file with this name is `./-`.
fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}
