import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { LikeMePage } from "#features/like-me/read.server.ts";
import { CameNext } from "./came-next.tsx";

const none = { rows: [], others: 0 };

/** The section as text, for people who waited between `low` and `high` months. */
function words(low: number | null, high: number | null): string {
  const median = { months: 25, low, high };
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
    },
    neighbours: [],
    logos: {},
    examples: [],
  };
  return renderToStaticMarkup(<CameNext page={page} whose="this" />).replaceAll(/<[^>]*>/g, "");
}

it.each([
  [24, 26, "from this point on, likely between 2 yr and 2 yr 2 mo; people"],
  [25, 25, "from this point on, likely exact to the month; people"],
  [25, null, "from this point on; people"],
])("between %s and %s months, the wait says %s", (low, high, sentence) => {
  expect(words(low, high)).toContain(sentence);
});
