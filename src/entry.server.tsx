import { renderToPipeableStream } from "react-dom/server";
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from "react-router";
import { NonceContext } from "#ui/nonce.ts";
import { fetchScriptsLate } from "#server/late-scripts.ts";
import { pageContext } from "#server/page-context.ts";
import { TextSink } from "#server/text-sink.ts";

/** The server must use the bundle's own router and context key, so they are exported here. */
export { createRequestHandler, RouterContextProvider } from "react-router";
export { pageContext } from "#server/page-context.ts";
export { pathContext } from "#features/path/path-context.ts";

/** Milliseconds after which a page that does not finish is given up. */
export const streamTimeout = 5_000;

/** Renders a page to one text: pages hold no late parts, and a whole text can be kept for other visitors. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const { nonce, deliver } = loadContext.get(pageContext);
  return new Promise((resolve, reject) => {
    const sink = new TextSink((html) => {
      clearTimeout(timer);
      // Only in built pages: in development React would report the change as an error.
      deliver(import.meta.env.PROD ? fetchScriptsLate(html) : html);
      resolve(new Response(null, { status, headers }));
    });
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError: reject,
        // Send the page as one text, so that long parts inside a boundary are in their place without script too.
        progressiveChunkSize: Infinity,
      },
    );
    const timer = setTimeout(() => {
      reject(new Error("Rendering took too long."));
      abort();
    }, streamTimeout);
  });
}

/** Handles errors of loaders and views. Responses that we throw on purpose (404) are no errors. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  // The router's own 404, for an address that no route matches: one with a line break. Anybody can ask for it.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.get(pageContext).report(error);
}
