#!/bin/sh
# Packs the package, installs the archive in an empty folder, and runs the tests there: test.sh PROGRAM OUT [BROWSER]
#
# PROGRAM is what cargo has made of `wasm/`, OUT an absolute path for all that is made here: `package` with the
# archive, `fresh` where it is installed, and `page`, the demo. With a browser, the page is tested in it, too.
set -eu
sources=$(cd "$(dirname "$0")" && pwd)
program=$1 out=$2 browser=${3-}

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
PLACEMAT_VECTORS="$sources/../../conformance/vectors" \
    node --test text.test.js input.test.js transform.test.js require.test.cjs examples.test.js

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
    PLACEMAT_PAGE="$out/page" PLACEMAT_BROWSER=$browser PLACEMAT_PICTURES="$out/pictures" PLACEMAT_AXE=$axe \
        node --test page.test.js
fi
