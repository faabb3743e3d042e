import type { ReactNode } from "react";
import { MoreLinks } from "#features/site/parts/more-links.tsx";
import type { cardOf } from "./card.ts";
import { PersonCards } from "./person-card.tsx";

/** The people of a company or a school, page by page. */
export function PeopleSection({
  title,
  aside,
  cards,
  first,
  after,
  isFirst,
}: {
  title: string;
  /** Beside the title: a link to more of the same. */
  aside?: ReactNode;
  cards: ReturnType<typeof cardOf>[];
  /** Address of the first page. */
  first: string;
  /** Cursor of the next page, where there is one. */
  after: string | undefined;
  isFirst: boolean;
}) {
  const heading = <h2 className="h-sec">{title}</h2>;
  return (
    <section className="sec">
      {aside === undefined ? (
        heading
      ) : (
        <div className="row between row--wrap">
          {heading}
          {aside}
        </div>
      )}
      {cards.length === 0 ? (
        <p className="nodata">No data available.</p>
      ) : (
        <div className="sec__cards">
          <PersonCards cards={cards} />
        </div>
      )}
      <MoreLinks first={first} after={after} isFirst={isFirst} />
    </section>
  );
}
