#!/bin/sh
# Builds and packs the package, installs the archive in an empty folder, and runs the tests there: test.sh [--package]
#
# All that is made here is in `target/xtask/js`: `package` with the archive, `fresh` where it is installed, and `page`,
# the demo, which is tested in a browser, except with `--package`.
set -eu
sources=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-$sources/../../target/xtask}/js triple=wasm32-unknown-unknown browser=
mkdir -p "$out"
out=$(cd "$out" && pwd)
lacks() {
    echo "needs $1"
    exit 77
}
node -e 'process.exit(process.versions.node.split(".")[0] < 18 ? 1 : 0)' || lacks "Node 18 or later"
npm --version > /dev/null || lacks npm
ls "$(rustc --print target-libdir --target $triple)"/*.rlib > /dev/null || lacks "\`rustup target add $triple\`"
if [ "${1-}" != --package ]; then
    browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || lacks Chromium
fi
# In the program's folder, where cargo finds its flags.
(cd "$sources/wasm" && CARGO_TARGET_DIR="$out/target" cargo build --release --locked --target $triple)
program=$out/target/$triple/release/placemat_js.wasm

rm -rf "$out/package" "$out/fresh" "$out/page" "$out/pictures"
mkdir -p "$out/package" "$out/fresh" "$out/page" "$out/pictures"
find "$sources" -maxdepth 1 ! -type d -exec cp -L {} "$out/package" \;
node "$out/package/embed.mjs" "$program"
(cd "$out/package" && npm pack)

# As a user would install it; offline, since the package needs no other.
cd "$out/fresh"
echo '{ "type": "module" }' > package.json
npm install --offline --no-audit --no-fund "$out"/package/placemat-*.tgz
test -f node_modules/placemat/wasm.js
cp "$sources"/test/* .
tests() {
    node --test "$@" > "$out/tested" || {
        cat "$out/tested"
        exit 1
    }
    cat "$out/tested"
    # After `#` or a sign, depending on the version of Node.
    passed=$((passed + $(sed -n 's/^[^ ]* pass \([0-9]*\)$/\1/p' "$out/tested")))
}
passed=0
export PLACEMAT_VECTORS="$sources/../../conformance/vectors"
tests text.test.js input.test.js transform.test.js require.test.cjs examples.test.js

# A tool from npm, in a folder of its own, since npm removes what it did not install itself.
tool() {
    mkdir -p "$out/tools/$1"
    echo '{}' > "$out/tools/$1/package.json"
    npm install --prefix "$out/tools/$1" --no-audit --no-fund --ignore-scripts --prefer-offline --fetch-retries 0 "$1"
}

if tool typescript@5.9.3; then
    node "$out/tools/typescript@5.9.3/node_modules/typescript/bin/tsc" \
        --strict --noEmit --target es2022 --lib es2024,dom --module nodenext types.ts types.cts
else
    echo "types: not run: npm cannot install TypeScript"
fi

cp "$sources"/demo/* "$out/page"
cp -R node_modules/placemat "$out/page/placemat"
if [ -n "$browser" ]; then
    if tool axe-core@4.14.1; then
        axe=$out/tools/axe-core@4.14.1/node_modules/axe-core/axe.min.js
    else
        axe=
        echo "barriers: not run: npm cannot install axe-core"
    fi
    export PLACEMAT_PAGE="$out/page" PLACEMAT_BROWSER="$browser" PLACEMAT_PICTURES="$out/pictures" PLACEMAT_AXE="$axe"
    tests page.test.js
fi
echo "$passed tests"
