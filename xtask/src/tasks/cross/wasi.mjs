// Runs a WebAssembly program in Node's WASI: node wasi.mjs PROGRAM [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

const [program, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...args], env: process.env, returnOnExit: true });
const bytes = await readFile(program);
if (!WebAssembly.validate(bytes)) {
  // Node 20 has it, switched off.
  setFlagsFromString("--experimental-wasm-relaxed-simd");
}
const module = await WebAssembly.compile(bytes);

// Functions of the C library that the standard library names and this system lacks (threads). Calling one is an error.
const missing = WebAssembly.Module.imports(module).filter((needed) => needed.module === "env");
const env = Object.fromEntries(
  missing.map(({ name }) => [
    name,
    () => {
      throw new Error(`${name}: not in this system`);
    },
  ]),
);

const instance = await WebAssembly.instantiate(module, { env, wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance);
