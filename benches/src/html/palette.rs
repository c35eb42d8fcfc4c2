//! The colours of the contenders: strong ones for ours, warm and grey ones for the others, in the order of
//! their appearance.

use crate::{summary::Summary, svg::Style};

/// The names that have a colour.
pub(super) struct Palette {
    ours: Vec<String>,
    theirs: Vec<String>,
}

const OURS: [&str; 6] = ["#0072b2", "#009e73", "#56b4e9", "#5a3ea8", "#2f8f9d", "#44aa44"];
const THEIRS: [&str; 10] = [
    "#999999", "#e69f00", "#c77c02", "#cc79a7", "#b0a090", "#a6761d", "#d55e00", "#b03a2e", "#ee8866",
    "#f4b183",
];

impl Palette {
    pub(super) fn new(summary: &Summary) -> Self {
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        Self { ours: owned(summary.backends()), theirs: owned(summary.peers()) }
    }

    pub(super) fn style(&self, name: &str) -> Style {
        let at = |names: &[String]| names.iter().position(|other| other == name);
        match (at(&self.ours), at(&self.theirs)) {
            (Some(at), _) => Style { colour: OURS[at % OURS.len()], width: 2.5, dashed: false },
            (None, Some(at)) => Style { colour: THEIRS[at % THEIRS.len()], width: 1.3, dashed: false },
            (None, None) => Style { colour: "#000000", width: 2.5, dashed: false },
        }
    }
}
