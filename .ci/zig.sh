#!/bin/sh
# Prints the path of zig, from PyPI: a linker for targets for which Debian has none.
set -eu
cd "$(dirname "$0")/.."
. bindings/python/environment.sh
environment zig >&2
pip ziglang >&2
"$dir/bin/python" -c 'import ziglang; print(ziglang.__path__[0] + "/zig")'
