//! The registry: one row per backend. The known backends, the one that a build fixes, and the rejected build
//! flags all follow from its rows.

use placemat_core::{Conversion, Info, Measuring, UnsupportedError, Validation};

use super::Known;

/// Expands to the tables of the registry.
macro_rules! registry {
    ($(
        $name:literal is $module:path {
            compiled: $condition:meta, needs $needs:literal $(and Rust $rust:literal)?;
            architectures: [$($arch:literal),*];
            cargo_feature: $cargo_feature:expr;
            features: [$($feature:literal),*];
            build_for_them: $build:ident;
            $(conversion: $conversion:ident;)?
            $(measuring: $measuring:ident;)?
        }
    )*) => {
        /// The row, among the compiled-in backends, of the first one that this machine supports.
        #[inline]
        pub(super) fn first() -> usize {
            $(
                #[cfg(all($condition, not(placemat_without = $name)))]
                {
                    use $module as module;
                    if module::is_supported() {
                        return const { row_of($name) };
                    }
                }
            )*
            // Unreachable: the scalar backend runs everywhere.
            VALIDATIONS.len() - 1
        }

        /// Description and CPU feature detection of each compiled-in backend.
        pub(super) const DESCRIPTIONS: &[Description] = &[$(
            #[cfg(all($condition, not(placemat_without = $name)))]
            {
                use $module as module;
                Description { info: &module::INFO, detect: module::detect }
            },
        )*];

        /// The validation functions of the same backends.
        pub(super) const VALIDATIONS: &[Validation] = &[$(
            #[cfg(all($condition, not(placemat_without = $name)))]
            {
                use $module as module;
                module::VALIDATION
            },
        )*];

        /// Their conversion kernels.
        pub(super) const CONVERSIONS: &[Conversion] = &[$(
            #[cfg(all($condition, not(placemat_without = $name)))]
            {
                #[allow(unused_imports, reason = "not by a row that has none")]
                use $module as module;
                [$(module::$conversion,)? Conversion::NONE][0]
            },
        )*];

        /// Their length and validation kernels (see `Measuring`).
        pub(super) const MEASURINGS: &[Measuring] = &[$(
            #[cfg(all($condition, not(placemat_without = $name)))]
            {
                #[allow(unused_imports, reason = "not by a row that has none")]
                use $module as module;
                [$(module::$measuring,)? Measuring::NONE][0]
            },
        )*];

        /// All backends, compiled in or not.
        pub(super) static KNOWN: &[Known] = ROWS;

        const ROWS: &[Known] = &[$(
            Known {
                name: $name,
                compiled: cfg!(all($condition, not(placemat_without = $name))),
                needs: match cfg!(placemat_without = $name) {
                    true => concat!(
                        "a build without --cfg placemat_without=\"", $name, "\""
                        $(, ", by Rust ", $rust, " or later")?
                    ),
                    false => $needs,
                },
                architectures: &[$($arch),*],
                cargo_feature: $cargo_feature,
                features: &[$($feature),*],
                fixed_by_build: Build::$build.fixes(),
            },
        )*];

        /// The compiled-in backends, with what determines the fixed one.
        const COMPILED: &[Compiled] = &[$(
            #[cfg(all($condition, not(placemat_without = $name)))]
            {
                use $module as module;
                const FEATURES: &[&str] = &[$($feature),*];
                assert!(same(module::INFO.name(), $name), "the row and `INFO` differ in the name");
                assert!(agree(&module::INFO, FEATURES), "the row and `INFO` differ in the features");
                Compiled {
                    validation: module::VALIDATION,
                    named: cfg!(placemat_backend = $name),
                    fixed: Build::$build.fixes() && cfg!(all($(target_feature = $feature),*)),
                    portable: FEATURES.is_empty(),
                }
            },
        )*];

        $(
            #[cfg(all(placemat_backend = $name, not($condition)))]
            compile_error!(concat!("placemat_backend = \"", $name, "\" needs ", $needs));

            #[cfg(all(placemat_backend = $name, placemat_without = $name))]
            compile_error!(concat!("placemat_backend and placemat_without both name \"", $name, "\""));

            #[cfg(all(placemat_backend = $name, $condition, not(all($(target_feature = $feature),*))))]
            compile_error!(concat!(
                "placemat_backend = \"", $name, "\" needs -C target-feature=", $("+", $feature, ",",)*
                " or a target-cpu that has them"
            ));
        )*
    };
}

// In order of preference: calls are dispatched to the first backend that this machine supports. A build that
// enables all features of a row with `Fixes` uses that backend without run-time detection. A build for no
// more than SSE4.1 (x86-64-v2, as some distributions are built) still detects: nearly every machine has more.
registry! {
    "avx512" is placemat_x86::avx512 {
        compiled: target_arch = "x86_64", needs "an x86-64 target" and Rust "1.89";
        architectures: ["x86_64"];
        cargo_feature: None;
        features: ["avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "popcnt", "bmi2"];
        build_for_them: Fixes;
        conversion: CONVERSION;
        measuring: MEASURING;
    }
    "avx2" is placemat_x86::avx2 {
        compiled: any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")),
            needs "an x86-64 target, or 32-bit x86 with SSE2";
        architectures: ["x86_64", "x86"];
        cargo_feature: None;
        features: ["avx2", "popcnt"];
        build_for_them: Fixes;
        conversion: CONVERSION;
        measuring: MEASURING;
    }
    "sse4" is placemat_x86::sse4 {
        compiled: any(target_arch = "x86_64", all(target_arch = "x86", target_feature = "sse2")),
            needs "an x86-64 target, or 32-bit x86 with SSE2";
        architectures: ["x86_64", "x86"];
        cargo_feature: None;
        features: ["ssse3", "sse4.1"];
        build_for_them: Detects;
        conversion: CONVERSION;
        measuring: MEASURING;
    }
    "neon" is placemat_neon {
        compiled: all(target_arch = "aarch64", target_feature = "neon"), needs "an aarch64 target with NEON";
        architectures: ["aarch64"];
        cargo_feature: None;
        features: ["neon"];
        build_for_them: Fixes;
        conversion: CONVERSION;
        measuring: MEASURING;
    }
    "wasm" is placemat_wasm {
        compiled: all(target_arch = "wasm32", target_feature = "simd128"),
            needs "a wasm32 target and -C target-feature=+simd128";
        architectures: ["wasm32"];
        cargo_feature: None;
        features: ["simd128"];
        build_for_them: Fixes;
        conversion: CONVERSION;
        measuring: MEASURING;
    }
    "lasx" is placemat_loongarch::lasx {
        compiled: target_arch = "loongarch64", needs "a loongarch64 target" and Rust "1.89";
        architectures: ["loongarch64"];
        cargo_feature: None;
        features: ["lsx", "lasx"];
        build_for_them: Fixes;
    }
    "lsx" is placemat_loongarch::lsx {
        compiled: target_arch = "loongarch64", needs "a loongarch64 target" and Rust "1.89";
        architectures: ["loongarch64"];
        cargo_feature: None;
        features: ["lsx"];
        build_for_them: Detects;
    }
    "rvv" is placemat_riscv {
        compiled: all(target_arch = "riscv64", target_os = "linux"), needs "a riscv64 target with Linux";
        architectures: ["riscv64"];
        cargo_feature: None;
        features: ["v"];
        build_for_them: Detects;
        conversion: CONVERSION;
        measuring: MEASURING;
    }
    "vx" is placemat_s390x {
        compiled: target_arch = "s390x", needs "an s390x target";
        architectures: ["s390x"];
        cargo_feature: None;
        features: ["vector"];
        build_for_them: Fixes;
        conversion: CONVERSION;
        measuring: MEASURING;
    }
    "scalar" is placemat_scalar {
        compiled: all(), needs "nothing";
        architectures: [];
        cargo_feature: None;
        features: [];
        build_for_them: Detects;
    }
    "dfa" is placemat_dfa {
        compiled: feature = "dfa", needs "the Cargo feature `dfa` of placemat";
        architectures: [];
        cargo_feature: Some("dfa");
        features: [];
        build_for_them: Detects;
    }
}

#[cfg(placemat_without = "scalar")]
compile_error!("placemat_without cannot leave out \"scalar\": it is the backend that runs everywhere");

#[cfg(placemat_without)]
compile_error!("placemat_without needs a value, the name of a backend: --cfg 'placemat_without=\"avx512\"'");

#[cfg(placemat_backend)]
compile_error!("placemat_backend needs a value, the name of a backend: --cfg 'placemat_backend=\"scalar\"'");

/// What a build that enables all of a backend's CPU features does.
enum Build {
    /// Uses this backend, unless an earlier row is fixed too.
    Fixes,
    /// Detects at run time, as if they were not enabled.
    Detects,
}

impl Build {
    const fn fixes(&self) -> bool {
        matches!(self, Self::Fixes)
    }
}

/// Description and CPU feature detection of a backend.
#[derive(Clone, Copy)]
pub(super) struct Description {
    pub(super) info: &'static Info,
    pub(super) detect: fn() -> Result<(), UnsupportedError>,
}

/// A compiled-in backend, with what determines the fixed one.
#[derive(Clone, Copy)]
struct Compiled {
    validation: Validation,
    /// `--cfg placemat_backend` names it.
    named: bool,
    /// The build enables all of its features, and its row says `Fixes`.
    fixed: bool,
    /// It runs on every processor.
    portable: bool,
}

/// The backend that the build fixes, if any: the one named by `--cfg`; the one whose CPU features are
/// enabled; or, under Miri and on targets without atomic pointers, the first that runs everywhere.
pub(super) const FIXED: Option<Fixed> = {
    let (mut named, mut fixed, mut portable) = (None, None, None);
    // In reverse, so that the first row wins.
    let mut index = COMPILED.len();
    while index > 0 {
        index -= 1;
        let row = COMPILED[index];
        let this = Some(Fixed { index, validation: row.validation });
        if row.named {
            named = this;
        }
        if row.fixed {
            fixed = this;
        }
        if row.portable {
            portable = this;
        }
    }
    match (named, fixed) {
        (Some(_), _) => named,
        // Miri interprets few intrinsics, and slowly.
        _ if cfg!(miri) => portable,
        (None, Some(_)) => fixed,
        (None, None) if cfg!(not(target_has_atomic = "ptr")) => portable,
        (None, None) => None,
    }
};

/// The value of [`FIXED`]. The tables are constants, so calls are direct.
#[derive(Clone, Copy)]
pub(super) struct Fixed {
    /// Its row among the compiled-in backends.
    pub(super) index: usize,
    pub(super) validation: Validation,
}

/// The row of a compiled-in backend, among the compiled-in ones.
const fn row_of(name: &str) -> usize {
    let (mut at, mut row) = (0, 0);
    while !same(ROWS[at].name, name) {
        row += ROWS[at].compiled as usize;
        at += 1;
    }
    row
}

const fn agree(info: &Info, features: &[&str]) -> bool {
    let mut i = 0;
    while i < features.len() && i < info.features().len() && same(info.features()[i], features[i]) {
        i += 1;
    }
    i == features.len() && i == info.features().len()
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
