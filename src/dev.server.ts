/** npm run dev   The application with hot reload: Vite makes the pages, changes show at once. */
import { watch } from "node:fs";
import { createServer as createViteServer } from "vite";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { readConfig } from "#server/config.ts";
import { openLog } from "#server/log.ts";
import type { ServerBuild } from "react-router";
import { prepareDatabase } from "./prepare.server.ts";
import { pagesOf } from "./render.server.ts";
import { startApp } from "./start.server.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const config = readConfig({ NODE_ENV: "development", ...process.env });
const embedded = config.databaseUrl ? undefined : await openEmbedded({ dataDir: config.dataDir, say, role: "app" });
const vite = await createViteServer({ server: { middlewareMode: true }, appType: "custom" });

function isBuild(module: object): module is ServerBuild {
  return "entry" in module && "routes" in module;
}

const app = await startApp({
  config,
  log: openLog(config.logLevel),
  databaseUrl: config.databaseUrl ?? embedded?.url ?? "",
  clientFolder: "public",
  say,
  prepare: (services) => prepareDatabase(services, say),
  renderPage: async (request, page, paths) => {
    const module = await vite.ssrLoadModule("virtual:react-router/server-build");
    if (!isBuild(module)) throw new Error("Vite gave no server build.");
    return pagesOf(module, "development")(request, page, paths);
  },
  wrap: (server) => {
    const [listener] = server.listeners("request");
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      vite.middlewares(request, response, () => listener?.(request, response));
    });
  },
});
say(`Pipelines (development) is ready at http://localhost:${app.port}`);

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await app.stop();
  await vite.close();
  await embedded?.stop();
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

// Pages reload by themselves. After a change of the server's own files, ask scripts/dev.mjs for a restart.
watch("src", { recursive: true }, (_event, file) => {
  if (file !== null && /\.server\.ts$|^(server|db|core)\//.test(file)) void stop(75);
});
