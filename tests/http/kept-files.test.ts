import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// A browser that comes back fetches no script, style, font or picture of ours a second time.

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(() => app.stop());

const script = readdirSync("build/client/assets")
  .find((name) => name.endsWith(".js.br"))
  ?.slice(0, -".br".length);
const YEAR = "public, max-age=31536000, immutable";
const DAY = "public, max-age=86400";

test.each([
  [`/assets/${script}`, YEAR],
  ["/favicon.svg", DAY],
  ["/favicon.ico", DAY],
  ["/manifest.webmanifest", DAY],
])("%s may be kept, and comes again only once it has changed", async (path, cacheControl) => {
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const first = await sendRaw(app, { path, headers });
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, [cacheControl]]);
    const etag = first.headers.get("etag")?.[0] ?? "";
    expect(etag).toMatch(/^"\w+-\d+"$/);
    const again = await sendRaw(app, { path, headers: { ...headers, "if-none-match": etag } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", [etag]]);
    expect(again.headers.get("cache-control")).toEqual([cacheControl]);
    const other = await sendRaw(app, { path, headers: { ...headers, "if-none-match": '"other"' } });
    expect([other.status, other.headers.get("content-length")]).toEqual([200, first.headers.get("content-length")]);
    const head = await sendRaw(app, { method: "HEAD", path, headers });
    expect([head.status, head.headers.get("etag")]).toEqual([200, [etag]]);
  }
});

test("what is packed has a tag of its own, and a part of a file or a missing one has none", async () => {
  const path = `/assets/${script}`;
  const tags = ["br", "gzip", "identity"].map(async (encoding) => {
    const answer = await sendRaw(app, { path, headers: { "accept-encoding": encoding } });
    return answer.headers.get("etag")?.[0];
  });
  expect(new Set(await Promise.all(tags)).size).toBe(3);
  const part = await sendRaw(app, { path, headers: { range: "bytes=0-3" } });
  expect([part.status, part.headers.get("etag")]).toEqual([206, undefined]);
  const missing = await sendRaw(app, { path: "/assets/missing.js" });
  expect([missing.status, missing.headers.get("cache-control")]).toEqual([404, ["no-store"]]);
});

test.each(["/robots.txt", "/sitemap.xml", "/sitemaps/pages.xml", "/monogram/company/A.svg"])(
  "%s comes again only once it has changed",
  async (path) => {
    const first = await sendRaw(app, { path });
    const etag = first.headers.get("etag")?.[0] ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
    const again = await sendRaw(app, { path, headers: { "if-none-match": etag } });
    expect([again.status, again.text, again.headers.get("cache-control")]).toEqual([
      304,
      "",
      first.headers.get("cache-control"),
    ]);
  },
);
