// The stream of strings, against TextDecoderStream.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Utf8DecoderStream, Utf8Error } from "placemat";

/** All strings of a stream, joined, or its error. */
async function text(chunks, stream) {
  const source = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let text = "";
  try {
    for await (const piece of source.pipeThrough(stream)) {
      assert.notEqual(piece, "", "no piece is empty");
      text += piece;
    }
  } catch (error) {
    return error;
  }
  return text;
}

const TEXTS = [
  "",
  "plain",
  "\ufeff",
  "\ufeff\ufeffcaf\u00e9",
  "5 \u20ac \u{1f37d}",
  "\u{1f37d}\u{1f37d}\ufeff",
].map((text) => new TextEncoder().encode(text));
const INVALID = [[0xff], [0x61, 0xe2, 0x82], [0xef, 0xbb], [0xef, 0xbb, 0x41], [0xf0, 0x9f, 0x41, 0xc0, 0xaf]];
const ALL = [...TEXTS, ...INVALID.map((bytes) => Uint8Array.from(bytes))];

test("the strings and the failures of TextDecoderStream, wherever chunks end", async () => {
  for (const fatal of [false, true]) {
    for (const ignoreBOM of [false, true]) {
      for (const bytes of ALL) {
        for (let size = 1; size <= bytes.length + 1; size += 1) {
          const chunks = [];
          for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
          const options = { fatal, ignoreBOM };
          const [ours, theirs] = await Promise.all([
            text(chunks, new Utf8DecoderStream(options)),
            text(chunks, new TextDecoderStream("utf-8", options)),
          ]);
          assert.equal(ours.name ?? ours, theirs.name ?? theirs, `${bytes} by ${size}, ${JSON.stringify(options)}`);
        }
      }
    }
  }
});

test("the failure says where and what", async () => {
  const chunks = [Uint8Array.of(0x61, 0xe2), Uint8Array.of(0x82, 0x62)];
  const error = await text(chunks, new Utf8DecoderStream({ fatal: true }));
  assert.ok(error instanceof TypeError && error.cause instanceof Utf8Error);
  assert.deepEqual({ ...error.cause }, { offset: 1, length: 2, kind: "missing_continuation" });
  assert.equal(error.message, error.cause.message);
});

test("options are shown, and other chunks are refused", async () => {
  const stream = new Utf8DecoderStream({ fatal: 1 });
  assert.deepEqual([stream.encoding, stream.fatal, stream.ignoreBOM], ["utf-8", true, false]);
  assert.match((await text(["text"], stream)).message, /a string, which is UTF-16/);
});
