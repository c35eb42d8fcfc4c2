//! The choice as one atomic pointer: null before it is settled, then the entry, with the lowest bit set where it was
//! installed.

use core::{
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use placemat_core::Scan;

use super::{Active, InstallError, Why};
use crate::backend::{Entry, all};

static CELL: AtomicPtr<Entry> = AtomicPtr::new(ptr::null_mut());

const INSTALLED: usize = 1;
const _: () = assert!(align_of::<Entry>() > INSTALLED, "the lowest bit of an entry's address is free");

#[inline]
pub(super) fn scan(bytes: &[u8]) -> Scan {
    // Acquire: an entry that was made at run time is visible before its address is.
    let mut chosen = CELL.load(Ordering::Acquire);
    if chosen.is_null() {
        chosen = settle();
    }
    let entry = entry_of(chosen);
    // SAFETY: whatever puts an entry into the cell has asked its `get` first.
    unsafe { entry.scan(bytes) }
}

pub(super) fn active() -> Active {
    let mut chosen = CELL.load(Ordering::Acquire);
    if chosen.is_null() {
        chosen = settle();
    }
    let why = if chosen.addr() & INSTALLED == 0 { Why::Detected } else { Why::Installed };
    Active { entry: entry_of(chosen), why }
}

pub(super) fn install(entry: &'static Entry) -> Result<(), InstallError> {
    let tagged = ptr::from_ref(entry).cast_mut().map_addr(|addr| addr | INSTALLED);
    match exchange(tagged) {
        Ok(_) => Ok(()),
        Err(chosen) => Err(InstallError::AlreadyActive(entry_of(chosen).name())),
    }
}

/// Chooses the first entry that this machine can run, unless another thread is quicker.
#[cold]
#[inline(never)]
fn settle() -> *mut Entry {
    let best = all().iter().find(|entry| entry.get().is_ok()).expect("the scalar backend runs everywhere");
    let best = ptr::from_ref::<Entry>(best).cast_mut();
    exchange(best).unwrap_or_else(|chosen| chosen)
}

/// Puts `chosen` into the cell if it is empty; otherwise what is there.
fn exchange(chosen: *mut Entry) -> Result<*mut Entry, *mut Entry> {
    CELL.compare_exchange(ptr::null_mut(), chosen, Ordering::AcqRel, Ordering::Acquire).map(|_| chosen)
}

/// The entry behind a non-null value of the cell.
#[inline]
fn entry_of(chosen: *mut Entry) -> &'static Entry {
    // SAFETY: only `settle` and `install` write to the cell, and both write the address of a `&'static Entry`, of
    // which the tag is taken off here.
    unsafe { &*chosen.map_addr(|addr| addr & !INSTALLED) }
}
