import { data, redirect, type HeadersArgs } from "react-router";
import { listInWords } from "#core/list-in-words.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { PageError } from "#features/page/parts/page-error.tsx";
import { CopyLink } from "#features/route/parts/copy-link.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { pageContext } from "#server/page-context.ts";
import type { Route } from "./+types/compare-page.ts";
import { compareView } from "./parts/compare-view.ts";
import { AddCompany, Comparison, FirstComparisons } from "./parts/comparison.tsx";
import { CountedNote, NotReady } from "./parts/notes.tsx";
import { readComparison, readFirstComparisons } from "./read.server.ts";
import { compareHref, MOST_COMPARED, readCompared } from "./rules.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, minRaters, viewer, share } = context.get(pageContext);
  const asked = readCompared(new URL(request.url).searchParams);
  const found = await readComparison({ db, paths: context.get(pathContext), minRaters }, asked);
  if (found === "not-ready")
    return data({ view: undefined, unknown: [], first: [] }, { status: 503, headers: { "retry-after": "2" } });
  const { companies, unknown, logos } = found;
  const ids = companies.map((one) => one.company._id);
  // Redirect names, duplicate companies and merged ones to the one address of the comparison.
  if (unknown.length === 0 && compareHref(asked) !== compareHref(ids)) throw redirect(compareHref(ids));
  if (!viewer && unknown.length === 0) share([...ids.map((id) => `company:${id}`), "people"]);
  const first = ids.length === 0 ? await readFirstComparisons(db, minRaters) : [];
  return data({ view: compareView(companies, logos), unknown, first });
}

export function headers({ loaderHeaders }: HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const names = (loaderData?.view?.companies ?? []).map((one) => one.name);
  return pageHead(matches, {
    title: names.length < 2 ? "Compare companies" : `${listInWords(names)} compared`,
    description:
      "Companies side by side: who came back full-time, how long people stay, how they felt and where they went next.",
    path: "/compare",
    // There is no end of comparisons, so search engines should leave them out. The companies' own pages have the
    // figures.
    isHidden: names.length > 0,
  });
}

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  const { view, unknown, first } = loaderData;
  const companies = view?.companies ?? [];
  const ids = companies.map((one) => one.id);
  const [name] = unknown;
  return (
    <div className="wrap co-body versus-page">
      <div className="versus__head">
        <div>
          <h1 className="h-page">Compare companies</h1>
          <p className="lead">The same figures, counted the same way, side by side.</p>
        </div>
        <div className="versus__do">
          {view === undefined ? null : companies.length >= MOST_COMPARED ? (
            <p className="small faint">{`At most ${MOST_COMPARED} companies fit side by side. Remove one to add another.`}</p>
          ) : (
            <AddCompany
              key={companies.length}
              ids={ids}
              wrong={name === undefined ? undefined : `No company on this site with the name “${name}”.`}
            />
          )}
          {companies.length === 0 ? null : <CopyLink path={compareHref(ids)} />}
        </div>
      </div>
      {view === undefined ? <NotReady /> : null}
      {first.length === 0 ? null : <FirstComparisons first={first} />}
      {view === undefined || companies.length === 0 ? null : (
        <>
          {companies.length === 1 ? <p className="dim">Add a second company to put beside it.</p> : null}
          <Comparison view={view} />
          <CountedNote />
        </>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageError error={error} missing="There is nothing to compare here." href="/compare" action="Compare" />;
}
