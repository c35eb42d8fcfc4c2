// Checks that a caller passed octets. For anything else there is a TypeError that says what it is.

const { prototype } = Object.getPrototypeOf(Uint8Array);
const getter = (name) => Object.getOwnPropertyDescriptor(prototype, name).get;
// Not `octets.length` and so on: a subclass may override these.
const tag = getter(Symbol.toStringTag);
const length = getter("length");
const buffer = getter("buffer");
const byteOffset = getter("byteOffset");

/**
 * How many octets were passed.
 * @param {unknown} octets must be a Uint8Array, of any realm
 * @returns {number}
 */
export function lengthOf(octets) {
  if (tag.call(octets) !== "Uint8Array") {
    throw new TypeError(`expected a Uint8Array, got ${described(octets)}`);
  }
  return length.call(octets) || lengthOfNothing(octets);
}

/** A part of them, as a view that is a plain Uint8Array. */
export function part(octets, start, length) {
  return new Uint8Array(buffer.call(octets), byteOffset.call(octets) + start, length);
}

/** A view whose buffer was transferred or shrunk has the length 0 as well, but is not empty text. */
function lengthOfNothing(octets) {
  try {
    prototype.values.call(octets);
  } catch (cause) {
    throw new TypeError("the Uint8Array has lost its octets: its buffer was transferred or shrunk", {
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
