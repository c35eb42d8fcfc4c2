// Serves a folder on the loopback interface: node serve.mjs FOLDER
//
// Prints the address. Ends when its standard input ends, so that it does not outlive what started it.
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript" };
const folder = process.argv[2];

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
  const type = TYPES[extname(file)];
  const stream = createReadStream(file);
  stream.on("error", () => response.writeHead(404).end());
  stream.on("open", () => {
    response.writeHead(200, {
      "content-type": type ?? "application/octet-stream",
      "cache-control": "no-store",
    });
    stream.pipe(response);
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
// Only the tests hold its standard input; without a terminal it is often empty.
if (process.argv.includes("--until-eof")) process.stdin.resume().on("end", () => process.exit());
