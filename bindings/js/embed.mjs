// Makes wasm.js, a module with the compiled program in it: node embed.mjs PROGRAM OUTPUT
//
// So the package has nothing to fetch: it works without a bundler, without a server's MIME type for
// WebAssembly, and under a Content-Security-Policy that forbids connections ('wasm-unsafe-eval' must be
// allowed).
import { readFileSync, writeFileSync } from "node:fs";

const [program, output] = process.argv.slice(2);
writeFileSync(output, `export default "${readFileSync(program, "base64")}";\n`);
