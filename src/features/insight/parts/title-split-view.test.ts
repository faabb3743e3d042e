import { describe, expect, it } from "vitest";
import { companySplitView, spreadView } from "./title-split-view.ts";

describe("the bars of whole years", () => {
  it("say their years briefly, and in words in the table; the highest is marked", () => {
    const view = spreadView("Staff Engineer", [
      { since: 0, until: 3, people: 9 },
      { since: 4, until: 4, people: 1_200 },
      { since: 5, until: 6, people: 5 },
      { since: 7, until: null, people: 7 },
    ]);
    expect(view?.title).toBe("How the 1,221 spread out");
    expect(view?.label).toContain("Most took 4.");
    expect(view?.bars.map((bar) => [bar.label, bar.people, bar.isMost])).toEqual([
      ["<4", "9", false],
      ["4", "1,200", true],
      ["5–6", "5", false],
      ["7+", "7", false],
    ]);
    expect(view?.bars.map((bar) => bar.share)[1]).toBe(1);
    expect(view?.table.rows.map(([years]) => years)).toEqual(["under 4", "4", "5 to 6", "7 or more"]);
  });

  it("are ten at most, and nobody is lost behind them", () => {
    const groups = Array.from({ length: 30 }, (_, n) => ({ since: n, until: n, people: 10 }));
    const view = spreadView("Staff Engineer", groups);
    expect(view?.bars).toHaveLength(10);
    expect(view?.bars.at(-1)).toMatchObject({ label: "9+", people: "210", isMost: true });
    expect(view?.title).toBe("How the 300 spread out");
    expect(groups[9]?.people).toBe(10);
  });

  it("are not drawn of one group alone", () => {
    expect(spreadView("Staff Engineer", [{ since: 0, until: null, people: 9 }])).toBeUndefined();
    expect(spreadView("Staff Engineer", [])).toBeUndefined();
  });
});

describe("the companies where people came to a title", () => {
  const all = { q1: 76, median: 92, q3: 112, isAbout: false };
  const row = { id: "a", name: "Quillon", people: 12, months: { ...all, isAbout: true }, promotedInside: null };

  it("have their median beside everybody's; what is too few is said in the table and drawn nowhere", () => {
    const promotedInside = { people: 5, of: 10, low: 0.2, high: 0.8 };
    const few = { id: "b", name: "Tarn & Fell", people: 10, months: null, promotedInside };
    const view = companySplitView("Staff Engineer", all, { rows: [row, few], others: null });
    expect(view?.rows.map(({ name, people, median, promoted }) => [name, people, median, promoted])).toEqual([
      ["Quillon", "12", "about 7 yr 8 mo", ""],
      ["Tarn & Fell", "10", "", "5 of 10"],
    ]);
    expect(view?.rows.map(({ drawn }) => drawn?.label)).toEqual([
      "Quillon: median about 7 yr 8 mo, middle half 6 yr 4 mo to 9 yr 4 mo",
      undefined,
    ]);
    expect(view?.rows[0]?.drawn?.capsule.at).toBe(view?.reference);
    expect(view?.table.rows).toEqual([
      ["Quillon", "12", "about 7 yr 8 mo", "6 yr 4 mo to 9 yr 4 mo", "too few to say"],
      ["Tarn & Fell", "10", "under 5", "under 5", "5 of 10"],
    ]);
  });

  it("are shown as a list of people where no time is", () => {
    expect(companySplitView("Software Engineer", null, { rows: [row], others: 0 })).toBeUndefined();
    expect(companySplitView("Staff", all, { rows: [{ ...row, months: null }], others: 0 })).toBeUndefined();
  });
});
