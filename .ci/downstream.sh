#!/bin/sh
# Tests real users of simdutf8 with placemat's drop-in instead: downstream.sh [NAME...]
#
# Each is a pinned version from crates.io, and its own tests are run. All of them take half an hour.
set -eu
cd "$(dirname "$0")/.."
root=$PWD out=${OUT:-$PWD/target/xtask}
# Without debug information, everything compiles faster.
export CARGO_TARGET_DIR="$out/clients-target" CARGO_PROFILE_DEV_DEBUG=false

# client NAME VERSION OPTION...
client() {
    name=$1 version=$2
    shift 2
    user=$out/scratch/user-of-$name copy=$out/downstream/$name
    rm -rf "$user" "$copy"
    mkdir -p "$user/src" "$out/downstream"
    : > "$user/src/lib.rs"
    # A crate that depends on it makes cargo fetch it.
    cat > "$user/Cargo.toml" << MANIFEST
[package]
name = "user-of-$name"
edition = "2024"

[dependencies]
$name = "=$version"

[workspace]
MANIFEST
    (cd "$user" && cargo fetch --quiet) || {
        echo "$name cannot be fetched here"
        exit 77
    }
    from=$(cd "$user" && cargo metadata --format-version 1 | python3 -c '
import json, os, sys
packages = json.load(sys.stdin)["packages"]
print(*(os.path.dirname(p["manifest_path"]) for p in packages if p["name"] == sys.argv[1]))' "$name")
    cp -Rp "$from" "$copy"
    # It names the real simdutf8.
    rm -f "$copy/Cargo.lock"
    cat >> "$copy/Cargo.toml" << MANIFEST

[workspace]

[patch.crates-io]
simdutf8 = { path = "$root/crates/placemat-simdutf8" }
MANIFEST
    (cd "$copy" && cargo test --quiet "$@")
    # Cargo only warns about an unused patch. The drop-in comes from a folder, and has no source.
    python3 - "$copy/Cargo.lock" << 'CHECK'
import sys, tomllib
found = [p for p in tomllib.load(open(sys.argv[1], "rb"))["package"] if p["name"] == "simdutf8"]
assert [p.get("source") for p in found] == [None], "simdutf8 itself was compiled, not the drop-in"
CHECK
    echo "$name $version: passed"
}

for name in ${*:-bytecheck encoding_rs simd-json maxminddb polars-arrow}; do
    case $name in
    bytecheck) client bytecheck 0.8.3 --lib ;;
    encoding_rs) client encoding_rs 0.8.44 --lib ;;
    simd-json) client simd-json 0.19.0 --lib ;;
    # Its other tests need databases.
    maxminddb)
        client maxminddb 0.31.0 --features simdutf8 --lib decoder::tests -- --skip reader_lookup --skip tuple
        ;;
    polars-arrow) client polars-arrow 0.55.2 --features proptest --lib ;;
    *)
        echo "there is no client $name"
        exit 1
        ;;
    esac
done
