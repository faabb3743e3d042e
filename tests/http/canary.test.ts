import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findDifferences } from "#features/tally/read.server.ts";
import { refreshTallies } from "#features/tally/write.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { findSecrets, formsOf, newCanary, shapeOf } from "#tests/helpers/canary.ts";
import { documentedReads } from "#tests/helpers/openapi.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// The master sweep: an anonymous person and a private one with a secret in every hidden field, and every surface read
// by a visitor and by somebody else. No secret may show in any form; to its owner every one must, else the sweep is blind.

const secret = {
  first: newCanary(),
  last: newCanary(),
  username: newCanary(),
  linkedin: newCanary(),
  location: newCanary(),
  local: newCanary(),
  password: newCanary(),
  agent: newCanary(),
};
const email = `${secret.local}@example.test`;
const password = `${secret.password}-9K!x`;
const privateSecret = {
  privateFirst: newCanary(),
  privateLast: newCanary(),
  privateLocation: newCanary(),
  privateUsername: newCanary(),
};
/** Months that nobody else has: an anonymous person's dates show years only. */
const dates = { month: "2013-07", monthWord: "July 2013", monthShort: "Jul 2013" };

let app: TestApp;
let owner: Browser;
let other: Browser;
let named: SavedProfile;
let hidden: SavedProfile;
let privateId = "";
const schoolId = newPublicId();
/** Ids that stopped being when the switch was made. */
const old: Record<string, string> = {};

const pipeline = [
  stop("Shared Works", "Clerk", "2013-07-01", "2015-03-01", 20),
  stop("Second Firm", "Lead", "2015-04-01", "current", 100),
];

async function save(browser: Browser, patch: object): Promise<SavedProfile> {
  const answer = await browser.send("PATCH", `/api/profile/${browser.profileId}`, patch, {
    headers: { "user-agent": secret.agent },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  const saved = jsonOf(answer) as unknown as SavedProfile;
  browser.profileId = saved._id;
  return saved;
}

/** No call does this yet: the third level, with everything derived brought up to date. */
async function makePrivate(profileId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .updateTable("profile")
      .set({ visibility: "private" })
      .where("public_id", "=", profileId)
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx.updateTable("entry").set({ listed: false }).where("profile_id", "=", id).execute();
    await refreshTallies(trx);
  });
}

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  await app.db
    .insertInto("school")
    .values({
      public_id: schoolId,
      name: "Test University",
      name_key: "test university",
      country: "Germany",
      country_code: "DE",
    })
    .execute();
  owner = await new Browser(app).signUp(email, password);
  named = await save(owner, {
    firstName: secret.first,
    lastName: secret.last,
    username: secret.username,
    linkedin: secret.linkedin,
    location: secret.location,
    school: schoolId,
    created: true,
    pipeline,
  });
  old["profile"] = named._id;
  for (const [index, one] of named.pipeline.entries()) old[`entry ${index}`] = one._id;
  // Kept answers of the time before the switch must not outlive it.
  for (const path of [
    `/api/profile/get/${named._id}`,
    `/user/${named._id}`,
    `/user/${secret.username}`,
    "/",
    "/discover",
  ])
    await sendRaw(app, { path });
  hidden = await save(owner, { anonymous: true });

  const lonely = await new Browser(app).signUp(`${newCanary()}@example.test`, password);
  const saved = await save(lonely, {
    firstName: privateSecret.privateFirst,
    lastName: privateSecret.privateLast,
    location: privateSecret.privateLocation,
    username: privateSecret.privateUsername,
    school: schoolId,
    created: true,
    pipeline: [
      stop("Only Private", "Clerk", "2012-01-01", "current"),
      stop("Shared Works", "Clerk", "2011-01-01", "2011-06-01"),
    ],
  });
  privateId = saved._id;
  await makePrivate(privateId);
  await save(lonely, { location: privateSecret.privateLocation });

  other = await new Browser(app).signUp("other@example.test", password);
  await save(other, {
    firstName: "Bo",
    lastName: "Testperson",
    username: "bo.t",
    school: schoolId,
    created: true,
    pipeline: [stop("Shared Works", "Clerk", "2019-01-01", "current")],
  });
  for (let n = 0; n < 6; n += 1) {
    const user = await new ApiUser(app).signUp();
    await user.save({
      firstName: `Nr${n}`,
      lastName: "Testperson",
      anonymous: n % 2 === 0,
      school: schoolId,
      pipeline: [
        stop("Shared Works", "Clerk", "2019-01-01", "2020-01-01"),
        stop("Second Firm", "Clerk", "2020-02-01", "current"),
      ],
    });
  }
});
afterAll(() => app.stop());

const companies = () => hidden.pipeline.map((one) => one.companyId);

/** Addresses without a secret in them, so that an echo of the question cannot be taken for an answer. */
function addresses(): string[] {
  const ids = [
    hidden._id,
    privateId,
    newPublicId(),
    ...companies(),
    schoolId,
    "shared works",
    "only private",
    "second firm",
    "bo.t",
    "Anonymous",
    "x%27%22",
  ];
  const calls = documentedReads().flatMap((path) => {
    if (path.includes("{text}")) return ["s", "only", "an", "2013", "test"].map((text) => path.replace("{text}", text));
    if (path.includes("{id}")) return ids.map((id) => path.replace("{id}", encodeURIComponent(id)));
    if (path.endsWith("/random")) return [path, `${path}?amount=5`, `${path}?amount=24`, `${path}?amount=x`];
    if (path.endsWith("/getBy")) return ids.map((id) => `${path}?name=${encodeURIComponent(id)}`);
    return path === "/api/profile/" ? [path, `${path}?cursor=a`, `${path}?username=Anonymous`] : [path];
  });
  const pages = [
    "/",
    "/search",
    "/discover",
    "/discover?page=1",
    "/discover?page=2",
    "/login",
    "/signup",
    "/edit",
    "/api/docs",
    "/nowhere",
    "/suggestions",
    ...ids.flatMap((id) => [
      `/user/${encodeURIComponent(id)}`,
      `/company/${encodeURIComponent(id)}`,
      `/school/${encodeURIComponent(id)}`,
      `/search?company=${encodeURIComponent(id)}`,
    ]),
  ];
  const data = pages.map((path) => {
    const [name = "", query] = path.split("?");
    return `${name === "/" ? "/_root" : name}.data${query === undefined ? "" : `?${query}`}`;
  });
  const rest = [
    "/api/openapi.json",
    "/__manifest?p=%2Fuser%2Fx&version=1",
    "/robots.txt",
    "/sitemap.xml",
    "/healthz",
    "/readyz",
    "/metrics",
    "/favicon.svg",
    "/monogram/company/Anonymous.svg",
    "/api/nowhere",
    "/%00",
    "/assets/x.js",
  ];
  return [...calls, ...pages, ...data, ...rest];
}

type Reader = (path: string, method?: string) => Promise<RawAnswer>;
const asVisitor: Reader = (path, method = "GET") => sendRaw(app, { path, method });
const asBrowser =
  (browser: Browser): Reader =>
  (path, method = "GET") =>
    browser.send(method, path);

/** Reads everything; gives back what was found where. */
async function sweep(read: Reader, secrets: Record<string, string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of addresses()) {
    const answer = await read(path);
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    for (const name of findSecrets(`${answer.head}\n${answer.text}`, secrets))
      found.set(name, [...(found.get(name) ?? []), path]);
  }
  return found;
}

const allHidden = (): Record<string, string> => ({ ...secret, ...privateSecret, ...dates, email, ...old });

test("the finder sees every form it claims to see", () => {
  const { folded, exact } = formsOf(email);
  for (const form of [...folded, ...exact]) expect(findSecrets(`xx${form}yy`, { email }), form).toEqual(["email"]);
  for (const shift of ["", "a", "ab"])
    expect(findSecrets(Buffer.from(`${shift}${email}zz`).toString("base64"), { email })).toEqual(["email"]);
  expect(findSecrets("nothing of the kind", { email })).toEqual([]);
});

describe("nothing hidden shows", () => {
  test("to a visitor", async () => {
    expect([...(await sweep(asVisitor, allHidden()))]).toEqual([]);
  });
  test("to somebody else who is signed in", async () => {
    expect([...(await sweep(asBrowser(other), allHidden()))]).toEqual([]);
  });
  test("by HEAD, OPTIONS or a refused change", async () => {
    for (const read of [asVisitor, asBrowser(other)]) {
      for (const path of [
        `/api/profile/get/${hidden._id}`,
        `/user/${hidden._id}`,
        `/user/${hidden._id}.data`,
        `/company/${companies()[0]}`,
        "/discover",
      ]) {
        for (const method of ["HEAD", "OPTIONS", "DELETE", "POST", "PATCH"]) {
          const answer = await read(path, method);
          expect(findSecrets(`${answer.head}\n${answer.text}`, allHidden()), `${method} ${path}`).toEqual([]);
        }
      }
      for (const body of [
        '{"username":"Bo"}',
        "{",
        `{"a":"${"x".repeat(70_000)}"}`,
        '{"rev":1}',
        '{"anonymous":false}',
      ]) {
        const answer = await other.send("PATCH", `/api/profile/${hidden._id}`, body);
        expect([400, 403, 413]).toContain(answer.status);
        expect(findSecrets(`${answer.head}\n${answer.text}`, allHidden())).toEqual([]);
      }
    }
  });
  test("but to the owner all of it does, so the sweep is not blind", async () => {
    const { first, last, username, linkedin, location, local } = secret;
    const shown = { first, last, username, linkedin, location, local };
    const found = await sweep(asBrowser(owner), { ...shown, month: dates.month, email });
    expect([...found.keys()].toSorted()).toEqual([...Object.keys(shown), "email", "month"].toSorted());
    const page = await owner.send("GET", `/user/${hidden._id}`);
    expect([page.status, findSecrets(page.text, { first: secret.first })]).toEqual([200, ["first"]]);
  });
  test("in the log", () => {
    expect(app.logged().length).toBeGreaterThan(1_000);
    expect(
      findSecrets(app.logged(), { ...secret, ...privateSecret, email, cookie: owner.cookies.get("token") ?? "?" }),
    ).toEqual([]);
  });
  test("and no answer to others has a time or a validator in it", async () => {
    for (const path of [
      `/api/profile/get/${hidden._id}`,
      `/user/${hidden._id}`,
      `/api/company/employees/${companies()[0]}`,
      "/api/profile/random",
    ]) {
      const answer = await asVisitor(path);
      expect(answer.text, path).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:|createdAt|updatedAt|created_at|"rev"/);
      for (const name of ["etag", "last-modified", "age"])
        expect(answer.headers.has(name), `${path} ${name}`).toBe(false);
    }
  });
});

describe("L2, L4, L8, L9: what was there is as what never was", () => {
  const ofUsers = (key: string) => [`/api/profile/get/${key}`, `/user/${key}`, `/user/${key}.data`];

  test("the username, old ids and their spellings answer as random ones do", async () => {
    for (const read of [asVisitor, asBrowser(other)]) {
      for (const [key, random] of [
        [secret.username, newCanary()],
        [secret.username.toUpperCase(), newCanary().toUpperCase()],
        [named._id, newPublicId()],
        [privateId, newPublicId()],
        [privateSecret.privateUsername, newCanary()],
      ] as const) {
        for (const [index, path] of ofUsers(key).entries()) {
          const [here, there] = [await read(path), await read(ofUsers(random)[index] ?? "")];
          expect(here.status, path).toBe(404);
          expect(shapeOf(here).replaceAll(key, "KEY"), path).toBe(shapeOf(there).replaceAll(random, "KEY"));
        }
      }
    }
  });

  test("no form of an id gets more than two different answers", async () => {
    const shapes = new Set<string>();
    for (const id of [
      newPublicId(),
      named._id,
      privateId,
      named._id.slice(1),
      named._id.toUpperCase(),
      "..",
      "%00",
      "%F0%9F%9A%82",
      "x".repeat(4_000),
      secret.username,
    ]) {
      const answer = await asVisitor(`/api/profile/get/${id}`);
      expect([400, 404], id).toContain(answer.status);
      shapes.add(answer.text.replace(/"requestId":"[^"]+"/, ""));
    }
    expect(shapes.size).toBeLessThanOrEqual(2);
  });

  test("no search knows hidden texts", async () => {
    for (const text of [...Object.values(secret), ...Object.values(privateSecret), email]) {
      const random = text === email ? `${newCanary()}@example.test` : newCanary();
      for (const make of [
        (key: string) => `/api/company/get/companies/${key}`,
        (key: string) => `/api/school/get/schools/${key}`,
        (key: string) => `/api/company/getBy?name=${key}`,
        (key: string) => `/api/profile/?username=${key}`,
        (key: string) => `/search?company=${key}`,
      ]) {
        const [here, there] = [await other.send("GET", make(text)), await other.send("GET", make(random))];
        expect(shapeOf(here).replaceAll(text, "KEY"), make(text)).toBe(shapeOf(there).replaceAll(random, "KEY"));
      }
    }
  });

  test("every switch brings new ids, and the ones before are gone", async () => {
    const seen = new Set(
      [named, hidden].flatMap((profile) => [profile._id, ...profile.pipeline.map((one) => one._id)]),
    );
    expect(seen.size).toBe(6);
    for (const anonymous of [false, true, false, true]) {
      const before = owner.profileId;
      const saved = await save(owner, { anonymous });
      for (const id of [saved._id, ...saved.pipeline.map((one) => one._id)]) {
        expect(seen.has(id), id).toBe(false);
        seen.add(id);
      }
      expect((await asVisitor(`/api/profile/get/${before}`)).status).toBe(404);
      expect((await asVisitor(`/user/${before}`)).status).toBe(404);
      expect((await asVisitor(`/user/${saved._id}`)).status).toBe(200);
      hidden = saved;
    }
    const order = await app.db
      .selectFrom("entry")
      .select("sort_key")
      .where(
        "public_id",
        "in",
        hidden.pipeline.map((one) => one._id),
      )
      .execute();
    expect(new Set(order.map((row) => row.sort_key)).size).toBe(1);
  });
});

describe("L5, L6: an edit of what is hidden shows nowhere", () => {
  test("not in the page, the API, the headers or the place in a list", async () => {
    const paths = [
      `/api/profile/get/${hidden._id}`,
      `/user/${hidden._id}`,
      `/user/${hidden._id}.data`,
      `/api/company/employees/${companies()[0]}`,
      `/company/${companies()[0]}`,
      `/school/${schoolId}`,
    ];
    const read = async () => Promise.all(paths.map(async (path) => shapeOf(await asVisitor(path))));
    const before = await read();
    await save(owner, { firstName: newCanary(), location: newCanary(), linkedin: "" });
    expect(await read()).toEqual(before);
    await save(owner, { firstName: secret.first, location: secret.location, linkedin: secret.linkedin });
    expect(await read()).toEqual(before);
  });
});

describe("L13, L14, L15: private people", () => {
  test("are in no list and no page, and a company of theirs alone shows nobody", async () => {
    const found = await sweep(asVisitor, { privateId });
    // The address itself holds the id; what it leads to must not.
    expect([...found.values()].flat().filter((path) => !path.includes(privateId))).toEqual([]);
    const employees = await asVisitor("/api/company/employees/only private".replace(" ", "%20"));
    expect([employees.status, employees.text]).toEqual([200, "[]"]);
    expect((await asVisitor("/search?company=only%20private")).text).toContain(
      "No users on this site for this company :/",
    );
  });

  test("change no total when they save", async () => {
    const paths = [
      "/api/company/get/shared%20works",
      `/api/school/get/${schoolId}`,
      "/api/company/get/only%20private",
      "/api/company/get/companies",
    ];
    const read = async () => Promise.all(paths.map(async (path) => (await asVisitor(path)).text));
    const before = await read();
    const lonely = await new Browser(app).signUp("lonely@example.test", password);
    await save(lonely, { firstName: "L", lastName: "T", school: schoolId });
    await makePrivate(lonely.profileId);
    await save(lonely, {
      created: true,
      pipeline: [
        stop("Shared Works", "Clerk", "2019-01-01", "2020-01-01", 100),
        stop("Only Private", "Clerk", "2020-01-01", "current", 20),
      ],
    });
    expect(await read()).toEqual(before);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});
