/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/placemat_core-0f7be100afc207f6.d: /work/wt/fix/crates/placemat-core/src/lib.rs /work/wt/fix/crates/placemat-core/src/backend.rs /work/wt/fix/crates/placemat-core/src/convert.rs /work/wt/fix/crates/placemat-core/src/convert/encoding.rs /work/wt/fix/crates/placemat-core/src/convert/finish.rs /work/wt/fix/crates/placemat-core/src/convert/latin1.rs /work/wt/fix/crates/placemat-core/src/convert/portable.rs /work/wt/fix/crates/placemat-core/src/convert/portable/from.rs /work/wt/fix/crates/placemat-core/src/convert/portable/length.rs /work/wt/fix/crates/placemat-core/src/convert/portable/native.rs /work/wt/fix/crates/placemat-core/src/convert/portable/short.rs /work/wt/fix/crates/placemat-core/src/convert/portable/tally.rs /work/wt/fix/crates/placemat-core/src/convert/portable/to.rs /work/wt/fix/crates/placemat-core/src/convert/portable/validated.rs /work/wt/fix/crates/placemat-core/src/convert/progress.rs /work/wt/fix/crates/placemat-core/src/convert/utf16.rs /work/wt/fix/crates/placemat-core/src/convert/utf32.rs /work/wt/fix/crates/placemat-core/src/convert/utf8.rs /work/wt/fix/crates/placemat-core/src/error.rs /work/wt/fix/crates/placemat-core/src/grammar.rs /work/wt/fix/crates/placemat-core/src/grammar/form.rs /work/wt/fix/crates/placemat-core/src/invalid.rs /work/wt/fix/crates/placemat-core/src/items.rs /work/wt/fix/crates/placemat-core/src/kernels.rs /work/wt/fix/crates/placemat-core/src/kernels/measuring.rs /work/wt/fix/crates/placemat-core/src/locate.rs /work/wt/fix/crates/placemat-core/src/utf16.rs /work/wt/fix/crates/placemat-core/src/utf32.rs

/work/wt/fix/bindings/js/wasm/target/wasm32-unknown-unknown/debug/deps/libplacemat_core-0f7be100afc207f6.rmeta: /work/wt/fix/crates/placemat-core/src/lib.rs /work/wt/fix/crates/placemat-core/src/backend.rs /work/wt/fix/crates/placemat-core/src/convert.rs /work/wt/fix/crates/placemat-core/src/convert/encoding.rs /work/wt/fix/crates/placemat-core/src/convert/finish.rs /work/wt/fix/crates/placemat-core/src/convert/latin1.rs /work/wt/fix/crates/placemat-core/src/convert/portable.rs /work/wt/fix/crates/placemat-core/src/convert/portable/from.rs /work/wt/fix/crates/placemat-core/src/convert/portable/length.rs /work/wt/fix/crates/placemat-core/src/convert/portable/native.rs /work/wt/fix/crates/placemat-core/src/convert/portable/short.rs /work/wt/fix/crates/placemat-core/src/convert/portable/tally.rs /work/wt/fix/crates/placemat-core/src/convert/portable/to.rs /work/wt/fix/crates/placemat-core/src/convert/portable/validated.rs /work/wt/fix/crates/placemat-core/src/convert/progress.rs /work/wt/fix/crates/placemat-core/src/convert/utf16.rs /work/wt/fix/crates/placemat-core/src/convert/utf32.rs /work/wt/fix/crates/placemat-core/src/convert/utf8.rs /work/wt/fix/crates/placemat-core/src/error.rs /work/wt/fix/crates/placemat-core/src/grammar.rs /work/wt/fix/crates/placemat-core/src/grammar/form.rs /work/wt/fix/crates/placemat-core/src/invalid.rs /work/wt/fix/crates/placemat-core/src/items.rs /work/wt/fix/crates/placemat-core/src/kernels.rs /work/wt/fix/crates/placemat-core/src/kernels/measuring.rs /work/wt/fix/crates/placemat-core/src/locate.rs /work/wt/fix/crates/placemat-core/src/utf16.rs /work/wt/fix/crates/placemat-core/src/utf32.rs

/work/wt/fix/crates/placemat-core/src/lib.rs:
/work/wt/fix/crates/placemat-core/src/backend.rs:
/work/wt/fix/crates/placemat-core/src/convert.rs:
/work/wt/fix/crates/placemat-core/src/convert/encoding.rs:
/work/wt/fix/crates/placemat-core/src/convert/finish.rs:
/work/wt/fix/crates/placemat-core/src/convert/latin1.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable/from.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable/length.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable/native.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable/short.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable/tally.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable/to.rs:
/work/wt/fix/crates/placemat-core/src/convert/portable/validated.rs:
/work/wt/fix/crates/placemat-core/src/convert/progress.rs:
/work/wt/fix/crates/placemat-core/src/convert/utf16.rs:
/work/wt/fix/crates/placemat-core/src/convert/utf32.rs:
/work/wt/fix/crates/placemat-core/src/convert/utf8.rs:
/work/wt/fix/crates/placemat-core/src/error.rs:
/work/wt/fix/crates/placemat-core/src/grammar.rs:
/work/wt/fix/crates/placemat-core/src/grammar/form.rs:
/work/wt/fix/crates/placemat-core/src/invalid.rs:
/work/wt/fix/crates/placemat-core/src/items.rs:
/work/wt/fix/crates/placemat-core/src/kernels.rs:
/work/wt/fix/crates/placemat-core/src/kernels/measuring.rs:
/work/wt/fix/crates/placemat-core/src/locate.rs:
/work/wt/fix/crates/placemat-core/src/utf16.rs:
/work/wt/fix/crates/placemat-core/src/utf32.rs:
