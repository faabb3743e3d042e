import routes from "#app/routes.ts";
import { newPublicId } from "#server/ids.ts";
import { someOf } from "./amount.ts";
import type { HiddenPeople } from "./hidden-people.ts";
import { documentedGets } from "./openapi.ts";
import { sendRaw } from "./raw.ts";
import { feedAddresses } from "./weeks.ts";

// What the sweep for leaks reads. Calls come from the API document and pages from the routes, so new ones are included.

/** Names of companies and schools as an address has them. */
function placeNames(people: HiddenPeople): string[] {
  const { companies, schoolId } = people;
  return [...new Set([...companies, schoolId, "shared works", "only private"])];
}

/** Values for any part of an address: ids, names, a random one. None is a secret, so an answer may repeat them. */
function words(people: HiddenPeople): string[] {
  const { hidden, privateId, keeper } = people;
  const known = [...people.links, hidden._id, privateId, keeper.profileId, newPublicId()];
  const typed = ["second firm", "bo.t", "Anonymous", "x%27%22", "s", "test"];
  return [...new Set([...known, ...placeNames(people), ...someOf(typed, 2)])];
}

export const fill = (path: string, word: string): string =>
  path.replace(/\{[^}]+\}|:\w+/g, encodeURIComponent(decodeURIComponent(word)));

function apiAddresses(people: HiddenPeople): string[] {
  return documentedGets().flatMap(({ path, query }, at) => {
    const filled = path.includes("{") ? words(people).map((word) => fill(path, word)) : [path];
    const [first = path] = filled;
    const values = ["1", "5", "a", "x", "true", ...words(people)];
    const asked = query.flatMap((name, index) =>
      someOf(values, 5, at + index).map((word) => `${first}?${name}=${encodeURIComponent(word)}`),
    );
    return [...filled, ...asked];
  });
}

/** The levels of titles that people of the site have. */
const TITLE_LEVELS = ["mid", "junior", "senior", "lead"];

/** Questions to the path engine that it understands: about everybody, and about each name there is. */
export function pathAddresses(people: HiddenPeople): string[] {
  const { kept, hidden, privateId, keeper } = people;
  // Written almost as what somebody keeps back: the nearest names are looked for.
  const almost = [kept.company.slice(1), kept.school.slice(1)];
  const asked = [...new Set([...placeNames(people), ...almost, ...someOf(words(people), 3)])].map((word) =>
    encodeURIComponent(word),
  );
  const steps = ["any", "kind:full-time", "level:junior", "level:senior"];
  for (const name of asked) steps.push(`company:${name}`, `school:${name}`);
  const ids = [hidden._id, privateId, keeper.profileId, people.other.profileId];
  const ofSteps = steps.map((step, at) =>
    // Each question with some of the steps, and each step in some of the questions.
    someOf(
      [
        `/api/paths/search?stop=${step}&limit=48`,
        `/api/paths/search?stop=${step}&then=any&stop=any&sort=shortest&limit=48`,
        `/api/paths/next?stop=${step}`,
        `/api/paths/routes?from=${step}&to=kind:full-time`,
        `/api/paths/routes?to=${step}`,
        `/api/paths/flow?stop=${step}&hops=3`,
        `/api/paths/flow?stop=${step}&hops=3&direction=before`,
      ],
      3,
      at,
    ),
  );
  return [
    ...ofSteps.flat(),
    ...asked.flatMap((name) => [
      `/api/company/${name}/insights?kind=everyone`,
      `/api/school/${name}/insights`,
      `/api/paths/read?q=from%20${name}%20to%20shared%20works`,
    ]),
    ...ids.map((id) => `/api/profile/${id}/similar`),
    ...TITLE_LEVELS.map((level) => `/api/title/${level}-general`),
  ];
}

function pageAddresses(people: HiddenPeople): string[] {
  const pages = routes.flatMap(({ path }) => {
    if (path === undefined) return ["/"];
    if (path === "*") return ["/nowhere"];
    return path.includes(":") ? words(people).map((word) => `/${fill(path, word)}`) : [`/${path}`];
  });
  const asked = [
    "/discover?page=2",
    ...TITLE_LEVELS.map((level) => `/title/${level}-general`),
    "/login?next=%2Fedit",
    ...words(people).map((word) => `/search?company=${encodeURIComponent(word)}`),
    ...words(people).map((word) => `/search?q=${encodeURIComponent(word)}`),
  ];
  const all = [...pages, ...asked];
  // A page's data stands in the page too.
  const data = someOf(all, Math.ceil(all.length / 3)).map((page) => {
    const [name = "", query] = page.split("?");
    return `${name === "/" ? "/_root" : name}.data${query === undefined ? "" : `?${query}`}`;
  });
  return [...all, ...data];
}

export async function otherAddresses(people: HiddenPeople): Promise<string[]> {
  const index = await sendRaw(people.app, { path: "/sitemap.xml" });
  const maps = [...index.text.matchAll(/<loc>[^<]*?(\/sitemaps\/[^<]+)<\/loc>/g)].map((match) => match[1] ?? "");
  if (maps.length <= 3) throw new Error(`The sitemap has ${maps.length} parts.`);
  const ids = [people.hidden._id, people.privateId, people.other.profileId];
  return [
    ...maps,
    ...ids.flatMap((id) => [`/link-pictures/user/${id}.png`, `/pictures/${id}.webp`]),
    ...feedAddresses(words(people)),
    ...people.links.flatMap((id) => [
      `/s/${id}.svg`,
      `/s/${id}.png`,
      `/api/shared/${id}`,
      `/oembed?url=${people.app.url}/s/${id}`,
    ]),
    "/share/preview.svg?level=no-name",
    "/share/preview.png?level=only-line",
    "/link-pictures/site.png",
    "/api/openapi.json",
    "/__manifest?p=%2Fuser%2Fx&version=1",
    "/robots.txt",
    "/sitemap.xml",
    "/healthz",
    "/readyz",
    "/metrics",
    "/favicon.svg",
    "/monogram/company/Anonymous.svg",
    "/api/nowhere",
    "/%00",
    "/%E0%A4%A",
    "/assets/x.js",
    "/pictures/x",
  ];
}

/** All that a sweep reads. */
export async function allAddresses(people: HiddenPeople): Promise<Set<string>> {
  return new Set([
    ...apiAddresses(people),
    ...pathAddresses(people),
    ...pageAddresses(people),
    ...(await otherAddresses(people)),
  ]);
}
