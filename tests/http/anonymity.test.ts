import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishBatch } from "#app/jobs.server.ts";
import { findDifferences } from "#features/stats/recount.server.ts";
import { newPublicId } from "#server/ids.ts";
import { stop, type SavedProfile } from "#tests/helpers/app.ts";
import { adminBrowser } from "#tests/helpers/admin.ts";
import type { Browser } from "#tests/helpers/browser.ts";
import { newCanary, shapeOf } from "#tests/helpers/canary.ts";
import { Person, pictureId, startHiddenPeople, type HiddenPeople } from "#tests/helpers/hidden-people.ts";
import { drawJpeg } from "#tests/helpers/pictures.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";

// Hidden people look as if they did not exist: for everybody else, an anonymous person's name, an old id and a private
// person are unknown, and nothing shows what they do.

let people: HiddenPeople;
let admin: Browser;
beforeAll(async () => {
  people = await startHiddenPeople();
  admin = await adminBrowser(people.app);
});
afterAll(() => people.app.stop());

type Reader = (path: string, method?: string) => Promise<RawAnswer>;
const asVisitor: Reader = (path, method = "GET") => sendRaw(people.app, { path, method });
const as =
  (browser: Browser): Reader =>
  (path, method = "GET") =>
    browser.send(method, path);
const readers = (): Reader[] => [asVisitor, as(people.other), as(admin)];

const ofPerson = (key: string): string[] => [
  `/api/profile/get/${key}`,
  `/api/pfp/${key}`,
  `/user/${key}`,
  `/user/${key}.data`,
];

/** Expects that both answers are the same except for the word that was asked for. */
async function expectSame(read: Reader, make: (key: string) => string[], key: string, random: string): Promise<void> {
  for (const [index, path] of make(key).entries()) {
    const [here, there] = [await read(path), await read(make(random)[index] ?? "")];
    // The mark of the bytes differs with the word in them; the bytes are compared.
    const [one, other] = [here, there].map((answer) => shapeOf(answer).replace(/^etag: .*$/m, "etag: of the bytes"));
    expect(one?.replaceAll(key, "KEY"), path).toBe(other?.replaceAll(random, "KEY"));
  }
}

const ids = (profile: SavedProfile): string[] => [
  profile._id,
  ...profile.pipeline.map((one) => one._id),
  ...(profile["pfp"] === "" ? [] : [pictureId(profile["pfp"])]),
];

describe("L2, L8: there is nobody of that name", () => {
  it("usernames of hidden people, old ids and private people answer as random ones do", async () => {
    const { secret, old, privateId, privateSecret, other } = people;
    for (const read of [asVisitor, as(other), as(admin)]) {
      for (const [key, random] of [
        [secret.username, newCanary()],
        [secret.username.toUpperCase(), newCanary().toUpperCase()],
        [privateSecret.username, newCanary()],
        [old["oldId"] ?? "", newPublicId()],
        [old["oldPrivateId"] ?? "", newPublicId()],
        [old["oldPicture"] ?? "", newPublicId()],
        [privateId, newPublicId()],
      ] as const) {
        await expectSame(read, ofPerson, key, random);
        await expectSame(read, (id) => [`/pictures/${id}.webp`, `/link-pictures/user/${id}.png`], key, random);
        for (const path of ofPerson(key)) expect((await read(path)).status, path).toBe(404);
      }
    }
  });

  it("L8: eight shapes of an id get at most two different answers, and none but 400 and 404", async () => {
    const gone = new Person(people.app);
    await gone.signUp("gone@example.test", people.password);
    await gone.save({
      firstName: "Go",
      lastName: "Ne",
      created: true,
      pipeline: [stop("Shared Works", "Clerk", "2020-01-01", "current")],
    });
    const deleted = await gone.send("DELETE", `/api/profile/${gone.profileId}`, { password: people.password });
    expect(deleted.status).toBe(200);
    // L24: who is gone is as nobody ever was.
    await expectSame(asVisitor, ofPerson, gone.profileId, newPublicId());
    for (const prefix of ["/api/profile/get/", "/api/pfp/", "/user/"]) {
      const shapes = new Set<string>();
      for (const id of [
        newPublicId(),
        people.old["oldId"] ?? "",
        gone.profileId,
        people.privateId,
        newPublicId().slice(1),
        newPublicId().toUpperCase(),
        // Below /user/ a browser resolves ".." before it sends the request, and asks for the landing page.
        ...(prefix === "/user/" ? [] : [".."]),
        "%00",
        "%F0%9F%9A%82",
        "x".repeat(4_000),
        people.secret.username,
      ]) {
        const answer = await asVisitor(`${prefix}${id}`);
        expect([400, 404], id).toContain(answer.status);
        // A page says its own address in its head.
        shapes.add(
          shapeOf(answer)
            .replace(/^content-length.*$/m, "")
            .replaceAll(id, "ID"),
        );
      }
      expect(shapes.size, prefix).toBeLessThanOrEqual(2);
    }
  });

  it("L9: no search knows what is hidden", async () => {
    const { secret, privateSecret, email, privateEmail, other } = people;
    const searches = (key: string): string[] => [
      `/api/company/get/companies/${key}`,
      `/api/school/get/schools/${key}`,
      `/api/company/getBy?name=${key}`,
      `/api/profile/?username=${key}`,
      `/api/jump/${key}`,
      `/search?company=${key}`,
    ];
    for (const text of [...Object.values(secret), ...Object.values(privateSecret), email, privateEmail]) {
      const random = text.includes("@") ? `${newCanary()}@example.test` : newCanary();
      await expectSame(as(other), searches, text, random);
      await expectSame(asVisitor, searches, text, random);
    }
  });

  it("L23: nor does an administrator's, by anything but what is public", async () => {
    const { secret, privateSecret } = people;
    const search = (key: string): string[] => [`/api/admin/people?text=${key}`];
    const { local: _local, ...ofPrivate } = privateSecret;
    const { first, last, username, linkedin, location } = secret;
    for (const text of [first, last, username, linkedin, location, ...Object.values(ofPrivate)])
      await expectSame(as(admin), search, text, newCanary());
  });

  it("L20: no version of a hidden profile can be read or written back", async () => {
    const { old, owner, other, lonely } = people;
    const body = { firstName: "Was", lastName: "Here", rev: 1 };
    for (const id of [old["oldId"] ?? "", old["oldPrivateId"] ?? "", people.privateId]) {
      for (const query of ["?rev=1", "?version=1", "?rev=2&version=2", "?draft=true"]) {
        for (const read of readers()) {
          expect((await read(`/api/profile/get/${id}${query}`)).status).toBe(404);
          expect((await read(`/user/${id}${query}`)).status).toBe(404);
        }
      }
      for (const rest of ["/versions", "/1", "/drafts"]) {
        expect((await asVisitor(`/api/profile/get/${id}${rest}`)).status).toBe(404);
        expect((await asVisitor(`/api/profile/${id}${rest}`)).status).toBe(404);
      }
      const writers: [Person, number[]][] = [
        [other, [404]],
        // Their own sessions knew the old ids (contract-ids.test.ts); a save on an old revision changes nothing.
        [owner, id === old["oldId"] ? [409] : [404]],
        [lonely, id === people.privateId || id === old["oldPrivateId"] ? [409] : [404]],
      ];
      for (const [browser, allowed] of writers) {
        for (const path of [`/api/profile/${id}`, `/api/profile/get/${id}`])
          expect(allowed, path).toContain((await browser.send("PATCH", path, body)).status);
      }
      const visitor = await sendRaw(people.app, {
        method: "PATCH",
        path: `/api/profile/${id}`,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(visitor.status).toBe(401);
    }
    const hidden = people.hidden._id;
    expect((await asVisitor(`/api/profile/get/${hidden}?rev=1`)).text).toBe(
      (await asVisitor(`/api/profile/get/${hidden}`)).text,
    );
    expect((await other.send("PATCH", `/api/profile/${hidden}`, body)).status).toBe(403);
  });
});

describe("L4: every switch", () => {
  it("brings new ids to profile, stops and picture, and those before are gone at once", async () => {
    const { app, password } = people;
    const person = new Person(app);
    await person.signUp("switching@example.test", password);
    let saved = await person.save({
      firstName: "Sw",
      lastName: "Itching",
      created: true,
      pipeline: [
        stop("Shared Works", "Clerk", "2020-01-01", "2021-01-01"),
        stop("Second Firm", "Lead", "2021-02-01", "current"),
      ],
    });
    await person.sendPicture(await drawJpeg());
    saved = jsonOf(await person.send("GET", `/api/profile/get/${saved._id}`)) as unknown as SavedProfile;
    const seen = new Set<string>();
    let before = ids(saved);
    expect(before).toHaveLength(4);
    const lists = [
      "/api/company/employees/shared%20works",
      "/search?company=shared%20works",
      "/company/shared%20works",
    ];
    const steps = ["anonymous", "public", "private", "anonymous", "private", "public", "anonymous", "private"] as const;
    for (const visibility of steps) {
      for (const id of before) seen.add(id);
      for (const path of [...ofPerson(person.profileId), ...lists]) await asVisitor(path);
      const left = person.profileId;
      saved = await person.save({ visibility });
      expect(saved).toMatchObject({ visibility, anonymous: visibility !== "public" });
      for (const id of ids(saved)) expect(seen.has(id), `${visibility} ${id}`).toBe(false);
      expect(ids(saved)).toHaveLength(4);
      for (const path of ofPerson(left)) expect((await asVisitor(path)).status, path).toBe(404);
      await expectSame(asVisitor, ofPerson, left, newPublicId());
      expect((await asVisitor(`/api/profile/get/${saved._id}`)).status).toBe(visibility === "private" ? 404 : 200);
      expect((await asVisitor(`/user/${saved._id}`)).status).toBe(visibility === "private" ? 404 : 200);
      for (const path of lists) {
        const { text } = await asVisitor(path);
        for (const id of seen) expect(text.includes(id), `${visibility} ${path}`).toBe(false);
        if (path.includes("employees")) expect(text.includes(saved._id)).toBe(visibility !== "private");
      }
      before = ids(saved);
    }
    // The place in shuffled lists is the same for all of a person's stops.
    const rows = await app.db
      .selectFrom("stop")
      .select("sort_key")
      .where(
        "public_id",
        "in",
        saved.pipeline.map((one) => one._id),
      )
      .execute();
    expect([rows.length, new Set(rows.map((row) => row.sort_key)).size]).toEqual([2, 1]);
    expect(await findDifferences(app.db)).toEqual([]);
  });

  it("is none when the level stays: a client of two levels leaves a private person private", async () => {
    const { lonely } = people;
    const id = lonely.profileId;
    const saved = await lonely.save({ anonymous: true });
    expect(saved).toMatchObject({ _id: id, visibility: "private", anonymous: true });
    expect((await lonely.save({ visibility: "private" }))._id).toBe(id);
    const odd = await lonely.send("PATCH", `/api/profile/${id}`, { visibility: "hidden" });
    expect([odd.status, jsonOf(odd)["code"]]).toEqual([400, "bad-request"]);
  });
});

describe("L5, L6: a change of what is hidden", () => {
  it("shows nowhere: not in a page, the API, a header, or a place in a list", async () => {
    const { owner, lonely, companies, hidden, schoolId, secret } = people;
    const paths = [
      ...ofPerson(hidden._id),
      `/api/company/employees/${companies[0]}`,
      `/company/${companies[0]}`,
      `/school/${schoolId}`,
      `/api/school/get/${schoolId}`,
      "/sitemaps/people-0.xml",
    ];
    const read = async () => Promise.all(paths.map(async (path) => shapeOf(await asVisitor(path))));
    const before = await read();
    expect(before.join()).not.toMatch(/^last-modified:/im);
    // A list has an etag of its bytes. Answers about this person alone have none.
    expect(before.slice(0, ofPerson(hidden._id).length).join()).not.toMatch(/^etag:/im);
    await owner.save({ firstName: newCanary(), lastName: newCanary(), location: newCanary(), linkedin: "" });
    expect(await read()).toEqual(before);
    await owner.sendPicture(await drawJpeg());
    expect(await read()).toEqual(before);
    await owner.save({
      firstName: secret.first,
      lastName: secret.last,
      location: secret.location,
      linkedin: secret.linkedin,
    });
    expect(await read()).toEqual(before);
    await lonely.save({
      firstName: newCanary(),
      pipeline: [stop("Shared Works", "Clerk", "2010-01-01", "current", 100)],
      created: true,
    });
    expect(await read()).toEqual(before);
    await lonely.save({
      firstName: people.privateSecret.first,
      pipeline: [
        stop("Only Private", "Clerk", "2012-01-01", "current"),
        stop("Shared Works", "Clerk", "2011-01-01", "2011-06-01"),
      ],
      created: true,
    });
    expect(await read()).toEqual(before);
  });
});

describe("L13, L14, L15: private people", () => {
  it("are under no company and in no list, and a company of theirs alone shows nobody", async () => {
    const { privateId, companies, lonely } = people;
    for (const read of readers()) {
      for (const company of companies) {
        for (const path of [`/api/company/employees/${company}`, `/company/${company}`, `/api/company/get/${company}`])
          expect((await read(path)).text.includes(privateId), path).toBe(false);
      }
      for (let n = 0; n < 5; n += 1) expect((await read("/api/profile/random")).text.includes(privateId)).toBe(false);
    }
    // If only hidden people typed a company, even its name is unknown (typed-names.test.ts). A listed company has a
    // page.
    const list = (status: "listed" | "new") =>
      people.app.db.updateTable("company").set({ status }).where("name", "=", "only private").execute();
    expect((await asVisitor("/api/company/employees/only%20private")).status).toBe(404);
    await list("listed");
    const employees = await asVisitor("/api/company/employees/only%20private");
    expect([employees.status, employees.text]).toEqual([200, "[]"]);
    expect((await asVisitor("/search?company=only%20private")).text).toContain(
      "No users on this site for this company :/",
    );
    await list("new");
    const own = await lonely.send("GET", `/user/${lonely.profileId}`);
    expect([own.status, own.text.includes("Nobody else can see this page")]).toEqual([200, true]);
  });

  it("name no company to anybody: what they alone, or an undisclosed stop, ever named is suggested to nobody", async () => {
    const { keeper } = people;
    const kept = people.secrets()["kept company"] ?? "?";
    for (const [typed, name] of [
      ["only priv", "Only Private"],
      [kept.slice(0, 6), kept],
      [kept, kept],
    ] as const) {
      const part = encodeURIComponent(typed);
      const nearly = encodeURIComponent(typed.slice(0, -1));
      for (const read of [asVisitor, as(people.other), as(keeper)]) {
        const asked = [`/search?company=${nearly}`, `/search?q=${nearly}`];
        for (const path of [`/api/company/get/companies/${part}`, `/api/jump/${part}`, ...asked]) {
          const { status, text } = await read(path);
          expect([status, text.includes(name)], path).toEqual([200, false]);
        }
      }
    }
    expect((await asVisitor("/api/company/get/companies/second")).text).toContain("Second Firm");
    // Somebody who knows the name learns nothing either.
    const page = await asVisitor(`/company/${kept}`);
    expect([page.status, page.text.includes("Kim Testperson")]).toEqual([404, false]);
    // From the first visible person on, it is an ordinary company.
    const seen = new Person(people.app);
    await seen.signUp("seen@example.test", people.password);
    await seen.save({
      firstName: "L",
      lastName: "T",
      created: true,
      pipeline: [stop("Only Private", "Clerk", "2020-01-01", "current")],
    });
    expect((await asVisitor("/api/company/get/companies/only%20priv")).text).toContain("Only Private");
    await seen.send("DELETE", `/api/profile/${seen.profileId}`, { password: people.password });
    expect((await asVisitor("/api/company/get/companies/only%20priv")).text).not.toContain("Only Private");
  });

  it("L23: are not told from one another by the administrators' list of new names: neither who nor how many", async () => {
    const { app, password } = people;
    const name = `${newCanary()} works`;
    const row = async (): Promise<unknown> => {
      const { text, status } = await admin.send(
        "GET",
        `/api/admin/companies?status=new&text=${encodeURIComponent(name)}`,
      );
      expect(status).toBe(200);
      const { companies } = JSON.parse(text) as { companies: { displayName: string }[] };
      return companies.find(({ displayName }) => displayName === name);
    };
    expect(await row()).toBeUndefined();
    const rows: unknown[] = [];
    for (const [index, how] of (["private", "undisclosed", "private"] as const).entries()) {
      const person = new Person(app);
      await person.signUp(`namer${index}@example.test`, password);
      const own = {
        ...stop(name, "Clerk", "2020-01-01", "current", 20 * (index + 1)),
        undisclosed: how === "undisclosed",
      };
      await person.save({
        firstName: "Na",
        lastName: "Mer",
        created: true,
        visibility: how === "private" ? "private" : "anonymous",
        pipeline: [own],
      });
      await publishBatch(app.services);
      rows.push(await row());
    }
    expect(rows[0]).toMatchObject({ displayName: name, people: 0, rating: 0, ratedEmployees: [], tenure: 0 });
    expect(rows.slice(1)).toEqual([rows[0], rows[0]]);
    // It contains nobody, and appears in nobody's suggestions, not even their own.
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual([
      "_id",
      "aliases",
      "description",
      "displayName",
      "hasPage",
      "id",
      "logo",
      "name",
      "people",
      "ratedEmployees",
      "rating",
      "similar",
      "status",
      "tenure",
    ]);
    const part = encodeURIComponent(name.slice(0, 9));
    for (const read of readers())
      for (const path of [`/api/company/get/companies/${part}`, `/api/jump/${part}`, `/search?company=${part}`])
        expect((await read(path)).text.includes(name), path).toBe(false);
  });

  it("change no total when they come, save or go", async () => {
    const { app, password, schoolId } = people;
    const paths = [
      "/api/company/get/shared%20works",
      `/api/school/get/${schoolId}`,
      "/api/company/get/only%20private",
      "/api/company/get/companies",
      "/company/shared%20works",
      "/discover?draw=0123456789ab",
    ];
    const read = async () =>
      Promise.all(
        paths.map(async (path) =>
          (await asVisitor(path)).text.replaceAll(/(?:nonce|requestId)(?:=|\\?":\\?)"?[\w-]+"?/g, ""),
        ),
      );
    const before = await read();
    const person = new Person(app);
    await person.signUp("quiet@example.test", password);
    await person.save({ firstName: "L", lastName: "T", school: schoolId, visibility: "private" });
    await person.save({
      created: true,
      pipeline: [
        stop("Shared Works", "Clerk", "2019-01-01", "2020-01-01", 100),
        stop("Only Private", "Clerk", "2020-01-01", "current", 20),
      ],
    });
    expect(await read()).toEqual(before);
    await person.send("DELETE", `/api/profile/${person.profileId}`, { password });
    expect(await read()).toEqual(before);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("L17, L25: what a page says of itself", () => {
  const robots = (answer: RawAnswer) => answer.headers.get("x-robots-tag") ?? [];

  it("hidden people's pages ask not to be found, in the header too, and name nobody and no firm", async () => {
    const { hidden, owner, lonely, other } = people;
    for (const read of [asVisitor, as(other), as(owner)]) {
      for (const path of [`/user/${hidden._id}`, `/user/${hidden._id}.data`, `/api/profile/get/${hidden._id}`]) {
        for (const _time of [1, 2]) expect([path, robots(await read(path))]).toEqual([path, ["noindex"]]);
      }
      const [head = ""] = (await read(`/user/${hidden._id}`)).text.split("</head>");
      expect(head).toContain("<title>Anonymous");
      expect(head).not.toMatch(/Shared Works|Second Firm|Clerk|Lead/);
      for (const name of Object.values(people.secret)) expect(head).not.toContain(name);
    }
    for (const path of [`/user/${lonely.profileId}`, `/user/${lonely.profileId}.data`]) {
      const answer = await lonely.send("GET", path);
      expect([path, robots(answer)]).toEqual([path, ["noindex"]]);
      expect(answer.headers.get("cache-control")).toEqual(["private, no-store"]);
    }
    const [ownHead = ""] = (await lonely.send("GET", `/user/${lonely.profileId}`)).text.split("</head>");
    expect(ownHead).not.toMatch(/Shared Works|Only Private|Clerk/);
    expect(robots(await asVisitor(`/user/${other.profileId}`))).toEqual([]);
  });

  it("L25: every answer about a person keeps its address to itself", async () => {
    for (const path of [
      ...ofPerson(people.hidden._id),
      ...ofPerson(people.other.profileId),
      ...ofPerson(newPublicId()),
    ])
      expect((await asVisitor(path)).headers.get("referrer-policy"), path).toEqual(["no-referrer"]);
  });
});
