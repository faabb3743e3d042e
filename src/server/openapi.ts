import { ERRORS } from "#core/errors.ts";

type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  responses?: Record<string, { description?: string; headers?: Record<string, unknown> }>;
};

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
type PathItem = Partial<Record<(typeof METHODS)[number], Operation>>;

const RETRY_AFTER = { description: "Seconds after which to come back", schema: { type: "integer", minimum: 1 } };

/** A name for programs made from the address: `PATCH /api/profile/{id}` is `patchProfileById`. */
export function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, "")
    .split("/")
    // A trailing slash is an address of its own.
    .map((piece, n, all) => (piece === "" && n === all.length - 1 ? "all" : piece.replace(/^\{(.*)\}$/, "by-$1")))
    .join("-")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method + words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
}

/** Ways to prove who calls; each call names those that it takes. */
export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "A token from GET /api/token, which sign-up or log-in bind to an account. Our own pages use an HttpOnly cookie in its place.",
  },
  admin: {
    type: "http",
    scheme: "bearer",
    description: "A token to which POST /api/admin/login has given an administrator's rights.",
  },
} as const;

function securityOf({ responses = {} }: Operation): Record<string, string[]>[] {
  if (!responses["401"]) return [{}, { bearer: [] }];
  const refused = responses["403"]?.description ?? "";
  if (!refused.includes(ERRORS["not-admin"].sentence)) return [{ bearer: [] }];
  return refused.includes(ERRORS["not-yours"].sentence) ? [{ bearer: [] }, { admin: [] }] : [{ admin: [] }];
}

/**
 * What every operation has and no door should have to write: a name for
 * programs, whether it wants a token (those that can answer 401 do, the others
 * take one and work without), and the header that says when to come back.
 */
export function completeDocument<Document extends { paths?: Record<string, PathItem> }>(document: Document): Document {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      operation.operationId ??= operationId(method, path);
      operation.security ??= securityOf(operation);
      for (const status of ["429", "503"]) {
        const response = operation.responses?.[status];
        if (response) response.headers = { ...response.headers, "retry-after": RETRY_AFTER };
      }
    }
  }
  return document;
}
