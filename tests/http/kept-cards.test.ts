import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readCompanyPage } from "#features/company/read.server.ts";
import { cardMaker } from "#features/person-card/parts/draw-cards.tsx";
import type { CardMaker, Listed } from "#features/profile/read.server.ts";
import { PageMarkup } from "#server/kept-markup.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { drawPng, multipart } from "#tests/helpers/pictures.ts";

// Pages of companies and schools take the cards of people who have not changed from the minute before. Whatever
// changes, they show what they would show if they read everybody again.

const SCHOOL = "5c0001000000000000000002";
const OTHER = "5c0001000000000000000003";

let app: TestApp;
let admin: Awaited<ReturnType<typeof adminClient>>;
let person: ApiUser;
let friend: ApiUser;
let other: ApiUser;
let now = new Date("2026-11-15T12:00:00Z");

beforeAll(async () => {
  app = await startTestApp({ pages: true, now: () => now });
  for (const [public_id, name] of [
    [SCHOOL, "Card College"],
    [OTHER, "Second College"],
  ] as const)
    await app.db
      .insertInto("school")
      .values({ public_id, name, name_key: name.toLowerCase(), country: "Norway", country_code: "NO" })
      .execute();
  admin = await adminClient(app);
  const join = async (firstName: string): Promise<ApiUser> => {
    const user = await new ApiUser(app).signUp();
    const pipeline = [
      stop("Card Works", "Engineer", "2020-01-01", "2021-01-01"),
      stop("Second Works", "Analyst", "2021-02-01", "current"),
    ];
    const answer = await user.save({ firstName, lastName: "Testperson", school: SCHOOL, pipeline });
    expect(answer.status, answer.text).toBe(200);
    return user;
  };
  for (const name of ["Ada", "Bea", "Cleo", "Dora", "Edda"]) await join(name);
  person = await join("Paula");
  friend = await join("Frieda");
  other = await join("Olga");
  await waitForPaths(app);
});
afterAll(() => app.stop());

/** Not kept as a whole: a cookie that is not a session. */
async function get(path: string): Promise<string> {
  const { status, text } = await new ApiUser(app).call("GET", path, undefined, { cookie: "token=none" });
  return status === 200 ? text : `answered ${status}`;
}

const PAGES = [
  "/company/card%20works",
  "/search?company=card%20works",
  `/school/${SCHOOL}`,
  `/school/${OTHER}`,
  "/company/second%20works",
];

/** The pages after a minute: nothing that was drawn before is used. */
async function lookAgain(): Promise<string[]> {
  now = new Date(now.getTime() + 61_000);
  return look();
}

async function look(): Promise<string[]> {
  const pages: string[] = [];
  for (const path of PAGES) pages.push(await get(path));
  return pages;
}

async function upload(): Promise<void> {
  const bytes = await drawPng();
  const { body, type } = multipart([{ name: "pfp", bytes, filename: "me.png", type: "image/png" }]);
  const answer = await fetch(`${app.url}/api/pfp/${person.profileId}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${String(person.token)}`, "content-type": type },
    body: new Uint8Array(body),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

const save = async (patch: Record<string, unknown>): Promise<void> => {
  const answer = await person.save(patch);
  expect(answer.status, answer.text).toBe(200);
};

const order = async (method: string, path: string, body?: unknown): Promise<void> => {
  const answer = await admin.call(method, path, body);
  expect(answer.status, answer.text).toBe(200);
};

/** One after the other: each starts from what the one before it left. */
const CHANGES: [string, () => Promise<void>][] = [
  [
    "another title",
    () =>
      save({
        pipeline: [
          stop("Card Works", "Team Lead", "2020-01-01", "2021-01-01"),
          stop("Second Works", "Analyst", "2021-02-01", "current"),
        ],
      }),
  ],
  ["another name", () => save({ firstName: "Petra" })],
  ["a picture", upload],
  ["another picture", upload],
  ["no picture", async () => void (await person.call("DELETE", `/api/pfp/${person.profileId}`))],
  ["another school", () => save({ school: OTHER })],
  ["a hidden school", () => save({ hideSchool: true })],
  ["a hidden name", () => save({ visibility: "anonymous" })],
  ["months beside the years", () => save({ showMonths: true })],
  ["nothing to others", () => save({ visibility: "private" })],
  ["all again", () => save({ visibility: "public", hideSchool: false })],
  [
    "nobody, by an administrator",
    () => order("POST", `/api/admin/people/${other.profileId}/suspend`, { reason: "spam" }),
  ],
  ["somebody again", () => order("POST", `/api/admin/people/${other.profileId}/unsuspend`, {})],
  ["fewer stops", () => save({ pipeline: [stop("Card Works", "Team Lead", "2020-01-01", "2021-01-01")] })],
  [
    "a company by its new name",
    async () => {
      const { body } = await admin.call<{ _id: string }>("GET", "/api/company/getBy?name=second works");
      await order("PATCH", `/api/company/update/${body._id}`, { displayName: "Second Workshop" });
    },
  ],
  [
    "a merged company by the name of the other",
    async () => {
      const ids: string[] = [];
      for (const name of ["second works", "card works"])
        ids.push((await admin.call<{ _id: string }>("GET", `/api/company/getBy?name=${name}`)).body._id);
      await order("POST", "/api/admin/companies/merge", { from: ids[0], into: ids[1] });
    },
  ],
  [
    "one person less",
    async () => {
      const password = "correct-horse-battery";
      const answer = await friend.call("DELETE", `/api/profile/${friend.profileId}`, { password });
      expect(answer.status, answer.text).toBe(200);
    },
  ],
];

describe("pages with kept cards", () => {
  let before: string[];
  beforeEach(async () => {
    before = await look();
  });

  for (const [what, change] of CHANGES)
    it(`show ${what}`, async () => {
      expect(await look()).toEqual(before);
      await change();
      const shown = await look();
      expect(shown).not.toEqual(before);
      expect(await lookAgain()).toEqual(shown);
    });

  it("show who begins at midnight", async () => {
    now = new Date("2026-11-15T23:59:40Z");
    await save({ pipeline: [stop("Card Works", "Director", "2026-11-16", "current")] });
    before = await look();
    now = new Date("2026-11-16T00:00:10Z");
    const shown = await look();
    expect(shown).not.toEqual(before);
    expect(await lookAgain()).toEqual(shown);
  });
});

describe("the list of people", () => {
  const read = async <Card>(maker: CardMaker<Card>): Promise<readonly Card[]> => {
    const input = { idOrName: "card works", today: "2026-11-16", minRaters: 3 };
    return (await readCompanyPage(app.db, input, () => maker))?.cards ?? [];
  };

  it("is read without the stops of those who are known", async () => {
    const readListed = (known: Map<number, string>) => read<Listed>({ known, make: (people) => [...people] });
    const all = await readListed(new Map());
    expect(all.length).toBeGreaterThan(4);
    expect(all.every(({ profile }) => profile !== undefined)).toBe(true);
    const [first, second, ...others] = all;
    if (!first || !second) throw new Error("Nobody is listed.");
    const known = new Map(others.map(({ key, words }) => [key, words]));
    // Somebody whose name has changed, and the news of it is still on its way.
    known.set(second.key, "other words");
    const again = await readListed(known);
    expect(again.map(({ key }) => key)).toEqual(all.map(({ key }) => key));
    const profiles = [first.profile, second.profile, ...others.map(() => undefined)];
    expect(again.map(({ profile }) => profile)).toEqual(profiles);
  });

  it("is drawn once, on its first page", async () => {
    const { cache } = app.services;
    const markup = new PageMarkup(true);
    const visit = { cardsOf: (key: string) => cache.cardsOf(key, now.getTime()), markup, today: "2026-11-16" };
    const maker = (page: number) => cardMaker(visit, "some list", { page: { page }, level: 3 });
    const drawn = await read(maker(1));
    expect(maker(1).known.size).toBe(drawn.length);
    const again = await read(maker(1));
    expect(drawn.length).toBeGreaterThan(4);
    expect(again.every((card, at) => card === drawn[at])).toBe(true);
    expect(maker(2).known.size).toBe(0);
    await save({ pipeline: [stop("Card Works", "Chief", "2020-01-01", "2021-01-01")] });
    expect(maker(1).known.size).toBe(0);
  });
});
