import { Hono } from "hono";
import { AppError } from "#core/errors.ts";
import { writeContext } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { readDataFile, readDumps, streamDataFile } from "./read.server.ts";

const TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson; charset=utf-8",
  json: "application/json; charset=utf-8",
};

function bodyOf(parts: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** The files of open data. A file never changes under its address; `latest` redirects to the newest. */
export const openDataFiles = new Hono<AppEnv>()
  .get("/data/latest/:file{[a-z-]+\\.(?:csv|ndjson|json)}", async (c) => {
    const [latest] = await readDumps(writeContext(c).db);
    if (!latest) throw new AppError("not-found");
    c.header("cache-control", "no-cache");
    return c.redirect(`/data/${latest.day}/${c.req.param("file")}`, 302);
  })
  .get("/data/:day{\\d{4}-\\d{2}-\\d{2}}/:file{[a-z-]+\\.(?:csv|ndjson|json)}", async (c) => {
    const { db } = writeContext(c);
    const { day, file: name } = c.req.param();
    // 2026-02-31 is not a day for the database either.
    const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
    const file = isDay ? await readDataFile(db, day, name) : undefined;
    if (!file) throw new AppError("not-found");
    c.header("cache-control", "public, max-age=86400");
    c.header("content-type", TYPES[name.split(".")[1] ?? ""] ?? "text/plain");
    c.header("content-disposition", `attachment; filename="pipelines-${day}-${name}"`);
    c.header("content-length", String(file.bytes));
    return c.body(bodyOf(streamDataFile(db, day, name)));
  });
