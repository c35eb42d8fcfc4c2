// The WebAssembly program, started once. What its functions do is documented in wasm/src/lib.rs.
import base64 from "./wasm.js";

const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

// An engine without simd128 refuses the whole program.
if (!WebAssembly.validate(bytes)) {
  throw new Error(
    "placemat needs WebAssembly with 128-bit vectors (simd128): " +
      "Node 16.4, Chrome 91, Firefox 89, Safari 16.4, or later",
  );
}
const { exports: program } = (await WebAssembly.instantiate(bytes)).instance;
const { memory } = program;

export const { validate, find, repair, utf16, byte, lines } = program;
export const isBoundary = program.is_boundary;
export const lineStart = program.line_start;

/** How many bytes the program takes at a time. */
export const capacity = program.capacity();

// The memory never grows, so these views stay valid.
export const input = new Uint8Array(memory.buffer, program.input(), capacity);
export const found = new Uint32Array(memory.buffer, program.errors(), capacity);
export const text = new Uint8Array(memory.buffer, program.text(), 3 * capacity);

/** What `validate` returns for valid bytes; otherwise it returns an error, packed. */
export const VALID = -1;

// An error, packed in a number.
export const offsetIn = (packed) => packed >>> 5;
export const kindOf = (packed) => kinds[(packed >>> 2) & 7];
export const lengthIn = (packed) => packed & 3;

/** The kinds of errors by their numbers: name and description. */
const kinds = [];
for (let length; (length = program.describe(kinds.length)) > 0;) {
  const [name, description] = String.fromCharCode(...text.subarray(0, length)).split(":");
  kinds.push({ name, description });
}

/** The kind of error of a sequence that is cut off by the end of the bytes. */
export const TRUNCATED = kinds.find(({ name }) => name === "truncated");
