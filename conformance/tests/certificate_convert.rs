//! The certificate of conversion: what lanes write, how units are moved together, and what a block of units
//! becomes; for the kernels of this target and over plain arrays.
//!
//! A release build tries every character; with `PLACEMAT_EXTENT=full`, as in `cargo xtask certify --full`, it
//! tries every window of well-formed text, and every character in every lane. A debug build, and one where the
//! variable is `borders`, tries what is next to the borders of the grammar.

mod blocks;
mod moves;
mod shell;

use placemat_conformance::{
    certificate::{Characters, Contexts, FiveOctets, WINDOWS, Writes, certify_writes},
    oracle::Oracle,
};
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "x86", target_feature = "sse2"),
    target_arch = "aarch64",
    target_arch = "wasm32"
))]
use placemat_core::Backend;
use placemat_simd::{
    BLOCK, Operation,
    convert::{Class, Compact, Lanes, Room, SPARE, Shorten, UNITS, Units},
    emulated::Emulated,
};
use shell::{Hooks, Shell};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Borders,
    Characters,
    Full,
}

fn extent() -> Extent {
    match std::env::var("PLACEMAT_EXTENT").as_deref() {
        Ok("full") => Extent::Full,
        Ok("borders") => Extent::Borders,
        _ if cfg!(debug_assertions) => Extent::Borders,
        _ => Extent::Characters,
    }
}

/// The kernels of this target that have the method of a trait, those of this machine only.
#[allow(unused_macros, reason = "there are targets without converting kernels")]
macro_rules! on_this_target {
    ($check:ident: $($Token:path),*) => {
        $(match <$Token>::detect() {
            Ok(kernel) => $check(kernel.info().name(), kernel),
            Err(missing) => println!("{}: not run: {missing}", missing.backend),
        })*
    };
}

/// Shows a kernel's lanes what they are to convert.
struct Of<K> {
    name: &'static str,
    kernel: K,
}

impl<K: Compact + Sync> Writes for Of<K> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn written(&self, windows: &FiveOctets) -> ([u16; WINDOWS], u64) {
        self.kernel.vectorize(Written(windows))
    }
}

struct Written<'a>(&'a FiveOctets);

impl Written<'_> {
    /// Whether one of b1 to b4 of these windows belongs to a character of four octets.
    #[inline(always)]
    fn has_four(&self, at: usize, count: usize) -> bool {
        let mut largest = 0;
        for octets in &self.0[1..] {
            for octet in &octets[at..at + count] {
                largest = largest.max(*octet);
            }
        }
        largest >= 0xF0
    }
}

impl<K: Compact> Operation<K> for Written<'_> {
    type Output = ([u16; WINDOWS], u64);

    #[inline(always)]
    fn run(self, kernel: K) -> Self::Output {
        let Self([b0, b1, b2, b3, b4]) = self;
        let every = u64::MAX >> (BLOCK - K::LANES);
        let (mut units, mut writes) = ([0; WINDOWS + SPARE], 0);
        let mut at = 0;
        while at < BLOCK {
            let b = [
                kernel.load_from(b0, at),
                kernel.load_from(b1, at),
                kernel.load_from(b2, at),
                kernel.load_from(b3, at),
                kernel.load_from(b4, at),
            ];
            let lanes = kernel.units(b);
            writes |= (lanes.writes & every) << at;
            // All of them, so that each unit is where its lane is.
            kernel.compact(Lanes { writes: every, ..lanes }, &mut units, at);
            // Without characters of four octets there is a second way, and it has to agree.
            if !self.has_four(at, K::LANES) {
                let [b0, b1, b2, b3, _] = b;
                let again = kernel.units_of_three([b0, b1, b2, b3]);
                let mut same = [0; WINDOWS + SPARE];
                kernel.compact(Lanes { writes: every, ..again }, &mut same, 0);
                if again.writes & every != lanes.writes & every
                    || same[..K::LANES] != units[at..at + K::LANES]
                {
                    // No window has this for its answer.
                    units.fill(0xDEAD);
                    writes = !writes;
                }
            }
            at += K::LANES;
        }
        (units.first_chunk().copied().unwrap_or([0xDEAD; WINDOWS]), writes)
    }
}

fn contexts() -> Contexts {
    Contexts::of(Oracle::get()).expect("three octets tell the state")
}

fn certify_lanes<K: Compact + Sync>(name: &'static str, kernel: K) {
    let contexts = contexts();
    // Plain arrays are too slow for the longest choice.
    let is_plain = name.starts_with("emulated");
    let choices: &[Characters] = match extent() {
        Extent::Borders => &[Characters::Borders],
        Extent::Characters if K::LANES > 16 && is_plain => &[Characters::Borders],
        Extent::Full if !is_plain => &[Characters::InEveryLane, Characters::AmongAllOthers],
        _ => &[Characters::Every],
    };
    for &characters in choices {
        let of = Of { name, kernel };
        let written = certify_writes(&of, &contexts, characters);
        let written = written.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        println!("{name:<12} {written}, {characters:?}");
        let least = if choices == [Characters::Borders] { 100_000 } else { 200_000_000 };
        assert!(written.windows > least, "{name}: something was tried");
    }
}

#[test]
fn lanes_write_what_they_should() {
    certify_lanes("emulated 16", Emulated::<16>);
    certify_lanes("emulated 64", Emulated::<64>);
}

#[test]
fn lanes_of_this_target_write_what_they_should() {
    #[cfg(target_arch = "x86_64")]
    on_this_target!(certify_lanes: placemat_x86::avx512::Avx512);
    #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
    on_this_target!(certify_lanes: placemat_x86::avx2::Avx2, placemat_x86::sse4::Sse4);
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    on_this_target!(certify_lanes: placemat_neon::Neon);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    on_this_target!(certify_lanes: placemat_wasm::Wasm);
}

fn certify_moves<K: Compact>(name: &'static str, kernel: K) {
    let moved = moves::certify(kernel, extent() > Extent::Borders);
    let moved = moved.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    println!("{name:<12} {moved:>15} sets of lanes moved together");
    assert!(moved > 50_000, "{name}: something was tried");
}

#[test]
fn units_are_moved_together() {
    moves::certify_rows();
    certify_moves("emulated 16", Emulated::<16>);
    certify_moves("emulated 32", Emulated::<32>);
    certify_moves("emulated 64", Emulated::<64>);
    #[cfg(target_arch = "x86_64")]
    on_this_target!(certify_moves: placemat_x86::avx512::Avx512);
    #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
    on_this_target!(certify_moves: placemat_x86::avx2::Avx2, placemat_x86::sse4::Sse4);
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    on_this_target!(certify_moves: placemat_neon::Neon);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    on_this_target!(certify_moves: placemat_wasm::Wasm);
}

fn certify_blocks<K: Shorten>(name: &'static str, kernel: K) {
    let is_plain = name.starts_with("emulated");
    let blocks = blocks::certify(
        kernel,
        match extent() {
            Extent::Borders => blocks::Choice::Few,
            Extent::Characters if is_plain => blocks::Choice::EveryUnit,
            _ => blocks::Choice::EveryUnitInEveryLane,
        },
    );
    let blocks = blocks.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    println!("{name:<12} {blocks:>15} blocks of units");
    assert!(blocks > 10_000, "{name}: something was tried");
}

#[test]
fn blocks_of_units_become_their_octets() {
    certify_blocks("emulated 16", Emulated::<16>);
    certify_blocks("emulated 32", Emulated::<32>);
    #[cfg(target_arch = "x86_64")]
    on_this_target!(certify_blocks: placemat_x86::avx512::Avx512);
    #[cfg(any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")))]
    on_this_target!(certify_blocks: placemat_x86::avx2::Avx2, placemat_x86::sse4::Sse4);
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    on_this_target!(certify_blocks: placemat_neon::Neon);
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    on_this_target!(certify_blocks: placemat_wasm::Wasm);
}

/// A kernel with one mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    /// The octet before a continuation writes, too.
    WritesTooMuch,
    /// The high half of a pair is not written.
    ForgetsHigh,
    /// The bits of a pair are those of the scalar value, without 10000 subtracted.
    PairTooHigh,
    /// After a character of four octets, lanes that have nothing to do with it are disturbed.
    FourDisturbsOthers,
    /// One lane takes ED for EC.
    OneLane,
    /// Where no character has four octets, one of three has too low a value.
    ThreeTooLow,
    /// A row of the table has two octets in the wrong order.
    RowOffByOne,
    /// Units are stored one too far.
    StoresTooFar,
    /// More is overwritten than may be.
    OverwritesMore,
    /// It is said to be one unit less than it is.
    CountsOneLess,
    /// Whatever it is, it is taken for ASCII.
    AsciiWithoutTest,
    /// The low half of a pair takes two bits of the unit after it, not before it.
    BitsOfTheWrongNeighbour,
    /// A lone high half is let through.
    LoneHigh,
    /// Blocks with surrogates are taken for blocks without.
    ClassTooSmall,
}

impl<const LANES: usize> Hooks<LANES> for Flaw {
    fn units(self, b: [[u8; LANES]; 5]) -> Lanes<[u8; LANES]> {
        let mut b = b;
        let [_, _, _, b3, b4] = b;
        if self == Self::OneLane && b[3][5] == 0xED {
            b[3][5] = 0xEC;
        }
        let mut lanes = Emulated::<LANES>.units(b);
        for lane in 0..LANES {
            match self {
                Self::WritesTooMuch if b[1][lane] == 0xC3 => lanes.writes |= 1 << lane,
                Self::ForgetsHigh if b3[lane] >= 0xF0 => lanes.writes &= !(1 << lane),
                Self::PairTooHigh if b3[lane] >= 0xF0 => lanes.low[lane] = lanes.low[lane].wrapping_add(0x40),
                Self::FourDisturbsOthers if lane > 0 && b4[lane - 1] >= 0xF0 => lanes.high[lane] |= 1,
                _ => {}
            }
        }
        lanes
    }

    fn units_of_three(self, b: [[u8; LANES]; 4]) -> Lanes<[u8; LANES]> {
        let mut lanes = Emulated::<LANES>.units_of_three(b);
        if self == Self::ThreeTooLow {
            for lane in (0..LANES).filter(|lane| b[3][*lane] == 0xEF) {
                lanes.high[lane] &= 0xEF;
            }
        }
        lanes
    }

    fn compact(self, lanes: Lanes<[u8; LANES]>, room: &mut [u16], at: usize) -> usize {
        let last = room.len() - 1;
        let count = Emulated::<LANES>.compact(lanes, room, at);
        match self {
            Self::RowOffByOne if lanes.writes & 0xFF == 0b1010_0101 => room.swap(at + 2, at + 3),
            Self::StoresTooFar if at + count <= last && count > 0 && at > 0 => {
                room.copy_within(at..at + count, at + 1);
            }
            Self::OverwritesMore if at + LANES <= last => room[at + LANES] = 0,
            Self::CountsOneLess if count > 0 => return count - 1,
            _ => {}
        }
        count
    }

    fn widen<const N: usize>(self, octets: &[u8; N], room: &mut [u16; N]) -> bool {
        Emulated::<LANES>.widen(octets, room) || self == Self::AsciiWithoutTest
    }

    fn class(self, units: &[u16; UNITS]) -> Option<Class> {
        match Emulated::<LANES>.class(units) {
            None if self == Self::ClassTooSmall => Some(Class::Three),
            class => class,
        }
    }

    fn shorten_pairs(self, units: &Units, room: &mut Room) -> Option<usize> {
        let mut units = *units;
        let last = units.len() - 2;
        if self == Self::LoneHigh && units[last] & 0xFC00 == 0xD800 {
            units[last + 1] = 0xDC00;
        }
        if self == Self::BitsOfTheWrongNeighbour {
            for at in 1..=last {
                if units[at] & 0xFC00 == 0xDC00 && units[at - 1] & 0xFC00 == 0xD800 {
                    units[at - 1] = units[at - 1] & !3 | units[at + 1] & 3;
                }
            }
        }
        Emulated::<LANES>.shorten_pairs(&units, room)
    }
}

/// The certificate can fail: each flaw is found, and by the part of the certificate that is about it.
#[test]
fn every_flaw_is_found() {
    let contexts = contexts();
    for flaw in
        [Flaw::WritesTooMuch, Flaw::ForgetsHigh, Flaw::PairTooHigh, Flaw::FourDisturbsOthers, Flaw::OneLane]
    {
        let of = Of { name: "flawed", kernel: Shell::<16, Flaw>(flaw) };
        let found = certify_writes(&of, &contexts, Characters::Borders);
        assert!(found.is_err(), "the lanes of {flaw:?} are said to be right");
    }
    for flaw in [
        Flaw::RowOffByOne,
        Flaw::StoresTooFar,
        Flaw::OverwritesMore,
        Flaw::CountsOneLess,
        Flaw::AsciiWithoutTest,
    ] {
        assert!(moves::certify(Shell::<16, Flaw>(flaw), false).is_err(), "{flaw:?} is said to be right");
    }
    for flaw in [Flaw::BitsOfTheWrongNeighbour, Flaw::LoneHigh, Flaw::ClassTooSmall] {
        let found = blocks::certify(Shell::<16, Flaw>(flaw), blocks::Choice::Few);
        assert!(found.is_err(), "{flaw:?} is said to be right");
    }
}
