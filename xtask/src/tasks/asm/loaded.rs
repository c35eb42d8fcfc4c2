//! Identifies calls of known functions through a register.

use std::collections::HashSet;

use iced_x86::{Instruction, InstructionInfoFactory, Mnemonic, OpAccess, Register};

use super::code::{Code, Function, Target};

/// The registers that hold the relocated address of a function, after the instructions so far: the compiler loads it
/// once if a call is in a loop. The name of the function is checked at the load.
pub(super) struct Loaded {
    registers: HashSet<Register>,
    factory: InstructionInfoFactory,
}

impl Loaded {
    /// The state at the start of a function.
    pub(super) fn new() -> Self {
        Self { registers: HashSet::new(), factory: InstructionInfoFactory::new() }
    }

    /// Whether the target of a call is known.
    pub(super) fn knows(&self, call: &Instruction) -> bool {
        call.is_ip_rel_memory_operand() || self.registers.contains(&call.op0_register())
    }

    /// Updates the state after an instruction.
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
