"""Mutation testing of the suite: mutate.py [--only PART...] [--list | --check]

Each edit of a list is a plausible mistake: an off-by-one bound, a dropped term, a wrong byte in a table. It is applied
to a copy of the workspace, below `target/`. Then only the conformance suite is run, in quick mode, on the backends that
the edited code is part of: a backend from outside has nothing but the suite. For converting code, the rows about
conversions are run. If the suite does not notice an edit, the list says why: named tests do, which are run as well; or
the compiler does; or the edit changes no answer.

`--only` selects the edits of these packages, or of files whose path contains PART: `--only placemat-dfa span.rs`.
`--list` prints them with their notes, and `--check` only checks that every edit fits its file.

(The crate `cargo-mutants` generates mutations, more than a thousand here. It changes operators and results of
functions, but no constants, tables or terms; and it cannot record why a mutation is equivalent. It is useful as a
second opinion: `cargo mutants -p placemat-dfa`.)
"""

import argparse
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
from collections import Counter

try:
    import tomllib
except ImportError:
    print("needs Python 3.11 or later")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[4]
OUT = pathlib.Path(os.environ.get("OUT", ROOT / "target/xtask"))
LISTS = sorted((pathlib.Path(__file__).parent / "edits").glob("*.toml"))
COPY, TARGET = OUT / "mutate", OUT / "mutate-target"
# A suite that takes longer than this, in seconds, is in an endless loop; and tests, with their compilation.
MOST, MOST_OF_TESTS = 60, 900
# rustc's error code if a constant cannot be evaluated, for example if an assertion fails.
ASSERTION = "error[E0080]"
# Little optimisation and many codegen units, since most of the time is spent compiling.
SETTINGS = {
    "CARGO_TARGET_DIR": str(TARGET),
    "CARGO_PROFILE_RELEASE_LTO": "false",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_INCREMENTAL": "true",
    # Tests with a selectable extent use the smaller one.
    "PLACEMAT_EXTENT": "borders",
}
# Edited code may be unused.
FLAGS = {"RUSTFLAGS": "--cap-lints allow"}
SUITE = "build --release -p placemat --features dfa --example suite"


@dataclasses.dataclass(frozen=True)
class Edit:
    # The file, relative to the root.
    path: str
    # The backends that contain its code: names, or "vector" for all that are not portable; but not the others.
    backends: tuple
    exceptions: tuple
    # Whether the suite's rows about conversions should notice it, instead of the others; or this row alone.
    converts: bool
    row: str | None
    # The row of `cargo xtask cross` whose emulator runs the tests that should notice it.
    cross: str | None
    # The original text, which occurs once, and its replacement.
    old: str
    new: str
    # Who notices it instead of the suite: the arguments of `cargo test`, or `compiler`; or why nobody can.
    test: str | None
    equivalent: str | None

    def __str__(self):
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.path.removeprefix('crates/placemat-')}: `{old}` -> `{new}`"

    def note(self):
        if self.equivalent:
            return f"it changes no answer: {self.equivalent}"
        if self.test == "compiler":
            return "an assertion fails when it is compiled"
        return f"`cargo test {self.test}` notices it" if self.test else "the quick suite notices it"

    def expected(self):
        if self.equivalent:
            return "nobody"
        return {None: "the quick suite", "compiler": "the compiler"}.get(self.test, "a test")

    def apply(self, text):
        count = text.count(self.old)
        assert count == 1, f"{self.path} has `{self.old}` {count} times; an edit needs what is there once"
        return text.replace(self.old, self.new)

    def tests(self):
        """The tests that it names, and the emulator that runs them."""
        return (self.test, self.cross) if self.test and self.expected() == "a test" else None


def parse(text):
    for file in tomllib.loads(text)["file"]:
        rows, test = file.pop("edits"), file.pop("test", None)
        common = {"except": [], "converts": False, "row": None, "cross": None} | file
        common["exceptions"] = common.pop("except")
        for row in rows:
            row = {"equivalent": None, "test": None if "equivalent" in row else test} | row
            edit = Edit(**{k: tuple(v) if isinstance(v, list) else v for k, v in (common | row).items()})
            assert edit.backends, f"{edit}: no backends"
            assert edit.old != edit.new, f"{edit}: nothing is changed"
            assert not (edit.test and edit.equivalent), f"{edit}: two things about who notices it"
            yield edit


def read():
    edits = [edit for file in LISTS for edit in parse(file.read_text())]
    twice = [edit for edit, count in Counter(edits).items() if count > 1]
    assert edits and not twice, f"twice: {twice}"
    for edit in edits:
        edit.apply((ROOT / edit.path).read_text())
    return edits


def check_the_checks():
    row = "[[file]]\npath = 'a'\nbackends = ['vector']\nedits = [{ old = 'a < b', new = 'a <= b' }]\n"
    [edit] = parse(row)
    assert edit.apply("if a < b {") == "if a <= b {" and edit.expected() == "the quick suite"
    for bad in (row.replace("a <= b", "a < b"), row.replace("edits", "rows"), row.replace("new =", "test = 'x', nwe =")):
        try:
            list(parse(bad))
        except (AssertionError, KeyError, TypeError):
            continue
        raise AssertionError(f"accepted: {bad}")
    for text in ("if a > b {", "a < b, a < b"):
        try:
            edit.apply(text)
        except AssertionError:
            continue
        raise AssertionError(f"applied to {text}")


def update(file, content):
    """Unchanged files are not rewritten, so that cargo need not rebuild them."""
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def copy():
    """Copies the files under version control, and removes all others there, except for cargo's output."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    files = {name for name in names if (ROOT / name).is_file()}
    for file in COPY.rglob("*"):
        name = str(file.relative_to(COPY))
        if file.is_file() and name not in files and not name.startswith("target/"):
            file.unlink()
    for folder in sorted((file for file in COPY.rglob("*") if file.is_dir()), reverse=True):
        # An empty folder would be a member without a manifest.
        if not any(folder.iterdir()):
            folder.rmdir()
    for name in files:
        update(COPY / name, (ROOT / name).read_bytes())


def known_backends():
    command = "cargo run --quiet -p placemat-cli -- backends --format json".split()
    lines = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


class Check:
    def __init__(self, edits, log):
        self.log, self.known = log, known_backends()
        copy()
        print("building the suite", flush=True)
        assert self.run(*self.build()).returncode == 0, f"it does not compile; see {log.name}"
        # What fails on the unedited copy would seem to notice every edit.
        for backend, rows in sorted({(b, self.rows(edit)) for edit in edits for b in self.backends(edit)}):
            print(f"the suite as it is, {rows or 'thinned out'}, on {backend}", flush=True)
            assert self.passes(backend, rows), f"{backend} does not pass the suite as it is"
        for tests in sorted({edit.tests() for edit in edits} - {None}, key=str):
            print(f"`cargo test {tests[0]}`, as it is", tests[1] or "", flush=True)
            assert self.run(*self.test(tests)).returncode == 0, f"it fails; see {log.name}"

    def backends(self, edit):
        """The backends of the edit that this machine runs. There may be none if a test in an emulator notices it."""

        def has(backend):
            is_portable = not backend["architectures"] and not backend["features"]
            named = backend["name"] in edit.backends or ("vector" in edit.backends and not is_portable)
            return named and backend["name"] not in edit.exceptions and backend["available"]

        names = {backend["name"] for backend in self.known} | {"vector"}
        assert names >= {*edit.backends, *edit.exceptions}, f"{edit}: no such backend"
        return [backend["name"] for backend in self.known if has(backend)]

    @staticmethod
    def rows(edit):
        return "--convert" if edit.converts else edit.row or ""

    @staticmethod
    def build():
        return ["cargo", *SUITE.split()], FLAGS

    @staticmethod
    def test(tests, *options):
        arguments, cross = tests
        words = ["test", "--release", *arguments.split(), *options]
        if cross:
            # The copy's own row.
            return [os.environ["XTASK"], "cross", cross, "--cargo", " ".join(words)], {
                "CARGO_MANIFEST_DIR": str(COPY / "xtask")
            }
        return ["cargo", *words], FLAGS

    def run(self, command, env):
        self.log.write(f"$ {' '.join(command)}\n")
        env = os.environ | SETTINGS | env
        # A group of its own, since cargo starts the tests.
        with subprocess.Popen(
            command, cwd=COPY, env=env, stdout=-1, stderr=subprocess.STDOUT, text=True, start_new_session=True
        ) as process:
            try:
                output = process.communicate(timeout=MOST_OF_TESTS)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                output = process.communicate()[0] + "it takes too long\n"
        self.log.write(output)
        self.log.flush()
        return subprocess.CompletedProcess(command, process.returncode, output)

    def passes(self, backend, rows):
        command = [TARGET / "release/examples/suite", "--quick", *rows.split(), "--backend", backend]
        try:
            return subprocess.run(command, cwd=COPY, capture_output=True, timeout=MOST).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def verdict(self, edit):
        """Who notices the edit first, and in which words. The copy is restored afterwards."""
        file = COPY / edit.path
        text = file.read_text()
        self.log.write(f"# {edit}\n")
        file.write_text(edit.apply(text))
        try:
            return self.find_out(edit)
        finally:
            file.write_text(text)

    def find_out(self, edit):
        tests = edit.tests()
        # The suite here does not have the code of another architecture.
        built = self.run(*(self.test(tests, "--no-run") if tests and edit.cross else self.build()))
        if built.returncode:
            return "the compiler" if ASSERTION in built.stdout else "nobody: it does not compile", ""
        for backend in self.backends(edit):
            if not self.passes(backend, self.rows(edit)):
                return "the quick suite", f" on {backend}"
        if tests and self.run(*self.test(tests)).returncode:
            return "a test", f": `cargo test {tests[0]}`"
        return "nobody", ""


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--only", nargs="+", default=[], metavar="PART")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    check_the_checks()
    edits = read()
    if args.only:
        edits = [edit for edit in edits if any(part in edit.path for part in args.only)]
        assert edits, f"no edit is of {' '.join(args.only)}"
    if args.list or args.check:
        for edit in edits if args.list else []:
            print(f"{edit}: {edit.note()}")
        print(f"{len(edits)} edits fit their files")
        return 0

    print(f"{len(edits)} edits to try", flush=True)
    OUT.mkdir(parents=True, exist_ok=True)
    counts, wrong = Counter(), []
    with open(OUT / "mutate.log", "w") as log:
        check = Check(edits, log)
        elsewhere = [edit for edit in edits if not edit.cross and not check.backends(edit)]
        for edit in elsewhere:
            print(f"not run: {edit}: this machine has no backend with it")
        edits = [edit for edit in edits if edit not in elsewhere]
        assert edits, "nothing was run"
        for at, edit in enumerate(edits):
            print(f"[{at + 1:>4}/{len(edits)}] {edit}: ", end="", flush=True)
            who, more = check.verdict(edit)
            print(f"noticed by {who}{more}", flush=True)
            counts[who] += 1
            if who != edit.expected():
                wrong.append(f"WRONG: {edit}: noticed by {who}{more}; the list says: {edit.note()}")
    print(*wrong, sep="\n")
    print("noticed by", ", ".join(f"{who}: {count}" for who, count in counts.items()))
    print(f"{len(wrong)} not as the list says, {len(elsewhere)} not run")
    return 1 if wrong else 0


sys.exit(main())
