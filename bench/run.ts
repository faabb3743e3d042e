/**
 * npm run bench -- [--people 100000] [--seconds 10]
 * Starts the built app on N demo people in its own directory. Measures what must be fast, beside a bare server or a
 * bare client in the same run. Requests have a browser's headers, so bodies are compressed. The bare server, and nginx
 * if it is installed, send the same compressed bytes. Prints a table and writes bench/results.json.
 * npm run bench -- paths [--four-million] measures only the path engine: see paths.ts.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareProfileRead } from "./database.ts";
import { load, median, readPacked, timeEach } from "./load.ts";
import { residentMegabytes, startApp, startBare, startNginx, type Started } from "./processes.ts";

if (process.argv[2] === "paths") {
  const { benchPaths } = await import("./paths.ts");
  await benchPaths(process.argv.slice(3));
  process.exit();
}

const { values } = parseArgs({
  options: { people: { type: "string", default: "600" }, seconds: { type: "string", default: "8" } },
});
const people = Number(values.people);
const seconds = Number(values.seconds);
const CONNECTIONS = 16;
const ROUNDS = 3;
/** Headers of a browser. */
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-US,en;q=0.5",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
/** A cookie that is not one of our sessions, so that no answer comes from the cache. */
const UNCACHED = { ...BROWSER, cookie: "token=none" };

type Row = { what: string; value: string; target: string; met: boolean };
const rows: Row[] = [];
const figures: Record<string, unknown> = { people, seconds, node: process.version, at: new Date().toISOString() };

function note(what: string, value: string, target: string, met: boolean): void {
  rows.push({ what, value, target, met });
  console.log(`${what}: ${value} (${target})`);
}

const folder = mkdtempSync(join(tmpdir(), "pipelines-bench-"));
const dataDir = join(folder, "data");
try {
  const cold = await startApp(dataDir);
  note(
    "start to ready, cold (new database, catalogue, 600 demo people)",
    `${(cold.milliseconds / 1_000).toFixed(2)} s`,
    "no target",
    true,
  );
  await cold.stop();
  if (people > 600) {
    console.log(`Making ${people} demo people…`);
    const seeded = spawnSync(process.execPath, ["scripts/seed.ts", "--people", String(people)], {
      stdio: "inherit",
      env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: "test" },
    });
    if (seeded.status !== 0) throw new Error("The demo people could not be made.");
  }
  const warm = await startApp(dataDir);
  note("start to ready, warm", `${(warm.milliseconds / 1_000).toFixed(2)} s`, "≤ 3 s", warm.milliseconds <= 3_000);
  figures["start"] = { coldMilliseconds: cold.milliseconds, warmMilliseconds: warm.milliseconds };
  try {
    await measure(warm.url, warm.child.pid ?? 0);
  } finally {
    await warm.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${people} people, ${seconds} s a measurement, ${CONNECTIONS} connections, Node ${process.version}\n`);
for (const row of rows)
  console.log(`${row.met ? " ok " : "MISS"}  ${row.what.padEnd(66)} ${row.value.padEnd(34)} ${row.target}`);
writeFileSync("bench/results.json", `${JSON.stringify({ ...figures, rows }, null, 2)}\n`);

async function measure(url: string, pid: number): Promise<void> {
  const popular: { _id: string; name: string }[] = await (await fetch(`${url}/api/company/get/companies`)).json();
  const company = popular[0];
  if (!company) throw new Error("The database has no company.");
  const ids = await collectIds(url, popular);

  for (const [what, path, type] of [
    ["public JSON, cached", `/api/company/get/${company._id}`, "application/json; charset=utf-8"],
    ["company page, cached", `/company/${company._id}`, "text/html; charset=utf-8"],
  ] as const) {
    const file = join(folder, "same-bytes");
    // Request it twice: after the first request the compressed body may not be cached yet.
    await readPacked(url + path, BROWSER);
    const { bytes, encoding } = await readPacked(url + path, BROWSER);
    writeFileSync(file, bytes);
    const rivals: Record<string, Started> = { "bare node:http": await startBare(file, type, encoding) };
    const nginx = await startNginx(folder, file, type, encoding);
    if (nginx) rivals["one worker of nginx"] = nginx;
    const rates: Record<string, number[]> = {};
    const options = { seconds, connections: CONNECTIONS, headers: BROWSER };
    try {
      // By turns, so that a change of the machine's speed affects all of them.
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, address] of [
          ["ours", url + path],
          ...Object.entries(rivals).map(([is, one]) => [is, one.url]),
        ])
          (rates[name ?? ""] ??= []).push((await load(address ?? "", options)).perSecond);
      }
    } finally {
      for (const rival of Object.values(rivals)) await rival.stop();
    }
    figures[what] = { encoding, bytes: bytes.length, rates };
    const ours = median(rates["ours"] ?? []);
    for (const name of Object.keys(rivals)) {
      const theirs = median(rates[name] ?? []);
      note(
        `${what} (${encoding}, ${(bytes.length / 1_024).toFixed(1)} kB), against ${name}`,
        `${Math.round(ours)}/s : ${Math.round(theirs)}/s = ${(ours / theirs).toFixed(2)}`,
        "≥ 0.5",
        ours / theirs >= 0.5,
      );
    }
  }

  const uncached = await load(`${url}/company/${company._id}`, {
    seconds,
    connections: CONNECTIONS,
    headers: UNCACHED,
  });
  figures["company page, uncached"] = uncached;
  note(
    "company page, uncached, 24 people",
    `${Math.round(uncached.perSecond)} pages/s, p99 ${uncached.p99} ms`,
    "≥ 250 pages/s",
    uncached.perSecond >= 250,
  );
  if (uncached.errors > 0) note("errors under load", String(uncached.errors), "0", false);

  for (const [what, paths] of Object.entries(ids)) {
    const times = await timeEach(
      paths.map((path) => url + path),
      UNCACHED,
    );
    figures[`page: ${what}`] = times;
    note(
      `${what}, uncached, one at a time (${times.count})`,
      `p50 ${times.p50.toFixed(1)} ms, p99 ${times.p99.toFixed(1)} ms`,
      "p99 ≤ 50 ms",
      times.p99 <= 50,
    );
  }

  const profileIds = (ids["profile page"] ?? []).map((path) => path.replace("/user/", ""));
  const ratio = await compareProfileRead(dataDir, profileIds);
  figures["profile read"] = ratio;
  note(
    "profile's reads through the app's code, against the bare client",
    `${ratio.ours.toFixed(2)} ms : ${ratio.bare.toFixed(2)} ms = ${(ratio.bare / ratio.ours).toFixed(2)}`,
    "≥ 0.5",
    ratio.bare / ratio.ours >= 0.5,
  );

  const resident = residentMegabytes(pid);
  figures["residentMegabytes"] = resident;
  note("resident memory of the app after all this", `${resident} MB`, "≤ 250 MB", resident <= 250);
}

/** Collects addresses of pages from what the API lists. */
async function collectIds(url: string, popular: readonly { _id: string }[]): Promise<Record<string, string[]>> {
  const profiles = new Set<string>();
  while (profiles.size < Math.min(400, people / 2)) {
    const some: { _id: string }[] = await (await fetch(`${url}/api/profile/random`)).json();
    const before = profiles.size;
    for (const one of some) profiles.add(one._id);
    if (profiles.size === before) break;
  }
  const schools = new Set<string>();
  for (const text of ["univ", "tech", "nat", "col", "inst", "state", "poly", "sci"]) {
    const some: { _id: string }[] = await (await fetch(`${url}/api/school/get/schools/${text}`)).json();
    for (const one of some) schools.add(one._id);
  }
  const times = (count: number, path: string) => Array.from({ length: count }, () => path);
  const companies = popular.flatMap((one) => times(8, `/company/${one._id}`));
  return {
    "landing page": times(100, "/"),
    "search results": popular.flatMap((one) => times(8, `/search?company=${one._id}`)),
    "company page": companies,
    "school page": [...schools].map((id) => `/school/${id}`),
    "profile page": [...profiles].map((id) => `/user/${id}`),
    "discover page": times(100, "/discover"),
  };
}
