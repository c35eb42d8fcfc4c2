"""Tests decoders of other languages with the vectors: run.py [--only NAME...] [--smoke] [--list] [--packages]

The results stay in `target/xtask/other-languages`, a file for each adapter; `conformance/scorecard.py` makes the book's
scorecard of them. With `--fast`, a step of the tests: the smoke set, unoptimised, without the slow adapters. Wrong
answers of a decoder are results; a broken adapter is a failure. `--packages` prints the Debian packages.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = pathlib.Path(os.environ.get("OUT", ROOT / "target/xtask")) / "other-languages"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# Those that are too slow for continuous integration, besides those in Rust.
SLOW = {"go", "erlang", "haskell", "mono", "postgresql", "duckdb", "spark"}

C = "cc -O1 -o {out}/c conformance/adapters/c.c"
RUST = (
    "cargo build --quiet --release --manifest-path conformance/adapters/rust/Cargo.toml --target-dir {out}/rust"
)


def environment(name, package):
    return f"python3 -m venv {{out}}/{name} && {{out}}/{name}/bin/pip install -q {package}"


# Name, what succeeds if the language is here, the Debian packages, what starts the adapter, and what builds it.
ROWS = [
    ("python", "python3 --version", "python3", "python3 {here}/python.py"),
    ("node-textdecoder", "node --version", "nodejs", "node {here}/node.mjs TextDecoder"),
    ("node-buffer", "node --version", "nodejs", "node {here}/node.mjs Buffer"),
    ("node-stringdecoder", "node --version", "nodejs", "node {here}/node.mjs StringDecoder"),
    ("java", "javac -version", "default-jdk-headless", "java -cp {out} Java", "javac -d {out} {here}/Java.java"),
    ("perl-strict", "perl -MEncode -e 1", "perl", "perl {here}/perl.pl UTF-8"),
    ("perl-lax", "perl -MEncode -e 1", "perl", "perl {here}/perl.pl utf8"),
    ("c-mbrtowc", "cc --version", "gcc libc6-dev", "{out}/c mbrtowc", C),
    ("c-iconv", "cc --version", "gcc libc6-dev", "{out}/c iconv", C),
    (
        "icu",
        "test -e /usr/include/unicode/utf8.h",
        "g++ libicu-dev",
        "{out}/icu",
        "c++ -std=c++17 -O1 -o {out}/icu {here}/icu.cpp -licuuc",
    ),
    (
        "go",
        "go version",
        "golang-go",
        "{out}/go",
        "env GO111MODULE=off GOCACHE={out}/go-cache go build -o {out}/go {here}/go.go",
    ),
    ("ruby", "ruby --version", "ruby", "ruby {here}/ruby.rb"),
    ("php-mbstring", "php --version", "php-cli php-mbstring", "php {here}/php.php mbstring"),
    ("php-pcre", "php --version", "php-cli php-mbstring", "php {here}/php.php pcre"),
    ("php-html", "php --version", "php-cli php-mbstring", "php {here}/php.php html"),
    ("lua-strict", "lua5.4 -v", "lua5.4", "lua5.4 {here}/lua.lua strict"),
    ("lua-lax", "lua5.4 -v", "lua5.4", "lua5.4 {here}/lua.lua lax"),
    ("tcl", "which tclsh", "tcl", "tclsh {here}/tcl.tcl"),
    ("erlang", "which escript", "erlang-base", "escript {here}/erlang.escript"),
    (
        "ocaml",
        "ocamlc -version",
        "ocaml-nox",
        "{out}/ocaml",
        "cp {here}/ocaml.ml {out} && ocamlc -o {out}/ocaml {out}/ocaml.ml",
    ),
    (
        "haskell",
        "ghc --version",
        "ghc",
        "{out}/haskell",
        "ghc -O0 -outputdir {out}/haskell-o -o {out}/haskell {here}/haskell.hs",
    ),
    (
        "mono",
        "which mcs",
        "mono-mcs mono-runtime",
        "mono {out}/mono.exe",
        "mcs -out:{out}/mono.exe {here}/mono.cs",
    ),
    ("guile", "guile --version", "guile-3.0", "guile -s {here}/guile.scm"),
    ("postgresql", "psql --version", "postgresql python3", "python3 {here}/postgresql.py"),
    ("sqlite", "python3 -c 'import sqlite3'", "python3", "python3 {here}/sqlite.py"),
    *(
        (f"rust-{name.replace('_', '-')}", "cargo --version", "", f"{{out}}/rust/release/adapters {name}", RUST)
        for name in "std simdutf8 encoding_rs bstr simdutf smoothutf8 simd_cesu8 ps-simdutf8".split()
    ),
    (
        "duckdb",
        "python3 -m venv -h",
        "python3-venv",
        "{out}/duckdb/bin/python -I {here}/duckdb.py",
        environment("duckdb", "duckdb"),
    ),
    (
        "spark",
        "java -version",
        "default-jre-headless python3-venv",
        "{out}/spark/bin/python {here}/spark.py",
        environment("spark", "pyspark"),
    ),
]


def sh(command):
    command = command.format(out=OUT, here="conformance/adapters")
    return subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True)


def is_here(row):
    return sh(row[1]).returncode == 0


def drive(program, row, smoke):
    """The results of an adapter. Raises an error if the adapter itself does not work."""
    name, _, _, command, *build = row
    for step in build:
        built = sh(step)
        assert built.returncode == 0, built.stderr
    flags = ["--flag", "smoke"] if smoke else []
    command = "exec " + command.format(out=OUT, here="conformance/adapters")
    driven = subprocess.run(
        [program, "drive", "--format", "json", "--timeout", "30", *flags, "--", "sh", "-c", command],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert driven.returncode in (0, 1), driven.stderr
    (OUT / f"{name}.json").write_text(driven.stdout)
    results = json.loads(driven.stdout)["results"][0]
    assert not results["incidents"], results["incidents"][0]
    marks = {mark for counts in results["profiles"].values() for mark in counts}
    assert not marks & {"crash", "timeout", "not-run"}, "it crashed, or did not answer"
    assert marks & {"pass", "fail"}, "it answered nothing"
    return results


def summary(results):
    """The number of correct and wrong answers, by profile."""
    profiles = results["profiles"].items()
    return ", ".join(f"{name} {counts.get('pass', 0)}:{counts.get('fail', 0)}" for name, counts in profiles)


def main():
    named = [file for file in os.listdir(pathlib.Path(__file__).parent) if file != "run.py"]
    lost = [file for file in named if not any(f"/{file}" in part for row in ROWS for part in row[3:])]
    assert not lost, f"without a row: {lost}"
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--only", nargs="+", choices=[row[0] for row in ROWS], default=[])
    for flag in ("--smoke", "--fast", "--list", "--packages"):
        parser.add_argument(flag, action="store_true")
    args = parser.parse_args()
    if args.packages:
        print(*sorted({package for row in ROWS for package in row[2].split()}))
        return 0
    if args.list:
        for row in ROWS:
            print(f"{row[0]:20} {'here' if is_here(row) else row[2]}")
        return 0

    OUT.mkdir(parents=True, exist_ok=True)
    # With the features of the whole workspace, so that cargo reuses the output of other steps.
    build = "cargo build --workspace --features program --bin placemat-conformance".split()
    subprocess.run(build + ([] if args.fast else ["--release"]), cwd=ROOT, check=True)
    program = TARGET / ("debug" if args.fast else "release") / "placemat-conformance"
    ran, broken = [], 0
    for row in ROWS:
        name = row[0]
        is_slow = name in SLOW or name.startswith("rust-")
        if (args.only and name not in args.only) or (args.fast and is_slow):
            continue
        if not is_here(row):
            print(f"{name}: not run: needs {row[2]}", flush=True)
            continue
        try:
            print(f"{name:20} {summary(drive(program, row, args.smoke or args.fast))}", flush=True)
            ran.append(name)
        except AssertionError as why:
            print(f"{name:20} FAILED: {why}", flush=True)
            broken += 1
    if not ran and not broken:
        print("needs one of the languages of conformance/adapters")
        return 77
    print(", ".join(ran))
    return 1 if broken else 0


sys.exit(main())
