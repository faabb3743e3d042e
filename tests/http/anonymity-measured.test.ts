import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";
import { newCanary } from "#tests/helpers/canary.ts";
import { mannWhitney, median, spearman } from "#tests/helpers/statistics.ts";

// What only shows in many measurements: times that tell hidden people from nobody, and orders that tell age. Bounds are
// so wide that chance reaches them less than once in a million runs; what a machine does meanwhile hits both sides alike.

let app: TestApp;
/** Public ids in the order in which their people came. */
const byAge: string[] = [];
const PEOPLE = 48;
const secret = newCanary();

beforeAll(async () => {
  app = await startTestApp({ pages: true });
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await new ApiUser(app).signUp();
    await person.save({
      ...(n === 20 ? { username: secret } : {}),
      anonymous: n === 20 || n % 3 === 0,
      pipeline: [stop("Order Works", "Clerk", "2020-01-01", "current")],
    });
    byAge.push(person.profileId);
  }
}, 120_000);
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
  });
});

async function timed(path: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${app.url}${path}`);
  await answer.arrayBuffer();
  const took = performance.now() - started;
  expect(answer.status).toBe(404);
  return took;
}

/** Interleaved, first one and then the other first, so that neither has the better half. */
async function compare(make: (name: string) => string, rounds: number): Promise<{ gap: number; z: number }> {
  const [here, there]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const hidden = async () => here.push(await timed(make(secret)));
    const random = async () => there.push(await timed(make(newCanary())));
    for (const call of round % 2 === 0 ? [hidden, random] : [random, hidden]) await call();
  }
  return { gap: Math.abs(median(here) - median(there)), z: Math.abs(mannWhitney(here, there)) };
}

describe("L2: the time of an answer", () => {
  it.each([
    ["the API", (name: string) => `/api/profile/get/${name}`],
    ["the picture's call", (name: string) => `/api/pfp/${name}`],
    ["the page", (name: string) => `/user/${name}`],
  ])(
    "of %s is the same for an anonymous person's username as for nobody's",
    async (_what, make) => {
      await compare(make, 20);
      const tries = [];
      // A real difference is there every time; a busy machine's is not.
      for (let time = 0; time < 3; time += 1) {
        const found = await compare(make, 200);
        tries.push(found);
        if (found.gap < 2 && found.z < 4) return;
      }
      expect.fail(`It shows: ${JSON.stringify(tries)}`);
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
    const seconds = Date.now() / 1_000;
    for (const id of byAge) expect(Math.abs(Number.parseInt(id.slice(0, 8), 16) - seconds)).toBeGreaterThan(1);
  });
});
