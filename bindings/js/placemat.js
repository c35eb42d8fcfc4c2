// The package `placemat`. What it exports is documented in placemat.d.ts.
import { lengthOf, part } from "./octets.js";
import { WELL_FORMED, capacity, input, validate as judge } from "./program.js";
import { ErrorFinder, Repairer, Validator } from "./streams.js";

export { Utf8Error } from "./pieces.js";
export { ErrorFinder, Repairer, Validator };

export function isUtf8(octets) {
  const length = lengthOf(octets);
  if (length > capacity) return validate(octets) === null;
  input.set(part(octets, 0, length));
  return judge(length) === WELL_FORMED;
}

export function validate(octets) {
  const validator = new Validator();
  validator.feed(octets);
  return validator.finish();
}

export function errors(octets) {
  return inPieces(octets, lengthOf(octets));
}

function* inPieces(octets, end) {
  const finder = new ErrorFinder();
  for (let at = 0; at < end; at += capacity) {
    yield* finder.feed(part(octets, at, Math.min(capacity, end - at)));
  }
  yield* finder.finish();
}

export function repair(octets) {
  const repairer = new Repairer();
  const text = repairer.feed(octets);
  const end = repairer.finish();
  if (end.length === 0) return text;
  const whole = new Uint8Array(text.length + end.length);
  whole.set(text);
  whole.set(end, text.length);
  return whole;
}
