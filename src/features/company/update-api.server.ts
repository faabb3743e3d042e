import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { fetchPicture } from "#external/fetch-picture.ts";
import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  messageSchema,
  problems,
  signedInContext,
} from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { updateCompany } from "./admin-write.server.ts";
import { removeOwnStop } from "./after-save-write.server.ts";
import { readCompanyDetail } from "./read.server.ts";
import { companyDetailSchema, companyFormSchema, reportedStopsSchema, removedStopSchema } from "./schema.ts";

const DONE = { message: "success" };

const reportRoute = createRoute({
  method: "patch",
  path: "/api/company/update",
  tags: ["After a save"],
  summary: "Kept for clients that report their numbers after a save; the server counts by itself",
  middleware: [needsToken] as const,
  request: body(reportedStopsSchema),
  responses: { 200: json(messageSchema, "Done"), ...problems("not-yours", ...CHANGE_PROBLEMS) },
});

const updateRoute = createRoute({
  method: "patch",
  path: "/api/company/update/{id}",
  tags: ["After a save"],
  summary: "A list: takes one company out of the caller's pipeline. An object: changes a company, for administrators",
  description:
    "The list is what clients send after a removal; its numbers are ignored. Of the object absent fields stay as they are, and the name never changes.",
  middleware: [needsToken] as const,
  request: {
    params: z.object({ id: z.string().openapi({ description: "Id or name of a company" }) }),
    ...body(z.union([removedStopSchema, companyFormSchema])),
  },
  responses: {
    200: json(z.union([messageSchema, companyDetailSchema]), "Done; for the object the company"),
    ...problems("not-yours", "not-admin", "company-not-found", "bad-picture", ...CHANGE_PROBLEMS),
  },
});

/** The calls that end in /update: after a person's save, and an administrator's change. */
export const companyUpdateApi = createApi()
  .openapi(reportRoute, (c) => {
    signedInContext(c);
    return c.json(DONE, 200);
  })
  .openapi(updateRoute, async (c) => {
    const { id } = c.req.valid("param");
    const sent = c.req.valid("json");
    if (Array.isArray(sent)) {
      await removeOwnStop(signedInContext(c), id);
      return c.json(DONE, 200);
    }
    const { config, db } = c.var.services;
    const ctx = adminContext(c);
    const publicId = await updateCompany(ctx, id, sent, { baseUrl: config.baseUrl, fetchPicture });
    const company = await readCompanyDetail(db, { idOrName: publicId, minRaters: config.minRaters, asker: "change" });
    if (!company) throw new AppError("company-not-found");
    return c.json(company, 200);
  });
