/**
 * Replaces the commands that operators' recipes need and that exist only for root on a machine with systemd. Each name
 * in the folder's `bin` runs this file with its own name and arguments; ROOT_FOLDER is the folder. If the machine has a
 * real program that only checks files, it checks them too.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { installedByHand } from "#scripts/lib/install.mjs";
import { composed } from "./pretend-docker.ts";
import { checkedBy, moveInto, NAME, WRITTEN_NAME } from "./pretend-programs.ts";

const [command = "", ...args] = process.argv.slice(2);
const root = process.env["ROOT_FOLDER"] ?? "";
const at = (path: string): string => join(root, path);
const moved = (text: string): string => moveInto(root, text);
const SERVICE = at("service.pid");
const UNIT = at("etc/systemd/system/pipelines.service");

/** The path without the commands of the pretended machine. */
const path = (process.env["PATH"] ?? "").replace(`${at("bin")}:`, "");
/** What every program of this machine gets, services too. */
const surroundings = { PATH: path, HOME: root, NODE_COMPILE_CACHE: at("compiled") };

function settingsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").matchAll(/^([A-Z_]+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, moved(value.replaceAll('"', ""))]));
}

/** The unit as systemd would run it, but for its user and its walls. */
function unit(): { args: string[]; folder: string; env: Record<string, string> } {
  const text = readFileSync(UNIT, "utf8");
  const value = (name: string): string => moved(new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "");
  const own = value("Environment")
    .split(" ")
    .map((pair) => pair.split("="));
  if (!existsSync(at(`users/${value("User")}`))) throw new Error(`There is no user ${value("User")}.`);
  const [, ...rest] = value("ExecStart").split(" ");
  return {
    args: rest,
    folder: value("WorkingDirectory"),
    env: { ...Object.fromEntries(own), ...settingsIn(value("EnvironmentFile")) },
  };
}

async function start(): Promise<void> {
  const service = unit();
  const log = openSync(at("log"), "a");
  const child = spawn(process.execPath, service.args, {
    cwd: service.folder,
    env: { ...surroundings, ...service.env },
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.unref();
  writeFileSync(SERVICE, String(child.pid));
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${service.env["PORT"]}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await setTimeout(200);
  }
  throw new Error(`The service did not start.\n${readFileSync(at("log"), "utf8")}`);
}

/** One that has ended stays in the list of processes where nobody asks for its end. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function stop(): Promise<void> {
  const pid = Number(readFileSync(SERVICE, "utf8"));
  process.kill(pid, "SIGTERM");
  for (let tries = 0; tries < 300; tries += 1) {
    if (!isAlive(pid)) return;
    await setTimeout(100);
  }
  throw new Error("The service did not end.");
}

async function systemctl(): Promise<void> {
  const [what = "", ...names] = args.filter((word) => word !== "--now");
  const [name = ""] = names;
  if (what === "daemon-reload") unit();
  else if (what === "reload" && name !== "pipelines") {
    if (!existsSync(at(`installed/${name}`))) throw new Error(`There is no service ${name}.`);
  } else if (name !== "pipelines") throw new Error(`${name} is not a service of ours.`);
  else if (what === "enable" || what === "start") await start();
  else if (what === "stop") await stop();
  else if (what === "reload") process.kill(Number(readFileSync(SERVICE, "utf8")), "SIGHUP");
  else throw new Error(`systemctl ${args.join(" ")} is not known here.`);
}

/** systemd-run: settings of `-p EnvironmentFile=` and `--setenv=`, then the command in its folder. */
function runOnce(): number {
  const [env, own]: [Record<string, string>, string[]] = [{}, [...args]];
  let folder = root;
  for (let next = own[0] ?? ""; next.startsWith("-"); next = own[0] ?? "") {
    own.shift();
    const option = moved(next === "-p" ? (own.shift() ?? "") : next.slice(2));
    const [name = "", ...value] = option.split("=");
    if (name === "EnvironmentFile") Object.assign(env, settingsIn(value.join("=")));
    else if (name === "working-directory") folder = value.join("=");
    else if (name === "setenv") env[value[0] ?? ""] = value.slice(1).join("=");
    else if (!["quiet", "pipe", "wait", "collect", "uid"].includes(name))
      throw new Error(`systemd-run ${next} is not known here.`);
  }
  const [program = "", ...rest] = own;
  const given = { ...surroundings, ...env };
  return spawnSync(program, rest, { cwd: folder, env: given, stdio: "inherit" }).status ?? 1;
}

/** `git clone` copies this tree as it is, with its packages, and with its pages if they are built. */
function git(): void {
  if (args[0] === "pull") return;
  const target = args.at(-1) ?? "";
  mkdirSync(target, { recursive: true });
  const listed = ["ls-files", "-z", "-co", "--exclude-standard"];
  const files = execFileSync("git", listed, { maxBuffer: 1e8, env: { ...process.env, PATH: path } });
  const there = files
    .toString()
    .split("\0")
    .filter((file) => file !== "" && existsSync(file) && statSync(file).isFile());
  for (const file of there) cpSync(file, join(target, file));
  // An installation that has to be made would be made there by taking these packages away first.
  if (!installedByHand(resolve("."))) throw new Error("Install the packages first: npm ci.");
  symlinkSync(resolve("node_modules"), join(target, "node_modules"));
  if (existsSync("build")) cpSync("build", join(target, "build"), { recursive: true });
}

/** "then edit it": what somebody would write there for a trial on a machine without a mail server. */
const EDITS: Readonly<Record<string, (text: string) => string>> = {
  "pipelines.env": (text) =>
    text
      .replace(/^BASE_URL=.*$/m, `BASE_URL=http://127.0.0.1:${process.env["SERVICE_PORT"]}`)
      .replace(/^(?:SMTP_URL|MAIL_FROM)=.*\n/gm, "")
      .concat(`PORT=${process.env["SERVICE_PORT"]}\n`),
  ".env": (text) => text.replaceAll(WRITTEN_NAME, NAME).replace("POSTGRES_PASSWORD=", "$&of-letters"),
  Caddyfile: (text) => text.replaceAll(WRITTEN_NAME, NAME),
  "pipelines.conf": (text) => text.replaceAll(WRITTEN_NAME, NAME),
  pipelines: (text) => text.replaceAll(WRITTEN_NAME, NAME),
};

function edit(): void {
  const file = args[0] ?? "";
  const change = EDITS[basename(file)];
  if (!change) throw new Error(`Nobody knows what to write in ${file}.`);
  const text = readFileSync(file, "utf8");
  if (change(text) === text) throw new Error(`There is nothing to edit in ${file}.`);
  writeFileSync(file, change(text));
}

function useradd(): void {
  for (const folder of ["users", "etc/systemd/system", "opt", "var/lib", "usr/local/bin"])
    mkdirSync(at(folder), { recursive: true });
  writeFileSync(at(`users/${args.at(-1) ?? ""}`), "");
}

/** Folders that Debian's packages bring. */
const BROUGHT: Readonly<Record<string, readonly string[]>> = {
  nginx: ["etc/nginx/sites-available", "etc/nginx/sites-enabled", "var/www/html"],
  certbot: ["etc/letsencrypt/live"],
  caddy: ["etc/caddy"],
  prometheus: ["etc/prometheus"],
};

function install(): void {
  const [what, ...names] = args.filter((word) => word !== "-y");
  if (what !== "install") throw new Error(`apt-get ${what} is not known here.`);
  for (const name of names) {
    const folders = BROUGHT[name];
    if (!folders) throw new Error(`Debian has no package ${name} that is known here.`);
    for (const folder of [...folders, `installed/${name}`]) mkdirSync(at(folder), { recursive: true });
  }
}

const COMMANDS: Readonly<Record<string, () => unknown>> = {
  systemctl,
  "systemd-run": () => (process.exitCode = runOnce()),
  git,
  edit,
  useradd,
  "apt-get": install,
  docker: () => {
    const inside = composed(args);
    if (!inside) return;
    // The folder and the settings of the service are used in place of the container's.
    const [program = "", ...rest] = inside;
    const { folder, env } = unit();
    const given = { ...surroundings, ...env };
    process.exitCode = spawnSync(program, rest, { cwd: folder, env: given, stdio: "inherit" }).status ?? 1;
  },
  ...Object.fromEntries(
    ["nginx", "caddy", "promtool", "certbot"].map((name) => [name, () => checkedBy(name, args, root, path)]),
  ),
};
const known = COMMANDS[command];
if (!known) throw new Error(`${command} is not known here.`);
await known();
