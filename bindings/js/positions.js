// Positions in bytes. Columns and indices count as strings do: in units of UTF-16, with U+FFFD for each error.
import { lengthOf, part } from "./bytes.js";
import { byte, capacity, input, isBoundary, lineStart, lines, utf16 } from "./program.js";

export function positionAt(bytes, offset) {
  const length = checked(bytes, offset, "offset");
  // Three bytes on either side decide.
  const start = Math.max(0, offset - 3);
  const around = part(bytes, Math.min(start, length), Math.max(0, Math.min(length, offset + 3) - start));
  input.set(around);
  if (offset > length || !isBoundary(around.length, offset - start)) return null;
  const position = { line: 0, column: 0, index: 0 };
  for (const [, size] of pieces(bytes, 0, offset)) {
    const units = utf16(size);
    const found = lines(size);
    position.index += units;
    position.line += found;
    if (found > 0) {
      const start = lineStart(size, found);
      input.copyWithin(0, start, size);
      position.column = utf16(size - start);
    } else position.column += units;
  }
  return position;
}

export function offsetAt(bytes, position) {
  if (typeof position === "number") {
    const length = checked(bytes, position, "index");
    return find(bytes, 0, length, position);
  }
  let { line } = position;
  const length = checked(bytes, line, "line");
  checked(bytes, position.column, "column");
  let [start, end] = [line === 0 ? 0 : -1, length];
  for (const [at, size] of pieces(bytes, 0, length)) {
    const found = lines(size);
    if (start < 0 && line <= found) start = at + lineStart(size, line);
    if (line < found) {
      end = at + lineStart(size, line + 1) - 1;
      break;
    }
    line -= found;
  }
  return start < 0 ? null : find(bytes, start, end, position.column);
}

/** The offset of a unit of UTF-16 after `start`, or `null`. */
function find(bytes, start, end, unit) {
  let left = unit;
  for (const [at, size] of pieces(bytes, start, end)) {
    const units = utf16(size);
    if (left <= units) {
      const found = byte(size, left);
      return found === -1 ? null : at + found;
    }
    left -= units;
  }
  return left === 0 ? end : null;
}

/** Copies pieces of the bytes, cut between characters, to the program's input. */
function* pieces(bytes, start, end) {
  for (let at = start; at < end;) {
    let size = Math.min(capacity, end - at);
    if (at + size < end) {
      // Of four continuation bytes, the last one is no part of a character.
      const last = part(bytes, at + size - 3, 4);
      size -= Math.max(0, [3, 2, 1, 0].findIndex((nth) => (last[nth] & 0xc0) !== 0x80));
    }
    input.set(part(bytes, at, size));
    yield [at, size];
    at += size;
  }
}

function checked(bytes, number, name) {
  const length = lengthOf(bytes);
  if (!Number.isSafeInteger(number) || number < 0) {
    throw new RangeError(`expected a ${name} of 0 or more, got ${number}`);
  }
  return length;
}
