import type { MouseEvent } from "react";
import { DrawnPart, type Drawn } from "#features/drawing/parts/drawn-part.tsx";
import { CompanyLogo, companyHref, Avatar } from "#features/drawing/parts/marks.tsx";
import { PersonCard } from "#features/person-card/parts/person-card.tsx";
import type { CardView } from "#features/person-card/parts/card.ts";
import { Icon } from "#ui/icon.tsx";

/** Random people, as cards. */
export function Five({ cards }: { cards: readonly CardView[] }) {
  return (
    <ul className="five" role="list">
      {cards.map((card) => (
        <li key={card.id} className="cards__i">
          <PersonCard card={card} />
        </li>
      ))}
    </ul>
  );
}

/** @param props.people `Five`, as the server drew them */
export function RandomPeople({ people, count }: { people: Drawn; count: number }) {
  if (count === 0) return null;
  return (
    <section className="section wrap">
      <div className="row between row--wrap five__h">
        <h2 className="h-page">{count === 5 ? "Five lines, picked at random" : "Lines, picked at random"}</h2>
        <a className="btn btn--s" href="/discover">
          Discover <Icon name="arrow-right" />
        </a>
      </div>
      <DrawnPart name="people" drawn={people} />
    </section>
  );
}

export type StripLogo = { companyId: string; displayName: string; logo: string };

/** Companies on a line that turns at the right edge. */
export function Strip({ logos }: { logos: readonly StripLogo[] }) {
  const half = Math.ceil(logos.length / 2);
  const row = (some: readonly StripLogo[]) => (
    <ul role="list">
      {some.map((company) => (
        <li key={company.companyId}>
          <CompanyLogo name={company.displayName} logo={company.logo} size="m" href={companyHref(company.companyId)} />
          <span className="strip__n" aria-hidden="true">
            {company.displayName}
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="strip">
      {row(logos.slice(0, half))}
      {row(logos.slice(half))}
    </div>
  );
}

/**
 * @param props.strip `Strip`, as the server drew it; undefined without companies
 * @param props.areStops false if pipelines do not stop at all of them: a young site has a catalogue but few pipelines
 */
export function LogoStrip({ strip, areStops }: { strip: Drawn | undefined; areStops: boolean }) {
  if (strip === undefined) return null;
  return (
    <section className="strip-sec">
      <div className="wrap">
        <h2 className="h-sub strip__t">
          {areStops ? "Lines on Pipelines stop at" : "Companies you can put on your line"}
        </h2>
      </div>
      <div className="strip-x" tabIndex={0} role="group" aria-label="Companies">
        <DrawnPart className="wrap" name="strip" drawn={strip} />
      </div>
    </section>
  );
}

/** Invented quotes of invented people, marked as examples. */
const QUOTES = [
  {
    name: "Priya Ramanathan-Holt",
    title: "Staff Engineer",
    line: 4,
    text: "I asked myself whether two internships were enough. Then I read forty lines into the same team and saw that most had three, and none were in a hurry.",
  },
  {
    name: "Ibrahim Thackeray",
    title: "Senior Software Engineer",
    line: 3,
    text: "Nobody where I studied had gone to the companies I wanted. Here I found the eleven people who had, and the stop they all had in common.",
  },
  {
    name: "Anonymous",
    title: "Data Scientist",
    line: 1,
    text: "I left a job after seven months. Posting it anonymously, next to hundreds of other short stops, was the first time it looked ordinary.",
  },
] as const;

export function Quotes() {
  return (
    <section className="section wrap">
      <h2 className="sr">What people could say</h2>
      <ul className="quotes" role="list">
        {QUOTES.map((quote) => (
          <li key={quote.name} className={`line-${quote.line}`}>
            <div className="quotes__k" aria-hidden="true">
              <span className="st st--xs" />
              <span className="trk" />
            </div>
            <blockquote>{quote.text}</blockquote>
            <div className="row">
              <Avatar size={40} />
              <div className="grow">
                <div className="ui semi">{quote.name}</div>
                <div className="small faint">{quote.title}</div>
              </div>
              <span className="tag">Sample</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the network's authorisation page; falls back to the login page. */
async function goByNetwork(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault();
  try {
    const { beginNetworkSignIn } = await import("#features/network/parts/begin.ts");
    await beginNetworkSignIn("/");
  } catch {
    location.assign("/login");
  }
}

export function CallToAction({ isLoggedIn, hasNetwork }: { isLoggedIn: boolean; hasNetwork: boolean }) {
  return (
    <section className="cta">
      <div className="cta__line" aria-hidden="true">
        <span className="trk" />
        <span className="st cta__st">
          <Icon name="plus" size={22} />
        </span>
        <span className="trk trk--n" />
      </div>
      <div className="wrap cta__in">
        <div>
          <h2 className="h-statement">Your line starts somewhere too</h2>
          <p className="lead cta__p">Five minutes, as many stops as you like, with or without your name.</p>
        </div>
        <a
          className="btn btn--p btn--lg"
          href={isLoggedIn ? "/edit" : hasNetwork ? "/login" : "/signup"}
          {...(!isLoggedIn && hasNetwork ? { onClick: (event) => void goByNetwork(event) } : {})}
        >
          Add Your Pipeline
        </a>
      </div>
    </section>
  );
}
