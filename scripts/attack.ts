/**
 * npm run attack                 sqlmap and slowhttptest against a temporary app on loopback; exit 1 on a finding
 * npm run attack -- --planted    the same against an app with planted holes; exit 0 only if they are found
 *
 * Everything runs on this machine, on a temporary database. Calls, connections and time are limited (about five
 * minutes).
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "#db/connect.ts";
import { openEmbedded } from "#db/embedded/embedded.ts";
import { createAdmin } from "#features/admin/write.server.ts";
import { readArguments } from "#server/command.ts";
import { ApiUser, stop } from "#tests/helpers/app.ts";
import { targetsOf } from "./attack/targets.ts";
import { endTools, missingTools, runSlow, runSqlmap, type Finding } from "./attack/tools.ts";

const { planted = false } = readArguments({ planted: { type: "boolean" } }, "npm run attack [-- --planted]");

const missing = missingTools();
if (missing.length > 0) {
  console.error(`Not installed: ${missing.join(", ")}. On Debian: apt-get install sqlmap slowhttptest`);
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), "pipelines-attack-"));
const database = await openEmbedded({
  dataDir: join(folder, "data"),
  role: "command",
  throwAway: true,
  say: (line) => console.log(line),
});
let child: ChildProcess | undefined;
let code = 1;
// Interrupted by hand: end every process it started.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  const findings = await attackApp();
  for (const { tool, target, result, note } of findings)
    console.log(`${result.padEnd(10)}  ${tool.padEnd(12)}  ${target.slice(0, 60).padEnd(60)}  ${note}`);
  code = judge(findings);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  await cleanUp();
}
process.exit(code);

async function cleanUp(): Promise<void> {
  endTools();
  await end(child);
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

function judge(findings: readonly Finding[]): number {
  const found = findings.filter(({ result }) => result === "FOUND");
  if (planted) {
    const isFound = ["sqlmap", "slowhttptest"].every((tool) => found.some((finding) => finding.tool === tool));
    console.log(isFound ? "The planted holes were found." : "A planted hole was not found: the attack is blind.");
    return isFound ? 0 : 1;
  }
  const untested = findings.filter(({ result }) => result === "not tested").length;
  console.log(`${findings.length} attacks, ${found.length} findings, ${untested} not tested.`);
  return found.length > 0 || untested > findings.length / 4 ? 1 : 0;
}

async function start(script: string, env: Record<string, string>): Promise<string> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const first = planted ? ["--import", new URL("./attack/planted.ts", import.meta.url).href] : [];
  const started = spawn(process.execPath, [...first, file], {
    env: { ...process.env, DATABASE_URL: database.url, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  return new Promise((resolve, reject) => {
    let said = "";
    started.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    started.on("exit", () => reject(new Error(`The server did not start.\n${said}`)));
  });
}

async function end(started: ChildProcess | undefined): Promise<void> {
  if (!started || started.exitCode !== null) return;
  const ended = new Promise((resolve) => started.once("exit", resolve));
  started.kill("SIGTERM");
  const timer = setTimeout(() => started.kill("SIGKILL"), 15_000);
  await ended;
  clearTimeout(timer);
}

async function attackApp(): Promise<Finding[]> {
  const url = await start("../src/main.server.ts", {
    NODE_ENV: "test",
    RATE_LIMITS: "test",
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: join(folder, "app"),
    DEMO: "off",
    LOG_LEVEL: "fatal",
  });
  const admin = { email: "attack@example.test", password: "violet-anchor-41" };
  const db = openDatabase(database.url);
  await createAdmin(db, admin);
  await db.destroy();
  const user = await new ApiUser({ url }).signUp();
  await user.save({ username: "attacked", pipeline: [stop("Alpha", "Clerk", "2020-01-01", "current", 80)] });
  const adminUser = new ApiUser({ url });
  const adminToken = await adminUser.fetchToken();
  const answer = await adminUser.call("POST", "/api/admin/login", admin);
  if (answer.status !== 200) throw new Error(answer.text);
  const document: unknown = await (await fetch(`${url}/api/openapi.json`)).json();
  const company = await user.call("GET", "/api/company/getBy?name=alpha");
  const schools = await user.call<{ _id: string }[]>("GET", "/api/school/get/schools/university");
  const words = {
    id: [user.profileId],
    companyId: [company.body["_id"]],
    schoolId: schools.body.map(({ _id }) => _id),
    text: ["alpha"],
    name: ["alpha"],
    companyName: ["alpha"],
    username: ["attacked"],
    email: [user.email],
    password: ["a b"],
    amount: ["5"],
    startDate: ["2015-01-01"],
    endDate: ["2016-01-01"],
    file: ["000000000000000000000000.webp"],
  };
  const findings: Finding[] = [];
  const targets = targetsOf(document, { url, words, userToken: user.token ?? "", adminToken });
  // The call with the planted hole, and one without.
  const chosen = planted ? targets.filter(({ url: address }) => /getBy|schools/.test(address)) : targets;
  for (const [n, target] of chosen.entries()) {
    console.log(`sqlmap ${n + 1}: ${target.method} ${target.url}`);
    findings.push(await runSqlmap(target, join(folder, `target-${n}`)));
  }
  console.log("slowhttptest: three times half a minute");
  return [...findings, ...(await runSlow(url, await largeFile(url), child?.pid ?? 0))];
}

/** The largest script of a page: it does not fit into a connection's buffers, but costs the server little. */
async function largeFile(url: string): Promise<string> {
  const html = await (await fetch(`${url}/search`)).text();
  const sizes = new Map<string, number>();
  for (const [path] of html.matchAll(/\/assets\/[\w.-]+\.js/g))
    sizes.set(path, (await (await fetch(`${url}${path}`)).arrayBuffer()).byteLength);
  return [...sizes].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "/search";
}
