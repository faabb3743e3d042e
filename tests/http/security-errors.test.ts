import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// S34 and S35 on the built pages, as they are served in production.

let app: TestApp;
let user: ApiUser;
let companyId = "";

beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { NODE_ENV: "production", RATE_LIMITS: "on" } });
  user = await new ApiUser(app).signUp();
  const saved = await user.save({ pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current")] });
  companyId = saved.body.pipeline[0]?.companyId ?? "";
});
afterAll(() => app.stop());

test("S34: a page that fails says the product's sentence, and no stack, SQL, path or version", async () => {
  await app.db.schema.alterTable("company").renameTo("company_away").execute();
  try {
    for (const path of [`/company/${companyId}`, `/company/${companyId}.data`, "/search?company=alpha"]) {
      const answer = await sendRaw(app, { path });
      expect(answer.status, path).toBe(500);
      expect(answer.text, path).not.toMatch(
        /company_away|relation|does not exist|select |postgres|node_modules|\.ts:\d|\.js:\d|\bat \w+ \(|react-router@|kysely/i,
      );
      expect(answer.headers.get("x-powered-by")).toBeUndefined();
      const sentence = path.startsWith("/search")
        ? "No company on this site with that name :/"
        : "Unexpected Application Error!";
      if (!path.endsWith(".data")) expect(answer.text, path).toContain(sentence);
    }
  } finally {
    await app.db.schema.alterTable("company_away").renameTo("company").execute();
  }
  expect((await sendRaw(app, { path: `/company/${companyId}` })).status).toBe(200);
});

test("S35: addresses in pages come from the settings, whatever Host or proxy headers say", async () => {
  for (const path of ["/", `/company/${companyId}`, `/user/${user.profileId}`, "/login"]) {
    const plain = await sendRaw(app, { path });
    for (const headers of [
      { host: "evil.example" },
      { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
      { forwarded: "host=evil.example;proto=https" },
      { origin: "https://evil.example" },
    ]) {
      const answer = await sendRaw(app, { path, headers });
      expect(answer.status, path).toBe(plain.status);
      expect(`${answer.head}${answer.text}`, `${path} ${JSON.stringify(headers)}`).not.toContain("evil.example");
    }
    if (path !== "/login")
      expect(plain.text, path).toContain(`${app.services.config.baseUrl}${path === "/" ? "" : path}`);
  }
});
