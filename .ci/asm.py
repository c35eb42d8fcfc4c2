"""Checks the object code of the vector kernels: asm.py

The sources determine which instructions a kernel should consist of, but only the object code shows whether it does: an
operation that was not inlined becomes a call and loses the processor features, a slice that may be too short adds a
panic, and the compiler may rewrite a formulation. So the optimised libraries are disassembled (`objdump`), from each
kernel on, through all reachable code. First, the checks have to find the faults of some short functions.
"""

import os
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUT = pathlib.Path(os.environ.get("OUT", ROOT / "target/xtask"))
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WIDTHS = {"xmm": 16, "ymm": 32, "zmm": 64}
# The backends, and the width of their vectors in bytes.
BACKENDS = {"sse4": 16, "avx2": 32, "avx512": 64}
MEASURING = (
    "characters utf8_as_utf16 utf16_as_utf8 utf32_as_utf8 latin1_as_utf8 utf16_valid tally utf32_valid".split()
)
CONVERTING = (
    "text::utf8_to_utf16 text::utf8_to_utf16_replaced text::utf16_to_utf8 text::utf16_to_utf8_replaced "
    "units::utf8_to_utf32 units::utf32_to_utf8 latin1::utf8_to_latin1 latin1::latin1_to_utf8 units::utf16_to_utf32 "
    "units::utf32_to_utf16 units::utf16_to_latin1 units::latin1_to_utf16 units::utf32_to_latin1 "
    "units::latin1_to_utf32"
).split()
# The loops of the portable backend that compilers should vectorise, what only vectors have, and how many there are. The
# oldest supported compilers must do that as well; `placemat-x86` needs the second one.
COMPARING = [("wrong_bytes", "psubusb", 1), ("many", "pminub", 3)]
OLDEST = re.search(r'^rust-version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1], "1.89"
# What the crates with kernels are linked from.
LIBRARIES = {"placemat-scalar": ["core", "scalar"], "placemat-x86": ["core", "simd", "x86"]}

PANICS = "panic", "_fail", "unwrap", "expect_failed"
# Instructions that write registers which they do not name, and these registers.
IMPLICIT = re.compile(r"(rep|i?mul[bwlq]? +[^,]*$|i?div|cpuid|cmpxchg|c[dq]to|c[lw]t|rdtsc|xgetbv)")
IMPLICIT_REGISTERS = "rax rbx rcx rdx rsi rdi".split()
INSTRUCTION = re.compile(r"^ *([0-9a-f]+):\t(\S+) *([^\t#]*)")
RELOCATION = re.compile(r"([0-9a-f]+): R_X86_64_\S+\t(\S+?)([-+]0x[0-9a-f]+)?$")
JUMP = re.compile(r"^j(?!mp +\*)\w+ +([0-9a-f]+)")


def comparing():
    path = "placemat_scalar::validate::Loops::"
    return [("scalar", path + name, 16, mnemonic, False, count) for name, mnemonic, count in COMPARING]


def rows():
    """The kernels: the backend, the entry function, the width of the vectors that it must use, a mnemonic of which it
    must have one, whether it converts, and for how many parameters it is compiled. If it converts, bounds checks are
    permitted, since the place of a unit depends on all units before it; and separately compiled functions handle the
    ends of texts and errors."""
    yield from comparing()
    for backend, width in BACKENDS.items():
        path = f"placemat_x86::{backend}::"
        yield backend, path + "token::validation::scan", width, "", False, 1
        for name in MEASURING:
            yield backend, f"{path}measure::{name}", width, "", False, 1
        for name in CONVERTING:
            yield backend, f"{path}convert::kernels::{name}", width, "", True, 1


def may_be_called(target, converts):
    """Whether a kernel may call this function: copies of the last bytes, the detection of the processor for a long
    input, code that is compiled separately for the same features, and for conversions, the functions for the ends of
    texts and for errors. Called functions are checked as well. Vector operations are methods or intrinsics: as calls,
    they would lose the processor features."""
    of_a_conversion = target.endswith(
        ("Token>::vectorize::compiled", "Token>::vectorize_conversion::compiled")
    ) or (target.startswith("placemat_") and re.search("::(convert|locate)::", target) and "{closure" not in target)
    return (
        target in ("memcpy", "memset", "placemat_x86::prefetch::policy")
        or target.endswith("token::validation::compiled")
        or bool(converts and of_a_conversion)
    )


class Code:
    """The functions of some object files: linker name to its instructions, each with its place and its reference; and
    the Rust paths of all names."""

    def __init__(self, *files):
        self.functions, self.data = {}, set()
        for file in files:
            self.read(file)
        references = (instruction[3] for function in self.functions.values() for instruction in function)
        names = sorted({*self.functions, *references} - {None})
        # Without the hashes of crates.
        paths = re.sub(r"::h[0-9a-f]{16}$|\[[0-9a-f]+\]", "", printed("c++filt", "-s", "rust", *names), flags=re.M)
        self.paths = dict(zip(names, paths.splitlines(), strict=True))

    def read(self, file):
        for line in printed("nm", "--defined-only", file).splitlines():
            kind, _, name = line[17:].partition(" ")
            if kind not in "tTwW":
                self.data.add(name)
        function = []
        for line in printed("objdump", "-drw", "--no-show-raw-insn", file).splitlines():
            if line.endswith(">:"):
                function = self.functions.setdefault(line.partition(" <")[2][:-2], [])
                function.clear()
            elif found := INSTRUCTION.match(line):
                place, mnemonic, operands = found.groups()
                # A place in the section of a function is that function.
                name = (reference := RELOCATION.search(line)) and re.sub(r"^\.text\.(unlikely\.)?", "", reference[2])
                function.append((int(place, 16), mnemonic, operands.strip(), name))

    def is_data(self, name):
        return name in self.data or name.startswith((".rodata", ".data", ".L", "anon."))

    def find_all(self, row):
        found = [name for name in self.functions if self.paths[name] == row[1]]
        assert len(found) == row[5], f"{row[1]} is there {len(found)} times instead of {row[5]}"
        return found


def printed(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def check(code, row, root):
    """The faults of everything reachable from a kernel, and the numbers of functions, instructions and calls."""
    width, wanted, converts = row[2:5]
    faults, reached, following = [], {root}, [root]
    is_vectorised, instructions, calls = False, 0, 0
    while following:
        name = following.pop()
        # The registers that hold the address of a known function: the compiler loads it once if a call is in a loop.
        function, loaded = code.functions[name], set()
        end = function[-1][0]
        for place, mnemonic, operands, reference in function:
            instructions += 1
            where = f"{code.paths[name]}+{place:#x}"
            if "(bad)" in mnemonic:
                faults.append(f"{where}: no instruction")
            if mnemonic.startswith("ud"):
                faults.append(f"{where}: a trap")
            if (jump := JUMP.match(f"{mnemonic} {operands}")) and not reference and int(jump[1], 16) > end:
                faults.append(f"{where}: a jump out of the function")
            is_known = reference or register_of(operands.lstrip("*")) in loaded
            if mnemonic.startswith("call") and operands.startswith("*") and not is_known:
                calls += 1
                faults.append(f"{where}: a call to an unknown place")
            registers = max((WIDTHS[kind] for kind in re.findall("%([xyz]mm)", operands)), default=0)
            is_vectorised |= registers == width and mnemonic.startswith(wanted)
            written = register_of(operands.rpartition(",")[2])
            loaded -= {written, *(IMPLICIT_REGISTERS if IMPLICIT.match(f"{mnemonic} {operands}") else [])}
            if not reference or code.is_data(reference):
                continue
            if mnemonic == "mov" and "(%rip)," in operands:
                loaded.add(written)
            calls += 1
            path = code.paths[reference]
            panics = any(part in path for part in PANICS)
            if not (converts if panics else may_be_called(path, converts)):
                faults.append(f"{where}: {'it can panic' if panics else 'a call'}: {path}")
            if reference in code.functions and reference not in reached:
                reached.add(reference)
                following.append(reference)
    if not is_vectorised:
        faults.append(f"nowhere: a vector of {width} bytes")
    return faults, len(reached), instructions, calls


def register_of(operand):
    """The whole of a general-purpose register."""
    name = operand.strip().removeprefix("%")
    if numbered := re.fullmatch(r"(r\d+)[dwb]?", name):
        return numbered[1]
    legacy = re.fullmatch(r"[re]?([abcd])[xlh]|[re]?([sd]i|[sb]p)l?", name)
    return legacy and (f"r{legacy[1]}x" if legacy[1] else f"r{legacy[2]}")


# Functions, each with the fault that must be found; the first three have none.
FAULTY = """
good: pxor %xmm0, %xmm0; ret # None
copies: pxor %xmm0, %xmm0; call memcpy; ret # None
copies_more: pxor %xmm0, %xmm0; mov memcpy@GOTPCREL(%rip), %rax; call *%rax; ret # None
anywhere: pxor %xmm0, %xmm0; call *%rax; ret # an unknown place
overwritten: pxor %xmm0, %xmm0; mov memcpy@GOTPCREL(%rip), %rax; mov %rcx, %rax; call *%rax; ret # an unknown place
halved: pxor %xmm0, %xmm0; mov memcpy@GOTPCREL(%rip), %rax; xor %eax, %eax; call *%rax; ret # an unknown place
loads: pxor %xmm0, %xmm0; mov elsewhere@GOTPCREL(%rip), %rax; call *%rax; ret # a call: elsewhere
traps: pxor %xmm0, %xmm0; ud2; ret # a trap
leaves: pxor %xmm0, %xmm0; .byte 0xe9, 0, 1, 0, 0; ret # a jump out of the function
nonsense: pxor %xmm0, %xmm0; .byte 6; ret # no instruction
may_panic: pxor %xmm0, %xmm0; call _RNvNtNtCs1_4core5slice5index16slice_index_fail; ret # it can panic
calls: pxor %xmm0, %xmm0; call elsewhere; ret # a call: elsewhere
deeper: pxor %xmm0, %xmm0; call traps; ret # traps+0x4: a trap
scalar: ret # nowhere: a vector of 16 bytes
""".strip().splitlines()


def check_the_checks():
    OUT.mkdir(parents=True, exist_ok=True)
    source, file = OUT / "faulty.s", OUT / "faulty.o"
    bodies = [line.partition(" # ")[0].partition(": ") for line in FAULTY]
    source.write_text(
        "".join(f".section .text.{n},\"ax\"\n.globl {n}\n.type {n},@function\n{n}: {body}\n" for n, _, body in bodies)
    )
    subprocess.run(["cc", "-c", source, "-o", file], check=True)
    code = Code(file)
    for line in FAULTY:
        name, fault = line.partition(":")[0], line.partition(" # ")[2]
        faults = check(code, ("", name, 16, "", False), name)[0]
        assert faults == [] if fault == "None" else any(fault in found for found in faults), (line, faults)


def main():
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("this machine is not x86-64 under Linux, for which there are rows")
        return 77
    check_the_checks()
    found = []

    def build(cargo, target, crates, kernels, note=""):
        names = sorted({f"placemat-{part}" for crate in crates for part in LIBRARIES[crate]})
        command = [*cargo, "build", "--profile", "optimised", "--lib", *(w for name in names for w in ("-p", name))]
        # As optimised for a dependent program, without the flags of the environment.
        env = os.environ | {"RUSTFLAGS": "", "CARGO_TARGET_DIR": str(target)}
        subprocess.run(command, cwd=ROOT, env=env, check=True)
        code = Code(*(target / "optimised" / f"lib{name.replace('-', '_')}.rlib" for name in names))
        for row, root in [(row, root) for row in kernels for root in code.find_all(row)]:
            faults, functions, instructions, calls = check(code, row, root)
            found.append((faults, instructions))
            name = row[1].rpartition("::")[2] + note
            numbers = f"{functions:>9} {instructions:>12} {calls:>5}"
            print(f"{row[0]:8} {name:22} {numbers}  {'FAULTY' if faults else 'good'}")
            for fault in faults:
                print(f"    {fault}")

    print(f"{'backend':8} {'kernel':22} {'functions':>9} {'instructions':>12} {'calls':>5}  verdict")
    build(["cargo"], TARGET, ["placemat-scalar", "placemat-x86"], rows())
    for version in OLDEST:
        if subprocess.run(["rustup", "run", version, "rustc", "--version"], capture_output=True).returncode:
            print(f"rustc-{version}: not run: it is not installed")
            continue
        cargo = ["rustup", "run", version, "cargo"]
        build(cargo, OUT / f"asm-{version}", ["placemat-scalar"], comparing(), f", {version}")
    faults = sum(len(faults) for faults, _ in found)
    instructions = sum(instructions for _, instructions in found)
    print(f"{len(found)} kernels, {instructions} instructions" + (f", {faults} faults" if faults else ""))
    return 1 if faults else 0


sys.exit(main())
