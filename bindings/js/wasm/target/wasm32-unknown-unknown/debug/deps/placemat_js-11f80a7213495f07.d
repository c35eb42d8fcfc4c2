/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/placemat_js-11f80a7213495f07.d: src/lib.rs src/buffer.rs

/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/libplacemat_js-11f80a7213495f07.rmeta: src/lib.rs src/buffer.rs

src/lib.rs:
src/buffer.rs:
