import { capital } from "#core/text.ts";
import { lengthWords, numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import type { RouteView } from "#features/route/pure/view.ts";
import { peopleWords } from "#features/route/pure/words.ts";
import { SmallRoute } from "./small-route.tsx";

/**
 * "The line ends after Figma. 19 people got that far, and none of them was Staff or above at the next stop." Empty where
 * nobody is at the first step, or somebody at each.
 */
export function whereItEnds({ steps, links }: Pick<RouteView, "steps" | "links">): string {
  const at = steps.findIndex(({ people }) => people === 0);
  const [before, gone, link] = [steps[at - 1], steps[at], links[at - 1]];
  if (at < 1 || !before || !gone || !link) return "";
  const got = peopleWords(before.people ?? null);
  const where = link.between === "next" ? "at the next stop" : "later";
  const limit = link.limit === null ? "" : ` within ${lengthWords(link.limit)}`;
  const isPlace = gone.sign === "mark";
  const can = isPlace ? `none of them went to ${gone.name}` : `none of them was ${gone.name}`;
  const aloneCan = isPlace ? `did not go to ${gone.name}` : `was not ${gone.name}`;
  const rest = before.people === 1 ? aloneCan : can;
  return `The line ends after ${before.name}. ${capital(got)} got that far, and ${rest} ${where}${limit}.`;
}

/** Looser routes that 5 people or more took. */
function Closest({ view }: { view: RouteView }) {
  const looser = view.answer?.looser ?? [];
  if (looser.length === 0) return null;
  return (
    <section className="sec rsec">
      <h2 className="h-sec">Closest routes</h2>
      <ul className="rloose" role="list">
        {looser.map(({ href, people, words, parts }) => (
          <li key={href}>
            <a className="rloose__a" href={href}>
              <span className="rloose__n">
                <span className="fig">{numberText(people)}</span> people
              </span>
              <span className="rloose__d">
                <SmallRoute looks={view.steps} links={view.links} parts={parts} />
              </span>
              <span className="rloose__t">
                {words.map(({ text, isQuoted }, index) => (isQuoted ? <q key={index}>{text}</q> : text))}
              </span>
              <Icon name="arrow-right" />
            </a>
          </li>
        ))}
      </ul>
      <p className="small faint">One change first, then two. Routes with fewer than 5 people are not offered.</p>
    </section>
  );
}

/** Says that nobody took the route, or nobody who may be shown, and offers similar routes. */
export function RouteNone({ view, followButton }: { view: RouteView; followButton: ReactNode }) {
  const ends = whereItEnds(view);
  return (
    <div className="rnone">
      <h1 className="h-page">No one to show yet</h1>
      {ends === "" ? null : <p className="lead">{ends}</p>}
      <Closest view={view} />
      <div className="row row--wrap rnone__a">
        {followButton}
        <a className="btn btn--g" href="/search">
          Start again
        </a>
      </div>
    </div>
  );
}

/** 1 to 4 people: no numbers, and the public ones on request. */
export function RouteFew({
  view,
  withoutLast,
  publicLines,
}: {
  view: RouteView;
  withoutLast: string;
  publicLines: string | undefined;
}) {
  return (
    <div className="rnone">
      <div className="panel rfew">
        <EmptyState
          kind="closed"
          level={1}
          title="Fewer than 5 people"
          action={
            <p className="row row--wrap rfew__a">
              <a className="btn btn--s" href={withoutLast}>
                {view.steps.length > 1 ? "Remove the last stop" : "Start again"}
              </a>
              {publicLines === undefined ? null : (
                <a className="btn btn--g" href={publicLines}>
                  Show public lines
                </a>
              )}
            </p>
          }
        >
          Too few to show numbers without pointing at someone. Public lines among them can still be read.
        </EmptyState>
      </div>
      <Closest view={view} />
    </div>
  );
}
