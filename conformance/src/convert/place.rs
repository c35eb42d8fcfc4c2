//! Placement of a call's slices: each next to an unreadable page, surrounded by bytes that must not change; or each
//! in an exact allocation, for a sanitizer.

use std::fmt::Debug;

use crate::guard::Guarded;

/// A code unit: a number of fixed width.
pub trait Unit: Copy + Debug + Default + Eq {
    /// The unit with this value, which must be in range.
    fn of(number: u32) -> Self;

    /// The value of this unit.
    fn number(self) -> u32;

    /// Views bytes as units. Omits unaligned bytes and a partial unit.
    fn view(bytes: &mut [u8]) -> &mut [Self];
}

macro_rules! unit {
    ($($unit:ident)*) => {
        $(impl Unit for $unit {
            fn of(number: u32) -> Self {
                $unit::try_from(number).expect("a unit of its encoding")
            }

            fn number(self) -> u32 {
                u32::from(self)
            }

            #[expect(unsafe_code, reason = "aligned units out of the bytes of a page")]
            fn view(bytes: &mut [u8]) -> &mut [Self] {
                // SAFETY: any bytes are a valid unit, and any unit is valid bytes.
                unsafe { bytes.align_to_mut() }.1
            }
        })*
    };
}

unit! { u8 u16 u32 }

/// Two memory regions, for a source and for its conversion.
pub struct Place {
    source: Option<Guarded>,
    dst: Option<Guarded>,
    calls: u64,
}

/// The size of a region, in bytes.
const CAPACITY: usize = 1 << 16;

/// The margin on the side away from the unreadable page, in units.
const MARGIN: usize = 64;

/// The initial value of all bytes.
const CANARY: u8 = 0xA5;

impl Default for Place {
    /// Allocates both regions. On systems without unreadable pages they are on the heap.
    fn default() -> Self {
        Self { source: Guarded::new(CAPACITY).ok(), dst: Guarded::new(CAPACITY).ok(), calls: 0 }
    }
}

impl Place {
    /// Whether the regions have unreadable pages.
    pub const fn is_guarded(&self) -> bool {
        self.source.is_some() && self.dst.is_some()
    }

    /// Runs `call` on these units and a destination of this length; returns its result and the final destination.
    ///
    /// Five consecutive calls use the five placements: each slice at the end or at the start of its pages, and both
    /// in exact allocations. Each group of five begins with a different placement, so that each of five alternating
    /// subjects gets all of them. Panics if the source, or anything around the slices, was overwritten.
    pub fn run<S: Unit, D: Unit, R>(
        &mut self, source: &[u32], dst: usize, call: impl FnOnce(&[S], &mut [D]) -> R,
    ) -> (R, Vec<u32>) {
        self.calls += 1;
        let source: Vec<S> = source.iter().map(|unit| S::of(*unit)).collect();
        let phase = (self.calls + self.calls / 5) % 5;
        if phase == 4 {
            let mut target = vec![D::default(); dst].into_boxed_slice();
            let given = source.clone().into_boxed_slice();
            let result = call(&given, &mut target);
            assert_eq!(given[..], source, "the source was overwritten");
            return (result, target.iter().map(|unit| unit.number()).collect());
        }
        let (source_at_end, dst_at_end) = (phase & 1 == 0, phase & 2 == 0);
        let (mut heap, mut heap_of_dst) = (Vec::new(), Vec::new());
        let mut given = Slice::<S>::new(self.source.as_mut(), &mut heap, source.len(), source_at_end);
        let mut target = Slice::<D>::new(self.dst.as_mut(), &mut heap_of_dst, dst, dst_at_end);
        given.units().copy_from_slice(&source);
        let result = call(given.units(), target.units());
        assert_eq!(given.units(), source, "the source was overwritten");
        assert!(given.is_intact(), "something beside the source was overwritten");
        assert!(target.is_intact(), "something beside the destination was overwritten");
        (result, target.units().iter().map(|unit| unit.number()).collect())
    }
}

/// Units with an adjacent margin.
struct Slice<'a, U> {
    all: &'a mut [U],
    from: usize,
    len: usize,
}

impl<'a, U: Unit> Slice<'a, U> {
    fn new(page: Option<&'a mut Guarded>, heap: &'a mut Vec<U>, len: usize, at_end: bool) -> Self {
        let count = len + MARGIN;
        let bytes = count * size_of::<U>();
        let all = match page {
            Some(page) if bytes <= CAPACITY && at_end => U::view(page.at_end(bytes)),
            Some(page) if bytes <= CAPACITY => U::view(page.at_start(bytes)),
            _ => {
                heap.resize(count, U::default());
                &mut heap[..]
            }
        };
        all.fill(U::of(u32::from(CANARY)));
        Self { all, from: if at_end { MARGIN } else { 0 }, len }
    }

    fn units(&mut self) -> &mut [U] {
        &mut self.all[self.from..self.from + self.len]
    }

    fn is_intact(&self) -> bool {
        let canary = U::of(u32::from(CANARY));
        let beside = self.all[..self.from].iter().chain(&self.all[self.from + self.len..]);
        beside.copied().all(|unit| unit == canary)
    }
}
