"""Measures how much placemat adds to a program that only validates: size.py [--step]

Every number is the size of a stripped program, minus that of the same program with the standard library's `from_utf8`.
One more build disables link-time optimisation: in it, functions of the standard library that the libraries call must
be inlined, because a call would run once per byte. `--step` measures some rows, with `opt-level = 3` only.
"""

import os
import pathlib
import platform
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUT = pathlib.Path(os.environ.get("OUT", ROOT / "target/xtask"))
LEVELS = ["3", "s"]


def without(*names):
    return " ".join(f'--cfg placemat_without="{name}"' for name in names)


def converts(conversion):
    """A function that validates, and converts valid input."""
    return f"(|bytes: &[u8]| placemat::from_utf8(bytes).map(|text| std::hint::black_box({conversion})))"


PLACEMAT = "placemat::from_utf8"
# Name, the function that validates, flags, the maximum growth in bytes with each level, whether it is in the step.
ROWS = [
    ("simdutf8", "simdutf8::basic::from_utf8", "", None, False),
    ("placemat", PLACEMAT, "", (49_200, 37_100), True),
    ("without avx512", PLACEMAT, without("avx512"), (37_500, 28_400), False),
    ("avx512 and scalar", PLACEMAT, without("avx2", "sse4"), (23_900, 17_100), True),
    ("avx2 and scalar", PLACEMAT, without("avx512", "sse4"), (25_500, 19_000), True),
    ("sse4 and scalar", PLACEMAT, without("avx512", "avx2"), (24_300, 18_700), False),
    ("scalar", PLACEMAT, without("avx512", "avx2", "sse4"), (12_000, 9_400), False),
    (
        "avx2, fixed",
        PLACEMAT,
        '--cfg placemat_backend="avx2" -C target-feature=+avx2,+popcnt',
        (15_100, 11_500),
        False,
    ),
    (
        "string_from_latin1",
        converts("placemat::latin1::string_from_latin1(text.as_bytes())"),
        "",
        (84_500, 65_500),
        True,
    ),
    ("encode_utf16", converts("placemat::utf16::encode_utf16(text)"), "", (138_500, 111_800), False),
    (
        "string_from_utf16",
        converts("placemat::utf16::string_from_utf16(&text.encode_utf16().collect::<Vec<_>>())"),
        "",
        (137_500, 103_000),
        False,
    ),
]

# Validates its own name.
HELLO = """fn main() {
    let name = std::env::args_os().next().unwrap_or_default();
    let sound = %s(name.as_encoded_bytes()).is_ok();
    println!("Hello, world! {sound}");
}
"""

# Decodes and converts its own name, with kernels that do more than validate.
LOSSY = """fn main() {
    let name = std::env::args_os().next().unwrap_or_default();
    let text = placemat::from_utf8_lossy(name.as_encoded_bytes());
    println!("{:?} {:?}", placemat::utf16::encode_utf16(&text), placemat::utf32::encode_utf32(&text));
}
"""


def update(file, text):
    """Unchanged files are not rewritten, so that cargo need not rebuild them. Returns whether it wrote."""
    if file.exists() and file.read_text() == text:
        return False
    file.write_text(text)
    return True


def build(crate, source, flags="", **profile):
    """Builds a program outside of the workspace that uses a crate, and returns its path."""
    name = f"size-{crate}"
    folder = OUT / "scratch" / name
    (folder / "src").mkdir(parents=True, exist_ok=True)
    placemat = ROOT / "crates/placemat"
    dependency = {"std": "", "placemat": f"placemat = {{ path = '{placemat}' }}"}.get(crate, f"{crate} = '*'")
    update(
        folder / "Cargo.toml",
        f'[package]\nname = "{name}"\nedition = "2024"\npublish = false\n\n[dependencies]\n'
        f"{dependency}\n\n[workspace]\n",
    )
    update(folder / "src/main.rs", source)
    # It has the versions of other crates.
    if update(folder / "Cargo.lock.workspace", (ROOT / "Cargo.lock").read_text()):
        shutil.copy(ROOT / "Cargo.lock", folder)
    settings = {f"CARGO_PROFILE_RELEASE_{key.upper()}": value for key, value in profile.items()}
    target = OUT / "size"
    env = os.environ | settings | {"RUSTFLAGS": flags, "CARGO_TARGET_DIR": str(target)}
    subprocess.run(["cargo", "build", "--quiet", "--release"], cwd=folder, env=env, check=True)
    return target / "release" / name


def size(function, flags, level):
    crate = next(crate for crate in ("placemat", "simdutf8", "std") if crate + "::" in function)
    return build(crate, HELLO % function, flags, strip="true", opt_level=level).stat().st_size


def main():
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        print("this machine is not x86-64 under Linux, for which there are limits")
        return 77
    is_step = "--step" in sys.argv[1:]
    levels = LEVELS[:1] if is_step else LEVELS
    std = {level: size("std::str::from_utf8", "", level) for level in levels}
    print(f"{'a program grows by':20}", *(f"opt-level {level:>3}" for level in levels))
    good, notes = True, []
    for name, function, flags, limits, in_step in ROWS:
        if is_step and not in_step:
            continue
        growths = [size(function, flags, level) - std[level] for level in levels]
        much = limits is not None and any(growth > limit for growth, limit in zip(growths, limits))
        print(f"{name:20}", *(f"{growth:13}" for growth in growths), f"  too much: {limits}" if much else "")
        notes.append(f"{name} {growths[0]}")
        good &= not much

    program = build("placemat", LOSSY, lto="off")
    names = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.split()
    assert any("placemat" in name for name in names), "the program has no symbols"
    for name in names:
        if "5array" in name and "map" in name:
            print(f'with lto = "off", {name} is a call')
            good = False
    print("bytes that a program grows by:", ", ".join(notes))
    return 0 if good else 1


sys.exit(main())
