import type { ReactNode } from "react";
import { Avatar } from "#features/drawing/parts/marks.tsx";
import { lineView } from "#features/drawing/pure/segments.ts";
import { LinePanel } from "#features/person-card/parts/line-panel.tsx";
import { cardOf } from "#features/person-card/parts/card.ts";
import { TODAY } from "#features/person-card/parts/fixtures.ts";
import { Identity } from "#features/profile/parts/identity.tsx";
import { PeopleSection, PersonCard, PersonCards } from "#features/person-card/parts/person-card.tsx";
import { CardsSkeleton } from "#features/person-card/parts/cards-skeleton.tsx";
import { PersonRow } from "#features/person-card/parts/person-row.tsx";
import { ENDED, EVERYTHING, LONGEST, ANONYMOUS, PEOPLE } from "./people.ts";
import { Specimen, State } from "./specimen.tsx";

/** An address that no browser can show as a picture. */
const BROKEN = "data:image/png;base64,AAAA";
const PICTURE = "/icon-192.png";

export function Persons(): ReactNode {
  const cards = PEOPLE.map(([, person]) => cardOf(person, TODAY));
  const searched = ENDED.pipeline[0]?.companyId ?? "";
  return (
    <>
      <Specimen name="PersonCard">
        {PEOPLE.map(([state, person]) => (
          <State key={state} name={state}>
            <div className="gal__card">
              <PersonCard card={cardOf(person, TODAY)} />
            </div>
          </State>
        ))}
        {[EVERYTHING, ENDED, LONGEST].map((person) => (
          <State key={person._id} name="Searched company marked">
            <div className="gal__card">
              <PersonCard card={cardOf(person, TODAY, person.pipeline[1]?.companyId)} />
            </div>
          </State>
        ))}
      </Specimen>
      <Specimen name="PersonCards">
        <div className="gal__wide">
          <PersonCards cards={cards} />
        </div>
      </Specimen>
      <Specimen name="CardsSkeleton">
        <div className="gal__wide">
          <CardsSkeleton count={3} />
        </div>
      </Specimen>
      <Specimen name="PersonRow" note="wide screens only">
        <div className="gal__wide rows hide-s">
          <ol className="rows__l" role="list">
            {[EVERYTHING, ENDED, ANONYMOUS].map((person) => (
              <PersonRow key={person._id} profile={person} companyId={searched} today={TODAY} />
            ))}
          </ol>
        </div>
        <p className="hide-m small dim">Small screens get the cards.</p>
      </Specimen>
      <Specimen name="LinePanel">
        {[EVERYTHING, ENDED, ANONYMOUS, LONGEST].map((person, at) => (
          <LinePanel
            key={person._id}
            profile={person}
            view={lineView(person.pipeline, TODAY)}
            meta={[person.location]}
            noteOf={({ key }) => (at === 0 && key === person.pipeline[0]?._id ? "the stop you searched for" : "")}
            today={TODAY}
          />
        ))}
      </Specimen>
      <Specimen name="Identity">
        <div className="gal__wide">
          {[EVERYTHING, ANONYMOUS, LONGEST].map((person) => (
            <Identity key={person._id} profile={person} isOwner={false} />
          ))}
        </div>
      </Specimen>
      <Specimen name="Avatar">
        {(
          [
            ["Default", ""],
            ["Picture", PICTURE],
            ["Failed", BROKEN],
          ] as const
        ).map(([state, pfp]) => (
          <State key={state} name={state}>
            <div className="gal__row line-3">
              {([32, 36, 40, 44, 104] as const).map((size) => (
                <Avatar key={size} pfp={pfp} size={size} />
              ))}
            </div>
          </State>
        ))}
      </Specimen>
      <Specimen name="PeopleSection">
        <div className="gal__wide">
          <PeopleSection title="With more to come" count={3} first="/gallery" page={2} pages={9}>
            <PersonCards cards={cards.slice(0, 3)} />
          </PeopleSection>
          <PeopleSection
            title="Many; a phone shows four"
            all={{ href: "/gallery", people: 5_000 }}
            count={cards.length}
            first="/gallery"
            page={1}
            pages={9}
          >
            <PersonCards cards={cards} />
          </PeopleSection>
          <PeopleSection title="Empty" count={0} first="/gallery" page={1} pages={1} />
        </div>
      </Specimen>
    </>
  );
}
