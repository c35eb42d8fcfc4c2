// What may be passed, what may not, and what the WebAssembly program can reach.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

import * as placemat from "placemat";

const { ErrorFinder, Repairer, Utf8Error, Validator, errors, isUtf8, repair, validate } = placemat;
const GOOD = Buffer.from("a\u00e9\u20ac\u{1f37d}");

/** Each way into the package, with bytes or what is passed instead. */
const WAYS = [
  isUtf8,
  validate,
  errors,
  repair,
  (bytes) => new Validator().feed(bytes),
  (bytes) => new ErrorFinder().feed(bytes),
  (bytes) => new Repairer().feed(bytes),
];

test("nothing is valid", () => {
  for (const nothing of [new Uint8Array(0), Buffer.alloc(0), GOOD.subarray(2, 2)]) {
    assert.equal(isUtf8(nothing), true);
    assert.equal(validate(nothing), null);
    assert.deepEqual([...errors(nothing)], []);
    assert.equal(repair(nothing).length, 0);
  }
});

test("any view of any buffer", () => {
  // Node 18 has no resizable buffers, and ignores the option.
  const options = [undefined, { maxByteLength: 128 }];
  for (const buffer of options.flatMap((options) => [
    new ArrayBuffer(64, options),
    new SharedArrayBuffer(64, options),
  ])) {
    const around = new Uint8Array(buffer).fill(0xff);
    around.set(GOOD, 7);
    const view = new Uint8Array(buffer, 7, GOOD.length);
    assert.equal(isUtf8(view), true);
    assert.equal(validate(view), null);
    assert.deepEqual(Buffer.from(repair(view)), GOOD);
    assert.equal(validate(new Uint8Array(buffer, 7)).offset, GOOD.length);
    assert.equal(repair(view.subarray(0, 2)).buffer instanceof ArrayBuffer, true);
  }
});

test("subclasses, whatever they say of themselves", () => {
  class Odd extends Uint8Array {
    get length() {
      return 1e9;
    }
    get byteOffset() {
      return -1;
    }
    get buffer() {
      return null;
    }
    get [Symbol.toStringTag]() {
      return "Odd";
    }
    static get [Symbol.species]() {
      throw new Error("not asked");
    }
  }
  const odd = new Odd(GOOD);
  assert.equal(isUtf8(odd), true);
  const text = repair(odd);
  assert.deepEqual(Buffer.from(text), GOOD);
  assert.equal(Object.getPrototypeOf(text), Uint8Array.prototype, "a plain array");
  assert.equal(isUtf8(runInNewContext("new Uint8Array([0xc3, 0xa9])")), true, "of another realm");
});

test("the result is an array of its own", () => {
  for (const bytes of [Buffer.from("ok"), Uint8Array.of(0x61, 0xff)]) {
    const text = repair(bytes);
    bytes.fill(0x62);
    assert.equal(text[0] === 0x62, false);
    assert.equal(text.byteOffset, 0);
    assert.equal(text.byteLength, text.buffer.byteLength);
  }
});

test("anything else is a TypeError that names it", () => {
  for (const [bad, words] of [
    ["text", /expected a Uint8Array, got a string, which is UTF-16 .*TextEncoder/],
    [undefined, /got undefined/],
    [null, /got null/],
    [7, /got a number/],
    [7n, /got a bigint/],
    [Symbol("s"), /got a symbol/],
    [() => 0, /got a function/],
    [[0x61], /got an object \(Array\)$/],
    [{ length: 1, 0: 0x61 }, /got an object \(Object\)/],
    [new ArrayBuffer(1), /\(ArrayBuffer\); make a Uint8Array of its buffer/],
    [new SharedArrayBuffer(1), /\(SharedArrayBuffer\); make/],
    [new Uint16Array(1), /\(Uint16Array\); make/],
    [new Uint8ClampedArray(1), /\(Uint8ClampedArray\); make/],
    [new DataView(new ArrayBuffer(1)), /\(DataView\); make/],
    [Object.create(Uint8Array.prototype), /got an object/],
    [new Proxy(new Uint8Array(1), {}), /got an object/],
  ]) {
    for (const way of WAYS) assert.throws(() => way(bad), { name: "TypeError", message: words });
  }
  const failed = new Validator();
  failed.feed(Uint8Array.of(0xff));
  assert.throws(() => failed.feed("text"), TypeError, "also after an error");
});

test("bytes that are gone are a TypeError, not empty text", () => {
  const bytes = new Uint8Array(4);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  for (const way of WAYS)
    assert.throws(() => way(bytes), { name: "TypeError", message: /transferred or shrunk/ });
});

test("a view that a buffer was shrunk under is a TypeError", (t) => {
  const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
  if (!buffer.resizable) return t.skip("this Node has no resizable buffers");
  const view = new Uint8Array(buffer, 4, 4);
  const tracking = new Uint8Array(buffer, 2);
  buffer.resize(6);
  for (const way of WAYS)
    assert.throws(() => way(view), { name: "TypeError", message: /transferred or shrunk/ });
  assert.equal(isUtf8(tracking), true, "a view without a length of its own goes with the buffer");
  buffer.resize(16);
  tracking[13] = 0xff;
  assert.equal(validate(tracking).offset, 13);
});

test("bytes that are gone between two steps of an iterator", () => {
  const bytes = new Uint8Array(200_000).fill(0xff);
  const list = errors(bytes);
  assert.equal(list.next().value.offset, 0);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  assert.throws(() => [...list], TypeError);
});

test("errors are values that cannot be changed", () => {
  const error = validate(Uint8Array.of(0xe9, 0x61));
  assert.ok(error instanceof Utf8Error);
  assert.throws(() => (error.offset = 3), TypeError);
  assert.equal(JSON.stringify(error), '{"offset":0,"length":1,"kind":"missing_continuation"}');
  assert.equal(`${error}`, error.message);
});

test("the kinds are those of the types", () => {
  const types = readFileSync(new URL("./node_modules/placemat/placemat.d.ts", import.meta.url), "utf8");
  const declared = [...types.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, kind]) => kind);
  const one = ["80", "c0", "eda080", "f5", "ff", "e961", "e9"].map((hex) => Buffer.from(hex, "hex"));
  assert.deepEqual(
    one.map((bytes) => validate(bytes).kind),
    declared,
  );
});

test("what is exported is what is declared", () => {
  const types = readFileSync(new URL("./node_modules/placemat/placemat.d.ts", import.meta.url), "utf8");
  const declared = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(placemat).sort(), declared.sort());
});

test("the program imports nothing, cannot grow, and traps above its capacity", async () => {
  const { default: base64 } = await import(new URL("./node_modules/placemat/wasm.js", import.meta.url));
  const module = await WebAssembly.compile(Buffer.from(base64, "base64"));
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const { exports } = await WebAssembly.instantiate(module);
  const { memory, capacity, validate, find, repair, describe } = exports;
  assert.throws(() => memory.grow(1), RangeError);
  assert.ok(memory.buffer.byteLength < 1 << 20, `${memory.buffer.byteLength} bytes`);
  const most = capacity();
  for (const call of [validate, find, repair]) {
    call(0);
    call(most);
    for (const length of [most + 1, 0x7fffffff, 0x80000000, -1, -most]) {
      assert.throws(() => call(length), WebAssembly.RuntimeError, `${length}`);
    }
  }
  for (const kind of [7, 0x80000000, -1]) assert.equal(describe(kind), 0);
});

test("three GiB, which the package need not have at once", (t) => {
  let bytes;
  try {
    bytes = new Uint8Array(3 * 2 ** 30);
  } catch (error) {
    return t.skip(`no memory for the input: ${error.message}`);
  }
  bytes[bytes.length - 2] = 0xff;
  const before = process.memoryUsage().rss;
  const { offset, kind } = validate(bytes);
  assert.deepEqual([offset, kind], [bytes.length - 2, "invalid_byte"]);
  assert.equal(new Validator().feed(bytes).offset, offset);
  assert.ok(process.memoryUsage().external < 3.5 * 2 ** 30);
  t.diagnostic(`resident: ${(process.memoryUsage().rss - before) >> 20} MiB more`);
});
