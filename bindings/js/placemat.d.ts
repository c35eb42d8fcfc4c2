/**
 * UTF-8 (RFC 3629): is it valid, where not, and the repaired text.
 *
 * Bytes are a `Uint8Array`, or a subclass such as Node's `Buffer`: any part of any `ArrayBuffer` or
 * `SharedArrayBuffer`. Anything else is a `TypeError`, and so is an array whose buffer was transferred or
 * shrunk. Inputs are copied piece by piece into WebAssembly memory of 640 KiB, which never grows. Each
 * function takes time linear in the number of bytes.
 */

/** What is wrong with an invalid sequence. */
export type ErrorKind =
  /** A continuation byte, 80..BF, where a sequence must begin. */
  | "unexpected_continuation"
  /** A longer encoding than the character needs. */
  | "overlong"
  /** An encoded surrogate, U+D800..U+DFFF. */
  | "surrogate"
  /** Above U+10FFFF. */
  | "out_of_range"
  /** FE or FF, which never occur in UTF-8. */
  | "invalid_byte"
  /** A sequence before a byte that does not continue it. */
  | "missing_continuation"
  /** The input ends inside a sequence that more bytes could complete. */
  | "truncated";

/** An invalid sequence. It is returned, not thrown, and cannot be changed. */
export class Utf8Error {
  private constructor();
  /** How many bytes of the input come before it. */
  readonly offset: number;
  /** How many bytes it has, 1 to 3: those that one U+FFFD replaces. */
  readonly length: number;
  readonly kind: ErrorKind;
  /** Offset and kind in plain words. */
  get message(): string;
  /** The message. */
  toString(): string;
}

/**
 * Whether bytes are valid UTF-8. An empty input is valid.
 * @throws {TypeError} if they are not a Uint8Array
 * @example
 * isUtf8(new TextEncoder().encode("café")); // true
 */
export function isUtf8(bytes: Uint8Array): boolean;

/**
 * The first error, or `null` if the bytes are valid UTF-8.
 * @throws {TypeError} if they are not a Uint8Array
 * @example
 * validate(Uint8Array.of(0x2f, 0xc0, 0xaf))?.kind; // "overlong"
 */
export function validate(bytes: Uint8Array): Utf8Error | null;

/**
 * Every error, in order. The bytes are read 64 KiB at a time, as you ask for errors: do not change them
 * before you have the last one.
 * @throws {TypeError} if they are not a Uint8Array
 * @example
 * Array.from(errors(Uint8Array.of(0xff, 0x61, 0xfe)), ({ offset }) => offset); // [0, 2]
 */
export function errors(bytes: Uint8Array): IterableIterator<Utf8Error>;

/**
 * A copy of the bytes with U+FFFD (EF BF BD) in place of each error. It is a copy even if there is no
 * error. It has the text that `new TextDecoder("utf-8", { ignoreBOM: true })` returns, in UTF-8.
 * @throws {TypeError} if they are not a Uint8Array
 * @throws {RangeError} if there is no memory for the result, which has at most three times as many bytes
 */
export function repair(bytes: Uint8Array): Uint8Array<ArrayBuffer>;

/**
 * A position in the string that `TextDecoder` makes of bytes, with U+FFFD in place of each error. All count from 0, and
 * in units of UTF-16, as strings do. Lines end with a line feed.
 */
export interface Position {
  line: number;
  /** Units from the start of the line. */
  column: number;
  /** Units from the start of the text. */
  index: number;
}

/**
 * The position of the byte at an offset, or `null` if none of the characters and errors begins there.
 * @throws {TypeError} if the bytes are not a Uint8Array
 * @throws {RangeError} if the offset is negative or no integer
 * @example
 * positionAt(new TextEncoder().encode("a\n🍽b"), 6); // { line: 1, column: 2, index: 4 }
 */
export function positionAt(bytes: Uint8Array, offset: number): Position | null;

/**
 * The offset in the bytes of an index, or of a line and a column, or `null` if there is none. The last column of a line
 * is that of its line feed.
 * @throws {TypeError} if the bytes are not a Uint8Array
 * @throws {RangeError} if a number is negative or no integer
 * @example
 * offsetAt(new TextEncoder().encode("a\n🍽b"), { line: 1, column: 2 }); // 6
 */
export function offsetAt(bytes: Uint8Array, position: number | { line: number; column: number }): number | null;

/** Finds the first error of bytes that come in chunks, cut anywhere. */
export class Validator {
  constructor();
  /**
   * Reads the next chunk.
   * @returns the first error of the input, as soon as no further byte can change it, or `null`. After an
   *   error, nothing more is read.
   */
  feed(chunk: Uint8Array): Utf8Error | null;
  /** Ends the input, and starts another. Returns the first error of the one that ended, or `null`. */
  finish(): Utf8Error | null;
  /** Whether the input is valid if it ends here. */
  get isComplete(): boolean;
}

/** Finds every error of bytes that come in chunks, cut anywhere. */
export class ErrorFinder {
  constructor();
  /** Reads the next chunk. Returns the errors that no further byte can change, in order. */
  feed(chunk: Uint8Array): Utf8Error[];
  /** Ends the input, and starts another. Returns the last error, if the input ended inside a sequence. */
  finish(): Utf8Error[];
}

/** Replaces every error of bytes that come in chunks, cut anywhere. */
export class Repairer {
  constructor();
  /** Reads the next chunk. Returns the text that no further byte can change, up to a whole character. */
  feed(chunk: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Ends the input, and starts another. Returns U+FFFD if a sequence was unfinished, or no bytes. */
  finish(): Uint8Array<ArrayBuffer>;
}

/**
 * A `TransformStream` from chunks of bytes, cut anywhere, to strings, like `TextDecoderStream`. Chunks must be
 * Uint8Arrays; anything else fails the stream with a TypeError.
 *
 * With `fatal`, the first error fails the stream with a TypeError whose `cause` is the {@link Utf8Error}; otherwise
 * each error becomes U+FFFD. Without `ignoreBOM`, U+FEFF at the start is left out.
 */
export class Utf8DecoderStream extends TransformStream<Uint8Array, string> {
  constructor(options?: { fatal?: boolean; ignoreBOM?: boolean });
  get encoding(): "utf-8";
  get fatal(): boolean;
  get ignoreBOM(): boolean;
}
