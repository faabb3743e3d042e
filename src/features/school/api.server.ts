import { z } from "@hono/zod-openapi";
import { AppError } from "#core/errors.ts";
import { calendarDay } from "#core/calendar.ts";
import { profileSchema } from "#features/profile/schema.ts";
import { body, CHANGE_PROBLEMS, createApi, jsonCall, messageSchema, share, signedInContext } from "#server/api-app.ts";
import { RULE_OF_FIVE } from "#features/stats/rules.ts";
import { setNextCursor } from "#server/paging.ts";
import { needsToken } from "#server/request-guard.ts";
import { lookUpSchools, readAlumni, readSchoolDetail } from "./read.server.ts";
import { reportedSchoolSchema, schoolDetailSchema, schoolSchema } from "./schema.ts";

const suggestRoute = jsonCall("get", "/api/school/get/schools/{text}", {
  tags: ["Schools"],
  summary: "Schools for a text: the one it names, those called so or beginning so, or similar ones if there are none",
  request: { params: z.object({ text: z.string() }) },
  answer: [z.array(schoolSchema), "At most 20, once per name within a country"],
});

const getRoute = jsonCall("get", "/api/school/get/{id}", {
  tags: ["Schools"],
  summary: "One school",
  description: RULE_OF_FIVE,
  request: { params: z.object({ id: z.string() }) },
  answer: [schoolDetailSchema, "The school"],
  errors: ["school-not-found"],
});

const employeesRoute = jsonCall("get", "/api/school/employees/{id}", {
  tags: ["Schools"],
  summary: "People of a school, each once",
  description: "Those who hide their school are not among them.",
  request: { params: z.object({ id: z.string() }), query: z.object({ cursor: z.string().max(16).optional() }) },
  answer: [z.array(profileSchema), "Public projections"],
  errors: ["school-not-found"],
});

function reportRoute<Path extends string>(path: Path, params: z.ZodObject = z.object({})) {
  return jsonCall("patch", path, {
    tags: ["After a save"],
    summary: "Kept for clients that report their school after a save; the server counts by itself",
    middleware: [needsToken] as const,
    request: { ...body(reportedSchoolSchema), params },
    answer: [messageSchema, "Done"],
    errors: ["not-yours", ...CHANGE_PROBLEMS],
  });
}

export const schoolApi = createApi()
  .openapi(suggestRoute, async (c) =>
    c.json(await lookUpSchools(c.var.services.lookups, c.req.valid("param").text), 200),
  )
  .openapi(getRoute, async (c) => {
    const school = await readSchoolDetail(c.var.services.db, c.req.valid("param").id);
    if (!school) throw new AppError("school-not-found");
    share(c, [`school:${school._id}`]);
    return c.json(school, 200);
  })
  .openapi(employeesRoute, async (c) => {
    const { id } = c.req.valid("param");
    // Like the list of a company's people.
    c.header("cache-control", "no-store");
    const { cursor: after } = c.req.valid("query");
    const page = await readAlumni(c.var.services.db, { id, today: calendarDay(c.var.now), after });
    if (!page) throw new AppError("school-not-found");
    setNextCursor(c, page.after);
    return c.json(page.cards, 200);
  })
  .openapi(reportRoute("/api/school/update/{id}", z.object({ id: z.string() })), (c) => {
    signedInContext(c);
    return c.json({ message: "success" }, 200);
  })
  .openapi(reportRoute("/api/school/update"), (c) => {
    signedInContext(c);
    return c.json({ message: "success" }, 200);
  });
