import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { CLIENT_FOLDER } from "#app/render.server.ts";
import routes from "#app/routes.ts";
import { newPublicId } from "#server/ids.ts";
import { adminBrowser } from "#tests/helpers/admin.ts";
import { startTestApp, stop } from "#tests/helpers/app.ts";
import type { Browser } from "#tests/helpers/browser.ts";
import { findSecrets, formsOf, newCanary } from "#tests/helpers/canary.ts";
import { startHiddenPeople, type HiddenPeople } from "#tests/helpers/hidden-people.ts";
import { documentedAnswers, documentedGets } from "#tests/helpers/openapi.ts";
import { sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";
import { allAddresses, fill, otherAddresses, pathAddresses } from "#tests/helpers/swept-addresses.ts";
import { emailsOfEverything } from "#tests/helpers/weeks.ts";

// The main check for leaks: an anonymous and a private person have a secret in every hidden field. A visitor, another
// person and an administrator read every page and call, and no secret may appear in any form. Its owner must see every
// secret; otherwise the check would find nothing. What they read is in tests/helpers/swept-addresses.ts.

let people: HiddenPeople;
let admin: Browser;
let emails: object[];

beforeAll(async () => {
  people = await startHiddenPeople();
  emails = await emailsOfEverything(people);
  admin = await adminBrowser(people.app);
  // Something in every list that an administrator reads.
  await people.other.send("POST", "/api/suggestions", { type: "other", text: "Hello." });
});
afterAll(() => people.app.stop());

type Reader = (path: string, method?: string) => Promise<RawAnswer>;
const asVisitor: Reader = (path, method = "GET") => sendRaw(people.app, { path, method });
const as =
  (browser: Browser): Reader =>
  (path, method = "GET") =>
    browser.send(method, path);

/** Several at once: on a busy machine the most of each answer is waiting for the database's turn. */
async function eachOf(paths: Iterable<string>, look: (path: string) => Promise<void>): Promise<void> {
  const waiting = new Set(paths).values();
  const lookOn = async (): Promise<void> => {
    for (const path of waiting) await look(path);
  };
  await Promise.all(Array.from({ length: 8 }, lookOn));
}

/** Reads all addresses, and returns where each secret was found. */
async function sweep(read: Reader, secrets: Record<string, string>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const addresses = await allAddresses(people);
  expect(addresses.size).toBeGreaterThan(200);
  await eachOf(addresses, async (path) => {
    const answer = await read(path);
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    for (const name of findSecrets(`${answer.head}\n${answer.text}`, secrets))
      found.set(name, [...(found.get(name) ?? []), path]);
  });
  return found;
}

test("the finder sees every form it claims to see", () => {
  const { email } = people;
  const { folded, exact } = formsOf(email);
  for (const form of [...folded, ...exact]) expect(findSecrets(`xx${form}yy`, { email }), form).toEqual(["email"]);
  for (const shift of ["", "a", "ab"])
    expect(findSecrets(Buffer.from(`${shift}${email}zz`).toString("base64"), { email })).toEqual(["email"]);
  expect(findSecrets("nothing of the kind", { email })).toEqual([]);
});

describe("L1, L7: nothing hidden shows", () => {
  it("to a visitor", async () => {
    expect([...(await sweep(asVisitor, people.secrets()))]).toEqual([]);
  });
  it("to somebody else who is signed in", async () => {
    expect([...(await sweep(as(people.other), people.secrets()))]).toEqual([]);
  });
  it("L23: to an administrator", async () => {
    const me = await admin.send("GET", "/api/admin/me");
    expect(me.status).toBe(200);
    const found = await sweep(as(admin), people.secrets());
    // Without a mail server, an administrator reads the mails. Addresses are there and nowhere else, and not together
    // with a profile.
    for (const name of ["email", "local", "privateEmail", "private local"]) {
      expect(found.get(name)?.filter((path) => !path.startsWith("/api/admin/outbox")) ?? []).toEqual([]);
      found.delete(name);
    }
    // Administrators see new companies, to keep or to merge them: only the name, without any person.
    for (const name of ["kept company", "kept company's id"]) {
      const elsewhere = found
        .get(name)
        ?.filter((path) => !/^\/api\/(?:admin\/companies|company\/get\/companies)\b/.test(path));
      expect(elsewhere ?? []).toEqual([]);
      found.delete(name);
    }
    expect([...found]).toEqual([]);
    const outbox = await admin.send("GET", "/api/admin/outbox");
    for (const id of [people.hidden._id, people.privateId, ...people.companies]) expect(outbox.text).not.toContain(id);
  });
  it("in a weekly letter, and in what is kept of the week", async () => {
    expect(emails).toHaveLength(1);
    const { rows } = await sql<{ row: string }>`select n::text as row from weekly_news n`.execute(people.app.db);
    expect(rows.length).toBeGreaterThan(1);
    expect(findSecrets(JSON.stringify([emails, rows]), people.secrets())).toEqual([]);
  });
  it("in what the path engine says, though it says something of the anonymous person", async () => {
    const all = await asVisitor("/api/paths/search?stop=any&limit=48");
    expect([all.status, all.text.includes(people.hidden._id)]).toEqual([200, true]);
    for (const id of [people.privateId, people.old["oldId"]]) expect(all.text).not.toContain(id);
    const answered = new Set<string>();
    await eachOf(pathAddresses(people), async (path) => {
      const answer = await asVisitor(path);
      if (answer.status === 200) answered.add(path.replace(/[?].*|[0-9a-f]{24}/g, ""));
    });
    // Every call but the one that takes a pipeline along, which a later sweep makes.
    expect(answered.size).toBeGreaterThanOrEqual(8);
  });

  it("but to the owner all of it does, so the sweep is not blind", async () => {
    const { owner, secret, email, dates, hidden } = people;
    // The password and the browser's name are shown to nobody.
    const { password: _, agent: __, ...fields } = secret;
    const { picture = "" } = people.secrets();
    const shown = { ...fields, picture, email, month: dates.month };
    // Their own alone: the others' are as hidden from them as from everybody.
    const foreign = Object.fromEntries(
      Object.entries(people.secrets()).filter(([name]) => /^(?:private|kept)/.test(name)),
    );
    const found = await sweep(as(owner), { ...foreign, ...shown });
    expect([...found.keys()].toSorted()).toEqual(Object.keys(shown).toSorted());
    expect(found.get("email")).toContain("/api/user/export");
    const page = await owner.send("GET", `/user/${hidden._id}`);
    expect([page.status, findSecrets(page.text, { first: fields.first })]).toEqual([200, ["first"]]);
  });

  it("but the owner of an undisclosed company and a hidden school sees both", async () => {
    const { keeper } = people;
    const kept = Object.fromEntries(Object.entries(people.secrets()).filter(([name]) => name.startsWith("kept")));
    const found = await sweep(as(keeper), people.secrets());
    expect([...found.keys()].toSorted()).toEqual(Object.keys(kept).toSorted());
    for (const path of [`/api/profile/get/${keeper.profileId}`, "/edit", "/api/user/export"])
      for (const name of ["kept company", "kept school"]) expect(found.get(name), path).toContain(path);
  });

  it("by HEAD, OPTIONS or a refused change", async () => {
    const { hidden, other } = people;
    // For addresses with a placeholder, the one that leads to the hidden person.
    const paths = [
      ...documentedGets().map(({ path }) => fill(path, hidden._id)),
      ...routes.flatMap(({ path }) => (path === undefined || path === "*" ? [] : [`/${fill(path, hidden._id)}`])),
      ...(await otherAddresses(people)),
    ];
    expect(paths.length).toBeGreaterThan(60);
    for (const read of [asVisitor, as(other), as(admin)]) {
      await eachOf(paths, async (path) => {
        for (const method of ["HEAD", "OPTIONS"]) {
          const answer = await read(path, method);
          expect(answer.status, `${method} ${path}`).toBeLessThan(500);
          expect(findSecrets(`${answer.head}\n${answer.text}`, people.secrets()), `${method} ${path}`).toEqual([]);
        }
      });
      for (const path of [`/user/${hidden._id}`, `/user/${hidden._id}.data`, "/discover"]) {
        for (const method of ["DELETE", "POST", "PATCH"]) {
          const answer = await read(path, method);
          expect(findSecrets(`${answer.head}\n${answer.text}`, people.secrets()), `${method} ${path}`).toEqual([]);
        }
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
      expect(findSecrets(`${answer.head}\n${answer.text}`, people.secrets())).toEqual([]);
    }
  });

  it("packed for the way, past a limit, or to another origin", async () => {
    const { app, hidden, companies } = people;
    for (const path of [`/api/profile/get/${hidden._id}`, `/user/${hidden._id}`, `/company/${companies[0]}`]) {
      for (const encoding of ["br", "gzip", "zstd", "identity"]) {
        const answer = await fetch(`${app.url}${path}`, { headers: { "accept-encoding": encoding } });
        const text = await answer.text();
        expect([answer.status, text.length > 200], `${path} ${encoding}`).toEqual([200, true]);
        expect(findSecrets(text, people.secrets()), `${path} ${encoding}`).toEqual([]);
      }
    }
    const strict = await startTestApp({
      databaseUrl: app.databaseUrl,
      env: { RATE_LIMITS: "on", CORS_ORIGINS: "https://client.example" },
    });
    try {
      const seen = new Set<number>();
      for (let n = 0; n < 310; n += 1) {
        const answer = await sendRaw(strict, {
          path: `/api/profile/get/${hidden._id}`,
          headers: { origin: "https://client.example" },
        });
        seen.add(answer.status);
        expect(findSecrets(`${answer.head}\n${answer.text}`, people.secrets())).toEqual([]);
      }
      expect([...seen]).toEqual([200, 429]);
    } finally {
      await strict.stop();
    }
  });

  it("in a file of the build", async () => {
    const files = readdirSync(CLIENT_FOLDER, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const path = `${file.parentPath.slice(CLIENT_FOLDER.length)}/${file.name}`;
      const answer = await asVisitor(encodeURI(path));
      expect(findSecrets(`${answer.head}\n${answer.text}`, people.secrets()), path).toEqual([]);
    }
  });

  it("when a table is away: no page, no answer and no line of the log tells what was asked for in SQL", async () => {
    const { app, hidden, owner, other, secret } = people;
    const { db } = app;
    const logged = app.logged().length;
    await db.schema.alterTable("stop").renameTo("entry_away").execute();
    try {
      const failed = new Set<number>();
      const check = (what: string, answer: RawAnswer) => {
        failed.add(answer.status);
        expect(findSecrets(`${answer.head}\n${answer.text}`, people.secrets()), what).toEqual([]);
        expect(answer.text, what).not.toMatch(/entry_away|relation|select |postgres/i);
      };
      const draw = newPublicId().slice(0, 12);
      for (const path of [
        `/user/${secret.username}x`,
        `/api/company/employees/shared%20works`,
        `/discover?draw=${draw}`,
      ])
        for (const read of [asVisitor, as(other), as(admin)]) check(path, await read(path));
      check(`/user/${hidden._id}?again`, await asVisitor(`/user/${hidden._id}?again`));
      // Its values are in the statement that fails.
      const saved = await owner.send("PATCH", `/api/profile/${hidden._id}`, {
        firstName: secret.first,
        location: secret.location,
        pipeline: [stop("Shared Works", "Clerk", "2013-07-01", "2015-03-01", 20)],
      });
      check("a save", saved);
      expect([...failed]).toContain(500);
    } finally {
      await db.schema.alterTable("entry_away").renameTo("stop").execute();
    }
    expect(app.logged().length).toBeGreaterThan(logged);
    expect(findSecrets(app.logged().slice(logged), people.secrets())).toEqual([]);
    // Once the table is back, the same save tells its owner everything.
    const again = await owner.send("PATCH", `/api/profile/${hidden._id}`, { firstName: secret.first });
    expect(findSecrets(again.text, people.secrets())).toEqual(expect.arrayContaining(["first", "last", "location"]));
  });

  it("with a time or a validator, by which a change could be told", async () => {
    const { hidden, companies } = people;
    for (const path of [
      `/api/profile/get/${hidden._id}`,
      `/user/${hidden._id}`,
      `/api/company/employees/${companies[0]}`,
      "/api/profile/random",
    ]) {
      const answer = await asVisitor(path);
      expect(answer.text, path).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:|createdAt|updatedAt|created_at|"rev"/);
      for (const name of ["etag", "last-modified", "age"])
        expect(answer.headers.has(name), `${path} ${name}`).toBe(false);
    }
  });
});

/** Every row of every table, as text, by table. */
async function dump(): Promise<Map<string, string>> {
  const { db } = people.app;
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const tables = new Map<string, string>();
  for (const { name } of rows) {
    // Bytes appear in hex, which the finder knows.
    const { rows: found } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    tables.set(name.replace(/^public\./, ""), found.map(({ row }) => row).join("\n"));
  }
  return tables;
}

describe("L23: what is written down", () => {
  it("holds each secret in its own place alone; passwords, notes of a picture and a browser's name nowhere", async () => {
    const secrets: Record<string, string> = people.secrets();
    for (const name of ["month", "monthWord", "monthShort", "picture", "privatePicture"]) delete secrets[name];
    const places: Record<string, string[]> = {};
    for (const [table, text] of await dump()) {
      expect(table).not.toBe("");
      for (const name of findSecrets(text, secrets)) places[name] = [...(places[name] ?? []), table];
    }
    const ofProfile = ["first", "last", "username", "linkedin", "location"];
    const expected = Object.fromEntries(
      ofProfile.flatMap((name) => [
        [name, ["profile"]],
        [`private ${name}`, ["profile"]],
      ]),
    );
    expected["kept company"] = ["company", "company_term", "stop"];
    // Nobody else may know of the company: the id is the person's own.
    expected["kept company's id"] = ["stop"];
    expected["kept school"] = ["profile"];
    for (const name of ["place", "private place", "kept place", "title", "private title"]) expected[name] = ["role"];
    const ofAccount = ["email", "local", "privateEmail", "private local"];
    for (const name of ofAccount) {
      expect(places[name], name).toContain("account");
      // A mail to this address may be in the queue, with its link.
      const others = places[name]?.filter((table) => !["account", "account_link", "mail"].includes(table));
      expect(others, name).toEqual([]);
      delete places[name];
    }
    expect(places).toEqual(expected);
  });

  it("L26: mails go to their own person, and name no employer, title, school or other field", async () => {
    const { app, email, privateEmail } = people;
    const mails = await app.db.selectFrom("mail").select(["kind", "recipient", "account_id", "letter"]).execute();
    const accounts = await app.db.selectFrom("account").select(["id", "email"]).execute();
    expect(mails.map((mail) => mail.recipient)).toContain(email);
    for (const { kind, recipient, account_id, letter } of mails) {
      if (account_id !== null) expect(accounts.find((one) => one.id === account_id)?.email).toBe(recipient);
      const foreign: Record<string, string> = people.secrets();
      const own = { [email]: ["email", "local"], [privateEmail]: ["privateEmail", "private local"] }[recipient];
      for (const name of own ?? []) delete foreign[name];
      const text = JSON.stringify(letter);
      expect(findSecrets(text, foreign)).toEqual([]);
      // A weekly letter names what its reader chose to follow, and of hidden people nothing.
      const names =
        kind === "weekly-letter" ? /Only Private/i : /Shared Works|Second Firm|Only Private|Clerk|Test University/i;
      expect(text).not.toMatch(names);
    }
  });

  it("in the log says nothing of anybody", () => {
    const { app, owner } = people;
    expect(app.logged().length).toBeGreaterThan(1_000);
    expect(findSecrets(app.logged(), { ...people.secrets(), cookie: owner.cookies.get("token") ?? "?" })).toEqual([]);
  });

  it("in the audit log says nothing of anybody", async () => {
    const { owner, secret, password } = people;
    // Makes entries in the log: a wrong and a right proof, an export, and a look at the people.
    await owner.send("POST", "/api/user/confirm", { password: newCanary() });
    await owner.send("POST", "/api/user/confirm", { password });
    await owner.send("GET", "/api/user/export", undefined, { headers: { "user-agent": secret.agent } });
    const rows = await people.app.db.selectFrom("audit_log").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(findSecrets(JSON.stringify(rows), people.secrets())).toEqual([]);
    const read = await admin.send("GET", "/api/admin/audit");
    expect(read.status).toBe(200);
    expect(findSecrets(read.text, people.secrets())).toEqual([]);
  });
});

/** Last, since some of it ends sessions: every call that changes something, aimed at the hidden person. */
it("L1: no refused or empty change says anything either, whoever makes it", async () => {
  const calls = [
    ...new Set(documentedAnswers().flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]))),
  ];
  expect(calls.length).toBeGreaterThan(40);
  const isEnd = (call: string): boolean => /logout|session/.test(call);
  const { hidden, privateId, other, app } = people;
  const readers: [string, (method: string, path: string, body: object) => Promise<RawAnswer>][] = [
    [
      "visitor",
      (method, path, body) =>
        sendRaw(app, { method, path, body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    ],
    ["other", (method, path, body) => other.send(method, path, body)],
    ["administrator", (method, path, body) => admin.send(method, path, body)],
  ];
  for (const [who, send] of readers) {
    for (const call of calls.toSorted((a, b) => Number(isEnd(a)) - Number(isEnd(b)))) {
      const [method = "", path = ""] = call.split(" ");
      // An administrator may end a person, and would: there it is a person who never was.
      const ids = who === "administrator" ? [newPublicId()] : [hidden._id, privateId];
      for (const id of path.includes("{") ? ids : [""]) {
        const answer = await send(method, fill(path, id), { id, _id: id, profileId: id, userId: id });
        const found = findSecrets(`${answer.head}\n${answer.text}`, people.secrets());
        expect(found, `${who} ${method} ${fill(path, id)}`).toEqual([]);
      }
    }
  }
});
