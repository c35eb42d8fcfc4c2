//! The directories that a walk is in, and all that these lie in. A link to one of them would lead round in a
//! circle.

use std::{collections::HashMap, path::Path};

use super::anchor::{Anchor, Id};

/// The directories that a walk is in, and all that these lie in.
#[derive(Default)]
pub(super) struct Lineage {
    /// How deep in the walk a directory is; `None` if the walk is not in it, but in something that it
    /// contains.
    depths: HashMap<Id, Option<usize>>,
    /// For each directory that the walk is in, what has to be removed when it is left.
    added: Vec<Vec<Id>>,
}

impl Lineage {
    /// Whether the walk is in the directory `id`, or in something below it, and how deep.
    pub(super) fn depth_of(&self, id: &Id) -> Option<Option<usize>> {
        self.depths.get(id).copied()
    }

    /// Enters a directory that is not in the lineage.
    pub(super) fn enter(&mut self, id: Id) {
        self.depths.insert(id.clone(), Some(self.added.len()));
        self.added.push(vec![id]);
    }

    /// Adds what the directory `path`, at this depth, lies in. Not needed for one that was found in the last
    /// one: what that lies in is known.
    pub(super) fn add_ancestors(&mut self, depth: usize, anchor: &Anchor, path: &Path) {
        let Some(added) = self.added.get_mut(depth) else { return };
        for id in anchor.ancestors(path, |id| self.depths.contains_key(id)) {
            self.depths.insert(id.clone(), None);
            added.push(id);
        }
    }

    /// Leaves the last directory.
    pub(super) fn leave(&mut self) {
        for id in self.added.pop().unwrap_or_default() {
            self.depths.remove(&id);
        }
    }
}
