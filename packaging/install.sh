#!/bin/sh
# For the actions: installs the program PROGRAM (`placemat` or `placemat-conformance`) of the release TAG of the
# repository REPO into DIR, or compiles it in this repository if there is none for the tag or for this system:
# install.sh PROGRAM DIR
set -eu
program=$1 dir=$2
sources=$(dirname "$0")/..
archive=tgz
case "$(uname -s)" in
    Linux) target=$(uname -m)-unknown-linux-musl ;;
    Darwin) target=$(uname -m | sed s/arm64/aarch64/)-apple-darwin ;;
    *) target=x86_64-pc-windows-msvc archive=zip ;;
esac
mkdir -p "$dir/bin"
if gh release download "$TAG" --repo "$REPO" --pattern "placemat-$target.$archive" --dir "$dir" --clobber &&
    gh attestation verify "$dir/placemat-$target.$archive" --repo "$REPO"; then
    if [ $archive = zip ]; then unzip -oq "$dir/placemat-$target.zip" -d "$dir/bin"
    else tar -xzf "$dir/placemat-$target.tgz" -C "$dir/bin"; fi
else
    case $program in
        placemat) cargo install --locked --path "$sources/crates/placemat-cli" --root "$dir" ;;
        *) cargo install --locked --path "$sources/conformance" --features program --bin "$program" --root "$dir" ;;
    esac
fi
"$dir/bin/$program" --version
