#!/bin/sh
# Runs the facade's unit tests and examples under Miri, where it takes `scalar`. The crates below it forbid unsafe code.
set -eu
cd "$(dirname "$0")/.."
cargo +nightly miri --version >/dev/null 2>&1 || {
    echo "needs \`rustup toolchain install nightly --component miri,rust-src\`"
    exit 77
}
# Tests read files and the clock.
export MIRIFLAGS=-Zmiri-disable-isolation
for tests in --lib --doc; do
    cargo +nightly miri test --package placemat $tests --target-dir "${OUT:-target/xtask}/miri"
done >"${OUT:-target/xtask}/miri.log" || {
    cat "${OUT:-target/xtask}/miri.log"
    exit 1
}
awk '/^test result: ok/ { passed += $4 } END { print passed " tests" }' "${OUT:-target/xtask}/miri.log"
