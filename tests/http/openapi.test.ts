import { createConfig, lintFromString } from "@redocly/openapi-core";
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

/** The faults that the linter's recommended rules find in a document, including warnings. */
async function lintFaults(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: "openapi.json", config });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
}

type Operation = {
  summary?: string;
  tags?: string[];
  operationId?: string;
  security?: Record<string, string[]>[];
  responses: Record<string, { headers?: Record<string, unknown>; content?: unknown }>;
};
type Paths = Record<string, Record<string, Operation>>;

/** Rules for every operation that the linter does not check. */
function operationFaults(paths: Paths): string[] {
  const names = new Set<string>();
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const { summary = "", tags = [], operationId = "", security, responses } = operation;
      const isTaken = names.has(operationId);
      names.add(operationId);
      const isPublic = security?.some((scheme) => Object.keys(scheme).length === 0) ?? false;
      const faults = [
        [summary.trim() === "", "has no summary"],
        [tags.length !== 1, "has not one tag"],
        [operationId === "" || isTaken, "has no name of its own"],
        [security === undefined, "does not say whether it wants a token"],
        [isPublic !== !("401" in responses), "does not say 401 where it wants a token, or says it where not"],
        [!["400", "429", "500", "503"].every((status) => status in responses), "lacks an error any call can have"],
        [!Object.keys(responses).some((status) => status.startsWith("2")), "documents no success"],
        [
          ["429", "503"].some((status) => responses[status]?.headers?.["retry-after"] === undefined),
          "does not say Retry-After",
        ],
        // A client is led on by a header alone.
        [
          Object.entries(responses).some(([status, { content, headers }]) =>
            status.startsWith("3") ? headers?.["location"] === undefined : !content,
          ),
          "has an answer without a body, or leads nowhere",
        ],
      ] as const;
      return faults.filter(([isFault]) => isFault).map(([, what]) => `${method} ${path} ${what}`);
    }),
  );
}

describe("the document", () => {
  // The address of a test's own server is none that a document should name, and the rules say so.
  const servers = [{ url: "https://pipelines.test", description: "This site" }];
  const served = async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: Paths };
    return { ...document, servers };
  };

  test("is linted with the recommended rules and without a warning", async () => {
    const document = await served();
    expect(await lintFaults(document)).toEqual([]);
    expect(operationFaults(document.paths)).toEqual([]);
  });

  test("planted: what the linter and we look for is found", async () => {
    const document = await served();
    const planted = structuredClone(document);
    const operation = planted.paths["/api/user/login"]?.["post"];
    if (!operation) throw new Error("no login");
    delete operation.summary;
    delete operation.operationId;
    delete operation.responses["429"]?.headers;
    operation.security = [{}];
    planted.paths["/api/planted/{id}"] = { get: { responses: { "200": { content: {} } } } };
    delete planted.paths["/api/token"]?.["get"]?.responses["200"]?.content;
    delete planted.paths["/api/suggestions"]?.["post"]?.responses["303"]?.headers;
    const rules = new Set((await lintFaults(planted)).map((fault) => fault.split(":")[0]));
    expect([...rules].toSorted()).toEqual(
      expect.arrayContaining(["operation-operationId", "operation-summary", "path-parameters-defined"]),
    );
    expect(operationFaults(planted.paths)).toEqual([
      "get /api/token has an answer without a body, or leads nowhere",
      "post /api/user/login has no summary",
      "post /api/user/login has no name of its own",
      "post /api/user/login does not say 401 where it wants a token, or says it where not",
      "post /api/user/login does not say Retry-After",
      "post /api/suggestions has an answer without a body, or leads nowhere",
      "get /api/planted/{id} has no summary",
      "get /api/planted/{id} has not one tag",
      "get /api/planted/{id} has no name of its own",
      "get /api/planted/{id} does not say whether it wants a token",
      "get /api/planted/{id} does not say 401 where it wants a token, or says it where not",
      "get /api/planted/{id} lacks an error any call can have",
      "get /api/planted/{id} does not say Retry-After",
    ]);
  });
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
