//! A kernel over plain arrays whose conversion methods a test can replace, to break or to observe them.

use placemat_core::{Scan, convert::Progress};
use placemat_simd::{
    Operation, Simd, Token, Unit,
    convert::{self, Class, Compress, Dst, Lanes, UNITS, Units, Utf16ToUtf8},
    emulated::Emulated,
    validate::{Kernel, short, steps},
};

/// The replaceable methods. Each is correct unless it is overridden.
pub(crate) trait Hooks<const LANES: usize>: Copy {
    fn units(self, b: [[u8; LANES]; 5]) -> Lanes<[u8; LANES]> {
        Emulated::<LANES>.units(b)
    }

    fn units_of_three(self, b: [[u8; LANES]; 4]) -> Lanes<[u8; LANES]> {
        Emulated::<LANES>.units_of_three(b)
    }

    fn compress_lanes(self, lanes: Lanes<[u8; LANES]>, dst: &mut [u16], at: usize) -> usize {
        Emulated::<LANES>.compress_lanes(lanes, dst, at)
    }

    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        Emulated::<LANES>.widen(bytes, dst)
    }

    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        Emulated::<LANES>.class(units)
    }

    fn encode(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        Emulated::<LANES>.encode(units, class, dst)
    }

    fn encode_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        Emulated::<LANES>.encode_pairs(units, dst)
    }
}

/// A kernel with replaced methods.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shell<const LANES: usize, H>(pub(crate) H);

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> Token for Shell<LANES, H> {
    fn vectorize<O: Operation<Self>>(self, operation: O) -> O::Output {
        operation.run(self)
    }
}

macro_rules! delegate {
    ($($name:ident($($argument:ident: $Type:ty),*) -> $Result:ty;)*) => {
        $(fn $name(self, $($argument: $Type),*) -> $Result {
            Emulated::<LANES>.$name($($argument),*)
        })*
    };
}

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> Simd for Shell<LANES, H> {
    type V = [u8; LANES];
    type Sixteen = Shell<16, H>;

    const LANES: usize = LANES;

    delegate! {
        splat(byte: u8) -> Self::V;
        or(a: Self::V, b: Self::V) -> Self::V;
        and(a: Self::V, b: Self::V) -> Self::V;
        xor(a: Self::V, b: Self::V) -> Self::V;
        add(a: Self::V, b: Self::V) -> Self::V;
        add_signed_saturating(a: Self::V, b: Self::V) -> Self::V;
        sub_saturating(a: Self::V, b: Self::V) -> Self::V;
        min(a: Self::V, b: Self::V) -> Self::V;
        max(a: Self::V, b: Self::V) -> Self::V;
        high_nibble(a: Self::V) -> Self::V;
        repeat(sixteen: &[u8; 16]) -> Self::V;
        shuffle(bytes: Self::V, index: Self::V) -> Self::V;
        interleave(a: Self::V, b: Self::V) -> [Self::V; 2];
        join(low: u64, high: u64) -> Self::V;
        movemask(a: Self::V) -> u64;
        pack(low: Self::V, high: Self::V) -> Self::V;
    }

    fn sixteen(self) -> Shell<16, H> {
        Shell(self.0)
    }

    fn load<U: Unit>(self, units: &[U], at: usize) -> Self::V {
        Emulated::<LANES>.load(units, at)
    }

    fn store<U: Unit>(self, a: Self::V, dst: &mut [U], at: usize) {
        Emulated::<LANES>.store(a, dst, at);
    }

    fn prev<const N: usize>(self, before: Self::V, a: Self::V) -> Self::V {
        Emulated::<LANES>.prev::<N>(before, a)
    }
}

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> Kernel for Shell<LANES, H> {
    type Full = steps::Full;
    type Three = steps::Three;
    type Two = steps::Two;

    fn short(self, bytes: &[u8]) -> Scan {
        short(Emulated::<16>, bytes)
    }
}

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> Compress for Shell<LANES, H> {
    type Validate = <Self as Kernel>::Full;
    type ValidateThree = <Self as Kernel>::Three;
    const TWO_PASSES: usize = <Emulated<LANES> as Compress>::TWO_PASSES;

    fn units(self, b: [Self::V; 5]) -> Lanes<Self::V> {
        Hooks::<LANES>::units(self.0, b)
    }

    fn units_of_three(self, b: [Self::V; 4]) -> Lanes<Self::V> {
        Hooks::<LANES>::units_of_three(self.0, b)
    }

    fn compress_lanes(self, lanes: Lanes<Self::V>, dst: &mut [u16], at: usize) -> usize {
        Hooks::<LANES>::compress_lanes(self.0, lanes, dst, at)
    }

    fn widen<const N: usize>(self, bytes: &[u8; N], dst: &mut [u16; N]) -> bool {
        Hooks::<LANES>::widen(self.0, bytes, dst)
    }

    fn convert_short(self, source: &[u8], dst: &mut [u16]) -> Progress {
        convert::short(Shell::<16, H>(self.0), source, dst)
    }
}

impl<const LANES: usize, H: Hooks<LANES> + Hooks<16>> Utf16ToUtf8 for Shell<LANES, H> {
    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        Hooks::<LANES>::class(self.0, units)
    }

    fn encode(self, units: &[u16; UNITS], class: Class, dst: &mut Dst) -> usize {
        Hooks::<LANES>::encode(self.0, units, class, dst)
    }

    fn encode_pairs(self, units: &Units, dst: &mut Dst) -> Option<usize> {
        Hooks::<LANES>::encode_pairs(self.0, units, dst)
    }
}
