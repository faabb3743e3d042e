import { useLoaderData, type LoaderFunctionArgs } from "react-router";
import { pageContext } from "#server/page-context.ts";
import { toShownGroups, type ShownCall } from "./api-document.ts";
import { pageHead } from "#features/site/parts/head.ts";
import type { Route } from "./+types/api-docs-page.ts";

export function loader({ context }: LoaderFunctionArgs) {
  const page = context.get(pageContext);
  page.share(["api-docs"]);
  return { groups: toShownGroups(page.openApi()) };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "API",
    description: "Every call of the Pipelines API: what it takes, what it gives, and its errors.",
    path: "/api/docs",
  });
}

function Call({ call }: { call: ShownCall }) {
  return (
    <article className="apicall" id={call.id}>
      <h3 className="apicall__head">
        <span className="apicall__method" data-method={call.method}>
          {call.method}
        </span>{" "}
        <code>{call.path}</code>
      </h3>
      <p className="dim">{call.summary}</p>
      {call.description !== "" && <p className="small dim">{call.description}</p>}
      {call.needsToken && <p className="small dim">Needs a token.</p>}
      <details className="apicall__more">
        <summary>What it takes and gives</summary>
        {call.parameters.length > 0 && (
          <ul className="apicall__list small">
            {call.parameters.map((one) => (
              <li key={one.name}>
                <code>{one.name}</code> in {one.where}
                {one.isRequired ? "" : ", optional"}
                {one.description === "" ? "" : `. ${one.description}`}
              </li>
            ))}
          </ul>
        )}
        {call.takes !== "" && (
          <>
            <h4 className="apicall__label small semi">Body</h4>
            <pre tabIndex={0} aria-label={`Body of ${call.method} ${call.path}`}>
              {call.takes}
            </pre>
          </>
        )}
        <h4 className="apicall__label small semi">Answer</h4>
        <pre tabIndex={0} aria-label={`Answer of ${call.method} ${call.path}`}>
          {call.gives}
        </pre>
        <h4 className="apicall__label small semi">Statuses</h4>
        <ul className="apicall__list small">
          {call.answers.map((answer) => (
            <li key={answer.status}>
              <code>{answer.status}</code> {answer.text}
            </li>
          ))}
        </ul>
      </details>
    </article>
  );
}

export default function ApiDocsPage() {
  const { groups } = useLoaderData<typeof loader>();
  return (
    <div className="wrap wrap--narrow section">
      <h1 className="h-page">API</h1>
      <p className="lead">
        Everything the pages can do, a program can do too. Fetch a token from <code>/api/token</code>, send it as{" "}
        <code>Authorization: Bearer</code> with every call, and sign in with it. The machine-readable form is{" "}
        <a className="link" href="/api/openapi.json" download>
          openapi.json
        </a>
        .
      </p>
      {groups.map((group) => (
        <section key={group.name} className="apigroup">
          <h2 className="h-sec">{group.name}</h2>
          {group.calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </section>
      ))}
    </div>
  );
}
