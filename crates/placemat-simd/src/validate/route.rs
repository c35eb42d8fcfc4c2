use super::{Kernel, ascii, run::RUN_LEN, steps::LEAD4};
use crate::{BLOCK, Window};

/// The way in which [`scan`](super::scan()) validates an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Shorter than a window: [`Kernel::short`].
    Short,
    /// A few blocks: done if all are ASCII; otherwise every block in full mode.
    Mixed,
    /// Some blocks, of which the first is not ASCII: every block in full mode.
    Dense,
    /// The first block is ASCII: skips the runs of 256 bytes that are ASCII. What follows takes one of the next routes.
    Ascii,
    /// Run by run, each in the mode that its largest byte needs.
    Sparse,
    /// The driver.
    Chunks,
    /// The driver, prefetching. It scans nothing if the kernel is [`Kernel::FASTER_THAN_MEMORY`].
    Uncached,
}

/// The route of an input of `len` bytes that begins with `head`; `None` if it is shorter.
///
/// All thresholds are constants of [`Kernel`].
#[inline(always)]
pub fn route<K: Kernel>(kernel: K, len: usize, head: Option<&Window>) -> Route {
    let Some(head) = head else { return Route::Short };
    if len <= K::MIXED_MAX_BLOCKS * BLOCK {
        return Route::Mixed;
    }
    let long = route_of_long::<K>(len);
    if matches!(long, Route::Uncached) {
        // Whether skipping ASCII pays off depends on the CPU.
        long
    } else if ascii::is_ascii(kernel, head, 0) {
        Route::Ascii
    } else if len <= K::DENSE_MAX_BLOCKS * BLOCK
        && (K::SPARSE_MAX_RUNS == 0 || ascii::has_from(kernel, head, LEAD4))
    {
        Route::Dense
    } else {
        long
    }
}

/// The route of what follows ASCII in an input of `len` bytes.
#[inline(always)]
pub(super) fn route_of_long<K: Kernel>(len: usize) -> Route {
    if K::PREFETCHES && len >= K::UNCACHED_MIN_LEN {
        Route::Uncached
    } else if len <= K::SPARSE_MAX_RUNS * RUN_LEN {
        Route::Sparse
    } else {
        Route::Chunks
    }
}
