#!/bin/sh
# Tests the examples outside the workspace: test.sh [NAME...]. DataFusion takes minutes to compile.
#
# (`bindings/python/test.sh --spark` tests those for Spark.)
set -eu
cd "$(dirname "$0")/.."
out=${OUT:-$PWD/target/xtask}

# An independent package.
package() {
    # Without debug information, everything compiles faster.
    (cd "examples/$1" && cargo fmt --check &&
        CARGO_TARGET_DIR=$out/examples CARGO_PROFILE_DEV_DEBUG=false cargo test --locked ${2-})
}

# An extension of a program in C, based on the C library: extension NAME PROBE PACKAGES
extension() {
    sh -c "$2" > /dev/null || {
        echo "$1 needs, on Debian: apt-get install $3"
        exit 77
    }
    sh crates/placemat-capi/install.sh "$out/capi/prefix"
    sh "examples/$1/test.sh" "$out/capi/prefix"
}

for name in ${*:-parquet arrow datafusion sqlite postgresql}; do
    case $name in
    parquet) package parquet --release ;;
    arrow | datafusion) package "$name" ;;
    sqlite)
        extension sqlite "sqlite3 --version && test -e /usr/include/sqlite3ext.h" "sqlite3 libsqlite3-dev"
        ;;
    postgresql)
        extension postgresql 'test -e "$(pg_config --includedir-server)/postgres.h" -a -e "$(pg_config --bindir)/initdb"' \
            "postgresql postgresql-server-dev-all"
        ;;
    *)
        echo "there is no example $name"
        exit 1
        ;;
    esac
    echo "$name: passed"
done
