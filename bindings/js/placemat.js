// The package `placemat`. What it exports is documented in placemat.d.ts.
import { lengthOf, part } from "./bytes.js";
import { VALID, capacity, input, validate as validateInput } from "./program.js";
import { ErrorFinder, Repairer, Validator } from "./streams.js";

export { Utf8Error } from "./pieces.js";
export { offsetAt, positionAt } from "./positions.js";
export { Utf8DecoderStream } from "./transform.js";
export { ErrorFinder, Repairer, Validator };

export function isUtf8(bytes) {
  const length = lengthOf(bytes);
  if (length > capacity) return validate(bytes) === null;
  input.set(part(bytes, 0, length));
  return validateInput(length) === VALID;
}

export function validate(bytes) {
  const validator = new Validator();
  validator.feed(bytes);
  return validator.finish();
}

export function errors(bytes) {
  return inPieces(bytes, lengthOf(bytes));
}

function* inPieces(bytes, end) {
  const finder = new ErrorFinder();
  for (let at = 0; at < end; at += capacity) {
    yield* finder.feed(part(bytes, at, Math.min(capacity, end - at)));
  }
  yield* finder.finish();
}

export function repair(bytes) {
  const repairer = new Repairer();
  const text = repairer.feed(bytes);
  const end = repairer.finish();
  if (end.length === 0) return text;
  const whole = new Uint8Array(text.length + end.length);
  whole.set(text);
  whole.set(end, text.length);
  return whole;
}
