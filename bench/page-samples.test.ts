import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openApiDocument } from "#app/api.server.ts";
import routes from "#app/routes.ts";
import type { Services } from "#server/context.ts";
import { CALLS, CALLS_LEFT_OUT, LOOKUPS } from "./call-samples.ts";
import { PAGES, PAGES_LEFT_OUT } from "./page-samples.ts";

const services = { config: { corsOrigins: [], baseUrl: "http://test.invalid" } } as unknown as Services;
const document = z
  .looseObject({
    paths: z.record(
      z.string(),
      z.looseObject({ get: z.looseObject({ security: z.array(z.record(z.string(), z.unknown())) }).optional() }),
    ),
  })
  .parse(openApiDocument(services));

/** What anybody may ask, without a token. */
const publicCalls = Object.entries(document.paths).flatMap(([path, { get }]) =>
  get?.security.some((scheme) => Object.keys(scheme).length === 0) ? [path] : [],
);

const sorted = (names: Iterable<string>): string[] => [...names].toSorted();

describe("npm run bench", () => {
  it("reads every page of src/routes.ts, or says why not", () => {
    const known = routes.map(({ path = "" }) => path);
    expect(known.length).toBeGreaterThan(30);
    expect(sorted([...Object.keys(PAGES), ...Object.keys(PAGES_LEFT_OUT)])).toEqual(sorted(known));
  });

  it("asks every public call of the API, or says why not", () => {
    expect(publicCalls.length).toBeGreaterThan(20);
    const measured = [CALLS, LOOKUPS, CALLS_LEFT_OUT].flatMap((list) => Object.keys(list));
    expect(sorted(measured)).toEqual(sorted(publicCalls));
  });

  it("has another name for each read", () => {
    const names = [PAGES, CALLS, LOOKUPS].flatMap((list) =>
      Object.values(list)
        .flat()
        .map(({ what }) => what),
    );
    expect(sorted(new Set(names))).toEqual(sorted(names));
  });
});
