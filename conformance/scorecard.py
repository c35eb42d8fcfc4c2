"""Writes the scorecard, `scorecard.json` and the chapter `docs/src/scorecard.md`.

    cargo xtask other-languages && python3 conformance/scorecard.py target/xtask/other-languages/*.json

takes the results of a complete run; those of decoders that are not among them stay, with their day. Without
arguments, only the chapter is written.
"""

import datetime
import json
import pathlib
import platform
import sys

HERE = pathlib.Path(__file__).parent
FILE = HERE / "scorecard.json"
CHAPTER = HERE.parent / "docs/src/scorecard.md"

# A profile, and its heading.
COLUMNS = {
    "rfc3629": "verdict",
    "position": "position",
    "maximal-subpart": "replacement",
    "stream": "stream",
    "encode": "encode",
    "bom": "signature",
}
CONVERSIONS = {
    "utf16": "UTF-16",
    "utf32": "UTF-32",
    "latin1": "Latin-1",
    "utf16-lossy": "UTF-16, replacement",
    "utf32-lossy": "UTF-32, replacement",
    "latin1-lossy": "Latin-1, replacement",
}

FORMS = {"rfc2279": "RFC 2279", "cesu8": "CESU-8", "mutf8": "modified UTF-8", "wtf8": "WTF-8"}


def head() -> str:
    """What people have written: the chapter up to its day."""
    return CHAPTER.read_text().split("\nMeasured on ")[0]


def title(decoder: dict) -> str:
    return f"{decoder['name']} {decoder.get('version') or ''}".strip()


def field(decoder: dict, profile: str) -> str:
    """`agrees`, `3 of 100`, or nothing where there was nothing to compare."""
    counts = decoder["profiles"].get(profile, {})
    wrong, right = counts.get("fail", 0), counts.get("pass", 0)
    if wrong:
        return f"{wrong} of {wrong + right}"
    # Where there is no error, every decoder knows its position and length.
    return "agrees" if right and not counts.get("unsupported") else ""


def table(results: list[dict], columns: dict[str, str]) -> str:
    lines = [f"| decoder | {' | '.join(columns.values())} |", "| --- " * (len(columns) + 1) + "|"]
    for decoder in results:
        fields = [field(decoder, profile) for profile in columns]
        day = f" ({decoder['date']})" if decoder.get("date") else ""
        if any(fields):
            lines.append(f"| {title(decoder)}{day} | {' | '.join(fields)} |")
    return "\n".join(lines) + "\n"


def render(scorecard: dict) -> str:
    results = scorecard["results"]
    page = f"{head()}\nMeasured on {scorecard['date']}, {scorecard['system']}.\n\n{table(results, COLUMNS)}"
    page += "\n## Conversions\n\nThe decoders whose adapters convert, up to the first error and with replacement:\n\n"
    page += table(results, CONVERSIONS)
    page += "\n## Older and neighbouring forms\n\n"
    page += table(results, FORMS)
    page += "\n## Practices\n\nWhere a decoder differs, most of it is a known practice:\n\n"
    for decoder in results:
        if practices := decoder.get("practices"):
            page += f"- **{title(decoder)}**: {'; '.join(practice['name'] for practice in practices)}\n"
    return page


def merge(scorecard: dict, files: list[str]) -> dict:
    documents = [json.loads(pathlib.Path(file).read_text())["results"][0] for file in files]
    new = {it["name"]: {key: it[key] for key in ("name", "version", "profiles", "practices")} for it in documents}
    results = []
    for earlier in scorecard["results"]:
        earlier.setdefault("date", scorecard["date"])
        results.append(new.pop(earlier["name"], earlier))
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return {"date": today, "system": system, "results": results + list(new.values())}


scorecard = json.loads(FILE.read_text())
if sys.argv[1:]:
    scorecard = merge(scorecard, sys.argv[1:])
    FILE.write_text(json.dumps(scorecard, indent=2, ensure_ascii=False) + "\n")
CHAPTER.write_text(render(scorecard))
