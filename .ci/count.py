"""Counts the instructions that backends execute for a byte of UTF-8: count.py DIR BACKENDS PROGRAM...

PROGRAM is the example `passes`, with the emulator that runs it. `cargo xtask cross --count DIR ROW` starts this, and a
line for each text (UTF-8) in DIR is printed. An emulator tells no times, but it can log every instruction. A second
pass over a text logs what one pass takes. OPERATION in the environment counts a conversion, such as utf8-utf16, instead
of validation.
"""

import os
import pathlib
import subprocess
import sys

# The beginning of each text that is counted, in bytes.
LEN = 16 * 1024

folder, backends, *program = sys.argv[1:]
out = pathlib.Path(os.environ["OUT"]) / "count"
out.mkdir(parents=True, exist_ok=True)
copy, trace = out / "text", out / "trace"
# QEMU's log has a line for each block of instructions; blocks have one instruction. (The second name is QEMU 7's.)
LOG = {
    "QEMU_LOG": "nochain,exec",
    "QEMU_LOG_FILENAME": str(trace),
    "QEMU_ONE_INSN_PER_TB": "1",
    "QEMU_SINGLESTEP": "1",
}


operation = os.environ.get("OPERATION", "").split()


def instructions(backend, passes):
    subprocess.run([*program, backend, copy, str(passes), *operation], env=os.environ | LOG, check=True)
    lines = [line for line in trace.read_text().splitlines() if line.startswith("Trace")]
    # QEMU names the function of each, unless everything is in the program; the loader and the C library, which it does
    # not name, take more or fewer from run to run.
    return sum(not line.rstrip().endswith("]") for line in lines) or len(lines)


names = [*([] if operation else ["std"]), *(name for name in backends.split(",") if name != "dfa")]
print("| text |", " | ".join(names), "|\n| --- |" + " ---: |" * len(names))
for file in sorted(pathlib.Path(folder).iterdir()):
    text = file.read_bytes()[:LEN].decode(errors="ignore").encode()
    copy.write_bytes(text)
    print(f"| {file.stem} |", end="", flush=True)
    for name in names:
        one, two = instructions(name, 1), instructions(name, 2)
        assert two > one, "the emulator logs no instructions"
        print(f" {(two - one) / len(text):.2f} |", end="", flush=True)
    print()
