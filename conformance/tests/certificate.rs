//! The certificate, run: every step of every kernel on every window.
//!
//! A release build judges all of them; a debug build only those next to the grammar's borders, and says so. Where a
//! release build runs in an emulator, which takes hours for what takes a minute, the environment variable
//! `PLACEMAT_EXTENT` says how much is to be run: `borders`, `windows` or `lanes`.

use placemat_conformance::{
    certificate::{Batch, Breach, Certificate, Contexts, Extent, Windows, certify},
    oracle::Oracle,
};
use std::marker::PhantomData;

use placemat_simd::{Kernel, Mode, Simd, complete, emulated::Emulated, guard, verdicts};

/// One mode of a kernel. `verdicts` is compiled for the kernel's processor features.
struct Of<K, V> {
    kernel: PhantomData<fn() -> K>,
    name: String,
    mode: Mode,
    verdicts: V,
}

impl<K: Kernel, V: Fn(Mode, &[Batch]) -> u64 + Sync> Windows for Of<K, V> {
    fn name(&self) -> String {
        format!("{}, {:?}", self.name, self.mode).to_lowercase()
    }

    fn is_full(&self) -> bool {
        self.mode == Mode::Full
    }

    fn guard(&self, before: [u8; 3]) -> bool {
        guard::<K>(self.mode, before)
    }

    fn verdicts(&self, batches: &[Batch]) -> u64 {
        (self.verdicts)(self.mode, batches)
    }
}

/// How much is run: `all` in a release build, unless somebody asks for something else.
fn extent(all: Extent) -> Extent {
    match std::env::var("PLACEMAT_EXTENT").as_deref() {
        Ok("borders") => Extent::Borders,
        Ok("windows") => Extent::EveryWindow,
        Ok("lanes") => Extent::EveryLane,
        Ok(other) => panic!("PLACEMAT_EXTENT is {other:?}, and neither borders nor windows nor lanes"),
        Err(_) if cfg!(debug_assertions) => Extent::Borders,
        Err(_) => all,
    }
}

fn contexts() -> Contexts {
    Contexts::of(Oracle::get()).expect("three octets tell the state")
}

fn run(contexts: &Contexts, step: &dyn Windows, extent: Extent) -> Certificate {
    let certificate =
        certify(step, contexts, extent).unwrap_or_else(|breach| panic!("{}: {breach}", step.name()));
    println!("{certificate}, {extent:?}");
    let live = contexts.live() as u64;
    if extent != Extent::Borders {
        assert!(certificate.windows >= live * 256, "every window was judged");
    }
    assert!(certificate.windows > 500_000, "something was judged");
    // The driver lets a mode go on behind ASCII blocks that it has skipped.
    assert!((0..128).all(|octet| step.guard([octet; 3])), "every mode may start behind ASCII");
    certificate
}

/// Certifies all modes of a kernel; the digest of the full one.
fn certify_kernel<K: Kernel>(
    contexts: &Contexts,
    name: &str,
    extent: Extent,
    verdicts: impl Fn(Mode, &[Batch]) -> u64 + Sync,
) -> u64 {
    let [full, ..] = [Mode::Full, Mode::Three, Mode::Two].map(|mode| {
        let step = Of::<K, _> { kernel: PhantomData, name: name.to_owned(), mode, verdicts: &verdicts };
        run(contexts, &step, extent).digest
    });
    full
}

#[test]
fn every_step_is_certified() {
    let contexts = contexts();
    println!("{} of 2^24 contexts are live; what is behind the others is free", contexts.live());
    let extent = extent(Extent::EveryWindow);
    let narrow = certify_kernel::<Emulated<16>>(&contexts, "emulated 16", extent, |mode, batches| {
        verdicts(Emulated::<16>, mode, batches)
    });
    let wide = certify_kernel::<Emulated<64>>(&contexts, "emulated 64", extent, |mode, batches| {
        verdicts(Emulated::<64>, mode, batches)
    });
    assert_eq!(narrow, wide, "the width of a vector does not matter");
}

/// The kernels of this machine's processor: every window in every lane.
#[cfg(target_arch = "x86_64")]
#[test]
fn every_step_of_x86_is_certified() {
    use placemat_x86::{avx2, avx512, sse4};
    let contexts = contexts();
    let extent = extent(Extent::EveryLane);
    match avx512::Avx512::detect() {
        Ok(token) => {
            certify_kernel::<avx512::Avx512>(&contexts, "avx512", extent, |mode, batches| {
                avx512::verdicts(token, mode, batches)
            });
        }
        Err(missing) => println!("avx512: not run: {missing}"),
    }
    match avx2::Avx2::detect() {
        Ok(token) => {
            certify_kernel::<avx2::Avx2>(&contexts, "avx2", extent, |mode, batches| {
                avx2::verdicts(token, mode, batches)
            });
        }
        Err(missing) => println!("avx2: not run: {missing}"),
    }
    match sse4::Sse4::detect() {
        Ok(token) => {
            certify_kernel::<sse4::Sse4>(&contexts, "sse4", extent, |mode, batches| {
                sse4::verdicts(token, mode, batches)
            });
        }
        Err(missing) => println!("sse4: not run: {missing}"),
    }
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
#[test]
fn every_step_of_neon_is_certified() {
    let token = placemat_neon::Neon::detect().expect("it is compiled in");
    certify_kernel::<placemat_neon::Neon>(&contexts(), "neon", extent(Extent::EveryLane), |mode, batches| {
        placemat_neon::verdicts(token, mode, batches)
    });
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[test]
fn every_step_of_wasm_is_certified() {
    let token = placemat_wasm::Wasm::detect().expect("it is compiled in");
    certify_kernel::<placemat_wasm::Wasm>(&contexts(), "wasm", extent(Extent::EveryLane), |mode, batches| {
        placemat_wasm::verdicts(token, mode, batches)
    });
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

/// A mode of the emulated kernel, but for what these say of a window.
#[derive(Clone, Copy)]
struct Wrong {
    mode: Mode,
    guard: fn([u8; 3]) -> bool,
    silent: fn([u8; 4]) -> bool,
    alarmed: fn([u8; 4]) -> bool,
    forgets: bool,
}

impl Windows for Wrong {
    fn name(&self) -> String {
        "wrong".to_owned()
    }

    fn is_full(&self) -> bool {
        self.mode == Mode::Full
    }

    fn guard(&self, before: [u8; 3]) -> bool {
        (self.guard)(before)
    }

    fn verdicts(&self, batches: &[Batch]) -> u64 {
        let mut all = 0;
        for batch in batches {
            let mut one = verdicts(Emulated::<64>, self.mode, std::slice::from_ref(batch));
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
    let full =
        Wrong { mode: Mode::Full, guard: |_| true, silent: |_| false, alarmed: |_| false, forgets: false };
    // The faults are next to borders of the grammar, so this is enough to find them.
    let certify = |step: &dyn Windows| certify(step, &contexts, Extent::Borders);
    let check = |step: &dyn Windows| certify(step).map(|_| ()).unwrap_err();
    let missed = Wrong { silent: |w| w == [0x41, 0x41, 0xED, 0xA0], ..full };
    assert_eq!(check(&missed), Breach::Missed([0x41, 0x41, 0xED, 0xA0]));
    let false_alarm = Wrong { alarmed: |w| w == [0xF4, 0x8F, 0xBF, 0xBF], ..full };
    assert_eq!(check(&false_alarm), Breach::FalseAlarm([0xF4, 0x8F, 0xBF, 0xBF]));
    assert_eq!(check(&Wrong { forgets: true, ..full }), Breach::Accumulator);

    let three =
        Wrong { mode: Mode::Three, guard: |before| guard::<Emulated<64>>(Mode::Three, before), ..full };
    assert!(certify(&three).is_ok(), "nothing is wrong with this one");
    // Looks at the last octet but two alone: accepts F0 90 | 41.
    assert!(matches!(check(&Wrong { guard: |[third, _, _]| third < 0xF0, ..three }), Breach::Guard(_)));
    // Does not mind C0 | 80.
    let careless = |[third, second, first]: [u8; 3]| third < 0xF0 && second < 0xF0 && first < 0xF0;
    assert!(matches!(check(&Wrong { guard: careless, ..three }), Breach::Guard([_, _, 0xC0 | 0xC1])));
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
