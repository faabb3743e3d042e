import type { ReactNode } from "react";
import { FollowRow } from "#features/follow/parts/follow-row.tsx";
import type { FollowState } from "#features/follow/rules.ts";
import { cardOf } from "#features/person-card/parts/card.ts";
import { TODAY } from "#features/person-card/parts/fixtures.ts";
import { PersonCards } from "#features/person-card/parts/person-card.tsx";
import { FindForm } from "#features/search/parts/find-form.tsx";
import { FoundLists, type FoundView } from "#features/search/parts/found-lists.tsx";
import { FoundPage } from "#features/search/parts/found-view.tsx";
import { AlikeCompanies, PopularCompanies } from "#features/search/parts/popular.tsx";
import { Results } from "#features/search/parts/results.tsx";
import { SearchForm } from "#features/search/parts/search-form.tsx";
import { companyOf, EVERYTHING, LONG_NAME, LONG_WORD, LONGEST, ANONYMOUS } from "./people.ts";
import { Specimen, States } from "./specimen.tsx";

const CARDS = [EVERYTHING, LONGEST, ANONYMOUS].map((person) => cardOf(person, TODAY));
const COMPANIES = [
  companyOf(LONG_NAME, 5_000),
  companyOf(LONG_WORD, 5),
  companyOf("Bramble Works", 4),
  companyOf("Oakhollow", 0),
];

const FOUND: FoundView = {
  cards: CARDS,
  schools: [LONG_NAME, LONG_WORD].map((name, at) => ({
    _id: String(at).repeat(24),
    name,
    country: "Ireland",
    logo: "",
  })),
  titles: [
    { slug: "staff-software", name: LONG_NAME, people: 5_000 },
    { slug: "mid-general", name: LONG_WORD, people: null },
  ],
  companies: COMPANIES.map(({ _id, displayName }) => ({ _id, name: displayName, logo: "" })),
};

/** The results of a company with so many people. */
function Page({ name, people }: { name: string; people: number }): ReactNode {
  const isMany = people > 24;
  const page = {
    company: { ...companyOf(name, people), country: "" },
    people,
    interns: people < 5 ? 0 : people,
    ratingLevel: isMany ? (4 as const) : (0 as const),
    averageStayDays: isMany ? 783 : 0,
    page: 1,
    pages: Math.max(1, Math.ceil(people / 24)),
    ends: undefined,
    problem: undefined,
    alike: [],
    popular: [],
  };
  return (
    <Results page={page} layout="grid">
      <PersonCards cards={CARDS.slice(0, Math.max(1, Math.min(people, 3)))} level={2} />
    </Results>
  );
}

const follow = (name: string, state: FollowState): ReactNode => (
  <FollowRow thing={{ kind: "company", thing: "0".repeat(24) }} name={name} state={state} />
);

/** The search and its results: 0, 4, 5 and 5,000 people, and names as long as they may be. */
export function Searches(): ReactNode {
  return (
    <>
      <Specimen name="SearchForm">
        <States
          of={{
            "No company of ours": <SearchForm asked={LONG_WORD} company={undefined} layout="grid" />,
            "A company": <SearchForm asked="" company={COMPANIES[0]} layout="grid" />,
          }}
        />
      </Specimen>
      <Specimen name="Results">
        <States
          of={{
            "5,000 people": <Page name={LONG_NAME} people={5_000} />,
            "5 people": <Page name={LONG_WORD} people={5} />,
            "4 people": <Page name="Quillon" people={4} />,
          }}
        />
      </Specimen>
      <Specimen name="FindForm">
        <States of={{ Long: <FindForm text={LONG_WORD} /> }} />
      </Specimen>
      <Specimen name="FoundLists">
        <States of={{ "All kinds": <FoundLists found={FOUND} /> }} />
      </Specimen>
      <Specimen name="FoundPage">
        <States
          of={{ Nothing: <FoundPage text={LONG_WORD} found={{ cards: [], schools: [], titles: [], companies: [] }} /> }}
        />
      </Specimen>
      <Specimen name="AlikeCompanies">
        <States of={{ Long: <AlikeCompanies alike={COMPANIES} layout="grid" /> }} />
      </Specimen>
      <Specimen name="PopularCompanies">
        <States of={{ Long: <PopularCompanies popular={COMPANIES} layout="grid" /> }} />
      </Specimen>
      <Specimen name="FollowRow">
        <States
          of={{
            "Logged out": follow(LONG_NAME, "visitor"),
            "Not followed": follow(LONG_WORD, "open"),
            Followed: follow(LONG_WORD, "following"),
          }}
        />
      </Specimen>
    </>
  );
}
