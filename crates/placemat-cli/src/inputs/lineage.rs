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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_known_while_the_walk_is_in_it() {
        let dir = tempfile::tempdir().unwrap();
        let (inner, above) = (dir.path().join("inner"), dir.path().parent().unwrap());
        std::fs::create_dir(&inner).unwrap();
        let anchor = Anchor::default();
        let id = |path: &Path| anchor.metadata(path).unwrap().1;
        let mut lineage = Lineage::default();
        let check = |lineage: &Lineage, expected: [Option<Option<usize>>; 3]| {
            assert_eq!([above, dir.path(), &inner].map(|path| lineage.depth_of(&id(path))), expected);
        };
        lineage.enter(id(dir.path()));
        check(&lineage, [None, Some(Some(0)), None]);
        lineage.enter(id(&inner));
        lineage.add_ancestors(0, &anchor, dir.path());
        check(&lineage, [Some(None), Some(Some(0)), Some(Some(1))]);
        lineage.leave();
        check(&lineage, [Some(None), Some(Some(0)), None]);
        lineage.leave();
        check(&lineage, [None; 3]);
        // As by a link to `inner`.
        lineage.enter(id(&inner));
        lineage.add_ancestors(0, &anchor, &inner);
        check(&lineage, [Some(None), Some(None), Some(Some(0))]);
    }
}
