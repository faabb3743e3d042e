import { amountText, numberText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import type { PageEnds } from "#core/paging.ts";
import { pageAddress, Pagination } from "#ui/pagination.tsx";
import { CompanyLogo, companyHref, lineClass, SchoolLogo, schoolHref, Avatar } from "#features/drawing/parts/marks.tsx";
import { LineEndPiece, RoleTick } from "#features/drawing/parts/track-piece.tsx";
import { pieceOf, type CardView } from "./card.ts";

/**
 * The pipeline on a card. Earlier stops are small rings. The latest stop and a searched one have their logo; the
 * searched one is marked. It uses few elements, because a page has many cards. Each ring has a label for screen
 * readers.
 */
export function CardLine({ card }: { card: CardView }) {
  const { latest, match } = card;
  return (
    <ol className="mini" role="list">
      {card.schoolName === "" ? null : (
        <li className="mini__mark">
          <SchoolLogo name={card.schoolName} logo={card.schoolLogo} size="s" href={schoolHref(card.school)} />
        </li>
      )}
      {card.pieces.map((text, index) => {
        const piece = pieceOf(text);
        if (piece.is === "track") return <li key={index} className={piece.className} aria-hidden="true" />;
        if (piece.is === "role") return <RoleTick key={index} />;
        if (piece.is === "folded") {
          return (
            <li key={index} className="mini__more">
              <span aria-hidden="true">+{piece.stops}</span>
              <span className="sr">{amountText(piece.stops, "earlier stop")}</span>
            </li>
          );
        }
        if (piece.is === "match" && match) {
          return (
            <li key={index} className="mini__mark is-match">
              <CompanyLogo
                name={match.company}
                logo={match.logo}
                size={piece.isLatest ? "m" : "s"}
                kind={piece.kind}
                href={companyHref(match.companyId)}
                label={`Stop you searched for: ${piece.text}`}
              />
            </li>
          );
        }
        if (piece.is === "ring" || !latest) {
          return (
            <li key={index} className="st st--xs" data-kind={piece.kind} aria-hidden={piece.text === "" || undefined}>
              {piece.text}
            </li>
          );
        }
        return (
          <li key={index} className="mini__mark">
            <CompanyLogo
              name={latest.company}
              logo={latest.logo}
              size="m"
              kind={piece.kind}
              href={companyHref(latest.companyId)}
              label={piece.text}
            />
          </li>
        );
      })}
      <LineEndPiece end={card.end} />
    </ol>
  );
}

/**
 * A person: picture, name, school, pipeline and latest stop. The card links to the profile; the rings of school and
 * company link to their pages. `level` is that of the heading.
 */
export function PersonCard({ card, level = 3 }: { card: CardView; level?: Level }) {
  const { latest, match } = card;
  // After a search for a company, show first what the person did there, and then where they are now.
  const first = match ?? latest;
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <article className={`pcard ${lineClass(card.id)}`}>
      <div className="pcard__top">
        <Avatar pfp={card.pfp} size={44} />
        <div className="grow">
          <Heading className="pcard__name trunc">
            <a href={`/user/${card.id}`}>{card.name}</a>
          </Heading>
          {card.schoolName === "" ? null : <p className="pcard__meta trunc">{card.schoolName}</p>}
        </div>
      </div>
      <CardLine card={card} />
      {first ? (
        <>
          <p className="pcard__ti trunc">{first.title}</p>
          <p className="pcard__co trunc">{first.company}</p>
          <p className="pcard__da">{first.range}</p>
          {latest === undefined || match === undefined || match.later === "" ? null : (
            <p className="pcard__then">
              <span className="faint">{match.later} </span>
              {`${latest.title}, ${latest.company}`}
            </p>
          )}
        </>
      ) : (
        <p className="pcard__da">No stops yet</p>
      )}
    </article>
  );
}

type Level = 2 | 3;

/** A card in its list. */
export function CardItem({ card, level = 3 }: { card: CardView; level?: Level }) {
  return (
    <li className="cards__i">
      <PersonCard card={card} level={level} />
    </li>
  );
}

/** A grid of cards. */
export function PersonCards({ cards, level = 3 }: { cards: readonly CardView[]; level?: Level }) {
  return (
    <ul className="cards" role="list">
      {cards.map((card) => (
        <CardItem key={card.id} card={card} level={level} />
      ))}
    </ul>
  );
}

/** How many cards of a longer list a phone shows. The same number as in person-card.css. */
const FIRST_ON_PHONES = 4;

/** The people of a company or school, page by page. Page links scroll to the section's title. */
export function PeopleSection({
  title,
  aside,
  all,
  count,
  children,
  first,
  page,
  pages,
  ends,
}: {
  title: string;
  /** A link to more of the same, beside the title. */
  aside?: ReactNode;
  /** A search for everybody: a phone shows the first cards and links there. */
  all?: { href: string; people: number };
  /** Of the cards on this page. */
  count: number;
  /** The cards, if there are any. */
  children?: ReactNode;
  /** Address of the first page. */
  first: string;
  page: number;
  pages: number;
  ends?: PageEnds;
}) {
  const heading = (
    <h2 className="h-sec" {...(pages > 1 ? { id: "people" } : {})}>
      {title}
    </h2>
  );
  const more = page === 1 && count > FIRST_ON_PHONES ? all : undefined;
  return (
    <section className={more === undefined ? "sec" : "sec sec--few"}>
      {aside === undefined ? (
        heading
      ) : (
        <div className="row between row--wrap">
          {heading}
          {aside}
        </div>
      )}
      {count === 0 ? (
        <p className="nodata">No data available.</p>
      ) : (
        <div className="sec__cards" role="group" aria-label="People" data-paged>
          {children}
        </div>
      )}
      {more === undefined ? null : (
        <p className="more more--few">
          <a className="btn btn--s btn--44" href={more.href}>
            {`All ${numberText(more.people)}`}
            <span className="sr"> people</span>
          </a>
        </p>
      )}
      {pages > 1 ? (
        <Pagination
          page={page}
          pages={pages}
          hrefOf={(number) => pageAddress(first, number, { shown: { page, ends }, place: "#people" })}
        />
      ) : null}
    </section>
  );
}
