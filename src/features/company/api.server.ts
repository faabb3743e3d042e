import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import { profileSchema } from "#features/profile/schema.ts";
import { createApi, json, problems, share } from "#server/api-app.ts";
import type { Admin, Viewer } from "#server/context.ts";
import { readAllCompanies } from "./admin-read.server.ts";
import { readCompanyNames } from "./names.server.ts";
import { popularCompanies, readCompanyDetail, readEmployees, suggestCompanies, type Asker } from "./read.server.ts";
import { adminCompanySchema, companyDetailSchema, companyNameSchema, companySchema } from "./schema.ts";

const companies = z.array(companySchema);
/** What an administrator gets besides is left out for everybody else. */
const listed = z.array(companySchema.extend(adminCompanySchema.pick({ hasPage: true }).partial().shape));
/** A cursor is a name. */
const MAX_CURSOR = 80;
const id = z.object({ id: z.string().openapi({ description: "Id or name of a company" }) });

const listRoute = createRoute({
  method: "get",
  path: "/api/company/get/companies",
  tags: ["Companies"],
  summary: "The most common companies; for an administrator all of them",
  description:
    'For everybody else at most 20, and `cursor` means nothing. For an administrator 100 a page in the order of their names; a Link header with rel="next" leads to the following ones.',
  request: { query: z.object({ cursor: z.string().max(MAX_CURSOR).optional() }) },
  responses: { 200: json(listed, "Companies"), ...problems("bad-request") },
});

const namesRoute = createRoute({
  method: "get",
  path: "/api/company/names",
  tags: ["Companies"],
  summary: "The listed companies with their further names",
  description:
    "For finding on the own device what a written name means, so that the name itself need not be sent. At most 5,000, in the order of their names; no numbers.",
  responses: { 200: json(z.array(companyNameSchema), "Companies"), ...problems() },
});

const suggestRoute = createRoute({
  method: "get",
  path: "/api/company/get/companies/{text}",
  tags: ["Companies"],
  summary: "Companies whose name, a word of it or an alias begins with a text, then similar ones",
  request: { params: z.object({ text: z.string() }) },
  responses: { 200: json(companies, "At most 20"), ...problems() },
});

function detailRoute<Path extends string>(path: Path) {
  return createRoute({
    method: "get",
    path,
    tags: ["Companies"],
    summary: "One company",
    request: { params: id },
    responses: { 200: json(companyDetailSchema, "The company"), ...problems("company-not-found") },
  });
}

const getByRoute = createRoute({
  method: "get",
  path: "/api/company/getBy",
  tags: ["Companies"],
  summary: "One company by its exact name",
  request: { query: z.object({ name: z.string() }) },
  responses: { 200: json(companyDetailSchema, "The company"), ...problems("company-not-found", "bad-request") },
});

const employeesRoute = createRoute({
  method: "get",
  path: "/api/company/employees/{id}",
  tags: ["Companies"],
  summary: "People who worked at a company, each once",
  description: 'At most 24; a Link header with rel="next" leads to the following ones.',
  request: { params: id, query: z.object({ cursor: z.string().max(16).optional() }) },
  responses: {
    200: json(z.array(profileSchema), "Public projections"),
    ...problems("company-not-found", "bad-request"),
  },
});

/** Administrators look after what people typed, seen or not. */
function askerOf(caller: { admin: Admin | undefined; viewer: Viewer | undefined }): Asker {
  return caller.admin ? "change" : caller.viewer;
}

export const companyApi = createApi()
  .openapi(listRoute, async (c) => {
    const { db, config } = c.var.services;
    if (c.var.admin) {
      const page = await readAllCompanies(db, { after: c.req.valid("query").cursor, minRaters: config.minRaters });
      if (page.after !== undefined) {
        c.header("link", `</api/company/get/companies?cursor=${encodeURIComponent(page.after)}>; rel="next"`);
      }
      c.header("cache-control", "private, no-store");
      return c.json(page.companies, 200);
    }
    share(c, ["people"]);
    return c.json(await popularCompanies(db, config.minRaters), 200);
  })
  .openapi(namesRoute, async (c) => {
    share(c, ["people"]);
    return c.json(await readCompanyNames(c.var.services.db), 200);
  })
  .openapi(suggestRoute, async (c) => {
    const { db, config } = c.var.services;
    return c.json(await suggestCompanies(db, c.req.valid("param").text, config.minRaters), 200);
  })
  .openapi(employeesRoute, async (c) => {
    const idOrName = c.req.valid("param").id;
    const page = await readEmployees(c.var.services.db, {
      idOrName,
      today: calendarDay(c.var.now),
      after: c.req.valid("query").cursor,
      asker: askerOf(c.var),
    });
    if (!page) throw new AppError("company-not-found");
    if (page.after !== undefined) {
      c.header("link", `</api/company/employees/${encodeURIComponent(idOrName)}?cursor=${page.after}>; rel="next"`);
    }
    return c.json(page.cards, 200);
  })
  .openapi(getByRoute, async (c) => {
    const { db, config } = c.var.services;
    const company = await readCompanyDetail(db, {
      idOrName: c.req.valid("query").name,
      minRaters: config.minRaters,
      asker: askerOf(c.var),
    });
    if (!company) throw new AppError("company-not-found");
    share(c, [`company:${company._id}`]);
    return c.json(company, 200);
  })
  .openapi(detailRoute("/api/company/get/{id}"), async (c) => {
    const { db, config } = c.var.services;
    const company = await readCompanyDetail(db, {
      idOrName: c.req.valid("param").id,
      minRaters: config.minRaters,
      asker: askerOf(c.var),
    });
    if (!company) throw new AppError("company-not-found");
    share(c, [`company:${company._id}`]);
    return c.json(company, 200);
  })
  .openapi(detailRoute("/api/company/getid/{id}"), async (c) => {
    const { db, config } = c.var.services;
    const company = await readCompanyDetail(db, {
      idOrName: c.req.valid("param").id,
      minRaters: config.minRaters,
      asker: askerOf(c.var),
    });
    if (!company) throw new AppError("company-not-found");
    share(c, [`company:${company._id}`]);
    return c.json(company, 200);
  });
