#!/bin/sh
# Makes a copy of the crate simdutf, with the library of a checkout in it: simdutf.sh CHECKOUT DIR
#
# Prints the library's version and revision. Amalgamating the library requires Python.
set -eu
checkout=$(cd "$1" && pwd) dir=$2
header=$checkout/include/simdutf/simdutf_version.h
version=$(sed -n 's/.*SIMDUTF_VERSION "\(.*\)".*/\1/p' "$header")
[ -n "$version" ] || {
    echo "$header does not have SIMDUTF_VERSION" >&2
    exit 1
}
manifest=$(cd "$(dirname "$0")/.." && cargo metadata --format-version 1 --all-features | python3 -c '
import json, sys
print(*(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == "simdutf"))')
rm -rf "$dir"
cp -R "$(dirname "$manifest")" "$dir"
sed -i 's/-std=c++11/-std=c++17/' "$dir/build.rs"
# The parts that the crate binds.
python3 "$checkout/singleheader/amalgamate.py" --output-dir "$dir/cpp" --no-zip --no-readme --with-utf8 --with-utf16 \
    --with-utf32 --with-base64 --with-detect-enc --with-ascii --with-latin1 > /dev/null
# The interface for C, whose names the crate defines itself.
sed -i '\|/\* begin file src/simdutf_c.cpp \*/|,\|/\* end file src/simdutf_c.cpp \*/|d' "$dir/cpp/simdutf.cpp"
revision=$(git -C "$checkout" describe --tags --always 2> /dev/null || true)
echo "$version${revision:+, $revision}"
