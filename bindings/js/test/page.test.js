// The demo page, in a browser: what it shows, what it saves, and that it sends nothing.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { errors, isUtf8, repair } from "placemat";
import { Browser, Page } from "./browser.js";

const {
  PLACEMAT_PAGE: FOLDER,
  PLACEMAT_BROWSER: PROGRAM,
  PLACEMAT_PICTURES: PICTURES,
  PLACEMAT_AXE: AXE,
} = process.env;

/** Files that are checked: name and bytes. */
const FILES = {
  "good.txt": Buffer.from("caf\u00e9, \u20ac, \u{1f37d}\n".repeat(1000)),
  "empty.txt": Buffer.alloc(0),
  "latin1.txt": Buffer.from("Un caf\xe9 au lait, s'il vous pla\xeet; \xab merci \xbb.\n", "latin1"),
  "cut.txt": Buffer.from("5 \u20ac").subarray(0, 4),
  "many.txt": Buffer.concat(
    Array.from({ length: 3210 }, (_, i) => Buffer.from(`line ${i}: \xff\n`, "latin1")),
  ),
  "mixed.txt": Buffer.concat(
    [
      "\xc0\xaf",
      "\xed\xa0\x80",
      "\xf5",
      "\xfe",
      "\x80",
      "\xe2\x82",
      "\xd7\xa9\xd7\x9c\xff\xd7\x95\xd7\x9d",
    ].map((bad, i) =>
      Buffer.concat([
        Buffer.from("valid \u{1f37d}\t".repeat(40 * (i + 1))),
        Buffer.from(bad, "latin1"),
      ]),
    ),
  ),
  "markup.txt": Buffer.from("<img src=x onerror=alert(1)>\xff</script><b>", "latin1"),
};

let server, address, browser, page, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "placemat-"));
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, name), bytes);
  server = spawn(process.execPath, [join(FOLDER, "serve.mjs"), FOLDER, "--until-eof"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  address = String(await new Promise((resolve) => server.stdout.once("data", resolve))).trim();
  browser = new Browser(PROGRAM);
  await browser.call("Browser.setDownloadBehavior", {
    behavior: "allow",
    downloadPath: folder,
    eventsEnabled: true,
  });
  page = await Page.open(browser, address);
  assert.ok(page.requests.length >= 3, "the page, its style and its module");
});

after(async () => {
  await browser?.close();
  server?.stdin.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether a page or a worker can reach the server that it came from. */
const REACH = "fetch(self.location.origin).then(() => 'sent', (error) => error.name)";

async function check(name) {
  await page.get(
    "document.getElementById('status').textContent = document.getElementById('file').value = ''",
  );
  await page.choose("#file", [join(folder, name)]);
  await page.until(
    `document.getElementById('status').textContent.startsWith(${JSON.stringify(`${name}: `)})`,
  );
  return page.get("document.getElementById('verdict').textContent");
}

const text = (id) => page.get(`document.getElementById('${id}').textContent`);
const items = () => page.get("Array.from(document.querySelectorAll('#errors li'), (li) => li.innerText)");

test("valid files", async () => {
  for (const name of ["good.txt", "empty.txt"]) {
    assert.equal(await check(name), "It is valid UTF-8");
    assert.equal(await page.get("document.getElementById('wrong').hidden"), true);
  }
});

test("each error, with its bytes and the text around it", async () => {
  assert.equal(await check("latin1.txt"), "It is not UTF-8: 4 errors");
  const shown = await items();
  const expected = Array.from(
    errors(FILES["latin1.txt"]),
    ({ offset }) => `Byte ${offset} (0x${offset.toString(16).toUpperCase()})`,
  );
  assert.deepEqual(
    shown.map((item) => item.split(":")[0]),
    expected,
  );
  assert.match(shown[0], /missing continuation byte\n55 6E 20 63 61 66 +E9 +20 61 75 20 6C/);
  assert.match(shown[0], /Un caf +\ufffd +au lait/);
  assert.equal(
    await text("kinds"),
    "2 \u00d7 missing continuation byte2 \u00d7 unexpected continuation byte",
  );
  assert.equal(await check("cut.txt"), "It is not UTF-8: 1 error");
  assert.match((await items())[0], /^Byte 2 \(0x2\): input ends inside a character/);
});

test("what is in a file is text, never markup", async () => {
  await check("markup.txt");
  assert.match((await items())[0], /r=alert\(1\)> +\ufffd +<\/script><b>/);
  assert.equal(await page.get("document.querySelectorAll('#errors img, #errors b').length"), 0);
});

test("thousands of errors come in pages, by keyboard", async () => {
  assert.equal(await check("many.txt"), "It is not UTF-8: 3,210 errors");
  assert.equal(await text("range"), "1 to 50 of 3,210");
  assert.equal((await items()).length, 50);
  assert.equal(await page.get("document.getElementById('previous').disabled"), true);
  await page.get("document.getElementById('next').focus()");
  await page.press("Enter", 13);
  await page.until("document.getElementById('status').textContent === 'Errors 51 to 100 of 3,210.'");
  await page.get("document.getElementById('last').focus()");
  await page.press("Enter", 13);
  await page.until("document.getElementById('status').textContent === 'Errors 3,201 to 3,210 of 3,210.'");
  assert.equal((await items()).length, 10);
  assert.match((await items())[9], /line 3209: /);
  assert.match(await text("where"), /errors are in 200 of 200 equal parts, the first of them 0%/);
  assert.equal(await page.get("document.querySelectorAll('#strip rect').length"), 200);
});

test("the repaired copy", async () => {
  await check("mixed.txt");
  const ended = new Promise((resolve) => {
    browser.on(
      ({ method, params }) =>
        method === "Browser.downloadProgress" && params.state === "completed" && resolve(),
    );
  });
  await page.get("document.getElementById('repair').click()");
  await ended;
  const copy = readFileSync(join(folder, "mixed.repaired.txt"));
  assert.ok(isUtf8(copy));
  assert.deepEqual(copy, Buffer.from(repair(FILES["mixed.txt"])));
});

test("a file that is longer than a piece is stopped, and another is read", async () => {
  const large = join(folder, "large.bin");
  writeFileSync(large, Buffer.alloc(40 << 20, 0xff));
  await page.choose("#file", [large]);
  await page.until("document.getElementById('progress').value > 0");
  assert.equal(await page.get(REACH, page.workers.at(-1)), "TypeError", "the worker reaches nothing");
  await page.get("document.getElementById('cancel').click()");
  assert.equal(await text("status"), "Stopped.");
  assert.equal(await check("good.txt"), "It is valid UTF-8");
});

test("a file that changes while it is read is an error, not a verdict", async () => {
  const changing = join(folder, "changing.bin");
  writeFileSync(changing, Buffer.alloc(40 << 20, 0xff));
  await page.choose("#file", [changing]);
  await page.until("document.getElementById('progress').value > 0");
  writeFileSync(changing, "other");
  await page.until("document.getElementById('status').textContent.startsWith('The file cannot be read: ')");
  assert.equal(await page.get("document.getElementById('result').hidden"), true);
});

test("a file that is dropped on the page", async () => {
  await page.get(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.of(0x61, 0xff)], "dropped.txt"));
    document.querySelector("footer").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  }`);
  await page.until("document.getElementById('status').textContent.startsWith('dropped.txt: ')");
  assert.equal(await text("verdict"), "It is not UTF-8: 1 error");
});

test("errors beyond those that are kept are counted", async () => {
  writeFileSync(join(folder, "noise.bin"), Buffer.alloc(1_200_000, 0xff));
  assert.equal(await check("noise.bin"), "It is not UTF-8: 1,200,000 errors");
  assert.equal(await text("beyond"), "The list ends after 1,000,000 errors.");
});

test("nothing leaves the machine", async () => {
  const own = (url) => url.startsWith(address) || url.startsWith("blob:") || url.startsWith("data:");
  assert.deepEqual(
    page.requests.filter((url) => !own(url)),
    [],
  );
  assert.ok(page.workers.length > 0);
  const others = page.warnings.filter(
    (warning) => !warning.includes("connect-src") && !warning.includes("Refused to connect"),
  );
  assert.deepEqual(others, []);
  assert.equal(await page.get(REACH), "TypeError");
});

const LOOKS = [
  ["light", 1100, 900],
  ["light", 360, 740],
  ["dark", 1100, 900],
  ["dark", 360, 740],
];

for (const [scheme, width, height] of LOOKS) {
  test(`${scheme}, ${width} pixels wide: nothing sticks out, and axe finds no fault`, async (t) => {
    await page.call("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: scheme }],
    });
    await page.call("Emulation.setDeviceMetricsOverride", {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: width < 500,
    });
    await check("mixed.txt");
    assert.equal(await page.get("document.documentElement.scrollWidth <= innerWidth"), true);
    if (PICTURES) {
      mkdirSync(PICTURES, { recursive: true });
      const { data } = await page.call("Page.captureScreenshot", {
        format: "png",
        captureBeyondViewport: true,
      });
      writeFileSync(join(PICTURES, `${scheme}-${width}.png`), Buffer.from(data, "base64"));
    }
    if (!AXE || !existsSync(AXE)) return t.diagnostic("axe: not run");
    await page.get(readFileSync(AXE, "utf8"));
    const faults = await page.get(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`))",
    );
    assert.deepEqual(faults, []);
  });
}
