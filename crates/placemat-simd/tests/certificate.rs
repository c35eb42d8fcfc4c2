//! The certificate: runs every step of every kernel on every window that can occur in text that is valid so far.
//!
//! Only optimised builds run it. In an emulator, which takes hours instead of a minute, the environment variable
//! `PLACEMAT_EXTENT` selects how much to run: `borders`, `windows` or `lanes`.
//! Emulators run it in rows for kernels, and for each change.

mod here;

use here::on_this_target;
use placemat_conformance::{
    certificate::{Batch, Breach, Certificate, Contexts, Extent, Windows, certify},
    oracle::Oracle,
};

use placemat_scalar::validate;
use placemat_simd::{
    Simd,
    convert::ToUtf16,
    emulated::Emulated,
    validate::{Kernel, Mode, Step, complete, guard, verdicts, verdicts_of},
};

/// One mode of a kernel.
struct Of<K> {
    kernel: K,
    name: String,
    mode: Mode,
}

impl<K: Kernel + Sync> Windows for Of<K> {
    fn name(&self) -> String {
        format!("{}, {:?}", self.name, self.mode).to_lowercase()
    }

    fn is_full(&self) -> bool {
        self.mode == Mode::Full
    }

    fn guard(&self, before: [u8; 3]) -> bool {
        guard::<K>(self.mode, before)
    }

    fn verdicts(&self, batches: &[Batch<'_>]) -> u64 {
        verdicts(self.kernel, self.mode, batches)
    }
}

/// A step that validates during conversion, if it differs from the kernel's validation step.
struct Converting<K> {
    kernel: K,
    name: String,
    mode: Mode,
}

impl<K: ToUtf16 + Sync> Windows for Converting<K> {
    fn name(&self) -> String {
        format!("{}, converting, {:?}", self.name, self.mode).to_lowercase()
    }

    fn is_full(&self) -> bool {
        self.mode == Mode::Full
    }

    fn guard(&self, before: [u8; 3]) -> bool {
        if self.is_full() { K::Validate::guard(before) } else { K::ValidateThree::guard(before) }
    }

    fn verdicts(&self, batches: &[Batch<'_>]) -> u64 {
        if self.is_full() {
            verdicts_of(self.kernel, K::Validate::default(), batches)
        } else {
            verdicts_of(self.kernel, K::ValidateThree::default(), batches)
        }
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
struct OfRvv {
    rvv: placemat_riscv::Rvv,
    full: bool,
}

#[cfg(all(target_arch = "riscv64", target_os = "linux"))]
impl Windows for OfRvv {
    fn name(&self) -> String {
        if self.full { "rvv, full" } else { "rvv, two" }.to_owned()
    }

    fn is_full(&self) -> bool {
        self.full
    }

    fn guard(&self, [b3, b2, b1]: [u8; 3]) -> bool {
        self.full || (b3 < 0xF0 && b2 < 0xE0 && b1 < 0xE0)
    }

    fn verdicts(&self, batches: &[Batch<'_>]) -> u64 {
        batches
            .iter()
            .fold(0, |found, batch| found | found_as_b0(self.rvv.verdicts(self.full, *batch), batch))
    }
}

/// What `lasx` or `lsx` finds, by the instructions of its loop.
#[cfg(target_arch = "loongarch64")]
struct OfLoongArch(&'static str, Box<dyn Fn([&[u8; 67]; 4]) -> u64 + Sync>);

#[cfg(target_arch = "loongarch64")]
impl Windows for OfLoongArch {
    fn name(&self) -> String {
        format!("{}, full", self.0)
    }

    fn is_full(&self) -> bool {
        true
    }

    fn guard(&self, _: [u8; 3]) -> bool {
        true
    }

    fn verdicts(&self, batches: &[Batch<'_>]) -> u64 {
        batches.iter().fold(0, |found, batch| found | found_as_b0(self.1(*batch), batch))
    }
}

/// What the loops of `scalar` and `vx` find, of characters of at most `most` bytes.
struct OfLoops {
    most: u32,
}

impl Windows for OfLoops {
    fn name(&self) -> String {
        format!("scalar, at most {} bytes", self.most)
    }

    fn is_full(&self) -> bool {
        self.most == 4
    }

    fn guard(&self, [b3, b2, b1]: [u8; 3]) -> bool {
        match self.most {
            2 => b3 < 0xF0 && b2 < 0xE0 && b1 < 0xE0,
            3 => b3 < 0xF0 && b2 < 0xF0 && b1 < 0xF0,
            _ => true,
        }
    }

    fn verdicts(&self, batches: &[Batch<'_>]) -> u64 {
        let is_valid = match self.most {
            2 => validate::many::<2>,
            3 => validate::many::<3>,
            _ => validate::many::<4>,
        };
        // Which a group's greatest byte excludes.
        let longer = [0xE0, 0xF0, 0x100][self.most as usize - 2];
        batches.iter().fold(0, |found, [b0, b1, b2, b3]| {
            (0..64).fold(found, |found, i| {
                let is_wrong = u16::from(b0[i]) >= longer || !is_valid(&[b3[i], b2[i], b1[i], b0[i]]);
                found | u64::from(is_wrong) << i
            })
        })
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

fn run(contexts: &Contexts, step: &dyn Windows, extent: Extent) -> Certificate {
    let certificate =
        certify(step, contexts, extent).unwrap_or_else(|breach| panic!("{}: {breach}", step.name()));
    println!("{certificate}, {extent:?}");
    let live = contexts.live() as u64;
    if extent != Extent::Borders {
        assert!(certificate.windows >= live * 256, "every window was validated");
    }
    assert!(certificate.windows > 500_000, "something was validated");
    // The driver lets a mode continue after skipped ASCII blocks.
    assert!((0..128).all(|byte| step.guard([byte; 3])), "every mode may start after ASCII");
    certificate
}

/// Certifies a mode of a kernel. Returns its digest.
fn certify_mode<K: Kernel + Sync>(
    contexts: &Contexts,
    name: &str,
    kernel: K,
    mode: Mode,
    extent: Extent,
) -> u64 {
    run(contexts, &Of { kernel, name: name.to_owned(), mode }, extent).digest
}

const MODES: [Mode; 3] = [Mode::Full, Mode::Three, Mode::Two];

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn every_step_is_certified() {
    let contexts = contexts();
    println!("{} of 2^24 contexts are live; what follows the others is free", contexts.live());
    let extent = extent(Extent::EveryWindow);
    let [narrow, ..] = MODES.map(|mode| certify_mode(&contexts, "emulated 16", Emulated::<16>, mode, extent));
    let wide = certify_mode(&contexts, "emulated 64", Emulated::<64>, Mode::Full, extent);
    assert_eq!(narrow, wide, "the width of a vector does not matter");
}

#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn the_loops_without_vectors_are_certified() {
    for most in [2, 3, 4] {
        run(&contexts(), &OfLoops { most }, extent(Extent::EveryWindow));
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

        let lasx = Lasx::detect().ok().map(|token| OfLoongArch("lasx", Box::new(move |w| token.verdicts(w))));
        let lsx = Lsx::detect().ok().map(|token| OfLoongArch("lsx", Box::new(move |w| token.verdicts(w))));
        for kernel in lasx.into_iter().chain(lsx) {
            run(&contexts(), &kernel, extent(Extent::EveryWindow));
        }
    }
    #[cfg(all(target_arch = "riscv64", target_os = "linux"))]
    if let Ok(rvv) = placemat_riscv::Rvv::detect() {
        for full in [true, false] {
            run(&contexts(), &OfRvv { rvv, full }, extent(Extent::EveryWindow));
        }
    }
}

#[allow(dead_code, reason = "there are targets without vector kernels")]
fn certify_here<K: Kernel + Sync>(name: &str, kernel: K) {
    for mode in MODES {
        certify_mode(&contexts(), name, kernel, mode, extent(Extent::EveryLane));
    }
}

/// Of all kernels, only that of AVX-512 has separate steps for conversion.
#[cfg(target_arch = "x86_64")]
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn the_steps_that_convert_are_certified() {
    match placemat_x86::avx512::Avx512::detect() {
        Ok(kernel) => {
            for mode in [Mode::Full, Mode::Three] {
                let step = Converting { kernel, name: "avx512".to_owned(), mode };
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

/// A mode of the emulated kernel, except where these functions change its verdict on a window.
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

    fn verdicts(&self, batches: &[Batch<'_>]) -> u64 {
        let mut all = 0;
        for batch in batches {
            let mut one = verdicts(Emulated::<64>, self.mode, std::slice::from_ref(batch));
            let [b0, b1, b2, b3] = *batch;
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

/// The certificate can fail: a single wrong verdict, a guard that checks too little, an accumulator that forgets.
#[test]
#[cfg_attr(debug_assertions, ignore = "slow without optimisation: `cargo xtask certify` runs it")]
fn wrong_steps_are_found_out() {
    let contexts = contexts();
    let full =
        Wrong { mode: Mode::Full, guard: |_| true, silent: |_| false, alarmed: |_| false, forgets: false };
    // The faults are at borders of the grammar, so these windows are enough to find them.
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
    // Checks only the third-last byte: accepts F0 90 | 41.
    assert!(matches!(check(&Wrong { guard: |[b3, _, _]| b3 < 0xF0, ..three }), Breach::Guard(_)));
    // Does not check C0 | 80.
    let careless = |[b3, b2, b1]: [u8; 3]| b3 < 0xF0 && b2 < 0xF0 && b1 < 0xF0;
    assert!(matches!(check(&Wrong { guard: careless, ..three }), Breach::Guard([_, _, 0xC0 | 0xC1])));
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
            assert_eq!(
                simd.add_signed_saturating(va, vb),
                [a.cast_signed().saturating_add(b.cast_signed()).cast_unsigned(); 16]
            );
            assert_eq!((simd.min(va, vb), simd.max(va, vb)), ([a.min(b); 16], [a.max(b); 16]));
        }
        assert_eq!(simd.nonzero(simd.splat(a)), if a == 0 { 0 } else { 0xFFFF });
        assert_eq!(simd.movemask(simd.splat(a)), if a < 0x80 { 0 } else { 0xFFFF });
        assert_eq!(simd.high_nibble(simd.splat(a)), [a >> 4; 16]);
    }
}
