import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AppError } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import { profileSchema } from "#features/profile/schema.ts";
import { RULE_OF_FIVE } from "#features/stats/rules.ts";
import { createApi, jsonCall, share } from "#server/api-app.ts";
import { setNextCursor } from "#server/paging.ts";
import type { Admin, AppEnv, Viewer } from "#server/context.ts";
import { readCompanyNames } from "#features/catalogue/read.server.ts";
import { readCompanyDetail, readEmployees, type Asker, suggestCompanies } from "./read.server.ts";
import { companyDetailSchema, companyNameSchema, companySchema, type CompanyDetail } from "./schema.ts";

const companies = z.array(companySchema);
const id = z.object({ id: z.string().openapi({ description: "Id or name of a company" }) });

const namesRoute = jsonCall("get", "/api/company/names", {
  tags: ["Companies"],
  summary: "The listed companies with their further names",
  description:
    "For finding on the own device what a written name means, so that the name itself need not be sent. At most 5,000, in the order of their names; no numbers.",
  answer: [z.array(companyNameSchema), "Companies"],
});

const suggestRoute = jsonCall("get", "/api/company/get/companies/{text}", {
  tags: ["Companies"],
  summary: "Companies whose name, a word of it or an alias begins with a text, then similar ones",
  request: { params: z.object({ text: z.string() }) },
  answer: [companies, "At most 20"],
});

function detailRoute<Path extends string>(path: Path) {
  return jsonCall("get", path, {
    tags: ["Companies"],
    summary: "One company",
    description: RULE_OF_FIVE,
    request: { params: id },
    answer: [companyDetailSchema, "The company"],
    errors: ["company-not-found"],
  });
}

const getByRoute = jsonCall("get", "/api/company/getBy", {
  tags: ["Companies"],
  summary: "One company by its exact name",
  description: RULE_OF_FIVE,
  request: { query: z.object({ name: z.string() }) },
  answer: [companyDetailSchema, "The company"],
  errors: ["company-not-found"],
});

const employeesRoute = jsonCall("get", "/api/company/employees/{id}", {
  tags: ["Companies"],
  summary: "People who worked at a company, each once",
  request: { params: id, query: z.object({ cursor: z.string().max(16).optional() }) },
  answer: [z.array(profileSchema), "Public projections"],
  errors: ["company-not-found"],
});

/** Administrators may see every typed name. */
function askerOf(caller: { admin: Admin | undefined; viewer: Viewer | undefined }): Asker {
  return caller.admin ? "admin" : caller.viewer;
}

async function oneCompany(c: Context<AppEnv>, idOrName: string): Promise<CompanyDetail> {
  const { db, config } = c.var.services;
  const company = await readCompanyDetail(db, {
    idOrName,
    minRaters: config.minRaters,
    asker: askerOf(c.var),
    today: calendarDay(c.var.now),
  });
  if (!company) throw new AppError("company-not-found");
  share(c, [`company:${company._id}`]);
  return company;
}

export const companyApi = createApi()
  .openapi(namesRoute, async (c) => {
    share(c, ["people"]);
    return c.json(await readCompanyNames(c.var.services.db), 200);
  })
  .openapi(suggestRoute, async (c) => {
    const { lookups, config } = c.var.services;
    return c.json(await suggestCompanies(lookups, c.req.valid("param").text, config.minRaters), 200);
  })
  .openapi(employeesRoute, async (c) => {
    const idOrName = c.req.valid("param").id;
    // The answer contains anonymous people, so it has no ETag: it would let others watch them for changes.
    c.header("cache-control", "no-store");
    const page = await readEmployees(c.var.services.db, {
      idOrName,
      today: calendarDay(c.var.now),
      after: c.req.valid("query").cursor,
      asker: askerOf(c.var),
    });
    if (!page) throw new AppError("company-not-found");
    setNextCursor(c, page.after);
    return c.json(page.cards, 200);
  })
  .openapi(getByRoute, async (c) => c.json(await oneCompany(c, c.req.valid("query").name), 200))
  .openapi(detailRoute("/api/company/get/{id}"), async (c) => c.json(await oneCompany(c, c.req.valid("param").id), 200))
  .openapi(detailRoute("/api/company/getid/{id}"), async (c) =>
    c.json(await oneCompany(c, c.req.valid("param").id), 200),
  );
