import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { PageContext } from "#server/page-context.ts";
import { pagesOf } from "./render.server.ts";

/** Pages that end when `end` is called, and the paths of those that have begun. */
function openPages() {
  const begun: string[] = [];
  const ended = Promise.withResolvers<void>();
  const router = async (request: Request): Promise<Response> => {
    begun.push(new URL(request.url).pathname);
    await ended.promise;
    // React Router would end such a page at once.
    request.signal.throwIfAborted();
    return new Response();
  };
  const module = {
    createRequestHandler: () => router,
    RouterContextProvider: class {
      set(): void {}
    },
    pageContext: {},
    pathContext: {},
  };
  const build = { entry: { module }, routes: {}, assets: { routes: {} } } as unknown as ServerBuild;
  const render = pagesOf(build, "production");
  const ask = (path: string, signal?: AbortSignal) =>
    render(new Request(`http://127.0.0.1${path}`, { signal: signal ?? null }), {} as PageContext, undefined);
  return { begun, ask, end: () => ended.resolve() };
}

test("pages take turns", async () => {
  const { begun, ask, end } = openPages();
  const paths = ["/1", "/2", "/3"];
  const made = paths.map((path) => ask(path));
  await Promise.resolve();
  expect(begun).toEqual(["/1", "/2"]);
  // The third begins while this thread has nothing else to do.
  await expect.poll(() => begun).toEqual(paths);
  end();
  expect(await Promise.all(made)).toHaveLength(3);
});

test("a page is not made if its client leaves before its turn", async () => {
  const { begun, ask, end } = openPages();
  const client = new AbortController();
  const made = [ask("/1"), ask("/2"), ask("/3", client.signal), ask("/4")];
  client.abort();
  end();
  await Promise.all(made);
  expect(begun).toEqual(["/1", "/2", "/4"]);
});

test("a page whose client leaves keeps its turn until its work ends", async () => {
  const { ask, end } = openPages();
  const client = new AbortController();
  const made = ask("/1", client.signal);
  client.abort();
  end();
  expect((await made).status).toBe(200);
});
