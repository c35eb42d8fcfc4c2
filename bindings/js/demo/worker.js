// Reads a file in a worker, so that the page stays responsive. It posts `{ ready }`, receives
// `{ task, file }`, posts `{ read }`, how many bytes it has read so far, any number of times, and then
// `{ report }`, `{ copy }` or `{ failure }`.
import { ErrorFinder, Repairer } from "./placemat/placemat.js";

/** How many bytes are read at a time. */
const PIECE = 1 << 20;
/** How many errors are kept for the page's list. Further ones are only counted. */
const MOST = 1_000_000;
/** The number of equal parts of the file in the page's strip. */
const PARTS = 200;

const TASKS = { check, repair };

onmessage = async ({ data: { task, file } }) => {
  try {
    const result = await TASKS[task](file);
    postMessage(result);
  } catch (error) {
    postMessage({ failure: error.message });
  }
};
// A message that had come earlier, while the import was awaited, would have been lost.
postMessage({ ready: true });

async function* pieces(file) {
  for (let at = 0; at < file.size; at += PIECE) {
    yield new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    postMessage({ read: Math.min(at + PIECE, file.size) });
  }
}

async function check(file) {
  const parts = new Array(PARTS).fill(0);
  const report = { count: 0, kinds: new Map(), parts, offsets: [], lengths: [], names: [] };
  const note = (error) => {
    const { offset, length, kind } = error;
    report.count += 1;
    const known = report.kinds.get(kind);
    if (known) known.count += 1;
    else report.kinds.set(kind, { count: 1, description: error.message.replace(/^byte \d+: /, "") });
    parts[Math.floor((offset / file.size) * PARTS)] += 1;
    if (report.count > MOST) return;
    report.offsets.push(offset);
    report.lengths.push(length);
    report.names.push(kind);
  };
  const finder = new ErrorFinder();
  for await (const piece of pieces(file)) finder.feed(piece).forEach(note);
  finder.finish().forEach(note);
  return { report };
}

async function repair(file) {
  const repairer = new Repairer();
  const parts = [];
  // A browser may keep blobs on disk.
  for await (const piece of pieces(file)) parts.push(new Blob([repairer.feed(piece)]));
  parts.push(repairer.finish());
  return { copy: new Blob(parts, { type: file.type }) };
}
