import { median, percentile, readJson } from "./load.ts";
import { Member, pipelineOf, stopAt, type SentStop } from "./member.ts";

export const CLIENTS = 20;
const NEW_COMPANIES = 50;
/** Saves of one person before any is measured. */
const WARM_UP = 10;
/**
 * Then so many of everybody. The first ones take half as much processor time again as later ones: Node compiles what
 * they run, and each of ten connections prepares its statements.
 */
const WARM_UP_AT_ONCE = 400;
/** Of each round with everybody. In a third of a second there are 40 saves, of which 20 begin together. */
const LEAST_SECONDS_AT_ONCE = 2;
/** Also where they take longer than they may. */
const LEAST = 5;

type Saves = {
  /** Milliseconds of one save after the other. */
  p50: number;
  p99: number;
  /** Saves a second by CLIENTS people at once. Each save replaces all stops by stops at other companies. */
  perSecond: number;
  /** The same, with another title at one of the stops, as most people's saves are. */
  ofOneStop: number;
  /** Milliseconds of one that names NEW_COMPANIES companies which nobody named before. */
  fresh: number;
  count: number;
};

/** Members who save pipelines at companies of the site. */
export async function openSavers(url: string): Promise<{
  oneByOne: (seconds: number) => Promise<number[]>;
  atOnce: (seconds: number) => Promise<number>;
  oneStopAtOnce: (seconds: number) => Promise<number>;
  fresh: () => Promise<number>;
}> {
  const listed = await readJson<{ name: string }[]>(`${url}/api/company/names`);
  const companies = listed.slice(0, 200).map(({ name }) => name);
  const members = await Promise.all(Array.from({ length: CLIENTS }, () => new Member(url).signUp()));
  const [one] = members;
  if (!one) throw new Error("Nobody signed up.");
  let turn = 0;
  const saveBy = (member: Member): Promise<number> => member.save(pipelineOf(companies, (turn += 1)));
  const lines = new Map<Member, readonly SentStop[]>();
  const saveOneStop = async (member: Member): Promise<void> => {
    turn += 1;
    const known = lines.get(member) ?? pipelineOf(companies, turn);
    const at = turn % known.length;
    const line = known.map((stop, n) => (n === at ? { ...stop, title: `Clerk ${turn % 100}` } : stop));
    await member.save(line);
    lines.set(member, line);
  };
  const allAtOnce = async (seconds: number, save: (member: Member) => Promise<unknown>): Promise<number> => {
    const started = performance.now();
    const until = started + Math.max(seconds, LEAST_SECONDS_AT_ONCE) * 1_000;
    let saved = 0;
    await Promise.all(
      members.map(async (member) => {
        do {
          await save(member);
          saved += 1;
        } while (performance.now() < until);
      }),
    );
    return saved / ((performance.now() - started) / 1_000);
  };
  for (let n = 0; n < WARM_UP; n += 1) await saveBy(one);
  await Promise.all(
    members.map(async (member) => {
      for (let n = 0; n < WARM_UP_AT_ONCE / CLIENTS; n += 1) await saveBy(member);
    }),
  );
  return {
    oneByOne: async (seconds) => {
      const until = performance.now() + seconds * 1_000;
      const times: number[] = [];
      while (times.length < LEAST || performance.now() < until) times.push(await saveBy(one));
      return times;
    },
    atOnce: (seconds) => allAtOnce(seconds, saveBy),
    oneStopAtOnce: async (seconds) => {
      // What others saved since then is replaced first.
      lines.clear();
      await Promise.all(members.map(saveOneStop));
      return allAtOnce(seconds, saveOneStop);
    },
    fresh: () => {
      turn += 1;
      const at = turn;
      const role = { title: "Clerk", year: 2010, rating: 0 };
      return one.save(Array.from({ length: NEW_COMPANIES }, (_, n) => stopAt(`Unheard Of ${at} ${n}`, role)));
    },
  };
}

/** One person, then all at once, by turns; medians of the rounds. */
export async function measureSaves(url: string, options: { seconds: number; rounds: number }): Promise<Saves> {
  const savers = await openSavers(url);
  const [p50, p99, perSecond, ofOneStop, fresh]: [number[], number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  let count = 0;
  for (let round = 0; round < options.rounds; round += 1) {
    const times = await savers.oneByOne(options.seconds);
    count += times.length;
    p50.push(median(times));
    p99.push(percentile(times, 0.99));
    perSecond.push(await savers.atOnce(options.seconds));
    ofOneStop.push(await savers.oneStopAtOnce(options.seconds));
    fresh.push(await savers.fresh());
  }
  return {
    p50: median(p50),
    p99: median(p99),
    perSecond: median(perSecond),
    ofOneStop: median(ofOneStop),
    fresh: median(fresh),
    count,
  };
}
