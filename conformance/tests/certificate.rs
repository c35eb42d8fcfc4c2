//! The certificate, run: every step of every kernel on every window.
//!
//! A release build judges all of them; a debug build only those next to the grammar's borders, and says so.

use placemat_conformance::{
    certificate::{Batch, Breach, Certificate, Contexts, Extent, Windows, certify},
    oracle::Oracle,
};
use placemat_simd::{
    Simd, Step, complete,
    emulated::Emulated,
    steps::{Full, Three, Two},
    verdicts,
};

/// A step over emulated vectors, or a wrong one.
struct Emulation<M, const LANES: usize> {
    name: &'static str,
    full: bool,
    step: M,
}

impl<M: Step<Emulated<LANES>> + Sync, const LANES: usize> Windows for Emulation<M, LANES> {
    fn name(&self) -> String {
        format!("emulated {LANES}, {}", self.name)
    }

    fn is_full(&self) -> bool {
        self.full
    }

    fn guard(&self, before: [u8; 3]) -> bool {
        M::guard(before)
    }

    fn verdicts(&self, batches: &[Batch]) -> u64 {
        verdicts(Emulated::<LANES>, self.step, batches)
    }
}

fn extent() -> Extent {
    if cfg!(debug_assertions) { Extent::Borders } else { Extent::EveryWindow }
}

fn contexts() -> Contexts {
    Contexts::of(Oracle::get()).expect("three octets tell the state")
}

fn run(contexts: &Contexts, step: &dyn Windows) -> Certificate {
    let certificate =
        certify(step, contexts, extent()).unwrap_or_else(|breach| panic!("{}: {breach}", step.name()));
    println!("{certificate}");
    let live = contexts.live() as u64;
    if extent() == Extent::EveryWindow {
        assert!(certificate.windows >= live * 256, "every window was judged");
    }
    assert!(certificate.windows > 1_000_000, "something was judged");
    // The driver lets a mode go on behind ASCII blocks that it has skipped.
    assert!((0..128).all(|octet| step.guard([octet; 3])), "every mode may start behind ASCII");
    certificate
}

#[test]
fn every_step_is_certified() {
    let contexts = contexts();
    println!(
        "extent: {:?}; {} of 2^24 contexts are live, what is behind the others is free",
        extent(),
        contexts.live()
    );
    let full = run(&contexts, &Emulation::<_, 16> { name: "full", full: true, step: Full });
    let wide = run(&contexts, &Emulation::<_, 64> { name: "full", full: true, step: Full });
    assert_eq!(full.digest, wide.digest, "the width of a vector does not matter");
    run(&contexts, &Emulation::<_, 16> { name: "3-octet", full: false, step: Three });
    run(&contexts, &Emulation::<_, 16> { name: "2-octet", full: false, step: Two });
}

#[test]
fn the_end_rule_holds() {
    let contexts = contexts();
    for code in 0..1u32 << 24 {
        let [_, third, second, first] = code.to_be_bytes();
        if let Some(state) = contexts.state([third, second, first]) {
            assert_eq!(complete([third, second, first]), state == 0, "{:02X?}", [third, second, first]);
        }
    }
}

/// A step whose verdicts are those of another, but for what `wrong` says of a window.
#[derive(Clone, Copy)]
struct Wrong<M> {
    inner: M,
    guard: fn([u8; 3]) -> bool,
    silent: fn([u8; 4]) -> bool,
    alarmed: fn([u8; 4]) -> bool,
    forgets: bool,
}

impl<M: Step<Emulated<64>> + Sync> Windows for Wrong<M> {
    fn name(&self) -> String {
        "wrong".to_owned()
    }

    fn is_full(&self) -> bool {
        (self.guard)([0xF0; 3])
    }

    fn guard(&self, before: [u8; 3]) -> bool {
        (self.guard)(before)
    }

    fn verdicts(&self, batches: &[Batch]) -> u64 {
        let simd = Emulated::<64>;
        let mut all = 0;
        for batch in batches {
            let mut one = verdicts(simd, self.inner, std::slice::from_ref(batch));
            let [b0, b1, b2, b3] = batch;
            for (lane, (((b0, b1), b2), b3)) in b0.iter().zip(b1).zip(b2).zip(b3).take(64).enumerate() {
                let window = [*b3, *b2, *b1, *b0];
                if (self.silent)(window) {
                    one &= !(1 << lane);
                }
                if (self.alarmed)(window) {
                    one |= 1 << lane;
                }
            }
            all = if self.forgets { one } else { all | one };
        }
        all
    }
}

/// The certificate can fail: a single wrong verdict, a guard that looks at too little, an accumulator that forgets.
#[test]
fn wrong_steps_are_found_out() {
    let contexts = contexts();
    let full = Wrong { inner: Full, guard: |_| true, silent: |_| false, alarmed: |_| false, forgets: false };
    // The faults are next to borders of the grammar, so this is enough to find them.
    let certify = |step: &dyn Windows| certify(step, &contexts, Extent::Borders);
    let check = |step: &dyn Windows| certify(step).map(|_| ()).unwrap_err();
    let missed = Wrong { silent: |w| w == [0x41, 0x41, 0xED, 0xA0], ..full };
    assert_eq!(check(&missed), Breach::Missed([0x41, 0x41, 0xED, 0xA0]));
    let false_alarm = Wrong { alarmed: |w| w == [0xF4, 0x8F, 0xBF, 0xBF], ..full };
    assert_eq!(check(&false_alarm), Breach::FalseAlarm([0xF4, 0x8F, 0xBF, 0xBF]));
    assert_eq!(check(&Wrong { forgets: true, ..full }), Breach::Accumulator);

    let three = Wrong {
        inner: Three,
        guard: <Three as Step<Emulated<64>>>::guard,
        silent: |_| false,
        alarmed: |_| false,
        forgets: false,
    };
    assert!(certify(&three).is_ok(), "nothing is wrong with this one");
    // Looks at the last octet but two alone: accepts F0 90 | 41.
    assert!(matches!(check(&Wrong { guard: |[third, _, _]| third < 0xF0, ..three }), Breach::Guard(_)));
    // Does not mind C0 | 80.
    let guard = |[third, second, first]: [u8; 3]| third < 0xF0 && second < 0xF0 && first < 0xF0;
    assert!(matches!(check(&Wrong { guard, ..three }), Breach::Guard([_, _, 0xC0 | 0xC1])));
}

/// The operations of the emulated vectors are what their names say, octet by octet.
#[test]
fn emulated_operations() {
    let simd = Emulated::<16>;
    for a in 0..=255u8 {
        for b in 0..=255u8 {
            let (va, vb) = (simd.splat(a), simd.splat(b));
            assert_eq!(simd.add(va, vb), [a.wrapping_add(b); 16]);
            assert_eq!(simd.sub_saturating(va, vb), [a.saturating_sub(b); 16]);
            assert_eq!(
                simd.add_signed_saturating(va, vb),
                [a.cast_signed().saturating_add(b.cast_signed()).cast_unsigned(); 16]
            );
            assert_eq!((simd.min(va, vb), simd.max(va, vb)), ([a.min(b); 16], [a.max(b); 16]));
        }
        assert_eq!(simd.nonzero(simd.splat(a)), if a == 0 { 0 } else { 0xFFFF });
        assert_eq!(simd.high_bits(simd.splat(a)), if a < 0x80 { 0 } else { 0xFFFF });
        assert_eq!(simd.high_nibble(simd.splat(a)), [a >> 4; 16]);
    }
}
