import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tries } from "#tests/helpers/amount.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { newCanary } from "#tests/helpers/canary.ts";
import { compare, isApart, type Comparison } from "#tests/helpers/interleaved.ts";
import { mannWhitney, median, spearman } from "#tests/helpers/statistics.ts";

// Checks that need many measurements: times that could tell hidden people from nobody, and orders that could reveal
// age. The bounds are so wide that chance reaches them less than once in a million runs. Other load on the machine
// affects both sides alike.

let app: TestApp;
/** Public ids in the order in which their people came. */
const byAge: string[] = [];
const PEOPLE = 48;
const secret = newCanary();
const secretName = newCanary();

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await new ApiUser(app).signUp();
    await person.save({
      ...(n === 20 ? { username: secret, firstName: secretName, linkedin: secretName } : {}),
      anonymous: n === 20 || n % 3 === 0,
      pipeline: [stop("Order Works", "Clerk", "2020-01-01", "current")],
    });
    byAge.push(person.profileId);
  }
});
afterAll(() => app.stop());

describe("the measures themselves", () => {
  const samples = (shift: number) => Array.from({ length: 200 }, (_, n) => ((n * 7919) % 200) / 100 + shift);
  it("see a shift and none where there is none", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(Math.abs(mannWhitney(samples(0), samples(0)))).toBeLessThan(0.1);
    expect(Math.abs(mannWhitney(samples(0), samples(1)))).toBeGreaterThan(6);
    expect(spearman([1, 2, 3, 4], [10, 20, 30, 40])).toBeCloseTo(1);
    expect(spearman([1, 2, 3, 4], [4, 3, 2, 1])).toBeCloseTo(-1);
    expect(Math.abs(spearman([1, 2, 3, 4, 5, 6], [3, 1, 6, 2, 5, 4]))).toBeLessThan(0.5);
    expect(isApart([compare(samples(0), samples(1))])).toBe(true);
    expect(isApart([compare(samples(0), samples(0))])).toBe(false);
    // Once the one is slower and once the other: a busy machine.
    expect(isApart([compare(samples(0), samples(1)), compare(samples(1), samples(0))])).toBe(false);
    // Two milliseconds and more that nothing but a few late answers make.
    const few = [1, 2, 3, 60, 70, 80];
    expect(
      isApart([
        compare(
          few,
          few.toReversed().map((one) => one + 1),
        ),
      ]),
    ).toBe(false);
  });
});

async function timed(path: string, status: number): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${app.url}${path}`);
  await answer.arrayBuffer();
  const took = performance.now() - started;
  expect(answer.status).toBe(status);
  return took;
}

/** Of each kind. With fewer, only larger differences show. */
const ROUNDS = tries({ all: 200, some: 60 });

type Question = { hidden: string; status: number; make: (name: string) => string };

/** By turns, each first in half of the rounds, so that neither has an advantage. */
async function ask({ hidden, status, make }: Question, rounds: number): Promise<Comparison> {
  const [here, there]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const ofHidden = async () => here.push(await timed(make(hidden), status));
    const ofNobody = async () => there.push(await timed(make(newCanary()), status));
    for (const call of round % 2 === 0 ? [ofHidden, ofNobody] : [ofNobody, ofHidden]) await call();
  }
  return compare(there, here);
}

describe("L2, L9: the time of an answer", () => {
  it.each([
    ["the API", { hidden: secret, status: 404, make: (name: string) => `/api/profile/get/${name}` }],
    ["the picture's call", { hidden: secret, status: 404, make: (name: string) => `/api/pfp/${name}` }],
    ["the page", { hidden: secret, status: 404, make: (name: string) => `/user/${name}` }],
    ["the search for people", { hidden: secretName, status: 200, make: (name: string) => `/api/jump/${name}` }],
    [
      "the search for companies",
      { hidden: secretName, status: 200, make: (name: string) => `/api/company/get/companies/${name}` },
    ],
  ])(
    "of %s is the same for what an anonymous person hides as for what nobody has",
    async (_what, question) => {
      await ask(question, 20);
      const measured: Comparison[] = [];
      for (let time = 0; time < 3; time += 1) {
        measured.push(await ask(question, ROUNDS));
        if (!isApart(measured)) return;
      }
      expect.fail(`It shows: ${JSON.stringify(measured)}`);
    },
    120_000,
  );
});

type Profile = { _id: string };

describe("L6: order", () => {
  it("of random people has nothing to do with age", async () => {
    const visitor = new ApiUser(app);
    const drawn = Array.from({ length: PEOPLE }, () => 0);
    const places: number[] = [];
    const ages: number[] = [];
    for (let call = 0; call < 120; call += 1) {
      const { body } = await visitor.call<Profile[]>("GET", "/api/profile/random?amount=5");
      expect(new Set(body.map((one) => one._id)).size).toBe(5);
      for (const [place, { _id }] of body.entries()) {
        const age = byAge.indexOf(_id);
        expect(age).not.toBe(-1);
        drawn[age] = (drawn[age] ?? 0) + 1;
        places.push(place);
        ages.push(age);
      }
    }
    // Six ages of eight people each share 600 draws: five degrees of freedom, 36 is one in a million.
    const groups = [0, 1, 2, 3, 4, 5].map((group) =>
      drawn.slice(group * 8, group * 8 + 8).reduce((sum, times) => sum + times, 0),
    );
    const chiSquare = groups.reduce((sum, times) => sum + (times - 100) ** 2 / 100, 0);
    expect(chiSquare).toBeLessThan(36);
    // Five standard deviations.
    expect(Math.abs(spearman(places, ages)) * Math.sqrt(places.length - 1)).toBeLessThan(5);
  });

  it("L3: of ids and of lists has nothing to do with age either", async () => {
    const ages = byAge.map((_, age) => age);
    const byId = byAge.map((id) => Number.parseInt(id.slice(0, 12), 16));
    const bound = 5 / Math.sqrt(PEOPLE - 1);
    expect(Math.abs(spearman(byId, ages))).toBeLessThan(bound);
    const visitor = new ApiUser(app);
    const listed: string[] = [];
    let path = "/api/company/employees/order%20works";
    for (let page = 0; page < 5 && path !== ""; page += 1) {
      const answer = await visitor.call<Profile[]>("GET", path);
      listed.push(...answer.body.map((one) => one._id));
      path =
        /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1]?.replace(/^https?:\/\/[^/]+/, "") ?? "";
    }
    expect(listed.toSorted()).toEqual(byAge.toSorted());
    const places = byAge.map((id) => listed.indexOf(id));
    expect(Math.abs(spearman(places, ages))).toBeLessThan(bound);
  });

  it("L3: of seven hundred ids in the order in which they were made says nothing of that order, nor of the time", async () => {
    const user = await new ApiUser(app).signUp();
    const jobs = Array.from({ length: 8 }, (_, n) => stop(`Firm ${n}`, "Clerk", `${2010 + n}-01-01`, "current"));
    await user.save({ pipeline: jobs });
    const ids: string[] = [];
    // Every switch makes all ids of a person anew.
    for (let turn = 0; turn < 80; turn += 1) {
      const { body, status } = await user.save({ visibility: turn % 2 === 0 ? "private" : "public" });
      expect(status).toBe(200);
      ids.push(body._id, ...body.pipeline.map((one) => one._id));
    }
    expect(new Set(ids).size).toBe(720);
    const values = ids.map((id) => Number.parseInt(id.slice(0, 12), 16));
    const order = ids.map((_, n) => n);
    // With 720 random ids, 0.2 is five standard deviations: chance exceeds it once in ten million runs.
    expect(Math.abs(spearman(values, order))).toBeLessThan(0.2);
    // A clock in an id would show too: as a time of today in the first eight digits, or as a counter in the last bits.
    // By chance that is so for one id in 25,000, but never for ten of 720.
    const seconds = Date.now() / 1_000;
    const timely = ids.filter((id) => Math.abs(Number.parseInt(id.slice(0, 8), 16) - seconds) < 86_400);
    expect(timely.length).toBeLessThan(10);
    const tails = ids.map((id) => Number.parseInt(id.slice(-8), 16));
    expect(Math.abs(spearman(tails, order))).toBeLessThan(0.2);
    expect(Math.abs(spearman(tails.slice(1), tails.slice(0, -1)))).toBeLessThan(0.2);
    // The measure sees ids that begin with a time.
    const dated = order.map((n) => Math.floor(seconds * 2 ** 16) + n);
    expect(spearman(dated, order)).toBeGreaterThan(0.99);
    await user.save({ visibility: "private" });
  });
});
