import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { FormServiceError, isFormServiceAddress, sendForm } from "#external/form-service.ts";
import { forwardSuggestion, forwardWorker } from "#features/suggestion/forward-write.server.ts";
import { ApiUser, startTestApp, type TestApp } from "#tests/helpers/app.ts";
import { FormService } from "#tests/helpers/form-service.ts";

const NOW = new Date("2026-11-15T12:00:00Z");
const UNKNOWN = "0123456789abcdef01234567";

let service: FormService;
let app: TestApp;
beforeAll(async () => {
  service = await new FormService().start();
  // Jobs are written down and not done: these tests do them by hand.
  app = await startTestApp({ env: { FORM_SERVICE_URL: service.url } });
});
afterAll(async () => {
  await app.stop();
  await service.stop();
});
afterEach(() => {
  service.behaviour = "accept";
  service.received.length = 0;
});

async function suggest(on: TestApp, text: string): Promise<string> {
  const user = await new ApiUser(on).signUp();
  const answer = await user.call("POST", "/api/suggestions", { type: "company", text });
  if (answer.status !== 200) throw new Error(answer.text);
  const row = await on.db
    .selectFrom("suggestion")
    .select("public_id")
    .where("text", "=", text)
    .executeTakeFirstOrThrow();
  return row.public_id;
}

const forward = (id: string) =>
  forwardSuggestion({ db: app.db, now: NOW }, id, { url: service.url, production: false });
const isForwarded = async (id: string) =>
  (await app.db.selectFrom("suggestion").select("forwarded_at").where("public_id", "=", id).executeTakeFirstOrThrow())
    .forwarded_at;

describe("a suggestion on its way to the form service", () => {
  it("U17: carries its kind and its text, and nothing of who sent it", async () => {
    const id = await suggest(app, "Add Acme, please.\nTwice.");
    expect(await forward(id)).toBe("sent");
    const [got] = service.received;
    expect(Object.fromEntries(new URLSearchParams(got?.body))).toEqual({
      type: "company",
      text: "Add Acme, please.\nTwice.",
    });
    const { host: _host, "content-length": _length, "user-agent": _agent, ...headers } = got?.headers ?? {};
    expect(headers).toEqual({
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
      accept: "application/json",
      "idempotency-key": id,
      connection: expect.any(String),
      "accept-language": "*",
      "sec-fetch-mode": "cors",
      "accept-encoding": expect.any(String),
    });
    expect(await isForwarded(id)).toEqual(NOW);
  });

  it("is sent once, however often and at however many places at once it is tried", async () => {
    const id = await suggest(app, "Once");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => forward(id)));
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    expect(await forward(id)).toBe("nothing-to-do");
    expect(service.received).toHaveLength(1);
    expect(await forward(UNKNOWN)).toBe("nothing-to-do");
  });

  it.each([
    ["refuse", "answered 503"],
    ["drop", "could not be reached"],
    ["redirect", "answered 307"],
  ] as const)("stays to be sent when the service does %s", async (behaviour, words) => {
    service.behaviour = behaviour;
    const id = await suggest(app, `When it does ${behaviour}`);
    await expect(forward(id)).rejects.toThrow(words);
    expect(service.received).toHaveLength(1);
    expect(await isForwarded(id)).toBe(null);
    service.behaviour = "accept";
    expect(await forward(id)).toBe("sent");
    expect(service.received.map(({ headers }) => headers["idempotency-key"])).toEqual([id, id]);
  });

  it("was taken when the service leads on to a page of its own, as it does after a form in a browser", async () => {
    service.behaviour = "thank";
    const id = await suggest(app, "Thanked");
    expect(await forward(id)).toBe("sent");
    // The page is not looked at.
    expect(service.received).toHaveLength(1);
    expect(await isForwarded(id)).toEqual(NOW);
  });

  it("waits five seconds for a service that stalls, or less where it is stopped", async () => {
    service.behaviour = "stall";
    const id = await suggest(app, "Stalled");
    const started = performance.now();
    await expect(forward(id)).rejects.toThrow("took longer than 5 seconds");
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(4_500);
    expect(waited).toBeLessThan(9_000);
    expect(await isForwarded(id)).toBe(null);
    const stopped = sendForm({
      url: service.url,
      production: false,
      key: id,
      fields: {},
      signal: AbortSignal.timeout(50),
    });
    await expect(stopped).rejects.toThrow(FormServiceError);
  });

  it("goes nowhere without encryption, but for this machine outside production", async () => {
    const cases: [string, boolean, boolean][] = [
      ["https://forms.example/x", true, true],
      ["https://forms.example/x", false, true],
      ["http://forms.example/x", false, false],
      ["http://127.0.0.1:1/x", false, true],
      ["http://127.0.0.1:1/x", true, false],
      ["http://localhost/x", false, true],
      ["http://localhost.example/x", false, false],
      ["http://127.0.0.1.example/x", false, false],
      ["http://[::1]/x", false, true],
      ["https://user:word@forms.example/x", true, false],
      ["ftp://forms.example/x", false, false],
      ["file:///etc/passwd", false, false],
      ["forms.example", false, false],
    ];
    for (const [url, production, expected] of cases) {
      expect(isFormServiceAddress(url, production), `${url} ${production}`).toBe(expected);
    }
    const id = await suggest(app, "Nowhere");
    const sent = forwardSuggestion({ db: app.db, now: NOW }, id, { url: service.url, production: true });
    await expect(sent).rejects.toThrow("must begin with https://");
    expect(service.received).toEqual([]);
  });
});

describe("the queue of suggestions", () => {
  it("brings each to a service that refused, hung up and recovers, once", async () => {
    service.behaviour = "refuse";
    const own = await startTestApp({ jobs: true, env: { FORM_SERVICE_URL: service.url } });
    try {
      const ids = [await suggest(own, "First"), await suggest(own, "Second")];
      const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 18_000, interval: 100 });
      await until(() => expect(service.received.length).toBeGreaterThanOrEqual(2));
      service.behaviour = "drop";
      const tries = service.received.length;
      await until(() => expect(service.received.length).toBeGreaterThan(tries));
      service.behaviour = "accept";
      await until(async () => {
        const waiting = await own.db.selectFrom("suggestion").select("id").where("forwarded_at", "is", null).execute();
        expect(waiting).toEqual([]);
      });
      const taken = service.received
        .filter(({ did }) => did === "accept")
        .map(({ headers }) => headers["idempotency-key"]);
      expect(taken.toSorted()).toEqual(ids.toSorted());
      expect(own.logged()).not.toContain("First");
    } finally {
      await own.stop();
    }
  });

  it("gets nothing where no service is configured", async () => {
    const own = await startTestApp();
    try {
      await suggest(own, "Stays here");
      const { rows } = await sql`select id from pgboss.job where name = 'forward-suggestion'`.execute(own.db);
      expect(rows).toEqual([]);
      // One that was queued before the setting was removed stays in the inbox, and is not tried for a day.
      const { public_id: id } = await own.db.selectFrom("suggestion").select("public_id").executeTakeFirstOrThrow();
      const info = { retries: 0, signal: new AbortController().signal };
      await expect(forwardWorker().run(own.services, { id }, info)).resolves.toBeUndefined();
    } finally {
      await own.stop();
    }
  });
});
