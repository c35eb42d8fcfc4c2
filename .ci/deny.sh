#!/bin/sh
# Checks the dependencies with cargo-deny and `deny.toml`: deny.sh licenses bans sources, or deny.sh advisories
set -eu
cd "$(dirname "$0")/.."
deny=$(sh .ci/tool.sh cargo-deny 0.20.2)
printed=$("$deny" --workspace check "$@" 2>&1) && exit
echo "$printed"
case $printed in
# The list of known vulnerabilities is downloaded.
*"failed to fetch advisory database"*)
    echo "the list of advisories cannot be fetched here"
    exit 77
    ;;
esac
exit 1
