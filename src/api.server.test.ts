import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Services } from "#server/context.ts";
import { tries } from "#tests/helpers/amount.ts";
import { Dice, mutate, sample, type Schemas } from "#tests/helpers/fuzz-values.ts";
import { createApiApp, openApiDocument } from "./api.server.ts";

// S22: tries every request schema with any input. A schema must accept or refuse it without an exception. What it
// returned once, it must accept again.

const services = { config: { corsOrigins: [], baseUrl: "http://test.invalid" } } as unknown as Services;

type Taken = { name: string; schema: z.ZodType; isText: boolean };

/** Bodies, queries and path parameters of every call of every API. */
function takenSchemas(): Taken[] {
  const { definitions } = createApiApp(services, () => []).openAPIRegistry;
  return definitions.flatMap((definition): Taken[] => {
    if (definition.type !== "route") return [];
    const { method, path, request = {} } = definition.route;
    const name = (what: string) => `${what} of ${method.toUpperCase()} ${path}`;
    const found: Taken[] = [];
    for (const [type, media] of Object.entries(request.body?.content ?? {})) {
      const schema = media && "schema" in media ? media.schema : undefined;
      if (type === "application/json" && schema instanceof z.ZodType)
        found.push({ name: name("body"), schema, isText: false });
    }
    for (const [what, schema] of [
      ["query", request.query],
      ["path", request.params],
    ] as const) {
      if (schema instanceof z.ZodType) found.push({ name: name(what), schema, isText: true });
    }
    return found;
  });
}

const { schemas } = z
  .looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) })
  .parse(openApiDocument(services)).components satisfies { schemas: Schemas };

const taken = takenSchemas();
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 5 }),
  fc.dictionary(fc.constantFrom("__proto__", "constructor", "email", "type", "pipeline", "text"), fc.jsonValue()),
  fc.constantFrom(undefined, null, Number.NaN, Infinity, -0, "\ud800", "\u0000"),
);

/** Draws values that the schema accepts; in half of the cases something in it is changed. */
function likelyFor(schema: z.ZodType): (seed: number) => unknown {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const known = { ...schemas, ...shape.$defs };
  return (seed) => {
    const dice = new Dice(seed);
    // An id of random letters is almost never valid.
    const value = sample(shape, known, dice, { id: ["0123456789abcdef01234567"] });
    return dice.chance(0.5) ? mutate(value, dice) : value;
  };
}

describe("every schema that a call takes", () => {
  it("is found", () => {
    expect(taken.filter(({ isText }) => !isText).length).toBeGreaterThan(8);
    expect(taken.filter(({ isText }) => isText).length).toBeGreaterThan(8);
  });

  it.each(taken)("S22: $name says yes or no to anything", ({ schema }) => {
    const answers = fc.property(json, (value) => typeof schema.safeParse(value).success === "boolean");
    fc.assert(answers, { numRuns: tries({ all: 100, some: 40 }) });
  });

  it.each(taken.filter(({ isText }) => !isText))("S22: $name takes again what it has taken", ({ schema }) => {
    const likely = likelyFor(schema);
    let accepted = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const first = schema.safeParse(likely(seed));
        if (!first.success) return;
        accepted += 1;
        const travelled: unknown = JSON.parse(JSON.stringify(first.data) ?? "null");
        const second = schema.safeParse(travelled);
        expect(second.error).toBeUndefined();
        // Compared as texts, because JSON has no -0.
        expect(JSON.stringify(second.data)).toBe(JSON.stringify(first.data));
      }),
      { numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
