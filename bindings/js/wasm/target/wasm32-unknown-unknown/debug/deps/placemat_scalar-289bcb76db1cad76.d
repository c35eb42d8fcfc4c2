/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/placemat_scalar-289bcb76db1cad76.d: /work/wt/fix/crates/placemat-scalar/src/lib.rs /work/wt/fix/crates/placemat-scalar/src/validate.rs

/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/libplacemat_scalar-289bcb76db1cad76.rmeta: /work/wt/fix/crates/placemat-scalar/src/lib.rs /work/wt/fix/crates/placemat-scalar/src/validate.rs

/work/wt/fix/crates/placemat-scalar/src/lib.rs:
/work/wt/fix/crates/placemat-scalar/src/validate.rs:
