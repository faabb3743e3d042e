import { expect, test } from "vitest";
import { describeSchema, toShownGroups } from "./api-document.ts";

test("schemas read like types", () => {
  expect(describeSchema({ type: "array", items: { type: "string" } })).toBe("string[]");
  expect(describeSchema({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string | null");
  expect(describeSchema({ type: "string", enum: ["a", "b"] })).toBe('"a" | "b"');
  expect(describeSchema({ $ref: "#/components/schemas/Problem" })).toBe("Problem");
  expect(describeSchema({ type: "object", additionalProperties: { type: "integer" } })).toBe(
    "{ [id: string]: integer }",
  );
  expect(
    describeSchema({ type: "object", properties: { a: { type: "string" }, b: { type: "number" } }, required: ["a"] }),
  ).toBe("{\n  a: string;\n  b?: number;\n}");
});

test("calls are grouped by tag with their answers", () => {
  const groups = toShownGroups({
    paths: {
      "/x/{id}": {
        get: {
          tags: ["Things"],
          summary: "One thing",
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
          responses: {
            200: { description: "It", content: { "application/json": { schema: { type: "string" } } } },
            401: { description: "No token" },
          },
        },
      },
    },
  });
  expect(groups).toMatchObject([
    {
      name: "Things",
      calls: [
        {
          method: "GET",
          path: "/x/{id}",
          needsToken: true,
          gives: "string",
          answers: [{ status: "200" }, { status: "401" }],
        },
      ],
    },
  ]);
});

test("what is no document has no groups", () => {
  expect(toShownGroups(null)).toEqual([]);
});
