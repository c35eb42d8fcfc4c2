// The page: choosing a file, and showing what is in it. worker.js reads the files.
import { item } from "./context.js";

/** How many errors a page of the list has. */
const PER_PAGE = 50;

const byId = (id) => document.getElementById(id);
const number = (number) => number.toLocaleString("en");
const count = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

/** The file that is shown, and what was found in it. */
let shown = null;
let page = 0;
/** Stops what is being read. */
let stop = () => {};

/**
 * Runs a task in a new worker, and shows its progress.
 * @returns its answer, or `null` if it was stopped
 */
function run(task, file, words) {
  stop();
  byId("doing").textContent = words;
  byId("progress").value = 0;
  byId("work").hidden = false;
  say(`${words} ${file.name}`);
  return new Promise((resolve) => {
    const worker = newWorker();
    const end = (answer) => {
      worker.terminate();
      byId("work").hidden = true;
      stop = () => {};
      resolve(answer);
    };
    stop = () => end(null);
    worker.onmessage = ({ data }) => {
      if (data.ready) worker.postMessage({ task, file });
      else if ("read" in data) byId("progress").value = data.read / file.size;
      else end(data);
    };
    worker.onerror = (event) => end({ failure: event.message || "the worker cannot start" });
  });
}

/** A worker under the policy of this page. One that is loaded from a URL has the policy of its response. */
function newWorker() {
  const source = `import ${JSON.stringify(new URL("worker.js", import.meta.url))};`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  worker.addEventListener("message", () => URL.revokeObjectURL(url), { once: true });
  return worker;
}

function say(text) {
  byId("status").textContent = text;
}

async function check(file) {
  byId("result").hidden = true;
  const answer = await run("check", file, "Reading");
  if (answer === null) return;
  if (answer.failure) return say(`The file cannot be read: ${answer.failure}`);
  shown = { file, ...answer.report };
  if (shown.count > 0) await turnTo(0);
  show();
}

function show() {
  const { file, count: errors, kinds, parts } = shown;
  const verdict = byId("verdict");
  verdict.textContent =
    errors === 0 ? "It is valid UTF-8" : `It is not UTF-8: ${count(errors, "error")}`;
  verdict.className = errors === 0 ? "good" : "bad";
  byId("facts").textContent = `${file.name}, ${count(file.size, "byte")}`;
  byId("wrong").hidden = errors === 0;
  byId("kinds").replaceChildren(...Array.from(kinds.values(), kind));
  drawStrip(parts);
  byId("result").hidden = false;
  say(`${file.name}: ${verdict.textContent}.`);
}

function kind({ count, description }) {
  const li = document.createElement("li");
  li.textContent = `${number(count)} × ${description}`;
  return li;
}

/** Where in the file the errors are: a bar for each part that has any, higher where there are more. */
function drawStrip(parts) {
  const most = Math.max(...parts);
  const bars = parts.map((count, part) => {
    if (count === 0) return null;
    const height = 20 * (0.25 + 0.75 * (Math.log1p(count) / Math.log1p(most)));
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of Object.entries({ x: part, y: 20 - height, width: 1, height })) {
      bar.setAttribute(name, value);
    }
    return bar;
  });
  byId("strip").replaceChildren(...bars.filter(Boolean));
  const hit = parts.filter(Boolean).length;
  const first = parts.findIndex(Boolean);
  byId("where").textContent =
    `The file from its beginning to its end: errors are in ${number(hit)} of ${parts.length} equal parts, ` +
    `the first of them ${Math.floor((100 * first) / parts.length)}% into the file.`;
}

async function turnTo(wanted) {
  const { file, count: errors, offsets, lengths, names, kinds } = shown;
  const pages = Math.ceil(offsets.length / PER_PAGE);
  page = Math.min(Math.max(wanted, 0), pages - 1);
  const start = page * PER_PAGE;
  const end = Math.min(start + PER_PAGE, offsets.length);
  const turned = page;
  const asked = shown;
  const items = [];
  for (let i = start; i < end; i += 1) {
    const { description } = kinds.get(names[i]);
    items.push(await item(file, { offset: offsets[i], length: lengths[i], description }));
  }
  // Another page or file has been asked for in the meantime.
  if (turned !== page || asked !== shown) return;
  byId("errors").replaceChildren(...items);
  byId("range").textContent = `${number(start + 1)} to ${number(end)} of ${number(errors)}`;
  byId("pages").hidden = pages === 1;
  for (const id of ["first", "previous"]) byId(id).disabled = page === 0;
  for (const id of ["next", "last"]) byId(id).disabled = page === pages - 1;
  byId("beyond").textContent =
    errors > offsets.length ? `The list ends after ${number(offsets.length)} errors.` : "";
}

/** Turns to a page, and announces it, since what changes is below the button. */
async function turn(wanted) {
  await turnTo(wanted);
  say(`Errors ${byId("range").textContent}.`);
}

async function repair() {
  const { file } = shown;
  const answer = await run("repair", file, "Repairing");
  if (answer === null) return;
  if (answer.failure) return say(`The file cannot be repaired: ${answer.failure}`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(answer.copy);
  link.download = repairedName(file.name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  say(`${link.download} is ready: ${count(answer.copy.size, "byte")}.`);
}

/** `notes.txt` becomes `notes.repaired.txt`. */
function repairedName(name) {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? `${name.slice(0, dot)}.repaired${name.slice(dot)}` : `${name}.repaired`;
}

// So that the same file can be chosen again, after a change.
byId("file").addEventListener("click", ({ target }) => {
  target.value = "";
});
byId("file").addEventListener("change", ({ target }) => {
  if (target.files.length > 0) check(target.files[0]);
});
byId("cancel").addEventListener("click", () => {
  stop();
  say("Stopped.");
});
byId("repair").addEventListener("click", repair);
byId("first").addEventListener("click", () => turn(0));
byId("previous").addEventListener("click", () => turn(page - 1));
byId("next").addEventListener("click", () => turn(page + 1));
byId("last").addEventListener("click", () => turn(Infinity));

addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("over");
});
addEventListener("dragleave", () => document.body.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file) check(file);
});
