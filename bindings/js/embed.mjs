// Makes what the package has besides its sources: node embed.mjs PROGRAM
//
// - wasm.js, a module with the compiled program in it. So the package has nothing to fetch: it works without a bundler,
//   without a server's MIME type for WebAssembly, and under a Content-Security-Policy that forbids connections
//   ('wasm-unsafe-eval' must be allowed).
// - A CommonJS module of each ES module, for `require`. It compiles the program while it is loaded, which browsers
//   forbid; so the ES modules, which are for them too, await it.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [program] = process.argv.slice(2);
const folder = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
writeFileSync(join(folder, "wasm.js"), `export default "${readFileSync(program, "base64")}";\n`);

const AWAITED = "(await WebAssembly.instantiate(bytes)).instance";
const COMPILED = "new WebAssembly.Instance(new WebAssembly.Module(bytes))";

for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
  const names = [];
  const exported = (text) => names.push(...text.match(/\w+/g));
  const code = readFileSync(join(folder, name), "utf8")
    .replace(/^import (\w+) from "\.\/(\w+)\.js"/gm, 'const $1 = require("./$2.cjs").default')
    .replace(/^import (\{[^}]*\}) from "\.\/(\w+)\.js"/gm, (_, names, from) => {
      return `const ${names.replaceAll(" as ", ": ")} = require("./${from}.cjs")`;
    })
    .replace(/^export (\{[^}]*\}) from "\.\/(\w+)\.js"/gm, (_, list, from) => {
      exported(list);
      return `const ${list} = require("./${from}.cjs")`;
    })
    .replace(/^export (\{[^}]*\});/gm, (_, list) => void exported(list) ?? "")
    .replace(/^export ((?:const|class|function\*?) (\w+|\{[^}]*\}))/gm, (_, declared, list) => {
      exported(list);
      return declared;
    })
    .replace(/^export default /gm, "exports.default = ")
    .replace(AWAITED, COMPILED);
  if (/^(import|export) |\bawait\b/m.test(code)) throw new Error(`${name}: not everything has a CommonJS form`);
  const tail = names.length === 0 ? "" : `Object.assign(exports, { ${names.join(", ")} });\n`;
  writeFileSync(join(folder, name.replace(/js$/, "cjs")), `"use strict";\n${code}${tail}`);
}
writeFileSync(join(folder, "placemat.d.cts"), readFileSync(join(folder, "placemat.d.ts")));
