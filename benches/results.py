"""The pages made from `benches/results`: results.py [--check | --book DIR]

Writes the digest in the book, `docs/src/results.md`: the results of every processor in brief. Prints the rows of README's
table. `--check` writes nothing: it compares both with the files, and checks what the files say about their origin.
`--book DIR` adds the page of every number to a copy of the book's chapters.

In the folder, `NAME.json` is a run on one processor, and `checks/NAME.json` a check of the targets there, both without
single times: `cargo xtask bench --save NAME` writes them. The optional `NAME.md` is written by hand: its heading is the
processor's name, and the rest has remarks on the results.
"""

import argparse
import json
import pathlib
import re
import statistics
import sys

try:
    import tomllib
except ImportError:
    print("needs Python 3.11 or later")
    sys.exit(77)

BENCHES = pathlib.Path(__file__).resolve().parent
FOLDER, BOOK = BENCHES / "results", BENCHES.parent / "docs/src"
DIGEST, README = BOOK / "results.md", BENCHES.parent / "README.md"
GROUPS = tomllib.loads((BENCHES / "groups.toml").read_text())
# What the page of numbers says of a group.
SHOWN = ["title", "size", "limit", "in_ns"]
# The sizes with a row.
SIZES = [8, 16, 64, 256, 1 << 10, 1 << 12, 1 << 16, 1 << 20, 1 << 26, 1 << 28]
# The size in the table of all texts and in README's.
SIZE = 1 << 20
# The texts and peers in README's table.
TEXTS = ["english", "russian", "chinese", "emoji", "json"]
PEERS = ["std", "simdutf8-basic", "encoding_rs", "simdutf"]
# The maximum number of missed targets listed for a processor, and of lines in its section.
MOST_MISSED, MOST_LINES = 5, 60
# Marks a ratio of a cell in which the core was shared.
SHARED = "†"


class Cell:
    """The contenders that were measured together: each with its name, kind and load, nanoseconds and ratio."""

    def __init__(self, run, finding):
        self.group, self.text, self.size = finding["group"], finding["text"], finding["size"]
        self.name = self.text + (SHARED if "share" in finding else "")
        self.lanes = [(*run["contenders"][at], ns, ratio) for at, ns, ratio in finding["lanes"]]

    def ratios(self, kind):
        """The ratios of the contenders of a kind on the first load, the fastest contender first."""
        lanes = [lane for lane in self.lanes if lane[1] == kind and (not lane[2] or kind == "limit")]
        return [lane[4] for lane in sorted(lanes, key=lambda lane: lane[3] or float("inf"))]

    def ratio(self):
        """How many times as fast the facade is as the fastest peer, with the interval."""
        return next(iter(self.ratios("peer")), None)

    def is_behind(self):
        """Whether some peer is significantly faster: the whole interval is below 1."""
        return any(ratio and ratio[2] < 1 for ratio in self.ratios("peer"))

    def limit(self):
        """The relative speed of the facade and the best loop that only loads; or as the group defines it."""
        ratio = next(iter(self.ratios("limit")), None)
        return ratio and ratio[0]


class Results:
    """The results on one processor."""

    def __init__(self, file):
        self.name, self.run = file.stem, json.loads(file.read_text())
        self.title, self.note = titled(self.name)
        self.cells = [Cell(self.run, finding) for finding in self.run["findings"]]
        check = FOLDER / "checks" / file.name
        self.check = json.loads(check.read_text()) if check.exists() else None

    def of(self, group, size=None):
        return [cell for cell in self.cells if cell.group == group and size in (None, cell.size)]

    def validating(self, text):
        """The cell of a text in the tables of all texts, if it was measured."""
        return next((cell for cell in self.of("validate", SIZE) if cell.text == text), None)

    def claim(self):
        """The rows in README's table."""
        rows = ""
        for text in TEXTS:
            ratios = {lane[0]: lane[4] for lane in self.validating(text).lanes if not lane[2]}
            rows += f"| {self.title}, {text} | {' | '.join(f'{ratios[peer][0]:.1f}' for peer in PEERS)} |\n"
        return rows

    def section(self):
        environment = self.run["environment"]
        peers = ", ".join(" ".join(peer) for peer in environment["versions"] if peer[0] != "placemat")
        text = f"\n## {self.title}\n\n"
        text += f"{self.note}\n\n" if self.note else ""
        text += f"{environment['date']}, revision {environment['revision'][:7]}, {environment['processor']}; "
        text += f"all of it in `benches/results/{self.name}.json`.\nPeers: {peers}.\n\n"
        text += "| | least | middle | most | a peer is ahead | / limit |\n| --- | --- | ---: | --- | ---: | --- |\n"
        text += row("strings of up to 256 bytes", self.of("short"))
        text += "".join(row(f"texts of {in_bytes(size)}", self.of("validate", size)) for size in SIZES)
        others = [name for name in GROUPS if name not in ("short", "validate", "error", "switching")]
        text += "".join(row(GROUPS[name]["title"], self.of(name)) for name in others)
        return text + (missed(self.check) if self.check else "")


def titled(name):
    """The heading of a processor's note, or its file name; and the text after it, if there is a note."""
    note = FOLDER / f"{name}.md"
    title, _, rest = note.read_text().partition("\n") if note.exists() else ("", "", "")
    return title.removeprefix("# ") or name, rest.strip()


def row(name, cells):
    """A row that compares the facade in these cells."""
    ratios = sorted((cell.ratio()[0], at, cell.name) for at, cell in enumerate(cells) if cell.ratio())
    if not ratios:
        return ""
    (least, _, lowest), (most, _, highest) = ratios[0], ratios[-1]
    middle = statistics.median(ratio for ratio, _, _ in ratios)
    limits = sorted(limit for cell in cells if (limit := cell.limit()))
    limits = f"{limits[0]:.2f} to {limits[-1]:.2f}" if len(limits) > 1 else ""
    behind = sum(cell.is_behind() for cell in cells)
    cells = f"{behind} of {len(cells)} | {limits}"
    return f"| {name} | {least:.2f} {lowest} | {middle:.2f} | {most:.2f} {highest} | {cells} |\n"


def missed(check):
    """The number of targets met, and those missed by most."""
    of = {state: [row for row in check["rows"] if row["state"] == state] for state in ("met", "missed", "unclear")}
    met, failed, unclear = (len(rows) for rows in of.values())
    text = f"\nTargets, checked {check['environment']['date']}: {met} met, {failed} missed, {unclear} too noisy to tell."
    if failed:
        text += " Missed by most:\n\n| target | goal | worst |\n| --- | --- | --- |"
    for found in sorted(of["missed"], key=slack)[:MOST_MISSED]:
        aim, worst, (sign, goal) = found["aim"], found["worst"], goal_of(found)
        text += f"\n| {aim['operation']}: {aim['pair']} | {sign} {goal:.2f} "
        text += f"| {worst['value'][0]:.2f} {worst['text']}, {worst['at']} |"
    return text + "\n"


def goal_of(found):
    goal = found["aim"]["goal"]
    return (">=", goal["AtLeast"]) if "AtLeast" in goal else ("<=", goal["AtMost"])


def slack(found):
    """How much better than the goal the good end of the worst interval is, relative to the goal."""
    (sign, goal), (_, low, high) = goal_of(found), found["worst"]["value"]
    return high / goal - 1 if sign == ">=" else 1 - low / goal


def by_text(results):
    """The ratio on each text, with a column for each processor."""
    table = f"\n## Validation of {in_bytes(SIZE)}, text by text\n\nThe ratio, with its 95 % interval.\n\n"
    table += f"| | {' | '.join(one.title for one in results)} |\n|{' --- |' * (1 + len(results))}\n"
    for text in (cell.text for cell in results[0].of("validate", SIZE)):
        cells = [one.validating(text) for one in results]
        ratios = [cell and cell.ratio() for cell in cells]
        shown = ["{:.2f} [{:.2f}, {:.2f}]".format(*ratio) if ratio else "" for ratio in ratios]
        table += f"| {text} | {' | '.join(shown)} |\n"
    return table


def in_bytes(size):
    for unit, name in ((1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size // unit} {name}"
    return f"{size} B"


def page(results):
    """The page of every number, which renders its data itself."""
    # Every target that was checked, with the reason if it was missed.
    targets = {}
    for row in (row for one in results if one.check for row in one.check["rows"]):
        aim = json.dumps(row["aim"])
        targets[aim] = targets.get(aim) or row.get("why")
    data = {
        "groups": {name: {field: about.get(field, "") for field in SHOWN} for name, about in GROUPS.items()},
        "runs": [{"title": one.title, "note": one.note, "run": one.run} for one in results],
        "checks": [{"title": one.title, "check": one.check} for one in results if one.check],
        "targets": [{"aim": json.loads(aim), "why": why} for aim, why in targets.items()],
    }
    # In a script, only a closing tag could end the data.
    text = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    return (FOLDER / "page.html").read_text().replace("{/* data */}", text, 1)


def wrong_origins(one):
    """What is wrong with what a file says about its origin, and with its note."""
    environment = one.run["environment"]
    flags = [environment["rust"], environment["cpp"] or ""]
    return [
        what
        for what, is_wrong in {
            "the revision is not known": len(environment["revision"]) != 40,
            "the date has a time of day": ":" in environment["date"],
            "the flags of a compiler have a path": any(re.search(r"[/\\]", line) for line in flags),
            "a circumstance is empty": not all(environment[name] for name in ("date", "processor", "rust")),
            # A ratio in a note would outlive its run.
            "the note has a ratio": re.search(r"%|\d\.\d", one.note),
            f"its section has more than {MOST_LINES} lines": one.section().count("\n") > MOST_LINES,
        }.items()
        if is_wrong
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--check", action="store_true")
    group.add_argument("--book", type=pathlib.Path, metavar="DIR")
    args = parser.parse_args()
    results = [Results(file) for file in sorted(FOLDER.glob("*.json"))]
    if args.book:
        (args.book / "numbers-page.html").write_text(page(results))
        return
    head = (FOLDER / "digest.txt").read_text()
    digest = head + by_text(results) + "".join(one.section() for one in results)
    rows = "".join(one.claim() for one in results)
    if not args.check:
        DIGEST.write_text(digest)
        print(f"{DIGEST}\nREADME's table:\n{rows}", end="")
        return
    wrong = [f"{one.name}: {what}" for one in results for what in wrong_origins(one)]
    if digest != DIGEST.read_text():
        wrong.append(f"{DIGEST}: run `python3 benches/results.py`")
    if page(results).count("</script>") != 1:
        wrong.append("the data of the page end its script")
    if rows not in README.read_text():
        wrong.append(f"README's table should be\n{rows}")
    if not results or wrong:
        sys.exit("\n".join(wrong) or f"{FOLDER} has no results")
    print(f"{len(results)} processors")


if __name__ == "__main__":
    main()
