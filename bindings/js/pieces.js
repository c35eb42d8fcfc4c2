import { lengthOf, part } from "./bytes.js";
import { TRUNCATED, capacity, input, kindOf, lengthIn, offsetIn } from "./program.js";

const NONE = new Uint8Array(0);

/** An invalid sequence, as a value. */
export class Utf8Error {
  #description;

  constructor(offset, length, { name, description }) {
    this.offset = offset;
    this.length = length;
    this.kind = name;
    this.#description = description;
    Object.freeze(this);
  }

  get message() {
    return `byte ${this.offset}: ${this.#description}`;
  }

  toString() {
    return this.message;
  }
}

/**
 * Bytes that come in chunks, passed to the program in pieces that it can take.
 *
 * What is kept between pieces is where the next one begins, and the unfinished sequence before it, of up to
 * three bytes.
 */
export class Pieces {
  #unfinished = NONE;
  #offset = 0;

  get isComplete() {
    return this.#unfinished.length === 0;
  }

  /**
   * Passes a chunk to the program.
   * @param {Uint8Array} chunk
   * @param {(length: number) => number} step is called with the length of each piece, once the piece is in
   *   the program's memory. It returns how many bytes at the end of the piece are unfinished, or a
   *   negative number to read no further.
   */
  feed(chunk, step) {
    const end = lengthOf(chunk);
    for (let at = 0; at < end;) {
      const before = this.#unfinished.length;
      const taken = Math.min(capacity - before, end - at);
      input.set(this.#unfinished);
      input.set(part(chunk, at, taken), before);
      const length = before + taken;
      const left = step(length);
      if (left < 0) return;
      this.#unfinished = left === 0 ? NONE : input.slice(length - left, length);
      this.#offset += length - left;
      at += taken;
    }
  }

  /** An error of the piece that is in the program's memory, from what the program says of it. */
  error(packed) {
    return new Utf8Error(this.#offset + offsetIn(packed), lengthIn(packed), kindOf(packed));
  }

  /** Ends the input, and starts another. Returns the error of an unfinished sequence, or null. */
  finish() {
    const { length } = this.#unfinished;
    const error = length === 0 ? null : new Utf8Error(this.#offset, length, TRUNCATED);
    this.#unfinished = NONE;
    this.#offset = 0;
    return error;
  }
}
