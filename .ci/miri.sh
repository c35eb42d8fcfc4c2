#!/bin/sh
# Runs the unit tests of the portable libraries and of the facade under Miri, where the facade takes `scalar`.
set -eu
cd "$(dirname "$0")/.."
cargo +nightly miri --version >/dev/null 2>&1 || {
    echo "needs \`rustup toolchain install nightly --component miri,rust-src\`"
    exit 77
}
# Tests read files and the clock.
export MIRIFLAGS=-Zmiri-disable-isolation
output=$(cargo +nightly miri test --package placemat-core --package placemat-scalar --package placemat --lib \
    --target-dir "${OUT:-target/xtask}/miri")
echo "$output"
echo "$output" | awk '/^test result: ok/ { passed += $4 } END { print passed " tests" }'
