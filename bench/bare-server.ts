/** A bare node:http server that sends the same bytes for every request. It shows the most that the machine can do. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = "", type = "application/json", encoding = "identity"] = process.argv.slice(2);
const body = readFileSync(file);
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": type, "content-length": body.length, "content-encoding": encoding });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
