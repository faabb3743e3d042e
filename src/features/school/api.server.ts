import { createRoute, z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { createApi, json, problems, share } from "#server/api-app.ts";
import { readSchoolDetail, suggestSchools } from "./read.server.ts";
import { schoolDetailSchema, schoolSchema } from "./schema.ts";

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

export const schoolApi = createApi()
  .openapi(suggestRoute, async (c) => c.json(await suggestSchools(c.var.services.db, c.req.valid("param").text), 200))
  .openapi(getRoute, async (c) => {
    const school = await readSchoolDetail(c.var.services.db, c.req.valid("param").id);
    if (!school) throw new AppError("school-not-found");
    share(c, [`school:${school._id}`]);
    return c.json(school, 200);
  });
