import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepHouse } from "#app/jobs.server.ts";
import { ROLE_TEXT_NAMES, type RoleText } from "#core/role-texts.ts";
import { queueByRules } from "#features/report/rules-write.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { emailsTo } from "#tests/helpers/emails.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

const START = Date.parse("2026-11-15T12:00:00Z");
const DAY = 86_400_000;
const UNKNOWN = "0123456789abcdef01234567";
const PASSWORD = "correct-horse-battery";

type Report = {
  _id: string;
  subject: string;
  words: string;
  quote: string;
  rule: string;
  state: string;
  day: string;
  person: { _id: string; name: string } | null;
  company: { _id: string; displayName: string } | null;
  pipeline: string[];
  history: { act: string; words: string }[];
  others: number;
  acts: string[];
};

let app: TestApp;
let admin: ApiUser;
let now = START;
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(now), env: { BASE_URL: "https://pipelines.example" } });
  admin = await adminClient(app);
});
afterAll(() => app.stop());

async function person(over: Record<string, unknown> = {}): Promise<ApiUser> {
  const user = await new ApiUser(app).signUp();
  await user.save({
    firstName: "Ada",
    lastName: "Example",
    pipeline: [stop("Alpha Works", "Engineer", "2018-01-01", "current")],
    ...over,
  });
  return user;
}
async function report(body: Record<string, unknown>) {
  const visitor = new ApiUser(app);
  await visitor.fetchToken();
  return visitor.call("POST", "/api/reports", { subject: "pipeline", reason: "spam", ...body });
}
/** The whole queue, page by page. */
async function queue(cursor = ""): Promise<Report[]> {
  const path = `/api/admin/reports${cursor === "" ? "" : `?cursor=${cursor}`}`;
  const { reports, next } = (await admin.call<{ reports: Report[]; next: string }>("GET", path)).body;
  return next === "" ? reports : [...reports, ...(await queue(next))];
}
const reportOf = async (id: string) => (await queue()).find((one) => one.person?._id === id || one.company?._id === id);
async function reported(user: ApiUser, body: Record<string, unknown> = {}): Promise<Report> {
  await report({ id: user.profileId, ...body });
  const found = await reportOf(user.profileId);
  if (!found) throw new Error("The report is not in the queue.");
  return found;
}
/** The id now: a switch of the visibility gives another. */
const idOf = async (user: ApiUser) => (await user.call<{ profileId: string }>("GET", "/api/user/me")).body.profileId;
const act = (id: string, what: string, words?: string) =>
  admin.call("POST", `/api/admin/reports/${id}`, { act: what, ...(words === undefined ? {} : { words }) });
const pageOf = (id: string) => sendRaw(app, { path: `/api/profile/get/${id}` });
async function linkOf(user: ApiUser): Promise<string> {
  const mail = (await emailsTo(app, user.email)).findLast((one) => one.action?.label === "Answer");
  return mail?.action?.href.split("#")[1] ?? "";
}
async function answer(token: string, text: string) {
  const visitor = new ApiUser(app);
  await visitor.fetchToken();
  return visitor.call("POST", "/api/reports/answer", { token, text });
}

describe("a report", () => {
  it("is a new one without a word once its person has new ids: it does not tell who they were", async () => {
    const user = await person();
    const asked = await reported(user, { words: "This is not Ada Example." });
    await act(asked._id, "ask", "Are you Ada?");
    await report({ id: user.profileId, reason: "impersonation", quote: "Ada Example" });
    const settled = (await queue()).find((one) => one.quote === "Ada Example" && one.person?._id === user.profileId);
    await act(settled?._id ?? "", "settle");
    const link = await linkOf(user);
    await user.save({ visibility: "anonymous" });
    const id = await idOf(user);
    const left = (await queue()).filter((one) => one.person?._id === id);
    expect(left).toMatchObject([{ words: "", quote: "", history: [], state: "waiting", others: 0 }]);
    expect(left[0]?._id).not.toBe(asked._id);
    expect((await act(asked._id, "dismiss")).body["code"]).toBe("not-found");
    // The link that was mailed before works all the same.
    expect((await answer(link, "I changed it.")).status).toBe(200);
    expect((await reportOf(id))?.history.map(({ words }) => words)).toEqual(["I changed it."]);
    // Administrators do not see a pipeline that others cannot see.
    await user.save({ visibility: "private" });
    expect((await reportOf(await idOf(user)))?.pipeline).toEqual([]);
  });

  it("needs no account, and comes with what everybody sees and what was reported before", async () => {
    const user = await person();
    await report({ id: user.profileId, reason: "impersonation", words: " This is not Ada. " });
    await report({ id: user.profileId, subject: "text", reason: "abuse", quote: "Engineer" });
    const found = (await queue()).filter((one) => one.person?._id === user.profileId);
    expect(found).toHaveLength(2);
    expect(found.find(({ subject }) => subject === "pipeline")).toMatchObject({
      words: "This is not Ada.",
      day: "2026-11-15",
      state: "open",
      rule: "",
      person: { name: "Ada Example" },
      others: 1,
      acts: ["dismiss", "settle", "ask", "hide", "suspend", "delete"],
    });
    expect(found.find(({ subject }) => subject === "text")?.quote).toBe("Engineer");
    expect(found[0]?.pipeline[0]).toMatch(/^Engineer, Alpha Works, 2018/);
  });

  it("has dates as exact as others see them: years of an anonymous person, months of a public one", async () => {
    const pipeline = [stop("Alpha Works", "Engineer", "2018-03-01", "2020-05-01")];
    const [shown, anonymous] = [await person({ pipeline }), await person({ pipeline, visibility: "anonymous" })];
    expect((await reported(shown)).pipeline[0]).toMatch(/, 2018-03 to 2020-05$/);
    await report({ id: await idOf(anonymous) });
    expect((await reportOf(await idOf(anonymous)))?.pipeline[0]).toMatch(/, 2018 to 2020$/);
  });

  it("comes with others of its day page by page, each once", async () => {
    await sql`insert into report (public_id, subject, reason, words, quote, on_day)
      select lpad(n::text, 24, 'e'), 'site', 'spam', 'of many', '', '2026-11-01' from generate_series(1, 45) n`.execute(
      app.db,
    );
    const all = await queue();
    const end = await admin.call("GET", `/api/admin/reports?cursor=${all.at(-2)?._id}`);
    await app.db.deleteFrom("report").where("words", "=", "of many").execute();
    const ids = all.filter(({ words }) => words === "of many").map(({ _id }) => _id);
    expect([ids.length, new Set(ids).size]).toEqual([45, 45]);
    expect(end.body).toMatchObject({ reports: [{ _id: all.at(-1)?._id }], next: "" });
  });

  it("shows of an anonymous person what everybody sees, and no name", async () => {
    const user = await person({ visibility: "anonymous", firstName: "Canaryname" });
    const id = await idOf(user);
    await report({ id });
    const found = await reportOf(id);
    expect(found?.person?.name).toBe("Anonymous");
    expect(JSON.stringify(found)).not.toContain("Canaryname");
  });

  it("of a hidden person tells the sender nothing: same answer, one row, gone at the next housekeeping", async () => {
    const shown = await person();
    const hidden = await person({ visibility: "private" });
    const hiddenId = await idOf(hidden);
    const strip = (text: string) => text.replace(/"requestId":"[^"]+"/, "");
    const rows = async () => (await app.db.selectFrom("report").select("id").execute()).length;
    const answers: string[] = [];
    for (const id of [shown.profileId, hiddenId, hidden.profileId, UNKNOWN]) {
      const before = await rows();
      const said = await report({ id });
      answers.push(`${said.status} ${[...said.headers.keys()].join()} ${strip(said.text)}`);
      expect((await rows()) - before).toBe(1);
    }
    expect(new Set(answers).size).toBe(1);
    for (const id of [hiddenId, UNKNOWN]) expect(await reportOf(id)).toBeUndefined();
    const kept = (await queue()).length;
    await keepHouse({ db: app.db, clock: () => new Date(now) });
    expect(await rows()).toBe(kept);
  });

  it("is refused without a reason, with one that is not listed, with a long text and without an id", async () => {
    for (const body of [
      { reason: "dislike", id: UNKNOWN },
      { id: "me" },
      { id: UNKNOWN, words: "ä".repeat(1_001) },
      { id: UNKNOWN, quote: "x".repeat(301) },
      { id: UNKNOWN, subject: "site" },
    ]) {
      const said = await report(body);
      expect([said.status, said.body["code"]], JSON.stringify(body).slice(0, 60)).toEqual([400, "bad-request"]);
    }
    const before = (await queue()).length;
    expect((await report({ id: UNKNOWN, website: "https://x.test" })).status).toBe(200);
    expect((await queue()).length).toBe(before);
  });

  it("is limited to five an hour from one address", async () => {
    const env = { RATE_LIMITS: "on", SECRET_FILE: app.services.config.secretFile };
    const limited = await startTestApp({ databaseUrl: app.databaseUrl, env, now: () => new Date(now) });
    try {
      const from = "127.0.4.1";
      const send = async () => {
        const token = await sendRaw(limited, { path: "/api/token", from });
        return sendRaw(limited, {
          method: "POST",
          path: "/api/reports",
          from,
          body: JSON.stringify({ subject: "pipeline", id: UNKNOWN, reason: "spam" }),
          headers: { "content-type": "application/json", authorization: `Bearer ${JSON.parse(token.text)}` },
        });
      };
      for (let n = 0; n < 5; n += 1) expect((await send()).status).toBe(200);
      expect(jsonOf(await send())["code"]).toBe("too-many-requests");
    } finally {
      await limited.stop();
    }
  });
});

describe("what administrators do", () => {
  it("dismisses: nothing changes and nobody is told", async () => {
    const user = await person();
    const { _id } = await reported(user);
    const mails = (await emailsTo(app, user.email)).length;
    expect((await act(_id, "dismiss", "Fine.")).status).toBe(200);
    const after = await reportOf(user.profileId);
    expect([after?.state, after?.history]).toEqual(["done", [{ act: "dismiss", words: "Fine.", day: "2026-11-15" }]]);
    expect((await pageOf(user.profileId)).status).toBe(200);
    expect(await emailsTo(app, user.email)).toHaveLength(mails);
  });

  it("asks to correct: the mail names no employer, and takes one answer without a sign-in", async () => {
    const user = await person();
    const { _id } = await reported(user, { reason: "false-information" });
    await act(_id, "ask", "Please look at the dates.");
    const mail = (await emailsTo(app, user.email)).at(-1);
    expect(mail?.paragraphs).toContain("What we have to say: Please look at the dates.");
    expect(JSON.stringify(mail)).not.toMatch(/Alpha|Ada|Engineer/);
    expect(JSON.stringify(mail)).not.toContain(user.profileId);
    const token = await linkOf(user);
    const stored = JSON.stringify(await app.db.selectFrom("report").selectAll().execute());
    expect(stored).not.toContain(token);
    expect((await answer(token, " ")).body["code"]).toBe("fields-missing");
    expect((await answer(`${token}x`, "Guessed.")).body["code"]).toBe("bad-link");
    expect((await answer(token, "They are right.")).status).toBe(200);
    const after = await reportOf(user.profileId);
    expect([after?.state, after?.history.at(-1)?.words]).toEqual(["open", "They are right."]);
    expect((await answer(token, "Again.")).body["code"]).toBe("bad-link");
  });

  it("hides until answered: nobody sees the page meanwhile, and the answer brings it back", async () => {
    const user = await person();
    const { _id } = await reported(user);
    await act(_id, "hide");
    const hidden = await pageOf(user.profileId);
    const missing = await pageOf(UNKNOWN);
    expect([hidden.status, hidden.text.replace(/"requestId":"[^"]+"/, "")]).toEqual([
      404,
      missing.text.replace(/"requestId":"[^"]+"/, ""),
    ]);
    // Administrators still see what the report is about.
    expect((await reportOf(user.profileId))?.pipeline).toHaveLength(1);
    expect((await answer(await linkOf(user), "I am who I say.")).status).toBe(200);
    expect((await pageOf(user.profileId)).status).toBe(200);
    await user.fetchToken();
    const login = await user.call("POST", "/api/user/login", { email: user.email, password: PASSWORD });
    expect(login.status).toBe(200);
  });

  it("hidden twice, waits for both answers; suspended meanwhile, an answer brings nobody back", async () => {
    const user = await person();
    const first = await reported(user);
    await act(first._id, "hide");
    const firstLink = await linkOf(user);
    // The second mail is written later, so that linkOf knows it from the first: their order in the table may change.
    now += 1_000;
    await app.db
      .insertInto("report")
      .values(copyOf(await keyOf(user), user))
      .execute();
    const second = (await queue()).find((one) => one.person?._id === user.profileId && one._id !== first._id);
    await act(second?._id ?? "", "hide");
    await answer(firstLink, "One.");
    expect((await pageOf(user.profileId)).status).toBe(404);
    await admin.call("POST", `/api/admin/people/${user.profileId}/suspend`, { reason: "abuse" });
    expect((await answer(await linkOf(user), "Two.")).status).toBe(200);
    expect((await pageOf(user.profileId)).status).toBe(404);
  });

  it("suspends, with an appeal that a person reads; deletes, with the report", async () => {
    const user = await person();
    const { _id } = await reported(user);
    await act(_id, "suspend");
    expect((await user.call("GET", "/api/user/me")).status).toBe(401);
    await answer(await linkOf(user), "I appeal.");
    const after = await reportOf(user.profileId);
    expect([after?.state, after?.history.map(({ act: what }) => what)]).toEqual(["open", ["suspend", "answer"]]);
    expect((await pageOf(user.profileId)).status).toBe(404);
    expect((await act(_id, "delete")).status).toBe(200);
    expect(await reportOf(user.profileId)).toBeUndefined();
    expect(await app.db.selectFrom("report").select("id").where("public_id", "=", _id).execute()).toEqual([]);
    const actions = await app.db
      .selectFrom("audit_log")
      .select("action")
      .where("target", "=", _id)
      .orderBy("id")
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(["report.suspend", "report.answer", "report.delete"]);
    // The mails about the account went with it, but for the one that tells of the deletion.
    const subjects = (await emailsTo(app, user.email)).map(({ subject }) => subject);
    expect(subjects).toEqual(["Your account on Pipelines was deleted"]);
  });

  it("goes with a person who deletes the account", async () => {
    const user = await person();
    const { _id } = await reported(user);
    const gone = await user.call("DELETE", `/api/profile/${user.profileId}`, { password: PASSWORD });
    expect(gone.status).toBe(200);
    expect(await app.db.selectFrom("report").select("id").where("public_id", "=", _id).execute()).toEqual([]);
  });

  it("deletes a company, and asks none", async () => {
    const user = await person({ pipeline: [stop("Nonsense Incorporated", "Engineer", "2018-01-01", "current")] });
    const found = await user.call<{ _id: string }>("GET", "/api/company/getBy?name=nonsense incorporated");
    await report({ subject: "company", id: found.body._id });
    const one = await reportOf(found.body._id);
    expect(one?.acts).toEqual(["dismiss", "settle", "delete"]);
    expect((await act(one?._id ?? "", "ask")).body["code"]).toBe("bad-request");
    expect((await act(one?._id ?? "", "delete")).status).toBe(200);
    expect((await user.call("GET", "/api/company/getBy?name=nonsense incorporated")).status).toBe(404);
    expect((await act(one?._id ?? "", "dismiss")).body["code"]).toBe("not-found");
  });
});

const keyOf = async (user: ApiUser) =>
  (await app.db.selectFrom("profile").select("id").where("public_id", "=", user.profileId).executeTakeFirstOrThrow())
    .id;
const copyOf = (key: number, user: ApiUser) => ({
  public_id: `${user.profileId.slice(0, 22)}ff`,
  subject: "pipeline" as const,
  profile_id: key,
  company_id: null,
  reason: "spam" as const,
  rule: null,
  on_day: "2026-11-15",
  reply_hash: null,
});

describe("rules", () => {
  const look = () => queueByRules({ db: app.db, now: new Date(now) });

  it("queue a web address once, and no name that looks like one; a private person never", async () => {
    const loud = await person({ pipeline: [stop("Alpha Works", "Buy at www.cheap.test", "2018-01-01", "current")] });
    const plain = await person({ pipeline: [stop("Yahoo.com", "Node.js / C++ engineer", "2018-01-01", "current")] });
    const hidden = await person({
      visibility: "private",
      pipeline: [stop("Alpha Works", "Buy at www.cheap.test", "2018-01-01", "current")],
    });
    // Somebody's report does not take the place of a rule's.
    const known = await person({ pipeline: [stop("Alpha Works", "Buy at www.cheap.test", "2018-01-01", "current")] });
    await reported(known);
    await look();
    await look();
    const ofKnown = (await queue()).filter((one) => one.person?._id === known.profileId);
    expect(ofKnown.map(({ rule }) => rule).toSorted()).toEqual(["", "address-in-text"]);
    expect((await queue()).filter((one) => one.person?._id === loud.profileId)).toMatchObject([
      { rule: "address-in-text", quote: "Buy at www.cheap.test", state: "open" },
    ]);
    expect(await reportOf(plain.profileId)).toBeUndefined();
    const hiddenId = await idOf(hidden);
    expect(await reportOf(hiddenId)).toBeUndefined();
    expect((await pageOf(loud.profileId)).status).toBe(200);
  });

  it("look at what everybody sees: no title behind the catalogue's, no other text of an anonymous person, no undisclosed company", async () => {
    const address = "www.hidden-canary.test";
    const job = (name: string, more: Record<string, unknown>) => ({
      ...stop(name, "Engineer", "2018-01-01", "current"),
      ...more,
    });
    const inText = (text: RoleText, name: string, more: Record<string, unknown> = {}) =>
      job(name, {
        ...more,
        roles: [{ title: "Clerk", startDate: "2018-01-01", isIndefinite: true, [text]: address }],
      });
    const inTexts = (settings: (text: RoleText) => Record<string, unknown>): Promise<ApiUser[]> =>
      Promise.all(ROLE_TEXT_NAMES.map(async (text) => await person(settings(text))));
    const hidden = [
      await person({ visibility: "anonymous", pipeline: [job("Alpha Works", { title: `Clerk at ${address}` })] }),
      ...(await inTexts((text) => ({ visibility: "anonymous", pipeline: [inText(text, "Alpha Works")] }))),
      await person({
        pipeline: [job(`Kept ${address}`, { undisclosed: true }), stop("Beta", "Clerk", "2016-01-01", "2017-01-01")],
      }),
      ...(await inTexts((text) => ({ pipeline: [inText(text, "Gamma Works", { undisclosed: true })] }))),
    ];
    const shown = [
      await person({
        visibility: "anonymous",
        ownTitles: true,
        pipeline: [job("Alpha Works", { title: `Clerk at ${address}` })],
      }),
      ...(await inTexts((text) => ({ pipeline: [inText(text, "Alpha Works")] }))),
      await person({ visibility: "anonymous", pipeline: [job(`Shown ${address}`, {})] }),
    ];
    await look();
    const rulesOf = async (users: readonly ApiUser[]) =>
      Promise.all(users.map(async (user) => (await reportOf(await idOf(user)))?.rule));
    expect(await rulesOf(hidden)).toEqual(hidden.map(() => undefined));
    expect(await rulesOf(shown)).toEqual(shown.map(() => "address-in-text"));
  });

  it("queue 500 roles, and not 499", async () => {
    // More than one save through the API takes: written into the table.
    const roles = async (count: number) => {
      const user = await person();
      await sql`
        insert into role (stop_id, profile_id, title, kind, start_date, is_current, date_precision)
        select stop_id, profile_id, 'Clerk ' || n, kind, start_date, is_current, date_precision
        from role, generate_series(1, ${count - 1}) n where profile_id = ${await keyOf(user)}`.execute(app.db);
      return user;
    };
    const [most, many] = [await roles(500), await roles(499)];
    await look();
    expect((await reportOf(most.profileId))?.rule).toBe("many-roles");
    expect(await reportOf(many.profileId)).toBeUndefined();
  });

  it("queue one long text in 50 pipelines, and not in 49; 30 sign-ups of one address by its network", async () => {
    const text = "The very best deals are waiting for you right here";
    const users: ApiUser[] = [];
    for (let n = 0; n < 49; n += 1) {
      users.push(await person({ pipeline: [stop("Alpha Works", text, "2018-01-01", "current")] }));
    }
    await look();
    expect((await queue()).some(({ rule }) => rule === "same-text")).toBe(false);
    users.push(await person({ pipeline: [stop("Alpha Works", text.toUpperCase(), "2018-01-01", "current")] }));
    await look();
    const { rows } = await app.db
      .selectFrom("report")
      .select((eb) => eb.fn.countAll<number>().as("rows"))
      .where("rule", "=", "same-text")
      .executeTakeFirstOrThrow();
    expect(rows).toBe(50);
    // All of these signed up here, from one address.
    const site = await app.db.selectFrom("report").selectAll().where("subject", "=", "site").execute();
    expect(site.map(({ rule, quote, profile_id }) => [rule, quote, profile_id])).toEqual([
      ["many-sign-ups", "127.0.0.0/24", null],
    ]);
  });
});

describe("numbers and age", () => {
  it("tells acts once their quarter is over, and from five on", async () => {
    const counts = async () =>
      (await new ApiUser(app).call<{ quarters: unknown[] }>("GET", "/api/reports/counts")).body.quarters;
    const users = [await person(), await person(), await person(), await person(), await person()];
    for (const user of users) {
      const { _id } = await reported(user, { reason: "legal" });
      await act(_id, "dismiss");
    }
    const { _id } = await reported(await person(), { reason: "privacy" });
    await act(_id, "dismiss");
    expect(await counts()).toEqual([]);
    now = Date.parse("2027-01-01T00:00:00Z");
    admin = await adminClient(app);
    const [quarter, ...older] = (await counts()) as { quarter: string; reasons: { reason: string; acts: number }[] }[];
    expect([quarter?.quarter, older]).toEqual(["2026-Q4", []]);
    expect(quarter?.reasons).toContainEqual({ reason: "legal", acts: 5 });
    expect(quarter?.reasons.some(({ reason, acts }) => reason === "privacy" || acts < 5)).toBe(false);
  });

  it("forgets settled reports after 90 days and open ones after a year, but none that hides somebody", async () => {
    now = START;
    admin = await adminClient(app);
    const [settled, open, hiding] = [await person(), await person(), await person()];
    await act((await reported(settled))._id, "dismiss");
    await reported(open);
    await act((await reported(hiding))._id, "hide");
    const there = async () => {
      const keys = await Promise.all([settled, open, hiding].map(keyOf));
      const rows = await app.db.selectFrom("report").select("profile_id").where("profile_id", "in", keys).execute();
      return keys.map((key) => rows.some(({ profile_id }) => profile_id === key));
    };
    const later = (days: number) => keepHouse({ db: app.db, clock: () => new Date(START + days * DAY) });
    await later(90);
    expect(await there()).toEqual([true, true, true]);
    await later(91);
    expect(await there()).toEqual([false, true, true]);
    await later(366);
    expect(await there()).toEqual([false, false, true]);
  });
});
