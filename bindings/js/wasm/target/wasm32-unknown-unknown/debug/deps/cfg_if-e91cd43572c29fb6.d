/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/cfg_if-e91cd43572c29fb6.d: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cfg-if-1.0.5/src/lib.rs

/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/libcfg_if-e91cd43572c29fb6.rmeta: /root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cfg-if-1.0.5/src/lib.rs

/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/cfg-if-1.0.5/src/lib.rs:
