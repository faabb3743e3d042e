import { peopleText } from "#core/number-text.ts";
import type { ReactNode } from "react";
import { CompanyLogo, SchoolLogo } from "#features/drawing/parts/marks.tsx";
import type { CardView } from "#features/person-card/parts/card.ts";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import type { Found } from "#features/search/found-read.server.ts";
import { searchHref } from "#features/search/rules.ts";
import { Icon } from "#ui/icon.tsx";

export type FoundView = Omit<Found, "people"> & { cards: CardView[] };

export function isAnythingFound({ cards, companies, schools, titles }: FoundView): boolean {
  return cards.length + companies.length + schools.length + titles.length > 0;
}

function Places(props: {
  title: string;
  rows: readonly { key: string; href: string; mark: ReactNode; name: string; note: string }[];
}) {
  if (props.rows.length === 0) return null;
  return (
    <section className="sec">
      <h2 className="h-sec">{props.title}</h2>
      <ul className="pops" role="list">
        {props.rows.map(({ key, href, mark, name, note }) => (
          <li key={key}>
            <a className="pop" href={href}>
              {mark}
              <span className="grow">
                <span className="pop__n">{name}</span>
                {note === "" ? null : <span className="small faint num">{note}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Other results for a text: people as cards, then schools, titles and companies. */
export function FoundLists({ found }: { found: FoundView }) {
  return (
    <div className="found">
      {found.cards.length === 0 ? null : (
        <section className="sec">
          <h2 className="h-sec">People</h2>
          <div className="sec__cards" role="group" aria-label="People">
            <PersonCards cards={found.cards} />
          </div>
        </section>
      )}
      <Places
        title="Schools"
        rows={found.schools.map((one) => ({
          key: one._id,
          href: `/school/${one._id}`,
          mark: <SchoolLogo name={one.name} logo={one.logo} size="m" ring="plain" />,
          name: one.name,
          note: one.country,
        }))}
      />
      <Places
        title="Titles"
        rows={found.titles.map(({ slug, name, people }) => ({
          key: slug,
          href: `/title/${slug}`,
          mark: (
            <span className="st st--m st--plain pop__sign">
              <Icon name="briefcase" size={18} />
            </span>
          ),
          name,
          note: people === null ? "" : peopleText(people),
        }))}
      />
      <Places
        title="Companies"
        rows={found.companies.map((one) => ({
          key: one._id,
          href: searchHref(one.name, "grid"),
          mark: <CompanyLogo name={one.name} logo={one.logo} size="m" ring="plain" />,
          name: one.name,
          note: "",
        }))}
      />
    </div>
  );
}
