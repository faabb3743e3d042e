import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownFolder } from "#tests/helpers/own-folder.ts";
import { composeFaults } from "#tests/helpers/pretend-docker.ts";
import { NAME, WRITTEN_NAME } from "#tests/helpers/pretend-programs.ts";
import { recipesIn, unproven, type Proof } from "#tests/helpers/recipes.ts";

// Runs every command of docs/operations.md, as written, on a fresh tree and its own installation.

const PAGE = readFileSync("docs/operations.md", "utf8");
const RECIPES = recipesIn(PAGE);
const LONG = 600_000;

/** First lines of what is executed below. */
const EXECUTED = [
  "useradd --system --home-dir /var/lib/pipelines --shell /usr/sbin/nologin pipelines",
  "systemctl reload pipelines",
  "install -m 0755 /opt/pipelines/deploy/systemd/pipelines.sh /usr/local/bin/pipelines",
  "cp deploy/docker/.env.example deploy/docker/.env   # then edit it",
  "docker compose -f deploy/docker/compose.yml exec app node scripts/doctor.ts",
  "apt-get install -y caddy",
  "apt-get install -y nginx certbot",
  "apt-get install -y prometheus",
  "export BACKUP_PASSPHRASE='a long sentence that you can find again'",
  "npm run restore -- /backup/pipelines-2026-11-15-120000.backup",
  "npm start",
  "systemctl stop pipelines",
  "pipelines backup --check",
  "npm run verify",
  "npm run secret:replace -- --lost",
  "npm run backup -- --without-secret",
  "npm run doctor",
  "npm run admin:create -- --email a@b.c",
  "npm run admin:create -- --email a@b.c --remove-totp",
  "npm run import:schools -- FILE",
] as const;
type Recipe = (typeof EXECUTED)[number];

const PICTURES_BY_COMMAND: Proof = {
  file: "tests/http/pictures-in-a-store.test.ts",
  test: "npm run pictures says where they are, moves them back and forth, and deletes strays",
};

/** Recipes that need something this file does not have, each with the test that executes it. */
const NAMED: Readonly<Record<string, Proof>> = {
  "npm run doctor -- --mail you@your.example": {
    file: "tests/http/doctor.test.ts",
    test: "a mail server that does not answer is found; one that does takes a test e-mail",
  },
  "npm run pictures": PICTURES_BY_COMMAND,
  "npm run pictures -- --to store": PICTURES_BY_COMMAND,
  "npm run pictures -- --to database": PICTURES_BY_COMMAND,
  "npm run pictures -- --sweep": PICTURES_BY_COMMAND,
  "promtool test rules alerts.test.yml": {
    file: "tests/http/deploy.test.ts",
    test: "each alert is made true, with its words, and none fires where all is well",
  },
};

test("each is executed here, or by the test that is named", () => {
  expect(RECIPES.length).toBeGreaterThan(19);
  expect(unproven(RECIPES, EXECUTED, NAMED)).toEqual([]);
});

test("a new one without a proof is found, and so is a proof of nothing", () => {
  const block = (text: string): string => `\n\`\`\`sh\n${text}\n\`\`\`\n`;
  const planted = recipesIn(`${PAGE}${block("npm run something -- new")}Or \`npm run\n  another\`.\n`);
  expect(unproven(planted, EXECUTED, NAMED)).toEqual(["npm run something -- new", "npm run another"]);
  const second = recipesIn(`${PAGE}${block("apt-get install -y caddy\nrm -rf data")}`);
  expect(unproven(second, EXECUTED, NAMED)).toEqual(["apt-get install -y caddy\nrm -rf data"]);
  expect(unproven(RECIPES, [...EXECUTED, "npm run gone"], NAMED)).toEqual(["npm run gone"]);
  const proof = { file: "x.test.ts", test: "nobody wrote it" };
  expect(unproven(["npm run x"], [], { "npm run x": proof }, () => "")).toEqual(["npm run x"]);
});

describe("on a fresh tree", () => {
  // A database that root starts runs as somebody else, who has to get there.
  const root = ownFolder("recipes", 0o755);
  const bin = join(root, "bin");
  const opt = join(root, "opt/pipelines");
  const executed = new Set<string>();
  let port = 0;

  beforeAll(async () => {
    mkdirSync(bin);
    const services = ["systemctl", "systemd-run", "docker", "nginx", "caddy", "certbot", "promtool"];
    for (const name of [...services, "git", "edit", "useradd", "apt-get"]) {
      const line = `ROOT_FOLDER=${root} exec ${process.execPath} ${resolve("tests/helpers/pretend-machine.ts")} ${name} "$@"`;
      writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    }
    port = await freePort();
  });
  afterAll(() => {
    if (existsSync(join(root, "service.pid"))) spawnSync(join(bin, "systemctl"), ["stop", "pipelines"], { env: env() });
  });

  function env(more: Record<string, string> = {}): Record<string, string> {
    const path = `${bin}:${join(root, "usr/local/bin")}:${process.env["PATH"] ?? ""}`;
    // All processes of this machine share what Node compiles.
    return { PATH: path, HOME: root, SERVICE_PORT: String(port), NODE_COMPILE_CACHE: join(root, "compiled"), ...more };
  }

  /** The page's text, except for paths of the machine, placeholders, and edits by hand. */
  function asWritten(firstLine: Recipe, changes: Readonly<Record<string, string>> = {}): string {
    let text = RECIPES.find((recipe) => recipe.split("\n")[0] === firstLine) ?? "";
    expect(text).not.toBe("");
    for (const line of text.split("\n")) executed.add(line);
    for (const [from, to] of Object.entries({ ...changes, [WRITTEN_NAME]: NAME })) text = text.replaceAll(from, to);
    return text
      .replace(/(\S+) +# then edit it/g, "$1; edit $1")
      .replace(/<[^>]+>/g, "somewhere")
      .replaceAll(/(?<=[\s=])\/(?=(?:opt|etc|var|usr\/local)\/)/g, `${root}/`);
  }

  function run(text: string, more: { env?: Record<string, string>; input?: string } = {}) {
    const done = spawnSync("sh", ["-euc", text], {
      cwd: existsSync(opt) ? opt : resolve("."),
      env: env(more.env),
      input: more.input ?? "",
      encoding: "utf8",
      timeout: LONG,
    });
    return { code: done.status, said: `${done.stdout}${done.stderr}` };
  }

  function expectDone(
    recipe: Recipe,
    more: { env?: Record<string, string>; input?: string } = {},
    changes: Readonly<Record<string, string>> = {},
  ): string {
    const done = run(asWritten(recipe, changes), more);
    expect(done, done.said).toMatchObject({ code: 0 });
    return done.said;
  }

  const asBackup = (file: string): Record<string, string> => ({ "/backup/pipelines-2026-11-15-120000.backup": file });
  function newestBackup(): string {
    const folder = settings()["BACKUP_DIR"] ?? "";
    return join(folder, readdirSync(folder).findLast((one) => one.endsWith(".backup")) ?? "");
  }

  const answers = async (at = port): Promise<number> =>
    // No connection is kept: its end would not be seen while a command runs.
    fetch(`http://127.0.0.1:${at}/`, { headers: { connection: "close" } }).then(
      ({ status }) => status,
      () => 0,
    );
  const settings = (): Record<string, string> => ({
    NODE_ENV: "production",
    DATA_DIR: join(root, "var/lib/pipelines"),
    BACKUP_DIR: join(root, "var/lib/pipelines/backups"),
    PORT: String(port),
  });

  test("the service is installed and answers, and commands run beside it", { timeout: LONG }, async () => {
    expectDone("useradd --system --home-dir /var/lib/pipelines --shell /usr/sbin/nologin pipelines");
    expect(await answers()).toBe(200);
    const { said } = run(
      asWritten("install -m 0755 /opt/pipelines/deploy/systemd/pipelines.sh /usr/local/bin/pipelines"),
    );
    expect(said).toContain(`ok    The app answers on 127.0.0.1:${port} and is ready.`);
    // Nothing is late a minute after the first start.
    expect(said).not.toMatch(/WRONG (?!The disk)/);
    expectDone("systemctl reload pipelines");
    expect(await answers()).toBe(200);
  });

  test("the containers' files fit together, with a PostgreSQL of its own too", { timeout: LONG }, () => {
    expectDone("cp deploy/docker/.env.example deploy/docker/.env   # then edit it");
    const { said } = run(asWritten("docker compose -f deploy/docker/compose.yml exec app node scripts/doctor.ts"));
    expect(said).toContain("ok    The database is PostgreSQL 18");
    const up = asWritten("cp deploy/docker/.env.example deploy/docker/.env   # then edit it");
    const both = up.replace("compose.yml", "compose.yml -f deploy/docker/compose.postgres.yml");
    expect(PAGE).toContain("add `-f deploy/docker/compose.postgres.yml` after the first file");
    expect(run(both)).toMatchObject({ code: 0 });
    const folder = join(opt, "deploy/docker");
    copyFileSync(join(folder, ".env.example"), join(folder, ".env"));
    const files = ["compose.yml", "compose.postgres.yml"].map((name) => join(folder, name));
    expect(composeFaults(files)).toEqual(["POSTGRES_PASSWORD is not set"]);
    rmSync(join(folder, "Caddyfile"));
    expect(composeFaults(files.slice(0, 1))).toEqual(["./Caddyfile is not there"]);
  });

  test("a proxy is put in front, and Prometheus beside", { timeout: LONG }, () => {
    for (const recipe of ["apt-get install -y caddy", "apt-get install -y nginx certbot"] as const) {
      const text = asWritten(recipe);
      expect(run(text), recipe).toMatchObject({ code: 0 });
      // Somebody who forgets the edit must get an error before the proxy starts.
      expect(run(text.replace(/; edit \S+/, "").replace(/^ln .*$/m, "")), recipe).not.toMatchObject({ code: 0 });
    }
    expectDone("apt-get install -y prometheus");
  });

  test("the commands of the page work beside it", { timeout: LONG }, () => {
    const inside = { env: settings() };
    expect(run(asWritten("npm run doctor"), inside).said).toContain("ok    The database is PostgreSQL 18");
    expect(expectDone("npm run verify", inside)).toContain("Everything derived equals its recount");
    const password = { ...inside, input: "a-long-password-of-a-test\n" };
    expect(expectDone("npm run admin:create -- --email a@b.c", password)).toContain("The administrator is there.");
    expect(expectDone("npm run admin:create -- --email a@b.c --remove-totp", password)).toContain(
      "The administrator has a new password",
    );
    const list = join(root, "schools.json");
    const school = { name: "Fernhill University", alpha_two_code: "GB", domains: ["fernhill.example"] };
    writeFileSync(list, JSON.stringify([school]));
    const schools = run(asWritten("npm run import:schools -- FILE", { FILE: list }), inside);
    expect(schools.said).toContain("1 schools added");
    expect(expectDone("npm run backup -- --without-secret", inside)).toContain("The secret is not in it.");
    expect(expectDone("export BACKUP_PASSPHRASE='a long sentence that you can find again'", inside)).toContain(
      "It was restored on trial",
    );
  });

  test("an upgrade stops it, and it answers again, and so it does after a restore", { timeout: LONG }, async () => {
    const upgraded = expectDone("pipelines backup --check");
    expect(upgraded).toContain("It was restored on trial");
    expect(upgraded).toContain("Everything derived equals its recount");
    expect(await answers()).toBe(200);
    expect(expectDone("systemctl stop pipelines", {}, asBackup(newestBackup()))).toContain("Restored: ");
    expect(await answers()).toBe(200);
  });

  test("its backup is restored on another machine, which then answers", { timeout: LONG }, async () => {
    const other = {
      NODE_ENV: "production",
      DEMO: "off",
      DATA_DIR: join(root, "other"),
      PORT: String(await freePort()),
    };
    const text = asWritten("npm run restore -- /backup/pipelines-2026-11-15-120000.backup", asBackup(newestBackup()));
    const child = spawn("sh", ["-euc", text], {
      cwd: opt,
      env: env({ ...other, BACKUP_PASSPHRASE: "a long sentence that you can find again" }),
      detached: true,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => (said += piece.toString()));
    const ended = new Promise((done) => child.once("exit", done));
    const isOver = async (): Promise<boolean> => child.exitCode !== null || (await answers(Number(other.PORT))) === 200;
    await expect.poll(isOver, { timeout: LONG / 2, interval: 500 }).toBe(true);
    expect(said).toContain("Restored: ");
    expect(await answers(Number(other.PORT))).toBe(200);
    process.kill(-(child.pid ?? 0), "SIGTERM");
    await ended;
  });

  test("a lost secret is replaced", { timeout: LONG }, () => {
    expect(run("systemctl stop pipelines")).toMatchObject({ code: 0 });
    rmSync(join(root, "service.pid"));
    rmSync(join(root, "var/lib/pipelines/secret"));
    expect(expectDone("npm run secret:replace -- --lost", { env: settings() })).toContain("Keep a copy of that file.");
  });

  test("nothing that is said to be executed was left out", () => {
    expect(EXECUTED.filter((line) => !executed.has(line))).toEqual([]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
