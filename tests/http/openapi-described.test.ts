import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { TAGS } from "#features/api-docs/pure/tags.ts";
import { fieldsOf, isObject, type Fields } from "#core/fields.ts";
import { listAt, objectAt, operationsOf, textAt } from "#features/api-docs/pure/json.ts";
import { WORD_KEYS } from "#features/api-docs/pure/words/all.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// Does the document say enough for readers, and for generating a client?

let app: TestApp;
let document: Fields;
beforeAll(async () => {
  app = await startTestApp();
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Fields;
});
afterAll(() => app.stop());

const schemas = (of: Fields): Fields => objectAt(objectAt(of, "components"), "schemas");

/** Fields below a schema that say nothing of what they mean. */
function silentFields(holder: unknown, where: string): string[] {
  if (Array.isArray(holder)) return holder.flatMap((one) => silentFields(one, where));
  if (!isObject(holder)) return [];
  const silent = Object.entries(objectAt(holder, "properties")).flatMap(([name, property]) =>
    textAt(property, "description") === "" ? [`${where}.${name}`] : [],
  );
  const below = Object.entries(holder).filter(([key]) => key !== "examples");
  return [...silent, ...below.flatMap(([, part]) => silentFields(part, where))];
}

/** Every schema without a meaning of its own, and every field and parameter of a call. */
function silentParts(of: Fields): string[] {
  const named = Object.entries(schemas(of)).flatMap(([name, schema]) => [
    ...(textAt(schema, "description") === "" ? [name] : []),
    ...silentFields(schema, name),
  ]);
  const ofCalls = operationsOf(of).flatMap(({ operation }) => {
    const id = textAt(operation, "operationId");
    const parameters = listAt(operation, "parameters").flatMap((one) =>
      textAt(one, "description") === "" ? [`${id}?${textAt(one, "name")}`] : [],
    );
    return [...parameters, ...silentFields([operation["requestBody"], operation["responses"]], id)];
  });
  return [...named, ...ofCalls];
}

/** The named schemas that one leads to. */
function needed(schema: unknown, all: Fields, known: Fields = {}): Fields {
  for (const [, name = ""] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (name in known) continue;
    known[name] = all[name];
    needed(all[name], all, known);
  }
  return known;
}

/** Every example with its schema, references resolved inside the document. */
function wrongExamples(of: Fields): string[] {
  return operationsOf(of).flatMap(({ path, method, operation }) => {
    const holders = [operation["requestBody"], ...Object.values(objectAt(operation, "responses"))];
    const media = holders.map((holder) => objectAt(holder, "content")["application/json"]).filter(isObject);
    return media.flatMap((one) => {
      const schema = { ...(one["schema"] as Fields), $defs: needed(one["schema"], schemas(of)) };
      const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/");
      const check = z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0]);
      return Object.values(objectAt(one, "examples")).flatMap((example) => {
        const parsed = check.safeParse(fieldsOf(example)["value"]);
        return parsed.success ? [] : [`${method} ${path}: ${z.prettifyError(parsed.error)}`];
      });
    });
  });
}

/** Calls with fewer than two ways written down, without any answer shown, or with fewer than two examples in all. */
function poorCalls(of: Fields): string[] {
  return operationsOf(of).flatMap(({ path, method, operation }) => {
    const samples = listAt(operation, "x-codeSamples").filter((one) => textAt(one, "source").includes("/"));
    const shownIn = (one: unknown): string[] => {
      const json = objectAt(one, "content")["application/json"];
      return Object.keys(objectAt(json, "examples"));
    };
    const answers = Object.values(objectAt(operation, "responses")).flatMap(shownIn);
    const all = [...answers, ...shownIn(operation["requestBody"])];
    // A file is shown by nothing but the refusal beside it.
    const isFile = !JSON.stringify(objectAt(operation, "responses")["200"] ?? "").includes('"examples"');
    return samples.length < 2 || answers.length === 0 || (!isFile && all.length < 2) ? [`${method} ${path}`] : [];
  });
}

describe("the document", () => {
  test("names the things of the product, each with its meaning", () => {
    expect(Object.keys(schemas(document))).toEqual(
      expect.arrayContaining(["Profile", "Experience", "Role", "Company", "CompanyDetail", "School", "Problem"]),
    );
    const profile = objectAt(objectAt(document, "paths"), "/api/profile/get/{id}")["get"];
    expect(JSON.stringify(objectAt(profile, "responses")["200"])).toContain("#/components/schemas/Profile");
  });

  test("says of every field and parameter what it means", () => {
    expect(silentParts(document)).toEqual([]);
  });

  test("has no words for what is not in it", () => {
    const text = JSON.stringify(document);
    const names = WORD_KEYS.map((key) => key.replace(/^\?/, "").split(".").at(-1) ?? "");
    expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([]);
  });

  test("shows each call in a terminal and in a program, with an answer that its schema allows", () => {
    expect(poorCalls(document)).toEqual([]);
    expect(wrongExamples(document)).toEqual([]);
  });

  test("names its server, its ways to prove who calls, and its tags in the order of importance", () => {
    expect(document["servers"]).toEqual([{ url: expect.stringMatching(/^https?:/), description: "This site" }]);
    const schemes = objectAt(objectAt(document, "components"), "securitySchemes");
    expect(Object.keys(schemes)).toEqual(expect.arrayContaining(["bearer", "admin"]));
    for (const scheme of Object.values(schemes)) expect(textAt(scheme, "description")).not.toBe("");
    const names = listAt(document, "tags").map((tag) => textAt(tag, "name"));
    expect(names).toEqual(TAGS.map(([name]) => name).filter((name) => names.includes(name)));
    for (const { operation, path } of operationsOf(document)) {
      expect(names, path).toEqual(expect.arrayContaining(listAt(operation, "tags")));
    }
    const ofAdmin = objectAt(objectAt(document, "paths"), "/api/admin/people")["get"];
    expect(fieldsOf(ofAdmin)["security"]).toEqual([{ admin: [] }]);
  });

  test("planted: a silent field, an example that is none and a call without one are found", () => {
    const planted = structuredClone(document);
    Object.assign(objectAt(schemas(planted)["Role"], "properties"), { planted: { type: "string" } });
    const [first, second] = operationsOf(planted);
    if (!first || !second) throw new Error("no calls");
    first.operation["x-codeSamples"] = [];
    const answer = objectAt(objectAt(second.operation, "responses")["200"], "content")["application/json"];
    Object.assign(objectAt(answer, "examples"), { planted: { value: { not: "this" } } });
    expect(silentParts(planted)).toEqual(["Role.planted"]);
    expect(poorCalls(planted)).toEqual([`${first.method} ${first.path}`]);
    expect(wrongExamples(planted)).toHaveLength(1);
  });

  test("what it shows of public reads is answered as it says: 200, or a 404 for an invented id", async () => {
    const pipeline = ["Shopify", "Google", "Cloudflare"].map((name) => stop(name, "Clerk", "2018-01-01", "2019-01-01"));
    expect((await (await new ApiUser(app).signUp()).save({ pipeline })).status).toBe(200);
    const reads = operationsOf(document).filter(
      ({ method, path, operation }) =>
        method === "get" && path.startsWith("/api/") && JSON.stringify(operation["security"]).includes("{}"),
    );
    expect(reads.length).toBeGreaterThan(15);
    for (const { operation } of reads) {
      const [curl] = listAt(operation, "x-codeSamples");
      const path = /"\$BASE([^"]+)"/.exec(textAt(curl, "source"))?.[1] ?? "";
      const { status, text } = await sendRaw(app, { path });
      // This site knows nobody by the examples' ids, and its engine of paths may still read.
      expect([200, 404, 503], `${path} ${text}`).toContain(status);
    }
  });
});
