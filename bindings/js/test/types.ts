// What must compile, and what must not.
import {
  ErrorFinder,
  type ErrorKind,
  Repairer,
  Utf8DecoderStream,
  Utf8Error,
  Validator,
  errors,
  isUtf8,
  offsetAt,
  type Position,
  positionAt,
  repair,
  validate,
} from "placemat";

const bytes = Uint8Array.of(0x61);
const verdict: boolean = isUtf8(bytes);
const error: Utf8Error | null = validate(bytes.subarray(1));
const kinds: ErrorKind[] = [...errors(bytes)].map((error) => error.kind);
const text: Uint8Array<ArrayBuffer> = repair(new Uint8Array(new SharedArrayBuffer(1)));
const blob = new Blob([text, new Repairer().feed(bytes)]);
const first: Utf8Error | null = new Validator().feed(bytes);
const all: Utf8Error[] = new ErrorFinder().finish();
const place: [number, number, string] | undefined = error
  ? [error.offset, error.length, error.message]
  : undefined;
const strings: ReadableStream<string> = new Response(bytes).body!.pipeThrough(
  new Utf8DecoderStream({ fatal: true }),
);
const position: Position | null = positionAt(bytes, 0);
const offset: number | null = position && offsetAt(bytes, position);
export { offset };
export { all, blob, first, kinds, place, strings, verdict };

// @ts-expect-error: a string is not bytes
isUtf8("text");
// @ts-expect-error: neither is a buffer
validate(new ArrayBuffer(1));
// @ts-expect-error: errors are made by the package
new Utf8Error(0, 1, "overlong");
// @ts-expect-error: errors cannot be changed
if (error) error.offset = 1;
// @ts-expect-error: no such kind
export const unknown: ErrorKind = "truncate";
