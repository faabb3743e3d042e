// Runs the application in its own process, so that its memory can be measured apart from the test's. The argument is
// the database's address. It reads a command a line and answers with a line of JSON.
import { createInterface } from "node:readline";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startTestApp } from "./app.ts";

setFlagsFromString("--expose-gc");
const collect: unknown = runInNewContext("gc");
const say = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

const app = await startTestApp({
  databaseUrl: process.argv[2] ?? "",
  now: () => new Date(),
  env: { LOG_LEVEL: "error" },
});
say({ url: app.url, secretFile: app.services.config.secretFile });

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "memory") {
    for (let round = 0; round < 3; round += 1) {
      if (typeof collect === "function") collect();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    say({ rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed, logged: app.logged().slice(0, 4_000) });
  }
  if (line === "stop") break;
}
await app.stop();
process.exit(0);
