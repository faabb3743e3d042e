import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QuickSearchResults } from "#features/quick-search/schema.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// /search?q=: people, schools and titles, not only companies.

const SCHOOL = "0123456789abcdef01234567";
let app: TestApp;
let openly: ApiUser;
let hidden: ApiUser;

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  await app.db
    .insertInto("school")
    .values({
      public_id: SCHOOL,
      name: "Wexmoor College",
      name_key: "wexmoor college",
      country: "Ireland",
      country_code: "IE",
    })
    .execute();
  const pipeline = [stop("Wexmoor Kilns", "Staff Engineer", "2020-01-01", "current")];
  openly = await new ApiUser(app).signUp();
  await openly.save({ firstName: "Odile", lastName: "Wexmoor", anonymous: false, school: SCHOOL, pipeline });
  hidden = await new ApiUser(app).signUp();
  await hidden.save({ firstName: "Unseena", lastName: "Wexmoor", anonymous: true, pipeline });
  await waitForPaths(app);
});
afterAll(() => app.stop());

const page = async (path: string) => sendRaw(app, { path });

describe("/search?q=", () => {
  it("finds people who show their name, schools and companies, each with a link, and is never kept", async () => {
    const { status, text, headers } = await page("/search?q=wexmoor");
    expect(status).toBe(200);
    expect(text).toContain("Found for “wexmoor”");
    expect(text).toContain(`href="/user/${openly.profileId}"`);
    expect(text).toContain("Odile Wexmoor");
    expect(text).toContain(`href="/school/${SCHOOL}"`);
    expect(text).toContain('href="/search?company=Wexmoor+Kilns"');
    expect(text).not.toContain("Unseena");
    expect(text).not.toContain(hidden.profileId);
    expect(text).toContain('name="robots" content="noindex"');
    expect(headers.get("etag")).toBeUndefined();
  });

  it("finds titles by a word of them, and leads to their pages", async () => {
    const { text } = await page("/search?q=staff");
    const href = /href="(\/title\/[a-z-]+)"/.exec(text)?.[1] ?? "";
    expect(href).toBe("/title/staff-software");
    expect((await page(href)).status).toBe(200);
    const { body } = await new ApiUser(app).call<QuickSearchResults>("GET", "/api/jump/staff");
    expect(body.titles).toEqual([{ slug: "staff-software", name: "Staff Software Engineer" }]);
  });

  it("says so where there is nothing, and an emptied field is the search from its start", async () => {
    expect((await page("/search?q=zzqqxxzz")).text).toContain("Nothing found for “zzqqxxzz”.");
    const { status, headers } = await page("/search?q=%20");
    expect([status, headers.get("location")?.[0]]).toEqual([302, "/search"]);
    expect((await page("/search")).text).toContain("A person, a school or a title");
  });

  it("a company search that names no company shows what else the text means", async () => {
    const { text } = await page("/search?company=odile%20wexmoor");
    expect(text).toContain("No company on this site with that name :/");
    expect(text).toContain(`href="/user/${openly.profileId}"`);
  });

  it.each(["%25", "%a", "a".repeat(500), "%F0%9F%9A%82", "' or 1=1 --"])(
    "%s is a text like any other",
    async (text) => {
      expect((await page(`/search?q=${encodeURIComponent(text)}`)).status).toBe(200);
    },
  );
});
