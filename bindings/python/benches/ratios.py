"""How many times as fast placemat is as CPython and pyarrow; needs the wheels of both.

Both take turns on the same bytes, in rounds. A ratio is the median of the rounds' ratios.
"""

import pathlib
import platform
import random
import statistics
import time

import placemat
import pyarrow as pa

WORDS = {
    "English": "the column of strings and every library is written to a page with words in it".split(),
    "Russian": "это слово в тексте, который мы читаем и пишем на каждой странице без словаря".split(),
    "Chinese": "我们 的 数据 文字 图书馆 在 今天 可以 读 历史 世界 和 一个 句子 ， 。".split(),
}
SIZES = {"20 B": 20, "1 KiB": 1 << 10, "1 MiB": 1 << 20}
ROWS = 200_000
ROUNDS = 51
# How long one side of a round takes, in seconds.
SHARE = 0.004


def text(language, size):
    """`size` bytes, or some fewer: whole characters."""
    chosen = random.Random(size)
    space = "" if language == "Chinese" else " "
    words, length = [], 0
    while length < size:
        words.append(chosen.choice(WORDS[language]) + space)
        length += len(words[-1].encode())
    return "".join(words).encode()[:size].decode("utf-8", "ignore").encode()


def seconds(call, argument, repeats):
    begin = time.perf_counter()
    for _ in range(repeats):
        call(argument)
    return (time.perf_counter() - begin) / repeats


def ratio(ours, theirs, argument):
    """How many times as fast `ours` is, and how long it takes in seconds."""
    repeats = [max(1, round(SHARE / max(seconds(call, argument, 3), 1e-9))) for call in (ours, theirs)]
    pairs = []
    for number in range(ROUNDS):
        turns = [0, 1] if number % 2 else [1, 0]
        times = {turn: seconds((ours, theirs)[turn], argument, repeats[turn]) for turn in turns}
        pairs.append((times[0], times[1]))
    return statistics.median(b / a for a, b in pairs), statistics.median(a for a, _ in pairs)


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    fields = dict(part for line in lines if len(part := tuple(line.replace("\t", "").split(": ", 1))) == 2)
    return "{model name} (cpu family {cpu family}, model {model})".format_map({"model name": "unknown", **fields})


def main():
    print(f"{processor()}, backend {placemat.backend()}; CPython {platform.python_version()}, pyarrow {pa.__version__}")
    print(f"ratios, medians of {ROUNDS} rounds; in brackets the time of placemat's")
    print(f"\n{'is_utf8 to bytes.decode':28}" + "".join(f"{language:>20}" for language in WORDS))
    for name, size in SIZES.items():
        cells = [ratio(placemat.is_utf8, bytes.decode, text(language, size)) for language in WORDS]
        print(f"{name:28}" + "".join(cell(*found) for found in cells))
    print("\nis_utf8_array to pyarrow's cast")
    cells = [ratio(placemat.is_utf8_array, lambda column: column.cast(pa.string()), column) for column in columns()]
    print(f"{f'{ROWS:,} rows of 10 to 90 B':28}" + "".join(cell(*found) for found in cells))


def columns():
    chosen = random.Random(1)
    for language in WORDS:
        rows = [text(language, size) for size in range(10, 91)]
        yield pa.array([chosen.choice(rows) for _ in range(ROWS)], pa.binary())


def cell(found, time):
    unit, scale = next((unit, scale) for unit, scale in [("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)] if time >= scale)
    return f"{found:>9.2f} ({time / scale:>5.1f} {unit})"


if __name__ == "__main__":
    main()
