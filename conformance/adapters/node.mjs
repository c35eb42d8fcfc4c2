// Node.js. One argument: TextDecoder (the default), Buffer or StringDecoder.

import { isUtf8 } from "node:buffer";
import { StringDecoder } from "node:string_decoder";

const kind = process.argv[2] ?? "TextDecoder";
const hex = (text) => Buffer.from(text).toString("hex");
const field = (text) => hex(text) || ".";

function* chunks(payload) {
  for (let at = 0; at < payload.length; ) {
    const length = payload.readUInt32LE(at);
    yield payload.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
}

function pieces(payload, decode, end) {
  const outputs = [...chunks(payload)].map(decode);
  return `- - - ${[...outputs, end()].map(hex).join("|") || "."}`;
}

function encode(payload, toBytes) {
  let output = "";
  for (let at = 0; at < payload.length; at += 4) {
    try {
      output += Buffer.from(toBytes(String.fromCodePoint(payload.readUInt32LE(at)))).toString("hex");
    } catch {
      return `bad ${at / 4} - ${output || "."}`;
    }
  }
  return `ok ${payload.length / 4} - ${output || "."}`;
}

const validate = (bytes, isRight) => (isRight(bytes) ? `ok ${bytes.length} - -` : "bad - - -");

function streamed(payload, ignoreBOM) {
  const decoder = new TextDecoder("utf-8", { ignoreBOM });
  return pieces(payload, (chunk) => decoder.decode(chunk, { stream: true }), () => decoder.decode());
}

function isRight(bytes) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

// Decodes UTF-16; returns whether it is valid, and the text.
function fromUtf16(bytes, label) {
  try {
    const text = new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
    return `ok ${bytes.length / 2} - ${field(text)}`;
  } catch {
    return "bad - - -";
  }
}

const replaced = (bytes, label) => `- - - ${field(new TextDecoder(label, { ignoreBOM: true }).decode(bytes))}`;

const kinds = {
  TextDecoder: {
    1: ["validate", (bytes) => validate(bytes, isRight)],
    2: ["lossy", (bytes) => `- - - ${field(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes))}`],
    3: ["stream", (payload) => streamed(payload, true)],
    4: ["encode", (payload) => encode(payload, (text) => new TextEncoder().encode(text))],
    6: ["bom-keep", (payload) => streamed(payload, true)],
    7: ["bom-ignore", (payload) => streamed(payload, false)],
    10: ["from-utf16", (bytes) => fromUtf16(bytes, "utf-16be")],
    20: ["from-utf16le", (bytes) => fromUtf16(bytes, "utf-16le")],
    28: ["from-utf16-lossy", (bytes) => replaced(bytes, "utf-16be")],
    30: ["from-utf16le-lossy", (bytes) => replaced(bytes, "utf-16le")],
  },
  Buffer: {
    1: ["validate", (bytes) => validate(bytes, isUtf8)],
    2: ["lossy", (bytes) => `- - - ${field(bytes.toString("utf8"))}`],
    4: ["encode", (payload) => encode(payload, (text) => Buffer.from(text, "utf8"))],
    26: ["from-latin1", (bytes) => `ok ${bytes.length} - ${field(bytes.toString("latin1"))}`],
    29: ["to-utf16le-lossy", (bytes) => `- - - ${Buffer.from(bytes.toString("utf8"), "utf16le").toString("hex") || "."}`],
    30: ["from-utf16le-lossy", (bytes) => `- - - ${field(bytes.toString("utf16le"))}`],
  },
  StringDecoder: {
    3: ["stream", (payload) => {
      const decoder = new StringDecoder("utf8");
      return pieces(payload, (chunk) => decoder.write(chunk), () => decoder.end());
    }],
  },
};

const ops = kinds[kind];
const hello = { protocol: 1, name: `Node.js, ${kind}`, version: process.versions.node };
process.stdout.write(JSON.stringify({ ...hello, ops: Object.values(ops).map(([name]) => name) }) + "\n");
let input = Buffer.alloc(0);
for await (const bytes of process.stdin) {
  input = Buffer.concat([input, bytes]);
  let answers = "";
  while (input.length >= 9 && input.length >= 9 + input.readUInt32LE(5)) {
    const end = 9 + input.readUInt32LE(5);
    answers += `${input.readUInt32LE(1)} ${ops[input[0]]?.[1](input.subarray(9, end)) ?? "unsupported"}\n`;
    input = input.subarray(end);
  }
  process.stdout.write(answers);
}
