import type { FieldIssue } from "./errors.ts";

/**
 * How our own pages call the API: what the product's text says about tokens
 * and error sentences, once. Plain fetch instead of a generated client: core
 * imports nothing, names travel in paths, and the browser is spared the types'
 * run-time half. Callers name the answer's type from a slice's schema.
 */

const NETWORK_FAILURE = "An error occurred during the fetch operation.";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** A call that did not succeed. `message` is a sentence for the person. */
export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The stable code of the answer, "" without one, "network" when no answer came. */
  readonly code: string;
  readonly issues: readonly FieldIssue[];
  /** The whole answer, e.g. the current state on 409. */
  readonly body: unknown;

  constructor(message: string, status: number, code: string, issues: readonly FieldIssue[], body: unknown) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.body = body;
  }
}

export type ApiClient = {
  /**
   * Sends `body` as JSON (a form as it is) and gives the JSON of a 2xx answer. Throws ApiError
   * for every other answer and when there is none; an aborted call throws what
   * the abort says. `path` starts with /api/; encode what people typed.
   */
  request<T>(method: Method, path: string, body?: unknown, options?: { signal?: AbortSignal }): Promise<T>;
};

export type FileClient = {
  /** What a GET call answers as bytes: a file. Throws as `request` does. */
  file(path: string): Promise<Blob>;
};

function fieldsOf(body: unknown): Partial<Record<string, unknown>> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}

/** The sentence of an answer: `error`, `message` or `msg`; else its status. */
export function errorText(body: unknown, status: number, statusText: string): string {
  const fields = fieldsOf(body);
  for (const text of [fields["error"], fields["message"], fields["msg"]]) {
    if (typeof text === "string" && text.trim() !== "") return text;
  }
  return `Error occurred with response ${status} ${statusText}`.trimEnd();
}

function issuesOf(body: unknown): FieldIssue[] {
  const issues = fieldsOf(body)["issues"];
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: unknown) => {
    const { path, message } = fieldsOf(issue);
    return typeof path === "string" && typeof message === "string" ? [{ path, message }] : [];
  });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/**
 * A client on the page's own origin: the session travels as a cookie.
 * `onAuthLost` runs when a call stays unauthorised after one fresh token.
 */
export function createApiClient(
  options: { fetch?: typeof globalThis.fetch; onAuthLost?: () => void } = {},
): ApiClient & FileClient {
  const send = async (method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Response> => {
    const call = options.fetch ?? globalThis.fetch;
    const isForm = body instanceof FormData;
    try {
      return await call(path, {
        method,
        credentials: "same-origin",
        // A form names its own boundary.
        headers: { Accept: "application/json", ...(isForm ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(NETWORK_FAILURE, 0, "network", [], undefined);
    }
  };

  /** One fresh token; a failure is nobody's business but the log's. */
  const refresh = async (): Promise<boolean> => {
    try {
      const response = await (options.fetch ?? globalThis.fetch)("/api/token", { credentials: "same-origin" });
      return response.ok;
    } catch (error) {
      console.warn("The token could not be refreshed.", error);
      return false;
    }
  };

  /** The answer to a call that succeeded. */
  const succeed = async (method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> => {
    let response = await send(method, path, body, signal);
    if (response.status === 401) {
      if (await refresh()) response = await send(method, path, body, signal);
      if (response.status === 401) options.onAuthLost?.();
    }
    if (response.ok) return response;
    const answer = await readJson(response);
    if (signal?.aborted) throw signal.reason;
    const code = fieldsOf(answer)["code"];
    throw new ApiError(
      errorText(answer, response.status, response.statusText),
      response.status,
      typeof code === "string" ? code : "",
      issuesOf(answer),
      answer,
    );
  };

  return {
    async file(path) {
      const response = await succeed("GET", path);
      try {
        return await response.blob();
      } catch {
        throw new ApiError(NETWORK_FAILURE, response.status, "network", [], undefined);
      }
    },
    async request<T>(method: Method, path: string, body?: unknown, extra: { signal?: AbortSignal } = {}) {
      const response = await succeed(method, path, body, extra.signal);
      const answer = await readJson(response);
      if (extra.signal?.aborted) throw extra.signal.reason;
      if (answer === undefined) throw new ApiError(NETWORK_FAILURE, response.status, "network", [], undefined);
      // The server validates its answers against the schema the caller names.
      return answer as T;
    },
  };
}

/** The client of our pages. */
export const api = createApiClient();

/** A first call of a page: fetches the token that a new browser lacks, which spares a refused call. */
export async function callFresh<T>(path: string, body: unknown): Promise<T> {
  await api.request<string>("GET", "/api/token");
  return api.request<T>("POST", path, body);
}

/** The sentence for the person after a failed call. */
export function sentenceOf(failure: unknown): string {
  return failure instanceof ApiError ? failure.message : "Something went wrong. Try again.";
}
