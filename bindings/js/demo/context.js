// What is around an error, as the elements that show it.

/** How many bytes before and after an error are shown. */
const AROUND = 12;

/** An item of the list: what is wrong, and the bytes around it in hexadecimal and as text. */
export async function item(file, { offset, length, description }) {
  const start = Math.max(0, offset - AROUND);
  const bytes = new Uint8Array(await file.slice(start, offset + length + AROUND).arrayBuffer());
  const at = offset - start;
  const parts = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
  const title = element("strong");
  title.textContent = `Byte ${offset.toLocaleString("en")} (0x${offset.toString(16).toUpperCase()}): ${description}`;
  const [before, wrong, after] = parts;
  const li = element("li");
  li.append(
    title,
    line("Hexadecimal", hex(before), hex(wrong), hex(after)),
    line("Text", text(withoutCut(before)), "\u{fffd}", text(after)),
  );
  return li;
}

function line(label, before, wrong, after) {
  const code = element("code");
  code.setAttribute("aria-label", label);
  const mark = element("mark");
  mark.textContent = wrong;
  // So that text from right to left does not move the mark.
  const [left, right] = [before, after].map((part) => {
    const bdi = element("bdi");
    bdi.textContent = part;
    return bdi;
  });
  code.append(left, " ", mark, " ", right);
  return code;
}

const element = (name) => document.createElement(name);
const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");

/** The text of bytes, with control characters as the pictures that Unicode has for them. */
const text = (bytes) =>
  new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(bytes, { stream: true })
    .replace(/[\0-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt()))
    .replace(/\x7f/g, "\u2421");

/** Without the rest of a character that began earlier. */
function withoutCut(bytes) {
  let start = 0;
  while (start < 3 && (bytes[start] & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start);
}
