import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export type Finding = { tool: string; target: string; result: "clean" | "FOUND" | "not tested"; note: string };

export type Target = { method: string; url: string; headers: Record<string, string>; body: string | undefined };

const SQLMAP_TIME = 90_000;

export function missingTools(): string[] {
  return ["sqlmap", "slowhttptest"].filter((name) => spawnSync("which", [name]).status !== 0);
}

/** Reads sqlmap's output. "Parameter:" begins the description of a hole and appears nowhere else. */
export function readSqlmap(output: string): Pick<Finding, "result" | "note"> {
  const hole = /^Parameter: (.+)$/m.exec(output);
  if (hole) return { result: "FOUND", note: `${hole[1]}: ${/Title: (.+)$/m.exec(output)?.[1] ?? ""}` };
  if (/all tested parameters do not appear to be injectable/.test(output))
    return { result: "clean", note: lastErrors(output) };
  return { result: "not tested", note: output.trim().split("\n").slice(-2).join(" ").slice(0, 160) };
}

/** The HTTP errors that sqlmap counted. */
function lastErrors(output: string): string {
  const counted = /HTTP error codes detected during run:\s*\n(.+)$/m.exec(output);
  return counted?.[1] ?? "";
}

/** The sockets that a server holds open. Connections that it has closed may still be sending in the kernel. */
function openSockets(pid: number): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(join(folder, name)).startsWith("socket:");
    } catch {
      return false;
    }
  }).length;
}

/** Enough for database connections and the listener. */
const OWN_SOCKETS = 60;

/**
 * Reads slowhttptest's output. The server must answer its probes (one miss is allowed on a busy machine) and hold none
 * of its connections at the end.
 */
export function readSlow(output: string, held: number): Pick<Finding, "result" | "note"> {
  const plain = output.replace(new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, "g"), "");
  const probes = [...plain.matchAll(/service available:\s*(YES|NO)/g)].map((match) => match[1]);
  if (probes.length === 0) return { result: "not tested", note: plain.trim().slice(-160) };
  const away = probes.filter((probe) => probe === "NO").length;
  const note = `available ${probes.length - away}/${probes.length}, ${held} sockets at the end`;
  return { result: away > 1 || held > OWN_SOCKETS ? "FOUND" : "clean", note };
}

const running = new Set<ChildProcess>();

export function endTools(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Runs a tool until it ends, for at most `time` milliseconds. */
async function runTool(file: string, args: string[], time: number, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], env });
    running.add(child);
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    const timer = setTimeout(() => child.kill("SIGKILL"), time);
    child.on("error", (error) => (text += error.message));
    child.on("close", () => {
      running.delete(child);
      clearTimeout(timer);
      resolve(text);
    });
  });
}

/**
 * Runs sqlmap at its lowest level and risk: it searches for holes but reads no data. `*` marks places it may change.
 */
export async function runSqlmap(target: Target, folder: string): Promise<Finding> {
  mkdirSync(folder, { recursive: true });
  const args = [
    "--batch",
    "--disable-coloring",
    "--flush-session",
    "--level=1",
    "--risk=1",
    "--dbms=PostgreSQL",
    "--technique=BEUST",
    "--time-sec=2",
    "--timeout=5",
    "--retries=0",
    "--threads=4",
    "--ignore-code=400,401,403,404,409",
    "--skip-waf",
    `--output-dir=${join(folder, "sqlmap")}`,
    "-u",
    target.url,
    `--method=${target.method}`,
    ...Object.entries(target.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ...(target.body === undefined ? [] : ["--data", target.body]),
  ];
  const text = await runTool("sqlmap", args, SQLMAP_TIME, { ...process.env, HOME: folder });
  const { pathname, search } = new URL(target.url);
  return { tool: "sqlmap", target: `${target.method} ${pathname}${search}`, ...readSqlmap(text) };
}

const SLOW = { connections: 500, seconds: 25 };
const MODES = { "-H": "slow heads", "-B": "slow bodies", "-X": "slow reading" } as const;

/**
 * Runs slowhttptest's three attacks against the server with this process id, with limited connections and time. They
 * test time limits, not expensive answers. So the target is a cached page, and for slow reading a large file.
 */
export async function runSlow(url: string, large: string, pid: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const mode of ["-H", "-B", "-X"] as const) {
    const args = [mode, "-c", String(SLOW.connections), "-r", "250", "-l", String(SLOW.seconds), "-i", "2", "-p", "3"];
    const more =
      mode === "-X" ? ["-k", "10", "-w", "10", "-y", "20", "-n", "5", "-z", "32"] : ["-s", "8192", "-x", "10"];
    let held: number | undefined;
    // Count during the attack: 18 seconds are three more than the longest time limit.
    const timer = setTimeout(() => (held = openSockets(pid)), 18_000);
    const text = await runTool(
      "slowhttptest",
      [...args, ...more, "-u", `${url}${mode === "-X" ? large : "/search"}`],
      (SLOW.seconds + 15) * 1_000,
      process.env,
    );
    clearTimeout(timer);
    // If the tool ended earlier, it left no connection open.
    held ??= openSockets(pid);
    findings.push({ tool: "slowhttptest", target: `${mode} ${MODES[mode]}`, ...readSlow(text, held) });
  }
  return findings;
}
