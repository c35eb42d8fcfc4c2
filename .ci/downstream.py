"""Tests users of UTF-8 with placemat in its place: downstream.py [--build | --bench [--rounds N]] [NAME...]

Each client is a pinned version from crates.io, and its own tests are run, unchanged. It calls placemat through a drop-in
(`[patch.crates-io]`) or through an edit: a regular expression and what replaces it. `--build` builds the programs in
`.ci/downstream/` with the clients as they are and with placemat; `--bench` then runs both in turn, and prints the medians
of their ratios. Timings need an otherwise idle machine.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUT = pathlib.Path(os.environ.get("OUT", ROOT / "target/xtask"))
BENCHES = ROOT / ".ci/downstream"
DROP_INS = {"simdutf8": ROOT / "crates/placemat-simdutf8", "utf-8": ROOT / "crates/placemat-utf8"}
# Without debug information, everything compiles faster.
ENV = os.environ | {"CARGO_TARGET_DIR": str(OUT / "clients-target"), "CARGO_PROFILE_DEV_DEBUG": "false"}

# What takes the place of a call: the error says where it is, or it must be that of std.
PLACEMAT = "placemat::from_utf8("
STD_ERROR = "(|bytes| placemat::from_utf8(bytes).or_else(|_| std::str::from_utf8(bytes)))("

# Functions of placemat in place of those of str_indices, by their names.
CHARS = """
fn at(text: &str, byte: usize) -> usize { text.floor_char_boundary(byte) }
pub fn byte_to_char_idx(text: &str, byte: usize) -> usize { ::placemat::chars::count(&text[..at(text, byte)]) }
pub fn char_to_byte_idx(text: &str, char: usize) -> usize {
    ::placemat::position::floor_byte(text, char, ::placemat::position::Unit::Chars)
}
"""
LINES = """
mod lines {
    use placemat::position::{LineEnds::Unicode, line, line_start};
    pub fn count_breaks(text: &str) -> usize { from_byte_idx(text, text.len()) }
    pub fn from_byte_idx(text: &str, byte: usize) -> usize { line(text, super::at(text, byte), Unicode).unwrap() }
    pub fn to_byte_idx(text: &str, n: usize) -> usize { line_start(text, n, Unicode).unwrap_or(text.len()) }
}
"""

Client = collections.namedtuple("Client", "version drop_ins edits tests", defaults=("", (), "--lib"))
CLIENTS = {
    # Its tests, with the drop-in in place of its source.
    "utf-8": Client("0.7.6", tests=""),
    "bytecheck": Client("0.8.3", "simdutf8"),
    "encoding_rs": Client("0.8.44", "simdutf8"),
    "simd-json": Client("0.19.0", "simdutf8"),
    # Its unit tests need a crate that is not published.
    "sonic-rs": Client("0.5.10", "simdutf8", tests="--doc"),
    "polars-arrow": Client("0.55.2", "simdutf8", tests="--features proptest --lib"),
    "tokio-websockets": Client(
        "0.13.3", "simdutf8", tests="--features client,server,fastrand,sha1_smol --lib --test utf8_validation"
    ),
    "fastwebsockets": Client("0.10.0", "simdutf8 utf-8", tests="--features simd,upgrade --lib --test upgrade"),
    # The last version that depends on utf-8.
    "tungstenite-utf-8": Client("0.26.2", "utf-8", tests=""),
    "tungstenite": Client(
        "0.30.0",
        edits=[
            ("src/utf8.rs", r"\bstr::from_utf8\(", PLACEMAT),
            ("src/protocol/frame/utf8.rs", r"\bstr::from_utf8\(", STD_ERROR),
        ],
        tests="",
    ),
    "maxminddb": Client(
        "0.32.0",
        edits=[("src/decoder.rs", r"use std::str::from_utf8;", "use placemat::from_utf8;")],
        # The others need databases.
        tests="--lib decoder::tests -- --skip reader_lookup --skip tuple",
    ),
    "compact_str": Client("0.10.0", edits=[("src/repr/mod.rs", r"core::str::from_utf8\(buf.as_ref", STD_ERROR + "buf.as_ref")]),
    "bytes-utils": Client("0.1.4", edits=[("src/string/mod.rs", r"\bstr::from_utf8\(s", STD_ERROR + "s")]),
    # A test of its own compares the message.
    "arrow-array": Client("60.1.0", edits=[("src/types.rs", r"std::str::from_utf8\(&values", STD_ERROR + "&values")]),
    "arrow-data": Client(
        "60.1.0",
        edits=[
            ("src/data.rs", r"std::str::from_utf8\(values", PLACEMAT + "values"),
            ("src/byte_view.rs", r"std::str::from_utf8\(b", PLACEMAT + "b"),
        ],
    ),
    # Their other tests need files.
    "arrow-csv": Client(
        "60.1.0",
        edits=[("src/reader/records.rs", r"std::str::from_utf8\(&self", PLACEMAT + "&self")],
        tests="--lib -- reader::records writer",
    ),
    "ropey": Client(
        "1.6.1",
        edits=[
            ("src/lib.rs", "extern crate str_indices;", "extern crate placemat;\nextern crate str_indices;"),
            ("src/str_utils.rs", r"str_indices::chars::count\b", "placemat::chars::count"),
            ("src/str_utils.rs", r"pub use str_indices::chars::from_byte_idx as byte_to_char_idx;", CHARS),
            ("src/str_utils.rs", r"pub use str_indices::chars::to_byte_idx as char_to_byte_idx;", ""),
            ("src/str_utils.rs", r"str_indices::chars::from_byte_idx", "byte_to_char_idx"),
            ("src/str_utils.rs", r"str_indices::chars::to_byte_idx", "char_to_byte_idx"),
            ("src/str_utils.rs", r"use str_indices::lines;", LINES),
        ],
        tests="",
    ),
    "arrow-json": Client("60.1.0", "simdutf8", tests="--lib -- reader::tape"),
    # It carries a copy of utf-8. Its tests are not published.
    "uu_wc": Client(
        "0.12.0",
        "utf-8",
        edits=[
            ("src/wc.rs", r"mod utf8;\n", ""),
            ("Cargo.toml", r"\[dependencies\.clap\]", "[dependencies.utf-8]\nversion = \"0.7\"\n\n[dependencies.clap]"),
        ],
        tests=None,
    ),
}


class Missing(Exception):
    """A client cannot be tried here."""


def run(*args, cwd, **options):
    return subprocess.run(args, cwd=cwd, env=ENV, **options)


def update(file, text):
    """Unchanged files are not rewritten, so that cargo need not rebuild them."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def package(name):
    return name.removesuffix("-utf-8")


def fetched(name):
    """The folder in which cargo has a client's source."""
    user = OUT / "scratch" / f"user-of-{name}"
    update(user / "src/lib.rs", "")
    update(user / "Cargo.toml", manifest(f"user-of-{name}", {package(name): f'"={CLIENTS[name].version}"'}))
    # A crate that depends on it makes cargo fetch it.
    got = run("cargo", "metadata", "--format-version", "1", cwd=user, capture_output=True, text=True)
    if got.returncode:
        raise Missing(f"{name} cannot be fetched: {got.stderr.strip().splitlines()[-1]}")
    for found in json.loads(got.stdout)["packages"]:
        if (found["name"], found["version"]) == (package(name), CLIENTS[name].version):
            return pathlib.Path(found["manifest_path"]).parent
    raise AssertionError(f"{name} is not among its own packages")


def manifest(name, dependencies, patches=None):
    lines = [f'[package]\nname = "{name}"\nedition = "2024"\npublish = false\n\n[dependencies]']
    lines += [f"{dependency} = {what}" for dependency, what in dependencies.items()]
    return "\n".join(lines) + workspace(patches or {})


def workspace(patches):
    lines = [f"{name} = {{ path = '{folder}' }}" for name, folder in patches.items()]
    return "\n\n[workspace]\n\n[patch.crates-io]\n" + "\n".join(lines) + "\n"


def patched(name):
    """A copy of a client in which calls of its own become calls of placemat."""
    client, copy = CLIENTS[name], OUT / "downstream" / name
    stamp = copy / "patched"
    if stamp.exists() and stamp.read_text() == repr(client):
        return copy
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(fetched(name), copy)
    # The client names the real drop-in there, and perhaps a compiler that is not here.
    for file in ("Cargo.lock", "rust-toolchain", "rust-toolchain.toml"):
        (copy / file).unlink(missing_ok=True)
    for file, before, after in client.edits:
        text, count = re.subn(before, after.replace("\\", "\\\\"), (copy / file).read_text())
        assert count, f"{name}: {file} has no {before}"
        (copy / file).write_text(text)
    with (copy / "Cargo.toml").open("a") as file:
        if client.edits:
            file.write(f"\n[dependencies.placemat]\npath = '{ROOT}/crates/placemat'\n")
        file.write(workspace({name: DROP_INS[name] for name in client.drop_ins.split()}))
    stamp.write_text(repr(client))
    return copy


def check_lock(folder, names):
    """Cargo only warns about an unused patch. A package from a folder has no source."""
    packages = tomllib.loads((folder / "Cargo.lock").read_text())["package"]
    for name in names:
        sources = [found.get("source") for found in packages if found["name"] == name]
        assert sources == [None], f"{name} itself was compiled: {sources}"


def only_tests(name):
    """A package that has the tests of a client, and the drop-in as a dependency."""
    user = OUT / "downstream" / name
    shutil.rmtree(user, ignore_errors=True)
    shutil.copytree(fetched(name) / "tests", user / "tests")
    update(user / "src/lib.rs", "")
    update(user / "Cargo.toml", manifest(f"tests-of-{name}", {name: f"{{ path = '{DROP_INS[name]}' }}"}))
    return user


def test(name):
    if CLIENTS[name].tests is None:
        print(f"{name} {CLIENTS[name].version}: its package has no tests")
        return
    copy = only_tests(name) if name in DROP_INS else patched(name)
    result = run("cargo", "test", "--quiet", *CLIENTS[name].tests.split(), cwd=copy, capture_output=True, text=True)
    passed = sum(map(int, re.findall(r"test result: ok\. (\d+) passed", result.stdout)))
    if result.returncode or not passed:
        print(result.stdout[-6000:], result.stderr[-6000:])
        raise AssertionError(f"{name}: no test passed, or one failed")
    check_lock(copy, CLIENTS[name].drop_ins.split() + ["placemat"])
    print(f"{name} {CLIENTS[name].version}: {passed} tests passed", flush=True)


# The crates of a program, as in Cargo.toml, and the clients that are replaced in it.
Bench = collections.namedtuple("Bench", "dependencies clients")
TOKIO = {"tokio": '{ version = "1", features = ["io-util", "rt"] }'}
PROGRAMS = {
    "tungstenite": Bench({"tungstenite": "{}"}, ["tungstenite"]),
    "fastwebsockets": Bench({"fastwebsockets": '{ features = ["simd"] }'} | TOKIO, ["fastwebsockets"]),
    "tokio_websockets": Bench(
        {
            "tokio-websockets": '{ features = ["client", "fastrand", "sha1_smol"] }',
            "futures-util": '"0.3"',
        }
        | TOKIO,
        ["tokio-websockets"],
    ),
    "json": Bench({"simd-json": "{}", "sonic-rs": "{}"}, ["simd-json", "sonic-rs"]),
    "maxminddb": Bench({"maxminddb": "{}"}, ["maxminddb"]),
    "strings": Bench({"compact_str": "{}", "bytes-utils": "{}", "bytes": '"1"'}, ["compact_str", "bytes-utils"]),
    "ropey": Bench({"ropey": "{}"}, ["ropey"]),
    "wc": Bench({"uu_wc": "{}"}, ["uu_wc"]),
    "arrow": Bench(
        {"arrow-array": "{}", "arrow-buffer": "{}", "arrow-schema": "{}", "arrow-csv": "{}", "arrow-json": "{}"},
        ["arrow-array", "arrow-data", "arrow-csv", "arrow-json"],
    ),
    "polars": Bench({"polars-arrow": "{}"}, ["polars-arrow"]),
    # By itself, parquet has simdutf8 without `std`: scalar code on x86-64.
    "parquet": Bench(
        {
            "parquet": '{ version = "=60.1.0", default-features = false, features = ["arrow", "simdutf8"] }',
            "simdutf8": '"0.1.5"',
            "arrow-array": "{}",
            "bytes": '"1"',
        },
        ["arrow-json"],
    ),
}


def title_of(name, is_patched):
    return f"{name}-{'after' if is_patched else 'before'}"


def built(name):
    """The program with its clients as they are, and with placemat in them."""
    release = pathlib.Path(ENV["CARGO_TARGET_DIR"]) / "release"
    return [release / title_of(name, is_patched) for is_patched in (False, True)]


def build(name, is_patched):
    bench, title = PROGRAMS[name], title_of(name, is_patched)
    folder = OUT / "downstream-bench" / title
    versions = {client: CLIENTS[client].version for client in CLIENTS}
    dependencies = {
        dependency: what.replace("{", f'{{ version = "={version}",', 1).replace(",}", " }")
        if (version := versions.get(dependency, dependency.startswith("arrow-") and versions["arrow-array"]))
        else what
        for dependency, what in bench.dependencies.items()
    }
    drop_ins = {drop_in for client in bench.clients for drop_in in CLIENTS[client].drop_ins.split()}
    copies = [client for client in bench.clients if CLIENTS[client].edits]
    patches = {name: DROP_INS[name] for name in sorted(drop_ins)} | {name: OUT / "downstream" / name for name in copies}
    update(folder / "src/main.rs", (BENCHES / "cells.rs").read_text() + "\n" + (BENCHES / f"{name}.rs").read_text())
    update(folder / "Cargo.toml", manifest(title, dependencies, patches if is_patched else {}))
    if is_patched:
        for client in copies:
            patched(client)
        # The same versions of everything else.
        lock = folder.with_name(f"{name}-before") / "Cargo.lock"
        shutil.copy(lock, folder)
        for drop_in in drop_ins:
            if f'name = "{drop_in}"' in lock.read_text():
                run("cargo", "update", "--quiet", "--package", drop_in, cwd=folder, check=True)
    result = run("cargo", "build", "--quiet", "--release", cwd=folder, capture_output=True, text=True)
    if result.returncode:
        raise AssertionError(f"{title}: {result.stderr[-4000:]}")
    if is_patched:
        check_lock(folder, [*patches, "placemat"])


def cells(path):
    """The times of the cells by their names, and everything else that the program printed."""
    lines = subprocess.run([path], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split("\t") for line in lines if line.startswith("cell\t")]
    assert rows, f"{path} printed no cell"
    return {row[1]: float(row[2]) for row in rows}, {line for line in lines if not line.startswith("cell\t")}


def bench(name, rounds):
    """Prints for each cell the median time with the client as it is, and the median of the ratios of the rounds with
    the interval in which the median of the population is with 95 %: above 1, placemat is faster."""
    programs = built(name)
    assert all(path.exists() for path in programs), f"{name}: run with --build first"
    times = collections.defaultdict(list)
    for at in range(rounds):
        # Each round begins with the other one.
        (first, said), (second, also) = (cells(path) for path in (programs if at % 2 == 0 else programs[::-1]))
        assert said == also, f"{name}: one printed {said ^ also}"
        before, after = (first, second) if at % 2 == 0 else (second, first)
        for cell in before:
            times[cell].append((before[cell], after[cell]))
    for cell, pairs in times.items():
        ratios = sorted(before / after for before, after in pairs)
        # Ranks of the interval of a median: binomial, in its normal approximation.
        margin = round(0.98 * len(ratios) ** 0.5)
        middle = len(ratios) // 2
        low, high = ratios[max(middle - margin, 0)], ratios[min(middle + margin, len(ratios) - 1)]
        before = statistics.median(before for before, _ in pairs)
        note = "" if high >= 0.99 else "  slower"
        print(f"| {name}, {cell} | {before:.1f} | {statistics.median(ratios):.2f} | {low:.2f} to {high:.2f} |{note}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--bench", action="store_true")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("names", nargs="*", metavar="NAME")
    args = parser.parse_args()
    table = PROGRAMS if args.build or args.bench else CLIENTS
    if unknown := [name for name in args.names if name not in table]:
        parser.error(f"unknown: {', '.join(unknown)}; one of {', '.join(table)}")
    failed, missing = [], []
    for name in args.names or table:
        try:
            if args.bench:
                bench(name, args.rounds)
            elif args.build:
                for is_patched in (False, True):
                    build(name, is_patched)
                print(*built(name), flush=True)
            else:
                test(name)
        except Missing as error:
            missing.append(str(error))
        except AssertionError as error:
            print(error)
            failed.append(name)
    print(*missing, sep="\n", end="\n" if missing else "")
    if failed:
        print(f"failed: {', '.join(failed)}")
        return 1
    print(f"not run: {'; '.join(missing)}" if missing else f"{len(args.names or table)} clients")
    return 77 if missing else 0


sys.exit(main())
