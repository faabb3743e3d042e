import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mapTexts, ROLE_TEXT_NAMES } from "#core/role-texts.ts";
import type { ProfileRow, RoleRow } from "#core/stored-profile.ts";
import { classify, isCatalogueTitle } from "#features/title/classify.ts";
import { toPathLine } from "#features/path/pure/line.ts";
import { toOwnProfile, toPublicLine, toPublicProfile } from "./pure/projection.ts";
import { pageOf, readCursor } from "./read.server.ts";
import { profileSchema, type PublicLine, type PublicProfile } from "./schema.ts";
import { ENGINEER } from "#tests/helpers/stored-person.ts";

const TODAY = "2026-11-15";
/** Letters that no constant of the projection holds in a row. */
const token = fc.stringMatching(/^zq[bdfghjkvwx]{10}$/);
const date = fc
  .integer({ min: 0, max: 25_000 })
  .map((days) => new Date(Date.UTC(1955, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));

const person = fc.record({
  id: fc.integer({ min: 900_000_001, max: 999_999_999 }),
  public_id: fc.stringMatching(/^[0-9a-f]{24}$/),
  first_name: token,
  last_name: token,
  username: token,
  linkedin: token,
  location: token,
  visibility: fc.constantFrom("public" as const, "anonymous" as const, "private" as const),
  created: fc.boolean(),
  suspended: fc.boolean(),
  show_months: fc.boolean(),
  own_titles: fc.boolean(),
  hide_school: fc.boolean(),
  rev: fc.integer({ min: 700_000_001, max: 799_999_999 }),
  school_text: fc.constantFrom("", "Free School"),
  school_public_id: fc.constant(null),
  school_name: fc.constant(null),
  school_country: fc.constant(null),
  school_country_code: fc.constant(null),
  picture_id: fc.option(fc.stringMatching(/^[0-9a-f]{24}$/)),
}) satisfies fc.Arbitrary<ProfileRow>;

const stops = fc.array(
  fc.record({
    stop_id: fc.stringMatching(/^e[0-9a-f]{23}$/),
    company_id: fc.option(fc.stringMatching(/^c[0-9a-f]{23}$/)),
    name: fc.constant("jjfirm"),
    display_name: fc.constant("JJFirm"),
    logo: fc.constantFrom("", "/logos/jjfirm.svg"),
    title: fc.oneof(fc.constant("Engineer"), fc.constant("senior ml engineer"), token),
    kind: fc.constantFrom("intern" as const, "full-time" as const),
    start_date: date,
    end_date: fc.option(date),
    date_precision: fc.constantFrom("month" as const, "day" as const, "year" as const),
    rating: fc.constantFrom(null, 20, 100),
    ...mapTexts((text) => fc.constantFrom("", `zqtext-${text}`)),
    undisclosed: fc.boolean(),
  }) satisfies fc.Arbitrary<RoleRow>,
  { maxLength: 6 },
);

describe("the public projection", () => {
  test("says the same of a line as of a page", () => {
    fc.assert(
      fc.property(person, stops, fc.boolean(), fc.boolean(), (row, rows, show_months, own_titles) => {
        const owner = { ...row, show_months, own_titles };
        const read = (shown: PublicProfile | PublicLine) => toPathLine(shown, { classify });
        expect(read(toPublicLine(owner, rows, TODAY))).toEqual(read(toPublicProfile(owner, rows, TODAY)));
      }),
    );
  });

  test("of somebody hidden holds no private text, no month, no rating, no inner key", () => {
    fc.assert(
      fc.property(person, stops, (row, rows) => {
        const shown = toPublicProfile(
          { ...row, visibility: row.visibility === "public" ? "anonymous" : row.visibility, show_months: false },
          rows,
          TODAY,
        );
        const text = JSON.stringify(shown);
        for (const secret of [
          row.first_name,
          row.last_name,
          row.username,
          row.linkedin,
          row.location,
          String(row.id),
          String(row.rev),
        ])
          expect(text).not.toContain(secret);
        expect(text).not.toMatch(/"rating"|"rev"|private|zqtext/);
        for (const found of text.matchAll(/\d{4}-\d\d-\d\d/g)) expect(found[0]).toMatch(/-01-01$|^2200-12-02$/);
        expect(shown).toMatchObject({
          firstName: "Anonymous",
          lastName: "",
          username: "Anonymous",
          linkedin: "Anonymous",
          location: "Somewhere",
          pfp: "",
          anonymous: true,
          visibility: "anonymous",
          datePrecision: "year",
        });
      }),
      { numRuns: 300 },
    );
  });

  test("of somebody anonymous who shows months holds no day", () => {
    fc.assert(
      fc.property(person, stops, (row, rows) => {
        const shown = toPublicProfile({ ...row, visibility: "anonymous", show_months: true }, rows, TODAY);
        expect(shown.datePrecision).toBe("month");
        expect(JSON.stringify(shown)).not.toContain("zqtext");
        for (const found of JSON.stringify(shown).matchAll(/\d{4}-\d\d-\d\d/g))
          expect(found[0]).toMatch(/-01$|^2200-12-02$/);
      }),
    );
  });

  test("of an undisclosed company tells nothing, of a hidden school neither, at every level", () => {
    fc.assert(
      fc.property(person, stops, (row, rows) => {
        const hidden = rows.map((stop) => ({ ...stop, undisclosed: true }));
        const text = JSON.stringify(toPublicProfile({ ...row, hide_school: true }, hidden, TODAY));
        expect(text).not.toMatch(/jjfirm|Free School|zqtext/i);
        for (const stop of rows) if (stop.company_id !== null) expect(text).not.toContain(stop.company_id);
        if (rows.length > 0) expect(text).toContain('"displayName":"Undisclosed company"');
      }),
    );
  });

  test("of a disclosed company beside an undisclosed one keeps the former", () => {
    fc.assert(
      fc.property(person, stops, (row, rows) => {
        const shown = toPublicProfile(row, rows, TODAY);
        const disclosed = new Set(rows.filter((stop) => !stop.undisclosed).map((stop) => stop.stop_id));
        for (const experience of shown.pipeline)
          expect(experience.displayName).toBe(disclosed.has(experience._id) ? "JJFirm" : "Undisclosed company");
      }),
    );
  });

  test("of somebody anonymous holds titles of the catalogue alone, unless they chose their own", () => {
    fc.assert(
      fc.property(person, stops, (row, rows) => {
        const anonymous = { ...row, visibility: "anonymous" as const };
        const seen = toPublicProfile({ ...anonymous, own_titles: false }, rows, TODAY);
        const roles = seen.pipeline.flatMap((stop) => stop.roles);
        for (const role of roles) {
          expect(isCatalogueTitle(role.title)).toBe(true);
          expect(classify(role.title, role.kind)).toMatchObject({ family: role.family, level: role.level });
        }
        for (const stop of seen.pipeline) expect(stop.roles.at(-1)?.title).toBe(stop.title);
        const text = JSON.stringify(seen);
        for (const { title } of rows) if (title.startsWith("zq")) expect(text).not.toContain(title);

        const own = toPublicProfile({ ...anonymous, own_titles: true }, rows, TODAY);
        expect(own.pipeline.flatMap((stop) => stop.roles.map(({ title }) => title)).toSorted()).toEqual(
          rows.map(({ title }) => title).toSorted(),
        );
        // Only the words differ: kind, family and level are of the title that was written.
        const wordless = (profile: typeof seen): unknown =>
          profile.pipeline.map(({ title: _title, roles: all, ...stop }) => ({
            ...stop,
            roles: all.map(({ title: _words, ...role }) => role),
          }));
        expect(wordless(own)).toEqual(wordless(seen));
      }),
    );
  });

  test.each([
    ["Senior Payments Ledger Engineer", "Senior Software Engineer"],
    ["Staff Software Engineer", "Staff Software Engineer"],
    ["Keeper of the Zeppelin", "Specialist"],
  ])("shows an anonymous person's %s as %s", (title, shown) => {
    const role: RoleRow = { ...ENGINEER, company_id: null, name: "jjfirm", display_name: "JJFirm", title };
    const [somebody] = fc.sample(person, 1);
    if (!somebody) throw new Error("nobody was drawn");
    const see = (choice: Partial<ProfileRow>) => toPublicProfile({ ...somebody, ...choice }, [role], TODAY);
    expect(see({ visibility: "anonymous", own_titles: false })).toMatchObject({
      headline: `Currently ${shown} at JJFirm`,
      pipeline: [{ title: shown }],
    });
    const asWritten = `Currently ${title} at JJFirm`;
    expect(see({ visibility: "anonymous", own_titles: true }).headline).toBe(asWritten);
    expect(see({ visibility: "public", own_titles: false }).headline).toBe(asWritten);
    const own = toOwnProfile({ ...somebody, visibility: "anonymous", own_titles: false }, [role], TODAY);
    expect([own.headline, own.ownTitles]).toEqual([asWritten, false]);
  });

  test("of somebody public shows the identity, and still no rating and no inner key", () => {
    fc.assert(
      fc.property(person, stops, (row, rows) => {
        const text = JSON.stringify(toPublicProfile({ ...row, visibility: "public" }, rows, TODAY));
        for (const shown of [row.first_name, row.last_name, row.username, row.linkedin, row.location])
          expect(text).toContain(shown);
        for (const secret of [String(row.id), String(row.rev), "800000001"]) expect(text).not.toContain(secret);
        expect(text).not.toContain('"rating"');
        for (const name of ROLE_TEXT_NAMES) {
          const isShown = rows.some((role) => role[name] !== "" && !role.undisclosed);
          expect(text.includes(`zqtext-${name}`)).toBe(isShown);
        }
      }),
    );
  });

  test("holds the declared fields and nothing else, with no null and nothing empty inside an experience", () => {
    const fields = Object.keys(profileSchema.shape);
    fc.assert(
      fc.property(person, stops, fc.boolean(), (row, rows, isOwner) => {
        const shown = isOwner ? toOwnProfile(row, rows, TODAY) : toPublicProfile(row, rows, TODAY);
        expect(fields).toEqual(expect.arrayContaining(Object.keys(shown)));
        expect(JSON.stringify(shown)).not.toContain("null");
        expect(profileSchema.safeParse(shown).success).toBe(true);
        for (const experience of shown.pipeline)
          for (const value of Object.values(experience)) expect(value).not.toBe("");
      }),
    );
  });

  test("to its owner it is whole: every text, exact dates, ratings, the revision", () => {
    fc.assert(
      fc.property(person, stops, (row, rows) => {
        const text = JSON.stringify(toOwnProfile(row, rows, TODAY));
        for (const shown of [
          row.first_name,
          row.last_name,
          row.username,
          row.linkedin,
          row.location,
          String(row.rev),
          ...rows.map((stop) => stop.start_date),
        ])
          expect(text).toContain(shown);
        expect(text).not.toContain(String(row.id));
      }),
    );
  });
});

describe("pages of a list", () => {
  const rows = Array.from({ length: 5 }, (_, n) => ({ sort_key: (n + 1) * 1_000 }));
  test("lead on while there is more", () => {
    expect(pageOf(rows, 4)).toEqual({ shown: rows.slice(0, 4), after: (4_000).toString(36) });
    expect(pageOf(rows, 5)).toEqual({ shown: rows, after: undefined });
    expect(pageOf([], 5)).toEqual({ shown: [], after: undefined });
  });
  test("a cursor is read back, junk begins at the beginning", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), (key) => {
        expect(readCursor((key * 65_536).toString(36))).toBe(key * 65_536);
      }),
    );
    for (const junk of [undefined, "", "-1", "A", "1 2", "zzzzzzzzzzz", "é"]) expect(readCursor(junk)).toBe(-1);
  });
});
