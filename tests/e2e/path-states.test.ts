import type { Page } from "@playwright/test";
import { someOf } from "#tests/helpers/amount.ts";
import { axeFor } from "./axe.ts";
import { expect, findPlaces, test } from "./fixtures.ts";

// Every state of the path screens, by its address: filters and menus open, too few people, nobody, mistakes, one
// company or four, a pipeline with and without similar ones.

test.use({ allowed: [/status of (?:400|404|503)/] });

type Ids = { company: string; second: string; third: string; school: string; person: string; anonymous: string };

async function findIds(page: Page): Promise<Ids> {
  const places = await findPlaces(page);
  const idOf = async (name: string): Promise<string> => {
    const { _id }: { _id: string } = await (await page.request.get(`/api/company/getBy?name=${name}`)).json();
    return _id;
  };
  return {
    company: await idOf("google"),
    second: await idOf("microsoft"),
    third: await idOf("amazon"),
    school: places.school.slice("/school/".length),
    person: places.profile.slice("/user/".length),
    anonymous: places.anonymous.slice("/user/".length),
  };
}

/** Each with the status that its answer has. */
function statesOf({ company, second, third, school, person, anonymous }: Ids): readonly (readonly [string, number])[] {
  const one = `/search?stop=company:${company}`;
  const two = `/search?stop=kind:intern&then=any&stop=company:${company}`;
  const nine = Array.from({ length: 9 }, () => `stop=company:${company}`).join("&then=any&");
  return [
    ["/search?q=software", 200],
    ["/search?q=zzqqxxzz", 200],
    ["/search?company=google", 200],
    ["/search?company=googol%20wroks", 200],
    [`${one}&filter=title`, 200],
    [`${one}&filter=school`, 200],
    [`${one}&filter=country`, 200],
    [`${one}&filter=years`, 200],
    [`${one}&now=1&since=2016&until=2026&country=US&sort=shortest`, 200],
    [`${one}&add=end`, 200],
    [`${one}&add=end&q=sen`, 200],
    [`${two}&change=0`, 200],
    [`${two}&between=0`, 200],
    [`${two}&view=grid`, 200],
    [`${two}&view=pipeline`, 200],
    [`/search?stop=school:${school}&then=any&stop=kind:intern&then=any,9y&stop=company:${company}`, 200],
    [`/search?stop=company:${company}&then=next,2m&stop=company:${second}&then=next,2m&stop=company:${third}`, 200],
    [`${one}&then=any&stop=school:${school}`, 200],
    [`/search?${nine}`, 200],
    ["/search?stop=company:no-such-company", 400],
    ["/paths", 200],
    ["/paths?pick=to", 200],
    [`/paths?to=company:${company}&pick=from`, 200],
    [`/paths?to=company:${company}`, 200],
    [`/paths?from=school:${school}&to=company:${company}`, 200],
    [`/paths?from=company:${third}&to=company:${second}`, 200],
    ["/paths?to=title:senior-software", 200],
    ["/paths?to=company:no-such-company", 400],
    ["/like-me", 200],
    [`/like-me?line=${person}`, 200],
    [`/like-me?line=${anonymous}`, 200],
    [`/like-me?school=${school}&stop=${company}&as=intern`, 200],
    ["/like-me?stop=no%20such%20company", 200],
    ["/like-me?line=000000000000000000000000", 404],
    ["/compare", 200],
    [`/compare?c=${company}`, 200],
    [`/compare?c=${company}&c=${second}`, 200],
    [`/compare?c=${company}&c=${second}&c=${third}&c=apple`, 200],
    ["/compare?c=no-such-company", 200],
    ["/title/senior-software", 200],
    ["/title/no-such-title", 404],
    ["/ask?q=interned%20at%20google%2C%20then%20qwerty", 200],
    ["/ask?q=qwerty%20uiop", 200],
    [`/user/${person}`, 200],
    [`/user/${anonymous}`, 200],
  ];
}

/** The first has every rule of axe, the others what theme and width can break. */
const SCREENS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
  { colorScheme: "dark", width: 768 },
] as const;

async function look(page: Page, address: string): Promise<void> {
  for (const { colorScheme, width } of SCREENS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await axeFor(page, width === 1280).analyze();
    // An element that an open menu covers cannot be pressed, so it need not be large.
    const hasMenu = /[?&](?:filter|between|change|add)=/.test(address);
    const faults = violations.filter(({ id }) => !hasMenu || id !== "target-size");
    const where = `${address}, ${colorScheme}, ${width} px`;
    expect
      .soft(
        faults.map((one) => `${one.id} ${one.nodes[0]?.html}`),
        where,
      )
      .toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(over, `${where}, is wider than the screen`).toBeLessThanOrEqual(0);
  }
}

// Halves, for two browsers at once.
for (const half of [0, 1]) {
  test(`axe finds nothing in any state of the paths, half ${half + 1}`, async ({ watched: page }) => {
    test.setTimeout(600_000);
    const states = statesOf(await findIds(page));
    // Lines are read after a start; the pages say so until then.
    await expect.poll(async () => (await page.request.get("/api/title")).status(), { timeout: 60_000 }).toBe(200);
    const ofHalf = states.filter((_, at) => at % 2 === half);
    for (const [address, status] of someOf(ofHalf, 3)) {
      const answer = await page.goto(address, { waitUntil: "load" });
      expect.soft(answer?.status(), address).toBe(status);
      await look(page, address);
    }
  });
}
