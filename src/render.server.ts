import { existsSync } from "node:fs";
import { pathToFileURL, fileURLToPath } from "node:url";
import type { createRequestHandler, LoaderFunctionArgs, RouterContextProvider, ServerBuild } from "react-router";
import type { pageContext } from "#server/page-context.ts";
import { PageTurns } from "#server/page-turns.ts";
import type { pathContext } from "#features/path/path-context.ts";
import type { RenderPage } from "./app.server.ts";
import { buildForPath } from "./build-for-path.server.ts";
import { withBusyLoaders } from "./busy-loaders.server.ts";

/** The other exports of entry.server.tsx. */
type Entry = {
  createRequestHandler: typeof createRequestHandler;
  RouterContextProvider: typeof RouterContextProvider;
  pageContext: typeof pageContext;
  pathContext: typeof pathContext;
};

export const CLIENT_FOLDER = fileURLToPath(new URL("../build/client", import.meta.url));
const SERVER_BUILD = fileURLToPath(new URL("../build/server/index.js", import.meta.url));

function isEntry(module: object): module is Entry {
  return (
    "createRequestHandler" in module &&
    "RouterContextProvider" in module &&
    "pageContext" in module &&
    "pathContext" in module
  );
}

function entryOf(build: ServerBuild): Entry {
  const { module } = build.entry;
  if (!isEntry(module)) throw new Error("The built pages lack the router's entry.");
  return module;
}

/** Pages from the build. */
export async function loadBuiltPages(): Promise<RenderPage> {
  if (!existsSync(SERVER_BUILD)) throw new Error("The pages are not built. Run: npm run build");
  const build: ServerBuild = await import(pathToFileURL(SERVER_BUILD).href);
  return pagesOf(build, "production");
}

/** For a client that has left, so nobody receives it. Only metrics show the status; other servers use 499 for this, too. */
const hasLeft = (): Response => new Response(null, { status: 499 });

/**
 * The same request, but the router does not learn when its client leaves. If it did, it would
 * give the page up at once and let the next one begin, while the page's statements go on in the database. Then clients
 * that ask and leave could have any number of statements running.
 */
function withoutSignal({ url, method, headers }: Request): Request {
  return new Request(url, { method, headers });
}

export function pagesOf(build: ServerBuild, mode: "production" | "development"): RenderPage {
  const entry = entryOf(build);
  const reportOf = ({ context }: LoaderFunctionArgs) => context.get(entry.pageContext).report;
  const buildFor = buildForPath(withBusyLoaders(build, reportOf));
  const turns = new PageTurns();
  const handlers = new Map<ServerBuild, ReturnType<typeof createRequestHandler>>();
  const handlerFor = (request: Request) => {
    const part = buildFor(new URL(request.url).pathname);
    const handle = handlers.get(part) ?? entry.createRequestHandler(part, mode);
    handlers.set(part, handle);
    return handle;
  };
  return (request, page, paths) => {
    const context = new entry.RouterContextProvider();
    context.set(entry.pageContext, page);
    context.set(entry.pathContext, paths);
    // A page whose client has left while it waited is not made. Otherwise the pages of those who are still there are late.
    return turns.make(async () =>
      request.signal.aborted ? hasLeft() : handlerFor(request)(withoutSignal(request), context),
    );
  };
}
