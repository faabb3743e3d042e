import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { answerCheck, checkAnswer, documentedReads } from "#tests/helpers/openapi.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const json = "application/json; charset=utf-8";

describe("the check of answers against the document", () => {
  const user = { _id: "1", email: "a@b.c", profileId: "1", profileCreated: false, username: "" };
  const seen = (body: unknown, status = 200, contentType = json) => ({
    status,
    contentType,
    text: JSON.stringify(body),
  });

  test("lets a right answer pass", () => {
    expect(() => checkAnswer("POST", "/api/user/login", seen(user))).not.toThrow();
    expect(() => checkAnswer("GET", "/api/token?adminToken=x", seen("text"))).not.toThrow();
  });

  test.each([
    ["an undeclared field", "POST", "/api/user/login", seen({ ...user, admin: true }), "admin"],
    ["a missing field", "POST", "/api/user/login", seen({ ...user, username: undefined }), "username"],
    ["a null where a text is due", "POST", "/api/user/login", seen({ ...user, username: null }), "username"],
    [
      "an undeclared status",
      "POST",
      "/api/user/login",
      seen({ error: "x", code: "not-found", requestId: "1" }, 404),
      "does not declare",
    ],
    [
      "a fault of the server",
      "POST",
      "/api/user/login",
      seen({ error: "x", code: "server-error", requestId: "1" }, 500),
      "answered 500",
    ],
    ["another content type", "POST", "/api/user/login", seen(user, 200, "text/html"), "not as JSON"],
    ["an unknown code", "POST", "/api/user/login", seen({ error: "x", code: "boo", requestId: "1" }, 400), "code"],
    ["an error in a success", "GET", "/api/mongodbId/x", seen({ response: true, error: "x" }), '"error"'],
    [
      "an undeclared field deep inside a list",
      "GET",
      "/api/company/get/companies/x",
      seen([{ _id: "1", secret: 1 }]),
      "secret",
    ],
    ["no error's form on an unknown path", "GET", "/api/nowhere", seen({ message: "x" }, 404), "error"],
  ])("refuses %s", (_what, method, path, answer, word) => {
    expect(() => checkAnswer(method, path, answer)).toThrow(word);
  });

  test("closes objects behind references too", () => {
    const document = {
      paths: {
        "/api/a/{id}": {
          get: {
            responses: {
              200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } } },
            },
          },
        },
      },
      components: { schemas: { Problem: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] } } },
    };
    const check = answerCheck(document);
    expect(() => check("GET", "/api/a/x", seen({ a: 1 }))).not.toThrow();
    expect(() => check("GET", "/api/a/x", seen({ a: 1, b: 1 }))).toThrow("b");
  });
});

test("the document that is served is the one that is checked, and knows every call", async () => {
  const answer = await fetch(`${app.url}/api/openapi.json`);
  const document = (await answer.json()) as { openapi: string; paths: Record<string, unknown> };
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(documentedReads()));
  expect(documentedReads().length).toBeGreaterThan(10);
});

test("a planted wrong answer fails a client of the suite", async () => {
  const { createServer } = await import("node:http");
  const wrong = createServer((_request, response) => {
    response.setHeader("content-type", json).end('{"response":true,"shadow":1}');
  });
  await new Promise<void>((resolve) => wrong.listen(0, "127.0.0.1", resolve));
  const address = wrong.address();
  const port = typeof address === "object" && address ? address.port : 0;
  try {
    await expect(new ApiUser({ url: `http://127.0.0.1:${port}` }).call("GET", "/api/mongodbId/x")).rejects.toThrow(
      "shadow",
    );
  } finally {
    await new Promise((resolve) => wrong.close(resolve));
  }
});
