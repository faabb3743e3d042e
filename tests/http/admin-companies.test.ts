import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDifferences } from "#features/stats/recount.server.ts";
import { adminClient } from "#tests/helpers/admin.ts";
import { ApiUser, startTestApp, stop, type Answer, type SavedProfile, type TestApp } from "#tests/helpers/app.ts";
import { drawPng, multipart } from "#tests/helpers/pictures.ts";
import { jsonOf, sendRaw } from "#tests/helpers/raw.ts";

// Administrators make, change, review and delete companies.

let app: TestApp;
let admin: ApiUser;
let user: ApiUser;
let visitor: ApiUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await adminClient(app);
  user = await new ApiUser(app).signUp();
  visitor = new ApiUser(app);
});
afterAll(() => app.stop());

type Company = { _id: string; id: string; name: string; displayName: string; logo: string; description: string };

const create = (form: Record<string, unknown>): Promise<Answer<Company & { error: string; code: string }>> =>
  admin.call("POST", "/api/company/create", form);
const read = (name: string) => visitor.call<Company>("GET", `/api/company/get/${encodeURIComponent(name)}`);
/** The path of a logo's address, which is whole for clients with a token. */
const pathOf = (address: string): string => new URL(address, app.url).pathname;
const auditOf = async (target: string): Promise<string[]> =>
  (await app.db.selectFrom("audit_log").select("action").where("target", "=", target).orderBy("id").execute()).map(
    (row) => row.action,
  );

const CALLS: [string, string, unknown][] = [
  ["POST", "/api/company/create", { name: "x", displayName: "X" }],
  ["PATCH", "/api/company/update/x", { name: "x", displayName: "X", logo: "", description: "" }],
  ["DELETE", "/api/company/delete/x", undefined],
  ["POST", "/api/company/logo/x", {}],
  ["GET", "/api/admin/companies", undefined],
  ["POST", "/api/admin/companies/x/keep", {}],
  ["GET", "/api/admin/companies/x/aliases", undefined],
  ["POST", "/api/admin/companies/x/aliases", { alias: "y" }],
  ["DELETE", "/api/admin/companies/x/aliases", { alias: "y" }],
  ["GET", "/api/admin/companies/merges", undefined],
  ["POST", "/api/admin/companies/merge", { from: "x", into: "y" }],
  ["POST", "/api/admin/companies/merge/0123456789abcdef01234567/undo", {}],
];

describe("U15: for administrators alone", () => {
  it.each(CALLS)("%s %s is refused to everybody else", async (method, path, body) => {
    const rightless = new ApiUser(app);
    await rightless.fetchToken();
    for (const [who, status, code] of [
      [new ApiUser(app), 401, "no-session"],
      [rightless, 403, "not-admin"],
      [user, 403, "not-admin"],
    ] as const) {
      const answer = await who.call(method, path, body);
      expect([answer.status, answer.body["code"]]).toEqual([status, code]);
    }
  });
});

describe("making a company", () => {
  it("keeps the name in lower case, lists it, finds it, and writes it down", async () => {
    const answer = await create({
      name: "  Acme   RAIL ",
      displayName: " Acme Rail ",
      logo: "",
      description: " Runs trains. ",
    });
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { name: "acme rail", displayName: "Acme Rail", description: "Runs trains.", rating: 0, Employees: [] },
    ]);
    expect(answer.body._id).toBe(answer.body.id);
    expect(pathOf(answer.body.logo)).toBe("/monogram/company/Acme%20Rail.svg");
    expect((await read("ACME rail")).body).toEqual({ ...answer.body, logo: pathOf(answer.body.logo) });
    const found = await visitor.call<Company[]>("GET", "/api/company/get/companies/rail");
    expect(found.body.map((one) => one.name)).toEqual(["acme rail"]);
    expect(await auditOf(answer.body._id)).toEqual(["company.create"]);
  });

  it.each([{}, { name: "" }, { name: "   ", displayName: "X" }, { displayName: "X" }])(
    "without a name: %j",
    async (form) => {
      const answer = await create(form);
      expect([answer.status, answer.body.error, answer.body.code]).toEqual([
        400,
        "No company name given.",
        "no-company-name",
      ]);
    },
  );

  it("with a name that is another company's, or a further name of one", async () => {
    const { body } = await create({ name: "Twice", displayName: "Twice" });
    await admin.call("POST", `/api/admin/companies/${body._id}/aliases`, { alias: "Two Times" });
    for (const name of ["twice", " TWICE", "Ｔｗｉｃｅ", "two times"]) {
      const answer = await create({ name, displayName: "Y" });
      expect([answer.status, answer.body.error, answer.body.code], name).toEqual([
        400,
        "Company with the same name already exists.",
        "company-exists",
      ]);
    }
  });

  it.each([
    [{ name: "n" }, "displayName"],
    [{ name: "n", displayName: "  " }, "displayName"],
    [{ name: "n", displayName: "x".repeat(81) }, "displayName"],
    [{ name: "n".repeat(81), displayName: "X" }, "name"],
    [{ name: "ﷺ".repeat(10), displayName: "X" }, "name"],
    [{ name: "a\u202eb", displayName: "X" }, "name"],
    [{ name: "n", displayName: "a\nb" }, "displayName"],
    [{ name: "n", displayName: "X", description: "x".repeat(401) }, "description"],
    [{ name: "n", displayName: "X", description: "a\u0007" }, "description"],
    [{ name: 5, displayName: "X" }, "name"],
    [{ name: "n", displayName: { $ne: 1 } }, "displayName"],
    [{ name: "n", displayName: "X", logo: ["a"] }, "logo"],
  ])("S22: refuses %j and names the field %s", async (form, path) => {
    const answer = await create(form);
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(
      path,
    );
    expect((await read("n")).status).toBe(404);
  });

  it("S16: what else the body holds is dropped", async () => {
    const id = "0123456789abcdef01234567";
    const answer = await create({
      name: "Mass",
      displayName: "Mass",
      _id: id,
      id: 1,
      public_id: id,
      status: "new",
      edited: false,
      ratedEmployees: 9,
      people: 1e9,
      country: "DE",
    });
    expect(answer.status).toBe(201);
    expect(answer.body._id).not.toBe(id);
    const row = await app.db.selectFrom("company").selectAll().where("name", "=", "mass").executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "listed", edited: true, country_code: "", domain: "", logo: "" });
  });

  it("S21, R9: names that mean something to programs are data in every call", async () => {
    const names = ["constructor", "__proto__", "toString", "..", ".", "100%", "a/b", "c++ (x) & y?#", "größe 🚂"];
    for (const name of names) {
      expect((await create({ name, displayName: name })).status, name).toBe(201);
      // The name is sent over a bare socket as it is typed. Characters that a request line cannot hold are encoded.
      const wire = name
        .replace(/[^!-~]+/gu, (run) => encodeURIComponent(run))
        .replaceAll("#", "%23")
        .replaceAll("?", "%3F");
      const send = (method: string, path: string, body?: unknown) =>
        sendRaw(app, {
          method,
          path: `${path}${wire}`,
          headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      const changed = await send("PATCH", "/api/company/update/", { displayName: `${name}!` });
      expect([changed.status, jsonOf(changed)["displayName"]], name).toEqual([200, `${name}!`]);
      const png = multipart([{ name: "logo", bytes: await drawPng() }]);
      const pictured = await fetch(
        `${app.url}/api/company/logo/${encodeURIComponent(name === "." ? "․" : name === ".." ? "‥" : name)}`,
        {
          method: "POST",
          headers: { authorization: `Bearer ${admin.token}`, "content-type": png.type },
          body: new Uint8Array(png.body),
        },
      );
      expect(pictured.status, name).toBe(200);
      const gone = await send("DELETE", "/api/company/delete/");
      expect([gone.status, jsonOf(gone)], name).toEqual([200, { message: "success" }]);
      expect((await read(name)).status, name).toBe(404);
    }
  });
});

describe("changing a company", () => {
  it("changes what is sent and never the name", async () => {
    const { body } = await create({ name: "Fixed", displayName: "Fixed", description: "One." });
    const before = await visitor.call<Company[]>("GET", "/api/company/get/companies/fixed");
    const path = "/api/company/update/fixed";
    const changed = await admin.call<Company>("PATCH", path, { name: "other", displayName: "Mended Works" });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { _id: body._id, name: "fixed", displayName: "Mended Works", description: "One." },
    ]);
    expect((await admin.call<Company>("PATCH", path, { description: "" })).body).toMatchObject({
      displayName: "Mended Works",
      description: "",
    });
    expect((await read("other")).status).toBe(404);
    expect(before.body.map((one) => one._id)).toContain(body._id);
    const found = await visitor.call<Company[]>("GET", "/api/company/get/companies/mended");
    expect(found.body.map((one) => one._id)).toEqual([body._id]);
    expect(await auditOf(body._id)).toEqual(["company.create", "company.update", "company.update"]);
  });

  it("shows at once where the old text was kept in memory", async () => {
    await create({ name: "Kept Page", displayName: "Before" });
    const get = async () => (await sendRaw(app, { path: "/api/company/get/kept%20page" })).text;
    expect(await get()).toContain("Before");
    expect(await get()).toContain("Before");
    await admin.call("PATCH", "/api/company/update/kept page", { displayName: "After" });
    expect(await get()).toContain("After");
  });

  it.each([{ displayName: "" }, { displayName: " " }, { description: "x".repeat(401) }, { displayName: 1 }])(
    "refuses %j",
    async (form) => {
      expect((await admin.call("PATCH", "/api/company/update/fixed", form)).status).toBe(400);
    },
  );

  it("of an unknown name is a 404, as deleting and keeping it is", async () => {
    for (const [method, path, body] of [
      ["PATCH", "/api/company/update/nobody", { displayName: "X" }],
      ["DELETE", "/api/company/delete/nobody", undefined],
      ["DELETE", "/api/company/delete/0123456789abcdef01234567", {}],
      ["POST", "/api/admin/companies/nobody/keep", {}],
      ["GET", "/api/admin/companies/nobody/aliases", undefined],
      ["POST", "/api/admin/companies/nobody/aliases", { alias: "a" }],
      ["DELETE", "/api/admin/companies/nobody/aliases", { alias: "a" }],
    ] as const) {
      const answer = await admin.call(method, path, body);
      expect([answer.status, answer.body["error"]], path).toEqual([404, "Company not found."]);
    }
  });
});

describe("deleting a company", () => {
  it("leaves people their stop as text, through later saves too, and takes every count along", async () => {
    const [one, two] = [await new ApiUser(app).signUp(), await new ApiUser(app).signUp()];
    const pipeline = [
      stop("Before Inc", "Clerk", "2015-01-01", "2016-01-01", 80),
      stop("Doomed", "Clerk", "2016-02-01", "2018-01-01", 100),
      stop("After Inc", "Lead", "2018-02-01", "current", 60),
    ];
    const saved = await one.save({ pipeline });
    await two.save({ pipeline: pipeline.slice(0, 2), anonymous: true });
    await admin.call("PATCH", "/api/company/update/doomed", { displayName: "Doomed & Co" });
    await admin.call("POST", "/api/admin/companies/doomed/aliases", { alias: "Going Going" });
    const id = (await read("doomed")).body._id;
    expect((await admin.call("DELETE", "/api/company/delete/Doomed")).body).toEqual({ message: "success" });

    expect(await findDifferences(app.db)).toEqual([]);
    for (const name of ["doomed", id, "going going"]) expect((await read(name)).status, name).toBe(404);
    expect((await visitor.call<Company[]>("GET", "/api/company/get/companies/doomed")).body).toEqual([]);
    for (const table of ["company_move", "school_company_stats"] as const)
      expect(await app.db.selectFrom(table).selectAll().where("people", "<", 0).execute()).toEqual([]);
    const before = await visitor.call<{ postCompanies: object }>("GET", "/api/company/get/before inc");
    expect(JSON.stringify(before.body)).not.toContain(id);

    const shown = await visitor.call<SavedProfile>("GET", `/api/profile/get/${one.profileId}`);
    const text = shown.body.pipeline[1];
    expect(text).toMatchObject({
      displayName: "Doomed & Co",
      companyName: "doomed & co",
      title: "Clerk",
      logo: "/monogram/company/Doomed%20%26%20Co.svg",
    });
    // An own save brings the company back for nobody: what is text stays text.
    const own = await one.call<SavedProfile>("GET", `/api/profile/get/${one.profileId}`);
    expect(own.body.rev).toBe(saved.body.rev + 1);
    const again = await one.save({ pipeline: own.body.pipeline });
    expect(again.body.pipeline.map((row) => [row._id, row.displayName, row.roles.length])).toEqual(
      own.body.pipeline.map((row) => [row._id, row.displayName, row.roles.length]),
    );
    expect(again.body.pipeline[1]).toEqual(own.body.pipeline[1]);
    expect((await read("doomed & co")).status).toBe(404);
    const removed = await one.call("PATCH", `/api/company/update/${text?.companyId}`, [{}, [], ""]);
    expect(removed.status).toBe(200);
    expect(
      (await one.call<SavedProfile>("GET", `/api/profile/get/${one.profileId}`)).body.pipeline.map(
        (row) => row.displayName,
      ),
    ).toEqual(["Before Inc", "After Inc"]);
    expect(await findDifferences(app.db)).toEqual([]);
    expect((await auditOf(id)).at(-1)).toBe("company.delete");
  });

  it("a new name typed over the text makes a company again, which is new", async () => {
    const person = await new ApiUser(app).signUp();
    await person.save({ pipeline: [stop("Short Lived", "Clerk", "2015-01-01", "2016-01-01")] });
    await admin.call("DELETE", "/api/company/delete/short lived");
    const own = await person.call<SavedProfile>("GET", `/api/profile/get/${person.profileId}`);
    const saved = await person.save({
      pipeline: own.body.pipeline.map((row) => ({ ...row, companyId: "", companyName: "Long Lived" })),
    });
    expect(saved.body.pipeline.map((row) => row.displayName)).toEqual(["Long Lived"]);
    const list = await admin.call<{ companies: { name: string; status: string }[] }>(
      "GET",
      "/api/admin/companies?text=long%20lived",
    );
    expect(list.body.companies.map((one) => [one.name, one.status])).toEqual([["long lived", "new"]]);
    expect(await findDifferences(app.db)).toEqual([]);
  });
});

describe("the list of everything", () => {
  it("is paged by name for administrators; others get the most common twenty", async () => {
    await app.db
      .insertInto("company")
      .values(
        Array.from({ length: 230 }, (_, n) => ({
          public_id: n.toString(16).padStart(24, "f"),
          name: `bulk & ${String(n).padStart(3, "0")}`,
          display_name: `Bulk & ${n}`,
          status: "listed" as const,
        })),
      )
      .execute();
    const seen: string[] = [];
    let path: string | undefined = "/api/company/get/companies/";
    while (path !== undefined && seen.length < 1_000) {
      const page: Answer<Company[]> = await admin.call<Company[]>("GET", path);
      expect(page.headers.get("cache-control")).toBe("private, no-store");
      seen.push(...page.body.map((one) => one.name));
      path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
    }
    const all = await app.db.selectFrom("company").select("name").orderBy("name").execute();
    expect(seen).toEqual(all.map((row) => row.name));
    for (const who of [visitor, user])
      expect((await who.call<Company[]>("GET", "/api/company/get/companies?cursor=bulk")).body).toHaveLength(20);
    expect((await admin.call("GET", `/api/company/get/companies?cursor=${"x".repeat(81)}`)).status).toBe(400);
  });
});

describe("what a text finds", () => {
  it("is paged to its end, each company once, also where the last one of a page is gone meanwhile", async () => {
    await sql`insert into company_term (company_id, term) select id, name from company where name like 'bulk & %'`.execute(
      app.db,
    );
    const seen: string[] = [];
    let path: string | undefined = "/api/admin/companies?text=bulk";
    while (path !== undefined && seen.length < 1_000) {
      const page: Answer<{ companies: Company[]; next: string }> = await admin.call("GET", path);
      expect(page.body.companies.length).toBeLessThanOrEqual(50);
      seen.push(...page.body.companies.map((one) => one.name));
      if (seen.length === 50)
        await app.db
          .deleteFrom("company")
          .where("name", "=", seen.at(-1) ?? "")
          .execute();
      path =
        page.body.next === ""
          ? undefined
          : `/api/admin/companies?text=bulk&cursor=${encodeURIComponent(page.body.next)}`;
    }
    expect(seen.length).toBeGreaterThan(150);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(seen.toSorted());
  });
});

describe("further names", () => {
  it("are added, found, listed and taken away", async () => {
    const { body } = await create({ name: "Blue Square", displayName: "Blue Square" });
    const path = `/api/admin/companies/${body._id}/aliases`;
    // As one of the catalogue: from its first change on, a newer catalogue leaves its names alone.
    const row = () => app.db.selectFrom("company").select("edited").where("public_id", "=", body._id);
    await app.db.updateTable("company").set({ edited: false }).where("public_id", "=", body._id).execute();
    expect((await admin.call("POST", path, { alias: " Payments  Co " })).body).toEqual({ aliases: ["Payments  Co"] });
    expect((await admin.call("POST", path, { alias: "payments co" })).body).toEqual({ aliases: ["Payments  Co"] });
    expect(await row().executeTakeFirst()).toEqual({ edited: true });
    expect((await read("PAYMENTS CO")).body._id).toBe(body._id);
    expect((await visitor.call<Company[]>("GET", "/api/company/get/companies/payments")).body).toHaveLength(1);
    const taken = await admin.call("POST", path, { alias: "Acme Rail" });
    expect([taken.status, taken.body["code"]]).toEqual([400, "company-exists"]);
    for (const alias of ["", " ", "x".repeat(81), "a\u0000b", 5])
      expect((await admin.call("POST", path, { alias })).status).toBe(400);
    expect((await admin.call("GET", path)).body).toEqual({ aliases: ["Payments  Co"] });
    expect((await admin.call("DELETE", path, { alias: "payments CO" })).body).toEqual({ aliases: [] });
    expect((await admin.call("DELETE", path, { alias: "payments CO" })).status).toBe(200);
    expect((await read("payments co")).status).toBe(404);
    expect(await auditOf(body._id)).toEqual([
      "company.create",
      "company.alias-added",
      "company.alias-added",
      "company.alias-removed",
      "company.alias-removed",
    ]);
  });
});

describe("logos", () => {
  const logoOf = async (name: string) => (await read(name)).body.logo;
  it("an uploaded one is made anew, served by us, and replaced by the next", async () => {
    await create({ name: "Pictured", displayName: "Pictured" });
    const upload = async (file: Buffer) => {
      const form = multipart([{ name: "logo", bytes: file }]);
      return fetch(`${app.url}/api/company/logo/pictured`, {
        method: "POST",
        headers: { authorization: `Bearer ${admin.token}`, "content-type": form.type },
        body: new Uint8Array(form.body),
      });
    };
    expect((await upload(await drawPng({ width: 900, height: 300 }))).status).toBe(200);
    const first = await logoOf("pictured");
    expect(first).toMatch(/^\/company-logos\/[0-9a-f]{24}\.webp$/);
    const file = await fetch(`${app.url}${first}`);
    expect([file.status, file.headers.get("content-type"), file.headers.get("x-content-type-options")]).toEqual([
      200,
      "image/webp",
      "nosniff",
    ]);
    const shape = await sharp(await file.bytes()).metadata();
    expect([shape.format, shape.width, shape.height, shape.exif]).toEqual(["webp", 256, 256, undefined]);

    expect((await upload(await drawPng())).status).toBe(200);
    expect(await logoOf("pictured")).not.toBe(first);
    expect((await fetch(`${app.url}${first}`)).status).toBe(404);
    const broken = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect([broken.status, ((await broken.json()) as { code: string }).code]).toEqual([400, "bad-picture"]);
    expect((await fetch(`${app.url}${await logoOf("pictured")}`)).status).toBe(200);
    // Sent back as it is shown, with or without our host, it stays.
    for (const logo of [await logoOf("pictured"), `${app.services.config.baseUrl}${await logoOf("pictured")}`]) {
      const kept = await admin.call<Company>("PATCH", "/api/company/update/pictured", { logo });
      expect(pathOf(kept.body.logo)).toBe(await logoOf("pictured"));
    }
    const none = await admin.call<Company>("PATCH", "/api/company/update/pictured", { logo: "" });
    expect(pathOf(none.body.logo)).toMatch(/^\/monogram\//);
    expect((await app.db.selectFrom("company_logo").selectAll().execute()).length).toBe(0);
  });

  it("one of the catalogue may be chosen", async () => {
    const made = await create({ name: "Borrower", displayName: "Borrower", logo: "/logos/github.svg" });
    expect([made.status, pathOf(made.body.logo)]).toEqual([201, "/logos/github.svg"]);
  });

  it.each([
    "http://example.test/a.png",
    "https://127.0.0.1/a.png",
    "https://localhost./a.png",
    "https://[::1]/a.png",
    "https://user:pass@example.test/a.png",
    "https://example.test:8443/a.png",
    "https://",
    "//evil.example/a.png",
    "/logos/../etc/passwd",
    "/logos/nothing.svg",
    "/company-logos/0123456789abcdef01234567.webp",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "a.png",
  ])("S27: %s is refused with a sentence, and nothing is made or lost", async (logo) => {
    const made = await create({ name: "Never Made", displayName: "X", logo });
    expect([made.status, made.body.code]).toEqual([400, "bad-picture"]);
    expect(made.body.error).toMatch(/logo/);
    expect((await read("never made")).status).toBe(404);
    const changed = await admin.call("PATCH", "/api/company/update/borrower", { displayName: "Lost", logo });
    expect(changed.status).toBe(400);
    expect((await read("borrower")).body).toMatchObject({ displayName: "Borrower", logo: "/logos/github.svg" });
  });

  it("a logo that is not there is an error of the API, never a page", async () => {
    for (const path of [
      "/company-logos/",
      "/company-logos/x",
      "/company-logos/a/b",
      `/company-logos/${"0".repeat(24)}.webp`,
    ]) {
      const answer = await admin.call("GET", path);
      expect([answer.status, answer.body["code"]], path).toEqual([404, "picture-not-found"]);
    }
  });

  it("S23, L25: no address elsewhere ever gets into the database, and so into no page", async () => {
    const rows = await app.db.selectFrom("company").select("logo").execute();
    expect(rows.every((row) => row.logo === "" || row.logo.startsWith("/"))).toBe(true);
    expect(rows.some((row) => row.logo.startsWith("//"))).toBe(false);
  });
});
