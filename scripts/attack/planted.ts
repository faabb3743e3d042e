/**
 * Adds holes to the app while it is loaded (`node --import`), so that `npm run attack -- --planted` can show that the
 * attack finds them. A company's name becomes part of an SQL statement, and no connection has a time limit. Files on
 * disk do not change.
 */
import { registerHooks } from "node:module";
import { PLANTS } from "./plants.ts";

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
