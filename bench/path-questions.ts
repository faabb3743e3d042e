import { setTimeout } from "node:timers/promises";

export type Places = { companies: string[]; schools: string[]; profiles: string[]; pages: string[] };

/** The interval of the metric's timer. A block is reported as its length plus this. */
const LOOP_TIMER_MILLISECONDS = 10;
const READY_TRIES = 300;
const READY_REST_MILLISECONDS = 100;
const STOPS = ["any", "kind:intern", "kind:full-time", "level:senior", "level:staff"] as const;

type Found = { lines: { profile: { _id: string; school: string; pipeline: { _id: string; companyId: string }[] } }[] };

/** Reads companies, schools and profiles for the questions. Call it once the engine is filled. */
export async function collectPlaces(url: string): Promise<Places> {
  const { hostname } = new URL(url);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname)) throw new Error("Load goes to loopback only.");
  const found = await waitForFirst(`${url}/api/paths/search?stop=any&limit=48`);
  const profiles = found.lines.map(({ profile }) => profile);
  const companies = profiles.flatMap(({ pipeline }) =>
    pipeline.flatMap((stop) => (stop.companyId === stop._id ? [] : stop.companyId)),
  );
  const schools = profiles.flatMap(({ school }) => (/^[0-9a-f]{24}$/.test(school) ? school : []));
  const ids = profiles.map((profile) => profile._id);
  const pages = [
    "/",
    "/discover",
    ...companies.map((id) => `/company/${id}`),
    ...schools.map((id) => `/school/${id}`),
    ...ids.map((id) => `/user/${id}`),
  ];
  return { companies, schools, profiles: ids, pages };
}

async function waitForFirst(address: string): Promise<Found> {
  for (let n = 0; n < READY_TRIES; n += 1) {
    const answer = await fetch(address);
    if (answer.status === 200) return answer.json() as Promise<Found>;
    await setTimeout(READY_REST_MILLISECONDS);
  }
  throw new Error("The path engine was not filled in time.");
}

function one(list: readonly string[]): string {
  return list[Math.floor(Math.random() * list.length)] ?? "";
}

/** The address of a random question. Most are routes with one to three stops. */
export function someQuestion({ companies, schools, profiles }: Places): string {
  const stop = (): string => (Math.random() < 0.6 ? `company:${one(companies)}` : one(STOPS));
  const stops = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => `stop=${stop()}`).join("&");
  const others = [
    () => `/api/paths/next?${stops}`,
    () => `/api/paths/routes?from=company:${one(companies)}&to=${stop()}`,
    () => `/api/paths/flow?stop=company:${one(companies)}&hops=3`,
    () => `/api/company/${one(companies)}/insights`,
    () => `/api/school/${one(schools)}/insights`,
    () => `/api/profile/${one(profiles)}/similar`,
  ];
  const other = others[Math.floor(Math.random() * others.length)];
  return Math.random() < 0.5 || !other ? `/api/paths/search?${stops}` : other();
}

/** The longest block of the main thread since the last call, in milliseconds. Each reading resets the metric. */
export async function readLongestBlock(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  if (found === undefined) throw new Error("The metrics do not tell the delay of the event loop.");
  return Math.max(0, Number(found) * 1_000 - LOOP_TIMER_MILLISECONDS);
}
