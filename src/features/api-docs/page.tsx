import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { drawn, keptMarkup } from "#features/drawing/parts/draw.tsx";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { useHydrated } from "#ui/client-only.tsx";
import { TextField } from "#ui/text-field.tsx";
import { AllCalls } from "./parts/all-calls.tsx";
import { CallIndex } from "./parts/call-index.tsx";
import { CodeBlock } from "./parts/code-block.tsx";
import { copyFrom } from "./parts/copy-from.ts";
import { showCalls } from "./parts/show-calls.ts";
import { findCalls, toShown } from "./pure/shown-calls.ts";
import type { Route } from "./+types/page.ts";

export function loader({ context }: LoaderFunctionArgs) {
  const page = context.get(pageContext);
  page.share(["api-docs"]);
  const { groups, schemas, index } = toShown(page.openApi());
  const source = firstCall(page.baseUrl);
  return {
    index,
    firstCall: drawn(page, keptMarkup(page, CodeBlock, { label: "A first call", of: "this site", source })),
    calls: drawn(page, keptMarkup(page, AllCalls, { groups, schemas })),
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "API",
    description: "Every call of the Pipelines API: what it takes, what it gives, and its errors.",
    path: "/api/docs",
  });
}

const firstCall = (baseUrl: string): string =>
  `BASE=${baseUrl}\ncurl -s "$BASE/api/company/get/companies/cloudfl"\n\nTOKEN=$(curl -s "$BASE/api/token" | tr -d '"')`;

/** Filters while typing. Without script the browser's own search works, because the page contains all calls. */
function Search(props: { value: string; onChange: (text: string) => void; found: number | undefined }): ReactNode {
  return (
    <div className="apisearch">
      <TextField
        label="Find a call"
        type="search"
        value={props.value}
        onChange={props.onChange}
        placeholder="company employees"
        autoComplete="off"
      />
      <p className="small dim" role="status">
        {/* Not by amountText, which loads 5 kB of script. */}
        {props.found === undefined ? "" : props.found === 1 ? "1 call" : `${props.found} calls`}
      </p>
    </div>
  );
}

export default function ApiDocsPage() {
  const { index, firstCall: first, calls } = useLoaderData<typeof loader>();
  const [text, setText] = useState("");
  const isLive = useHydrated();
  const page = useRef<HTMLDivElement>(null);
  const found = useMemo(() => (text.trim() === "" ? undefined : findCalls(index, text)), [index, text]);
  useLayoutEffect(() => {
    if (page.current) showCalls(page.current, found);
  }, [found]);
  useEffect(() => {
    const element = page.current;
    // The buttons are within parts that only the server draws.
    const onClick = ({ target }: MouseEvent): void => void (target && copyFrom(target));
    element?.addEventListener("click", onClick);
    return () => element?.removeEventListener("click", onClick);
  }, []);
  return (
    <div ref={page} className={isLive ? "wrap section apilive" : "wrap section"}>
      <h1 className="h-page">API</h1>
      <p className="lead apilead">
        Everything the pages can do, a program can do too. Public reads need nothing; for the rest fetch a token from{" "}
        <code>/api/token</code>, send it as <code>Authorization: Bearer</code> with every call, and log in with it. To
        generate a client, take{" "}
        <a className="link" href="/api/openapi.json" download>
          openapi.json
        </a>
        . Any call can answer 400 for a request of the wrong form, 429 with <code>Retry-After</code> above its limit,
        500, and 503 while the site is busy.
      </p>
      <DrawnPart className="apilead" drawn={first} name="first-call" />
      <div className="apidocs">
        <aside className="apidocs__side">
          {isLive ? (
            <Search value={text} onChange={setText} found={found?.length} />
          ) : (
            <div className="apisearch" aria-hidden="true" />
          )}
          <CallIndex groups={index} />
        </aside>
        <div className="apidocs__calls">
          {found?.length === 0 && <p className="apigroup">No call has all of these words.</p>}
          <DrawnPart drawn={calls} name="calls" />
        </div>
      </div>
    </div>
  );
}
