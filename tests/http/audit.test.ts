import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUDIT_LIFE_DAYS, deleteOldEntries, emptyOldOrigins, recordAudit } from "#features/audit/write.server.ts";
import { clientAddress } from "#server/client-ip.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { findSecrets, newCanary } from "#tests/helpers/canary.ts";

type Entry = {
  _id: string;
  at: string;
  actorKind: string;
  actor: string;
  action: string;
  target: string;
  detail: Record<string, unknown>;
  origin: string;
};
type Page = { entries: Entry[]; next: string };

const NOW = new Date("2026-11-15T12:00:00Z");
const DAY = 86_400_000;

let app: TestApp;
let admin: ApiUser;
beforeAll(async () => {
  app = await startTestApp();
  admin = await adminClient(app);
});
afterAll(() => app.stop());

const page = async (query = "") => (await admin.call<Page>("GET", `/api/admin/audit${query}`)).body;
const note = (given: {
  now?: Date;
  address?: string;
  target?: string;
  detail?: Record<string, string>;
  action?: `${string}.${string}`;
}) =>
  recordAudit(
    app.db,
    { secret: app.services.secret, now: given.now ?? NOW, address: given.address ?? "198.51.100.77" },
    {
      actor: { kind: "system" },
      action: given.action ?? "test.note",
      target: given.target ?? "",
      detail: given.detail ?? {},
    },
  );

describe("S33: the audit log", () => {
  it("says who did what, when and from which network", async () => {
    const user = await new ApiUser(app).signUp();
    await user.save({ pipeline: [stop("Alpha Works", "Engineer", "2018-01-01", "current")] });
    await admin.call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "abuse" });
    const { entries } = await page("?action=people.suspend");
    const adminId = (await admin.call("GET", "/api/admin/me")).body["_id"];
    expect(entries).toEqual([
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        at: NOW.toISOString(),
        actorKind: "admin",
        actor: adminId,
        action: "people.suspend",
        target: user.profileId,
        detail: { reason: "abuse" },
        origin: "127.0.0.0/24",
      },
    ]);
  });

  it("comes newest first, 50 a page, each entry once, by slice or by action", async () => {
    for (let n = 0; n < 60; n += 1) await note({ target: String(n), action: n % 2 === 0 ? "pages.even" : "pages.odd" });
    await note({ action: "pages-too.other" });
    const first = await page("?action=pages");
    expect(first.entries.map(({ target }) => target)).toEqual(Array.from({ length: 50 }, (_, n) => String(59 - n)));
    const second = await page(`?action=pages&cursor=${first.next}`);
    expect(second.entries.map(({ target }) => target)).toEqual(Array.from({ length: 10 }, (_, n) => String(9 - n)));
    expect(second.next).toBe("");
    const even = await page("?action=pages.even");
    expect(even.entries).toHaveLength(30);
    expect(even.next).toBe("");
    expect((await page("?action=nothing-such")).entries).toEqual([]);
  });

  it.each([
    ["203.0.113.9", "203.0.113.0/24"],
    ["2001:db8:12:3::9", "2001:db8:12::/48"],
    ["2001:db8::9", "2001:db8:0::/48"],
    ["", ""],
  ])("names the network of somebody at %j: %j", async (remote, network) => {
    await note({ address: clientAddress(remote, undefined, []), action: "test.network" });
    expect((await page("?action=test.network")).entries[0]?.origin).toBe(network);
  });

  it("has a line of each of these acts", async () => {
    const user = await new ApiUser(app).signUp();
    await user.save({ pipeline: [stop("Kept Works", "Engineer", "2018-01-01", "current")] });
    await admin.call("POST", "/api/admin/companies/kept%20works/keep", {});
    const code = await admin.call("POST", "/api/admin/codes", { label: "Friends", maxUses: 1 });
    await admin.call("DELETE", `/api/admin/codes/${String(code.body["_id"])}`);
    await user.call("POST", "/api/user/email", { email: "audited@example.test" });
    const { body } = await admin.call<{ mails: { id: string; kind: string }[] }>("GET", "/api/admin/outbox");
    const id = body.mails.find(({ kind }) => kind === "change-email")?.id;
    const { text } = (await admin.call<{ text: string }>("GET", `/api/admin/outbox/${id}`)).body;
    const token = /change-email#([\w-]+)/.exec(text)?.[1];
    expect((await user.call("POST", "/api/user/email/confirm", { token })).status).toBe(200);
    for (const action of [
      "company.keep",
      "early-access.create-code",
      "early-access.revoke-code",
      "account.email-change-asked",
      "account.email-change",
      "mail.read",
    ])
      expect((await page(`?action=${action}`)).entries, action).toMatchObject([{ action }]);
  });

  it("is for administrators alone, and takes no other form", async () => {
    const nobody = await new ApiUser(app).call("GET", "/api/admin/audit");
    expect([nobody.status, nobody.body["code"]]).toEqual([401, "no-session"]);
    const user = await new ApiUser(app).signUp();
    const other = await user.call("GET", "/api/admin/audit");
    expect([other.status, other.body["code"]]).toEqual([403, "not-admin"]);
    for (const query of ["?action=%25", "?action=a.b.c", "?action=A", "?cursor=1", "?cursor=x&cursor=y", "?action="]) {
      expect((await admin.call("GET", `/api/admin/audit${query}`)).status, query).toBe(400);
    }
  });

  it("cannot be changed or emptied through any call", async () => {
    const [entry] = (await page()).entries;
    for (const method of ["DELETE", "PATCH", "POST", "PUT"]) {
      for (const path of ["/api/admin/audit", `/api/admin/audit/${entry?._id}`]) {
        const answer = await admin.call(method, path, {});
        expect([404, 405], `${method} ${path}`).toContain(answer.status);
      }
    }
    expect((await page()).entries[0]).toEqual(entry);
  });

  it("cannot be changed, shortened or emptied in the database", async () => {
    // A line of today: by the database's clock the others may be so old that they may be changed.
    await note({ now: new Date(), target: "kept" });
    const changes = [
      sql`update audit_log set target = 'other'`,
      sql`update audit_log set origin = ''`,
      sql`update audit_log set at = at - interval '31 days', origin = ''`,
      sql`delete from audit_log`,
      sql`delete from audit_log where target = 'kept'`,
      sql`truncate audit_log`,
      sql`truncate audit_log cascade`,
    ];
    const count = async () => (await app.db.selectFrom("audit_log").select("id").execute()).length;
    const before = await count();
    for (const change of changes) await expect(change.execute(app.db)).rejects.toThrow("append-only");
    expect(await count()).toBe(before);
    await expect(note({ action: "Not an action.x" })).rejects.toThrow("check constraint");
  });

  it("forgets after 30 days where an entry came from, and nothing else", async () => {
    const old = new Date(Date.now() - 31 * DAY);
    await note({ now: old, target: "old", detail: { fact: "kept" } });
    await note({ now: new Date(Date.now() - 29 * DAY), target: "young" });
    await emptyOldOrigins({ db: app.db, now: new Date() });
    const { entries } = await page("?action=test.note");
    const of = (target: string) => entries.find((entry) => entry.target === target);
    expect(of("old")).toMatchObject({ origin: "", at: old.toISOString(), detail: { fact: "kept" } });
    expect(of("young")).toMatchObject({ origin: "198.51.100.0/24" });
    await expect(
      sql`update audit_log set origin = '', target = 'x' where target = 'old'`.execute(app.db),
    ).rejects.toThrow("append-only");
    // An app with a fast clock does not delete more.
    await emptyOldOrigins({ db: app.db, now: new Date(Date.now() + 400 * DAY) });
    expect((await page("?action=test.note")).entries.find(({ target }) => target === "young")?.origin).not.toBe("");
  });

  it("drops entries after a year, and none that the database's own clock calls younger", async () => {
    const agedBy = (days: number) => new Date(Date.now() - days * DAY);
    await note({ now: agedBy(AUDIT_LIFE_DAYS + 1), target: "past its time", action: "test.age" });
    await note({ now: agedBy(AUDIT_LIFE_DAYS - 1), target: "within it", action: "test.age" });
    const targets = async () => (await page("?action=test.age")).entries.map(({ target }) => target);
    // Nor one that the app's clock calls younger.
    await deleteOldEntries({ db: app.db, now: agedBy(30) });
    expect(await targets()).toEqual(["within it", "past its time"]);
    await deleteOldEntries({ db: app.db, now: new Date() });
    expect(await targets()).toEqual(["within it"]);
    await deleteOldEntries({ db: app.db, now: agedBy(-400) });
    expect(await targets()).toEqual(["within it"]);
  });

  it("holds one printable line an entry: no line break, no terminal's command", async () => {
    await note({ target: "a\r\nb\u001b[2Jc\u0000d\u0085e", detail: { f: "g\nh" } });
    const [entry] = (await page("?action=test.note")).entries;
    expect([entry?.target, entry?.detail]).toEqual(["a  b [2Jc d e", { f: "g h" }]);
  });

  it("L23: holds no e-mail, name, password or token of anybody, and an account only as an HMAC", async () => {
    const secrets = Object.fromEntries(
      ["email", "first", "last", "user", "text", "password"].map((name) => [name, newCanary()]),
    );
    const user = await new ApiUser(app).signUp(`${secrets["email"]}@example.test`, `${secrets["password"]}-x`);
    await user.save({
      firstName: secrets["first"],
      lastName: secrets["last"],
      username: secrets["user"],
      pipeline: [stop("Alpha Works", "Engineer", "2018-01-01", "current")],
    });
    await user.call("POST", "/api/suggestions", { type: "other", text: secrets["text"] });
    await user.call("POST", "/api/email/newsletter", { email: `${secrets["email"]}@example.test` });
    await user.call("POST", "/api/user/login", { email: user.email, password: `${secrets["password"]}-y` });
    const inbox = await admin.call<{ suggestions: { _id: string }[] }>("GET", "/api/admin/suggestions");
    await admin.call("DELETE", `/api/admin/suggestions/${inbox.body.suggestions[0]?._id}`);
    await admin.call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "legal" });
    await admin.call("POST", "/api/admin/codes", { label: secrets["text"], maxUses: 1 });
    await admin.call("DELETE", `/api/admin/people/${user.profileId}`);
    const rows = await app.db.selectFrom("audit_log").selectAll().execute();
    const account = rows.filter((row) => row.actor_kind === "account");
    expect(account.length).toBeGreaterThan(0);
    const whole = JSON.stringify(rows);
    expect(findSecrets(whole, { ...secrets, token: user.token ?? "", admin: admin.token ?? "" })).toEqual([]);
    expect(whole).not.toContain("@");
    const accounts = await app.db.selectFrom("account").select("id").execute();
    for (const { id } of accounts) expect(whole).not.toContain(id);
  });
});
