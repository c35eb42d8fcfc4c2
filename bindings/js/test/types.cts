// The same types from CommonJS.
import placemat = require("placemat");

const error: placemat.Utf8Error | null = placemat.validate(Uint8Array.of(0x61));
export const offset: number | undefined = error?.offset;
