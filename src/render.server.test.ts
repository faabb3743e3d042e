import type { ServerBuild } from "react-router";
import { expect, test } from "vitest";
import type { PageContext } from "#server/page-context.ts";
import { pagesOf } from "./render.server.ts";

test("pages take turns", async () => {
  const begun: string[] = [];
  const ended = Promise.withResolvers<void>();
  const router = async (request: Request): Promise<Response> => {
    begun.push(new URL(request.url).pathname);
    await ended.promise;
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
  const paths = ["/1", "/2", "/3"];
  const made = paths.map((path) => render(new Request(`http://127.0.0.1${path}`), {} as PageContext, undefined));
  await Promise.resolve();
  expect(begun).toEqual(["/1", "/2"]);
  // The third begins while this thread has nothing else to do.
  await expect.poll(() => begun).toEqual(paths);
  ended.resolve();
  expect(await Promise.all(made)).toHaveLength(3);
});
