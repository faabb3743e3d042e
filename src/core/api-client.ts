import { fieldsOf } from "./fields.ts";
import type { FieldIssue } from "./errors.ts";
import { withWait } from "./wait-text.ts";

/**
 * Calls of the API by our own pages. Tokens and error sentences are handled here. It uses plain fetch: src/api-calls.ts
 * takes the types of all calls from the server's routes, and the browser gets no code for that.
 */

/** What people read when no answer came. */
export const NETWORK_FAILURE = "An error occurred during the fetch operation.";

/**
 * Every call by its name, e.g. `"PATCH /api/profile/{id}"`, with its path, query, body and answer; `undefined` for
 * parts that it does not have. src/api-calls.ts fills it in, so that core does not depend on slices.
 */
export interface ApiCalls {}
type CallName = keyof ApiCalls;
export type AnswerOf<Name extends CallName> = ApiCalls[Name]["answer"];

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : {} extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** The input of a call: the ids in its path, its query, its body. */
export type Given<Name extends CallName> = Part<"path", ApiCalls[Name]["path"]> &
  Part<"query", ApiCalls[Name]["query"]> &
  Part<"body", ApiCalls[Name]["body"]> & { signal?: AbortSignal | undefined };
type Rest<Name extends CallName> = {} extends Given<Name> ? [given?: Given<Name>] : [given: Given<Name>];
type Sent = { path?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal | undefined };

/** A call that did not succeed. `message` is a sentence for the person. */
export class ApiError extends Error {
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The stable code of the answer, "" without one, "network" when no answer came. */
  readonly code: string;
  readonly issues: readonly FieldIssue[];
  /** The whole answer, e.g. the current state on 409. */
  readonly body: unknown;
  /** The answer's `Retry-After` in seconds, 0 without one. */
  readonly retryAfter: number;

  constructor(
    message: string,
    status: number,
    code: string,
    issues: readonly FieldIssue[],
    body: unknown,
    retryAfter = 0,
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

export type ApiClient = {
  /**
   * Makes a call and returns the JSON of a 2xx answer. A body is sent as JSON, a form as a form.
   * @throws ApiError for any other answer or none; for an aborted call, the abort's reason
   */
  request<Name extends CallName>(name: Name, ...given: Rest<Name>): Promise<AnswerOf<Name>>;
};

type FileClient = {
  /** Makes a GET call and returns the file's bytes. Throws as `request` does. */
  file(path: string): Promise<Blob>;
};

function textsOf(values: unknown): [name: string, text: string][] {
  return Object.entries(fieldsOf(values)).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

/** The method and address of a call. Ids are encoded into the path; undefined query parameters are left out. */
function callOf(name: string, { path, query }: Sent): { method: string; address: string } {
  const [method = "", template = ""] = name.split(" ");
  const ids = new Map(textsOf(path));
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(ids.get(key) ?? ""));
  const search = new URLSearchParams(textsOf(query)).toString();
  return { method, address: search === "" ? filled : `${filled}?${search}` };
}

/** The error sentence of an answer: `error`, `message` or `msg`, otherwise its status. */
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

/** The error of a refused request. Its sentence says the real wait. */
function refusalOf(answer: unknown, code: string, { status, statusText, headers }: Response): ApiError {
  const seconds = Number(headers.get("retry-after") ?? 0);
  const sentence = withWait(errorText(answer, status, statusText), seconds);
  return new ApiError(sentence, status, code, issuesOf(answer), answer, seconds);
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** A refusal that passes by itself: too many requests, a busy server, a fault. Otherwise undefined. */
export async function passingRefusal(response: Response): Promise<ApiError | undefined> {
  if (response.status !== 429 && response.status < 500) return undefined;
  const answer = await readJson(response);
  return refusalOf(answer, "", response);
}

/**
 * A client on the page's own origin: the session travels as a cookie. `onAuthLost` runs when a call is still
 * unauthorised after one fresh token.
 */
export function createApiClient(
  options: { fetch?: typeof globalThis.fetch; onAuthLost?: () => void } = {},
): ApiClient & FileClient {
  const send = async (method: string, address: string, given: Sent = {}): Promise<Response> => {
    const { signal } = given;
    const call = options.fetch ?? globalThis.fetch;
    // The server expects a body for these methods, even if it needs nothing from it.
    const body = given.body ?? (method === "POST" || method === "PATCH" ? {} : undefined);
    const isForm = body instanceof FormData;
    try {
      return await call(address, {
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

  /** Gets a fresh token. A failure is only logged. */
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
  const succeed = async (method: string, address: string, given?: Sent): Promise<Response> => {
    let response = await send(method, address, given);
    if (response.status === 401) {
      if (await refresh()) response = await send(method, address, given);
      if (response.status === 401) options.onAuthLost?.();
    }
    if (response.ok) return response;
    const answer = await readJson(response);
    if (given?.signal?.aborted) throw given.signal.reason;
    const code = fieldsOf(answer)["code"];
    throw refusalOf(answer, typeof code === "string" ? code : "", response);
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
    async request<Name extends CallName>(name: Name, ...[given = {}]: [given?: Sent]) {
      const { method, address } = callOf(name, given);
      const response = await succeed(method, address, given);
      const answer = await readJson(response);
      if (given.signal?.aborted) throw given.signal.reason;
      if (answer === undefined) throw new ApiError(NETWORK_FAILURE, response.status, "network", [], undefined);
      // The server checks its answers against the schema that this type comes from.
      return answer as AnswerOf<Name>;
    },
  };
}

export const api = createApiClient();

/** A first call of a page: fetches the token that a new browser lacks, which spares a refused call. */
export async function callFresh<Name extends CallName>(name: Name, ...given: Rest<Name>): Promise<AnswerOf<Name>> {
  await api.request("GET /api/token");
  return api.request(name, ...given);
}

/** The sentence for the person after a failed call. */
export function sentenceOf(failure: unknown): string {
  return failure instanceof ApiError ? failure.message : "Something went wrong. Try again.";
}
