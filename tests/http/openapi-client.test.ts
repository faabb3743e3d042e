import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/helpers/app.ts";

// A client that an independent tool generates from the document compiles, and works.

const ROOT = join(import.meta.dirname, "../..");
/** Inside the repository, so that the client finds its runtime; ignored by git. */
const FOLDER = join(ROOT, "build", "generated-client");
/** Two programs start, on a machine that may be busy. */
const LONG = 120_000;

/** A program that uses the client. The compiler checks each line against the generated types. */
const PROGRAM = `
import * as api from "./client.ts";

export async function run(base: string) {
  api.defaults.baseUrl = base;
  const token = await api.getToken();
  if (token.status !== 200) throw new Error("no token");
  const opts = { headers: { authorization: \`Bearer \${token.data}\` } };
  const user = await api.postUserSignup({ email: "generated@example.test", password: "nine-grey-otters" }, opts);
  if (user.status !== 200) throw new Error(user.data.error);
  const stop: api.ExperienceInput = {
    companyName: "Generated Works",
    title: "Software Engineer",
    startDate: "2023-01-01",
    isIndefinite: true,
  };
  const patch: api.ProfilePatch = { firstName: "Mira", lastName: "Tanaka", created: true, pipeline: [stop] };
  const saved = await api.patchProfileById(user.data.profileId, patch, opts);
  if (saved.status !== 200) throw new Error(saved.data.error);
  const profile: api.Profile = saved.data;
  const role: api.Role | undefined = profile.pipeline[0]?.roles[0];
  const company = await api.getCompanyGetById("generated works");
  if (company.status !== 200) throw new Error(company.data.error);
  const school = await api.getSchoolGetById("000000000000000000000000");
  const problem: api.Problem | undefined = school.status === 200 ? undefined : school.data;
  const drawn = await api.getProfileRandom({ amount: "3" });
  return {
    headline: profile.headline,
    family: role?.family,
    company: company.data.displayName,
    code: problem?.code,
    drawn: drawn.status === 200 ? drawn.data.length : 0,
  };
}
`;

const MISTAKE = `
import * as api from "./client.ts";
export const wrong: api.ProfilePatch = { visibility: "hidden" };
`;

let app: TestApp;
const run = promisify(execFile);

async function compile(file: string): Promise<string> {
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "esnext", "--lib", "esnext,dom"];
  const args = [...options, "--allowImportingTsExtensions", "--skipLibCheck", "--types", "node", join(FOLDER, file)];
  return run(join(ROOT, "node_modules/.bin/tsc"), ["--ignoreConfig", ...args], { cwd: ROOT }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

beforeAll(async () => {
  app = await startTestApp();
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const document = await (await fetch(`${app.url}/api/openapi.json`)).text();
  await writeFile(join(FOLDER, "openapi.json"), document);
  await writeFile(join(FOLDER, "program.ts"), PROGRAM);
  await writeFile(join(FOLDER, "mistake.ts"), MISTAKE);
  const generator = join(ROOT, "node_modules/oazapfts/dist/cli.js");
  await run(process.execPath, [generator, join(FOLDER, "openapi.json"), join(FOLDER, "client.ts")]);
}, LONG);
afterAll(async () => {
  await app.stop();
  await rm(FOLDER, { recursive: true, force: true });
});

test(
  "a program written with the generated client compiles, and a mistake in it does not",
  { timeout: LONG },
  async () => {
    expect(await compile("program.ts")).toBe("");
    expect(await compile("mistake.ts")).toContain('"hidden"');
  },
);

test("the program signs up, saves a pipeline and reads it back", { timeout: LONG }, async () => {
  const program: unknown = await import(join(FOLDER, "program.ts"));
  const { run: start } = program as { run: (base: string) => Promise<unknown> };
  expect(await start(app.url)).toEqual({
    headline: "Currently Software Engineer at Generated Works",
    family: "software",
    company: "Generated Works",
    code: "school-not-found",
    drawn: 1,
  });
});
