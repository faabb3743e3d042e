import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEnd } from "./cleanup.ts";
import { runScript } from "./processes.ts";

function git(...args: string[]): string {
  const run = spawnSync("git", args, { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr?.trim() || `git ${args[0]} failed.`);
  return run.stdout.trim();
}

/** npm's variables name this package; remove them for another checkout. */
const ofThisPackage = (): Record<string, undefined> =>
  Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^npm_(?:config_local_prefix|package_)|^INIT_CWD$/.test(name))
      .map((name) => [name, undefined]),
  );

type Checkout = { root: string; commit: string; remove: () => void };

/**
 * Another version of the program in a temporary folder, installed and built by its own scripts.
 * @param ref a commit, tag or branch of this repository
 * @throws Error where there is none, or where it cannot be built; nothing is left then
 */
export async function checkOut(ref: string): Promise<Checkout> {
  const commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), "pipelines-against-"));
  const root = join(folder, "program");
  const remove = (): void => {
    forget();
    rmSync(folder, { recursive: true, force: true });
    git("worktree", "prune");
  };
  const forget = beforeEnd(remove);
  try {
    git("worktree", "add", "--quiet", "--detach", root, commit);
    await build(root);
  } catch (error) {
    remove();
    throw error;
  }
  return { root, commit, remove };
}

/** Installs and builds a program by its own scripts; a moment where it is built. */
export async function build(root: string): Promise<void> {
  await runScript(["scripts/build.mjs"], { root, env: ofThisPackage(), failed: `${root} could not be built.` });
}
