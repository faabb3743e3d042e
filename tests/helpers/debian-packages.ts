import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Debian's servers are far away on some machines. */
const PATIENCE = 120_000;

function run(program: string, args: readonly string[], cwd: string): string {
  const done = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 1 << 26, timeout: PATIENCE });
  if (done.status !== 0) throw new Error(`${program} ${args[0]} failed: ${done.stderr || done.error?.message}`);
  return done.stdout;
}

/**
 * Unpacks those of Debian's packages that this machine does not have into a folder. Nothing is installed.
 * @returns the folder that stands for /
 */
export function unpackPackages(folder: string, names: readonly string[]): string {
  const packages = join(folder, "packages");
  const root = join(folder, "root");
  mkdirSync(packages);
  mkdirSync(root);
  const plan = run("apt-get", ["install", "--simulate", "--no-install-recommends", ...names], packages);
  const missing = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? "");
  if (missing.length > 0) run("apt-get", ["download", ...missing], packages);
  for (const file of readdirSync(packages)) run("dpkg-deb", ["--extract", file, root], packages);
  return root;
}

/** The environment for programs of such a folder. */
export function debianEnv(root: string): NodeJS.ProcessEnv {
  return {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    PYTHONPATH: join(root, "usr/lib/python3/dist-packages"),
    LD_LIBRARY_PATH: join(root, `usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`),
  };
}
