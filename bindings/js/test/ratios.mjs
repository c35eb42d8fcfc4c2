// How fast `isUtf8` is beside TextDecoder's fatal mode, which also makes a string, and beside the function of
// the same name that is native in Node; and how fast `Utf8DecoderStream` is beside TextDecoderStream. Prints tables.
import { isUtf8 as native } from "node:buffer";

import { Utf8DecoderStream, isUtf8 } from "placemat";

// Article 1 of the Universal Declaration of Human Rights.
const TEXTS = {
  English:
    "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience " +
    "and should act towards one another in a spirit of brotherhood. ",
  Russian:
    "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и " +
    "должны поступать в отношении друг друга в духе братства. ",
  Chinese: "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。",
};
const SIZES = { "20 B": 20, "1 KiB": 1024, "1 MiB": 1024 * 1024 };
const ROUNDS = 41;
/** How long one measurement takes. */
const NANOSECONDS = 2e6;

const decoder = new TextDecoder("utf-8", { fatal: true });
const contenders = [
  (bytes) => isUtf8(bytes),
  (bytes) => decoder.decode(bytes).length >= 0,
  (bytes) => native(bytes),
];

/** Text of about so many bytes, cut where a character ends. */
function bytes(text, size) {
  const whole = new TextEncoder().encode(text.repeat(Math.ceil(size / text.length)));
  let end = size;
  while ((whole[end] & 0xc0) === 0x80) end -= 1;
  return whole.slice(0, end);
}

function nanoseconds(contender, bytes, calls) {
  const begin = process.hrtime.bigint();
  let good = 0;
  for (let i = 0; i < calls; i += 1) good += contender(bytes);
  const time = Number(process.hrtime.bigint() - begin);
  if (good !== calls) throw new Error("valid text was refused");
  return time / calls;
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** The median of our time, in nanoseconds a call, and the medians of the ratios of each round. */
function measure(bytes) {
  const calls = contenders.map((contender) => {
    const once = nanoseconds(contender, bytes, Math.max(10, Math.ceil(2e5 / bytes.length)));
    return Math.max(1, Math.ceil(NANOSECONDS / once));
  });
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const times = [];
    for (let i = 0; i < contenders.length; i += 1) {
      const next = (round + i) % contenders.length;
      times[next] = nanoseconds(contenders[next], bytes, calls[next]);
    }
    return times;
  });
  return [
    median(rounds.map(([ours]) => ours)),
    median(rounds.map(([ours, decoder]) => decoder / ours)),
    median(rounds.map(([ours, , native]) => native / ours)),
  ];
}

console.log(
  `Node ${process.version}: a call in nanoseconds; how many times as fast as TextDecoder, as buffer.isUtf8`,
);
for (const [language, text] of Object.entries(TEXTS)) {
  for (const [name, size] of Object.entries(SIZES)) {
    const [time, decoder, native] = measure(bytes(text, size));
    const column = (number, digits) => number.toFixed(digits).padStart(8);
    console.log(
      `${language}  ${name.padEnd(5)}  ${column(time, 0)}  ${column(decoder, 2)}  ${column(native, 2)}`,
    );
  }
}

/** The size of a chunk of a stream, and of the whole. */
const CHUNK = 64 * 1024;
const WHOLE = 8 * 1024 * 1024;

/** Nanoseconds to decode the bytes. */
async function streamed(bytes, stream) {
  let at = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (at === bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, (at += CHUNK)));
    },
  });
  const begin = process.hrtime.bigint();
  let length = 0;
  for await (const text of source.pipeThrough(stream)) length += text.length;
  if (length === 0) throw new Error("there was no text");
  return Number(process.hrtime.bigint() - begin);
}

console.log("a stream in chunks of 64 KiB: MB a second; how many times as fast as TextDecoderStream, fatal or not");
for (const [language, text] of Object.entries(TEXTS)) {
  const whole = new Uint8Array(WHOLE).fill(0x20);
  whole.set(bytes(text, WHOLE));
  const columns = [];
  for (const fatal of [false, true]) {
    const rounds = [];
    for (let round = 0; round < 9; round += 1) {
      const ours = await streamed(whole, new Utf8DecoderStream({ fatal }));
      const theirs = await streamed(whole, new TextDecoderStream("utf-8", { fatal }));
      rounds.push([ours, theirs / ours]);
    }
    columns.push((1e3 * WHOLE) / median(rounds.map(([ours]) => ours)), median(rounds.map(([, ratio]) => ratio)));
  }
  console.log(language, columns.map((number) => number.toFixed(2).padStart(9)).join(""));
}
