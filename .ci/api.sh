#!/bin/sh
# Compares the public API of the published libraries that this machine can build (the backends of other processors have
# the same items as placemat-x86, from one macro) with the lists in docs/api, and writes these lists: a change shows
# in `git diff`, and is committed with them.
set -eu
cd "$(dirname "$0")/.."
cargo +nightly --version >/dev/null 2>&1 || {
    echo "needs \`rustup toolchain install nightly\`: rustdoc prints JSON only there"
    exit 77
}
api=$(sh .ci/tool.sh cargo-public-api 0.52.0)
libraries="placemat placemat-core placemat-dfa placemat-legacy placemat-scalar placemat-simd placemat-tokio placemat-x86"
for library in $libraries; do
    "$api" public-api --package "$library" --all-features -sss >"docs/api/$library.txt"
done
git diff --exit-code --stat docs/api || {
    echo "the API is not that of docs/api; commit the lists if the change is meant"
    exit 1
}
cat docs/api/*.txt | wc -l | sed 's/ *//; s/$/ public items/'
