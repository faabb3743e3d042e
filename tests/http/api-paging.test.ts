import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LISTS } from "#app/lists.server.ts";
import { openApiDocument } from "#app/api.server.ts";
import { newPublicId } from "#server/ids.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type TestApp } from "#tests/helpers/app.ts";

// One way to page: limit, an opaque cursor and a Link header on every list.

let app: TestApp;
let user: ApiUser;
let admin: ApiUser;
let codeId: string;
let visitor: ApiUser;
const SCHOOL = "0123456789abcdef01234567";

beforeAll(async () => {
  app = await startTestApp();
  await app.db
    .insertInto("school")
    .values(
      Array.from({ length: 12 }, (_, n) => ({
        public_id: n === 0 ? SCHOOL : newPublicId(),
        name: `Paging College ${n}`,
        name_key: `paging college ${n}`,
        country: "Germany",
        country_code: "DE",
      })),
    )
    .execute();
  for (let n = 0; n < 9; n += 1) {
    user = await new ApiUser(app).signUp();
    await user.save({
      anonymous: n % 2 === 0 && n < 8,
      school: SCHOOL,
      pipeline: [
        stop("Paging Works", "Clerk", "2020-01-01", "current"),
        stop(`Paging ${n}`, "Clerk", "2018-01-01", "2019-01-01"),
      ],
    });
    if (n % 2 === 1) await user.save({ username: `paging.${n}` });
  }
  visitor = new ApiUser(app);
  admin = await adminClient(app);
  const emails = ["ada@paging.test", "ben@paging.test", "cleo@paging.test"];
  codeId = (await admin.call<{ _id: string }>("POST", "/api/admin/invitations", { label: "Paging", emails })).body._id;
  for (let n = 0; n < 3; n += 1) {
    await user.call("POST", "/api/reports", { subject: "pipeline", id: user.profileId, reason: "spam" });
  }
});
afterAll(() => app.stop());

type Row = Record<string, unknown>;
const nextOf = (headers: Headers): string | undefined => /^<([^>]+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1];
const rowsOf = (path: string, body: unknown): Row[] => {
  const field = LISTS[path]?.items;
  return (field === undefined ? body : (body as Record<string, unknown>)[field]) as Row[];
};
const withQuery = (path: string, query: string): string => `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** An address of every list with a caller who may read it. */
const addresses = (): Record<keyof typeof LISTS, [ApiUser, string]> => ({
  "/api/company/names": [visitor, "/api/company/names"],
  "/api/company/get/companies": [visitor, "/api/company/get/companies"],
  "/api/company/get/companies/{text}": [visitor, "/api/company/get/companies/paging"],
  "/api/company/employees/{id}": [visitor, "/api/company/employees/paging%20works"],
  "/api/school/get/schools/{text}": [visitor, "/api/school/get/schools/paging"],
  "/api/school/employees/{id}": [visitor, `/api/school/employees/${SCHOOL}`],
  "/api/profile": [user, "/api/profile"],
  "/api/profile/random": [visitor, "/api/profile/random"],
  "/api/title": [visitor, "/api/title"],
  "/api/user/sessions": [user, "/api/user/sessions"],
  "/api/user/access-tokens": [user, "/api/user/access-tokens"],
  "/api/user/passkeys": [user, "/api/user/passkeys"],
  "/api/user/routes": [user, "/api/user/routes"],
  "/api/user/follows": [user, "/api/user/follows"],
  "/api/user/links": [user, "/api/user/links"],
  "/api/email/broadcasts": [admin, "/api/email/broadcasts"],
  "/api/admin/audit": [admin, "/api/admin/audit"],
  "/api/admin/codes": [admin, "/api/admin/codes"],
  "/api/admin/codes/{id}/addresses": [admin, `/api/admin/codes/${codeId}/addresses`],
  "/api/admin/reports": [admin, "/api/admin/reports"],
  "/api/admin/companies": [admin, "/api/admin/companies"],
  "/api/admin/companies/merges": [admin, "/api/admin/companies/merges"],
  "/api/admin/companies/{id}/aliases": [admin, "/api/admin/companies/paging%20works/aliases"],
  "/api/admin/newsletter": [admin, "/api/admin/newsletter"],
  "/api/admin/outbox": [admin, "/api/admin/outbox"],
  "/api/admin/people": [admin, "/api/admin/people"],
  "/api/admin/sessions": [admin, "/api/admin/sessions"],
  "/api/admin/suggestions": [admin, "/api/admin/suggestions"],
});

describe("every list", () => {
  test("is in the table, and the document says how it is paged", () => {
    type Schema = { $ref?: string; type?: string; properties?: { next?: { type?: string } } };
    const document = openApiDocument(app.services) as {
      paths: Record<string, { get?: { parameters?: { name: string }[]; responses: Record<string, unknown> } }>;
      components: { schemas: Record<string, Schema> };
    };
    const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const given = (get?.responses["200"] as { content?: Record<string, { schema: Schema }> })?.content?.[
        "application/json"
      ]?.schema;
      const schema = document.components.schemas[given?.$ref?.split("/").at(-1) ?? ""] ?? given;
      return schema?.type === "array" || schema?.properties?.next?.type === "string" ? [path] : [];
    });
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.filter((path) => !(path in LISTS))).toEqual([]);
    for (const path of Object.keys(LISTS)) {
      const names = document.paths[path]?.get?.parameters?.map(({ name }) => name) ?? [];
      expect(
        names.filter((name) => name === "limit" || name === "cursor"),
        path,
      ).toEqual(["limit", "cursor"]);
    }
    expect(Object.keys(addresses()).toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });

  test("is walked in steps of any size, each row once, in the order of the whole", async () => {
    let walked = 0;
    for (const [path, [who, address]] of Object.entries(addresses())) {
      if (path === "/api/title") continue;
      const whole = rowsOf(path, (await who.call("GET", address)).body);
      for (const limit of [1, 2, 7]) {
        const seen: Row[] = [];
        let next: string | undefined = withQuery(address, `limit=${limit}`);
        while (next !== undefined && seen.length < 60) {
          const answer: Awaited<ReturnType<ApiUser["call"]>> = await who.call("GET", next);
          expect(answer.status, next).toBe(200);
          const rows = rowsOf(path, answer.body);
          expect(rows.length, next).toBeLessThanOrEqual(limit);
          seen.push(...rows);
          next = nextOf(answer.headers);
          if (next !== undefined) expect(rows.length, path).toBe(limit);
        }
        const ids = (rows: Row[]) => rows.map((row) => row["_id"] ?? row["id"] ?? row);
        // Chance orders the random people anew; reading the log writes it.
        if (path === "/api/profile/random") expect(new Set(ids(seen))).toEqual(new Set(ids(whole)));
        else expect(ids(seen).slice(0, whole.length), path).toEqual(ids(whole).slice(0, 60));
        if (whole.length > 1) walked += 1;
      }
    }
    expect(walked).toBeGreaterThan(20);
  });

  test("refuses limits and cursors that are none, and cursors of another list or question", async () => {
    const first = await visitor.call("GET", "/api/company/employees/paging%20works?limit=2");
    const cursor = new URL(nextOf(first.headers) ?? "", app.url).searchParams.get("cursor") ?? "";
    expect(cursor).toMatch(/^page[0-9a-f]+$/);
    const changed = `${cursor.slice(0, -1)}${cursor.endsWith("0") ? "1" : "0"}`;
    for (const [, [who, address]] of Object.entries(addresses())) {
      for (const query of [
        "limit=0",
        "limit=-1",
        "limit=1.5",
        "limit=x",
        "limit=100000",
        "limit=1&limit=2",
        "limit=2&cursor=junk",
        `cursor=${changed}`,
        `cursor=${cursor}00`,
        `cursor=${"page".padEnd(60, "0")}`,
        `cursor=${cursor}&cursor=${cursor}`,
        ...(address.includes("paging%20works") && address.includes("employees") ? [] : [`cursor=${cursor}`]),
      ]) {
        const answer = await who.call("GET", withQuery(address, query));
        expect([answer.status, answer.body["code"]], withQuery(address, query)).toEqual([400, "bad-request"]);
      }
    }
    expect((await visitor.call("GET", `/api/company/employees/paging%201?cursor=${cursor}`)).status).toBe(400);
    // Empty ones count as absent.
    const plain = await visitor.call("GET", "/api/company/employees/paging%20works");
    const empty = await visitor.call("GET", "/api/company/employees/paging%20works?limit=&cursor=");
    expect([empty.status, empty.body]).toEqual([200, plain.body]);
  });
});

test("the older ways stay: a name, a row's id, a place", async () => {
  const whole = await user.call<{ username: string }[]>("GET", "/api/profile/");
  const later = await user.call<{ username: string }[]>("GET", `/api/profile/?cursor=${whole.body[0]?.username}`);
  expect(later.body).toEqual(whole.body.slice(1));
  type Log = { entries: { _id: string }[]; next: string };
  const log = (await admin.call<Log>("GET", "/api/admin/audit")).body;
  const rest = (await admin.call<Log>("GET", `/api/admin/audit?cursor=${log.entries[0]?._id}`)).body;
  expect(rest.entries[0]).toEqual(log.entries[1]);
});

test("the field `next` of an answer is the same cursor as the one in its Link header", async () => {
  const answer = await admin.call<{ next: string }>("GET", "/api/admin/people?limit=2");
  const cursor = new URL(nextOf(answer.headers) ?? "", app.url).searchParams.get("cursor");
  expect(answer.body.next).toBe(cursor);
  const last = await admin.call<{ next: string }>("GET", "/api/admin/people");
  expect([last.body.next, last.headers.get("link")]).toEqual(["", null]);
});
