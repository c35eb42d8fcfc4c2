#!/bin/sh
# Checks the links between pages, and the workflows, with tools from PyPI.
set -eu
cd "$(dirname "$0")/.."
. bindings/python/environment.sh
environment lint
tools="md-dead-link-check==1.3.0 zizmor==1.32.0"
# shellcheck disable=SC2086 # a list of words
pip $tools || {
    echo "its tools cannot be fetched from PyPI here"
    exit 77
}
"$dir/bin/md-dead-link-check"
"$dir/bin/zizmor" --offline .github action.yml conformance/action.yml
echo "$tools"
