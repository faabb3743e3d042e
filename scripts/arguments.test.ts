import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

// A command that is called with --help must print its usage, and not do its work.
test.each(["demo-remove", "verify", "db-migrate"])("%s says how to call it if it gets an argument", (name) => {
  const env = { PATH: process.env["PATH"] ?? "", DATABASE_URL: "postgresql://nobody@127.0.0.1:1/nothing" };
  const done = spawnSync(process.execPath, [`scripts/${name}.ts`, "--help"], { encoding: "utf8", env });
  expect(done.stderr).toMatch(/^Call it like this: npm run [a-z:]+\n$/);
  expect(done.status).toBe(2);
});
