import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { LikeMePage } from "#features/like-me/read.server.ts";
import { CameNext } from "./came-next.tsx";

const none = { rows: [], others: 0 };

type Similar = NonNullable<LikeMePage["similar"]>;

/** The section as text. */
function words(given: Partial<Similar>): string {
  const median = { months: 25, low: 24, high: 26 };
  const wait = { people: 40, ended: 30, isAbout: false, steps: [], median, years: [] };
  const page: LikeMePage = {
    state: "answer",
    subject: undefined,
    asked: { school: "", stop: "", as: "intern" },
    mistakes: [],
    similar: {
      months: 12,
      since: "career-start",
      people: 40,
      movedOn: 30,
      notYet: 10,
      companies: none,
      titles: none,
      wait,
      ...given,
    },
    neighbours: [],
    logos: {},
    examples: [],
  };
  return renderToStaticMarkup(<CameNext page={page} whose="this" />).replaceAll(/<[^>]*>/g, "");
}

/** The section as text, if people waited between `low` and `high` months. */
function wordsOfWait(low: number | null, high: number | null): string {
  const median = { months: 25, low, high };
  return words({ wait: { people: 40, ended: 30, isAbout: false, steps: [], median, years: [] } });
}

it.each([
  [24, 26, "from this point on, likely between 2 yr and 2 yr 2 mo; people"],
  [25, 25, "from this point on, likely exact to the month; people"],
  [25, null, "from this point on; people"],
])("between %s and %s months, the wait says %s", (low, high, sentence) => {
  expect(wordsOfWait(low, high)).toContain(sentence);
});

// The API tells 1 to 4 people of whom none is public as 0.
it.each([
  [35, 33, 0, "33 have moved on, under 5 have not yet."],
  [35, 33, null, "33 have moved on, under 5 have not yet."],
  [35, 0, 33, "under 5 have moved on, 33 have not yet."],
  [7, null, 0, "under 5 have moved on, under 5 have not yet."],
  [35, 35, 0, "35 have moved on, 0 have not yet."],
  [35, 20, 15, "20 have moved on, 15 have not yet."],
  [null, null, 0, "under 5 have moved on, 0 have not yet."],
])("of %s people, %s and %s are told as: %s", (people, movedOn, notYet, sentence) => {
  expect(words({ people, movedOn, notYet })).toContain(sentence);
});

it.each([
  [33, 10, "under 5"],
  [30, 8, "6"],
  [30, 6, "12"],
  [27, 9, ""],
])("of %s people of whom %s each went to three companies, the others are all the rest", (movedOn, each, others) => {
  const rows = ["a", "b", "c"].map((id) => ({ id, name: `Elm ${id}`, people: each }));
  const text = words({ people: movedOn, movedOn, notYet: 0, companies: { rows, others: null } });
  expect(/Other companies(under 5|\d*)/.exec(text)?.[1] ?? "").toBe(others);
});

it("of nobody, no parts are counted, and nothing is explained", () => {
  const wait = { people: 0, ended: 0, isAbout: false, steps: [], median: null, years: [] };
  expect(words({ people: 0, movedOn: 0, notYet: 0, wait })).toBe(
    "What came nextNo one had a line like this at this point.",
  );
});
