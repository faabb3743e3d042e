import { AskTheMap } from "#features/ask/parts/ask-the-map.tsx";
import { DrawnPart } from "#features/drawing/parts/drawn-part.tsx";
import { pathContext } from "#features/path/path-context.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { pageHead } from "#features/page/parts/head.ts";
import { pageContext } from "#server/page-context.ts";
import { Icon } from "#ui/icon.tsx";
import type { Route } from "./+types/page.ts";
import { drawHome } from "./parts/draw-home.tsx";
import { Explainer } from "./parts/explainer.tsx";
import { Features } from "./parts/features.tsx";
import { CallToAction, LogoStrip, Quotes, RandomPeople } from "./parts/people.tsx";
import { readQuestions } from "#features/way/read.server.ts";
import { readHomePage } from "./read.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const paths = context.get(pathContext);
  const { db, today, random, secret, minRaters, viewer, networkName, hasDemo, share, markup } =
    context.get(pageContext);
  const [{ cards, logos, ...home }, questions] = await Promise.all([
    readHomePage(db, { secret, today, random, minRaters }),
    readQuestions({ db, paths }),
  ]);
  // Without the engine there are no questions. An answer without questions must not be kept for a minute.
  if (!viewer && paths?.isReady()) share(["people", ...cards.map(({ _id }) => `profile:${_id}`)]);
  return {
    ...home,
    questions,
    people: cards.length,
    parts: drawHome({ markup }, { cards: cards.map((one) => cardOf(one, today)), logos }),
    isLoggedIn: viewer !== undefined,
    hasNetwork: networkName !== undefined,
    hasDemo,
  };
}

const TITLE = "Discover The Pipelines of Engineers Around the World";

export function meta({ matches }: Route.MetaArgs) {
  return pageHead(matches, {
    title: `${TITLE} – Pipelines`,
    description:
      "Look up a company and see who worked there, where they came from and where they went next. Share your own career pipeline, with or without your name.",
    path: "/",
  });
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { people, parts, questions, areStops, popular, isLoggedIn, hasNetwork, hasDemo } = loaderData;
  return (
    <>
      <section className="hero">
        <DrawnPart className="hero__map" name="map" drawn={parts.map} />
        <div className="wrap hero__in">
          <h1 className="hero-title">{TITLE}</h1>
          <p className="lead hero__lead">
            A career reads like a transit line. Look up any company, see who stopped there, where they came from and
            where they got off next.
          </p>
          <div className="row row--wrap hero__cta">
            <a className="btn btn--p btn--lg" href="/search">
              Get Started <Icon name="arrow-right" size={18} />
            </a>
            {isLoggedIn ? null : (
              <a className="btn btn--s btn--lg" href="/signup">
                Join
              </a>
            )}
          </div>
        </div>
        <DrawnPart className="hero__small" name="small-map" drawn={parts.smallMap} />
      </section>
      <AskTheMap questions={questions} />
      <Features popular={popular} hasNetwork={hasNetwork} />
      <Explainer />
      <RandomPeople people={parts.people} count={people} />
      <LogoStrip strip={parts.strip} areStops={areStops} />
      {/* The quotes are by invented people, so they are shown only with demo people. */}
      {hasDemo ? <Quotes /> : null}
      <CallToAction isLoggedIn={isLoggedIn} hasNetwork={hasNetwork} />
    </>
  );
}
