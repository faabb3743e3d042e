import { createRoute, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { AppError } from "#core/errors.ts";
import { fetchPicture } from "#external/fetch-picture.ts";
import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  jsonCall,
  messageSchema,
  problems,
} from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { readUpload } from "#server/multipart.ts";
import { needsToken } from "#server/request-guard.ts";
import { readAliases, readCompaniesForReview, readMerges, readOwnLogo } from "./read.server.ts";
import { addCompanyAlias, createCompany, deleteCompany, keepCompany, removeCompanyAlias } from "./write.server.ts";
import { findExactCompany } from "#features/catalogue/read.server.ts";
import { uploadLogo } from "./logo-write.server.ts";
import { mergeCompanies, undoMerge } from "./merge-write.server.ts";
import { readCompanyDetail } from "#features/company/read.server.ts";
import { ownLogoId } from "#features/company/rules.ts";
import {
  adminCompanyPageSchema,
  adminCompanyQuerySchema,
  aliasesSchema,
  aliasSchema,
  companyDetailSchema,
  companyFormSchema,
  mergeFormSchema,
  mergePageSchema,
  mergeQuerySchema,
  mergedSchema,
  type CompanyDetail,
} from "#features/company/schema.ts";

/** Refuses everybody else before it reads anything of the call. */
const needsAdmin: MiddlewareHandler<AppEnv> = async (c, next) => {
  adminContext(c);
  await next();
};

const tags = ["Administration of companies"];
const common = { tags, middleware: [needsToken, needsAdmin] };
const READ = ["no-session", "not-admin"] as const;
const CHANGE = ["not-admin", ...CHANGE_PROBLEMS] as const;
const DONE = { message: "success" };

const byName = z.object({ name: z.string().openapi({ description: "Id or name of the company" }) });
const byId = z.object({ id: z.string().openapi({ description: "Id or name of the company" }) });

const newRoute = createRoute({
  ...common,
  method: "post",
  path: "/api/company/create",
  summary: "Make a company",
  description: "Its name is its key. It is stored in lower case and cannot be changed later.",
  request: body(companyFormSchema),
  responses: {
    201: json(companyDetailSchema, "The company"),
    ...problems("no-company-name", "company-exists", "bad-picture", ...CHANGE),
  },
});

const deleteRoute = jsonCall("delete", "/api/company/delete/{name}", {
  ...common,
  summary: "Delete a company; people keep it in their pipelines as text",
  request: { params: byName },
  answer: [messageSchema, "Deleted"],
  errors: ["company-not-found", ...CHANGE],
});

export type LogoRoute = typeof logoRoute;
const logoRoute = jsonCall("post", "/api/company/logo/{name}", {
  tags,
  summary: "Give a company the logo in a file",
  description: "One file of at most 5 MB: JPEG, PNG or WebP with one frame and at most 24 megapixels.",
  request: {
    params: byName,
    body: {
      required: true,
      content: {
        "multipart/form-data": {
          schema: z.object({ logo: z.string().openapi({ format: "binary", description: "The file" }) }),
        },
      },
    },
  },
  answer: [companyDetailSchema, "The company"],
  errors: [
    "bad-picture",
    "company-not-found",
    "not-admin",
    "no-session",
    "cross-site",
    "body-too-large",
    "not-multipart",
  ],
});

const logoFileRoute = createRoute({
  method: "get",
  path: "/company-logos/{file}",
  tags: ["Companies"],
  summary: "A company's logo",
  description: "256 x 256 pixels. The picture at an address never changes; a new logo gets another address.",
  request: { params: z.object({ file: z.string().openapi({ example: "5f2b9c0d1e3a4b5c6d7e8f90.webp" }) }) },
  responses: {
    200: {
      description: "The picture",
      content: { "image/webp": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...problems("picture-not-found"),
  },
});

const listRoute = jsonCall("get", "/api/admin/companies", {
  ...common,
  summary: "Companies to review, in random order",
  description:
    "With `text` the best matches first. `similar` names listed companies that may be the same as a new one.",
  request: { query: adminCompanyQuerySchema },
  answer: [adminCompanyPageSchema, "A page of companies"],
  errors: [...READ],
});

const keepRoute = jsonCall("post", "/api/admin/companies/{id}/keep", {
  ...common,
  summary: "List a company that somebody typed",
  request: { params: byId },
  answer: [messageSchema, "Listed"],
  errors: ["company-not-found", ...CHANGE],
});

const aliasesRoute = jsonCall("get", "/api/admin/companies/{id}/aliases", {
  ...common,
  summary: "Further names of a company",
  request: { params: byId },
  answer: [aliasesSchema, "In alphabetical order"],
  errors: ["company-not-found", ...READ],
});

const addAliasRoute = jsonCall("post", "/api/admin/companies/{id}/aliases", {
  ...common,
  summary: "Add a further name",
  request: { params: byId, ...body(aliasSchema) },
  answer: [aliasesSchema, "All of them"],
  errors: ["company-not-found", "company-exists", ...CHANGE],
});

const removeAliasRoute = jsonCall("delete", "/api/admin/companies/{id}/aliases", {
  ...common,
  summary: "Remove a further name",
  request: { params: byId, ...body(aliasSchema) },
  answer: [aliasesSchema, "The others"],
  errors: ["company-not-found", ...CHANGE],
});

const mergesRoute = jsonCall("get", "/api/admin/companies/merges", {
  ...common,
  summary: "What was merged into what, newest first",
  request: { query: mergeQuerySchema },
  answer: [mergePageSchema, "A page of merges"],
  errors: [...READ],
});

const mergeRoute = jsonCall("post", "/api/admin/companies/merge", {
  ...common,
  summary: "Merge one company into another",
  description:
    "Everybody's stops move; a person with both companies keeps one stop with all roles. The old id and name lead to the other company. A company that everybody knows is refused (bad-request) if the other one is not listed and nobody visible has it.",
  request: body(mergeFormSchema),
  answer: [mergedSchema, "The merge, whose id undoes it, and the company"],
  errors: ["company-not-found", "same-company", ...CHANGE],
});

const undoRoute = jsonCall("post", "/api/admin/companies/merge/{id}/undo", {
  ...common,
  summary: "Undo a merge",
  description: "What people changed at their stops since then stays. Later merges must be undone first.",
  request: { params: z.object({ id: z.string().openapi({ description: "Id of the merge" }) }) },
  answer: [messageSchema, "Undone"],
  errors: ["merge-not-found", "merge-held", ...CHANGE],
});

/** The company after a change of it. @throws AppError company-not-found */
export async function detailOf(c: Context<AppEnv>, idOrName: string): Promise<CompanyDetail> {
  const { db, config } = c.var.services;
  const { today } = adminContext(c);
  const company = await readCompanyDetail(db, { idOrName, minRaters: config.minRaters, asker: "admin", today });
  if (!company) throw new AppError("company-not-found");
  return company;
}

async function aliasesOf(c: Context<AppEnv>, idOrName: string): Promise<{ aliases: string[] }> {
  const { db } = c.var.services;
  const company = await findExactCompany(db, idOrName);
  if (!company) throw new AppError("company-not-found");
  return { aliases: await readAliases(db, company.id) };
}

const api = createApi()
  .openapi(newRoute, async (c) => {
    const { baseUrl } = c.var.services.config;
    const publicId = await createCompany(adminContext(c), c.req.valid("json"), { baseUrl, fetchPicture });
    return c.json(await detailOf(c, publicId), 201);
  })
  .openapi(deleteRoute, async (c) => {
    await deleteCompany(adminContext(c), c.req.valid("param").name);
    return c.json(DONE, 200);
  })
  .openapi(listRoute, async (c) => {
    const { db, config } = c.var.services;
    const { status, text = "", cursor } = c.req.valid("query");
    return c.json(await readCompaniesForReview(db, { status, text, cursor, minRaters: config.minRaters }), 200);
  })
  .openapi(keepRoute, async (c) => {
    await keepCompany(adminContext(c), c.req.valid("param").id);
    return c.json(DONE, 200);
  })
  .openapi(aliasesRoute, async (c) => c.json(await aliasesOf(c, c.req.valid("param").id), 200))
  .openapi(addAliasRoute, async (c) => {
    const { id } = c.req.valid("param");
    await addCompanyAlias(adminContext(c), id, c.req.valid("json").alias);
    return c.json(await aliasesOf(c, id), 200);
  })
  .openapi(removeAliasRoute, async (c) => {
    const { id } = c.req.valid("param");
    await removeCompanyAlias(adminContext(c), id, c.req.valid("json").alias);
    return c.json(await aliasesOf(c, id), 200);
  })
  .openapi(mergesRoute, async (c) => c.json(await readMerges(c.var.services.db, c.req.valid("query").cursor), 200))
  .openapi(mergeRoute, async (c) => {
    const { merge, into } = await mergeCompanies(adminContext(c), c.req.valid("json"));
    return c.json({ _id: merge, company: await detailOf(c, into) }, 200);
  })
  .openapi(undoRoute, async (c) => {
    await undoMerge(adminContext(c), c.req.valid("param").id);
    return c.json(DONE, 200);
  })
  .openapi(logoFileRoute, async (c) => {
    const publicId = ownLogoId(c.req.valid("param").file);
    const isAdmin = c.var.admin !== undefined;
    const webp = publicId === undefined ? undefined : await readOwnLogo(c.var.services.db, { publicId, isAdmin });
    if (!webp) throw new AppError("picture-not-found");
    c.header("cache-control", "public, max-age=31536000, immutable");
    c.header("content-type", "image/webp");
    c.header("content-disposition", 'inline; filename="logo.webp"');
    c.header("content-length", String(webp.length));
    return c.body(new Uint8Array(webp), 200);
  });

// Without this, other addresses here would be answered by a page.
api.get("/company-logos/*", () => {
  throw new AppError("picture-not-found");
});

// The handler reads the form only after it has checked the sender. The route's own reader would read it before.
api.openAPIRegistry.registerPath(logoRoute);
api.post("/api/company/logo/:name", needsToken, needsAdmin, async (c) => {
  const name = c.req.param("name");
  const bytes = await readUpload(c);
  return c.json(await detailOf(c, await uploadLogo(adminContext(c), { name, bytes })), 200);
});

export const companyAdminApi = api;
