import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ pages: true });
});
afterAll(() => app.stop());

/** Every query of the app fails like this until it is given back. */
function breakQueries(error: Error): () => void {
  const { services } = app;
  const original = services.db;
  const fail = async (): Promise<never> => {
    throw error;
  };
  const plugin: KyselyPlugin = { transformQuery: ({ node }) => node, transformResult: fail };
  services.db = original.withPlugin(plugin);
  return () => {
    services.db = original;
  };
}

test.each([
  ["a fault of ours", new Error("planted secret"), 500, undefined],
  ["a database that is away", Object.assign(new Error("planted secret"), { code: "57P01" }), 503, ["2"]],
])("a search that cannot be read says the product's sentence: %s", async (_name, error, status, retryAfter) => {
  const mend = breakQueries(error);
  const answer = await sendRaw(app, { path: "/search?company=Alpha" }).finally(mend);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, retryAfter]);
  expect(answer.text).toContain("No company on this site with that name :/");
  expect(answer.text).toContain("Something went wrong on our side. Try again in a moment.");
  expect(answer.text).toMatch(/name="company"[^>]*value="Alpha"|value="Alpha"[^>]*name="company"/);
  expect(answer.text).not.toContain("planted secret");
});

const AWAY = Object.assign(new Error("planted secret"), { code: "57P01" });

test.each(["/", "/discover", "/user/alpha", "/company/alpha", "/data"])(
  "a page whose database is away says that we are busy, and is asked for again: %s",
  async (path) => {
    const mend = breakQueries(AWAY);
    const answer = await sendRaw(app, { path }).finally(mend);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, ["2"]]);
    expect(answer.text).toContain("We are busy right now.");
    expect(answer.text).toContain("Try again in a moment.");
    expect(answer.text).toMatch(new RegExp(`<a [^>]*href="${RegExp.escape(path)}"[^>]*>Try again</a>`));
    expect(answer.text).not.toContain("planted secret");
  },
);

test("a page with a fault of ours does not say that we are busy", async () => {
  const mend = breakQueries(new Error("planted secret"));
  const answer = await sendRaw(app, { path: "/discover" }).finally(mend);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, undefined]);
  expect(answer.text).toContain("Unexpected Application Error!");
  expect(answer.text).not.toContain("We are busy right now.");
});

test("a hundred refusals write one line a second, without a stack", async () => {
  const lines = (): number => app.logged().split("requests refused: overloaded").length - 1;
  const before = lines();
  const started = performance.now();
  const mend = breakQueries(Object.assign(new Error("planted secret"), { code: "57P01" }));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      sendRaw(app, { path: n % 2 ? `/search?company=A${n}` : `/api/company/get/a${n}` }),
    ),
  ).finally(mend);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  await expect.poll(lines, { timeout: 10_000 }).toBeGreaterThan(before);
  // One for each second that it took, on however busy a machine.
  expect(lines() - before).toBeLessThanOrEqual(Math.ceil((performance.now() - started) / 1_000) + 1);
  const logged = app.logged().slice(app.logged().indexOf("requests refused"));
  expect(logged).not.toContain("planted secret");
});
