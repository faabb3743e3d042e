import { describe, expect, it } from "vitest";
import { SHARE_LEVELS, type ShareLevel } from "#core/share-level.ts";
import { mapTexts } from "#core/role-texts.ts";
import type { ProfileRow, RoleRow } from "#core/stored-profile.ts";
import { personPicture } from "#features/link-picture/person-picture.ts";
import { toPublicProfile } from "#features/profile/pure/projection.ts";
import { embedSvg } from "./pure/embed.ts";
import { paperRows } from "./pure/paper-rows.ts";
import { altText, sharedFacts, sharedLine, sharedTitle } from "./pure/shared-words.ts";
import { levelsFor } from "./rules.ts";

// The exact texts that each level shows on each surface. A change of what is shown must be made here too.

const TODAY = "2026-11-15";
const ROW: ProfileRow = {
  id: 7,
  public_id: "a".repeat(24),
  first_name: "Wilhelmina",
  last_name: "Testperson",
  username: "wilhelmina",
  linkedin: "wilhelmina-in",
  location: "Iceland",
  visibility: "public",
  created: true,
  suspended: false,
  show_months: true,
  own_titles: true,
  hide_school: false,
  rev: 3,
  school_text: "Sycamore School",
  school_public_id: null,
  school_name: null,
  school_country: null,
  school_country_code: null,
  picture_id: "b".repeat(24),
};
const role = (id: string, company: string, more: Partial<RoleRow>): RoleRow => ({
  stop_id: id,
  company_id: `c-${company}`,
  name: company.toLowerCase(),
  display_name: company,
  logo: "",
  title: "Quokka Whisperer",
  kind: "full-time",
  start_date: "2016-03-07",
  end_date: "2018-04-09",
  date_precision: "day",
  rating: 80,
  ...mapTexts(() => "Akureyri"),
  undisclosed: false,
  ...more,
});
const ROLES = [
  role("stop-a", "Alder", { kind: "intern", title: "Software Engineer Intern", end_date: "2016-09-09" }),
  role("stop-b", "Birch", { start_date: "2016-10-11", undisclosed: true }),
  role("stop-a", "Alder", { start_date: "2018-05-12", end_date: null }),
];
const LINK = "5".repeat(24);

function surfacesOf(level: ShareLevel, row: ProfileRow = ROW) {
  const profile = toPublicProfile(row, ROLES, TODAY, { id: LINK, level });
  const words = { title: sharedTitle(profile, level), subtitle: sharedFacts(profile, level, TODAY) };
  const { stations, end, title, subtitle } = personPicture(profile, sharedLine(profile, level, TODAY), words);
  const svg = embedSvg({ profile, level }, { theme: "light", today: TODAY, logos: new Map() });
  return {
    profile,
    all: JSON.stringify([profile, stations, svg, paperRows(profile, level, TODAY)]),
    embed: [...svg.replace(/<style>.*<\/style>/s, "").matchAll(/>([^<>\n]+)</g)].map(([, text]) => text),
    picture: [title, subtitle, ...stations.map(({ name }) => name), end],
    paper: paperRows(profile, level, TODAY).rows.map(({ first, rest, dates }) => [first, rest, dates].join("|")),
    alt: altText(profile, level),
  };
}

describe("a shared line", () => {
  it("shows everything but what leads to the profile", () => {
    const { profile, picture, paper, alt } = surfacesOf("everything");
    expect([profile.firstName, profile.location, profile.username, profile.linkedin]).toEqual([
      "Wilhelmina",
      "Iceland",
      "",
      "",
    ]);
    expect(profile.pipeline.map(({ rating }) => rating)).toEqual([80, undefined]);
    expect(picture).toEqual([
      "Wilhelmina Testperson",
      "Currently Quokka Whisperer at Alder · 2 stops",
      "Sycamore School",
      "Alder",
      "Undisclosed company",
      "Alder",
      "arrow",
    ]);
    expect(paper).toEqual([
      "Sycamore School||",
      "Software Engineer Intern|Alder|March 2016 – September 2016",
      "Quokka Whisperer|Undisclosed company|2016 – 2018",
      "Quokka Whisperer|Alder|May 2018 – Present",
    ]);
    expect(alt).toBe("Wilhelmina Testperson’s line: 2 stops, now Quokka Whisperer at Alder");
  });

  it("without a name has years and the catalogue's titles, whatever the anonymous page would show", () => {
    const { profile, embed, picture, paper, all } = surfacesOf("no-name");
    expect([profile.firstName, profile.location, profile.pfp]).toEqual(["Anonymous", "Somewhere", ""]);
    expect(picture.slice(0, 2)).toEqual(["Anonymous", "Currently Specialist at Alder · 2 stops"]);
    expect(paper[1]).toBe("Software Engineer Intern|Alder|2016");
    expect(embed).toContain("2016");
    expect(all).not.toMatch(/Wilhelmina|Quokka|Iceland|Akureyri|2016-0[39]|2018-05|rating|bbbb/);
  });

  it("of companies alone has nothing but their order", () => {
    const { profile, embed, picture, paper, all } = surfacesOf("only-line");
    expect(embed).toEqual([
      "A career line: 2 stops",
      "Alder. Undisclosed company. Alder.",
      "A career line",
      "A",
      "Alder",
      "Undisclosed company",
      "A",
      "Alder",
    ]);
    expect(picture).toEqual(["A career line", "2 stops", "Alder", "Undisclosed company", "Alder", "none"]);
    expect(paper).toEqual(["Alder||", "Undisclosed company||", "Alder||"]);
    expect(
      new Set(profile.pipeline.flatMap(({ roles }) => roles.map(({ kind, phase }) => `${kind} ${phase}`))),
    ).toEqual(new Set(["other past"]));
    expect(all).not.toMatch(/Wilhelmina|Quokka|Engineer|Iceland|Akureyri|201\d|Sycamore|rating|Birch|bbbb/);
  });

  it("has no id of profile, stop or company at any level, and no name of somebody who is not public", () => {
    for (const visibility of ["public", "anonymous", "private"] as const)
      for (const level of SHARE_LEVELS) {
        const { all } = surfacesOf(level, { ...ROW, visibility });
        expect(all).not.toMatch(/aaaaaa|stop-a|stop-b|c-Alder|c-Birch|Birch/);
        if (visibility !== "public") expect(all, `${visibility} ${level}`).not.toMatch(/Wilhelmina|Testperson|Iceland/);
      }
    expect(levelsFor("private")).toEqual(["no-name", "only-line"]);
    expect(levelsFor("anonymous")).toEqual(["no-name", "only-line"]);
  });
});
