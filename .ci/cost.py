"""Measures what a program takes on with placemat, beside what it grows by (`size.py`): cost.py [--seconds]

Crates in its Cargo.lock, ours and others'; lines of Rust that a reviewer of ours reads, with comments and tests, as
`cargo vet` counts them; `unsafe` blocks among them. All of them for x86-64 Linux, with the default features; each has a
limit. Crates also for other targets: each architecture has a crate of its own, and no build compiles two of them. No
crate is a procedural macro, and none has a build script but those that ask the compiler for its version. `--seconds` also builds a program with them from nothing, optimised and on two cores: on a shared machine that is
no measure of anything, so it has no limit.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUT = pathlib.Path(os.environ.get("OUT", ROOT / "target/xtask"))
TARGET = "x86_64-unknown-linux-gnu"
# Targets with different dependencies, and the most crates that placemat may bring for each of them.
TARGETS = [
    TARGET,
    "i686-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "wasm32-unknown-unknown",
    "riscv64gc-unknown-linux-gnu",
]
MOST_CRATES = 7
# The crates whose build scripts leave out what an old compiler cannot build.
ASK_THE_COMPILER = ["placemat", "placemat-loongarch", "placemat-x86"]
# What a program depends on, its features, and the most that it may add: our crates, others', lines, unsafe blocks.
ROWS = [
    ("placemat", "", (5, 2, 29_400, 66)),
    ("placemat", "default-features = false", (5, 2, 29_400, 66)),
    ("placemat-x86", "", (3, 1, 17_300, 27)),
    ("placemat-scalar", "", (2, 0, 4_400, 0)),
    ("simdutf8", "", (6, 2, 30_000, 85)),
    ("utf-8", "", (6, 2, 29_700, 66)),
]
FOLDERS = {"simdutf8": "placemat-simdutf8", "utf-8": "placemat-utf8"}


def program(name, options, target=TARGET):
    """A program outside of the workspace with this dependency: its folder, and the packages compiled for it."""
    folder = OUT / "scratch" / "cost"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    (folder / "src/main.rs").write_text("fn main() {}\n")
    path = ROOT / "crates" / FOLDERS.get(name, name)
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "cost"\nedition = "2024"\n\n[dependencies]\n'
        f"{name} = {{ path = '{path}'{options and ', ' + options} }}\n\n[workspace]\n"
    )
    shutil.copy(ROOT / "Cargo.lock", folder)
    command = ["cargo", "metadata", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    reached, next_ids = set(), [metadata["resolve"]["root"]]
    while next_ids:
        for dependency in nodes[next_ids.pop()]["deps"]:
            is_compiled = any(kind["kind"] != "dev" for kind in dependency["dep_kinds"])
            if is_compiled and dependency["pkg"] not in reached:
                reached.add(dependency["pkg"])
                next_ids.append(dependency["pkg"])
    return folder, [package for package in metadata["packages"] if package["id"] in reached]


def seconds(folder):
    target = OUT / "cost-target"
    shutil.rmtree(target, ignore_errors=True)
    env = os.environ | {"CARGO_TARGET_DIR": str(target)}
    start = time.monotonic()
    subprocess.run(["cargo", "build", "--quiet", "--release", "--jobs", "2"], cwd=folder, env=env, check=True)
    return time.monotonic() - start


def faults(packages):
    """What is wrong with the crates that placemat brings."""
    if not 0 < len(packages) <= MOST_CRATES:
        yield f"there may be {MOST_CRATES}"
    for package in packages:
        kinds = {kind for target in package["targets"] for kind in target["kind"]}
        if "custom-build" in kinds and package["name"] not in ASK_THE_COMPILER:
            yield f"{package['name']} has a build script"
        if "proc-macro" in kinds:
            yield f"{package['name']} is a procedural macro"


def main():
    is_timed = "--seconds" in sys.argv[1:]
    good, notes = True, []
    for target in TARGETS:
        packages = program("placemat", "", target)[1]
        wrong = list(faults(packages))
        print(f"placemat for {target}: {len(packages)} crates", *wrong, sep="; ")
        good &= not wrong
    for name, options, limits in ROWS:
        folder, packages = program(name, options)
        ours = [pathlib.Path(package["manifest_path"]).parent for package in packages if not package["source"]]
        files = [file for crate in ours for file in [*crate.glob("src/**/*.rs"), *crate.glob("build.rs")]]
        text = "".join(file.read_text() for file in files)
        # A block, not a function, an implementation or a comment.
        blocks = len(re.findall(r"^(?!\s*//).*\bunsafe \{", text, re.MULTILINE))
        counts = len(ours), len(packages) - len(ours), text.count("\n"), blocks
        title = f"{name} {'without features' if options else ''}".strip()
        note = "{}: {} crates of ours, {} others, {:,} lines, {} unsafe blocks".format(title, *counts)
        if is_timed:
            note += f", {seconds(folder):.1f} s"
        much = any(count > limit for count, limit in zip(counts, limits))
        print(note + (f"  too much: {limits}" if much else ""))
        notes.append(note)
        good &= not much
    print(notes[0])
    return 0 if good else 1


sys.exit(main())
