import { ERRORS } from "#core/errors.ts";

type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  responses?: Record<string, { description?: string; headers?: Record<string, unknown> }>;
};

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Document = { paths?: Record<string, Partial<Record<(typeof METHODS)[number], Operation>>> };
type Call = { method: (typeof METHODS)[number]; path: string; operation: Operation };

/** Every call of the document. */
export function callsIn({ paths = {} }: Document): Call[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? { method, path, operation } : [];
    }),
  );
}

const RETRY_AFTER = { description: "Seconds after which to come back", schema: { type: "integer", minimum: 1 } };

/** Makes an operation's name from its address: `PATCH /api/profile/{id}` is `patchProfileById`. */
export function operationId(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, "")
    .split("/")
    // An address with a trailing slash is another address.
    .map((piece, n, all) => (piece === "" && n === all.length - 1 ? "all" : piece.replace(/^\{(.*)\}$/, "by-$1")))
    .join("-")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return method + words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join("");
}

/** How a caller can prove who they are. Each call names the schemes it accepts. */
export const SECURITY_SCHEMES = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "A token from GET /api/token, which sign-up or login bind to an account. Our own pages use an HttpOnly cookie in its place.",
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
 * Adds to every operation what slices need not write: its name, its token, and the `Retry-After` header. An operation
 * needs a token if it can answer 401; otherwise a token is optional.
 */
export function completeDocument(document: Document): void {
  for (const { method, path, operation } of callsIn(document)) {
    operation.operationId ??= operationId(method, path);
    operation.security ??= securityOf(operation);
    for (const status of ["429", "503"]) {
      const response = operation.responses?.[status];
      if (response) response.headers = { ...response.headers, "retry-after": RETRY_AFTER };
    }
  }
}
