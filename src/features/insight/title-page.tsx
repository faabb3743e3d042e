import { numberText } from "#core/number-text.ts";
import { data, type HeadersArgs } from "react-router";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import { readFollowState } from "#features/follow/read.server.ts";
import { feedPath } from "#features/follow/rules.ts";
import { DurationFigure, Figure } from "#features/company/parts/company-figures.tsx";
import { pageHead, titlePicturePath } from "#features/page/parts/head.ts";
import type { Paths } from "#features/path/pure/calls.ts";
import { drawn, drawnPiece, freshMarkup, keptMarkup, pieceOf } from "#features/drawing/parts/draw.tsx";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { PageError } from "#features/page/parts/page-error.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { pageContext, type PageContext } from "#server/page-context.ts";
import { Icon } from "#ui/icon.tsx";
import type { Route } from "./+types/title-page.ts";
import { CountedNote, NotReady } from "./parts/notes.tsx";
import { TitleSections } from "./parts/title-sections.tsx";
import { titleView } from "./parts/title-view.ts";
import { readTitleFigures } from "./read.server.ts";

/** What the page shows; undefined where nobody visible held the title. */
async function readShown(visit: PageContext, paths: Paths | undefined, slug: string) {
  const { db, today } = visit;
  const found = await readTitleFigures({ db, paths, today }, slug);
  if (found === undefined) return undefined;
  if (found === "not-ready") return { isReady: false as const, tags: [], bytes: 0 };
  const view = titleView(found.insights, today);
  const { name, people, spellings, isRung, median, moved } = view;
  const body = pieceOf(visit, (part) =>
    drawn(part, keptMarkup(part, TitleSections, { view, logos: found.logos }), freshMarkup(<CountedNote />)),
  );
  return {
    isReady: true as const,
    view: { name, slug: view.slug, people, spellings, isRung, median, moved },
    body,
    // Purge it when counts change, or one of the people on a card.
    tags: ["people", ...found.insights.lines.map(({ profile }) => `profile:${profile._id}`)],
    bytes: body.size,
  };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const visit = context.get(pageContext);
  const { db, today, viewer, share } = visit;
  const paths = context.get(pathContext);
  const key = JSON.stringify(["title", today, params.slug]);
  const found = await visit.readForAll(key, () => readShown(visit, paths, params.slug));
  if (found === undefined) throw data(null, { status: 404 });
  if (!found.isReady)
    return data(
      { view: undefined, body: undefined, follow: undefined },
      { status: 503, headers: { "retry-after": "2" } },
    );
  const { view, body, tags } = found;
  if (!viewer) share(tags);
  const follow = await readFollowState(db, viewer, { kind: "title", thing: view.slug }, true);
  return data({ view, body: drawnPiece(visit, body), follow });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const view = loaderData?.view;
  if (!view) return [{ title: loaderData ? "Titles – Pipelines" : "Not found – Pipelines" }];
  const { name, slug, people } = view;
  return pageHead(matches, {
    title: `How people become ${name}`,
    description:
      people === undefined
        ? `How people became ${name}.`
        : `How ${numberText(people)} people became ${name}: how long it took them, from which titles, and where.`,
    path: `/title/${slug}`,
    picture: titlePicturePath(slug),
    feed: loaderData.follow && feedPath({ kind: "title", thing: slug }),
    // A page without figures is left out by search engines.
    isHidden: people === undefined,
  });
}

export default function TitlePage({ loaderData }: Route.ComponentProps) {
  const { view, body } = loaderData;
  if (view === undefined || body === undefined) {
    return (
      <div className="wrap co-body">
        <h1 className="h-page">Titles</h1>
        <NotReady />
      </div>
    );
  }
  const { people, spellings } = view;
  const also = spellings.length === 0 ? "" : ` Also counts ${spellings.map((one) => `“${one}”`).join(", ")}.`;
  return (
    <>
      <div className="co-head">
        <div className="wrap co-head__in">
          <span className="st st--xl st--ink" data-kind="f" aria-hidden="true">
            <span className="glyph">
              <Icon name={view.isRung ? "chevrons-up" : "briefcase"} size={32} />
            </span>
          </span>
          <div className="grow">
            <h1 className="h-page">{view.name}</h1>
            <p className="dim co-head__p">
              {people === undefined
                ? "Fewer than 5 people. Too few to show numbers without pointing at someone. Public lines among them can still be read."
                : `How ${numberText(people)} people became one.${also}`}
            </p>
            <FollowRow thing={{ kind: "title", thing: view.slug }} name={view.name} state={loaderData.follow} />
          </div>
          {people === undefined ? null : (
            <dl className="facts">
              <Figure label="People">{numberText(people)}</Figure>
              {view.median === "" ? null : (
                <Figure label="Median from first job">
                  <DurationFigure text={view.median} />
                </Figure>
              )}
              {view.moved === "" ? null : (
                <Figure label="Moved company for it">
                  <DurationFigure text={view.moved} />
                </Figure>
              )}
            </dl>
          )}
        </div>
      </div>
      <DrawnPart name="body" drawn={body} className="wrap co-body in" />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageError error={error} missing="Nobody on this site has held this title yet." href="/search" action="Search" />
  );
}
