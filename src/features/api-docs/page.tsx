import { useState, type ReactNode } from "react";
import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { useHydrated } from "#ui/client-only.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Call } from "./parts/call.tsx";
import { CallIndex, groupId } from "./parts/call-index.tsx";
import { CodeBlock } from "./parts/code-block.tsx";
import { Schema } from "./parts/schema.tsx";
import { findCalls, toShownGroups, toShownSchemas } from "./pure/shown-calls.ts";
import type { Route } from "./+types/page.ts";

export function loader({ context }: LoaderFunctionArgs) {
  const page = context.get(pageContext);
  page.share(["api-docs"]);
  const document = page.openApi();
  return { groups: toShownGroups(document), schemas: toShownSchemas(document), baseUrl: page.baseUrl };
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
function Search(props: { value: string; onChange: (text: string) => void; found: number }): ReactNode {
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
        {props.value.trim() === "" ? "" : props.found === 1 ? "1 call" : `${props.found} calls`}
      </p>
    </div>
  );
}

export default function ApiDocsPage() {
  const { groups, schemas, baseUrl } = useLoaderData<typeof loader>();
  const [text, setText] = useState("");
  const isLive = useHydrated();
  const names = new Set(schemas.map(({ name }) => name));
  const shown = findCalls(groups, text);
  const found = shown.reduce((sum, { calls }) => sum + calls.length, 0);
  const isSearch = text.trim() !== "";
  return (
    <div className="wrap section">
      <h1 className="h-page">API</h1>
      <p className="lead apilead">
        Everything the pages can do, a program can do too. Public reads need nothing; for the rest fetch a token from{" "}
        <code>/api/token</code>, send it as <code>Authorization: Bearer</code> with every call, and sign in with it. To
        generate a client, take{" "}
        <a className="link" href="/api/openapi.json" download>
          openapi.json
        </a>
        . Any call can answer 400 for a request of the wrong form, 429 with <code>Retry-After</code> above its limit,
        500, and 503 while the site is busy.
      </p>
      <div className="apilead">
        <CodeBlock label="A first call" of="this site" source={firstCall(baseUrl)} />
      </div>
      <div className="apidocs">
        <aside className="apidocs__side">
          {isLive ? (
            <Search value={text} onChange={setText} found={found} />
          ) : (
            <div className="apisearch" aria-hidden="true" />
          )}
          <CallIndex groups={groups} />
        </aside>
        <div className="apidocs__calls">
          {shown.map((group) => (
            <section key={group.name} className="apigroup" id={groupId(group.name)}>
              <h2 className="h-sec">{group.name}</h2>
              {group.about !== "" && <p className="dim">{group.about}</p>}
              {group.calls.map((call) => (
                <Call key={call.id} call={call} names={names} />
              ))}
            </section>
          ))}
          {isSearch && found === 0 && <p className="apigroup">No call has all of these words.</p>}
          {!isSearch && (
            <section className="apigroup" id="schemas">
              <h2 className="h-sec">Schemas</h2>
              <p className="dim">What calls take and give, by name.</p>
              {schemas.map((schema) => (
                <Schema key={schema.name} schema={schema} names={names} />
              ))}
            </section>
          )}
        </div>
      </div>
    </div>
  );
}
