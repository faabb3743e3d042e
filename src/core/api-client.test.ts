import { describe, expect, test, vi } from "vitest";
import { ApiError, createApiClient, errorText } from "./api-client.ts";

type Call = { path: string; init: RequestInit | undefined };

/** A fetch that gives the listed answers in order and remembers the calls. */
function fakeFetch(...answers: (Response | Error)[]): { calls: Call[]; fetch: typeof globalThis.fetch } {
  const calls: Call[] = [];
  const fetch: typeof globalThis.fetch = (path, init) => {
    calls.push({ path: String(path), init });
    const answer = answers.shift();
    if (!answer) return Promise.reject(new Error("one call too many"));
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { calls, fetch };
}

function json(body: unknown, status = 200, statusText = ""): Response {
  return new Response(JSON.stringify(body), { status, statusText });
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  return error;
}

describe("request", () => {
  test("sends JSON with the cookie and gives the JSON of the answer", async () => {
    const { calls, fetch } = fakeFetch(json({ ok: 1 }));
    const answer = await createApiClient({ fetch }).request<{ ok: number }>("PATCH", "/api/x", { a: "ä" });
    expect(answer).toEqual({ ok: 1 });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.init).toMatchObject({
      method: "PATCH",
      credentials: "same-origin",
      body: '{"a":"ä"}',
      headers: { "Content-Type": "application/json" },
    });
  });

  test("sends no body when there is none", async () => {
    const { calls, fetch } = fakeFetch(json([]));
    await createApiClient({ fetch }).request("GET", "/api/x");
    expect(calls[0]?.init).not.toHaveProperty("body");
  });

  test("a 401 costs one token and one retry", async () => {
    const { calls, fetch } = fakeFetch(json({ error: "no" }, 401), json("token"), json({ ok: 2 }));
    const answer = await createApiClient({ fetch }).request("POST", "/api/x", { a: 1 });
    expect(answer).toEqual({ ok: 2 });
    expect(calls.map((call) => call.path)).toEqual(["/api/x", "/api/token", "/api/x"]);
    expect(calls[2]?.init?.body).toBe('{"a":1}');
  });

  test("a second 401 is the end, told once", async () => {
    const lost = vi.fn();
    const { calls, fetch } = fakeFetch(json({}, 401), json("token"), json({ error: "Log in again." }, 401));
    const error = await failureOf(createApiClient({ fetch, onAuthLost: lost }).request("GET", "/api/x"));
    expect(error).toMatchObject({ status: 401, message: "Log in again." });
    expect(calls).toHaveLength(3);
    expect(lost).toHaveBeenCalledOnce();
  });

  test("without a fresh token there is no retry", async () => {
    const { calls, fetch } = fakeFetch(json({ error: "first" }, 401), json({}, 503));
    const error = await failureOf(createApiClient({ fetch }).request("GET", "/api/x"));
    expect(error).toMatchObject({ status: 401, message: "first" });
    expect(calls).toHaveLength(2);
  });

  test.each([403, 404, 409, 500])("%i asks for no token", async (status) => {
    const { calls, fetch } = fakeFetch(json({ error: "so it is" }, status));
    const error = await failureOf(createApiClient({ fetch }).request("GET", "/api/x"));
    expect(error.status).toBe(status);
    expect(calls).toHaveLength(1);
  });

  test("carries code, issues and the whole answer", async () => {
    const body = {
      error: "Invalid Date",
      code: "invalid-date",
      issues: [{ path: "pipeline.0.roles.0.endDate", message: "Invalid Date" }, { path: 3 }, null],
      profile: { rev: 4 },
    };
    const { fetch } = fakeFetch(json(body, 400));
    const error = await failureOf(createApiClient({ fetch }).request("PATCH", "/api/x", {}));
    expect(error.code).toBe("invalid-date");
    expect(error.issues).toEqual([{ path: "pipeline.0.roles.0.endDate", message: "Invalid Date" }]);
    expect(error.body).toEqual(body);
  });

  test("no answer at all has its own sentence", async () => {
    const { fetch } = fakeFetch(new TypeError("offline"));
    const error = await failureOf(createApiClient({ fetch }).request("GET", "/api/x"));
    expect(error).toMatchObject({
      message: "An error occurred during the fetch operation.",
      status: 0,
      code: "network",
    });
  });

  test("an abort stays an abort", async () => {
    const stop = new AbortController();
    const fetch: typeof globalThis.fetch = (_path, init) => {
      stop.abort();
      return Promise.reject(init?.signal?.reason);
    };
    const promise = createApiClient({ fetch }).request("GET", "/api/x", undefined, { signal: stop.signal });
    await expect(promise).rejects.toHaveProperty("name", "AbortError");
  });

  test("a success that is no JSON is a failure", async () => {
    const { fetch } = fakeFetch(new Response("<html>", { status: 200 }));
    const error = await failureOf(createApiClient({ fetch }).request("GET", "/api/x"));
    expect(error.message).toBe("An error occurred during the fetch operation.");
  });
});

describe("file", () => {
  test("gives the bytes of the answer", async () => {
    const { calls, fetch } = fakeFetch(new Response(new Uint8Array([0x50, 0x4b, 0, 0xff])));
    const blob = await createApiClient({ fetch }).file("/api/x");
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0x50, 0x4b, 0, 0xff]);
    expect(calls[0]?.init).toMatchObject({ method: "GET", credentials: "same-origin" });
  });

  test("throws the sentence of a refusal, after a fresh token where that is what lacks", async () => {
    const refused = fakeFetch(json({ error: "Say it again.", code: "not-proven" }, 403));
    const failure = await failureOf(createApiClient({ fetch: refused.fetch }).file("/api/x"));
    expect(failure).toMatchObject({ message: "Say it again.", status: 403, code: "not-proven" });
    const { calls, fetch } = fakeFetch(json({}, 401), json("token"), new Response("x"));
    expect(await (await createApiClient({ fetch }).file("/api/x")).text()).toBe("x");
    expect(calls.map((call) => call.path)).toEqual(["/api/x", "/api/token", "/api/x"]);
  });

  test("throws like a failed connection where the bytes break off", async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new Error("cut")) });
    const { fetch } = fakeFetch(new Response(broken));
    expect(await failureOf(createApiClient({ fetch }).file("/api/x"))).toMatchObject({ code: "network" });
  });
});

describe("errorText", () => {
  test.each([
    [{ error: "a", message: "b", msg: "c" }, "a"],
    [{ message: "b", msg: "c" }, "b"],
    [{ error: "", message: "b" }, "b"],
    [{ error: { deep: 1 }, msg: "c" }, "c"],
    [{}, "Error occurred with response 502 Bad Gateway"],
    ["text", "Error occurred with response 502 Bad Gateway"],
    [undefined, "Error occurred with response 502 Bad Gateway"],
    [null, "Error occurred with response 502 Bad Gateway"],
  ])("%j", (body, text) => {
    expect(errorText(body, 502, "Bad Gateway")).toBe(text);
  });

  test("without a status text there is no trailing space", () => {
    expect(errorText({}, 500, "")).toBe("Error occurred with response 500");
  });
});
