//! Checks the instructions of a kernel.

use std::collections::HashSet;

use anyhow::{Context, Result};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Instruction, OpKind, Register};

use super::{
    code::{Code, Function, Target, readable},
    loaded::Loaded,
    rows::Row,
};

/// The result for one kernel.
pub(super) struct Finding {
    pub(super) backend: &'static str,
    /// Its entry function.
    pub(super) root: String,
    /// The number of reachable functions, including itself.
    pub(super) functions: usize,
    pub(super) instructions: usize,
    /// The number of places that call, or jump to, another function.
    pub(super) calls: usize,
    pub(super) faults: Vec<String>,
}

/// Checks everything reachable from the kernel. Fails if the kernel does not exist.
pub(super) fn check(row: &Row, code: &Code) -> Result<Finding> {
    let root = code.find(&row.root).with_context(|| format!("there is no function {}", row.root))?;
    let mut look = Look { row, is_vectorised: false, instructions: 0, calls: 0, faults: Vec::new() };
    let mut reached = HashSet::from([root.to_owned()]);
    let mut next = vec![root.to_owned()];
    let mut functions = 0;
    while let Some(name) = next.pop() {
        match code.get(&name) {
            // The call itself is reported at its place.
            Target::Data | Target::Elsewhere => {}
            Target::Function(function) => {
                functions += 1;
                look.at_function(&readable(&name), function, code);
                let called = function.references.iter().map(|(_, name)| name.clone());
                next.extend(called.filter(|name| reached.insert(name.clone())));
            }
        }
    }
    if !look.is_vectorised {
        look.faults.push(format!("nowhere: a vector of {} bytes", row.width));
    }
    Ok(Finding {
        backend: row.backend,
        root: row.root.rsplit("::").next().unwrap_or(&row.root).to_owned(),
        functions,
        instructions: look.instructions,
        calls: look.calls,
        faults: look.faults,
    })
}

/// Detects the processor: called by a kernel for a long input, before it prefetches.
const PREFETCH_POLICY: &str = "placemat_x86::prefetch::policy";

struct Look<'a> {
    row: &'a Row,
    /// Whether a vector instruction of the wanted kind was found.
    is_vectorised: bool,
    instructions: usize,
    calls: usize,
    faults: Vec<String>,
}

impl Look<'_> {
    fn at_function(&mut self, name: &str, function: &Function, code: &Code) {
        // F3 0F BC is TZCNT, or BSF on processors without it. The compiler uses it as a BSF that is faster on some
        // processors, and never where the two differ.
        let mut decoder = Decoder::new(64, &function.bytes, DecoderOptions::NO_MPFX_0FBC);
        let mut instruction = Instruction::default();
        let mut loaded = Loaded::new();
        while decoder.can_decode() {
            decoder.decode_out(&mut instruction);
            self.instructions += 1;
            if instruction.is_invalid() {
                self.faults.push(format!("{name}+{:#x}: no instruction", instruction.ip()));
                return;
            }
            if instruction.flow_control() == FlowControl::IndirectCall && !loaded.knows(&instruction) {
                self.calls += 1;
                self.faults.push(format!("{name}+{:#x}: a call to an unknown place", instruction.ip()));
            }
            self.at_instruction(name, &instruction, function.bytes.len());
            loaded.after(&instruction, function, code);
        }
        for (at, target) in &function.references {
            if matches!(code.get(target), Target::Data) {
                continue;
            }
            self.calls += 1;
            let target = readable(target);
            let panics = PANICS.iter().any(|part| target.contains(part));
            let permitted =
                if panics { self.row.converts } else { may_be_called(&target, self.row.converts) };
            if !permitted {
                let what = if panics { "it can panic" } else { "a call" };
                self.faults.push(format!("{name}+{at:#x}: {what}: {target}"));
            }
        }
    }

    fn at_instruction(&mut self, name: &str, instruction: &Instruction, len: usize) {
        let place = format!("{name}+{:#x}", instruction.ip());
        match instruction.flow_control() {
            FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch => {
                let target = instruction.near_branch_target();
                if usize::try_from(target).map_or(true, |target| target > len) {
                    self.faults.push(format!("{place}: a jump out of the function, to {target:#x}"));
                }
            }
            // Compiled from a check whose panic is not reported.
            FlowControl::Exception => self.faults.push(format!("{place}: a trap")),
            _ => {}
        }
        let is_wanted = |names: &[_]| names.is_empty() || names.contains(&instruction.mnemonic());
        self.is_vectorised |= width(instruction) == self.row.width && is_wanted(self.row.mnemonics);
    }
}

/// Whether a kernel may call this function: copies of the last bytes, code that is compiled separately for the same
/// features, and for conversions, the functions for the ends of texts and for errors. Called functions are checked as
/// well. Vector operations are methods or intrinsics: as calls, they would lose the processor features.
fn may_be_called(target: &str, converts: bool) -> bool {
    let apart = target.ends_with("token::validation::compiled");
    let of_a_conversion = target.ends_with("Token>::vectorize::compiled")
        || target.ends_with("Token>::vectorize_conversion::compiled")
        || (target.starts_with("placemat_")
            && ["::convert::", "::locate::"].iter().any(|module| target.contains(module))
            && !target.contains("{closure"));
    ["memcpy", "memset", PREFETCH_POLICY].contains(&target) || apart || (converts && of_a_conversion)
}

/// Substrings in the names of panicking functions.
const PANICS: [&str; 4] = ["panic", "_fail", "unwrap", "expect_failed"];

/// The width of the widest vector register operand, in bytes.
fn width(instruction: &Instruction) -> usize {
    let registers = || {
        let operands = (0..instruction.op_count()).filter(|&i| instruction.op_kind(i) == OpKind::Register);
        operands.map(|i| instruction.op_register(i))
    };
    if registers().any(Register::is_zmm) {
        64
    } else if registers().any(Register::is_ymm) {
        32
    } else if registers().any(Register::is_xmm) {
        16
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a kernel with this code, which must have a vector of 16 bytes, and these references.
    fn faults(bytes: &[u8], references: &[(usize, &str)]) -> Vec<String> {
        let row =
            Row { backend: "warp", root: "scan".to_owned(), width: 16, mnemonics: &[], converts: false };
        let mut code = Code::default();
        let references = references.iter().map(|&(at, name)| (at, name.to_owned())).collect();
        code.functions.insert("scan".to_owned(), Function { bytes: bytes.to_vec(), references });
        let helper = Function { bytes: b"\x0F\x0B\xC3".to_vec(), references: vec![] };
        code.functions.insert("helper".to_owned(), helper);
        check(&row, &code).unwrap().faults
    }

    const PXOR: &[u8] = b"\x66\x0F\xEF\xC0";
    const CALL: &[u8] = b"\xE8\x00\x00\x00\x00";
    const CALL_RAX: &[u8] = b"\xFF\xD0";
    const RET: &[u8] = b"\xC3";

    #[test]
    fn a_good_kernel_has_no_faults() {
        assert_eq!(faults(&[PXOR, RET].concat(), &[]), Vec::<String>::new());
        assert_eq!(faults(&[PXOR, CALL, RET].concat(), &[(5, "memcpy")]), Vec::<String>::new());
        let loads_rax = b"\x48\x8B\x05\x00\x00\x00\x00";
        let calls_it = [PXOR, loads_rax, CALL_RAX, RET].concat();
        assert_eq!(faults(&calls_it, &[(7, "memcpy")]), Vec::<String>::new());
    }

    #[test]
    fn every_sort_of_fault_is_found() {
        let ud2 = b"\x0F\x0B";
        let far = b"\xE9\x00\x01\x00\x00";
        for (bytes, references, expected) in [
            (CALL_RAX, &[][..], "an unknown place"),
            // An address that is loaded, then overwritten.
            (b"\x48\x8B\x05\0\0\0\0\x48\x89\xC8\xFF\xD0", &[(7, "memcpy")], "an unknown place"),
            (b"\x48\x8B\x05\0\0\0\0\xFF\xD0", &[(7, "elsewhere")], "a call: elsewhere"),
            (ud2, &[], "a trap"),
            (far, &[], "out of the function"),
            (b"\x06", &[], "no instruction"),
            (CALL, &[(5, "core::panicking::panic_bounds_check")], "it can panic"),
            (CALL, &[(5, "_RNvNtNtCs1_4core5slice5index16slice_index_fail")], "it can panic"),
            (CALL, &[(5, "elsewhere")], "a call: elsewhere"),
            // Called functions are checked as well.
            (CALL, &[(5, "helper")], "helper+0x0: a trap"),
        ] {
            let faults = faults(&[PXOR, bytes, RET].concat(), references);
            assert!(faults.iter().any(|fault| fault.contains(expected)), "{expected}: {faults:?}");
        }
        assert_eq!(faults(RET, &[]), ["nowhere: a vector of 16 bytes"]);
    }

    #[test]
    fn a_bsf_is_no_tzcnt() {
        assert_eq!(faults(&[PXOR, b"\xF3\x48\x0F\xBC\xC0", RET].concat(), &[]), Vec::<String>::new());
    }

    #[test]
    fn a_kernel_that_is_not_there_is_an_error() {
        let row = super::super::rows::rows().remove(0);
        assert!(check(&row, &Code::default()).is_err());
    }

    #[test]
    fn what_is_not_inlined_is_no_function_that_is_compiled_apart() {
        for (target, converts, expected) in [
            ("placemat_core::locate::resync", true, true),
            ("placemat_core::locate::resync", false, false),
            ("placemat_x86::avx512::convert::utf16_to_utf8::short::rest", true, true),
            ("placemat_x86::avx2::token::validation::compiled", false, true),
            (
                "<placemat_x86::avx2::token::Avx2 as placemat_simd::token::Token>::vectorize::compiled",
                true,
                true,
            ),
            ("<placemat_x86::avx2::vector::V as placemat_simd::convert::Lanes>::put", true, false),
            ("placemat_simd::convert::block::{closure#0}", true, false),
            ("core::core_arch::x86::avx2::_mm256_shuffle_epi8", true, false),
        ] {
            assert_eq!(may_be_called(target, converts), expected, "{target}");
        }
    }
}
