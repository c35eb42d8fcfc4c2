"""How many times as fast the example reads columns of strings as builds with simdutf8 do.

The builds take turns on the same columns, in rounds. A ratio is the median of the rounds' ratios.

    python3 examples/parquet/ratios.py [ROUNDS]
"""

import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent.resolve()
# What stands in the manifest in the place of the patch.
BUILDS = {
    "placemat": None,
    "default": "",
    "simdutf8's `std`": '\n[dependencies.simdutf8]\nversion = "0.1.5"\n',
}


def build(change: str | None, scratch: pathlib.Path) -> pathlib.Path:
    package = HERE
    if change is not None:
        package = pathlib.Path(tempfile.mkdtemp(dir=scratch))
        shutil.copytree(HERE, package, dirs_exist_ok=True, ignore=shutil.ignore_patterns("target"))
        manifest = (HERE / "Cargo.toml").read_text().replace("../../crates", str(HERE.parents[1] / "crates"))
        (package / "Cargo.toml").write_text(manifest.split("\n[patch.crates-io]\n")[0] + change)
    target = HERE.parents[1] / "target/parquet"
    command = ["cargo", "build", "--release", "--target-dir", target]
    subprocess.run(command, cwd=package, check=True)
    # The next one uses the same target directory, since most of what it compiles is the same.
    return pathlib.Path(shutil.copy(target / "release/placemat-parquet", tempfile.mkdtemp(dir=scratch)))


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 31
    with tempfile.TemporaryDirectory() as scratch:
        programs = [build(change, pathlib.Path(scratch)) for change in BUILDS.values()]
        pipe = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        readers = [subprocess.Popen([program, "--time"], **pipe) for program in programs]
        columns = [reader.stdout.readline().strip().split("\t") for reader in readers][0]

        def read(at: int, column: int) -> float:
            """Bytes in a nanosecond."""
            print(column, file=readers[at].stdin)
            size, time = map(int, readers[at].stdout.readline().split())
            return size / time

        for column, name in enumerate(columns):
            speeds = [[0.0] * rounds for _ in readers]
            for turn in range(rounds):
                for at in (*range(turn % 3, 3), *range(turn % 3)):
                    speeds[at][turn] = read(at, column)
            line = f"{name}: {statistics.median(speeds[0]):.1f} GB/s"
            for other, rest in list(zip(BUILDS, speeds, strict=True))[1:]:
                ratio = statistics.median(a / b for a, b in zip(speeds[0], rest, strict=True))
                line += f", {ratio:.2f} of {other}"
            print(line)
        for reader in readers:
            reader.stdin.close()
            reader.wait()


if __name__ == "__main__":
    main()
