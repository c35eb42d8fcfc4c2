import { Repairer, Validator } from "./streams.js";

// The text is valid, and the stream decides about the signature itself.
const options = { ignoreBOM: true };
// In Node one way to call a decoder is the fastest for ASCII, the other for all else; a decoder that was called as part
// of a stream stays slow for ASCII.
const forAscii = new TextDecoder("utf-8", options);
const forOthers = new TextDecoder("utf-8", options);

/** Chunks of bytes to strings. */
export class Utf8DecoderStream extends TransformStream {
  #fatal;
  #ignoreBOM;

  constructor({ fatal = false, ignoreBOM = false } = {}) {
    const validator = fatal ? new Validator() : null;
    const repairer = new Repairer();
    let mayBeginWithBOM = !ignoreBOM;
    let wasAscii = true;
    const pass = (error, bytes, controller) => {
      if (error) throw new TypeError(error.message, { cause: error });
      let text = wasAscii ? forAscii.decode(bytes) : forOthers.decode(bytes, { stream: true });
      if (text === "") return;
      wasAscii = text.length === bytes.length;
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
