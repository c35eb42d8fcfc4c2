"""The texts of the measurements beside this file: npm packages."""

import contextlib
import html
import pathlib
import re
import subprocess
import tarfile
import tempfile


@contextlib.contextmanager
def folders(given, packages):
    """The given folders, or else one into which npm has downloaded the packages."""
    with tempfile.TemporaryDirectory() as downloaded:
        for package in [] if given else packages:
            unpacked = pathlib.Path(downloaded, package)
            unpacked.mkdir()
            subprocess.run(["npm", "pack", "--silent", package], cwd=unpacked, check=True, stdout=subprocess.DEVNULL)
            with tarfile.open(next(unpacked.glob("*.tgz"))) as archive:
                archive.extractall(unpacked, filter="data")
            next(unpacked.glob("*.tgz")).unlink()
        yield given or [downloaded]


def dictionaries(languages):
    """The packages with spelling dictionaries of these languages."""
    return [f"dictionary-{language}" for language in languages.split()]


def lines(path):
    """The lines of a text or page that are not ASCII, without those that have controls of Latin-1."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        text = html.unescape(re.sub(r"<[^>]+>", "\n", text))
    return [line.strip() for line in re.split("[\r\n]+", text) if not line.isascii() and not re.search("[\x80-\x9f]", line)]
