/**
 * Adds holes to the app while it is loaded (`node --import`), so that `npm run attack -- --planted` can show that the
 * attack finds them. A company's name becomes part of an SQL statement, and no connection has a time limit. Files on
 * disk do not change.
 */
import { registerHooks } from "node:module";

const PLANTS: Readonly<Record<string, readonly [from: string, to: string][]>> = {
  "/src/features/company/read.server.ts": [
    ["where c.name = ${key} or", "where c.name = ${sql.raw(`'${key}'`)} or"],
    ["key.length > MAX_SEARCH_TEXT", "key.length > 10_000"],
  ],
  "/src/server/listener.ts": [
    ["headersTimeout: 5_000", "headersTimeout: 0"],
    ["requestTimeout: UPLOAD_TIME_MS", "requestTimeout: 0"],
    ["limitBodyTime(incoming, outgoing);", ""],
    ["closeSlowReaders(server);", ""],
  ],
};

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const plants = Object.entries(PLANTS).find(([path]) => url.endsWith(path))?.[1];
    if (!plants || loaded.source === undefined || loaded.source === null) return loaded;
    let source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    for (const [from, to] of plants) {
      if (!source.includes(from)) throw new Error(`There is no "${from}" in ${url} to break.`);
      source = source.replaceAll(from, () => to);
    }
    return { ...loaded, source };
  },
});
