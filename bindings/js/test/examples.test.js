// The examples of README.md and placemat.d.ts: a line `EXPRESSION; // VALUE` is true.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const read = (name) => readFileSync(new URL(`./node_modules/placemat/${name}`, import.meta.url), "utf8");

/** Runs lines as a module, and returns how many values it compared. */
async function run(name, lines) {
  let compared = 0;
  const code = lines.map((line) =>
    line.replace(/^(\S.*); \/\/ (.+)$/, (_, expression, value) => {
      compared += 1;
      return `assert.deepEqual(${expression}, ${value});`;
    }),
  );
  const file = new URL(`./example-${name}.mjs`, import.meta.url);
  writeFileSync(file, ['import assert from "node:assert/strict";', ...code, ""].join("\n"));
  await import(file);
  return compared;
}

test("of README.md", async () => {
  const [, block] = read("README.md").split("```js\n");
  assert.equal(await run("readme", block.split("```")[0].split("\n")), 7);
});

test("of the types", async () => {
  const examples = read("placemat.d.ts").split("@example\n").slice(1);
  const lines = examples.map((example) => example.split("\n")[0].replace(/^ \* /, ""));
  const names = 'import { errors, isUtf8, offsetAt, positionAt, validate } from "placemat";';
  assert.equal(await run("types", [names, ...lines]), examples.length);
});

test("an engine without vectors is told what is needed", async () => {
  const { validate } = WebAssembly;
  WebAssembly.validate = () => false;
  try {
    // As another module, which is not loaded yet.
    await assert.rejects(import("./node_modules/placemat/program.js?again"), /simd128.*Node 16.4/);
  } finally {
    WebAssembly.validate = validate;
  }
});
