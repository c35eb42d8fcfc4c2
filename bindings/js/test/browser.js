// A browser without a window, driven by the DevTools protocol over a pipe.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long an answer, or a page, may take. */
const PATIENCE = 20_000;

export class Browser {
  #calls = new Map();
  #listeners = [];
  #last = 0;

  constructor(program) {
    this.profile = mkdtempSync(join(tmpdir(), "placemat-"));
    const options = ["--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run"];
    options.push("--disable-background-networking", `--user-data-dir=${this.profile}`);
    // Chromium refuses to run as root with its sandbox.
    if (process.getuid?.() === 0) options.push("--no-sandbox");
    this.process = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let text = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (data) => {
      text += data;
      for (let end; (end = text.indexOf("\0")) >= 0; text = text.slice(end + 1))
        this.#heard(JSON.parse(text.slice(0, end)));
    });
  }

  /** Calls a method: of the browser, or of a page or worker by its session. */
  call(method, params = {}, sessionId = undefined) {
    const id = (this.#last += 1);
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const answer = new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject }));
    return withPatience(answer, method);
  }

  on(listener) {
    this.#listeners.push(listener);
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.call("Browser.close").catch(() => {});
    const killed = setTimeout(() => this.process.kill("SIGKILL"), PATIENCE);
    await ended;
    clearTimeout(killed);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  #heard(message) {
    const call = this.#calls.get(message.id);
    if (call === undefined) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    this.#calls.delete(message.id);
    if (message.error) call.reject(new Error(message.error.message));
    else call.resolve(message.result);
  }
}

/** A page that is opened, and every request that it and its workers made. */
export class Page {
  requests = [];
  /** The sessions of its workers. */
  workers = [];
  warnings = [];

  static async open(browser, address) {
    const page = new Page();
    page.browser = browser;
    const { targetId } = await browser.call("Target.createTarget", { url: "about:blank" });
    ({ sessionId: page.session } = await browser.call("Target.attachToTarget", { targetId, flatten: true }));
    browser.on((message) => page.#heard(message));
    for (const domain of ["Page", "Runtime", "Network", "DOM", "Log"]) await page.call(`${domain}.enable`);
    const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await page.call("Target.setAutoAttach", attach);
    await page.call("Page.navigate", { url: address });
    await page.until("document.readyState === 'complete'");
    return page;
  }

  call(method, params, session = this.session) {
    return this.browser.call(method, params, session);
  }

  /** The value of an expression; promises are awaited. */
  async get(expression, session = this.session) {
    const options = { expression, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", options, session);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async until(expression) {
    const begin = Date.now();
    while (!(await this.get(expression))) {
      if (Date.now() - begin > PATIENCE)
        throw new Error(
          `never true: ${expression}; ${await this.get("document.body.innerText")}; ${this.warnings}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async choose(selector, files) {
    const { root } = await this.call("DOM.getDocument");
    const { nodeId } = await this.call("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.call("DOM.setFileInputFiles", { nodeId, files });
  }

  async press(key, code) {
    for (const type of ["keyDown", "keyUp"]) {
      const text = type === "keyDown" && key === "Enter" ? "\r" : undefined;
      await this.call("Input.dispatchKeyEvent", { type, key, code: key, windowsVirtualKeyCode: code, text });
    }
  }

  #heard({ method, params, sessionId }) {
    const own = sessionId === this.session || this.workers.includes(sessionId);
    if (!own) return;
    if (method === "Target.attachedToTarget") {
      this.workers.push(params.sessionId);
      this.call("Network.enable", {}, params.sessionId).catch(() => {});
    }
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
    if (method === "Runtime.exceptionThrown") this.warnings.push(params.exceptionDetails.text);
    if (method === "Log.entryAdded" && params.entry.level === "error")
      this.warnings.push(params.entry.text);
  }
}

function withPatience(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${what}`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
