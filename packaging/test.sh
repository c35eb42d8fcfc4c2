#!/bin/sh
# Builds the packages for apt, pip, pre-commit and npm, and installs each into an empty environment.
set -eu
cd "$(dirname "$0")/.."
. bindings/python/environment.sh
environment packages
pip maturin pytest pre-commit
cargo build --locked -p placemat-cli
target=${CARGO_TARGET_DIR:-$PWD/target}
# Without optimisation, which does not affect the tests; most dependencies are already compiled there.
wheel crates/placemat-cli --profile=dev "$target"
# The versions that the release workflow uses, too.
PATH=$dir/bin:$PATH
for tool in "cargo-cyclonedx 0.5.9" "cargo-deb 3.8.0" "cargo-release 0.25.20"; do
    # shellcheck disable=SC2086 # a name and a version
    program=$(sh .ci/tool.sh $tool)
    PATH=$(dirname "$program"):$PATH
done
export PATH PLACEMAT_PROGRAMS="$target/debug" PLACEMAT_WHEEL="$wheel"
exec "$dir/bin/python" -m pytest -q -p no:cacheprovider packaging
