import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ProfileRow, RoleRow } from "#core/stored-profile.ts";
import type { ShareLevel } from "#core/share-level.ts";
import { toPublicProfile } from "#features/profile/pure/projection.ts";
import { Paper } from "#features/share/parts/paper.tsx";
import { embedSvg, EMBED_SIZE } from "./embed.ts";
import { sharedFacts } from "./shared-words.ts";
import { ENGINEER } from "#tests/helpers/stored-person.ts";

const TODAY = "2026-11-15";
const ROW: ProfileRow = {
  id: 7,
  public_id: "a".repeat(24),
  first_name: "Wilhelmina",
  last_name: "Testperson",
  username: "wilhelmina",
  linkedin: "",
  location: "",
  visibility: "public",
  created: true,
  suspended: false,
  show_months: true,
  own_titles: true,
  hide_school: false,
  rev: 1,
  school_text: "",
  school_public_id: null,
  school_name: null,
  school_country: null,
  school_country_code: null,
  picture_id: null,
};

function role(company: string, start: string, end: string | null): RoleRow {
  return {
    ...ENGINEER,
    stop_id: `stop-${company}`,
    company_id: `c-${company}`,
    name: company.toLowerCase(),
    display_name: company,
    title: "Engineer",
    start_date: start,
    end_date: end,
    rating: 0,
  };
}

function shared(level: ShareLevel, roles: readonly RoleRow[]) {
  return toPublicProfile(ROW, roles, TODAY, { id: "5".repeat(24), level });
}

/** Consecutive stops of a year each. */
function line(names: readonly string[]): RoleRow[] {
  return names.map((name, index) => role(name, `${2000 + index}-01-01`, `${2000 + index}-12-31`));
}

describe("sharedFacts", () => {
  const past = [role("Alder", "2016-03-01", "2018-04-30"), role("Birch", "2018-05-01", "2020-02-28")];

  it("says how long the line is, to its end or to today", () => {
    expect(sharedFacts(shared("everything", past), "everything", TODAY)).toMatch(/ · 2 stops in 4 yr$/);
    const current = [...past, role("Cedar", "2020-03-01", null)];
    expect(sharedFacts(shared("everything", current), "everything", TODAY)).toMatch(/ · 3 stops in 10 yr 9 mo$/);
  });

  it("does not count months before they are there", () => {
    const soon = [role("Alder", "2027-03-01", null)];
    expect(sharedFacts(shared("everything", soon), "everything", TODAY)).toMatch(/ · 1 stop$/);
  });

  it.each(["no-name", "only-line"] as const)("says no months at the level %s, which tells none", (level) => {
    expect(sharedFacts(shared(level, past), level, TODAY)).toMatch(/(?:^| · )2 stops$/);
  });
});

describe("embedSvg", () => {
  const draw = (names: readonly string[]): string =>
    embedSvg(
      { profile: shared("everything", line(names)), level: "everything" },
      { theme: "light", today: TODAY, logos: new Map() },
    );
  const captions = (svg: string): { x: number; y: number; text: string }[] =>
    [...svg.matchAll(/<text class="n" x="([\d.]+)" y="([\d.]+)">([^<]*)</g)].map(([, x, y, text = ""]) => ({
      x: Number(x),
      y: Number(y),
      text,
    }));

  it("stands all names below where there is room, and no name on another", () => {
    expect(new Set(captions(draw(["Alder", "Birch", "Cedar"])).map(({ y }) => y)).size).toBe(1);
    for (const names of [
      ["Alder", "A Company of Eighteen", "Birch", "Cedar", "Dogwood & Daughters", "Elm"],
      ["An Unusually Long Company Name of Somewhere", "Another Unusually Long Company Name", "Elm", "Fir", "Gum"],
    ]) {
      const all = captions(draw(names));
      expect(all).toHaveLength(names.length);
      for (const y of new Set(all.map((one) => one.y))) {
        const row = all.filter((one) => one.y === y);
        for (const [index, one] of row.entries()) {
          const next = row[index + 1]?.x ?? EMBED_SIZE.width;
          expect(one.x + one.text.length * 6.9, `${one.text} before ${next}`).toBeLessThanOrEqual(next);
        }
      }
    }
  });

  it("cuts the last names so that they keep the picture's margin", () => {
    const long = "Department of Anaesthesiology, School of Medicine, Harbour University Hospital";
    for (const { x, text } of captions(draw(["Alder", "Birch", long, long])).slice(2)) {
      expect(text.endsWith("…"), text).toBe(true);
      expect(x + text.length * 6.9).toBeLessThanOrEqual(EMBED_SIZE.width - 20);
    }
  });
});

describe("the sheet", () => {
  const sheet = (count: number): string =>
    renderToStaticMarkup(
      <Paper
        profile={shared("everything", line(Array.from({ length: count }, (_, index) => `Company ${index}`)))}
        level="everything"
        today={TODAY}
      />,
    );

  it("of a short line has larger letters, which a longer one has no room for", () => {
    expect(sheet(8)).toContain("paper paper--roomy");
    expect(sheet(9)).toContain("paper paper--1");
    expect(sheet(40)).toContain("paper paper--3");
  });
});
