import { lengthOf } from "./bytes.js";
import { Pieces } from "./pieces.js";
import { TRUNCATED, VALID, find, found, kindOf, lengthIn, repair, text, validate } from "./program.js";

/** Bytes in chunks: the first error. */
export class Validator {
  #pieces = new Pieces();
  #error = null;

  get isComplete() {
    return this.#error === null && this.#pieces.isComplete;
  }

  feed(chunk) {
    lengthOf(chunk);
    if (this.#error === null) this.#pieces.feed(chunk, (length) => this.#validate(length));
    return this.#error;
  }

  finish() {
    const error = this.#error;
    const unfinished = this.#pieces.finish();
    this.#error = null;
    return error ?? unfinished;
  }

  #validate(length) {
    const packed = validate(length);
    if (packed === VALID) return 0;
    if (kindOf(packed) === TRUNCATED) return lengthIn(packed);
    this.#error = this.#pieces.error(packed);
    return -1;
  }
}

/** Bytes in chunks: all errors. */
export class ErrorFinder {
  #pieces = new Pieces();

  feed(chunk) {
    const errors = [];
    this.#pieces.feed(chunk, (length) => {
      const count = find(length);
      for (let at = 0; at < count; at += 1) {
        if (kindOf(found[at]) === TRUNCATED) return lengthIn(found[at]);
        errors.push(this.#pieces.error(found[at]));
      }
      return 0;
    });
    return errors;
  }

  finish() {
    const unfinished = this.#pieces.finish();
    return unfinished === null ? [] : [unfinished];
  }
}

/** Bytes in chunks: their text, with U+FFFD in place of errors. */
export class Repairer {
  #pieces = new Pieces();

  feed(chunk) {
    // The text is longer than the chunk only if there are errors of one or two bytes, or bytes before it.
    let out = new Uint8Array(lengthOf(chunk));
    let end = 0;
    this.#pieces.feed(chunk, (length) => {
      const made = repair(length);
      const piece = text.subarray(0, made >>> 2);
      if (end + piece.length > out.length) out = longer(out, end, end + piece.length);
      out.set(piece, end);
      end += piece.length;
      return made & 3;
    });
    return end === out.length ? out : out.slice(0, end);
  }

  finish() {
    return this.#pieces.finish() === null ? new Uint8Array(0) : Uint8Array.of(0xef, 0xbf, 0xbd);
  }
}

function longer(bytes, used, least) {
  const result = new Uint8Array(Math.max(least, Math.ceil(bytes.length * 1.25)));
  result.set(bytes.subarray(0, used));
  return result;
}
