//! What is expected of each kernel, as data.

mod convert;
mod measure;
mod validate;

use iced_x86::Mnemonic;

/// One kernel.
pub(super) struct Row {
    pub(super) backend: &'static str,
    /// The function that calls are dispatched to.
    pub(super) root: &'static str,
    /// Instructions without which it is another kernel than the one that is meant.
    pub(super) wanted: &'static [Wanted],
    /// Whether the compiler may not pull masks from one operation to the next. For each it would need a
    /// masked move.
    pub(super) masks_stay: bool,
    /// What may be called. Everything else is to be inlined, or its features are lost.
    pub(super) calls: &'static [&'static str],
    /// Whether places in slices may be checked: where a unit goes depends on all units before it.
    pub(super) checks: bool,
}

impl Row {
    /// Whether the kernel is in this package.
    pub(super) fn is_in(&self, package: &str) -> bool {
        self.root.split("::").next() == Some(&package.replace('-', "_"))
    }
}

/// An instruction, by any of these names.
pub(super) struct Wanted {
    pub(super) mnemonics: &'static [Mnemonic],
    pub(super) width: Width,
    /// The lanes that a mask leaves out become zero in the same instruction.
    pub(super) zeroing: bool,
}

/// The widest register that it works on, in octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    Any,
    W16,
    W32,
    W64,
}

const fn wanted(mnemonics: &'static [Mnemonic], width: Width) -> Wanted {
    Wanted { mnemonics, width, zeroing: false }
}

const fn zeroing(mnemonics: &'static [Mnemonic], width: Width) -> Wanted {
    Wanted { mnemonics, width, zeroing: true }
}

/// All rows.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    validate::ROWS.iter().chain(&measure::ROWS).chain(&convert::ROWS)
}
