import { data } from "react-router";
import { lineClass } from "#features/drawing/parts/marks.tsx";
import { lineView } from "#features/drawing/pure/segments.ts";
import { Timeline } from "#features/drawing/parts/timeline.tsx";
import { VerticalLine } from "#features/drawing/parts/vertical-line.tsx";
import { PageError } from "#features/page/parts/page-error.tsx";
import { ReportLink } from "#features/report/parts/report-link.tsx";
import { pageContext } from "#server/page-context.ts";
import { lazyPart } from "#ui/connection.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import type { Route } from "./+types/profile-page.ts";
import { glanceOf } from "#features/person-card/parts/glance.ts";
import { Identity } from "#features/profile/parts/identity.tsx";
import { SimilarLines } from "#features/like-me/parts/similar-lines.tsx";
import { cardOf, nameOf } from "#features/person-card/parts/card.ts";
import { pathContext } from "#features/path/path-context.ts";
import { readNearest } from "#features/like-me/read.server.ts";
import { CopyLink } from "#features/route/parts/copy-link.tsx";
import { routeOfLine } from "#features/route/pure/line-route.ts";
import { readProfilePage } from "#features/profile/read.server.ts";
import { picturePath, pageHead } from "#features/page/parts/head.ts";

// Only the owner gets these fields. There is no boundary around them, so the page waits for their code.
const OwnerIdentity = lazyPart(async () => ({
  default: (await import("#features/profile/parts/owner-identity.tsx")).OwnerIdentity,
}));

/** The page's address as its owner gives it to others. */
function ownAddress({ username, _id }: { username: string; _id: string }): string {
  return `/user/${encodeURIComponent(username || _id)}`;
}

/** The number of similar lines shown beside a profile. */
const SIMILAR = 3;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, today, viewer, share } = context.get(pageContext);
  const page = await readProfilePage(db, { idOrUsername: params["*"], viewer, today });
  if (!page) throw data(null, { status: 404 });
  const { profile } = page;
  const isSeen = profile.visibility !== "private" && profile.pipeline.length > 0;
  const nearest = isSeen ? await readNearest({ db, paths: context.get(pathContext), today }, profile._id, SIMILAR) : [];
  // The page also shows similar people. If one of them becomes hidden, the cached page must be purged too.
  if (!viewer) share([profile, ...nearest.map((one) => one.profile)].map(({ _id }) => `profile:${_id}`));
  const similar = nearest.map((one) => ({ card: cardOf(one.profile, today), shared: one.shared }));
  // A header too, because it also applies to the page's data request.
  const headers = page.profile.visibility === "public" ? undefined : { "x-robots-tag": "noindex" };
  return data({ ...page, similar, isSeen, today }, { ...(headers && { headers }) });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: "Not found – Pipelines" }];
  const { profile } = loaderData;
  const path = `/user/${profile._id}`;
  // A page without a name is not for search engines, and its link preview does not say where the person works.
  if (profile.anonymous)
    return pageHead(matches, {
      title: "Anonymous",
      description: "An anonymous career pipeline.",
      path,
      isHidden: true,
    });
  const name = nameOf(profile);
  return pageHead(matches, {
    title: name,
    description: profile.headline === "" ? `The career pipeline of ${name}.` : `${name}. ${profile.headline}.`,
    path,
    picture: picturePath("user", profile._id),
  });
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  const { profile, isOwner, today, similar, isSeen } = loaderData;
  const view = lineView(profile.pipeline, today);
  const facts = glanceOf(profile.pipeline, today);
  const line = lineClass(profile._id);
  const { school: schoolId, schoolName } = profile;
  const route = routeOfLine(profile.pipeline, { schoolId, schoolName, today });
  // Anonymous people have nothing here that others would see.
  const canEdit = isOwner && profile.created && !profile.anonymous;
  const isEmpty = view.stops.length === 0;
  return (
    <>
      <div className={`pr-head ${line}`}>
        <div className="wrap">
          {canEdit ? (
            <OwnerIdentity profile={profile} />
          ) : (
            <Identity profile={profile} isOwner={isOwner} action={<CopyLink path={ownAddress(profile)} />} />
          )}
          <Timeline view={view} school={profile} today={today} />
        </div>
      </div>
      <div className={`wrap pr-body ${line}`}>
        <section className="sec" aria-labelledby="pipeline">
          <h2 className="h-sec pr-h" id="pipeline">
            Pipeline
          </h2>
          {isEmpty && profile.schoolName === "" ? null : <VerticalLine view={view} school={profile} today={today} />}
          {isEmpty ? (
            <EmptyState
              kind="start"
              title={isOwner ? "Your line has no stops yet" : "This line has no stops yet"}
              action={
                isOwner ? (
                  <a className="btn btn--p" href="/edit">
                    Add a stop
                  </a>
                ) : undefined
              }
            >
              {isOwner ? "Add your first internship or job. It takes about a minute each." : undefined}
            </EmptyState>
          ) : null}
        </section>
        {facts.length === 0 && !isSeen ? null : (
          <aside className="pr-side">
            <section className="sec">
              <h2 className="h-sec">At a glance</h2>
              <dl className="kv">
                {facts.map((fact) => (
                  <div key={fact.label}>
                    <dt>{fact.label}</dt>
                    <dd>{fact.value}</dd>
                  </div>
                ))}
              </dl>
            </section>
            {isSeen ? (
              <SimilarLines
                href={isOwner ? "/like-me" : `/like-me?line=${profile._id}`}
                lines={similar}
                route={route}
              />
            ) : null}
          </aside>
        )}
      </div>
      {isOwner ? null : <ReportLink subject="pipeline" id={profile._id} />}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageError
      error={error}
      missing="We were unable to find that profile!"
      href="/discover"
      action="Discover other lines"
    />
  );
}
