#!/bin/sh
# Tests the extension under `sqlite3`, with placemat's library and header below the directory PREFIX:
# test.sh PREFIX
set -eu
cd "$(dirname "$0")"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cc -shared -fPIC -O2 -Wall -Wextra -Werror -o "$dir/placemat.so" -I "$1/include" placemat.c "$1/lib/libplacemat.a" -lpthread -ldl -lm
sed "s|PLACEMAT|$dir/placemat|" test.sql | sqlite3 :memory: | diff expected.txt -
