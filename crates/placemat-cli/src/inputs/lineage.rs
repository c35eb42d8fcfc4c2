//! The directories that a walk is in, and all their ancestors. A link to one of them would form a cycle.

use std::collections::HashMap;

use crate::place::{Dir, Id};

/// The directories that a walk is in, and all their ancestors.
#[derive(Default)]
pub(super) struct Lineage {
    /// The depth of a directory in the walk; `None` if it is an ancestor of the walk's root or of a link's target.
    depths: HashMap<Id, Option<usize>>,
    /// For each directory that the walk is in, the ids to remove when leaving it.
    added: Vec<Vec<Id>>,
}

impl Lineage {
    /// Whether the walk is in the directory `id`, or below it, and at which depth.
    pub(super) fn depth_of(&self, id: &Id) -> Option<Option<usize>> {
        self.depths.get(id).copied()
    }

    /// Enters a directory that is not in the lineage yet.
    pub(super) fn enter(&mut self, id: Id) {
        self.depths.insert(id.clone(), Some(self.added.len()));
        self.added.push(vec![id]);
    }

    /// Adds the ancestors of a directory at this depth. Not needed for a directory found in the last one,
    /// whose ancestors are known.
    pub(super) fn add_ancestors(&mut self, depth: usize, dir: &Dir) {
        let Some(added) = self.added.get_mut(depth) else { return };
        for id in dir.ancestors(|id| self.depths.contains_key(id)) {
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
