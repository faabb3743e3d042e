import { z } from "@hono/zod-openapi";
import { fetchPicture } from "#external/fetch-picture.ts";
import {
  adminContext,
  body,
  CHANGE_PROBLEMS,
  createApi,
  jsonCall,
  messageSchema,
  share,
  signedInContext,
} from "#server/api-app.ts";
import { setNextCursor } from "#server/paging.ts";
import { needsToken } from "#server/request-guard.ts";
import { detailOf } from "./api.server.ts";
import { readAllCompanies } from "./read.server.ts";
import { updateCompany } from "./write.server.ts";
import { removeOwnStop } from "./remove-stop-write.server.ts";
import { popularCompanies } from "#features/company/read.server.ts";
import {
  adminCompanySchema,
  companyDetailSchema,
  companyFormSchema,
  companySchema,
  reportedStopsSchema,
  removedStopSchema,
} from "#features/company/schema.ts";

const DONE = { message: "success" };

/** Only administrators get `hasPage`. */
const listed = z.array(companySchema.extend(adminCompanySchema.pick({ hasPage: true }).partial().shape));
/** A cursor is a name. */
const MAX_CURSOR = 80;

const listRoute = jsonCall("get", "/api/company/get/companies", {
  tags: ["Companies"],
  summary: "The most common companies; for administrators all companies",
  description:
    'At most 20, and `cursor` is ignored. For administrators 100 a page in the order of their names; a Link header with rel="next" leads to the next page.',
  request: { query: z.object({ cursor: z.string().max(MAX_CURSOR).optional() }) },
  answer: [listed, "Companies"],
});

const reportRoute = jsonCall("patch", "/api/company/update", {
  tags: ["After a save"],
  summary: "Kept for clients that report numbers after a save. It does nothing: the server counts itself",
  middleware: [needsToken] as const,
  request: body(reportedStopsSchema),
  answer: [messageSchema, "Done"],
  errors: ["not-yours", ...CHANGE_PROBLEMS],
});

const updateRoute = jsonCall("patch", "/api/company/update/{id}", {
  tags: ["After a save"],
  summary: "A list removes one company from the caller's pipeline. An object changes a company, for administrators",
  description:
    "Clients send the list after a removal; its numbers are ignored. In the object, absent fields stay as they are, and the name never changes.",
  middleware: [needsToken] as const,
  request: {
    params: z.object({ id: z.string().openapi({ description: "Id or name of a company" }) }),
    ...body(z.union([removedStopSchema, companyFormSchema])),
  },
  answer: [z.union([messageSchema, companyDetailSchema]), "Done; for the object the company"],
  errors: ["not-yours", "not-admin", "company-not-found", "bad-picture", ...CHANGE_PROBLEMS],
});

/** The calls that people and administrators share: the list, and those that end in /update. */
export const companySharedApi = createApi()
  .openapi(listRoute, async (c) => {
    const { db, config } = c.var.services;
    if (c.var.admin) {
      const page = await readAllCompanies(db, { after: c.req.valid("query").cursor, minRaters: config.minRaters });
      setNextCursor(c, page.after);
      return c.json(page.companies, 200);
    }
    share(c, ["people"]);
    return c.json(await popularCompanies(db, config.minRaters), 200);
  })
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
    const { baseUrl } = c.var.services.config;
    const name = await updateCompany(adminContext(c), id, sent, { baseUrl, fetchPicture });
    return c.json(await detailOf(c, name), 200);
  });
