#!/bin/sh
# Prints the path of a program from crates.io, and installs it first if necessary: tool.sh NAME VERSION [OPTION...]
#
# Only below `target/`, in a folder for each version. The options are those of `cargo install`. This can take ten
# minutes for a large program on a small machine.
set -eu
tools=${OUT:-$PWD/target/xtask}
name=$1 version=$2 root=$tools/tools/$1-$2
shift 2
if [ ! -x "$root/bin/$name" ]; then
    # Not optimised: compiles in a fraction of the time, and has little work.
    CARGO_PROFILE_DEV_DEBUG=false CARGO_TARGET_DIR=$tools/tools-build/$name \
        cargo install "$name" --version "$version" --locked --debug "$@" --root "$root" >&2
    rm -rf "$tools/tools-build/$name"
fi
echo "$root/bin/$name"
