// Checks that a caller passed bytes. For anything else there is a TypeError that says what it is.

const { prototype } = Object.getPrototypeOf(Uint8Array);
const getter = (name) => Object.getOwnPropertyDescriptor(prototype, name).get;
// Not `bytes.length` and so on: a subclass may override these.
const tag = getter(Symbol.toStringTag);
const length = getter("length");
const buffer = getter("buffer");
const byteOffset = getter("byteOffset");

/**
 * How many bytes were passed.
 * @param {unknown} bytes must be a Uint8Array, of any realm
 * @returns {number}
 */
export function lengthOf(bytes) {
  if (tag.call(bytes) !== "Uint8Array") {
    throw new TypeError(`expected a Uint8Array, got ${described(bytes)}`);
  }
  return length.call(bytes) || lengthOfNothing(bytes);
}

/** A part of them, as a view that is a plain Uint8Array. */
export function part(bytes, start, length) {
  return new Uint8Array(buffer.call(bytes), byteOffset.call(bytes) + start, length);
}

/** A view whose buffer was transferred or shrunk has the length 0 as well, but is not empty text. */
function lengthOfNothing(bytes) {
  try {
    prototype.values.call(bytes);
  } catch (cause) {
    throw new TypeError("the Uint8Array has lost its bytes: its buffer was transferred or shrunk", {
      cause,
    });
  }
  return 0;
}

function described(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") {
    return "a string, which is UTF-16 (new TextEncoder().encode(string) makes UTF-8 of it)";
  }
  if (typeof value !== "object") return `a ${typeof value}`;
  const name = Object.prototype.toString.call(value).slice("[object ".length, -1);
  const wrap = name.endsWith("ArrayBuffer") || ArrayBuffer.isView(value);
  return `an object (${name})${wrap ? "; make a Uint8Array of its buffer" : ""}`;
}
