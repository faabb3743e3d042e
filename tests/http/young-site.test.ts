import { afterAll, beforeAll, expect, it } from "vitest";
import { LOGO_STRIP } from "#features/home/read.server.ts";
import { newPublicId } from "#server/ids.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// A site that has its catalogue and hardly a line: what its pages say of companies is true there, too.

const STOPS = "Lines on Pipelines stop at";
const MANY_STOPS = "Companies many lines stop at";
const CATALOGUE = "Companies you can put on your line";

let app: TestApp;
const companies = Array.from({ length: LOGO_STRIP + 1 }, (_, n) => ({ id: newPublicId(), name: `Young Works ${n}` }));
beforeAll(async () => {
  app = await startTestApp({ pages: true });
  await app.db
    .insertInto("company")
    .values(
      companies.map(({ id, name }) => ({
        public_id: id,
        name: name.toLowerCase(),
        display_name: name,
        logo: "/logos/young.svg",
        status: "listed" as const,
      })),
    )
    .execute();
});
afterAll(() => app.stop());

async function textOf(path: string): Promise<string> {
  const answer = await fetch(`${app.url}${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

it("says that lines stop at companies only where they do", async () => {
  for (const path of ["/", "/search"]) {
    const html = await textOf(path);
    expect(html).toContain(CATALOGUE);
    expect(html).not.toContain(STOPS);
    expect(html).not.toContain(MANY_STOPS);
  }
  // Nobody is invented here, so nobody invented says anything.
  expect(await textOf("/")).not.toContain("What people could say");

  const onLine = companies.slice(1);
  const pipeline = onLine.map(({ name }, n) => stop(name, "Clerk", `${1980 + n}-01-01`, `${1980 + n}-12-01`));
  expect((await (await new ApiUser(app).signUp()).save({ pipeline })).status).toBe(200);

  const html = await textOf("/");
  expect(html).toContain(STOPS);
  const strip = html.slice(html.indexOf(STOPS), html.indexOf("Your line starts somewhere too"));
  const shown = [...strip.matchAll(/\/company\/([0-9a-f]{24})/g)].map(([, id]) => id ?? "");
  expect(new Set(shown)).toEqual(new Set(onLine.map(({ id }) => id)));
  // One line is not many.
  expect(await textOf("/search")).toContain(CATALOGUE);
});
