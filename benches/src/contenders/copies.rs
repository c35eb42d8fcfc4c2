//! Copies of valid text: in one pass, in two, and without validation.

use std::{cell::RefCell, hint::black_box, mem::MaybeUninit};

use super::contender::{Contender, Kind};
use super::peers;
use super::task::{Task, is_valid};

/// All of them. The limit only copies.
pub(super) fn all() -> Vec<Contender> {
    let one = |name, kind, copy: fn(&[u8], &mut [MaybeUninit<u8>]) -> bool| {
        Contender::new(Task::Copy, name, kind, move |bytes| into_buffer(bytes, copy))
    };
    vec![
        one("placemat", Kind::Facade, |bytes, dst| placemat::copy_utf8(bytes, dst).is_ok()),
        one("validate, then copy", Kind::Facade, |bytes, dst| placemat::is_utf8(bytes) && copy(bytes, dst)),
        one("std", Kind::Peer, |bytes, dst| is_valid(bytes) && copy(bytes, dst)),
        one("simdutf8-basic", Kind::Peer, |bytes, dst| peers::simdutf8_basic(bytes) && copy(bytes, dst)),
        one("memcpy", Kind::Limit, copy),
    ]
}

/// Copies without validation.
pub(super) fn unvalidated(bytes: &[u8]) -> bool {
    into_buffer(bytes, copy)
}

#[expect(clippy::incompatible_msrv, reason = "not for the oldest compiler")]
fn copy(bytes: &[u8], dst: &mut [MaybeUninit<u8>]) -> bool {
    dst.write_copy_of_slice(bytes);
    true
}

fn into_buffer(bytes: &[u8], copy: fn(&[u8], &mut [MaybeUninit<u8>]) -> bool) -> bool {
    thread_local! {
        static DST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    DST.with_borrow_mut(|dst| {
        // Grows during a warm-up, before the first timed turn.
        dst.reserve(bytes.len());
        black_box(copy(bytes, &mut dst.spare_capacity_mut()[..bytes.len()]))
    })
}
