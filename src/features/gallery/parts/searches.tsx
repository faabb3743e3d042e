import type { ReactNode } from "react";
import type { CompanyView } from "#features/company/schema.ts";
import { lineView } from "#features/drawing/pure/segments.ts";
import { LinePanel } from "#features/person-card/parts/line-panel.tsx";
import { cardOf } from "#features/person-card/parts/card.ts";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import { fixtureId, TODAY } from "#features/person-card/parts/fixtures.ts";
import { FindForm } from "#features/search/parts/find-form.tsx";
import { FoundLists, type FoundView } from "#features/search/parts/found-lists.tsx";
import { FoundPage } from "#features/search/parts/found-view.tsx";
import { AlikeCompanies, PopularCompanies } from "#features/search/parts/popular.tsx";
import { Results } from "#features/search/parts/results.tsx";
import { SearchForm } from "#features/search/parts/search-form.tsx";
import { WholeLines } from "#features/search/parts/whole-lines.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ENDED, EVERYTHING, LONGEST, MASKED } from "./people.ts";
import { Specimen, State } from "./specimen.tsx";

const LONG = "The Extraordinarily Long Name of a Company That Does Not End Before the Page Does";

/** A made-up company as lists show it. */
export function companyOf(displayName: string, people: number, level = 0): CompanyView {
  const _id = fixtureId(`company ${displayName}`);
  const name = displayName.toLowerCase();
  const rest = { description: "", ratedEmployees: [], tenure: 0, rating: level * 100 };
  return { ...rest, _id, id: _id, name, displayName, logo: "", people };
}

const FOUND = [EVERYTHING, ENDED, MASKED, LONGEST];
const QUILLON = companyOf("Quillon", 1_204);

function pageOf(displayName: string, people: number) {
  return {
    company: { ...companyOf(displayName, people), country: "" },
    people,
    interns: people > 5 ? 214 : 0,
    ratingLevel: people > 5 ? (4 as const) : (0 as const),
    averageStayDays: people > 5 ? 783 : 0,
    page: 1,
    pages: people > 24 ? Math.ceil(people / 24) : 1,
    ends: undefined,
    problem: undefined,
    alike: [],
    popular: [],
  };
}

const LISTS: FoundView = {
  cards: FOUND.map((person) => cardOf(person, TODAY)),
  schools: [{ _id: fixtureId("school Wexmoor"), name: LONG, country: "Ireland", logo: "" }],
  titles: [
    { slug: "staff-software", name: "Staff Software Engineer", people: 5_000 },
    { slug: "mid-general", name: LONG, people: null },
  ],
  companies: [{ _id: QUILLON._id, name: QUILLON.displayName, logo: "" }],
};
const NOTHING: FoundView = { cards: [], schools: [], titles: [], companies: [] };

/** The search: empty, with results, and without results. */
export function Searches(): ReactNode {
  const few = FOUND.slice(0, 1);
  return (
    <>
      <Specimen name="SearchForm">
        {(
          [
            ["Empty", "", undefined],
            ["No company of ours", "quilon", undefined],
            ["A company", "", QUILLON],
            ["A long name", "", companyOf(LONG, 1)],
          ] as const
        ).map(([name, asked, company]) => (
          <div className="gal__wide" key={name}>
            <State name={name}>
              <SearchForm asked={asked} company={company} layout="grid" />
            </State>
          </div>
        ))}
      </Specimen>
      <Specimen name="Results">
        {(["grid", "pipeline"] as const).map((layout) => (
          <div className="gal__wide" key={layout}>
            <State name={layout === "grid" ? "Grid" : "Pipeline; small screens get it from top to bottom"}>
              <Results page={pageOf(QUILLON.displayName, QUILLON.people)} layout={layout}>
                {layout === "grid" ? (
                  <PersonCards cards={FOUND.map((person) => cardOf(person, TODAY))} level={2} />
                ) : (
                  <WholeLines company={QUILLON} people={FOUND} today={TODAY} />
                )}
              </Results>
            </State>
          </div>
        ))}
        <div className="gal__wide">
          <State name="Fewer than five people, a long name">
            <Results page={pageOf(LONG, 1)} layout="grid">
              <PersonCards cards={few.map((person) => cardOf(person, TODAY))} level={2} />
            </Results>
          </State>
        </div>
      </Specimen>
      <Specimen name="FindForm">
        <FindForm />
        <FindForm text={LONG} />
      </Specimen>
      <Specimen name="FoundLists">
        <div className="gal__wide">
          <FoundLists found={LISTS} />
        </div>
      </Specimen>
      <Specimen name="FoundPage">
        <div className="gal__wide">
          <FoundPage text="zyntho" found={NOTHING} />
        </div>
      </Specimen>
      <Specimen name="LinePanel">
        {FOUND.map((person, at) => (
          <LinePanel
            key={person._id}
            profile={person}
            view={lineView(person.pipeline, TODAY)}
            meta={person.location}
            noteOf={({ key }) => (at === 0 && key === person.pipeline[0]?._id ? "the stop you searched for" : "")}
            today={TODAY}
          />
        ))}
      </Specimen>
      <Specimen name="AlikeCompanies">
        <div className="gal__wide">
          <State name="No company">
            <EmptyState kind="closed" title="No company on this site with that name :/" />
            <AlikeCompanies alike={[QUILLON, companyOf("Quill & Sons", 12)]} layout="grid" />
          </State>
        </div>
        <div className="gal__wide">
          <State name="Nobody there">
            <EmptyState kind="start" title="No users on this site for this company :/" />
          </State>
        </div>
      </Specimen>
      <Specimen name="PopularCompanies">
        <div className="gal__wide">
          <PopularCompanies
            popular={[QUILLON, companyOf("Bramble Works", 3), companyOf(LONG, 12_418), companyOf("Tarn & Fell", 88)]}
            layout="grid"
          />
        </div>
      </Specimen>
    </>
  );
}
