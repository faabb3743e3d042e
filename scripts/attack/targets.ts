import { readOperations, type Operation } from "#tests/helpers/fuzz-requests.ts";
import { Dice, sample, type Words } from "#tests/helpers/fuzz-values.ts";
import type { Target } from "./tools.ts";

/** How many calls are attacked. Calls whose text reaches a query come first, then calls that write. */
const COUNT = 32;
/** Calls that are slow on purpose, or that end the session which the other calls need. */
const LEFT_OUT = /logout|\/sessions|totp|login$|signup|\/password|\/confirm|DELETE \/api\/(?:profile|admin\/people)/;

function rank({ method, path, body }: Operation): number {
  if (method === "GET" && /\{(?:text|name)\}|getBy|jump/.test(path)) return 0;
  if (method === "GET" && path.includes("{")) return 1;
  if (body && /profile|company|suggestion|newsletter|verify|earlyAccess/.test(path)) return 2;
  return method === "GET" ? 3 : 4;
}

/** The calls for sqlmap. It may change every path parameter, query parameter and body field. */
export function targetsOf(
  document: unknown,
  at: { url: string; words: Words; userToken: string; adminToken: string },
): Target[] {
  const { operations, schemas } = readOperations(document);
  return operations
    .filter((operation) => !LEFT_OUT.test(`${operation.method} ${operation.path}`))
    .filter(({ parameters, body }) => parameters.length > 0 || body?.type === "application/json")
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, COUNT)
    .map((operation) => {
      const dice = new Dice(7);
      const isAdmin = /\/admin|\/email\/(?:send|audience|broadcasts|preview)|company\/(?:create|delete|logo)/.test(
        operation.path,
      );
      const queries = operation.parameters
        .filter((parameter) => parameter.in === "query")
        .map(({ name, schema }) => {
          const value = sample(schema, schemas, dice, at.words, name);
          return `${name}=${encodeURIComponent(String(value ?? "a"))}`;
        });
      const path = operation.path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
        const owner = /\/compan(?:y|ies)\//.test(operation.path) ? "companyId" : "schoolId";
        const isTheirs =
          name === "id" && !/\/(?:profile|pfp|user|mongodbId|admin\/(?!companies)|email)/.test(operation.path);
        const known = (isTheirs ? at.words[owner] : undefined) ?? at.words[name];
        return `${encodeURIComponent(String(known?.[0] ?? "a"))}*`;
      });
      const isBody = operation.body?.type === "application/json";
      return {
        method: operation.method,
        url: `${at.url}${path}${queries.length > 0 ? `?${queries.join("&")}` : ""}`,
        headers: {
          Authorization: `Bearer ${isAdmin ? at.adminToken : at.userToken}`,
          ...(isBody ? { "Content-Type": "application/json" } : {}),
        },
        body: isBody ? bodyOf(operation, schemas, at.words) : undefined,
      };
    });
}

/** Makes random bodies until one has content. */
function bodyOf(operation: Operation, schemas: Readonly<Record<string, unknown>>, words: Words): string {
  for (let seed = 0; seed < 20; seed += 1) {
    const text = JSON.stringify(sample(operation.body?.schema, schemas, new Dice(seed), words)) ?? "";
    // `*` would mark a place for sqlmap. An outdated revision would stop the call before anything else is reached.
    if (text.length > 10) return text.replaceAll("*", "").replace(/"rev":-?\d+,?/, "");
  }
  return "{}";
}
