#!/bin/sh
# Builds the library for C and installs it: install.sh PREFIX
#
# Installs the libraries, the header, and what describes them to pkg-config and CMake, and prints each file.
set -eu
mkdir -p "$1"
# pkg-config's file has the path.
prefix=$(cd "$1" && pwd)
package=$(cd "$(dirname "$0")" && pwd)
cd "$package/../.."
cargo build --locked --release -p placemat-capi >&2
built=${CARGO_TARGET_DIR:-target}/release
version=$(cargo pkgid -p placemat-capi | sed 's/.*[#@]//')
major=${version%%.*} rest=${version#*.}
repository=$(sed -n 's/^repository = "\(.*\)"$/\1/p' Cargo.toml)
lib=$prefix/lib

# put FROM TO
put() {
    mkdir -p "$(dirname "$2")"
    cp "$1" "$2"
    echo "$2"
}
put "$package/include/placemat.h" "$prefix/include/placemat.h"
put "$built/libplacemat_capi.a" "$lib/libplacemat.a"
put "$built/libplacemat_capi.so" "$lib/libplacemat.so.$version"
# The first is the SONAME, which build.rs sets; the second is for the linker.
for link in "libplacemat.so.$major" libplacemat.so; do
    ln -sf "libplacemat.so.$version" "$lib/$link"
    echo "$lib/$link"
done
for description in pkgconfig/placemat.pc cmake/placemat/placemat-config.cmake \
    cmake/placemat/placemat-config-version.cmake; do
    put "$package/install/$(basename "$description").in" "$lib/$description"
    sed -e "s|@PREFIX@|$prefix|g" -e "s|@REPOSITORY@|$repository|g" -e "s|@VERSION@|$version|g" \
        -e "s|@MAJOR@|$major|g" -e "s|@MINOR@|${rest%%.*}|g" \
        "$package/install/$(basename "$description").in" > "$lib/$description"
done
