import type { ReactNode } from "react";
import { pageAddress, Pagination } from "#ui/pagination.tsx";
import type { CardView } from "./card.ts";
import { PersonCards } from "./person-card.tsx";

/** The people of a company or a school, page by page; the links lead back to the section's title. */
export function PeopleSection({
  title,
  aside,
  cards,
  first,
  page,
  pages,
}: {
  title: string;
  /** Beside the title: a link to more of the same. */
  aside?: ReactNode;
  cards: readonly CardView[];
  /** Address of the first page. */
  first: string;
  page: number;
  pages: number;
}) {
  const heading = (
    <h2 className="h-sec" {...(pages > 1 ? { id: "people" } : {})}>
      {title}
    </h2>
  );
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
        <div className="sec__cards" role="group" aria-label="People" data-paged>
          <PersonCards cards={cards} />
        </div>
      )}
      {pages > 1 ? (
        <Pagination page={page} pages={pages} hrefOf={(number) => pageAddress(first, number, "#people")} />
      ) : null}
    </section>
  );
}
