/// A code unit: `u8`, `u16` or `u32`. The trait is sealed, so every bit pattern is a valid unit.
pub trait Unit: sealed::Sealed + Copy + Default + Into<u32> {
    /// Truncates `bits`.
    fn of(bits: u32) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! units {
    ($($Unit:ty)*) => {
        $(
            impl sealed::Sealed for $Unit {}
            impl Unit for $Unit {
                #[inline(always)]
                #[allow(clippy::cast_possible_truncation, reason = "truncates, as documented")]
                fn of(bits: u32) -> Self {
                    bits as Self
                }
            }
        )*
    };
}

units! { u8 u16 u32 }
