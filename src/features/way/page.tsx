import { data } from "react-router";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { ExampleRoutes } from "#features/route/parts/example-routes.tsx";
import { peopleWords } from "#features/route/pure/words.ts";
import { pageContext } from "#server/page-context.ts";
import { COUNTED_FROM_LINES } from "#features/stats/rules.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Route } from "./+types/page.ts";
import { drawWay } from "./parts/draw-way.tsx";
import { WayQuestionView } from "./parts/way-question.tsx";
import { ANYWHERE, LINK, questionText } from "./pure/words.ts";
import { wayHref } from "./pure/address.ts";
import { readWayPage, type Example } from "./read.server.ts";

const STATUS = { start: 200, answer: 200, mistaken: 400, "not-ready": 503 } as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, today, markup, share } = context.get(pageContext);
  const page = await readWayPage({ db, paths: context.get(pathContext), today }, new URL(request.url).searchParams);
  share([]);
  // The answer is in its markup, so the browser does not get it as data, too.
  const { answer, logos: _, ...shown } = page;
  const drawn = drawWay({ markup }, page, today);
  return data({ page: shown, people: answer?.people, drawn }, { status: STATUS[page.state] });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = loaderData?.page;
  if (page?.state !== "answer")
    return pageHead(matches, {
      title: "Paths",
      description: "How do people get from one stop to another, how long does it take, and by which way?",
      path: "/paths",
      isHidden: page !== undefined && page.state !== "start",
    });
  const people = loaderData?.people ?? 0;
  return pageHead(matches, {
    title: questionText(page.from, page.to),
    description:
      people === 0
        ? "By which way, and how long it took them."
        : `${peopleWords(people)} did: by which way, and how long it took them.`,
    path: wayHref(page.text),
    // Any two stops make a question. Only questions that lead to a single title are few enough for search engines.
    isHidden: page.text.from !== "" || !/^title:[a-z-]+$/.test(page.text.to) || people < 5,
  });
}

function Examples({ title, examples }: { title: string; examples: readonly Example[] }) {
  const routes = examples.map(({ href, from, to, people }) => ({
    href,
    looks: [from ?? ANYWHERE, to],
    links: [LINK],
    words: questionText(from, to),
    people,
  }));
  return <ExampleRoutes title={title} examples={routes} />;
}

export default function PathsPage({ loaderData }: Route.ComponentProps) {
  const { page, people, drawn } = loaderData;
  const { examples } = page;
  return (
    <div className="wrap pa">
      <WayQuestionView page={page} />
      {page.mistakes.map((text) => (
        <p key={text} className="err" role="alert">
          {text}
        </p>
      ))}
      {page.state === "not-ready" ? (
        <EmptyState kind="start" title="Paths are being read. Try again in a moment." />
      ) : null}
      {drawn ? (
        <>
          {examples.length === 0 ? null : (
            <ul className="pa-alt" role="list">
              <li className="small faint">Also ask</li>
              {examples.map(({ href, from, to }) => (
                <li key={href}>
                  <a className="chip" href={href}>
                    {questionText(from, to)}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <DrawnPart name="way" drawn={drawn} />
        </>
      ) : null}
      {people === null || people === 0 ? (
        <>
          <EmptyState
            kind={people === null ? "hidden" : "start"}
            title={people === null ? "Fewer than 5 people" : "No one to show yet"}
          >
            {people === null
              ? "Too few to show numbers without pointing at someone."
              : "No visible pipeline goes this way."}
          </EmptyState>
          <Examples title="Ask something wider" examples={examples} />
        </>
      ) : null}
      {people === undefined ? null : <p className="hint pa-note">{COUNTED_FROM_LINES}</p>}
      {page.state === "start" ? (
        <>
          {examples.length === 0 ? (
            <EmptyState kind="start" title="No one to show yet">
              Examples come here once 5 people went the same way.
            </EmptyState>
          ) : null}
          <Examples title="Start with one of these" examples={examples} />
          <section className="sec rsec">
            <h2 className="h-sec">Or start from a line</h2>
            <p className="ui dim">See what came next for people who had a line like yours at the same point.</p>
            <p className="pa-own">
              <a className="link link--arrow" href="/like-me">
                Lines like yours <Icon name="arrow-right" />
              </a>
            </p>
          </section>
        </>
      ) : null}
    </div>
  );
}
