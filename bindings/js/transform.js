import { Repairer, Validator } from "./streams.js";

// The text is valid, and the stream decides about the signature itself.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Chunks of bytes to strings. */
export class Utf8DecoderStream extends TransformStream {
  #fatal;
  #ignoreBOM;

  constructor({ fatal = false, ignoreBOM = false } = {}) {
    const validator = fatal ? new Validator() : null;
    const repairer = new Repairer();
    let mayBeginWithBOM = !ignoreBOM;
    const pass = (error, bytes, controller) => {
      if (error) throw new TypeError(error.message, { cause: error });
      let text = decoder.decode(bytes);
      if (text === "") return;
      if (mayBeginWithBOM && text.startsWith("\ufeff")) text = text.slice(1);
      mayBeginWithBOM = false;
      if (text !== "") controller.enqueue(text);
    };
    super({
      transform: (chunk, controller) =>
        pass(validator?.feed(chunk), repairer.feed(chunk), controller),
      flush: (controller) => pass(validator?.finish(), repairer.finish(), controller),
    });
    this.#fatal = Boolean(fatal);
    this.#ignoreBOM = Boolean(ignoreBOM);
  }

  get encoding() {
    return "utf-8";
  }

  get fatal() {
    return this.#fatal;
  }

  get ignoreBOM() {
    return this.#ignoreBOM;
  }
}
