// The package from CommonJS.
const assert = require("node:assert/strict");
const { test } = require("node:test");

const placemat = require("placemat");

test("require has what import has, with the same results", async () => {
  const imported = await import("placemat");
  assert.deepEqual(Object.keys(placemat).sort(), Object.keys(imported).sort());
  const bytes = Uint8Array.of(0x2f, 0xc0, 0xaf, 0xe2, 0x82);
  assert.equal(placemat.isUtf8(bytes), false);
  assert.deepEqual({ ...placemat.validate(bytes) }, { ...imported.validate(bytes) });
  assert.equal(placemat.validate(bytes).message, "byte 1: overlong encoding");
  assert.equal([...placemat.errors(bytes)].length, 3);
  assert.deepEqual(placemat.repair(bytes), imported.repair(bytes));
  assert.throws(() => placemat.isUtf8("text"), TypeError);
});

test("the stream, too", async () => {
  const source = new Response(Uint8Array.of(0x61, 0xff)).body;
  let text = "";
  for await (const piece of source.pipeThrough(new placemat.Utf8DecoderStream())) text += piece;
  assert.equal(text, "a\ufffd");
});
