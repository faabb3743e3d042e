/**
 * npm run bench:pages
 * Runs Lighthouse on the built app with demo people, with its mobile preset (simulated phone and network). Prints a
 * table with the median of five runs a page (RUNS=1 for a quick look). Exits with 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { chromiumFor } from "#scripts/lib/browser.mjs";
import { startApp } from "./processes.ts";

const TARGETS = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof TARGETS;
const CATEGORIES = Object.keys(TARGETS) as Category[];
/** The most kilobytes of compressed script that a public page may send; e2e/script-size.test.ts checks it. */
const MAX_SCRIPT = 130;
/** Pages that ask search engines to leave them out. Lighthouse takes points off for that. */
const UNLISTED = new Set(["route", "compare"]);
const DEBUG_PORT = 9_377;
const RUNS = Number(process.env["RUNS"] ?? 5);

async function json<Body>(url: string): Promise<Body> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json() as Promise<Body>;
}

/** Waits until the path engine has read every pipeline after the start. Until then, /api/title is refused. */
async function waitForPaths(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if ((await fetch(`${url}/api/title`)).ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The path engine was not ready within a minute.");
}

async function findPages(url: string): Promise<Record<string, string>> {
  const [company, second, third] = await json<{ _id: string; name: string }[]>(`${url}/api/company/get/companies`);
  const people = await json<{ _id: string; anonymous: boolean; school: string }[]>(`${url}/api/profile/random`);
  const named = people.find((one) => !one.anonymous && /^[0-9a-f]{24}$/.test(one.school));
  if (!company || !second || !third || !named) throw new Error("The demo world lacks somebody to look at.");
  return {
    landing: "/",
    "search results": `/search?company=${encodeURIComponent(company.name)}`,
    route: `/search?stop=kind:intern&then=any&stop=company:${company._id}`,
    paths: "/paths",
    company: `/company/${company._id}`,
    school: `/school/${named.school}`,
    profile: `/user/${named._id}`,
    title: "/title/senior-software",
    compare: `/compare?c=${company._id}&c=${second._id}&c=${third._id}`,
    discover: "/discover",
  };
}

type Run = { scores: Record<Category, number>; shift: number; paint: number; script: number; faults: string[] };

/** The size of a script in bytes as it is sent, compressed and without headers. */
async function weigh(url: string): Promise<number> {
  const answer = await fetch(url, { method: "HEAD", headers: { "accept-encoding": "br" } });
  return Number(answer.headers.get("content-length"));
}

async function look(url: string): Promise<Run> {
  const result = await lighthouse(url, {
    port: DEBUG_PORT,
    output: "json",
    logLevel: "error",
    onlyCategories: CATEGORIES,
  });
  if (!result) throw new Error(`${url}: no result`);
  const { categories, audits } = result.lhr;
  const scoreOf = (category: Category): number => Math.round((categories[category]?.score ?? 0) * 100);
  const details = audits["network-requests"]?.details;
  const items = details?.type === "table" ? details.items : [];
  const scripts = items.filter((item) => item["resourceType"] === "Script").map((item) => String(item["url"]));
  const bytes = (await Promise.all(scripts.map(weigh))).reduce((sum, one) => sum + one, 0);
  const faults = CATEGORIES.filter((category) => scoreOf(category) < TARGETS[category]).flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (weight === 0 || !audit || audit.score === null || audit.score >= 0.9) return [];
      return [`${category}: ${id} ${audit.displayValue ?? ""}`];
    }),
  );
  return {
    scores: {
      performance: scoreOf("performance"),
      accessibility: scoreOf("accessibility"),
      "best-practices": scoreOf("best-practices"),
      seo: scoreOf("seo"),
    },
    shift: audits["cumulative-layout-shift"]?.numericValue ?? 1,
    paint: (audits["largest-contentful-paint"]?.numericValue ?? 0) / 1_000,
    script: bytes / 1_000,
    faults,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const folder = mkdtempSync(join(tmpdir(), "pipelines-pages-"));
const app = await startApp(join(folder, "data"));
const found = await chromiumFor();
const browser = await chromium.launch({
  executablePath: found.executablePath,
  args: [...found.args, `--remote-debugging-port=${DEBUG_PORT}`],
  env: { ...process.env, ...found.env },
});
let isMet = true;
try {
  await waitForPaths(app.url);
  console.log(["page".padEnd(16), ...CATEGORIES, "shift", "LCP s", "script kB"].join("  "));
  for (const [name, path] of Object.entries(await findPages(app.url))) {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await look(`${app.url}${path}`));
    const scores = CATEGORIES.map((category) => median(runs.map((run) => run.scores[category])));
    const shift = Math.max(...runs.map((run) => run.shift));
    const script = median(runs.map((run) => run.script));
    const columns = [
      name.padEnd(16),
      ...scores.map((score, n) => String(score).padStart(CATEGORIES[n]?.length ?? 0)),
      shift.toFixed(3).padStart(5),
      median(runs.map((run) => run.paint))
        .toFixed(1)
        .padStart(5),
      script.toFixed(0).padStart(9),
    ];
    console.log(columns.join("  "));
    const missed = CATEGORIES.filter(
      (category, n) => (scores[n] ?? 0) < TARGETS[category] && !(category === "seo" && UNLISTED.has(name)),
    );
    if (missed.length > 0) for (const fault of new Set(runs.flatMap((run) => run.faults))) console.log(`    ${fault}`);
    isMet &&= missed.length === 0 && shift === 0 && script <= MAX_SCRIPT;
  }
} finally {
  await browser.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (!isMet) {
  console.log("A target is missed: performance ≥ 98, the others 100, no shift, at most 130 kB of script.");
  process.exitCode = 1;
}
