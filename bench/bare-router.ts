/**
 * What React Router costs at least for a page: one route whose loader gives a page's elements and texts, and whose
 * component makes React elements of them, rendered for each request and sent as it is. What it leaves out: the database,
 * our components and what they work out, the data that is handed over to the browser (the script with it is sent as a
 * text that is ready), hashes of scripts, headers of security, limits, and packing.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider, useLoaderData } from "react-router";
import { elementOf } from "./bare-markup.ts";
import { readMarkup, type MarkupElement } from "./markup.ts";

const page = readMarkup(readFileSync(process.argv[2] ?? "", "utf8"));

function Page() {
  const markup: MarkupElement = useLoaderData();
  return elementOf(markup);
}

const handler = createStaticHandler([{ path: "*", loader: () => page, Component: Page }]);

const server = createServer((request, response) => {
  const fail = (error: unknown): void => {
    response.destroy(error instanceof Error ? error : new Error(String(error)));
  };
  void (async () => {
    const context = await handler.query(new Request(`http://127.0.0.1${request.url ?? "/"}`));
    if (context instanceof Response) throw new Error("The route answers by itself.");
    const router = createStaticRouter(handler.dataRoutes, context);
    const { pipe } = renderToPipeableStream(createElement(StaticRouterProvider, { router, context, hydrate: false }), {
      onAllReady: () => {
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        pipe(response);
      },
      onError: fail,
    });
  })().catch(fail);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
