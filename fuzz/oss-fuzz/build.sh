#!/bin/bash -eu
# Builds every fuzz target into $OUT, each with its seeds and the dictionary. OSS-Fuzz runs it in the repository's root.
cargo fuzz build -O --debug-assertions --fuzz-dir fuzz --features fuzzer
for target in fuzz/fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    cp "fuzz/target/x86_64-unknown-linux-gnu/release/$name" "$OUT/"
    zip -jq "$OUT/${name}_seed_corpus.zip" "fuzz/seeds/$name"/*
    cp fuzz/utf8.dict "$OUT/$name.dict"
done
