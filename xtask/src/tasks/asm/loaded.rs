//! Which calls through a register are calls of known functions.

use std::collections::HashSet;

use iced_x86::{Instruction, InstructionInfoFactory, Mnemonic, OpAccess, Register};

use super::code::{Code, Function, Target};

/// The registers that hold the address of a function that the linker fills in, by the instructions so far: the
/// compiler loads it once where a call is in a loop. What the function is called is checked where it is loaded.
pub(super) struct Loaded {
    registers: HashSet<Register>,
    factory: InstructionInfoFactory,
}

impl Loaded {
    /// At the start of a function.
    pub(super) fn new() -> Self {
        Self { registers: HashSet::new(), factory: InstructionInfoFactory::new() }
    }

    /// Whether it is known what is called.
    pub(super) fn knows(&self, call: &Instruction) -> bool {
        call.is_ip_rel_memory_operand() || self.registers.contains(&call.op0_register())
    }

    /// What is so after an instruction.
    pub(super) fn after(&mut self, instruction: &Instruction, function: &Function, code: &Code) {
        for used in self.factory.info(instruction).used_registers() {
            if !matches!(used.access(), OpAccess::Read | OpAccess::CondRead | OpAccess::None) {
                self.registers.remove(&used.register().full_register());
            }
        }
        let loads = instruction.mnemonic() == Mnemonic::Mov && instruction.is_ip_rel_memory_operand();
        let refers_to_code = function.references.iter().any(|(at, name)| {
            u64::try_from(*at).is_ok_and(|at| (instruction.ip()..instruction.next_ip()).contains(&at))
                && !matches!(code.get(name), Target::Data)
        });
        if loads && refers_to_code && instruction.op0_register().is_gpr64() {
            self.registers.insert(instruction.op0_register());
        }
    }
}
