import { useEffect, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { SmallRoute } from "#features/route/parts/small-route.tsx";
import { StepRing } from "#features/route/parts/step-ring.tsx";
import { linkWords, peopleWords } from "#features/route/pure/words.ts";
import { ANYWHERE, LINK, questionText } from "#features/way/pure/words.ts";
import type { Example } from "#features/way/read.server.ts";
import { Icon } from "#ui/icon.tsx";
import type { Reading } from "#features/ask/read.server.ts";

const DELAY_MS = 300;

function ReadAs({ reading }: { reading: Reading }) {
  return (
    <div className="ask__as">
      <span className="small faint">Read as</span>
      {reading.looks.map((look, at) => {
        const link = reading.links[at - 1];
        return (
          <span key={at} className="ask__step">
            {link === undefined ? null : (
              <>
                <span className={`sroute__${link.between}`} aria-hidden="true" />
                <span className="small dim">{linkWords(link)}</span>
              </>
            )}
            <StepRing look={look} size="s" />
            <b className="ui semi">{look.word.endsWith(" at") ? `${look.word} ${look.name}` : look.name}</b>
          </span>
        );
      })}
      <a className="link small" href={reading.href}>
        Change the route
      </a>
      {reading.notUnderstood.length === 0 ? null : (
        <span className="small faint">{`Not understood: ${reading.notUnderstood.join(", ")}`}</span>
      )}
    </div>
  );
}

function buttonWords(reading: Reading | undefined): string {
  const people = reading?.people;
  return people === undefined || people === null || people === 0 ? "Show people" : `Show ${peopleWords(people)}`;
}

/**
 * Reads a sentence and shows matching pipelines. Without script, the form opens the route, or says that it read none.
 */
export function AskTheMap({
  questions,
  asked = "",
  level = 2,
}: {
  questions: readonly Example[];
  /** A sentence that was not understood. */
  asked?: string;
  level?: 1 | 2;
}) {
  const navigate = useNavigate();
  const fetcher = useFetcher<Reading>();
  const [text, setText] = useState(asked);
  const { load } = fetcher;
  const typed = text.trim();
  useEffect(() => {
    if (typed === "" || typed === asked) return;
    const timer = setTimeout(() => void load(`/ask/reading?q=${encodeURIComponent(typed)}`), DELAY_MS);
    return () => clearTimeout(timer);
  }, [load, typed, asked]);
  const reading = typed !== "" && fetcher.data?.text === typed ? fetcher.data : undefined;
  const isNotRead = reading ? reading.href === undefined : asked !== "" && typed === asked;
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className="section wrap ask">
      <Heading className="h-statement">Ask the map</Heading>
      <p className="lead">One sentence in, real lines out.</p>
      <form
        method="get"
        action="/ask"
        className="ask__f"
        role="search"
        aria-label="Ask the map"
        onSubmit={(event) => {
          if (reading?.href === undefined) return;
          event.preventDefault();
          void navigate(reading.href);
        }}
      >
        <label className="ask__in">
          <Icon name="search" size={22} />
          <span className="sr">Your question</span>
          <input
            type="text"
            name="q"
            value={text}
            maxLength={200}
            placeholder="interned at Google, then Stripe within 5 years"
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button className="btn btn--p ask__go" type="submit">
          {buttonWords(reading)}
        </button>
      </form>
      <div className="ask__r" role="status">
        {isNotRead ? (
          <p className="ask__as">
            We could not read that as a route. Name a school, a company, a title or a level.{" "}
            <a className="link" href="/search">
              Build a route
            </a>
          </p>
        ) : reading ? (
          <ReadAs reading={reading} />
        ) : null}
      </div>
      {questions.length === 0 ? null : (
        <ul className="ask__q" role="list">
          {questions.map(({ href, from, to, people, words, link }) => (
            <li key={href}>
              <a className="ask__a" href={href}>
                <span className="h-sec">{words ?? questionText(from, to)}</span>
                <span className="row between">
                  <SmallRoute looks={[from ?? ANYWHERE, to]} links={[link ?? LINK]} />
                  <span className="ui dim num">{peopleWords(people)}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
