// Verdicts, places and texts: against the project's vectors, and against TextDecoder.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import {
  ErrorFinder,
  Repairer,
  Validator,
  errors,
  isUtf8,
  offsetAt,
  positionAt,
  repair,
  validate,
} from "placemat";

const VECTORS = process.env.PLACEMAT_VECTORS;
/** What the package copies at a time. */
const PIECE = 65536;

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const piece = ({ hex, fill, times = 1 }) => Buffer.from((hex ?? fill).repeat(times), "hex");
const bytesOf = (recipe) => Buffer.concat(recipe.map(piece));
const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder("utf-8", { ignoreBOM: true });

function accepts(bytes) {
  try {
    fatal.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function chunks(bytes, lengths) {
  let at = 0;
  return lengths.map((length) => bytes.subarray(at, (at += length)));
}

const run = (consumer, chunks) => [...chunks.map((chunk) => consumer.feed(chunk)), consumer.finish()];

/** All that the package says of bytes is the same, whole or in chunks, and TextDecoder says it too. */
function check(bytes, lengths = []) {
  const [verdict, error, all, text] = [isUtf8(bytes), validate(bytes), [...errors(bytes)], repair(bytes)];
  assert.equal(verdict, accepts(bytes), hex(bytes));
  assert.equal(hex(text), Buffer.from(lossy.decode(bytes)).toString("hex"), hex(bytes));
  assert.equal(verdict, error === null);
  assert.deepEqual(all[0] ?? null, error);
  let end = 0;
  for (const { offset, length } of all) {
    assert.ok(isUtf8(bytes.subarray(end, offset)), "text between errors");
    end = offset + length;
  }
  assert.ok(isUtf8(bytes.subarray(end)), "text after the errors");

  const cut = chunks(bytes, [...lengths, bytes.length - lengths.reduce((sum, length) => sum + length, 0)]);
  assert.deepEqual(run(new Validator(), cut).at(-1), error);
  assert.deepEqual(run(new ErrorFinder(), cut).flat(), all);
  assert.equal(hex(Buffer.concat(run(new Repairer(), cut))), hex(text));
}

test("the project's vectors", () => {
  let cases = 0;
  for (const file of readdirSync(VECTORS).filter((name) => name.endsWith(".jsonl"))) {
    for (const line of readFileSync(join(VECTORS, file), "utf8").split("\n").filter(Boolean)) {
      const { id, input, expected } = JSON.parse(line);
      if (expected.rfc3629 === undefined) continue;
      cases += 1;
      const bytes = bytesOf(input);
      const error = validate(bytes);
      assert.equal(isUtf8(bytes), expected.rfc3629 === "ok", id);
      if (expected.position !== undefined)
        assert.equal(error?.offset ?? bytes.length, expected.position, id);
      const replaced = expected["maximal-subpart"];
      if (replaced !== undefined) {
        const { error_len, text, replacements } = replaced;
        const length = error === null ? null : error.kind === "truncated" ? "end" : error.length;
        assert.equal(length, error_len, id);
        assert.equal(hex(repair(bytes)), hex(bytesOf(text)), id);
        assert.equal([...errors(bytes)].length, replacements, id);
      }
      for (const { chunks: lengths, outputs } of expected.stream ?? []) {
        const made = run(new Repairer(), chunks(bytes, lengths));
        assert.deepEqual(
          made.map(hex),
          outputs.map((recipe) => hex(bytesOf(recipe))),
          id,
        );
        assert.deepEqual(run(new Validator(), chunks(bytes, lengths)).at(-1), error, id);
      }
    }
  }
  assert.ok(cases > 10000, `${cases} cases`);
});

/** Bytes that are likely to be nearly right: pieces of characters, and those that are hostile. */
const MORSELS =
  "61 c3a9 e282ac f09f8dbd 80 c3 e2 e282 f0 f09f f09f8d c0af e08080 eda080 f48fbfbf f490 f5 ff bf"
    .split(" ")
    .map((text) => Buffer.from(text, "hex"));

/** Numbers from 0 up to the limit; xorshift, so that a failure can be repeated. */
function random(seed) {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

test("random hostile input, cut at random", () => {
  const next = random(20210712);
  for (let round = 0; round < 4000; round += 1) {
    const hostile = round % 2 === 0 ? MORSELS.length : 4;
    const morsels = Array.from({ length: next(60) }, () => MORSELS[next(hostile)]);
    const bytes = Buffer.concat(morsels);
    const first = next(bytes.length + 1);
    check(bytes, [first, next(bytes.length - first + 1)]);
  }
});

test("every morsel at every border of a piece, and the same in chunks of odd lengths", () => {
  for (const morsel of MORSELS) {
    for (let back = 0; back <= morsel.length + 1; back += 1) {
      const bytes = new Uint8Array(2 * PIECE + 100).fill(0x61);
      bytes.set(morsel, PIECE - back);
      bytes.set(morsel, 2 * PIECE - back);
      check(bytes, [PIECE - 1, 3]);
      check(bytes.subarray(0, PIECE - back + morsel.length));
    }
  }
});

test("every cut of a text of all lengths of sequences", () => {
  const bytes = Buffer.from("a\u00e9\u20ac\u{1f37d}".repeat(3) + "\u00e9");
  for (let end = 0; end <= bytes.length; end += 1) {
    for (let cut = 0; cut <= end; cut += 1) check(bytes.subarray(0, end), [cut]);
  }
});

/** Every offset near the end, against the string that TextDecoder makes of the bytes before it. */
function checkPositions(bytes, from) {
  const shown = hex(bytes.subarray(from));
  const whole = lossy.decode(bytes);
  for (let offset = from; offset <= bytes.length; offset += 1) {
    const [before, after] = [bytes.subarray(0, offset), bytes.subarray(offset)].map((half) => lossy.decode(half));
    const position = positionAt(bytes, offset);
    // A cut inside a character or an error makes more U+FFFD.
    if (before + after !== whole) {
      assert.equal(position, null, `${shown} ${offset}`);
      continue;
    }
    const start = before.lastIndexOf("\n") + 1;
    const [line, column] = [before.split("\n").length - 1, before.length - start];
    assert.deepEqual(position, { line, column, index: before.length }, `${shown} ${offset}`);
    assert.equal(offsetAt(bytes, before.length), offset, `${shown} ${offset}`);
    assert.equal(offsetAt(bytes, { line, column }), offset, `${shown} ${offset}`);
  }
  assert.equal(positionAt(bytes, bytes.length + 1), null);
  assert.equal(offsetAt(bytes, whole.length + 1), null);
  assert.equal(offsetAt(bytes, { line: whole.split("\n").length, column: 0 }), null);
}

test("positions are those of strings", () => {
  const next = random(5);
  const morsels = [...MORSELS, Buffer.from("\n"), Buffer.from("\n")];
  for (let round = 0; round < 500; round += 1) {
    const hostile = Array.from({ length: next(30) }, () => morsels[next(morsels.length)]);
    checkPositions(Buffer.concat(hostile), 0);
    const long = Buffer.concat([Buffer.alloc(PIECE - next(20), round % 2 ? "a" : "a\n"), ...hostile]);
    if (round < 50) checkPositions(long, PIECE - 25);
  }
  assert.equal(offsetAt(Buffer.from("\u{1f37d}"), 1), null);
  assert.equal(offsetAt(Buffer.from("a\nb"), { line: 0, column: 2 }), null);
  for (const wrong of [-1, 0.5, NaN]) assert.throws(() => positionAt(Buffer.from("a"), wrong), RangeError);
});

test("text that grows: every byte is an error, in more than one piece", () => {
  const bytes = new Uint8Array(3 * PIECE + 5).fill(0xff);
  const text = repair(bytes);
  assert.equal(text.length, 3 * bytes.length);
  assert.ok(isUtf8(text));
  let count = 0;
  for (const { offset, length, kind } of errors(bytes)) {
    assert.deepEqual([offset, length, kind], [count, 1, "invalid_byte"]);
    count += 1;
  }
  assert.equal(count, bytes.length);
});

test("an error is told as soon as no byte can change it, and until the end", () => {
  const validator = new Validator();
  assert.equal(validator.feed(Buffer.from("5 \u20ac").subarray(0, 4)), null);
  assert.equal(validator.isComplete, false);
  const error = validator.feed(Buffer.from("!"));
  assert.deepEqual({ ...error }, { offset: 2, length: 2, kind: "missing_continuation" });
  assert.equal(error.message, "byte 2: missing continuation byte");
  assert.equal(validator.feed(Uint8Array.of(0xff)), error);
  assert.equal(validator.finish(), error);
  assert.ok(validator.isComplete, "another input begins");
  assert.equal(validator.feed(Buffer.from("\u20ac")), null);
  assert.equal(validator.finish(), null);
});

test("consumers and iterators that take turns do not disturb each other", () => {
  const [one, other] = [new Repairer(), new Repairer()];
  const lists = [errors(Uint8Array.of(0xff, 0xfe)), errors(new Uint8Array(2 * PIECE).fill(0xc0))];
  const euro = Buffer.from("\u20ac");
  assert.equal(one.feed(euro.subarray(0, 2)).length, 0);
  assert.equal(other.feed(euro.subarray(0, 1)).length, 0);
  assert.deepEqual(
    lists.map((list) => list.next().value.offset),
    [0, 0],
  );
  assert.equal(hex(one.feed(euro.subarray(2))), "e282ac");
  assert.equal(hex(other.feed(Buffer.from("!"))), "efbfbd21");
  assert.deepEqual(
    lists.map((list) => list.next().value.kind),
    ["invalid_byte", "overlong"],
  );
  assert.equal([...lists[1]].length, 2 * PIECE - 2);
});
