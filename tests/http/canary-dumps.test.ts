import { afterAll, beforeAll, expect, it } from "vitest";
import { dumpOpenData } from "#app/jobs.server.ts";
import { findSecrets } from "#tests/helpers/canary.ts";
import { startHiddenPeople, type HiddenPeople } from "#tests/helpers/hidden-people.ts";
import { sendRaw } from "#tests/helpers/raw.ts";

// The master sweep (canary.test.ts) for the dumps of open data, which a job writes and no call of the document names.

let people: HiddenPeople;

beforeAll(async () => {
  people = await startHiddenPeople();
});
afterAll(() => people.app.stop());

async function textOf(path: string): Promise<string> {
  const answer = await sendRaw(people.app, { path });
  expect(answer.status, path).toBe(200);
  return answer.text;
}

it("tells no secret in any file of a dump, though the dump counts the people around", async () => {
  await dumpOpenData(people.app.services);
  const [day] = /(?<=href="\/data\/)\d{4}-\d\d-\d\d(?=\/datapackage\.json")/.exec(await textOf("/data")) ?? [];
  const described: { resources: { path: string }[] } = JSON.parse(await textOf(`/data/${day}/datapackage.json`));
  expect(described.resources.length).toBeGreaterThanOrEqual(8);
  const files = await Promise.all(
    [...described.resources, { path: "datapackage.json" }].map(async ({ path }) => textOf(`/data/${day}/${path}`)),
  );
  for (const text of files) expect(findSecrets(text, people.secrets())).toEqual([]);
  expect(files.join("\n")).toContain("Shared Works");
  // A secret in one of them would be found.
  const [[name, secret] = ["", ""]] = Object.entries(people.secrets());
  expect(findSecrets(`${files[0]}${secret}`, people.secrets())).toContain(name);
});
