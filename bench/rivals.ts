import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Notes } from "./figures.ts";
import { BROWSER, load, median, readPacked, UNCACHED, type Load, type Packed } from "./load.ts";
import { countElements, readMarkup } from "./markup.ts";
import type { Places } from "./places.ts";
import { startBare, startBareRouter, startNginx, type Started } from "./processes.ts";

export const CONNECTIONS = 16;
/** Of a bare server's answers a second. */
const LEAST_RATIO = 0.5;
const LEAST_UNCACHED = 250;
const WARM_UP_SECONDS = 3;

type Turn = { name: string; url: string; headers: Readonly<Record<string, string>> };

/** Answers a second of each, by turns, so that a change of the machine's speed hits all. */
async function loadInTurn(
  turns: readonly Turn[],
  options: { seconds: number; rounds: number },
): Promise<Map<string, Load[]>> {
  const loads = new Map<string, Load[]>(turns.map(({ name }) => [name, []]));
  // What runs for the first time is compiled: measured is what comes after.
  for (const { url, headers } of turns)
    await load(url, { seconds: Math.max(WARM_UP_SECONDS, options.seconds), connections: CONNECTIONS, headers });
  for (let round = 0; round < options.rounds; round += 1) {
    for (const { name, url, headers } of turns)
      loads.get(name)?.push(await load(url, { seconds: options.seconds, connections: CONNECTIONS, headers }));
  }
  return loads;
}

const rateOf = (loads: readonly Load[] = []): number => median(loads.map(({ perSecond }) => perSecond));
const errorsOf = (loads: readonly Load[] = []): number => loads.reduce((sum, { errors }) => sum + errors, 0);
const errorText = (errors: number): string => (errors > 0 ? `, ${errors} ERRORS` : "");

/** What is asked for again and again: a company's page and its JSON. */
export const cachedAnswers = ({ companies }: Places) =>
  [
    ["company page", `/company/${companies[0]?.id}`, "text/html; charset=utf-8"],
    ["company JSON", `/api/company/get/${companies[0]?.id}`, "application/json; charset=utf-8"],
  ] as const;

type Options = { url: string; places: Places; folder: string; seconds: number; rounds: number };

/** More requests than an answer gets before it is packed again, slower and smaller. */
const HOT_REQUESTS = 40;
/** Tries, some milliseconds apart, to find it packed so. */
const HOT_TRIES = 40;

/** An answer as it is sent where it is often asked for. */
async function readHot(url: string): Promise<Packed> {
  const first = await readPacked(url, BROWSER);
  for (let n = 0; n < HOT_REQUESTS; n += 1) await readPacked(url, BROWSER);
  let hot = await readPacked(url, BROWSER);
  for (let tries = 0; hot.bytes.length >= first.bytes.length && tries < HOT_TRIES; tries += 1) {
    await setTimeout(25);
    hot = await readPacked(url, BROWSER);
  }
  return hot;
}

/** Answers that are kept, against servers that send the same packed bytes. */
export async function measureCached(notes: Notes, { url, places, folder, ...options }: Options): Promise<void> {
  for (const [what, path, type] of cachedAnswers(places)) {
    await notes.try("cached", what, async () => {
      const { bytes, encoding } = await readHot(url + path);
      const own = mkdtempSync(join(folder, "rivals-"));
      const file = join(own, "same-bytes");
      writeFileSync(file, bytes);
      const rivals: [string, Started][] = [];
      try {
        const nginx = await startNginx(own, file, type, encoding);
        if (nginx) rivals.push(["one worker of nginx", nginx]);
        else notes.fail("cached", `${what} against nginx`, "nginx is not installed");
        rivals.push(["bare node:http", await startBare(file, type, encoding)]);
        const turns = [["ours", url + path], ...rivals.map(([name, one]) => [name, one.url])];
        const loads = await loadInTurn(
          turns.map(([name = "", address = ""]) => ({ name, url: address, headers: BROWSER })),
          options,
        );
        const ours = rateOf(loads.get("ours"));
        const errors = errorsOf(loads.get("ours"));
        for (const [name] of rivals) {
          const theirs = rateOf(loads.get(name));
          const ratio = ours / theirs;
          notes.note("cached", `${what} (${encoding}, ${(bytes.length / 1_024).toFixed(1)} kB) : ${name}`, {
            shown: `${Math.round(ours)}/s : ${Math.round(theirs)}/s = ${ratio.toFixed(2)}${errorText(errors)}`,
            data: Object.fromEntries(loads),
            // What one process can do at most is told for comparison.
            ...(name.includes("nginx")
              ? { target: `≥ ${LEAST_RATIO} × nginx`, isMet: ratio >= LEAST_RATIO && errors === 0 }
              : {}),
          });
        }
      } finally {
        for (const [, rival] of rivals) await rival.stop();
        rmSync(own, { recursive: true, force: true });
      }
    });
  }
}

/**
 * A page that is worked out for each visitor, and the same for people who are signed in, against React Router alone with
 * the same markup.
 * @param options.cookie of somebody signed in
 */
export async function measureUncached(
  notes: Notes,
  { url, places, folder, cookie, ...options }: Options & { cookie: string },
): Promise<void> {
  const path = `/company/${places.companies[0]?.id}`;
  const { bytes, status } = await readPacked(url + path, { ...UNCACHED, "accept-encoding": "identity" });
  if (status !== 200) throw new Error(`${path} answered ${status}.`);
  const file = join(folder, "same-markup.html");
  writeFileSync(file, bytes);
  const bare = await startBareRouter(file);
  try {
    const again = await readPacked(bare.url, {});
    const [elements, theirs] = [bytes, again.bytes].map((page) => countElements(readMarkup(page.toString("utf8"))));
    if (elements !== theirs) throw new Error(`The rival renders ${theirs} elements instead of ${elements}.`);
    const turns = [
      { name: "ours", url: url + path, headers: UNCACHED },
      { name: "signed in", url: url + path, headers: { ...UNCACHED, cookie } },
      { name: "bare", url: bare.url, headers: BROWSER },
    ];
    const loads = await loadInTurn(turns, options);
    const [ours, alone] = [rateOf(loads.get("ours")), rateOf(loads.get("bare"))];
    for (const [name, what] of [
      ["ours", "company page, worked out anew"],
      ["signed in", "company page, people signed in"],
    ] as const) {
      const [rate, errors] = [rateOf(loads.get(name)), errorsOf(loads.get(name))];
      const p99 = median((loads.get(name) ?? []).map((one) => one.p99));
      notes.note("uncached", `${what}, ${CONNECTIONS} connections`, {
        shown: `${Math.round(rate)}/s, p99 ${p99} ms${errorText(errors)}`,
        data: loads.get(name),
        target: `≥ ${LEAST_UNCACHED}/s`,
        isMet: rate >= LEAST_UNCACHED && errors === 0,
      });
    }
    notes.note("uncached", `company page, worked out anew : bare React Router, ${elements} elements`, {
      shown: `${Math.round(ours)}/s : ${Math.round(alone)}/s = ${(ours / alone).toFixed(2)}`,
      data: { elements, kilobytes: { ours: bytes.length / 1_024, bare: again.bytes.length / 1_024 } },
    });
  } finally {
    await bare.stop();
    rmSync(file, { force: true });
  }
}
