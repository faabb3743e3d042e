/**
 * npm run bench:pages
 * Lighthouse, mobile preset with its simulated phone and network, on the built
 * app with demo people: prints a table, and ends with 1 when a target is missed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { chromiumFor } from "#scripts/lib/browser.mjs";
import { startApp } from "./processes.ts";

const TARGETS = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 } as const;
const CATEGORIES = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
/** Kilobytes of script a public page may send, compressed. */
const MAX_SCRIPT = 150;
const DEBUG_PORT = 9_377;

async function json<Body>(url: string): Promise<Body> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json() as Promise<Body>;
}

async function findPages(url: string): Promise<Record<string, string>> {
  const [company] = await json<{ _id: string; name: string }[]>(`${url}/api/company/get/companies`);
  const people = await json<{ _id: string; anonymous: boolean; school: string }[]>(`${url}/api/profile/random`);
  const named = people.find((one) => !one.anonymous && /^[0-9a-f]{24}$/.test(one.school));
  if (!company || !named) throw new Error("The demo world lacks somebody to look at.");
  return {
    landing: "/",
    "search results": `/search?company=${encodeURIComponent(company.name)}`,
    company: `/company/${company._id}`,
    school: `/school/${named.school}`,
    profile: `/user/${named._id}`,
    discover: "/discover",
  };
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
  console.log(["page".padEnd(16), ...CATEGORIES, "shift", "LCP s", "script kB"].join("  "));
  for (const [name, path] of Object.entries(await findPages(app.url))) {
    const result = await lighthouse(`${app.url}${path}`, {
      port: DEBUG_PORT,
      output: "json",
      logLevel: "error",
      onlyCategories: CATEGORIES,
    });
    if (!result) throw new Error(`${name}: no result`);
    const { categories, audits } = result.lhr;
    const scores = CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100));
    const shift = audits["cumulative-layout-shift"]?.numericValue ?? 1;
    const paint = (audits["largest-contentful-paint"]?.numericValue ?? 0) / 1_000;
    const details = audits["network-requests"]?.details;
    const items = details?.type === "table" ? details.items : [];
    const script =
      items
        .filter((item) => item["resourceType"] === "Script")
        .reduce((sum, item) => sum + Number(item["transferSize"] ?? 0), 0) / 1_000;
    const columns = [
      name.padEnd(16),
      ...scores.map((score, n) => String(score).padStart(CATEGORIES[n]?.length ?? 0)),
      shift.toFixed(3).padStart(5),
      paint.toFixed(1).padStart(5),
      script.toFixed(0).padStart(9),
    ];
    console.log(columns.join("  "));
    const missed = CATEGORIES.filter((category, n) => (scores[n] ?? 0) < TARGETS[category]);
    for (const category of missed) {
      const refs = categories[category]?.auditRefs ?? [];
      for (const { id, weight } of refs) {
        const audit = audits[id];
        if (weight > 0 && audit && audit.score !== null && audit.score < 0.9) {
          console.log(`    ${category}: ${id} ${audit.displayValue ?? ""}`);
        }
      }
    }
    isMet &&= missed.length === 0 && shift === 0 && script <= MAX_SCRIPT;
  }
} finally {
  await browser.close();
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (!isMet) {
  console.log("A target is missed: performance ≥ 95, the others 100, no shift, at most 150 kB of script.");
  process.exitCode = 1;
}
