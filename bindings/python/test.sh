#!/bin/sh
# Builds the library's wheel, installs it in a fresh environment, and tests it: test.sh [--engines | --spark]
#
# With `--engines`, also the book's snippets for Ray and Dask, whose wheels are large. With `--spark`, only the jobs in
# `examples/spark`, on a cluster on this machine of which a worker dies; needs Java 17 or later.
set -eu
cd "$(dirname "$0")/../.."
. bindings/python/environment.sh
if [ "${1-}" = --spark ]; then
    environment spark
    # Spark needs the last two to pass rows to Python.
    pip pytest pyspark==4.3.0 pyarrow==26.0.1 'pandas<3'
    library
    exec "$dir/bin/python" -m pytest -q -p no:cacheprovider examples/spark
fi

environment library
library
[ "${1-}" = --engines ] && extra=test,engines || extra=test
pip "$wheel[$extra]"
# Not in the source folder, so that the installed package is tested.
sources=$PWD/bindings/python
cd "$dir"
bin/python -m pytest -q -p no:cacheprovider --rootdir "$sources" -c "$sources/pyproject.toml" "$sources/tests" \
    "$sources/README.md" > tested || {
    cat tested
    exit 1
}
passed=$(tail -n 1 tested)
case $passed in
*" skipped"*)
    [ $extra = test ] || {
        echo "a test was left out: $passed"
        exit 1
    }
    echo "Ray,Dask: not run: \`cargo xtask python --engines\`"
    ;;
esac
bin/python -m mypy.stubtest placemat
bin/python -m mypy --strict --cache-dir mypy-cache "$sources/tests/typed.py"
bin/python -m pyright --pythonpath bin/python "$sources/tests/typed.py"
echo "$(basename "$wheel"), $(($(wc -c < "$wheel") / 1024)) KiB; $passed; mypy, pyright"
