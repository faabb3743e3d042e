import { afterEach, describe, expect, it, vi } from "vitest";
import { importPage, importPart, waitForConnection, tryAgain, recover, retryWhenOnline } from "./connection.ts";

const LOST = new TypeError("Failed to fetch");
const PAGE = new URL("https://pipelines.example/discover.data");

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("what waits for a connection", () => {
  it("is tried again each time it is asked to, until it is there", async () => {
    const attempt = vi.fn<() => Promise<string>>();
    attempt.mockRejectedValueOnce(LOST).mockRejectedValueOnce(LOST).mockResolvedValue("there");
    const answer = retryWhenOnline(attempt);
    await vi.waitFor(() => expect(attempt).toHaveBeenCalledTimes(1));
    tryAgain();
    await vi.waitFor(() => {
      tryAgain();
      expect(attempt).toHaveBeenCalledTimes(3);
    });
    expect(await answer).toBe("there");
  });

  it("fails at once for any other reason", async () => {
    await expect(retryWhenOnline(() => Promise.reject(new Error("another")))).rejects.toThrow("another");
  });

  it("ends where the visitor goes elsewhere", async () => {
    const leaving = new AbortController();
    const attempt = vi.fn<() => Promise<string>>().mockRejectedValue(LOST);
    const answer = retryWhenOnline(attempt, leaving.signal);
    await vi.waitFor(() => expect(attempt).toHaveBeenCalledTimes(1));
    leaving.abort(new Error("left"));
    await expect(answer).rejects.toThrow("left");
  });

  it("is the reading of this site's pages alone", async () => {
    vi.stubGlobal("location", { origin: PAGE.origin });
    const plain = vi.fn<typeof fetch>().mockRejectedValue(LOST);
    const call = waitForConnection(plain);
    await expect(call("/api/user/logout", { method: "POST" })).rejects.toBe(LOST);
    await expect(call(new URL("https://elsewhere.example/a.data"))).rejects.toBe(LOST);
    await expect(call(PAGE, { method: "POST" })).rejects.toBe(LOST);
    const leaving = new AbortController();
    let isOver = false;
    const held = call(PAGE, { signal: leaving.signal }).finally(() => (isOver = true));
    await vi.waitFor(() => expect(plain).toHaveBeenCalledTimes(4));
    expect(isOver).toBe(false);
    leaving.abort(new Error("left"));
    await expect(held).rejects.toThrow("left");
  });

  it("is also a refusal of data for the page that is shown", async () => {
    const place = { origin: PAGE.origin, pathname: "/discover" };
    vi.stubGlobal("location", place);
    const refusal = (headers = {}) => Response.json({ error: "Busy." }, { status: 503, headers });
    const plain = vi.fn<typeof fetch>();
    const call = waitForConnection(plain);
    for (const [pathname, address] of [
      ["/discover", "/discover.data?page=2"],
      ["/discover", "/ask/reading.data?_routes=reading"],
      ["/", "/_.data"],
    ] as const) {
      place.pathname = pathname;
      plain.mockReset().mockResolvedValueOnce(refusal()).mockResolvedValueOnce(new Response("here"));
      const answer = call(new URL(address, PAGE));
      await vi.waitFor(() => {
        tryAgain();
        expect(plain).toHaveBeenCalledTimes(2);
      });
      expect(await (await answer).text()).toBe("here");
    }
    place.pathname = "/discover";
    // Another page has an error page, and what the router itself answers is shown.
    plain.mockReset().mockImplementation(async () => refusal());
    for (const address of ["/search.data", "/search.data?_routes=root,search"])
      expect((await call(new URL(address, PAGE))).status).toBe(503);
    plain.mockReset().mockResolvedValue(refusal({ "X-Remix-Response": "yes" }));
    expect((await call(PAGE)).status).toBe(503);
  });

  it("gives the error page of another page the sentence with the real wait", async () => {
    vi.stubGlobal("location", { origin: PAGE.origin, pathname: "/search" });
    const body = { error: "Too many requests. Wait a moment and try again." };
    const plain = async () => Response.json(body, { status: 429, headers: { "Retry-After": "180" } });
    const answer = await waitForConnection(plain)(PAGE);
    expect([answer.status, await answer.text()]).toEqual([429, "Too many requests. Try again in 3 minutes."]);
  });
});

describe("a file that the server no longer has", () => {
  it("waits for a reload, and comes if another process still has it", async () => {
    vi.stubGlobal("document", { querySelector: () => null });
    const reload = vi.fn<() => void>();
    vi.stubGlobal("location", { reload });
    const fetched = vi.fn<typeof fetch>().mockResolvedValue(new Response("", { status: 404 }));
    vi.stubGlobal("fetch", fetched);
    const part = retryWhenOnline(() => importPart(async () => "there", ["/assets/part-1.js"]));
    await vi.waitFor(() => {
      recover();
      expect(reload).toHaveBeenCalled();
    });
    expect(fetched).toHaveBeenCalledTimes(1);
    fetched.mockResolvedValue(new Response("here"));
    tryAgain();
    expect(await part).toBe("there");
  });

  it("is offered a reload, too, if its import failed although it had come", async () => {
    vi.stubGlobal("document", { querySelector: () => null });
    const reload = vi.fn<() => void>();
    vi.stubGlobal("location", { reload });
    vi.stubGlobal("fetch", async () => new Response("here"));
    // As browsers do, it fails again without a request.
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError("Failed to fetch the module"));
    const leaving = new AbortController();
    const part = retryWhenOnline(() => importPart(load, ["/assets/part-2.js"]), leaving.signal);
    await vi.waitFor(() => {
      recover();
      expect(reload).toHaveBeenCalled();
    });
    expect(load).toHaveBeenCalledTimes(1);
    leaving.abort(new Error("left"));
    await expect(part).rejects.toThrow("left");
  });

  it("is left to the router if it is a page's script", async () => {
    vi.stubGlobal("document", { querySelector: () => null });
    vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
    await expect(importPage(() => Promise.reject(new Error("gone")), ["/assets/page-1.js"])).rejects.toThrow("gone");
  });
});
