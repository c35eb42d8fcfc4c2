//! The certificate of conversion: what lanes write, how units are compressed, and the output of a block of units; for
//! the kernels of this target and over plain arrays.
//!
//! An optimised build tries every character; with `PLACEMAT_EXTENT=full`, as in `cargo xtask certify --full`, it tries
//! every window of valid text, and every character in every lane (over plain arrays, the latter only). With
//! `PLACEMAT_EXTENT=borders`, it tries those at the borders of the grammar. A debug build runs none of it.
//! Emulators run it in rows for kernels.

mod blocks;
mod flaws;
mod here;
mod moves;
mod spy;
mod writes;

use flaws::Flaw;
use here::on_this_target;
use placemat_conformance::certificate::{Characters, Contexts, certify_writes};
use placemat_conformance::oracle::Oracle;
use placemat_simd::convert::{FromUtf16, ToUtf16};
use placemat_simd::emulated::Emulated;
use spy::Spy;
use writes::Of;

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
        _ => Extent::Characters,
    }
}

fn contexts() -> Contexts {
    Contexts::of(Oracle::get()).expect("three bytes tell the state")
}

fn certify_lanes<K: ToUtf16 + Sync>(name: &'static str, kernel: K) {
    let contexts = contexts();
    // Plain arrays are too slow for the largest selection.
    let is_plain = name.starts_with("emulated");
    let choices: &[Characters] = match extent() {
        Extent::Borders => &[Characters::Borders],
        Extent::Characters if K::LANES > 16 && is_plain => &[Characters::Borders],
        Extent::Full if is_plain => &[Characters::InEveryLane],
        Extent::Full => &[Characters::InEveryLane, Characters::AmongAllOthers],
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
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn lanes_write_what_they_should() {
    certify_lanes("emulated 16", Emulated::<16>);
    certify_lanes("emulated 64", Emulated::<64>);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn lanes_of_this_target_write_what_they_should() {
    on_this_target!(certify_lanes);
}

fn certify_moves<K: ToUtf16>(name: &'static str, kernel: K) {
    let moved = moves::certify(kernel, extent() > Extent::Borders);
    let moved = moved.unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    println!("{name:<12} {moved:>15} sets of lanes moved together");
    assert!(moved > 50_000, "{name}: something was tried");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn units_are_moved_together() {
    moves::certify_rows();
    certify_moves("emulated 16", Emulated::<16>);
    certify_moves("emulated 32", Emulated::<32>);
    certify_moves("emulated 64", Emulated::<64>);
    on_this_target!(certify_moves);
}

fn certify_blocks<K: FromUtf16>(name: &'static str, kernel: K) {
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
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn blocks_of_units_become_their_bytes() {
    certify_blocks("emulated 16", Emulated::<16>);
    certify_blocks("emulated 32", Emulated::<32>);
    on_this_target!(certify_blocks);
}

/// The certificate can fail: each flaw is found, and by the part of the certificate that covers it.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn every_flaw_is_found() {
    let contexts = contexts();
    for flaw in [
        Flaw::WritesTooMuch,
        Flaw::ForgetsHigh,
        Flaw::PairTooHigh,
        Flaw::FourDisturbsOthers,
        Flaw::OneLane,
        Flaw::OneWindowBesideFour,
        Flaw::ThreeTooLow,
    ] {
        let of = Of { name: "flawed", kernel: Spy(flaw) };
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
        assert!(moves::certify(Spy(flaw), false).is_err(), "{flaw:?} is said to be right");
    }
    for flaw in [Flaw::BitsOfTheWrongNeighbour, Flaw::LoneHigh, Flaw::ClassTooSmall] {
        let found = blocks::certify(Spy(flaw), blocks::Choice::Few);
        assert!(found.is_err(), "{flaw:?} is said to be right");
    }
}
