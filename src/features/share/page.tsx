import { data, redirect } from "react-router";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/page.ts";
import { ShareView } from "./parts/share-view.tsx";
import { readSharePage } from "./read.server.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, viewer, baseUrl, form } = context.get(pageContext);
  if (!viewer) throw redirect("/login?next=/share");
  const query = new URL(request.url).searchParams;
  const page = await readSharePage(db, { viewer, query, today });
  return data({ ...page, baseUrl, problem: form?.error }, { headers: { "x-robots-tag": "noindex" } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: "Share your line",
    description: "A link, a picture, an embed, a sheet of paper or a QR code of your pipeline.",
    path: "/share",
    isHidden: true,
  });
}

export default function SharePage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap rpage">
      <h1 className="h-page">Share your line</h1>
      {loaderData.shared === undefined ? (
        <EmptyState
          kind="start"
          title="There is nothing to share yet"
          action={
            <a className="btn btn--p" href="/edit">
              Create your pipeline
            </a>
          }
        >
          Save your pipeline once. Then you decide what a link shows.
        </EmptyState>
      ) : (
        <ShareView first={{ ...loaderData, shared: loaderData.shared }} />
      )}
    </div>
  );
}
