import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteUnconfirmed } from "#features/newsletter/write.server.ts";
import { allAfterResponseDone } from "#server/after-response.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { unsubscribeToken } from "#server/unsubscribe.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { Browser } from "#tests/helpers/browser.ts";
import { shapeOf } from "#tests/helpers/canary.ts";
import { emailsTo, linkTo } from "#tests/helpers/emails.ts";
import { jsonOf, sendRaw, type RawAnswer } from "#tests/helpers/raw.ts";
import { kindsApart } from "#tests/helpers/interleaved.ts";

type Subscriber = { _id: string; email: string; askedAt: string; confirmedAt: string };

const ASK = "/api/email/newsletter";
const CONFIRM = "/api/email/newsletter/confirm";
const LEAVE = "/api/email/newsletter/unsubscribe";
const START = Date.parse("2026-11-15T12:00:00Z");
const DAY = 86_400_000;

let app: TestApp;
let visitor: ApiUser;
let now = START;
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now) });
  visitor = new ApiUser(app);
  await visitor.fetchToken();
});
afterAll(() => app.stop());

const ask = (email: unknown) => visitor.call<{ data: { email: string } }>("POST", ASK, { email });
async function rowOf(email: string) {
  await allAfterResponseDone();
  return app.db
    .selectFrom("newsletter_subscriber")
    .selectAll()
    .where("email_key", "=", email.toLowerCase())
    .executeTakeFirst();
}
const leaveToken = async (email: string) => {
  const notes = (await emailsTo(app, email)).at(-1)?.notes ?? [];
  return /unsubscribe#(\S+)/.exec(notes.join(" "))?.[1] ?? "";
};

describe("asking for the newsletter", () => {
  it("U13: sends an e-mail with a link, and puts nobody on the list who has not used it", async () => {
    const answer = await ask("Mira@Example.test");
    expect([answer.status, answer.body]).toEqual([200, { data: { email: "Mira@Example.test" } }]);
    const [letter] = await emailsTo(app, "Mira@Example.test");
    expect(letter).toMatchObject({ kind: "newsletter-confirm" });
    const base = app.services.config.baseUrl;
    expect(letter?.action?.href).toMatch(new RegExp(`^${base}/newsletter/confirm#[A-Za-z0-9_-]{43}$`));
    expect((await rowOf("mira@example.test"))?.confirmed_at).toBe(null);

    const token = await linkTo(app, "Mira@Example.test", "newsletter-confirm");
    const confirmed = await visitor.call("POST", CONFIRM, { token });
    expect([confirmed.status, confirmed.body]).toEqual([200, { message: "success" }]);
    expect((await rowOf("mira@example.test"))?.confirmed_at).toEqual(new Date(START));
    now = START + DAY;
    expect((await visitor.call("POST", CONFIRM, { token })).status).toBe(200);
    expect((await rowOf("mira@example.test"))?.confirmed_at).toEqual(new Date(START));
    now = START;
    // People on the list get no second mail, however the address is spelled.
    await ask("MIRA@example.test");
    expect(await emailsTo(app, "MIRA@example.test")).toEqual([]);
  });

  it("keeps the link's token from the database, the logs and every address a server sees", async () => {
    await ask("quiet@example.test");
    const token = await linkTo(app, "quiet@example.test", "newsletter-confirm");
    const row = await rowOf("quiet@example.test");
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row?.link_hash).toHaveLength(32);
    expect(app.logged()).not.toContain(token);
    expect(app.logged()).not.toContain("quiet@example.test");
  });

  it("takes a link for seven days, the newest one alone", async () => {
    await ask("late@example.test");
    const first = await linkTo(app, "late@example.test", "newsletter-confirm");
    await ask("late@example.test");
    const second = await linkTo(app, "late@example.test", "newsletter-confirm");
    expect(second).not.toBe(first);
    const old = await visitor.call("POST", CONFIRM, { token: first });
    expect([old.status, old.body["code"]]).toEqual([400, "bad-link"]);
    now = START + 7 * DAY + 1;
    await visitor.fetchToken();
    const late = await visitor.call("POST", CONFIRM, { token: second });
    expect([late.status, late.body["code"]]).toEqual([400, "bad-link"]);
    await deleteUnconfirmed({ db: app.db, now: new Date(now) });
    expect(await rowOf("late@example.test")).toBe(undefined);
    expect(await rowOf("mira@example.test")).not.toBe(undefined);
    now = START;
    await visitor.fetchToken();
  });

  it("refuses what is not an address", async () => {
    for (const email of [
      "",
      "x",
      "a@b",
      "a b@example.test",
      "a@example.test\r\nBcc: v@example.test",
      `${"a".repeat(250)}@example.test`,
      "a\u202e@example.test",
    ]) {
      const answer = await ask(email);
      expect([answer.status, answer.body], JSON.stringify(email)).toMatchObject([400, { code: "bad-request" }]);
    }
    for (const body of [{}, { email: 1 }, { email: null }, { email: ["a@example.test"] }, []]) {
      expect((await visitor.call("POST", ASK, body)).status, JSON.stringify(body)).toBe(400);
    }
    for (const path of [CONFIRM, LEAVE]) {
      for (const body of [{}, { token: 1 }, { token: null }, { token: "x".repeat(201) }]) {
        expect((await visitor.call("POST", path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(400);
      }
      const junk = await visitor.call("POST", path, { token: "junk" });
      expect([junk.status, junk.body["code"]]).toEqual([400, "bad-link"]);
    }
  });

  it("needs a token, and no foreign page can ask", async () => {
    for (const [path, body] of [
      [ASK, { email: "a@example.test" }],
      [CONFIRM, { token: "x" }],
      [LEAVE, { token: "x" }],
    ] as const) {
      const answer = await new ApiUser(app).call("POST", path, body);
      expect([answer.status, answer.body["code"]]).toEqual([401, "no-session"]);
      const browser = new Browser(app);
      await browser.send("GET", "/api/token");
      const foreign = await browser.send("POST", path, body, {
        headers: { "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" },
      });
      expect([foreign.status, jsonOf(foreign)["code"]]).toEqual([403, "cross-site"]);
    }
  });

  it("of one address fifty times at once makes one row", async () => {
    await Promise.all(Array.from({ length: 50 }, () => ask("crowd@example.test")));
    await allAfterResponseDone();
    const rows = await app.db
      .selectFrom("newsletter_subscriber")
      .select("id")
      .where("email_key", "=", "crowd@example.test")
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe("leaving the newsletter", () => {
  it("S40: takes one call with what any e-mail carries, for ever, and forgets the address", async () => {
    await ask("leaver@example.test");
    await visitor.call("POST", CONFIRM, { token: await linkTo(app, "leaver@example.test", "newsletter-confirm") });
    const token = await leaveToken("leaver@example.test");
    now = START + 3_000 * DAY;
    await visitor.fetchToken();
    const left = await visitor.call("POST", LEAVE, { token });
    expect([left.status, left.body]).toEqual([200, { message: "success" }]);
    expect(await rowOf("leaver@example.test")).toBe(undefined);
    expect((await visitor.call("POST", LEAVE, { token })).status).toBe(200);
    now = START;
    await visitor.fetchToken();
    // The old letter's link is worth nothing to a new request.
    await ask("leaver@example.test");
    expect((await visitor.call("POST", LEAVE, { token })).status).toBe(200);
    expect(await rowOf("leaver@example.test")).not.toBe(undefined);
  });

  it("takes one request of the caller's allowance", async () => {
    const left = () => app.services.limiter.stateOf(LIMITS.pages, "127.0.7.1", now).left;
    const before = left();
    await sendRaw(app, { method: "POST", path: "/unsubscribe?token=x", from: "127.0.7.1" });
    expect(before - left()).toBe(1);
  });

  it("takes no other token: of an account, of another installation, changed", async () => {
    await ask("stays@example.test");
    const row = await rowOf("stays@example.test");
    const id = row?.public_id ?? "";
    const right = unsubscribeToken(app.services.secret, "newsletter", id);
    const wrong = [
      unsubscribeToken(app.services.secret, "account", id),
      unsubscribeToken(Buffer.alloc(32), "newsletter", id),
      right.slice(0, -1),
      `${right}A`,
      id,
    ];
    for (const token of wrong) {
      const answer = await visitor.call("POST", LEAVE, { token });
      expect([answer.status, answer.body["code"]]).toEqual([400, "bad-link"]);
    }
    expect(await rowOf("stays@example.test")).not.toBe(undefined);
  });
});

describe("the list", () => {
  it("is the administrators', with addresses and consents and no word of accounts", async () => {
    const admin = await adminClient(app);
    const user = await new ApiUser(app).signUp("member@example.test");
    await ask("member@example.test");
    await allAfterResponseDone();
    const seen: Subscriber[] = [];
    let next = "";
    do {
      const path = `/api/admin/newsletter${next === "" ? "" : `?cursor=${next}`}`;
      const page = await admin.call<{ subscribers: Subscriber[]; next: string }>("GET", path);
      seen.push(...page.body.subscribers);
      next = page.body.next;
    } while (next !== "");
    expect(seen[0]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      email: "member@example.test",
      askedAt: "2026-11-15T12:00:00.000Z",
      confirmedAt: "",
    });
    expect(seen.find(({ email }) => email === "Mira@Example.test")?.confirmedAt).toBe("2026-11-15T12:00:00.000Z");
    expect(JSON.stringify(seen)).not.toContain(user.profileId);
    expect((await admin.call("GET", "/api/admin/newsletter?cursor=1")).status).toBe(400);
    expect((await visitor.call("GET", "/api/admin/newsletter")).body["code"]).toBe("not-admin");
    expect((await new ApiUser(app).call("GET", "/api/admin/newsletter")).body["code"]).toBe("no-session");
  });
});

describe("with limits", () => {
  it("U13: three e-mails a day for one address, the answer the same; thirty calls an hour from one sender", async () => {
    const limited = await startTestApp({ now: () => new Date(now), env: { RATE_LIMITS: "on" } });
    try {
      const attempt = async (email: string, from: string): Promise<RawAnswer> => {
        const token = await sendRaw(limited, { path: "/api/token", from });
        return sendRaw(limited, {
          method: "POST",
          path: ASK,
          from,
          body: JSON.stringify({ email }),
          headers: { "content-type": "application/json", authorization: `Bearer ${JSON.parse(token.text)}` },
        });
      };
      const shapes = new Set<string>();
      for (let n = 0; n < 5; n += 1) {
        shapes.add(shapeOf(await attempt("often@example.test", `127.0.1.${n + 1}`)));
        await allAfterResponseDone();
      }
      expect(shapes.size).toBe(1);
      expect(await emailsTo(limited, "often@example.test")).toHaveLength(3);
      now = START + DAY;
      await attempt("often@example.test", "127.0.1.9");
      expect(await emailsTo(limited, "often@example.test")).toHaveLength(4);
      for (let n = 0; n < 30; n += 1) expect((await attempt(`n${n}@example.test`, "127.0.2.1")).status).toBe(200);
      const refused = await attempt("n30@example.test", "127.0.2.1");
      expect([refused.status, jsonOf(refused)["code"]]).toEqual([429, "too-many-requests"]);
      expect((await attempt("n31@example.test", "127.0.2.2")).status).toBe(200);
    } finally {
      now = START;
      await allAfterResponseDone();
      await limited.stop();
    }
  });
});

it("L19: every address gets one answer in one time, known or not", async () => {
  const member = await new ApiUser(app).signUp("has-account@example.test");
  await ask("confirmed@example.test");
  await visitor.call("POST", CONFIRM, { token: await linkTo(app, "confirmed@example.test", "newsletter-confirm") });
  await ask("waiting@example.test");
  await ask("left@example.test");
  await visitor.call("POST", LEAVE, { token: await leaveToken("left@example.test") });
  const kinds: Record<string, (n: number) => string> = {
    unknown: (n) => `nobody-${n}@example.test`,
    confirmed: () => "confirmed@example.test",
    waiting: () => "waiting@example.test",
    left: () => "left@example.test",
    account: () => member.email,
    odd: (n) => `ö.${n}@exämple.test`,
  };
  const shape = (answer: { status: number; text: string; headers: Headers }, email: string): string =>
    JSON.stringify([answer.status, answer.text.replace(email, ""), [...answer.headers.keys()].toSorted()]);
  const shapes = new Set<string>();
  const apart = await kindsApart(async (round) => {
    const times = new Map(Object.keys(kinds).map((kind) => [kind, new Array<number>()]));
    for (let n = 0; n < 30; n += 1) {
      for (const [kind, make] of Object.entries(kinds)) {
        const email = make(round * 100 + n);
        await allAfterResponseDone();
        const started = performance.now();
        const answer = await ask(email);
        times.get(kind)?.push(performance.now() - started);
        shapes.add(shape(answer, email));
      }
    }
    return times;
  });
  expect(shapes.size).toBe(1);
  expect(apart).toEqual([]);
});
