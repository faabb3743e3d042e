import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { ApiError, createApiClient, errorText, type AnswerOf, type Given } from "./api-client.ts";

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
    const { calls, fetch } = fakeFetch(json({ _id: "s", done: true }));
    const given = { path: { id: "s" }, body: { done: true } };
    const answer = await createApiClient({ fetch }).request("PATCH /api/admin/suggestions/{id}", given);
    expect(answer).toEqual({ _id: "s", done: true });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.path).toBe("/api/admin/suggestions/s");
    expect(calls[0]?.init).toMatchObject({
      method: "PATCH",
      credentials: "same-origin",
      body: '{"done":true}',
      headers: { "Content-Type": "application/json" },
    });
  });

  test("sends no body where none is taken, and an empty one where the server reads one", async () => {
    const { calls, fetch } = fakeFetch(json([]), json([]), json([]));
    const client = createApiClient({ fetch });
    await client.request("GET /api/site");
    await client.request("DELETE /api/admin/sessions");
    expect(calls[0]?.init).not.toHaveProperty("body");
    expect(calls[1]?.init).not.toHaveProperty("body");
    await client.request("POST /api/admin/logout");
    expect(calls[2]?.init?.body).toBe("{}");
  });

  test("a form goes as it is, and names its own type", async () => {
    const { calls, fetch } = fakeFetch(json({ pfp: "" }));
    const body = new FormData();
    await createApiClient({ fetch }).request("PATCH /api/pfp/{id}", { path: { id: "p" }, body });
    expect(calls[0]?.init?.body).toBe(body);
    expect(calls[0]?.init?.headers).not.toHaveProperty("Content-Type");
  });

  test.each([
    ["AT&T", "AT%26T"],
    ["a/b?c#d", "a%2Fb%3Fc%23d"],
    ["100%", "100%25"],
    ["Université", "Universit%C3%A9"],
    ["{text}", "%7Btext%7D"],
    ["$& $1", "%24%26%20%241"],
  ])("%s is one part of the path", async (text, part) => {
    const { calls, fetch } = fakeFetch(json([]));
    await createApiClient({ fetch }).request("GET /api/school/get/schools/{text}", { path: { text } });
    expect(calls[0]?.path).toBe(`/api/school/get/schools/${part}`);
  });

  test.each([
    [{ text: "A&B=C +1", cursor: "x" }, "?text=A%26B%3DC+%2B1&cursor=x"],
    [{ text: undefined, cursor: "x" }, "?cursor=x"],
    [{ text: "" }, "?text="],
    [{ text: undefined }, ""],
    [{}, ""],
  ])("the query %j leaves out what is undefined", async (query, search) => {
    const { calls, fetch } = fakeFetch(json([]));
    await createApiClient({ fetch }).request("GET /api/admin/people", { query });
    expect(calls[0]?.path).toBe(`/api/admin/people${search}`);
  });

  test("a 401 costs one token and one retry", async () => {
    const { calls, fetch } = fakeFetch(json({ error: "no" }, 401), json("token"), json({ ok: 2 }));
    const answer = await createApiClient({ fetch }).request("POST /api/user/confirm", { body: { password: "p" } });
    expect(answer).toEqual({ ok: 2 });
    expect(calls.map((call) => call.path)).toEqual(["/api/user/confirm", "/api/token", "/api/user/confirm"]);
    expect(calls[2]?.init?.body).toBe('{"password":"p"}');
  });

  test("a second 401 is the end, told once", async () => {
    const lost = vi.fn();
    const { calls, fetch } = fakeFetch(json({}, 401), json("token"), json({ error: "Log in again." }, 401));
    const error = await failureOf(createApiClient({ fetch, onAuthLost: lost }).request("GET /api/site"));
    expect(error).toMatchObject({ status: 401, message: "Log in again." });
    expect(calls).toHaveLength(3);
    expect(lost).toHaveBeenCalledOnce();
  });

  test("without a fresh token there is no retry", async () => {
    const { calls, fetch } = fakeFetch(json({ error: "first" }, 401), json({}, 503));
    const error = await failureOf(createApiClient({ fetch }).request("GET /api/site"));
    expect(error).toMatchObject({ status: 401, message: "first" });
    expect(calls).toHaveLength(2);
  });

  test.each([403, 404, 409, 500])("%i asks for no token", async (status) => {
    const { calls, fetch } = fakeFetch(json({ error: "so it is" }, status));
    const error = await failureOf(createApiClient({ fetch }).request("GET /api/site"));
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
    const error = await failureOf(createApiClient({ fetch }).request("POST /api/admin/logout"));
    expect(error.code).toBe("invalid-date");
    expect(error.issues).toEqual([{ path: "pipeline.0.roles.0.endDate", message: "Invalid Date" }]);
    expect(error.body).toEqual(body);
  });

  test("no answer at all has its own sentence", async () => {
    const { fetch } = fakeFetch(new TypeError("offline"));
    const error = await failureOf(createApiClient({ fetch }).request("GET /api/site"));
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
    const promise = createApiClient({ fetch }).request("GET /api/site", { signal: stop.signal });
    await expect(promise).rejects.toHaveProperty("name", "AbortError");
  });

  test("a success that is not JSON is a failure", async () => {
    const { fetch } = fakeFetch(new Response("<html>", { status: 200 }));
    const error = await failureOf(createApiClient({ fetch }).request("GET /api/site"));
    expect(error.message).toBe("An error occurred during the fetch operation.");
  });
});

describe("the types", () => {
  const { request } = createApiClient();

  test("are those of the routes", () => {
    expectTypeOf(request<"GET /api/token">).returns.resolves.toEqualTypeOf<string>();
    expectTypeOf<AnswerOf<"POST /api/email/send">>().toEqualTypeOf<{ message: string; jobId: string }>();
    expectTypeOf<Given<"POST /api/user/confirm">>().toHaveProperty("body").toEqualTypeOf<{ password: string }>();
  });

  test("refuse what the routes would refuse", () => {
    const path = { id: "" };
    const query = { cursor: "" };
    const wrong = [
      // @ts-expect-error there is no such call
      () => request("GET /api/nothing"),
      // @ts-expect-error this address takes no POST
      () => request("POST /api/admin/overview"),
      // @ts-expect-error the path needs an id
      () => request("DELETE /api/admin/people/{id}"),
      // @ts-expect-error this path has another placeholder
      () => request("GET /api/jump/{text}", { path }),
      // @ts-expect-error the body is missing
      () => request("POST /api/user/confirm"),
      // @ts-expect-error the body has another field
      () => request("POST /api/user/confirm", { body: { secret: "" } }),
      // @ts-expect-error no such reason
      () => request("POST /api/admin/people/{id}/suspend", { path, body: { reason: "whim" } }),
      // @ts-expect-error this call takes no query
      () => request("GET /api/admin/overview", { query }),
      // @ts-expect-error the query has another field
      () => request("GET /api/admin/people", { query: { page: 2 } }),
      // @ts-expect-error the answer has no such field
      () => request("GET /api/admin/me").then((me) => me.password),
      // @ts-expect-error a refusal's fields are in no answer
      () => request("GET /api/admin/me").then((me) => me.code),
      // @ts-expect-error a form is sent as a form
      () => request("PATCH /api/pfp/{id}", { path, body: { pfp: "" } }),
    ];
    expect(wrong).toHaveLength(12);
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
