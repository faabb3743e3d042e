import { randomInt } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { waitForPaths } from "#tests/helpers/path-site.ts";
import { Moments, type Answered, type Seen } from "#tests/paths/moments.ts";

// Fifty people save while fifty readers ask the path engine: each answer is right for some moment between its request
// and its response. PATH_RACE_SECONDS=60 makes the long run.

const SECONDS = Number(process.env["PATH_RACE_SECONDS"] ?? tries({ all: 6, some: 3 }));
const SAVERS = 50;
const READERS = 50;
/** People stop to think between two saves or two questions: else all would save at every moment, and nearly any count be right. */
const SAVER_THINKS_MILLISECONDS = [500, 2_500] as const;
const READER_THINKS_MILLISECONDS = [200, 600] as const;
/** Before a request that was refused is sent again. */
const BUSY_MILLISECONDS = 200;
/** How much longer than these seconds people save and ask, if there was little to check. */
const PATIENCE_MILLISECONDS = 60_000;
const PASSWORD = "correct-horse-battery";
const COMPANY = "Racing Works";
/** People who stay, so that the company is never without anybody and its page never away. */
const STAYING = 3;

let here: TestApp;
let there: TestApp;

beforeAll(async () => {
  here = await startTestApp();
  there = await startTestApp({ databaseUrl: here.databaseUrl });
  await Promise.all([waitForPaths(here), waitForPaths(there)]);
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

/** The pipelines that are saved, with the company or without. */
const AWAY = [stop("Quiet Works", "Software Engineer", "2014-01-01", "2015-01-01")];
const PIPELINES = [
  { isIn: true, pipeline: [...AWAY, stop(COMPANY, "Software Engineer", "2016-01-01", "2017-01-01")] },
  { isIn: true, pipeline: [stop(COMPANY, "Senior Software Engineer", "2018-01-01", "current")] },
  { isIn: false, pipeline: AWAY },
] as const;

type Race = {
  moments: Moments;
  now: () => number;
  isOver: () => boolean;
  statuses: Map<string, number>;
  /** Requests that were refused and sent again. */
  refused: number;
};

function count(race: Race, what: string): void {
  race.statuses.set(what, (race.statuses.get(what) ?? 0) + 1);
}

/**
 * On a busy machine a request may be refused because it stood in line too long. Then it changed nothing, and is sent
 * again. One that is never taken ends this test by its limit of time.
 */
async function unlessBusy<T extends { status: number } | undefined>(race: Race, send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer?.status !== 503) return answer;
    race.refused += 1;
    await setTimeout(BUSY_MILLISECONDS);
  }
}

/** One person after the other: saves, withdraws and comes back; some delete their account, and somebody new signs up. */
class Saver {
  readonly #race: Race;
  readonly #names: () => string;
  #user: ApiUser | undefined;
  #person = "";
  #revision = 0;
  /** The revision that the last save was answered with. */
  #stored = 0;

  constructor(race: Race, names: () => string) {
    this.#race = race;
    this.#names = names;
  }

  async join(pipeline = randomInt(PIPELINES.length)): Promise<void> {
    this.#user = await new ApiUser(here).signUp();
    this.#person = this.#names();
    // A sign-up is the first revision; nobody sees it.
    this.#revision = 0;
    await this.#save(pipeline);
  }

  /** @param leavesFirst begins with a deletion, which chance alone may leave out of a short race */
  async run(leavesFirst: boolean): Promise<void> {
    await setTimeout(randomInt(...SAVER_THINKS_MILLISECONDS));
    if (leavesFirst) await this.#leave();
    while (!this.#race.isOver()) {
      const chance = randomInt(100);
      if (chance < 4) await this.#leave();
      else if (chance < 25) await this.#withdraw();
      else await this.#save(randomInt(PIPELINES.length));
      await setTimeout(randomInt(...SAVER_THINKS_MILLISECONDS));
    }
  }

  async #save(choice: number): Promise<void> {
    const { isIn, pipeline } = PIPELINES[choice] ?? PIPELINES[0];
    await this.#send("save", { isIn, revision: this.#revision + 1 }, { visibility: "public", pipeline });
  }

  async #withdraw(): Promise<void> {
    await this.#send("withdrawal", undefined, { visibility: "private" });
  }

  async #send(what: string, seen: Seen, patch: Record<string, unknown>): Promise<void> {
    const { moments, now } = this.#race;
    // The shown data of the person contains the number of the save, because visitors do not get the revision.
    const marked = { firstName: this.#person, location: `Save ${this.#revision + 1}`, ...patch };
    const done = moments.begin(this.#person, seen, now());
    const answer = await unlessBusy(this.#race, async () => await this.#user?.save(marked));
    done(now());
    const rev = answer?.body.rev;
    // The saves of one person come one after the other, so the stored revision counts them.
    const isNext = answer?.status === 200 && (this.#revision === 0 || rev === this.#stored + 1);
    this.#stored = rev ?? 0;
    this.#revision += 1;
    count(this.#race, isNext ? what : `${what} answered ${answer?.status} at revision ${rev}`);
  }

  async #leave(): Promise<void> {
    const { moments, now } = this.#race;
    const done = moments.begin(this.#person, undefined, now());
    const path = `/api/profile/${this.#user?.profileId}`;
    const answer = await unlessBusy(
      this.#race,
      async () => await this.#user?.call("DELETE", path, { password: PASSWORD }),
    );
    done(now());
    count(this.#race, answer?.status === 200 ? "deletion" : `deletion answered ${answer?.status}`);
    await this.join();
  }
}

type SearchBody = { people: number | null; lines: { profile: { firstName: string; location: string } }[] };
type InsightsBody = { after: { people: number | null }; before: { people: number | null } };
type Asked = { people: (number | null)[]; lines: Answered["lines"] };

const company = encodeURIComponent(COMPANY);

/** Ways to ask for the people of the company. */
const QUESTIONS: readonly ((visitor: ApiUser) => Promise<{ status: number; body: unknown } & Asked>)[] = [
  async (visitor) => {
    const answer = await visitor.call<SearchBody>("GET", `/api/paths/search?stop=company:${company}&limit=48`);
    if (answer.status !== 200) return { ...answer, people: [], lines: [] };
    const lines = answer.body.lines.map(({ profile }) => ({
      person: profile.firstName,
      revision: Number(profile.location.replace("Save ", "")),
    }));
    return { ...answer, people: [answer.body.people], lines };
  },
  async (visitor) => {
    // The limit alone makes it another question, which is not kept together with the first.
    const answer = await visitor.call<SearchBody>("GET", `/api/paths/search?stop=company:${company}&limit=1`);
    return { ...answer, people: answer.status === 200 ? [answer.body.people] : [], lines: [] };
  },
  async (visitor) => {
    const answer = await visitor.call<InsightsBody>("GET", `/api/company/${company}/insights`);
    const people = answer.status === 200 ? [answer.body.after.people, answer.body.before.people] : [];
    return { ...answer, people, lines: [] };
  },
];

async function ask(race: Race, question: (typeof QUESTIONS)[number]): Promise<Answered[]> {
  let sent = race.now();
  const { status, people, lines } = await unlessBusy(race, async () => {
    sent = race.now();
    return await question(new ApiUser(here));
  });
  const answered = race.now();
  count(race, `answer ${status}`);
  return people.map((number) => ({ sent, answered, people: number, lines }));
}

async function read(race: Race, answers: Answered[]): Promise<void> {
  for (let n = randomInt(QUESTIONS.length); !race.isOver(); n += 1) {
    await setTimeout(randomInt(...READER_THINKS_MILLISECONDS));
    const question = QUESTIONS[n % QUESTIONS.length];
    if (question) answers.push(...(await ask(race, question)));
  }
}

describe("answers of the path engine while people save", { timeout: SECONDS * 1_000 + 240_000 }, () => {
  it("are right for some moment between request and response", async () => {
    let until = Number.POSITIVE_INFINITY;
    const now = (): number => performance.now();
    const answers: Answered[] = [];
    const statuses = new Map<string, number>();
    // On a busy machine little happens in these seconds.
    const hasEnough = (): boolean =>
      ["save", "withdrawal", "deletion"].every((kind) => statuses.has(kind)) && answers.length > READERS;
    const isOver = (): boolean => now() > until && (hasEnough() || now() > until + PATIENCE_MILLISECONDS);
    const race: Race = { moments: new Moments(), now, isOver, statuses, refused: 0 };
    let people = 0;
    const nextName = (): string => `Person${(people += 1)}`;
    for (let n = 0; n < STAYING; n += 1) await new Saver(race, nextName).join(0);
    const savers = Array.from({ length: SAVERS }, () => new Saver(race, nextName));
    // A few at a time: each sign-up hashes a password.
    for (let at = 0; at < savers.length; at += 5)
      await Promise.all(savers.slice(at, at + 5).map((saver) => saver.join()));
    until = now() + SECONDS * 1_000;
    await Promise.all([
      ...savers.map((saver, n) => saver.run(n === 0)),
      ...Array.from({ length: READERS }, () => read(race, answers)),
    ]);
    const shown = JSON.stringify({ ...Object.fromEntries(race.statuses), ...widthsOf(race, answers) });
    expect(answers.flatMap((answer) => race.moments.faults(answer)).slice(0, 10), shown).toEqual([]);
    // Nothing failed, and there was something to check.
    expect([...race.statuses.keys()].toSorted(), shown).toEqual(["answer 200", "deletion", "save", "withdrawal"]);
    expect(answers.length, shown).toBeGreaterThan(Math.max(READERS, 4 * race.refused));
    expect(answers.filter(({ lines }) => lines.length > 0).length, shown).toBeGreaterThan(0);
    // Once nobody saves any more there is one right count.
    for (const question of QUESTIONS) {
      for (const answer of await ask(race, question)) {
        expect(race.moments.bounds(answer.sent, answer.answered)).toEqual({
          least: answer.people,
          most: answer.people,
        });
        expect(race.moments.faults(answer)).toEqual([]);
      }
    }
    if (process.env["PATH_RACE_SECONDS"] !== undefined) process.stdout.write(`${shown}\n`);
  });

  it("know in one process of a save in the other within a second", async () => {
    const user = await new ApiUser(here).signUp();
    const milliseconds: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const name = `Twin Works ${round}`;
      await user.save({ visibility: "public", pipeline: [stop(name, "Software Engineer", "2016-01-01", "current")] });
      const saved = performance.now();
      const path = `/api/paths/search?stop=company:${encodeURIComponent(name)}`;
      await expect
        .poll(async () => (await new ApiUser(there).call<SearchBody>("GET", path)).body.people, {
          timeout: 20_000,
          interval: 10,
        })
        .toBe(1);
      milliseconds.push(performance.now() - saved);
    }
    // The median: one pause of a busy machine is not the product's.
    expect(milliseconds.toSorted((a, b) => a - b)[4], milliseconds.join(" ")).toBeLessThan(1_000);
  });
});

/** For each answer, the number of people who were changing at that time. The fewer, the stricter the check. */
function widthsOf(race: Race, answers: readonly Answered[]): { narrowest: number; median: number; widest: number } {
  const widths = answers.map(({ sent, answered }) => {
    const { least, most } = race.moments.bounds(sent, answered);
    return most - least;
  });
  widths.sort((a, b) => a - b);
  const at = (share: number): number => widths[Math.floor(share * (widths.length - 1))] ?? 0;
  return { narrowest: at(0), median: at(0.5), widest: at(1) };
}
