#!/bin/sh
# The command as the Dockerfile builds it, linked statically, needs nothing from the system.
set -eu
cd "$(dirname "$0")/.."
triple=x86_64-unknown-linux-musl
[ "$(uname -sm)" = "Linux x86_64" ] && ls "$(rustc --print target-libdir --target $triple)"/*.rlib > /dev/null || {
    echo "needs \`rustup target add $triple\`, on Linux"
    exit 77
}
# Without optimisation, which does not matter here.
cargo build --locked -p placemat-cli --target $triple
program=${CARGO_TARGET_DIR:-$PWD/target}/$triple/debug/placemat
if readelf --program-headers "$program" | grep "Requesting program interpreter"; then
    echo "it is linked dynamically"
    exit 1
fi
grep -q $triple Dockerfile && grep -q "FROM scratch" Dockerfile || {
    echo "the Dockerfile builds something else"
    exit 1
}
# An empty environment, and a directory that contains only the input.
dir=${OUT:-$PWD/target/xtask}/static
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"
printf 'caf\351\n' > notes.txt
status=0
env -i "$program" check notes.txt || status=$?
[ $status = 1 ] || {
    echo "check ends with $status"
    exit 1
}
env -i "$program" convert -f latin1 notes.txt
echo $triple
