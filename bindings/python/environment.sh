# Fresh Python environments with our wheels, for scripts that are run in the project's root.

# environment NAME: makes the environment $dir. Exits with 77 if there is no suitable Python.
environment() {
    dir=${OUT:-$PWD/target/xtask}/python/$1
    rm -rf "$dir"
    python3 -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' || {
        echo "needs CPython 3.11 or later, with venv, and its packages from PyPI"
        exit 77
    }
    python3 -m venv "$dir"
    export PYTHONDONTWRITEBYTECODE=1
}

# pip PACKAGE...
pip() {
    "$dir/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}

# wheel PACKAGE PROFILE TARGET: builds the one wheel of a package.
wheel() {
    (cd "$1" && CARGO_TARGET_DIR=$3 "$dir/bin/python" -m maturin build --locked "$2" --out "$dir/wheels")
    wheel=$(echo "$dir"/wheels/*)
    [ -f "$wheel" ]
}

# library: builds the library's wheel, optimised, and installs it.
library() {
    pip maturin
    wheel bindings/python --release "$PWD/target/python"
    pip --no-deps "$wheel"
}
