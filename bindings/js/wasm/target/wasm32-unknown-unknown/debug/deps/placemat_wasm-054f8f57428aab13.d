/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/placemat_wasm-054f8f57428aab13.d: /work/wt/fix/crates/placemat-wasm/src/lib.rs /work/wt/fix/crates/placemat-wasm/src/convert.rs /work/wt/fix/crates/placemat-wasm/src/measure.rs /work/wt/fix/crates/placemat-wasm/src/token.rs /work/wt/fix/crates/placemat-wasm/src/vectors.rs /work/wt/fix/crates/placemat-wasm/src/words.rs

/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/libplacemat_wasm-054f8f57428aab13.rmeta: /work/wt/fix/crates/placemat-wasm/src/lib.rs /work/wt/fix/crates/placemat-wasm/src/convert.rs /work/wt/fix/crates/placemat-wasm/src/measure.rs /work/wt/fix/crates/placemat-wasm/src/token.rs /work/wt/fix/crates/placemat-wasm/src/vectors.rs /work/wt/fix/crates/placemat-wasm/src/words.rs

/work/wt/fix/crates/placemat-wasm/src/lib.rs:
/work/wt/fix/crates/placemat-wasm/src/convert.rs:
/work/wt/fix/crates/placemat-wasm/src/measure.rs:
/work/wt/fix/crates/placemat-wasm/src/token.rs:
/work/wt/fix/crates/placemat-wasm/src/vectors.rs:
/work/wt/fix/crates/placemat-wasm/src/words.rs:
