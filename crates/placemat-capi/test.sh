#!/bin/sh
# Tests the library for C and C++, linked in every way: test.sh. With `--prefix DIR`, installs it there instead.
set -eu
cd "$(dirname "$0")/../.."
package=crates/placemat-capi out=${OUT:-$PWD/target/xtask}/capi
if [ "${1-}" = --prefix ]; then
    exec sh $package/install.sh "$2"
fi
if [ "$(uname)" != Linux ]; then
    echo "the names of the libraries are those of Linux"
    exit 77
fi
cargo test -p placemat-capi --features header --test header
prefix=$out/prefix
sh $package/install.sh "$prefix"

# The shared library exports what the header declares, and nothing else.
nm -D --defined-only "$prefix/lib/libplacemat.so" | sed -n 's/.* T //p' > "$out/exported"
while read -r name; do
    grep -q "$name(" "$prefix/include/placemat.h" || {
        echo "$name is exported, and not in the header"
        exit 1
    }
done < "$out/exported"
exported=$(wc -l < "$out/exported")
[ "$exported" -gt 40 ] || {
    echo "only $exported functions are exported"
    exit 1
}

sh $package/tests/c/test.sh "$prefix" "$out/ways" > "$out/printed" || {
    cat "$out/printed"
    exit 1
}
grep ": not run: " "$out/printed" || true
ways=$(sed -n 's/^way: //p' "$out/printed" | paste -sd ' ')
[ -n "$ways" ] || {
    echo "there is no C compiler"
    exit 1
}
echo "$ways; $exported functions"
