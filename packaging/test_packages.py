"""Builds the packages, and installs each into an empty environment. `cargo xtask packages` runs it.

The programs that it needs are in PATH; PLACEMAT_PROGRAMS is the folder of the compiled command, PLACEMAT_WHEEL its
wheel.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent
PROGRAMS = pathlib.Path(os.environ["PLACEMAT_PROGRAMS"])
WHEEL = pathlib.Path(os.environ["PLACEMAT_WHEEL"])


def run(*command, cwd=ROOT, status=0, **env):
    result = subprocess.run(command, cwd=cwd, env=os.environ | env, stdout=-1, stderr=subprocess.STDOUT, text=True)
    assert result.returncode == status, f"{command}\n{result.stdout}"
    return result.stdout


@pytest.fixture
def invalid(tmp_path):
    (tmp_path / "notes.txt").write_bytes(b"caf\xe9\n")
    return tmp_path / "notes.txt"


@pytest.fixture
def clone(tmp_path):
    run("git", "clone", "-q", ROOT, tmp_path / "clone")
    run("git", "checkout", "-q", "-B", "main", cwd=tmp_path / "clone")
    return tmp_path / "clone"


def example(language):
    """The last example in this language in the README of the vectors."""
    return re.findall(f"```{language}\n(.*?)```", (ROOT / "conformance/vectors/README.md").read_text(), re.S)[-1]


@pytest.mark.skipif(not shutil.which("dpkg"), reason="this is not Debian")
def test_debian(tmp_path, invalid):
    pages = ROOT / "target/share"
    shutil.rmtree(pages, ignore_errors=True)
    run(PROGRAMS / "placemat", "pages", "--out", pages)
    profile = ("-p", "placemat-cli", "--profile", "dev", "--no-dbgsym")
    run("cargo-deb", *profile, "--no-build", "--fast", "--output", tmp_path / "placemat.deb")
    if os.getuid() == 0:
        assert "Inst placemat" in run("apt-get", "install", "--simulate", tmp_path / "placemat.deb")
    # Into a system of its own, which has not even the C library that it depends on.
    system = tmp_path / "system"
    for folder in ("info", "updates"):
        (system / "var/lib/dpkg" / folder).mkdir(parents=True)
    (system / "var/lib/dpkg/status").touch()
    dpkg = ("dpkg", "--root", system, "--log", tmp_path / "log", "--force-not-root", "--force-depends")
    run(*dpkg, "--install", tmp_path / "placemat.deb")
    assert "notes.txt:1:4" in run(system / "usr/bin/placemat", "check", invalid, status=1)
    for page in ("man/man1/placemat-check.1.gz", "bash-completion/completions/placemat", "doc/placemat/copyright"):
        assert (system / "usr/share" / page).is_file()


def test_pre_commit(tmp_path, invalid):
    """The hook takes the wheel, and would fail if it had to compile."""
    run("git", "init", "-q", cwd=tmp_path)
    run("git", "add", "notes.txt", cwd=tmp_path)
    env = {"PRE_COMMIT_HOME": str(tmp_path / "home")}
    env |= {"PIP_FIND_LINKS": str(WHEEL.parent), "PIP_ONLY_BINARY": "placemat-cli"}
    hook = ("pre-commit", "try-repo", ROOT, "placemat", "--files", "notes.txt")
    assert "notes.txt:1:4" in run(*hook, cwd=tmp_path, status=1, **env)
    invalid.write_bytes("café\n".encode())
    assert "Passed" in run(*hook, cwd=tmp_path, **env)


@pytest.mark.parametrize("package", ["bindings/python", "crates/placemat-cli"])
def test_sources_for_pip(tmp_path, invalid, package):
    """What pip compiles where there is no wheel: the package of sources, without the repository."""
    run("maturin", "sdist", "--out", tmp_path, "--manifest-path", ROOT / package / "Cargo.toml")
    [sources] = tmp_path.glob("*.tar.gz")
    target = tmp_path / "installed"
    quick = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "0", "CARGO_PROFILE_RELEASE_LTO": "off"}
    run(sys.executable, "-m", "pip", "install", "-q", "--target", target, sources, **quick)
    if package == "bindings/python":
        program = "import placemat; assert not placemat.is_utf8(b'caf\\xe9')"
        run(sys.executable, "-c", program, cwd=tmp_path, PYTHONPATH=str(target))
    else:
        assert "notes.txt:1:4" in run(target / "bin/placemat", "check", invalid, status=1)


def test_vectors_for_python(tmp_path):
    run(sys.executable, "-m", "pip", "install", "-q", "--target", tmp_path, ROOT / "conformance/vectors")
    program = example("python")
    run(sys.executable, "-c", program, PYTHONPATH=str(tmp_path))
    wrong = program.replace('decode("utf-8")', 'decode("utf-8", "replace")')
    assert "AssertionError" in run(sys.executable, "-c", wrong, PYTHONPATH=str(tmp_path), status=1)


@pytest.mark.skipif(not shutil.which("npm"), reason="npm is missing")
def test_vectors_for_javascript(tmp_path):
    run("npm", "pack", "--pack-destination", tmp_path, cwd=ROOT / "conformance/vectors")
    run("npm", "install", "--offline", "--no-audit", "--no-fund", *tmp_path.glob("*.tgz"), cwd=tmp_path)
    (tmp_path / "test.mjs").write_text(example("js"))
    run("node", "test.mjs", cwd=tmp_path)
    (tmp_path / "wrong.mjs").write_text(example("js").replace("fatal: true", "fatal: false"))
    run("node", "wrong.mjs", cwd=tmp_path, status=1)


@pytest.mark.parametrize("released", [True, False])
def test_actions_take_a_release_or_compile(tmp_path, released):
    """With stand-ins for the programs that reach the network, or take minutes."""
    program = '#!/bin/sh\necho "placemat 9"\n'
    download = f"""
        [ "$1" = release ] || exit 0
        printf '{program}' > placemat && chmod +x placemat && tar -czf "$9/$7" placemat"""
    compiled = f"""
        mkdir -p "$6/bin" && printf '{program}' > "$6/bin/placemat" && chmod +x "$6/bin/placemat"
        echo "compiled $4" """
    stand_ins = tmp_path / "stand-ins"
    stand_ins.mkdir()
    for name, text in {"gh": download if released else "exit 1", "cargo": compiled}.items():
        (stand_ins / name).write_text(f"#!/bin/sh\n{text}\n")
        (stand_ins / name).chmod(0o755)
    env = {"PATH": f"{stand_ins}:{os.environ['PATH']}", "TAG": "v9", "REPO": "owner/placemat"}
    out = run("sh", ROOT / "packaging/install.sh", "placemat", tmp_path / "out", cwd=tmp_path, **env)
    assert out.splitlines()[-1] == "placemat 9"
    assert ("compiled" in out) != released


def test_one_command_raises_every_version(clone):
    identity = {f"GIT_{who}_{it}": "x@example.org" for who in ("AUTHOR", "COMMITTER") for it in ("NAME", "EMAIL")}
    # The default members alone would leave out the command, and xtask, which has the other files.
    release = ("cargo-release", "release", "--workspace", "7.8.9", "--execute", "--no-confirm", "--no-verify")
    run(*release, cwd=clone, **identity)
    assert "v7.8.9" in run("git", "tag", cwd=clone)
    versions = []
    for lock in run("git", "ls-files", "*Cargo.lock", cwd=clone).split():
        metadata = ("cargo", "metadata", "--locked", "--format-version", "1", "--manifest-path")
        packages = json.loads(run(*metadata, lock.replace("lock", "toml"), cwd=clone).splitlines()[-1])["packages"]
        ours = [package for package in packages if "/clone/crates/placemat" in package["manifest_path"]]
        versions += [package["version"] for package in ours if package["name"] != "simdutf8"]
    assert len(versions) > 40 and set(versions) == {"7.8.9"}
    files = ("*.toml", "*package.json", "*.rb", "docs/src/adding.md")
    left = run("git", "grep", "-l", "-F", "0.1.0", "--", *files, cwd=clone).split()
    assert all(file.startswith(("examples/", "conformance/adapters/")) for file in left), left


def test_sbom_lists_what_the_command_is_made_of(clone):
    run("cargo-cyclonedx", "cyclonedx", "--format", "json", cwd=clone)
    sbom = json.loads((clone / "crates/placemat-cli/placemat-cli.cdx.json").read_text())
    assert {"placemat", "encoding_rs", "chardetng"} <= {component["name"] for component in sbom["components"]}
