import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { StoredReport } from "#features/moderation/schema.ts";
import { ReportItem } from "./report-item.tsx";

const REPORT: StoredReport = {
  _id: "a".repeat(24),
  subject: "pipeline",
  reason: "spam",
  words: "",
  quote: "",
  rule: "",
  day: "2026-11-15",
  state: "open",
  person: null,
  company: null,
  pipeline: [],
  history: [],
  others: 0,
  acts: [],
};

it.each([
  ["Engineer, Alpha, 2018-03 to 2020-05", "Engineer, Alpha, March 2018 – May 2020"],
  ["Engineer, Alpha, 2018-03 to today", "Engineer, Alpha, March 2018 – Present"],
  ["Engineer, Alpha, 2018 to 2020", "Engineer, Alpha, 2018 – 2020"],
  ["Engineer, Alpha, 2018 to today", "Engineer, Alpha, 2018 – Present"],
  ["Engineer, Alpha, 2018 to 2018", "Engineer, Alpha, 2018"],
])("%s: the dates are written as on the profile, and no more exact", (line, shown) => {
  const html = renderToStaticMarkup(<ReportItem report={{ ...REPORT, pipeline: [line] }} onAct={() => {}} />);
  expect(html).toContain(`<li>${shown}</li>`);
});
