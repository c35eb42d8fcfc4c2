//! The certificate: runs every step of every kernel on every window that can occur in text that is valid so far.
//!
//! Only optimised builds run it. In an emulator, which takes hours instead of a minute, the environment variable
//! `PLACEMAT_EXTENT` selects how much to run: `borders`, `windows` or `lanes`.
//! Emulators run it in rows for kernels, and for each change.

mod here;

use here::on_this_target;
use placemat_conformance::certificate::{Batch, Breach, Certificate, Contexts, Extent, Subject, certify};
use placemat_conformance::oracle::Oracle;

use placemat_scalar::validate;
use placemat_simd::validate::{Kernel, Mode, complete, guard, verdicts};
use placemat_simd::{Simd, emulated::Emulated};

/// One mode of a kernel.
fn of<'a, K: Kernel + Sync + 'a>(name: &str, kernel: K, mode: Mode) -> Subject<'a> {
    Subject {
        name: format!("{name}, {mode:?}").to_lowercase(),
        is_full: mode == Mode::Full,
        guard: Box::new(move |before| guard::<K>(mode, before)),
        verdicts: Box::new(move |batches| verdicts(kernel, mode, batches)),
    }
}

/// A step of AVX-512 that validates during conversion, and differs from the kernel's validation step.
#[cfg(target_arch = "x86_64")]
fn converting<'a>(kernel: placemat_x86::avx512::Avx512, mode: Mode) -> Subject<'a> {
    use placemat_simd::convert::Convert;
    use placemat_simd::validate::{Step, verdicts_of};
    type Full = <placemat_x86::avx512::Avx512 as Convert>::Validate;
    type Three = <placemat_x86::avx512::Avx512 as Convert>::ValidateThree;
    let is_full = mode == Mode::Full;
    Subject {
        name: format!("avx512, converting, {mode:?}").to_lowercase(),
        is_full,
        guard: Box::new(if is_full { Full::guard } else { Three::guard }),
        verdicts: Box::new(move |batches| match is_full {
            true => verdicts_of(kernel, Full::default(), batches),
            false => verdicts_of(kernel, Three::default(), batches),
        }),
    }
}

#[allow(dead_code, reason = "only some targets have such a step")]
/// Adds the windows whose b1 is above F4 to the verdict of a step that finds such a byte as b0, of the window before.
fn found_as_b0(verdict: u64, [b0, b1, ..]: &Batch<'_>) -> u64 {
    (0..64).fold(verdict, |set, i| {
        assert!(b0[i] <= 0xF4 || set >> i & 1 == 1, "{:02X} was not found", b0[i]);
        set | u64::from(b1[i] > 0xF4) << i
    })
}

/// What `rvv` finds, of any characters or of at most two bytes. Its loop is not generic, but its comparisons are these.
#[cfg(all(target_arch = "riscv64", target_os = "linux"))]
fn of_rvv(rvv: placemat_riscv::Rvv, is_full: bool) -> Subject<'static> {
    Subject {
        name: if is_full { "rvv, full" } else { "rvv, two" }.to_owned(),
        is_full,
        guard: Box::new(move |[b3, b2, b1]| is_full || (b3 < 0xF0 && b2 < 0xE0 && b1 < 0xE0)),
        verdicts: Box::new(move |batches| {
            let found = |batch: &Batch<'_>| found_as_b0(rvv.verdicts(is_full, *batch), batch);
            batches.iter().fold(0, |all, batch| all | found(batch))
        }),
    }
}

/// What `lasx` or `lsx` finds, by the instructions of its loop.
#[cfg(target_arch = "loongarch64")]
fn of_loongarch(name: &str, verdict: impl Fn([&[u8; 67]; 4]) -> u64 + Sync + 'static) -> Subject<'static> {
    Subject {
        name: format!("{name}, full"),
        is_full: true,
        guard: Box::new(|_| true),
        verdicts: Box::new(move |batches| {
            batches.iter().fold(0, |found, batch| found | found_as_b0(verdict(*batch), batch))
        }),
    }
}

/// What the loops of `scalar` and `vx` find, of characters of at most `MOST` bytes.
fn of_loops<const MOST: u32>() -> Subject<'static> {
    // Which a group's greatest byte excludes.
    let longer = [0xE0, 0xF0, 0x100][MOST as usize - 2];
    Subject {
        name: format!("scalar, at most {MOST} bytes"),
        is_full: MOST == 4,
        guard: Box::new(|[b3, b2, b1]| match MOST {
            2 => b3 < 0xF0 && b2 < 0xE0 && b1 < 0xE0,
            3 => b3 < 0xF0 && b2 < 0xF0 && b1 < 0xF0,
            _ => true,
        }),
        verdicts: Box::new(move |batches| {
            batches.iter().fold(0, |found, [b0, b1, b2, b3]| {
                (0..64).fold(found, |found, i| {
                    let is_valid = validate::many::<MOST>(&[b3[i], b2[i], b1[i], b0[i]]);
                    found | u64::from(u16::from(b0[i]) >= longer || !is_valid) << i
                })
            })
        }),
    }
}

/// How much to run: `all`, unless `PLACEMAT_EXTENT` says otherwise.
fn extent(all: Extent) -> Extent {
    match std::env::var("PLACEMAT_EXTENT").as_deref() {
        Ok("borders") => Extent::Borders,
        Ok("windows") => Extent::EveryWindow,
        Ok("lanes") => Extent::EveryLane,
        Ok("full") | Err(_) => all,
        Ok(other) => panic!("PLACEMAT_EXTENT is {other:?}, not borders, windows, lanes or full"),
    }
}

fn contexts() -> Contexts {
    Contexts::of(Oracle::get()).expect("three bytes tell the state")
}

fn run(contexts: &Contexts, step: &Subject<'_>, extent: Extent) -> Certificate {
    let certificate =
        certify(step, contexts, extent).unwrap_or_else(|breach| panic!("{}: {breach}", step.name));
    println!("{certificate}, {extent:?}");
    let live = contexts.live() as u64;
    if extent != Extent::Borders {
        assert!(certificate.windows >= live * 256, "every window was validated");
    }
    assert!(certificate.windows > 500_000, "something was validated");
    // The driver lets a mode continue after skipped ASCII blocks.
    assert!((0..128).all(|byte| (step.guard)([byte; 3])), "every mode may start after ASCII");
    certificate
}

const MODES: [Mode; 3] = [Mode::Full, Mode::Three, Mode::Two];

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn every_step_is_certified() {
    let contexts = contexts();
    println!("{} of 2^24 contexts are live; what follows the others is free", contexts.live());
    let extent = extent(Extent::EveryWindow);
    let [narrow, ..] = MODES.map(|mode| run(&contexts, &of("emulated 16", Emulated::<16>, mode), extent));
    let wide = run(&contexts, &of("emulated 64", Emulated::<64>, Mode::Full), extent);
    assert_eq!(narrow.digest, wide.digest, "the width of a vector does not matter");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn the_loops_without_vectors_are_certified() {
    for subject in [of_loops::<2>(), of_loops::<3>(), of_loops::<4>()] {
        run(&contexts(), &subject, extent(Extent::EveryWindow));
    }
}

/// The vector kernels of this target: every window in every lane, if this machine supports the kernel.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn every_step_of_this_target_is_certified() {
    on_this_target!(certify_here);
    #[cfg(target_arch = "loongarch64")]
    {
        use placemat_loongarch::{lasx::Lasx, lsx::Lsx};

        let lasx = Lasx::detect().ok().map(|token| of_loongarch("lasx", move |w| token.verdicts(w)));
        let lsx = Lsx::detect().ok().map(|token| of_loongarch("lsx", move |w| token.verdicts(w)));
        for kernel in lasx.into_iter().chain(lsx) {
            run(&contexts(), &kernel, extent(Extent::EveryWindow));
        }
    }
    #[cfg(all(target_arch = "riscv64", target_os = "linux"))]
    if let Ok(rvv) = placemat_riscv::Rvv::detect() {
        for full in [true, false] {
            run(&contexts(), &of_rvv(rvv, full), extent(Extent::EveryWindow));
        }
    }
}

#[allow(dead_code, reason = "there are targets without vector kernels")]
fn certify_here<K: Kernel + Sync>(name: &str, kernel: K) {
    for mode in MODES {
        run(&contexts(), &of(name, kernel, mode), extent(Extent::EveryLane));
    }
}

/// Of all kernels, only that of AVX-512 has separate steps for conversion.
#[cfg(target_arch = "x86_64")]
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn the_steps_that_convert_are_certified() {
    match placemat_x86::avx512::Avx512::detect() {
        Ok(kernel) => {
            for step in [converting(kernel, Mode::Full), converting(kernel, Mode::Three)] {
                run(&contexts(), &step, extent(Extent::EveryLane));
            }
        }
        Err(missing) => println!("{}: not run: {missing}", missing.backend),
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn the_end_rule_holds() {
    let contexts = contexts();
    for code in 0..1u32 << 24 {
        let [_, b3, b2, b1] = code.to_be_bytes();
        if let Some(state) = contexts.state([b3, b2, b1]) {
            assert_eq!(complete([b3, b2, b1]), state == 0, "{:02X?}", [b3, b2, b1]);
        }
    }
}

/// A full step of the emulated kernel, except where this function changes its verdict on a window.
fn wrong<'a>(changed: fn(bool, [u8; 4]) -> bool) -> Subject<'a> {
    let verdict = move |batch: &Batch<'_>| {
        let found = verdicts(Emulated::<64>, Mode::Full, std::slice::from_ref(batch));
        (0..64).fold(0, |set, lane| {
            let [b0, b1, b2, b3] = batch.map(|bytes| bytes[lane]);
            set | u64::from(changed(found >> lane & 1 == 1, [b3, b2, b1, b0])) << lane
        })
    };
    let all = move |batches: &[Batch<'_>]| batches.iter().fold(0, |found, batch| found | verdict(batch));
    Subject { verdicts: Box::new(all), ..of("wrong", Emulated::<64>, Mode::Full) }
}

/// The certificate can fail: a single wrong verdict, a guard that checks too little, an accumulator that forgets.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn wrong_steps_are_found_out() {
    let contexts = contexts();
    // The faults are at borders of the grammar, so these windows are enough to find them.
    let certify = |step: Subject<'_>| certify(&step, &contexts, Extent::Borders);
    let check = |step: Subject<'_>| certify(step).map(|_| ()).unwrap_err();
    assert!(certify(wrong(|verdict, _| verdict)).is_ok(), "nothing is wrong with this one");
    let missed = wrong(|verdict, window| verdict && window != [0x41, 0x41, 0xED, 0xA0]);
    assert_eq!(check(missed), Breach::Missed([0x41, 0x41, 0xED, 0xA0]));
    let false_alarm = wrong(|verdict, window| verdict || window == [0xF4, 0x8F, 0xBF, 0xBF]);
    assert_eq!(check(false_alarm), Breach::FalseAlarm([0xF4, 0x8F, 0xBF, 0xBF]));
    let of_last = |batches: &[Batch<'_>]| verdicts(Emulated::<64>, Mode::Full, &batches[batches.len() - 1..]);
    let forgets = Subject { verdicts: Box::new(of_last), ..wrong(|verdict, _| verdict) };
    assert_eq!(check(forgets), Breach::Accumulator);

    let three = || of("three", Emulated::<64>, Mode::Three);
    assert!(certify(three()).is_ok(), "nothing is wrong with this one");
    // Checks only the third-last byte: accepts F0 90 | 41.
    let guard = Box::new(|[b3, _, _]: [u8; 3]| b3 < 0xF0);
    assert!(matches!(check(Subject { guard, ..three() }), Breach::Guard(_)));
    // Does not check C0 | 80.
    let guard = Box::new(|[b3, b2, b1]: [u8; 3]| b3 < 0xF0 && b2 < 0xF0 && b1 < 0xF0);
    assert!(matches!(check(Subject { guard, ..three() }), Breach::Guard([_, _, 0xC0 | 0xC1])));
}

/// The operations of the emulated vectors do what their names say, byte by byte.
#[test]
fn emulated_operations() {
    let simd = Emulated::<16>;
    for a in 0..=255u8 {
        for b in 0..=255u8 {
            let (va, vb) = (simd.splat(a), simd.splat(b));
            assert_eq!(simd.add(va, vb), [a.wrapping_add(b); 16]);
            assert_eq!(simd.sub_saturating(va, vb), [a.saturating_sub(b); 16]);
            let sum = a.cast_signed().saturating_add(b.cast_signed()).cast_unsigned();
            assert_eq!(simd.add_signed_saturating(va, vb), [sum; 16]);
            assert_eq!((simd.min(va, vb), simd.max(va, vb)), ([a.min(b); 16], [a.max(b); 16]));
        }
        assert_eq!(simd.nonzero(simd.splat(a)), if a == 0 { 0 } else { 0xFFFF });
        assert_eq!(simd.movemask(simd.splat(a)), if a < 0x80 { 0 } else { 0xFFFF });
        assert_eq!(simd.high_nibble(simd.splat(a)), [a >> 4; 16]);
    }
}
