import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import {
  body,
  CHANGE_PROBLEMS,
  createApi,
  json,
  messageSchema,
  problems,
  share,
  signedInContext,
} from "#server/api-app.ts";
import { needsToken } from "#server/request-guard.ts";
import { readSchoolDetail, suggestSchools } from "./read.server.ts";
import { reportedTallySchema, schoolDetailSchema, schoolSchema } from "./schema.ts";

const suggestRoute = createRoute({
  method: "get",
  path: "/api/school/get/schools/{text}",
  tags: ["Schools"],
  summary: "Schools whose name, or a word of it, begins with a text, then similar ones",
  request: { params: z.object({ text: z.string() }) },
  responses: { 200: json(z.array(schoolSchema), "At most 20, once per name within a country"), ...problems() },
});

const getRoute = createRoute({
  method: "get",
  path: "/api/school/get/{id}",
  tags: ["Schools"],
  summary: "One school",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(schoolDetailSchema, "The school"), ...problems("school-not-found") },
});

function reportRoute<Path extends string>(path: Path, params: z.ZodObject = z.object({})) {
  return createRoute({
    method: "patch",
    path,
    tags: ["After a save"],
    summary: "Kept for clients that report their school after a save; the server counts by itself",
    middleware: [needsToken] as const,
    request: { ...body(reportedTallySchema), params },
    responses: { 200: json(messageSchema, "Done"), ...problems("not-yours", ...CHANGE_PROBLEMS) },
  });
}

export const schoolApi = createApi()
  .openapi(suggestRoute, async (c) => c.json(await suggestSchools(c.var.services.db, c.req.valid("param").text), 200))
  .openapi(getRoute, async (c) => {
    const school = await readSchoolDetail(c.var.services.db, c.req.valid("param").id);
    if (!school) throw new AppError("school-not-found");
    share(c, [`school:${school._id}`]);
    return c.json(school, 200);
  })
  .openapi(reportRoute("/api/school/update/{id}", z.object({ id: z.string() })), (c) => {
    signedInContext(c);
    return c.json({ message: "success" }, 200);
  })
  .openapi(reportRoute("/api/school/update/"), (c) => {
    signedInContext(c);
    return c.json({ message: "success" }, 200);
  });
