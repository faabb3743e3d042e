import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Trx } from "#db/connect.ts";
import type { Email } from "#features/mail/rules.ts";
import { queueMail } from "#features/mail/write.server.ts";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { quickest } from "#tests/helpers/quickest.ts";
import { retryJobs } from "#tests/helpers/retry-jobs.ts";
import { partsOf, SmtpSink } from "#tests/helpers/smtp.ts";

const NOW = new Date("2026-11-15T12:00:00Z");
const ROOM = 25_000;

let sink: SmtpSink;
let app: TestApp;
let now = NOW;

beforeAll(async () => {
  sink = await new SmtpSink().start();
  app = await startTestApp({
    jobs: true,
    env: {
      SMTP_URL: sink.url,
      MAIL_FROM: "Pipelines Team <team@pipelines.example>",
      BASE_URL: "https://pipelines.example",
    },
    now: () => now,
  });
});
beforeEach(() => {
  now = NOW;
  sink.reset();
});
afterAll(async () => {
  await app.stop();
  await sink.stop();
});

const content: Email = {
  subject: "Confirm your e-mail address",
  paragraphs: ["Somebody & you <b>want</b> this.", "Second."],
  action: { label: "Confirm address", href: "https://pipelines.example/verify-email#abc" },
  notes: ["It works once."],
};

const queue = (trx: Trx, recipient: string, given = content): Promise<void> =>
  queueMail(trx, { ...app.services, now: NOW }, { kind: "verify-email", recipient, content: given });

async function send(recipient: string, given = content): Promise<void> {
  await app.db.transaction().execute((trx) => queue(trx, recipient, given));
}

const rowOf = (recipient: string) =>
  app.db.selectFrom("mail").selectAll().where("recipient", "=", recipient).executeTakeFirstOrThrow();

/** Waits for this state. Without `pauses`, what failed is tried again at once. */
async function becomes(
  recipient: string,
  state: string,
  { pauses = false } = {},
): Promise<Awaited<ReturnType<typeof rowOf>>> {
  return await vi.waitFor(
    async () => {
      if (!pauses) await retryJobs(app.db);
      const row = await rowOf(recipient);
      expect(row.state).toBe(state);
      return row;
    },
    { timeout: ROOM, interval: 50 },
  );
}

describe("a mail that is taken", () => {
  it("L26: goes to one recipient, in two parts, with our sender, one id and no copy", async () => {
    await send("one@example.test");
    const row = await becomes("one@example.test", "sent");
    expect(sink.deliveries).toHaveLength(1);
    const [mail] = sink.for("one@example.test");
    if (!mail) throw new Error("no mail");
    expect(mail.recipients).toEqual(["one@example.test"]);
    expect(mail.from).toBe("team@pipelines.example");
    const { headers } = mail;
    expect(headers.get("from")).toBe("Pipelines Team <team@pipelines.example>");
    expect(headers.get("to")).toBe("one@example.test");
    expect(headers.get("subject")).toBe("Confirm your e-mail address");
    expect(headers.get("message-id")).toBe(`<${row.message_id}@pipelines.example>`);
    expect(new Date(headers.get("date") ?? "")).toEqual(NOW);
    expect(headers.get("auto-submitted")).toBe("auto-generated");
    expect([...headers.keys()]).not.toEqual(expect.arrayContaining(["cc"]));
    expect([...headers.keys()].filter((name) => /^(?:b?cc|list-|x-mailer|received)/.test(name))).toEqual([]);
    const { text, html } = partsOf(mail);
    expect(text).toContain("Somebody & you <b>want</b> this.");
    expect(text).toContain("https://pipelines.example/verify-email#abc");
    expect(html).toContain("Somebody &amp; you &lt;b&gt;want&lt;/b&gt; this.");
    expect(html).toContain('href="https://pipelines.example/verify-email#abc"');
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html).not.toMatch(/<(?:img|script|table|link)\b|url\(|@import/i);
  });

  it("is forgotten but for the fact that it was sent", async () => {
    await send("forgotten@example.test");
    const row = await becomes("forgotten@example.test", "sent");
    expect(row).toMatchObject({ letter: null, attempts: 1, in_doubt: 0, last_error: "" });
    expect(row.sent_at).toEqual(NOW);
    expect(app.logged()).not.toMatch(/forgotten@|Confirm your|verify-email#/);
  });

  it("names no recipient to another: a hundred mails are a hundred messages", async () => {
    const people = Array.from({ length: 100 }, (_, n) => `person${n}@example.test`);
    await app.db.transaction().execute(async (trx) => {
      for (const recipient of people)
        await queueMail(trx, { ...app.services, now: NOW }, { kind: "account-notice", recipient, content });
    });
    await vi.waitFor(() => expect(sink.deliveries).toHaveLength(100), { timeout: ROOM });
    expect(sink.deliveries.every(({ recipients }) => recipients.length === 1)).toBe(true);
    expect(new Set(sink.deliveries.map(({ recipients }) => recipients[0]))).toEqual(new Set(people));
    // The pool's five, and a new one now and then.
    expect(sink.connections).toBeLessThanOrEqual(20);
  });
});

describe("S25: what would become a header line of its own", () => {
  it.each([
    ["a subject", "header@example.test", "x\r\nBcc: v@example.test"],
    ["a subject with a bare line feed", "header@example.test", "x\nBcc: v@example.test"],
    ["a subject with a NUL", "header@example.test", "x\u0000y"],
    ["an address", "x@example.test\r\nBcc: v@example.test", "fine"],
    ["an address with a second one", "x@example.test,v@example.test", "fine"],
    ["a name before the address", '"v" <v@example.test>', "fine"],
  ])("%s is refused before it is written down", async (_what, recipient, subject) => {
    await expect(send(recipient, { ...content, subject })).rejects.toMatchObject({ code: "bad-request", status: 400 });
    expect(await app.db.selectFrom("mail").select("id").where("recipient", "=", recipient).execute()).toEqual([]);
  });

  it("is refused in the transport too, should it stand in a row", async () => {
    const subject = "x\r\nBcc: v@example.test";
    // In one transaction, or it is sent before the row says so.
    await app.db.transaction().execute(async (trx) => {
      await queue(trx, "planted@example.test");
      await trx
        .updateTable("mail")
        .set({ letter: JSON.stringify({ ...content, subject }) })
        .where("recipient", "=", "planted@example.test")
        .execute();
    });
    await send("after@example.test");
    await becomes("after@example.test", "sent");
    await vi.waitFor(() => expect(app.logged()).toContain("A header of an e-mail must be one line of text."), {
      timeout: ROOM,
    });
    expect((await rowOf("planted@example.test")).state).toBe("queued");
    expect(sink.for("planted@example.test")).toEqual([]);
    expect(sink.for("v@example.test")).toEqual([]);
  });
});

describe("R18: a mail server that does not take a mail", () => {
  it("with 4xx is asked again, later each time", async () => {
    const at: number[] = [];
    sink.behave = (recipient, tries) => {
      if (recipient !== "" && at.length < tries) at.push(performance.now());
      return tries < 3 ? { do: "refuse", at: "recipient", code: 451, text: "greylisted" } : { do: "accept" };
    };
    await send("grey@example.test");
    const row = await becomes("grey@example.test", "sent", { pauses: true });
    expect(row).toMatchObject({ attempts: 3, in_doubt: 0 });
    expect(sink.for("grey@example.test")).toHaveLength(1);
    // About a second, then about two: half of that at least, with the jitter.
    expect((at[2] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1_000);
  });

  it.each([
    ["recipient", 550],
    ["mail", 554],
  ] as const)("with 5xx about the %s is not asked again", async (where, code) => {
    sink.behave = () => ({ do: "refuse", at: where, code, text: "no such user <gone@example.test> here" });
    await send(`gone-${where}@example.test`);
    const row = await becomes(`gone-${where}@example.test`, "failed");
    expect(row).toMatchObject({ letter: null, in_doubt: 0 });
    expect(row.last_error).toContain(`${code} no such user (address) here`);
    expect(row.last_error).not.toContain("gone@");
  });

  it("with 5xx about our sender is asked again: whoever runs the site can mend that", async () => {
    sink.behave = (recipient) =>
      recipient === "" ? { do: "refuse", at: "sender", code: 550, text: "who are you" } : { do: "accept" };
    await send("sender@example.test");
    await vi.waitFor(async () => expect((await rowOf("sender@example.test")).last_error).toContain("550"), {
      timeout: ROOM,
    });
    expect((await rowOf("sender@example.test")).state).toBe("queued");
    sink.behave = () => ({ do: "accept" });
    await becomes("sender@example.test", "sent");
  });

  it.each(["recipient", "mail"] as const)("but stalls at the %s is left, and others go meanwhile", async (where) => {
    sink.behave = (recipient, tries) =>
      recipient === `stalled-${where}@example.test` && tries === 1 ? { do: "stall", at: where } : { do: "accept" };
    await send(`stalled-${where}@example.test`);
    await send("other@example.test");
    await becomes("other@example.test", "sent");
    const row = await becomes(`stalled-${where}@example.test`, "sent");
    // Once the server has the whole mail, nobody knows whether it will deliver it.
    expect(row.in_doubt).toBe(where === "mail" ? 1 : 0);
  });

  it("but takes it and hangs up leaves a doubt: once more under the same id, and never a third time", async () => {
    sink.behave = (recipient) => (recipient === "dropped@example.test" ? { do: "drop" } : { do: "accept" });
    await send("dropped@example.test");
    const row = await becomes("dropped@example.test", "failed");
    expect(row).toMatchObject({ in_doubt: 2, letter: null });
    expect(row.last_error).toContain("may have arrived");
    const copies = sink.for("dropped@example.test");
    expect(copies).toHaveLength(2);
    expect(new Set(copies.map(({ headers }) => headers.get("message-id"))).size).toBe(1);
    expect(new Set(copies.map(({ headers }) => headers.get("date"))).size).toBe(1);
  });

  it("once hanging up, is told apart from one that never had the mail", async () => {
    sink.behave = (_recipient, tries) => (tries === 1 ? { do: "drop" } : { do: "accept" });
    await send("once@example.test");
    expect(await becomes("once@example.test", "sent")).toMatchObject({ in_doubt: 1, attempts: 2 });
  });

  it("slow to say that it took it, is believed even when another process has already put the mail back", async () => {
    sink.behave = () => ({ do: "accept", afterMs: 800 });
    await send("slow@example.test");
    await vi.waitFor(async () => expect((await rowOf("slow@example.test")).state).toBe("sending"), { timeout: ROOM });
    await app.db
      .updateTable("mail")
      .set({ state: "queued", in_doubt: 1 })
      .where("recipient", "=", "slow@example.test")
      .execute();
    expect(await becomes("slow@example.test", "sent")).toMatchObject({ in_doubt: 1, attempts: 1 });
    expect(sink.for("slow@example.test")).toHaveLength(1);
  });

  it("because it is away, gets it when it is back; the API answers as ever", async () => {
    await sink.stop();
    await send("away@example.test");
    await vi.waitFor(async () => expect((await rowOf("away@example.test")).attempts).toBeGreaterThan(0), {
      timeout: ROOM,
    });
    const took = await quickest(5, async () => expect((await fetch(`${app.url}/api/token`)).status).toBe(200));
    expect(took).toBeLessThan(2_000);
    expect((await rowOf("away@example.test")).state).toBe("queued");
    expect((await rowOf("away@example.test")).in_doubt).toBe(0);
    await sink.start();
    await becomes("away@example.test", "sent");
    expect(sink.for("away@example.test")).toHaveLength(1);
  });

  it("for a whole day makes us give up", async () => {
    sink.behave = () => ({ do: "refuse", at: "recipient", code: 450, text: "mailbox busy" });
    await send("day@example.test");
    await vi.waitFor(async () => expect((await rowOf("day@example.test")).last_error).toContain("busy"), {
      timeout: ROOM,
    });
    now = new Date(NOW.getTime() + 25 * 3_600_000);
    const row = await becomes("day@example.test", "failed");
    expect(row).toMatchObject({ letter: null });
    expect(row.last_error).toContain("Given up after a day.");
    expect(row.last_error).toContain("busy");
  });

  it("is counted from the first try: what waited for days is sent", async () => {
    await app.db.updateTable("mail").set({ state: "cancelled" }).where("state", "=", "queued").execute();
    sink.behave = () => ({ do: "refuse", at: "recipient", code: 450, text: "mailbox busy" });
    now = NOW;
    await send("patient@example.test");
    await vi.waitFor(async () => expect((await rowOf("patient@example.test")).last_error).toContain("busy"), {
      timeout: ROOM,
    });
    await app.db
      .updateTable("mail")
      .set({ created_at: new Date(NOW.getTime() - 48 * 3_600_000) })
      .where("recipient", "=", "patient@example.test")
      .execute();
    now = new Date(NOW.getTime() + 3_600_000);
    sink.behave = () => ({ do: "accept" });
    expect(await becomes("patient@example.test", "sent")).toMatchObject({ letter: null });
  });
});
