/** The holes of planted.ts, by the end of a file's address: the text there, and what stands in its place. */
export const PLANTS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  "/src/features/company/read.server.ts": [
    ["select id from company where name = ${key}", "select id from company where name = ${sql.raw(`'${key}'`)}"],
    ["key.length > MAX_SEARCH_TEXT", "key.length > 10_000"],
  ],
  "/src/server/listener.ts": [
    ["headersTimeout: 5_000", "headersTimeout: 0"],
    ["requestTimeout: UPLOAD_TIME_MS", "requestTimeout: 0"],
    ["limitBodyTime(incoming, outgoing);", ""],
    ["closeSlowReaders(server);", ""],
  ],
};
