import { createRoute, z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { calendarDay } from "#core/calendar.ts";
import { AppError, type ErrorCode, type FieldIssue } from "#core/errors.ts";
import { tighterOf } from "#server/allowance.ts";
import { body, BODY_PROBLEMS, createApi, json, problems } from "#server/api-app.ts";
import type { AppEnv } from "#server/context.ts";
import { presentId } from "#server/former-ids.ts";
import { LINK_HEADER } from "#server/paging.ts";
import { LIMITS } from "#server/rate-limit.ts";
import { askedAt } from "#server/request-path.ts";
import { checkRoles, readExperience } from "#features/pipeline/check.ts";
import { RULE_OF_FIVE } from "#features/stats/rules.ts";
import { classify } from "#features/title/classify.ts";
import { draftToLine } from "./pure/draft-line.ts";
import { parseRoute } from "./pure/query/parse.ts";
import { parseFlow, parseRoutes, type Asked } from "./pure/query/questions.ts";
import type { Mistake } from "./pure/query/step.ts";
import { mistakeText } from "./pure/search-view.ts";
import { readAnswers } from "#features/stats/read.server.ts";
import type { SimilarLine } from "./pure/types.ts";
import type { Paths, Fingerprinted } from "#features/path/pure/calls.ts";
import {
  readCompanyInsights,
  readDraft,
  readLines,
  readNames,
  readPathSearch,
  readUnchangedProfiles,
  readProfilesById,
  readSchoolInsights,
  readSentenceRoute,
  readTitle,
  readTitles,
} from "./read.server.ts";
import {
  companyInsightsSchema,
  flowAnswerSchema,
  flowQuerySchema,
  insightsQuerySchema,
  nextAnswerSchema,
  readAnswerSchema,
  readQuerySchema,
  routeQuerySchema,
  routesAnswerSchema,
  routesQuerySchema,
  schoolInsightsSchema,
  searchAnswerSchema,
  searchQuerySchema,
  similarAnswerSchema,
  similarInputSchema,
  titleAnswerSchema,
  titlesAnswerSchema,
} from "./schema.ts";

const TAGS = ["Paths"];
const COMMON = `Counts visible pipelines only. ${RULE_OF_FIVE} See docs/paths.md.`;
const failures = problems("paths-not-ready");
const id = z.object({ id: z.string().describe("Id or name") });

function get<Path extends string, Query extends z.ZodObject, Params extends z.ZodObject, Schema extends z.ZodType>(
  path: Path,
  about: { summary: string; query: Query; params: Params; answer: Schema; missing?: ErrorCode; isPaged?: true },
) {
  return createRoute({
    method: "get",
    path,
    tags: TAGS,
    summary: about.summary,
    description: COMMON,
    request: { query: about.query, params: about.params },
    responses: {
      200: { ...json(about.answer, "The answer"), ...(about.isPaged ? { headers: LINK_HEADER } : {}) },
      ...failures,
      ...(about.missing === undefined ? {} : problems("paths-not-ready", about.missing)),
    },
  });
}

const NONE = z.object({});
const searchRoute = get("/api/paths/search", {
  summary: "Who took a route: how many, how long, and their lines",
  query: searchQuerySchema,
  params: NONE,
  answer: searchAnswerSchema,
  isPaged: true,
});
const nextRoute = get("/api/paths/next", {
  summary: "How a route could go on: candidates for a further stop",
  query: routeQuerySchema,
  params: NONE,
  answer: nextAnswerSchema,
});
const routesRoute = get("/api/paths/routes", {
  summary: "The ways from one stop to another",
  query: routesQuerySchema,
  params: NONE,
  answer: routesAnswerSchema,
});
const flowRoute = get("/api/paths/flow", {
  summary: "Stop by stop after, or before, a stop",
  query: flowQuerySchema,
  params: NONE,
  answer: flowAnswerSchema,
});
const companyRoute = get("/api/company/insights/{id}", {
  summary: "Figures of a company from pipelines",
  query: insightsQuerySchema,
  params: id,
  answer: companyInsightsSchema,
  missing: "company-not-found",
});
const schoolRoute = get("/api/school/insights/{id}", {
  summary: "Figures of a school from pipelines",
  query: insightsQuerySchema.omit({ kind: true }),
  params: id,
  answer: schoolInsightsSchema,
  missing: "school-not-found",
});
const titlesRoute = get("/api/title", {
  summary: "Titles that people held; without those of 1 to 4 people of whom none is public",
  query: NONE,
  params: NONE,
  answer: titlesAnswerSchema,
});
const titleRoute = get("/api/title/{slug}", {
  summary: "How people come to a title",
  query: NONE,
  params: z.object({ slug: z.string() }),
  answer: titleAnswerSchema,
  missing: "not-found",
});
const similarRoute = get("/api/profile/similar/{id}", {
  summary: "Lines similar to this one, and what came next for them",
  query: NONE,
  params: z.object({ id: z.string() }),
  answer: similarAnswerSchema,
  missing: "profile-not-found",
});
const readRoute = get("/api/paths/read", {
  summary: "A sentence as a route: what was understood, and what not",
  query: readQuerySchema,
  params: NONE,
  answer: readAnswerSchema,
});
const similarToRoute = createRoute({
  method: "post",
  path: "/api/paths/similar",
  tags: TAGS,
  summary: "Lines similar to a pipeline in the body",
  description: `${COMMON} Anybody may ask. The pipeline is neither stored nor logged.`,
  request: body(similarInputSchema),
  responses: { 200: json(similarAnswerSchema, "The answer"), ...problems("paths-not-ready", ...BODY_PROBLEMS) },
});

/** The parser's own messages begin like this. The schema's sentences do not. */
const PARSER_MESSAGE = /^(?:Invalid|Too (?:big|small)|Unrecognized)/;

/** Writes `pipeline.1.roles.0.title` as `pipeline[1].roles[0].title`. The first issue's sentence is the error's. */
function refuseFields(given: readonly FieldIssue[]): never {
  const issues = given.map(({ path, message }) => ({
    path: path.replaceAll(/\.(\d+)/g, "[$1]"),
    message: PARSER_MESSAGE.test(message) ? "This field is missing, too long or has a wrong form." : message,
  }));
  const [first] = issues;
  throw new AppError("bad-request", { ...(first ? { message: first.message } : {}), issues });
}

/** Reports each mistake with its parameter, and unknown names with the nearest known ones. */
function refuse(mistakes: readonly Mistake[]): never {
  return refuseFields(mistakes.map((mistake) => ({ path: mistake.parameter, message: mistakeText(mistake) })));
}

function asked<T>(given: Asked<T>): T {
  return "question" in given ? given.question : refuse(given.mistakes);
}

/**
 * Counts the question against its limit, and sets the cache headers: revalidate by ETag, because a save changes the
 * answer at once.
 */
async function begin(c: Context<AppEnv>): Promise<{ params: URLSearchParams; today: string }> {
  const { services, address, allowance, now } = c.var;
  const own = { limit: LIMITS.paths, who: address };
  const wait = await services.limiter.take(own.limit, own.who, now.getTime());
  if (allowance) c.set("allowance", tighterOf(services.limiter, allowance, own, now.getTime()));
  if (wait > 0) throw new AppError("too-many-requests", { retryAfter: wait });
  c.header("cache-control", "no-cache");
  return { params: new URL(c.req.url).searchParams, today: calendarDay(now) };
}

const CALLS = ["/api/paths/*", "/api/company/insights/*", "/api/school/insights/*", "/api/title/*"];

/** A parameter without a value counts as absent, before the schemas count how often it is given. */
const withoutEmpty: MiddlewareHandler<AppEnv> = async (c, next) => {
  const url = new URL(c.req.url);
  const given = [...url.searchParams].filter(([, value]) => value !== "");
  if (c.req.method === "GET" && given.length < url.searchParams.size) {
    url.search = new URLSearchParams(given).toString();
    c.req.raw = askedAt(url, c.req.raw);
  }
  await next();
};

/**
 * The calls of the path engine.
 * @param paths undefined while the API is only described
 */
export function pathApi(paths: Paths | undefined) {
  const ask: Paths["ask"] = (call, question) => {
    if (!paths) throw new AppError("paths-not-ready", { retryAfter: 2 });
    return paths.ask(call, question);
  };

  const api = createApi(refuseFields);
  for (const path of CALLS) api.use(path, withoutEmpty);
  return api
    .openapi(searchRoute, async (c) => {
      const { params, today } = await begin(c);
      const found = await readPathSearch({ db: c.var.services.db, ask, today }, params);
      if ("mistakes" in found) refuse(found.mistakes);
      if (found.nextCursor !== null) {
        params.set("cursor", found.nextCursor);
        c.header("link", `</api/paths/search?${params.toString()}>; rel="next"`);
      }
      return c.json(found.answer, 200);
    })
    .openapi(nextRoute, async (c) => {
      const { params } = await begin(c);
      const parsed = parseRoute(params, await readNames(c.var.services.db, params));
      if ("mistakes" in parsed) refuse(parsed.mistakes);
      return c.json(await ask("next", parsed.route), 200);
    })
    .openapi(routesRoute, async (c) => {
      const { params, today } = await begin(c);
      const { db } = c.var.services;
      const answer = await ask("routes", asked(parseRoutes(params, await readNames(db, params))));
      return c.json({ ...answer, lines: await readLines(db, answer.lines, today) }, 200);
    })
    .openapi(flowRoute, async (c) => {
      const { params } = await begin(c);
      return c.json(await ask("flow", asked(parseFlow(params, await readNames(c.var.services.db, params)))), 200);
    })
    .openapi(companyRoute, async (c) => {
      const { params } = await begin(c);
      const { db } = c.var.services;
      const found = await readCompanyInsights({ db, ask }, c.req.valid("param").id, params);
      if (!found) throw new AppError("company-not-found");
      if ("mistakes" in found) refuse(found.mistakes);
      return c.json({ ...found.answer, ...(await readAnswers(db, found.companyKey)) }, 200);
    })
    .openapi(schoolRoute, async (c) => {
      const { params } = await begin(c);
      const found = await readSchoolInsights({ db: c.var.services.db, ask }, c.req.valid("param").id, params);
      if (!found) throw new AppError("school-not-found");
      return c.json("mistakes" in found ? refuse(found.mistakes) : found.answer, 200);
    })
    .openapi(titlesRoute, async (c) => {
      await begin(c);
      return c.json(await readTitles(ask), 200);
    })
    .openapi(titleRoute, async (c) => {
      const { today } = await begin(c);
      const answer = await readTitle({ db: c.var.services.db, ask, today }, c.req.valid("param").slug);
      if (!answer) throw new AppError("not-found");
      return c.json(answer, 200);
    })
    .openapi(similarRoute, async (c) => {
      const { today } = await begin(c);
      const sent = c.req.valid("param").id;
      const profile = presentId(c.var.services.secret, c.var.viewer, sent);
      if (profile !== sent) c.header("cache-control", "private, no-store");
      // Read the person again, because the engine may not have received the latest change yet. Hidden people must be
      // gone at once.
      const isThere = (await readProfilesById(c.var.services.db, [profile], today)).has(profile);
      const answer = isThere ? await ask("similar", profile) : undefined;
      if (!answer) throw new AppError("profile-not-found");
      return c.json({ ...answer, lines: await similarLines(c, answer.lines, today) }, 200);
    })
    .openapi(readRoute, async (c) => {
      await begin(c);
      const { services, now } = c.var;
      return c.json(await readSentenceRoute(services.db, c.req.valid("query").q, now), 200);
    })
    .openapi(similarToRoute, async (c) => {
      const { today } = await begin(c);
      c.header("cache-control", "private, no-store");
      const { pipeline, school } = c.req.valid("json");
      const issues = checkRoles(pipeline.map(readExperience));
      if (issues.length > 0) refuseFields(issues.slice(0, 20));
      const draft = await readDraft(c.var.services.db, { pipeline, school });
      const answer = await ask("similarTo", draftToLine(draft.stops, { ...draft, classify, today }));
      return c.json({ ...answer, lines: await similarLines(c, answer.lines, today) }, 200);
    });
}

async function similarLines(c: Context<AppEnv>, lines: readonly Fingerprinted<SimilarLine>[], today: string) {
  const read = await readUnchangedProfiles(c.var.services.db, lines, today);
  return read.map(({ profile, line }) => ({ profile, shared: line.shared }));
}
