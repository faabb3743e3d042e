import { data } from "react-router";
import { Avatar, CompanyLogo, lineClass } from "#features/drawing/parts/marks.tsx";
import { Timeline } from "#features/drawing/parts/timeline.tsx";
import { VerticalLine } from "#features/drawing/parts/vertical-line.tsx";
import { PageError } from "#features/page/parts/page-error.tsx";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { Icon } from "#ui/icon.tsx";
import type { Route } from "./+types/shared-page.ts";
import { Paper } from "./parts/paper.tsx";
import { altText, sharedFacts, sharedLine, sharedTitle } from "./pure/shared-words.ts";
import { readShared } from "./read.server.ts";
import { sharedPath } from "./rules.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, today, viewer, share, baseUrl } = context.get(pageContext);
  const shared = await readShared(db, { id: params.id, today });
  if (!shared) throw data(null, { status: 404, headers: { "x-robots-tag": "noindex" } });
  const { profile, level, tag } = shared;
  if (!viewer) share([tag]);
  return data({ profile, level, today, baseUrl }, { headers: { "x-robots-tag": "noindex" } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;

export function meta({ loaderData, matches, params }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Not found – Pipelines" }, { name: "robots", content: "noindex" }];
  const { profile, level, baseUrl } = loaderData;
  const path = sharedPath(params.id);
  return [
    ...pageHead(matches, {
      title: sharedTitle(profile, level),
      description: `${altText(profile, level)}.`,
      path,
      picture: sharedPath(params.id, ".png"),
      isHidden: true,
    }),
    {
      tagName: "link",
      rel: "alternate",
      type: "application/json+oembed",
      href: `${baseUrl}/oembed?url=${encodeURIComponent(`${baseUrl}${path}`)}`,
      title: sharedTitle(profile, level),
    },
  ];
}

export default function SharedPage({ loaderData }: Route.ComponentProps) {
  const { profile, level, today } = loaderData;
  const view = sharedLine(profile, level, today);
  const line = lineClass(profile._id);
  return (
    <>
      <div className={`pr-head ${line}`}>
        <div className="wrap">
          <div className="pr-id">
            {profile.anonymous ? null : (
              <span className={`pr-av ${line}`}>
                <Avatar pfp={profile.pfp} size={104} />
              </span>
            )}
            <div className="grow">
              <h1 className="h-page">{sharedTitle(profile, level)}</h1>
              <p className="pr-role">{sharedFacts(profile, level, today)}</p>
              {profile.location === "" || level === "only-line" ? null : (
                <ul className="pr-meta" role="list">
                  <li>
                    <Icon name="pin" />
                    <span className="sr">Location: </span>
                    <span>{profile.location}</span>
                  </li>
                </ul>
              )}
            </div>
          </div>
          {level === "only-line" ? null : <Timeline view={view} school={profile} today={today} />}
        </div>
      </div>
      <div className={`wrap pr-body ${line}`}>
        <section className="sec" aria-labelledby="pipeline">
          <h2 className="h-sec pr-h" id="pipeline">
            Pipeline
          </h2>
          {view.stops.length === 0 && profile.schoolName === "" ? (
            <p className="dim">This line has no stops yet.</p>
          ) : level === "only-line" ? (
            <ol className="shl" role="list">
              {view.stops.map((stop) => (
                <li key={stop.key} className="shl__i">
                  <CompanyLogo name={stop.displayName} logo={stop.logo} size="l" kind="f" />
                  <span className="shl__n">{stop.displayName}</span>
                </li>
              ))}
            </ol>
          ) : (
            <VerticalLine view={view} school={profile} today={today} />
          )}
          <p className="small dim shr__by">Shared by the person whose line it is, as they chose to show it.</p>
        </section>
      </div>
      <div className="paper-only">
        <Paper profile={profile} level={level} today={today} />
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageError
      error={error}
      missing="This link does not lead anywhere. It may have been switched off."
      href="/discover"
      action="Discover other lines"
    />
  );
}
