import { expect, test } from "vitest";
import { findCalls, toIndex, toShown, toShownGroups, toShownSchemas } from "./shown-calls.ts";
import { typeText } from "./type-text.ts";

test("schemas read like types", () => {
  expect(typeText({ type: "array", items: { type: "string" } })).toBe("string[]");
  expect(typeText({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string | null");
  expect(typeText({ type: "string", enum: ["a", "b"] })).toBe('"a" | "b"');
  expect(typeText({ $ref: "#/components/schemas/Problem" })).toBe("Problem");
  expect(typeText({ type: "object", additionalProperties: { type: "integer" } })).toBe("{ [id: string]: integer }");
  expect(
    typeText({ type: "object", properties: { a: { type: "string" }, b: { type: "number" } }, required: ["a"] }),
  ).toBe("{\n  a: string;\n  b?: number;\n}");
});

const answer = { description: "It", content: { "application/json": { schema: { type: "string" } } } };
const call = (tag: string, summary: string, security: object[]) => ({
  tags: [tag],
  summary,
  operationId: summary.replaceAll(" ", ""),
  security,
  "x-codeSamples": [{ lang: "Shell", label: "curl", source: "curl /x" }],
  parameters: [{ name: "id", in: "path", required: true, description: "Which", schema: { type: "string" } }],
  responses: { 200: answer, 401: { description: "No token" } },
});
const DOCUMENT = {
  tags: [{ name: "Things", description: "All of them." }, { name: "Unused" }],
  paths: {
    "/other": { get: call("Others", "Read others", [{}, { bearer: [] }]) },
    "/x/{id}": {
      get: call("Things", "Read one thing", [{}, { bearer: [] }]),
      delete: call("Things", "Delete one thing", [{ admin: [] }]),
      patch: call("Things", "Change one thing", [{ bearer: [] }]),
    },
  },
  components: {
    schemas: {
      Thing: {
        description: "One thing",
        type: "object",
        properties: { email: { type: "string", description: "Where to write" } },
        required: ["email"],
      },
    },
  },
};

test("groups come in the order of the tags, and in each the calls for anybody first", () => {
  const groups = toShownGroups(DOCUMENT);
  expect(groups.map(({ name, about, calls }) => [name, about, calls.map(({ caller }) => caller)])).toEqual([
    ["Things", "All of them.", ["anybody", "token", "admin"]],
    ["Others", "", ["anybody"]],
  ]);
  expect(groups[0]?.calls[0]).toMatchObject({
    method: "GET",
    path: "/x/{id}",
    gives: "string",
    samples: [{ label: "curl" }],
    answers: [{ status: "200" }, { status: "401" }],
    parameters: [{ name: "id", where: "path", isRequired: true, description: "Which" }],
  });
});

test("schemas are shown with their fields and an example", () => {
  expect(toShownSchemas(DOCUMENT)).toEqual([
    {
      name: "Thing",
      about: "One thing",
      type: "",
      fields: [{ name: "email", type: "string", isRequired: true, meaning: "Where to write" }],
      example: '{\n  "email": "mira.tanaka@example.org"\n}',
    },
  ]);
});

test("a search finds calls that have all its words, wherever they stand", () => {
  const index = toIndex(toShownGroups(DOCUMENT));
  const found = (text: string) => findCalls(index, text);
  expect(found("DELETE thing")).toEqual(["Deleteonething"]);
  expect(found("  /other ")).toEqual(["Readothers"]);
  expect(found("nothing of it")).toEqual([]);
  expect(found("")).toHaveLength(4);
});

test("a document is prepared once, and another one anew", () => {
  const shown = toShown(DOCUMENT);
  expect(toShown(DOCUMENT)).toBe(shown);
  expect(shown.groups).toEqual(toShownGroups(DOCUMENT));
  expect(toShown({}).groups).toEqual([]);
});

test("what is not a document has no groups", () => {
  expect(toShownGroups(null)).toEqual([]);
  expect(toShownSchemas(null)).toEqual([]);
});
